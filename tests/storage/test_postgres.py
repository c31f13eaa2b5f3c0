"""What is different on a PostgreSQL server: what it must promise, many writers, connections that are lost."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.clocks import cancelled
from rules.cards import PACK
from rules.seats import Person, Side
from storage.copying import TABLES
from storage.engine import Connection, Migration, migrations
from storage.errors import (
    CannotOpen,
    DatabaseFailed,
    DatabaseMissing,
    DriverMissing,
    ForeignDatabase,
    NewerDatabase,
    NotDurable,
)
from storage.ports.records import Append, Board, PageKey, ServerUrl, Slot, TableId, database_at
from storage.ports.storage import AlreadyDone, StaleVersion
from storage.postgres import database, session
from storage.postgres.database import READERS
from storage.postgres.session import Session, bring_up_to_date
from storage.store import Store
from tests.storage.proxy import Cut, Proxy
from tests.trials.stage import postgres
from tests.trials.stage.guard import HANGS_AFTER, guarded, until
from tests.trials.stage.happenings import (
    ANNA,
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
)
from tests.trials.stage.processes import owned_exec

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def crashing() -> Iterator[postgres.Server]:
    """A server to which anything may be done; a tenth of a second passes before a commit is on its disk."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone(commit_delay="100000", commit_siblings="0", wal_writer_delay="10s") as server:
        yield server


# What is opened and what is not


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://anna:s3cret@db:5432/cards?sslmode=require", "postgresql://anna@db:5432/cards"),
        ("postgres://anna:s3/cr@et@one,two/cards", "postgres://anna@one,two/cards"),
        ("postgresql:///cards?user=anna&password=s3cret", "postgresql://..."),
        ("postgresql://db", "postgresql://db"),
    ],
)
def test_the_password_in_a_url_is_never_shown(url: str, shown: str) -> None:
    address = database_at(url)
    assert isinstance(address, ServerUrl) and address.url_with_password() == url
    assert (str(address), repr(address)) == (shown, shown)
    fault = CannotOpen(address, "why")
    assert "s3" not in f"{fault} {fault!r} {fault.args}"


async def test_a_database_is_begun_once_and_another_programs_or_a_newer_one_is_left_alone(
    server: postgres.Server,
) -> None:
    server.new_database("opening")
    url = ServerUrl(server.url("opening"))
    server.execute("CREATE TABLE theirs (x int)", "opening")
    with pytest.raises(ForeignDatabase):
        async with Store.open(url):
            pass
    server.execute("DROP TABLE theirs", "opening")
    with pytest.raises(DatabaseMissing) as missing:
        async with Store.open(url, may_begin=False):
            pass
    assert missing.value.evidence is None
    assert server.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", "opening") == [(0,)]
    for begun_now in (True, False):
        async with Store.open(url) as store:
            assert store.begun is begun_now
    server.execute("UPDATE biritch SET schema = 99", "opening")
    with pytest.raises(NewerDatabase) as newer:
        async with Store.open(url):
            pass
    assert (newer.value.found, newer.value.known) == (99, migrations("postgres")[-1].number)


