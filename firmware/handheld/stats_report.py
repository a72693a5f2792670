# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The statistics as the bridge tells them."""

from . import feats

COUNTS = ("games", "wins", "shared")


def report(stats, journal):
    """Return a dict: `games`, `variants` by id with `games` and `players` (COUNTS by kind), totals.

    It leaves out the number of the last game; `luck` is in points, `loss` and `gave` in wins.
    `faces` and `coin` say how often each face fell. `own_dice` has the games and faces of dice that
    people typed in, which count for nothing else. The long keys: see docs/protocol.md.
    """
    told = _games(stats, False)
    for name in stats.totals:
        told[name] = stats.totals[name]
    del told["counted"]
    told["luck"] /= 100
    told["loss"] /= 100000
    told["gave"] /= 100000
    told["faces"] = stats.faces[6]
    told["coin"] = stats.faces[2]
    told["against_rivals"] = {
        kind: {"games": games, "wins": wins} for kind, games, wins in stats.against()
    }
    told["reviewed_games"] = [
        {"loss": loss / 100000, "gave": gave / 100000} for loss, gave in stats.points()
    ]
    told["best_results"] = {
        key: {"result": result, "name": name} for key, (result, name) in stats.best.items()
    }
    told["own_dice"] = _games(stats, True)
    told["own_dice"]["faces"] = stats.faces[-6]
    told["own_dice"]["coin"] = stats.faces[-2]
    feats.report(journal, told)
    return told


def _games(stats, own):
    total = 0
    variants = {}
    for words in stats.lines(own):
        players = {}
        for at in range(2, len(words), 4):
            counts = words[at + 1 : at + 4]
            players[words[at]] = {name: int(n) for name, n in zip(COUNTS, counts)}
        variants[words[0]] = {"games": int(words[1]), "players": players}
        total += int(words[1])
    told = {"games": total, "variants": variants}  # type: dict
    return told
