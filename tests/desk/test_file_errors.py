"""Errors of files at the n-th operation, for each n: a clear error, and nothing is lost."""

import binascii
import builtins
import errno
import io
import itertools
import os
import sys
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from unittest.mock import patch

from handheld.saves.journal import GAME
from handheld.saves.journal_start import open_journal
from host_sim.command_error import CommandError
from host_sim.commands import backup
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from host_sim.simulated.handset import Handset
from host_sim.simulated.state_file import StateWatch, lock_state
from host_sim.web import build as web

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)


class Failing:
    """`count`: the operations on files of a folder so far; number `at` fails once."""

    def __init__(self, folder, at):
        self.folder, self.at, self.number = str(folder), at, ERRORS[at % len(ERRORS)]
        self.count = 0

    def step(self, path):
        if isinstance(path, (str, os.PathLike)) and str(path).startswith(self.folder):
            self.count += 1
            if self.count == self.at:
                raise OSError(self.number, os.strerror(self.number), str(path))

    def open(self, path, *args, **more):
        file = _open(path, *args, **more)
        if file.writable():
            write = file.write

            def half(data):
                """Write, or fail after half of the data."""
                try:
                    self.step(path)
                except OSError:
                    write(data[: len(data) // 2])
                    raise
                return write(data)

            file.write = half
        return file


_open = io.open
_failing = []


def _audit(event, args):
    # Of `os.open`, which tells no mode, locks alone.
    opened = event == "open" and (args[1] or str(args[0]).endswith(".lock"))
    if _failing and (opened or event in ("os.rename", "os.remove", "os.mkdir")):
        _failing[0].step(args[0])


sys.addaudithook(_audit)  # for good: a hook cannot be removed


@contextmanager
def failing(faults):
    _failing.append(faults)
    try:
        with patch.object(builtins, "open", faults.open), patch.object(io, "open", faults.open):
            yield
    finally:
        _failing.clear()


def each_fault(folder, least=5):
    """Yield a context for each operation in which it fails, until there are no more of them."""
    for at in itertools.count(1):
        faults = Failing(folder, at)
        yield failing(faults)
        if faults.count < at:
            break
    assert at > least


def position(contents):
    """Return the kept game in the contents of a sector, which is whole."""
    journal = open_journal(SimulatedStore(contents=contents))
    assert not journal.damaged and not journal.unknown
    return journal.get(GAME)


def play(image, rolls):
    """Go on with the game in the file, or begin one; return what is said about the file."""
    said = []
    with lock_state(image):
        handset = Handset(image=image)
        watch = StateWatch(handset, said.append)
        app = handset.app
        if app.journal.size(GAME):
            app.go_on()
        else:
            app.start_match("pig", {"target": 1000}, [("human", "ANN"), ("human", "BOB")], 0)
        for _ in range(rolls):
            app.act("roll", app.match.game.to_move()[0])
            handset.advance(100)
            watch.check()
    return said


def test_the_state(tmp_path):
    image = tmp_path / "pig.flash"
    play(image, 2)
    before = image.read_bytes()
    told = 0
    for fails in each_fault(tmp_path):
        image.write_bytes(before)
        kept = position(before)
        try:
            with fails:
                said = play(image, 2)
        except (CommandError, OSError) as error:
            said = [str(error)]
        told += len(said)
        assert len(said) < 2
        after = position(image.read_bytes())
        assert after.startswith(kept)
        assert said or after != kept
    assert told


def test_a_backup(tmp_path):
    answer = {"data": "UFBCMg==", "parts": 1, "checksum": binascii.crc32(b"PPB2")}
    client = SimpleNamespace(call=lambda method, part: answer)
    arguments = SimpleNamespace(file=tmp_path / "saved", json=True)
    for fails in each_fault(tmp_path, least=3):
        arguments.file.write_bytes(b"before")
        with suppress(CommandError), fails:
            backup.backup(client, arguments)
        assert arguments.file.read_bytes() in (b"before", b"PPB2")


def test_web(tmp_path, monkeypatch):
    for number, fails in enumerate(each_fault(tmp_path)):
        place = tmp_path / str(number)
        for page in (b"1", b"2"):
            pages = {"sw.js": b"w", "index.html": page, "new.js" if page == b"2" else "old.js": b""}
            monkeypatch.setattr(web, "page_files", lambda pages=pages: pages)
            if page == b"1":
                web.build(place)
        (place / "mine.txt").write_bytes(b"mine")
        try:
            with fails:
                web.build(place)
        except (OSError, CommandError) as error:
            assert str(place) in str(error)
        web.build(place)
        assert (place / "index.html").read_bytes() == b"2" and not (place / "old.js").exists()
        assert (place / "mine.txt").read_bytes() == b"mine"
