# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The reviewed games: what people lost in the latest, and whom a person plays like."""

# `pages/losses.txt` has a section for each game: a line for each rival met, in the order of the
# first kinds of KINDS, with what the second to the last of these lose against it.

from shared_rules.players import KINDS

from .game.parts import HUMAN
from .language import lines_of
from .saves.moves_read import short, whole

# Of each of the latest: what people's choices lost, from _SMALLEST on, and what the dice gave them,
# around _EVEN; a step is a two-hundredth of a win, and a fiftieth.
REVIEWED = 22
_SMALLEST, _EVEN, LARGEST = 33, 79, 125
_LOSS_STEP, _GAVE_STEP = 500, 2000  # hundred-thousandths of a win
FEWEST = 10  # games
PAIRS, MOST = 12, 100  # pairs of a game and a rival, and games of each, before they are halved
# The line for each rival, by its letter (see `short`); who has none counts as one about as good.
_LINES = "05143215234"
# The variance of a game's loss is about 0.13 times its mean (measured: 0.05 to 0.23), so of a mean
# of n games the limits solve (mean - true) ** 2 = 1.96 ** 2 * 0.13 * true / n.
_SPREAD = 1.96**2 * 0.13 / 2


def pair(match):
    """Return the letters of the game and of the rival; "" unless one person met it as usual."""
    game, kinds = match.game, [kind for kind, _ in match.seats]
    if len(kinds) != 2 or kinds.count(HUMAN) != 1 or game.options != game.__class__().options:
        return ""
    letters = short(game.ID) + short(kinds[1 - kinds.index(HUMAN)])
    return letters if len(letters) == 2 else ""


def add(stats, loss, gave, pair):
    """Add a reviewed game, in hundred-thousandths of a win; `pair`: "" if it tells no level."""
    point = bytearray()
    for step in (
        _SMALLEST + (loss + _LOSS_STEP // 2) // _LOSS_STEP,
        _EVEN + (gave + _GAVE_STEP // 2) // _GAVE_STEP,
    ):
        point.append(max(_SMALLEST, min(LARGEST, step)))
    stats.reviewed = (stats.reviewed + bytes(point))[-2 * REVIEWED :]
    if pair:
        pairs = stats.pairs
        games, before = pairs.get(pair, (0, 0))
        if games == MOST:
            games, before = games // 2, before // 2
        elif not games and len(pairs) == PAIRS:
            del pairs[sorted([(row, key) for key, row in pairs.items()])[0][1]]
        pairs[pair] = games + 1, before + (loss + 50) // 100


def points(stats):
    """Return a list of (loss, what the dice gave), the oldest first.

    Both are in hundred-thousandths of a win. A loss may be greater than is kept.
    """
    points = stats.reviewed
    return [
        ((points[at] - _SMALLEST) * _LOSS_STEP, (points[at + 1] - _EVEN) * _GAVE_STEP)
        for at in range(0, len(points), 2)
    ]


def report(stats):
    """Return the level as docs/protocol.md has it."""
    games = lost = 0
    kinds = KINDS.split(" ")[:6]
    sums = [0] * len(kinds)
    for pair, (count, loss) in stats.pairs.items():
        lines = lines_of("losses", whole(pair[0]))
        place = ord(pair[1]) - 65
        if lines and 0 <= place < len(_LINES):
            games += count
            lost += loss
            for n, word in enumerate(lines[int(_LINES[place])].split(" ")):
                sums[n + 1] += count * int(word)
    told = {"games": games, "kind": None}  # type: dict
    if games >= FEWEST:
        means = [total / games / 1000 for total in sums]
        mean = told["loss"] = lost / games / 1000
        half = _SPREAD / games
        margin = (2 * half * mean + half * half) ** 0.5
        told["min"], told["max"] = max(0.0, mean + half - margin), mean + half + margin
        told["kind"] = sorted([(abs(means[n] - mean), kind) for n, kind in enumerate(kinds)])[0][1]
        told["players"] = {kind: means[n] for n, kind in enumerate(kinds)}
    return told
