"""Fair dice: the scheme, who may know the secret, and what ends the proof."""

import errno
import gc
import hashlib
import json
import random
import re
import types

import pytest

from handheld import language
from handheld.begin.proof import fair_dice_of
from handheld.begin.proof import text as record_text
from handheld.begin.resume import discard, save
from handheld.game.dice_cup import DiceCup
from handheld.game.match import Match
from handheld.saves import reports
from handheld.saves.journal import CRASH, END, GAME, SIZE, TORN, VALUES
from handheld.saves.journal import record as record_bytes
from handheld.saves.journal_rewrite import rewrite
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from shared_rules import fair_dice
from shared_rules.fair_dice import FairDice
from shared_rules.variants import ids, variant_class
from tests.handheld.test_same_on_micropython import BOARD
from tests.support import fair_check
from tests.support.driven import Driven
from tests.support.fair_records import again, handheld_of, judged, played
from tests.support.micropython_vm import run_on_micropython

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


class Start:
    """A handheld that has been started; it draws secrets and saves games, and shows nothing."""

    def __init__(self, entropy, contents=b"", noise=b"", presses=()):
        board = self.board = SimulatedBoard(entropy=entropy, contents=contents)
        board.noise = lambda: noise
        language.load("en")
        self.cup = DiceCup(board)
        self.journal = open_journal(board.store)
        for ms in presses:
            board.advance_clock(ms)
            self.cup.press()

    def secret(self):
        return fair_dice_of(self).secret

    def begin(self):
        """Begin a game and save it; return its secret."""
        fair = fair_dice_of(self)
        seats = [("human", "P1"), ("human", "P2")]
        match = Match(variant_class("pig")(), seats, self.cup, None, fair)
        discard(self.journal)
        if self.journal.due:
            self.journal.delete(GAME)
            rewrite(self.journal)
        save(self.journal, match)
        return fair.secret

    def cut(self):
        """Return what is in the flash once the power is gone."""
        return bytes(self.board.store.read(0, SIZE))


def stuck(n):
    return bytes(n)


@pytest.mark.parametrize("count", [250, pytest.param(1000, marks=pytest.mark.slow)])
class TestManySecrets:
    def test_games_differ_where_the_noise_is_the_same_after_each_start(self, count):
        """The worst case: the same noise, number and presses; the power is cut once it is saved."""
        contents = b""
        seen = set()
        for _ in range(count):
            start = Start(stuck, contents, presses=(100, 300))
            seen.add(start.begin())
            contents = start.cut()
        assert len(seen) == count

    def test_secrets_differ_where_all_but_the_noise_is_stuck(self, count):
        source = random.Random(5)
        assert len({Start(source.randbytes).secret() for _ in range(count)}) == count

    def test_no_secret_comes_twice_in_one_start_though_nothing_is_saved_and_all_is_stuck(
        self, count
    ):
        start = Start(stuck)
        assert len({start.secret() for _ in range(count)}) == count


