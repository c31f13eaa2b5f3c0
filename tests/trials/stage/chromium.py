"""The browser of the tests: headless Chromium, if the machine has one; a process of tests starts it once.

Tests that ask for it, and what they open, run in one event loop (``in_its_loop``).
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from tests.trials.stage.guard import HANGS_AFTER

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
PATIENCE = HANGS_AFTER * 1000
"""In milliseconds, as the browser's driver counts."""

in_its_loop = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _browser() -> AsyncIterator[Any]:
    playwright = pytest.importorskip("playwright.async_api", reason="playwright drives the browser")
    if BROWSER is None:
        pytest.skip("no Chromium on this machine")
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=BROWSER, args=FLAGS, timeout=PATIENCE)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def chromium(_browser: Any) -> AsyncIterator[Callable[..., Awaitable[Any]]]:
    """Opens a context of its own in the browser, without a page."""

    async def new_context(**looks: Any) -> Any:
        context = await _browser.new_context(**looks)
        context.set_default_timeout(PATIENCE)
        return context

    yield new_context
    for context in _browser.contexts:
        await context.close()
