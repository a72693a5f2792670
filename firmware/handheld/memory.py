# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Forget modules: those that were imported in a scope are forgotten when it closes."""

# A microcontroller's heap does not hold the whole app. `import` loads a module where it is first
# needed, into the present scope. `App.show` changes the scope with the screen; `Within` does it for
# a block. Where memory is not scarce nothing is forgotten.

import gc
import sys

# CPython's heap grows, and a collection takes tens of milliseconds there.
SCARCE = hasattr(gc, "mem_free")

# The scopes. A module of one must not hold anything of a module that belongs to a later one.
START = 0  # never closes
MATCH = 1  # the computer players of a match
ADVICE = 2  # the coach's thinking, for all who ask
PLAY = 3  # the screen of the game
VISIT = 4  # any other screen
INNER = 5  # a screen that leads back to that one
REQUEST = 6  # requests of the bridge
MOMENT = 7  # one call
_CLOSING = range(MATCH, MOMENT + 1)

# Nothing imports these again after the start, so they leave the list of modules before the first
# screen comes; what is in use of them stays. While CircuitPython marks what it keeps, 64 objects
# may wait: with more than some 50 modules it has to begin again, which takes as long once more.
OF_THE_START = (
    "handheld.app handheld.line.bridge handheld.drawing.font handheld.drawing.ssd1306"
    " handheld.game.dice_cup handheld.power handheld.runner handheld.screen_loader handheld.sound"
    " board_pico.board board_pico.button_pins board_pico.buttons board_pico.pins"
    " board_pico.this_board framebuf adafruit_ssd1306"
)

_owners = {}  # type: dict[str, int] # module: its scope
_now = START  # the scope of the modules that are imported now
screen = START  # that of the screen
fresh = False  # since the last collection little was allocated
make_way = int  # does nothing; while there is an app, the method of its `ScreenLoader`


def enter(scope):
    """Let the modules that are imported from now on belong to `scope`; return the one before."""
    global _now
    left = _now
    if SCARCE:
        if len(sys.modules) != len(_owners):
            lost = None
            for name in sys.modules:
                if name not in _owners:
                    module = sys.modules.get(name)
                    if module:
                        # A package stays, since modules of several scopes are in it.
                        _owners[name] = START if hasattr(module, "__path__") else left
                    else:
                        # CircuitPython had no memory for the module and left a name without a
                        # value, which the next import would return.
                        lost = name
            sys.modules.pop(lost, None)
        _now = scope
    return left


def close(*scopes):
    """Forget the modules that belong to these scopes; without any, all but those of START."""
    global make_way
    enter(_now)
    if not scopes:
        make_way = int  # the other one would keep the app, which has gone
    for name in list(_owners):
        if _owners[name] in (scopes or _CLOSING):
            forget(name)


def forget(name):
    """Forget the module `name`, if it is loaded and memory is scarce."""
    if SCARCE and name in sys.modules:
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        _owners.pop(name, None)
        if package in sys.modules:
            delattr(sys.modules[package], last)


class Within:
    """The modules that are imported in the `with` block belong to `scope`.

    Those of MOMENT are forgotten after the block.
    """

    def __init__(self, scope):
        self._scope = scope

    def __enter__(self):
        left = enter(self._scope)
        self._left = None if left == screen else left

    def __exit__(self, *error):
        if self._scope == MOMENT != self._left:
            close(MOMENT)
        enter(screen if self._left is None else self._left)  # the screen may have changed


def collect():
    """Collect a small heap, so that large objects find room."""
    global fresh
    if SCARCE:
        gc.collect()
    fresh = True


def tidy():
    """Collect before a module is loaded, unless little was allocated since the last time."""
    if not fresh:
        collect()


def retry(load, *args):
    """Return load(*args). Without memory for it forget what can be loaded again, and try again."""
    try:
        return load(*args)
    except MemoryError:
        enter(_now)  # forgets a name without a module
        make_way()
        collect()
        return load(*args)


def spare(room):
    """Return True if so many bytes of a small heap are free, if need be after a collection."""
    if not SCARCE or gc.mem_free() >= room:  # type: ignore[attr-defined]
        return SCARCE  # to ask takes 5 ms
    collect()
    return gc.mem_free() >= room  # type: ignore[attr-defined]


def compact(words):
    """Collect, and move the `words` of the picture out of the way of large objects."""
    # While a picture is drawn, what it keeps lies between what it does not keep. After a
    # collection new objects take the lowest room.
    if SCARCE:
        collect()
        words[:] = [(y, x, str(string.encode(), "utf-8")) for y, x, string in words]
