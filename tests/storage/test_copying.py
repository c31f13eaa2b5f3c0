"""A whole database goes from one engine to the other and back, and is the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.host import copying
from bot.ports.records import DealCount, DealShare, OptionSet, Reason, ServerUrl, Snapshot, UserId
from rules.cards import PACK
from rules.seats import Side
from storage.errors import CopyFailed, NotEmpty
from storage.store import Store
from tests.storage.happenings import (
    ANNA,
    BORIS,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    opened,
    played,
    reckoned,
    rows,
)


async def fill(store: Store) -> None:
    """Something in every table, of the kinds that engines might keep differently."""
    deal = DealCount("biritch", 1, (DealShare(ANNA, 24, ("deal", "made H")),))
    await opened(store, slots=["table:1", "hand:a1"], key="opened", secrets={1: bytes(range(32))})
    over = [begun(), reckoned(1, Side.NS, 2**70)]
    more = {"reason": Reason(1, "why"), "snapshot": Snapshot(3, 1, "{}"), "guests": {BORIS: "Zoë 'x"}}
    await store.append(TABLE, 1, over, key="9" * 19, actor=ANNA, deal=deal, **more)
    await store.append(OTHER, 0, [OPENED, *map(played, PACK)], place=HERE, people={ANNA: USERS[ANNA]})
    await store.remember_dm(UserId(2**62), 7)
    await store.dm_refused(UserId(12))
    await store.note_uptime(1.5, 2.5, 0)
    await store.choose("user:11", {"cards": "♣é"})
    await store.save_set(HERE.guild, OptionSet("the \U0001f0cf one", "vint", (("a", "b"),)))


async def test_a_database_that_goes_to_a_server_and_back_is_the_same_to_the_hash(
    path: Path, url: ServerUrl, tmp_path: Path
) -> None:
    async with Store.open(path) as first:
        await fill(first)
        before = await inside(first, rows)
        assert all(before.values())
        async with Store.open(url) as on_server:
            copied = await first.copy_to(on_server)
            assert copied.chains == ({TABLE: 3, OTHER: 53}, {})
            assert await inside(on_server, rows) == before
            assert await on_server.append(OTHER, 53, [played()]) == 54
            async with Store.open(tmp_path / "back.sqlite3") as back:
                assert (await on_server.copy_to(back)).chains.whole == {TABLE: 3, OTHER: 54}
                assert await inside(back, rows) == await inside(on_server, rows)
                assert await back.append(OTHER, 54, [played()]) == 55
                assert await back.verify_chain(OTHER) == 55


async def test_nothing_is_copied_into_a_database_that_holds_anything(path: Path, tmp_path: Path) -> None:
    async with Store.open(path) as first, Store.open(tmp_path / "second.sqlite3") as second:
        await fill(first)
        await second.dm_refused(UserId(1))
        before = await inside(second, rows)
        with pytest.raises(NotEmpty) as holds:
            await first.copy_to(second)
        assert holds.value.table == "dm"
        assert await inside(second, rows) == before


async def test_a_copy_that_came_out_different_is_undone(path: Path, tmp_path: Path) -> None:
    async with Store.open(path) as first, Store.open(tmp_path / "second.sqlite3") as second:
        await fill(first)
        empty = await inside(second, rows)
        spoil = "CREATE TRIGGER spoil AFTER INSERT ON dm BEGIN UPDATE dm SET refused = 1; END"
        await inside(second, lambda db: db.execute(spoil))
        with pytest.raises(CopyFailed) as failed:
            await first.copy_to(second)
        assert failed.value.work == "comparing"
        assert await inside(second, rows) == empty


async def test_the_command_copies_says_what_was_damaged_before_and_refuses_a_second_time(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "copy.sqlite3"
    async with Store.open(path) as first:
        await fill(first)
        await inside(first, lambda db: db.execute("UPDATE event SET at = at + 1 WHERE version = 53"))

    async def command(source: Path) -> tuple[int, str, str]:
        status = await asyncio.to_thread(copying.main, source, target)
        return status, *capsys.readouterr()

    assert await command(path) == (
        0,
        f"Table {OTHER} was damaged before, at event 53, and was copied as it is.\n"
        f"Copied to {target}: 2 tables and score sheets, 3 events in whole chains.\n",
        "",
    )
    assert await command(path) == (2, "", f"The database {target} is not empty; it has not been touched.\n")
    nowhere = tmp_path / "none.sqlite3"
    assert await command(nowhere) == (2, "", f"There is no database {nowhere}.\n")
