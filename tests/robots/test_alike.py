"""Robots that choose alike: neither the clock, the solver, the Python nor the order of a set matters."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest

from tests.robots.alike import RECORD, lines

ROOT = Path(__file__).parents[2]
HOG = "while True: pass"


def asked(python: str, *arguments: str, hashes: str) -> str:
    """What another process answers, in which sets have another order."""
    environment = {**os.environ, "PYTHONHASHSEED": hashes}
    command = (python, "-m", "tests.robots.alike", *arguments)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@contextmanager
def busy() -> Iterator[None]:
    """A machine whose processors are all wanted by others."""
    hogs = [subprocess.Popen((sys.executable, "-c", HOG)) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def test_this_python_plays_the_recorded_deals_call_by_call() -> None:
    assert "".join(f"{line}\n" for line in lines()) == RECORD.read_text()


def test_a_busy_machine_without_the_solver_plays_the_same() -> None:
    with busy():
        assert asked(sys.executable, "--without-solver", hashes="2") == RECORD.read_text()


def newest() -> str | None:
    """The newest Python that can be started here, besides this one."""
    for minor in range(20, sys.version_info.minor, -1):
        found = which(f"python3.{minor}")
        if found and not subprocess.run((found, "--version"), capture_output=True, check=False).returncode:
            return found
    return None


def test_the_newest_python_at_hand_plays_the_same() -> None:
    python = newest()
    if python is None:
        pytest.skip("no newer Python is here")
    assert asked(python, hashes="3") == RECORD.read_text()
