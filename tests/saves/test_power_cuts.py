"""Whole games on a handheld, with power cuts at every byte that it writes.

After each cut it starts and continues from before or after the one action in progress: scores,
settings, statistics. Only a cut during a rewrite of the sector can lose more. Those cuts are
counted separately, and the title tells of the loss. test_journal.py tests the journal alone.
"""

import itertools
import os
import random

import pytest

from handheld import settings
from handheld.records import stats
from handheld.records.records import Records
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import PowerCut, SimulatedStore
from shared_rules.game import ROLL
from shared_rules.notation import position_text
from tests.saves.test_wear import drill, review
from tests.support.driven import Driven
from tests.support.fair_records import act

# Games that differ in what is saved: variant, players, options. Steps of the first two have several
# bytes.
GAMES = (
    ("hog", 2, {"target": 50}),
    ("skunk", 3, {}),
    ("pig", 2, {"target": 40, "end": "equal_turns"}),
    ("gran_cerdo", 2, {}),
    ("pig_dice", 4, {"target": 60}),
    ("two_dice", 2, {}),
)
REWRITE_STEP = 61  # bytes between cuts while a whole sector is written


class TapedStore(SimulatedStore):
    """Record the writes, so that they can be repeated on another store."""

    def __init__(self):
        super().__init__()
        self.tape = []

    def write(self, offset, data):
        self.tape.append((offset, bytes(data)))
        super().write(offset, data)


def handheld_with(store, entropy=os.urandom):
    """Return a handheld that is switched on with that store."""
    board = SimulatedBoard(entropy=entropy)
    board.store = store
    return Driven(board, test_mode=False)


def said(app):
    """Return the notice on the title after power-on: "" or its key in the catalogue."""
    words = app.screen.notice()
    return {"Welcome!": "fresh", "Save lost (damaged)": "damaged"}.get(words, words)


def going_on(contents):
    """Switch on a handheld with these contents and go on with its game; return (handheld,
    notice)."""
    handheld = handheld_with(SimulatedStore(contents=contents))
    notice = said(handheld.app)
    if handheld.app.screen.resumes:
        handheld.press("a")
    return handheld, notice


def state_of(handheld):
    """Return (settings, statistics, mistakes and series, position of the game or "", secret)."""
    app = handheld.app
    drilled = [Records(app.journal).rows(name) for name in ("drill_mistakes", "drill_series")]
    playing = app.match is not None and not app.match.game.over
    position = position_text(app.match.game, True) if playing else ""
    secret = playing and app.match.fair and app.match.fair.secret
    return dict(app.settings), stats.report(app.journal), drilled, position, secret


def kept(contents):
    return state_of(going_on(contents)[0])


FACTORY = kept(b"")


def plays_on(handheld):
    """Return True if what is done after a cut is still there at the next start."""
    game = handheld.game
    allowed = game.dice_range() if ROLL in game.legal_actions() else None
    handheld.app.act(game.legal_actions()[0], game.to_move()[0], allowed and allowed[0])
    return kept(handheld.board.store.contents) == state_of(handheld)


def cut_contents(before, tape, first, point):
    """Return the contents after the writes of `tape` up to a cut in write number `first`.

    `point`: after so many bytes, in an "erase", or in the programming ("program") of that write.
    Return None if the write takes no more bytes than that.
    """
    store = SimulatedStore(contents=before)
    for offset, data in tape[:first]:
        store.write(offset, data)
    if point == "erase":
        store.supply.cut_in_erase()
    elif point == "program":
        store.supply.cut_in_program()
    else:
        store.supply.cut_after(point)
    try:
        for offset, data in tape[first : first + 1]:
            store.write(offset, data)
    except PowerCut:
        return store.contents
    return None


