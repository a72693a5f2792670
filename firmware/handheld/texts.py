# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Long texts, read from `pages/<name>.txt` beside this module when they are shown."""

FOLDER = __file__.rpartition("/")[0] + "/pages/"
_PIECE = 512


def line_of(name, *sections):
    """Return the line below the first of `sections` that the file `name` has, or ""."""
    with open(FOLDER + name + ".txt", "rb") as file:
        for section in sections:
            lines = _search(file, section)
            if lines:
                return lines[0]
    return ""


def lines_of(name, section):
    """Return the lines below `[section]` in the text file `name`; [] without that section.

    A line `+part` stands for the lines below `[+part]`.
    """
    with open(FOLDER + name + ".txt", "rb") as file:
        lines = _search(file, section)
        at = 0
        while at < len(lines):
            if lines[at][0] == "+":
                lines[at : at + 1] = _search(file, lines[at])
            else:
                at += 1
    return lines


def _search(file, section):
    # The device takes long to read a line and looks up each new string among its names, so read
    # pieces, and make strings of the section only.
    mark = b"\n" + ("[%s]" % section).encode()
    file.seek(0)
    text = b"\n"
    found = False
    while True:
        piece = file.read(_PIECE)
        text += piece
        if not found:
            at = text.find(mark)
            found = at >= 0
            text = text[at + len(mark) :] if found else text[-len(mark) :]
        end = text.find(b"\n[") if found else -1
        if end >= 0 or not piece:
            break
    if not found:
        return []
    if end >= 0:
        text = text[:end]
    lines = [line.strip() for line in text.split(b"\n")]
    return [str(line, "utf-8") for line in lines if line]
