# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Motion on the table: dice tumble, a bust shakes them, numbers count up. Any press ends it."""

from ..board import elapsed

FRAME_MS = 50
_TUMBLE = 6  # frames of dice in the air; the first one is number 1: number 0 looks like lying dice
_SETTLE = 6
SHAKE = b"\x02\x00\x04\x01\x03\x02"  # places of the dice in pixels, 2 is in the middle


class Motion:
    """What moves after one action."""

    def __init__(self, now_ms, rolled, lost, before, pace):
        """From `now_ms` on; `frame` counts from 1.

        `lost` is True when the roll ended the turn with nothing; `before` is (turn total, scores)
        as they were; `pace` 2 leaves out every other frame.
        """
        self._begun = now_ms
        self._tumble = _TUMBLE if rolled else 0
        self._pace = pace
        self.lost = lost
        self.total, self.scores = before
        self.frame = 1

    def goes_on(self, now_ms):
        """Move on; True while there is more to come. `changed` tells whether the picture is new,
        `left` how many ms it lasts."""
        shown = elapsed(now_ms, self._begun)
        self.left = FRAME_MS - shown % FRAME_MS
        frame = shown // FRAME_MS * self._pace + 1
        self.changed = frame != self.frame
        self.frame = frame
        return frame < self._tumble + _SETTLE

    def tumbling(self):
        """The frame of the dice in the air, -1 once they lie."""
        return self.frame if self.frame <= self._tumble else -1

    def shake(self):
        """How far the dice are off their place; 0 when they are not shaken."""
        place = self.frame - _TUMBLE - 1
        return SHAKE[place] - 2 if self.lost and 0 <= place < _SETTLE else 0

    def part(self, old, new):
        """A number on its way from `old` to `new`."""
        done = min(_SETTLE, self.frame - self._tumble)
        return old + (new - old) * done // _SETTLE
