# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The schematic: every net of the design, drawn with standard symbols."""

from __future__ import annotations

import re

from maker.drawing import GREY, INK, Drawing, Point
from maker.model import Design

_WIRE = "#1f7a3a"
_BODY = "#fff7df"


def _ground(drawing: Drawing, x: float, y: float) -> None:
    drawing.line((x, y), (x, y + 14), colour=_WIRE)
    for index, half in enumerate((15, 10, 5)):
        drawing.line((x - half, y + 14 + 6 * index), (x + half, y + 14 + 6 * index))


def _net(drawing: Drawing, *points: Point) -> None:
    drawing.line(*points, colour=_WIRE, width=2.5)


def _button(drawing: Drawing, x: float, y: float) -> None:
    """Draw a push button with contacts at x and x + 80."""
    drawing.circle(x + 8, y, 5, fill="#ffffff")
    drawing.circle(x + 72, y, 5, fill="#ffffff")
    drawing.line((x + 8, y - 16), (x + 72, y - 16), width=2.5)
    drawing.line((x + 40, y - 16), (x + 40, y - 30), width=2.5)


def _resistor(drawing: Drawing, x: float, y: float) -> None:
    """Draw a resistor from x to x + 80."""
    _net(drawing, (x, y), (x + 10, y))
    _net(drawing, (x + 70, y), (x + 80, y))
    drawing.rect(x + 10, y - 10, 60, 20, fill=_BODY)


def _piezo(drawing: Drawing, x: float, y: float) -> None:
    drawing.line((x - 9, y - 20), (x - 9, y + 20), width=3)
    drawing.rect(x - 4, y - 16, 8, 32, fill=_BODY)
    drawing.line((x + 9, y - 20), (x + 9, y + 20), width=3)


def _pin(drawing: Drawing, x: float, y: float, name: str, number: int, side: str) -> None:
    """Draw a pin of a box: name inside, number outside."""
    left = side == "left"
    inwards = 1 if left else -1
    if number:
        drawing.text(x - 6 * inwards, y - 12, str(number), 13, "end" if left else "start", GREY)
    drawing.text(x + 10 * inwards, y, name, 16, "start" if left else "end")


def _inputs(drawing: Drawing, design: Design) -> None:
    """Draw buttons and piezo left of the Pico."""
    mcu, y = design.mcu, 380
    for net in design.nets:
        if net.role not in ("button", "pwm"):
            continue
        pin = next(pin for pin in net.pins if pin.ref == mcu.ref)
        _pin(drawing, 620, y, pin.name, mcu.number(pin.name), "left")
        if net.role == "button":
            part = design.parts[next(p.ref for p in net.pins if p.ref != mcu.ref)]
            _button(drawing, 330, y)
            _net(drawing, (620, y), (402, y))
            _net(drawing, (338, y), (240, y))
            _ground(drawing, 240, y)
            drawing.text(310, y - 28, f"{part.ref} {part.data['label']}", 17, "end", bold=True)
        else:
            _net(drawing, (620, y), (430, y))
            _resistor(drawing, 350, y)
            _net(drawing, (350, y), (309, y))
            _piezo(drawing, 300, y)
            _net(drawing, (291, y), (240, y))
            _ground(drawing, 240, y)
            resistor = design.of_kind("resistor")[0]
            drawing.text(390, y - 28, f"{resistor.ref} {resistor.value}", 16, "middle", bold=True)
            drawing.text(280, y - 32, design.of_kind("buzzer")[0].ref, 16, "end", bold=True)
            drawing.text(510, y + 16, "PWM", 14, "middle", GREY)
            drawing.text(330, y + 30, "PIEZO", 14, "middle", GREY)
        drawing.text(510, y - 14, net.name, 14, "middle", GREY)
        y += 76
    drawing.text(
        60, 790, "Buttons: pull-ups inside the RP2040, switched on by the firmware", 15, colour=GREY
    )


def _bus(drawing: Drawing, design: Design) -> None:
    """Draw the panel at the right."""
    mcu, panel = design.mcu, design.of_kind("panel")[0]
    drawing.rect(1140, 330, 200, 250, fill=_BODY)
    drawing.text(1240, 352, panel.ref, 20, "middle", bold=True)
    drawing.text(1240, 600, "OLED 128x64 SSD1306", 16, "middle")
    bus = design.raw["bus"]
    addresses = f"I2C address 0x{bus['address']:02X} or 0x{bus['other_address']:02X}"
    drawing.text(1240, 622, addresses, 15, "middle", GREY)
    drawing.text(1240, 644, "pull-ups on the module", 15, "middle", GREY)
    for index, name in enumerate(("VCC", "SDA", "SCL")):
        y = 400 + 50 * index
        net = next(n for n in design.nets if any(str(p) == f"{panel.ref}.{name}" for p in n.pins))
        pin = next(pin for pin in net.pins if pin.ref == mcu.ref)
        _pin(drawing, 900, y, pin.name, mcu.number(pin.name), "right")
        _pin(drawing, 1140, y, name, panel.number(name), "left")
        _net(drawing, (900, y), (1140, y))
        drawing.text(1020, y - 14, net.name, 14, "middle", GREY)
    _pin(drawing, 1140, 550, "GND", panel.number("GND"), "left")
    _net(drawing, (1140, 550), (1090, 550))
    _ground(drawing, 1090, 550)


