# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tell every screen in words, for speech and braille output."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from host_sim.plain_text import in_encoding

if TYPE_CHECKING:
    from host_sim.desk.mirror import Mirror
    from host_sim.desk.session import Session

# Words that are animated (tumbling dice, running numbers) are told when they have stopped changing.
REST_MS = 150

# Commands that speak their last argument, in order of preference.
VOICES: Sequence[Sequence[str]] = (
    ("say",),
    ("spd-say", "--wait", "--"),
    ("espeak-ng", "--"),
    ("espeak", "--"),
)


# Signs that a speech command would skip or spell out.
# The first that fits is taken. At the arrow is the row of a list, or the player to move.
SIGNS = {
    "▲▼": "up, down", "▲  ?": "up coach", "▲": "up", "▼": "down", "▶": "now", "+": "plus ",
    "≡": "menu", "⚑": "to ", "✓": "sits",
}  # fmt: skip


def spoken(words: str) -> str:
    """Return the words with signs replaced by their names."""
    for sign, name in SIGNS.items():
        words = words.replace(sign, name)
    return words


class Voice:
    """Speak through a command of the platform; new words interrupt the old ones."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._speaking: subprocess.Popen[bytes] | None = None

    def __call__(self, words: str) -> None:
        self.hush()
        with contextlib.suppress(OSError):
            self._speaking = subprocess.Popen(
                [*self._command, in_encoding(words, sys.getfilesystemencoding())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def hush(self) -> None:
        """Stop speaking."""
        if self._speaking is not None:
            self._speaking.terminate()
            self._speaking.wait()
            self._speaking = None


def find_voice() -> Voice | None:
    """Return the platform's voice, None if there is none."""
    for command in VOICES:
        if shutil.which(command[0]):
            return Voice(command)
    return None


class Narrator:
    """Call ``step`` often. ``tell`` gets one line at a time: on a new screen its ``[id]`` and all
    its lines, later only the lines that are new. ``voice`` gets the same lines in one string."""

    def __init__(
        self,
        handheld: Session | Mirror,
        tell: Callable[[str], None],
        voice: Callable[[str], None] | None = None,
    ) -> None:
        self._handheld = handheld
        self._tell = tell
        self._voice = voice
        self._seen: tuple[str, list[str]] = ("", [])
        self._since_ms = 0
        self._last: tuple[str, list[str]] = ("", [])

    def step(self) -> None:
        """Tell the lines that have changed, once they have been still for REST_MS."""
        seen = self._handheld.words()
        now = self._handheld.age_ms
        if seen != self._seen:
            self._seen = seen
            self._since_ms = now
        if seen != self._last and now - self._since_ms >= REST_MS:
            self._say_change(seen)
            self._last = (seen[0], list(seen[1]))

    def repeat(self) -> None:
        """Tell the whole screen again."""
        self._last = ("", [])
        self._since_ms = self._handheld.age_ms - REST_MS

    def _say_change(self, seen: tuple[str, list[str]]) -> None:
        screen, lines = seen
        if screen != self._last[0]:
            new = lines
            self._tell(f"[{screen}]" if screen else "[off]")
        else:
            new = [line for line in lines if line not in self._last[1]]
        for line in new:
            self._tell(line)
        if self._voice and new:
            self._voice(spoken(". ".join(new)))
