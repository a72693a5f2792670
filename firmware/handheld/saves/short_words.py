# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Save the names of players and variants as one letter each."""

# The order is part of what is saved: add names at the end, up to Z. Others are saved whole.
_WORDS = (
    "perfect practical hold20 careless easy medium hard keep_pace gambler banker random pig"
    " two_dice big sevens piggy fast hog skunk swine_herd pig_dice piglet gran_cerdo"
)


def short(word):
    """Return the letter of a word, or the word."""
    words = _WORDS.split(" ")
    return chr(65 + words.index(word)) if word in words else word


def whole(text):
    """Return the word that `short` gave as `text`. Raises ValueError."""
    if len(text) != 1 or not "A" <= text <= "Z":
        return text
    words = _WORDS.split(" ")
    if ord(text) - 65 >= len(words):
        raise ValueError("no word for a letter")
    return words[ord(text) - 65]
