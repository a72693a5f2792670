"""Arguments that several commands share: their types for argparse, and whole options."""

import argparse
import dataclasses
import datetime
import functools
import os
import re
from collections.abc import Mapping
from typing import Any

from shared_rules.options import is_range
from shared_rules.variants import new_game, variant_class


@dataclasses.dataclass(frozen=True)
class Number:
    """The type of a number within these bounds, for argparse."""

    least: float
    most: float
    whole: bool

    def __call__(self, text: str) -> Any:
        found = _whole(text) if self.whole else _float(text)
        if found is None or not self.least <= found <= self.most:
            kind = "whole number" if self.whole else "number"
            wanted = f"a {kind} from {self.least} to {self.most}"
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {wanted}")
        return found


whole = functools.partial(Number, whole=True)
number = functools.partial(Number, whole=False)


def _whole(text: str) -> int | None:
    # Python's int() refuses thousands of digits with words of its own.
    if re.fullmatch("-?[0-9](_?[0-9]){0,99}", text):
        return int(text)
    found = re.fullmatch("([0-9]{1,9})[eE]([0-9]{1,2})", text)
    return int(found[1]) * 10 ** int(found[2]) if found else None


def number_of_today() -> int:
    """Return this computer's date as YYMMDD, the number of today's challenge."""
    return int(datetime.date.today().strftime("%y%m%d"))


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


SEED = whole(0, (1 << 32) - 1)  # of the device's generator
POINTS = whole(-(10**6), 10**6)
SECONDS = number(0.001, 24 * 60 * 60)


def host_and_port(address: str) -> tuple[str, int]:
    """The type of HOST:PORT."""
    host, colon, port = address.rpartition(":")
    if not colon or not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65535:
        raise argparse.ArgumentTypeError(
            f"{address[:80]!r} is not HOST:PORT, such as 127.0.0.1:0 (0: any free port)"
        )
    return host.strip("[]") or "127.0.0.1", int(port)


# {what the usage shows: help, or (help, what else argparse takes)}
Arguments = Mapping[str, str | tuple[str, dict[str, Any]]]


def add_all(parser: argparse._ActionsContainer, arguments: Arguments, **each: Any) -> None:
    """Add arguments. An option without a placeholder, such as ``--json``, is a switch.

    ``each``: what argparse takes besides for each of them.
    """
    for usage, row in arguments.items():
        told, more = (row, {}) if isinstance(row, str) else row
        *names, last = usage.split()
        if names or not last.startswith("-"):
            more = {"metavar": last, **more}
        else:
            more = {"action": "store_true", **more}
        parser.add_argument(*(names or [last.lower()]), help=told, **each, **more)


def add_module(parser: argparse.ArgumentParser, command: Any) -> None:
    """Add what the module of a command takes: its ARGUMENTS, or what its `add_arguments` adds."""
    if hasattr(command, "add_arguments"):
        command.add_arguments(parser)
    else:
        add_all(parser, command.ARGUMENTS)


def name_and_value(text: str) -> tuple[str, str]:
    """The type of NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r}: expected name=value")
    return name, value


def number_or_word(text: str) -> int | str:
    """Return the value of an option as the protocol has it."""
    return int(text) if re.fullmatch("-?[0-9]{1,18}", text) else text


SCALE: Arguments = {
    "--scale N": ("window pixels for each panel pixel, 2 to 16", {"type": whole(2, 16)})
}
OPTION: Arguments = {
    "--option NAME=VALUE": (
        "an option of the variant, as end=equal_turns; may be repeated",
        {"type": name_and_value, "action": "append", "default": []},
    )
}


def read_options(variant: str, pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Return all options of the variant, numbers as int. Raises a RulesError."""
    ranges = {row[0] for row in variant_class(variant).OPTIONS if is_range(row[2])}
    options: dict[str, Any] = {}
    for name, value in pairs:
        options[name] = number_or_word(value) if name in ranges else value
    return dict(new_game(variant, options).options)


def users_language() -> str:
    """Return the user's language as a code of two letters."""
    told = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, told), "")[:2]
