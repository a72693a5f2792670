"""Run `pocketpig` as a process without a display."""

import contextlib
import os
import subprocess
import sys

PATIENCE_S = 900  # only a failing test waits so long
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


def _how(words, changes):
    env = {name: value for name, value in os.environ.items() if name not in _DISPLAYS}
    command = [sys.executable, "-m", "host_sim.cli", *words]
    return {"args": command, "env": {**env, **changes}, "text": True}


def run(*words, **changes):
    """Run it to its end; `changes` of the environment. Return a CompletedProcess."""
    how = _how(words, changes)
    return subprocess.run(
        **how, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PATIENCE_S
    )


@contextlib.contextmanager
def running(*words, **changes):
    """Yield a process with pipes for its output and its errors, which is ended then."""
    process = subprocess.Popen(
        **_how(words, changes), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)
