"""Make the indexed files of texts from those that people edit. The drive has only the made ones."""

# A made file: 4 bytes that tell for which program it is, see `fits`; `ROWS` + 1 times 2 bytes, the
# place where each row begins and the last one ends; then the rows. A row holds the sections whose
# keys have its number as CRC-32 modulo `ROWS`, the shortest first: a line `[key]` and the lines of
# the text. A key is `<page>/<section>`; the lines of words.txt are sections whose key is the word's
# own. A line `+part` stands for the lines of the section `+part` of its page.

import os
import struct
from binascii import crc32

FOLDER = os.path.dirname(__file__)
ROWS = 512  # as in `handheld.language`
ENGLISH = "en"
LINE = 112  # characters of the longest line

_made = {}  # what `indexed` returned, by the folder and the language


def _picture(rows):
    """Return rows of pixels (# is lit) as lines of hexadecimal digits, see `language.picture`."""
    columns = bytearray((len(rows[0]), len(rows)))
    for top in range(0, len(rows), 8):
        for x in range(len(rows[0])):
            columns.append(sum([(row[x] == "#") << y for y, row in enumerate(rows[top : top + 8])]))
    digits = "".join(["%02x" % column for column in columns])
    return [digits[at : at + LINE] for at in range(0, len(digits), LINE)]


def sections_of(folder):
    """Return [(key, lines)] of the pages in a folder. Raises ValueError for a key that is twice."""
    found = []
    for name in sorted(os.listdir(folder)):
        page, is_text, _ = name.partition(".txt")
        if is_text:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found += _sections(page, file.read().split("\n"))
    keys = [key for key, _ in found]
    if len(set(keys)) < len(keys):
        twice = [key for key in keys if keys.count(key) > 1]
        raise ValueError("%s: more than one text of %s" % (folder, ", ".join(sorted(set(twice)))))
    return found


def _sections(page, lines):
    if page == "words":  # a key may begin with the sign that ends it
        pairs = [(line[0] + line[1:].split("=", 1)[0], line) for line in lines if line]
        return [(key, [line[len(key) + 1 :]]) for key, line in pairs]
    found = []
    for line in lines:
        if line[:1] == "[":
            found.append((page + "/" + line[1:-1], []))
        elif line.strip() and found:
            found[-1][1].append(line.strip())
    if page == "pictures":
        return [(key, _picture(rows)) for key, rows in found]
    names = [key for key, _ in found]
    for key, rows in found:
        for line in rows:
            if line[0] == "+" and page + "/" + line not in names:
                raise ValueError("%s: no part %s" % (key, line))
    return found


def fits():
    """Return 4 bytes that change with the keys of the texts and the values that these take."""
    wanted = []
    for key, lines in sections_of(os.path.join(FOLDER, ENGLISH)):
        wanted.append(key + " %" * "\n".join(lines).count("%"))
    return struct.pack("<I", crc32("\n".join(sorted(wanted)).encode()))


def indexed(name):
    """Return the made file of the language `name`."""
    if (FOLDER, name) in _made:
        return _made[FOLDER, name]
    rows = [b""] * ROWS
    sections = sections_of(FOLDER) + sections_of(os.path.join(FOLDER, name))
    shortest_first = sorted(sections, key=lambda section: sum(map(len, section[1])))
    for key, lines in shortest_first:
        if [line for line in lines if line[:1] == "["]:
            raise ValueError("%s: no line of a text begins with [" % key)
        text = "\n".join(["[%s]" % key] + lines + [""])
        rows[crc32(key.encode()) % ROWS] += text.encode()
    at = 4 + 2 * (ROWS + 1)
    places = [at]
    for row in rows:
        at += len(row)
        places.append(at)
    _made[FOLDER, name] = fits() + struct.pack("<%dH" % len(places), *places) + b"".join(rows)
    return _made[FOLDER, name]