def brought_up_to_date(url: ServerUrl, steps: Sequence[Migration], *, killed_at: int | None = None) -> None:
    """In a process that may be killed as it begins the step with this number, counted from none, or with the
    number after the last as it is about to commit."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    begun = 0

    class Killing:
        def __init__(self, db: Connection) -> None:
            self._db = db

        def execute(self, statement: str, *values: Any) -> Any:
            nonlocal begun
            if statement in scripts:
                if begun == killed_at:
                    os.kill(os.getpid(), signal.SIGKILL)
                begun += 1
            return self._db.execute(statement, *values)

    def work(db: Connection) -> None:
        watched: Any = Killing(db)
        bring_up_to_date(watched, url, steps, may_begin=True)
        if begun == killed_at:
            os.kill(os.getpid(), signal.SIGKILL)

    scripts = {step.script for step in steps}
    try:
        Session(conninfo_to_dict(url.url_with_password())).change_schema(work)
    finally:
        os._exit(0)


@pytest.mark.parametrize("taken", [0, 1])
def test_a_process_killed_at_any_step_of_a_migration_leaves_the_database_as_it_was(
    server: postgres.Server, taken: int
) -> None:
    name, steps = f"killed_after_{taken}", migrations("postgres")
    server.new_database(name)
    url = ServerUrl(server.url(name))
    if taken:
        brought_up_to_date(url, steps[:taken])
    tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname"
    before = server.execute(tables, name)
    for number in range(len(steps) - taken + 1):
        brought_up_to_date(url, steps, killed_at=number)
        assert server.execute(tables, name) == before, number
    brought_up_to_date(url, steps)
    assert server.execute("SELECT schema FROM biritch", name) == [(steps[-1].number,)]


async def test_both_engines_have_taken_the_same_steps_and_have_the_same_tables(
    url: ServerUrl, path: Path
) -> None:
    assert migrations("postgres")[-1].number == migrations()[-1].number
    async with Store.open(url) as on_server, Store.open(path) as in_file:
        found = [
            {
                name: [column[0] for column in await inside(store, lambda db, n=name: described(db, n))]  # type: ignore[attr-defined, misc]
                for name in TABLES
            }
            for store in (on_server, in_file)
        ]
        (count,) = await inside(in_file, lambda db: db.execute(FILE_TABLES).fetchone())
    assert found[0] == found[1]
    assert count == len(TABLES)


FILE_TABLES = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"


def described(db: object, table: str) -> object:
    return db.execute(f"SELECT * FROM {table}").description  # type: ignore[attr-defined]


async def test_a_server_that_does_not_sync_is_refused_and_one_that_acknowledges_early_is_told_of(
    crashing: postgres.Server, caplog: pytest.LogCaptureFixture
) -> None:
    crashing.new_database("durable")
    url = ServerUrl(crashing.url("durable"))
    crashing.execute("ALTER DATABASE durable SET synchronous_commit = off")
    async with Store.open(url):
        assert "synchronous_commit is off" in caplog.text
    caplog.clear()
    crashing.execute("ALTER DATABASE durable SET synchronous_commit = remote_apply")
    async with Store.open(url):
        assert not caplog.records
    crashing.execute("ALTER SYSTEM SET fsync = off")
    crashing.execute("SELECT pg_reload_conf()")
    await until(lambda: crashing.execute("SHOW fsync") == [("off",)], "the new setting")
    with pytest.raises(NotDurable) as refused:
        async with Store.open(url):
            pass
    assert refused.value.setting == "fsync"
    crashing.execute("ALTER SYSTEM RESET fsync")
    crashing.execute("SELECT pg_reload_conf()")
    await until(lambda: crashing.execute("SHOW fsync") == [("on",)], "the old setting")


async def test_a_url_that_leads_nowhere_is_told_without_waiting(
    server: postgres.Server, caplog: pytest.LogCaptureFixture
) -> None:
    for url, why in ((server.url("nowhere"), "does not exist"), ("postgresql://a:%zz@h/d", "no URL")):
        with pytest.raises(CannotOpen) as cannot:
            async with Store.open(ServerUrl(url)):
                pass
        assert why in cannot.value.reason and "zz" not in str(cannot.value)
    assert "cannot be reached yet" not in caplog.text


async def test_without_the_library_a_url_is_refused_and_a_file_is_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "storage.postgres.database", None)
    with pytest.raises(DriverMissing):
        async with Store.open(ServerUrl("postgresql://db/cards")):
            pass
    async with Store.open(path):
        pass


async def test_a_server_that_is_started_late_is_waited_for_and_a_start_that_is_given_up_ends_at_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def start() -> None:
        async with Store.open(ServerUrl("postgresql://127.0.0.1:1/cards")):
            pass

    starting = asyncio.create_task(start())
    await until(lambda: "cannot be reached yet" in caplog.text, "the first try")
    starting.cancel()
    async with guarded("the end of the start"):
        with pytest.raises(asyncio.CancelledError):
            await starting


STARTS = """
import asyncio, logging, sys
from storage.ports.records import ServerUrl
from storage.postgres import database
from storage.store import Store
logging.basicConfig(stream=sys.stdout)
database.START_WITHIN, database.CONNECT_WITHIN = 2.0, 0.1
async def main():
    async with Store.open(ServerUrl("postgresql://127.0.0.1:1/cards")):
        pass
