"""Random positions of two players in which one of them chooses."""

from shared_rules.variants import new_game

BEYOND = 20  # how far turn totals exceed a win


def between(source, least, most):
    """Return a random integer from least to most."""
    return least + source.below(most - least + 1)


def position(variant, options, source):
    """Return a game in mid-turn, or at the start of a turn if dice are chosen then."""
    game = new_game(variant, options)
    if game.SHARED_ROLL:
        return shared_position(game, source)
    if game.ID == "gran_cerdo":
        return truffles_position(game, source)
    target = game.options["target"]
    least = -50 if game.LOWEST else 0
    game.scores = [between(source, least, target - 1), between(source, least, target - 1)]
    game.turn = 1 + between(source, 0, 1)
    if game.options["end"] == "rounds":
        game.turn = between(source, 1, 2 * game.options["rounds"])
    player = game.player
    if game.options["end"] == "equal_turns" and game.turn == 2 and not source.below(4):
        # The first mover has reached the target.
        game.scores[0] = between(source, target, target + BEYOND)
    if game.options["end"] == "one_more_turn" and not source.below(4):
        game.closing = 1 - player
        game.scores[game.closing] = between(source, target, target + BEYOND)
    if game.dice_range():
        most = game.dice_range()[1]
        if game.ID == "fast" or source.below(2):
            return game
        game.dice = (2,) * between(source, 1, min(most, 3))
    else:
        game.dice = tuple([2] * game.DICE)
    game.roll_number = 1
    lowest = -10 if game.LOWEST else 1
    game.turn_total = between(source, lowest, max(target, max(game.scores)) - game.scores[player])
    game.turn_total += between(source, 0, BEYOND) if not source.below(4) else 0
    return game


def shared_position(game, source):
    """Return the game of shared rolls with player 0 about to choose."""
    game.scores = [source.below(100), source.below(100)]
    if game.ID == "skunk":
        game.turn = 1 + source.below(5)
    game.turn_total = 2 * game.DICE + source.below(50)
    game.dice = (2,) * game.DICE
    game.roll_number = 1
    game.choosing = True
    if source.below(2):
        game.standing[1] = False
        game.scores[1] += source.below(game.turn_total)
    return game


def truffles_position(game, source):
    """Return the game of Gran Cerdo in mid-turn."""
    game.turn = between(source, 1, 10)
    game.scores = [source.below(120), source.below(120)]
    game.turn_total = between(source, 2, 60)
    game.roll_number = between(source, 1, 4)
    game.dice = (2, 3)
    game.three_dice = min(game.scores) > 50
    game.oinks = [source.below(3), source.below(3)]
    game.most_rolls = [4 + source.below(3), 4 + source.below(3)]
    return game


def sound_choice(perfect, game, player, source):
    """Return the choice. Assert that it came from the table: the player hides faults of it."""
    choice = perfect.choose(game, player, source)
    assert perfect.fault == "" and choice[0] in game.legal_actions(), perfect.fault
    return choice


def choices(perfect, variant, options, source, count):
    """Return the choices in `count` positions as a text."""
    text = []
    for _ in range(count):
        game = position(variant, options, source)
        action, dice = sound_choice(perfect, game, game.to_move()[0], source)
        text.append(str(dice) if dice else action[:2])
    return " ".join(text)
