"""A handheld that plays another game than it shows, against people and programs that saw it."""

import json
import random

import pytest

import pocketpig
from handheld.begin.proof import text as record_text
from host_sim.cli import main
from shared_rules.fair_dice import FairDice
from shared_rules.variants import ids
from tests.support import fair_check
from tests.support.fair_records import act, commitment_of, judged, options_of, written
from tests.support.targets import Bench

NUMBER = "004217"
PIG = "pp1 pig target=30 end=first players=2 first=0"


class Seen(Bench):
    """A handheld at the table, whose events are logged."""

    def __init__(self):
        super().__init__(test_mode=False)
        self.client.call("subscribe", on=True)
        self.events = []

    @property
    def game(self):
        return self.app.match.game

    def start(self, variant, players=2, fair=False):
        self.app.start_match(variant, options_of(variant), [("human", "")] * players, 0, fair)

    def play(self, source, undo=0.0):
        """Play to the end of the game; return the events so far."""
        while not self.game.over:
            act(self, source)
            if self.app.match.held is not None and source.random() < undo:
                self.app.show("pause")
                for button in ("down", "a"):
                    self.board.press(button)
                    self.step(60)
                    self.board.release(button)
                    self.step(500)
            self.client.call("hello")
            self.events += self.client.events
            self.client.events.clear()
        return list(self.events)


def verdict_of(record, fair, events):
    number = fair.addition if fair.addition != "-" else ""
    return pocketpig.verify(record, fair.commitment, number, (), events)


@pytest.mark.parametrize("variant", ids())
def test_a_log_of_the_game_agrees(variant):
    source = random.Random(variant)
    for players in (2, 3 if variant != "gran_cerdo" else 2):
        handheld = Seen()
        handheld.start("pig")  # an earlier game of the log
        handheld.play(source)
        handheld.start(variant, players)
        events = handheld.play(source, undo=0.2)
        match = handheld.app.match
        verdict = verdict_of(record_text(match), match.fair, events)
        assert (verdict.kind, verdict.found) == ("proven", "")


class Liked(FairDice):
    """Throws what the handheld likes, and commits to true dice honestly."""

    def __init__(self, source):
        super().__init__(f"{source.getrandbits(128):032x}", NUMBER)
        self.source = source

    def throw(self, faces, count):
        return tuple(self.source.randint(*faces) for _ in range(count))


def other_games(faces, wanted):
    """Yield the steps of games of pig to 30 with these faces and final scores, by any holds."""
    dead = set()  # turns from which no game has these scores

    def turns(place, scores, player):
        """Yield the steps from the turn that begins at a place on."""
        total, steps, alive = 0, [], False
        for at in range(place, len(faces)):
            face = faces[at]
            steps, total = [*steps, str(face)], total + face
            after = [score + total * (each == player) for each, score in enumerate(scores)]
            ways = []
            if face == 1:
                ways = [(steps, scores)]
            elif max(after) < 30 and after[0] <= wanted[0] and after[1] <= wanted[1]:
                ways = [([*steps, "h"], after)]
            elif after == wanted:
                alive = True
                yield [*steps, "h"]
            for begun, reached in ways:
                if (at + 1, tuple(reached), player) not in dead:
                    for rest in turns(at + 1, reached, 1 - player):
                        alive = True
                        yield [*begun, *rest]
            if face == 1:
                break
        if not alive:
            dead.add((place, tuple(scores), 1 - player))

    return turns(0, [0, 0], 0)


def forged(fair, shown, most=200):
    """Return records that the true dice prove, with the scores of the game that was shown."""
    faces = [fair_check.dice(fair.secret, NUMBER, roll, 1)[0] for roll in range(1, 60)]
    proof = {"commitment": commitment_of(fair.secret), "secret": fair.secret, "addition": NUMBER}
    proof.update(roll=1, seats="human,human")
    games = zip(range(most), other_games(faces, shown.scores))
    return [written(PIG, proof, " ".join(steps)) for _, steps in games]


def telling(turns):
    return [(turn["player"], turn["points"], turn["at_stake"]) for turn in turns if turn["telling"]]


