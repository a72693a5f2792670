"""The chance to win by each action."""

from typing import Any, SupportsIndex

from pocketpig.computer_players import PERFECT, computer_player
from shared_rules.checks import is_count
from shared_rules.game import HOLD

from ._game import Game
from ._numbers import plain
from .position import Odds


class NoOdds(ValueError):
    """The position has no odds; the message says why."""


def odds(game: Game, player: SupportsIndex | None = None, *, solver: bool = False) -> Odds:
    """Return the odds of a position of two players, for the player to move.

    Without `solver` the odds come from the handheld's tables: `win` is right to 0.0001, or to 0.01
    if rolls are shared; the chance of a clearly worse action may be off by more. With `solver` they
    are in double precision. That needs the extra `solve`, and a variant that is not in the
    solver's cache is solved first, which takes seconds to minutes.
    `player`: one of several who choose at once, by default the first of `game.to_move`.
    Without a table of the game the nearest table gives an estimate.
    Raises NoOdds if the game is over, has more than two players, is not solved or has no table
    near, and ImportError if the solver's packages are not installed.
    """
    who = game._actor(plain(player))
    rules = game.rules
    if not is_count(who) or who not in game.to_move:
        raise NoOdds("the game is over" if game.over else f"player {who!r} is not to move")
    if game.players != 2:
        raise NoOdds(f"only games of two players are solved, not of {game.players}")
    if rules.SHARED_ROLL and rules.roll_number and rules.must_roll():
        raise NoOdds("all have chosen: there are odds again after the next roll")
    return _by_solver(rules, who) if solver else _by_tables(rules, who)


def _by_tables(rules: Any, player: int) -> Odds:
    from shared_rules.players.tables.advice import advice  # slow to import
    from shared_rules.thinking import answer_of

    perfect = computer_player(PERFECT)
    found: dict[str, Any] = answer_of(advice(perfect, rules, player))
    if "win" not in found:
        raise NoOdds(f"no table for this game of {rules.ID}: {perfect.fault}")
    exact = found["source"] == PERFECT
    return Odds(found["win"], found["action"], found["actions"], found.get("mix", {}), exact)


def _by_solver(rules: Any, player: int) -> Odds:
    try:
        from pocketpig.solver import BadPosition, Position, Unsolvable, solved
        from pocketpig.solver.solution import odds_of
        from pocketpig.solver.turn_solution import TurnsSolution
    except ModuleNotFoundError as error:
        raise ImportError(f"the solver needs the extra `solve`, NumPy and Numba: {error}") from None

    position = Position.of(rules, player)
    floor = min(position.mine, position.theirs, position.mine + position.turn_total)
    try:
        solution = solved(rules.ID, rules.options, floor)
        found = solution.odds(position)
    except (BadPosition, Unsolvable) as error:
        raise NoOdds(str(error)) from None
    if isinstance(solution, TurnsSolution) and {*found.actions} < {*rules.legal_actions()}:
        # After a roll the turn total may be 0 again. The solver takes 0 for the start of a turn,
        # where nobody may hold.
        hold = float(solution.hold_worths(position, 1)[0][0])
        found = odds_of({**found.actions, HOLD: hold})
    return found
