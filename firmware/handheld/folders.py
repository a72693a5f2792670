"""Forget folders of code that nothing uses, when room is short."""

# A microcontroller's heap does not hold the whole app. `import` loads a module where it is first
# needed. It stays until its whole folder goes; a folder that is not in FOLDERS stays for good.

import gc
import os
from sys import modules

SCARCE = hasattr(gc, "mem_free")  # else nothing goes: CPython's heap grows

# A row names modules; of a package also all in it; with a full stop behind its name only these.
# Behind a folder are the modules elsewhere of which only it keeps a part.
METHODS = "handheld.methods handheld.line.refused"
# Functions that are seldom called. No module keeps a part of these.
SELDOM = (
    "handheld.drawing.open_panel handheld.game.rule_lines"
    " handheld.saves.journal_rewrite handheld.saves.journal_start shared_rules.compact"
    " shared_rules.players.tables.check shared_rules.proof shared_rules.reading"
)
SERVICE = "handheld.service handheld.saves.reports"
RECORDS, BEGIN = "handheld.records", "handheld.begin"
MENU = (
    "handheld.menu handheld.game.names handheld.settings shared_rules.challenges"
    " shared_rules.options shared_rules.roll_off"
)
COACH = "handheld.coach handheld.game.advice"
PLAY = "handheld.play handheld.game.moves handheld.game.scores handheld.game.crowd"
TABLES = "shared_rules.players.tables. shared_rules.players.perfect"
PLAYERS = "shared_rules.players."
VARIANTS = "shared_rules.variants."
# What can go, in this order.
FOLDERS = VARIANTS, METHODS, SELDOM, SERVICE, RECORDS, BEGIN, MENU, COACH, PLAY, TABLES, PLAYERS
NEXT_GAME = BEGIN, MENU, PLAY, PLAYERS  # what it needs, besides its variant
SCREENS = PLAY, MENU, COACH, SERVICE, RECORDS
# Nothing imports these again after the start, so they go then, with SELDOM; what is in use of them
# stays.
OF_THE_START = (
    "handheld.app handheld.line.bridge handheld.drawing.font handheld.drawing.ssd1306"
    " handheld.game.dice_cup handheld.power handheld.runner handheld.sound handheld.settings"
    " board_pico. framebuf adafruit_ssd1306 "
)
# Of more modules each collection takes twice as long: while CircuitPython marks what it keeps, 64
# objects may wait, or it has to begin again.
_MOST = 56
# So many bytes of heap are free, or a folder goes; the latter while a client may ask for more.
_LEAST, _IN_MENUS, _WITH_CLIENT = 30 * 1024, 18 * 1024, 41 * 1024
# So many more are free before code is loaded that nobody has asked for: it takes some.
_AHEAD, _AHEAD_WITH_CLIENT = 3 * 1024, 8 * 1024

app = None
shown = ""  # the row of the screen
gone = 0  # how many modules have gone
fresh = False  # since the last collection little was allocated, and nothing that stays
_free = 0  # bytes after it


def screen(name):
    """Return the class of the screen `name`. Raises ImportError without any."""
    global shown
    module = "handheld." + place_of(name)
    shown = [row for row in SCREENS if module.startswith(row.split(" ")[0])][0]
    screen_class = load(module).Screen
    screen_class.ID = name
    return screen_class


def place_of(name):
    """Return where the screen `name` is, such as `menu.title`. Raises ImportError without any."""
    home, _, end = __file__.rpartition("folders")
    for row in SCREENS:
        folder = row.split(" ")[0].rpartition(".")[2]
        try:
            os.stat(home + folder + "/" + name + end)
        except OSError:
            continue
        return folder + "." + name
    raise ImportError(name)


def load(name):
    """Return the module `name`. If it is not loaded, make room for it."""
    global fresh
    if not modules.get(name):
        if not fresh:
            collect()
        _forget_unused(lambda: len(modules) <= _MOST, keep=NEXT_GAME)  # one of these needs another
        # What was allocated since the last collection is garbage; to collect again takes 20 ms.
        if _free < _wanted() and not make_room(keep=NEXT_GAME):
            make_room()
        retry(__import__, name)
        fresh = False
    return modules[name]


