# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The design as read from `hardware/pins.toml`: parts, nets, wires and boards, not yet checked."""

from __future__ import annotations

import copy
import dataclasses
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

if sys.version_info >= (3, 11):
    import tomllib
else:  # the same parser, from the `hardware` extra
    import tomli as tomllib

SIGNALS = ("sda", "scl", "up", "down", "a", "b", "buzzer")
"""The signals that need a pin on every board."""

CARRIER_SIGNALS = ("charge", "power_off")
"""The signals that only the carrier board has; elsewhere their pins stay free."""

FREE_ELSEWHERE = (*CARRIER_SIGNALS, "carrier")
"""The pins that stay free on a board of another kind. `carrier` is tied to GND, so it is no net."""

PIN_KEYS = (*SIGNALS, *FREE_ELSEWHERE, "battery", "usb_power")

Row = TypeVar("Row", "Part", "Net", "Wire", "Board")


class DesignError(ValueError):
    """The file is not a valid design; the message says where and why."""


@dataclass(frozen=True)
class Pin:
    """One pin of one part; `str()` gives `U1.GP4`."""

    ref: str
    name: str

    def __str__(self) -> str:
        return f"{self.ref}.{self.name}"


@dataclass(frozen=True)
class Part:
    """A part on nets. `data` is its whole row, with the keys that only some kinds have."""

    ref: str
    kind: str
    value: str
    need: str
    footprint: str
    pins: tuple[str, ...]
    data: Mapping[str, Any]
    mpn: str = ""

    def number(self, pin: str) -> int:
        """Return the pin's number on the part, from 1."""
        return self.pins.index(pin) + 1


@dataclass(frozen=True)
class Net:
    name: str
    role: str
    pins: tuple[Pin, ...]
    signal: str = ""
    pull: str = ""


@dataclass(frozen=True)
class Wire:
    """A connection of two pins: `kind` is `wire` (length in mm), `link` or `plug`."""

    kind: str
    start: Pin
    end: Pin
    colour: str = ""
    length: int = 0
    hole: str = ""
    path: Sequence[str] = ()


@dataclass(frozen=True)
class Board:
    """A board and its pins: signal -> pin name."""

    id: str
    name: str
    chip: str
    pins: Mapping[str, str]
    note: str = ""
    firmware_pins: str = ""


@dataclass
class Design:
    """The whole file. `raw` has all tables, also those for one reader (case, solids, limits)."""

    parts: dict[str, Part]
    nets: list[Net]
    wires: list[Wire]
    boards: list[Board]
    reference: Board
    raw: dict[str, Any] = field(repr=False)

    def net_of(self, pin: Pin) -> str:
        """Return the name of the pin's net, or an empty string."""
        for net in self.nets:
            if pin in net.pins:
                return net.name
        return ""

    def of_kind(self, kind: str) -> list[Part]:
        return [part for part in self.parts.values() if part.kind == kind]

    @property
    def mcu(self) -> Part:
        """The only part of kind `board`."""
        return self.of_kind("board")[0]


def _pin(text: str, reference: Board) -> Pin:
    """Return the pin of `U1.GP4`, or of `U1.{sda}` by the reference board's row."""
    ref, _, name = text.partition(".")
    if name.startswith("{") and name.endswith("}"):
        signal = name[1:-1]
        if signal not in reference.pins:
            raise DesignError(f"{text}: board {reference.id} has no signal {signal!r}")
        name = reference.pins[signal]
    if not ref or not name:
        raise DesignError(f"{text!r} is not a pin: write PART.PIN")
    return Pin(ref, name)


def _made(cls: type[Row], row: Mapping[str, Any], **values: Any) -> Row:
    """Return a row as an object, `values` instead of cells. Raises DesignError if one lacks."""
    for cell in dataclasses.fields(cls):
        if cell.name in row:
            values.setdefault(cell.name, row[cell.name])
        elif cell.name not in values and cell.default is dataclasses.MISSING:
            name = row.get("id") or row.get("ref") or row.get("name", "?")
            raise DesignError(f"{cls.__name__.lower()} {name}: no {cell.name}")
    return cls(**values)


