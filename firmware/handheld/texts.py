# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Long texts, read from `pages/<name>.txt` beside this module when they are shown; their lines."""

FOLDER = __file__.rpartition("/")[0] + "/pages/"
_PIECE = 512
_LINE_CHARS = 21  # of the panel


def line_of(name, *sections):
    """Return the line below the first of `sections` that the file `name` has, or ""."""
    with open(FOLDER + name + ".txt", "rb") as file:
        lines = _read(file, sections)
    return lines[0] if lines else ""


def lines_of(name, section):
    """Return the lines below `[section]` in the text file `name`; [] without that section.

    A line `+part` stands for the lines below `[+part]`.
    """
    with open(FOLDER + name + ".txt", "rb") as file:
        lines = _read(file, (section,))
        at = 0
        while at < len(lines):
            if lines[at][0] == "+":
                lines[at : at + 1] = _read(file, (lines[at],))
            else:
                at += 1
    return lines


def wrap(text):
    """Return `text` in lines of at most _LINE_CHARS characters, broken at spaces."""
    # A slice a line: the device takes long to make a string, so make none for each word.
    lines = []
    start = 0
    while len(text) - start > _LINE_CHARS:
        end = text.rfind(" ", start, start + _LINE_CHARS + 1)
        if end < 0:
            end = text.find(" ", start)  # a longer word
            if end < 0:
                break
        lines.append(text[start:end])
        start = end + 1
    lines.append(text[start:])
    return lines


def _read(file, sections):
    """Return the lines below the first of `sections` that there is, [] without any."""
    # The device takes long to read a line and looks up each new string among its names, so read
    # pieces, and make strings of the section only.
    marks = [("\n[%s]" % section).encode() for section in sections]
    step = _PIECE - max([len(mark) for mark in marks])
    begin = at = 0
    while marks:
        file.seek(at)
        piece = file.read(_PIECE)
        for place, mark in enumerate(marks):
            found = piece.find(mark)
            if found >= 0 or at == 0 and piece[: len(mark) - 1] == mark[1:]:
                begin = at + found + len(mark)
                del marks[place:]
                break
        if len(piece) < _PIECE:
            break
        at += step
    if not begin:
        return []
    file.seek(begin)
    lines = []
    text = piece = b"\n"
    while piece:
        piece = file.read(_PIECE)
        text += piece
        end = text.find(b"\n[")
        if end >= 0:
            text, piece = text[:end], b""
        rows = [row.strip() for row in text.split(b"\n")]
        if piece:
            text = b"\n" + text[text.rfind(b"\n") + 1 :]  # a line that is not whole yet
            rows.pop()
        lines += [str(row, "utf-8") for row in rows if row]
    return lines
