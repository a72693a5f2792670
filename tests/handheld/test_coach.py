"""The coach, the review and its sentence, practice; presses.txt shows them in games."""

import pathlib
import re

import pytest

from handheld import language
from handheld.coach import chances
from handheld.coach.chances import action_name, coach_lines
from handheld.game import advice
from handheld.ui.text_screen import LINES
from pocketpig.solver import Position, solved
from shared_rules.reading import parse_position, replay, replay_token
from shared_rules.thinking import answer_of
from tests.support.driven import Driven
from tests.tools.catalogue import in_state
from tests.tools.gallery import REVIEWED, STATES, reach

# The most steps of the coach to read a table and work out the worth of the actions.
THINKING = 60
CHARS = 21  # of a line


def test_without_memory_the_coach_begins_again(handheld, monkeypatch):
    """A request that takes it ends soon, so nobody sees a crash."""
    handheld.start("pig")
    handheld.dice((5,))
    real, failures = advice.steps, [MemoryError()] * 3

    def steps(*args):
        yield None
        if failures:
            raise failures.pop()
        return (yield from real(*args))

    monkeypatch.setattr(advice, "steps", steps)
    handheld.press("a", "up")
    handheld.step(THINKING)
    assert handheld.screen == "coach" and "%" in " ".join(handheld.words())


def reviewed(record):
    """Return each player's losses in a game of two, [(loss, decision)], and what the dice gave the
    first: the chance after each roll less the chance of rolling before it."""
    start, _, moves = record.partition(":")
    game = parse_position(start)
    losses = [[] for _ in game.scores]
    given = 0.0
    before = None  # the first player's chance after the last choice, or at the start
    for token in moves.split():
        player, choosing = game.player, game.phase() == "choose"
        answer = answer_of(advice.steps(game, player))
        if before is not None:
            given += (1 - answer["win"] if player else answer["win"]) - before
        chance = answer["actions"]["hold" if token == "h" else "roll"]
        if choosing:
            done = f"{'Held' if token == 'h' else 'Risked'} +{game.turn_total}"
            scores = f"{game.scores[player]}:{game.scores[1 - player]}"
            losses[player].append((answer["win"] - chance, f"{done} at {scores}"))
        before = 1 - chance if player else chance
        replay_token(game, token)
    return losses, given + (game.winners() == [0]) - before


VERDICTS = pathlib.Path(__file__).with_name("verdicts.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", VERDICTS)
def test_the_verdict_in_words(line):
    """The chance of each action, the best first, and what is said."""
    Driven()
    chances_of, said = line.split(": ")
    known = {}
    for text in chances_of.split(", "):
        action, _, chance = text.rpartition(" ")
        known[action] = float(chance)
    best = next(iter(known))
    answer = {"action": best, "actions": known, "win": known[best]}
    assert chances.advice(answer, {}) == said.split(" / ")
    if best == "roll":  # of a coin
        said = said.replace("Roll", "Flip").replace("roll", "flip")
        assert chances.advice(answer, {"roll": "flip"}) == said.split(" / ")


@pytest.mark.parametrize("code", language.CODES)
def test_every_verdict_fits_its_two_lines(code):
    language.load(code)
    pairs = [("roll", "hold"), ("stand", "sit"), ("roll 10", "roll 12")]
    pairs += [pair[::-1] for pair in pairs]
    for pair in pairs:
        for cost in (0, 0.004, 0.5):
            known = {"action": pair[0], "actions": {pair[0]: 0.5, pair[1]: 0.5 - cost}}
            for mix in ({}, {pair[0]: 0.65, pair[1]: 0.35}):
                lines = chances.advice({**known, "mix": mix}, {})
                assert len(lines) <= 2 and max(map(len, lines)) <= 21, lines
    language.load("en")


def test_the_review_names_the_costliest_decisions_and_what_the_dice_gave(handheld):
    handheld.app.load_match(REVIEWED)
    state = handheld.game.state()
    handheld.press("a", "up")
    handheld.step(20 * THINKING)
    told = " ".join(" ".join(sum((page[1:] for page in handheld.app.screen._pages), [])).split())
    losses, given = reviewed(REVIEWED)
    for player, (found, luck) in enumerate(zip(losses, (given, -given))):
        lost = sum(loss for loss, _ in found)
        assert f"P{player + 1}: mistakes −{100 * lost:.1f}%" in told
        assert f"luck {100 * luck:+.1f}%".replace("-", "−") in told
        dear = [row for row in sorted(found, reverse=True)[:3] if row[0] > 0.0005]  # not rounding
        assert all(f"{done} −{100 * loss:.1f}%" in told for loss, done in dear)
    assert any(len(found) > 3 for found in losses)
    assert handheld.game.state() == state == replay(REVIEWED)[0].state()
    handheld.press("b")
    assert handheld.screen == "result"


