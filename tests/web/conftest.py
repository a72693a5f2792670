"""One driver of browsers for all tests: Playwright allows only one in a process."""

import pytest

from tests.web.needs import chromium


@pytest.fixture(scope="session")
def launch():
    """launch(*words): a browser with these words on its command line besides the usual ones."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:

        def launch(*words):
            return driver.chromium.launch(
                executable_path=chromium(),
                timeout=180_000,  # for computers with much else to do
                args=["--no-sandbox", "--autoplay-policy=user-gesture-required", *words],
            )

        yield launch


@pytest.fixture(scope="session")
def browser(launch):
    browser = launch()
    yield browser
    browser.close()
