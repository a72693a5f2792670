# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tells every screen in words, for people who hear or feel what others see."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Sequence
from typing import Callable, Protocol

# Words that change more quickly (dice that tumble, numbers that count up) are told once they rest.
REST_MS = 150

# Commands that speak their last argument, in the order in which they are tried.
VOICES: Sequence[Sequence[str]] = (
    ("say",),
    ("spd-say", "--wait", "--"),
    ("espeak-ng", "--"),
    ("espeak", "--"),
)


# Signs that a voice would leave out or spell.
SIGNS = {"▲": "up", "▼": "down", "▶": "to move", "+": "plus "}


def spoken(words: str) -> str:
    """The words as they are to be said."""
    for sign, name in SIGNS.items():
        words = words.replace(sign, name)
    return words


class Told(Protocol):
    """What has words: a session or a mirrored handheld."""

    @property
    def age_ms(self) -> int: ...

    def words(self) -> tuple[str, list[str]]: ...


class Voice:
    """Speaks through a command of the platform; new words cut the old ones short."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._speaking: subprocess.Popen[bytes] | None = None

    def __call__(self, words: str) -> None:
        self.hush()
        with contextlib.suppress(OSError):
            self._speaking = subprocess.Popen(
                [*self._command, words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def hush(self) -> None:
        """Be quiet."""
        if self._speaking is not None:
            self._speaking.terminate()
            self._speaking.wait()
            self._speaking = None


def find_voice() -> Voice | None:
    """The platform's voice, None where there is none."""
    for command in VOICES:
        if shutil.which(command[0]):
            return Voice(command)
    return None


class Narrator:
    """Call ``step`` often. ``tell`` gets lines: a new screen's ``[id]`` and all of its words, then
    those that were not there before. ``voice`` gets the same in one piece."""

    def __init__(
        self,
        told: Told,
        tell: Callable[[str], None],
        voice: Callable[[str], None] | None = None,
    ) -> None:
        self._told = told
        self._tell = tell
        self._voice = voice
        self._seen: tuple[str, list[str]] = ("", [])
        self._since_ms = 0
        self._last: tuple[str, list[str]] = ("", [])

    def step(self) -> None:
        """Tell what has changed and come to rest."""
        seen = self._told.words()
        now = self._told.age_ms
        if seen != self._seen:
            self._seen = seen
            self._since_ms = now
        if seen != self._last and now - self._since_ms >= REST_MS:
            self._say_change(seen)
            self._last = (seen[0], list(seen[1]))

    def repeat(self) -> None:
        """Tell the whole screen again."""
        self._last = ("", [])
        self._since_ms = self._told.age_ms - REST_MS

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
