# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Fair dice: the scheme, `pocketpig verify`, who may know the secret, and what ends the proof."""

import gc
import hashlib
import json
import random
import re
import types

import pytest

from handheld import reports
from handheld.board import BUTTONS
from handheld.proof import text as record_text
from handheld.saves.journal import CRASH, GAME
from host_sim.cli import main
from host_sim.commands.verify import CHANGED, NO_RECORD, NOTHING, PROVEN, seal_of, verify
from host_sim.simulated.board import SimulatedBoard
from shared_rules import fair_dice
from shared_rules.fair_dice import FairDice
from shared_rules.game import ROLL
from shared_rules.notation import RECORD_LIMIT
from shared_rules.reading import replay
from shared_rules.variants import ids, variant_class
from tests import fair_check
from tests.driven import Driven
from tests.micropython_vm import run_on_micropython
from tests.test_same_on_micropython import BOARD

SECRET = "00112233445566778899aabbccddeeff"


def handheld_of(seed, test_mode=False, contents=b"", held=()):
    """Return a handheld whose noise is reproducible."""
    entropy = random.Random(seed).randbytes
    return Driven(SimulatedBoard(entropy=entropy, contents=contents, held=held), test_mode)


def act(handheld, source):
    """Do an action at random."""
    game = handheld.game
    legal = game.legal_actions()
    action = ROLL if ROLL in legal and source.random() < 0.8 else source.choice(legal)
    allowed = game.dice_range() if action == ROLL else None
    dice = source.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, allowed[1]]) if allowed else None
    handheld.app.act(action, source.choice(game.to_move()), dice)


def played(handheld, seed):
    """Play the game to its end; return the record."""
    source = random.Random(seed)
    while not handheld.game.over:
        act(handheld, source)
    return record_text(handheld.app.match)


OPTIONS = {"target": 30, "max_dice": 40}


def options_of(variant):
    known = {row[0]: row[2] for row in variant_class(variant).OPTIONS}
    return {name: value for name, value in OPTIONS.items() if name in known}


def rolled_off(handheld):
    """Begin a game of three after a roll-off."""
    app = handheld.app
    app.show("menu")
    app.setup.choose_variant("pig")
    app.setup.options["target"] = 30
    app.setup.choose_players(3)
    app.setup.first = -1
    handheld.press("a")
    while handheld.screen == "roll_off":
        handheld.press("a")


class TestScheme:
    def test_the_example_of_the_page(self):
        """docs/fair-dice.md has the same example, worked out with sha256sum."""
        assert FairDice(SECRET).commitment == (
            "e6e0bc4b38e2c0a827331e0137be7067a6ea2d311895024f6a308b71100fea43"
        )
        assert FairDice(SECRET).throw((1, 6), 2) == (4, 6)

    def test_the_second_implementation_throws_the_same(self):
        for rolled in range(40):
            for least, most, count in ((1, 6, 1), (1, 6, 2), (0, 1, 1), (1, 6, 40), (0, 9, 33)):
                for addition in ("-", "004217"):
                    fair = FairDice(SECRET, addition, rolled)
                    assert list(fair.throw((least, most), count)) == fair_check.dice(
                        SECRET, addition, rolled + 1, count, least, most - least + 1
                    )

    def test_a_roll_that_is_not_counted_falls_the_same_again(self):
        fair = FairDice(SECRET)
        assert fair.throw((1, 6), 9) == fair.throw((1, 6), 9)

    def test_secret_addition_and_roll_all_matter(self):
        throws = {
            FairDice(secret, addition, rolled).throw((1, 6), 20)
            for secret in (SECRET, SECRET[:-1] + "e")
            for addition in ("-", "0", "00")
            for rolled in (0, 1)
        }
        assert len(throws) == 12

    def test_faces_are_equally_likely(self):
        """Chi-square with 5 degrees of freedom: 25.7 has a chance of 0.0001."""
        counts = [0] * 6
        for rolled in range(1500):
            for face in FairDice(SECRET, "-", rolled).throw((1, 6), 40):
                counts[face - 1] += 1
        expected = sum(counts) / 6
        assert sum((n - expected) ** 2 / expected for n in counts) < 25.7

    def test_the_secret_has_128_bits_of_the_noise(self):
        taken = []

        def entropy(n):
            taken.append(n)
            return bytes(range(n))

        handheld = Driven(SimulatedBoard(entropy=entropy), test_mode=False)
        taken.clear()
        handheld.start("pig")
        assert taken == [16]
        assert handheld.app.match.fair.secret == bytes(range(16)).hex()
        for _ in range(9):
            handheld.app.act("roll", handheld.game.player)
        assert taken == [16]


