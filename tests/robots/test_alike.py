"""Robots that choose alike: neither the clock, the solver, the Python nor the order of a set matters."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from shutil import which

import pytest

from tests.robots.alike import DEALS, RECORD, lines

ROOT = Path(__file__).parents[2]
LONGEST = 0.05
"""Seconds for which a busy machine runs something else, or lets a process go on."""


def asked(python: str, *arguments: str, hashes: str, busy: bool = False) -> str:
    """What another process answers, in which sets have another order. On a busy machine it stands still now
    and then, as if others had the processor."""
    environment = {**os.environ, "PYTHONHASHSEED": hashes}
    command = (python, "-m", "tests.robots.alike", *arguments)
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    with process:
        while busy and process.poll() is None:
            for stroke in (signal.SIGSTOP, signal.SIGCONT):
                process.send_signal(stroke)
                time.sleep(random.uniform(0, LONGEST))
        assert process.stdout is not None
        told = process.stdout.read()
    assert process.returncode == 0
    return told


@pytest.mark.parametrize("deals", [pytest.param(len(DEALS), marks=pytest.mark.long), 1])
def test_this_python_plays_the_recorded_deals_call_by_call(deals: int) -> None:
    recorded = RECORD.read_text().splitlines()
    assert len(recorded) == len(DEALS)
    assert [*islice(lines(), deals)] == recorded[:deals]


@pytest.mark.long
def test_a_busy_machine_without_the_solver_plays_the_same() -> None:
    assert asked(sys.executable, "--without-solver", hashes="2", busy=True) == RECORD.read_text()


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
