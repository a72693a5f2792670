# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Electrical rule check. Each rule is a function that returns a list of faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from host_sim.hardware import chips
from host_sim.hardware.model import CARRIER_SIGNALS, SIGNALS, Board, Design, Net, Pin


@dataclass(frozen=True)
class Fault:
    """A broken rule: `rule` is its short name, `message` names the pins."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


def _board_side(net: Net, design: Design) -> list[Pin]:
    return [pin for pin in net.pins if pin.ref == design.mcu.ref]


def one_net_each(design: Design) -> list[Fault]:
    """Check that every pin is on one net, except spare GPIOs and pins listed in `no_connect`."""
    faults = []
    used = Counter(pin for net in design.nets for pin in net.pins)
    for pin, count in used.items():
        if count > 1:
            names = [net.name for net in design.nets if pin in net.pins]
            faults.append(Fault("pin_on_two_nets", f"{pin} is on {', '.join(names)}"))
    for part in design.parts.values():
        allowed = set(part.data.get("no_connect", ()))
        for name in part.pins:
            pin = Pin(part.ref, name)
            if part.kind == "board":
                # Spare GPIOs, and three pins with a pull-up or filter on the board.
                spare = name.startswith("GP") or name in ("RUN", "ADC_VREF", "3V3_EN")
                if spare and pin not in used:
                    continue
            if name in allowed:
                if pin in used:
                    faults.append(Fault("no_connect_used", f"{pin} is said to be free, but is not"))
            elif pin not in used:
                rule = "floating_button" if part.kind == "button" else "floating_pin"
                faults.append(Fault(rule, f"{pin} is on no net"))
    for net in design.nets:
        if len(net.pins) < 2:
            faults.append(Fault("single_pin_net", f"{net.name} joins nothing"))
    return faults


def supplied(design: Design) -> list[Fault]:
    """Check that supply pins are on a supply and the only ground net, the panel on 3V3."""
    faults = []
    role = {pin: net.role for net in design.nets for pin in net.pins}
    for part in design.parts.values():
        plus, minus = part.data.get("supply", ("", ""))
        for name, wanted in ((plus, "supply"), (minus, "ground")):
            if name and role.get(Pin(part.ref, name)) != wanted:
                faults.append(Fault("unsupplied", f"{part.ref}.{name} is on no {wanted} net"))
    grounds = [net.name for net in design.nets if net.role == "ground"]
    if len(grounds) != 1:
        faults.append(Fault("grounds", f"there must be one ground net, not {grounds}"))
    for name in design.mcu.pins:
        if "GND" in name and role.get(Pin(design.mcu.ref, name)) != "ground":
            faults.append(Fault("unsupplied", f"{design.mcu.ref}.{name} is not on ground"))
    # The panel's pull-ups are on its supply: with 5 V they would feed 5 V into the chip.
    for part in design.of_kind("panel"):
        pin = Pin(part.ref, part.data["supply"][0])
        if design.net_of(pin) != "3V3":
            faults.append(
                Fault(
                    "wrong_level",
                    f"{pin} must be on 3V3, it is on {design.net_of(pin) or 'nothing'}",
                )
            )
    return faults


def board_row(board: Board) -> list[Fault]:
    """Check a board's pins: possible roles, no GPIO twice, one bus, distinct PWM slices."""
    faults = []
    numbers: dict[str, int] = {}
    for signal in (*SIGNALS, *CARRIER_SIGNALS):
        name = board.pins[signal]
        if not name and signal in CARRIER_SIGNALS:
            continue
        number = chips.gpio(board.chip, name)
        if number is None or number not in chips.FREE_GPIOS[board.chip]:
            faults.append(Fault("no_such_gpio", f"{board.id}: {signal} = {name!r}"))
        else:
            numbers[signal] = number
    for number, count in Counter(numbers.values()).items():
        if count > 1:
            names = [signal for signal, value in numbers.items() if value == number]
            faults.append(Fault("gpio_twice", f"{board.id}: {' and '.join(names)} share {number}"))
    buses = set()
    for signal in ("sda", "scl"):
        if signal in numbers:
            role = chips.i2c_role(board.chip, numbers[signal])
            if role is None or role[1] != signal:
                faults.append(
                    Fault(
                        "i2c_role", f"{board.id}: {board.pins[signal]} cannot be {signal.upper()}"
                    )
                )
            else:
                buses.add(role[0])
    if len(buses) > 1:
        faults.append(Fault("i2c_bus", f"{board.id}: SDA and SCL belong to different buses"))
    slices: dict[int, str] = {}
    for signal in ("buzzer",):
        if signal in numbers:
            found = chips.pwm(board.chip, numbers[signal])
            if found is None:
                faults.append(Fault("pwm", f"{board.id}: {board.pins[signal]} has no PWM"))
            elif found[0] in slices:
                faults.append(Fault("pwm_slice", f"{board.id}: {signal} and {slices[found[0]]}"))
            else:
                slices[found[0]] = signal
    return faults


