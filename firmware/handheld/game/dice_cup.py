"""Where the faces of a roll come from: a queue or a seed for tests, else a game's own dice."""

from shared_rules.chance import Entropy, fall


class DiceCup:
    """Throws dice. `thoughts` is the random source of computer players."""

    # `queued`: how many rolls a tester has queued, see `scripted_dice`. `unproven`: a computer
    # could read a secret. `again`: how many secrets were drawn since the last game ended.
    # `pressed`: the times of presses, for secrets.

    def __init__(self, board):
        self.entropy = board.entropy
        self.unproven = board.computer_mode
        self.again = 0
        self.pressed = bytes(32)
        self._clock = board.fine_ticks
        self.fair()

    def press(self):
        """Note the time of a press: the low 16 bits, in place of the oldest of 16 presses."""
        self.pressed = self.pressed[2:] + (self._clock() & 65535).to_bytes(2, "little")

    def fair(self):
        """From now on dice and thoughts come from entropy; what a tester asked for is forgotten."""
        self.source = self.thoughts = Entropy(self.entropy)
        self.clear()

    @property
    def forced(self):
        """True while a tester has asked for dice."""
        return self.queued > 0 or self.source is not self.thoughts

    def seed(self, seed):
        """From now on dice and thoughts come from two streams of the seeded generator."""
        from shared_rules.chance import Pcg32

        self.source = Pcg32(seed)
        self.thoughts = Pcg32(seed, 1)

    def clear(self):
        self.pieces = []
        self.queued = 0

    def throw(self, faces, count):
        """Tuple of `count` faces that follow from no secret; a scripted roll comes as it is."""
        if self.queued:
            from .scripted_dice import next_roll

            return next_roll(self)
        return fall(self.source, faces, count)
