# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game in photographs of a handheld's codes, for `pocketpig verify`."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from typing import NamedTuple

from host_sim.install_hint import install_hint
from pocketpig._compact import commitment_of, record_of

FORMATS = ("PNG", "JPEG", "WEBP")
LARGEST = 1 << 26  # bytes of a file
_HEADS = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")
_HEIF = b"ftyp"  # behind four bytes; iPhones write it, and Pillow does not read it


class NoReader(Exception):
    """A package that reads pictures is missing."""


class Scanned(NamedTuple):
    """`commitment`: that of a picture from before the game, "" if there is none."""

    record: str
    commitment: str


def is_picture(data: bytes) -> bool:
    """Return whether the bytes begin as a picture."""
    return data.startswith(_HEADS) or data[4:8] == _HEIF


def scanned(pictures: Mapping[str, bytes]) -> Scanned:
    """Return the game whose codes are in the pictures, by name.

    Raises ValueError: no code in a picture, codes of no handheld, of several games, or too few.
    Raises NoReader.
    """
    texts = {text for name, data in pictures.items() for text in _texts(name, data)}
    commitments = {commitment_of(text) for text in texts} - {""}
    if len(commitments) > 1:
        raise ValueError("the pictures have two commitments: which one was of this game?")
    codes = sorted(text for text in texts if not commitment_of(text))
    if not codes:
        raise ValueError("the pictures have a commitment, but no game")
    return Scanned(record_of(codes), "".join(commitments))


def _texts(name: str, data: bytes) -> list[str]:
    """Return the texts of all codes in a picture. Raises ValueError or NoReader."""
    try:
        import zxingcpp
        from PIL import Image
    except ImportError as error:
        hint = install_hint("qr")
        raise NoReader(f"pictures need {error.name}. Install it with:\n  {hint}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # Pillow warns of large pictures, and refuses larger ones
            with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
                grey = picture.convert("L")
    except Exception:  # what Pillow raises of a damaged file is not listed
        wanted = " or ".join(FORMATS)
        raise ValueError(f"{name!r} is damaged, too large, or no {wanted}") from None
    found = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormat.QRCode)
    if not found:
        raise ValueError(f"{name!r} has no code that can be read")
    return [code.text for code in found]
