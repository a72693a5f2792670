"""The buzzer: tunes as data. Each step plays at most one note, so nothing waits for a tune."""

from .board import elapsed

# A note is a letter, A (220 Hz) to Z and on from a to z in semitones, or a full stop for silence,
# and a digit: its length in 20 ms.
TUNES = """
click=n1
roll=a1.1f1.1c1.1h1.1b1.1e1.2
hold=Y2f4
bust=U3Q3M6
wipe=U3S3Q3N3K3G8
mud=G2K2G2K2G8
gift=G3K8
oink=T2X4.1T2X6
win=b2b1b1f2i2f2i2n9
lose=b4Y4W4U8
"""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NOTE_MS = 20
DUTY = (0, 8, 60, 500)  # per mille, by volume: a piezo's loudness goes with sin(pi * duty)


class Sound:
    """Plays through `board.sound`; `volume` is 0 (mute) to 3."""

    def __init__(self, board):
        self._tone = board.sound.tone
        self._notes = ""
        self._note_ms = None  # start of the present note, None before the first
        self.volume = 0

    def play(self, *names):
        """Play the tunes of these names one after the other; stop what sounds now.

        A name without a tune is silent.
        """
        self._notes = ""
        self._note_ms = None
        if self.volume:
            for name in names:
                start = TUNES.find("\n" + name + "=")
                if start >= 0:
                    start += len(name) + 2
                    self._notes += TUNES[start : TUNES.find("\n", start)]
            # The first note cuts off what sounded before.
            self._notes += ".0"

    def step(self, now_ms):
        """Play the next note when it is due; return the ms until the next, 0 if silent."""
        notes = self._notes
        if not notes:
            return 0
        if self._note_ms is not None:
            left = int(notes[1]) * _NOTE_MS - elapsed(now_ms, self._note_ms)
            if left > 0:
                return left
            self._notes = notes = notes[2:]
        self._note_ms = now_ms
        if notes:
            pitch = LETTERS.find(notes[0])
            hz = int(220 * 2 ** (pitch / 12)) if pitch >= 0 else 0
            self._tone(hz, DUTY[self.volume] if hz else 0)
            return int(notes[1]) * _NOTE_MS
        return 0
