# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Figures of a running handheld for developers."""

from collections.abc import Sequence
from typing import NamedTuple

from host_sim.simulated.handset import Handset


class Row(NamedTuple):
    """A line of figures; without a ``value`` it is a heading."""

    name: str
    value: str = ""


def rows(handset: Handset) -> Sequence[Row]:
    """Return names and values, grouped by headings."""
    board, app = handset.board, handset.app
    panel = board.panel
    lit = "off" if not panel.on else "inverted" if panel.inverted else "on"
    return [
        Row("Picture"),
        Row("frame", str(app.frame_id) if app else "-"),
        Row("panel", f"{lit}, contrast {panel.contrast}"),
        Row("Program"),
        Row("screen", handset.words()[0] or "-"),
        Row("clock", f"{board.clock.now_us() / 1e6:.2f} s, ticks {board.ticks_ms()}"),
    ]
