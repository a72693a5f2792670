# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Electrical rule check. Each rule is a function that yields its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from maker import chips
from maker.model import (
    CARRIER_SIGNALS,
    FREE_ELSEWHERE,
    SIGNALS,
    Board,
    Design,
    Net,
    Pin,
)


@dataclass(frozen=True)
class Fault:
    """A broken rule: `rule` is its short name, `message` names the pins."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


def _board_side(net: Net, design: Design) -> list[Pin]:
    return [pin for pin in net.pins if pin.ref == design.mcu.ref]


def one_net_each(design: Design) -> Iterator[Fault]:
    """Check that every pin is on one net, except spare GPIOs and pins listed in `no_connect`."""
    used = Counter(pin for net in design.nets for pin in net.pins)
    for pin, count in used.items():
        if count > 1:
            names = [net.name for net in design.nets if pin in net.pins]
            yield Fault("pin_on_two_nets", f"{pin} is on {', '.join(names)}")
    for part in design.parts.values():
        allowed = set(part.data.get("no_connect", ()))
        for name in part.pins:
            pin = Pin(part.ref, name)
            # Spare GPIOs, and three pins with a pull-up or filter on the board.
            spare = name.startswith("GP") or name in ("RUN", "ADC_VREF", "3V3_EN")
            if name in allowed and pin in used:
                yield Fault("no_connect_used", f"{pin} is said to be free, but is not")
            elif pin not in used and name not in allowed and not (part.kind == "board" and spare):
                rule = "floating_button" if part.kind == "button" else "floating_pin"
                yield Fault(rule, f"{pin} is on no net")
    for net in design.nets:
        if len(net.pins) < 2:
            yield Fault("single_pin_net", f"{net.name} joins nothing")


def supplied(design: Design) -> Iterator[Fault]:
    """Check that supply pins are on a supply and the only ground net, the panel on 3V3."""
    role = {pin: net.role for net in design.nets for pin in net.pins}
    wanted = {Pin(design.mcu.ref, name): "ground" for name in design.mcu.pins if "GND" in name}
    for part in design.parts.values():
        roles = zip(part.data.get("supply", ()), ("supply", "ground"))
        wanted.update({Pin(part.ref, name): kind for name, kind in roles})
    for pin, kind in wanted.items():
        if role.get(pin) != kind:
            yield Fault("unsupplied", f"{pin} is on no {kind} net")
    grounds = [net.name for net in design.nets if net.role == "ground"]
    if len(grounds) != 1:
        yield Fault("grounds", f"there must be one ground net, not {grounds}")
    # The panel's pull-ups are on its supply: with 5 V they would feed 5 V into the chip.
    for part in design.of_kind("panel"):
        pin = Pin(part.ref, part.data["supply"][0])
        net = design.net_of(pin)
        if net != "3V3":
            yield Fault("wrong_level", f"{pin} must be on 3V3, it is on {net or 'nothing'}")


def board_row(board: Board) -> Iterator[Fault]:
    """Check a board's pins: possible roles, no GPIO twice, one bus, PWM for the buzzer."""
    numbers: dict[str, int] = {}
    for signal in (*SIGNALS, *FREE_ELSEWHERE):
        name = board.pins[signal]
        if not name and signal in FREE_ELSEWHERE:
            continue
        number = chips.gpio(board.chip, name)
        if number is None or number not in chips.FREE_GPIOS[board.chip]:
            yield Fault("no_such_gpio", f"{board.id}: {signal} = {name!r}")
        else:
            numbers[signal] = number
    for number, count in Counter(numbers.values()).items():
        if count > 1:
            names = [signal for signal, value in numbers.items() if value == number]
            yield Fault("gpio_twice", f"{board.id}: {' and '.join(names)} share {number}")
    buses = set()
    for signal in ("sda", "scl"):
        if signal in numbers:
            bus, role = chips.i2c_role(board.chip, numbers[signal])
            if role != signal:
                text = f"{board.id}: {board.pins[signal]} cannot be {signal.upper()}"
                yield Fault("i2c_role", text)
            else:
                buses.add(bus)
    if len(buses) > 1:
        yield Fault("i2c_bus", f"{board.id}: SDA and SCL belong to different buses")
    if "buzzer" in numbers and chips.pwm_slice(board.chip, numbers["buzzer"]) is None:
        yield Fault("pwm", f"{board.id}: {board.pins['buzzer']} has no PWM")


def pwm_slices(design: Design) -> Iterator[Fault]:
    """Check that nets of role `pwm` are on distinct slices, since a slice has one frequency."""
    taken: dict[int, str] = {}
    chip = design.reference.chip
    for net in design.nets:
        for pin in _board_side(net, design) if net.role == "pwm" else ():
            number = chips.gpio(chip, pin.name)
            found = None if number is None else chips.pwm_slice(chip, number)
            if found is None:
                yield Fault("pwm", f"{pin} has no PWM")
            elif found in taken:
                yield Fault("pwm_slice", f"{net.name} and {taken[found]} share slice {found}")
            else:
                taken[found] = net.name


