# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The memory policy: modules are loaded when first needed; here they are forgotten."""

# A microcontroller's heap does not hold the whole app. Screens, players and the bridge say what
# comes next, by the functions `for_...`; which modules go then is known here alone. Where memory is
# not scarce nothing is forgotten.

import gc
import sys

from shared_rules.variants import ids, release

from . import language

# CPython's heap grows, and a collection takes tens of milliseconds there.
SCARCE = hasattr(gc, "mem_free")

OWN = "handheld."
SCREENS = "handheld.screens"
PLAYERS = "shared_rules.players."
TABLES = PLAYERS + "tables"
PERFECT = "perfect"  # kind of player, and the module that it needs
# Names without the first package: a text takes less heap than a tuple.
# What the screen of some games needs.
OF_SOME_GAMES = "screens.crowd screens.looks screens.play_extras screens.rounds screens.scores"
# The screens that a game needs, each between spaces.
OF_A_GAME = " screens.base screens.play " + OF_SOME_GAMES + " "
# Of the rest it does not need these, once it has begun.
NOT_OF_A_GAME = (
    "account proof scripted_dice bridge.arrange bridge.backup bridge.refused bridge.seldom crash"
    " estimate idle names reports"
    " self_test settings setup stats texts undo"
    " drawing.coin_art drawing.pig_art"
    " saves.journal_mend saves.journal_rewrite saves.journal_start"
    " saves.moves_read saves.resume"
)
RULES_NOT_OF_A_GAME = (
    "challenges options reading rarity"
    " players.by_name players.tables.shared_odds players.tables.sweeps"
)
# Nothing imports these again after the start, so they are taken off the list of modules then;
# what is in use of them stays. While CircuitPython marks what it keeps, 64 objects may wait: with
# more than some 50 modules it has to begin again, which doubles the time of each collection.
APP = "handheld.app"
OF_THE_START = "app bridge.bridge dice_cup drawing.plain_framebuf power runner sound"
OF_THE_BOARD = "board button_pins buttons drive this_board"
# The code of advice and the table that it has checked stay in a game if so many bytes of heap are
# free: the next advice takes half the time.
ROOM = 33 * 1024
# With more players the code of a computer player is loaded for each of its actions, and that of the
# game's screen is forgotten while another is open.
CROWD = 10
ADVICE_ROOM = 10 * 1024  # what that code and table take
ADVICE = "handheld.advice"
fresh = False  # since the last collection little was allocated
_ready = None  # the variant and the kinds of players that were loaded ahead of their game
SELDOM = (
    "account bridge.backup bridge.seldom reports"
    " saves.journal_rewrite saves.journal_start saves.moves_read screens.feats stats"
)
# What makes room for a map, and for the coach where the perfect player plays.
NOT_OF_A_MAP = (
    "advice drawing.coin_art drawing.dice_art drawing.motion screens.chances screens.coach"
    " screens.play"
)


def collect():
    """Collect a small heap, so that large objects find room."""
    global fresh
    if SCARCE:
        gc.collect()
    fresh = True


def used():
    """Note that much was allocated which is no longer needed: load nothing before a collection."""
    global fresh
    fresh = False


def settle(words):
    """Collect, and move the `words` of the picture out of the way of large objects."""
    # While a picture is drawn, what it keeps lies between what it does not keep. After a
    # collection new objects take the lowest room.
    if SCARCE:
        if APP in sys.modules:
            forget_all(OWN, OF_THE_START)
            forget_all("board_pico.", OF_THE_BOARD)
            forget("framebuf")
            forget("adafruit_ssd1306")
        collect()
        words[:] = [(y, x, str(string.encode(), "utf-8")) for y, x, string in words]


def load(name):
    """Return the module of this package that is called `name`, such as `screens.play`."""
    name = "handheld." + name
    if name not in sys.modules:
        if not fresh:
            collect()
        __import__(name)  # and CircuitPython collects
    return sys.modules[name]


def take(name):
    """Return the module of this package that is called `name`, which is not kept."""
    module = load(name)
    forget(OWN + name)
    forget_all("shared_rules.", RULES_NOT_OF_A_GAME)
    return module


def forget(name):
    """Forget the module `name`, if it is loaded and memory is scarce."""
    if SCARCE and name in sys.modules:
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        if package in sys.modules:
            delattr(sys.modules[package], last)


