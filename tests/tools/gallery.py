"""Every screen of the handheld in an instructive state: name -> function that shows it.

A line of gallery.txt is a name and the steps that lead there: a function of this module with its
words; or buttons, other states, and numbers of steps in time.
"""

DOUBLE_TAP = 7  # steps after which a press is no double tap


def ones(text):
    """Return entries of one number each, by the name of their row."""
    words = text.split()
    return {name: [(int(number),)] for name, number in zip(words[::2], words[1::2])}


# Entries by the name of their row in `handheld.records.records`.
STATS = dict(
    ones("counted 41 streak 2 best_streak 5 best_turn 37 biggest_bust 48 luck 3110 rolls 402 "
         "loss 61200 decisions 388 gave 124000"),
    # Around 128: what the dice gave.
    reviewed_games=[
        (4, 164), (19, 133), (7, 107), (0, 145), (16, 117), (10, 152), (3, 127), (2, 116), (1, 137),
        (23, 126), (9, 125), (5, 130), (0, 138), (31, 118), (11, 135), (6, 124), (4, 129),
        (14, 123),
    ],
    # With KIT and BOO, SAM, ACE and PIP; Piglet, Gran Cerdo, Pig: together, people, a rival.
    table=[
        (0, 11, 9, 4, 0), (0, 6, 12, 9, 0), (0, 8, 6, 6, 0), (0, 2, 11, 3, 0), (0, 5, 1, 0, 0),
        (11, 0, 3, 0, 0), (11, 1, 6, 3, 0),
        (12, 0, 12, 0, 0), (12, 1, 12, 5, 1), (12, 7, 12, 6, 1),
        (1, 0, 26, 0, 0), (1, 1, 30, 17, 0), (1, 11, 22, 9, 0),
    ],
)  # fmt: skip
FEW_STATS = dict(
    ones("counted 3 streak 1 best_streak 2 best_turn 24 biggest_bust 18 luck 90 rolls 12 "
         "loss 61 decisions 3 gave 9"),
    table=[(1, 0, 3, 0, 0), (1, 1, 3, 2, 0)],
)  # fmt: skip
OWN_STATS = dict(STATS)
OWN_STATS["die"] = [(0,) * 6, (30, 9, 12, 7, 11, 8)]
OWN_STATS["table"] = STATS["table"] + [(129, 0, 2, 0, 0), (129, 1, 4, 2, 0)]
# Five achievements, none that STATS or the challenges contradict; badges of ACE, BOO, KIT and BEN.
KEPT = {
    "achievements": [(0x0251_0853,)],
    "challenge_days": [(261122, 7)],
    "challenges": [(261122, 23)],
}
EARLIER_SERIES = [(5, 24), (6, 16), (8, 10), (7, 6), (8, 8), (7, 5), (9, 12)]
REVIEWED = (
    "pp1 pig target=40 players=2 first=0 : "
    "6 6 h 6 5 4 3 6 6 1 5 5 6 4 h 6 6 6 1 3 h 2 4 h 5 6 4 5 h"
)
# Alone, in Pig the fewest turns to 100, which is FEWEST + 100, and the most points in 10.
BEST = {
    "best_results": [
        (1, 32868, 11, 0, 0, 0), (1, 10, 96, 65, 78, 65),
        (2, 32868, 14, 74, 79, 0), (12, 0, 13, 0, 0, 0),
    ]
}  # fmt: skip
VALUES = {
    "STATS": STATS, "FEW_STATS": FEW_STATS, "OWN_STATS": OWN_STATS, "KEPT": KEPT, "BEST": BEST,
    "SERIES": {"drill_series": EARLIER_SERIES},
}  # fmt: skip


def fill(journal, *values):
    """Save entries by the name of their row."""
    from handheld.records.records import Records

    records = Records(journal)
    for value in values:
        for name in value:
            records.put(name, value[name])
    records.save()


# --- the functions of gallery.txt: the handheld, and the words of the line


def value_of(word):
    if word in ("True", "False"):
        return word == "True"
    if word.lstrip("-").isdigit():
        return int(word)
    if word.lstrip("-").replace(".", "", 1).isdigit():
        return float(word)
    if not word or "," in word:
        return [value_of(each) for each in word.split(",") if each]
    return word


def named(words):
    """Return {name: value} of words `name=value`."""
    return {word.partition("=")[0]: value_of(word.partition("=")[2]) for word in words}


def faces(word):
    return [int(face) for face in word]


def show(handheld, name, *words):
    handheld.app.show(name, *words)


def load(handheld, *words):
    handheld.app.load_match(" ".join(words))


def start(handheld, variant, *kinds):
    """Start a game of these kinds of players, or of two people."""
    handheld.start(variant, len(kinds) or 2, kinds=list(kinds))


def match(handheld, variant, *words):
    """Start a game of seats `kind=name`, or of a number of people; also options and `first`."""
    seats, options, first = [], {}, 0
    for word in words:
        name, _, value = word.partition("=")
        if word.isdigit():
            seats = [("human", f"P{n + 1}") for n in range(int(word))]
        elif name == "first":
            first = int(value)
        elif value.isdigit():
            options[name] = int(value)
        else:
            seats.append((name, value))
    handheld.app.start_match(variant, options, seats, first)