class TestRecord:
    @pytest.mark.parametrize("variant", ids())
    def test_games_verify(self, variant):
        for seed in range(4):
            handheld = handheld_of(seed)
            handheld.start(variant, options=options_of(variant))
            commitment = handheld.app.match.fair.commitment
            record = played(handheld, seed)
            verdict = verify(record, commitment)
            assert verdict.status == PROVEN and fair_check.proven(record), verdict
            assert verdict.facts["from_roll"] == 1 and "not chosen" not in verdict.words
            assert replay(record)[0].over

    @pytest.mark.slow
    def test_a_thousand_games_verify(self):
        for seed in range(1000):
            variant = ids()[seed % len(ids())]
            handheld = handheld_of(seed)
            handheld.start(variant, options=options_of(variant))
            commitment = handheld.app.match.fair.commitment
            record = played(handheld, seed)
            assert verify(record, commitment).status == PROVEN and fair_check.proven(record)

    def test_with_a_roll_off(self):
        firsts = set()
        for seed in range(12):
            handheld = handheld_of(seed)
            rolled_off(handheld)
            record = played(handheld, seed)
            verdict = verify(record)
            assert verdict.status == PROVEN and fair_check.proven(record), verdict
            assert (
                verdict.facts["from_roll"]
                == 1 + record.partition("rolloff=")[2].split()[0].count(",") + 1
            )
            firsts.add(handheld.game.first)
        assert len(firsts) == 3

    def test_a_long_game_says_from_which_roll(self):
        handheld = handheld_of(1)
        handheld.start("pig", players=10, options={"target": 1000})
        source = random.Random(1)
        longest = 0
        while not handheld.game.over:
            act(handheld, source)
            longest = max(longest, len(handheld.app.match.record.text()))
        record = record_text(handheld.app.match)
        assert 2500 < longest and len(record) <= RECORD_LIMIT
        verdict = verify(record)
        assert verdict.status == PROVEN and fair_check.proven(record)
        first = verdict.facts["from_roll"]
        assert first > 500 and f"from roll {first}." in verdict.words

    def test_an_unfinished_game_has_nothing_to_check(self):
        handheld = handheld_of(1)
        handheld.start("pig")
        handheld.app.act("roll", 0)
        assert record_text(handheld.app.match) == handheld.app.match.record.text()
        assert verify(record_text(handheld.app.match)).status == NOTHING

    def test_records_without_a_proof_still_load(self):
        text = "pp1 pig target=100 end=first players=2 first=0 : 6 4 h"
        assert replay(text)[1].text() == text
        assert verify(text).status == NOTHING


# -- tampering -------------------------------------------------------------------------------------


def finished(seed=3, addition="-"):
    handheld = handheld_of(seed)
    handheld.start("pig", options={"target": 30})
    handheld.app.match.fair.addition = addition
    return played(handheld, seed)


def at_step(record, place, step):
    head, _, steps = record.partition(" : ")
    words = steps.split()
    words[place : place + 1] = step
    return f"{head} : {' '.join(words)}"


def steps_of(record):
    return record.partition(" : ")[2].split()


def other_face(face):
    return str(1 + int(face) % 6)


def word_changed(record, name, change):
    return re.sub(f" {name}=([^ ]*)", lambda m: f" {name}={change(m[1])}", record)


