"""The browser of the tests: headless Chromium, if the machine has one; a process of tests starts it once.

Tests that ask for it, and what they open, run in one event loop (``in_its_loop``).
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 800}

in_its_loop = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _browser() -> AsyncIterator[Any]:
    playwright = pytest.importorskip("playwright.async_api", reason="playwright drives the browser")
    if BROWSER is None:
        pytest.skip("no Chromium on this machine")
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=BROWSER, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def chromium(_browser: Any) -> AsyncIterator[Any]:
    """The browser, without a page."""
    yield _browser
    for context in _browser.contexts:
        await context.close()
