"""Text that comes in from files and goes out to files, terminals and pipes: one rule for all.

What comes in is UTF-8 with or without a byte order mark, or UTF-16 with one, with any line ends and
any kind of space. A file is written as UTF-8 with ``\\n``. A terminal or pipe that cannot show a
character shows another one.
"""

import codecs
import io
import os
import re
import sys
import unicodedata
from pathlib import Path

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SPACE = re.compile(r"[^\S\n\t]")
_INVISIBLE = re.compile("[\u200b\u2060\ufeff]")  # zero-width spaces; the last is also the mark
# For characters that are no letter with an accent.
_INSTEAD = {
    **dict.fromkeys("–—−─━", "-"), **dict.fromkeys("“”„", '"'), **dict.fromkeys("‘’", "'"),
    "…": "...", "ß": "ss", "×": "x", "·": ".", "½": "1/2", "²": "^2", "✓": "+", "⚑": "#", "≡": "=",
    "▲": "^", "▼": "v", "▶": ">", "◀": "<", "↑": "^", "↓": "v", "→": ">", "←": "<",
    **dict.fromkeys("▖▗▘▙▚▛▜▝▞▟▌▐", "#"), "▀": "'", "▄": ".", "█": ":",
}  # fmt: skip


def decoded(data: bytes) -> str:
    """Return the text in the bytes of a file, tidy. Raises ValueError, which says what is read."""
    try:
        words = data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        words = "\0"
    if "\0" in words:
        raise ValueError("it is not text in UTF-8, or in UTF-16 with a byte order mark")
    return tidy(words)


def tidy(words: str) -> str:
    """Return the text with ``\\n`` as line end, and no spaces but the common one and the tab."""
    return _INVISIBLE.sub("", _SPACE.sub(" ", _LINE_END.sub("\n", words)))


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a file. Raises OSError or ValueError."""
    return decoded(Path(path).read_bytes())


def write_text(path: Path, words: str) -> None:
    """Write a file. Raises OSError."""
    path.write_bytes(words.encode("utf-8", "replace"))


def show_anything() -> None:
    """Let the standard streams show another character, or "?", where one cannot be shown."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None if it is closed
            stream.reconfigure(errors="another")


def in_encoding(words: str, encoding: str) -> str:
    """Return the text with another character, or "?", for each that the encoding lacks."""
    return words.encode(encoding, "another").decode(encoding)


def _another(error: UnicodeError) -> tuple[str, int]:
    if isinstance(error, UnicodeDecodeError):
        return "?", error.end
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_shown, error.object[error.start : error.end])), error.end


def _shown(character: str) -> str:
    """Return ASCII for a character: a letter without its accent, a sign that looks like it."""
    plain = " " if character.isspace() else unicodedata.normalize("NFD", character)[0]
    return plain if plain.isascii() else _INSTEAD.get(character, "?")


codecs.register_error("another", _another)
