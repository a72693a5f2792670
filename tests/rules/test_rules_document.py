"""docs/rules.md names every variant, option and value; its examples are played row by row.

A comment before a list or a table says what it is. Its POSITION leaves out `pp1`, two players, and
that the first begins.

- `example: POSITION`: the lines are played from there. A line is a turn, or a roll
  for all.
- `option NAME: POSITION : TOKENS : FACES`: a line sets the option to its value, replays the
  tokens, and rolls the faces.
- `roll-off`: throws of two dice; a line names those who throw.
- `transcript: VARIANT`, a list, and `reckoning: VARIANT`: a whole game, a turn a line.
"""

import re
from pathlib import Path

import pytest

from shared_rules.options import is_range
from shared_rules.reading import parse_position, replay
from shared_rules.roll_off import leaders
from shared_rules.variants import ids, new_game, variant_class

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "rules.md").read_text("utf-8")
PEOPLE = ("Ann", "Bob", "Cleo")
FACE = {"head": 1, "tail": 6}  # of Pig Dice
COIN = {"head": 1, "tail": 0}


def tables(kind, text=TEXT):
    """Return [(what follows the kind in the comment, columns, rows of cells)]."""
    found = []
    for what, table in re.findall(rf"<!-- {kind}:? ?(.*?) -->\n((?:\|.*\n)+)", text):
        lines = [
            [cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()
        ]
        found.append((what, lines[0], lines[2:]))
    return found


def lists(kind, text=TEXT):
    """Return [(what follows the kind in the comment, lines without their dash)]."""
    whole = text.replace("\n  ", " ")  # the rest of an item
    return [
        (what, [line[2:] for line in lines.splitlines()])
        for what, lines in re.findall(rf"<!-- {kind}:? ?(.*?) -->\n((?:- .*\n)+)", whole)
    ]


def position_text(short):
    """Return a whole position from that of a comment, whose first word is a variant."""
    variant, *words = short.split()
    usual = [word for word in ("players=2", "first=0") if word[: word.find("=")] not in short]
    return " ".join(["pp1", variant, *usual, *words])


def is_shared(example):
    """Return whether the lines of an example are rolls for all, not turns."""
    return example[1][0][0].isdigit()


def whole_numbers(text):
    """Return the numbers of a text such as `scores 30, -4`."""
    return [int(number) for number in re.findall(r"-?\d+", text)]


EXAMPLES = lists("example")
VALUE = re.compile(r"(\**)`(\w+)`\**: .*; \w+ (-?\d+), \w+ (-?\d+), \w+ (\w+)")


def section(variant):
    """Return the text between the heading of a variant and the next one."""
    name = variant_class(variant).NAME
    assert TEXT.count(f"\n## {name}\n") == 1
    return TEXT.split(f"\n## {name}\n")[1].split("\n## ")[0]


def options_of(variant):
    """Return the text that names the options: the section, and the one it refers to."""
    text = section(variant)
    if "[the end](#the-end)" in " ".join(text.split()):
        text += TEXT.split("\n### The end\n")[1].split("\n## ")[0]
    return " ".join(text.split())


@pytest.mark.parametrize("variant", ids())
def test_every_variant_is_there_with_its_players_options_and_values(variant):
    cls = variant_class(variant)
    first = section(variant).strip().splitlines()[0]
    players = f"{cls.MIN_PLAYERS} to {cls.MAX_PLAYERS}" if cls.MAX_PLAYERS > 2 else "2"
    assert first.startswith(f"`{variant}` · ") and first.endswith(f" · {players} players")
    check_options(options_of(variant), cls.OPTIONS)


def check_options(text, options):
    """Assert that the text names every option and value, and has the default in bold."""
    for name, default, allowed in options:
        assert f"`{name}`" in text
        if is_range(allowed):
            limits = f"{allowed[0]} to {allowed[1]}"
            assert re.search(rf"`{name}`[^;`]* {limits}, \*\*{default}\*\*", text)
        else:
            assert f"**`{default}`**" in text
            assert {value for value in allowed if f"`{value}`" not in text} == set()


def test_no_option_is_named_that_no_variant_has_and_the_games_are_in_order():
    known = {"target", "end", *ids()}
    for variant in ids():
        for name, _, allowed in variant_class(variant).OPTIONS:
            known |= {name, *(() if is_range(allowed) else allowed)}
    games = TEXT.split("## What ends a game")[0]
    named = set(re.findall(r"`([a-z_0-9]+)`", re.sub(r"```.*?```", "", games, flags=re.DOTALL)))
    assert named - known == set()
    names = [variant_class(variant).NAME for variant in ids()]
    headings = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    assert [heading for heading in headings if heading in names] == names


def ended(game, told):
    """Check whether the game is over, and who has won, against a text such as `Ann and Bob win`."""
    winners = re.search(r"(\w+(?: and \w+)*) wins?$", told)
    assert game.over == bool(winners), told
    if winners:
        assert [PEOPLE[player] for player in game.winners()] == winners[1].split(" and ")


def faces_of(game, words):
    """Return the faces of words such as `5 3`, `head 4` or `tail`."""
    names = COIN if game.ID == "piglet" else FACE
    return [names.get(word) or int(names.get(word, word)) for word in words.split()]


def play_turn(game, text):
    """Play the rolls of a text such as `6, 3, holds`; return the turn total after each."""
    mover, totals = game.player, []
    for step in text.split(", "):
        assert game.player == mover
        if step == "holds":
            game.apply("hold", None, mover)
        else:
            game.apply("roll", faces_of(game, step), mover)
            totals.append(game.turn_total)
    return totals


@pytest.mark.parametrize("what, lines", [each for each in EXAMPLES if not is_shared(each)])
def test_an_example(what, lines):
    game = parse_position(position_text(what))
    for line in lines:
        turn, totals, scores = line.split("; ")
        rolls, _, told = turn.partition(": ")
        player, rolls = rolls.split(" ", 1)
        assert player == PEOPLE[game.player]
        *_, last = [step for step in rolls.split(", ") if step != "holds"]
        assert play_turn(game, rolls) == whole_numbers(totals), rolls
        lost = game.effect(tuple(faces_of(game, last)))[4] in ("bust", "wipe")
        assert lost == (told.startswith("a bust") or told == "nothing")
        assert game.turn_total == 0 and game.scores == whole_numbers(scores), rolls
        ended(game, told)


@pytest.mark.parametrize("what, lines", [each for each in EXAMPLES if is_shared(each)])
def test_an_example_of_a_shared_roll(what, lines):
    game = parse_position(position_text(what))
    for line in lines:
        roll, totals, scores = line.split("; ")
        roll, _, told = roll.partition(": ")
        sit = re.findall(r"(\w+) sits", told)
        lost = game.effect(tuple(faces_of(game, roll)))[4] in ("bust", "wipe")
        assert lost == told.startswith("a bust") and (lost or sit or told == "all stand")
        game.apply("roll", faces_of(game, roll), game.player)
        for player in [] if lost else list(game.to_move()):
            game.apply("sit" if PEOPLE[player] in sit else "stand", None, player)
        assert [[game.turn_total], game.scores] == [whole_numbers(totals), whole_numbers(scores)]
        ended(game, told)


@pytest.mark.parametrize("what, lines", lists("option"))
def test_what_the_values_of_an_option_do(what, lines):
    name, what = what.split(": ", 1)
    start, tokens, roll = (part.strip() for part in what.split(" : "))
    words = position_text(start).split()
    default, allowed = next(row[1:] for row in variant_class(words[1]).OPTIONS if row[0] == name)
    shown = []
    for line in lines:
        bold, value, total, score, following = VALUE.fullmatch(line).groups()
        shown.append(value)
        assert bool(bold) == (value == default)
        game = replay(" ".join([*words[:2], f"{name}={value}", *words[2:], ":", tokens]))[0]
        assert game.player == 0
        game.apply("roll", [int(face) for face in roll])
        assert (game.turn_total, game.scores[0]) == (int(total), int(score)), value
        assert PEOPLE[game.player] == following
    assert shown == [*allowed]


def test_every_game_and_every_value_of_every_option_is_played():
    """`end` is the same rule in all games; an example of each value is enough."""
    games = [parse_position(position_text(what)) for what, _ in EXAMPLES]
    compared = {(what.split()[1], what.split(": ")[0]) for what, _ in lists("option")}
    assert {game.ID for game in games} | {what for what, _ in lists("transcript")} == {*ids()}
    for variant in ids():
        for name, _, allowed in variant_class(variant).OPTIONS:
            if name == "end":
                assert {*allowed} <= {game.options.get("end") for game in games}
            elif not is_range(allowed):
                assert (variant, name) in compared


@pytest.mark.parametrize("_, lines", lists("roll-off"))
def test_a_roll_off(_, lines):
    left = list(PEOPLE)
    for line in lines:
        throws, _, told = line.partition(": ")
        thrown = dict(throw.split(" ", 1) for throw in throws.split(", "))
        assert list(thrown) == left
        left = [left[at] for at in leaders([whole_numbers(dice) for dice in thrown.values()])]
        if len(left) == 1:
            assert told.endswith(f"{left[0]} begins")
        else:
            assert told == f"{' and '.join(left)} are equal"
    assert len(left) == 1


def test_the_whole_game_of_gran_cerdo_and_its_reckoning():
    [(variant, rows)] = lists("transcript")
    game = new_game(variant)
    for row in rows:
        number, pig, rolls, totals, scores = re.fullmatch(
            r"(\d) (\w+): (.*); (.*); (.*)", row
        ).groups()
        assert PEOPLE[game.player] == pig and (game.turn + 1) // 2 == int(number)
        assert play_turn(game, rolls) == whole_numbers(totals)
        assert game.scores == whole_numbers(scores)
    [winner] = game.winners()
    assert f"\n{PEOPLE[winner]} wins.\n" in section(variant)
    state = game.state()
    [(_, _, (*milestones, total))] = tables("reckoning")
    counted = state["scores"], state["scores"], state["oinks"], state["most_rolls"]
    points = state["milestones"]
    reckoned = [points[name] for name in ("most_truffles", "fifties", "oinks", "greedy")]
    for (_, *cells), has, gives in zip(milestones, counted, reckoned, strict=True):
        assert [int(cell) for cell in cells] == [*has, *gives]
    assert [int(cell) for cell in total[3:]] == state["victory_points"]


def test_the_spanish_page_has_the_same_options_and_examples():
    text = (DOCS / "gran-cerdo.es.md").read_text("utf-8")
    check_options(text, variant_class("gran_cerdo").OPTIONS)
    names = {"Ana": "Ann", "Beto": "Bob"}

    def examples(found):
        """Return the cells, with names in English."""
        for what, lines in found:
            for line in lines:
                *cells, name = VALUE.fullmatch(line).groups()
                yield what, *cells, names.get(name, name)

    english = [each for each in lists("option") if "gran_cerdo" in each[0]]
    assert list(examples(lists("option", text))) == list(examples(english))
