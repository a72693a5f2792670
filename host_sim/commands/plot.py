"""Draw perfect play between two players, of games to a target in which one may hold.

  pocketpig plot pig                                     the roll/hold surface, in pig-surface.png
  pocketpig plot pig cross-section --opponent 30         at one score of the opponent
  pocketpig plot big --option double_one=wipe --output big.svg

The first use solves the variant; later uses read a cache.
"""

import argparse
import pathlib

from host_sim.command_error import CommandError
from pocketpig.plots import KINDS, CannotPlot
from shared_rules.errors import RulesError
from shared_rules.variants import ids

from .arguments import OPTION, POINTS, Arguments, add_all, read_options

FORMATS = (".png", ".svg", ".pdf")
DOTS_PER_INCH = 100


ARGUMENTS: Arguments = {
    "VARIANT": ", ".join(ids()),
    "KIND": ("see below", {"nargs": "?", "choices": KINDS, "default": "surface"}),
    **OPTION,
    "--opponent N": ("cross-section: the opponent's score (0)", {"type": POINTS, "default": 0}),
    "--second": "draw for the second player of a round (end=equal_turns)",
    "--output FILE": (f"{', '.join(FORMATS)} (VARIANT-KIND.png)", {"type": pathlib.Path}),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    width = max(map(len, KINDS))
    parser.epilog = "kinds:\n" + "\n".join(f"  {name:{width}}  {KINDS[name]}" for name in KINDS)
    add_all(parser, ARGUMENTS)


def run(arguments: argparse.Namespace) -> int:
    """Draw; return the exit status."""
    from matplotlib.figure import Figure

    from pocketpig.plots.pictures import Request, draw

    kind, variant = arguments.kind, arguments.variant
    output = arguments.output or pathlib.Path(f"{variant}-{kind}.png")
    figure = Figure()
    try:
        if output.suffix.lower() not in FORMATS:
            raise CannotPlot(f"{output}: the name must end in {', '.join(FORMATS)}")
        options = read_options(variant, arguments.option)
        draw(kind, figure, Request(variant, options, arguments.opponent, arguments.second))
        output.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(output, dpi=DOTS_PER_INCH)
    except (RulesError, CannotPlot) as error:
        raise CommandError(error, 2) from None
    except OSError as error:
        raise CommandError(error) from None
    print(output)
    return 0
