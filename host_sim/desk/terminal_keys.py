"""Decode the keys that a terminal sends, and map them to actions."""

import re
import textwrap

from host_sim.desk.actions import keys, rows

PASTED = "pasted "  # followed by the text

# Lines are broken between entries.
_ENTRIES = (f"{' '.join(row.keys)} {row.words}" for row in rows("terminal", 2))
_WRAPPED = textwrap.wrap("  ".join(each.replace(" ", "\xa0") for each in _ENTRIES), 64)
KEY_LINES = [line.replace("\xa0", " ") for line in _WRAPPED]

_KEYS = keys("terminal")
_NAMES = {"\r": "ENTER", "\n": "ENTER", " ": "SPACE", "\x1b": "ESCAPE"}
_NAMES |= dict.fromkeys("\x7f\x08", "BACKSPACE")
_SEQUENCES = {"A": "UP", "B": "DOWN"}  # by the final character
_PASTE_BEGINS = "\x1b[200~"
_TOKEN = re.compile(
    r"\x1b\[200~(?P<paste>.*?)\x1b\[201~"
    r"|(?!\x1b\[200~)\x1b[\[O][^@-~]*(?P<final>[@-~])"
    r"|(?P<key>\x1b(?=[^\[O])|[^\x1b])",
    re.DOTALL,
)
_LONGEST_PASTE = 20_000


def _name(key: str) -> str:
    """Return what the table calls the key that sends a character."""
    if key in _NAMES:
        return _NAMES[key]
    if key < " ":
        return f"Ctrl+{chr(ord(key) + 0x60)}"
    shifted = f"Shift+{key.lower()}"
    return shifted if key.isupper() and shifted in _KEYS else key.lower()


class KeyDecoder:
    """Decode bytes from a terminal into actions, and ``PASTED`` followed by a text.

    Sequences may arrive in pieces; sequences of unknown keys are skipped.
    """

    def __init__(self) -> None:
        self._rest = ""  # an incomplete sequence

    @property
    def waiting(self) -> bool:
        """True while a sequence is incomplete, but for a pasted text."""
        return self._rest != "" and not self._rest.startswith(_PASTE_BEGINS)

    def feed(self, data: bytes) -> list[str]:
        """Return the actions in ``data``."""
        self._rest += data.decode("latin-1")
        found = []
        while token := _TOKEN.match(self._rest):
            self._rest = self._rest[token.end() :]
            paste, final, key = token.groups()
            if paste is not None:
                found.append(PASTED + paste)
            else:
                found.append(_KEYS.get(_name(key) if key else _SEQUENCES.get(final, ""), ""))
        if len(self._rest) > _LONGEST_PASTE:  # nothing else can be that long
            self._rest = _PASTE_BEGINS + self._rest[-_LONGEST_PASTE:]
        return [action for action in found if action]

    def end_sequence(self) -> list[str]:
        """End an incomplete sequence. A lone escape character is the Escape key."""
        alone = self._rest == "\x1b"
        self._rest = ""
        return [_KEYS["ESCAPE"]] if alone else []
