"""What `verify` says of honest games, and of records that somebody wrote who may write all."""

import contextlib
import json
import os
import pathlib
import random
import re
import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pocketpig
from handheld.begin.proof import text as record_text
from host_sim.cli import main
from host_sim.commands.verify import STATUS
from shared_rules import challenges
from shared_rules.fair_dice import FairDice
from shared_rules.notation import RECORD_LIMIT, position_text
from shared_rules.reading import replay
from shared_rules.variants import new_game
from tests.support import fair_check
from tests.support.fair_records import (
    act,
    again,
    commitment_of,
    handheld_of,
    judged,
    parts_of,
    played,
    rolled_off,
    written,
)
from tests.support.micropython_vm import run_on_micropython
from tests.support.sampled import examples

DOCS = pathlib.Path(__file__).parents[2] / "docs"
SECRET = "00112233445566778899aabbccddeeff"
NUMBER = "004217"


def test_a_long_game_is_proven_by_its_records_together():
    """A cut, and the room for one record, make the handheld begin another one."""
    handheld, source = handheld_of(1), random.Random(1)
    handheld.start("pig", players=3, options={"target": 1000})
    commitment, texts, start = handheld.app.match.fair.commitment, [""], ""
    while not handheld.game.over:
        act(handheld, source)
        record = handheld.app.match.record
        if start and record.start != start:
            # It may begin some steps before the end of the last text.
            while position_text(replay(texts[-1])[0]) != record.start:
                texts[-1] = texts[-1].rpartition(" ")[0]
            texts.append("")
        texts[-1], start = record_text(handheld.app.match), record.start
        if source.random() < 0.01:
            handheld = again(handheld)
    *earlier, last = texts
    assert earlier
    assert judged(last, commitment, "", tuple(earlier)).kind == "proven"
    assert judged(last, commitment).kind == "part"


def test_after_a_roll_off():
    firsts = set()
    for seed in range(12):
        handheld = handheld_of(seed)
        rolled_off(handheld)
        verdict = judged(played(handheld, seed), handheld.app.match.fair.commitment)
        assert verdict.kind == "proven"
        assert verdict.facts["from_roll"] == verdict.facts["rolloff"].count(",") + 2
        firsts.add(handheld.game.first)
    assert len(firsts) == 3


class TestAgain:
    def test_a_game_that_is_dropped_counts_after_power_cuts_too(self):
        """Somebody switches off when a game goes badly, and begins another."""
        handheld = handheld_of(1)
        for count in range(3):
            handheld.start("pig", options={"target": 30})
            handheld.app.act("roll", 0)
            handheld = handheld_of(10 + count, contents=handheld.board.store.contents)
            handheld.start("pig", players=3, options={"target": 30})
            handheld.app.act("roll", 0)
            handheld = again(handheld)
            assert handheld.app.match.fair.again == 2 * count + 1
        commitment = handheld.app.match.fair.commitment
        assert judged(played(handheld, 3), commitment).facts["again"] == 5
        handheld = handheld_of(20, contents=handheld.board.store.contents)
        handheld.start("pig", options={"target": 10})  # what came to its end ends the count
        assert judged(played(handheld, 3)).facts["again"] == 0

    def test_a_secret_that_was_told_and_not_used_counts(self):
        handheld = handheld_of(1)
        handheld.app.settings["addition"] = "on"
        handheld.app.show("menu")
        told = []
        for _ in range(4):
            handheld.press("b", "a", "a")
            told.append(handheld.app.screen.fair.commitment)
        handheld.press("a")
        assert len(set(told)) == 4
        assert judged(played(again(handheld), 3), told[-1]).facts["again"] == 3


def steps_of(position, fair, hold=20):
    """Return the steps of a game from `position`, whose players hold at `hold`."""
    game, _ = replay(position + " :")
    steps = []
    while not game.over:
        legal = game.legal_actions()
        if game.SHARED_ROLL and "sit" in legal:
            letters = ["s" if game.turn_total >= hold else "t" for _ in game.to_move()]
            for player, letter in zip(game.to_move(), letters):
                game.apply("sit" if letter == "s" else "stand", None, player)
            steps.append("".join(letters))
        elif "hold" in legal and game.turn_total >= hold:
            game.apply("hold")
            steps.append("h")
        else:
            dice = game.dice_range()[0] + 2 if game.dice_range() else game.dice_count()
            faces = fair.throw(game.FACES, dice)
            fair.rolled += 1
            game.apply("roll", list(faces))
            steps.append("".join(map(str, faces)))
    return " ".join(steps)


