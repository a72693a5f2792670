"""Print the chance to win of the player to move, and the chance after each action.

There are two players, who both play perfectly from then on. A tie counts half. The answer is from
the handheld's tables; with --exact from the solver, which solves a variant at its first use and
then reads a cache. In Skunk and Swine Herd both players have still to choose.
"""

import argparse
import json
from typing import Any

from host_sim.command_error import CommandError
from host_sim.commands.arguments import OPTION, POINTS, Arguments, read_options, whole
from shared_rules.checks import DICE
from shared_rules.errors import RulesError
from shared_rules.players.tables.advice import advice
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game

# What the answer is from.
SOURCES = {
    "solver": "exact, by the solver",
    "perfect": "from the handheld's table; --exact asks the solver",
    "approximate": "an estimate; --exact asks the solver",
}


def scores_pair(text: str) -> tuple[int, int]:
    """`A,B` as two integers."""
    try:
        mine, theirs = map(POINTS, text.split(","))
        return mine, theirs
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected two whole numbers A,B") from None


ARGUMENTS: Arguments = {
    "variant": "pig, two_dice, …",
    **OPTION,
    "--scores A,B": (
        "scores of the player to move and of the other (0,0); write --scores=-5,3 below 0",
        {"type": scores_pair, "default": (0, 0)},
    ),
    "--turn-total K": (
        "turn total; 0 is the start of a turn (default)",
        {"type": POINTS, "default": 0},
    ),
    "--second": "the player to move is second in the round (end=equal_turns or rounds)",
    "--dice N": (
        "dice of this turn where their number was chosen (the best at its start)",
        {"type": whole(*DICE)},
    ),
    "--round N": ("round of a game of rounds (1)", {"type": whole(1, 1000)}),
    "--opponent-sits": "shared rolls: the other player sits",
    "--exact": "ask the solver; needs the extra solve",
    "--json": "print one JSON object",
}


def _check(args: argparse.Namespace, options: dict[str, Any]) -> None:
    """Raise BadPosition for an argument that this game, or the start of a turn, does not have."""
    from pocketpig.position import BadPosition

    game = new_game(args.variant, options)
    rounds, (least, most) = not game.goal(), game.dice_limits()
    in_turns = not game.SHARED_ROLL and (rounds or options["end"] == "equal_turns")
    for name, given, fits, where in (
        ("dice", args.dice, least < most and args.turn_total, "in a turn with chosen dice"),
        ("second", args.second, in_turns, "with end=equal_turns or end=rounds"),
        ("round", args.round, rounds, "in a game of rounds"),
        ("opponent-sits", args.opponent_sits, game.SHARED_ROLL, "in games with a shared roll"),
    ):
        if given and not fits:
            raise BadPosition(f"--{name} is not allowed here; allowed: {where}")


def answer(args: argparse.Namespace) -> dict[str, Any]:
    """The odds as a dict for JSON. Raises RulesError, BadPosition or Unsolvable."""
    from pocketpig.position import Position

    options = read_options(args.variant, args.option)
    _check(args, options)
    mine, theirs = args.scores
    position = Position(
        mine, theirs, args.turn_total, args.second, args.dice, args.round or 1, args.opponent_sits
    )
    reply: dict[str, Any] = {
        "variant": args.variant,
        "options": options,
        "scores": [mine, theirs],
        "turn_total": args.turn_total,
    }
    if not args.exact:
        return {**reply, **_from_tables(_game_at(args.variant, options, position), position)}
    from pocketpig.solver import solved

    floor = min(mine, theirs, mine + args.turn_total)
    odds = solved(args.variant, options, floor).odds(position)
    reply.update(win=odds.win, advice=odds.action, actions=odds.actions, source="solver")
    if odds.mix:
        reply["mix"] = odds.mix
    return reply


def _from_tables(game: Any, position: Any) -> dict[str, Any]:
    """What the handheld's coach says, as a dict for JSON."""
    from pocketpig.computer_players import PERFECT, computer_player

    player = computer_player(PERFECT)
    found = answer_of(advice(player, game, int(position.second)))
    found["advice"] = found.pop("action")
    reply = {name: found[name] for name in ("win", "advice", "actions", "mix", "source")
             if name in found}  # fmt: skip
    return {**reply, "fault": player.fault} if player.fault else reply


def _game_at(variant: str, options: dict[str, Any], position: Any) -> Any:
    """A game in this position; the player to move is 0, or 1 as the second of a round.

    Raises BadPosition.
    """
    from pocketpig.position import BadPosition

    game = new_game(variant, options)
    mine, goal = position.mine, game.goal()
    if (goal and mine >= goal) or mine < game.LOWEST:
        raise BadPosition(f"the score of the player to move: {mine} is not allowed")
    me = int(position.second)
    rounds = position.round
    game.turn = (rounds - 1) * game.players + 1 + me if not game.SHARED_ROLL else rounds
    game.scores[me], game.scores[1 - me] = mine, position.theirs
    game.turn_total = position.turn_total
    if position.turn_total:
        game.roll_number = 1
        game.dice = (game.FACES[1],) * (position.dice or game.dice_limits()[0])
    if game.SHARED_ROLL:
        game.choosing = bool(position.turn_total)
        game.standing[1] = not position.opponent_sits
    if game.closes() and max(game.scores) >= goal:
        game.closing = 1 - me
    return game


def run(args: argparse.Namespace) -> int:
    """Print the odds; exit status 0, or 2 when the question makes no sense."""
    try:
        reply = answer(args)
    except (RulesError, ValueError) as error:  # BadPosition and Unsolvable are ValueErrors
        raise CommandError(error, 2) from None
    if args.json:
        print(json.dumps(reply))
        return 0
    if "win" not in reply:
        why = f" ({reply['fault']})" if "fault" in reply else ""
        print(f"best: {reply['advice']}, by a rule of thumb{why}; --exact asks the solver")
        return 0
    print(f"win {reply['win']:.6f}, best: {reply['advice']} ({SOURCES[reply['source']]})")
    for action, worth in reply["actions"].items():
        mixed = f"  choose with probability {reply['mix'][action]:.4f}" if "mix" in reply else ""
        print(f"  {action:8} {worth:.6f}{mixed}")
    return 0
