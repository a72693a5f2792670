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


if __name__ == "__main__":
    if not importlib.util.find_spec("playwright"):
        sys.exit(f"Playwright is missing: {sys.executable} -m pip install --group browser")
    if not chromium():
        sys.exit("Chromium is missing: apt install chromium; or name one: CHROMIUM=/path/to/chrome")
