# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""One browser for all files of browser tests: Playwright allows only one in a process."""

import pytest

from tests.web.needs import chromium


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--autoplay-policy=user-gesture-required"],
        )
        yield browser
        browser.close()
