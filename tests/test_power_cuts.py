# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Whole games on a handheld whose battery falls out: at every byte it writes, and in mid-erase.

After each cut it starts, and goes on from before or behind the one action that was in progress:
scores, settings, statistics. The journal by itself is in test_journal.py.
"""

import itertools
import random

import pytest

from handheld import settings
from host_sim.board import SimulatedBoard
from host_sim.chips.nvm_flash import PowerCut, SimulatedStore
from shared_rules.game import ROLL
from shared_rules.notation import position_text
from tests.driven import Driven

# Games that differ in what is kept of them: variant, players, options.
GAMES = (
    ("pig", 2, {"target": 40, "end": "equal_turns"}),
    ("gran_cerdo", 2, {}),
    ("skunk", 3, {}),
    ("hog", 2, {"target": 50}),
    ("pig_dice", 4, {"target": 60}),
    ("two_dice", 2, {}),
)


class TapedStore(SimulatedStore):
    """Notes what is written, so that it can be written again onto another one."""

    def __init__(self, **options):
        super().__init__(**options)
        self.tape = []

    def write(self, offset, data):
        self.tape.append(("write", offset, bytes(data)))
        super().write(offset, data)

    def erase(self):
        self.tape.append(("erase",))
        super().erase()

    def write_file(self, data):
        self.tape.append(("write_file", bytes(data)))
        return super().write_file(data)


def handheld_with(store, lent):
    """A handheld that is switched on with that store in it."""
    board = SimulatedBoard(drive_lent=lent)
    board.store = store
    return Driven(board, test_mode=False)


def kept(contents, lent):
    """What a handheld with these contents comes to once it is switched on and goes on.

    (settings, statistics, position of the game or "" where there is none, damage said).
    """
    handheld = handheld_with(SimulatedStore(contents=contents, drive_lent=lent), lent)
    app = handheld.app
    damaged = app.journal.damaged
    if app.screen.resumes:
        handheld.press("a")
    going_on = app.match is not None and not app.match.game.over
    position = position_text(app.match.game, True) if going_on else ""
    return dict(app.settings), app.stats().report(), position, damaged


def cut_contents(before, tape, lent, point):
    """Contents after the writes of `tape` were cut after so many bytes, or in an erase.

    None where they need no more bytes than that.
    """
    store = SimulatedStore(contents=before, drive_lent=lent)
    if point == "erase":
        store.supply.cut_in_erase()
    else:
        store.supply.cut_after(point)
    try:
        for name, *arguments in tape:
            getattr(store, name)(*arguments)
    except PowerCut:
        return store.contents
    return None


def survivors(before, tape, lent, first, every):
    """(point, contents) after each cut: from the byte `first` on every so many, and in an erase."""
    for point in itertools.count(first, every):
        contents = cut_contents(before, tape, lent, point)
        if contents is None:
            break
        yield point, contents
    if any(step[0] == "erase" for step in tape):
        yield "erase", cut_contents(before, tape, lent, "erase")


def change_a_setting(handheld, dice):
    app = handheld.app
    app.settings["contrast"] = 1 + (app.settings["contrast"] + 4) % 10
    settings.save(app.journal, app.settings)


def start(variant, players, options):
    def action(handheld, dice):
        seats = [("human", name) for name in ("ANN", "BOB", "CY", "DEE")[:players]]
        handheld.app.start_match(variant, options, seats, 0)

    return action


def play_on(handheld, dice):
    """The next action of the game: dice mostly rolled, so that there is something to lose."""
    game = handheld.game
    legal = game.legal_actions()
    action = ROLL if ROLL in legal and dice.random() < 0.75 else dice.choice(legal)
    allowed = game.dice_range() if action == ROLL else None
    number = dice.randint(allowed[0], min(4, allowed[1])) if allowed else None
    handheld.app.act(action, game.to_move()[0], number)


def actions(handheld, n_games):
    """What people do: settings changed, games played to their end, one after the other."""
    for variant, players, options in itertools.islice(itertools.cycle(GAMES), n_games):
        yield change_a_setting
        yield start(variant, players, options)
        while not handheld.game.over:
            yield play_on


def sweep(n_games, lent, every):
    """Cut the power at every `every`-th byte of every action of some games, and in every erase.

    Counts of (actions, cuts, cuts in the window in which the sector is rewritten with the drive
    lent, those of them that lost more than the action in progress).
    """
    chance = random.Random(n_games)
    store = TapedStore(drive_lent=lent)
    handheld = handheld_with(store, lent)
    handheld.app.cup.seed(7)
    number = cuts = window = lost = 0
    for number, action in enumerate(actions(handheld, n_games), 1):
        before = store.contents
        store.tape.clear()
        action(handheld, chance)
        tape, after = list(store.tape), store.contents
        allowed = [kept(before, lent)[:3], kept(after, lent)[:3]]
        erases = any(step[0] == "erase" for step in tape)
        for point, contents in survivors(before, tape, lent, number % every, every):
            cuts += 1
            *found, damaged = kept(contents, lent)
            in_window = lent and erases
            window += in_window
            if tuple(found) not in allowed:
                assert in_window, (number, point)
                lost += 1
            elif not in_window:
                assert not damaged, (number, point)
    return number, cuts, window, lost


def test_some_cuts_in_whole_games():
    _, cuts, window, lost = sweep(3, lent=False, every=11)
    assert cuts > 60 and not window and not lost


@pytest.mark.slow
@pytest.mark.parametrize("lent", [False, True])
def test_every_byte_of_whole_games(lent, capsys):
    number, cuts, window, lost = sweep(len(GAMES) + 3, lent, 1)
    with capsys.disabled():
        whose = "lent" if lent else "ours"
        print(f"\ndrive {whose}: {number} actions, {cuts} cuts, ", end="")
        print(f"{window} in the window, {lost} lost more")
    assert cuts >= 10_000
    assert lost <= window
    assert lent or not window
