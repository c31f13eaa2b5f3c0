"""One append is one transaction: whole or not at all, once, and only at the version it was decided on."""

from __future__ import annotations

import asyncio
import threading
from hashlib import sha256
from pathlib import Path

import pytest

from rules.table.events import PackReady, SeedRevealed
from storage.ports.records import Append, Done
from storage.store import Store
from storage.streams import KEYS_KEPT
from tests.storage.conftest import Clock, both
from tests.trials.stage.happenings import (
    TABLE,
    contents,
    inside,
    opened,
    played,
)


@both
async def test_of_many_old_keys_none_is_left_though_few_are_forgotten_at_a_time(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(store)
    for number in range(5):
        await store.streams.append(Append(TABLE, 1 + number, [played()], key=f"k{number}"))
    clock.time += KEYS_KEPT + 1
    await store.streams.append(Append(TABLE, 6, [played()], key="new"))
    monkeypatch.setattr("storage.streams.KEYS_AT_ONCE", 2)
    assert await store.streams.forget_old_keys() == 5
    assert [key for key in ("k0", "k2", "k4", "new") if await store.streams.done(key) is not None] == ["new"]


async def test_a_caller_that_is_cancelled_while_it_waits_for_its_turn_has_done_nothing(store: Store) -> None:
    await opened(store)
    first = threading.Event()
    holding = asyncio.create_task(inside(store, lambda db: first.wait()))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(store.streams.append(Append(TABLE, 1, [played()], key="k")))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    first.set()
    await holding
    assert waiting.cancelled()
    assert await store.streams.done("k") is None
    assert await store.streams.append(Append(TABLE, 1, [played()])) == 2


async def test_no_byte_of_a_revealed_seed_is_left_in_the_file(path: Path) -> None:
    """SQLite would leave deleted bytes in free pages."""
    seed = sha256(b"a seed").digest()
    async with Store.open(path) as store:
        await opened(store, TABLE, PackReady(1, "c"), secrets={1: seed})
    assert seed in contents(path)
    async with Store.open(path) as store:
        await store.streams.append(Append(TABLE, 2, [SeedRevealed(1, "6f6e65")]))
    assert seed not in contents(path)


async def test_a_question_in_turn_waits_for_what_was_asked_before_it_and_for_nothing_asked_later(
    store: Store,
) -> None:
    """Two writes that share a commit, the question, and two more."""
    await opened(store)
    first, other, done, none, later, last = await asyncio.gather(
        store.streams.append(Append(TABLE, 1, [played()], key="a")),
        store.preferences.set_choices("user:1", {"cards": "large"}),
        store.streams.done("a"),
        store.streams.done("b"),
        store.streams.append(Append(TABLE, 2, [played()], key="b")),
        store.preferences.set_choices("user:1", {"cards": "small"}),
    )
    assert (first, other, done, none, later, last) == (2, None, Done(TABLE, 2), None, 3, None)
    assert await store.preferences.choices("user:1") == {"cards": "small"}
