"""Draw each kind of plot on a Matplotlib figure, in colours that colour-blind people tell apart."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared_rules.variants import new_game

from ..solver import Position, Unsolvable, solved
from ..solver.moves import Floats, outcome_lists, reach, turns_go_on, useful
from ..solver.race_solution import EqualSolution, RaceSolution
from ..solver.solve import kind_of
from ..solver.turn_solution import TurnsSolution
from . import CannotPlot

Bools = NDArray[np.bool_]

# Greatest target: the arrays grow with its third power.
MOST_TARGET = 250
# From the palette of Okabe and Ito (2008).
ROLL = "#E69F00"
HOLD = "#56B4E9"
INK = "#222222"
# Its brightness is monotonic, also for the colour-blind and in grey.
SCALE = "viridis"

# Direction of view of a solid in degrees: elevation above the floor, and azimuth.
ELEVATION, AZIMUTH = 28, -122
# Corners of the three visible faces of a cube.
TOP = ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
LEFT = ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1))
FRONT = ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))


class Request(NamedTuple):
    """What to draw.

    opponent: the opponent's score of a cross-section. second: for the second mover of a round.
    """

    variant: str
    options: dict[str, Any]
    opponent: int = 0
    second: bool = False


def title(figure: Any, request: Request, what: str, note: str = "") -> None:
    """Add a title: the game, its options that are not default, what is shown, and a note."""
    game = new_game(request.variant, request.options)
    words = [game.NAME]
    for name, default, _ in game.OPTIONS:
        if game.options[name] != default:
            words.append(f"{name} {game.options[name]}")
    if game.options.get("end") == "equal_turns":
        words.append("second to move in the round" if request.second else "first to move")
    figure.suptitle(f"{', '.join(words)}: {what}", fontsize=13, color=INK, y=0.98)
    figure.text(0.5, 0.915, note, ha="center", va="center", fontsize=9, color="#555555")


def solution_of(request: Request) -> Any:
    """Return the solved game. Raises CannotPlot."""
    game = new_game(request.variant, request.options)
    try:
        fits = issubclass(kind_of(game), RaceSolution) and turns_go_on(outcome_lists(game))
    except Unsolvable:
        fits = False
    if not fits:
        raise CannotPlot(
            f"no plots of this {request.variant}: it has no target, turns of one roll, or too many "
            "positions"
        )
    target = game.options["target"]
    if target > MOST_TARGET:
        raise CannotPlot(f"target: {target} is not allowed here; allowed: 1 to {MOST_TARGET}")
    solution = solved(request.variant, request.options)
    if request.second and not isinstance(solution, EqualSolution):
        raise CannotPlot("the second mover differs only with end=equal_turns")
    return solution


def rolling_is_better(solution: TurnsSolution, position: Position) -> Bools:
    """Return by turn total whether rolling is better than holding."""
    # Only the numbers of dice that are useful.
    chosen = [n for n, _ in useful(solution.lists)]
    win = solution.worths(position, solution.menu(position, chosen))[0]
    better: Bools = win > solution.hold_worths(position, len(win))[0][: len(win)]
    return better


def rolls_on(solution: TurnsSolution, second: bool = False) -> Bools:
    """Return whether rolling is best: [score of the player to move, of the opponent, turn total].

    It always is at turn total 0.
    """
    target = solution.target
    turns = {
        (i, j): rolling_is_better(solution, Position(i, j, 0, second))
        for i, j in np.ndindex(target, target)
    }
    last_rolls = (np.flatnonzero(better)[-1:] for better in turns.values())
    # Room for what one roll can add to the last turn total at which rolling is right.
    length = max([target - 1] + [int(last[0]) for last in last_rolls if len(last)])
    length += 1 + reach(solution.moves)
    every = np.zeros((target, target, length), dtype=bool)
    for place, better in turns.items():
        every[place][: len(better)] = better[:length]
        every[place][0] = True
    return every


def faces(solid: Bools) -> tuple[Floats, Floats]:
    """Return the outer faces of `solid` that are visible from above the corner of low scores.

    They are corners [face, corner, axis], and the brightness of each face.
    """
    corners, light = [], []
    for axis, step, face, shade in ((2, 1, TOP, 1.0), (0, -1, LEFT, 0.86), (1, -1, FRONT, 0.7)):
        # Because of the margin, nothing comes in from the other side.
        beside = np.roll(np.pad(solid, 1), -step, axis)[1:-1, 1:-1, 1:-1]
        at = np.argwhere(solid & ~beside)
        corners.append(at[:, None, :] + np.array(face)[None])
        light.append(np.full(len(at), shade))
    return np.concatenate(corners).astype(float), np.concatenate(light)


def surface(figure: Any, request: Request) -> None:
    """Plot a cube for each position in which rolling is best; above them holding is."""
    from matplotlib import colormaps
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    solid = rolls_on(solution_of(request), request.second)
    corners, light = faces(solid)
    height = int(np.flatnonzero(solid.any(axis=(0, 1)))[-1]) + 1
    shown = corners[:, :, 2].max(axis=1) / height
    # Most cubes are low, so low heights get most of the colour scale.
    colours = colormaps[SCALE](0.15 + 0.85 * np.sqrt(shown))
    colours[:, :3] *= light[:, None]
    figure.set_size_inches(8, 7)
    figure.subplots_adjust(left=-0.02, right=0.97, bottom=0.02, top=0.97)
    axes = figure.add_subplot(projection="3d", proj_type="ortho")
    axes.set(xlim=(0, len(solid)), ylim=(0, len(solid)), zlim=(0, max(height, 4)))
    axes.view_init(ELEVATION, AZIMUTH)
    axes.set_xlabel("score of the\nplayer to move", labelpad=8)
    axes.set_ylabel("opponent's\nscore", labelpad=8)
    axes.set_zlabel("turn total")
    # Rasterized: in a vector file, thousands of faces would be slow.
    cubes = Poly3DCollection(corners, facecolors=colours, edgecolors="none", antialiased=False,
                             rasterized=True)  # fmt: skip
    axes.add_collection3d(cubes)
    axes.set_box_aspect((1, 1, 0.7), zoom=0.97)
    for side in (axes.xaxis, axes.yaxis, axes.zaxis):
        side.set_pane_color((0.96, 0.96, 0.96, 1.0))
        side.label.set_color(INK)
    note = "a cube for every position in which rolling is right; brighter: a higher turn total"
    title(figure, request, "roll inside, hold above", note)


def cross_section(figure: Any, request: Request) -> None:
    """Plot roll or hold by score and turn total."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Patch

    solution = solution_of(request)
    target = solution.target
    if not 0 <= request.opponent < target:
        raise CannotPlot(f"opponent: {request.opponent} is not allowed; allowed: 0 to {target - 1}")
    roll = rolls_on(solution, request.second)[:, request.opponent]
    rolled = int(np.flatnonzero(roll.any(axis=0))[-1])
    top = min(max(target // 2, rolled + 16), roll.shape[1])
    figure.set_size_inches(8, 6)
    figure.subplots_adjust(top=0.91, right=0.97, left=0.1, bottom=0.1)
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.imshow(
        np.where(roll[:, :top, None], to_rgb(ROLL), to_rgb(HOLD)).transpose(1, 0, 2),
        origin="lower", aspect="auto", interpolation="nearest",
        extent=(-0.5, target - 0.5, -0.5, top - 0.5),
    )  # fmt: skip
    if solution.game.options["end"] == "first":
        axes.plot([target - top, target], [top, 0], ":", color=INK, lw=1)
        axes.text(target - top / 2 - 1, top / 2 + 1, "holding wins beyond", rotation=-45,
                  rotation_mode="anchor", transform_rotates_text=True,
                  ha="center", va="bottom", fontsize=9, color=INK)  # fmt: skip
    axes.set(xlim=(-0.5, target - 0.5), ylim=(-0.5, top - 0.5))
    axes.set(xlabel="score of the player to move", ylabel="turn total")
    axes.legend(
        handles=[Patch(color=ROLL, label="roll"), Patch(color=HOLD, label="hold")],
        loc="upper right", framealpha=0.95,
    )  # fmt: skip
    title(figure, request, f"roll or hold, opponent's score {request.opponent}")


def draw(kind: str, figure: Any, request: Request) -> None:
    """Draw onto a Matplotlib figure. Raises CannotPlot, BadPosition or a RulesError."""
    {"surface": surface, "cross-section": cross_section}[kind](figure, request)
