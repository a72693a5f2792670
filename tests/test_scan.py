# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Photographs of a handheld's codes, as `pocketpig verify` takes them."""

import io
import sys

import numpy as np
import pytest
from PIL import Image

from handheld.game.proof import pieces
from host_sim.cli import main
from tests.camera.code import modules_of, panel_of
from tests.camera.model import LARGE, PHOTO, photograph
from tests.fair_records import handheld_of, played
from tests.test_compact import LONG, encode

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
