"""The documents' links, anchors, paths and commands are right; the README leads to each page."""

import argparse
import importlib
import itertools
import re
import shlex
from pathlib import Path

import pytest

from host_sim.commands import play
from host_sim.commands.arguments import add_module
from host_sim.desk import actions

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "hardware", "host_sim", "firmware", "shared_rules", "tests")
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *itertools.chain(*((ROOT / name).rglob("*.md") for name in FOLDERS))]
)
SOURCES = [ROOT / "Makefile", *itertools.chain(*((ROOT / name).rglob("*.py") for name in FOLDERS))]
MOST_WORDS = 24_000  # of all documents
FENCED = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
# `tests/desk/test_voice.py`; not a pattern such as `terminal*.py`, nor a made-up `pins_ID.py`.
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)[ `]")
TEST_FILE = re.compile(r"`(test_\w+\.py)[ `]")
# In a block: a comment, a description after two spaces and a redirection are no part of it.
COMMAND_LINE = re.compile(
    r"^ *(?:\$ )?(?:\.venv/bin/)?(pocketpig (?:(?!  | [>|] ).)+)", re.MULTILINE
)
COMMAND_NAMED = re.compile(r"`(pocketpig [a-z]+ (?:(?! > )[^`])+)")
MAKE = re.compile(r"(?:`|^ *(?:\$ )?)make ([a-z][\w-]*)", re.MULTILINE)
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
        if not [*ROOT.glob(f"tests/*/{name}")]:
            yield name


def missing_targets(_path, text):
    makefile = (ROOT / "Makefile").read_text("utf-8")
    yield from {*MAKE.findall(text)} - {*re.findall(r"^([a-z][\w-]*):", makefile, re.MULTILINE)}


@pytest.mark.parametrize("faults", [broken_links, missing_paths, missing_targets])
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
        (missing_targets, "`make test`, `make tea`\n```\n$ make dist UF2=X.uf2\n```", ["tea"]),
    ],
)
def test_a_fault_is_found(faults, text, found):
    assert list(faults(ROOT / "README.md", text)) == found


def linked(path):
    """Return the documents that a document links to, or that are in a folder it links to."""
    found = set()
    for link, _ in LINK.findall(prose(path.read_text("utf-8"))):
        name = link.partition("#")[0]
        target = (path.parent / name if name else path).resolve()
        found.add(target / "README.md" if target.is_dir() else target)
    return found


def test_every_page_is_two_clicks_from_the_readme():
    reached = linked(ROOT / "README.md")
    reached |= set().union(*(linked(path) for path in reached & {*DOCUMENTS}))
    assert {*DOCUMENTS} - reached == set()


def test_the_documents_stay_short():
    words = {path: len(path.read_text("utf-8").split()) for path in DOCUMENTS}
    assert sum(words.values()) <= MOST_WORDS, "cut what a reader does not need"


def test_the_keys_named_are_keys_of_the_window_and_what_follows_an_address_is_read():
    text = (ROOT / "docs" / "simulator.md").read_text("utf-8") + str(play.__doc__)
    named = re.findall(r"\bCtrl\+[A-Z]\b|\bF[0-9]+\b", text)
    keys = {key.upper() for key in actions.keys("window")}
    assert named and {key.upper() for key in named} <= keys
    asked = re.findall(r"`\?(\w+)=", text)
    page = (ROOT / "host_sim" / "web" / "page" / "app.js").read_text("utf-8")
    assert asked and all(f'(location.search).get("{name}")' in page for name in asked)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_the_first_sentence_says_for_whom_the_page_is(path):
    text = path.read_text("utf-8").removeprefix("# ")
    assert re.match(r"[^\n]+\n+(?:(?!\n\n)[^.])*?\b(?:For|for|Para) ", text)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise ValueError(message)


def fault_of(command):
    """Return why the command line refuses a command; "" if it does not."""
    _, name, *words = shlex.split(command, comments=True)
    parser = Parser()
    try:
        add_module(parser, importlib.import_module(f"host_sim.commands.{name}"))
        parser.parse_args(words)
    except SystemExit:  # `--help`
        return ""
    except (ImportError, ValueError) as error:
        return str(error)
    return ""


def commands(path, text):
    """Yield (command, whether it is whole: a sentence may name only its beginning)."""
    for block in FENCED.finditer(text):
        for line in COMMAND_LINE.findall(block[0]):
            yield line, True
    for named in COMMAND_NAMED.findall(prose(text)):
        yield named, False


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_command_line_knows_every_command(path):
    for command, whole in commands(path, path.read_text("utf-8")):
        fault = fault_of(command)
        if not whole and re.search("required|expected one argument|is not HOST:PORT", fault):
            continue
        assert not fault, command
