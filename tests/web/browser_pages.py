"""The pages of perfect play and of a handheld over Web Serial, in headless Chromium."""

import functools

import pytest

from handheld.records.records import Records
from handheld.saves.journal import CRASH, SELF_TEST
from host_sim.link import backup
from host_sim.testing import frames
from host_sim.testing.bench import Bench
from tests.tools.gallery import fill
from tests.web.browser import (  # noqa: F401
    DESKTOP,
    FORBIDDEN,
    PHONE,
    PICTURE,
    Watched,
    site,
    visit,
)
from tests.web.built import HERE

# A port that Playwright can choose: its chooser cannot be driven.
FAKE_PORT = (HERE / "fake_port.mjs").read_text("utf-8").replace("export class", "class")
SERIAL = """(() => {
  FAKE_PORT
  const out = [];
  const port = (globalThis.fakePort = new FakePort((bytes) => void out.push(...bytes)));
  const requestPort = async (wanted) => {
    globalThis.wanted = wanted;
    if (globalThis.none) throw new DOMException("none", "NotFoundError");
    return port;
  };
  Object.defineProperty(navigator, "serial", { value: { requestPort } });
  const relay = async () => {
    const back = await exchange(out.splice(0));
    if (back.length) port.push(Uint8Array.from(back));
    setTimeout(relay, 5);
  };
  addEventListener("load", relay);
})()""".replace("FAKE_PORT", FAKE_PORT)


@pytest.fixture
def opened(browser, visit):  # noqa: F811
    """opened(path, …): one of the other pages."""
    return functools.partial(visit, browser, Watched)


POCKET = "solid.html#pp1+pig+target=100+end=first+players=2+first=0+scores=41,49+turn_total=22"


def picture(page):
    return page.page.evaluate("document.getElementById('view').toDataURL()")


def test_without_storage_each_page_starts(opened):
    for path, selector in (
        (POCKET, "#figures p"),
        ("scan.html", "#start"),
        ("connect.html", "#choose"),
    ):
        page = opened(path, before=FORBIDDEN)
        page.page.wait_for_selector(selector)
        assert page.text("h1")