asyncio.run(main())
"""


async def test_a_start_that_stood_still_itself_has_not_waited_for_its_server_meanwhile() -> None:
    command, pipe = (sys.executable, "-uc", STARTS), asyncio.subprocess.PIPE
    async with owned_exec(*command, cwd=ROOT, stdout=pipe) as starting, guarded("its tries"):
        assert starting.stdout is not None
        assert b"cannot be reached yet" in await starting.stdout.readline()
        starting.send_signal(signal.SIGSTOP)
        await asyncio.sleep(2.5)  # longer than a start waits for its server
        starting.send_signal(signal.SIGCONT)
        told = [await starting.stdout.readline() for _ in range(3)]
    assert all(b"cannot be reached yet" in line for line in told)


async def test_an_error_of_the_server_quotes_no_row(url: ServerUrl) -> None:
    stranger = "-".join(("no", "such", "person"))
    async with Store.open(url) as store:
        await opened(store)
        with pytest.raises(DatabaseFailed) as failed:
            await store.streams.append(Append(TABLE, 1, [played()], actor=Person(stranger)))
    assert not failed.value.outside
    assert stranger not in "".join(traceback.format_exception(failed.value))


# Many writers


async def test_rubbers_that_end_at_once_at_many_tables_are_all_counted(url: ServerUrl) -> None:
    tables = [TableId(f"t{number}") for number in range(12)]
    over = [OPENED, begun(), reckoned(1, Side.NS, 10)]
    async with Store.open(url) as store:
        await asyncio.gather(
            *(store.streams.append(Append(table, 0, over, place=HERE, people=USERS)) for table in tables)  # type: ignore[arg-type]
        )
        await store.checks.rate_late()
        for board in (Board.PERSONS, Board.RATING):
            (first, *_) = (await store.standings.leaderboard(HERE.guild, "biritch", board)).lines
            assert (first.rubbers, first.points) == (12, 120)


async def test_two_processes_that_are_given_the_same_presses_do_each_once(url: ServerUrl) -> None:
    async with Store.open(url) as store:
        await opened(store)
        command = (sys.executable, "-m", "tests.storage.racing", url.url_with_password(), "60")
        pipe = asyncio.subprocess.PIPE
        async with AsyncExitStack() as both, guarded("the race"):
            racers = [
                await both.enter_async_context(owned_exec(*command, cwd=ROOT, stdout=pipe)) for _ in range(2)
            ]
            told = [await racer.communicate() for racer in racers]
        mine = [int(out) for out, _ in told]
        assert sum(mine) == 60 and all(racer.returncode == 0 for racer in racers)
        assert await store.streams.verify_chain(TABLE) == 61


async def test_a_process_has_no_more_connections_than_a_host_is_told(
    server: postgres.Server, url: ServerUrl
) -> None:
    most = database.WRITERS + database.READERS
    ((now,),) = server.execute("SELECT clock_timestamp()")
    async with Store.open(url) as store:
        await opened(store)
        writes = [store.streams.want(TABLE, Slot.of_name("table:1")) for _ in range(5 * most)]
        await asyncio.gather(*writes, *(store.streams.users_of(TABLE) for _ in range(5 * most)))
        connections = f"{CONNECTIONS} AND backend_start > '{now}'"  # none of the test before
        ((count,),) = server.execute(connections, url.url_with_password().rpartition("/")[2])
    assert isinstance(count, int) and 0 < count <= most
    assert f"at most {most} connections" in (ROOT / "docs/scaling.md").read_text("utf-8")


CONNECTIONS = """
    SELECT count(*) FROM pg_stat_activity WHERE application_name = 'biritch' AND datname = current_database()
