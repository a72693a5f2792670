# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Finds the serial port of a handheld that is plugged in.

CircuitPython shows two ports: the console first, then the data channel, which is the bridge's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

from serial.tools import list_ports

ADAFRUIT_VID = 0x239A  # CircuitPython's, on a Pico too


class NoBoard(Exception):
    """No handheld, or more than one; the message says what to do."""


class PortInfo(Protocol):
    """What pyserial tells about a port (see ``serial.tools.list_ports``)."""

    device: str
    vid: int | None
    serial_number: str | None
    location: str | None
    interface: str | None
    product: str | None


def find_board(ports: Iterable[PortInfo] | None = None) -> str:
    """The device name of the one handheld's bridge port. Raises NoBoard."""
    found = bridge_ports(list_ports.comports() if ports is None else ports)
    if len(found) == 1:
        return found[0]
    if found:
        raise NoBoard("several boards are plugged in; choose one: --port " + " or ".join(found))
    raise NoBoard(
        "no handheld found: plug it in (the cable must carry data) or name its port with --port; "
        "a simulator tells its own when `pocketpig serve` starts"
    )


def bridge_ports(ports: Iterable[PortInfo]) -> list[str]:
    """The second serial port of every board that runs CircuitPython."""
    boards: dict[tuple[str, str], list[PortInfo]] = defaultdict(list)
    for port in ports:
        words = f"{port.interface or ''} {port.product or ''}"
        if port.vid == ADAFRUIT_VID or "CircuitPython" in words:
            # The interface number behind the colon tells the two apart, not the board.
            location = (port.location or "").partition(":")[0]
            boards[port.serial_number or "", location].append(port)
    found = []
    for board in boards.values():
        named = [port for port in board if "CDC2" in (port.interface or "")]
        if named:
            found.append(named[0].device)
        elif len(board) > 1:
            found.append(max(board, key=_order).device)
    return sorted(found)


def _order(port: PortInfo) -> tuple[str, int, str]:
    """Interfaces are numbered in the order in which the board shows them."""
    return ((port.location or "").partition(":")[2], len(port.device), port.device)
