"""What terminal and page tell a blind person: each outcome of their own presses, in order."""

import json
import pathlib
import random
import re
import sys
from unittest.mock import Mock

import pytest

from host_sim.desk.narrator import Lines, Narrator, Voice
from host_sim.speech.plain import words
from shared_rules.reading import parse_position, replay_token
from tests.support.heard import in_terminal, on_page
from tests.support.sampled import sampled

ROOT = pathlib.Path(__file__).parents[2]
TEST_MODE = ["a", "b"]


@pytest.fixture(params=[in_terminal, on_page])
def walked(request):
    """What walks, on the terminal and on the page."""
    return request.param


def new_game(variant, *kinds, **options):
    players = [{"kind": kind} for kind in kinds]
    return ["new_game", {"variant": variant, "players": players, "options": options}]


# [{rest: ms to wait, setup: what is set up, told: [press, what is told] of each}]
TOLD = json.loads(pathlib.Path(__file__).with_name("told.json").read_text("utf-8"))


def test_what_is_told_after_each_press(walked):
    # To start the page is dear; it tells what the terminal tells, by a clock of its own.
    examples = TOLD[::3] if walked is on_page else TOLD
    walks = [{**each, "held": TEST_MODE} for each in examples]
    for walk in walks:
        walk["presses"] = [press for press, _ in walk.pop("told")]
    for each, told in zip(examples, walked(walks)):
        assert [press["heard"] for press in told[1:]] == [words for _, words in each["told"]]


# {game: {(die, face): its word}}
FACES = {
    "piglet": {(0, "0"): "tail", (0, "1"): "head"},
    "pig_dice": {(0, "1"): "head", (1, "6"): "tail"},
}


def outcomes(record, people):
    """Return what the rules say that a person should hear, as patterns in order."""
    start, _, steps = record.partition(" :")
    game = parse_position(start)
    found = []
    for step in steps.split():
        before, mover, scores = game.turn, game.player, list(game.scores)
        stood = getattr(game, "standing", None) and list(game.standing)
        replay_token(game, step)
        words = FACES.get(game.ID, {})
        faces = " ".join(words.get(each, each[1]) for each in enumerate(step))
        ended = game.turn != before or game.over
        if game.SHARED_ROLL and step.isdigit():
            found.append(rf"rolled {faces}(\. |,)" if game.choosing else rf"rolled {faces}\. \w+")
        elif game.SHARED_ROLL:
            names = [f"P{at + 1}" for at, stands in enumerate(stood) if stands]
            for letter, words in (("s", "sitting with [0-9]+: {}"), ("t", "standing: {}")):
                them = ", ".join([name for name, each in zip(names, step) if each == letter])
                found += [words.format(them)] if them else []
        elif mover in people and ended and step.isdigit():
            found.append(rf"rolled {faces}\. ")
        elif mover in people and ended:
            points = game.scores[mover] - scores[mover]
            sign = "plus " if points > 0 else ""
            found.append(rf"(P{mover + 1}: |^|\. ){sign}{points}\b" if points else "")
    return found


GAMES = [
    ("pig", ("human", "hold20"), {}),
    ("pig", ("human", "human", "random"), {"target": 40}),
    ("two_dice", ("random", "human"), {}),
    ("pig_dice", ("human", "random"), {"target": 30}),
    ("gran_cerdo", ("human", "random"), {}),
    ("piglet", ("human", "human"), {}),
    ("skunk", ("human", "hold20", "random"), {}),
    ("skunk", ("random", "human"), {}),
    ("swine_herd", ("human", "human", "random"), {}),
]


def walk(place):
    """Return a walk through a game: presses in a hurry and at leisure."""
    variant, kinds, options = GAMES[place]
    chance = random.Random(place)
    waits = (60, 800, 800, 3000)
    presses = [[chance.choice("aab"), chance.choice(waits)] for _ in range(30)]
    # Natural pace, with moving dice: no test mode once the game is there.
    quiet = ["python", "program.runner.app.test_mode = False"]
    setup = [["seed", {"seed": place}], new_game(variant, *kinds, **options), quiet]
    return {"held": TEST_MODE, "setup": setup, "presses": [*presses, ["", 9000]]}


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_each_outcome_of_a_persons_presses_is_told_in_order(walked, every):
    """Quickly of half of the games in the terminal, and of one of the others on the page."""
    count = 0
    on = walked is on_page
    places = range(len(GAMES))[on % every :: every**3 if on else every]
    for place, told in zip(places, walked([walk(place) for place in places])):
        variant, kinds, _ = GAMES[place]
        ends = [at for at, press in enumerate(told) if press["screen"] == "result"]
        record = told[ends[0] if ends else -1]["record"]
        told = told[: ends[0] + 2] if ends else told  # the last outcome may be told a bit later
        text = ". ".join(line for press in told for line in press["heard"])
        at = 0
        for pattern in outcomes(record, [p for p, kind in enumerate(kinds) if kind == "human"]):
            found = re.compile(pattern).search(text, at)
            assert found, (variant, pattern, text[at:], record)
            at = found.end()
            count += 1
    assert count > 4 * len(places)


