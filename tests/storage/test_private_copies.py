"""Messages that only one person sees, with the tokens that reach them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage.engine import migrations
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conformance.test_private_copies import ANNAS, NOW
from tests.trials.stage.happenings import inside, opened, rows


def test_a_token_does_not_print_itself() -> None:
    assert "anna-token" not in repr(ANNAS)


async def test_no_byte_of_a_dropped_token_is_left_in_the_file(path: Path) -> None:
    async with Store.open(path, lambda: NOW) as store:
        await opened(store)
        await store.slots.note_slots((), (), [ANNAS])
        assert "anna-token" in repr(await inside(store, rows))
        await store.slots.note_slots((), (), (), [ANNAS.message])
    assert b"anna-token" not in await asyncio.to_thread(path.read_bytes)


async def test_a_file_from_before_takes_them(path: Path) -> None:
    async with Database.open(path, migrations()[:11]):
        pass
    async with Store.open(path, lambda: NOW) as store:
        await opened(store)
        await store.slots.note_slots((), (), [ANNAS])
        assert await store.slots.private_copies() == (ANNAS,)
