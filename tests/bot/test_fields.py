"""A contest that many play: its field is walked where readers read, once for all, and kept for a moment."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from bot.tables.contests import Contests, Thinkers
from bot.tables.fields import FRESH, MANY, STALE
from rules.contests import Line, Parting, Ranked, parting, percentage, ranking
from rules.table.events import Closed
from storage.contests import frequents, store_attempt
from storage.log import append_events
from storage.ports.records import Append, Attempt, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.test_contests import ANNA, BORIS, CLARA, TODAY, YESTERDAY, Room, at
from tests.trials.stage.happenings import HERE, OPENED

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / room) for room in ("bot", "rules", "storage"))
GUILD = 7


class Counting:
    """The contests of a store, and how often each thing was asked of them."""

    def __init__(self, kept: Any) -> None:
        self.kept, self.asked = kept, Counter[str]()

    def __getattr__(self, name: str) -> Any:
        self.asked[name] += 1
        return getattr(self.kept, name)


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    opened = Room(store, Clock())
    yield opened
    await opened.contests.close()


async def crowd(room: Room, day: str, people: int) -> None:
    """So many have played a day in three ways, each a point better than the one before, and a robot; and all
    are regulars of the server."""
    await room.contests.of_day(day)

    def work(db: Any) -> None:
        for number in range(people):
            line = ("declare:H", "QH", f"{2 + number % 3}C")
            table = TableId(f"{day} of {number}")
            play = Attempt(table, day, UserId(1000 + number), "", at(day), at(day) + 60, number, line)
            append_events(db, Append(table, 0, [OPENED, Closed("alone")], place=HERE, attempt=play), 0)
            frequents(db, GUILD, UserId(1000 + number))
        store_attempt(
            db, Attempt(TableId(f"{day} robot"), day, None, "best", at(day), at(day) + 60, 2, ("pass",))
        )

    await room.store._database.write(work)


def counting(room: Room) -> Counting:
    kept = Counting(room.store.contests)
    room.contests = Contests(kept, room.tables, Thinkers(None), room.contests._chance, room.clock)
    return kept


async def lines_on_the_loop(work: Callable[[], Awaitable[object]]) -> int:
    """Lines of ours that the event loop's own thread goes through meanwhile."""
    gone = 0

    def line(frame: FrameType, event: str, _: object) -> Any:
        nonlocal gone
        gone += event == "line"
        return line

    def called(frame: FrameType, event: str, _: object) -> Any:
        return line if frame.f_code.co_filename.startswith(OURS) else None

    before = sys.gettrace()
    sys.settrace(called)
    try:
        await work()
    finally:
        sys.settrace(before)
    return gone


async def pages_of(room: Room, day: str) -> list[int]:
    """The lines gone through for a table, for a result, for a play to check, and before robots play."""
    contests, user = room.contests, UserId(1001)
    contests.field = ()

    async def table() -> None:
        assert len(await contests.user_standings(user, [day], await contests.in_server(GUILD))) > 9

    return [
        await lines_on_the_loop(page)
        for page in (
            table,
            lambda: contests.compared(user, day),
            lambda: contests.attempt_to_check(ANNA, day),
            lambda: contests._fill(contests._known[day], "nobody"),
        )
    ]


async def test_what_the_loop_does_for_a_page_does_not_grow_with_those_who_have_played(room: Room) -> None:
    """Ten and a hundred and fifty plays, and as many people of a server."""
    gone: list[list[int]] = []
    for day, people in ((YESTERDAY, 10), (TODAY, 150)):
        await crowd(room, day, people)
        gone.append(await pages_of(room, day))
    few, many = gone
    assert all(other < one + 40 for one, other in zip(few, many, strict=True)), gone


async def test_a_play_is_compared_with_the_others_of_its_field_and_not_with_itself(room: Room) -> None:
    """Of seven people each brought a point more than the one before, and the robot 2. The third, who brought
    2, beats two and equals the robot: five of fourteen. Three of the others, and two with him, came to 2C, 3C
    or 4C; the first to go another way was the robot."""
    await crowd(room, TODAY, 7)
    came = await room.contests.compared(UserId(1002), TODAY)
    assert (came.percent, came.people, came.robots) == (Fraction(500, 14), 6, (("best", 2),))
    assert came.parted == Parting(2, "4C", "2C", 3, 6)
    assert (await room.contests.compared(UserId(1000), TODAY)).parted is None
    await room.enters(TODAY, ANNA, None)
    await room.enters(TODAY, BORIS, 2, line="declare:S")
    came = await room.contests.compared(UserId(1002), TODAY)
    assert (came.percent, came.people) == (Fraction(600, 16), 7)
    await room.store.people.forget(UserId(1000))
    assert (await room.contests.compared(UserId(1002), TODAY)).people == 7


