"""The page of perfect play in headless Chromium, and that each page starts and fits a phone."""

import functools

import pytest

from tests.web.browser import (  # noqa: F401
    FORBIDDEN,
    PHONE,
    Watched,
    site,
    visit,
)


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
        page = opened(path, before=FORBIDDEN, **PHONE)
        page.page.wait_for_selector(selector)
        assert page.text("h1")
        page.fits()


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
