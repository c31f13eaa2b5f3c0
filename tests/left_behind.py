"""A test that changes what its process has once fails: what comes after it in this process would be another
test than when it runs alone."""

import _signal  # type: ignore[import-not-found]  # not in enumerations, which take time to make
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

OF_PYTEST = (b"PYTEST_CURRENT_TEST",)

HANDLED = tuple(map(int, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)))


def shared() -> dict[str, Any]:
    """What a process has once, by a name that a person can look for. It is asked twice for each test, of
    which many take no longer: so each is taken as it lies there, which is quick to compare."""
    umask = os.umask(0o22)
    os.umask(umask)
    environment = dict(os.environ._data)  # type: ignore[attr-defined]
    for name in OF_PYTEST:
        environment.pop(name, None)
    return {
        "digits that a number may have": sys.get_int_max_str_digits(),
        "environment": environment,
        "folder": os.getcwd(),  # noqa: PTH109
        "time zone": time.tzname,
        "umask": umask,
        "blocked signals": _signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        "handlers of signals": [_signal.getsignal(one) for one in HANDLED],
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
