"""The table screen: animations, which never delay a press, and what rests."""

import pytest

from shared_rules.variants import ids, variant_class
from tests.support.driven import Driven
from tests.support.sampled import sampled

BYTES_A_SECOND = 400_000 // 9  # of the bus: eight bits and the acknowledgement


def on_the_table(motion="full", variant="two_dice", **more):
    handheld = Driven(test_mode=False)
    handheld.set(motion=motion)
    handheld.start(variant, **more)
    handheld.step(4)
    return handheld


@pytest.fixture
def handheld():
    return on_the_table()


def pictures(handheld, ms):
    """Return the different pictures of the next `ms` as [(time, frame)]."""
    shown = []
    begun = handheld.board.ticks_ms()
    for _ in range(0, ms, 5):
        handheld.step(ms=5)
        frame = bytes(handheld.app.canvas.buffer)
        if not shown or frame != shown[-1][1]:
            shown.append((handheld.app.now - begun, frame))
    return shown


def test_dice_tumble_for_300_ms_and_lie_still_then(handheld):
    handheld.dice((4, 5))
    handheld.app.inject(2)
    shown = pictures(handheld, 2000)
    assert len([at for at, _ in shown if at < 300]) >= 5
    assert shown[-1][0] <= 750
    assert "+9" in " ".join(handheld.words())


@pytest.mark.parametrize("motion", ["off", "short", "test mode"])
def test_short_motion_takes_half_the_time_and_no_motion_one_picture(motion):
    handheld = on_the_table("full" if motion == "test mode" else motion)
    handheld.app.test_mode = motion == "test mode"
    handheld.dice((4, 5))
    handheld.app.inject(2)
    shown = pictures(handheld, 1000)
    assert shown[-1][0] <= 350
    assert (len(shown) > 1) is (motion == "short")


@pytest.mark.parametrize("variant", ["two_dice", "hog", "piglet", "gran_cerdo", "skunk"])
def test_the_last_picture_is_the_one_without_motion(variant):
    frames = []
    for motion in ("full", "off"):
        handheld = on_the_table(motion, variant)
        handheld.app.cup.seed(3)
        for _ in range(12):
            handheld.app.act(
                handheld.game.legal_actions()[0],
                handheld.game.to_move()[0],
                1 if handheld.game.dice_range() else None,
            )
            handheld.step(20)
            frames.append(handheld.frame())
    assert frames[:12] == frames[12:]


@pytest.mark.parametrize("players", [6, 10])
def test_shaken_dice_leave_the_scores_of_a_crowd_alone(players):
    handheld = on_the_table(players=players)
    handheld.dice((1, 6))
    handheld.app.act("roll", 0)
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


def act(handheld, number):
    """Do one of the legal actions, by turns; start anew at the end of the game."""
    if handheld.game.over:
        handheld.start(handheld.game.ID, handheld.game.players)
        handheld.step(4)
    game = handheld.game
    actions = game.legal_actions()
    action = actions[number % len(actions)]
    dice = 3 if action == "roll" and game.dice_range() else None
    handheld.app.act(action, game.to_move()[0], dice)


@pytest.mark.parametrize("variant", sampled([[name] for name in ids()], 3))
def test_motion_of_every_game_keeps_its_pace_and_within_half_of_the_bus(variant):
    handheld = on_the_table(variant=variant)
    handheld.app.cup.seed(1)
    for number in range(20):
        before = handheld.board.bus.bytes_sent
        act(handheld, number // 2)
        times = [at for at, _ in pictures(handheld, 1000)]
        assert all(after - before >= 50 for before, after in zip(times[1:], times[2:])), times
        assert handheld.board.bus.bytes_sent - before < BYTES_A_SECOND // 2


BY_TURNS = [name for name in ids() if not variant_class(name).SHARED_ROLL and name != "fast"]


CROWDS = [(name, (2, 3, 10)[n % 3]) for n, name in enumerate(BY_TURNS)]


@pytest.mark.parametrize(
    "variant, players", [row for row in CROWDS if row[1] <= variant_class(row[0]).MAX_PLAYERS]
)
def test_a_roll_within_a_turn_takes_365_bytes_and_a_still_picture_none(variant, players):
    """On average, without motion, with addresses and commands."""
    handheld = Driven()
    handheld.app.cup.seed(4)
    bus, sent = handheld.board.bus, []
    while len(sent) < 30:
        handheld.start(variant, players)
        handheld.step(4)
        game = handheld.game
        for number in range(4):
            before = bus.bytes_sent
            handheld.app.act("roll", 0, 2 if game.dice_range() else None)
            handheld.step(2)
            after = bus.bytes_sent
            handheld.step(20)
            assert bus.bytes_sent == after, "a still picture"
            if game.turn > 1:
                break
            if number:
                sent.append(after - before)
    assert sum(sent) / len(sent) <= 365