def signals(design: Design, names: Sequence[str] = SIGNALS) -> Iterator[Fault]:
    """Check that each signal of the reference board has one net, on the pin of its row."""
    for signal in names:
        nets = [net for net in design.nets if net.signal == signal]
        wanted = Pin(design.mcu.ref, design.reference.pins[signal])
        if len(nets) != 1:
            yield Fault("signal", f"{signal} is carried by {len(nets)} nets")
        elif _board_side(nets[0], design) != [wanted]:
            yield Fault("signal", f"{nets[0].name} must reach {wanted} and no other pin")


def _pull_ups(design: Design, net: Net) -> list[float]:
    """Return the ohms of the net's pull-ups: those on modules, and resistors to a supply."""
    supplies = {pin for other in design.nets if other.role == "supply" for pin in other.pins}
    values = []
    for pin in net.pins:
        part = design.parts[pin.ref]
        value = part.data.get("pull_up_ohm", {}).get(pin.name)
        others = {Pin(part.ref, name) for name in part.pins} - {pin}
        if part.kind == "resistor" and others & supplies:
            value = part.data["ohm"]
        if value:
            values.append(float(value))
    return values


def levels(design: Design) -> Iterator[Fault]:
    """Check that no input floats: pull-ups on the bus and every button, buttons to ground."""
    bus = design.raw["bus"]
    for net in design.nets:
        kinds = [design.parts[pin.ref].kind for pin in net.pins]
        if net.role in ("i2c_sda", "i2c_scl"):
            values = _pull_ups(design, net)
            if not values:
                yield Fault("pull_up", f"{net.name} has no pull-up")
            else:
                # UM10204, 7.1: from 0.3 to 0.7 of the supply an RC takes 0.8473 RC.
                ohms = 1 / sum(1 / value for value in values)
                rise = 0.8473 * ohms * bus["capacitance_pf"] / 1000
                if rise > bus["rise_ns"]:
                    yield Fault("pull_up", f"{net.name} rises in {rise:.0f} ns")
            if "panel" not in kinds:
                yield Fault("panel_bus", f"{net.name} does not reach the panel")
            for pin, kind in zip(net.pins, kinds):
                if kind == "panel" and pin.name != net.role[-3:].upper():
                    yield Fault("panel_bus", f"{net.name} reaches {pin}")
        if net.role == "button":
            if net.pull != "internal":
                yield Fault("pull_up", f"{net.name} has no pull-up")
            if kinds.count("button") != 1:
                text = f"{net.name} reaches {kinds.count('button')} buttons"
                yield Fault("floating_button", text)
    ground = {pin for net in design.nets if net.role == "ground" for pin in net.pins}
    for part in design.of_kind("button"):
        if sum(Pin(part.ref, name) in ground for name in part.pins) != 1:
            yield Fault("floating_button", f"{part.ref} must have one leg on ground")


def currents(design: Design) -> Iterator[Fault]:
    """Check the currents of pins, the 3V3 rail, the USB port and the cell."""
    limits = design.raw["limits"]
    for net in design.nets:
        ohms = sum(design.parts[pin.ref].data.get("ohm", 0) for pin in net.pins)
        # A piezo is a capacitor: at each edge only the resistor limits the current.
        if net.role == "pwm" and limits["gpio_ma"] * ohms < limits["logic_v"] * 1000:
            yield Fault("gpio_current", f"{net.name}: more than {limits['gpio_ma']} mA")
    load = sum(float(part.data.get("load_ma", 0)) for part in design.parts.values())
    if load > limits["rail_3v3_ma"]:
        yield Fault("rail_current", f"3V3 would carry {load:g} mA")
    charge = sum(float(part.data["charge_ma"]) for part in design.of_kind("charger"))
    total = load + limits["pico_ma"] + charge
    if total > limits["usb_ma"]:
        yield Fault("usb_current", f"USB would carry {total:g} mA")
    for cell in design.of_kind("battery"):
        if charge > float(cell.data["capacity_mah"]):  # 1 C, the limit of a LiPo cell
            yield Fault("charge_current", f"{charge:g} mA is too much for {cell.ref}")


