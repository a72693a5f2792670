# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The base class that the display driver wants, with no more than it calls."""

# `adafruit_ssd1306` derives from `framebuf.FrameBuffer` and takes the module `framebuf` where there
# is one. The app draws on a canvas of its own, so this one stands in for `adafruit_framebuf` and
# saves its 9 KB of heap on the device.

MONO_VLSB = 0


class FrameBuffer:
    """A buffer that can be filled."""

    def __init__(self, buffer, width, height, buffer_format):
        self.buf = buffer

    def fill(self, color):
        """All pixels dark (0) or lit."""
        value = 255 if color else 0
        for at in range(len(self.buf)):
            self.buf[at] = value
