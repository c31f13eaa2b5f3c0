"""Stored rows that have decayed: each concerns its own table alone, and no error quotes what is stored."""

from __future__ import annotations

import sqlite3
import traceback
from contextlib import closing, suppress
from pathlib import Path

import pytest

from rules.cards import PACK
from rules.challenges import Challenge, Challenged
from rules.seats import Person, Side
from storage.errors import DamagedDatabase, DatabaseFailed
from storage.ports.records import (
    Append,
    PageKey,
    PrivateCopy,
    ServerUrl,
    Slot,
    SlotKey,
    SlotState,
    TableId,
)
from storage.ports.storage import BrokenChain, DamagedContest
from storage.store import Store
from tests.storage.conformance.test_moments import TOLD
from tests.storage.test_moments import COPIED, DISCORDS, TERMS
from tests.trials.stage import postgres
from tests.trials.stage.happenings import (
    ANNA,
    HERE,
    OTHER,
    TABLE,
    USERS,
    begun,
    contents,
    inside,
    opened,
    played,
    reckoned,
)
from tests.trials.stage.sealed_rows import fill, read

NOW, LINK = 1_700_000_000.0, bytes(32)


def told(fault: BaseException) -> str:
    """All that a log would show of an error."""
    return "".join(traceback.format_exception(fault)) + repr(fault)


async def two_tables(store: Store) -> None:
    """Seven events at one table, one at the other."""
    await opened(store, TABLE, begun(), *map(played, PACK[:5]))
    await opened(store, OTHER)


@pytest.mark.parametrize("version", [1, 4, 7])
async def test_of_a_file_the_event_that_is_no_longer_text_is_named_be_it_the_first_or_the_last(
    path: Path, version: int
) -> None:
    async with Store.open(path) as store:
        await two_tables(store)
        spoilt = (
            f"UPDATE event SET body = CAST(x'ff' AS TEXT) WHERE table_id = '7f3a9c' AND version = {version}"
        )
        await inside(store, lambda db: db.execute(spoilt))
        for asked in (store.streams.load(TABLE), store.streams.verify_chain(TABLE)):
            with pytest.raises(BrokenChain) as broken:
                await asked
            assert broken.value.args == (TABLE, version)
        assert await store.checks.verify_chains() == ({OTHER: 1}, {TABLE: version})


