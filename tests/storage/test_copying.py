"""A whole database goes from one engine to the other and back, and is the same."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bot.host import backups, command
from bot.host import command as copying
from storage.engine import Part, migrations
from storage.errors import CopyFailed, EarlierDatabase, NotEmpty
from storage.ports.records import (
    Append,
    ServerUrl,
    UserId,
)
from storage.postgres.database import Postgres
from storage.store import Store
from tests.host.test_first_run import Terminal
from tests.storage.conformance.test_copying import fill
from tests.trials.stage import postgres
from tests.trials.stage.happenings import (
    OTHER,
    TABLE,
    files_in,
    inside,
    left_by,
    opened,
    played,
    rows,
)


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
            assert await on_server.streams.append(Append(OTHER, 53, [played()])) == 54
            async with Store.open(tmp_path / "back.sqlite3") as back:
                assert (await on_server.copy_to(back)).chains.whole == {TABLE: 3, OTHER: 54}
                assert await inside(back, rows) == await inside(on_server, rows)
                assert await back.streams.append(Append(OTHER, 54, [played()])) == 55
                assert await back.streams.verify_chain(OTHER) == 55


async def test_whoever_copies_hears_of_every_thousand_rows_and_then_of_the_events_of_each_chain(
    path: Path, tmp_path: Path
) -> None:
    """Two tables of three and fifty-three events, and 2,100 choices."""
    async with Store.open(path) as first, Store.open(tmp_path / "second.sqlite3") as second:
        await fill(first)
        await first.preferences.set_choices("user:11", {f"choice {number}": "" for number in range(2099)})
        count = sum(map(len, (await inside(first, rows)).values()))
        heard: list[tuple[Part, int, int]] = []
        copied = await first.copy_to(second, lambda *told: heard.append(told))
        assert copied.tables["preference"][0] == 2100 and copied.tables["event"][0] == 56
        assert sum(number for number, _ in copied.tables.values()) == count
        assert await inside(second, rows) == await inside(first, rows)
    copying_steps = [(done, total) for part, done, total in heard if part is Part.COPYING]
    assert copying_steps[-1] == (count, count) and {total for _, total in copying_steps} == {count}
    batches = [after - before for (before, _), (after, _) in pairwise(copying_steps)]
    assert [size for size in batches if size >= 100] == [1000, 1000, 100]
    comparing = [(done, total) for part, done, total in heard if part is Part.COMPARING]
    before = next(done for done, _ in comparing) - 1000  # the rows of the tables before the choices
    assert sorted(comparing) == [
        (start + before + thousand, 2 * count) for start in (0, count) for thousand in (1000, 2000)
    ]
    checking = [(done, total) for part, done, total in heard if part is Part.CHECKING]
    assert checking == [(3, 56), (56, 56)] * 2


async def test_nothing_is_copied_from_a_database_of_an_earlier_release_nor_into_one(
    path: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.sqlite3"
    await left_by(old, 10)
    async with Store.open(path) as new, Store.open(old, as_it_is=True) as earlier:
        with pytest.raises(EarlierDatabase) as copied:
            await earlier.copy_to(new)
        with pytest.raises(EarlierDatabase) as checked:
            await earlier.check_empty()
        assert copied.value.schema == checked.value.schema == 10
        await new.check_empty()
        await new.preferences.set_choices("user:1", {"language": "fr"})
        with pytest.raises(NotEmpty) as holds:
            await new.check_empty()
        assert holds.value.table == "preference"


async def test_a_copy_whose_source_fails_is_undone_and_says_that_it_was_being_read(
    path: Path, tmp_path: Path
) -> None:
    async with Store.open(path) as first, Store.open(tmp_path / "second.sqlite3") as second:
        await fill(first)
        empty = await inside(second, rows)
        await inside(first, lambda db: db.execute("DROP TABLE regular"))
        with pytest.raises(CopyFailed) as failed:
            await first.copy_to(second)
        assert failed.value.work == "reading, OperationalError"
        assert await inside(second, rows) == empty


async def test_nothing_is_copied_into_a_database_that_holds_anything(path: Path, tmp_path: Path) -> None:
    async with Store.open(path) as first, Store.open(tmp_path / "second.sqlite3") as second:
        await fill(first)
        await second.slots.dm_refused(UserId(1))
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
        status = await asyncio.to_thread(copying.copy_command, source, target)
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


async def test_what_an_earlier_release_left_is_copied_and_stays_as_it_is(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await left_by(path, 3)
    before, target = files_in(tmp_path), tmp_path / "into" / "copy.sqlite3"
    target.parent.mkdir()
    assert await asyncio.to_thread(copying.copy_command, path, target) == 0
    assert capsys.readouterr().out == (
        f"Copied to {target}: 1 table or score sheet, 2 events in whole chains.\n"
    )
    assert files_in(tmp_path) == before
    async with Store.open(target) as copy:
        assert await copy.streams.append(Append(TABLE, 2, [played()])) == 3


async def test_a_database_that_is_not_empty_or_of_an_earlier_release_is_not_touched_by_a_copy_into_it(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Store.open(path) as store:
        await opened(store)
    target = tmp_path / "into" / "old.sqlite3"
    target.parent.mkdir()
    await left_by(target, 10)
    before = files_in(target.parent)
    assert await asyncio.to_thread(copying.copy_command, path, target) == 2
    assert "of an earlier release (schema 10) and has not been touched" in capsys.readouterr().err
    assert files_in(target.parent) == before


async def test_a_server_of_an_earlier_release_is_not_copied_and_not_touched(
    server: postgres.Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.new_database("earlier")
    url = ServerUrl(server.url("earlier"))
    async with Postgres.open(url, [one for one in migrations("postgres") if one.number < 11]):
        pass
    for command_of, *given in (
        (copying.copy_command, url, tmp_path / "copy.sqlite3"),
        (backups.main, url, tmp_path / "backups", None),
    ):
        assert await asyncio.to_thread(command_of, *given) == 2  # type: ignore[arg-type]
        assert "of an earlier release (schema 10)" in capsys.readouterr().err
    assert files_in(tmp_path) == {}
    assert server.execute("SELECT schema FROM biritch", "earlier") == [(10,)]


@pytest.mark.usefixtures("as_a_process")
@pytest.mark.parametrize("given", ["postgresql://u:s3cret@h/d", "postgresql://h/d?password=s3cret"])
def test_a_password_on_the_command_line_is_refused_and_not_repeated(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everybody on the machine sees the arguments of every command, for as long as it runs."""
    for addresses in ((given, "b.sqlite3"), ("b.sqlite3", given)):
        assert command.main(["copy", *addresses]) == 2
        said = capsys.readouterr()
        assert "leave it out of the address" in said.err and "s3cret" not in said.out + said.err


