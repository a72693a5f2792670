# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the screens say, in the language chosen: one catalogue module a language."""

import sys

CODES = ("en", "es")

_words = {}
_code = CODES[0]


def load(new_code):
    """Use the catalogue `words_<new_code>`; the other one's memory is given back."""
    global _words, _code
    _code = new_code
    for other in CODES:
        name = "handheld.words_" + other
        if other != new_code and name in sys.modules:
            del sys.modules[name]
    name = "handheld.words_" + new_code
    __import__(name)
    _words = sys.modules[name].WORDS


def code():
    """Code of the language in use."""
    return _code


def say(key, *values):
    """The text of `key` with `values` put in."""
    text = _words[key]
    return text % values if values else text


def known(key, otherwise):
    """The text of `key` if the language has one of its own, else `otherwise`."""
    return _words.get(key, otherwise)
