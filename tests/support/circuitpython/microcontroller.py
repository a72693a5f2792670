"""Simulated ``microcontroller``: ``nvm``, ``watchdog`` and resets."""

import simulated_pico


class ByteArray:
    """Like ``nvm.ByteArray``."""

    def __init__(self, flash):
        self._flash = flash

    def __len__(self):
        return self._flash.size

    def __getitem__(self, index):
        if isinstance(index, slice):
            start, stop, _ = index.indices(len(self))
            return bytearray(self._flash.read(start, stop - start))
        return self._flash.read(index, 1)[0]

    def __setitem__(self, index, value):
        if not isinstance(index, slice):
            index, value = slice(index, index + 1), bytes([value])
        if len(value) != index.stop - index.start:
            raise ValueError("Slice and value different lengths.")
        self._flash.write(index.start, value)


class ResetReason:
    POWER_ON = "power on"
    WATCHDOG = "watchdog"


class Processor:
    """``microcontroller.cpu``."""

    uid = bytes(range(8))
    temperature = 27.4

    @property
    def reset_reason(self):
        return simulated_pico.pico.reset_reason


cpu = Processor()


class RunMode:
    UF2 = "boot loader"
    SAFE_MODE = "safe mode"


def on_next_reset(mode):
    simulated_pico.pico.next_reset = mode


def reset():
    raise simulated_pico.Restart(simulated_pico.pico.next_reset)


def __getattr__(name):
    if name == "nvm":
        return ByteArray(simulated_pico.pico.flash)
    if name == "watchdog":
        return simulated_pico.pico.watchdog
    raise AttributeError(name)
