"""How the tests of a run are read by its workers, and dealt out to them.

In the environment ``ORDER`` is the seed of an order in which all of them run, for ``make steady``.
``ONE_IN=16`` takes one in sixteen of those that are long, drawn by ``DRAW``, for CI.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from random import Random
from typing import Any

import pytest

WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
ORDER, DRAW = os.environ.get("ORDER", ""), os.environ.get("DRAW", "1")
ONE_IN = int(os.environ.get("ONE_IN") or 1)

SLOW = (
    "tests/simulation",
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
    "tests/host/test_records",
    "tests/bot/test_worker_pool",
    "tests/screens/test_every_state",
    "tests/robots/test_claims",
    "tests/rules/test_doors",
)
"""The files with tests that take seconds each, the slowest first."""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Each worker begins to read elsewhere. A file that is new or has changed is compiled, its assertions
    rewritten, which takes longer than all else; so one worker does it, and the others find it done."""
    report = yield
    if WORKERS > 1 and isinstance(collector, pytest.Directory):
        first = len(report.result) * WORKER // WORKERS
        report.result = [*report.result[first:], *report.result[:first]]
    return report


class InOrder:
    """Before anything else is done with what was read: all workers must have it in the same order."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item], config: pytest.Config) -> None:
        if WORKERS > 1:
            items.sort(key=lambda item: item.path.parts)
        if ONE_IN > 1:
            drawn = Random(DRAW)
            left = [item for item in items if item.get_closest_marker("long") and drawn.randrange(ONE_IN)]
            config.hook.pytest_deselected(items=left)
            gone = {*left}
            items[:] = [item for item in items if item not in gone]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(InOrder())


def pytest_report_header() -> list[str]:
    drawn = [f"of the long tests one in {ONE_IN}, drawn by DRAW={DRAW}"] if ONE_IN > 1 else []
    return [f"in the order of ORDER={ORDER}", *drawn] if ORDER else drawn


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Each worker takes an equal part of this list. The slow tests, most of which wait, are dealt out to
    three workers of five, or four of seven, which begin with them; the others have quick ones that only
    reckon. So both cores are busy from the beginning, and no worker is left with a slow one at the end. One
    worker has all tests with a browser, which it starts once. In a drawn order none of this holds."""
    if ORDER:
        Random(ORDER).shuffle(items)
    if ORDER or WORKERS < 2:
        return
    places = [
        next((place for place, one in enumerate(SLOW) if item.nodeid.startswith(one)), len(SLOW))
        for item in items
    ]
    by_place = sorted(zip(places, items, strict=True), key=lambda one: one[0])
    slow = [item for place, item in by_place if place < len(SLOW)]
    browsing = [item for item in slow if "chromium" in item.fixturenames]
    alone = [[item] for item in slow if item not in browsing]
    quick = iter([item for place, item in by_place if place == len(SLOW)])
    waiting = [worker for worker in range(WORKERS) if worker * 3 % 5 < 3]
    dealt: list[Any] = []
    for worker in range(WORKERS):
        units = [browsing, *alone][waiting.index(worker) :: len(waiting)] if worker in waiting else []
        hand = [item for unit in units for item in unit]
        size = len(items) * (worker + 1) // WORKERS - len(items) * worker // WORKERS
        dealt += hand + [one for _, one in zip(range(size - len(hand)), quick, strict=False)]
    items[:] = [*dealt, *quick]
