# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the screens say, in the language chosen: `pages/words_<language>.txt`, a line a text.

A line is `key=text`; in the text `%s` and the like stand for values. The catalogue is kept as
one string: a dict of it would take four times the memory on the device.
"""

from .texts import FOLDER

CODES = ("en", "es")

_words = ""
_code = ""


def load(new_code):
    """Use the catalogue of the language `new_code`."""
    global _words, _code
    if new_code != _code:
        with open(FOLDER + "words_" + new_code + ".txt", encoding="utf-8") as file:
            _words = file.read()
        _code = new_code


def code():
    """Code of the language in use."""
    return _code


def known(key, otherwise):
    """The text of `key`, or `otherwise` where the language has none."""
    mark = "\n" + key + "="
    start = _words.find(mark)
    if start < 0:
        return otherwise
    start += len(mark)
    return _words[start : _words.find("\n", start)]


def say(key, *values):
    """The text of `key` with `values` put in. Raises KeyError for a text that is missing."""
    text = known(key, None)
    if text is None:
        raise KeyError(key)
    return text % values if values else text