PIG = "pp1 pig target=30 end=first players=2 first=0"


def proof_of(number=NUMBER, **words):
    """Return the words of an honest proof, with other `words`."""
    rest = {"rolloff": None, "again": None, "roll": 1, "seats": "human,human"}
    rest.update(challenge=None, unproven=None)
    start = {"commitment": commitment_of(SECRET), "secret": SECRET, "addition": number}
    return {**start, **rest, **words}


def fair_after(rolled=0, number=NUMBER):
    return FairDice(SECRET, number or "-", rolled)


def pig(start=PIG, steps="", **words):
    """Return a record of pig with other words of its proof, another start or other steps."""
    return written(start, proof_of(**words), steps or STEPS)


def pig_with(number):
    """Return the record of the game with another number, whose dice follow from it."""
    return pig(steps=steps_of(PIG, fair_after(0, number)), number=number)


STEPS = steps_of(PIG, fair_after())
WHOLE = pig()
MIDDLE = PIG + " scores=0,12 turn=9"
LATER = written(MIDDLE, proof_of(roll=21), steps_of(MIDDLE, fair_after(20)))
FELL, FIRST = fair_check.roll_off(SECRET, NUMBER, 2)
ROLLED = FELL.count(",") + 1
OFF = PIG.replace("first=0", f"first={FIRST}")
OTHER = PIG.replace("first=0", f"first={1 - FIRST}")
CHALLENGE = next(n for n in range(1, 99) if challenges.setup(n)[0] == "pig")
NOTED = {"commitment": commitment_of(SECRET), "number": NUMBER}


def of_challenge(words=(), position="", number=CHALLENGE):
    """Return a record of a challenge, its position or words of its proof changed."""
    variant, kinds, first = challenges.setup(number)
    position = position or position_text(new_game(variant, {}, len(kinds), first))
    secret = challenges.secret(number)
    proof = {"commitment": commitment_of(secret), "secret": secret, "roll": 1}
    proof.update(seats=",".join(kinds), challenge=number, unproven=1)
    proof.update(words)
    secret, number = proof["secret"], proof.get("addition") or "-"
    rolled = int(proof["roll"]) - 1
    return written(position, proof, steps_of(position, FairDice(secret, number, rolled)))


def off(position, words=None, **arguments):
    """Return a record with a roll-off."""
    words = {"rolloff": FELL, "roll": ROLLED + 1, **(words or {})}
    fair = fair_after(int(words["roll"]) - 1)
    return written(position, proof_of(**words), steps_of(position, fair))


def shared(number=NUMBER, **words):
    position = "pp1 skunk double_one=bust players=2 first=0"
    fair = fair_after(words["roll"] - 1, number)
    return written(position, proof_of(number, **words), steps_of(position, fair))


def shared_roll_off():
    """Return a record whose roll-off is good, but for its game."""
    for typed in map("{:06}".format, range(99)):
        fell, first = fair_check.roll_off(SECRET, typed, 2)
        if not first:
            return shared(typed, rolloff=fell, roll=fell.count(",") + 2)


def challenge_after_a_roll_off():
    """Return a record of a challenge with a good roll-off, which no challenge has."""
    for number in range(1, 999):
        variant, kinds, first = challenges.setup(number)
        fell, winner = fair_check.roll_off(challenges.secret(number), "-", len(kinds))
        if variant == "pig" and winner == first:
            return of_challenge({"rolloff": fell, "roll": fell.count(",") + 2}, number=number)


def challenge_at(position, **words):
    """Return a record of the challenge, with its players, from another position."""
    _, kinds, first = challenges.setup(CHALLENGE)
    return of_challenge(words, position.format(f"players={len(kinds)} first={first}"))


def face_changed(steps):
    """Return the steps with another face that nobody's play depends on."""
    at = next(n for n, step in enumerate(steps.split()) if step in "23")
    words = steps.split()
    words[at] = str(int(words[at]) + 1)
    return " ".join(words)