def pwm_slices(design: Design) -> list[Fault]:
    """Check that nets of role `pwm` are on distinct slices, since a slice has one frequency."""
    faults = []
    taken: dict[int, str] = {}
    chip = design.reference.chip
    for net in design.nets:
        if net.role != "pwm":
            continue
        for pin in _board_side(net, design):
            number = chips.gpio(chip, pin.name)
            found = None if number is None else chips.pwm(chip, number)
            if found is None:
                faults.append(Fault("pwm", f"{pin} has no PWM"))
            elif found[0] in taken:
                faults.append(
                    Fault("pwm_slice", f"{net.name} and {taken[found[0]]} share slice {found[0]}")
                )
            else:
                taken[found[0]] = net.name
    return faults


def signals(design: Design, names: Sequence[str] = SIGNALS) -> list[Fault]:
    """Check that each signal of the reference board has one net, on the pin of its row."""
    faults = []
    for signal in names:
        nets = [net for net in design.nets if net.signal == signal]
        wanted = Pin(design.mcu.ref, design.reference.pins[signal])
        if len(nets) != 1:
            faults.append(Fault("signal", f"{signal} is carried by {len(nets)} nets"))
        elif _board_side(nets[0], design) != [wanted]:
            faults.append(Fault("signal", f"{nets[0].name} must reach {wanted} and no other pin"))
    return faults


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


def levels(design: Design) -> list[Fault]:
    """Check that no input floats: pull-ups on the bus and every button, buttons to ground."""
    faults = []
    bus = design.raw["bus"]
    for net in design.nets:
        if net.role in ("i2c_sda", "i2c_scl"):
            values = _pull_ups(design, net)
            if not values:
                faults.append(Fault("pull_up", f"{net.name} has no pull-up"))
            else:
                # UM10204, 7.1: from 0.3 to 0.7 of the supply an RC takes 0.8473 RC.
                ohms = 1 / sum(1 / value for value in values)
                rise = 0.8473 * ohms * bus["capacitance_pf"] / 1000
                if rise > bus["rise_ns"]:
                    faults.append(Fault("pull_up", f"{net.name} rises in {rise:.0f} ns"))
            kinds = {design.parts[pin.ref].kind for pin in net.pins}
            if "panel" not in kinds:
                faults.append(Fault("panel_bus", f"{net.name} does not reach the panel"))
            wanted = net.role[-3:].upper()
            for pin in net.pins:
                if design.parts[pin.ref].kind == "panel" and pin.name != wanted:
                    faults.append(Fault("panel_bus", f"{net.name} reaches {pin}"))
        if net.role == "button":
            if net.pull != "internal" or design.reference.chip not in chips.HAS_PULL_UPS:
                faults.append(Fault("pull_up", f"{net.name} has no pull-up"))
            buttons = [pin for pin in net.pins if design.parts[pin.ref].kind == "button"]
            if len(buttons) != 1:
                faults.append(
                    Fault("floating_button", f"{net.name} reaches {len(buttons)} buttons")
                )
    ground = {pin for net in design.nets if net.role == "ground" for pin in net.pins}
    for part in design.of_kind("button"):
        if sum(Pin(part.ref, name) in ground for name in part.pins) != 1:
            faults.append(Fault("floating_button", f"{part.ref} must have one leg on ground"))
    return faults


