"""`pocketpig device`, the search for the board, and the client's own errors."""

import binascii
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from handheld.line.request import METHODS
from host_sim import cli
from host_sim.commands.device import ACTIONS
from host_sim.link.backup import fetch, is_backup
from host_sim.link.client import BadAnswer, CannotConnect, Client
from host_sim.link.find_board import answers, find_board


@pytest.fixture
def device(server, capsys):
    """Run `pocketpig device` on a simulator; return (exit status, output, errors)."""

    def run(*words):
        status = cli.main(["device", "--port", server.url, *words])
        return (status, *capsys.readouterr())

    run("reset", "erase")
    return run


def test_what_it_prints_for_people_and_for_programs(device):
    """And for each request: commands.pig."""
    for words, told in ("screen", "[title]"), ("screen --json", '"title"'), ("frame", "█▀"):
        status, output, errors = device(*words.split())
        assert (status, errors) == (0, "") and told in output


def test_a_backup_into_a_file_and_back(device, tmp_path, monkeypatch):
    status, output, _ = device("backup", str(tmp_path / "saved"))
    data = (tmp_path / "saved").read_bytes()
    assert status == 0 and is_backup(data) and f"{len(data)} bytes" in output
    (tmp_path / "notes").write_bytes(b"my notes")
    for name, reason in (("notes", "is not a backup of a handheld"), ("none", "No such file")):
        status, output, errors = device("restore", str(tmp_path / name))
        assert (status, output) == (1, "") and reason in errors
    kept, saved = {}, b"PPB2" + bytes(1000)  # two parts
    (tmp_path / "saved").write_bytes(saved)
    monkeypatch.setattr(Client, "call", lambda self, _, **part: kept.update({part["part"]: part}))
    assert "hold A" in device("restore", str(tmp_path / "saved"))[1]
    restored = device("restore", str(tmp_path / "saved"), "--json")[:2]
    assert restored == (0, f'{{"restored": {len(saved)}}}\n')
    line = SimpleNamespace(call=lambda method, part: kept[part])
    assert fetch(line) == saved
    kept[1]["checksum"] += 1
    with pytest.raises(BadAnswer, match="changed while it was read"):
        fetch(line)
    answer = {"data": "UFBCMg==", "parts": 1, "checksum": binascii.crc32(b"PPB2")}
    for name, value, reason in (
        ("checksum", 1, "checksum is wrong"), ("data", "*", "not base64"), ("parts", 7, "changed"),
    ):  # fmt: skip
        damaged = {**answer, name: value}
        with pytest.raises(BadAnswer, match=reason):
            fetch(SimpleNamespace(call=lambda method, part, damaged=damaged: damaged))


def test_every_method_has_an_action():
    # Backup and restore are commands of several requests.
    methods = {name for module, names in METHODS if module != "methods.backup" for name in names}
    assert {action.method for action in ACTIONS} == methods - {"subscribe"}


def test_a_refusal(device):
    status, output, errors = device("act", "0", "roll")
    assert status == 1 and output == ""
    assert "there is no game" in errors and "-32003" in errors
    device("new-game", "pig")
    status, output, errors = device("act", "1", "roll", "--json")
    assert status == 1 and errors == ""
    assert json.loads(output)["error"]["data"] == {"legal": ["roll"], "to_move": [0]}


def test_no_board(monkeypatch, capsys):
    monkeypatch.setattr("host_sim.link.find_board.list_ports.comports", lambda: [])
    assert cli.main(["device", "hello"]) == 1
    assert "--port" in capsys.readouterr().err


HELP = {command.name: f"usage: pocketpig {command.name}" for command in cli.COMMANDS}
HELP |= {f"device {each.name}": each.help[0].upper() + each.help[1:] for each in ACTIONS[::4]}


def test_all_that_there_is_has_help(capsys):
    for words, part in HELP.items():
        assert cli.main([*words.split(), "--help"]) == 0
        assert part in capsys.readouterr().out, words
    assert cli.main(["--help"]) == 0
    output = capsys.readouterr().out
    assert all(command.summary in output for command in cli.COMMANDS)


