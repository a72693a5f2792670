"""Check a settings.toml that stays on the drive: can the handheld start with it?

Source: CircuitPython, supervisor/shared/settings.c, main.c and safe_mode.c. It reads lines, not
TOML. Instead of a value that is no number, or not above zero, it takes its own.
"""

import re

from host_sim.command_error import CommandError

# {key: (least, most)} with which the emulated Pico starts, in play mode and in computer mode.
LIMITS = {
    "CIRCUITPY_HEAP_START_SIZE": (1, 160_000),
    "CIRCUITPY_PYSTACK_SIZE": (1_536, 20_000),
    "CIRCUITPY_SAFE_MODE_DELAY": (0, 10),
}
_LINE = re.compile(rf"^\s*({'|'.join(LIMITS)})\s*=\s*([^\s#]+)", re.MULTILINE)


def check_settings(contents: bytes) -> None:
    """Raise CommandError if the handheld does not start with these settings."""
    for key, text in _LINE.findall(contents.decode("utf-8", "replace")):
        least, most = LIMITS[key]
        value = _number(text)
        if 0 < value < least or not value <= most:
            raise CommandError(
                f"the drive's settings.toml has {key} = {text[:20]}, and the handheld starts with "
                f"{least:,} to {most:,}. Nothing was copied. Correct that line, or delete the "
                "file: deploy then writes its own"
            )


def _number(text: str) -> float:
    """Return the number, 0 if it is none."""
    for read in (lambda text: int(text, 0), float):
        try:
            return read(text)
        except ValueError:
            pass
    return 0
