"""Play the games of `transcripts/` line by line.

Each was worked out with pencil and paper from the rules (a file names its source), never copied
from the program. A file has one variant, the `defaults` of its options, and games. A game begins
with `== title` and says what differs from the defaults (`options`), how many `players` there are
and who is `first`. Players are A, B, C, … Then one line a step: an action, and what must be true
after it. `#` begins a comment.

    action | turn | to move | rolls | total | scores | may [| more]

- action: `start`, `A roll 4 3`, `A roll 3: 4 5 6` where the number of dice is chosen, `A hold`,
  `A stand`, `A sit`. `| refused` after it means that it is illegal and changes nothing.
- turn counts turns over all players (shared games: rounds), rolls the rolls in it; total is the
  turn total.
- may: what is legal now and, in brackets, the dice of the next roll (`1-10`: to be chosen); or
  `over, A wins`, `over, A C share`.
- more: in shared games who stands (`standing A-C`); in Swine Herd how many turns in a row ended in
  a bust before anyone sat, unless 0 (`busts 3`); in Gran Cerdo its own fields by name.
"""

import pathlib
from types import SimpleNamespace

import pytest

from shared_rules.errors import RulesError
from shared_rules.notation import Record, position_text
from shared_rules.reading import parse_position, replay
from shared_rules.variants import new_game
from tests.support.reference_rules import Reference, Refused

FOLDER = pathlib.Path(__file__).parent / "transcripts"
# Gran Cerdo's fields at the end: {name in a transcript: milestone of the state}
MILESTONES = {
    "truffles": "most_truffles",
    "fifties": "fifties",
    "oink_points": "oinks",
    "greedy": "greedy",
}


def pairs(words):
    """Return {name: value} of words like `target=100`; digits become numbers."""
    found = {}
    for word in words:
        name, _, value = word.partition("=")
        found[name] = int(value) if value.isdigit() else value
    return found


def numbers(text):
    return [int(word) for word in text.split()]


def letters(text):
    """Return the indexes of players written as letters; `-` is nobody."""
    return [ord(letter) - ord("A") for letter in text if letter != "-"]


def read(path):
    """Return (variant, defaults, games) of one file. A game has its settings and its lines (number,
    columns)."""
    variant, defaults, scripts = None, None, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.split("#")[0].strip()
        words = line.split()
        if not words:
            continue
        if "|" in line:
            scripts[-1].lines.append((number, [column.strip() for column in line.split("|")]))
        elif words[0] == "==":
            unnamed = {"options": {}, "players": None, "first": None, "lines": []}
            scripts.append(SimpleNamespace(variant=variant, title=line[2:].strip(), **unnamed))
        elif words[0] == "variant":
            variant = words[1]
        elif words[0] == "defaults":
            defaults = pairs(words[1:])
        elif words[0] == "options":
            scripts[-1].options = pairs(words[1:])
        elif words[0] == "players":
            scripts[-1].players = int(words[1])
        elif words[0] == "first":
            scripts[-1].first = letters(words[1])[0]
        else:
            raise ValueError(f"{path.name}, line {number}: {line!r}")
    return variant, defaults, scripts


def action_of(text):
    """Return (player, action, faces, number of dice) of a text such as `A roll 3: 4 5 6`."""
    words = text.replace(":", " :").split()
    player, action, rest = letters(words[0])[0], words[1], words[2:]
    if action != "roll":
        return player, action, None, None
    named = None
    if ":" in rest:
        named, rest = int(rest[0]), rest[2:]
        assert named == len(rest), "the transcript names another number of dice"
    return player, action, [int(word) for word in rest], named


def expected_state(script, columns, faces):
    """Return the columns of a line as entries of the public state."""
    turn, movers, rolls, total, scores, may = columns[1:7]
    expected = {
        "variant": script.variant,
        "players": script.players,
        "turn": int(turn),
        "to_move": letters(movers),
        "roll_number": int(rolls),
        "turn_total": int(total),
        "scores": numbers(scores),
        "dice": faces,
    }
    if may.startswith("over, "):
        winners, verb = may[len("over, ") :].rsplit(" ", 1)
        expected.update(phase="over", over=True, legal=[], dice_count=None)
        expected["winners"] = letters(winners.replace(" ", ""))
        assert verb == ("wins" if len(expected["winners"]) == 1 else "share")
    else:
        legal, dice = may.rstrip(")").split(" (")
        expected.update(over=False, winners=[], legal=legal.split(", "))
        chosen = "-" in dice
        expected["phase"] = "roll" if legal == "roll" and not chosen else "choose"
        expected["dice_count"] = None if chosen else int(dice)
        if chosen:
            expected["dice_range"] = [int(bound) for bound in dice.split("-")]
    if script.variant == "swine_herd":
        expected["busts"] = 0
    if len(columns) > 7:
        more_fields(expected, columns[7])
    return expected


def more_fields(expected, text):
    """Add the fields of the last column, for shared games or Gran Cerdo."""
    milestones = {}
    for item in text.split(", "):
        name, *values = item.split()
        if name == "standing":
            expected["standing"] = [letter != "-" for letter in values[0]]
        elif name == "busts":
            expected["busts"] = int(values[0])
        elif values == ["dice"]:
            expected["three_dice"] = name == "3"
        elif name == "round":
            expected["round"] = int(values[0])
        else:
            points = [int(value) for value in values]
            if name in MILESTONES:
                milestones[MILESTONES[name]] = points
            elif name == "oinks":
                expected["oinks"] = points
            else:
                expected[{"rolls": "most_rolls", "points": "victory_points"}[name]] = points
    if milestones:
        expected["milestones"] = milestones


FILES = {path.stem: read(path) for path in sorted(FOLDER.glob("*.txt"))}
SCRIPTS = [
    pytest.param(script, id=f"{name}: {script.title}")
    for name, (_, _, scripts) in FILES.items()
    for script in scripts
]


def play(script, act, state, refusals):
    """Play the lines with `act(player, action, faces, named)`; compare `state()` with each."""
    faces = []
    for number, columns in script.lines:
        where = f"line {number}: {columns[0]}"
        if columns[1] == "refused":
            before = state()
            with pytest.raises(refusals):
                act(*action_of(columns[0]))
                pytest.fail(f"{where} was not refused")
            assert state() == before, where
            continue
        if columns[0] != "start":
            action = action_of(columns[0])
            act(*action)
            faces = faces if action[2] is None else action[2]
        shown = state()
        options = shown.pop("options")
        assert script.options.items() <= options.items()
        assert shown == expected_state(script, columns, faces), where


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_engine_plays_it(script):
    game = new_game(script.variant, script.options, script.players, script.first)
    record = Record(game)

    def act(player, action, faces, _):
        record.append(game.apply(action, faces, player), game)
        assert parse_position(position_text(game, True)).state() == game.state()

    play(script, act, game.state, RulesError)
    assert replay(record.text())[0].state() == game.state()


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_second_implementation_plays_it(script):
    reference = Reference(script.variant, script.options, script.players, script.first)
    play(script, reference.act, reference.state, Refused)
