"""The page in headless Chromium: `make test-web`. Not collected by `make test`."""

import pathlib
import re
import threading
import time
import urllib.parse

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
SMALL = {**PHONE, "viewport": {"width": 360, "height": 600}, "locale": "es-MX"}
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

    def tap(self, button):
        self.page.locator(f"[data-button={button}]").tap()

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


COUNT_STARTS = """() => {
  globalThis.starts = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (when) {
    starts += when === undefined || when === 0 ? 1 : 1000;
    return start.call(this);
  };
}"""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize("way", ["tap", "key"])
def test_the_first_touch_lets_sound_begin_and_a_hidden_page_is_silent(opened, way):
    page = opened(PHONE)
    assert page.js("pocketpig.sound.context?.state") != "running"
    getattr(page, way)("a")
    page.until(lambda: page.screen != "title", "the next screen")
    page.until(lambda: page.js("pocketpig.sound.context?.state") == "running", "sound")
    page.js(COUNT_STARTS)
    getattr(page, way)("b")
    page.until(lambda: page.js("starts") > 0, "a tone")
    assert page.js("starts") < 1000  # at once, none for later
    assert page.js("pocketpig.sound.context.baseLatency") < 0.1
    page.js("pocketpig.sound.tone(440, 500)")
    assert page.js("pocketpig.sound.source !== null")
    page.js(HIDE)
    assert page.js("pocketpig.sound.source === null")


FORBIDDEN = """
const refuse = () => { throw new DOMException("no", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(globalThis, name, { get: refuse });
for (const name of ["locks", "storage", "serviceWorker"])
  Object.defineProperty(Navigator.prototype, name, { get: refuse });
"""


def test_without_storage_it_plays_on_and_says_so(opened):
    page = opened(before=FORBIDDEN)
    page.until(lambda: "nothing stays" in page.notice, "the notice at the start")
    page.start_game(page.key)
    page.until(lambda: "NOT SAVED" in page.words.upper(), "the panel's word")


COUNT_SAVES = """() => {
  globalThis.saves = 0;
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (...given) {
    saves += 1;
    return set.apply(this, given);
  };
}"""


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


NO_TABLES = """{
  const { fetch } = globalThis;
  globalThis.fetch = async (what, ...more) => {
    if (String(what).startsWith("tables/")) throw new TypeError("no tables");
    return fetch(what, ...more);
  };
}"""


def test_a_table_is_fetched_while_the_program_waits(opened):
    page = opened(before=NO_TABLES, query="#pp1+pig+players=2+first=0+scores=41,49+:+6+6")
    assert page.js("pocketpig.tables.here.size") == 0
    page.page.locator("#coach").click()
    page.until(lambda: "%" in page.words, "the coach")
    assert page.js("pocketpig.tables.here.size") == 1
    assert "estimate" not in page.words.lower()