def halves():
    """Return the record of a game in two parts, the first and the second."""
    steps = STEPS.split()
    at = steps.index("h") + 1
    first = f"{PIG} : {' '.join(steps[:at])}"
    position = position_text(replay(first)[0])
    rolls = sum(step != "h" for step in steps[:at])
    return first, written(position, proof_of(roll=rolls + 1), " ".join(steps[at:]))


def alone(rolled=0):
    """Return the record of a game of one; `rolled`: after so many rolls of a roll-off."""
    position = PIG.replace("players=2", "players=1")
    off = "{}{}".format(*fair_check.dice(SECRET, NUMBER, 1, 2)) if rolled else None
    proof = proof_of(seats="human", roll=1 + rolled, rolloff=off)
    return written(position, proof, steps_of(position, fair_after(rolled)))


def without_room():
    """Return the record of a game that a handheld writes as two."""
    position = "pp1 pig target=900 end=first players=3 first=0"
    steps = steps_of(position, fair_after(), hold=1)
    assert 2860 < len(f"{position} : {steps}") < 3200
    return written(position, proof_of(seats="human,human,human"), steps)


BEFORE, AFTER = halves()
REST = " ".join(STEPS.split()[1:])
AHEAD = PIG + " scores=29,0"

OTHERS = commitment_of("0" * 32)
ONLY = {"commitment": NOTED["commitment"]}
# (what, record, arguments, kind, word)
RECORDS = [
    ("honest", WHOLE, NOTED, "proven", ""),
    ("40 digits", WHOLE, {**NOTED, "commitment": NOTED["commitment"][:40]}, "proven", ""),
    ("nothing noted", WHOLE, {}, "consistent", ""),
    ("number not noted", WHOLE, ONLY, "consistent", ""),
    ("commitment not noted", WHOLE, {"number": NUMBER}, "consistent", ""),
    ("no number", pig_with(None), ONLY, "proven", ""),
    ("short secret", WHOLE.replace("eeff ", "eef "), NOTED, "changed", "secret"),
    ("upper case", WHOLE.replace("ddeeff", "DDEEFF"), NOTED, "changed", "secret"),
    ("commitment of another secret", pig(commitment=OTHERS), {**NOTED, "commitment": OTHERS},
        "changed", "commitment"),
    ("no commitment", pig(commitment=None), NOTED, "changed", "commitment"),
    ("another was noted", WHOLE, {**NOTED, "commitment": "0" * 40}, "changed", "commitment"),
    ("five digits", pig_with("00421"), {}, "changed", "number"),
    ("letters", pig_with("-00421"), {}, "changed", "number"),
    ("another number was noted", WHOLE, {**NOTED, "number": "004218"}, "changed", "number"),
    ("the number was dropped", pig_with(None), NOTED, "changed", "number"),
    ("impossible start", pig(PIG + " turn=0"), NOTED, "changed", "start"),
    ("another order", pig(PIG.replace("target=30 end=first", "end=first target=30")), NOTED,
        "changed", "start"),
    ("three seats", pig(seats="human,human,human"), NOTED, "changed", "seats"),
    ("no seats", pig(seats=None), NOTED, "changed", "seats"),
    *[("no such player", pig(seats=f"human,{name}"), NOTED, "changed", "seats")
      for name in ("robot", "HUMAN", "hold", "hold0", "hold1000", "perfect1", "", "human,")],
    ("alone", alone(), NOTED, "proven", ""),
    ("alone after a roll-off", alone(1), NOTED, "changed", "roll-off"),
    ("roll-off", off(OFF), NOTED, "proven", ""),
    ("another roll-off", off(OFF, {"rolloff": "66,11"}), NOTED, "changed", "roll-off"),
    ("the loser begins", off(OTHER), NOTED, "changed", "roll-off"),
    ("shared roll-off", shared_roll_off(), {}, "changed", "roll-off"),
    ("shared", shared(roll=1), NOTED, "proven", ""),
    ("rolls skipped", off(PIG, {"rolloff": None, "roll": 5}), NOTED, "changed", "roll"),
    ("skipped after the roll-off", off(OFF, {"roll": ROLLED + 2}), NOTED, "changed", "roll"),
    ("the roll-off counted again", off(OFF, {"roll": 1}), NOTED, "changed", "roll"),
    ("no roll", pig(roll=None), NOTED, "changed", "roll"),
    ("part", LATER, NOTED, "part", ""),
    ("part before the game's first", off(MIDDLE.replace("first=0", f"first={FIRST}"),
        {"roll": ROLLED}), NOTED, "changed", "roll"),
    ("points in hand", pig(AHEAD, steps_of(AHEAD, fair_after())), NOTED, "part", ""),
    ("two records", AFTER, {**NOTED, "earlier": (BEFORE,)}, "proven", ""),
    ("the second alone", AFTER, NOTED, "part", ""),
    ("a gap", AFTER, {**NOTED, "earlier": (BEFORE.rpartition(" ")[0],)}, "changed", "parts"),
    ("the first twice", AFTER, {**NOTED, "earlier": (BEFORE, BEFORE)}, "changed", "roll"),
    ("a face", pig(steps=face_changed(STEPS)), NOTED, "changed", "face"),
    ("a roll is missing", pig(steps=REST), NOTED, "changed", "face"),
    ("two dice", pig(steps="".join(STEPS.split()[:2])), NOTED, "changed", "face"),
    ("a step too many", pig(steps=STEPS + " h"), NOTED, "changed", "rules"),
    ("no step", pig(steps="x " + STEPS), NOTED, "changed", "rules"),
    ("unfinished", pig(steps=BEFORE.partition(" : ")[2]), NOTED, "changed", "end"),
    ("no seal", f"{WHOLE.partition(' seal=')[0]} : {STEPS}", NOTED, "changed", "seal"),
    ("another seal", re.sub("seal=[^ ]*", "seal=" + "0" * 16, WHOLE), NOTED, "changed", "seal"),
    ("again", pig(again=2), NOTED, "proven", ""),
    ("the last sign of ASCII", pig(seats="human,huma~"), NOTED, "changed", "seats"),
    ("again, as large as can be", pig(again=999999999), NOTED, "proven", ""),
    *[("a word that no handheld writes", pig(**{name: value}), NOTED, "changed", "words")
      for name, value in (("typed", 1), ("again", "0"), ("again", "01"), ("roll", "01"),
                          ("unproven", "0"), ("unproven", "2"))],
    ("another order of the proof", written(PIG, dict(reversed(proof_of().items())), STEPS), NOTED,
        "changed", "words"),
    ("no room for a proof", without_room(), NOTED, "changed", "words"),
    ("unproven", pig(unproven=1), NOTED, "nothing", ""),
    ("no secret", f"{PIG} : {STEPS}", NOTED, "nothing", ""),
    ("challenge", of_challenge(), {}, "nothing", ""),
    ("another challenge", of_challenge({"challenge": CHALLENGE + 1}), {}, "changed", "challenge"),
    ("challenge 0", of_challenge(number=0), {}, "changed", "challenge"),
    ("the last challenge", of_challenge(number=999999), {}, "nothing", ""),
    ("challenge too large", of_challenge(number=1000000), {}, "changed", "challenge"),
    ("challenge after a roll-off", challenge_after_a_roll_off(), {}, "changed", "challenge"),
    ("another game", challenge_at("pp1 piggy target=100 end=first {}"), {}, "changed", "challenge"),
    ("to 99", challenge_at("pp1 pig target=99 end=first {}"), {}, "changed", "challenge"),
    ("a part of a challenge", challenge_at("pp1 pig target=100 end=first {} turn=3", roll=3), {},
        "changed", "challenge"),
    ("another secret", of_challenge({"secret": SECRET, "commitment": commitment_of(SECRET)}), {},
        "changed", "challenge"),
    ("challenge begun again", of_challenge({"again": 1}), {}, "changed", "challenge"),
    ("challenge with a number", of_challenge({"addition": NUMBER}), {}, "changed", "challenge"),
    ("challenge, proven", of_challenge({"unproven": None}), {}, "changed", "challenge"),
]  # fmt: skip


