# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Text from outside, such as a device or a script, as a terminal may be given it."""

from __future__ import annotations


def visible(text: str) -> str:
    """The text with everything but newlines and printable characters as escapes, such as \\x1b.

    Otherwise whoever wrote it could move the cursor, change the title, turn the order of letters
    round, or reach the clipboard.
    """
    if text.replace("\n", "").isprintable():
        return text
    return "".join(
        char
        if char == "\n" or char.isprintable()
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
