"""The built page without a browser: its files, its policy, and its handheld under Node.js."""

import contextlib
import hashlib
import html
import importlib
import itertools
import json
import re
import socket
import struct
import sys
import threading
import time
import types
import urllib.error
import urllib.request
from http.server import ThreadingHTTPServer

import pytest

from handheld.drawing.panel import Panel
from host_sim import install_hint
from host_sim.cli import main
from host_sim.desk import casing
from host_sim.drive.drive_files import firmware_files
from host_sim.link.client import Client, Refused
from host_sim.simulated.board import SimulatedBoard
from host_sim.web import build as web
from host_sim.web import serve
from host_sim.web.serve import TYPES, server
from tests.drive.test_deploy import contents
from tests.support.programs import PATIENCE_S
from tests.web.built import folder, handheld, node

PAGES = sorted(web.PAGE.glob("*.html"))


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


def test_the_same_sources_give_the_same_bytes():
    built = contents(folder())
    del built["package.json"], built[web.LIST]
    assert web.page_files() == built


def test_the_page_knows_the_size_of_each_table():
    there = {path.relative_to(folder()).as_posix() for path in folder().rglob("*.*")}
    told = node('tell((await import("./files.js")).TABLES)')
    tables = {name for name in there if name.startswith("tables/")}
    assert told == {n[len("tables/") :]: (folder() / n).stat().st_size for n in tables}


def test_a_link_has_a_record_or_what_is_none():
    records = {
        "#pp1+pig+players=2+:+6": "pp1 pig players=2 : 6",
        "#pp1+" + "6" * 3496: "pp1 " + "6" * 3496,  # as long as a record may be
        "#pp1+" + "6" * 3997: "pp1 ",
        "#pp1+" + "%36" * 600_000: "pp1 ",
        "#other": "",
        "#pp1+%ZZ": "",
    }
    read = """
    globalThis.location = { href: "http://localhost/?hold=a,b#pp1+pig" };
    const { linkOf, linkOfChallenge, recordOf } = await import("./share.js");
    tell([given.map(recordOf), linkOf("pp1 pig : 6"), linkOfChallenge(7)]);
    """
    told, *links = node(read, list(records))
    assert told == list(records.values())
    assert links == ["http://localhost/#pp1+pig+:+6", "http://localhost/#challenge=7"]


def test_the_device_files_are_the_devices_own():
    files = drive()
    others = set()
    for name, data in firmware_files(("shared_rules", "handheld"), web.LIBRARIES).items():
        if name.startswith("tables/"):
            assert (folder() / name).read_bytes() == data
            continue
        compiled = f"/{name[:-3]}.mpy"
        if name.endswith(".py") and compiled in files:
            assert files[compiled][:1] == b"M"
            others.add(compiled)
        else:
            assert name.endswith(".py") or files[f"/{name}"] == data
            others.add(f"/{name}")
    pages = ("/board_web/", "/host_sim/", "/pocketpig/")
    assert {name for name in files if not name.startswith(pages)} == others


def test_placeholders_are_filled_in():
    for path in folder().rglob("*"):
        if path.suffix in (".html", ".js", ".css", ".webmanifest"):
            assert not re.search(r"@[A-Z]+@", path.read_text(encoding="utf-8")), path


