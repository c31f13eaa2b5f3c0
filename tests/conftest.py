"""For all tests: half of each day it is another day than in UTC, nothing is set for the bot, bots are forked,
not started, SimCord copies quickly, files lie in memory if they can, what is slow is begun first, and
sentences are compiled."""

import gc
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

import pytest

import playground.copying  # noqa: F401
from bot.settings import ROWS
from playground.people import Person
from playground.process import BotProcess
from start import compile_catalogues
from tests.forking import spawned
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.memory import MEMORY, in_memory

if abs(time.localtime().tm_gmtoff) < 4 * 3600:  # a day by the host's zone would hardly be noticed
    os.environ["TZ"] = "Etc/GMT+12"
    time.tzset()

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # what a test begins in the background would not hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Who runs the tests may have a bot and a server of their own, and files that nobody else can read.
for name in (*(setting.name for setting in ROWS.values()), "PGPASSWORD", "PYTHONWARNINGS"):
    os.environ.pop(name, None)
os.umask(0o022)

BotProcess.spawn = staticmethod(spawned)
BotProcess.patience = Person.patience = HANGS_AFTER

# A clone may belong to somebody else than who tests it.
os.environ |= {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}

MANY = 40
"""So many tests that are not compiled are worth two processes more."""
PYC_TAG = f"{sys.implementation.cache_tag}-pytest"


def pytest_configure(config: pytest.Config) -> None:
    """Whoever has fetched other sentences need not know that they are compiled."""
    if not hasattr(config, "workerinput"):
        compile_catalogues(sys.executable, Path(__file__).parent.parent)


if "PYTEST_DEBUG_TEMPROOT" not in os.environ and in_memory():  # a commit to a disk costs as much as an act
    os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.tempdir = str(MEMORY)


def pytest_sessionfinish(session: Any, exitstatus: int) -> None:
    """What passed leaves nothing in memory."""
    made = getattr(getattr(session.config, "_tmp_path_factory", None), "_basetemp", None)
    if (
        exitstatus == 0
        and made is not None
        and MEMORY in made.parents
        and not hasattr(session.config, "workerinput")
    ):
        shutil.rmtree(made, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: Sequence[object]) -> None:
    """Compiles all tests that are not yet compiled, in two processes: each worker would compile all of them,
    at the same time."""
    paths = [Path(one) for one in config.args]
    tests = [
        test for path in paths for test in ([path] if path.is_file() else sorted(path.rglob("test_*.py")))
    ]
    new = [one for one in tests if not any(one.parent.glob(f"__pycache__/{one.stem}.{PYC_TAG}*"))]
    if sys.dont_write_bytecode or len(new) < MANY:
        return
    collects = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-qq",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
    ]
    halves = [Popen([*collects, *map(str, new[half::2])], stdout=DEVNULL) for half in range(2)]
    for one in halves:
        one.wait()


gc.disable()  # until all is imported, which makes much and drops little

pytest_plugins = (
    "tests.trials.stage.chromium",
    "tests.dealing",
    "tests.discords_law",
    "tests.left_behind",
    "tests.trials.stage.on_a_server",
)


def pytest_collection_finish() -> None:
    """What has been imported stays to the end, so the garbage collector need not go through it again."""
    gc.freeze()
    gc.set_threshold(10_000, 10, 50)
    gc.enable()
