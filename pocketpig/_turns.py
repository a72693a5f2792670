"""The turns of a game, to compare with what people and programs saw of it."""

# This module imports only `shared_rules`, and runs on MicroPython too.

from shared_rules.game import Game
from shared_rules.reading import replay_token

_TELLING = 3  # turns


class Turns:
    """Plays the steps of a game and lists its turns.

    `turns`: a dict for each turn, in a shared game for each round: `turn`, its number; `player`,
    the index of who rolls, None where all play; `rolls`, their faces as in a record; `banked`,
    pairs of a player and the number of rolls before that player held or sat; `points`, by how much
    each player's score changed; `scores` after it; `at_stake`, the most points that could be won
    or lost at once; `telling`, see `mark`. `told`: what the line tells of the game, see `heard`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: list[dict[str, object]] = []
        self.told: list[str] = []
        self._rolls: list[str] = []
        self._banked: list[list[int]] = []
        self._before: list[int] = []
        self._stake = 0

    def play(self, token: str) -> None:
        """Play a step of a record. Raises a RulesError."""
        game = self.game
        if not self.turns or self.turns[-1]["turn"] != game.turn:
            self._begin()
        at_stake, to_move, scores = game.turn_total, game.to_move(), list(game.scores)
        replay_token(game, token)
        if token.isdigit():
            self._rolls.append(token)
            self.told.append(_rolled(to_move[0], [int(face) for face in token]))
        else:
            rolls = len(self._rolls)
            self._banked += [[p, rolls] for p, letter in zip(to_move, token) if letter != "t"]
        if game.scores != scores:
            self.told.append(_scored(game.scores))
        if game.over:
            self.told.append(_ended(game.scores))
        points = [after - before for before, after in zip(self._before, game.scores)]
        self._stake = max([self._stake, at_stake] + [abs(each) for each in points])
        self.turns[-1].update(points=points, scores=list(game.scores), at_stake=self._stake)

    def _begin(self) -> None:
        game = self.game
        self._rolls, self._banked, self._before, self._stake = [], [], list(game.scores), 0
        self.turns.append(
            {
                "turn": game.turn,
                "player": None if game.SHARED_ROLL else game.player,
                "rolls": self._rolls,
                "banked": self._banked,
                "telling": False,
            }
        )

    def mark(self) -> None:
        """Mark the most telling turns: the last one, and those with the most points at stake."""
        by_stake = sorted((turn["at_stake"], place) for place, turn in enumerate(self.turns))
        telling = [self.turns[place] for _, place in by_stake[-_TELLING:]]
        for turn in telling + self.turns[-1:]:
            turn["telling"] = True


_ROLL = " rolled by player "
_SCORES = "the scores "


def _rolled(player: object, dice: object) -> str:
    return _numbers(dice) + _ROLL + str(int(_numbers([player])) + 1)


def _scored(scores: object) -> str:
    return _SCORES + _numbers(scores)


def _ended(scores: object) -> str:
    return "the end with " + _numbers(scores)


def _numbers(values: object) -> str:
    """Return whole numbers as text. Raises ValueError for anything else."""
    if not isinstance(values, list) or [each for each in values if not isinstance(each, int)]:
        raise ValueError(f"no handheld sends {values!r} in an event")
    return ", ".join([str(int(each)) for each in values])


def heard(events: list[dict[str, object]]) -> list[str]:
    """Return what events of the line tell of the last game that ended, as `Turns.told`.

    [] if none ended. Raises ValueError for an event of no handheld.
    """
    told: list[str] = []
    game: list[str] = []
    for event in events:
        if not isinstance(event, dict):
            raise ValueError(f"{event!r} is no event")
        kind = event.get("kind")
        if "dropped" in event:
            game.append("no events: dropped " + _numbers([event["dropped"]]))
        if kind == "roll":
            game.append(_rolled(event.get("player"), event.get("dice")))
        elif kind == "scores":
            game.append(_scored(event.get("scores")))
        elif kind == "undo" and game and game[-1].startswith(_SCORES):
            if game[-1] != _scored(event.get("scores")):
                game.pop()  # of the hold that was taken back
        elif kind == "result":
            told, game = game + [_ended(event.get("scores"))], []
    return told


def difference(told: list[str], heard: list[str]) -> str:
    """Return where a record and a log that differ do so first: both end with the end."""
    rolls = 0
    for ours, theirs in zip(told, heard):
        if ours != theirs:
            break
        rolls += _ROLL in ours
    return f"after {rolls} rolls the record has {ours}; the log has {theirs}"
