# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A handheld's codes: photographs of them for `pocketpig verify`, and what the page finds."""

import io
import json
import sys

import numpy as np
import pytest
from PIL import Image

from handheld.game.proof import pieces
from host_sim.cli import main
from host_sim.firmware_files import firmware_module
from shared_rules.reading import replay
from tests.camera.code import modules_of, panel_of
from tests.camera.model import LARGE, PHOTO, photograph
from tests.fair_records import handheld_of, played
from tests.test_compact import LONG, encode
from tests.web.built import node

pytest.importorskip("zxingcpp", reason="a test's extra: qr")

NUMBER = "004217"


def game(seed, number=""):
    """Play a game of two; return (the commitment's code, the result's codes, the record)."""
    handheld = handheld_of(seed)
    handheld.start("pig", players=2, options={"target": 30})
    if number:
        handheld.app.match.fair.addition = number
    commitment = "POCKETPIG-1 " + handheld.app.match.fair.commitment.upper()
    record = played(handheld, seed)
    return commitment, encode(pieces(handheld.app.match)), record


@pytest.fixture
def verify(tmp_path, capsys):
    """verify(texts or pictures, *words): write a picture of each; return (status, what it said)."""

    def verify(pictures, *words):
        names = []
        for number, picture in enumerate(pictures):
            if isinstance(picture, str):
                light = np.pad(modules_of(picture), 4, constant_values=True)
                picture = np.kron(light, np.ones((5, 5), bool)) * np.uint8(255)
            names.append(str(tmp_path / f"{number}.png"))
            Image.fromarray(picture).save(names[-1])
        status = main(["verify", *names, *words])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return verify


def test_with_the_picture_from_before_the_game_it_is_proven(verify):
    commitment, codes, _ = game(1)
    status, said = verify([*codes, commitment])
    assert status == 0 and "Proven: the dice were fixed before the game.\n" in said
    assert verify(codes, "--commitment", commitment.partition(" ")[2][:40])[0] == 0


def test_without_it_it_is_consistent(verify):
    _, codes, _ = game(1)
    status, said = verify(codes)
    assert status == 4 and "Nothing is proven" in said


def test_the_typed_number_has_to_be_given(verify):
    commitment, codes, _ = game(2, NUMBER)
    assert verify([commitment, *codes])[0] == 4
    status, said = verify([commitment, *codes], "--number", NUMBER)
    assert status == 0 and "not chosen by the handheld" in said
    assert verify([commitment, *codes], "--number", "004218")[0] == 1


def test_other_dice_are_refused(verify):
    commitment, _, _ = game(1)
    _, codes, _ = game(2)
    status, said = verify([commitment, *codes])
    assert status == 1 and "Its commitment: it is not the one that you noted" in said


def test_several_frames_in_any_order(verify):
    codes = encode([LONG.encode()])
    assert len(codes) > 2
    status, said = verify(codes[::-1])
    assert status == 3 and "no secret" in said
    status, said = verify(codes[1:])
    assert status == 2 and f"missing of the codes: 1 of {len(codes)}" in said


@pytest.mark.parametrize(
    ("codes", "why"),
    [
        (["https://example.org/<script>"], "no code of a handheld"),
        (["PP109" + "9" * 40], "no code of a handheld"),
        (["PP111"], "no code of a handheld"),
        (["PP111" + "<b>"], "damaged"),
        (["PP112" + "9" * 72, "PP112" + "8" * 72], "different games"),
        (["PP112" + "9" * 72, "PP123" + "8" * 72], "different games"),
        (["PP111" + "9" * 72], "do not fit together"),
        (["POCKETPIG-1 " + "0" * 64], "but no game"),
        (["POCKETPIG-1 " + "0" * 64, "POCKETPIG-1 " + "1" * 64], "two commitments"),
    ],
)
def test_other_codes_are_refused(verify, codes, why):
    status, said = verify(codes)
    assert status == 2 and why in said