def forget_all(package, names):
    """Forget the modules `names` of `package`."""
    for name in names.split(" "):
        forget(package + name)


def for_start():
    """Make room for a restart of the app."""
    for_new_game(None, None)
    for_map()
    for_game(None)


def for_new_game(match, variant, kinds=None):
    """Make room for a game of `variant`, which loads its players, unless they were loaded ahead.

    `match`: the present one, or None. It goes on if the new game fails, so keep what it uses: else
    a second copy would be loaded beside it.
    """
    global _ready
    if SCARCE:
        forget(ADVICE)
        if match:
            match.rest()
        if _ready != (variant, kinds):
            forget_all(OWN, OF_SOME_GAMES)
            drop()
        for other in ids():
            if other != variant and not (match and other == match.game.ID):
                without_variant(other)
        _ready = None
        collect()


def drop():
    """Forget the code of all computer players."""
    for name in list(sys.modules):
        if name.startswith(PLAYERS):
            forget(name)


def get_ready(match, variant, kinds):
    """Make room for what `setup.Ahead` loads for a game of these kinds of players."""
    global _ready
    if _ready != (variant, kinds):
        for_new_game(match, variant)
        _ready = variant, list(kinds)


def keep():
    """Return True if the code of advice may stay."""
    collect()
    return spare(ROOM)


def ahead(match):
    """Return True if advice may be loaded before anybody has asked for it."""
    others = PERFECT not in match.computers and match.game.players == 2
    return others and ADVICE not in sys.modules and spare(ROOM + ADVICE_ROOM)


def spare(room):
    """Return True if so many bytes of a small heap are free."""
    return SCARCE and gc.mem_free() >= room  # type: ignore[attr-defined]


def for_game(match, menus=None):
    """Keep only what the play screen and the players of `match` (or None) need.

    `menus`: not None while title or menus are shown, which keep their code. If it were forgotten,
    the next screen would load a second copy beside it. What was loaded ahead of a game goes.
    """
    global _ready
    if menus:
        _ready = None
        forget(ADVICE)
        drop()
        forget_all(OWN, OF_SOME_GAMES + " hint proof saves.resume screens.play")
        after_seldom()
        collect()
        return
    for identifier in ids():
        if match and identifier != match.game.ID:
            without_variant(identifier)
    forget_all(OWN, NOT_OF_A_GAME)
    if not match or match.game.ID != ids()[0]:
        forget("handheld.hint")
    forget_all("shared_rules.", RULES_NOT_OF_A_GAME)
    computers = match.computers if match else ()
    perfect = PERFECT in computers
    others = len(computers) > perfect
    advising = match and not perfect and ADVICE in sys.modules and keep()
    # Few strings are made here: the device looks up each new one among all its names.
    for name in list(sys.modules):
        if name.startswith(SCREENS):
            if " %s " % name[len(OWN) :] not in OF_A_GAME and name != SCREENS:
                forget(name)
        elif name.startswith(PLAYERS):
            of_perfect = name.startswith(TABLES) or name == PLAYERS + PERFECT
            if not (perfect or advising if of_perfect else others):
                forget(name)
    if not advising:
        forget(ADVICE)
        forget(TABLES + ".advice")
        if not perfect:
            forget(OWN + "table_file")
    collect()
    language.load(language.code())


def for_coach(match):
    """Make room for the coach."""
    if PERFECT in match.computers:
        # The perfect player's code stays, so forget that of the table.
        for_map()


def for_map():
    """Make room for a map. It takes so long that loading the table again does not matter."""
    forget_all(OWN, NOT_OF_A_MAP)
    forget_all(OWN, OF_SOME_GAMES)


def for_advice():
    """Make room for advice over the bridge."""
    forget("handheld.bridge.control")
    forget("handheld.bridge.arrange")


def after_seldom(screen=""):
    """Forget what is seldom needed: code of requests, of the statistics, and of this screen."""
    forget_all(OWN, SELDOM)
    forget(SCREENS + "." + screen)


def after_check():
    """Forget the code that checks a table: it is used once."""
    forget(TABLES + ".check")
    collect()


def for_variant(identifier):
    """Make room for a variant; return True if it is not loaded yet."""
    if "shared_rules.variants." + identifier in sys.modules:
        return False
    if not fresh:
        collect()
    return True


def without_variant(identifier):
    """Forget a variant and the modules that came with it."""
    if SCARCE:
        for name in release(identifier):
            forget(name)