@pytest.mark.parametrize("what, record, arguments, kind, word", RECORDS)
def test_each_check(what, record, arguments, kind, word):
    verdict = judged(record, **arguments)
    assert (verdict.kind, verdict.word) == (kind, word), verdict.found


def test_players_are_counted_from_1():
    found = judged(off(OTHER), **NOTED).found
    assert found == f"player {FIRST + 1} begins, not player {2 - FIRST}"


LONG = f"{PIG} : {'3 ' * RECORD_LIMIT}"
REFUSED = [
    (what, record, arguments, "no record", "")
    for what, record, arguments in (
        ("nothing", "", {}),
        ("words", "hello", {}),
        ("another version", "pp2" + WHOLE[3:], {}),
        ("no colon", WHOLE.replace(" :", ""), {}),
        ("a position alone", PIG, {}),
        ("only a start", "pp1 :", {}),
        ("no variant", "pp1 : 3", {}),
        ("too long", LONG, {}),
        ("a letter of another alphabet", WHOLE.replace("human", "hum\u00e4n", 1), {}),
        ("a space of another kind", WHOLE.replace(" roll=", "\u00a0roll="), {}),
        ("a control character", WHOLE.replace("human", "hum\x1bn", 1), {}),
        ("a word without a value", WHOLE.replace(" seats=human,human", " seats"), {}),
        ("a word twice", WHOLE.replace(" secret=", f" secret={'0' * 32} secret="), {}),
        ("a word of the position twice", WHOLE.replace(" target=30", " target=30 target=30"), {}),
        ("roll is no number", WHOLE.replace(" roll=1 ", " roll=-1 "), {}),
        ("roll is too large", WHOLE.replace(" roll=1 ", " roll=1000000001 "), {}),
        ("again is no number", written(PIG, proof_of(again="x"), STEPS), {}),
        ("an empty number", written(PIG, proof_of(""), STEPS), {}),
        # Two secrets with the same 16 digits take a search of 5e9 hashes.
        ("16 digits", WHOLE, {"commitment": commitment_of(SECRET)[:16]}),
        ("39 digits", WHOLE, {"commitment": commitment_of(SECRET)[:39]}),
        ("65 digits", WHOLE, {"commitment": commitment_of(SECRET) + "0"}),
        ("no digits", WHOLE, {"commitment": "g" * 40}),
        ("five digits of the number", WHOLE, {"number": "00421"}),
        ("a letter in the number", WHOLE, {"number": "00421x"}),
        ("an earlier record with a proof", AFTER, {"earlier": (WHOLE,)}),
        ("too many", AFTER, {"earlier": (BEFORE,) * 100}),
    )
]