def tampered():
    """Return rows (word of the verdict, record)."""
    record = finished(addition="004217")
    steps = steps_of(record)
    first_hold = steps.index("h")
    rolls = [at for at, step in enumerate(steps) if step != "h"]
    harmless = [at for at in rolls if steps[at] not in "16"]
    rows = [("face", at_step(record, at, [str(int(steps[at]) + 1)])) for at in harmless]
    rows += [("face", at_step(record, at, ["1"])) for at in harmless[:3]]
    rows.append(("secret", word_changed(record, "secret", lambda s: s[:-1] + "01"[s[-1] == "0"])))
    rows.append(("secret", word_changed(record, "secret", str.upper)))
    rows.append(("secret", word_changed(record, "secret", lambda s: s[:-1])))
    rows.append(("commitment", word_changed(record, "commitment", lambda s: "0" * 64)))
    rows += [
        ("addition", word_changed(record, "addition", lambda _, n=number: n))
        for number in ("004218", "4217", "0", "x", "")
    ]
    rows.append(("addition", record.replace(" addition=004217", "")))
    for at in range(len(steps) - 1):
        if steps[at] != steps[at + 1]:
            swapped = [steps[at + 1], steps[at]]
            rows.append(("order", at_step(at_step(record, at + 1, []), at, swapped)))
    rows.append(("order", at_step(record, rolls[2], [])))
    rows.append(("order", at_step(record, rolls[2], [steps[rolls[2]], "4"])))
    rows.append(("order", word_changed(record, "roll", lambda n: "2")))
    rows.append(("action", at_step(record, first_hold, [])))
    added = next(at for at in rolls if steps[at] != "1" and steps[at + 1] != "h")
    rows.append(("action", at_step(record, added, [steps[added], "h"])))
    rows.append(("end", at_step(record, len(steps) - 1, [])))
    rows.append(("seal", word_changed(record, "seats", lambda s: "human,perfect")))
    rows.append(("seal", word_changed(record, "seal", lambda s: "0" * 16)))
    rows.append(("seal", record.replace(" secret=", " secret=0 secret=")))
    return rows


TAMPERED = tampered()


class TestTampering:
    @pytest.mark.parametrize("word, record", TAMPERED)
    def test_it_is_named(self, word, record):
        verdict = verify(record)
        if word == "end":
            assert verdict.changed in ("end", "action")
        else:
            assert verdict.changed == word, verdict
        assert verdict.status == CHANGED

    @pytest.mark.parametrize("word, record", TAMPERED)
    def test_the_second_implementation_agrees(self, word, record):
        try:
            assert not fair_check.proven(record)
        except ValueError:
            pass

    def test_a_face_is_named_also_with_a_new_seal(self):
        record = finished()
        steps = steps_of(record)
        at = next(place for place, step in enumerate(steps) if step in "234")
        false = at_step(record, at, [str(int(steps[at]) + 1)])
        head, _, rest = false.partition(" seal=")
        sealed = f"{head} seal={seal_of(head + rest[16:])}{rest[16:]}"
        assert not fair_check.proven(sealed)
        verdict = verify(sealed)
        number = sum(step != "h" for step in steps[: at + 1])
        assert verdict.changed == "face"
        assert verdict.words.startswith(
            f"roll {number} is {int(steps[at]) + 1}, and {steps[at]} fell"
        )

    def test_choices_of_a_shared_roll(self):
        handheld = handheld_of(2)
        handheld.start("skunk", players=3)
        record = played(handheld, 2)
        at = next(place for place, step in enumerate(steps_of(record)) if not step.isdigit())
        step = steps_of(record)[at]
        false = at_step(record, at, [("s" if step[0] == "t" else "t") + step[1:]])
        assert verify(false).changed == "action"
        assert not fair_check.proven(false)

    def test_the_roll_off(self):
        handheld = handheld_of(5)
        rolled_off(handheld)
        record = played(handheld, 5)
        pair = record.partition("rolloff=")[2][:2]
        false = record.replace("rolloff=" + pair, "rolloff=" + other_face(pair[0]) + pair[1])
        assert verify(false).changed == "roll-off"
        assert verify(re.sub(" rolloff=[^ ]*", "", record)).changed == "roll-off"
        first = f"first={handheld.game.first}"
        assert (
            verify(record.replace(first, f"first={(handheld.game.first + 1) % 3}")).status
            == CHANGED
        )
        assert not fair_check.proven(false)

    def test_the_commitment_that_was_noted(self):
        record = finished()
        commitment = record.partition("commitment=")[2][:64]
        assert verify(record, commitment[:20]).status == PROVEN
        verdict = verify(record, "0" * 20)
        assert (verdict.status, verdict.changed) == (CHANGED, "commitment")

    def test_anything_cut_out_or_doubled_is_no_proof(self):
        record = finished()
        for at in range(0, len(record) - 1, 3):
            for false in (record[:at] + record[at + 2 :], record[: at + 3] + record[at:]):
                try:
                    assert verify(false).status != PROVEN, false
                except ValueError:
                    assert not false.startswith("pp1 ")


