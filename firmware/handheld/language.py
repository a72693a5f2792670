# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The texts of the screens, from `pages/<code>/words.txt`, one a line."""

# A language is a folder of `pages`, named by its code. Its own name is the text with that key.
# A line is `key=text`; in the text `%s` and the like stand for values. The texts above the line
# `[menus]` are those that a game needs; the rest is read when one of them is first asked for. The
# catalogue is one string: a dict would take four times the memory on the device.

import os

from .texts import FOLDER

# English first: it is the default.
CODES = ("en",) + tuple(
    sorted([name for name in os.listdir(FOLDER[:-1]) if "." not in name and name != "en"])
)

MENUS = "[menus]\n"

_words = ""
_code = ""
_whole = False


def load(code, whole=False):
    """Load the catalogue of the language `code`; unless `whole`, only the texts of a game."""
    global _words, _code, _whole
    if (code, whole) != (_code, _whole):
        _words = ""
        with open(FOLDER + code + "/words.txt", encoding="utf-8") as file:
            if whole:
                _words = file.read()
            else:
                lines = []
                for line in file:
                    if line == MENUS:
                        break
                    lines.append(line)
                _words = "".join(lines)
        _code, _whole = code, whole


def code():
    """Return the code of the language in use."""
    return _code


def known(key, otherwise):
    """Return the text of `key`, or `otherwise` if there is none."""
    mark = "\n" + key + "="
    start = _words.find(mark)
    if start < 0:
        if _whole:
            return otherwise
        load(_code, True)
        return known(key, otherwise)
    start += len(mark)
    return _words[start : _words.find("\n", start)]


def say(key, *values):
    """Return the text of `key` with `values` filled in. Raises KeyError if it is missing."""
    text = known(key, None)
    if text is None:
        raise KeyError(key)
    return text % values if values else text
