"""Draw the states of the gallery. `make screens`: in every language, into build/screens."""

import hashlib
import pathlib
import sys

from handheld import language
from host_sim.testing.frames import save_png
from host_sim.testing.golden import golden_text
from tests.support.driven import Driven
from tests.tools.gallery import SCREENS

GOLDENS = pathlib.Path(__file__).parents[1] / "handheld" / "goldens"
FOLDER = pathlib.Path("build/screens")
SCALE = 4


def in_state(show, code):
    """Return a handheld in a state, in the language `code`."""
    handheld = Driven(test_mode=False)
    handheld.set(language=code, motion="off")
    handheld.app.show("title")
    show(handheld)
    return handheld


def drawn(handheld):
    """Return what it shows as a golden."""
    return golden_text(handheld.seen(), handheld.words())


def summary(name, golden):
    """Return a golden as one line: the name, 16 digits of the picture's SHA-256, the words."""
    lines = golden.split("\n")
    digits = hashlib.sha256("\n".join(lines[:32]).encode()).hexdigest()[:16]
    return " | ".join([f"{name} {digits}", *lines[33:-1]])


def change(name, code, golden):
    """Return "" if this is the golden of the state, else both, and how to see and accept it."""
    if code == "en":
        expected = (GOLDENS / f"en/{name}.txt").read_text("utf-8")
    else:
        golden = summary(name, golden)
        lines = (GOLDENS / f"{code}.txt").read_text("utf-8").splitlines()
        expected = {line.split()[0]: line for line in lines}.get(name, "nothing")
    if golden == expected:
        return ""
    return (
        f"{name} in {code!r} has changed. Expected:\n{expected}\nshown:\n{golden}\n"
        f"See it: python -m tests.tools.catalogue {name}, then build/screens/{code}/{name}.png\n"
        "Accept it: python -m pytest tests/handheld/test_screens.py --pocketpig-update-goldens\n"
    )


def main(names):
    unknown = sorted(set(names) - {name for name, _ in SCREENS})
    if unknown:
        sys.exit(f"no such state: {' '.join(unknown)}; tests/tools/gallery.py has them all")
    states = [(name, show) for name, show in SCREENS if not names or name in names]
    rows = []
    for name, show in states:
        cells = [f"<th>{name}"]
        for code in language.CODES:
            picture = FOLDER / code / f"{name}.png"
            picture.parent.mkdir(parents=True, exist_ok=True)
            save_png(in_state(show, code).seen(), str(picture), SCALE)
            cells.append(f'<td><img src="{code}/{name}.png" width="256">')
        rows.append("<tr>" + "".join(cells))
    table = "<!doctype html><meta charset=utf-8><table>\n" + "\n".join(rows) + "\n</table>\n"
    (FOLDER / "index.html").write_text(table, encoding="utf-8")
    print(f"{FOLDER}/index.html: {len(states)} states in {len(language.CODES)} languages")


if __name__ == "__main__":
    main(sys.argv[1:])
