# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The texts of the screens: short ones in the language in use, long ones read when shown."""

# Short texts are lines of `pages/<code>/words.txt`; long ones are sections of other files there.

# A language is a folder of `pages`, named by its code. Its own name is the text with that key.
# A line is `key=text`; in the text `%s` and the like stand for values. The texts above the line
# `[menus]` are those that a game needs; the rest is read when one of them is first asked for. The
# catalogue is a list of whole lines in pieces: a dict would take four times the memory on the
# device, whose heap seldom has room for all in one piece. They are bytes, which the device searches
# without counting characters.

import os

from .memory import retry

FOLDER = __file__.rpartition("/")[0] + "/pages/"
# English first: it is the default.
CODES = ("en",) + tuple(
    sorted([name for name in os.listdir(FOLDER[:-1]) if "." not in name and name != "en"])
)

MENUS = b"\n[menus]\n"
_PIECE = 500  # bytes of short texts: few pieces are searched sooner, small ones find room
_STEP = 512  # bytes of a long text
_LINE_CHARS = 21  # of the panel
_CRLF = b"\r\n"  # in a checkout on Windows

_words = []  # type: list # each piece begins and ends with the end of a line
_at = 0  # the piece in which a text was found last: the next one is probably near
_code = ""
_whole = None  # only the texts of a game, or all; None: no texts are loaded
_found = {}  # type: dict # the texts of this screen, since a search takes a millisecond


def load(code, whole=False):
    """Load the catalogue of the language `code`; unless `whole`, only the texts of a game."""
    global _words, _code, _whole
    if (code, whole) != (_code, _whole):
        forget()
        _words = retry(_read_words, code, whole)
        _code, _whole = code, whole


def _read_words(code, whole):
    words = []
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
            words.append(text[: end + 1])
            text = text[end:]
    return words


def forget():
    """Free the memory of all texts. They are loaded again when one is asked for."""
    global _words, _at, _whole
    _words = []
    _at = 0
    _whole = None
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
    global _at
    for _ in _words:
        text = _words[_at]
        start = text.find(mark)
        if start >= 0:
            start += len(mark)
            return str(text[start : text.find(b"\n", start)], "utf-8")
        _at = (_at + 1) % len(_words)
    if _whole:
        return None
    load(_code, _whole is not None)
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


# --- long texts


def explain(key, detail=""):
    """Return the line about `key detail`, else about `key`, from `explanations.txt`, or "".

    A kind of player may play a variant in another way (in Gran Cerdo none is perfect), and an
    option is explained by its value. The rarer section stands above the other in the file, which
    is read only to the first.
    """
    sections = ("%s %s" % (key, detail), key) if detail else (key,)
    return "".join(lines_of(_code + "/explanations", *sections))


def lines_of(name, *sections):
    """Return the lines below the first of `sections` in the text file `name`; [] without any.

    A line `+part` stands for the lines below `[+part]`.
    """
    with retry(open, FOLDER + name + ".txt", "rb") as file:
        lines = retry(_read, file, sections)
        at = 0
        while at < len(lines):
            if lines[at][0] == "+":
                lines[at : at + 1] = retry(_read, file, (lines[at],))
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
    """Return the lines below the first of `sections` in the file, [] without any."""
    # The device takes long to read a line and looks up each new string among its names, so read
    # pieces, and make strings of the section only.
    marks = [("\n[%s]" % section).encode() for section in sections]
    step = _STEP - len(max(marks, key=len))
    begin = at = 0
    whole = True
    while whole and not begin:
        file.seek(at)
        piece = file.read(_STEP)
        whole = len(piece) == _STEP
        for mark in marks:
            found = piece.find(mark)
            if found >= 0 or at == 0 and piece[: len(mark) - 1] == mark[1:]:
                begin = at + found + len(mark)
                break
        at += step
    if not begin:
        return []
    file.seek(begin)
    lines = []
    text = piece = b"\n"
    while piece:
        piece = file.read(_STEP)
        text += piece
        end = text.find(b"\n[")
        if end >= 0:
            text, piece = text[:end], b""
        rows = text.split(b"\n")
        if piece:
            text = b"\n" + rows.pop()  # a line that is not whole yet
        for row in rows:
            if row.strip():
                lines.append(str(row.strip(), "utf-8"))
    return lines