async def test_a_password_is_asked_for_or_taken_from_the_environment_or_a_file(tmp_path: Path) -> None:
    source = tmp_path / "b.sqlite3"
    async with Store.open(source) as store:
        await fill(store)
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        server.execute("CREATE ROLE guest LOGIN SUPERUSER PASSWORD 'open sesame & more'")
        (server.data / "pg_hba.conf").write_text(
            "host all guest all scram-sha-256\nhost all biritch all trust\n"
        )
        server.execute("SELECT pg_reload_conf()")
        for name in ("asked", "kept", "given"):
            server.new_database(name)
        address = {
            one: server.url(one).replace("//biritch@", "//guest@") for one in ("asked", "kept", "given")
        }
        typed = Terminal(tmp_path, "copy", str(source), address["asked"])
        assert await typed.run((f"The password for {address['asked']}", "open sesame & more"), path="/") == 0
        wrong = Terminal(tmp_path, "copy", address["asked"], str(tmp_path / "never.sqlite3"))
        assert await wrong.run(("The password", "open barley"), path="/") == 2
        given = Terminal(tmp_path, "copy", str(source), address["given"], PGPASSWORD="open sesame & more")
        assert await given.run(path="/") == 0
        passes = tmp_path / ".pgpass"
        passes.write_text("*:*:*:guest:open sesame & more\n")
        passes.chmod(0o600)
        kept = Terminal(tmp_path, "copy", str(source), address["kept"])
        assert await kept.run(path="/") == 0
    for told in (typed, given, kept):
        assert "Copied to postgresql://guest@127.0.0.1" in told.said
    assert "refuses the password: correct it" in " ".join(wrong.said.split())  # lines end at the margin
    assert not (tmp_path / "never.sqlite3").exists()
    assert "sesame" not in "".join(one.said for one in (typed, given, kept, wrong))


@pytest.mark.usefixtures("as_a_process")
def test_an_address_of_another_kind_of_server_is_refused_and_not_repeated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["copy", "mysql://u:s3cret@h/d", "b.sqlite3"])
    said = capsys.readouterr()
    assert ended.value.code == 2 and "or the URL of a PostgreSQL database" in said.err
    assert "s3cret" not in said.err
