"""The texts of the screens, each read from the drive when it is shown."""

# The drive has a file of texts for each language with an index: `handheld.pages` says how it is
# made. What needs no translation is in each of them. In a text `%s` and the like stand for values.

import os
from binascii import crc32, unhexlify

from .folders import retry

FOLDER = __file__.rpartition("/")[0] + "/pages/"
# Names of two or three letters are the codes of languages; English first: it is the default.
CODES = sorted([name.partition(".")[0] for name in os.listdir(FOLDER[:-1])])
CODES = ("en",) + tuple([code for code in CODES if len(code) < 4 and code != "en"])
FITS = b""  # what files of texts for this program begin with; the build fills it in

_PIECE = 400  # bytes; with the rest of a line it is as small as what modules need
_LINE_CHARS = 21  # of the panel

_book = None  # the open file of the language in use
_code = ""


def load(code):
    """Use the language `code`. Raises ValueError if its texts are those of another program."""
    global _book, _code
    if code != _code:
        if _book:
            _book.close()
        _book = retry(_open, code)
        _code = code


def _open(name):
    """Return the open file."""
    try:
        file = open(FOLDER + name + ".texts", "rb")
    except OSError:
        # Where the texts are as people edit them.
        from io import BytesIO

        from .pages import indexed

        file = BytesIO(indexed(name))
    if file.read(4) != FITS and FITS:
        raise ValueError("pages/%s.texts is of another version." % name)
    return file


def code():
    """Return the code of the language in use."""
    return _code


def text_or(key, otherwise):
    """Return the text of `key`, or `otherwise` if there is none."""
    lines = retry(_read, _book, key)
    return otherwise if lines is None else lines[0]


def say(key, *values):
    """Return the text of `key` with `values` filled in. Raises KeyError if it is missing."""
    text = text_or(key, None)
    if text is None:
        raise KeyError(key)
    return text % values if values else text


def decimal(number):
    """Return a number, written with a full stop, with the decimal sign of the language."""
    return number.replace(".", say("decimal"))


def explain(key, detail=""):
    """Return the line about `key detail`, else about `key`, or "".

    A kind of player may play a variant in another way (in Gran Cerdo none is perfect), and an
    option is explained by its value.
    """
    sections = ("%s %s" % (key, detail), key) if detail else (key,)
    return "".join(lines_of("explanations", *sections))


def lines_of(page, *sections):
    """Return the lines of the first of `sections` that the page has; [] without any."""
    lines = None
    for section in sections:
        if lines is None:
            lines = retry(_read, _book, page + "/" + section)
    whole = []
    for line in lines or ():
        # What several sections say is on the drive once.
        whole += lines_of(page, line) if line[:1] == "+" else [line]
    return whole


def picture(key):
    """Return (data, width, height) of a picture, page-packed: see `pages/pictures.txt`."""
    data = unhexlify("".join(lines_of("pictures", key)))
    return data[2:], data[0], data[1]


def _read(file, key):
    """Return the lines of the section `key`, or None."""
    key = key.encode()
    mark = b"\n[" + key + b"]\n"
    file.seek(4 + 2 * (crc32(key) & 511))
    places = file.read(4)
    at = int.from_bytes(places[:2], "little")
    end = int.from_bytes(places[2:], "little")
    file.seek(at)
    lines = None
    text = b"\n"
    while at < end:
        piece = file.read(min(_PIECE, end - at))
        if not piece:
            raise OSError("a file of texts is cut short")
        at += len(piece)
        text += piece
        if lines is None:
            start = text.find(mark)
            if start < 0:
                text = text[-len(mark) :]
                continue
            text = text[start + len(mark) - 1 :]
            lines = []
        after = text.find(b"\n[")
        rows = (text if after < 0 else text[: after + 1]).split(b"\n")
        lines += [str(row, "utf-8") for row in rows[1:-1]]
        if after >= 0:
            break
        text = b"\n" + rows[-1]  # a line that is not whole yet
    return lines


def wrap(text):
    """Return `text` in lines of at most _LINE_CHARS characters, broken at spaces if possible."""
    # A slice a line: the device takes long to make a string, so make none for each word.
    lines = []
    start = 0
    while len(text) - start > _LINE_CHARS:
        end = text.rfind(" ", start, start + _LINE_CHARS + 1)
        after = end + 1
        if end < 0:  # a longer word
            after = end = start + _LINE_CHARS
        lines.append(text[start:end])
        start = after
    lines.append(text[start:])
    return lines
