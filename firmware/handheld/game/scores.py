"""The game's picture for one or two players, around dice and lines of text; for more: `crowd`."""

from ..drawing.canvas import RIGHT

# What both modules have takes the width that the scores leave.

_PIG = b"\x3f\x4b\x5e\x4b\x3f"
_FLAG = b"\x7f\x0f\x0e\x04"


def rect(width, count, low, large):
    """Return the box of `count` dice (y, width, height), and the right edge of the rolls before.

    `low`: lines of text come below the dice.
    """
    return 28, min(61, max(24, 27 * count - 3)), 26, 64 if large else 80


def draw_scores(canvas, match, to_move, scores, more, large):
    """Draw names, `scores` and a lane for each player, or `large` figures in place of lanes.

    A pig is where the score is; dithered is where `more`, the turn total, would take it. An arrow
    marks who is to move, a tick who sits.
    """
    game = match.game
    flag = game.goal()
    goal = flag or max(100, max(scores) + more)
    large = large and -10 < min(scores) and max(scores) < 1000
    for player in range(game.players):
        score = scores[player]
        moves = player == to_move
        sits = match.sits(player)
        x = 0
        y = 9 + 9 * player
        at = max(0, min(63, 63 * score // goal))
        if large:
            x = 66 * player
            y = 13
            canvas.digits(x + 62, 9, str(score), False, RIGHT)
            canvas.fill_rect(x, 26, at, 1)
        else:
            lane = bytearray(b"\x40" * 73)
            ahead = at
            if moves or game.SHARED_ROLL and not sits:
                ahead = max(at, min(63, 63 * (score + more) // goal))
            lane[:at] = b"\x78" * at
            lane[at + 5 : ahead + 5] = (b"\x50\x68" * 32)[: ahead - at]
            lane[at : at + 5] = _PIG
            if flag:
                lane[69:] = _FLAG
            canvas.blit(lane, 27, y, 73, 7)
            canvas.text(128, y, str(score), 1, False, RIGHT)
        canvas.text(x, y, "▶" if moves else "✓" if sits else "")
        canvas.text(x + 7, y, match.name(player))


def draw_total(canvas, width, number, held, large):
    """Draw the turn total, and below it what holding makes of it."""
    canvas.digits(128, 29, number, large, RIGHT)
    if not large:
        canvas.text(128, 47, held, 1, False, RIGHT)


def show_result(canvas, width, name, event, hint, number):
    """Draw what the last turn did: whose it was, what ended it, a hint, points; any may be ""."""
    if event and hint and number:
        name += " " + number
        number = ""
    elif event and name and len(name) + len(event) < 9:
        name += ": " + event
        event = ""
    y = 28
    for line in (name, event, hint):
        if line:
            canvas.text(128, y, line, 1, False, RIGHT)
            y += 9
    if y < 38:
        canvas.digits(128, 38, number, False, RIGHT)
    elif y < 55:
        canvas.text(128, 46, number, 1, False, RIGHT)