class TestMap:
    def coached(self, handheld, text):
        """Load a game and ask the coach."""
        handheld.app.load_match(text)
        handheld.press("up")
        handheld.step(10 * THINKING)

    def drawn(self, text):
        handheld = Driven()
        self.coached(handheld, text)
        handheld.press("a")
        assert handheld.screen == "map"
        while handheld.app.job:
            handheld.step()
        return handheld

    @pytest.mark.parametrize(
        "text, variant, options, second",
        [
            ("pp1 pig target=50 players=2 scores=11,19 : 6 6", "pig", {"target": 50}, False),
            ("pp1 piggy target=40 players=2 scores=0,12 : 65", "piggy", {"target": 40}, False),
            ("pp1 piglet players=2 first=1 end=equal_turns scores=4,3 : 1", "piglet",
             {"end": "equal_turns"}, False),
            ("pp1 piglet players=2 end=equal_turns scores=4,3 turn=2 : 1", "piglet",
             {"end": "equal_turns"}, True),
        ],
    )  # fmt: skip
    def test_it_shows_where_the_solver_rolls(self, text, variant, options, second):
        handheld = self.drawn(text)
        screen = handheld.app.screen
        solution = solved(variant, options)
        game = handheld.game
        other = game.scores[1 - game.player]
        for score in range(0, solution.target, 3):
            for y in range(0, 43):
                total = y * screen.step // screen.up
                row = 47 - y
                x = score * screen.across
                lit = bool(screen._picture[(row >> 3) * 100 + x] >> (row & 7) & 1)
                odds = solution.odds(Position(score, other, total, second)).actions
                gain = odds["roll"] - odds.get("hold", 0.0)
                # Within the table's rounding either choice is right.
                if abs(gain) > 2e-5:
                    assert lit == (gain > 0), (score, total)

    def test_a_vanished_table_does_not_crash_the_map(self, monkeypatch, tmp_path, handheld):
        self.coached(handheld, "pp1 pig players=2 : 6 6")
        monkeypatch.setattr("handheld.game.table_file.FOLDER", str(tmp_path) + "/")
        handheld.press("a")
        handheld.step(3)
        assert "No exact odds are" in handheld.words()


def sentence(handheld, record):
    """Return the first page of the review of a record as text."""
    handheld.app.load_match(record)
    handheld.app.match.seats = [("human", "YOU"), ("medium", "MIA")]
    handheld.app.show("result")
    handheld.press("up")
    while handheld.app.job:
        handheld.step()
    return " ".join(handheld.app.screen.shown()).strip()


def test_it_compares_numbers_of_dice(handheld):
    words = sentence(handheld, "pp1 fast players=2 scores=0,90 : 2 1 3 666")
    found = re.fullmatch(
        r"You rolled 1 die at ([02]):90\. "
        r"Better (\d+): (\d+)% bust, not 17%, the others make (\d+), not 4\.",
        words,
    )
    assert found, words
    score, best, busts, points = map(int, found.groups())
    # n dice show no 1 in (5/6)**n of all rolls; then each makes 4 on average.
    assert (busts, points) == (round(100 * (1 - (5 / 6) ** best)), 4 * best)
    solution = solved("fast", {})
    actions = solution.odds(Position(score, 90)).actions
    assert actions[f"roll {best}"] == pytest.approx(max(actions.values()), abs=1e-4)


@pytest.mark.parametrize("code", language.CODES)
def test_every_sentence_fits_a_page(code, monkeypatch):
    Driven()
    language.load(code)
    rolls = [("little is at stake", (27,)), ("it takes few points", (44,)),
             ("the rival takes few points", (64,)), ("the rival is ahead", (118,)),
             ("much is at stake", (48,))]  # fmt: skip
    holds = [
        ("all is at stake", (48, 3, 119)),
        ("much is at stake", (48,)),
        ("it wins at once", ()),
    ]
    texts = []
    for done, better, whys in (
        ("hold", "roll", rolls), ("hold", "flip", rolls), ("sit", "stand", rolls),
        ("roll", "hold", holds), ("stand", "sit", holds),
    ):  # fmt: skip
        for key, values in whys:
            text = coach_lines("what you did: " + done, 48, 119, 120)
            text += coach_lines("what was better", action_name(better, {}).lower())
            odds = () if key == "it wins at once" else (31,)
            texts.append(text + (coach_lines(key, *(odds + values)) if odds else coach_lines(key)))
    dice = coach_lines("so many dice are better", 15, 94, 89, 60, 48)
    texts.append(coach_lines("you rolled so many", "12 " + language.say("dice"), 119, 120) + dice)
    for text in texts:
        lines = language.wrap(" ".join(["ANN:", *text]))
        assert len(lines) <= LINES and max(map(len, lines)) <= CHARS, lines
    language.load("en")


@pytest.mark.parametrize(
    "limit, cost, asked",
    [(0, 0.5, False), (10, 0.04, False), (3, 0.029, False), (3, 0.030, True), (3, 0.031, True)],
)
def test_it_asks_from_exactly_the_limit_on(limit, cost, asked):
    def begin(handheld):
        handheld.set(practice=limit)
        reach(handheld, "load pp1 pig players=2 first=0 scores=20,95 : 6 6; 60")

    handheld = in_state(begin, "en")
    if limit:
        known = {"action": "roll", "actions": {"roll": 0.5, "hold": 0.5 - cost}}
        handheld.app.screen.practice.answer = known
    handheld.press("b")
    assert handheld.words()[0].startswith("That costs") is asked
    assert handheld.game.scores == [20 if asked else 32, 95]


def test_the_cost_is_that_of_the_advice():
    handheld = in_state(lambda handheld: reach(handheld, STATES["practice_asks"]), "en")
    advice = answer_of(handheld.app.match.advice(0))["actions"]
    cost = round(1000 * advice["roll"]) - round(1000 * advice["hold"])
    assert 30 <= cost < 40 and handheld.words()[0] == f"That costs {cost / 10:.1f}%"
