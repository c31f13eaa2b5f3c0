"""The browser of the tests: headless Chromium, if the machine has one."""

from __future__ import annotations

import shutil

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
