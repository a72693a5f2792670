"""Numbered challenges: the same game, rivals and dice for everybody."""

# docs/fair-dice.md is the reference. DRAW is the SHA-256 of `pocketpig-1 challenge NUMBER`:
#
#   secret of the dice   its bytes 0 to 15 (see `fair_dice`)
#   game, rivals, first  bytes 16 to 19, see `setup`
#
# Perfect play is no rival: not every handheld has its tables.

from binascii import hexlify

from .fair_dice import sha256
from .variants import variant_class

LARGEST = 999999
_DAYS = b"\x1f\x1c\x1f\x1e\x1f\x1e\x1f\x1f\x1e\x1f\x1e\x1f"  # of the months
# The order is part of the scheme. Before a game: how many rivals it may have.
GAMES = (
    "2pig 2two_dice 2big 2sevens 2piggy 2fast 2hog 2skunk 2swine_herd 2pig_dice 2piglet 1gran_cerdo"
)
RIVALS = "easy medium hard keep_pace gambler banker"


def digest(number):
    """Return the 32 bytes that a number stands for."""
    return sha256(("pocketpig-1 challenge %d" % number).encode())


def secret(number):
    return str(hexlify(digest(number)[:16]), "ascii")


def day_after(number):
    """Return the number of the next day; 0 if this one is no date (YYMMDD)."""
    year, month, day = number // 10000, number // 100 % 100, number % 100
    if not 1 <= month <= 12:
        return 0
    last = 29 if month == 2 and year % 4 == 0 else _DAYS[month - 1]
    if not 1 <= day <= last:
        return 0
    if day < last:
        return number + 1
    return number - day + 101 if month < 12 else (year + 1) % 100 * 10000 + 101


def setup(number):
    """Return (variant's id, kinds of players by seat, index of who starts)."""
    drawn = digest(number)
    games, rivals = GAMES.split(" "), RIVALS.split(" ")
    game = games[drawn[16] % len(games)]
    several = drawn[18] % 3 == 0 and game[0] == "2"
    kinds = ["human"] + [rivals[drawn[17] % len(rivals)]] * (2 if several else 1)
    first = 0 if variant_class(game[1:]).SHARED_ROLL else drawn[19] % len(kinds)
    return game[1:], kinds, first
