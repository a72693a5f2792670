# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`make screens`: draw every screen in every language, and a page that shows them.

Writes docs/screens/<language>/<name>.png, panel pixels times four, and docs/screens.md.
"""

import pathlib

from handheld import language
from tests.driven import Driven
from tests.framedump import save_png
from tests.gallery import SCREENS

DOCS = pathlib.Path(__file__).parents[1] / "docs"
SCALE = 4
HEAD = """<!-- SPDX-FileCopyrightText: 2026 Pocket Pig contributors -->
<!-- SPDX-License-Identifier: MIT -->
# Every screen

The screens of the handheld in every language, for reference. `make screens` makes this page from
the states in `tests/gallery.py`. `tests/goldens` has the same pictures as text, and the tests
compare them with the model of the panel.

"""


def pictures(code):
    """Return [(name, frame of 1,024 bytes)] of all screens in the language `code`."""
    shown = []
    for name, show in SCREENS:
        handheld = Driven(test_mode=False)
        handheld.set(language=code, motion="off")
        show(handheld)
        shown.append((name, handheld.frame()))
    return shown


def own_name(code):
    """Return what the language calls itself."""
    language.load(code, True)
    return language.say(code)


def main():
    for code in language.CODES:
        folder = DOCS / "screens" / code
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()
        for name, frame in pictures(code):
            save_png(frame, str(folder / f"{name}.png"), SCALE)
        print(f"{folder}: {len(SCREENS)} pictures")
    lines = [HEAD + "| | " + " | ".join(own_name(code) for code in language.CODES) + " |"]
    lines.append("| --- |" + " --- |" * len(language.CODES))
    for name, _ in SCREENS:
        words = name.replace("_", " ")
        cells = [
            f'<img src="screens/{code}/{name}.png" width="256" alt="{words}">'
            for code in language.CODES
        ]
        lines.append(f"| {words} | " + " | ".join(cells) + " |")
    (DOCS / "screens.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
