"""Motion: dice tumble, a bust shakes them, numbers count up. Any press ends it."""

from ..board import elapsed

FRAME_MS = 50
_TUMBLE = 6  # frames of dice in the air, from number 1: number 0 looks like lying dice
_SETTLE = 6
SHAKE = b"\x02\x00\x04\x01\x03\x02"  # pixels to the right of the dice's place

IN_THE_AIR = (  # tilted, on edge; the small ones
    (
        b"\x00\x00\x00\x00\xe0\xf8\xfe\xce\x86\x86\xce\xfc\xfc\xfc\xf8\xf8\xf0\xf0\xf0\xe0\xe0\xc0"
        b"\xc0\x00\x00\xe0\xfc\xff\xff\xff\xff\xff\xff\xff\xe7\xc3\xc3\xe7\xff\xff\xff\xff\xff\xff"
        b"\xff\x3f\x07\x00\x00\x03\x03\x07\x07\x0f\x0f\x0f\x1f\x1f\x3f\x3f\x3f\x73\x61\x61\x73\x7f"
        b"\x1f\x07\x00\x00\x00\x00",
        24,
        24,
    ),
    (
        b"\x00\x00\x00\x80\xc0\xe0\xf0\xf8\xfc\xfe\xee\xc7\xc7\xee\xfe\xfc\xf8\xf0\xe0\xc0\x80\x00"
        b"\x00\x00\x18\x7e\xff\xe7\xc3\xe7\xff\xff\xff\xff\xe7\xc3\xc3\xe7\xff\xff\xff\xff\xe7\xc3"
        b"\xe7\xff\x7e\x18\x00\x00\x00\x01\x03\x07\x0f\x1f\x3f\x7f\x77\xe3\xe3\x77\x7f\x3f\x1f\x0f"
        b"\x07\x03\x01\x00\x00\x00",
        24,
        24,
    ),
    (
        b"\x00\xc0\xf0\xfe\xff\xf3\x72\x3e\x7e\xfc\xfc\xf8\xf8\xf8\x30\x06\x0f\x0f\x0f\x1f\x1f\x3f"
        b"\x3e\x27\x67\x7f\x3f\x07\x01\x00",
        15,
        15,
    ),
    (
        b"\xc0\xe0\x30\x78\xfc\xfe\x7b\x33\x7b\xfe\xfc\x78\x30\xe0\xc0\x01\x03\x06\x0f\x1f\x3f\x6f"
        b"\x66\x6f\x3f\x1f\x0f\x06\x03\x01",
        15,
        15,
    ),
)


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
