"""A target of the pytest plugin: CircuitPython on the emulated Pico. The conformance suite on it:

  pytest -p tests.support.on_chip -o pocketpig_targets=emulator host_sim/testing/conformance

It needs POCKETPIG_UF2 and POCKETPIG_BOOTROM, see docs/internals/chip.md, and takes ten minutes.
"""

import os

from host_sim.emulator.pico import EmulatedPico
from host_sim.testing import targets


class EmulatedTarget(targets.Target):
    timeout = 60.0  # the emulator may be slower than the chip

    def start(self):
        files = (os.environ["POCKETPIG_UF2"], os.environ["POCKETPIG_BOOTROM"])
        self.url = f"{os.path.basename(files[0])} on an emulated Pico"
        self._pico = EmulatedPico(*files, test_mode=True).__enter__()

    def open(self):
        return self._pico.link

    def stop(self):
        self._pico.close()


targets.SIMULATORS["emulator"] = EmulatedTarget