def _boards(rows: Sequence[Mapping[str, Any]]) -> list[Board]:
    """Return the boards in order; a row `like` an earlier one inherits the pins that it omits."""
    boards: dict[str, Board] = {}
    for row in rows:
        like, name = row.get("like"), row.get("id", "?")
        if like is not None and like not in boards:
            raise DesignError(f"board {name}: no board {like!r} above it")
        pins = {**(boards[like].pins if like else dict.fromkeys(FREE_ELSEWHERE, "")), **row}
        missing = [key for key in PIN_KEYS if key not in pins]
        if missing:
            raise DesignError(f"board {name}: no {', '.join(missing)}")
        if name in boards:
            raise DesignError(f"board {name} is defined twice")
        boards[name] = _made(Board, row, pins={key: pins[key] for key in PIN_KEYS})
    return list(boards.values())


def parse(text: str, panel: str = "") -> Design:
    """Read a design from the text of a TOML file, with the panel of a row `panel` or the first one.

    Raises DesignError if the text is not TOML or names boards, parts or a panel that it does not
    define.
    """
    raw = tables(text)
    choose_panel(raw, panel)
    return build(raw)


def tables(text: str) -> dict[str, Any]:
    """Return the tables of a TOML file. Raises DesignError if the text is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DesignError(f"not TOML: {error}") from None


def panels(design: Design) -> list[str]:
    """Return the names of the panels that the cases can have a window for, the usual one first."""
    return [row["id"] for row in design.raw["panel"]]


def choose_panel(raw: dict[str, Any], name: str = "") -> None:
    """Make `solid.DS1` the panel of that name, or the first one. Raises DesignError if none is."""
    rows = {row["id"]: row for row in raw["panel"]}
    if name and name not in rows:
        raise DesignError(f"no panel {name!r}: there are {', '.join(rows)}")
    row = rows[name] if name else raw["panel"][0]
    (w, h, thick), solid = row["board"], raw["solid"]["DS1"]
    (px, py), joint = row["pins"], [10.6, 2.4]
    boxes = [{"name": "board", "size": [w, h, thick], "centre": [0.0, 0.0], "z0": 0.0}]
    boxes += [{"name": name, **row[name], "z0": thick} for name in ("glass", "ribbon")]
    deep = row["components"]["size"][2]
    boxes += [
        {"name": "components", **row["components"], "z0": -deep},
        {"name": "joints", "size": [*joint, 1.5], "centre": [px, py], "z0": thick},
        {"name": "wires", "size": [*joint, 4.0], "centre": [px, py], "z0": -4.0},
    ]
    solid.update(
        at=[0.0, solid["upper_edge"] - h / 2, solid["z"]],
        panel=row,
        boxes=boxes,
        active=row["active"],
        holes={**row["holes"], "at_z": thick, "side": "above"},
    )


def build(raw: dict[str, Any]) -> Design:
    """Return the design of these tables. Raises DesignError as `parse` does."""
    boards = _boards(raw["board"])
    wanted = raw["project"]["reference_board"]
    matching = [board for board in boards if board.id == wanted]
    if not matching:
        raise DesignError(f"no board {wanted!r}, which is to be the reference board")
    reference = matching[0]
    parts: dict[str, Part] = {}
    for row in raw["part"]:
        part = _made(Part, row, pins=tuple(row.get("pins", "").split()), data=row)
        if part.ref in parts:
            raise DesignError(f"part {part.ref} is defined twice")
        parts[part.ref] = part
    nets = [
        _made(Net, row, pins=tuple(_pin(word, reference) for word in row["pins"].split()))
        for row in raw["net"]
    ]
    wires = [
        _made(
            Wire, row, kind=kind, start=_pin(row["from"], reference), end=_pin(row["to"], reference)
        )
        for kind in ("wire", "link", "plug")
        for row in raw.get(kind, ())
    ]
    for pin in [pin for net in nets for pin in net.pins] + [
        pin for wire in wires for pin in (wire.start, wire.end)
    ]:
        if pin.ref not in parts or pin.name not in parts[pin.ref].pins:
            raise DesignError(f"{pin}: there is no such pin")
    return Design(parts, nets, wires, boards, reference, raw)


def with_panel(design: Design, name: str) -> Design:
    """Return the design with another panel. Raises DesignError as `choose_panel` does."""
    raw = copy.deepcopy(design.raw)
    choose_panel(raw, name)
    return build(raw)


def root() -> Path:
    """Return the checkout's top folder."""
    return Path(__file__).resolve().parents[2]


def read(name: str) -> dict[str, Any]:
    """Return the tables of a TOML file in `hardware`."""
    return tables((root() / "hardware" / name).read_text(encoding="utf-8"))


def load(path: Path | None = None, panel: str = "") -> Design:
    """Read `hardware/pins.toml`, or another file of its form, as `parse` does."""
    return parse((path or root() / "hardware" / "pins.toml").read_text(encoding="utf-8"), panel)
