"""Check that the dice of a finished game follow from its secret."""

# docs/fair-dice.md is the specification: the checks, their order and their words are those of its
# table. This module imports only `shared_rules` and `_turns`, and runs on MicroPython too.

from shared_rules import challenges
from shared_rules.errors import BadText, RulesError, UnknownStrategy
from shared_rules.fair_dice import NONE, FairDice, sha256
from shared_rules.game import Game
from shared_rules.notation import RECORD_LIMIT, ROOM_FOR_PROOF, VERSION, position_text
from shared_rules.players.by_name import make
from shared_rules.proof import proof_words
from shared_rules.reading import PROOF, parse_position
from shared_rules.roll_off import DICE, leaders

from ._turns import Turns, difference, heard

PROVEN, CONSISTENT, IN_PART, NOTHING, CHANGED = "proven consistent part nothing changed".split()
LEAST_DIGITS = 40  # of a commitment that was noted
NUMBER_DIGITS = 6
_SEAL_DIGITS = 16
_MOST_PARTS = 100


class Verdict:
    """What was found.

    `kind`: proven, consistent, part, nothing or changed. `word`: the check that failed, else "".
    `found`: a sentence about that; for nothing and consistent, why. `facts`: what the record tells
    of the game, by name, `turns` as in `_turns.Turns`; nothing but the dice is fixed by the
    commitment. A game is proven only if these are the dice that were seen, and if the commitment
    was noted before the first roll: compare `facts` with the game.
    """

    def __init__(self, kind: str, word: str = "", found: str = "") -> None:
        self.kind = kind
        self.word = word
        self.found = found
        self.facts: dict[str, object] = {}

    def __repr__(self) -> str:
        return f"<pocketpig.Verdict: {self.kind}>"


class _Changed(Exception):
    """A check failed: its word, and what was found."""


class _Part:
    """A record: its position `head`, the words of its `proof` by name, its `steps`."""

    def __init__(self, text: str) -> None:
        for space in "\t\r\n":
            text = text.replace(space, " ")
        self.text = " ".join([word for word in text.split(" ") if word])
        before, colon, after = (self.text + " ").partition(" : ")
        words = before.split()
        if words[:1] != [VERSION] or len(words) < 2 or not colon:
            raise ValueError(f"a record begins with {VERSION!r} and a variant, and has a colon")
        if len(self.text) > RECORD_LIMIT:
            raise ValueError(f"a record has at most {RECORD_LIMIT} characters")
        if [char for char in self.text if not " " <= char <= "~"]:
            raise ValueError("a record is printable ASCII")
        self.steps = after.split()
        head = words[:2]
        self.proof: dict[str, str] = {}
        names = []
        for word in words[2:]:
            name, _, value = word.partition("=")
            if not value or name in names:
                raise ValueError(f"{word!r}: expected name=value, each name once")
            names.append(name)
            if f" {name} " in PROOF:
                self.proof[name] = value
            else:
                head.append(word)
        self.head = " ".join(head)
        for name in ("roll", "challenge", "again"):
            value = self.proof.get(name, "1")
            if value.strip("0123456789") or len(value) > 9:
                raise ValueError(f"{name!r} is a number")

    def size(self) -> int:
        """Return the length of the record without its proof."""
        return len(" ".join([self.head, ":"] + self.steps))

    def rolls(self) -> int:
        """Return how many steps are rolls."""
        return len([step for step in self.steps if step.isdigit()])


def seal_of(text: str) -> str:
    """Return the seal of a record without one."""
    return str(sha256(b"pocketpig-1 record ", text.encode()).hex()[:_SEAL_DIGITS])


