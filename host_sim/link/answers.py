"""Check the bridge's answers, since the device may be faulty or no handheld at all."""

from typing import Any

from host_sim.link.client import BadAnswer, picture_of

_MOST = 1 << 53  # larger integers are refused
_SHOWN = 80

# A shape is a type, a list of one shape, a dict with at least these members, or a tuple of
# alternatives.
_PRESSED = {"frame_id": int, "screen": str}
_STATE = {
    "variant": str,
    "options": dict,
    "players": int,
    "scores": [int],
    "turn_total": int,
    "dice": [int],
    "phase": str,
    "to_move": [int],
    "legal": [str],
    "turn": int,
    "over": bool,
    "winners": [int],
}
_OPTION = (
    {"default": (str, int), "allowed": [(str, int)]},
    {"default": int, "min": int, "max": int},
)
_VARIANT = {"id": str, "name": str, "min_players": int, "max_players": int, "options": dict}
_SHAPES: dict[str, Any] = {
    "hello": {"product": str, "firmware": str, "protocol": int, "target": str, "test_mode": bool},
    "variants": [_VARIANT],
    "state": (None, _STATE),
    "screen": {"id": str, "lines": [str], "frame_id": int},
    "frame": {
        "width": int,
        "height": int,
        "data": str,
        "contrast": int,
        "inverted": bool,
        "on": bool,
        "frame_id": int,
    },
    "record": {"text": str},
    "stats": {"games": int, "variants": dict},
    "today": {"number": int},
    "backup": {"data": str, "parts": int, "checksum": int},
    "memory": {"free": (int, None), "used": (int, None)},
    "advice": {"action": str, "actions": dict, "source": str},
    "subscribe": {"on": bool},
    "press": _PRESSED,
    "down": _PRESSED,
    "up": _PRESSED,
    "wait": _PRESSED,
    "new_game": _STATE,
    "act": _STATE,
    "load": _STATE,
    "dice": {"queued": int},
    "seed": {"seed": int},
    "clock": {"advanced_ms": int},
    "self_test": {"passed": bool, "tests": dict},
    "reset": {"storage": str},
}


def checked(method: str, result: Any) -> Any:
    """Return the result of a method unchanged. Raises BadAnswer if a member is missing or wrong.

    Unknown members and methods are accepted: the protocol may grow.
    """
    good = method not in _SHAPES or _fits(result, _SHAPES[method])
    if good and method == "variants":
        good = all(_fits(option, _OPTION) for row in result for option in row["options"].values())
    if good and method == "frame":
        good = (result["width"], result["height"]) == (128, 64) and 0 <= result["contrast"] <= 255
        picture_of(result)
    if not good:
        raise BadAnswer(f"that is not an answer to {method!r}: {repr(result)[:_SHOWN]}")
    return result


def _fits(value: Any, shape: Any) -> bool:
    if shape is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST
    if isinstance(shape, type):
        return isinstance(value, shape)
    if isinstance(shape, tuple):
        return any(_fits(value, each) for each in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            name in value and _fits(value[name], each) for name, each in shape.items()
        )
    return value is shape  # None