def test_a_parting_in_the_order_of_words_is_that_which_a_walk_finds() -> None:
    def walked(own: Line, field: Sequence[Line]) -> tuple[int, int, int] | None:
        along = [line for line in field if line]
        for place, word in enumerate(own):
            along = [line for line in along if len(line) > place]
            counts = Counter(line[place] for line in along)
            if not along:
                return None
            if counts[word] < max(counts.values()):
                return place, max(counts.values()), len(along)
            along = [line for line in along if line[place] == word]
        return None

    draw = Random(1886)
    for _ in range(300):
        field = [tuple(draw.choices("ab3", k=draw.randrange(5))) for _ in range(draw.randrange(9))]
        own = tuple(draw.choices("ab3x", k=draw.randrange(5)))
        for others, there in ((field, field), (field, [*field, own])):
            found = parting(own, there, among=there is not field)
            told = None if found is None else (found.place, found.with_it, found.of)
            assert told == walked(own, others), (own, field)
            if found is not None:
                assert found.own == own[found.place]
                alike = [line for line in others if line[: found.place] == own[: found.place]]
                assert sum(line[found.place :][:1] == (found.most,) for line in alike) == found.with_it


def test_ranks_and_shares_are_those_of_the_definition_among_thousands() -> None:
    draw = Random(6)
    results = [draw.randrange(-60, 60) for _ in range(500)]
    histogram = Counter(results)
    for own in (-61, -3, 17, 60):
        assert percentage(own, results) == percentage(own, histogram)
    days = {
        who: [Fraction(draw.randrange(200), draw.choice((6, 7, 11))) for _ in range(draw.randrange(20))]
        for who in range(400)
    }
    found = ranking(days)
    sums = {who: sum(sorted(each, reverse=True)[:15]) for who, each in days.items() if each}
    assert {one.who: one.score for one in found} == sums
    for one in found:
        assert one.rank == 1 + sum(other > one.score for other in sums.values())
    assert [(one.rank, one.who) for one in found] == sorted((one.rank, one.who) for one in found)


async def test_of_many_who_ask_at_once_all_hear_one_count_and_whoever_asks_a_moment_later_the_same(
    room: Room,
) -> None:
    await crowd(room, TODAY, MANY)
    kept, user = counting(room), UserId(1001)

    async def pages() -> list[Any]:
        among = await room.contests.in_server(GUILD)
        return [
            await room.contests.compared(user, TODAY),
            await room.contests.user_standings(user, [TODAY], among),
        ]

    all_of_it = {"field": 1, "results": 1, "regulars": 1}
    first, *others = await asyncio.gather(*(pages() for _ in range(8)))
    assert all(one == first for one in others)
    assert {name: kept.asked[name] for name in all_of_it} == all_of_it
    room.clock.time += FRESH - 1
    assert await pages() == first and {name: kept.asked[name] for name in all_of_it} == all_of_it


async def test_what_is_older_than_a_moment_is_given_while_it_is_counted_again_and_then_the_new(
    room: Room,
) -> None:
    await crowd(room, TODAY, MANY)
    user = UserId(1000)
    assert (await room.contests.compared(user, TODAY)).people == MANY - 1
    await room.enters(TODAY, ANNA, 5)
    room.clock.time += FRESH
    assert (await room.contests.compared(user, TODAY)).people == MANY - 1
    await asyncio.gather(*room.contests._fields._fields._beside)
    assert (await room.contests.compared(user, TODAY)).people == MANY
    await room.enters(TODAY, BORIS, 5)
    room.clock.time += STALE
    assert (await room.contests.compared(user, TODAY)).people == MANY + 1
    assert (await room.contests.compared(BORIS, TODAY)).people == MANY + 1
    await room.enters(TODAY, CLARA, 6)
    assert (await room.contests.compared(CLARA, TODAY)).people == MANY + 2, "of hers nothing is known yet"


async def test_whoever_is_forgotten_or_comes_to_a_server_of_many_is_so_at_once(room: Room) -> None:
    await crowd(room, TODAY, MANY)
    await room.enters(TODAY, ANNA, 5000)
    user, best = UserId(1001), Ranked(1, ANNA, Fraction(100), 1)

    async def first() -> Ranked:
        found = await room.contests.user_standings(user, [TODAY], await room.contests.in_server(GUILD))
        return found[0]

    assert (await first()).who == 1000 + MANY - 1
    await room.contests.came(GUILD, ANNA)
    assert await first() == best
    await room.store.people.forget(ANNA)
    await room.contests.forgotten(ANNA)
    assert (await first()).who == 1000 + MANY - 1
