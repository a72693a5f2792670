"""Look for modules that are imported again while an object of their first import lives.

    python -m tests.tools.module_scopes PRESSES

It takes so many random presses with a client (see `random_presses`) where modules are forgotten as
on the device. Exit status 1: some were found; it says which.
"""

import gc
import random
import sys
import weakref

from handheld import folders
from handheld.runner import Runner as Runner
from host_sim.link.client import Client
from host_sim.testing.bench import Bench

OURS = ("handheld.", "shared_rules.")
START = set(sys.modules)


class Simulator:
    """A handheld in this process."""

    def begin(self, sector):
        """Switch it on with these bytes saved."""
        folders.close()
        self.bench = Bench(test_mode=False, contents=sector, entropy=random.Random(1).randbytes)
        self.come()

    def come(self):
        """Let a client come."""
        self.bench.link.connected = True
        self.client = Client(self.bench)

    def now_ms(self):
        return self.bench.board.clock.now_us() / 1000

    def tap(self, button):
        self.bench.press(button, ms=20, after=20)

    def run(self, ms):
        self.bench.board.advance_clock(ms)
        self.bench.step(20)


class Forgotten:
    """Weak references to the classes and functions of modules that were forgotten."""

    def __init__(self):
        self._parts = {}
        self._forget = folders.forget
        folders.SCARCE = True
        rooms = random.Random(1)
        folders.spare = lambda more=0: rooms.random() < 0.7
        folders.forget = self.forget

    def forget(self, row, kept=()):
        before = dict(sys.modules)
        self._forget(row, kept)
        for name in before.keys() - sys.modules.keys():
            if not name.startswith(OURS):
                continue
            parts = self._parts.setdefault(name, [])
            for part, value in vars(before[name]).items():
                if hasattr(value, "__qualname__") and value.__module__ == name:
                    parts.append((f"{name}.{part}", weakref.ref(value)))

    def alive(self):
        """Return the names of what lives though its module was imported again."""
        found = set()
        for name, parts in self._parts.items():
            if name in sys.modules:
                found |= {part for part, value in parts if value() is not None}
        return found


def main(presses):
    """Print what was found; return the exit status."""
    from tests.support import random_presses

    # What only the walk itself has loaded.
    for name in sorted(set(sys.modules) - START, reverse=True):  # a package after its modules
        if name.startswith(OURS):
            package, _, last = name.rpartition(".")
            delattr(sys.modules[package], last)
            del sys.modules[name]
    folders.collect = lambda: None
    forgotten = Forgotten()
    walks = random_presses.Walks(Simulator())
    step = walks.step

    def looking(button, method):
        step(button, method)
        if forgotten.alive():
            gc.collect()
            found = forgotten.alive()
            assert not found, "imported again while it lives: " + ", ".join(sorted(found))

    walks.step = looking
    faults = walks.walk(0, int(presses))
    for seed, what, steps in faults:
        print(f"walk {seed}: {what}\n  {steps}")
    if faults:
        print("Import it inside the function that needs it, or say in folders._used what holds it.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
