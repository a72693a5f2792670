# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Words that only speech needs: `texts/<language>.txt`, a line `key=text` each."""

_FOLDER = __file__.rpartition("/")[0] + "/texts/"
_read = {}  # type: dict[str, dict[str, str]]


def words(code):
    """Return the texts of the language `code` by key, else those in English."""
    if code not in _read:
        try:
            with open(_FOLDER + code + ".txt", "rb") as file:
                lines = str(file.read(), "utf-8").split("\n")
        except OSError:
            return words("en")
        _read[code] = {key: text for key, _, text in [line.partition("=") for line in lines]}
        del _read[code][""]
    return _read[code]


def say(code, key, *values):
    text = words(code)[key]
    return text % values if values else text
