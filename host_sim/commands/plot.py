# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Draw perfect play between two players.

  pocketpig plot pig                                     the roll/hold surface, in pig-surface.png
  pocketpig plot pig cross-section --opponent 30 --show  in a window
  pocketpig plot big contours --option double_one=wipe --output big.svg

Without KIND it draws the first kind that the variant has. The first use solves the variant; later
uses read a cache.
"""

import argparse
import pathlib
from typing import Any

from host_sim.commands import CommandError
from shared_rules.errors import RulesError
from shared_rules.variants import ids

from .arguments import POINTS, add_option, read_options

FORMATS = (".png", ".svg", ".pdf")
DOTS_PER_INCH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    from pocketpig.plots import KINDS

    width = max(len(kind.name) for kind in KINDS)
    parser.epilog = "kinds:\n" + "\n".join(
        f"  {kind.name:{width}}  {kind.summary} (needs {kind.needs})" for kind in KINDS
    )
    parser.add_argument("variant", metavar="VARIANT", help=", ".join(ids()))
    parser.add_argument("kind", metavar="KIND", nargs="?", help="see below")
    add_option(parser)
    parser.add_argument(
        "--opponent", type=POINTS, default=0, metavar="N",
        help="cross-section: the opponent's score (0)",
    )  # fmt: skip
    parser.add_argument(
        "--second", action="store_true",
        help="draw for the second player of a round (end=equal_turns)",
    )  # fmt: skip
    parser.add_argument(
        "--output", type=pathlib.Path, metavar="FILE",
        help=f"{', '.join(FORMATS)} (VARIANT-KIND.png)",
    )  # fmt: skip
    parser.add_argument(
        "--show", action="store_true", help="open a window; write a file only with --output"
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw; return the exit status."""
    from pocketpig.plots import CannotPlot, Request
    from pocketpig.solver import BadPosition, Unsolvable

    try:
        request = Request(
            arguments.variant,
            read_options(arguments.variant, arguments.option),
            arguments.opponent,
            arguments.second,
        )
        _picture(arguments, request)
    except (RulesError, BadPosition, CannotPlot, Unsolvable) as error:
        raise CommandError(error, 2) from None
    except OSError as error:
        raise CommandError(error) from None
    return 0


def _picture(arguments: argparse.Namespace, request: Any) -> None:
    from pocketpig.plots import CannotPlot, kind_for
    from pocketpig.plots.pictures import draw

    kind = kind_for(request, arguments.kind)
    output = arguments.output
    if output and output.suffix.lower() not in FORMATS:
        raise CannotPlot(f"{output}: the name must end in {', '.join(FORMATS)}")
    if arguments.show:
        figure = _window(kind.size)
    else:
        from matplotlib.figure import Figure

        figure = Figure(figsize=kind.size)
        output = output or pathlib.Path(f"{request.variant}-{kind.name}.png")
    draw(kind, figure, request)
    if output:
        output.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(output, dpi=DOTS_PER_INCH)
        print(output)
    if arguments.show:
        from matplotlib import pyplot

        pyplot.show()


def _window(size: tuple[float, float]) -> Any:
    """A figure in a window. Raises OSError where there can be none."""
    from matplotlib import get_backend, pyplot
    from matplotlib.backends.registry import BackendFilter, backend_registry

    # Asking for it makes Matplotlib look for what there is.
    if get_backend().lower() not in backend_registry.list_builtin(BackendFilter.INTERACTIVE):
        raise OSError("no window can be opened here; write a file with --output")
    return pyplot.figure(figsize=size)
