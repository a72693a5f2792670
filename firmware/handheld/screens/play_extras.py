# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a variant shows besides plain dice, from its section of `pages/looks.txt` (a dict)."""

from ..drawing import dice_art
from ..drawing.canvas import RIGHT
from ..language import say

_TIE_SOON = 5  # announce the end of the game by busts when so few are left
_ROUND_X = 102  # right edge of the header's free part
_ARTS = {"coin": dice_art.COIN, "pig_dice": dice_art.PIG_DICE}


def waiting(game):
    """Return the title while all wait for a roll that counts for all."""
    left = game.busts_left()
    if left is None or left > _TIE_SOON:
        return say("all_roll")
    return say("tie_soon", left) if left > 1 else say("tie_next")


def rounds(canvas, game, look, label):
    """Return which round it is, as a text for the header; draw it there if it has letters.

    `label`: say that the total is the round's, or what a roll of many dice has added.
    """
    rounds = look.get("rounds", "")
    letters = rounds > "9"
    if label and game.roll_number and game.players < 6:
        two = game.players == 2
        many = game.dice_limits()[1] > 3
        word = "%+d" % sum(game.dice) if many else say("round") if letters else ""
        canvas.text(62 if two else 0, 47 if two else 38, word)
    if not rounds:
        return ""
    now = game.turn if game.SHARED_ROLL else (game.turn - 1) // game.players + 1
    if not letters:
        return "%d/%s" % (now, rounds)
    x = _ROUND_X + 1 - 7 * len(rounds)
    for place, letter in enumerate(rounds):
        canvas.text(x + 7 * place, 1, letter, 1, place == now - 1)
    return ""


def draw(canvas, match, look):
    """Draw the points of every round between rounds that have letters; return True if so."""
    game = match.game
    letters = look.get("rounds", "")
    if letters < "A" or game.roll_number or game.turn == 1 and not game.over:
        return False
    # Play the record again. Rounds before its start are not known.
    done = []
    total = 0
    points = [0] * game.players
    standing = list(range(game.players))
    for token in match.record.tokens():
        if token.isdigit():
            faces = [int(face) for face in token]
            _, factor, more, goes_on, _ = game.effect(faces)
            total = factor * total + more
            if not goes_on:
                standing = []
        else:
            for player, choice in zip(list(standing), token):
                if choice == "s":
                    points[player] = total
                    standing.remove(player)
        if not standing:
            done.append(points)
            total = 0
            points = [0] * game.players
            standing = list(range(game.players))
    first = game.turn - len(done) - (0 if game.over else 1)
    for place, letter in enumerate(letters):
        comes = place == game.turn - 1 and not game.over
        canvas.text(37 + 18 * place, 0, letter, 1, comes, RIGHT)
    canvas.hline(0, 8, 128)
    ranked = sorted([(-game.scores[player], player) for player in range(game.players)])[:5]
    for row, player in enumerate(sorted([player for _, player in ranked])):
        y = 10 + 9 * row
        canvas.text(0, y, match.name(player))
        for place, points in enumerate(done):
            canvas.text(37 + 18 * (first + place), y, str(points[player]), 1, False, RIGHT)
        canvas.text(128, y, str(game.scores[player]), 1, False, RIGHT)
    faces = "".join([str(face) for face in game.dice])
    dice_art.rolls(canvas, 0, 0, 15, [faces] if faces else ())
    return True


def hint(game, look):
    """Return what to know before the first roll of a turn, or ""."""
    attribute, _, text = look.get("hint", "").partition(" ")
    if text and not game.over and getattr(game, attribute):
        return say(text)
    return ""


def draw_dice(canvas, game, look, x, y, width, height, frame, motion):
    """Draw the last roll; if `frame` is 0 or more, in the air. Return the width that is full.

    During the `motion` (or None) an icon beside the dice jumps.
    """
    art = _ARTS.get(look.get("art"), dice_art.DIE)
    more = 0
    if game.event in ("oink", "mud", "gift"):
        from ..drawing.pig_art import MUD, OINK

        oink = game.event == "oink"
        width = min(width, 40)
        more = 25
        if frame < 0:
            dice_art.icon(
                canvas,
                width + 1,
                y + (2 if oink else 5) - (motion.frame & 2 if motion else 0),
                OINK if oink else MUD,
                say("oink" if oink else "mud"),
            )
    label = None
    if frame < 0:
        words = []
        for place, face in enumerate(game.dice):
            word = look.get("%d:%d" % (place, face))
            words.append(say(word) if word else str(face))
        label = " ".join(words)
    most = (width + 1) // 8 * ((height + 1) // 8)
    if len(game.dice) <= most or art != dice_art.DIE:
        dice_art.draw_dice(canvas, x, y, width, height, game.dice, art, label, frame)
    elif frame < 0:
        _add_up(canvas, x, y, width, height, game.dice)
    else:
        dice_art.draw_dice(canvas, x, y, width, height, game.dice[:most], art, label, frame)
    full = art == dice_art.COIN or game.SHARED_ROLL and game.players == 2
    return 128 if full else width + more


def _add_up(canvas, x, y, w, h, faces):
    """Draw a small die and the number of dice for each of the `faces` that fell."""
    columns = w // 20
    rows = (h + 2) // 8
    fell = sorted(set(faces))
    y += (h - 8 * rows + 1) // 2
    for place in range(len(fell) if len(fell) <= rows * columns else 0):
        face = fell[place]
        left = x + 20 * (place % columns)
        top = y + 8 * (place // columns)
        dice_art.draw_die(canvas, left, top, 7, face)
        canvas.word(left, top, str(face), 7, 7)
        canvas.text(left + 8, top, str(faces.count(face)))


def draw_number(canvas, width, dice, name, event, number):
    """Draw the number of dice to choose, and above it what the last turn did."""
    y = 28 if width == 128 else 31
    line = event or number
    if width > 40:
        canvas.text(width - 62, 45, say("dice"))
        if name:
            line = name + ": " + line if line else name
    canvas.text(width, y, line[: width // 6], 1, False, RIGHT)
    canvas.digits(width, 38 if width == 128 else 39, dice, False, RIGHT)
