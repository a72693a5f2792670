# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""An update of the firmware loses nothing of what version 1 saved.

saves_v1.json has sectors and copies that version 1 wrote, and what version 1 itself read in them:
settings, statistics, initials, the game. `interrupted` was cut in the erase of its sector.
"""

import json
import pathlib

import pytest

from handheld import names
from handheld.saves.journal_rewrite import rewrite
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import PowerCut, PowerSupply, SimulatedStore
from shared_rules.notation import position_text
from tests.driven import Driven

PATH = pathlib.Path(__file__).with_name("saves_v1.json")
SAVES = json.loads(PATH.read_text(encoding="utf-8"))


def contents(name):
    save = SAVES[name]
    return bytes.fromhex(save["sector"]).ljust(4096, b"\xff") + bytes.fromhex(save["copy"])


def switched_on(flash, good=True):
    board = SimulatedBoard(contents=flash)
    board.weak = not good
    return Driven(board, test_mode=False)


def values_of(handheld):
    app = handheld.app
    return {
        "settings": dict(app.settings),
        "statistics": app.stats().report(),
        "initials": names.load(app.journal),
    }


def game_of(handheld):
    """Return the game in progress without hidden choices, which are asked for again."""
    assert handheld.app.screen.resumes
    handheld.press("a")
    match = handheld.app.match
    return {
        "position": position_text(match.game),
        "seats": [list(seat) for seat in match.seats],
        "number": match.number,
    }


def expected_of(name):
    save = SAVES[name]
    values = {key: save[key] for key in ("settings", "statistics", "initials")}
    # What the first version did not know.
    values["statistics"] = {
        **save["statistics"],
        "gave": 0,
        "faces": [0] * 6,
        "coin": [0] * 2,
        "against_rivals": {},
        "reviewed_games": [],
        "achievements": [],
        "badges_of_rivals": [],
        "best_of_challenges": [],
    }
    values["settings"] = {**save["settings"], "auto_off": 20, "addition": "off"}
    return values, save["game"]


def check_all(handheld, name):
    values, game = expected_of(name)
    assert values_of(handheld) == values
    assert game_of(handheld) == game


def test_the_saves_cover_all_kinds_of_values():
    assert {save["game"]["number"] for save in SAVES.values()} == {0, 6}
    assert "choosing=" in SAVES["skunk"]["game"]["position"]
    assert "three_dice=1" in SAVES["gran_cerdo"]["game"]["position"]
    for save in SAVES.values():
        assert save["settings"]["contrast"] == 3 or save["copy"]
        assert save["statistics"]["games"] == 5
        assert not save["damaged"]


@pytest.mark.parametrize("name", SAVES)
def test_everything_is_restored_and_kept(name):
    handheld = switched_on(contents(name))
    assert not handheld.app.journal.damaged and not handheld.app.journal.fresh
    check_all(handheld, name)
    # A second later the sector has everything in the new form, so the copy is not needed.
    handheld = switched_on(contents(name))
    handheld.step(2, ms=1000)
    assert handheld.app.journal.saved and handheld.board.store.flash.erases == 1
    check_all(switched_on(handheld.board.store.contents[:4096]), name)


@pytest.mark.parametrize("name", SAVES)
def test_the_game_goes_on(name):
    handheld = switched_on(contents(name))
    handheld.press("a")
    for _ in range(6):
        game = handheld.game
        if game.over:
            break
        allowed = game.dice_range() if "roll" in game.legal_actions() else None
        handheld.app.act(game.legal_actions()[0], game.to_move()[0], allowed and allowed[0])
        handheld.step(1, ms=1000)
    assert handheld.app.journal.saved
    if not game.over:
        again = switched_on(handheld.board.store.contents[:4096])
        again.press("a")
        assert position_text(again.game, True) == position_text(game, True)


@pytest.mark.parametrize("name", SAVES)
def test_while_the_power_is_not_good_it_runs_from_memory(name):
    before = contents(name)
    handheld = switched_on(before, good=False)
    spanish = handheld.app.settings["language"] == "es"
    check_all(handheld, name)
    handheld.step(3, ms=1000)
    mark = "SIN GUARDAR" if spanish else "NOT SAVED"
    assert any(mark in line for line in handheld.words())
    assert handheld.board.store.contents == before
    # The saves are still there at the next start.
    check_all(switched_on(handheld.board.store.contents, good=False), name)
    handheld = switched_on(before, good=False)
    handheld.step(3, ms=1000)
    handheld.board.weak = False
    handheld.step(2, ms=1000)
    assert not any(mark in line for line in handheld.words())
    assert handheld.app.journal.saved
    check_all(switched_on(handheld.board.store.contents[:4096]), name)


def points(before):
    """Return after how many bytes the power can fail while the sector is converted."""
    store = SimulatedStore(contents=before)
    assert rewrite(open_journal(store))
    return range(0, store.flash.bytes_programmed + 1, 97)


def cut_while_taken_over(before, point):
    supply = PowerSupply()
    store = SimulatedStore(contents=before, supply=supply)
    if point == "erase":
        supply.cut_in_erase()
    elif point == "program":
        supply.cut_in_program()
    else:
        supply.cut_after(point)
    with pytest.raises(PowerCut):
        assert not rewrite(open_journal(store))
    return store.contents


@pytest.mark.parametrize("name", ["interrupted", "copy_alone"])
def test_what_is_in_the_copy_survives_any_cut(name):
    before = contents(name)
    for point in [*points(before)[:-1], "erase", "program"]:
        if name == "copy_alone" and point == "erase":
            continue  # a blank sector is not erased for the mark; the point is within `program`
        after = cut_while_taken_over(before, point)
        values, _ = expected_of(name)
        assert values_of(switched_on(after)) == values, point


def test_what_is_in_the_sector_alone_is_lost_in_its_rewriting_and_that_is_said():
    after = cut_while_taken_over(contents("pig"), "erase")
    handheld = switched_on(after)
    assert handheld.words()[0] in ("Nothing saved yet", "Save was damaged")
    assert values_of(handheld)["statistics"]["games"] == 0


@pytest.mark.parametrize("size, read", [(4096, True), (4097, False), (90_000, False)])
def test_a_copy_that_version_1_cannot_have_written_is_not_read(size, read):
    flash = contents("copy_alone").ljust(4096 + size, b"\xff")
    handheld = switched_on(flash)
    assert handheld.app.screen.resumes is read
    assert handheld.app.journal.fresh is not read


def test_a_good_sector_counts_and_the_copy_does_not():
    flash = contents("hog") + contents("interrupted")[4096:]
    check_all(switched_on(flash), "hog")
