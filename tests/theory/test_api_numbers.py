"""What the public package does with any value in any place: it is taken, or refused by a true
sentence, and the game stays as it was."""

import decimal
import fractions
import json
import re

import pytest

import pocketpig

np = pytest.importorskip("numpy")

DICE = pocketpig.replay("pp1 fast max_dice=4 players=2 first=0")
TURN = pocketpig.replay("pp1 pig players=2 first=0 : 6")
ROUND = pocketpig.replay("pp1 skunk players=3 first=0 : 64")
PLAYERS = ["hold3", "random"]
RECORD = "pp1 pig target=100 end=first players=2 first=0 : 6 4 h"


class Index:
    """What Python takes for an index."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def simulated(variant="piglet", players=PLAYERS, **more):
    return pocketpig.simulate(variant, players, **{"games": 2, **more})


def acted(game, *words):
    """Act on a copy; return the state then."""
    played = game.copy()
    try:
        played.act(*words)
    finally:
        state = played.state()
        assert words or state == game.state()
    return state


# {a place for a value: (what is called with it, a good value)}
PLACES = {
    "new_game: variant": (pocketpig.new_game, "pig"),
    "new_game: players": (lambda value: pocketpig.new_game("pig", players=value), 3),
    "new_game: first": (lambda value: pocketpig.new_game("pig", first=value), 1),
    "new_game: first of all": (lambda value: pocketpig.new_game("skunk", first=value), 0),
    "new_game: seed": (lambda value: pocketpig.new_game("pig", seed=value), 7),
    "new_game: target": (lambda value: pocketpig.new_game("pig", target=value), 50),
    "new_game: rounds": (lambda value: pocketpig.new_game("pig", rounds=value), 5),
    "new_game: max_dice": (lambda value: pocketpig.new_game("hog", max_dice=value), 4),
    "new_game: end": (lambda value: pocketpig.new_game("pig", end=value), "rounds"),
    "Game: seed": (lambda value: pocketpig.Game(TURN.rules, value), 7),
    "act: action": (lambda value: acted(TURN, value), "hold"),
    "act: faces": (lambda value: acted(TURN, "roll", value), [5]),
    "act: a face": (lambda value: acted(DICE, "roll 2", [4, value]), 5),
    "act: player": (lambda value: acted(ROUND, "sit", None, value), 2),
    "chances: action": (TURN.chances, "roll"),
    "replay: record": (pocketpig.replay, RECORD),
    "replay: seed": (lambda value: pocketpig.replay(RECORD, seed=value), 7),
    "player: name": (pocketpig.player, "hold20"),
    "choose: player": (lambda value: pocketpig.player("hold9").choose(ROUND, value), 2),
    "odds: player": (lambda value: pocketpig.odds(TURN, value), 0),
    "challenge: number": (pocketpig.challenge, 261117),
    "simulate: variant": (simulated, "piglet"),
    "simulate: players": (lambda value: simulated(players=value), PLAYERS),
    "simulate: a player": (lambda value: simulated(players=["hold3", value]), "random"),
    "simulate: games": (lambda value: simulated(games=value), 2),
    "simulate: seed": (lambda value: simulated(seed=value), 7),
    "simulate: target": (lambda value: simulated(target=value), 4),
    "verify: record": (pocketpig.verify, RECORD),
    "verify: commitment": (lambda value: pocketpig.verify(RECORD, value), "ab" * 32),
    "verify: number": (lambda value: pocketpig.verify(RECORD, "", value), "012345"),
    "verify: earlier": (lambda value: pocketpig.verify(RECORD, earlier=(value,)), RECORD),
}
# What is left out.
WITHOUT = {
    *("new_game: seed", "Game: seed", "replay: seed"),
    *("act: faces", "act: player", "choose: player", "odds: player"),
}
NUMBERS = (float("nan"), float("inf"), 1.0, 5.0, -1, 2**64, 10**400, 10**5000, -(10**5000), True)
OTHERS = ("3", "²", b"", b"hold", b"\x05", None, 1j, [], {}, [[5]], object)
FOREIGN = (np.float64(1), np.float64("nan"), np.bool_(True), np.array([1.5]), np.array(1.5))
EXACT = (fractions.Fraction(5), decimal.Decimal(5))


@pytest.fixture(autouse=True)
def plainly(monkeypatch):
    monkeypatch.setattr("pocketpig.simulation.can_compile", lambda: False)


def told(result):
    """Return what can be compared of a result."""
    text = repr(getattr(result, "record", result))
    return re.sub(" object at 0x.*", "", text)


@pytest.mark.parametrize("place", [name for name, row in PLACES.items() if type(row[1]) is int])
def test_integers_of_every_kind_are_taken(place):
    call, good = PLACES[place]
    for kind in (np.int64, np.uint32, np.intp, np.array, Index):
        result = call(kind(good))
        assert told(result) == told(call(good)), kind
        if isinstance(result, pocketpig.Game):
            json.dumps(result.state())  # only an int can be written


def test_faces_may_be_any_collection():
    for faces in ([np.int8(5)], (5,), np.array([5]), range(5, 6)):
        assert acted(TURN, "roll", faces) == acted(TURN, "roll", [5])


@pytest.mark.parametrize("place", PLACES)
def test_everything_else_is_refused_by_a_true_sentence(place):
    call, good = PLACES[place]
    before = [game.record for game in (DICE, TURN, ROUND)]
    values = [*NUMBERS, *OTHERS, *FOREIGN, *EXACT]
    if isinstance(good, int):
        values += [float(good), str(good)]
    for value in values:
        if value is None and place in WITHOUT:
            continue
        with pytest.raises(ValueError) as raised:
            call(value)
        named = (pocketpig.RulesError, pocketpig.NoOdds)
        assert isinstance(raised.value, named) or place.startswith("verify"), (value, raised.value)
        message = str(raised.value)
        assert len(message) < 400 and "Exceeds the limit" not in message, message
        found = re.search(
            r"^(?:\S+ )*?(\S+): (.*) is not allowed; allowed: (\d+) to (\d+)$", message
        )
        if found and re.fullmatch(r"-?\d+", found[2]):
            assert not int(found[3]) <= int(found[2]) <= int(found[4]), message
    assert before == [game.record for game in (DICE, TURN, ROUND)]
