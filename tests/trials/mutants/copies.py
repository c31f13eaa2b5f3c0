"""A copy of the project in which code may be changed. The working tree itself is never touched."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COPIES = ROOT / "build" / "mutants"


def fresh_copy(name: str) -> Path:
    """A copy in the directory of this name, in place of the one that was there."""
    target = COPIES / name
    shutil.rmtree(target, ignore_errors=True)
    return copied(target)


def copied(into: Path) -> Path:
    """The files that git knows, also those that are not committed yet, and the compiled catalogues."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for path in map(Path, filter(None, listed.stdout.split("\0"))):
        if (ROOT / path).is_file():
            (into / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, into / path)
    subprocess.run([sys.executable, "setup.py", "--quiet", "catalogues"], cwd=into, check=True)
    return into
