"""The wear of the flash: at most 80 erases in 1,000 games; it endures 100,000."""

import random

import pytest

from handheld import settings
from handheld.coach import drills
from handheld.records.records import Records
from handheld.records.stats import judge
from host_sim.simulated.board import SimulatedBoard
from shared_rules.chance import Pcg32
from shared_rules.players.by_name import make
from shared_rules.thinking import answer_of
from tests.support.driven import Driven

MOST = 80  # erases in 1,000 games
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


def play(handheld, people, source):
    """Play the current game to its end; people take a second to begin a turn."""
    app = handheld.app
    match = app.match
    game = match.game
    while not game.over:
        player = game.to_move()[0]
        if match.strategy(player) is None:
            if app.journal.saved and not (game.turn_total or game.SHARED_ROLL):
                erases = handheld.board.store.erases
                handheld.step(1, ms=1000)
                assert handheld.board.store.erases == erases, "it is rewritten between games"
            action, dice = people.choose(game, player, source)
        else:
            action, dice = answer_of(match.think())
            player = match.computer()
        app.act(action, player, dice)


def review(app, chance):
    """Keep the mistakes of a game, in positions that do not come again."""
    found = []
    for _ in range(chance.randint(0, 8)):
        cost = min(1000, 1 + int(chance.expovariate(1 / MEAN_COST)))
        found.append(bytes((cost >> 2, (cost & 3) << 6)) + chance.randbytes(6))
    records = Records(app.journal)
    judge(records, 12345, 25, -1234)
    drills.keep(records, found)
    records.save()


def drill(app, chance):
    """End a series in which the ten dearest mistakes are answered rightly."""
    records = Records(app.journal)
    changed = {data: drills.passed(data) for data in drills.saved_mistakes(records)[: drills.COUNT]}
    drills.save(records, chance.randint(0, drills.COUNT), chance.randint(0, 70), changed)


def wear(games, seed=1):
    """Return (erases, number of failed saves) for a number of games."""
    chance = random.Random(seed)
    board = SimulatedBoard(panel_present=False, entropy=chance.randbytes)
    handheld = Driven(board, test_mode=False)
    app = handheld.app
    first = board.store.erases  # a new sector is erased once
    people, source = make("practical"), Pcg32(seed)
    unsaved = 0
    mix = [(variant, kinds) for often, variant, kinds in MIX for _ in range(often)]
    for number in range(games):
        if number % len(mix) == 0:
            chance.shuffle(mix)
        variant, kinds = mix[number % len(mix)]
        if number % SETTINGS_EVERY == 0:
            app.settings["contrast"] = 1 + app.settings["contrast"] % 10
            settings.save(app.journal, app.settings)
        seats = [(kind, f"P{place + 1}") for place, kind in enumerate(kinds)]
        app.start_match(variant, {}, seats, number % len(seats) if variant == "pig" else 0)
        play(handheld, people, source)
        unsaved += not app.journal.saved
        if number % REVIEW_EVERY == 0:
            review(app, chance)
        if number % DRILL_EVERY == 0:
            drill(app, chance)
        app.show("title")
        handheld.step(1, ms=1000)
        unsaved += not app.journal.saved
    return board.store.erases - first, unsaved


@pytest.mark.parametrize("games, seed", [(40, 1), pytest.param(1000, 2, marks=pytest.mark.slow)])
def test_a_mix_of_games(games, seed):
    erases, unsaved = wear(games, seed)
    assert 0 < erases <= games * MOST // 1000
    assert unsaved <= games // 100