def currents(design: Design) -> list[Fault]:
    """Check the currents of pins, the 3V3 rail, the USB port and the cell."""
    faults = []
    limits = design.raw["limits"]
    for net in design.nets:
        if net.role != "pwm":
            continue
        series = [design.parts[pin.ref].data.get("ohm") for pin in net.pins]
        ohms = sum(value for value in series if value)
        # A piezo is a capacitor: at each edge only the resistor limits the current.
        if not ohms or limits["logic_v"] / ohms * 1000 > limits["gpio_ma"]:
            faults.append(Fault("gpio_current", f"{net.name}: more than {limits['gpio_ma']} mA"))
    loads = [float(part.data.get("load_ma", 0)) for part in design.parts.values()]
    if sum(loads) > limits["rail_3v3_ma"]:
        faults.append(Fault("rail_current", f"3V3 would carry {sum(loads):g} mA"))
    charge = sum(float(part.data["charge_ma"]) for part in design.of_kind("charger"))
    total = sum(loads) + limits["pico_ma"] + charge
    if total > limits["usb_ma"]:
        faults.append(Fault("usb_current", f"USB would carry {total:g} mA"))
    for cell in design.of_kind("battery"):
        if charge > float(cell.data["capacity_mah"]):  # 1 C, the limit of a LiPo cell
            faults.append(Fault("charge_current", f"{charge:g} mA is too much for {cell.ref}"))
    return faults


def wiring(design: Design) -> list[Fault]:
    """Check that wires, links and plugs join exactly the pins of each net."""
    group: dict[Pin, set[Pin]] = {}

    def members(pin: Pin) -> set[Pin]:
        return group.setdefault(pin, {pin})

    def join(one: Pin, other: Pin) -> None:
        merged = members(one) | members(other)
        for pin in merged:
            group[pin] = merged

    for part in design.parts.values():
        joined = list(part.data.get("joined", ()))
        if part.kind == "board":
            joined.append([name for name in part.pins if "GND" in name])
        for names in joined:
            for name in names[1:]:
                join(Pin(part.ref, names[0]), Pin(part.ref, name))
        if "at_pin" in part.data:
            ref, _, name = part.data["at_pin"].partition(".")
            join(Pin(part.ref, part.pins[0]), Pin(ref, name))
    for wire in design.wires:
        join(wire.start, wire.end)
    faults = []
    for net in design.nets:
        pins = set(net.pins)
        reached = members(net.pins[0]) if net.pins else set()
        if pins - reached:
            faults.append(
                Fault(
                    "unwired",
                    f"{net.name}: no wire to {', '.join(sorted(map(str, pins - reached)))}",
                )
            )
        if reached - pins:
            faults.append(
                Fault(
                    "short",
                    f"{net.name}: wires reach {', '.join(sorted(map(str, reached - pins)))}",
                )
            )
    return faults


def pin_files(design: Design) -> list[Fault]:
    """Check that a board like the Pico has the reference board's pins or a pin file of its own."""
    faults = []
    for board in design.boards:
        differs = board.chip in chips.RP2 and board.pins != design.reference.pins
        if differs and not board.firmware_pins:
            wanted = 'firmware_pins = "firmware/board_pico/pins_<its board_id>.py"'
            message = f"{board.id}: its pins are not {design.reference.id}'s: add {wanted}"
            faults.append(Fault("firmware_pins", message))
    for path, count in Counter(board.firmware_pins for board in design.boards).items():
        if path and count > 1:
            faults.append(Fault("firmware_pins", f"{path} is the pin file of {count} boards"))
    return faults


def check(design: Design) -> list[Fault]:
    """Check all rules; return the faults, the most basic ones first."""
    faults = one_net_each(design) + supplied(design)
    for board in design.boards:
        faults += board_row(board)
    return (
        faults
        + pwm_slices(design)
        + pin_files(design)
        + signals(design)
        + levels(design)
        + currents(design)
        + wiring(design)
    )
