# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The texts of the screens, from `pages/<code>/words.txt`, one a line."""

# A language is a folder of `pages`, named by its code. Its own name is the text with that key.
# A line is `key=text`; in the text `%s` and the like stand for values. The texts above the line
# `[menus]` are those that a game needs; the rest is read when one of them is first asked for. The
# catalogue is a list of whole lines in pieces: a dict would take four times the memory on the
# device, whose heap seldom has room for all in one piece. They are bytes, which the device searches
# without counting characters.

import os

from .texts import FOLDER

# English first: it is the default.
CODES = ("en",) + tuple(
    sorted([name for name in os.listdir(FOLDER[:-1]) if "." not in name and name != "en"])
)

MENUS = b"\n[menus]\n"
_PIECE = 1000  # bytes: few pieces are searched sooner
_CRLF = b"\r\n"  # in a checkout on Windows

_words = []  # type: list # each piece begins and ends with the end of a line
_code = ""
_whole = False
_found = {}  # type: dict # the texts of this screen, since a search takes a millisecond


def load(code, whole=False):
    """Load the catalogue of the language `code`; unless `whole`, only the texts of a game."""
    global _words, _code, _whole
    if (code, whole) != (_code, _whole):
        _words = []
        _whole = False  # without memory for the rest, a later search reads it again
        with open(FOLDER + code + "/words.txt", "rb") as file:
            text = b"\n"
            more = True
            while more:
                piece = file.read(_PIECE - len(text))
                text = (text + piece).replace(_CRLF, b"\n")
                end = -1 if whole else text.find(MENUS)
                more = piece and end < 0
                if more:
                    end = text.rfind(b"\n")
                _words.append(text[: end + 1])
                text = text[end:]
        _code, _whole = code, whole
        drop()


def code():
    """Return the code of the language in use."""
    return _code


def known(key, otherwise):
    """Return the text of `key`, or `otherwise` if there is none."""
    if key in _found:
        text = _found[key]
    else:
        text = _search(("\n" + key + "=").encode())
        if _whole:  # the texts of a game are few, and memory is scarcer there
            _found[key] = text
    return otherwise if text is None else text


def _search(mark):
    for text in _words:
        start = text.find(mark)
        if start >= 0:
            start += len(mark)
            return str(text[start : text.find(b"\n", start)], "utf-8")
    if _whole:
        return None
    load(_code, True)
    return _search(mark)


def drop():
    """Free the memory of the texts that the last screen showed."""
    _found.clear()


def say(key, *values):
    """Return the text of `key` with `values` filled in. Raises KeyError if it is missing."""
    text = known(key, None)
    if text is None:
        raise KeyError(key)
    return text % values if values else text
