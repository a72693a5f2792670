"""The driver of panels with the controller SSD1306: Adafruit's, with windows."""

# For the commands see the SSD1306 data sheet (Solomon Systech, rev. 1.1), sections 8.1.5 and 9.

import sys


class FrameBuffer:
    """The driver's base class, with only what it calls, and the module where it looks for that."""

    MONO_VLSB = 0

    def __init__(self, buffer, width, height, buffer_format):
        self.buf = buffer

    def fill(self, color):
        """Make all pixels dark (0) or lit."""
        value = 255 if color else 0
        for at in range(len(self.buf)):
            self.buf[at] = value


# The driver imports the module `framebuf` if there is one, else `adafruit_framebuf`, which takes
# 9 KB of heap on the device. The app draws on its own canvas.
FrameBuffer.FrameBuffer = FrameBuffer  # type: ignore[attr-defined]
sys.modules["framebuf"] = FrameBuffer

import adafruit_ssd1306  # noqa: E402

# Bytes of a window beside its data: address, control byte and two commands of three bytes, then
# address and control byte again. A gap of so few unchanged columns is cheaper to send.
_WINDOW_BYTES = 10
_GAP = bytes(_WINDOW_BYTES + 1)
_STATUS_OFF = 0x40  # bit of the status byte: the display is off


class WindowedSSD1306(adafruit_ssd1306.SSD1306_I2C):
    """The 128x64 driver in horizontal addressing, with windows."""

    # The driver's `buffer`, without byte 0, is the frame sent last. `valid` is False if the panel
    # may show something else; then the next frame is sent whole.

    def __init__(self, *args, **kwargs):
        """Arguments as the driver's. Raises OSError or ValueError if no panel acknowledges."""
        # Control byte "commands follow"; columns from, to; pages from, to.
        self._window = bytearray((0x00, 0x21, 0, 127, 0x22, 0, 7))
        super().__init__(*args, **kwargs)
        self._sent = memoryview(self.buffer)[1:]
        self._status = bytearray(1)
        self.valid = True  # the driver has just cleared the panel

    def is_off(self):
        """Return True if the panel says it is off, as after power-on. Raises OSError."""
        with self.i2c_device as device:
            device.readinto(self._status)
        return self._status[0] & _STATUS_OFF != 0

    def show_all(self, frame):
        """Send the whole frame of 1,024 bytes. Raises OSError."""
        self.valid = False
        self._sent[:] = frame
        self._send(0, 1024)
        self.valid = True

    def show_changes(self, frame):
        """Send what differs from the frame sent last.

        Raises OSError if the panel does not acknowledge; then its picture is unknown.
        """
        old = self._sent
        if not self.valid:
            self.show_all(frame)
            return
        if old == frame:
            return
        self.valid = False
        new = memoryview(frame)
        for page in range(0, 1024, 128):
            now = new[page : page + 128]
            if now == old[page : page + 128]:
                continue
            # One byte a column, 0 where nothing changed.
            differ = int.from_bytes(now, "little") ^ int.from_bytes(
                old[page : page + 128], "little"
            )
            changes = differ.to_bytes(128, "little")
            old[page : page + 128] = now
            left = changes.lstrip(b"\0")
            while left:
                start = 128 - len(left)
                end = changes.find(_GAP, start)
                if end < 0:
                    end = len(changes.rstrip(b"\0"))
                self._send(page + start, page + end)
                left = changes[end:].lstrip(b"\0")
        self.valid = True

    def _send(self, start, end):
        """Send the bytes from `start` to before `end`: of one page, or the whole frame."""
        self._point(start, end)
        buffer = self.buffer
        # Put the control byte "data follows" in place of the byte before, then restore that.
        lent = buffer[start]
        buffer[start] = 0x40
        try:
            with self.i2c_device as device:
                device.write(self._window)
                device.write(buffer, start=start, end=end + 1)
        finally:
            buffer[start] = lent

    def _point(self, start, end):
        window = self._window
        window[2] = start & 127
        window[3] = (end - 1) & 127
        window[5] = start >> 7
        window[6] = (end - 1) >> 7
