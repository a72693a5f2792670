"""Find the serial port of a handheld that is plugged in.

In play mode a handheld has one port: the data channel, which is the bridge's. In computer mode it
has CircuitPython's console as well. On Linux and macOS the port's interface name tells them apart:
the data channel's contains CDC2. Elsewhere every candidate is asked.
"""

from collections.abc import Callable, Iterable

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from host_sim.link.client import CannotConnect, Client, ClientError

ADAFRUIT_VID = 0x239A  # CircuitPython uses it on a Pico, too
ANSWER_SECONDS = 2.0


def answers(url: str) -> bool:
    """Return True if a handheld answers on that port within ANSWER_SECONDS."""
    try:
        with Client.open(url, ANSWER_SECONDS) as client:
            return bool(client.call("hello")["product"] == "pocketpig")
    except (ClientError, KeyError, TypeError):
        return False


def find_board(
    ports: Iterable[ListPortInfo] | None = None, answers: Callable[[str], bool] = answers
) -> str:
    """Return the device name of the handheld's bridge port. Raises CannotConnect."""
    found = bridge_ports(list_ports.comports() if ports is None else ports)
    if len(found) > 1 or not all(named for _, named in found):
        found = [(device, named) for device, named in found if answers(device)]
    if len(found) == 1:
        return found[0][0]
    if found:
        devices = " or ".join(device for device, _ in found)
        raise CannotConnect(f"several boards are plugged in; choose one: --port {devices}")
    raise CannotConnect(
        "no handheld found: plug it in (the cable must carry data) or name its port with --port; "
        "`pocketpig serve` prints a simulator's port when it starts"
    )


def bridge_ports(ports: Iterable[ListPortInfo]) -> list[tuple[str, bool]]:
    """Return [(device, named)] of the ports that may be CircuitPython's data channel. ``named``:
    the interface name says that it is."""
    found = []
    for port in ports:
        interface = port.interface or ""
        if port.vid == ADAFRUIT_VID or "CircuitPython" in f"{interface} {port.product or ''}":
            named = "CDC2" in interface
            if named or "CDC" not in interface:
                found.append((port.device, named))
    return sorted(found)
