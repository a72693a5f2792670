"""A second reader of the compact form, written from its description alone, for whole games."""

from tests.support import fair_check
from tests.support.reference_rules import SHARED, VARIANTS, Reference

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$%*+-./:"
KINDS = (
    "human perfect hard medium easy careless practical keep_pace gambler banker hold20 random"
).split()


class Symbols:
    """What is left of the number."""

    def __init__(self, number):
        self.number = number

    def take(self, n):
        self.number, symbol = divmod(self.number, n)
        return symbol

    def choose(self, weight):
        """Return True for the second of two symbols, which has a weight of 16."""
        high, low = divmod(self.number, 16)
        if low < weight:
            self.number = weight * high + low
        else:
            self.number = (16 - weight) * high + low - weight
        return low < weight

    def number_of_digits(self):
        return sum(self.take(100) * 100**place for place in range(self.take(16)))

    def text(self):
        return "".join(chr(32 + self.take(96)) for _ in range(self.number_of_digits()))


def read(frames):
    """Return the record that the texts of the frames have; they come in order."""
    digits = "".join(frame[5:] for frame in frames)
    number = sum(ALPHABET.index(digit) * 44**place for place, digit in enumerate(digits))
    check, symbols = number % 2**24, Symbols(number // 2**24)
    record = record_of(symbols)
    assert symbols.number == 0
    assert int.from_bytes(fair_check.sha256(record)[:3], "big") == check
    return record


def options_of(symbols, variant):
    options = {}
    for name, (usual, allowed) in VARIANTS[variant][2].items():
        options[name] = usual
        if symbols.take(2):
            number = isinstance(allowed, range)
            options[name] = (
                symbols.number_of_digits() if number else allowed[symbols.take(len(allowed))]
            )
    return options


def record_of(symbols):
    variant = list(VARIANTS)[symbols.take(64)]
    options = options_of(symbols, variant)
    players, first = symbols.take(32), symbols.take(32)
    assert symbols.text() == "", "only whole games"
    marks = {name: symbols.take(2) for name in ("typed", "unproven", "rolloff")}
    numbers = {}
    for name in ("challenge", "again", "addition"):
        numbers[name] = symbols.number_of_digits() if symbols.take(2) else None
    written = [
        f"{name}={value}"
        for name, value in options.items()
        if name != "rounds" or value != 10 or options["end"] == "rounds"
    ]
    words = ["pp1", variant, *written, f"players={players}", f"first={first}"]
    secret, addition, roll = "", "", 1
    if symbols.take(2):
        secret = bytes(symbols.take(256) for _ in range(16)).hex()
        words += [f"commitment={fair_check.commitment_of(secret)}", f"secret={secret}"]
        if numbers["addition"] is not None:
            addition = f"{numbers['addition']:06}"
            words.append(f"addition={addition}")
        if marks["rolloff"]:
            fell, _ = fair_check.roll_off(secret, addition, players)
            words.append(f"rolloff={fell}")
            roll += len(fell.split(","))
        if numbers["again"] is not None:
            words.append(f"again={numbers['again']}")
        seats = []
        for _ in range(players):
            kind = symbols.take(16)
            seats.append(KINDS[kind - 1] if kind else symbols.text())
        words += [f"roll={roll}", f"seats={','.join(seats)}"]
        if numbers["challenge"] is not None:
            words.append(f"challenge={numbers['challenge']}")
        if marks["unproven"]:
            words.append("unproven=1")
    elif marks["typed"]:
        words.append("typed=1")
    game = Reference(variant, options, players, first)
    steps = []
    while not game.over:
        token = step(symbols, game, secret and (secret, addition, roll))
        roll += token.isdigit()
        fair_check.play(game, token)
        steps.append(token)
    text = " ".join(words)
    if secret:
        seal = fair_check.sha256(f"pocketpig-1 record {text} : {' '.join(steps)}").hex()[:16]
        text += f" seal={seal}"
    return f"{text} : {' '.join(steps)}"


def weight_of(game):
    """Return how likely a player holds or sits, of 16."""
    target = game.options.get("target", 0)
    if game.options.get("end") == "rounds":
        target = 0
    if target and game.variant not in SHARED:
        if game.scores[game.player] + game.turn_total >= target:
            return 15
    return 1 if game.turn_total < min(100, target or 100) / 5 else 8


def step(symbols, game, dice):
    """Return the next step; `dice`: (secret, addition, roll), or "" if the faces are told."""
    legal = game.legal()
    if "hold" in legal and symbols.choose(weight_of(game)):
        return "h"
    if "sit" in legal:
        weight = weight_of(game)
        return "".join("ts"[symbols.choose(weight)] for _ in game.to_move())
    count = game.dice_count()
    if game.choosing_dice():
        count = 1 + symbols.take(game.options["max_dice"])
    least, n = (0, 2) if game.variant == "piglet" else (1, 6)
    if dice:
        faces = fair_check.dice(*dice, count, least, n)
    else:
        faces = [least + symbols.take(n) for _ in range(count)]
    return "".join(map(str, faces))