@pytest.mark.parametrize("what, record, arguments, kind, word", REFUSED)
def test_no_record(what, record, arguments, kind, word):
    with pytest.raises(ValueError):
        judged(record, **arguments)


def dice_of(secret, number, first, rolls):
    """Return the faces of rolls of one die, from the roll with the number `first`."""
    return [fair_check.dice(secret, number or "-", first + n, 1)[0] for n in range(rolls)]


@pytest.mark.parametrize(
    "position, seats",
    [
        (PIG.replace("30", "31"), "human,human"),
        (PIG.replace("first=0", "first=1"), "human,human"),
        (PIG, "human,perfect"),
    ],
)
def test_what_no_commitment_fixes_is_told(position, seats):
    record = written(position, proof_of(seats=seats), steps_of(position, fair_after()))
    verdict = judged(record, **NOTED)
    assert verdict.kind == "proven" and verdict.facts != judged(WHOLE, **NOTED).facts


class TestAfterTheGame:
    """Somebody writes a record of a game that was not played."""

    FIELDS = st.fixed_dictionaries(
        {},
        optional={
            "commitment": st.sampled_from([commitment_of(SECRET), commitment_of("0" * 32)]),
            "secret": st.sampled_from([SECRET, "0" * 32, SECRET.upper()]),
            "addition": st.sampled_from([None, NUMBER, "4217", "000000", ""]),
            "rolloff": st.sampled_from([None, FELL, "66,11", ""]),
            "again": st.sampled_from([None, 1, ""]),
            "roll": st.integers(0, 9),
            "seats": st.sampled_from(["human,human", "human,perfect", "human", "a,b,c", None]),
            "challenge": st.sampled_from([None, None, None, CHALLENGE]),
            "unproven": st.sampled_from([None, None, None, 1]),
        },
    )

    @settings(examples(400), derandomize=True, deadline=None)
    @given(
        position=st.sampled_from([PIG, OFF, OTHER, MIDDLE, AHEAD, PIG + " turn=2", "pp1 pig"]),
        fields=FIELDS,
        thrown=st.integers(0, 9),
        noted=st.sampled_from([NOTED, NOTED, {}, {"commitment": NOTED["commitment"]}]),
        steps=st.sampled_from([None, None, None, STEPS, STEPS + " 1", "h", ""]),
    )
    def test_whatever_is_proven_has_the_true_dice(self, position, fields, thrown, noted, steps):
        if steps is None:
            fair = FairDice(SECRET, fields.get("addition", NUMBER) or "-", thrown)
            steps = steps_of(position, fair)
        record = written(position, {**proof_of(), **fields}, steps)
        try:
            verdict = judged(record, **noted)
        except ValueError:
            return
        if verdict.kind == "proven":
            # Recomputed here, from the noted number and the first roll of the game on.
            number = noted.get("number", "")
            first = ROLLED + 1 if verdict.facts["rolloff"] else 1
            faces = [int(step) for step in steps.split() if step != "h"]
            assert faces == dice_of(SECRET, number, first, len(faces))
            assert noted["commitment"] == commitment_of(SECRET)
            assert "scores=" not in record and "turn=" not in record

    @settings(examples(300), derandomize=True, deadline=None)
    @given(
        text=st.sampled_from([row[1] for row in RECORDS]),
        at=st.integers(0, 800),
        length=st.integers(0, 3),
        piece=st.sampled_from(["", "1", "6", " ", "h", "=", "s", " h", " 4", "0,"]),
        sealed=st.booleans(),
        noted=st.sampled_from([NOTED, {}]),
    )
    def test_a_record_with_a_part_changed_is_judged_alike(
        self, text, at, length, piece, sealed, noted
    ):
        """By both checkers; with a new seal, too."""
        at %= len(text)
        text = text[:at] + piece + text[at + length :]
        with contextlib.suppress(KeyError, ValueError):
            text = written(*parts_of(text)) if sealed else text
        with contextlib.suppress(ValueError):
            judged(text, **noted)