class TestCommand:
    def test_status_and_words(self, tmp_path, capsys):
        record = finished(addition="123456")
        path = tmp_path / "game.txt"
        path.write_text(record + "\n")
        commitment = record.partition("commitment=")[2][:64]
        spaced = " ".join(commitment[at : at + 4] for at in range(0, 24, 4)).upper()
        assert main(["verify", str(path), "--commitment", spaced]) == PROVEN
        assert capsys.readouterr().out.endswith(
            "from roll 1.\nThe dice were fixed before the game and not chosen by the handheld.\n"
        )
        assert main(["verify", record]) == PROVEN
        assert commitment in capsys.readouterr().out
        assert main(["verify", at_step(record, 0, []), "--json"]) == CHANGED
        answer = json.loads(capsys.readouterr().out)
        assert answer["proven"] is False and answer["changed"] == "order"
        assert main(["verify", "pp1 pig : 3"]) == NOTHING
        assert main(["verify", str(tmp_path / "none")]) == NO_RECORD
        path.write_text("hello")
        assert main(["verify", str(path)]) == NO_RECORD
        assert main(["verify", record, "--commitment", "abc"]) == NO_RECORD
        capsys.readouterr()


# -- who may know the secret -----------------------------------------------------------------------

PASSED_OVER = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.FrameType,
)


def reachable(*roots):
    """Yield everything that can be reached from objects, but through modules and code."""
    seen = set()
    todo = list(roots)
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, PASSED_OVER):
            continue
        seen.add(id(thing))
        yield thing
        todo += gc.get_referents(thing)


def tells(thing, secret):
    """Return True if a text or bytes hold the secret."""
    if isinstance(thing, str):
        return secret in thing.lower()
    if isinstance(thing, (bytes, bytearray)):
        return bytes.fromhex(secret) in thing or secret.encode() in bytes(thing).lower()
    return False


