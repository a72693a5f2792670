"""Change valid inputs at random: an edit is (offset, bytes removed, bytes inserted)."""

import contextlib
import re

TAKEN = (0, 0, 1, 1, 2, 5, 50)  # how many bytes an edit removes
WORD = rb"-?\w+"
EDITS = (1, 1, 1, 2, 3, 5)  # how many edits of one input


def edited(data, edits):
    for where, taken, put in edits:
        at = where % (len(data) + 1)
        data = data[:at] + put + data[at + taken :]
    return data


def some_bytes(source, target):
    """Return a word, random bytes, or a piece of another valid input."""
    kind = source.randrange(3)
    if kind == 0:
        return source.choice(target.words)
    if kind == 1:
        return bytes(source.randrange(256) for _ in range(source.randrange(4)))
    seed = source.choice(target.seeds)
    at = source.randrange(len(seed) + 1)
    return seed[at : at + source.choice(TAKEN) * 4]


def made_bad(data, source, target):
    """Return `data` after some random edits, of whole words or of any bytes."""
    for _ in range(source.choice(EDITS)):
        edit = source.randrange(1 << 16), source.choice(TAKEN), some_bytes(source, target)
        words = list(re.finditer(WORD, data))
        others = re.findall(WORD, source.choice(target.seeds))
        if words and others and source.randrange(2):
            word = source.choice(words)
            edit = word.start(), len(word[0]), source.choice(others)
        data = edited(data, [edit])
    return data


def inputs(target, source):
    """Yield changed inputs without end; `source` is a `random.Random`."""
    while True:
        yield made_bad(source.choice(target.seeds), source, target)


@contextlib.contextmanager
def quiet():
    """Suppress the app's console output."""
    with open("/dev/null", "w", encoding="utf-8") as nowhere, contextlib.redirect_stderr(nowhere):
        yield