def test_what_is_no_picture_of_a_code_is_refused(verify, tmp_path, capsys):
    status, said = verify([np.zeros((99, 99), np.uint8)])
    assert status == 2 and "has no code that can be read" in said
    path = tmp_path / "cut.png"
    whole = (tmp_path / "0.png").read_bytes()
    for data in (whole[:60], b"RIFF", b"\0\0\0\x18ftypheic" + bytes(99)):
        path.write_bytes(data)
        assert main(["verify", str(path)]) == 2
        assert "is damaged, too large, or no PNG or JPEG or WEBP" in capsys.readouterr().err
    large = io.BytesIO()
    Image.new("1", (20000, 20000)).save(large, "PNG")
    path.write_bytes(large.getvalue())
    assert main(["verify", str(path)]) == 2
    assert "too large" in capsys.readouterr().err
    path.write_bytes(b"\x89PNG" + bytes(1 << 26))
    assert main(["verify", str(path)]) == 2
    assert "has more than" in capsys.readouterr().err


def test_records_and_pictures_do_not_mix(verify):
    commitment, codes, record = game(1)
    assert verify(codes, record)[0] == 2
    assert verify([commitment, *codes], "--commitment", "0" * 64)[0] == 2


def test_a_photograph(verify):
    commitment, codes, _ = game(3)
    texts = [commitment, *codes]
    source = np.random.default_rng(3)
    # A code may be blown out in one picture.
    assert 0 in [
        verify([photograph(panel_of(text), LARGE, PHOTO, 150, 10, source) for text in texts])[0]
        for _ in range(4)
    ]


def test_without_the_packages_it_says_what_to_install(verify, monkeypatch):
    _, codes, record = game(1)
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    status, said = verify(codes)
    assert status == 2 and "pictures need zxingcpp. Install it with:\n" in said and "qr" in said
    assert main(["verify", record]) == 4  # a text needs none


# -- the page -------------------------------------------------------------------------------------

ON_PAGE = """
const fs = await import("node:fs");
const { loadMicroPython } = await import("./micropython.mjs");
const { unpacked } = await import("./program.js");
const vm = await loadMicroPython({ heapsize: 1 << 21 });
for (const [path, contents] of unpacked(new Uint8Array(fs.readFileSync("drive.bin")))) {
  vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  vm.FS.writeFile(path, contents);
}
vm.runPython("import board_web.scan as scan");
const scan = vm.globals.get("scan");
tell(given.map(([name, ...texts]) => JSON.parse(scan[name](...texts))));
"""


def test_the_page_judges_as_the_library():
    commitment, codes, record = game(1)
    _, numbered, _ = game(2, NUMBER)
    digits = commitment.partition(" ")[2].lower()
    long = encode([LONG.encode()])
    asked = [
        *(["look", text] for text in (commitment, codes[0], long[1], "PP1", "<b>", "", "\0")),
        ["judge", codes[0], digits, ""],
        ["judge", codes[0], "", ""],
        ["judge", numbered[0], digits, NUMBER],
        ["judge", numbered[0], "", NUMBER],
        ["judge", "\n".join(long), digits, ""],
        ["judge", "\n".join(long[1:]), digits, ""],
        ["judge", codes[0], "0" * 39, ""],
    ]
    scan = firmware_module("board_web.scan")
    found = node(ON_PAGE, asked)
    assert found == [json.loads(getattr(scan, name)(*texts)) for name, *texts in asked]
    assert found[0] == {"commitment": digits} and found[2] == {"place": 2, "count": len(long)}
    assert found[3:7] == [{}] * 4 and found[-2:] == [{}] * 2
    proven = found[7]
    assert (proven["kind"], proven["record"]) == ("proven", record)
    assert proven["scores"] == list(replay(record)[0].scores)
    kinds = [each.get("kind") for each in found[8:12]]
    assert kinds == ["consistent", "changed", "consistent", "nothing"]