"""


async def test_one_key_at_two_tables_at_once_is_done_at_one_of_them(url: ServerUrl) -> None:
    tables = [TableId(f"t{number}") for number in range(6)]
    async with Store.open(url) as store:
        results = await asyncio.gather(
            *(
                store.streams.append(Append(one, 0, [OPENED], place=HERE, people=USERS, key="press"))
                for one in tables
            ),
            return_exceptions=True,
        )
        assert results.count(1) == 1
        done = {(one.table, one.version) for one in results if isinstance(one, AlreadyDone)}
        assert done == {(tables[results.index(1)], 1)}
        assert len(await store.streams.all_open("table")) == 1


async def test_of_two_writers_that_wait_for_each_other_both_get_through_one_at_its_second_try(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its second try it begins when the first is over: at once it might take back the row for which that
    one waits, and they would wait for each other again."""
    for within in "LOCK_WITHIN", "STATEMENT_WITHIN":
        monkeypatch.setattr(session, within, HANGS_AFTER)
    met, over = threading.Barrier(2), threading.Event()

    async def write(store: Store, *order: TableId) -> int:
        runs = 0

        def work(db: Connection) -> int:
            nonlocal runs
            runs += 1
            if runs > 1:
                over.wait(HANGS_AFTER)
            db.execute("SET LOCAL deadlock_timeout = '20ms'")
            for table in order:
                assert db.execute(FLIP, (table,)).rowcount == 1
                if runs == 1 and table == order[0]:
                    met.wait(HANGS_AFTER)
            return runs

        tried = await store._database.write(work)
        over.set()
        return tried

    async with Store.open(url) as store:
        for table in (TABLE, OTHER):
            await opened(store, table)
        assert sorted(await asyncio.gather(write(store, TABLE, OTHER), write(store, OTHER, TABLE))) == [1, 2]
        assert await store.streams.going_on("table") == ()  # as before: each has been flipped twice


FLIP = "UPDATE stream SET goes_on = 1 - goes_on WHERE table_id = ?1"


# Connections that are lost


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER])
async def test_a_commit_whose_answer_is_lost_has_happened_once_and_the_caller_learns_of_it(
    server: postgres.Server, url: ServerUrl, cut: Cut
) -> None:
    async with Proxy.before(server.port) as proxy:
        through = ServerUrl(url.url_with_password().replace(f":{server.port}/", f":{proxy.port}/"))
        async with Store.open(through) as store:
            await opened(store)
            proxy.cut = cut
            with_key = store.streams.append(Append(TABLE, 1, [played()], key="press"))
            if cut is Cut.BEFORE:
                assert await with_key == 2
            else:
                with pytest.raises(AlreadyDone) as done:
                    await with_key
                assert (done.value.table, done.value.version) == (TABLE, 2)
            proxy.cut = cut
            without = store.streams.append(Append(TABLE, 2, [played(PACK[1])]))
            if cut is Cut.BEFORE:
                assert await without == 3
            else:
                with pytest.raises(StaleVersion) as stale:
                    await without
                assert stale.value.actual == 3
            assert proxy.cuts == 2
            assert await store.streams.verify_chain(TABLE) == 3


async def test_a_link_to_a_page_and_its_session_are_good_though_the_answer_to_the_commit_was_lost(
    server: postgres.Server, url: ServerUrl
) -> None:
    async with Proxy.before(server.port) as proxy:
        through = ServerUrl(url.url_with_password().replace(f":{server.port}/", f":{proxy.port}/"))
        async with Store.open(through) as store:
            await opened(store)
            proxy.cut = Cut.AFTER
            await store.page_keys.add_page_link(PageKey(b"link", "", USERS[ANNA], TABLE, 900.0), 100.0)
            proxy.cut = Cut.AFTER
            session = await store.page_keys.use_page_link(b"link", b"cookie", "a1", 9000.0, 100.0)
            assert session == PageKey(b"cookie", "a1", USERS[ANNA], TABLE, 9000.0)
            assert proxy.cuts == 2
            assert await store.page_keys.use_page_link(b"link", b"other", "b2", 9000.0, 100.0) is None