class TestSecrecy:
    @pytest.mark.parametrize(
        "kind", ["perfect", "practical", "hard", "random", "gambler", "hold20"]
    )
    def test_no_player_can_reach_it(self, kind):
        handheld = Driven(test_mode=False)
        handheld.start("pig", kinds=["human", kind])
        handheld.app.act("roll", 0)
        match = handheld.app.match
        secret = match.fair.secret
        given = []
        strategy = match.strategy(1)
        think = strategy.think

        def spied(*arguments):
            given.append(arguments)
            return think(*arguments)

        strategy.think = spied
        while len(given) < 3:
            handheld.press("a" if match.game.turn_total < 5 or match.game.player else "b")
            handheld.step(20)
        for arguments in given:
            found = list(reachable(strategy.__dict__, *arguments))
            assert len(found) > 10
            assert not any(isinstance(thing, FairDice) for thing in found)
            assert not any(tells(thing, secret) for thing in found)
        assert any(tells(thing, secret) for thing in reachable(match.__dict__))

    def test_nothing_on_the_line_or_the_screens_tells_it(self):
        from host_sim.testing.conformance.test_observing import WITHOUT_PARAMETERS
        from tests.targets import Bench

        bench = Bench(test_mode=False)
        bench.client.call("subscribe", on=True)
        bench.app.start_match("pig", {}, [("human", "ANN"), ("hold20", "P2")], 0)
        match = bench.app.match
        secret = match.fair.secret
        heard = []
        for button in ("a", "a", "b", "down", "down", "down", "a", "b", "a", "up"):
            bench.board.press(button)
            bench.step(60)
            bench.board.release(button)
            bench.step(500)
            heard += [bench.client.call(method) for method in WITHOUT_PARAMETERS]
            heard.append(bench.client.call("backup", part=0))
        heard.append(list(bench.client.events))
        assert not match.game.over
        assert secret not in json.dumps(heard)
        import base64

        backups = [base64.b64decode(answer["data"]) for answer in heard if "parts" in answer]
        assert backups and not any(tells(data, secret) for data in backups)

    def test_a_crash_does_not_tell_it(self):
        handheld = handheld_of(1)
        handheld.start("pig")
        secret = handheld.app.match.fair.secret
        value = handheld.app.journal.get(GAME)
        # A kept game that is damaged in any byte behind the secret.
        for at in range(17, len(value)):
            handheld.app.journal.put(GAME, value[:at] + b"\x80" + value[at + 1 :])
            again = handheld_of(2, contents=handheld.board.store.contents)
            try:
                again.press("a")
                again.step(3)
            except Exception as error:
                assert not tells(str(error), secret)
            assert not tells(
                again.app.journal.get(CRASH) if hasattr(again.app, "journal") else b"", secret
            )
        assert reports.crash_lines(ValueError("x"))[0] == "ValueError"

    def test_a_game_that_is_given_up_leaves_no_secret_in_the_flash(self):
        handheld = handheld_of(1)
        handheld.start("pig")
        secret = handheld.app.match.fair.secret
        handheld.app.act("roll", 0)
        assert tells(handheld.board.store.contents, secret)
        handheld.start("hog")
        handheld.step(2, ms=1000)
        assert not tells(handheld.board.store.contents, secret)
        assert not any(tells(thing, secret) for thing in reachable(handheld.app.__dict__))
        assert again(handheld).game.ID == "hog"

    def test_where_the_power_is_not_good_it_goes_later(self):
        handheld = handheld_of(1)
        handheld.board.weak = True
        handheld.start("pig")
        secret = handheld.app.match.fair.secret
        handheld.start("pig", options={"target": 10})
        assert tells(handheld.board.store.contents, secret)
        handheld.board.weak = False
        played(handheld, 1)
        handheld.step(2, ms=1000)
        assert not tells(handheld.board.store.contents, secret)

    def test_finished_games_rewrite_nothing(self):
        handheld = handheld_of(1)
        for seed in range(3):
            handheld.start("pig", options={"target": 10})
            played(handheld, seed)
            handheld.step(2, ms=1000)
        assert handheld.board.store.flash.erases == 0


def again(handheld, held=()):
    """Return the handheld after a power cut, going on with its game."""
    handheld = handheld_of(99, contents=handheld.board.store.contents, held=held)
    for button in held:
        handheld.board.release(button)
    handheld.step(3)
    handheld.press("a")
    return handheld


class TestResume:
    @pytest.mark.parametrize("variant", ["pig", "hog", "skunk", "piglet", "gran_cerdo"])
    def test_power_cuts_keep_the_proof(self, variant):
        handheld = handheld_of(4)
        options = {name: min(most, 12) for name, most in options_of(variant).items()}
        handheld.start(variant, options=options)
        handheld.app.match.fair.addition = "000007"
        handheld.app.match.dirty = True
        commitment = handheld.app.match.fair.commitment
        source = random.Random(4)
        while not handheld.game.over:
            act(handheld, source)
            if not handheld.game.over and source.random() < 0.3:
                handheld = again(handheld)
                assert handheld.app.match.fair.commitment == commitment
        record = record_text(handheld.app.match)
        verdict = verify(record, commitment)
        assert verdict.status == PROVEN and "not chosen by the handheld" in verdict.words
        assert fair_check.proven(record)

    def test_after_a_roll_off_too(self):
        handheld = handheld_of(6)
        rolled_off(handheld)
        handheld.app.act("roll", handheld.game.player)
        record = played(again(handheld), 6)
        assert "rolloff=" in record and verify(record).status == PROVEN

    def test_the_next_dice_do_not_depend_on_a_cut(self):
        handheld = handheld_of(4)
        handheld.start("two_dice")
        handheld.app.act("roll", 0)
        survivor = again(handheld)
        for each in (handheld, survivor):
            each.app.act("roll", each.game.player)
        assert survivor.game.dice == handheld.game.dice

    def test_computer_mode_ends_the_proof(self):
        handheld = handheld_of(4)
        handheld.start("pig", options={"target": 30})
        handheld.app.act("roll", 0)
        # It starts in computer mode, and is switched off again without going on.
        contents = handheld_of(
            5, contents=handheld.board.store.contents, held=["b"]
        ).board.store.contents
        handheld = again(handheld_of(6, contents=contents))
        assert handheld.app.match.fair.commitment == ""
        record = played(handheld, 1)
        verdict = verify(record)
        assert (verdict.status, verdict.changed) == (NOTHING, "")
        assert "nothing is proven" in verdict.words
        assert not fair_check.proven(record)
        assert verify(record.replace(" unproven=1", "")).changed == "unproven"

    def test_a_game_that_begins_in_computer_mode_has_no_proof(self):
        handheld = handheld_of(4, held=["b"])
        handheld.start("pig")
        assert handheld.app.board.computer_mode and handheld.app.match.fair.commitment == ""


