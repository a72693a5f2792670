"""An emulated Raspberry Pi Pico that runs CircuitPython itself: see ``pico.EmulatedPico``."""

from host_sim.link.client import ClientError


class EmulatorError(ClientError):
    """The emulator cannot continue; the message says why and what to do."""
