"""Sequences of requests that follow the protocol's grammar, so that they get past the parser."""

import json

from handheld.board import BUTTONS
from shared_rules.variants import ids

HUMANS = [{"kind": "human"}] * 2
MOST = 12  # requests in a sequence
TEXTS = (
    "pp1 pig target=20 : 5 6 h 1 3",
    "pp1 hog max_dice=5 players=2 first=0 : 43 12 h",
    "pp1 skunk players=3 first=0 : tts",
    "pp1 gran_cerdo players=2 first=0 : 22 41 51",
    "pp1 piglet target=3 players=2 : 1 1",
    "pp1 pig players=2 scores=99,0 turn=3 : 6",
)
# The parameters of each method, each with its values; None: it is left out.
GRAMMAR = {
    **{name: {} for name in "hello variants state screen frame record stats memory report".split()},
    "advice": {"player": (0, 1)},
    "today": {"number": (101, 261125, 991231)},
    "backup": {"part": (None, 0, 1)},
    "restore": {"part": (0,), "parts": (1, 2), "data": ("", "AAAA"), "checksum": (0,)},
    "subscribe": {"on": (True, False)},
    "press": {"button": BUTTONS, "ms": (None, 0, 700), "count": (None, 2)},
    "down": {"button": BUTTONS},
    "up": {"button": BUTTONS},
    "wait": {"screen": ("play", "title", "result"), "timeout_ms": (0, 5, 50)},
    "new_game": {
        "variant": ids(),
        "players": (HUMANS, [*HUMANS, {"kind": "random"}], [HUMANS[0], {"kind": "hold20"}]),
        "options": (None, None, None, None, {}, {"target": 15}, {"max_dice": 4}, {"end": "first"}),
        "first": (None, 0, 1),
    },
    "act": {
        "player": (0, 1, 2),
        "action": ("roll", "roll", "hold", "stand", "sit"),
        "dice": (None, None, None, None, None, None, 1, 3),
    },
    "dice": {"faces": ([], [[1]], [[6], [5], [4]], [[1, 1]], [[3, 3], [2, 6]], [[6] * 40])},
    "seed": {"seed": (0, 7, 4294967295)},
    "load": {"text": TEXTS},
    "clock": {"advance_ms": (0, 10, 3000, 268435456)},
    "reset": {"storage": ("keep", "erase")},
    "self_test": {"timeout_ms": (0, 5)},
}
# Most of them play.
METHODS = [*GRAMMAR, *["act"] * 16, *["press"] * 8, *["new_game"] * 3]
PARSER = (-32700, -32600, -32601, -32602)  # codes of what does not get past it


def sequence(source):
    """Return lines of random requests."""
    lines = []
    for number in range(MOST):
        method = source.choice(METHODS)
        params = {name: source.choice(values) for name, values in GRAMMAR[method].items()}
        params = {name: value for name, value in params.items() if value is not None}
        line = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        lines.append(json.dumps(line).encode())
    return b"\n".join(lines)
