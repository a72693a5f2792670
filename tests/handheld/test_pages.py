"""The files of texts: each text is found, in small pieces, and only by the program it is for."""

import io
import re
import shutil

import pytest

from handheld import language, pages
from handheld.app import App
from handheld.runner import Runner
from host_sim.drive.drive_files import drive_files
from host_sim.simulated.board import SimulatedBoard


@pytest.fixture
def drive(tmp_path, monkeypatch):
    """The folder with the texts of the drive, in use."""
    for path, data in drive_files(source=True).items():
        if path.startswith("handheld/pages/"):
            (tmp_path / path.rpartition("/")[2]).write_bytes(data)
    monkeypatch.setattr(language, "FOLDER", f"{tmp_path}/")
    monkeypatch.setattr(language, "FITS", pages.fits())
    monkeypatch.setattr(language, "_code", "")
    yield tmp_path
    monkeypatch.undo()
    language._code = ""
    language.load("en")


@pytest.mark.parametrize("name", language.CODES)
def test_each_text_is_found_in_pieces_that_fit_between_other_things(name, drive, monkeypatch):
    """Some modules need 570 bytes in one piece, so no free piece needs to be larger."""
    sizes = []

    class Counted(io.FileIO):
        def read(self, n):
            sizes.append(n)
            return super().read(n)

    monkeypatch.setattr(language, "open", Counted, raising=False)
    sections = pages.sections_of(pages.FOLDER) + pages.sections_of(f"{pages.FOLDER}/{name}")
    assert len(sections) > 10 and max(len("".join(lines)) for _, lines in sections) > 400
    book = language._open(name)
    with book:
        for key, lines in sections:
            assert language._read(book, key) == lines, key
            assert language._read(book, key + "?") is None
    assert max(sizes) == 400 and max(len(line) for _, lines in sections for line in lines) <= 112


# A heading, a section or a condition of the rules.
MARK = r"#|\+.*|[^:]*=[^:]*(?=:)"
# What is put in, and numbers of two digits or more: a language may write out the others.
VALUE = r"\d\d+|%[sd%]|\{\w+\}"


@pytest.mark.parametrize("name", language.CODES)
def test_a_translation_has_the_texts_with_the_marks_and_values_of_english(name):
    def found(code):
        sections = pages.sections_of(f"{pages.FOLDER}/{code}")
        return {key: values(lines) for key, lines in sections if key != code}  # its name

    def values(lines):
        marks = [mark[0] for mark in (re.match(MARK, line) for line in lines) if mark]
        text = " ".join(lines)
        return marks, re.findall("[▲▼◀▶]", text), sorted(re.findall(VALUE, text))

    assert found(name) == found("en")


def changed(data):
    return bytes([data[0] ^ 1]) + data[1:]


@pytest.mark.parametrize("other", [changed, lambda data: b"", lambda data: data[:700]])
def test_the_start_says_that_the_texts_are_not_those_of_the_program(drive, other):
    path = drive / "en.texts"
    path.write_bytes(other(path.read_bytes()))
    runner = Runner(SimulatedBoard(), App)
    runner.step()
    assert runner.crashed
    shown = " ".join(runner.app.canvas.lines())
    assert "pages/en" in shown or "cut short" in shown, shown


def test_texts_fit_a_program_with_the_same_keys_and_values(tmp_path, monkeypatch):
    before = pages.fits()
    shutil.copytree(f"{pages.FOLDER}/en", tmp_path / "en")
    monkeypatch.setattr(pages, "FOLDER", str(tmp_path))
    path = tmp_path / "en" / "words.txt"
    text = path.read_text("utf-8")
    path.write_text(text.replace("\nplay=Play", "\nplay=Begin"), "utf-8")
    assert pages.fits() == before
    for new in ("\nplays=Play", "\nplay=Play %s"):
        path.write_text(text.replace("\nplay=Play", new), "utf-8")
        assert pages.fits() != before


@pytest.mark.parametrize(
    "line, why", [("play=Again", "more than one text of play"), ("odd=[x]", "odd: no line")]
)
def test_a_text_that_could_not_be_found_is_refused(tmp_path, monkeypatch, line, why):
    shutil.copytree(f"{pages.FOLDER}/en", tmp_path / "en")
    monkeypatch.setattr(pages, "FOLDER", str(tmp_path))
    with open(tmp_path / "en" / "words.txt", "a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(ValueError, match=why):
        pages.indexed("en")