def test_sliders_keys_and_mouse(opened):
    page = opened(POCKET)
    page.wait_for("#figures", "41 to 49")
    page.fits()
    first = picture(page)
    box = page.page.locator("#view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(x + 90, y + 20, steps=4)
    page.page.mouse.up()
    page.until(lambda: picture(page) != first, "another view")
    assert page.text("#figures p:first-child") == "41 to 49"
    page.page.locator("#view").focus()
    for keys, wanted in (("0", True), ("ArrowLeft", False), ("0", True), ("++", False)):
        for key in [keys] if keys.isalnum() else keys:
            page.page.keyboard.press(key)
        page.until(lambda wanted=wanted: (picture(page) == first) is wanted, f"after {keys}")
    page.page.locator("#theirs").focus()
    page.page.keyboard.press("ArrowRight")
    page.wait_for("#figures", "41 to 50")
    assert "scores=41,50" in page.page.url
    page.page.mouse.click(x, y)
    page.until(lambda: page.text("#figures p:first-child") != "41 to 50", "another pillar")


def test_a_link_opens_its_position_and_a_tap_on_a_phone_chooses_another(opened):
    page = opened(POCKET, **PHONE)
    page.wait_for("#figures", "Hold at 22 or more, except at 27")
    assert page.text("#figures p:first-child") == "41 to 49"
    assert "60.1 % to win by rolling, 60.2 % by holding" in page.text("#figures")
    assert page.page.url.endswith(POCKET)
    page.fits()
    page.page.locator("#view").tap()
    page.until(lambda: page.text("#figures p:first-child") != "41 to 49", "another pillar")
    page.page.locator("#map").tap()
    page.until(lambda: "With a turn total of" in page.text("#figures"), "a turn total")


def test_a_solid_without_a_file_is_computed(opened):
    page = opened("solid.html#pp1+two_dice+target=20+double_one=wipe+players=2+scores=3,4")
    page.wait_for("#notes", "An estimate")
    assert "3 to 4" in page.text("#figures")
    page.page.fill("#options input", "100")
    page.page.locator("#options input").blur()
    page.until(lambda: "target=100" in page.page.url, "the usual target")
    assert "estimate" not in page.text("#notes")


def test_other_languages_and_links_without_a_solid(opened):
    page = opened("solid.html#pp1+gran_cerdo+players=2", locale="es-AR")
    page.wait_for("#notes", "Gran Cerdo no está resuelto")
    page.wait_for("#figures", "0 contra 0")
    page = opened("solid.html#pp1+pig_dice+players=2+scores=-4,9+turn_total=-3+roll_number=1")
    page.wait_for("#notes", "This position has less")
    page = opened("solid.html#pp1+pig+target=500+players=2")
    page.wait_for("#progress", "goes to a target of 100")
    assert page.text("#figures") == ""


def test_the_coach_leads_to_the_solid(opened):
    page = opened("#pp1+pig+target=100+end=first+players=2+first=0+scores=41,49+:+6+6+6+4")
    page.until(lambda: page.page.locator("#coach").is_visible(), "the coach's button")
    assert not page.page.locator("#perfect").is_visible()
    page.page.click("#coach")
    page.page.click("#perfect")
    page.wait_for("#figures", "With a turn total of 22")
    assert page.text("#figures p:first-child") == "41 to 49"
    page.page.click("#back")
    page.page.wait_for_selector("body[data-screen=coach]")


TABLE = [(1, 0, 7, 0, 0), (1, 1, 7, 3, 0), (1, 11, 7, 4, 0)]
PLAYED = {"counted": [(7,)], "streak": [(1,)], "best_turn": [(18,)], "table": TABLE}


@pytest.fixture
def bench():
    made = Bench(test_mode=False)
    fill(made.app.journal, PLAYED)
    made.app.journal.put(SELF_TEST, b"button_a: not seen\n")
    made.app.journal.put(CRASH, b"ValueError\n<b>bold</b>\napp.py:87 step\n")
    made.step(60)
    return made


def attached(bench, then=lambda: None):
    """Return what prepares a page, so that it can choose a port with the handheld behind it."""

    def exchange(data):
        bench.write(bytes(data))
        then()
        return list(bench.read(0.02))

    def prepare(page):
        page.expose_function("exchange", exchange)
        page.add_init_script(SERIAL)

    return prepare


@pytest.fixture
def connected(opened):
    """connected(bench, …): the page after the bench's port was chosen; the rest as above."""

    def connected(bench, then=lambda: None, **look):
        page = opened("connect.html", prepare=attached(bench, then), **look)
        page.page.click("#choose")
        page.wait_for("#status", "Connected: simulator")
        return page

    return connected


def test_nothing_happens_without_web_serial_or_before_a_port_is_chosen(opened, bench):
    hide = "Object.defineProperty(navigator, 'serial', { value: undefined })"
    page = opened("connect.html", before=hide)
    page.wait_for("#status", "no Web Serial")
    assert not page.page.locator("#choose").is_visible()
    page = opened("connect.html", prepare=attached(bench))
    page.page.wait_for_timeout(100)
    assert page.page.evaluate("globalThis.wanted === undefined && fakePort.readable === null")
    page.page.evaluate("globalThis.none = true")
    page.page.click("#choose")
    page.page.wait_for_timeout(50)
    assert page.text("#status") == "" and page.page.locator("#choose").is_enabled()


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_panel_statistics_report(connected, bench, look):
    page = connected(bench, **look)
    assert page.page.evaluate("wanted.filters") == [{"usbVendorId": 0x239A}]
    assert page.page.evaluate("fakePort.signals") == {"dataTerminalReady": True}
    seen = frames.to_lines(bytes(bench.app.canvas.buffer))
    page.until(lambda: page.page.evaluate(PICTURE) == seen, "the panel")
    page.wait_for("#games", "BEN")
    assert page.page.locator("#games tr").all_inner_texts()[1].split() == "Pig human 7 3 0".split()
    page.wait_for("#report", "button_a: not seen")
    page.wait_for("#report", "ValueError: <b>bold</b> (app.py:87 step)")
    assert "Test mode" not in page.text("#status")
    page.until(lambda: "Pocket Pig" in page.page.get_attribute("#glass", "aria-label"), "title")
    bench.app.show("menu")
    page.until(lambda: "Pocket Pig" not in page.page.get_attribute("#glass", "aria-label"), "menu")
    page.fits()


def test_backup_and_restore(connected, bench, tmp_path):
    page = connected(bench)
    with page.page.expect_download() as download:
        page.page.click("#backup")
    assert download.value.suggested_filename.endswith(".backup")
    file = tmp_path / "saved"
    download.value.save_as(file)
    page.wait_for("#status", "Backed up")
    page.page.click("#disconnect")
    page.wait_for("#status", "Disconnected")
    assert page.page.evaluate("fakePort.closed") == 1
    assert file.read_bytes() == backup.fetch(bench.client)

    other = Bench(test_mode=False)

    def agree():
        if other.app.screen.ID == "restore":
            other.step(1100)  # presses just after the question opens are ignored
            other.board.press("a")
            other.step(2100)
            other.board.release("a")

    page = connected(other, agree)
    page.wait_for("#statistics", "No game has been counted yet")
    page.page.set_input_files("#file", file)
    page.wait_for("#status", "Restored")
    page.wait_for("#games", "BEN")
    assert Records(other.app.journal).rows("table") == TABLE
    (tmp_path / "no.txt").write_text("no backup")
    page.page.set_input_files("#file", tmp_path / "no.txt")
    page.wait_for("#status", "no.txt is not a backup")