def verify(
    record: str,
    commitment: str = "",
    number: str = "",
    earlier: tuple[str, ...] = (),
    events: "list[dict[str, object]] | None" = None,
) -> Verdict:
    """Check the record of a finished game.

    `commitment`: the digits that were noted before the first roll, at least 40; "" if unknown.
    `number`: the six digits that a person typed, as noted. `earlier`: the records of the same game
    before this one, if a long game began its record anew. `events`: those of the line during the
    game, the params of its notifications in order. Raises ValueError for a text that is no record,
    for digits that are none, and for events without the end of a game.
    """
    for text in (record, commitment, number) + tuple(earlier):
        if not isinstance(text, str):
            raise BadText(f"a record and digits are text, not {type(text).__name__}")
    commitment = "".join(commitment.split()).lower()
    if commitment and not _hexadecimal(commitment, LEAST_DIGITS, 64):
        raise ValueError(f"a commitment: expected {LEAST_DIGITS} to 64 hexadecimal digits")
    if number and not _decimal(number):
        raise ValueError(f"a number: expected all of its {NUMBER_DIGITS} digits")
    if len(earlier) >= _MOST_PARTS:
        raise ValueError(f"a game has at most {_MOST_PARTS} records")
    parts = [_Part(text) for text in earlier]
    last = _Part(record)
    for part in parts:
        if part.proof:
            raise ValueError("only the last record of a game has a proof")
    if "secret" not in last.proof:
        return Verdict(NOTHING, found="the game is not over, or its dice follow from no secret")
    seen = None if events is None else heard(events)
    if seen == []:
        raise ValueError("the events have no game that ended")
    verdict = Verdict(CHANGED)
    try:
        found = _check(parts + [last], commitment, number, seen, verdict.facts)
        verdict.kind, verdict.found = found
    except _Changed as changed:
        verdict.word, verdict.found = changed.args
    return verdict


def _hexadecimal(text: str, least: int, most: int) -> bool:
    return least <= len(text) <= most and not text.strip("0123456789abcdef")


def _decimal(text: str) -> bool:
    return len(text) == NUMBER_DIGITS and not text.strip("0123456789")


def _check(
    parts: list[_Part],
    commitment: str,
    number: str,
    seen: "list[str] | None",
    facts: dict[str, object],
) -> tuple[str, str]:
    """Return (kind, found); fill `facts`. Raises _Changed."""
    last = parts[-1]
    proof = last.proof
    fair = _dice_of(proof, commitment, number)
    try:
        game = parse_position(parts[0].head)
    except RulesError as error:
        raise _Changed("start", str(error)) from None
    if parts[0].head != position_text(game):
        raise _Changed("start", f"a handheld writes it as {position_text(game)}")
    begun = game.__class__(game.options, game.players, game.first)
    whole = parts[0].head == position_text(begun)
    seats = proof.get("seats", "").split(",")
    try:
        players = [kind in ("human", "perfect") or make(kind) for kind in seats]
    except UnknownStrategy:
        players = []
    if len(players) != game.players:
        raise _Changed("seats", f"{game.players} play, each a human or a computer player")
    before = _roll_off(proof, fair, game)
    rolls = sum([part.rolls() for part in parts])
    first = int(proof.get("roll", 0)) + last.rolls() - rolls
    if whole and first != before + 1:
        raise _Changed("roll", f"the first roll is number {first}, not {before + 1}")
    if first <= before:
        raise _Changed("roll", f"number {first} is before the game's first")
    fair.rolled = first - 1
    turns = _replay(parts, fair, game)
    if not game.over:
        raise _Changed("end", "the game is not over after the last step")
    if "challenge" in proof:
        _challenge(proof, game, whole)
    _wording(last, fair, seats)
    if [part for part in parts if part.size() > RECORD_LIMIT - ROOM_FOR_PROOF]:
        raise _Changed("words", "a handheld leaves room for the proof, and begins another record")
    if seen and whole and seen != turns.told:
        raise _Changed("events", difference(turns.told, seen))
    facts.update(
        commitment=fair.commitment,
        number=proof.get("addition"),
        rolls=rolls,
        from_roll=first,
        variant=game.ID,
        options=game.options,
        seats=seats,
        first=game.first,
        rolloff=proof.get("rolloff"),
        again=fair.again,
        challenge=int(proof.get("challenge", 0)) or None,
        scores=list(game.scores),
        turns=turns.turns,
    )
    return _kind_of(proof, whole, commitment, number)


def _dice_of(proof: dict[str, str], commitment: str, number: str) -> FairDice:
    """Return the dice of the secret. Raises _Changed."""
    if not _hexadecimal(proof["secret"], 32, 32):
        raise _Changed("secret", "it has 32 hexadecimal digits in lower case")
    addition = proof.get("addition", "")
    fair = FairDice(proof["secret"], addition or NONE)
    if proof.get("commitment") != fair.commitment:
        raise _Changed("commitment", "the secret does not fit it")
    if not fair.commitment.startswith(commitment):
        raise _Changed("commitment", "it is not the one that you noted")
    if "addition" in proof and not _decimal(addition):
        raise _Changed("number", f"it has {NUMBER_DIGITS} digits")
    if number and number != addition:
        raise _Changed("number", f"it is {addition or 'missing'}, and you noted {number}")
    return fair


