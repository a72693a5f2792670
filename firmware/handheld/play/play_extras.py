"""What a variant shows besides plain dice, from its section of `pages/looks.txt` (a dict)."""

from ..drawing import dice_art
from ..drawing.canvas import RIGHT, text_width
from ..language import say
from ..ui.base import arrows, signs_of

_ROUND_X = 102  # right edge of the header's free part


def keys(play):
    """Return the rows of keys that choose the number of dice (see `BaseScreen.keys`)."""
    limits, number = play.game.dice_range(), play.dice_number()

    def step(step):
        play.dice = number + step
        play.rule = []

    return arrows(signs_of(number, limits), "", step)


def rounds(canvas, game, look, title, label):
    """Return which round it is, as a text for the header; letters are drawn, if there is room.

    `label`: say what a roll of many dice has added, or how many rolls the turn has.
    """
    rounds = look.get("rounds", "")
    letters = rounds >= "A"
    if label and game.roll_number and game.players < 6:
        two = game.players < 3
        # The rolls before it are shown beside fewer dice. Four figures leave no room.
        many = game.dice_limits()[1] > 3 and len(game.dice) > 2 and game.roll_number > 1
        if many and game.turn_total < 1000:
            canvas.text(62 if two else 0, 47 if two else 38, "%+d" % sum(game.dice))
        if "count" in look:
            # on the left of what holding would make, and on the right of an Oink or earlier rolls
            left = 66 if game.event == "oink" else 63
            right = 126 - text_width("= %d" % (game.scores[game.player] + game.turn_total))
            word = say(look["count"], game.roll_number)
            if text_width(word) > right - left or len(game.dice) < 3 < game.roll_number:
                word = "#%d" % game.roll_number
                left = right - 4 - text_width(word)
            canvas.text(left, 47, word)
    if not rounds:
        return ""
    if not letters:
        return str(game.round()) + "/" + rounds
    x = _ROUND_X + 1 - 7 * len(rounds)
    for place, letter in enumerate(rounds if text_width(title) < x else ""):
        canvas.text(x + 7 * place, 1, letter, 1, place == game.round() - 1)
    return ""


def hint(game, look):
    """Return what to know before the first roll of a turn, or ""."""
    attribute, _, text = look.get("hint", "").partition(" ")
    if text and not game.over and getattr(game, attribute):
        return say(text)
    return ""


def looks_of(game, look):
    """Return the module that draws dice that are not plain, or many; None where it needs none."""
    special = [key for key in look if ":" in key or key == "art"]
    if special or game.event in ("oink", "mud", "gift") or game.dice_limits()[1] > 3:
        from ..game import looks

        return looks
    return None


def draw_number(canvas, width, dice, outcome, box):
    """Draw the number of dice to choose, these dice, blank, in `box`, and what the last turn did.

    `outcome`: whose turn that was, what ended it, and its points, as texts.
    """
    name, event, number = outcome
    y, w, h, _ = box
    if dice <= (w + 1) // 8 * ((h + 1) // 8):
        dice_art.draw_dice(canvas, 0, y, w, h, [0] * dice, dice_art.DIE, "")
    words = [event or number]
    if width > 40:
        canvas.text(width - 62, 45, say("dice" if dice > 1 else "die"))
        words = [word for word in (name + ":" * bool(name and event), event, number) if word]
        if len(" ".join(words)) > 11:
            words.pop()
    canvas.text(width, 28 if width == 128 else 31, " ".join(words), 1, False, RIGHT)
    canvas.digits(width, 38 if width == 128 else 39, str(dice), False, RIGHT)
