"""The statistics: games played and won by variant and kind of player, best results, reviews."""

from shared_rules.players import KINDS
from shared_rules.variants import ids

from ..game.parts import HUMAN
from .records import ALL, ANY, FEWEST, OWN, TABLE, Records

TOTALS = (
    "streak", "best_streak", "best_turn", "biggest_bust", "luck", "rolls", "loss", "decisions",
    "gave",
)  # fmt: skip
PARTS = {"luck": 100, "loss": 100000, "gave": 100000}  # of a unit
# A kind of player is its place in `_kinds`, or _HOLD and the number in its name.
_HOLD, _LARGEST = 100, 999
# Of a reviewed game what people's choices lost, and what the dice gave them, from _EVEN on; a step
# is a two-hundredth of a win, and a fiftieth.
_LOSS_STEP, _GAVE_STEP, _EVEN = 500, 2000, 128


def _kinds():
    return ["", HUMAN] + KINDS.split(" ")  # the first stands for all


def count(table, game, kind, counts):
    """Add games, wins, and shared wins, to those of a kind of player; "": of all.

    Without room the kind goes that has played another variant least.
    """
    kinds = _kinds()
    code = kinds.index(kind) if kind in kinds else _HOLD + int(kind[len("hold") :])
    for place, row in enumerate(table):
        if row[:2] == (game, code):
            table[place] = row[:2] + tuple([a + b for a, b in zip(row[2:], counts)])
            return
    others = [row[2:3] + row for row in table if row[0] not in (ANY, game) and row[1] != ALL]
    if len(table) == TABLE and others:
        table[table.index(min(others)[1:])] = (game, code) + counts
    else:
        table.append((game, code) + counts)


def variants(table, own=False):
    """Return rows (variant, games, its `players`); `own`: of games with own dice."""
    rows = []
    for game, code, games, _, _ in table:
        place = game - 1 - (OWN if own else 0)
        if 0 <= place < len(ids()) and code == ALL:
            rows.append((ids()[place], games, players(table, game)))
    return rows


def players(table, game):
    """Return rows (kind, games, wins, shared wins) of the kinds of players in a game."""
    kinds, rows = _kinds(), []
    for of, code, games, wins, shared in table:
        if of == game and code != ALL and games:
            if code < len(kinds):
                rows.append((kinds[code], games, min(games, wins), shared))
            elif _HOLD < code <= _HOLD + _LARGEST:
                rows.append(("hold%d" % (code - _HOLD), games, min(games, wins), shared))
    return rows


def against(table):
    """Return rows (kind, games, wins of people alone) of the rivals."""
    return [row[:3] for row in players(table, ANY)]


def keep(records, result):
    """Keep a result (game, number, result, name) if it is the best; return True then."""
    rows = records.rows("best_results")
    for row in rows:
        if row[:2] == result[:2]:
            if result[2] >= row[2] if row[1] & FEWEST else result[2] <= row[2]:
                return False
            rows.remove(row)
            break
    letters = [ord(char) for char in result[3]] + [0, 0, 0]
    records.put("best_results", rows + [result[:3] + tuple(letters[:3])])
    return True


def best(records):
    """Return rows (variant, "<" or ">", number or "", result, name) of the best results.

    `pig<100`: the fewest turns to 100 points; `pig>10`: the most points in 10 turns; `gran_cerdo>`:
    the most victory points. The name is "" for you.
    """
    rows = []
    for row in records.rows("best_results"):
        if 0 < row[0] <= len(ids()):
            letters = [chr(code) if 32 < code < 127 or code == 209 else " " for code in row[3:]]
            number = row[1] % FEWEST
            sign = "<" if row[1] & FEWEST else ">"
            name = "".join(letters).rstrip()
            rows.append((ids()[row[0] - 1], sign, str(number or ""), row[2], name))
    return sorted(rows)


def judge(records, loss, decisions, gave=0):
    """Add a reviewed game: the loss of people's decisions, and what the dice gave them."""
    from . import achievements

    achievements.judge(records, loss, decisions)
    records.add("loss", loss)
    records.add("decisions", decisions)
    records.add("gave", gave)
    loss = (loss + _LOSS_STEP // 2) // _LOSS_STEP
    gave = _EVEN + (gave + _GAVE_STEP // 2) // _GAVE_STEP
    records.put("reviewed_games", records.rows("reviewed_games") + [(loss, max(1, gave))])


def reviewed(records):
    """Return (loss, what the dice gave) of the latest reviewed games, as the totals count them."""
    rows = records.rows("reviewed_games")
    return [(loss * _LOSS_STEP, (gave - _EVEN) * _GAVE_STEP) for loss, gave in rows]


def reset(records):
    """Start from zero; the number of the last game stays, and what is no part of it."""
    for name in TOTALS + ("die", "coin", "table", "best_results", "reviewed_games"):
        records.put(name, [])
    records.save()


def report(journal):
    """Return the answer to `stats`, see docs/protocol.md."""
    from . import achievements

    records = Records(journal)
    table = records.rows("table")
    answer = _games(records, table, False)
    for name in TOTALS:
        number, part = records.number(name), PARTS.get(name)
        answer[name] = number / part if part else number
    answer["against_rivals"] = {
        kind: {"games": games, "wins": wins} for kind, games, wins in against(table)
    }
    answer["reviewed_games"] = [
        {"loss": loss / PARTS["loss"], "gave": gave / PARTS["gave"]}
        for loss, gave in reviewed(records)
    ]
    answer["best_results"] = {
        "".join(row[:3]): {"result": row[3], "name": row[4]} for row in best(records)
    }
    answer["own_dice"] = _games(records, table, True)
    achievements.report(records, answer)
    return answer


def _games(records, table, own):
    """Return the games of each variant, how many they are, and how often each face fell."""
    rows = variants(table, own)
    games_of = {}
    for identifier, games, players in rows:
        kinds = {kind: dict(zip(("games", "wins", "shared"), n)) for kind, *n in players}
        games_of[identifier] = {"games": games, "players": kinds}
    answer = {"games": sum([row[1] for row in rows]), "variants": games_of}  # type: dict
    answer["faces"], answer["coin"] = [list(records.entry(key, own)) for key in ("die", "coin")]
    return answer
