"""What the game's picture says: totals, the last turn, rounds, points on the way, moments."""

import pytest

from tests.support.driven import Driven


def playing(variant, players=2, motion="off", **fields):
    handheld = Driven(test_mode=False)
    handheld.set(motion=motion)
    handheld.start(variant, players)
    for name, value in fields.items():
        setattr(handheld.game, name, value)
    handheld.app.show("play")
    return handheld


def roll(handheld, *faces):
    game = handheld.game
    handheld.dice(faces)
    count = len(faces) if game.dice_range() else None
    handheld.app.act("roll", game.to_move()[0], count)


def choose(handheld, choices):
    """Let those who stand sit (s) or stand on (t)."""
    for player, choice in zip(list(handheld.game.to_move()), choices):
        handheld.app.act("sit" if choice == "s" else "stand", player)


def shown(handheld):
    return " / ".join(handheld.words())


class TestTurn:
    @pytest.mark.parametrize("variant", ["fast", "hog"])
    def test_no_number_of_dice_to_choose_while_a_computer_rolls(self, variant):
        handheld = playing(variant)
        handheld.start(variant, kinds=["human", "practical"])
        handheld.press("up", "up", "up")
        assert "dice" in shown(handheld)
        roll(handheld, 1, 2, 3, 4)
        assert "dice" not in shown(handheld) and "P1: bust" in shown(handheld)

    @pytest.mark.parametrize("variant", ["fast", "hog"])
    @pytest.mark.parametrize("players", [1, 2, 4, 10])
    def test_of_one_die_the_number_is_chosen_too(self, variant, players):
        handheld = playing(variant)
        handheld.start(variant, players, {"max_dice": 1})
        assert "  1 / " in shown(handheld)  # beside the aim
        handheld.dice((5,), (1,), (4,))
        seen = []
        for _ in range(3):
            handheld.press("a")
            assert not handheld.runner.crashed
            seen.append(shown(handheld))
        assert "die" in seen[1] or players == 10  # the turn begins
        assert handheld.game.turn > 1


@pytest.mark.parametrize("total", [-104, -99, 99, 104, 1024])
def test_a_crowd_sees_the_whole_turn_total(total, boxes):
    handheld = playing("pig_dice", 6, roll_number=2, dice=(5, 6), turn_total=total)
    figures = {str(total), f"{total:+d}"}
    assert figures & set(" ".join(handheld.words()).split()) and not boxes


class TestMoments:
    @pytest.mark.parametrize("players", [6, 10])
    def test_shaken_dice_leave_the_scores_of_a_crowd_alone(self, players):
        handheld = playing("two_dice", players, motion="full")
        handheld.step()
        roll(handheld, 1, 6)
        lit, scores = set(), []
        for _ in range(50):
            handheld.step(ms=20)  # a frame takes 50 ms
            frame = handheld.frame()
            scores.append([frame[128 * page + 40 : 128 * page + 128] for page in (2, 3, 4)])
            motion = handheld.app.screen.motion
            if motion and motion.shake():
                lit.add(len(scores) - 1)
        assert len(lit) > 5
        assert all(scores[place] == scores[-1] for place in lit)