def test_the_client_needs_no_optional_package():
    code = (
        "import sys\n"
        "for name in ('pygame', 'numpy', 'numba', 'adafruit_ssd1306', 'busio', 'matplotlib'):\n"
        "    sys.modules[name] = None\n"
        "from host_sim.cli import main\n"
        "sys.exit(main(['device', '--port', 'socket://127.0.0.1:1', 'hello']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "cannot connect" in done.stderr


FULL = "pocketpig: the output cannot be written: No space left on device"


@pytest.mark.parametrize(
    "words, output, status, told",
    [
        ("device --port URL variants", "| head -c 1", 0, ""),
        ("device --port URL hello", ">/dev/full", 1, FULL),
        ("serve --pty", ">/dev/full", 1, FULL),
        ("verify 'pp1 pig : 6'", ">&-", 3, None),
        ("odds", ">&-", 2, None),
    ],
)
def test_an_output_that_does_not_take_it_all(words, output, status, told, server):
    command = f"{sys.executable} -m host_sim.cli {words.replace('URL', server.url)} {output}"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == status and "Traceback" not in done.stderr
    assert told is None or done.stderr.strip() == told


def test_ctrl_c(monkeypatch):
    def interrupted(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("host_sim.commands.device.run", interrupted)
    assert cli.main(["device", "hello"]) == 130


def port(device, interface=None, vid=0x239A, serial="E6", location=None):
    return SimpleNamespace(
        device=device, interface=interface, vid=vid, serial_number=serial, location=location,
        product=None,
    )  # fmt: skip


CONSOLE = port("/dev/ttyACM0", "CircuitPython CDC control", location="1-2:1.0")
DATA = port("/dev/ttyACM1", "CircuitPython CDC2 control", location="1-2:1.2")
OTHERS = port("/dev/ttyACM3", "CircuitPython CDC2 control", serial="F7")
STRANGERS = [port("/dev/ttyUSB0", vid=0x0403), port("/dev/ttyS0", vid=None, serial=None)]
PICO = [
    port("/dev/ttyACM0", "CircuitPython CDC control", vid=0x2E8A),
    port("/dev/ttyACM1", "CircuitPython CDC2 control", vid=0x2E8A),
]
WINDOWS = [port("COM9"), port("COM10")]  # without names


@pytest.mark.parametrize(
    "ports, answering, found",
    [
        ([DATA], None, "/dev/ttyACM1"),
        ([CONSOLE, DATA], None, "/dev/ttyACM1"),
        ([DATA, CONSOLE], None, "/dev/ttyACM1"),
        ([*STRANGERS, CONSOLE, DATA], None, "/dev/ttyACM1"),
        (PICO, None, "/dev/ttyACM1"),
        (WINDOWS, ["COM9"], "COM9"),
        (WINDOWS, ["COM10"], "COM10"),
        (WINDOWS[:1], ["COM9"], "COM9"),
        ([CONSOLE, DATA, OTHERS], ["/dev/ttyACM1"], "/dev/ttyACM1"),
        (WINDOWS, [], "no handheld found"),
        (STRANGERS, ["/dev/ttyUSB0", "/dev/ttyS0"], "no handheld found"),
        ([CONSOLE], ["/dev/ttyACM0"], "no handheld found"),
        ([CONSOLE, DATA, OTHERS], ["/dev/ttyACM1", "/dev/ttyACM3"], "ttyACM1 or /dev/ttyACM3"),
    ],
)
def test_the_port_of_the_bridge_is_found_and_no_other_is_taken(ports, answering, found):
    def asked(device):
        assert answering is not None, f"{device} was asked, though its name says what it is"
        return device in answering

    if " " in found:
        with pytest.raises(CannotConnect, match=found):
            find_board(ports, asked)
    else:
        assert find_board(ports, asked) == found


def test_asking(server, monkeypatch):
    assert answers(server.url)
    with monkeypatch.context() as patched:
        patched.setattr(Client, "call", lambda client, method: {"product": "another"})
        assert not answers(server.url)
    assert not answers("socket://127.0.0.1:1")
    assert not answers("/dev/null")