async def test_a_session_that_could_not_be_set_up_is_used_by_nobody(
    server: postgres.Server, url: ServerUrl
) -> None:
    """Without its settings it would wait for ever for what others have locked."""
    async with Proxy.before(server.port) as proxy:
        through = ServerUrl(url.url_with_password().replace(f":{server.port}/", f":{proxy.port}/"))
        async with Store.open(through) as store:
            database: Any = store._database
            server.execute(END_ALL, url.url_with_password().rpartition("/")[2])
            proxy.spoilt = b"SET statement_timeout"
            assert await store.streams.find_stream(TABLE) is None and proxy.spoilt == b""
            for _ in range(2 * READERS):
                assert await database.read(lambda db: db.execute("SHOW lock_timeout").fetchone()) == ("2s",)


async def test_work_that_must_run_once_says_that_it_cannot_know(
    server: postgres.Server, url: ServerUrl
) -> None:
    async with Proxy.before(server.port) as proxy:
        through = ServerUrl(url.url_with_password().replace(f":{server.port}/", f":{proxy.port}/"))
        async with Store.open(through) as store:
            await opened(store)
            proxy.cut = Cut.AFTER
            with pytest.raises(DatabaseFailed) as failed:
                await store.people.forget(USERS[Person("a1")])
            assert failed.value.outside

            async def forgotten() -> bool:
                return len(await store.streams.users_of(TABLE)) == 3

            await until(forgotten, "somebody to be forgotten")


async def test_sessions_that_the_server_ends_are_begun_again_and_nobody_notices(
    server: postgres.Server, url: ServerUrl
) -> None:
    async with Store.open(url) as store:
        await opened(store)
        for version in range(1, 4):
            assert server.execute(END_ALL, url.url_with_password().rpartition("/")[2])
            assert len(await store.streams.read(TABLE)) == version
            assert await store.streams.append(Append(TABLE, version, [played()])) == version + 1


async def test_a_statement_that_somebody_cancels_at_the_server_is_run_again_and_nobody_notices(
    server: postgres.Server, url: ServerUrl
) -> None:
    """An append that waits for another writer of its table, and work that must not run twice."""
    stream = "UPDATE stream SET goes_on = 0"
    database = url.url_with_password().rpartition("/")[2]
    async with Store.open(url) as store:
        await opened(store)
        with psycopg.connect(server.url(database)) as other:
            other.execute("SELECT 1 FROM stream FOR UPDATE")
            acting = asyncio.create_task(store.streams.append(Append(TABLE, 1, [played()])))
            once = asyncio.create_task(store._database.write(lambda db: db.execute(stream), once=True))
            for _ in range(4):
                await until(lambda: server.execute(CANCEL_WAITING, database), "a statement that waits")
        assert await acting == 2
        await once


CANCEL_WAITING = """
    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()
"""
END_ALL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'biritch' AND datname = current_database()
"""


async def test_while_the_server_is_away_work_is_refused_in_time_and_afterwards_all_goes_on(
    crashing: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty tables at a time, more than there are sessions."""
    monkeypatch.setattr(database, "PATIENCE", 0.3)
    crashing.new_database("away")
    tables = [TableId(f"t{number}") for number in range(20)]
    async with Store.open(ServerUrl(crashing.url("away"))) as store:
        await opened(store)
        await asyncio.to_thread(crashing.kill)
        works = [store.streams.append(Append(one, 0, [OPENED], place=HERE, people=USERS)) for one in tables]
        found = await asyncio.gather(*works, store.streams.read(TABLE), return_exceptions=True)
        assert all(isinstance(one, DatabaseFailed) and one.outside for one in found)
        await asyncio.to_thread(crashing.start)
        assert [one.table for one in await store.streams.all_open("table")] == [TABLE]
        assert await store.streams.append(Append(TABLE, 1, [played()])) == 2


