"""Fair dice: the scheme, who may know the secret, and what ends the proof."""

import base64
import errno
import gc
import hashlib
import json
import random
import re
import types

import pytest

from handheld.begin.proof import fair_dice_of
from handheld.begin.proof import text as record_text
from handheld.saves import reports
from handheld.saves.journal import CRASH, END, GAME, TORN, VALUES
from handheld.saves.journal import record as record_bytes
from host_sim.simulated.board import SimulatedBoard
from host_sim.testing.conformance.test_observing import WITHOUT_PARAMETERS
from shared_rules import fair_dice
from shared_rules.chance import Pcg32, fall
from shared_rules.fair_dice import FairDice
from tests.support import fair_check
from tests.support.driven import Driven
from tests.support.fair_records import act, again, handheld_of, judged, played
from tests.support.micropython_vm import BOARD
from tests.support.targets import Bench

SECRET = "00112233445566778899aabbccddeeff"


class TestScheme:
    def test_the_example_of_the_page(self):
        page = (BOARD.parents[2] / "docs" / "fair-dice.md").read_text(encoding="utf-8")
        for text in (f"pocketpig-1 secret {SECRET}", f"pocketpig-1 roll {SECRET} - 1 1"):
            assert f"printf '{text}'" in page
            assert hashlib.sha256(text.encode()).hexdigest() in page
        assert FairDice(SECRET).commitment in page
        assert FairDice(SECRET).throw((1, 6), 2) == (4, 6)

    def test_the_second_implementation_throws_the_same(self):
        other = SECRET[:-1] + "e"
        for rolled in range(40):
            for least, most, count in ((1, 6, 1), (1, 6, 2), (0, 1, 1), (1, 6, 40), (0, 9, 33)):
                for secret, addition in ((SECRET, "-"), (SECRET, "004217"), (other, "4217")):
                    fair = FairDice(secret, addition, rolled)
                    assert list(fair.throw((least, most), count)) == fair_check.dice(
                        secret, addition, rolled + 1, count, least, most - least + 1
                    )


def stuck(n):
    return bytes(n)


def switched_on(contents=b"", noise=b"", presses=(), steps=1):
    """Return a handheld whose sources of noise are stuck but for these."""
    board = SimulatedBoard(entropy=stuck, contents=contents)
    board.noise = lambda: noise
    handheld = Driven(board, test_mode=False)
    handheld.step(steps)
    handheld.press(*presses)
    return handheld


def new_secret(handheld):
    return fair_dice_of(handheld.app).secret


