"""Two-player theory applied to several rivals."""

# The player treats the best rival as its only opponent, but moves it SHARE / 64 of its distance to
# the target further, since one of several rivals will soon be lucky. Over rounds the distance is
# POINTS for each turn that is left. SHARE is by the number of rivals, found by tournaments of Pig.
# Greater values win more often against good rivals, lesser ones against poor rivals.

SHARE = (0, 8, 11, 12, 13, 14, 15, 15, 16)
POINTS = 8  # of a turn of Pig


def rival_to_beat(game, player):
    """Return the score of the rival to play against.

    With two players it is the other's score. It is not moved past the target.
    """
    best = max([score for p, score in enumerate(game.scores) if p != player])
    goal = game.goal()
    if goal:
        distance = max(0, goal - best)
    else:
        distance = POINTS * (game.options["rounds"] * game.players - game.turn) // game.players
    return best + distance * SHARE[game.players - 2] // 64