BY_KIND = {row[3]: row for row in RECORDS}.values()  # one of each


def run(capsys, *words):
    """Return (exit status, what was printed)."""
    status = main(["verify", *words])
    printed = capsys.readouterr()
    return status, printed.out + printed.err


class TestCommand:
    NOTED = ["--commitment", NOTED["commitment"], "--number", NUMBER]

    def test_a_file_in_several_lines_and_a_commitment_in_groups(self, tmp_path, capsys):
        path = tmp_path / "game.txt"
        path.write_text(WHOLE.replace(" : ", "\n:\n") + "\n")
        spaced = re.sub("(....)", r"\1 ", NOTED["commitment"][:40]).upper()
        status, said = run(capsys, str(path), "--commitment", spaced, "--number", NUMBER)
        assert status == 0 and "\nProven, only if these are the dice you saw" in said

    @pytest.mark.parametrize("what, record, arguments, kind, word", BY_KIND)
    def test_status(self, what, record, arguments, kind, word, capsys):
        words = [*arguments.get("earlier", ()), record, "--json"]
        for name in ("commitment", "number"):
            words += ["--" + name, arguments[name]] if name in arguments else []
        status, said = run(capsys, *words)
        answer = json.loads(said)
        assert status == STATUS[kind]
        assert (answer["verdict"], answer["changed"]) == (kind, word or None)

    def test_without_what_was_noted_it_is_not_proven(self, capsys):
        status, said = run(capsys, WHOLE)
        assert status == 4 and "Proven" not in said and f"own number    {NUMBER}" in said
        # Nobody is led to copy the commitment of the record, which proves nothing.
        assert "commitment that was noted before the first roll is missing" in said
        assert NOTED["commitment"][:16] not in said
        status, said = run(capsys, WHOLE, *self.NOTED[:2])
        assert status == 4 and "the number that somebody typed and noted is missing" in said

    @pytest.mark.parametrize("name", ["--commitment", "--number"])
    def test_of_two_notes_none_takes_the_place_of_the_other(self, name, capsys):
        """A second commitment could be of a secret that was picked after the number was known."""
        status, said = run(
            capsys, WHOLE, *self.NOTED, name, dict(zip(*[iter(self.NOTED)] * 2))[name]
        )
        assert status == 2 and "before the first roll" in said

    def test_no_record(self, tmp_path, capsys):
        path = tmp_path / "game.txt"
        path.write_bytes(WHOLE.encode().replace(b"human", b"hum\xc3\xa4n", 1))
        status, said = run(capsys, str(path))
        assert (status, said) == (2, "pocketpig verify: a record is printable ASCII\n")
        for tail in ("3 " * 10**6, " " * 20000 + "h"):
            path.write_text(WHOLE + tail)
            assert run(capsys, str(path), *self.NOTED)[0] == 2
        missing = str(tmp_path / "none")
        assert run(capsys, missing)[1].endswith(f"{missing!r}: No such file or directory\n")
        path.write_text("# Notes\n" * 1000)
        assert run(capsys, str(path)) == (
            2,
            f"pocketpig verify: {str(path)!r} is no record: a record begins with pp1\n",
        )
        # Nothing is wrong with the record.
        said = run(capsys, WHOLE, "--number", "12")[1]
        assert said == "pocketpig verify: a number: expected all of its 6 digits\n"
        assert run(capsys, str(tmp_path))[1].endswith("Is a directory\n")
        assert run(capsys, *["-"] * 2)[0] == run(capsys, *[WHOLE] * 101)[0] == 2
        assert run(capsys, WHOLE, "--commitment", "abc")[0] == 2
        assert run(capsys, WHOLE, "--number", "4217")[0] == 2
        os.mkfifo(tmp_path / "fifo")
        assert run(capsys, str(tmp_path / "fifo"))[0] == 2


