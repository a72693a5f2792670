# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compute how long a charge lasts, from `hardware/energy.toml` and the capacity of the cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from maker.documents import fill, table
from maker.model import Design, read

_BOARD_V = 5.0  # the figures of the board are for this
_PANEL_V = 3.3


@dataclass(frozen=True)
class State:
    """A state of the handheld. ``mw`` is drawn from the cell; ``minutes`` is None for the last."""

    name: str
    awake: float
    mw: float
    hours: float  # with a full cell
    minutes: float | None


@dataclass(frozen=True)
class Budget:
    mwh: float  # that the cell gives
    states: Sequence[State]

    @property
    def forgotten_days(self) -> float:
        """Days until a full cell is empty if nobody presses anything."""
        left = self.mwh
        for state in self.states[:-1]:
            left -= state.mw * (state.minutes or 0) / 60
        return left / self.states[-1].mw / 24


def budget(design: Design, data: Mapping[str, Any]) -> Budget:
    """Compute the budget."""
    cell, board, panel = data["cell"], data["board"], data["panel"]
    capacity = sum(float(part.data["capacity_mah"]) for part in design.of_kind("battery"))
    mwh = capacity * cell["volts"] * cell["usable"]
    through_diode = (cell["volts"] - cell["diode_volts"]) / cell["volts"]
    states = []
    for row in data["state"]:
        awake = row["awake"]
        board_ma = board["off_ma"]
        if row["board"] == "running":
            board_ma = board["asleep_ma"] * (1 - awake) + board["awake_ma"] * awake
        panel_mw = panel[row["panel"] + "_ma"] * _PANEL_V / panel["regulator"]
        mw = (board_ma * _BOARD_V + panel_mw) / through_diode
        states.append(State(row["name"], awake, mw, mwh / mw, row.get("minutes")))
    return Budget(mwh, states)


def text(design: Design) -> str:
    """Return the budget and its sources as Markdown."""
    data = read("energy.toml")
    found = budget(design, data)
    rows = []
    for state in found.states:
        lasts = f"{state.hours:.0f} h" if state.hours < 48 else f"{state.hours / 24:.0f} days"
        rows.append((state.name, f"{state.awake:.1%}", f"{state.mw:.0f} mW", lasts))
    lines = [
        table(("state", "processor awake", "from the cell", "a full cell lasts"), rows),
        f"A full cell gives {found.mwh:.0f} mWh. Forgotten while switched on, with the default"
        f" settings, it lasts {found.forgotten_days:.0f} days.",
        "",
        "Sources; none is a measurement of a built handheld:",
        "",
    ]
    for part in ("board", "panel"):
        for key, value in data[part].items():
            name, _, unit = key.partition("_")
            if unit != "source":
                source = data[part][f"{name}_source"]
                unit = "mA" if unit else "efficiency"
                lines.append(f"- {part} {name}: {value:g} {unit}: {source}")
    return "\n".join(lines) + "\n"


def page(design: Design) -> str:
    """Return the page of the energy budget."""
    return fill("energy.txt", text=text(design))
