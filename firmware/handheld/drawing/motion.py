"""Motion: dice tumble, a bust shakes them, numbers count up. Any press ends it."""

from ..board import elapsed

FRAME_MS = 50
_TUMBLE = 6  # frames of dice in the air, from number 1: number 0 looks like lying dice
_SETTLE = 6
SHAKE = b"\x02\x00\x04\x01\x03\x02"  # pixels to the right of the dice's place
IN_THE_AIR = ("tilted die", "die on edge", "small tilted die", "small die on edge")  # pictures


class Motion:
    """The motion after one action."""

    def __init__(self, now_ms, rolled, lost, before, pace):
        """Begin at `now_ms`; `frame` counts from 1.

        `lost`: the roll ended the turn with nothing; `before`: (turn total, scores) before the
        action; `pace` 2 skips every other frame.
        """
        self._begun = now_ms
        self._tumble = _TUMBLE if rolled else 0
        self._pace = pace
        self.lost = lost
        self.total, self.scores = before
        self.frame = 1

    def goes_on(self, now_ms):
        """Move on; return False at the end. `changed`: the picture is new; `left`: its ms."""
        shown = elapsed(now_ms, self._begun)
        self.left = FRAME_MS - shown % FRAME_MS
        frame = shown // FRAME_MS * self._pace + 1
        self.changed = frame != self.frame
        self.frame = frame
        return frame < self._tumble + _SETTLE

    def tumbling(self):
        """Return the frame of the dice in the air, -1 once they lie."""
        return self.frame if self.frame <= self._tumble else -1

    def shake(self):
        """Return the offset of shaken dice in pixels, else 0."""
        place = self.frame - _TUMBLE - 1
        return SHAKE[place] if self.lost and 0 <= place < _SETTLE else 0

    def part(self, old, new):
        """Return a number between `old` and `new`, by the frame."""
        done = min(_SETTLE, self.frame - self._tumble)
        return old + (new - old) * done // _SETTLE


def faces_of(frame, place, size, coin):
    """Return what the die number `place` shows in the air, and how high it is."""
    phase = (frame + place) & 3
    if coin:
        return (frame >> 2 & 1, -1, -2, -1)[phase], 0
    face = (frame * 5 + place * 3) % 6 + 1
    if size < 15:
        return face, phase & 1
    return (face, -1, face, -2)[phase], (0, 2, 3, 1)[phase]