def test_the_manifest_installs_a_page_of_its_own_with_icons_that_are_there():
    manifest = json.loads(text("manifest.webmanifest"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        width, height = struct.unpack_from(">II", (folder() / icon["src"]).read_bytes(), 16)
        assert f"{width}x{height}" == icon["sizes"]


def test_licences_of_all_that_is_bundled():
    licences = text("licences.txt")
    for name in "Pocket Pig,MicroPython,Emscripten,Paul Miller,ssd1306,busdevice,Adafruit".split(
        ","
    ):
        assert name in licences
    assert licences.count("Permission is hereby granted") == 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_nothing_in_a_page_is_inline_and_nothing_comes_from_elsewhere(page):
    written = html.unescape(re.sub("<!--.*?-->", "", text(page.name), flags=re.DOTALL))
    tags = re.findall(r"<(\w+)([^>]*)>", written)
    assert not [tag for tag, names in tags if tag == "script" and " src=" not in names]
    assert not re.search(r"<style|<[^>]*\s(?:style|on\w+)\s*=", written)
    assert f'http-equiv="Content-Security-Policy" content="{web.CSP}"' in written
    sources = re.findall(r'\s(?:src|href)="([^"]*)"', written)
    assert sources and all((folder() / source).is_file() for source in sources), sources


def test_the_policy_allows_no_script_but_the_pages_own():
    assert web.POLICY["default-src"] == "'none'"
    assert web.POLICY["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert "unsafe-inline" not in web.CSP and "http" not in web.CSP and "*" not in web.CSP


@pytest.mark.parametrize(
    "style, kinds",
    [
        ("style.css", [".faces button", "nav button", "nav a", "dialog button", ".presses button"]),
        ("pages.css", ["select", 'input[type="number"]', 'input[type="text"]', "button"]),
    ],
)
def test_each_button_is_large_enough_for_a_thumb(style, kinds):
    """44 pixels, which are 2.75 rem."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", text(style), flags=re.S))
    found = {}
    for selectors, declarations in rules:
        sizes = re.findall(r"(?<![\w-])((?:min-|max-)?height): ([\d.]+)rem", declarations)
        for selector in map(str.strip, selectors.split(",")):
            if re.search(r"button|\ba$|select|input", selector):
                found.setdefault(selector, []).extend(float(size) for _, size in sizes)
    assert {kind: sizes for kind, sizes in found.items() if min(sizes, default=3) < 2.75} == {}
    assert all(found[kind] for kind in kinds)


def luminance(colour):
    """Return the relative luminance of an sRGB colour `#rrggbb` (WCAG 2.2)."""
    parts = [each / 255 for each in bytes.fromhex(colour[1:])]
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts))


def test_words_have_contrast_in_the_dark_in_the_light_and_on_the_casing():
    given = re.compile(r"--([\w-]+): (#\w{6});")
    dark = dict(given.findall(text("casing.css") + text("style.css")))
    light = {**dark, **dict(given.findall(text("colours.css")))}
    pairs = [(dark["lit"], dark["desk"]), (light["link"], light["desk"])]
    pairs += [(each[name], each["desk"]) for each in (dark, light) for name in ("words", "notice")]
    # The lightest and the darkest colour of the body's face.
    face = casing.svg(casing.WHOLE, '<rect fill="url(#face)"/>')
    pairs += [(dark["on-casing"], each) for each in re.findall('stop-color="(#.{6})"', face)]
    for pair in pairs:
        darker, lighter = sorted(map(luminance, pair))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, pair
    assert luminance(dark["desk"]) < 0.2 and luminance(light["desk"]) > 0.8


@pytest.fixture(scope="module")
def site():
    """The address of a server of the page."""
    with server(folder(), 0) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield site.server_address
        site.shutdown()


def test_it_is_served_with_the_policy_and_the_right_types(site):
    assert site[0] == "127.0.0.1"
    for name, kind in (
        ("", "text/html"),
        ("app.js", "text/javascript"),
        ("micropython.mjs", "text/javascript"),
        ("micropython.wasm", "application/wasm"),
        ("manifest.webmanifest", "application/manifest+json"),
    ):
        with urllib.request.urlopen(f"http://127.0.0.1:{site[1]}/{name}") as answer:
            assert answer.headers["Content-Type"].startswith(kind)
            assert answer.headers["Content-Security-Policy"].startswith(web.CSP)
            assert answer.headers["Permissions-Policy"] == "camera=(self)"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cache-Control"] == "no-cache"  # after a build the new files
    assert {path.suffix for path in folder().rglob("*.*")} - set(TYPES) == {".json"}


def ask(address, text):
    """Return what a server answers to bytes, until it hangs up."""
    with socket.create_connection(address, 30) as client:
        client.sendall(text)
        return client.makefile("rb").read()


PATHS = [
    "/%00", "/app.js%00.png", "/%ff%fe", "/" + "x" * 5000, "/" + "../" * 300 + "etc/passwd",
    "/app.js/", "/tables/", "/nothing", "/..%2f..%2fetc%2fpasswd",
    "/con:", "a://[/../..", "//[", "/?%00", "*", "http://[::1", "/tables",
    "/%2e%2e/%2e%2e/etc/passwd",
]  # fmt: skip


def test_any_path_is_answered(site, capsys):
    for path, method in itertools.product(PATHS, ("GET", "HEAD")):
        status = ask(site, f"{method} {path} HTTP/1.0\r\n\r\n".encode("latin-1")).split()[1]
        assert status in (b"404", b"301", b"200")
        assert status != b"200" or path in ("/?%00", "//[")  # the first page
    assert ask(site, b"GET /app.js HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.0 200")
    assert capsys.readouterr().err == ""


def test_clients_may_leave_at_any_time(site, capsys):
    wasm = b"GET /micropython.wasm HTTP/1.0\r\n\r\n"
    for sent in (b"", b"G", wasm[:-2], wasm, b"\0" * 70000, b"GET / HTTP/9.9\r\n\r\n", b"\r\n"):
        for read in (0, 1, 4000):
            client = socket.create_connection(site, 30)
            # It resets the connection.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.sendall(sent)
            if read and sent == wasm:
                client.recv(read)
            client.close()
    assert len(ask(site, wasm)) > 100_000
    assert capsys.readouterr().err == ""


def test_a_connection_ends_in_time(site, capsys, monkeypatch):
    monkeypatch.setattr(serve, "LIMIT_S", 0.5)
    with (
        socket.create_connection(site, 30) as trickles,
        socket.create_connection(site, 30) as waits,
    ):
        waits.sendall(b"GET /micropython.wasm HTTP/1.0\r\n\r\n")  # and reads nothing
        begun = time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() < begun + PATIENCE_S:
                trickles.sendall(b"x")
                time.sleep(0.05)
        waits.settimeout(PATIENCE_S)
        with contextlib.suppress(ConnectionError):
            while waits.recv(1 << 20):
                pass
    assert capsys.readouterr().err == ""


@pytest.fixture
def small(monkeypatch):
    """small(name=contents, …): what the next build writes."""

    def small(**files):
        contents = {name.replace("_", "."): data for name, data in files.items()}
        monkeypatch.setattr(web, "page_files", lambda: {"sw.js": b"w", **contents})

    return small


OURS = ["changed", "file", "link", "folder", "list", "temporary"]


@pytest.mark.parametrize("taken", [*OURS, "sw.js", "mine.txt", web.LIST])
def test_a_build_replaces_nothing_of_somebody_else(tmp_path, small, capsys, taken):
    """Whether an earlier build has written the folder, or nobody knows who."""
    place, home = tmp_path / "web", tmp_path / "home"
    place.mkdir()
    home.mkdir()
    (home / "precious").write_text("precious")
    small(index_html=b"1")
    if taken in OURS:
        web.build(place)
    if taken == "list":
        (place / web.LIST).unlink()
    {
        "changed": lambda: (place / "index.html").write_text("mine"),
        "file": lambda: (place / "new.js").write_text("mine"),
        "link": lambda: (place / "new.js").symlink_to(home / "precious"),
        "folder": (place / "new.js").mkdir,
        "temporary": lambda: (place / web.TEMPORARY).symlink_to(home / "precious"),
        "list": lambda: (place / web.LIST).symlink_to(home / "precious"),
    }.get(taken, lambda: (place / taken).write_text("mine"))()
    before = contents(tmp_path)
    small(index_html=b"2", new_js=b"new")
    assert main(["web", str(place)]) == 1
    reason = "move it away" if taken in OURS else "holds files of no earlier build: name an empty"
    assert reason in capsys.readouterr().err
    assert contents(tmp_path) == before


def test_its_list_removes_nothing_elsewhere_and_nothing_that_differs(tmp_path, small):
    place = tmp_path / "web"
    small(old_js=b"of an earlier version")
    web.build(place)
    small()
    web.build(place)
    assert {*contents(place)} == {web.LIST, "sw.js"}
    (tmp_path / "precious").write_bytes(b"x")
    (place / "mine.txt").write_bytes(b"mine")
    x = hashlib.sha256(b"x").hexdigest()
    with open(place / web.LIST, "a") as file:
        file.write(f"{x}  ../precious\n{x}  {tmp_path}/precious\n{x}  mine.txt\nrubbish\n")
    web.build(place)
    assert (tmp_path / "precious").exists() and (place / "mine.txt").exists()


def test_a_port_that_is_taken_is_said_and_a_free_one_serves(tmp_path, small, monkeypatch, capsys):
    small(index_html=b"1")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["web", str(tmp_path / "web"), "--serve", "--port", port]) == 1
    assert "--port: Address already in use" in capsys.readouterr().err
    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", lambda self: None)
    monkeypatch.setattr("webbrowser.open", None)
    assert main(["web", str(tmp_path / "web"), "--serve", "--no-open", "--port", port]) == 0
    assert f"http://127.0.0.1:{port}/" in capsys.readouterr().out


def test_what_npm_has_to_bring_is_told(tmp_path, monkeypatch, capsys):
    """A package is missing, or a file of it is another one. No checkout has this folder's."""
    good = web.from_npm()
    monkeypatch.setattr(install_hint, "_CHECKOUT", tmp_path / "site-packages")
    monkeypatch.chdir(tmp_path)

    def refusal():
        assert main(["web", "web"]) == 1
        return capsys.readouterr().err

    wanted = " ".join(f"{package.name}@{package.version}" for package in web.FROM_NPM)
    assert f"npm install {wanted}" in refusal()
    files = [(package, name) for package in web.FROM_NPM for name in package.files]
    for package, name in files:
        path = tmp_path / "node_modules" / package.name / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(good[package.folder + name])
    for package, name in files:
        path = tmp_path / "node_modules" / package.name / name
        path.write_bytes(b"another")
        assert f"{name} is not that of version {package.version}: npm ci" in refusal()
        path.write_bytes(good[package.folder + name])


def test_the_link_says_what_goes_wrong_and_survives_lost_bytes():
    told = node("link_faults.mjs")
    assert told["wrong"] == {} and told["cases"] > 25
    assert told["visible"].startswith("a?[2J?b") and len(told["visible"]) == 200
    assert told["backups"] == [True, False, False, False]


SHOWN = """
const { fromHex } = await import("./board.js");
const panel = new (await import("./panel.js")).Panel();
tell(given.map((told) => {
  for (const [name, value] of told) panel[name] = name === "frame" ? fromHex(value) : value;
  return [panel.picture().join(""), panel.brightness];
}));
"""


def test_the_panel_shows_what_the_simulators_shows(monkeypatch):
    told = []
    browser = types.SimpleNamespace(
        show=lambda digits: told.append(["frame", digits]),
        set_panel=lambda name, value: told.append([name, value]),
        kept=lambda: "",
        ticks_ms=lambda: 0,
    )
    monkeypatch.setitem(sys.modules, "browser", browser)
    simulated = SimulatedBoard()
    panels = [Panel(importlib.import_module("board_web.board").WebBoard()), Panel(simulated)]
    del sys.modules["board_web.board"]
    frame = bytes((7 * at * at + at) & 255 for at in range(1024))
    steps, expected = [], []
    for name, value in (("contrast", 7), ("power", False), ("contrast", 255), ("power", True)):
        frame = frame[1:] + frame[:1]
        for panel in panels:
            getattr(panel, name)(value)
            panel.update(0, frame)
        steps.append(list(told))
        told.clear()
        chip = simulated.panel
        expected.append(["".join(map(str, b"".join(chip.picture()))), chip.brightness])
    assert node(SHOWN, steps) == expected


QUICKLY = ["test_screens.py", "-k", "title or skunk or oink"]


@pytest.mark.parametrize("part", [QUICKLY, pytest.param([], marks=pytest.mark.slow)])
def test_it_passes_the_conformance_suite(part):
    with handheld("a", "b") as url:
        assert main(["device", "--port", url, "--timeout", "30", "test", *part]) == 0


def test_a_client_that_was_refused_something_leaves_the_game_as_it_is():
    with handheld("a", "b") as url:
        with Client.open(url) as client:
            client.call("load", text="pp1 pig : 5")
            with pytest.raises(Refused):
                client.call("act", player=1, action="roll")
            shown = client.call("screen")["lines"]
        with Client.open(url) as client:
            assert client.call("screen")["lines"] == shown
            assert client.call("report")["crash"] is None
