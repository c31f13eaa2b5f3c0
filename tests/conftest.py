"""For all tests: bots are forked, not started, SimCord copies quickly, files lie in memory if they can, and
what takes long is begun first."""

import gc
import os
import shutil
from pathlib import Path
from typing import Any

import playground.copying  # noqa: F401
from playground.process import BotProcess
from tests.forking import spawned

BotProcess.spawn = staticmethod(spawned)

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that must be free there: a run of all tests writes a tenth of that."""


def _in_memory() -> bool:
    """Whether there is a file system in memory for the folders of the tests, in which programs may be run."""
    if "PYTEST_DEBUG_TEMPROOT" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return False
    return shutil.disk_usage(MEMORY).free > ROOM and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC


if _in_memory():  # a commit to a disk costs as much as the rest of an act
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


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


gc.disable()  # until all is imported, which makes much and drops little

pytest_plugins = ("tests.chromium", "tests.discords_law", "tests.on_a_server")

LONG = (
    "tests/leaks/test_running",
    "tests/playing/test_calls",
    "tests/playing/test_rubbers",
    "tests/leaks/test_secrets",
    "tests/playing/test_killed",
    "tests/playing",
    "tests/playground/test_runner",
    "tests/browser",
    "tests/playground/test_browser",
    "tests/playground/test_bot",
    "tests/bot/test_outages",
    "tests/leaks",
    "tests/bot/test_main",
    "tests/bot/test_records",
    "tests/bot/test_worker_pool",
    "tests/screens/test_every_state",
    "tests/robots/test_claims",
    "tests/rules/test_doors",
)
"""The files with tests that take seconds each, the longest first."""


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Each worker takes an equal part of this list. The long tests, most of which wait, are dealt out to
    three workers of five, which begin with them; the others have short ones that only reckon. So both cores
    are busy from the beginning, and nobody is left with a long one at the end. One worker has all tests with
    a browser, which it starts once."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers < 2:
        return
    places = [
        next((place for place, one in enumerate(LONG) if item.nodeid.startswith(one)), len(LONG))
        for item in items
    ]
    by_place = sorted(zip(places, items, strict=True), key=lambda one: one[0])
    long = [item for place, item in by_place if place < len(LONG)]
    browsing = [item for item in long if "chromium" in item.fixturenames]
    alone = [[item] for item in long if item not in browsing]
    short = iter([item for place, item in by_place if place == len(LONG)])
    waiting = [worker for worker in range(workers) if worker * 3 % 5 < 3]
    dealt: list[Any] = []
    for worker in range(workers):
        units = [browsing, *alone][waiting.index(worker) :: len(waiting)] if worker in waiting else []
        hand = [item for unit in units for item in unit]
        size = len(items) * (worker + 1) // workers - len(items) * worker // workers
        dealt += hand + [one for _, one in zip(range(size - len(hand)), short, strict=False)]
    items[:] = [*dealt, *short]


def pytest_collection_finish() -> None:
    """What has been imported stays to the end, so the garbage collector need not go through it again."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    gc.enable()
