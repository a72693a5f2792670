"""Who can win for certain by stopping: every variant, option, end and seat.

Positions are drawn near the end of a game. What is right is told by an adversary with the rules
alone: after the stop it sets all dice, and all choices of everybody.
"""

import functools
import itertools

import pytest

from pocketpig.computer_players import computer_player
from shared_rules.chance import Pcg32
from shared_rules.errors import BadText
from shared_rules.game import HOLD, ROLL, SIT, STAND
from shared_rules.notation import position_text
from shared_rules.options import ALONE, is_range
from shared_rules.players.by_name import names
from shared_rules.players.strategy import stopping_wins
from shared_rules.reading import parse_position
from shared_rules.variants import ids, new_game, variant_class
from tests.rules.test_rules_reference import settings
from tests.theory.brute_force import clone

NUMBERS = {"target": 30, "rounds": 2, "max_dice": 3}
DRAWN = 20  # positions of a number of players
GAP = 13  # two dice of Pig Dice can add 11
STEPS = 500


def small_settings(variant):
    """Return every combination of the words of the options, with small numbers."""
    small = {row[0]: NUMBERS[row[0]] for row in variant_class(variant).OPTIONS if is_range(row[2])}
    return [{**small, **words} for name, words in settings() if name == variant]


def rolls(game):
    """Return [(effect, faces with it)] of the next roll."""
    return list(_rolls(type(game), tuple(game.options.items()), game.dice_count() or 1))


@functools.lru_cache(None)
def _rolls(kind, options, dice):
    game = kind(dict(options))
    low, high = game.FACES
    every = itertools.product(range(low, high + 1), repeat=dice)
    return {game.effect(faces): faces for faces in every}.items()


def reached(game, player, effect):
    """Return what the roll leaves of score and turn total."""
    return effect.keep * game.scores[player] + effect.factor * game.turn_total + effect.points


def drawn(variant, options, players, source):
    """Yield positions in which the player to move may stop."""
    for _ in range(DRAWN if "end" in options else 4 * DRAWN):
        shared = variant_class(variant).SHARED_ROLL
        game = new_game(variant, options, players, 0 if shared else source.below(players))
        goal = game.goal() or 60
        game.turn = players + 1 + source.below(2 * players)
        if "end" not in options:
            game.turn = (10 if variant == "gran_cerdo" else 5) - source.below(3)
        base = goal - 2 * GAP + source.below(3 * GAP)
        game.scores = [max(0, base + source.below(2 * GAP) - GAP) for _ in range(players)]
        if game.closes() and source.below(3):
            game.closing = (game.player + 1 + source.below(players - 1)) % players
            game.scores[game.closing] = goal + source.below(GAP)
        elif game.options.get("end") in ("first", "one_more_roll", "one_more_turn"):
            game.scores = [min(score, goal - 1) for score in game.scores]
        fits = [faces for effect, faces in rolls(game) if effect.goes_on]
        game.roll_number, game.dice = 1, fits[source.below(len(fits))] if fits else ()
        game.turn_total = source.below(3 * GAP) - (GAP if game.LOWEST else 0)
        player = game.player
        if shared:
            game.choosing, player = True, source.below(players)
            game.standing = [p == player or source.below(3) == 0 for p in range(players)]
        if variant == "gran_cerdo":
            game.three_dice = min(game.scores) > 50
            game.oinks = [source.below(3), source.below(3)]
            game.most_rolls = [1 + source.below(3), 1 + source.below(3)]
        try:
            game = parse_position(position_text(game))
        except BadText:
            continue
        if player in game.to_move() and len(game.legal_actions()) > 1:
            yield game, player


def ahead(game, rival, player):
    """True if `player` cannot win alone once `rival` banks the turn total."""
    after = clone(game)
    for banks in {rival, player} if game.SHARED_ROLL and game.standing[player] else {rival}:
        after.scores[banks] += after.turn_total
    results = after.standings()
    return results[rival] >= results[player] and after.scores[rival] >= game.goal()


def can_be_lost(game, player):
    """True if the adversary keeps `player`, who stops now, from winning alone."""
    game = clone(game)
    stop = SIT if game.SHARED_ROLL else HOLD
    for rival in game.to_move():
        if rival != player:
            game.apply(STAND, None, rival)  # who chooses at the same time may have stood
    game.apply(stop, None, player)
    for _ in range(STEPS):
        if game.over:
            break
        mover = game.to_move()[0]
        if stop in game.legal_actions() and (mover == player or ahead(game, mover, player)):
            game.apply(stop, None, mover)
        elif game.SHARED_ROLL and game.choosing:
            game.apply(STAND, None, mover)
        elif mover == player and not game.SHARED_ROLL:
            game.apply(ROLL, min(rolls(game), key=lambda roll: reached(game, player, roll[0]))[1])
        else:
            found = rolls(game)
            if not game.banks_at_once():
                found = [roll for roll in found if roll[0].goes_on]
            if game.roll_number % 2:  # no Oink, after which a pig may not stop
                found = [roll for roll in found if roll[0].event != "oink"]
            game.apply(ROLL, max(found, key=lambda roll: reached(game, mover, roll[0]))[1])
    assert game.over, position_text(game)
    return game.winners() != [player]


def right(game, player):
    """Return what `stopping_wins` has to say."""
    if game.players > 1:
        return not can_be_lost(game, player)
    game = clone(game)  # one player counts turns to a target, or else points
    game.apply(HOLD)
    return game.over and game.goal() > 0


# Nobody may stop in Fast Pig.
@pytest.mark.parametrize("variant", [variant for variant in ids() if variant != "fast"])
def test_who_wins_for_certain_by_stopping_stops(variant):
    """All players but the random one do, without a draw, and are not told so wrongly."""
    source = Pcg32(sum(map(ord, variant)))
    players = [computer_player(name) for name in ["perfect", *names()] if name != "random"]
    kind = variant_class(variant)
    numbers = {min(number, kind.MAX_PLAYERS) for number in (kind.MIN_PLAYERS, 2, 3, 4)}
    seats = set()
    for options in small_settings(variant):
        seen = {True: 0, False: 0}
        for number in numbers:
            if number == 1 and options["end"] not in ALONE:
                continue
            for game, player in drawn(variant, options, number, source):
                before = position_text(game, True)
                wins = right(game, player)
                assert stopping_wins(game, player) is wins, (before, player)
                assert position_text(game, True) == before
                seen[wins] += 1
                seats.add((number, player))
                for strategy in players if wins else ():
                    action = strategy.choose(game, player, None)[0]
                    assert action in (HOLD, SIT), (before, player, strategy)
        assert min(seen.values()) > 2, (options, seen)
    assert len(seats) == sum(numbers)
