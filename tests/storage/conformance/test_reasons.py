"""Why robots acted as they did: stored with the event or not at all, and never mixed up."""

from __future__ import annotations

import pytest

from rules.cards import PACK
from rules.seats import Seat
from storage.ports.records import Append, Attempt, Contest, DatabaseAddress, Reason, TableId, UserId
from storage.ports.storage import StaleVersion
from storage.store import Store
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import OTHER, TABLE, begin_at_table, opened, played


async def test_reasons_belong_to_the_first_event_of_their_append_and_outlive_the_process(
    where: DatabaseAddress,
) -> None:
    async with Store.open(where) as store:
        await opened(store)
        await store.streams.append(
            Append(TABLE, 1, [played(PACK[5]), played(PACK[6])], reason=Reason(1, "one"))
        )
        await store.streams.append(Append(TABLE, 3, [played(PACK[7])]))
        await store.streams.append(Append(TABLE, 4, [played(PACK[8])], reason=Reason(1, "two")))
    async with Store.open(where) as store:
        assert await store.streams.reasons(TABLE, 1) == {2: "one", 5: "two"}
        assert await store.streams.verify_chain(TABLE) == 5


async def test_reasons_are_those_of_one_deal_of_one_table(store: Store) -> None:
    await opened(store)
    await opened(store, OTHER)
    await store.streams.append(Append(TABLE, 1, [played()], reason=Reason(1, "here")))
    await store.streams.append(Append(TABLE, 2, [played()], reason=Reason(2, "later")))
    await store.streams.append(Append(OTHER, 1, [played()], reason=Reason(1, "elsewhere")))
    assert await store.streams.reasons(TABLE, 1) == {2: "here"}
    assert await store.streams.reasons(TABLE, 2) == {3: "later"}
    assert await store.streams.reasons(TABLE, 3) == {}


async def test_what_was_not_appended_has_no_reasons(store: Store) -> None:
    await opened(store)
    with pytest.raises(StaleVersion):
        await store.streams.append(Append(TABLE, 7, [played()], reason=Reason(1, "no")))
    await store.streams.append(Append(TABLE, 1, [], reason=Reason(1, "nothing happened")))
    assert await store.streams.reasons(TABLE, 1) == {}


async def test_reasons_and_the_cards_of_plays_go_after_their_term_and_no_others(
    store: Store, clock: Clock
) -> None:
    half_a_year = 183 * 24 * 3600.0
    await store.contests.add_contest(Contest("c1", "biritch", Seat.EAST, "good", bytes(32), clock.time))
    await opened(store)
    await opened(store, OTHER)
    for number in (1, 2):
        await store.streams.append(Append(TABLE, number, [played()], reason=Reason(number, f"{number}")))
        over = clock.time, clock.time, 30, ("declare:H", "QH")
        assert await begin_at_table(
            store, Attempt(TableId(f"t{number}"), "c1", UserId(100 + number), "", *over)
        )
        clock.time += half_a_year
    await store.streams.append(Append(OTHER, 1, [played()], reason=Reason(1, "elsewhere")))
    assert await store.checks.drop_details(300.0) == (1, 1)
    assert [await store.streams.reasons(TABLE, deal) for deal in (1, 2)] == [{}, {3: "2"}]
    assert await store.streams.reasons(OTHER, 1) == {2: "elsewhere"}
    plays = await store.contests.attempts("c1")
    assert [(one.points, len(one.line)) for one in plays] == [(30, 0), (30, 2)] and plays.lost == 0
    assert await store.checks.drop_details(300.0) == (0, 0)
