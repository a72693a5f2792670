"""The app without pixels: navigation, presses, what survives."""

import pytest

from tests.support.driven import Driven


def place(handheld):
    """Return the screen's id and the key of the row that it stands on."""
    screen = handheld.app.screen
    return handheld.screen, screen.rows()[screen.at].key


def words(handheld):
    return " ".join(handheld.words())


class TestMenu:
    def edit_target(self, handheld):
        handheld.choose("options")
        handheld.press("a")

    @pytest.mark.parametrize(
        "begin, presses, target",
        [(100, "down down a", 98), (100, "up b", 100), (2, "down down down a", 1)],
        ids=["kept", "undone", "within its range"],
    )
    def test_an_option_is_changed(self, handheld, begin, presses, target):
        self.edit_target(handheld)
        handheld.app.setup.options["target"] = begin
        handheld.press(*presses.split(), "b")
        handheld.choose("play")
        assert handheld.game.options["target"] == target

    def test_a_held_button_repeats_and_gathers_speed(self, handheld):
        self.edit_target(handheld)
        handheld.app.inject(0)  # up, held
        handheld.step()
        # 400 ms to the first repeat, 80 ms between them, by tens from the tenth on
        handheld.step(200, ms=10)
        assert str(handheld.app.setup.options["target"]) in words(handheld)
        handheld.app.inject(4)
        handheld.step()
        repeats = 1 + (2000 - 400) // 80
        # The press and nine repeats add 1 each.
        assert handheld.app.setup.options["target"] == 100 + 1 + 9 + 10 * (repeats - 9)
        value = handheld.app.setup.options["target"]
        handheld.step(50)
        assert handheld.app.setup.options["target"] == value

    @pytest.mark.parametrize(
        "presses, people, rivals",
        [
            ("up", 2, 0),  # the second person takes the seat of the rival
            ("up up", 3, 0),
            ("up up down", 2, 0),
            ("up down", 1, 1),  # to play alone, take the rival away
            ("down", 0, 2),
            ("up b", 1, 1),
            (" ".join(["up"] * 12), 10, 0),
        ],
    )
    def test_people_come_before_rivals(self, handheld, presses, people, rivals):
        handheld.choose("people")
        handheld.press(*presses.split(" "))
        kinds = handheld.app.setup.kinds
        assert kinds[:people] == ["human"] * people and "human" not in kinds[people:]
        assert len(kinds) == people + rivals

    def test_who_begins(self, handheld):
        handheld.choose("players", "first")
        handheld.press("down", "a", "b")
        handheld.choose("play")
        assert handheld.game.to_move() == [1]


@pytest.mark.parametrize(
    "first, rows",
    [
        *[
            ("menu", ["others", row])
            for row in "rules statistics settings about switch_off".split()
        ],
        ("menu", ["players", "names"]),
        *[("pause", [row]) for row in ("rules", "settings", "fair_dice")],
    ],
)
def test_a_list_keeps_its_place(first, rows, handheld):
    handheld.start("pig")
    handheld.app.show(first)
    handheld.choose(*rows)
    assert handheld.screen == rows[-1]
    for row in rows[::-1]:
        handheld.press("b")
        assert place(handheld) == (first, row)


def test_an_impossible_scripted_roll_is_skipped(handheld):
    handheld.start("pig")
    handheld.dice((2, 2), (5,))
    handheld.press("a")
    assert handheld.game.dice == ()
    handheld.press("a")
    assert handheld.game.dice == (5,)


def test_a_low_battery_shows_on_every_screen_until_it_is_charged():
    handheld = Driven(test_mode=False)
    handheld.board.battery = lambda: 14
    handheld.step(2, 60_000)
    assert handheld.words()[0] == "Battery low  14%"
    for go in (lambda: handheld.app.show("menu"), lambda: handheld.start("pig")):
        go()
        assert any(line.endswith("14%") for line in handheld.words())
    handheld.board.battery = lambda: 15
    handheld.step(2, 60_000)
    assert not any("%" in line for line in handheld.words())


def test_dice_are_fair_again_once_test_mode_is_off(handheld):
    handheld.dice((6,), (6,))
    handheld.app.cup.seed(1)
    handheld.app.show("settings", "menu")
    handheld.press("up", "a", "up", "a")  # the last row
    assert not handheld.app.test_mode
    assert handheld.app.cup.queued == 0
    # Every face is drawn from the entropy source.
    handheld.app.cup.source._read = lambda n: b"\x03" * n
    assert handheld.app.cup.throw((1, 6), 4) == (4, 4, 4, 4)


def test_the_sector_is_rewritten_between_games_not_within_one():
    driven = Driven(test_mode=False)
    driven.app.cup.seed(3)
    flash = driven.board.store
    within = 0
    for _ in range(30):
        driven.start("pig", kinds=["human", "human"])
        before = flash.erases
        while not driven.game.over:
            roll = "hold" if driven.game.turn_total >= 20 else "roll"
            driven.app.act(roll, driven.game.player)
        within += flash.erases - before
        driven.app.show("title")
    assert flash.erases > 0 and within == 0