CODES = ("en", "de", "es")


def texts(code):
    """Return the handheld's own words by their keys."""
    path = ROOT / "firmware/handheld/pages" / code / "words.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line[:1] not in ("", "="))


def words_of(texts):
    return set(re.findall(r"[^\W\d_]+", " ".join(texts).lower()))


@pytest.mark.parametrize(
    "code, game, count",
    sampled([("de", "skunk", 8), ("en", "pig", 16), ("es", "gran_cerdo", 5)], 3),
)
def test_menu_and_game_are_told_in_the_language_and_on_the_page_as_in_the_terminal(
    code, game, count
):
    setup = [
        ["python", f"program.prefer({code!r}, False)"],
        ["python", "program.runner.app.cup.seed(5)"],
        ["python", "program.runner.app.show('menu')"],
        ["python", f"program.runner.app.setup.choose_variant({game!r})"],
    ]
    presses = [*["down"] * 8, *["up"] * 8, *["a", "a", "b"] * count]
    walk = {"setup": setup, "presses": presses, "rest": 5000}
    (told,), (page,) = in_terminal([walk]), on_page([walk])
    # The page says hello in English first.
    assert [press["heard"] for press in page[1:]] == [press["heard"] for press in told[1:]]
    assert "result" in [press["screen"] for press in told]
    own = texts(code)
    menu = ["".join(press["heard"]) for press in told[1:17]]
    for key in ("people", "game", "rivals", "players", "options", "play"):
        assert any(row.startswith(own[key]) for row in menu), (key, menu)
    text = "\n".join(line for press in told[1:] for line in press["heard"])
    assert not re.search(r"[^\w\s.,:;!?¡¿'%()-]", text), "a sign"
    others = words_of(words("en").values()) - words_of([*words(code).values(), *own.values()])
    assert not others & words_of([text]), "another language"


PANELS = [
    # (the lines in turn, what is told of the last)
    ([["Review", "You held 22 at 76:30.", "Better to roll: 17 %", "of rolls bust."]],
     "Review. You held 22 at 76:30. Better to roll: 17 % of rolls bust."),
    ([["Menu", "▶  Play", "Rules"], ["Menu", "Play", "▶  Rules"]], "now Rules"),
    ([["P1 to play  ⚑100", "P1  41  P2  49", "+9", "= 50", "A  Roll  B  Hold  ▲  ?  ▼  ≡"]],
     "P1 to play target 100. P1 41 P2 49. plus 9. makes 50. "
     "A: Roll, B: Hold, up: coach, down: menu"),
    ([["Fair dice  3/12", "P2  ✓  7", "✓ First win"]],
     "Fair dice 3 of 12. P2 sits 7. earned: First win"),
]  # fmt: skip


@pytest.mark.parametrize("pictures, words", PANELS)
def test_a_panel_is_told_in_paragraphs_and_rows(pictures, words):
    shown = []
    told = Lines(lambda: ("some", shown), "en")
    for shown[:] in pictures:
        heard = told.tell()
    assert heard == words
    assert told.tell() == ""
    assert words in told.repeat()


@pytest.mark.parametrize("code", CODES)
def test_of_every_sign_there_is_a_word(code):
    told = Lines(lambda: ("some", ["▲▼  ▲  ▼  ▶  ≡  ✓  ⚑9  +4  −4  -4  = 4"]), code).tell()
    assert not re.search(r"[^\w\s,:]", told)
    assert set(words(code)) == set(words("en"))


def test_words_wait_for_those_before_but_not_after_a_press(monkeypatch):
    popen = Mock()
    monkeypatch.setattr("subprocess.Popen", popen)
    process = popen.return_value

    def said():
        return [call.args[0][-1] for call in popen.call_args_list]

    voice = Voice(["say"])
    process.poll.return_value = None
    voice("one")
    voice("two")
    voice.step()
    assert said() == ["one"]
    process.poll.return_value = 0
    voice.step()
    assert said() == ["one", "two"]
    process.poll.return_value = None
    process.terminate.assert_not_called()
    voice("three", at_once=True)
    process.terminate.assert_called_once()
    assert said() == ["one", "two", "three"]
    voice("past")
    voice("newest")
    monkeypatch.setattr("host_sim.desk.narrator.PATIENCE_S", 0)
    voice.step()
    assert said() == ["one", "two", "three", "newest"]


def test_a_press_cuts_off_what_is_spoken_then_and_nothing_later():
    playing, voice = Mock(presses=0), Mock()
    narrator = Narrator(playing, Mock(), Mock(), voice)
    for playing.presses in (0, 1, 1):
        narrator.repeat()
    assert [call.kwargs["at_once"] for call in voice.call_args_list] == [False, True, False]


def test_a_voice_that_is_not_there():
    Voice(["/nowhere/say"])("hello")
    Voice([sys.executable, "-c", ""])("what no file name has: \ud800")
