"""How people are reached, and that they can be forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.seats import Person
from storage.ports.records import (
    Append,
    UserId,
)
from storage.store import Store
from tests.storage.happenings import (
    TABLE,
    inside,
    opened,
    played,
    rows,
)


def everything(path: Path) -> bytes:
    """The bytes of the file and of all files beside it."""
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


async def test_no_byte_of_a_forgotten_id_is_left_in_the_files(path: Path) -> None:
    anna = UserId(0x1234_5678_9ABC_DEF)
    async with Store.open(path) as store:
        await opened(store)
        await store.streams.append(Append(TABLE, 1, [played()], people={Person("e5"): anna}))
        await store.slots.remember_dm(anna, 777)
        trace = int(anna).to_bytes(8, "big")
        assert trace in everything(path)
        await store.people.forget(anna)
        assert trace not in everything(path)
        assert str(int(anna)) not in repr(await inside(store, rows))


async def test_an_id_that_does_not_fit_an_integer_of_the_database_is_refused_with_all_that_came_with_it(
    store: Store,
) -> None:
    await opened(store)
    before = await inside(store, rows)
    with pytest.raises(OverflowError):
        await store.streams.append(
            Append(TABLE, 1, [played()], key="k", people={Person("e5"): UserId(2**63)})
        )
    assert await inside(store, rows) == before
    await store.streams.append(
        Append(TABLE, 1, [played()], key="k", people={Person("e5"): UserId(2**63 - 1)})
    )
    assert (await store.streams.users_of(TABLE))[Person("e5")] == 2**63 - 1