@pytest.fixture(scope="module", params=range(3))
def cheat(request):
    """Return (handheld, its dice, events, forged records) of a game that the owner wins."""
    source = random.Random(request.param)
    handheld = Seen()
    while True:
        fair = Liked(source)
        handheld.start("pig", fair=fair)
        events = handheld.play(source)
        records = forged(fair, handheld.game)
        if handheld.game.winners() == [0] and records:
            return handheld, fair, events, records


class TestCheat:
    """It commits to its secret and takes the number honestly, shows dice that it likes, and at the
    end tells a record of the true dice with the same final scores."""

    def test_only_a_program_that_saw_it_finds_it(self, cheat):
        """Nobody can find this in a record alone: so the verdict says `only if`."""
        handheld, fair, events, records = cheat
        for record in records[:20]:
            verdict = judged(record, fair.commitment, NUMBER)
            assert verdict.kind == "proven" and verdict.facts["scores"] == handheld.game.scores
            verdict = verdict_of(record, fair, events)
            assert (verdict.kind, verdict.word) == ("changed", "events")

    def test_a_person_finds_it_in_the_marked_turns(self, cheat):
        """Who had which points in them, and lost how many; so without a look at the dice."""
        handheld, fair, _, records = cheat
        seen = telling(fair_check.turns([handheld.app.match.record.text()]))
        for record in records:
            told = pocketpig.verify(record, fair.commitment, NUMBER).facts["turns"]
            assert telling(told) != seen

    def test_the_command_finds_it_in_a_log(self, cheat, tmp_path, capsys):
        handheld, fair, events, records = cheat
        words = ["verify", records[0], "--commitment", fair.commitment, "--number", NUMBER]
        assert main(words) == 0
        one, other = handheld.game.scores
        assert f"final scores  {one} : {other}\n" in capsys.readouterr().out
        log = tmp_path / "events.txt"
        log.write_text("".join(json.dumps(event) + "\n" for event in events))
        assert main([*words, "--events", str(log)]) == 1
        assert "Refused because of its events: after " in capsys.readouterr().out


@pytest.fixture(scope="module")
def game():
    """Return (record, dice, events) of an honest game."""
    handheld = Seen()
    handheld.start("pig")
    events = handheld.play(random.Random(1))
    return record_text(handheld.app.match), handheld.app.match.fair, events


class TestLog:
    def test_each_change_is_found(self, game):
        record, fair, events = game
        assert verdict_of(record, fair, events).kind == "proven"
        for at, event in enumerate(events):
            if event["kind"] in ("roll", "scores"):
                without = events[:at] + events[at + 1 :]
                twice = events[:at] + [event] + events[at:]
                dropped = [*events[:at], {**event, "dropped": 1}, *events[at + 1 :]]
                for log in (without, twice, dropped):
                    assert verdict_of(record, fair, log).word == "events"
            if event["kind"] == "roll":
                for more in ({"dice": [event["dice"][0] % 6 + 1]}, {"player": 1 - event["player"]}):
                    log = [*events[:at], {**event, **more}, *events[at + 1 :]]
                    verdict = verdict_of(record, fair, log)
                    rolls = [each["kind"] for each in events[:at]].count("roll")
                    ours, theirs = (
                        f"{each['dice'][0]} rolled by player {each['player'] + 1}"
                        for each in (event, {**event, **more})
                    )
                    assert (verdict.word, verdict.found) == (
                        "events",
                        f"after {rolls} rolls the record has {ours}; the log has {theirs}",
                    )

    def test_what_is_no_log_of_a_game_is_refused(self, game, tmp_path, capsys):
        record, fair, events = game
        for log, why in (
            ([], "no game that ended"),
            (events[:-3], "no game that ended"),
            ([{"kind": "roll", "player": "\x1b[2J", "dice": [1]}], "no handheld sends"),
            ([{"kind": "roll", "player": 0}], "no handheld sends"),
            ([{"kind": "scores", "scores": [[1]]}], "no handheld sends"),
        ):
            with pytest.raises(ValueError, match=why):
                verdict_of(record, fair, log)
        path = tmp_path / "events.txt"
        for text in ("[]\n", "{}\nhello\n", "1\n", "[" * 9999):
            path.write_text(text)
            assert main(["verify", record, "--events", str(path)]) == 2
            assert "is no event" in capsys.readouterr().err
