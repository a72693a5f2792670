# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Convert frames to text and pictures: see host_sim/testing/frames.py."""

from host_sim.testing.frames import (
    HEIGHT,
    WIDTH,
    compare,
    crop,
    from_lines,
    save_png,
    to_lines,
)

__all__ = ["HEIGHT", "WIDTH", "compare", "crop", "from_lines", "save_png", "to_lines"]
