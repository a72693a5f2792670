"""Dice that follow from a secret, which is committed to before the game and told after it."""

# docs/fair-dice.md is the reference. All that is hashed is ASCII text:
#
#   commitment  `pocketpig-1 secret SECRET`
#   dice        `pocketpig-1 roll SECRET ADDITION ROLL BLOCK`, bytes taken as in `chance`
#   seal        `pocketpig-1 record ` and the record without its seal
#
# SECRET has 32 hexadecimal digits, ADDITION the digits that people typed, or is `-`. Rolls are
# counted from 1, the roll-off's first, and blocks of 32 bytes from 1 in each roll.

from binascii import hexlify

from .chance import Entropy, fall

try:
    import hashlib
except ImportError:  # such a Python has no fair dice: weaker ones would prove nothing
    hashlib = None

NONE = "-"  # the addition where nobody made one


def sha256(*pieces):
    """Return the SHA-256 of pieces of bytes."""
    # CircuitPython has `new` alone, the MicroPython VM `sha256` alone.
    made = hashlib.new("sha256") if hasattr(hashlib, "new") else hashlib.sha256()
    for piece in pieces:
        made.update(piece)
    return made.digest()


class FairDice(Entropy):
    """The dice of one game."""

    # `rolled`: rolls made so far; `rolloff`: the faces of the roll-off, "63,52". `again`: how many
    # secrets before this one were dropped since a game was played to its end. `commitment`: what is
    # told before the first roll, 64 digits; "" where somebody may know the secret.

    def __init__(self, secret, addition=NONE, rolled=0):
        """`secret`: its hexadecimal digits."""
        self.secret = secret
        self.addition = addition
        self.rolled = rolled
        self.rolloff = ""
        self.again = 0
        digest = sha256(b"pocketpig-1 secret ", secret.encode())
        self.commitment = str(hexlify(digest), "ascii")

    def throw(self, faces, count):
        """Return `count` faces in the range `faces` of the next roll; it is not counted yet."""
        self._block = 0
        self._bytes = b""
        return fall(self, faces, count)

    def _read(self, n):
        """Return the next byte of the roll; `n` is 1."""
        if not self._bytes:
            self._block += 1
            words = (self.secret, self.addition, self.rolled + 1, self._block)
            self._bytes = sha256(("pocketpig-1 roll %s %s %d %d" % words).encode())
        byte = self._bytes[:n]
        self._bytes = self._bytes[n:]
        return byte