class TestTesters:
    def test_a_seed_means_no_proof_and_the_same_dice_as_ever(self):
        handheld = handheld_of(1, test_mode=True)
        handheld.app.cup.seed(7)
        handheld.start("pig")
        assert handheld.app.match.fair is None
        from shared_rules.chance import fall
        from shared_rules.pcg32 import Pcg32

        source = Pcg32(7)
        for _ in range(20):
            handheld.app.act("roll", handheld.game.player)
            assert handheld.game.dice == fall(source, (1, 6), 1)

    @pytest.mark.parametrize("way", ["seed", "dice"])
    def test_they_end_a_proof(self, way):
        handheld = handheld_of(1, test_mode=True)
        handheld.start("pig", options={"target": 30})
        assert handheld.app.match.fair
        handheld.app.act("roll", 0)
        if way == "seed":
            handheld.app.cup.seed(7)
        else:
            handheld.dice((5,))
        handheld.app.act("roll", handheld.game.player)
        assert handheld.app.match.fair is None
        handheld.app.cup.fair()
        record = played(handheld, 1)
        assert "secret" not in record and verify(record).status == NOTHING

    def test_the_kept_game_goes_on_after_that(self):
        handheld = handheld_of(1, test_mode=True)
        handheld.start("hog")
        handheld.app.act("roll", 0, 3)
        handheld.dice((2, 3, 4, 5))
        while handheld.game.dice_range() is None:
            handheld.app.act("hold", handheld.game.player)
        handheld.app.act("roll", handheld.game.player, 4)
        survivor = again(handheld)
        assert survivor.game.state() == handheld.game.state()
        assert survivor.app.match.fair is None


class TestWithoutHashlib:
    def test_the_dice_are_random_and_nothing_is_proven(self, monkeypatch):
        monkeypatch.setattr(fair_dice, "hashlib", None)
        handheld = handheld_of(1)
        handheld.start("pig", options={"target": 30})
        handheld.app.show("fair_dice", "pause")
        assert "No proof for this" in handheld.words()
        handheld.app.show("play")
        record = played(handheld, 1)
        assert len(set(record.partition(" : ")[2].split())) > 4
        assert verify(record).status == NOTHING


class TestPanel:
    def commitment_on(self, handheld):
        digits = "".join(line.replace(" ", "") for line in handheld.words()[1:5])
        assert re.fullmatch("[0-9a-f]{64}", digits)
        return digits

    def test_on_request_during_a_game(self):
        handheld = handheld_of(1)
        handheld.start("pig")
        handheld.press("down", "up", "up", "a")
        assert handheld.screen == "fair_dice"
        assert self.commitment_on(handheld) == handheld.app.match.fair.commitment
        handheld.press("b")
        assert handheld.screen == "pause"

    def test_in_the_roll_off(self):
        handheld = handheld_of(1)
        app = handheld.app
        app.show("menu")
        app.setup.first = -1
        handheld.press("a", "up")
        told = self.commitment_on(handheld)
        handheld.press("a", "a", "a", "a")
        while handheld.screen == "roll_off":
            handheld.press("a")
        assert app.match.fair.commitment == told

    def test_without_the_option_no_press_more(self):
        handheld = handheld_of(1)
        handheld.app.show("menu")
        handheld.press("a")
        assert handheld.screen == "play"

    @pytest.mark.parametrize(
        "presses, number",
        [
            (("a",), None),
            (("up", "a", "up", "a", "down", "a", "a", "a", "up", "up", "a"), "019002"),
            (("down", "a", "up", "b", "b", "a"), None),
        ],
    )
    def test_a_number_is_asked_for_after_the_commitment(self, presses, number):
        handheld = handheld_of(1)
        handheld.app.settings["addition"] = "on"
        handheld.app.show("menu")
        handheld.press("a")
        assert handheld.screen == "fair_dice"
        told = self.commitment_on(handheld)
        handheld.press(*presses)
        assert handheld.screen == "play"
        match = handheld.app.match
        assert match.fair.commitment == told
        record = played(handheld, 3)
        assert verify(record, told).facts["addition"] == number
        handheld.app.show("result")
        handheld.press("a")
        assert handheld.screen == "fair_dice" and self.commitment_on(handheld) != told
        handheld.press("b")
        assert handheld.screen == "result"


