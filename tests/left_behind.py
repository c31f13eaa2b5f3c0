"""A test that changes what its process has once fails: what comes after it in this process would be another
test than when it runs alone."""

import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

OF_PYTEST = {"PYTEST_CURRENT_TEST"}


def shared() -> dict[str, Any]:
    """What a process has once, by a name that a person can look for."""
    umask = os.umask(0o22)
    os.umask(umask)
    return {
        "digits that a number may have": sys.get_int_max_str_digits(),
        "environment": {name: value for name, value in os.environ.items() if name not in OF_PYTEST},
        "folder": Path.cwd(),
        "time zone": time.tzname,
        "umask": umask,
        "blocked signals": signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        "handlers of signals": [
            signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        ],
        "search path": list(sys.path),
        "hooks": (sys.excepthook, sys.unraisablehook),
        "garbage collector": (gc.isenabled(), gc.get_threshold()),
        "levels of logs": (logging.root.level, logging.root.manager.disable),
        "switch interval": sys.getswitchinterval(),
    }


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    before = shared()
    yield
    after = shared()
    left = {name: after[name] for name in before if after[name] != before[name]}
    assert not left, "this test leaves its process otherwise than it found it"


@pytest.fixture
def as_a_process() -> Iterator[None]:
    """For whoever calls here what has a process to itself, a command or the bot: numbers may have any digits
    then, and the garbage collector waits for the end of a start."""
    digits, collects = sys.get_int_max_str_digits(), gc.isenabled()
    yield
    sys.set_int_max_str_digits(digits)
    (gc.enable if collects else gc.disable)()
