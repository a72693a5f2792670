"""Count erases of the flash's sector over a mix of games, with the app's own saving code."""

import random

from handheld import settings
from handheld.coach import drills
from handheld.records.records import Records
from handheld.records.stats import judge
from handheld.saves.journal import ADDITIONS, GAME, SETTINGS, START, STATISTICS, VALUES
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.chance import Pcg32
from shared_rules.players.by_name import make
from shared_rules.thinking import answer_of
from tests.support.driven import Driven

H, C = "human", "practical"
# Of 20 games: how many, variant, players. Humans play like `practical`.
MIX = (
    (4, "pig", (H, "hold20")),
    (4, "pig", (H, "perfect")),
    (3, "two_dice", (H, C)),
    (2, "hog", (H, C)),
    (2, "skunk", (H, H, C, C)),
    (1, "gran_cerdo", (H, C)),
    (1, "big", (H, C)),
    (1, "sevens", (H, C)),
    (1, "piggy", (H, C)),
    (1, "swine_herd", (H, H, H, C, C)),
)
SETTINGS_EVERY, REVIEW_EVERY, DRILL_EVERY = 10, 5, 20  # games
MEAN_COST = 30  # of a mistake, in tenths of a per cent; a reviewed game has up to 8
KINDS = ("head", "steps", "delete", "records", "settings", "rewrite", "other")
BENCH_GAMES = 100


def kind_of(offset, data):
    """Return the kind of the bytes written: one of KINDS."""
    if offset < START:
        return "rewrite"
    bits = bin(data[0]).count("1")
    if bits == 4:
        return "steps"
    key = (VALUES if bits == 6 else ADDITIONS).find(data[:1])
    if key == GAME:
        return "head" if data[1] else "delete"
    return {SETTINGS: "settings", STATISTICS: "records"}.get(key, "other")


class CountingStore(SimulatedStore):
    """Count the bytes written by kind."""

    def __init__(self):
        super().__init__()
        self.bytes = dict.fromkeys(KINDS, 0)
        self._head = 0, b""  # of a longer record, which comes in two writes

    def write(self, offset, data):
        start, head = self._head
        whole = head + bytes(data)
        if start + len(head) != offset:
            start, whole = offset, bytes(data)
        self._head = (0, b"") if head or len(whole) != 3 else (start, whole)
        if not self._head[1]:
            self.bytes[kind_of(start, whole)] += len(whole)
        super().write(offset, data)


def in_mixed_order(source):
    """Return the 20 games of MIX, shuffled."""
    games = [row[1:] for row in MIX for _ in range(row[0])]
    for last in range(len(games) - 1, 0, -1):
        other = source.below(last + 1)
        games[last], games[other] = games[other], games[last]
    return games


def play(app, people, source):
    """Play the current game to its end."""
    match = app.match
    game = match.game
    while not game.over:
        player = game.to_move()[0]
        if match.strategy(player) is None:
            action, dice = people.choose(game, player, source)
        else:
            action, dice = answer_of(match.think())
            player = match.computer()
        app.act(action, player, dice)


def some_mistakes(chance):
    """Return mistakes of a game, in positions that do not come again."""
    found = []
    for _ in range(chance.randint(0, 8)):
        cost = min(1000, 1 + int(chance.expovariate(1 / MEAN_COST)))
        found.append(bytes((cost >> 2, (cost & 3) << 6)) + chance.randbytes(6))
    return found


def drill(records, chance):
    """End a series in which the ten dearest mistakes are answered rightly."""
    changed = {data: drills.passed(data) for data in drills.saved_mistakes(records)[: drills.COUNT]}
    drills.save(records, chance.randint(0, drills.COUNT), chance.randint(0, 70), changed)


def wear(games, seed=1):
    """Return (erases, bytes by KINDS, number of failed saves) for a number of games."""
    board = SimulatedBoard(panel_present=False, entropy=random.Random(seed).randbytes)
    board.store = store = CountingStore()
    handheld = Driven(board, test_mode=False)
    app = handheld.app
    first = store.erases  # a new sector is erased once
    source, chance = Pcg32(seed), random.Random(seed)
    people = make("practical")
    unsaved = 0
    row = []
    for number in range(games):
        row = row or in_mixed_order(source)
        variant, kinds = row.pop()
        if number % SETTINGS_EVERY == 0:
            app.settings["contrast"] = 1 + app.settings["contrast"] % 10
            settings.save(app.journal, app.settings)
        seats = [(kind, f"P{place + 1}") for place, kind in enumerate(kinds)]
        app.start_match(variant, {}, seats, number % len(seats) if variant == "pig" else 0)
        play(app, people, source)
        unsaved += not app.journal.saved
        if number % REVIEW_EVERY == 0:
            records = Records(app.journal)
            judge(records, 12345, 25, -1234)
            drills.keep(records, some_mistakes(chance))
            records.save()
        if number % DRILL_EVERY == 0:
            drill(Records(app.journal), chance)
        app.show("title")
        handheld.step(1, ms=1000)
        unsaved += not app.journal.saved
    return store.erases - first, store.bytes, unsaved


def figures():
    erases, written, _ = wear(BENCH_GAMES)
    found = {"erases_per_1000_games": erases * 1000 / BENCH_GAMES}
    for kind in KINDS[:-2]:
        found[f"saved_bytes_per_game_{kind}"] = written[kind] / BENCH_GAMES
    return found
