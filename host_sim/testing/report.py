"""The report of a failed test: text, pictures, wire, record, and how to repeat the test."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from host_sim.link.answers import checked
from host_sim.link.client import BadAnswer, Client, ClientError, Refused, picture_of
from host_sim.link.visible import visible
from host_sim.testing import frames
from host_sim.testing.golden import GoldenMismatch
from host_sim.testing.handheld import Handheld
from host_sim.testing.targets import Target
from host_sim.testing.wire import LINES_KEPT

Section = tuple[str, str]

_LOOK_SECONDS = 2.0


class Sight(NamedTuple):
    """What the handheld shows; an unknown picture is None. ``answers``: it still answers."""

    words: str
    frame: bytes | None
    record: str
    answers: bool = True


def sections(
    handheld: Handheld, target: Target, folder: Path, error: BaseException | None, again: str
) -> list[Section]:
    """Return the (title, text) sections of a report. ``folder`` gets the PNG; ``again``: the
    command that repeats the test.

    Asks the handheld, over a new connection if necessary. A fault of it raises nothing here.
    """
    wire = handheld.wire.last_lines()
    before = _last_seen(handheld.wire.received())
    sight = _look(handheld, target)
    if sight.frame is None:
        sight = Sight(f"{sight.words}\n{before.words}", before.frame, sight.record, False)
    found = [("target", str(target)), ("screen", sight.words)]
    found += _pictures(error, sight, folder)
    found.append((f"wire, the last {LINES_KEPT} lines", "\n".join(wire) or "nothing was sent"))
    found.append(("record of the game", sight.record))
    found.append(("once more", again))
    return [(title, visible(text)) for title, text in found]


# -- what there is to see -------------------------------------------------------------------------


def _look(handheld: Handheld, target: Target) -> Sight:
    """Ask on the present connection, then, without an answer, on a new one."""
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


def _last_seen(lines: list[bytes]) -> Sight:
    """Return the last text and picture in the lines received; ``lines``: latest first."""
    words, frame = "", None
    for line in lines:
        try:
            result = json.loads(line)["result"]
            if not words and "lines" in result:
                words = "\n".join([f"last seen [{result['id']}]", *result["lines"]])
            if frame is None and "data" in result:
                frame = picture_of(result)
        except (ValueError, KeyError, TypeError, RecursionError, BadAnswer):
            continue
    return Sight(words or "it has shown nothing", frame, "")


def _ask(client: Client) -> Sight:
    patience = min(client.patience, max(_LOOK_SECONDS, client.patience / 4))

    def ask(method: str) -> Any:
        return checked(method, client.wait_for(client.request(method), patience))

    screen, frame = ask("screen"), picture_of(ask("frame"))
    try:
        record = str(ask("record")["text"])
    except Refused as refused:
        record = f"none: {refused.message}"
    return Sight("\n".join([f"[{screen['id']}]", *screen["lines"]]), frame, record)


def _pictures(error: BaseException | None, sight: Sight, folder: Path) -> list[Section]:
    """Show the golden and the frame compared with it, or the present frame."""
    expected, seen = None, sight.frame
    if isinstance(error, GoldenMismatch):
        expected, seen = error.expected, error.seen
    right = "this handheld" if sight.answers else "this handheld when last seen"
    both = [(name, frame) for name, frame in (("golden", expected), (right, seen)) if frame]
    if not both:
        return [("pictures", "unknown: it does not answer")]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "frames.png"
    text = frames.side_by_side(both)
    if expected and seen:
        frames.save_comparison(expected, seen, path)
        text += "\n" + (frames.describe(expected, seen) or "the pictures are the same")
        return [("pictures", f"{text}\nas PNG, and how they differ: {path}")]
    frames.save_png(both[0][1], path)
    return [("pictures", f"{text}\nas PNG: {path}")]


def file_name(test: str) -> str:
    """Return a test's id as a valid folder name."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", test).strip("-")[-120:]