def spoil(path: Path, statement: str) -> None:
    """Write something into a closed file that its schema forbids, as a byte that decays may. A change that is
    made touches a row."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        (known,) = db.execute("PRAGMA schema_version").fetchone()
        db.execute("PRAGMA writable_schema = ON")
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE sqlite_master SET sql = replace(replace(sql, ' STRICT,', ' '), ' STRICT', ' ')")
        db.execute(f"PRAGMA schema_version = {known + 1}")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        assert db.execute(statement).rowcount >= 1


@pytest.mark.parametrize("column", ["kind", "body", "revision", "actor", "at", "hash"])
async def test_an_event_with_a_column_of_another_type_is_named_and_its_table_is_still_listed(
    path: Path, column: str
) -> None:
    async with Store.open(path) as store:
        await two_tables(store)
        at = [one.at for one in await store.streams.all_open("table")]
    value = "x'00ff'" if column != "hash" else "'text'"
    spoil(path, f"UPDATE event SET {column} = {value} WHERE table_id = '7f3a9c' AND version = 7")
    async with Store.open(path) as store:
        for asked in (store.streams.load(TABLE), store.streams.verify_chain(TABLE)):
            with pytest.raises(BrokenChain) as broken:
                await asked
            assert broken.value.args == (TABLE, 7)
        assert [one.table for one in await store.streams.all_open("table")] == [TABLE, OTHER]
        assert [one.at for one in await store.streams.all_open("table")] == (
            [0.0, at[1]] if column == "at" else at
        )
        assert await store.streams.append(Append(OTHER, 1, [played()])) == 2


def put(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)


async def fill_all(store: Store) -> None:
    """A row with a time in each table that has one."""
    key, at = SlotKey(TABLE, Slot.of_name("hand:a1")), NOW
    await two_tables(store)
    await opened(store, TableId("c0ffee"), begun(), reckoned(1, Side.NS, 40), key="a press", slots=[key.slot])
    noted = [SlotState(key, wanted=2, not_before=at)]
    await store.slots.note_slots(noted, copies=[PrivateCopy(5, key, "token", False, at)])
    await store.uptime.note_period(at - 60, at, 0.0)
    await store.page_keys.add_page_link(PageKey(LINK, "", USERS[ANNA], TABLE, at + 60), at)
    best = f"INSERT INTO best_deal VALUES ({USERS[ANNA]}, {HERE.guild}, 'biritch', '40', {at}, '{TABLE}', 1)"
    await inside(store, lambda db: db.execute(best))
    await fill(store, at)
    asked = Challenged(USERS[ANNA], at, at, True)
    await store.challenges.begin_challenge(Challenge("f1", "vint", "easy", at, 1, 2, False, (asked,)), ())
    await store.challenges.remind_of("f1", USERS[ANNA], at)


async def read_all(store: Store) -> None:
    """Whatever reads a time. Raises only what says that something has decayed."""
    await read(store)
    await store.checks.moments_ahead()
    await store.checks.decayed()
    await store.checks.verify_chains()
    await store.uptime.periods(0.0)
    await store.page_keys.page_key(LINK, NOW)
    await store.slots.private_copies()
    await store.slots.due_slots()
    await store.streams.all_open("table")
    await store.people.known(USERS[ANNA])
    await store.challenges.challenges_of(USERS[ANNA], 0.0)
    await store.challenges.unreminded(0.0)
    with suppress(DamagedContest):
        await store.challenges.challenge("f1")
    await store.standings.record(HERE.guild, "biritch", USERS[ANNA])


@pytest.mark.parametrize("value", ["x'00ff'", "'text'", "0.5"])
async def test_no_reader_ends_by_a_time_that_has_decayed_into_another_type(path: Path, value: str) -> None:
    async with Store.open(path, lambda: NOW) as store:
        await fill_all(store)
        await read_all(store)
    whole = contents(path)
    for moment in sorted({*TOLD, *COPIED, *DISCORDS, *TERMS}):
        put(path, whole)
        table, _, column = moment.partition(".")
        spoil(path, f"UPDATE {table} SET {column} = {value}")
        with suppress(DamagedDatabase):  # a start that looks says so
            async with Store.open(path, lambda: NOW) as store:
                await read_all(store)


async def test_text_that_is_no_longer_text_is_read_with_marks_and_other_text_as_it_is(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store, guests={Person("g1"): "Grace", Person("g2"): "Hugo"})
        await store.preferences.set_choices("user:1", {"cards": "large", "language": "fr"})
        for decayed in (
            "UPDATE guest SET name = CAST(x'ff41' AS TEXT) WHERE alias = 'g1'",
            "UPDATE preference SET value = CAST(x'ff41' AS TEXT) WHERE name = 'cards'",
        ):
            await inside(store, lambda db, one=decayed: db.execute(one))  # type: ignore[misc]
        for _ in range(2):
            assert await store.streams.guests_of(TABLE) == {Person("g1"): "\ufffdA", Person("g2"): "Hugo"}
            assert await store.preferences.choices("user:1") == {"language": "fr"}  # which has a seal
            assert await store.preferences.choices("user:2") == {}


async def test_text_that_a_server_can_no_longer_read_is_found_where_it_stands_and_never_quoted() -> None:
    """A byte on the server's own disk."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        url = ServerUrl(server.url())
        async with Store.open(url) as store:
            await two_tables(store)
        (where,) = server.execute("SELECT pg_relation_filepath('event')")[0]
        (body,) = server.execute("SELECT body FROM event WHERE version = 4")[0]
        server.execute("CHECKPOINT")
        server.stop()
        file = server.data / str(where)
        data = bytearray(file.read_bytes())
        at = data.index(str(body).encode())
        data[at + 10] = 0xFF
        file.write_bytes(data)
        server.start()
        async with Store.open(url) as store:
            for asked in (
                store.streams.load(TABLE),
                store.streams.verify_chain(TABLE),
                store.streams.read_deal(TABLE, 1),
            ):
                with pytest.raises(BrokenChain) as broken:
                    await asked
                assert broken.value.version == 4
                assert str(body)[:8] not in told(broken.value)
            with pytest.raises(DatabaseFailed) as failed:
                await store.streams.read(TABLE)
            assert failed.value.unreadable and str(body)[:8] not in told(failed.value)
            assert await store.checks.verify_chains() == ({OTHER: 1}, {TABLE: 4})
            assert [one.table for one in await store.streams.all_open("table")] == [TABLE, OTHER]
            assert await store.streams.append(Append(OTHER, 1, [played()])) == 2
