# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The built page without a browser: its files, its policy, and its handheld under Node.js."""

import html.parser
import json
import re
import struct
import threading
import urllib.error
import urllib.request

import pytest

from host_sim.cli import main
from host_sim.desk import narrator
from host_sim.drive.drive_files import firmware_files
from host_sim.web import build as web
from host_sim.web.serve import TYPES, server
from tests.web.built import conformance, folder, handheld

PAGES = sorted(web.PAGE.glob("*.html"))
SCRIPTS = sorted(web.PAGE.glob("*.js"))


def text(name):
    return (folder() / name).read_text(encoding="utf-8")


def drive():
    """Return {path: contents} of the files in drive.bin."""
    data = (folder() / web.DRIVE).read_bytes()
    (length,) = struct.unpack_from("<I", data)
    at = 4 + length
    files = {}
    for name, size in json.loads(data[4:at]):
        files[name] = data[at : at + size]
        at += size
    assert at == len(data)
    return files


# -- the folder -----------------------------------------------------------------------------------


def test_the_same_sources_give_the_same_bytes():
    assert web.page_files() == {
        path.relative_to(folder()).as_posix(): path.read_bytes()
        for path in folder().rglob("*")
        if path.is_file() and path.name != "package.json"
    }


def test_another_page_is_another_version(monkeypatch):
    version = re.search(r"pocketpig-(\w{16})", text("sw.js"))[1]
    monkeypatch.setattr(web, "licences", lambda: "other")
    assert version not in web.page_files()["sw.js"].decode()


def test_the_service_worker_keeps_every_file_but_the_tables():
    listed = json.loads(re.search(r"FILES = (\[.*\]);", text("sw.js"))[1])
    there = {path.relative_to(folder()).as_posix() for path in folder().rglob("*.*")}
    tables = {name for name in there if name.startswith("tables/")}
    assert set(listed) == there - tables - {"sw.js", "package.json"} | {"./"}
    told = json.loads(re.search(r"TABLES = (\{.*\});", text("files.js"))[1])
    assert told == {n[len("tables/") :]: (folder() / n).stat().st_size for n in tables}


def test_the_device_files_are_the_devices_own():
    files = drive()
    sources = firmware_files(("shared_rules", "handheld"), web.LIBRARIES)
    for name, data in sources.items():
        if name.startswith("tables/"):
            assert (folder() / name).read_bytes() == data
        elif name.endswith(".py"):
            compiled = files.get(f"/{name[:-3]}.mpy")
            assert compiled is None or compiled[:1] == b"M"
            assert compiled is not None or f"/{name}" in files
        else:
            assert files[f"/{name}"] == data
    own = {name for name in files if not name.startswith("/board_web/")}
    assert len(own) == len([name for name in sources if not name.startswith("tables/")])


def test_without_a_compiler_the_sources_go_along(monkeypatch):
    def compiled(name, source):
        raise web.NoCompiler("none")

    monkeypatch.setattr(web, "compiled", compiled)
    files = web.drive({"handheld/app.py": b'"""Words."""\na = 1\n', "handheld/pages/x.txt": b"x"})
    assert files == {"/handheld/app.py": b'""\na = 1\n', "/handheld/pages/x.txt": b"x"}


def test_placeholders_are_filled_in():
    for path in folder().rglob("*"):
        if path.suffix in (".html", ".js", ".css", ".webmanifest"):
            assert not re.search(r"@[A-Z]+@", path.read_text(encoding="utf-8")), path


def test_the_manifest_names_icons_that_are_there():
    for icon in json.loads(text("manifest.webmanifest"))["icons"]:
        data = (folder() / icon["src"]).read_bytes()
        width, height = struct.unpack_from(">II", data, 16)
        assert f"{width}x{height}" == icon["sizes"]


def test_licences_of_all_that_is_bundled():
    licences = text("licences.txt")
    for name in ("Pocket Pig", "MicroPython", "Emscripten", "ssd1306", "busdevice", "Adafruit"):
        assert name in licences
    assert licences.count("Permission is hereby granted") == 3


# -- the policy -----------------------------------------------------------------------------------


class Inside(html.parser.HTMLParser):
    """What a page must not have under its policy."""

    def __init__(self):
        super().__init__()
        self.wrong = []
        self.sources = []
        self.policy = None

    def handle_starttag(self, tag, pairs):
        names = dict(pairs)
        if tag == "style" or tag == "script" and "src" not in names:
            self.wrong.append(tag)
        self.wrong += [name for name in names if name == "style" or name.startswith("on")]
        if names.get("http-equiv") == "Content-Security-Policy":
            self.policy = names["content"]
        self.sources += [names[name] for name in ("src", "href") if name in names]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_nothing_in_a_page_is_inline_and_nothing_comes_from_elsewhere(page):
    inside = Inside()
    inside.feed(text(page.name))
    assert inside.wrong == []
    assert inside.policy == web.CSP
    assert inside.sources
    for source in inside.sources:
        assert (folder() / source).is_file(), source