class TestLine:
    def test_the_commitment_is_told_before_the_first_roll(self):
        from tests.targets import Bench

        bench = Bench(test_mode=True)
        assert bench.client.call("hello")["commitment"] is None
        state = bench.client.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
        assert re.fullmatch("[0-9a-f]{64}", state["commitment"]) and state["dice"] == []
        assert bench.client.call("hello")["commitment"] == state["commitment"]
        while not state["over"]:
            legal = state["legal"]
            action = "hold" if "hold" in legal and state["turn_total"] > 15 else "roll"
            state = bench.client.call("act", player=state["to_move"][0], action=action)
        record = bench.client.call("record")["text"]
        assert verify(record, state["commitment"]).status == PROVEN
        assert bench.client.call("load", text=record)["over"]

    def test_in_the_roll_off(self):
        from tests.targets import Bench

        bench = Bench(test_mode=False)
        bench.app.show("menu")
        bench.app.setup.first = -1
        bench.app.show("roll_off")
        told = bench.client.call("hello")["commitment"]
        assert told == bench.app.screen.fair.commitment


VM = """
from handheld.runner import Runner
from handheld.proof import text as record_text
from portable_board import Player, PortableBoard
from shared_rules.pcg32 import Pcg32

source = Pcg32(5)
board = PortableBoard("/store.bin")
board.entropy = lambda n: bytes([source.below(256) for _ in range(n)])
runner = Runner(board)
runner.step()
app = runner.app
for variant in {variants}:
    for seed in range({games}):
        app.start_match(variant, {{}}, [("human", "P1"), ("practical", "P2")], 0)
        print(app.match.fair.commitment)
        game = app.match.game
        while not game.over:
            choice = app.match.think() if app.match.computer() is not None else None
            if choice:
                app.act(choice[0], app.match.computer(), choice[1])
            elif app.match.computer() is None:
                most = 8 if variant != "piglet" else 2
                legal = game.legal_actions()
                action = "hold" if "hold" in legal and game.turn_total > most else legal[-1]
                action = "roll" if "roll" in legal and action != "hold" else action
                app.act(action, app.match.human(), 3 if game.dice_range() else None)
        print(record_text(app.match))
"""


def on_the_vm(games):
    script = VM.format(variants=list(ids()), games=games)
    printed = run_on_micropython(script, files={"/portable_board.py": BOARD}).split("\n")
    return list(zip(printed[::2], printed[1::2]))


def test_games_on_micropython_verify():
    rows = on_the_vm(1)
    assert len(rows) >= len(ids())
    for commitment, record in rows[: len(ids())]:
        assert verify(record, commitment).status == PROVEN and fair_check.proven(record)


@pytest.mark.slow
def test_a_thousand_games_on_micropython_verify():
    rows = on_the_vm(84)
    assert len(rows) >= 1000
    for commitment, record in rows[:1000]:
        assert verify(record, commitment).status == PROVEN and fair_check.proven(record)


def test_the_page_has_the_example():
    page = (BOARD.parents[1] / "docs" / "fair-dice.md").read_text(encoding="utf-8")
    for text in (f"pocketpig-1 secret {SECRET}", f"pocketpig-1 roll {SECRET} - 1 1"):
        assert f"printf '{text}'" in page
        assert hashlib.sha256(text.encode()).hexdigest() in page
    assert BUTTONS  # imported for the presses above
