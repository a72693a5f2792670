# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board's power path and latch for ngspice, made from its netlist.

Parts whose inside no netlist tells are modelled by what their data sheets say: cell, charger, Pico.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from maker.model import Design, Part, Pin

_KINDS = ("resistor", "fuse", "capacitor", "p-fet", "n-fet", "led", "diode", "battery")
_NETS = (
    *("VBUS", "VSYS", "BAT_ON", "BAT", "CELL", "FUSED", "LATCH", "LATCH_ON", "LATCH_OFF"),
    *("GND", "POWER_OFF", "CHARGE", "STAT", "LIGHT", "3V3"),
)
_UNIT = {"k": 1e3, "M": 1e6, "uF": 1e-6, "nF": 1e-9}

# AO3401A and AO3400A data sheets: thresholds 0.5 to 1.3 V and 0.65 to 1.45 V.
P_LOW, P_TYPICAL, P_HIGH = 0.5, 0.9, 1.3
N_LOW, N_TYPICAL, N_HIGH = 0.65, 1.05, 1.45


_NFET = (
    "Kp=20 Rd=15m Rs=5m Rg=3 Cgs=600p Cgdmax=120p Cgdmin=40p Cjo=80p Is=1e-12 Rb=30m"
    " ksubthres=0.04)"
)


@dataclass(frozen=True)
class Bench:
    """What is done to the board. Times are seconds; a pair is (from, to); no pair means never."""

    cell: float = 3.7
    pressed: tuple[float, float] = (9.0, 9.0)
    off: tuple[float, float] = (9.0, 9.0)
    off_key: tuple[float, float] = (9.0, 9.0)
    usb: tuple[float, float] = (9.0, 9.0)
    milliwatt: float = 200.0
    """What the Pico and its panel take at VSYS."""
    p: float = P_TYPICAL
    n: float = N_TYPICAL
    n_of: Mapping[str, float] = field(default_factory=dict)
    """Thresholds of single n-FETs, by designator."""
    cell_ohm: float = 0.15
    plugged: float = 0.0
    """When the cell is plugged in."""
    rise: float = 1e-6
    """How long it takes to come: longer if its protection wakes."""
    stat: str = "low"
    """What the charger does with STAT while USB is there: "low" charging, "open" or "high" full."""
    end: float = 0.6


def _value(part: Part) -> float:
    if "ohm" in part.data:
        return float(part.data["ohm"])
    for unit, factor in _UNIT.items():
        if part.value.endswith(unit):
            return float(part.value[: -len(unit)]) * factor
    raise ValueError(f"{part.ref}: no value in {part.value!r}")


def _pulse(name: str, when: tuple[float, float]) -> str:
    start, end = when
    return f"V{name} {name} 0 PULSE(0 1 {start} 1u 1u {max(end - start, 1e-3)} 100)"


def _above(node: str, volt: float) -> str:
    """Return a term that goes from 0 to 1 where the node passes a voltage."""
    return f"(0.5 + 0.5 * tanh((V({node}) - {volt}) * 30))"


