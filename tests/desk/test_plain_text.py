"""Text in any form is read, files have one form, and no output fails for want of a character."""

import io
import itertools
import sys

import pytest

from host_sim import cli
from host_sim.commands.device import parse_words
from host_sim.drive import file_list
from host_sim.link.client import Client
from host_sim.plain_text import decoded, read_text, write_text
from host_sim.testing import frames, golden, script
from tests.support.sampled import sampled

RECORD = "pp1 pig players=2 first=0 : 6 5 h 4"
FORMS = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "utf-16-le": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "utf-16-be": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
}
ENDS = ("\n", "\r\n", "\r", "\x85", "\u2028", "\u2029")
SPACES = (" ", "\u00a0", "\u202f", "\u2007", "\u3000", "\u2060 ", "\ufeff ", "\u200b ")
NO_TEXT = (
    b"\xff", "ü".encode("latin-1"), "a".encode("utf-16-le"), "a".encode("utf-16-be"),
    b"\xff\xfea", "a".encode("utf-32"), b"\0", b"\xed\xa0\x80",
)  # fmt: skip


def in_form(text, form, end, space):
    return FORMS[form](text.replace(" ", space).replace("\n", end))


def unusual(text):
    """Return the bytes of a text in a form that only `decoded` knows."""
    return in_form(text, "utf-16-be", "\u2028", "\u2060 ")


def test_every_form_is_the_same_text():
    text = "ein \t Würfel\n\nund 6 ⚑\n"
    for form in itertools.product(FORMS, ENDS, SPACES):
        assert decoded(in_form(text, *form)) == text, form


def test_what_is_no_text_is_refused():
    for data in NO_TEXT:
        with pytest.raises(ValueError, match="UTF-8"):
            decoded(data)


def test_scripts_goldens_records_and_lists_are_read_in_any_form(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(unusual("press a\nexpect screen Zoë\n# end"))
    steps = script.parse(path, parse_words)
    assert [step.text for step in steps] == ["press a", "expect screen Zoë"]
    picture, words = bytes(range(256)) * 4, ["▶  Würfeln", "", "P1 ⚑100"]
    shown = golden.golden_text(picture, words)
    path.write_bytes(unusual(shown))
    assert golden.read_golden(path) == (picture, words)
    assert frames.from_small(shown.splitlines()[:32]) == picture
    path.write_bytes(unusual(f"{RECORD}\n"))
    assert cli.main(["verify", str(path)]) == 3
    with open(path) as file, monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", file)
        assert cli.main(["verify", "-"]) == 3
    listed = file_list.parse(unusual("12ab  app/main.py\n34cd  größe\n"))
    assert listed == {"app/main.py": {"12ab"}, "größe": {"34cd"}}
    assert file_list.parse(b"12ab  app/main.py\n\xff\0") == {"app/main.py": {"12ab"}}


def test_a_record_on_the_command_line(server, tmp_path):
    picture = str(tmp_path / "game.png")
    for space in SPACES:
        record = RECORD.replace(" ", space)
        assert cli.main(["device", "--port", server.url, "load", record]) == 0
        assert cli.main(["play", "--screenshot", picture, "--scale", "2", "--game", record]) == 0


def test_a_file_has_one_form(tmp_path):
    write_text(tmp_path / "file", "Zoë\n\ud800\n")
    assert (tmp_path / "file").read_bytes() == "Zoë\n?\n".encode()
    assert read_text(tmp_path / "file") == "Zoë\n?\n"


COMMANDS = [
    *([command.name, "--help"] for command in cli.COMMANDS),
    *(["device", "--port", "URL", name] for name in ("screen", "frame", "state", "report")),
    ["device", "--port", "URL", "load", "pp1 pïg 🐷"],
    ["device", "run", "Dateí \udcff"],
    ["simulate", "schweïn", "--players", "a,b"],
    ["odds", "pig", "--scores", "½,²"],
    ["verify", "pp1 Würfel"],
    ["verify", "Würfel.txt"],
    ["deploy", "Läufwerk", "--build", "BUILD"],
    ["plot", "würfel"],
    ["play", "--screenshot", "SHOT", "--narrate", "--keys", "b 1", "--seed", "1"],
    ["serve", "--tcp", "würfel"],
    ["würfel"],
    ["device", "--port", "würfel://x", "hello"],
]


@pytest.mark.parametrize("encoding", sampled([("ascii",), ("koi8-r",), ("utf-8",), ("cp1252",)], 3))
def test_every_command_shows_what_can_be_shown(encoding, server, tmp_path, monkeypatch):
    with Client.open(server.url) as client:
        client.call("reset", storage="erase")
        client.call(
            "new_game",
            variant="pig",
            players=[{"kind": "human", "name": "ZOÉ"}, {"kind": "human", "name": "B"}],
        )
    places = {"URL": server.url, "BUILD": str(tmp_path / "b"), "SHOT": str(tmp_path / "s.png")}
    for words in COMMANDS:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", streams[0])
            patched.setattr(sys, "stderr", streams[1])
            cli.main([places.get(word, word) for word in words])
            for stream in streams:
                stream.flush()
        said = b"".join(stream.buffer.getvalue() for stream in streams).decode(encoding)
        assert said, words
        if words[-1] == "screen":
            assert ("É" in said) is (encoding in ("cp1252", "utf-8")) and "ZO" in said
