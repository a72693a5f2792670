# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The documents' links, anchors and paths point at what exists."""

import itertools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "hardware", "host_sim", "firmware", "shared_rules", "tests")
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *itertools.chain(*((ROOT / name).rglob("*.md") for name in FOLDERS))]
)
SOURCES = [ROOT / "Makefile", *itertools.chain(*((ROOT / name).rglob("*.py") for name in FOLDERS))]
FENCED = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
# `tests/test_board_pico.py`; not a pattern such as `terminal*.py`, nor a made-up `pins_ID.py`.
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)[ `]")
TEST_FILE = re.compile(r"`(test_\w+\.py)[ `]")
DOCUMENT = re.compile(r"\bdocs/[\w/-]+\.md\b")


def prose(text):
    return FENCED.sub("", text)


def anchors(text):
    """Return the anchors of a document's headings as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        number = next(n for n in itertools.count() if (f"{slug}-{n}" if n else slug) not in found)
        found.add(f"{slug}-{number}" if number else slug)
    return found


def broken_links(path, text):
    for link in ("".join(pair) for pair in LINK.findall(prose(text))):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists():
            yield f"{link}: no such file"
        elif anchor and anchor not in anchors(target.read_text("utf-8") if name else text):
            yield f"{link}: no such heading"


def missing_paths(path, text):
    for name in PATH.findall(text):
        if not (ROOT / name).exists():
            yield name
    for name in TEST_FILE.findall(text):
        if not (ROOT / "tests" / name).exists():
            yield name


@pytest.mark.parametrize("faults", [broken_links, missing_paths])
def test_every_link_and_every_path_in_a_document_is_there(faults):
    found = {
        str(path.relative_to(ROOT)): list(faults(path, path.read_text("utf-8")))
        for path in DOCUMENTS
    }
    assert len(found) > 10 and not {path: told for path, told in found.items() if told}


def test_every_document_named_in_a_source_is_there():
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        for name in DOCUMENT.findall(path.read_text("utf-8"))
        if path != Path(__file__).resolve() and not (ROOT / name).exists()
    }
    assert missing == set()


@pytest.mark.parametrize(
    "faults, text, found",
    [
        (broken_links, "[a](docs/nothing.md)", ["docs/nothing.md: no such file"]),
        (broken_links, "[a](#nowhere)\n# Somewhere\n", ["#nowhere: no such heading"]),
        (broken_links, '<img src="no.png">', ["no.png: no such file"]),
        (broken_links, "```\n# Fenced\n```\n[a](#fenced)", ["#fenced: no such heading"]),
        (missing_paths, "`host_sim/no.py`, `test_no.py`", ["host_sim/no.py", "test_no.py"]),
        (missing_paths, "`tests/conftest.py -k a`", []),
    ],
)
def test_a_fault_is_found(faults, text, found):
    assert list(faults(ROOT / "README.md", text)) == found


def test_anchors_are_those_of_github():
    text = "# `play`: one, *two*\n## The end\n## The end\n## A [link](x.md)\n"
    assert anchors(text) == {"play-one-two", "the-end", "the-end-1", "a-link"}
