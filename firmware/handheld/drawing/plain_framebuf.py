# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A base class for the display driver, with only what it calls."""

# `adafruit_ssd1306` derives from `framebuf.FrameBuffer` and imports the module `framebuf` if there
# is one. The app draws on its own canvas. So this module replaces `adafruit_framebuf`, which takes
# 9 KB of heap on the device.

MONO_VLSB = 0


class FrameBuffer:
    """A buffer with `fill`."""

    def __init__(self, buffer, width, height, buffer_format):
        self.buf = buffer

    def fill(self, color):
        """Make all pixels dark (0) or lit."""
        value = 255 if color else 0
        for at in range(len(self.buf)):
            self.buf[at] = value