@pytest.mark.parametrize("commit", ["on", "off"])
async def test_no_acknowledged_append_is_lost_when_the_server_is_killed_while_it_commits(
    crashing: postgres.Server, commit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four tables are played at, and the server is killed. Each append is tried until it is known to be
    done, as the bot does. Where the server acknowledges before it writes, the loss is seen."""
    monkeypatch.setattr(database, "PATIENCE", HANGS_AFTER)
    name = f"killed_{commit}"
    crashing.new_database(name)
    crashing.execute(f"ALTER DATABASE {name} SET synchronous_commit = {commit}")
    acknowledged: dict[TableId, list[int]] = {TableId(f"t{number}"): [] for number in range(4)}
    lost: set[TableId] = set()
    stopping = asyncio.Event()
    async with Store.open(ServerUrl(crashing.url(name))) as store:

        async def play(table: TableId) -> None:
            version = await opened(store, table)
            while not stopping.is_set():
                key = f"{table} {version}"
                try:
                    version = await store.streams.append(
                        Append(table, version, [played(PACK[version % 52])], key=key)
                    )
                except AlreadyDone as done:
                    version = done.version
                except StaleVersion:
                    lost.add(table)
                    return
                acknowledged[table].append(version)

        async def went_on(times: int) -> None:
            goals = {table: len(versions) + times for table, versions in acknowledged.items()}
            await until(
                lambda: all(table in lost or len(acknowledged[table]) >= goals[table] for table in goals),
                "every table to go on",
            )

        async with asyncio.TaskGroup() as playing:
            for table in acknowledged:
                playing.create_task(play(table))
            for times in (2, 1) if commit == "on" else (2,):  # the first was perhaps under way already
                if commit == "off":  # all until now is written, and nothing from then on
                    await went_on(1)
                    crashing.execute("CHECKPOINT")
                    await until(lambda: len(crashing.execute(WRITERS)) == 3, "the writers")
                    for (writer,) in crashing.execute(WRITERS):
                        assert isinstance(writer, int)
                        os.kill(writer, signal.SIGSTOP)
                await went_on(times)
                await asyncio.to_thread(crashing.kill)
                await asyncio.to_thread(crashing.start)
            await went_on(1)
            stopping.set()
        if commit == "off":
            assert lost
            return
        assert not lost
        for table, versions in acknowledged.items():
            assert versions == list(range(2, versions[-1] + 1))
            assert await store.streams.verify_chain(table) == versions[-1]


WRITERS = """
    SELECT pid FROM pg_stat_activity WHERE backend_type IN ('walwriter', 'background writer', 'checkpointer')
"""
WAITS_FOR_A_LOCK = """
    SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
"""


async def test_a_stop_breaks_off_what_another_session_holds_up(
    url: ServerUrl, own_database: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait for as long as that holds the table."""
    monkeypatch.setattr(session, "CANCEL_WITHIN", HANGS_AFTER)
    monkeypatch.setattr(database, "BROKEN_OFF", HANGS_AFTER)
    with psycopg.connect(url.url_with_password()) as other:
        async with Store.open(url) as store:
            await store.streams.append(Append(TABLE, 0, [OPENED], place=HERE, people=USERS))
            other.execute("LOCK TABLE stream IN ACCESS EXCLUSIVE MODE")
            held_up = [
                asyncio.create_task(work)
                for work in (
                    store.streams.append(Append(TABLE, 1, [begun()])),
                    store.streams.find_stream(TABLE),
                )
            ]
            await until(
                lambda: len(own_database.execute(WAITS_FOR_A_LOCK).fetchall()) == len(held_up), "two locks"
            )
            await cancelled(held_up)
        assert own_database.execute(WAITS_FOR_A_LOCK).fetchall() == []
    async with Store.open(url) as store:
        assert await store.streams.verify_chain(TABLE) == 1


@pytest.mark.long
async def test_a_stop_leaves_a_server_that_no_longer_answers() -> None:
    with postgres.alone() as server:
        async with Store.open(ServerUrl(server.url())) as store:
            await store.streams.append(Append(TABLE, 0, [OPENED], place=HERE, people=USERS))
            frozen = server.freeze()
            writing = asyncio.create_task(store.streams.append(Append(TABLE, 1, [begun()])))
            await asyncio.wait([writing], timeout=0.2)
            await cancelled([writing])
        assert frozen
        server.thaw()
