"""Why robots acted as they did: stored with the event or not at all, and never mixed up."""

from __future__ import annotations

import pytest

from rules.cards import PACK
from storage.ports.records import Append, DatabaseAddress, Reason
from storage.ports.storage import StaleVersion
from storage.store import Store
from tests.storage.happenings import OTHER, TABLE, opened, played


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
