"""The page in headless Chromium: `make test-web`. Not collected by `make test`."""

import pathlib
import threading
import time

import pytest

pytest.importorskip("playwright.sync_api", reason="see docs/simulator.md")

from host_sim.testing import frames  # noqa: E402
from host_sim.testing.conformance import test_screens  # noqa: E402
from host_sim.testing.golden import read_golden  # noqa: E402
from host_sim.web import serve  # noqa: E402
from tests.web.built import folder  # noqa: E402

GOLDENS = pathlib.Path(test_screens.__file__).with_name("goldens")
PHONE = {
    "viewport": {"width": 390, "height": 760},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP = {"viewport": {"width": 1280, "height": 860}}
WAIT_S = 180  # a limit, for computers with much else to do


class Site:
    """The built page, or another folder, on a port of this computer; `stop` ends it."""

    def __init__(self, place=None):
        self.server = serve.server(place or folder(), 0)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


@pytest.fixture
def site():
    site = Site()
    yield site
    site.stop()


# The picture on the glass as 64 lines of `.` and `#`.
PICTURE = """(() => {
  const { width, height } = glass;
  const { data } = glass.getContext("2d").getImageData(0, 0, width, height);
  const at = (place) => Math.floor(((place + 0.5) * width) / 128);
  const lit = (x, y) => data[4 * (at(y) * width + at(x))];
  const row = (y) => Array.from({ length: 128 }, (_, x) => (lit(x, y) > 150 ? "#" : ".")).join("");
  return Array.from({ length: 64 }, (_, y) => row(y));
})()"""


class Watched:
    """A page. Errors, and requests to other sites, fail the test at its end."""

    def __init__(self, context, url, path="", prepare=lambda page: None):
        self.context = context
        self.url = url
        self.page = context.new_page()
        self.page.set_default_timeout(1000 * WAIT_S)
        self.faults = faults = []
        own = (url, "blob:" + url, "data:")
        self.page.on("pageerror", lambda error: faults.append(str(error)))
        self.page.on("console", lambda said: said.type == "error" and faults.append(said.text))
        self.page.on("request", lambda asked: asked.url.startswith(own) or faults.append(asked.url))
        prepare(self.page)
        self.page.goto(url + path)

    def until(self, condition, what):
        """Wait until `condition()` is true; return what it returns."""
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{what} never comes: {self.page.inner_text('body')}")

    def text(self, selector):
        return (self.page.locator(selector).text_content() or "").strip()

    def wait_for(self, selector, part):
        self.until(lambda: part in self.text(selector), part)

    def fits(self):
        """Assert that nothing is wider than the page."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


class Page(Watched):
    """The page of the handheld."""

    def __init__(self, *given):
        super().__init__(*given)
        self.wait_for_start()

    def js(self, code, *arguments):
        return self.page.evaluate(code, *arguments)

    def wait_for_start(self):
        self.until(lambda: self.js("globalThis.pocketpig !== undefined"), "the start")

    @property
    def screen(self):
        """The id of the screen."""
        return self.js("document.body.dataset.screen")

    @property
    def words(self):
        return self.js("document.getElementById('glass').getAttribute('aria-label')")

    @property
    def notice(self):
        return self.js("document.getElementById('notice').textContent")

    @property
    def record(self):
        return self.js("pocketpig.program.record()")

    def key(self, button):
        self.page.keyboard.press(
            {"up": "ArrowUp", "down": "ArrowDown", "a": "Enter", "b": "b"}[button]
        )

    def start_game(self, press):
        """From the title into the game that the menu offers first, and roll."""
        press("a")
        self.until(lambda: self.screen == "play", "the game")
        before = self.record
        press("a")
        self.until(lambda: self.record != before, "a roll")


@pytest.fixture
def visit(site):
    """visit(browser, kind of page, path, …): open it; its faults fail the test at its end.

    `context`: one to share; `before`: a script that runs ahead of the page's; more: options of a
    context.
    """
    contexts, pages = [], []

    def visit(browser, kind, path="", context=None, before="", prepare=lambda page: None, **look):
        if context is None:
            context = browser.new_context(**{"locale": "en-GB", **DESKTOP, **look})
            if before:
                context.add_init_script(before)
            contexts.append(context)
        pages.append(kind(context, site.url, path, prepare))
        return pages[-1]

    yield visit
    faults = [fault for page in pages for fault in page.faults]
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def opened(browser, visit):
    """opened(options of a context, query, …): the page of the handheld."""
    return lambda look=DESKTOP, query="", **more: visit(browser, Page, query, **look, **more)


def test_the_panel_is_on_the_glass(opened):
    expected, _ = read_golden(GOLDENS / "menu.txt")
    page = opened(query="?hold=a+b")
    page.key("b")
    page.until(lambda: page.js(PICTURE) == frames.to_lines(expected), "the menu")


FORBIDDEN = """
const refuse = () => { throw new DOMException("no", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(globalThis, name, { get: refuse });
for (const name of ["locks", "storage", "serviceWorker"])
  Object.defineProperty(Navigator.prototype, name, { get: refuse });
"""


def test_only_one_tab_saves(opened):
    first = opened()
    second = opened(context=first.context)
    second.until(lambda: "another tab" in second.notice, "the notice")


def test_it_works_offline_after_the_first_visit(opened, site):
    """Once the worker is there it has kept every file: test_web_storage.py."""
    page = opened()
    page.js("navigator.serviceWorker.ready.then(() => true)")
    page.page.wait_for_load_state("networkidle")
    site.stop()
    page.page.reload()
    page.wait_for_start()
    tables = len(list(folder().glob("tables/*")))
    page.until(lambda: page.js("pocketpig.tables.here.size") == tables, "every table")
    page.start_game(page.key)


def test_a_screen_reader_has_names_for_all_and_hears_what_happens(opened):
    page = opened()
    tree = page.page.locator("body").aria_snapshot()
    for part in ('heading "Pocket Pig" [level=1]', 'log "What happens"', 'button "A"'):
        assert part in tree
    page.key("b")
    told = "document.getElementById('spoken').textContent"
    page.until(lambda: page.js(told).startswith("Menu. Play, 1 of"), "the menu")
    page.page.locator("#help").click()
    assert 'dialog "About Pocket Pig"' in page.page.locator("body").aria_snapshot()


def test_keys_alone_reach_everything(opened):
    page = opened()
    reached = []
    for _ in range(12):
        page.page.keyboard.press("Tab")
        reached.append(
            page.js("document.activeElement.id || document.activeElement.dataset.button")
        )
    assert {"up", "down", "a", "b", "share", "picture", "help"} <= set(reached)
    page.page.locator("#help").focus()
    page.page.keyboard.press("Enter")
    assert page.js("document.getElementById('about').open")
    assert page.screen == "title"  # Enter was not A
    page.page.keyboard.press("Escape")
    assert not page.js("document.getElementById('about').open")
    page.page.locator("[data-button=a]").focus()
    page.page.keyboard.press("Enter")
    page.until(lambda: page.screen != "title", "the next screen")


SIZES = (
    "320x568 390x844 412x915 568x320 844x390 768x1024 810x1080 820x1180 1024x1366 1180x820 1280x800"
    " 1920x1080"
).split()
PARTS = ["#glass", *(f"[data-button={name}]" for name in ("up", "down", "a", "b"))]
BAR = ["#share", "#picture", "#help"]


def overlap(one, other):
    """True if two boxes (x, y, width, height) have a point in common."""
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("mirrored", [False, True], ids=["", "left-handed"])
def test_no_part_overlaps_another_and_each_is_large_enough_for_a_thumb(opened, mirrored):
    """In the portrait layout the snout lies between the buttons, and elsewhere there is none.

    320x256 is a desktop at 400 %: there a button is as large as fits.
    """
    page = opened()
    page.js("on => { pocketpig.panel.turned = on; }", mirrored)
    page.js("on => document.body.classList.toggle('mirrored', on)", mirrored)
    for size in [*SIZES, "320x256"]:
        width, height = map(int, size.split("x"))
        least = 44 if size in SIZES else 40
        page.page.set_viewport_size({"width": width, "height": height})
        seen = {name: page.page.locator(name).bounding_box() for name in [*PARTS, *BAR, ".bezel"]}
        for name, box in seen.items():
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (size, name)
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (size, name)
            if name not in ("#glass", ".bezel"):
                assert min(box["width"], box["height"]) >= least, (size, name)
        for name in ("up", "down", "a", "b"):
            words = page.page.locator(f".engraved.{name}").bounding_box()
            assert not overlap(words, seen[".bezel"]), (size, name)
        names = [*PARTS[1:], *BAR, ".bezel"]
        for place, name in enumerate(names):
            for other in names[:place]:
                assert not overlap(seen[name], seen[other]), (size, name, other)
        left, right = ("a", "up") if mirrored else ("up", "a")
        assert seen[f"[data-button={left}]"]["x"] < seen[f"[data-button={right}]"]["x"]
        assert page.js("document.documentElement.scrollWidth") <= width