VM = """
import json

from pocketpig._verify import verify

for record, arguments in {rows}:
    try:
        verdict = verify(record, **arguments)
        print(json.dumps([verdict.kind, verdict.word, verdict.facts.get("turns")]))
    except ValueError:
        print(json.dumps(["no record", "", None]))
"""


def test_the_same_on_micropython():
    rows = RECORDS + REFUSED
    asked = [row[1:3] for row in rows]
    folder = pathlib.Path(pocketpig.__file__).parent
    files = {f"/pocketpig/{name}.py": folder / f"{name}.py" for name in ("_verify", "_turns")}
    found = run_on_micropython(VM.format(rows=ascii(asked)), files=files)
    lines = found.splitlines()
    assert len(lines) == len(rows)
    for line, (_, record, arguments, *verdict) in zip(lines, rows):
        *judgement, turns = json.loads(line)
        assert judgement == verdict
        assert turns == (turns and pocketpig.verify(record, **arguments).facts["turns"])


def test_the_example_of_the_page(tmp_path, monkeypatch, capsys):
    page = (DOCS / "fair-dice.md").read_text(encoding="utf-8")
    words, printed = re.search(
        r"```\npocketpig (verify .*)\n```\n\n```\n(Every die [^`]*)```", page
    ).groups()
    case = (DOCS / "fair-dice-records.txt").read_text("utf-8").split("\n\n")[1]
    record, noted = case.partition("\nrecord ")[2].partition("\ncode ")[0], case.split()[3]
    (tmp_path / "game.txt").write_text(record)
    monkeypatch.chdir(tmp_path)
    begun = re.search('"(.*) …"', words)[1]
    assert noted.startswith(begun.replace(" ", ""))
    run_words = shlex.split(words.replace(begun + " …", noted))
    assert run(capsys, *run_words[1:]) == (0, printed)


def test_the_records_of_the_page():
    """docs/fair-dice-records.txt has records with their verdicts, to test a checker with."""
    page = (DOCS / "fair-dice-records.txt").read_text(encoding="utf-8")
    blocks = re.findall(r"^verdict .*?\n(?=\n|\Z)", page, re.M | re.S)
    assert len(blocks) >= 6
    for block in blocks:
        words = {"commitment": "", "number": "", "verdict": "", "record": []}
        for line in block.replace("\n  ", " ").splitlines():
            name, _, value = line.partition(" ")
            if name == "record":
                words[name].append(value)
            else:
                words[name] = value
        *earlier, record = words["record"]
        verdict = judged(record, words["commitment"], words["number"], tuple(earlier))
        assert f"{verdict.kind} {verdict.word}".strip() == words["verdict"]