def wiring(design: Design) -> Iterator[Fault]:
    """Check that wires, links and plugs join exactly the pins of each net."""
    pairs = [(wire.start, wire.end) for wire in design.wires]
    for part in design.parts.values():
        joined = list(part.data.get("joined", ()))
        if part.kind == "board":
            joined.append([name for name in part.pins if "GND" in name])
        for names in joined:
            pairs += [(Pin(part.ref, names[0]), Pin(part.ref, name)) for name in names[1:]]
        if "at_pin" in part.data:
            ref, _, name = part.data["at_pin"].partition(".")
            pairs.append((Pin(part.ref, part.pins[0]), Pin(ref, name)))
    group = {pin: {pin} for net in design.nets for pin in net.pins}
    for one, other in pairs:
        merged = group.get(one, {one}) | group.get(other, {other})
        group.update(dict.fromkeys(merged, merged))
    for net in design.nets:
        pins = set(net.pins)
        reached = group[net.pins[0]] if net.pins else pins
        for rule, text, others in (
            ("unwired", "no wire to", pins - reached),
            ("short", "wires reach", reached - pins),
        ):
            if others:
                yield Fault(rule, f"{net.name}: {text} {', '.join(sorted(map(str, others)))}")


def pin_files(design: Design) -> Iterator[Fault]:
    """Check that a board like the Pico has the reference board's pins or a pin file of its own."""
    for board in design.boards:
        differs = board.chip in chips.RP2 and board.pins != design.reference.pins
        if differs and not board.firmware_pins:
            wanted = 'firmware_pins = "firmware/board_pico/pins_<its board_id>.py"'
            message = f"{board.id}: its pins are not {design.reference.id}'s: add {wanted}"
            yield Fault("firmware_pins", message)
    for path, count in Counter(board.firmware_pins for board in design.boards).items():
        if path and count > 1:
            yield Fault("firmware_pins", f"{path} is the pin file of {count} boards")


def check(design: Design) -> list[Fault]:
    """Check all rules; return the faults, the most basic ones first."""
    found = [*one_net_each(design), *supplied(design)]
    for board in design.boards:
        found += board_row(board)
    for rule in (pwm_slices, pin_files, signals, levels, currents, wiring):
        found += rule(design)
    return found


def check_carrier(design: Design) -> Iterator[Fault]:
    """Check the carrier board's circuit: the rules that concern a board, and some of its own."""
    for rule in (one_net_each, pwm_slices, levels, currents):
        yield from rule(design)
    yield from signals(design, (*SIGNALS, *CARRIER_SIGNALS))
    net = {pin: net.name for net in design.nets for pin in net.pins}
    # Both orders of the panel's first two pins: the middle of each jumper goes to the panel, its
    # sides to GND and 3V3, and the two jumpers the opposite way.
    for side, wanted in (("A", ("GND", "3V3")), ("B", ("3V3", "GND"))):
        if (net.get(Pin("JP1", side)), net.get(Pin("JP2", side))) != wanted:
            yield Fault("panel_order", f"side {side} of JP1 and JP2")
    for jumper, pin in (("JP1", "1"), ("JP2", "2")):
        if net.get(Pin(jumper, "C")) != net.get(Pin("DS1", pin)):
            yield Fault("panel_order", f"{jumper} does not reach the panel")
    told = Pin(design.mcu.ref, design.reference.pins["carrier"])
    if net.get(told) != "GND":
        yield Fault("carrier_told", f"{told} must be on GND: it tells the firmware the board")
    # At 4.7 kilohm the firmware's pull-up leaves the gate low, and a pin with RP2350's erratum E9
    # (8.2 kilohm or less, as its data sheet says) cannot hold itself high.
    off = [design.parts[pin.ref] for row in design.nets for pin in row.pins if row.role == "output"]
    if not any(part.kind == "resistor" and part.data["ohm"] <= 8200 for part in off):
        yield Fault("pull_down", "the pin that switches off needs 8.2 kilohm or less to ground")
    # STAT of an MCP73831 rises to 5 V: only a diode's cathode may be beside it on its net, and the
    # light hangs on VBUS, so that it is dark without USB.
    charger = design.of_kind("charger")[0]
    stat = next(row for row in design.nets if Pin(charger.ref, "STAT") in row.pins)
    if not all(pin.ref == charger.ref or pin.name == "K" for pin in stat.pins):
        yield Fault("stat", f"{stat.name} may reach cathodes alone")
    for led in design.of_kind("led"):
        light = next(row for row in design.nets if Pin(led.ref, "A") in row.pins)
        ends = {net.get(Pin(p.ref, n)) for p in light.pins for n in design.parts[p.ref].pins}
        if "VBUS" not in ends:
            yield Fault("stat", f"{led.ref} does not get its current from VBUS")
    ohms = [
        design.parts[pin.ref].data["ohm"]
        for row in design.nets
        if Pin(charger.ref, "PROG") in row.pins
        for pin in row.pins
        if design.parts[pin.ref].kind == "resistor"
    ]
    # MCP73831/2 data sheet, equation 4-1: 1000 V / R.
    if len(ohms) != 1 or abs(1000 / ohms[0] * 1000 - charger.data["charge_ma"]) > 1:
        yield Fault("charge_current", "the resistor at PROG does not set charge_ma")
