"""The page of the camera in headless Chromium, whose made-up camera plays films of a panel."""

import json
import re
import time

import numpy as np
import pytest
from PIL import Image

from tests.web.browser import DESKTOP, PHONE, Page, Watched, site, visit  # noqa: F401
from tests.web.built import folder
from tests.web.film import modules_of, panel_of, write_film
from tests.web.test_scan import NUMBER, game

FIRST, CODES, _ = game(1)
OTHER_FIRST, *_ = game(2)
NUMBER_FIRST, NUMBER_CODES, _ = game(3, NUMBER)


class Scan(Watched):
    """The page of the camera."""

    def verdict(self):
        """Return the kind of the verdict once there is one, and its sentences."""
        self.page.wait_for_selector("#verdict:not([hidden])")
        kind = self.page.get_attribute("#verdict", "data-kind")
        return kind, " ".join(self.page.locator("#sentences p").all_inner_texts())

    def show(self, *texts):
        """Give the page a picture of each text, as files."""
        names = []
        for number, text in enumerate(texts):
            lit = np.pad(modules_of(text), 4, constant_values=True)
            lit = np.kron(lit, np.ones((5, 5), bool)) * np.uint8(255)
            names.append(self.folder / f"{number}.png")
            Image.fromarray(lit).save(names[-1])
        self.page.set_input_files("#files", names)

    def play(self, code):
        """Hold the camera in front of a panel with this code."""
        write_film(self.film, [panel_of(code)])
        self.page.click("#start")

    def camera_is_off(self):
        return self.page.evaluate("document.getElementById('camera').srcObject === null")


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return tmp_path_factory.mktemp("film") / "camera.y4m"


@pytest.fixture(scope="module")
def watching(launch, film):
    browser = launch(
        "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"
    )
    yield browser
    browser.close()


@pytest.fixture
def opened(watching, visit, tmp_path, film):  # noqa: F811
    """opened(before, …): open the page; `before` runs ahead of its scripts."""

    def opened(before="", permissions=("camera",), **look):
        look["permissions"] = list(permissions)
        page = visit(watching, Scan, "scan.html", before=before, **look)
        page.folder, page.film = tmp_path, film
        return page

    return opened


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_from_the_commitment_to_the_review(opened, look):
    page = opened(**look)
    page.play(FIRST)
    page.wait_for("#status", "The commitment is kept")
    assert page.camera_is_off()
    assert FIRST.partition(" ")[2].lower() in page.text("#commitment").replace(" ", "")
    page.page.reload()  # the telephone was put away meanwhile
    page.play(CODES[0])
    kind, said = page.verdict()
    assert kind == "proven" and "they were fixed on" in said
    assert "not chosen" not in said
    assert page.camera_is_off()
    assert page.page.evaluate("document.activeElement.id") == "verdict"
    page.page.click("#review")
    page.page.wait_for_selector("body[data-screen=review]", state="attached")


def test_the_browsers_own_reader_is_used(opened):
    own = """
        globalThis.BarcodeDetector = class {
          static async getSupportedFormats() { return ["qr_code", "ean_13"]; }
          async detect() { return TEXTS.map((rawValue) => ({ rawValue })); }
        };
    """
    worker = (folder() / "reader_worker.js").read_text("utf-8")
    for found in (CODES, []):  # it finds nothing: the library looks too
        page = opened()
        body = own.replace("TEXTS", json.dumps(found)) + worker
        page.page.route(
            "**/reader_worker.js",
            lambda route, _, body=body: route.fulfill(body=body, content_type="text/javascript"),
        )
        page.show(*(["not this one"] if found else CODES))
        assert page.verdict()[0] == "consistent"


def test_a_typed_number_has_to_be_entered(opened):
    page = opened()
    page.show(NUMBER_FIRST)
    page.wait_for("#status", "The commitment is kept")
    page.show(*NUMBER_CODES)
    kind, said = page.verdict()
    assert kind == "consistent" and "Enter it above" in said
    assert NUMBER not in page.page.inner_text("body")
    page.page.fill("#number", "004218")
    page.until(lambda: page.verdict()[0] == "changed", "the refusal")
    assert NUMBER not in page.page.inner_text("body")
    page.page.fill("#number", "00421")
    assert page.page.get_attribute("#number", "aria-invalid") == "true"
    page.page.fill("#number", NUMBER)
    page.until(lambda: page.verdict()[0] == "proven", "the proof")
    assert "and not chosen by the handheld" in page.verdict()[1]
    page.page.click("#forget")
    page.until(lambda: page.verdict()[0] == "consistent", "without the commitment")


def test_a_large_picture_leaves_the_page_free(opened, tmp_path):
    """A wall of the corners that a reader looks for takes it longest."""
    corner = np.pad(np.pad(np.pad(np.ones((3, 3)), 1), 1, constant_values=1), 1)
    wall = np.tile(corner, (4096 // 9 + 1,) * 2)[:4096, :4096]
    Image.fromarray(255 - 255 * wall.astype(np.uint8)).save(tmp_path / "wall.png")
    page = opened()
    page.page.evaluate(
        """() => {
        let last = performance.now();
        globalThis.longest = 0;
        setInterval(() => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
        }, 10);
        }"""
    )
    page.page.set_input_files("#files", tmp_path / "wall.png")
    begun = time.monotonic()
    page.wait_for("#status", "No code is found in wall.png")
    assert time.monotonic() - begun < 60
    assert page.page.evaluate("longest") < 2000
    page.show(*CODES)  # the reader was ended, and there is another one
    assert page.verdict()[0] == "consistent"


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_a_picture_of_the_handhelds_own_page_is_read(opened, watching, site, tmp_path, size):  # noqa: F811
    """On a screen whose pixels are no whole number of the panel's."""
    look = {"viewport": dict(zip(("width", "height"), size)), "locale": "en-GB"}
    with watching.new_context(**look, reduced_motion="reduce") as context:
        shown = Page(context, site.url)
        shown.start_game(shown.key)
        shown.key("down")
        for _ in range(8):
            if "now Fair dice" in shown.words:
                break
            shown.key("down")
            shown.page.wait_for_timeout(200)
        shown.key("a")
        shown.until(lambda: shown.screen == "fair_dice", "the code")
        shown.page.wait_for_timeout(500)
        shown.page.screenshot(path=tmp_path / "page.png")
    page = opened()
    page.page.set_input_files("#files", tmp_path / "page.png")
    page.wait_for("#status", "The commitment is kept.")


def test_files_that_are_no_pictures_of_a_code(opened, tmp_path):
    page = opened()
    (tmp_path / "<b>.png").write_text("no picture")
    page.page.set_input_files("#files", tmp_path / "<b>.png")
    page.wait_for("#status", "<b>.png is no picture")
    Image.new("L", (300, 200)).save(tmp_path / "black.png")
    page.page.set_input_files("#files", tmp_path / "black.png")
    page.wait_for("#status", "No code is found in black.png")


@pytest.mark.parametrize("locale", ["de-DE", "es-MX"])
def test_on_a_small_phone_in_every_language(opened, locale):
    page = opened(**{**PHONE, "viewport": {"width": 360, "height": 600}}, locale=locale)
    page.show(FIRST)
    page.page.wait_for_selector("#noted:not([hidden])")
    page.show(OTHER_FIRST)
    page.page.wait_for_selector("#second:not([hidden])")
    page.page.click("#first")
    page.show(*CODES)
    page.verdict()
    assert page.page.evaluate("document.documentElement.lang") == locale[:2]
    page.fits()
    words = page.page.inner_text("body")
    assert not re.search(r"%s|undefined|NaN|null", words)
