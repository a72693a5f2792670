"""The panel: sends what changed in a frame; copes with a missing panel."""

from ..board import elapsed
from .ssd1306 import WindowedSSD1306

_PROBE_MS = 1000
# If a panel holds the bus down, each probe blocks for the bus's timeout, a second on a Pico. Probe
# less often, in proportion.
_PATIENCE = 8
# Of the oscillator, register D5h of both controllers: as it is usually, and the highest frequency.
_CLOCK, _FAST = 0x80, 0xF0
_FOR_CAMERAS = 32  # contrast: a lit pixel outshines a dark one beside it
_BELIEVED = 3  # times in a row that "off" is believed of a panel that was just switched on


class Panel:
    """The board's panel, present or missing, and its settings."""

    # `chip`: the controller, "" to find out; `driven`: that of the driver. `missing`: no panel
    # answers. `contrast_value` 0-255, `on` and `flipped` are sent again to a panel that comes back,
    # because it has lost its registers.

    def __init__(self, board):
        self._board = board
        self._driver = None
        self._asked_ms = None  # time of the last probe
        self._pause_ms = _PROBE_MS
        self._lies = 0
        self.chip = self.driven = ""
        self.missing = True
        self.contrast_value = 255
        self.clock = _CLOCK
        self.on = True
        self.flipped = False

    def update(self, now_ms, frame):
        """Show the frame if possible. Never raises for a missing panel.

        Once a second probe the address of a missing panel, and ask a present one whether it has
        lost its power and with it registers and picture.
        """
        asked = self._asked_ms
        due = self.on and (asked is None or elapsed(now_ms, asked) >= self._pause_ms)
        if due:
            self._asked_ms = now_ms
        elif self.missing:
            return
        try:
            if self.missing:
                if self._find():
                    self._settings()
                    self._driver.show_all(frame)
                    self.missing = False
            else:
                self._driver.show_changes(frame)
                if due and self._lost_power():
                    self._driver.init_display()
                    self._settings()
                    self._lies = self._lies + 1 if self._driver.is_off() else 0
                    self._driver.show_all(frame)
        except OSError:
            self.missing = True

    def _lost_power(self):
        """Return True if the panel is off though it was switched on."""
        if self._driver.is_off() and self.on:
            return self._lies < _BELIEVED
        self._lies = 0
        return False

    def _find(self):
        """Initialise a panel; return False if none answers."""
        began = self._board.ticks_ms()
        found = self._board.probe_display()
        took = elapsed(self._board.ticks_ms(), began)
        self._pause_ms = max(_PROBE_MS, _PATIENCE * took)
        if found:
            self._driver = None  # frees its memory before the next one is made
            from .open_panel import opener

            try:
                self._driver = self._board.open_display(opener(self, WindowedSSD1306))
            except ValueError:  # raised by the bus device if no address answers
                return False
        return found

    def contrast(self, value):
        self.contrast_value = value
        self.clock = _CLOCK
        self._apply()

    def scan(self, on):
        """Show the picture for cameras and never inverted, or, as `contrast` does, as usual.

        It has less light, and is scanned faster, so that it is whole in a short exposure.
        """
        clock = _FAST if on else _CLOCK
        if clock != self.clock:
            self.clock = clock
            self._apply()

    def power(self, on):
        """Blank the panel, or light it again. A blank panel accepts frames.

        A blank panel may have lost its power unnoticed, so lighting it initialises it.
        """
        renew = on and not self.on
        self.on = bool(on)
        self._apply(renew)

    def flip(self, on):
        """Turn the picture by half a turn, for a handheld held upside down."""
        if self.flipped != bool(on):
            self.flipped = not self.flipped
            self._apply()
            if self._driver:
                self._driver.valid = False  # the column order affects only data sent later

    def _apply(self, renew=False):
        if not self.missing:
            try:
                if renew:
                    self._driver.init_display()
                elif self._lost_power():
                    return  # to switch it on would hide that; `update` sends all of this
                self._settings()
            except OSError:
                self.missing = True

    def _settings(self):
        driver = self._driver
        driver.rotate(not self.flipped)
        scanned = self.clock == _FAST
        driver.contrast(_FOR_CAMERAS if scanned else self.contrast_value)
        driver.write_cmd(0xD5)
        driver.write_cmd(self.clock)
        driver.write_cmd(0xAE | self.on)
