# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a failed test tells of the handheld: words, pictures, wire, record, how to see it again."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import NamedTuple

from host_sim.client import Client, ClientError, Refused
from host_sim.testing import frames
from host_sim.testing.golden import GoldenMismatch
from host_sim.testing.handheld import Handheld
from host_sim.testing.targets import Target
from host_sim.testing.wire import LINES_KEPT

Section = tuple[str, str]

_LOOK_SECONDS = 2.0
_REPLAY_SECONDS = 5.0
_MOST_WAITING_MS = 10_000


class Sight(NamedTuple):
    """The handheld as it is after the failure; None and "" where it does not tell."""

    words: str
    frame: bytes | None
    record: str


def sections(
    handheld: Handheld, target: Target, error: BaseException | None, folder: Path, again: str
) -> list[Section]:
    """(title, text) of a report. ``folder`` takes the PNG; ``again``: the command to repeat it.

    Asks the handheld, over a new connection if need be; no fault of it raises anything here.
    """
    wire = handheld.wire.last_lines()
    requests = list(handheld.wire.requests)
    sight = _look(handheld, target)
    found = [("target", str(target)), ("screen", sight.words)]
    found += _pictures(error, sight.frame, requests, handheld, folder)
    found.append((f"wire, the last {LINES_KEPT} lines", "\n".join(wire) or "nothing was sent"))
    found.append(("record of the game", sight.record))
    found.append(("once more", again))
    return found


# -- what there is to see -------------------------------------------------------------------------


def _look(handheld: Handheld, target: Target) -> Sight:
    """Ask on the line as it is, then, if nothing comes, on a new one."""
    try:
        return _ask(handheld.client)
    except ClientError as error:
        reason = error
    try:
        handheld.close()
        fresh = target.connect()
        handheld.client, handheld.call = fresh.client, fresh.call
        sight = _ask(fresh.client)
    except ClientError as error:
        return Sight(f"the handheld does not answer: {error}", None, "unknown: it does not answer")
    words = f"{sight.words}\n(seen on a new connection; on the old one: {reason})"
    return sight._replace(words=words)


def _ask(client: Client) -> Sight:
    patience, client.timeout = client.timeout, max(_LOOK_SECONDS, client.timeout / 4)
    try:
        screen = client.call("screen")
        frame = client.frame()
        try:
            record = str(client.call("record")["text"])
        except Refused as refused:
            record = f"none: {refused.message}"
    finally:
        client.timeout = patience
    return Sight("\n".join([f"[{screen['id']}]", *screen["lines"]]), frame, record)


def _pictures(
    error: BaseException | None,
    now: bytes | None,
    requests: list[bytes],
    handheld: Handheld,
    folder: Path,
) -> list[Section]:
    """Both frames: the golden's and the one that was seen, or the simulator's and the one now."""
    if isinstance(error, GoldenMismatch):
        left, expected, seen = "golden", error.expected, error.seen
    else:
        reference = replayed(requests)
        if reference is None and now is None:
            return [("picture", "unknown: it does not answer")]
        left = "a simulator after the same requests"
        expected, seen = reference or now or b"", now or bytes(frames.SIZE)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "frames.png"
    frames.save_comparison(expected, seen, path)
    if expected is now:
        text = frames.side_by_side([("now", seen)])
    else:
        right = "this handheld" if now is not None else "this handheld (does not answer)"
        text = frames.side_by_side([(left, expected), (right, seen)])
        text += "\n" + (frames.describe(expected, seen) or "the pictures are the same")
    return [("pictures", f"{text}\nas PNG (side by side, and what differs): {path}")]


# -- the same requests on a simulator -------------------------------------------------------------


def replayed(requests: list[bytes]) -> bytes | None:
    """The picture of a fresh simulator after these lines; None if there is none to be had."""
    try:
        from host_sim.testing.bench import Bench
    except ImportError:
        return None
    deadline = time.monotonic() + _REPLAY_SECONDS
    bench = Bench()
    for line in requests:
        bench.write(line + b"\n")
        for _ in range(_MOST_WAITING_MS):
            bench.step()
            if bench.link.from_app or time.monotonic() > deadline:
                break
            if not bench.link.to_app and b'"id"' not in line and not bench.app.bridge.busy:
                break
        bench.link.from_app.clear()
        if time.monotonic() > deadline:
            return None
    try:
        return bench.client.frame()
    except ClientError:
        return None


def file_name(test: str) -> str:
    """A test's id as the name of a folder."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", test).strip("-")[-120:]
