"""``make walk``: what it counts, and that no figure grows unseen."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from pathlib import Path
from typing import Protocol

from bot.messages.outbox import Outbox
from bot.streams.open_stream import Locks
from lab.speed.tree import IN_MANY, IN_SIX, ROOMS, fulfils, modules, names
from lab.speed.walk import GOALS, RECORDED, WAYS, Walk, faults, has_state, recorded
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


def test_a_coroutine_that_stops_and_goes_on_is_one_call_and_what_changes_is_told_from_what_does_not() -> None:
    assert has_state(Outbox.__new__(Outbox)) and not has_state(parse_card("QH")) and not has_state(Counter())
    walk = Walk()

    async def waits() -> None:
        async with Locks[int]().lock_for(1):
            await asyncio.sleep(0)

    with walk.watched():
        asyncio.run(waits())
    counted = {code.co_name: count for code, count in walk.calls.items()}
    assert counted["lock_for"] == 1


def test_every_figure_of_every_way_is_recorded() -> None:
    of_all = set(recorded(RECORDED.read_text("utf-8"), "3.11"))
    held = ("long_functions", "long_files", "long_lines", "stateful", "tasks", "calls", "changes_of_room")
    answered = {f"{way}_before_the_answer" for way in ("press", "bid", "pad")}
    assert of_all >= {f"{way}_{what}" for way in WAYS for what in held} | answered | set(GOALS)
    assert of_all >= {"names_in_three_files", "names_in_six_files", "single_importer"}


class _Asks(Protocol):
    @property
    def size(self) -> int: ...
    async def write(self, text: str, *, at: int) -> None: ...


class _Fulfils:
    def __init__(self) -> None:
        self.size = 0

    async def write(self, words: str, *, at: int = 0, again: bool = False) -> None: ...


class _WaitsForNothing(_Fulfils):
    def write(self, text: str, *, at: int) -> None: ...  # type: ignore[override]


class _WantsMore(_Fulfils):
    async def write(self, text: str, who: str, *, at: int) -> None: ...  # type: ignore[override]


class _HasNoSize:
    async def write(self, text: str, *, at: int) -> None: ...


def test_only_a_class_that_can_stand_for_a_protocol_shares_its_names() -> None:
    assert fulfils(_Fulfils, _Asks)
    assert not any(fulfils(one, _Asks) for one in (_WaitsForNothing, _WantsMore, _HasNoSize))


def test_a_name_leads_to_few_files() -> None:
    """Of all names of functions at most one in twenty is defined in three files or more."""
    counts = Counter(len(files) for files in names(modules()).values())
    assert sum(many for files, many in counts.items() if files >= 3) <= IN_MANY * counts.total()
    assert sum(many for files, many in counts.items() if files >= 6) <= IN_SIX