def _wording(last: _Part, fair: FairDice, seats: list[str]) -> None:
    """Raise _Changed unless a handheld writes the last record so, and seals it so."""
    proof = last.proof
    words, _, steps = last.text.partition(" :")
    words, _, seal = words.rpartition(" seal=")
    fair.again, challenge = int(proof.get("again", 0)), int(proof.get("challenge", 0))
    if seal != seal_of(f"{words} :{steps}"):
        raise _Changed("seal", "it does not fit the record")
    written = proof_words(fair, seats, int(proof["roll"]), challenge, "unproven" in proof)
    if words != last.head + written:
        raise _Changed("words", f"a handheld writes them as{written}")


def _kind_of(proof: dict[str, str], whole: bool, commitment: str, number: str) -> tuple[str, str]:
    """Return (kind, found) of a record in which all fits."""
    if "unproven" in proof:
        known = "somebody could have known the dice during the game"
        if "challenge" in proof:
            known = "anybody can know the dice of a challenge"
        return NOTHING, known
    if not whole:
        return IN_PART, ""
    if not commitment:
        return CONSISTENT, "the commitment that was noted before the first roll is missing"
    if number != proof.get("addition", ""):
        return CONSISTENT, "the number that somebody typed and noted is missing"
    return PROVEN, ""


def thrown(fair: FairDice, faces: tuple[int, int], count: int) -> str:
    """Return the faces of the next roll as a record has them."""
    text = "".join([str(face) for face in fair.throw(faces, count)])
    fair.rolled += 1
    return text


def fallen(fair: FairDice, players: int) -> tuple[list[str], int]:
    """Return the faces of each roll of a roll-off, and the index of who begins."""
    tied = list(range(players))
    fell = []
    while len(tied) > 1:
        rolled = [thrown(fair, (1, 6), DICE) for _ in tied]
        fell += rolled
        tied = [tied[place] for place in leaders([tuple(map(int, faces)) for faces in rolled])]
    return fell, tied.pop()


def _roll_off(proof: dict[str, str], fair: FairDice, game: Game) -> int:
    """Return how many rolls the roll-off had. Raises _Changed."""
    if "rolloff" not in proof:
        return 0
    if game.SHARED_ROLL or game.players == 1:
        raise _Changed("roll-off", f"{game.ID} of {game.players} has none")
    fell, first = fallen(fair, game.players)
    fair.rolloff = ",".join(fell)
    if proof["rolloff"] != fair.rolloff:
        raise _Changed("roll-off", f"it says {proof['rolloff']}, but the dice gave {fair.rolloff}")
    if game.first != first:
        raise _Changed("roll-off", f"player {first + 1} begins, not player {game.first + 1}")
    return len(fell)


def _replay(parts: list[_Part], fair: FairDice, game: Game) -> Turns:
    """Replay all steps of the parts on the game; return its turns. Raises _Changed."""
    turns = Turns(game)
    for part in parts:
        if part.head != position_text(game):
            raise _Changed("parts", "a record does not begin where the one before it ended")
        for place, step in enumerate(part.steps):
            if step.isdigit():
                true = thrown(fair, game.FACES, len(step))
                if step != true:
                    raise _Changed(
                        "face", f"roll {fair.rolled} says {step}, but the dice gave {true}"
                    )
            try:
                turns.play(step)
            except RulesError as error:
                raise _Changed("rules", f"step {place + 1} ({step}): {error}") from None
    turns.mark()
    return turns


def _challenge(proof: dict[str, str], game: Game, whole: bool) -> None:
    """Raise _Changed where the game is not the one of the challenge's number."""
    number = int(proof["challenge"])
    if not 0 < number <= challenges.LARGEST:
        raise _Changed("challenge", f"its number is 1 to {challenges.LARGEST}")
    variant, kinds, first = challenges.setup(number)
    added = [name for name in ("addition", "rolloff", "again") if name in proof]
    if proof["secret"] != challenges.secret(number) or added:
        raise _Changed("challenge", f"these are not the dice of number {number}")
    usual = {name: default for name, default, _ in game.OPTIONS}
    if (game.ID, proof["seats"], game.first) != (variant, ",".join(kinds), first):
        raise _Changed("challenge", f"number {number} is {variant} with {','.join(kinds)}")
    if game.options != usual or not whole or "unproven" not in proof:
        raise _Changed("challenge", "it is a whole game with the usual options, not proven")
