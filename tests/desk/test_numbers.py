"""Every number on the command line has bounds; whatever else is given ends with a sentence."""

import argparse
import importlib
import re
from pathlib import Path

import pytest

from host_sim import cli
from host_sim.commands.arguments import Number, add_module
from host_sim.commands.device import _PARAMS, ACTIONS
from host_sim.link.client import Client

NONSENSE = ("nan", "NaN", "inf", "-inf", "1e999", "-1e999", "1e-", "0x7", "½", "²", "x", " ", "")
HUGE = ("9" * 5000, "-" + "9" * 5000, "1" + "0" * 400, "1e99")
HINT = "give it a type of host_sim.commands.arguments: whole(least, most) or number(least, most)"
# A type that takes one of these as a number, or as several, reads numbers.
SAMPLES = ("7", "1.5", "7,7")
# Each digit of these is a number by itself, and a script of no keys is one.
FACES, KEYS = "device dice FACES", "play --keys"


def arguments():
    """Yield (words before it, action) of every argument of every command."""

    def walk(words, parser):
        before = list(words)
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, child in action.choices.items():
                    yield from walk([*before, name], child)
            elif action.option_strings:
                yield [*words, action.option_strings[-1]], action
            else:
                yield before, action
                before = [*before, next(iter(action.choices or ["7"]))]

    for command in cli.COMMANDS:
        parser = argparse.ArgumentParser()
        add_module(parser, importlib.import_module(f"host_sim.commands.{command.name}"))
        yield from walk([command.name], parser)


def sample_of(kind):
    """Return the SAMPLE that a type takes as a number, "" if it takes none."""
    for sample in SAMPLES:
        try:
            found = kind(sample)
        except (argparse.ArgumentTypeError, ValueError):
            continue
        values = found if isinstance(found, (list, tuple)) else [found]
        if any(isinstance(value, (int, float)) for value in values):
            return sample
    return ""


def numbers():
    """Return {name: (words before it, action, sample)} of the arguments that are numbers."""
    found = {}
    for words, action in arguments():
        name = " ".join(
            [*words, *([] if action.option_strings else [action.metavar or action.dest])]
        )
        sample = sample_of(action.type) if action.type else ""
        if sample:
            found[name] = words, action, sample
    return found


NUMBERS = numbers()


def test_the_numbers_are_found():
    known = {"device --timeout", "device act player", "odds --scores", "serve --speed", FACES}
    assert known <= set(NUMBERS) and len(NUMBERS) > 20


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_has_bounds(name, capsys):
    words, action, sample = NUMBERS[name]
    kind = action.type
    assert kind not in (int, float), HINT
    bad = [*NONSENSE, *(HUGE if name != FACES else ())]
    if isinstance(kind, Number):
        bad += [str(kind.least - 1), str(kind.most + 1), *(["1.5"] if kind.whole else [])]
        assert [kind(str(bound)) for bound in (kind.least, kind.most)] == [kind.least, kind.most]
    for each in [value for value in bad if value.strip() or name != KEYS]:
        with pytest.raises(argparse.ArgumentTypeError) as refused:
            kind(sample.replace(sample[0], each, 1))
        assert len(str(refused.value)) < 200 or name in (FACES, "odds --scores", KEYS)
    for value in ("nan", "inf", "-1e999", "-" + "9" * 5000, ""):
        end = [f"{words[-1]}={value}"] if action.option_strings else [words[-1], "--", value]
        assert cli.main([*words[:-1], *end]) == 2, value[:40]
        said = capsys.readouterr().err.splitlines()
        assert "error: " in said[-1] and len(said) < 60, said


def test_the_help_tells_the_default():
    methods = {action.name: _PARAMS.get(action.method, ()) for action in ACTIONS}
    told = 0
    for words, action in arguments():
        params = methods.get(words[1], ()) if words[0] == "device" else ()
        bridge = {name: default for name, _, *default in params}.get(action.dest)
        default = bridge[0] if bridge and action.default is None else action.default
        found = re.search(r"(?:\(|default: )(\d[\d.]*)[,);]", action.help or "")
        if found and isinstance(default, (int, float)):
            assert float(found[1]) == default, words
            told += 1
    assert told > 8


CALLS = Path(__file__).with_name("refused_calls.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("status, words, told", [line.split(" | ") for line in CALLS])
def test_a_call_that_is_refused(status, words, told, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: None)  # no program that speaks
    (tmp_path / "is.png").mkdir()
    (tmp_path / "file").touch()
    assert cli.main(words.split()) == int(status)
    output, errors = capsys.readouterr()
    assert told in errors and not output and len([*tmp_path.iterdir()]) == 2


def test_nothing_may_be_empty(capsys):
    for words in ("device|--port||hello", "device|--port=|hello", "device|load|", "play|--state|",
                  "verify|game.txt|--number=", "deploy|--uf2=", ""):  # fmt: skip
        assert cli.main(words.split("|")) == 2, words
        assert "is empty" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["nan", "inf", "-5", "0", "9" * 30, "1.5", "²"])
def test_an_option_of_a_game(value, server, capsys):
    for words in (f"device --port {server.url} new-game", "odds", "simulate", "solve", "plot"):
        players = ["--players", "hold20,hold25"] if words == "simulate" else []
        assert cli.main([*words.split(), "pig", *players, "--option", f"target={value}"]) == 2
        said = capsys.readouterr().err
        assert "target" in said and "1 to 1000" in said


def test_a_parameter_of_a_request(server):
    with Client.open(server.url) as client:
        for value in (float("nan"), float("inf")):
            with pytest.raises(ValueError, match="JSON"):
                client.call("wait", screen="title", timeout_ms=value)
        assert client.call("screen")["id"]
