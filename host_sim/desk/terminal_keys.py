# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Decode the keys that a terminal sends, and map them to buttons and commands."""

import re

PASTED = "pasted "  # followed by the text

KEY_LINES = (
    "↑ W  ↓ S  A Enter Space  B Esc BkSp  Shift: long  H keys  Q quit",
    "P pause  . picture  > step  [ ] speed  D figures  V dots  ^P power",
    "C copy, paste a record",
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
_SEQUENCES = {"A": "up", "B": "down"}  # by the final character
_PASTE_BEGINS = "\x1b[200~"
_TOKEN = re.compile(
    r"\x1b\[200~(?P<paste>.*?)\x1b\[201~"
    r"|(?!\x1b\[200~)\x1b[\[O][^@-~]*(?P<final>[@-~])"
    r"|(?P<key>\x1b(?=[^\[O])|[^\x1b])",
    re.DOTALL,
)
_LONGEST_PASTE = 20_000


class KeyDecoder:
    """Decode bytes from a terminal into buttons, commands, and ``PASTED`` followed by a text.

    Sequences may arrive in pieces; sequences of unknown keys are skipped.
    """

    def __init__(self) -> None:
        self._rest = ""  # an incomplete sequence

    @property
    def waiting(self) -> bool:
        """True while a sequence is incomplete, but for a pasted text."""
        return self._rest != "" and not self._rest.startswith(_PASTE_BEGINS)

    def feed(self, data: bytes) -> list[str]:
        """Return the keys in ``data``."""
        self._rest += data.decode("latin-1")
        keys = []
        while token := _TOKEN.match(self._rest):
            self._rest = self._rest[token.end() :]
            paste, final, key = token.groups()
            if paste is not None:
                keys.append(PASTED + paste)
            elif key == "\x1b":
                keys.append("b")
            elif key:
                keys.append(_KEYS.get(key, ""))
            else:
                keys.append(_SEQUENCES.get(final, ""))
        if len(self._rest) > _LONGEST_PASTE:  # nothing else can be that long
            self._rest = _PASTE_BEGINS + self._rest[-_LONGEST_PASTE:]
        return [key for key in keys if key]

    def end_sequence(self) -> list[str]:
        """End an incomplete sequence. A lone escape character is the Escape key."""
        alone = self._rest == "\x1b"
        self._rest = ""
        return ["b"] if alone else []
