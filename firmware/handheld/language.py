# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the screens say, in the language chosen: `pages/words_<language>.txt`, a line a text."""

# A line is `key=text`; in the text `%s` and the like stand for values. What comes before the line
# `[menus]` is what a game in progress needs; the rest is read when a text of it is first wanted.
# The catalogue is one string: a dict of it would take four times the memory on the device.

from .texts import FOLDER

CODES = ("en", "es")

MENUS = "[menus]\n"

_words = ""
_code = ""
_whole = False


def load(code, whole=False):
    """Use the catalogue of the language `code`, the texts of a game alone unless `whole`."""
    global _words, _code, _whole
    if (code, whole) != (_code, _whole):
        _words = ""
        with open(FOLDER + "words_" + code + ".txt", encoding="utf-8") as file:
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
    """Code of the language in use."""
    return _code


def known(key, otherwise):
    """The text of `key`, or `otherwise` where the language has none."""
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
    """The text of `key` with `values` put in. Raises KeyError for a text that is missing."""
    text = known(key, None)
    if text is None:
        raise KeyError(key)
    return text % values if values else text
