"""A second check of fair dice, written from docs/fair-dice.md alone.

The rules are those of ``support.reference_rules``. Begun at the start of a turn in the middle of a
game they are checked too. Begun within a turn they are not: no page names the words of such a
position, which are accepted as they are.
"""

import hashlib
import re

from tests.support.reference_rules import SHARED, VARIANTS, Reference, Refused

PROOF = "commitment secret addition rolloff again roll seats challenge unproven typed seal".split()
FIELDS = ("scores", "turn", "busts", "three_dice", "oinks", "most_rolls")
WITHIN_A_TURN = "turn_total roll_number dice over standing choosing closing forced".split()
KINDS = ("easy", "medium", "hard", "keep_pace", "gambler", "banker")
PLAYER = f"human|perfect|careless|practical|random|hold[1-9][0-9]?[0-9]?|{'|'.join(KINDS)}"
WORDS = {"again": "[1-9][0-9]*", "roll": "[1-9][0-9]*", "challenge": "[1-9][0-9]*", "unproven": "1"}
GAMES = "pig two_dice big sevens piggy fast hog skunk swine_herd pig_dice piglet gran_cerdo".split()


def sha256(line):
    return hashlib.sha256(line.encode("ascii")).digest()


def dice(secret, addition, roll, count, least=1, n=6):
    """Return the faces of a roll of `count` dice with `n` faces from `least` on."""
    faces, block = [], 0
    while len(faces) < count:
        block += 1
        line = f"pocketpig-1 roll {secret} {addition or '-'} {roll} {block}"
        faces += [byte % n + least for byte in sha256(line) if byte < 256 // n * n]
    return faces[:count]


def commitment_of(secret):
    """Return the commitment of a secret."""
    return sha256(f"pocketpig-1 secret {secret}").hex()


def roll_off(secret, addition, players):
    """Return the faces as in the record (``63,52``), and the index of who begins."""
    rolls, rolling = [], list(range(players))
    while len(rolling) > 1:
        values = {}
        for player in rolling:
            pair = dice(secret, addition, len(rolls) + 1, 2)
            rolls.append(f"{pair[0]}{pair[1]}")
            values[player] = (sum(pair), max(pair))
        rolling = [player for player in rolling if values[player] == max(values.values())]
    return ",".join(rolls), rolling[0]


def read(text):
    """Return a dict with the parts of a record, or None if the text is no record."""
    text = re.sub("[ \t\r\n]+", " ", text).strip(" ")
    before, colon, after = (text + " ").partition(" : ")
    words = before.split(" ")
    if len(text) > 3500 or not re.fullmatch("[ -~]*", text):
        return None
    if not colon or words[0] != "pp1" or len(words) < 2:
        return None
    pairs = [word.partition("=") for word in words[2:]]
    named = {name: value for name, _, value in pairs if value}
    if len(named) < len(pairs):
        return None
    numbers = [named.get(name, "0") for name in ("roll", "again", "challenge")]
    if not all(re.fullmatch("[0-9]{1,9}", number) for number in numbers):
        return None
    position = [word for word in words[2:] if word.partition("=")[0] not in PROOF]
    record = {"text": text, "variant": words[1], "named": named, "steps": after.split()}
    return {**record, "position": position, "last": pairs[-1][0] if pairs else ""}


def options_of(record):
    """Return the names of the options that a record has: `rounds` only where it is used."""
    used = record["named"].get("end") == "rounds" or record["named"].get("rounds", "10") != "10"
    return [name for name in VARIANTS[record["variant"]][2] if used or name != "rounds"]


def head(record):
    """Return the words of the position that every record has, behind the variant."""
    names = options_of(record)
    return [f"{w}={record['named'].get(w)}" for w in (*names, "players", "first")]


def differences(game):
    """Return the words for what differs from the start of a game, at the start of a turn."""
    fresh = Reference(game.variant, game.options, game.players)
    values = {name: getattr(game, name) for name in FIELDS}
    values = {name: v for name, v in values.items() if v != getattr(fresh, name)}
    return {n: re.sub(r"[\[\] ]", "", str(v)).replace("True", "1") for n, v in values.items()}


def begin(record):
    """Return the game at the record's position, and whether the reference can go on from it."""
    if record["variant"] not in VARIANTS:
        raise Refused("no variant")
    named = {name: int(v) if v.isdigit() else v for name, v in record["named"].items()}
    options = {name: named.get(name) for name in options_of(record)}
    game = Reference(record["variant"], options, named.get("players"), named.get("first"))
    settings = [f"{w}={named[w]}" for w in (*options, "players", "first")]  # no zeros in front
    words, more = head(record), record["position"][len(options) + 2 :]
    if record["position"] != words + more or set(settings) != set(words):
        raise Refused("not the words of a handheld")
    more = dict(word.split("=", 1) for word in more)
    if not set(more) <= {*FIELDS, *WITHIN_A_TURN}:
        raise Refused("an unknown word")
    for name in [name for name in FIELDS if name in more]:
        fresh = getattr(game, name)
        if not re.fullmatch("-?[0-9]+(,-?[0-9]+)*", more[name]):
            raise Refused(name)
        numbers = [int(number) for number in more[name].split(",")]
        if len(numbers) != (len(fresh) if isinstance(fresh, list) else 1):
            raise Refused(name)
        setattr(game, name, numbers if isinstance(fresh, list) else numbers[0])
    if differences(game) != {name: more[name] for name in FIELDS if name in more}:
        raise Refused("not the words of a handheld")
    last = {"skunk": 5, "gran_cerdo": 10}.get(game.variant, game.turn)
    reached = max(game.scores) >= game.options.get("target", max(game.scores) + 1)
    if not 1 <= game.turn <= last or (reached and game.options.get("end") == "first"):
        raise Refused("no turn of a game")
    if game.variant not in SHARED:
        game.player = (game.player + game.turn - 1) % game.players
    # In Pig Dice no page tells who still has a roll.
    return game, set(more) <= set(FIELDS) and not (reached and game.variant == "pig_dice")


def play(game, step):
    """Play one step: faces, ``h``, or a letter for each player who stands."""
    if game.over:
        raise Refused("the game is over")
    if step.isdigit():
        count = len(step) if game.choosing_dice() else None
        game.act(game.to_move()[0], "roll", [int(face) for face in step], count)
    else:
        if len(step) != len(game.to_move()):
            raise Refused("letters")
        for letter in step:
            game.act(game.to_move()[0], {"h": "hold", "t": "stand", "s": "sit"}.get(letter))


def walk(records, secret, addition, roll):
    """Return the first that fails of ``face``, ``rules``, ``parts`` and ``end``, or ""."""
    game, playable = begin(records[0])
    shape = (0, 2) if game.variant == "piglet" else (1, 6)
    for record in records:
        if record is not records[0]:
            try:
                here, _ = begin(record)
            except Refused:
                return "parts"
            if head(record) != head(records[0]) or game.variant != here.variant:
                return "parts"
            if playable and differences(game) != differences(here):
                return "parts"
        for step in record["steps"]:
            if step.isdigit():
                faces = dice(secret, addition, roll, len(step), *shape)
                if step != "".join(str(face) for face in faces):
                    return "face"
                roll += 1
            if playable:
                try:
                    play(game, step)
                except Refused:
                    return "rules"
    return "end" if playable and not game.over else ""


def turns(texts):
    """Return the turns to compare with the game that was seen; [] if they cannot be replayed."""
    records = [read(text) for text in texts]
    game, playable = begin(records[0])
    found, stakes = [], []
    for step in [step for record in records for step in record["steps"] if playable]:
        if not found or game.turn > found[-1]["turn"]:
            before, stakes = list(game.scores), [*stakes, []]
            player = None if game.variant in SHARED else game.player
            found.append({"turn": game.turn, "player": player, "rolls": [], "banked": []})
        turn, movers = found[-1], game.to_move()
        stakes[-1].append(game.turn_total)
        play(game, step)
        if step.isdigit():
            turn["rolls"].append(step)
        for player, letter in zip(movers, step):
            if letter in "hs":
                turn["banked"].append([player, len(turn["rolls"])])
        turn["scores"] = list(game.scores)
        turn["points"] = [turn["scores"][p] - before[p] for p in range(game.players)]
    for turn, totals in zip(found, stakes):
        turn["at_stake"] = max(*totals, *map(abs, turn["points"]))
    most = sorted(range(len(found)), key=lambda at: (found[at]["at_stake"], at))[-3:]
    return [{**turn, "telling": at in most or turn is found[-1]} for at, turn in enumerate(found)]


def challenge_fits(record, game):
    """Return True if everything is as the number of the challenge says."""
    named = record["named"]
    scheme = sha256(f"pocketpig-1 challenge {int(named['challenge'])}")
    variant = GAMES[scheme[16] % 12]
    rivals = 2 if variant != "gran_cerdo" and scheme[18] % 3 == 0 else 1
    first = 0 if variant in SHARED else scheme[19] % (1 + rivals)
    seats = ",".join(["human"] + rivals * [KINDS[scheme[17] % 6]])
    found = (named["secret"], record["variant"], named["seats"], named["first"])
    return (
        1 <= int(named["challenge"]) <= 999999
        and found == (scheme[:16].hex(), variant, seats, str(first))
        and game.options == Reference(variant).options
        and not {"addition", "rolloff", "again"} & set(named)
        and "unproven" in named
    )


def checks(records, noted, number):
    """Yield each check's word and whether it passed; what is wrong ends the checks."""
    last, first = records[-1], records[0]
    named, secret = last["named"], last["named"]["secret"]
    yield "secret", re.fullmatch("[0-9a-f]{32}", secret)
    commitment = commitment_of(secret)
    yield "commitment", named.get("commitment") == commitment and commitment.startswith(noted)
    addition = named.get("addition", "")
    yield "number", re.fullmatch("[0-9]{6}", named.get("addition", "000000"))
    yield "number", number in ("", addition)
    try:
        game, _ = begin(first)
    except Refused:
        yield "start", False
    whole = first["position"] == head(first)
    seats = named.get("seats", "").split(",")
    yield "seats", len(seats) == game.players
    yield "seats", all(re.fullmatch(PLAYER, seat) for seat in seats)
    rolls = named["rolloff"].count(",") + 1 if "rolloff" in named else 0
    if rolls:
        found = (named["rolloff"], int(named["first"]))
        yield "roll-off", game.variant not in SHARED and game.players > 1
        yield "roll-off", found == roll_off(secret, addition, game.players)
    earlier = sum(step.isdigit() for record in records[:-1] for step in record["steps"])
    roll = int(named.get("roll", 0)) - earlier
    yield "roll", roll == rolls + 1 if whole else roll > rolls
    failed = walk(records, secret, addition, roll)
    yield failed, not failed
    if "challenge" in named:
        yield "challenge", whole and challenge_fits(last, game)
    unsealed = last["text"].replace(f" seal={named.get('seal')}", "", 1)
    seal = sha256(f"pocketpig-1 record {unsealed}").hex()[:16]
    yield "seal", last["last"] == "seal" and named["seal"] == seal
    words = [f"{name}={named[name]}" for name in PROOF if name in named and name != "typed"]
    plain = [["pp1", record["variant"], *record["position"]] for record in records]
    yield "words", last["text"].split(" : ")[0] == " ".join(plain[-1] + words)
    yield "words", all(re.fullmatch(form, named.get(name, "1")) for name, form in WORDS.items())
    for record, position in zip(records, plain):
        yield "words", len(" ".join([*position, ":", *record["steps"]])) <= 2860


def check(record, commitment="", number="", earlier=()):
    """Return the verdict on a game whose last record is `record`, and the failing check's word."""
    records = [read(text) for text in (*earlier, record)]
    noted = "".join(commitment.split()).lower()
    if None in records or not re.fullmatch("|[0-9a-f]{40,64}", noted) or len(records) > 100:
        return "no record", ""
    if not re.fullmatch("|[0-9]{6}", number):
        return "no record", ""
    if any(name in PROOF for record in records[:-1] for name in record["named"]):
        return "no record", ""
    named, first = records[-1]["named"], records[0]
    if "secret" not in named:
        return "nothing", ""
    for word, passed in checks(records, noted, number):
        if not passed:
            return "changed", word
    if "challenge" in named or "unproven" in named:
        return "nothing", ""
    if first["position"] != head(first):
        return "part", ""
    return ("proven" if noted and ("addition" not in named or number) else "consistent"), ""
