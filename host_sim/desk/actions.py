"""The table of what one can do in the window, in the terminal, with a gamepad and in a script."""

from typing import NamedTuple

_LABELS = {"UP": "↑", "DOWN": "↓", "RETURN": "Enter", "ESCAPE": "Esc"}


class Action(NamedTuple):
    """A button of the handheld, or a command.

    ``words`` say what it does, "" if those of the action before do; the help says nothing of an
    action without a ``group``. Keys are separated by spaces, the ones to tell first: letters, what
    pygame calls the key after `K_`, both also after `Ctrl+`, and other characters that are typed.
    ``pad``: what SDL calls its buttons. ``script``: scripts know it. ``repeats``: in the window,
    while its key is held.
    """

    name: str
    group: str
    words: str
    window: str = ""
    terminal: str = ""
    pad: str = ""
    script: bool = False
    repeats: bool = False

    def labels(self, column: str, most: int) -> list[str]:
        """Return its first keys in ``window`` or ``terminal`` as one reads them."""
        keys = getattr(self, column).split()[:most]
        return [
            _LABELS.get(key) or "+".join(part.capitalize() for part in key.split("+")) or key
            for key in keys
        ]


ACTIONS = (
    Action("up", "Handheld", "up, down", "UP w", "UP w k", "DPAD_UP", script=True),
    Action("down", "Handheld", "", "DOWN s", "DOWN s j", "DPAD_DOWN", script=True),
    Action("a", "Handheld", "A", "RETURN a SPACE KP_ENTER", "ENTER a SPACE", "A X", script=True),
    Action("b", "Handheld", "B", "ESCAPE b BACKSPACE", "ESCAPE b BACKSPACE", "B Y", script=True),
    Action("long a", "Handheld", "long", "", "Shift+a"),
    Action("long b", "Handheld", "", "", "Shift+b"),
    Action("help", "Window", "keys", "h ?", "h ?"),
    Action("all keys", "Window", "all keys", "F1"),
    Action("larger", "Window", "size", "+ =", repeats=True),
    Action("smaller", "Window", "", "-", repeats=True),
    Action("quit", "Window", "quit", "Ctrl+q", "q Ctrl+c Ctrl+d"),
    Action("save picture", "Window", "picture", "F12"),
    Action("mute", "Window", "sound", "m", "m", "BACK"),
    Action("pause", "Time", "pause", "p PAUSE", "p", "START", script=True),
    Action("picture", "Time", "next picture", ".", ".", script=True, repeats=True),
    Action("step", "Time", "next step", ">", ">", script=True, repeats=True),
    Action("slower", "Time", "slower, faster", "[", "[", script=True),
    Action("faster", "Time", "", "]", "]", script=True),
    Action("power", "Handheld", "off and on", "Ctrl+p", "Ctrl+p", script=True),
    Action("copy", "Game", "copy, paste it", "Ctrl+c", "c"),
    Action("paste", "Game", "", "Ctrl+v"),
    Action("repeat", "Terminal", "say it again", "", "r"),
    Action("dots", "Terminal", "dots", "", "v"),
    Action("redraw", "", "draw again", "", "Ctrl+l"),
    *(Action(f"face {n}", "", "a die thrown", str(n), str(n)) for n in range(7)),
)


class Row(NamedTuple):
    """Keys as one reads them, and what they do."""

    group: str
    keys: list[str]
    words: str


def rows(column: str, most: int) -> list[Row]:
    """Return what the help tells about the keys of a column, ``most`` keys of an action."""
    told: list[Row] = []
    for each in ACTIONS:
        if each.words:
            told.append(Row(each.group, [], each.words))
        told[-1].keys.extend(each.labels(column, most))
    return [row for row in told if row.group and row.keys]


def keys(column: str) -> dict[str, str]:
    """Return {key: action} of ``window``, ``terminal`` or ``pad``."""
    return {key: each.name for each in ACTIONS for key in getattr(each, column).split()}
