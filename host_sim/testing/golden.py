"""Golden frames: the expected picture of a screen as a text file, the same for every target.

A golden file has the picture as 32 lines of block characters (see `frames.small`), an empty line
and the lines of text on the screen.
"""

from collections.abc import Iterable
from pathlib import Path

from host_sim.drive.inside import read_regular
from host_sim.link.answers import checked
from host_sim.link.client import BadAnswer, Client
from host_sim.plain_text import decoded, write_text
from host_sim.testing import frames
from host_sim.testing.handheld import Handheld

_MOST_LOOKS = 200
_LONGEST = 1 << 16  # bytes of a golden file
_ROWS = frames.HEIGHT // 2

Box = tuple[int, int, int, int]


class GoldenMismatch(AssertionError):
    """The screen differs from its golden; ``expected`` and ``seen`` are frames.

    ``expected`` is None where there is no golden yet.
    """

    def __init__(self, message: str, expected: bytes | None, seen: bytes) -> None:
        super().__init__(message)
        self.expected = expected
        self.seen = seen


class GoldenFrames:
    """Call it with a name to compare the screen with ``FOLDER/NAME.txt``."""

    def __init__(self, handheld: Handheld, folder: Path, update: bool) -> None:
        self._handheld = handheld
        self._folder = folder
        self._update = update

    def __call__(self, name: str, hide: Iterable[Box] = ()) -> None:
        """Compare picture and text, or write them when goldens are updated.

        ``hide``: boxes (x, y, width, height) in pixels to ignore; the text is then not compared.
        Raises GoldenMismatch, also if there is no golden yet.
        """
        seen, words = picture_and_words(self._handheld.client)
        path = self._folder / f"{name}.txt"
        boxes = list(hide)
        seen = _without(seen, boxes)
        if self._update:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, golden_text(seen, words))
            return
        if not path.is_file():
            told = "look at the picture, and run with --pocketpig-update-goldens"
            raise GoldenMismatch(f"there is no {path} yet: {told}", None, seen)
        expected, expected_words = read_golden(path)
        expected = _without(expected, boxes)
        wrong = [frames.describe(expected, seen)]
        if words != expected_words and not boxes:
            wrong += [f"expected words: {expected_words}", f"words on screen: {words}"]
        if any(wrong):
            message = "\n  ".join([f"the screen is not as in {path}:", *filter(None, wrong)])
            raise GoldenMismatch(message, expected, seen)


def picture_and_words(client: Client) -> tuple[bytes, list[str]]:
    """Return the picture and the lines of text of the same frame."""
    before = checked("screen", client.call("screen"))
    for _ in range(_MOST_LOOKS):
        frame = client.frame()
        after = checked("screen", client.call("screen"))
        if before["frame_id"] == after["frame_id"]:
            return frame, list(after["lines"])
        before = after
    raise BadAnswer("the picture never stands still")


def read_golden(path: Path) -> tuple[bytes, list[str]]:
    """Return the frame and the lines of text of a golden file. Raises ValueError or OSError."""
    lines = decoded(read_regular(path, _LONGEST)).splitlines()
    return frames.from_small(lines[:_ROWS]), lines[_ROWS + 1 :]


def golden_text(frame: bytes, words: list[str]) -> str:
    """Return the contents of a golden file."""
    return "\n".join([*[line.rstrip() for line in frames.small(frame)], "", *words, ""])


def _without(frame: bytes, boxes: Iterable[Box]) -> bytes:
    """Return the frame with the boxes dark."""
    pixels = bytearray(frame)
    for left, top, width, height in boxes:
        for y in range(max(0, top), min(frames.HEIGHT, top + height)):
            for x in range(max(0, left), min(frames.WIDTH, left + width)):
                pixels[(y >> 3) * frames.WIDTH + x] &= ~(1 << (y & 7))
    return bytes(pixels)