def netlist(design: Design, bench: Bench) -> str:
    """Return the circuit as ngspice reads it."""
    node = {name: ("0" if name == "GND" else f"n_{name.lower()}") for name in _NETS}
    lines = ["* Pocket Pig, power path of the carrier board"]
    for part in design.parts.values():
        nets = [design.net_of(Pin(part.ref, pin)) for pin in part.pins]
        if part.kind not in _KINDS or not all(net in node for net in nets):
            continue
        ends = dict(zip(part.pins, (node[net] for net in nets)))
        if part.kind in ("p-fet", "n-fet"):
            fet = f"{part.kind[0]}fet{part.ref if part.ref in bench.n_of else ''}"
            lines.append(f"M{part.ref} {ends['D']} {ends['G']} {ends['S']} {fet}")
        elif part.kind in ("led", "diode"):
            model = "red" if part.kind == "led" else "small"
            lines.append(f"D{part.ref} {ends['A']} {ends['K']} {model}")
        elif part.kind == "battery":
            start, end = bench.plugged, bench.plugged + bench.rise
            before = f"{start} 0 " if start else ""
            lines.append(f"Vcell cellplus {ends['-']} PWL(0 0 {before}{end} {bench.cell})")
            lines.append(f"Rcell cellplus {ends['+']} {bench.cell_ohm}")
        else:
            letter = "C" if part.kind == "capacitor" else "R"
            lines.append(f"{letter}_{part.ref} {ends['1']} {ends['2']} {_value(part):g}")
    bat, vsys, vbus = node["BAT"], node["VSYS"], node["VBUS"]
    lines += [
        # The keys ON and OFF.
        _pulse("press", bench.pressed),
        f"Spress {node['LATCH_ON']} 0 press 0 button",
        _pulse("offkey", bench.off_key),
        f"Soffkey {node['LATCH_OFF']} 0 offkey 0 button",
        # USB: a source that can be pulled out, and what the Pico itself hangs on VBUS.
        _pulse("usb", bench.usb),
        "V5 five 0 5",
        f"Susb five {vbus} usb 0 plug",
        f"Rsense {vbus} 0 15.6k",
        f"Cusb {vbus} 0 1u",
        f"Dpico {vbus} {vsys} schottky",
        # The Pico: its capacitors and its converter, which stops below 1.8 V.
        f"Csys {vsys} 0 47u",
        f"Bload {vsys} 0 I = {_above(vsys, 1.8)} * {bench.milliwatt / 1000} / max(V({vsys}), 1)"
        f" + V({vsys}) / 2k",
        f"B3v3 inside 0 V = 3.3 * {_above(vsys, 1.8)}",
        f"R3v3 inside {node['3V3']} 0.1",
        f"C3v3 {node['3V3']} 0 47u",
        _pulse("off", bench.off),
        f"Boff offpin 0 V = V(off) * V({node['3V3']})",
        f"Roff offpin {node['POWER_OFF']} 100",
        # The charger: 100 mA, a tenth of it into an empty cell, up to 4.2 V; a little backwards.
        f"Bcharge 0 {bat} I = {_above(vbus, 3.5)} * max(0, min(10m + 90m * {_above(bat, 2.9)},"
        f" (4.2 - V({bat})) * 5))",
        f"Rleak {bat} 0 2meg",
        # Its STAT: to ground, open, or to VBUS (MCP73831); judged: a diode from it to VBUS inside.
        f"Bstat statin 0 V = {'0.2' if bench.stat == 'low' else f'V({vbus})'}",
        f"Bpull pull 0 V = {0 if bench.stat == 'open' else _above(vbus, 3.5)}",
        f"Sstat statin {node['STAT']} pull 0 stat",
        f"Dstat {node['STAT']} {vbus} small",
        # GP8's pull-up.
        f"Rcharge {node['3V3']} {node['CHARGE']} 60k",
        f".model pfet VDMOS(pchan Vto=-{bench.p} Kp=12 Rd=30m Rs=10m Rg=5 Cgs=600p Cgdmax=150p"
        " Cgdmin=50p Cjo=100p Is=1e-12 Rb=30m ksubthres=0.04)",
        f".model nfet VDMOS(nchan Vto={bench.n} {_NFET}",
        *(f".model nfet{ref} VDMOS(nchan Vto={volt} {_NFET}" for ref, volt in bench.n_of.items()),
        ".model small D(Is=1e-7 N=1.05 Rs=0.5 Cjo=50p)",
        ".model schottky D(Is=2e-6 N=1.05 Rs=0.1 Cjo=100p)",
        ".model red D(Is=1e-18 N=1.9 Rs=5)",
        ".model button SW(Vt=0.5 Vh=0.1 Ron=0.1 Roff=1e9)",
        ".model stat SW(Vt=0.5 Vh=0.1 Ron=50 Roff=1e8)",
        ".model plug SW(Vt=0.5 Vh=0.1 Ron=0.2 Roff=1e9)",
        ".options reltol=1e-3 abstol=1e-9 method=gear",
        # The cell has just been plugged in: every capacitor is empty.
        f".tran 20u {bench.end} 0 50u uic",
        ".control",
        "run",
        f"wrdata out.txt v({vsys}) v({bat}) v({node['LATCH']}) i(Vcell) v({vbus}) i(V5)"
        f" v({node['CHARGE']}) v({node['LIGHT']},{node['STAT']})",
        "quit",
        ".endc",
        ".end",
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Trace:
    """What was measured over time. `cell` is what flows out of the cell, in amperes."""

    times: tuple[float, ...]
    values: Mapping[str, tuple[float, ...]]

    def between(self, name: str, start: float, end: float) -> list[float]:
        return [v for t, v in zip(self.times, self.values[name]) if start <= t <= end]

    def at(self, name: str, time: float) -> float:
        return next(v for t, v in zip(self.times, self.values[name]) if t >= time)


def run(design: Design, bench: Bench) -> Trace:
    """Run ngspice. Raises FileNotFoundError without it, RuntimeError if it gives up."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "board.cir").write_text(netlist(design, bench))
        result = subprocess.run(
            ["ngspice", "-b", "board.cir"], cwd=folder, capture_output=True, text=True, timeout=120
        )
        out = Path(folder) / "out.txt"
        if not out.exists():
            raise RuntimeError(result.stdout + result.stderr)
        rows = [[float(word) for word in line.split()] for line in out.read_text().splitlines()]
    columns = list(zip(*rows))
    names = ("vsys", "bat", "latch", "cell", "vbus", "usb", "charge", "light")
    values = {name: tuple(columns[1 + 2 * i]) for i, name in enumerate(names)}
    for name in ("cell", "usb"):  # ngspice counts what flows into the plus of a source
        values[name] = tuple(-v for v in values[name])
    return Trace(tuple(columns[0]), values)
