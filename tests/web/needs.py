"""What the tests in a browser need: `python -m tests.web.needs` names what is missing."""

import importlib.util
import os
import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def chromium():
    """Return the path of Chromium, "" if there is none."""
    named = os.environ.get("CHROMIUM", "")
    return named or next(filter(None, map(shutil.which, NAMES)), "")


def missing():
    """Return what to install, a line each."""
    lines = []
    if importlib.util.find_spec("playwright") is None:
        lines.append(
            f"Playwright, which drives the browser: {sys.executable} -m pip install --group browser"
        )
    if not chromium():
        lines.append(
            "Chromium, of your system: apt install chromium; or name one: CHROMIUM=/path/to/chrome"
        )
    return lines


if __name__ == "__main__":
    found = missing()
    if found:
        print("The tests in a browser install nothing themselves. They need", file=sys.stderr)
        print("\n".join(f"  {line}" for line in found), file=sys.stderr)
    sys.exit(bool(found))
