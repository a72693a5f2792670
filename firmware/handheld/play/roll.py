"""The last roll on the screen `play`, lying or in the air, and the rolls before it."""

from ..drawing import dice_art


def table_of(players):
    """Return the module that draws the scores of so many players."""
    if players < 3:
        from ..game import scores as table
    else:
        from ..game import crowd as table
    return table


def _box(play):
    """Return the box of the dice: see `scores.rect`."""
    game = play.game
    return play.table.rect(game.players, len(game.dice), game.dice_range(), play.large)


def draw_motion(canvas, play, motion):
    """Draw the dice in the air over the last picture; return False if they are not there."""
    frame = motion.tumbling() if motion else -1
    if frame < 0:
        return False
    y, width, height, _ = _box(play)
    if not motion.total:  # erase what was there between the turns, too
        width, height = play.table.width(play.game.players), 55 - y
    canvas.fill_rect(0, y - 2, width, height + 3, 0)
    draw(canvas, play, motion, frame)
    return True


def draw(canvas, play, motion, frame=-1):
    """Draw the last roll; if `frame` is 0 or more, in the air."""
    game = play.game
    y, width, height, right = _box(play)
    lit = motion.shake() if motion else 0
    x = min(lit, play.table.width(game.players) - width)  # up to the scores of a crowd
    if play.extras:
        width = play.extras.draw_dice(canvas, game, play.look, x, y, width, height, frame, motion)
    else:
        dice_art.draw_dice(canvas, x, y, width, height, game.dice, 0, None, frame)
    if lit:
        canvas.fill_rect(0, y, width, height, 2)
    if frame < 0 and game.roll_number > 1 and len(game.dice) < 3:
        if len(play.rolls) != game.roll_number:
            play.rolls = play.match.rolls()
        y += 1 if y > 16 else -1
        dice_art.rolls(canvas, width + 4, y, right - width - 4, play.rolls[:-1])