def share(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.page.locator("#share").click()
    page.until(lambda: "clipboard" in page.notice, "the notice")
    return page.js("navigator.clipboard.readText()")


def test_a_link_opens_the_game_and_leaves_the_own_one_alone(opened):
    page = opened()
    page.start_game(page.key)
    link = share(page)
    assert link.startswith(page.url + "#pp1+pig")
    record = urllib.parse.unquote_plus(link.partition("#")[2].partition("&")[0])
    assert page.record.startswith(record)
    guest = opened(context=page.context, query=link[len(page.url) :])
    assert guest.record.startswith(record)  # the rival plays on
    assert guest.screen == "play" and guest.js("pocketpig.program.seats()") == "human,medium"
    assert "Mia" in guest.words and "not saved" in guest.notice
    guest.js(COUNT_SAVES)
    guest.page.locator("#coach").click()
    guest.until(lambda: guest.screen == "coach" and "%" in guest.words, "the coach's chances")
    guest.key("b")
    guest.until(lambda: guest.screen == "play", "the game")
    guest.key("a")
    guest.until(lambda: guest.record != record, "a roll")
    assert guest.js("saves") == 0
    page.page.close()
    guest.page.locator("#home").click()
    guest.until(lambda: guest.screen == "title" and "pp1" not in guest.page.url, "the title")


def test_a_reload_brings_back_the_kept_game_with_its_rivals_and_its_screen(opened):
    page = opened()
    page.start_game(page.key)
    link = share(page)
    page.page.reload()
    page.until(lambda: page.screen == "title" and "Go on" in page.words, "the kept game's title")
    assert share(page) == link
    page.page.evaluate("""sessionStorage.setItem("pocketpig.back /", '{"screen": "coach"}')""")
    page.page.reload()
    page.until(lambda: page.screen == "coach", "the kept game's coach")


def test_the_challenge_of_the_day(opened):
    page = opened()
    page.key("b")
    page.key("up")
    page.until(lambda: "Game of the day" in page.words, "the last row of the menu")
    page.key("a")
    today = time.strftime("%y%m%d")
    page.until(lambda: page.screen == "challenge" and today in page.words, "today's number")


def test_saves_leave_and_enter_as_a_file(opened, tmp_path):
    page = opened()
    for key in "b up up a up up a down a down a b b b".split():  # a setting, to have something
        page.key(key)
    page.page.locator("#help").click()
    with page.page.expect_download() as download:
        page.page.locator("#save").click()
    path = tmp_path / "saves.backup"
    download.value.save_as(path)
    assert path.read_bytes().startswith(b"PPB2")
    for contents, words in ((b"PPB2" + bytes(40), "refused"), (b"text", "is not a backup")):
        path.with_name("bad.backup").write_bytes(contents)
        page.page.locator("#file").set_input_files(path.with_name("bad.backup"))
        page.until(lambda words=words: words in page.notice, words + page.notice)
    page.page.locator("#file").set_input_files(path)
    page.until(lambda: page.screen == "restore", "the question")
    page.page.wait_for_timeout(1200)  # it ignores a press that was meant for the screen before
    page.page.keyboard.down("a")
    page.until(lambda: "Restored" in page.notice, "the restored handheld")
    page.page.keyboard.up("a")


@pytest.mark.parametrize(
    "link, screen, words, position",
    [
        ("#pp1+pig+players=2+first=0+scores=95,97+turn=20+:+5+h", "review", "%", "scores=95,97"),
        ("#pp1+pig+players=2+scores=41,49", "play", "41", "scores=41,49"),
        ("#challenge=261122", "challenge", "261122", ""),
    ],
)
def test_other_links(opened, link, screen, words, position):
    page = opened(query=link)
    page.until(lambda: page.screen == screen and words in page.words, screen)
    assert position in (page.js("pocketpig.program.position()") or "")


def test_the_picture_is_copied(opened):
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.page.locator("#picture").click()
    page.until(lambda: "picture" in page.notice, "the notice")
    width, height = page.js(
        """async () => {
        const [item] = await navigator.clipboard.read();
        const image = await createImageBitmap(await item.getType("image/png"));
        return [image.width, image.height];
        }"""
    )
    assert (width, height) == (128 * 6, 64 * 6)


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


@pytest.mark.parametrize(
    "locale, code, word", [("de-AT", "de", "Teilen"), ("fr-FR", "en", "Share")]
)
def test_the_browsers_language_and_wish_for_less_motion(opened, locale, code, word):
    page = opened(locale=locale, reduced_motion="reduce" if code == "de" else "no-preference")
    assert word in page.js("document.getElementById('share').textContent")
    assert page.js("pocketpig.program.language_code()") == code
    assert (page.js("pocketpig.program.setting('motion')") == "off") is (code == "de")


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


def test_dice_on_the_table_are_typed_in_by_a_tap_and_by_a_key(opened):
    page = opened()
    page.page.set_viewport_size({"width": 320, "height": 568})
    for button in ["b", *["down"] * 6, "a", "up", "a", *["up"] * 6, "a", "a"]:
        page.key(button)
    page.until(lambda: page.screen == "typed_dice", "the question")
    taps = page.page.locator("#faces button")
    assert taps.all_inner_texts() == list("123456") and page.page.locator("#bar").is_hidden()
    boxes = [tap.bounding_box() for tap in taps.all()]
    assert all(min(box["width"], box["height"]) >= 44 and box["x"] >= 0 for box in boxes)
    assert boxes[5]["x"] + boxes[5]["width"] <= 320 and len({box["y"] for box in boxes}) == 1
    taps.nth(4).click()
    page.until(lambda: page.screen == "play" and page.record.endswith(" : 5"), "the roll")
    page.key("a")
    page.until(lambda: page.screen == "typed_dice", "the next question")
    page.page.keyboard.press("6")
    page.until(lambda: page.record.endswith(" : 5 6"), "the key")
    assert " typed=1 :" in page.record


# A voice that keeps what it is told to say.
VOICE = """
  globalThis.heard = [];
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const voice = { cancel() {}, speak: ({ text, lang }) => heard.push(lang + ": " + text) };
  Object.defineProperty(globalThis, "speechSynthesis", { value: voice });
"""
# The height of a digit of an element, from its font.
DIGIT = """(element) => {
  const context = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return context.measureText("8").actualBoundingBoxAscent;
}"""


def called(page, what):
    """What the caller shows."""
    return page.js(f"JSON.parse(pocketpig.program.called())?.{what}")


def open_projector(page):
    for key in "b up up a down a".split():
        page.key(key)
    page.until(lambda: page.screen == "caller", "the caller")
    page.page.locator("#project").click()
    return page.page.locator("#projector")


def roll(page):
    """Press A until dice have fallen that nobody loses by."""
    while not called(page, "faces") or called(page, "word") != "SIT?":
        before = page.js("pocketpig.program.called()")
        page.page.keyboard.press("a")
        page.until(lambda before=before: page.js("pocketpig.program.called()") != before, "A")


def test_the_caller_fills_a_projector_and_speaks(opened):
    page = opened({"viewport": {"width": 1920, "height": 1080}}, before=VOICE)
    projector = open_projector(page)
    box = projector.bounding_box()
    assert (box["width"], box["height"]) == (1920, 1080)
    assert page.js("document.querySelector('main').inert")
    roll(page)
    faces, total = called(page, "faces"), called(page, "total")
    assert int(total) == sum(faces)
    page.until(lambda: projector.locator("output").inner_text() == total, "the total")
    pips = projector.locator(".die").evaluate_all(
        "dice => dice.map(d => d.querySelectorAll('.pip').length)"
    )
    assert pips == faces
    assert projector.locator("output").evaluate(DIGIT) >= 1080 / 3
    assert f"en: {faces[0]}, {faces[1]}. {total}. sit?" in page.js("heard")
    projector.locator("#mute").click()
    heard = page.js("heard")
    page.page.keyboard.press("a")
    page.until(lambda: called(page, "faces") != faces, "the next roll")
    assert page.js("heard") == heard
    while projector.is_visible():  # B ends the round, if nobody has lost it yet, and then leaves
        projector.locator("[data-press=b]").click()
        page.page.wait_for_timeout(300)
    assert page.screen == "menu" and not page.js("document.querySelector('main').inert")


def test_left_handed_mirrors_the_buttons_once_one_has_chosen(opened):
    page = opened()
    title = page.js(PICTURE)
    mirrored = "document.body.classList.contains('mirrored')"
    for key in "b up up a up up a".split() + ["down"] * 7 + ["a", "down"]:
        page.key(key)
    page.until(lambda: page.js("pocketpig.panel.turned"), "the setting")
    assert not page.js(mirrored)  # nothing moves while one chooses
    assert not re.search("Test mode|Off after", page.words)
    for key in "a b b b".split():  # each key is still what it was
        page.key(key)
    page.until(lambda: page.screen == "title", "the title")
    page.until(lambda: page.js(PICTURE)[9:] == title[9:], "the same picture")
    assert page.js(mirrored)
