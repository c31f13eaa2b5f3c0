"""``make walk``: what it counts, and that no figure grows unseen."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.walk import RECORDED, ROOMS, Walk, faults, recorded
from rules.cards import Card, parse_card

RECORD = "python 3.11\npress_calls 1000\nmodules 300\n"


def test_a_figure_that_grows_by_one_is_a_fault_and_one_that_stays_or_falls_a_little_is_none() -> None:
    before = recorded(RECORD, "3.11")
    assert faults(before, {"press_calls": 1001, "modules": 300}) == [
        "press_calls has grown from 1000 to 1001"
    ]
    assert faults(before, {"press_calls": 1000, "modules": 300}) == []
    assert faults(before, {"press_calls": 950, "modules": 285}) == []


def test_a_figure_that_fell_by_more_than_a_twentieth_is_to_be_recorded() -> None:
    (fault,) = faults(recorded(RECORD, "3.11"), {"press_calls": 949, "modules": 300})
    assert fault.startswith("press_calls has fallen from 1000 to 949")


def test_a_figure_that_is_no_longer_counted_is_a_fault() -> None:
    assert faults(recorded(RECORD, "3.11"), {"modules": 300}) == [
        "press_calls is recorded and no longer counted"
    ]


def test_with_another_python_only_the_modules_are_compared() -> None:
    assert recorded(RECORD, "3.14") == {"modules": 300}


def test_calls_of_our_functions_are_counted_with_their_files_and_others_are_not() -> None:
    walk = Walk()
    with walk.watched():
        parse_card("QH")
        re.compile("no function of ours")
    counted = {code.co_qualname: count for code, count in walk.calls.items()}
    assert counted[parse_card.__qualname__] == 1
    assert {Path(code.co_filename).parent.name for code in walk.calls} <= set(ROOMS)
    with walk.watched(Card.__str__.__code__):
        parse_card("KS")
    assert walk.calls.total() == 0  # the function with which it is to begin was not called


def test_every_figure_with_a_goal_is_recorded() -> None:
    names = set(recorded(RECORDED.read_text("utf-8"), "3.11"))
    of_ways = {
        f"{way}_{what}"
        for way in ("press", "bid", "pad", "robot", "start")
        for what in ("functions", "files", "calls", "changes_of_room")
    }
    assert names >= of_ways | {"modules", "single_importer", "protocols_with_one_class"}
