"""Press buttons by a script in simulated time, for pictures and films."""

from collections.abc import Callable, Sequence

from handheld.board import BUTTONS
from host_sim.desk.actions import ACTIONS
from host_sim.desk.session import Session

AFTER_S = 0.3  # from the last key to the picture
KEY_MS = 200  # from one press to the next
FRAME_MS = 50  # from one picture of a film to the next, at least
LONGEST_S = 3600.0
COMMANDS = [each.name for each in ACTIONS if each.script and each.name not in BUTTONS]
Script = Sequence[str | float]  # buttons and commands, and seconds to wait


def parse(text: str) -> Script:
    """Return the script in words. Raises ValueError, which names the wrong word."""
    return [
        word if word in BUTTONS or word in COMMANDS else _seconds(word)
        for word in text.lower().split()
    ]


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_S:
        raise ValueError(
            f"{word!r} is neither {', '.join(BUTTONS)} nor a number of seconds "
            f"nor one of {', '.join(COMMANDS)}"
        )
    return seconds


def play(session: Session, script: Script, each_frame: Callable[[], None]) -> None:
    """Play the script, then let AFTER_S pass. Call ``each_frame`` every FRAME_MS."""

    def advance(ms: float) -> None:
        while ms > 0:
            each_frame()
            session.advance(min(ms, FRAME_MS))
            ms -= FRAME_MS

    advance(KEY_MS)  # what is drawn at the start is drawn before the first key
    for each in script:
        if isinstance(each, float):
            advance(each * 1000)
        elif each in COMMANDS:
            session.do(each)
        else:
            session.tap(each)
            advance(KEY_MS)
    advance(AFTER_S * 1000)
    each_frame()
