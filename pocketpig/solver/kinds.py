# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Which kind of solution a game has."""

from shared_rules.game import Game
from shared_rules.shared_roll import SharedRollGame

from .fixed_turns_solution import FixedTurnsSolution, WipedTurnsSolution
from .moves import Unsolvable, outcome_lists
from .race_solution import EqualSolution, FirstSolution
from .shared_solution import HerdSolution, RoundsSolution, WipedRoundsSolution
from .solution import Solution

ENDS: dict[str, type[Solution]] = {
    "first": FirstSolution, "one_more_roll": FirstSolution, "one_more_turn": FirstSolution,
    "equal_turns": EqualSolution, "rounds": FixedTurnsSolution,
}  # fmt: skip
MOST_ROUNDS_WITH_WIPES = 20
# Hooks that the solver takes to be the common ones, and those that end a game to a target.
COMMON = ("roll", "apply", "choose", "must_roll", "after_roll", "to_move", "standings")
ENDING = ("bank", "banks_at_once", "end_turn", "is_last_turn", "winners")


def kind_of(game: Game) -> type[Solution]:
    """Return the kind of solution of `game`. Raises Unsolvable."""
    end = game.options.get("end")
    kind: type[Solution]
    hooks: tuple[str, ...] = COMMON
    effects = [effect for _, outcomes in outcome_lists(game) for _, effect in outcomes[1]]
    wipes = not all(effect.keep for effect in effects)
    if game.SHARED_ROLL:
        check_shared(game)
        without_target = WipedRoundsSolution if wipes else RoundsSolution
        kind = HerdSolution if "target" in game.options else without_target
    elif end in ENDS and "target" in game.options:
        kind = ENDS[end]
        hooks += () if end == "one_more_roll" else ENDING
    else:
        raise Unsolvable(f"{game.ID} cannot be solved: its positions are too many to list")
    if kind is FixedTurnsSolution and wipes:
        kind = WipedTurnsSolution
        if game.options["rounds"] > MOST_ROUNDS_WITH_WIPES:
            raise Unsolvable(
                f"{game.ID} cannot be solved over more than {MOST_ROUNDS_WITH_WIPES} rounds: with "
                "wipes its positions are too many"
            )
    own = [hook for hook in hooks if not is_common(game, hook)]
    if own:
        raise Unsolvable(f"{game.ID} cannot be solved: it has rules of its own in {', '.join(own)}")
    return kind


def is_common(game: Game, hook: str) -> bool:
    """True if the variant does not override `hook` of the common classes."""
    owner = next(kind for kind in type(game).__mro__ if hook in vars(kind))
    return owner in SharedRollGame.__mro__


def check_shared(game: Game) -> None:
    """Raise Unsolvable if shared rolls do more than add points, bust or, without a target, wipe."""
    for _, (keep, factor, points, goes_on, _) in game.chance_outcomes()[1]:
        if factor != 1 or points < 1 if goes_on else not keep and "target" in game.options:
            raise Unsolvable(f"{game.ID} cannot be solved: shared rolls may only add or bust")
