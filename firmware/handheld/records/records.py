"""Statistics, achievements, challenges and drills: one saved value, a place for each number."""

# Saved are runs of bytes: two bytes, 64 times the place plus how many, and these. What no run tells
# is 0; a later run replaces what an earlier one says, so a change is appended as runs that differ.

from struct import calcsize, pack_into, unpack_from

from ..saves.journal import BUDGET, STATISTICS

TABLE, BEST, REVIEWED, CHALLENGES, MISTAKES, SERIES = 60, 6, 22, 18, 12, 16
# A game is 1 and its place in `ids`, and OWN more with dice that people typed in; ANY: of people
# with a rival, won by a person alone. A kind of player: see `stats`; ALL: of all together.
ANY, ALL, OWN = 0, 0, 128
FEWEST = 1 << 15  # in the number of a best result: turns alone to so many points; else most points
# Name, how many, and the numbers of each as `struct` has them. An entry of zeros is none.
ROWS = (
    ("counted", 1, "I"),  # the number of the last game, see `resume`
    # Of people. In a row: games won against computers.
    ("streak", 1, "H"),
    ("luck", 1, "i"),  # hundredths of a point, in so many
    ("rolls", 1, "I"),
    # How often each face fell, of a die from 1, of a coin from the tail; then of people's own.
    ("die", 2, "HHHHHH"),
    ("coin", 2, "HH"),
    ("best_streak", 1, "H"),
    ("best_turn", 1, "H"),
    ("biggest_bust", 1, "H"),
    ("loss", 1, "i"),  # hundred-thousandths of a win that they gave away in so many
    ("decisions", 1, "I"),
    ("gave", 1, "i"),  # what the dice gave in those games
    ("achievements", 1, "I"),  # bits of these and of badges, see `feats`
    ("challenge_days", 1, "IH"),  # the last day that was played, how many in a row it makes
    ("challenges", CHALLENGES, "Ih"),  # number, best margin; the one added last at the end
    ("reviewed_games", REVIEWED, "BB"),  # see `stats.judge`
    ("best_results", BEST, "BHhBBB"),  # game, number, result, name, see `stats.keep`
    ("drill_series", SERIES, "BB"),  # right choices plus 1, mean loss in tenths of a per cent
    ("drill_mistakes", MISTAKES, "BBBBBBBB"),  # see `drills`
    ("table", TABLE, "BHHHH"),  # game, kind of player, games, wins, shared wins
)
SIZE = sum([many * calcsize("<" + codes) for _, many, codes in ROWS])


def _find(name):
    """Return of a row the places of its entries, and the form of each."""
    at = 0
    for word, many, codes in ROWS:
        size = calcsize("<" + codes)
        if word == name:
            return range(at, at + many * size, size), "<" + codes
        at += many * size
    raise KeyError(name)


def _runs(before, after):
    """Return the runs of bytes in which `after` differs."""
    runs = bytearray()
    start = end = head = 0  # of the last run
    for at in range(SIZE):
        if before[at] == after[at]:
            continue
        if runs and at - end < 3 and at - start < 63:
            runs += after[end : at + 1]
            runs[head] += at + 1 - end
        else:
            start, head = at, len(runs) + 1
            runs += (at << 6 | 1).to_bytes(2, "big") + after[at : at + 1]
        end = at + 1
    return bytes(runs)


def note(journal):
    """Keep in `journal.noted` what is often asked: the number of the last counted game, and True if
    a challenge was played."""
    records = Records(journal)
    journal.noted = records.number("counted"), bool(records.rows("challenges"))


class Records:
    """The saved numbers. What cannot be read counts as damaged, and all begins at 0."""

    def __init__(self, journal):
        self.journal = journal
        self._data = self._saved() or bytearray(SIZE)

    def _saved(self):
        """Return all bytes as they are saved, None if that is no value of this form."""
        journal = self.journal
        data = bytearray(SIZE)
        waiting = journal.waiting.get(STATISTICS)
        for piece in journal.pieces(STATISTICS) if waiting is None else (waiting,):
            at = 0
            while at < len(piece):
                head = int.from_bytes(piece[at : at + 2], "big")
                start, length = head >> 6, head & 63
                run = piece[at + 2 : at + 2 + length]
                if not run or len(run) < length or start + length > SIZE:
                    journal.damaged = STATISTICS
                    return None
                data[start : start + length] = run
                at += 2 + length
        return data

    def save(self):
        """Append what has changed; without room for it save all anew."""
        before = self._saved()
        runs = _runs(before or self._data, self._data)
        if before is None or self.journal.size(STATISTICS) + len(runs) > BUDGET[STATISTICS]:
            self.compact()
        elif runs:
            self.journal.append(STATISTICS, runs)

    def compact(self):
        """Save all in the shortest form."""
        self.journal.put(STATISTICS, _runs(bytearray(SIZE), self._data))

    def entry(self, name, n=0):
        """Return an entry of a row, a tuple of numbers."""
        places, form = _find(name)
        return unpack_from(form, self._data, places[n])

    def number(self, name):
        return self.entry(name)[0]

    def rows(self, name):
        """Return a list of the entries of a row that are not empty."""
        places, form = _find(name)
        entries = [unpack_from(form, self._data, at) for at in places]
        return [entry for entry in entries if any(entry)]

    def put(self, name, entries):
        """Replace the entries of a row by the last of these for which there is room.

        A number beyond its range becomes the nearest in it.
        """
        places, form = _find(name)
        none = [(0,) * len(form[1:])] * len(places)
        for at, entry in zip(places, entries[-len(places) :] + none):
            numbers = []
            for code, number in zip(form[1:], entry):
                many = 1 << 8 * calcsize("<" + code)
                least = -many // 2 if code > "Z" else 0  # small letters have a sign
                numbers.append(max(least, min(least + many - 1, number)))
            pack_into(form, self._data, at, *numbers)

    def set(self, name, number):
        self.put(name, [(number,)])

    def add(self, name, more):
        self.set(name, self.number(name) + more)
