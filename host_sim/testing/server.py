"""Run `pocketpig serve` as a child process."""

import os
import subprocess
import sys


class Server:
    """A server with these arguments on ``url``, "" if it could not start. ``greeting``: its first
    line."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "host_sim.cli", "serve", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()
        self.url = self.greeting.split()[-1] if self.greeting else ""

    def stop(self) -> tuple[int, str, str]:
        """End it with SIGTERM; return (exit status, the rest of its output, its errors)."""
        self.process.terminate()
        try:
            output, errors = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            output, errors = self.process.communicate()
        return self.process.returncode, output, errors