def _power(drawing: Drawing, design: Design) -> None:
    """Draw battery, charger and supply pins at the top."""
    mcu = design.mcu
    for x, name in ((700, "VBUS"), (820, "VSYS")):
        drawing.text(x, 274, name, 16, "middle")
        drawing.text(x + 8, 240, str(mcu.number(name)), 13, "start", GREY)
    _net(drawing, (700, 255), (700, 115), (1180, 115))
    drawing.text(780, 100, "VBUS (5 V from USB)", 14, "middle", GREY)
    _net(drawing, (820, 255), (820, 165), (870, 165))
    drawing.text(790, 200, "VSYS", 14, "middle", GREY)
    drawing.polygon((910, 149), (910, 181), (880, 165), fill=INK)
    drawing.line((880, 147), (880, 183), width=3)
    _net(drawing, (870, 165), (880, 165))
    _net(drawing, (910, 165), (990, 165))
    drawing.text(895, 135, "D1 1N5817", 15, "middle", bold=True)
    drawing.text(950, 182, "BAT_ON", 13, "middle", GREY)
    drawing.circle(996, 165, 5, fill="#ffffff")
    drawing.circle(1066, 165, 5, fill="#ffffff")
    drawing.line((1062, 162), (1002, 146), width=2.5)
    drawing.text(1031, 200, "SW5", 16, "middle", bold=True)
    _net(drawing, (1071, 165), (1180, 165))
    drawing.text(1120, 151, "BAT", 14, "middle", GREY)
    drawing.rect(1180, 85, 120, 160, fill=_BODY)
    drawing.text(1240, 72, "U2 charger", 17, "middle", bold=True)
    for y, name in ((115, "5V"), (165, "BAT"), (215, "G")):
        _pin(drawing, 1180, y, name, 0, "left")
    _net(drawing, (1180, 215), (1130, 215))
    _ground(drawing, 1130, 215)
    for y, name in ((140, "JST+"), (190, "JST-")):
        _pin(drawing, 1300, y, name, 0, "right")
    _net(drawing, (1300, 140), (1400, 140), (1400, 156))
    _net(drawing, (1300, 190), (1400, 190), (1400, 172))
    drawing.line((1376, 158), (1424, 158), width=3)
    drawing.line((1388, 170), (1412, 170), width=6)
    drawing.text(1350, 126, "CELL", 14, "middle", GREY)
    drawing.text(1434, 150, "+", 16)
    drawing.text(1400, 214, "BT1 LiPo", 16, "middle", bold=True)
    _ground(drawing, 760, 760)
    _net(drawing, (760, 745), (760, 762))
    drawing.text(760, 730, "GND, all eight", 15, "middle")
    drawing.text(1470, 276, "Battery parts are optional. D1 keeps USB out of", 14, "end", GREY)
    drawing.text(1470, 296, "the cell, the Pico's own diode the cell out of USB.", 14, "end", GREY)


def _tests(drawing: Drawing, design: Design) -> None:
    """Draw the pads for a serial console and a debugger."""
    y = 590
    for net in design.nets:
        if net.role != "test":
            continue
        pin = next(pin for pin in net.pins if pin.ref == design.mcu.ref)
        pad = next(pin for pin in net.pins if pin.ref != design.mcu.ref)
        number = design.mcu.number(pin.name)
        _pin(drawing, 900, y, pin.name, number if number <= 40 else 0, "right")
        _net(drawing, (900, y), (960, y))
        drawing.circle(966, y, 6, fill="#ffffff")
        drawing.text(980, y, f"{pad.ref} {net.name}", 14)
        y += 40


def sheet(design: Design) -> Drawing:
    """Return the schematic. Raises ValueError if it does not show every net of the design."""
    drawing = Drawing(1500, 900, "Pocket Pig: schematic")
    drawing.text(40, 44, "Pocket Pig: schematic", 30, bold=True)
    revision = f"revision {design.raw['project']['revision']}, {design.reference.name}"
    drawing.text(40, 78, revision, 17, colour=GREY)
    drawing.rect(620, 255, 280, 490, fill=_BODY)
    drawing.text(760, 310, design.mcu.ref, 22, "middle", bold=True)
    drawing.text(760, 338, design.reference.name, 17, "middle", bold=True)
    for block in (_inputs, _bus, _power, _tests):
        block(drawing, design)
    shown = {word for shape in drawing.shapes for word in re.findall(r"\w+", shape.text)}
    missing = [net.name for net in design.nets if net.name not in shown]
    if missing:
        raise ValueError(f"the schematic does not show {', '.join(missing)}")
    drawing.rect(40, 830, 1420, 46, fill="", stroke=GREY, width=1)
    drawing.text(
        60,
        853,
        "Small grey figures: the hole on the board. Green: a net. The battery is read"
        " through VSYS/3, which the Pico carries on GPIO29.",
        16,
    )
    return drawing