class TestTheSecret:
    COUNT = 60

    def test_games_differ_where_the_noise_is_the_same_after_each_start(self):
        """The worst case: the same noise, number and presses; the power is cut once it is saved."""
        contents, seen = b"", set()
        for _ in range(self.COUNT):
            handheld = switched_on(contents)
            handheld.start("pig")
            seen.add(handheld.app.match.fair.secret)
            contents = handheld.board.store.contents
        assert len(seen) == self.COUNT

    def test_none_comes_twice_in_one_start_though_nothing_is_saved_and_all_is_stuck(self):
        handheld = switched_on()
        assert len({new_secret(handheld) for _ in range(self.COUNT)}) == self.COUNT

    @pytest.mark.parametrize("other", [{"noise": b"1"}, {"presses": ("up", "up")}, {"steps": 2}])
    def test_each_source_matters(self, other):
        same = {"presses": ("up",)}
        assert new_secret(switched_on(**same)) == new_secret(switched_on(**same))
        assert new_secret(switched_on(**same)) != new_secret(switched_on(**{**same, **other}))

    @pytest.mark.parametrize(
        "words, count",
        [
            (b"", 1), (b" again=7", 8), (b" again=\xff", 0), (b" again=", 1), (b" again=-1", 0),
            (b" again=1x", 0), (b" again=1000000000", 0),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("number, counts", [(b"3", True), (b"-3", False)])
    def test_a_new_game_counts_what_the_kept_one_drops(self, words, count, number, counts):
        """But no challenge, whose dice everybody can know."""
        handheld = switched_on()
        head = number + b" , pig secret=" + b"0" * 32 + words + b" roll=1 seats=human,human :"
        handheld.app.journal.put(GAME, head)
        assert fair_dice_of(handheld.app).again == count * counts

    def test_a_game_that_is_played_to_its_end_ends_the_count(self):
        handheld = handheld_of(1)
        for again_and_again in (0, 1, 2):
            handheld.start("pig", options={"target": 10})
            assert handheld.app.match.fair.again == again_and_again
        played(handheld, 1)
        handheld.start("pig")
        assert handheld.app.match.fair.again == 0


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
    @pytest.mark.parametrize("kind", ["perfect", "practical", "gambler", "hold20"])
    def test_no_player_can_reach_it(self, kind):
        handheld = Driven(test_mode=False)
        handheld.start("pig", kinds=["human", kind])
        match = handheld.app.match
        strategy = match.strategy(1)
        think, given = strategy.think, []
        strategy.think = lambda *arguments: given.append(arguments) or think(*arguments)
        while len(given) < 3:
            handheld.press("a" if match.game.turn_total < 5 or match.game.player else "b")
            handheld.step(20)
        for arguments in given:
            found = list(reachable(strategy.__dict__, *arguments))
            assert len(found) > 10
            assert not any(isinstance(thing, FairDice) for thing in found)
            assert not any(tells(thing, match.fair.secret) for thing in found)
        assert any(tells(thing, match.fair.secret) for thing in reachable(match.__dict__))

    def test_nothing_on_the_line_or_the_screens_tells_it(self):
        bench = Bench(test_mode=False)
        bench.client.call("subscribe", on=True)
        bench.app.start_match("pig", {}, [("human", "ANN"), ("hold20", "P2")], 0)
        match = bench.app.match
        heard, backups = [], []
        for button in ("a", "a", "b", "down", "down", "down", "a", "b", "a", "up"):
            bench.press(button, after=500)
            heard += [bench.client.call(method) for method in WITHOUT_PARAMETERS]
            backups.append(base64.b64decode(bench.client.call("backup", part=0)["data"]))
        heard.append(list(bench.client.events))
        assert not match.game.over and match.fair.secret not in json.dumps(heard)
        assert not any(tells(data, match.fair.secret) for data in backups)

    def test_a_crash_does_not_tell_it(self):
        """A kept game that is damaged in any byte."""
        handheld = handheld_of(1)
        handheld.start("pig")
        secret = handheld.app.match.fair.secret
        value = handheld.app.journal.get(GAME)
        for at in range(len(value)):
            handheld.app.journal.put(GAME, value[:at] + b"\x80" + value[at + 1 :])
            damaged = handheld_of(2, contents=handheld.board.store.contents)
            try:
                damaged.press("a")
                damaged.step(3)
            except Exception as error:
                assert not tells(str(error), secret)
            assert not tells(damaged.app.journal.get(CRASH), secret)
        assert reports.crash_lines(ValueError("x"))[0] == "ValueError"

    @pytest.mark.parametrize("weak", [False, True])
    def test_a_game_that_is_given_up_leaves_no_secret_in_the_flash(self, weak):
        """Where the power is not good it goes later."""
        handheld = handheld_of(1)
        handheld.start("pig")
        secret = handheld.app.match.fair.secret
        handheld.app.act("roll", 0)
        handheld.board.weak = weak
        handheld.start("hog", options={"target": 10})
        handheld.step(2, ms=1000)
        assert tells(handheld.board.store.contents, secret) == weak
        handheld.board.weak = False
        assert again(handheld).game.ID == "hog"
        played(handheld, 1)
        handheld.step(2, ms=1000)
        assert not any(tells(thing, secret) for thing in reachable(handheld.app.__dict__))
        assert not handheld.app.journal.due  # the flash is erased for it once


class TestResume:
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
        assert judged(record).kind == "nothing"
        assert judged(record.replace(" unproven=1", "")).word == "seal"


def refused(*arguments):
    raise OSError(errno.ENOSPC, "No space left on device")


def fail_once(store):
    def fail(at, data):
        del store.write
        refused()

    store.write = fail


class TestUnsaved:
    """The sector is full, and the battery too low to rewrite it."""

    @pytest.fixture
    def handheld(self):
        return self.without_room()

    @staticmethod
    def fill(handheld, room=0, reserve=5 * TORN + 1):
        """Leave room for so many steps of a byte, behind them the reserve; and a low battery."""
        journal = handheld.app.journal
        end = END - reserve - room
        while journal.end < end:
            left = end - journal.end
            size = left if left <= 100 else min(100, left // 2)
            data = record_bytes(VALUES, CRASH, b"x" * (size - 5))
            journal.store.write(journal.end, data)
            journal.end += len(data)
        assert journal.end == end
        handheld.board.weak = True
        return handheld

    def without_room(self, *room):
        handheld = handheld_of(4)
        handheld.start("pig", options={"target": 60})
        return self.fill(handheld, *room)

    @pytest.mark.parametrize(
        "room, fails", [(0, False), (5, False), (19, False), (31, False), (9, True), (22, True)]
    )
    def test_a_roll_that_was_shown_falls_again_only_without_a_proof(self, room, fails):
        """Somebody switches off after each action; a write may fail before."""
        handheld = self.without_room(room)
        if fails:
            fail_once(handheld.board.store)
        assert handheld.app.match.fair.commitment
        self.play_until_it_is_marked(handheld, room)

    @pytest.mark.parametrize("place", range(END - 12, END + 1))
    def test_torn_bytes_at_the_end_do_not_prevent_the_mark(self, place):
        """The log ends with bytes that a power cut tore, and there is no room for a patch."""
        handheld = self.without_room(END - place, 0)
        contents = bytearray(handheld.board.store.contents)
        contents[place] = 0xF7 if place == END else 0xFE
        handheld = again(handheld_of(5, contents=bytes(contents)))
        handheld.board.weak = True
        self.play_until_it_is_marked(handheld, place)

    def play_until_it_is_marked(self, handheld, seed):
        source = random.Random(seed)
        survivor = handheld
        while handheld.app.match.fair.commitment:
            act(handheld, source)
            survivor = again(handheld)
            kept, fair = survivor.app.match.fair, handheld.app.match.fair
            assert kept.rolled == fair.rolled or not kept.commitment
        handheld.board.weak = False
        handheld.step(3, ms=1000)  # the sector is rewritten
        assert handheld.app.journal.saved
        for each in (handheld, survivor, again(handheld)):
            record = played(each, 4)
            assert " unproven=1" in record and judged(record).kind == "nothing"

    def test_the_end_of_a_game_too(self):
        """The record tells the secret then, and a power cut brings the game back."""
        handheld = handheld_of(4)
        handheld.start("pig", options={"target": 20})
        game = handheld.game
        while game.scores[game.player] + game.turn_total < 20:
            handheld.app.act("hold" if game.turn_total > 8 else "roll", game.player)
        self.fill(handheld)
        handheld.app.act("hold", game.player)
        assert game.over and judged(record_text(handheld.app.match)).kind == "nothing"
        survivor = again(handheld)
        assert not survivor.game.over and survivor.app.match.fair.commitment == ""

    @pytest.mark.parametrize("first", ["roll", "hold"])
    def test_what_is_saved_in_time_keeps_its_proof(self, first):
        """A hold alone can be lost."""
        handheld = self.without_room(first == "hold")
        commitment = handheld.app.match.fair.commitment
        if first == "hold":
            handheld.app.act("roll", 0)
            handheld.app.act("hold", 0)
            assert not handheld.app.journal.saved
        handheld.board.weak = False
        handheld.step(3, ms=1000)
        handheld.app.act("roll", handheld.game.player)
        assert handheld.app.journal.saved
        assert judged(played(handheld, 4), commitment).kind == "proven"

    def test_where_the_flash_refuses_the_mark_it_is_in_the_record(self, handheld):
        handheld.board.store.write = refused
        handheld.app.act("roll", 0)
        assert judged(played(handheld, 4)).kind == "nothing"

    def test_a_full_disk_costs_it_too(self, tmp_path, monkeypatch):
        """A simulator that ends goes on from its file, and the roll falls again."""
        handheld = Driven(SimulatedBoard(image=tmp_path / "state"), test_mode=False)
        handheld.start("pig", options={"target": 30})
        with monkeypatch.context() as disk:
            disk.setattr("os.replace", refused)
            handheld.app.act("roll", 0)
            assert handheld.app.match.fair.commitment == ""
        record = played(handheld, 4)
        assert " unproven=1" in record and judged(record).kind == "nothing"

    def test_any_bit_of_the_mark_is_enough(self, handheld):
        """A power cut may come while it is written."""
        handheld.app.act("roll", 0)
        for bit in range(8):
            contents = bytearray(handheld.board.store.contents)
            contents[END] = 0xFF & ~(1 << bit)
            survivor = again(handheld_of(5, contents=bytes(contents)))
            assert survivor.app.match.fair.commitment == ""

    def test_a_game_that_was_never_saved_keeps_its_proof(self, handheld):
        """A power cut ends it, so nobody sees its rolls again; the old game comes back proven."""
        old = handheld.app.match.fair.commitment
        handheld.start("pig", options={"target": 20})
        commitment = handheld.app.match.fair.commitment
        handheld.app.act("roll", 0)
        assert again(handheld).app.match.fair.commitment == old
        assert judged(played(handheld, 4), commitment).kind == "proven"


class TestTesters:
    def test_a_seed_means_no_proof_and_the_same_dice_as_ever(self):
        handheld = handheld_of(1, test_mode=True)
        handheld.app.cup.seed(7)
        handheld.start("pig")
        assert handheld.app.match.fair is None
        source = Pcg32(7)
        for _ in range(20):
            handheld.app.act("roll", handheld.game.player)
            assert handheld.game.dice == fall(source, (1, 6), 1)

    @pytest.mark.parametrize("way", ["seed", "dice"])
    def test_they_end_a_proof(self, way):
        handheld = handheld_of(1, test_mode=True)
        handheld.start("pig", options={"target": 30})
        handheld.app.act("roll", 0)
        if way == "seed":
            handheld.app.cup.seed(7)
        else:
            handheld.dice((5,))
        handheld.app.act("roll", handheld.game.player)
        handheld.app.cup.fair()
        record = played(handheld, 1)
        assert "secret" not in record and judged(record).kind == "nothing"


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
        assert judged(record).kind == "nothing"


@pytest.mark.parametrize(
    "presses, number",
    [
        (("a",), None),
        (("up", "a", "up", "a", "down", "a", "a", "a", "up", "up", "a"), "019002"),
        (("down", "a", "up", "b", "b", "a"), None),
    ],
)
def test_a_number_is_asked_for_after_the_panel_has_told_the_commitment(presses, number):
    handheld = handheld_of(1)
    handheld.app.settings["addition"] = "on"
    handheld.app.show("menu")
    handheld.press("a", "a")
    assert handheld.screen == "fair_dice"
    told = "".join(line.replace(" ", "") for line in handheld.words()[1:5])
    handheld.press(*presses)
    assert handheld.screen == "play"
    verdict = judged(played(handheld, 3), told, number or "")
    assert (verdict.kind, verdict.facts["number"]) == ("proven", number)
    handheld.app.show("result")
    handheld.press("a", "a")
    assert handheld.screen == "fair_dice" and handheld.app.screen.fair.commitment != told
    handheld.press("b")
    assert handheld.screen == "result"


def test_the_line_tells_the_commitment_before_the_first_roll():
    bench = Bench(test_mode=True)
    assert bench.client.call("hello")["commitment"] is None
    state = bench.client.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
    assert re.fullmatch("[0-9a-f]{64}", state["commitment"]) and state["dice"] == []
    assert bench.client.call("hello")["commitment"] == state["commitment"]
    while not state["over"]:
        action = "hold" if "hold" in state["legal"] and state["turn_total"] > 15 else "roll"
        state = bench.client.call("act", player=state["to_move"][0], action=action)
    record = bench.client.call("record")["text"]
    assert judged(record, state["commitment"]).kind == "proven"
    assert bench.client.call("load", text=record)["over"]
