"""Read the codes that a handheld shows: the commitment, and the compact form of a record.

The page of the camera calls `look` and `judge`. Only text crosses over.
"""

import json

from pocketpig._verify import fallen, seal_of, thrown, verify
from shared_rules.compact import CHECK, DIGITS, FRAME, MOST, WHOLE, begin, faces, step
from shared_rules.errors import RulesError
from shared_rules.fair_dice import NONE, FairDice, sha256
from shared_rules.game import Game
from shared_rules.notation import RECORD_LIMIT, VERSION
from shared_rules.proof import proof_words
from shared_rules.reading import replay, replay_token

COMMITMENT = "POCKETPIG-1 "  # what comes before the digits of a commitment
_START = VERSION.upper()
_HEX = "0123456789abcdef"


class _Reader:
    """Takes symbols from a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def take(self, n: int, _symbol: int = 0, weight: int = 0) -> int:
        """Return the next of `n` symbols; the second of two has the `weight`."""
        self.number, rest = divmod(self.number, WHOLE if weight else n)
        if not weight:
            return rest
        second = rest < weight
        part, start = (weight, 0) if second else (WHOLE - weight, weight)
        self.number = self.number * part + rest - start
        return int(second)


def frame_of(code: str) -> tuple[int, int]:
    """Return the place of a scanned frame, from 1, and of how many. Raises ValueError."""
    digits = code[len(_START) + 2 :]
    place, count = [DIGITS.find(char) for char in (code[len(_START) :] + "  ")[:2]]
    if not code.startswith(_START) or not 1 <= place <= count <= MOST or not digits:
        raise ValueError("this is no code of a handheld")
    if digits.strip(DIGITS) or len(digits) > FRAME or place < count and len(digits) < FRAME:
        raise ValueError("this code of a handheld is damaged")
    return place, count


def record_of(codes: list[str]) -> str:
    """Return the record that the scanned frames have, in any order. Raises ValueError."""
    frames = {}  # type: dict[int, str]
    counts = []
    for code in codes:
        place, count = frame_of(code)
        counts.append(count)
        if frames.setdefault(place, code) != code:
            raise ValueError("these codes are of different games")
    if not counts or min(counts) != max(counts):
        raise ValueError("these codes are of different games" if counts else "there is no code")
    missing = [str(place) for place in range(1, counts[0] + 1) if place not in frames]
    if missing:
        raise ValueError(f"missing of the codes: {', '.join(missing)} of {counts[0]}")
    number = 0
    for place in sorted(frames, reverse=True):
        for digit in reversed(frames[place][len(_START) + 2 :]):
            number = number * len(DIGITS) + DIGITS.index(digit)
    check = number % CHECK
    try:
        record = _read(_Reader(number // CHECK))
    except RulesError:
        record = ""
    if not record or int(sha256(record.encode()).hex()[:6], 16) != check:
        raise ValueError("these codes do not fit together, or somebody changed them")
    return record


def _read(reader: _Reader) -> str:
    """Return the record; "" if the number is none. Raises a RulesError."""
    words = {}  # type: dict[str, str]
    game = begin(reader, words)
    proof = words["start"]
    fair = None
    if "typed" in words:
        proof += " typed=1"
    elif "secret" in words:
        number = f"{int(words['addition']):06d}" if "addition" in words else NONE
        fair = FairDice(words["secret"], number)
        if "rolloff" in words:
            fair.rolloff = ",".join(fallen(fair, game.players)[0])
        fair.again = int(words.get("again", 0))
        first = int(words.get("roll", fair.rolled + 1))
        seats, challenge = words["seats"].split(","), int(words.get("challenge", 0))
        proof += proof_words(fair, seats, first, challenge, "unproven" in words)
        fair.rolled = first - 1
    steps = _steps(reader, game, fair, RECORD_LIMIT - len(proof))
    if not game.over or reader.number:
        return ""
    if fair:
        proof += " seal=" + seal_of(proof + " :" + steps)
    return proof + " :" + steps


def _steps(reader: _Reader, game: Game, fair: "FairDice | None", room: int) -> str:
    """Return the steps of the game, which is over then if they fit the room."""
    steps = ""
    while not game.over and len(steps) < room:
        token = step(reader, game)
        if isinstance(token, int):
            token = thrown(fair, game.FACES, token) if fair else faces(reader, game, token)
        replay_token(game, token)
        steps += " " + token
    return steps


def look(code: str) -> str:
    """Return what a scanned text is, as JSON: {commitment}, {place, count}, or {} for another."""
    digits = code[len(COMMITMENT) :].lower()
    if code.startswith(COMMITMENT) and len(digits) == 64 and not digits.strip(_HEX):
        return json.dumps({"commitment": digits})
    try:
        place, count = frame_of(code)
    except ValueError:
        return "{}"
    return json.dumps({"place": place, "count": count})


def judge(codes: str, commitment: str, number: str) -> str:
    """Return the verdict of a game as JSON, {} if the codes do not fit together.

    codes: the texts of all its frames, a line each. commitment, number: what was noted, or "".
    `told`: the commitment of the secret that the record tells, whatever else it says; or "".
    """
    try:
        record = record_of(codes.split("\n"))
        verdict = verify(record, commitment, number)
        found: dict[str, object] = {"kind": verdict.kind, "word": verdict.word, "record": record}
        found["told"] = _told(record)
        found.update(verdict.facts)
        if not verdict.word:
            found["scores"] = replay(record)[0].scores
    except ValueError:
        return "{}"
    return json.dumps(found)


def _told(record: str) -> str:
    before, _, after = record.partition(" secret=")
    secret = after.split(" ")[0] if " :" not in before else ""
    plain = len(secret) == 32 and not secret.strip(_HEX)
    return FairDice(secret, "-").commitment if plain else ""
