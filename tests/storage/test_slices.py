"""What takes long is written in slices: whoever acts meanwhile waits for one of them at most."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ports.records import Append, Board, TableId, UserId
from rules.seats import Side
from storage import ratings
from storage.store import Store
from tests.guard import HANGS_AFTER
from tests.storage.conftest import Clock, both
from tests.storage.happenings import (
    ANNA,
    BORIS,
    CLARA,
    DMITRI,
    HERE,
    OPENED,
    OTHER,
    begun,
    no_deals,
    opened,
    played,
    reckoned,
)

VERSION = "SELECT version FROM stream WHERE table_id = ?1"


async def rated_pairs(store: Store, clock: Clock) -> None:
    """Of seven pairs each wins against the next, in order. Of whoever is forgotten in the second, its loss
    counts no more: the five after it are then rated otherwise."""
    for number in range(6):
        clock.time += 60
        north, south = UserId(300 + number), UserId(400 + number)
        people = {ANNA: north, CLARA: south, BORIS: UserId(north + 1), DMITRI: UserId(south + 1)}
        events = [OPENED, begun(), reckoned(1, Side.NS, 10 + number)]
        await store.streams.append(Append(TableId(f"t{number}"), 0, events, place=HERE, people=people))


async def board(store: Store) -> Any:
    return (await store.standings.leaderboard(HERE.guild, "biritch", Board.RATING)).lines


class Between:
    """Lets something happen as soon as the first slice is being written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, work: Any) -> None:
        self.seen: list[int] = []
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        loop, put, waits = asyncio.get_running_loop(), ratings.Lines.put_lines, list[Any]()

        async def happens() -> None:
            self.done.set_result(await work())

        def watched(lines: ratings.Lines, db: Any, *args: Any, **named: Any) -> bool:
            found = db.execute(VERSION, (OTHER,)).fetchone()[0]
            if not waits:
                waits.append(asyncio.run_coroutine_threadsafe(happens(), loop))
            elif len(self.seen) == 1 and found == self.seen[0]:  # on a server it may be under way
                waits[0].result(HANGS_AFTER)
                found = db.execute(VERSION, (OTHER,)).fetchone()[0]
            self.seen.append(found)
            return put(lines, db, *args, **named)

        monkeypatch.setattr(ratings.Lines, "put_lines", watched)
        monkeypatch.setattr(ratings, "AT_ONCE", 2)


@both
async def test_an_act_of_somebody_else_is_stored_between_two_slices_of_forgetting(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rated_pairs(store, clock)
    await opened(store, OTHER)
    between = Between(monkeypatch, lambda: store.streams.append(Append(OTHER, 1, [played()])))
    await store.people.forget(UserId(301))
    assert between.done.result() == 2
    assert between.seen == [1, 2, 2], "five pairs are rated otherwise: two, two and one"


@both
async def test_a_rubber_that_ends_between_two_slices_is_rated_too_and_the_forgotten_stay_so(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rated_pairs(store, clock)
    await opened(store, OTHER, begun())
    clock.time += 60
    between = Between(
        monkeypatch, lambda: store.streams.append(Append(OTHER, 2, [reckoned(1, Side.EW, 300)]))
    )
    await store.people.forget(UserId(301))
    assert between.done.result() == 3
    lines = await board(store)
    assert 301 not in {one.user for one in lines} and len(lines) == 6 + 2
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
    assert await board(store) == lines


async def test_two_who_are_forgotten_at_once_leave_the_others_rated_without_both(
    store: Store, clock: Clock
) -> None:
    await rated_pairs(store, clock)
    await asyncio.gather(*(store.people.forget(UserId(one)) for one in (301, 402, 303)))
    lines = await board(store)
    assert {one.user for one in lines} == {300, 304, 305, 306}
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