def retry(work, *args):
    """Return work(*args). Without memory for it forget what nothing uses, and try again."""
    try:
        return work(*args)
    except MemoryError:
        make_way()
        collect()
        return work(*args)


def make_way(again=False):
    """Forget all that nothing uses. again: for the request in progress, which begins again."""
    _forget_unused(lambda: False, again)


def make_room(more=0, keep=()):
    """Forget what nothing uses until there is room; return True if there is.

    more: so many bytes besides the usual ones. keep: rows that stay.
    """
    return _forget_unused(lambda: spare(more), keep=keep)


def _forget_unused(enough, again=False, keep=()):
    """Forget what nothing uses, one of FOLDERS after the other, until `enough()`."""
    if SCARCE and app:
        # CircuitPython leaves the name where it had no memory for the module, and would return None
        # at the next import.
        for name in [name for name in modules if not modules[name]]:
            del modules[name]
        used = _used(app.bridge.job and not again) + list(keep)
        before = None
        for row in FOLDERS:
            if before != gone:
                before = gone
                if enough():
                    return True
            if row not in used:
                if row.startswith(PLAYERS):  # TABLES as well
                    app.rest()
                forget(row, used)
        return before != gone and enough()
    return False


def _used(asked):
    """Return what is in use: rows, and the modules of variants."""
    match = app.match
    used = [shown]
    if app.setup:
        used.append(MENU)
    if asked or app.bridge.waits:
        used.append(METHODS)
    rivals = match.computers if match and shown in (PLAY, COACH) else ()
    thinks = asked or app.job and shown != MENU  # those load the next game
    if thinks:
        used += [SELDOM, COACH]
    if thinks or rivals:
        used.append(PLAYERS)
    if thinks or "perfect" in rivals:
        used.append(TABLES)
    for each in (match, app.setup, app.screen, getattr(app.screen, "match", None)):
        variant = getattr(each, "game", None) or getattr(each, "variant", None)
        if variant:
            used.append(VARIANTS + variant.ID)
    return used


def _members(row):
    """Return the names of the loaded modules of a row."""
    names = []
    for word in row.split(" "):
        package = word.rstrip(".")
        module = modules.get(package)
        if module and word == package:
            names.append(word)
        # To ask each package for what is in it is faster than to look at the names of all modules.
        for part in module.__dict__ if hasattr(module, "__path__") else ():
            name = package + "." + part
            if name in modules:
                names.append(name)
    return names


def forget(row, kept=()):
    """Forget the modules of a row, but those that are `kept`."""
    global gone
    for name in _members(row) if SCARCE else ():
        package, _, last = name.rpartition(".")
        if name in modules and name not in kept:  # two words of a row may name it
            del modules[name]
            gone += 1
            if package in modules:
                delattr(modules[package], last)


def close():
    """Forget the app, and all that can go."""
    global app
    app = None  # it would be kept
    for row in FOLDERS:
        forget(row)


def collect():
    """Collect a small heap, so that large objects find room."""
    global fresh, _free
    if SCARCE:
        gc.collect()
        _free = gc.mem_free()  # to ask takes 5 ms
    fresh = True


def client():
    """Return True if a client has asked for something."""
    return "handheld.line.request" in modules


def _wanted():
    """Return how many bytes shall be free."""
    if client() and shown != PLAY:
        return _WITH_CLIENT
    return _IN_MENUS if shown in (MENU, RECORDS) else _LEAST


def ahead():
    """Return how many more bytes shall be free before code is loaded ahead."""
    return _AHEAD_WITH_CLIENT if client() else _AHEAD


def spare(more=0):
    """Return True if the heap is small and, if need be after a collection, has room.

    more: so many bytes besides the usual ones.
    """
    if SCARCE:
        more += _wanted()
        if gc.mem_free() >= more:
            return True
        collect()
        return _free >= more
    return False


def compact(words):
    """Collect, and move the `words` of the picture out of the way of large objects."""
    # While a picture is drawn, what it keeps lies between what it does not keep. After a
    # collection new objects take the lowest room.
    if SCARCE:
        collect()
        words[:] = [(y, x, str(string.encode(), "utf-8")) for y, x, string in words]
