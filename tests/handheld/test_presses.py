"""What follows from presses: each line of presses.txt is a promise, and steps that show it.

The steps are those of gallery.txt, and:

    says WORDS, hides WORDS    the panel has these words in a row, or has not
    is NAME=VALUE …            attributes of the handheld
    told NAME=VALUE …          members of the statistics; keys of an object, places of a list
    earned NAME …              the achievements
    game TARGET KIND,… TOKENS  a game of Pig: faces, h for a hold; computers do as they are told
    typed GAME TARGET KIND,…   a game whose dice people type in
    key FACE                   what a key of a keyboard types in
    touch BUTTON               press and release it, on a panel that may be dark
    hold BUTTON MS             hold it down for so long
    day NUMBER [TODAY]         a challenge comes to its end; the date, where it is known
    entry ROW NUMBER,… …       what was saved before, see `records.ROWS`
    at KEY                     the row of a list
    kinds KIND,…               of the players
    seats KIND=NAME …          of the game that was loaded
    off                        the power fails, and the handheld starts anew
"""

import pathlib

import pytest

from handheld.board import FACE
from handheld.records import stats
from handheld.records.account import count
from tests.support.driven import Driven
from tests.tools.catalogue import in_state
from tests.tools.gallery import fill, reach, value_of

ROWS = [
    line.split(": ", 1)
    for line in pathlib.Path(__file__).with_name("presses.txt").read_text("utf-8").splitlines()
    if line and line[0] != "#"
]
OWN = (
    "says", "hides", "told", "earned", "game", "typed", "key", "touch", "hold", "day", "entry",
    "at", "kinds", "seats", "off",
)  # fmt: skip
SPECIAL = {"None": None, "[]": []}


class Played:
    """A handheld, and what the lines of presses.txt say of it."""

    def __init__(self):
        self.handheld = in_state(lambda handheld: None, "en")

    def words(self):
        return " ".join(" ".join(self.handheld.words()).split())

    def says(self, text):
        assert text in self.words()

    def hides(self, text):
        assert text not in self.words()

    def compare(self, where, claims):
        for claim in claims.split():
            name, _, value = claim.partition("=")
            found = where
            for word in name.split("."):
                if isinstance(found, (dict, list)):
                    found = found[int(word) if isinstance(found, list) else word]
                else:
                    found = getattr(found, word)
            found = list(found) if isinstance(found, (tuple, dict)) else found
            expected = SPECIAL[value] if value in SPECIAL else value_of(value)
            assert found == expected, f"{claim}, not {found}; the panel says: {self.words()}"

    def told(self, claims):
        self.compare(stats.report(self.handheld.app.journal), claims)

    def earned(self, names):
        assert set(stats.report(self.handheld.app.journal)["achievements"]) == set(names.split())

    def game(self, words):
        target, kinds, tokens = words.split()
        self.handheld.start("pig", kinds=kinds.split(","), options={"target": int(target)})
        for token in tokens:
            if token == "h":
                self.handheld.app.act("hold", self.handheld.game.player)
            else:
                reach(self.handheld, f"roll {token}")
        assert self.handheld.game.over

    def typed(self, words):
        variant, target, kinds = words.split()
        seats = [(kind, f"P{place + 1}") for place, kind in enumerate(kinds.split(","))]
        self.handheld.app.start_match(variant, {"target": int(target)}, seats, 0, "typed")
        self.handheld.step(10)

    def hold(self, words):
        button, ms = words.split()
        self.handheld.hold(button, int(ms))

    def day(self, numbers):
        number, *today = map(int, numbers.split())
        self.handheld.start("pig")
        match = self.handheld.app.match
        match.game.over, match.number = True, -number
        count(self.handheld.app.journal, match, *today)

    def key(self, face):
        self.handheld.app.inject(FACE + int(face))
        self.handheld.step()

    def touch(self, button):
        for move in (self.handheld.board.press, self.handheld.board.release):
            move(button)
            self.handheld.step(10, ms=10)

    def entry(self, words):
        name, *rows = words.split()
        fill(self.handheld.app.journal, {name: [tuple(map(int, row.split(","))) for row in rows]})

    def at(self, key):
        screen = self.handheld.app.screen
        assert screen.rows()[screen.at].key == key

    def kinds(self, words):
        assert [kind for kind, _ in self.handheld.app.match.seats] == words.split(",")

    def seats(self, pairs):
        self.handheld.app.match.seats = [tuple(pair.split("=")) for pair in pairs.split()]

    def off(self, rest):
        self.handheld = Driven(self.handheld.board, self.handheld.app.test_mode)
        self.handheld.app.settings["motion"] = "off"

    def step(self, text):
        word, _, rest = text.strip().partition(" ")
        if word == "is":
            self.compare(self.handheld, rest)
        elif word in OWN:
            getattr(self, word)(rest)
        else:
            reach(self.handheld, text)


@pytest.mark.parametrize("steps", [row[1] for row in ROWS], ids=[row[0] for row in ROWS])
def test_the_promise(steps, boxes):
    played = Played()
    for step in steps.split(";"):
        played.step(step)
        assert not played.handheld.runner.crashed
    assert not boxes
