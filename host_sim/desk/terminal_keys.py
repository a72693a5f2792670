# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Decode the keys that a terminal sends, and map them to buttons and commands."""

from __future__ import annotations

PASTED = "pasted "  # followed by the text

KEY_LINES = (
    "↑ W  ↓ S  A Enter Space  B Esc BkSp  Shift: long  H keys  Q quit",
    "← → through the game  PgUp PgDn by a turn  C copy, paste a record",
    "P pause  . picture  > step  [ ] speed  D figures  V dots  ^P power",
)

_KEYS = {
    **dict.fromkeys("wWkK", "up"),
    **dict.fromkeys("sSjJ", "down"),
    **dict.fromkeys("a \r\n", "a"),
    **dict.fromkeys("b\x7f\x08", "b"),
    "A": "long a",
    "B": "long b",
    **dict.fromkeys("hH?", "help"),
    **dict.fromkeys("qQ\x03\x04", "quit"),
    **dict.fromkeys("pP", "pause"),
    **dict.fromkeys("cC", "copy"),
    **dict.fromkeys("dD", "developer"),
    **dict.fromkeys("mM", "mute"),
    **dict.fromkeys("rR", "repeat"),
    **dict.fromkeys("vV", "dots"),
    ".": "picture",
    ">": "step",
    "[": "slower",
    "]": "faster",
    **{str(n): f"face {n}" for n in range(7)},
    "\x0c": "redraw",
    "\x10": "power",
}
# By the final character of a sequence, and by the number in a sequence that ends in ~.
_SEQUENCES = {"A": "up", "B": "down", "C": "forward", "D": "back", "H": "first", "F": "last"}
_NUMBERED = {
    **dict.fromkeys(("1", "7"), "first"),
    **dict.fromkeys(("4", "8"), "last"),
    "5": "turn back",
    "6": "turn forward",
}
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"
_LONGEST_PASTE = 20_000


class KeyDecoder:
    """Decode bytes from a terminal into buttons, commands, and ``PASTED`` followed by a text.

    Sequences may arrive in pieces; sequences of unknown keys are skipped.
    """

    def __init__(self) -> None:
        self._escape = ""
        self._pasting: str | None = None

    @property
    def waiting(self) -> bool:
        """True while a sequence is incomplete."""
        return bool(self._escape)

    def feed(self, data: bytes) -> list[str]:
        """Return the keys in ``data``."""
        keys: list[str] = []
        for char in data.decode("latin-1"):
            if self._pasting is not None:
                keys += self._in_paste(char)
            elif self._escape:
                keys += self._in_escape(char)
            elif char == "\x1b":
                self._escape = char
            elif char in _KEYS:
                keys.append(_KEYS[char])
        return keys

    def end_sequence(self) -> list[str]:
        """End an incomplete sequence. A lone escape character is the Escape key."""
        alone = self._escape == "\x1b"
        self._escape = ""
        return ["b"] if alone else []

    def _in_escape(self, char: str) -> list[str]:
        if self._escape == "\x1b":
            if char in "[O":
                self._escape += char
                return []
            self._escape = ""
            return ["b", *self.feed(char.encode("latin-1"))]
        # Parameters, then a final character.
        self._escape += char
        if not "@" <= char <= "~":
            return []
        sequence, self._escape = self._escape, ""
        if sequence == _PASTE_BEGINS:
            self._pasting = ""
            return []
        if char == "~":
            number = sequence[2:-1].split(";")[0]
            return [_NUMBERED[number]] if number in _NUMBERED else []
        return [_SEQUENCES[char]] if char in _SEQUENCES else []

    def _in_paste(self, char: str) -> list[str]:
        text = (self._pasting or "") + char
        if text.endswith(_PASTE_ENDS):
            self._pasting = None
            return [PASTED + text[: -len(_PASTE_ENDS)]]
        self._pasting = text[-_LONGEST_PASTE:]
        return []