def start_typed(handheld, variant, first="0"):
    """Begin a game whose dice people type in."""
    seats = [("human", "ANA"), ("medium", "MIA")]
    handheld.app.start_match(variant, {}, seats, int(first), "typed")


def scores(handheld, *values):
    handheld.game.over = False
    handheld.game.scores[: len(values)] = [int(value) for value in values]


def over(handheld, *values):
    """Show the result of a game with these scores."""
    scores(handheld, *values)
    handheld.game.over = True
    handheld.app.show("result")


def choose(handheld, *rows):
    handheld.choose(*[value_of(row) for row in rows])


def dice(handheld, *rolls):
    handheld.dice(*[faces(each) for each in rolls])


def roll(handheld, *rolls):
    """Let the players roll as they come to move."""
    dice(handheld, *rolls)
    for each in rolls:
        game = handheld.game
        count = len(each) if game.dice_range() else None
        handheld.app.act("roll", game.to_move()[0], count)


def put(handheld, key, *words):
    handheld.app.journal.put(int(key), " ".join(words).encode())


def record(handheld, *names):
    fill(handheld.app.journal, *[VALUES[name] for name in names])


def set_to(handheld, *words):
    handheld.set(**named(words))


def put_on(handheld, path, *words):
    """Set attributes of a part of the handheld, such as `app.journal`."""
    for name in path.split("."):
        handheld = getattr(handheld, name)
    values = named(words)
    for name in values:
        setattr(handheld, name, values[name])


def no_entropy(handheld):
    handheld.board.entropy = bytes


def prepare(handheld, *words):
    """Choose a variant, options and a number of players for the next game."""
    for word in words:
        if word.isdigit():
            handheld.app.setup.choose_players(1, int(word) - 1)
        elif "=" in word:
            handheld.app.setup.options.update(named([word]))
        else:
            handheld.app.setup.choose_variant(word)


def slowly(handheld, *buttons):
    """Press buttons that are no double taps."""
    for name in buttons:
        handheld.step(DOUBLE_TAP)
        handheld.press(name)


def mistake(handheld, variant, text):
    """Show the drills of a variant with a mistake in it (in hexadecimal digits)."""
    fill(handheld.app.journal, {"drill_mistakes": [bytes.fromhex(text)]})
    handheld.app.setup.choose_variant(variant)
    handheld.app.show("drill", "menu")


def seed(handheld, number):
    handheld.app.cup.seed(int(number))


def same_secret(handheld):
    """Let the secret be the same on every board, whenever the buttons are pressed."""
    cup = handheld.app.cup
    cup.entropy = lambda n: bytes(range(n))
    cup.pressed = bytes(32)
    cup.press = lambda: None


def minutes(handheld, count):
    handheld.step(int(count), 60_000)


def play_out(handheld):
    """Play to the end, holding from 12 points on; show the result."""
    app = handheld.app
    while not app.match.game.over:
        game = app.match.game
        hold = game.turn_total >= 12 and "hold" in game.legal_actions()
        app.act("hold" if hold else "roll", game.to_move()[0], None if hold else 1)
    app.show("result")


def no_table(handheld):
    handheld.app.match.strategy(1).fault = "missing"
    handheld.app.dirty = True


def think(handheld):
    while handheld.app.job:
        handheld.step()


def answer(handheld):
    """Answer a question of the drills with A, and go on."""
    think(handheld)
    handheld.press("a")
    think(handheld)
    handheld.step(10)
    handheld.press("a")


def series(handheld):
    for _ in range(10):
        answer(handheld)


def ask_restore(handheld, *words):
    values = [word.partition("=") for word in words]
    found = {int(key): text.encode() for key, _, text in values}
    handheld.app.show("ask", "title", "restore", found)


def fault(handheld, key):
    handheld.app.screen.fault("", key)


def rules(handheld, variant, **options):
    handheld.app.show("menu")
    setup = handheld.app.setup
    setup.choose_variant(variant)
    setup.options.update(options)
    handheld.app.show("rules", "menu", setup.variant, setup.options)


DO = {name: value for name, value in globals().items() if callable(value)}
DO["set"] = set_to
with open(__file__.rpartition("/")[0] + "/gallery.txt", encoding="utf-8") as file:
    ROWS = [line.strip().split(":", 1) for line in file]
STATES = dict(ROWS)


def reach(handheld, steps):
    """Do the steps of a line."""
    for step in steps.split(";"):
        words = step.split()
        if words and words[0] in DO:
            DO[words[0]](handheld, *words[1:])
            continue
        for word in words:
            if word in STATES:
                reach(handheld, STATES[word])
            elif word.isdigit():
                handheld.step(int(word))
            else:
                handheld.press(word)


SCREENS = [(name, lambda handheld, steps=steps: reach(handheld, steps)) for name, steps in ROWS]