class TestTheSecret:
    @pytest.mark.parametrize(
        "words, count",
        [
            (b"", 1), (b" again=7", 8), (b" again=\xff", 0), (b" again=", 1), (b" again=-1", 0),
            (b" again=1x", 0), (b" again=1000000000", 0),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("number, counts", [(b"3", True), (b"-3", False)])
    def test_a_new_game_counts_what_the_kept_one_drops(self, words, count, number, counts):
        start = Start(stuck)
        head = number + b" , pig secret=" + b"0" * 32 + words + b" roll=1 seats=human,human :"
        start.journal.put(GAME, head)
        assert fair_dice_of(start).again == count * counts

    @pytest.mark.parametrize(
        "other", [{"noise": b"1"}, {"presses": (100, 301)}, {"presses": (100, 300, 1)}]
    )
    def test_each_source_matters(self, other):
        same = {"noise": b"0", "presses": (100, 300)}
        assert Start(stuck, **same).secret() == Start(stuck, **same).secret()
        assert Start(stuck, **same).secret() != Start(stuck, **{**same, **other}).secret()

    def test_a_press_is_noted(self):
        secrets = set()
        for steps in (1, 2):
            handheld = Driven(SimulatedBoard(entropy=stuck), test_mode=False)
            handheld.step(steps)
            handheld.press("up")
            secrets.add(fair_dice_of(handheld.app).secret)
        assert len(secrets) == 2


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
        from tests.support.targets import Bench

        bench = Bench(test_mode=False)
        bench.client.call("subscribe", on=True)
        bench.app.start_match("pig", {}, [("human", "ANN"), ("hold20", "P2")], 0)
        match = bench.app.match
        secret = match.fair.secret
        heard = []
        for button in ("a", "a", "b", "down", "down", "down", "a", "b", "a", "up"):
            bench.press(button, after=500)
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
        # A kept game that is damaged in any byte.
        for at in range(len(value)):
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
        for seed in (1, 2):  # what is finished needs no rewrite
            played(handheld, seed)
            handheld.step(2, ms=1000)
            assert not tells(handheld.board.store.contents, secret)
            assert handheld.board.store.erases == 2  # the first was that of the first start
            handheld.start("pig", options={"target": 10})


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

    def test_its_game_is_marked_before_its_roll_is_shown(self, handheld):
        fair = handheld.app.match.fair
        handheld.app.act("roll", 0)
        assert not handheld.app.journal.saved
        assert fair.commitment == "" and handheld.app.journal.marked
        survivor = again(handheld)
        assert survivor.game.turn_total == 0 and survivor.app.match.fair.secret == fair.secret
        record = played(survivor, 4)
        assert " unproven=1" in record and judged(record).kind == "nothing"

    def test_the_mark_outlives_a_rewrite(self, handheld):
        handheld.app.act("roll", 0)
        handheld.board.weak = False
        handheld.step(3, ms=1000)
        assert handheld.app.journal.saved
        assert judged(played(again(handheld), 4)).kind == "nothing"

    def test_with_good_power_the_sector_is_rewritten_and_the_proof_stays(self, handheld):
        commitment = handheld.app.match.fair.commitment
        handheld.board.weak = False
        handheld.app.act("roll", 0)
        assert handheld.app.journal.saved
        assert again(handheld).game.dice == handheld.game.dice
        assert judged(played(handheld, 4), commitment).kind == "proven"

    def test_a_hold_alone_costs_nothing(self):
        handheld = self.without_room(1)
        commitment = handheld.app.match.fair.commitment
        handheld.app.act("roll", 0)
        assert handheld.app.journal.saved
        if handheld.game.turn_total:
            handheld.app.act("hold", 0)
        assert not handheld.app.journal.saved and handheld.app.match.fair.commitment
        handheld.board.weak = False
        handheld.step(3, ms=1000)
        assert judged(played(handheld, 4), commitment).kind == "proven"

    def test_where_the_flash_refuses_the_mark_it_is_in_the_record(self, handheld):
        def refused(at, data):
            raise OSError(5)

        handheld.board.store.write = refused
        handheld.app.act("roll", 0)
        assert judged(played(handheld, 4)).kind == "nothing"

    @pytest.mark.parametrize("first", ["roll", "hold"])
    def test_a_full_disk_costs_it_too(self, first, tmp_path, monkeypatch):
        """A simulator that ends goes on from its file, and the roll falls again."""
        handheld = Driven(SimulatedBoard(image=tmp_path / "state"), test_mode=False)
        while True:
            handheld.start("pig", options={"target": 30})
            handheld.app.act("roll", 0)
            if handheld.game.turn_total:
                break

        def full(*arguments, **named):
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as disk:
            disk.setattr("os.replace", full)
            if first == "hold":
                handheld.app.act("hold", 0)
                handheld.step(3, ms=1000)  # it tries to rewrite the sector
            handheld.app.act("roll", handheld.game.player)
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

    def test_a_write_that_fails_does_not_prevent_the_mark(self):
        handheld = self.without_room(40)
        write = handheld.board.store.write

        def fails_once(at, data):
            handheld.board.store.write = write
            raise OSError(5)

        handheld.board.store.write = fails_once
        handheld.app.act("roll", 0)
        assert again(handheld).app.match.fair.commitment == ""

    @pytest.mark.parametrize("place", range(END - 12, END + 1))
    def test_torn_bytes_at_the_end_do_not_prevent_it(self, place):
        """The log ends with bytes that a power cut tore, and there is no room for a patch."""
        handheld = self.without_room(END - place, 0)
        contents = bytearray(handheld.board.store.contents)
        contents[place] = 0xF7 if place == END else 0xFE
        handheld = again(handheld_of(5, contents=bytes(contents)))
        handheld.board.weak = True
        assert handheld.screen == "play"
        for _ in range(12):
            handheld.app.act("roll", handheld.game.player)
            if not handheld.app.journal.saved:
                break
        survivor = again(handheld)
        assert handheld.app.journal.saved or survivor.app.match.fair.commitment == ""

    @pytest.mark.parametrize("variant", ["pig", "skunk"])
    def test_the_end_of_a_game_too(self, variant):
        """The record tells the secret then, and a power cut brings the game back."""
        for seed in range(4, 20):
            handheld = handheld_of(seed)
            handheld.start(variant, options={"target": 20} if variant == "pig" else {})
            game = handheld.game
            while variant == "pig" and game.scores[game.player] + game.turn_total < 20:
                handheld.app.act("hold" if game.turn_total > 8 else "roll", game.player)
            while variant == "skunk" and not game.over and not (game.turn == 5 and game.choosing):
                for player in list(game.to_move()):
                    handheld.app.act("sit" if game.choosing else "roll", player)
            if not game.over:  # the last round of Skunk did not bust
                break
        self.fill(handheld)
        for player in list(game.to_move()):
            handheld.app.act("hold" if variant == "pig" else "sit", player)
        assert game.over and judged(record_text(handheld.app.match)).kind == "nothing"
        survivor = again(handheld)
        assert not survivor.game.over and survivor.app.match.fair.commitment == ""

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
        from shared_rules.chance import Pcg32, fall

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


class TestPanel:
    @pytest.fixture
    def handheld(self):
        return handheld_of(1)

    def commitment_on(self, handheld):
        digits = "".join(line.replace(" ", "") for line in handheld.words()[1:5])
        assert re.fullmatch("[0-9a-f]{64}", digits)
        return digits

    def test_on_request_during_a_game(self, handheld):
        handheld.start("pig")
        handheld.press("down", "up", "up", "a", "a")
        assert handheld.screen == "fair_dice"
        assert self.commitment_on(handheld) == handheld.app.match.fair.commitment
        handheld.press("b")
        assert handheld.screen == "pause"

    @pytest.mark.parametrize(
        "presses, number",
        [
            (("a",), None),
            (("up", "a", "up", "a", "down", "a", "a", "a", "up", "up", "a"), "019002"),
            (("down", "a", "up", "b", "b", "a"), None),
        ],
    )
    def test_a_number_is_asked_for_after_the_commitment(self, handheld, presses, number):
        handheld.app.settings["addition"] = "on"
        handheld.app.show("menu")
        handheld.press("a", "a")
        assert handheld.screen == "fair_dice"
        told = self.commitment_on(handheld)
        handheld.press(*presses)
        assert handheld.screen == "play"
        match = handheld.app.match
        assert match.fair.commitment == told
        record = played(handheld, 3)
        assert judged(record, told, number or "").facts["number"] == number
        handheld.app.show("result")
        handheld.press("a", "a")
        assert handheld.screen == "fair_dice" and self.commitment_on(handheld) != told
        handheld.press("b")
        assert handheld.screen == "result"


class TestLine:
    def test_the_commitment_is_told_before_the_first_roll(self):
        from tests.support.targets import Bench

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
        assert judged(record, state["commitment"]).kind == "proven"
        assert bench.client.call("load", text=record)["over"]


VM = """
from handheld.runner import Runner
from handheld.begin.proof import text as record_text
from portable_board import Player, PortableBoard
from shared_rules.chance import Pcg32
from shared_rules.thinking import answer_of

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
            if app.match.computer() is not None:
                choice = answer_of(app.match.think())
                app.act(choice[0], app.match.computer(), choice[1])
            else:
                most = 8 if variant != "piglet" else 2
                legal = game.legal_actions()
                action = "hold" if "hold" in legal and game.turn_total > most else legal[-1]
                action = "roll" if "roll" in legal and action != "hold" else action
                app.act(action, app.match.human(), 3 if game.dice_range() else None)
        print(record_text(app.match))
"""


@pytest.mark.parametrize("games", [1, pytest.param(84, marks=pytest.mark.slow)])
def test_games_on_micropython_verify(games):
    script = VM.format(variants=list(ids()), games=games)
    printed = run_on_micropython(script, files={"/portable_board.py": BOARD}).splitlines()
    assert len(printed) == 2 * games * len(ids())
    for commitment, record in zip(printed[::2], printed[1::2]):
        assert judged(record, commitment).kind == "proven"
