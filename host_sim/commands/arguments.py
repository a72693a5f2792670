# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Arguments that several commands share: their types for argparse, and whole options."""

from __future__ import annotations

import argparse
from typing import Callable

from host_sim.link.endpoints import REMOTE_HELP, EndpointError, host_and_port


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return the type of a whole number within these bounds."""
    allowed = f"{least} on" if most is None else f"{least} to {most}"

    def convert(text: str) -> int:
        if text.isascii() and text.isdigit():
            number = int(text)
            if least <= number and (most is None or number <= most):
                return number
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {allowed}")

    return convert


def number(least: float, most: float) -> Callable[[str], float]:
    """Return the type of a number within these bounds."""

    def convert(text: str) -> float:
        found = _float(text)
        if found is None or not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least} to {most}")
        return found

    return convert


def above_zero(text: str) -> float:
    """The type of a number above 0, `inf` included."""
    found = _float(text)
    if found is None or not found > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return found


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


SEED = whole(0, (1 << 32) - 1)  # of the device's generator


def address(text: str) -> str:
    """The type of HOST:PORT."""
    try:
        host_and_port(text)
    except EndpointError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def add_scale(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--scale",
        type=whole(2, 16),
        metavar="N",
        help="window pixels for each panel pixel, 2 to 16",
    )


def add_allow_remote(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--allow-remote", action="store_true", help=REMOTE_HELP)