def survivors(before, tape, offset, every):
    """Yield (rewriting, contents) after each cut: in each write after every `every` bytes.

    Cuts begin at byte `offset`, so that several sweeps with gaps hit all bytes of a record. Also
    cut each write once with weak power, and each erase.
    """
    store = SimulatedStore(contents=before)
    rewriting = False
    for number, (place, data) in enumerate(tape):
        erases = store.erases
        store.write(place, data)
        whole = store.erases > erases
        if whole or (number + 1 < len(tape) and len(tape[number + 1][1]) == store.size):
            rewriting = True  # from the mark in the header to the new header
        points = range(offset % every, len(data) + 1, REWRITE_STEP if whole else every)
        for point in itertools.chain(points, ["program"], ["erase"] if whole else []):
            contents = cut_contents(before, tape, number, point)
            if contents is not None:
                yield rewriting, contents
        if rewriting and not whole and place == 0:
            rewriting = False


def change_a_setting(handheld, dice):
    app = handheld.app
    app.settings["contrast"] = 1 + (app.settings["contrast"] + 2) % 10
    settings.save(app.journal, app.settings)


def start(variant, players, options, rival):
    def action(handheld, dice):
        kinds = ["human"] + [rival] * (players - 1)
        seats = list(zip(kinds, ("ANN", "BOB", "CY", "DEE")))
        handheld.app.start_match(variant, options, seats, 0)

    return action


def rest(handheld, dice):
    """Do nothing for a second."""
    handheld.step(1, ms=1000)


def actions(handheld, n_games, rival):
    """Yield typical use: change settings, play games to their end."""
    for variant, players, options in itertools.islice(itertools.cycle(GAMES), n_games):
        yield change_a_setting
        yield rest
        yield start(variant, players, options, rival)
        while not handheld.game.over:
            yield act
        if rival != "human":
            yield lambda handheld, chance: review(handheld.app, chance)
            yield lambda handheld, chance: drill(handheld.app, chance)


def sweep(n_games, every, filled=False, scripted=False, rival="human"):
    """Cut the power at every `every`-th byte of every action of some games, and in every erase.

    `filled`: the sector is full enough at the start to be rewritten soon. `scripted`: the dice
    follow from a seed, not from a secret, so they are saved. `rival`: the kind of the others; a win
    against computers earns something. Return the numbers of cuts outside a rewrite, which lose no
    more than the action in progress, of cuts in a rewrite, and of those that lost more.
    """
    chance = random.Random(n_games)
    store = TapedStore()
    handheld = handheld_with(store, random.Random(7).randbytes)
    if scripted:
        handheld.app.cup.seed(7)
    while filled and not handheld.app.journal.due:
        change_a_setting(handheld, chance)
    cuts = in_rewrite = lost = 0
    for number, action in enumerate(actions(handheld, n_games, rival), 1):
        before = store.contents
        store.tape.clear()
        action(handheld, chance)
        assert handheld.app.journal.saved
        tape, after = list(store.tape), store.contents
        if not tape:
            continue
        allowed = [kept(before), kept(after)]
        assert allowed[1] == state_of(handheld)
        for rewriting, contents in survivors(before, tape, number, every):
            survivor, notice = going_on(contents)
            found = state_of(survivor)
            if rewriting:
                in_rewrite += 1
                lost += found not in allowed
                assert found in allowed or found == FACTORY and notice in ("fresh", "damaged")
                continue
            cuts += 1
            assert found in allowed and (notice == "" or number == 1), (number, notice)
            if found[3] and cuts % 7 == 0:
                assert plays_on(survivor), number
    assert 0 < lost < in_rewrite
    return cuts, in_rewrite, lost


@pytest.mark.parametrize("scripted, games, every", [(False, 3, 17), (True, 1, 7)])
def test_some_cuts_in_whole_games(scripted, games, every):
    cuts, in_rewrite, _ = sweep(games, every, filled=True, scripted=scripted, rival="easy")
    assert cuts > 60 and in_rewrite < 100


@pytest.mark.slow
def test_every_byte_of_whole_games():
    cuts, in_rewrite, lost = sweep(4 * len(GAMES), every=1)
    print(f"\n{cuts} cuts, {in_rewrite} more in a rewrite: {lost} lost more")
    assert cuts >= 5_000
