"""`pocketpig serve` as a process: start, end, successive clients, saved state."""

import contextlib
import json
import os
import re
import signal
import socket
import time
from unittest.mock import Mock

import pytest

from handheld.saves.journal import INITIALS, signed
from handheld.saves.journal_start import open_journal
from host_sim.cli import main
from host_sim.command_error import CommandError
from host_sim.commands.arguments import host_and_port
from host_sim.link.client import Client
from host_sim.link.endpoints import PtyEndpoint
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.handset import Handset
from host_sim.simulated.state_file import StateWatch, lock_state
from tests.support.programs import PATIENCE_S

HUMANS = [{"kind": "human"}] * 2
TCP = ("--tcp", "127.0.0.1:0")
OVER = "pp1 piglet target=1 : 1 h"  # the result comes by itself
NEEDS_PROC = pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs Linux's /proc")


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_port_that_is_taken(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--tcp", f"127.0.0.1:{taken.getsockname()[1]}"]) == 1
    assert "cannot listen" in capsys.readouterr().err


def test_a_client_that_sends_no_more_gets_its_answers_and_then_the_end(server):
    """As `printf … | nc -N` does."""
    ask = '{"jsonrpc":"2.0","id":%d,"method":"%s","params":{%s}}\n'
    asked = ask % (1, "wait", '"screen":"none","timeout_ms":300') + ask % (2, "hello", "")
    for _ in range(2):
        line = socket.create_connection(host_and_port(server.url.removeprefix("socket://")))
        line.settimeout(PATIENCE_S)
        line.sendall(asked.encode())
        line.shutdown(socket.SHUT_WR)
        told = line.makefile("rb").read()
        assert {json.loads(each)["id"] for each in told.splitlines()} == {1, 2}
        line.close()


def test_a_seed_gives_the_dice_of_the_method_seed_and_speed_0_stops_time(serve):
    rolls = []
    with Client.open(serve(*TCP, "--test-mode", "--seed", "7", "--speed", "0").url) as client:
        for method, params in ("hello", {}), ("seed", {"seed": 7}), ("reset", {"storage": "keep"}):
            client.call(method, **params)
            client.call("new_game", variant="hog", players=HUMANS)
            rolls.append(client.call("act", player=0, action="roll", dice=10)["dice"])
        assert rolls == rolls[:1] * 3
        client.call("load", text=OVER)
        time.sleep(0.3)
        assert client.call("screen")["id"] == "play"
        client.call("clock", advance_ms=5000)
        client.call("wait", screen="result", timeout_ms=60_000)


def test_a_higher_speed(serve):
    with Client.open(serve(*TCP, "--test-mode", "--speed", "20").url) as client:
        client.call("load", text=OVER)
        client.call("wait", screen="result", timeout_ms=60_000)


def test_the_state_file_is_the_handhelds_memory(serve, tmp_path):
    image = tmp_path / "pig.flash"
    open_journal(SimulatedBoard(image=image).store).put(INITIALS, b"saved")
    for storage, expected in (("keep", b"saved"), ("erase", None)):
        server = serve(*TCP, "--test-mode", "--state", str(image))
        with Client.open(server.url) as client:
            client.call("reset", storage=storage)
            client.call("hello")
        assert server.stop()[0] == 0
        assert open_journal(SimulatedBoard(image=image).store).get(INITIALS) == expected


def wait_for_rest(server):
    """Wait until it uses no processor time any more."""
    deadline = time.monotonic() + PATIENCE_S
    used = -1.0
    while processor_seconds(server.process.pid) > used + 0.05:
        assert time.monotonic() < deadline, "it does not come to rest"
        used = processor_seconds(server.process.pid)
        time.sleep(0.3)


WAYS = [(TCP, signal.SIGTERM, True), (["--pty"], signal.SIGINT, True), (TCP, signal.SIGINT, False)]


@NEEDS_PROC
@pytest.mark.parametrize("where, number, connected", WAYS)
def test_it_is_idle_and_a_signal_ends_it(serve, where, number, connected, tmp_path, monkeypatch):
    """Not in test mode. With the state `none` no file is left."""
    monkeypatch.chdir(tmp_path)
    server = serve(*where, "--state", "none")
    with contextlib.ExitStack() as stack:
        if connected:
            client = stack.enter_context(Client.open(server.url))
            assert client.call("hello")["test_mode"] is False
            wait_for_rest(server)
        server.process.send_signal(number)
        told = server.process.communicate(timeout=PATIENCE_S)
        assert (server.process.returncode, *told) == (0, "", "")
    assert list(tmp_path.iterdir()) == [] and not os.path.lexists(server.url)


def test_a_state_that_is_not_kept_is_told_once_and_at_the_end(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(StateWatch, "fault", lambda watch: "the state is not kept")
    monkeypatch.setattr(PtyEndpoint, "wait", Mock(side_effect=[True, KeyboardInterrupt]))
    assert main(["serve", "--pty", "--state", str(tmp_path / "pig.flash")]) == 1
    assert re.fullmatch(
        "(.*the state is not kept)[.] The game goes on.*\n\\1\n", capsys.readouterr().err
    )


def test_a_save_that_succeeds_later_is_no_fault(tmp_path):
    image, said = tmp_path / "pig.flash", []
    handset = Handset(speed=0, image=image)
    watch = StateWatch(handset, said.append)
    good = image.read_bytes()
    image.write_bytes(b"cut off")
    for _ in range(2):
        handset.board.store.writes += 1
        watch.check()
    assert len(said) == 1 and str(image) in said[0] and "goes on" in said[0]
    image.write_bytes(good)
    assert watch.fault() == ""


def test_two_on_one_state_which_a_link_names(serve, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("host_sim.commands.serve.serve", lambda *_: None)  # where none refuses
    image, link = tmp_path / "pig.flash", tmp_path / "links" / "link.flash"
    link.parent.mkdir()
    link.symlink_to(image)
    first = serve(*TCP, "--test-mode", "--state", str(link))
    for path in (image, link):
        assert main(["serve", "--pty", "--state", str(path)]) == 1
        assert "in use by another simulator" in capsys.readouterr().err
    with Client.open(first.url) as client:
        client.call("new_game", variant="pig", players=HUMANS)
    first.process.kill()
    first.process.communicate()
    assert serve("--pty", "--state", str(image)).url, "however the first one ended"
    assert link.is_symlink() and image.stat().st_size >= 4096
    assert [path.name for path in link.parent.iterdir()] == ["link.flash"]


def of_version(number, body=b""):
    """A sector with the header of a journal."""
    head = b"PP\1" + bytes(17) if number == 1 else signed(b"PP" + bytes([number, 0, 0, 0, 7]))
    return (head.ljust(16, b"\xff") + body).ljust(4096, b"\xff")


OTHER_FILES = [
    b"my notes\n" * 12_000, b"PP notes\n" * 500, bytes(4096), b"\xff" * 0x200000, b"PP", b"",
    of_version(2)[:-1], of_version(2) + bytes(4097),
]  # fmt: skip
STATES = [
    of_version(1), of_version(2, b"damaged"), of_version(3), b"\xff" * 4096,
    b"\xff" * 16 + b"x" * 4080,  # rewriting was cut
    of_version(2) + bytes(4096),  # with a copy
]  # fmt: skip


@pytest.mark.parametrize("contents", OTHER_FILES + STATES, ids=lambda data: repr(data[:9]))
def test_a_state_of_any_version_is_taken_for_one_and_nothing_else(tmp_path, contents):
    path = tmp_path / "notes.txt"
    path.write_bytes(contents)
    if contents in STATES:
        with lock_state(path):
            pass
    else:
        with pytest.raises(CommandError, match=r"notes\.txt is not the state of a handheld"):
            with lock_state(path):
                pass
        assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == contents


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_other_users_cannot_read_a_state(tmp_path):
    """It has the secret of the game that is played."""
    before = os.umask(0)
    try:
        path, old = tmp_path / "pig.flash", tmp_path / "old.flash"
        (tmp_path / "pig.flash.new").write_bytes(b"left over")
        with lock_state(path):
            Handset(speed=0, image=path)
        assert path.stat().st_mode & 0o777 == 0o600
        old.write_bytes(path.read_bytes())
        assert old.stat().st_mode & 0o777 == 0o666
        with lock_state(old):
            assert old.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_save_goes_through_no_link(tmp_path):
    (tmp_path / "precious").write_bytes(b"precious")
    (tmp_path / "pig.flash.new").symlink_to(tmp_path / "precious")
    Handset(speed=0, image=tmp_path / "pig.flash")
    assert (tmp_path / "precious").read_bytes() == b"precious"
    assert not (tmp_path / "pig.flash").is_symlink()


def test_a_state_path_that_is_not_a_file(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for name in ("pipe", "circle", ".", "new/pig.flash"):
        assert main(["serve", "--pty", "--state", str(tmp_path / name)]) == 1
        errors = capsys.readouterr().err
        assert "--state" in errors
    assert "there is no folder" in errors and not (tmp_path / "new").exists()
