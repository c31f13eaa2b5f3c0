"""Which release of the program runs, and of which commit it is."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""The clone, or the folder of an installed copy that has the rooms."""
BUILT: Final = ROOT / "built.txt"
"""What ``setup.py`` leaves in an installed copy: the version, and the commit where it was known."""
UNKNOWN: Final = "unknown"


def _version() -> str:
    """Of ``pyproject.toml`` in a clone."""
    if BUILT.exists():
        return BUILT.read_text("utf-8").split()[0]
    try:
        project = (ROOT / "pyproject.toml").read_text("utf-8")
    except OSError:
        return UNKNOWN
    line = re.search(r'^version = "(.+)"$', project, re.MULTILINE)
    return line[1] if line is not None else UNKNOWN


VERSION: Final = _version()


@cache
def source_commit() -> str:
    """The commit of a clone, or the one from which a copy was installed or an image made; empty if neither is
    known."""
    if (ROOT / ".git").exists():
        import subprocess

        asked = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
        with suppress(OSError, subprocess.CalledProcessError):
            return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    built = BUILT.read_text("utf-8").split()[1:] if BUILT.exists() else []
    return built[0] if built else os.environ.get("COMMIT", "")
