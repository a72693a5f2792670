"""Decode what `moves` encoded; encode records."""

from shared_rules.checks import DICE
from shared_rules.errors import BadText
from shared_rules.game import HOLD, ROLL, SIT, STAND

from ..game.moves import CODES, FACES, PAIRS, WORDS, code, faces_code
from ..saves.journal import STEP_CODES


def codes_of_record(tokens, fair=False):
    """Return the codes of the tokens of a record (see `shared_rules.notation`)."""
    codes = bytearray()
    for token in tokens:
        if token.isdigit():
            codes += STEP_CODES[len(token) - 1 :][:1] if fair else faces_code(token)
        else:
            for letter in token:
                codes += code({"h": HOLD, "t": STAND, "s": SIT}[letter])
    return bytes(codes)


def decode(codes, fair=False):
    """Yield (action, faces or None, player or None); ("", None, None) for a torn end.

    `fair`: the faces follow from a secret; their number is yielded instead. Raises BadText.
    """
    faces = None
    player = None
    asked = False  # the next code is a player
    for n in range(len(codes)):
        code = codes[n : n + 1]
        pair = PAIRS.find(code)
        face = FACES.find(code)
        at = CODES.find(code)
        word = WORDS[at] if at >= 0 else ""
        dice = 1 + STEP_CODES.find(code)
        if asked:
            player = pair
            asked = False
        elif fair and dice <= DICE[1]:
            yield ROLL, dice, None
        elif word == "(":
            faces = []
        elif word == ")" and faces:
            yield ROLL, faces, None
            faces = None
        elif word == "by":
            asked = True
        elif word:
            yield word, None, player
            player = None
        elif pair < 0 and face < 0:
            raise BadText("a kept game has a step of a newer version")
        else:
            fell = [face] if face >= 0 else [1 + pair // 6, 1 + pair % 6]
            if faces is None:
                yield ROLL, fell, None
            else:
                faces += fell
    if faces is not None or asked or player is not None:
        yield "", None, None