def test_the_policy_allows_no_script_but_the_pages_own():
    assert web.POLICY["default-src"] == "'none'"
    assert web.POLICY["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert "unsafe-inline" not in web.CSP and "http" not in web.CSP and "*" not in web.CSP


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_name_no_other_site(script):
    source = script.read_text(encoding="utf-8")
    assert not re.search(r"https?://|\beval\(|new Function|innerHTML|document\.write", source)


def test_it_is_served_with_the_policy_and_the_right_types():
    with server(folder(), 0) as site:
        assert site.server_address[0] == "127.0.0.1"
        threading.Thread(target=site.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{site.server_port}/"
        try:
            for name, kind in (
                ("", "text/html"),
                ("app.js", "text/javascript"),
                ("micropython.mjs", "text/javascript"),
                ("micropython.wasm", "application/wasm"),
                ("manifest.webmanifest", "application/manifest+json"),
            ):
                with urllib.request.urlopen(url + name) as answer:
                    assert answer.headers["Content-Type"].startswith(kind)
                    assert answer.headers["Content-Security-Policy"].startswith(web.CSP)
            for name in ("tables/", "nothing", "..%2f..%2fetc%2fpasswd"):
                with pytest.raises(urllib.error.HTTPError):
                    urllib.request.urlopen(url + name)
        finally:
            site.shutdown()
    assert {path.suffix for path in folder().rglob("*.*")} - set(TYPES) == {".json"}


# -- the command ----------------------------------------------------------------------------------


def test_the_command_builds_a_folder_anew(tmp_path, capsys):
    place = tmp_path / "web"
    assert main(["web", str(place)]) == 0
    assert re.fullmatch(
        r".*web: \d+ files; \d+ KB pages and program, \d+ KB tables of perfect play\n",
        capsys.readouterr().out,
    )
    (place / "old.js").write_text("old")
    assert main(["web", str(place)]) == 0
    assert not (place / "old.js").exists()


def test_the_command_leaves_other_folders_alone(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["web", str(tmp_path)]) == 1
    assert "holds other files" in capsys.readouterr().err
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_the_command_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(web, "MICROPYTHON", "no-such-package")
    assert main(["web", str(tmp_path / "web")]) == 1
    assert "npm install no-such-package@1.27.0" in capsys.readouterr().err


def test_micropython_has_the_version_of_package_json():
    packages = json.loads((web.Path(web.__file__).parents[2] / "package.json").read_text())
    assert packages["devDependencies"][web.MICROPYTHON] == web.MICROPYTHON_VERSION


# -- words ----------------------------------------------------------------------------------------


def test_the_words_of_the_page_are_there_in_every_language():
    from handheld import language

    found = {}
    for code, block in re.findall(r"\n  (\w\w): \{\n(.*?)\n  \},", text("words.js"), re.DOTALL):
        found[code] = dict(re.findall(r'(\w+):\s*((?:"[^"]*"(?: \+\s*)?)+)', block))
    assert set(found) == set(language.CODES)
    for code, words in found.items():
        assert set(words) == set(found["en"]), code
        assert len(words) > 20
        for key, value in words.items():
            assert value.count("%s") == found["en"][key].count("%s"), (code, key)
    used = set(re.findall(r'data-(?:text|label)="(\w+)"', text("index.html")))
    used |= set(re.findall(r'say\("(\w+)"', "".join(map(text, ("app.js", "share.js")))))
    assert used <= set(found["en"])


def test_signs_are_spoken_as_by_the_simulator():
    source = text("narrator.js")
    assert dict(re.findall(r'"(.)": "([^"]+)"', source)) == narrator.SIGNS
    assert f"REST_MS = {narrator.REST_MS};" in source


# -- the handheld ---------------------------------------------------------------------------------


def test_the_screens_are_those_of_every_other_target():
    with handheld("a", "b") as url:
        status, said = conformance(url, "host_sim/testing/conformance/test_screens.py")
    assert status == 0, said


@pytest.mark.slow
def test_it_passes_the_conformance_suite():
    with handheld("a", "b") as url:
        status, said = conformance(url, "host_sim/testing/conformance")
    assert status == 0, said
