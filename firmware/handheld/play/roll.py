"""The last roll on the screen `play`, lying or in the air, and the rolls before it."""

from ..drawing import dice_art


def table_of(players):
    """Return the module that draws the scores of so many players, and the width that they leave."""
    if players < 3:
        from ..game import scores

        return scores, 128
    from ..game import crowd

    return crowd, crowd.width(players)


def _box(play):
    """Return the box of the dice: see `scores.rect`."""
    game = play.game
    return play.table.rect(play.width, len(game.dice), game.dice_range(), play.large)


def draw_motion(canvas, play, motion):
    """Draw the dice in the air over the last picture; return False if they are not there."""
    frame = motion.tumbling() if motion else -1
    if frame < 0:
        return False
    y, width, height, _ = _box(play)
    if not motion.total:  # erase what was there between the turns, too
        width, height = play.width, 55 - y
        if play.look.get("rounds", "") >= "A" and play.game.turn > 1:
            canvas.fill_rect(0, 9, 128, 46, 0)  # the points of the rounds
    canvas.fill_rect(0, y - 2, width, height + 3, 0)
    draw(canvas, play, motion, frame)
    return True


def draw(canvas, play, motion, frame=-1):
    """Draw the last roll; if `frame` is 0 or more, in the air."""
    game = play.game
    y, width, height, right = _box(play)
    lit = motion.shake() if motion else 0
    x = min(lit, play.width - width)  # up to the scores of a crowd
    looks = play.extras and play.extras.looks_of(game, play.look)
    if looks:
        width = looks.draw_dice(canvas, game, play.look, x, y, width, height, frame, motion)
    else:
        dice_art.draw_dice(canvas, x, y, width, height, game.dice, 0, None, frame)
    if game.SHARED_ROLL and game.players == 2:
        width = 128
    if lit:
        canvas.fill_rect(0, y, width, height, 2)
    if frame < 0 and game.roll_number > 1 and len(game.dice) < 3:
        if len(play.rolls) != game.roll_number:
            play.rolls = play.match.rolls()
        y += 1 if y > 16 else -1
        dice_art.rolls(canvas, width + 4, y, right - width - 4, play.rolls[:-1])
