"""``bot.host.records``: the deals in a stopped bot's database as text, with which nothing is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.host.records import main
from bot.tables.service import Tables
from rules.record.reading import read_records
from rules.seats import BySeat
from rules.sheet.events import SheetOpened
from rules.table.requests import SetOption
from storage.ports.records import Append, Place, TableId, UserId
from storage.store import Store
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

ROOT = Path(__file__).parents[2]
TABLE, SHEET = TableId("7f3a9c01"), TableId("5ca1ab1e")
HERE = Place(guild=100, channel=200)
USERS = {person: UserId(900_000 + n) for n, person in enumerate((ANNA, BORIS, CLARA, DAVID))}


def run(module: str, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """One process, in the folder of the project."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=HANGS_AFTER,
    )


async def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit status, what was printed, and what was said of errors, in this process."""
    status = await asyncio.to_thread(main, arguments)
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Two deals of Biritch have been played at a table and a third has been dealt; there is a sheet too."""
    evening = Evening(3, claims="off").seat(ANNA, BORIS, CLARA, DAVID).start()
    while evening.table.deals < 3 or evening.table.deal is None:
        evening.step()
    path = tmp_path / "biritch.sqlite3"
    async with Store.open(path) as store:
        await store.streams.append(Append(TABLE, 0, evening.events, place=HERE, people=USERS))
        opened = SheetOpened("biritch", (), BySeat(ANNA, BORIS, CLARA, DAVID), (), (), ANNA)
        await store.streams.append(Append(SHEET, 0, [opened], place=HERE, people=USERS))
    return path


async def test_a_deal_of_an_earlier_rubber_is_told_with_the_options_of_its_time(tmp_path: Path) -> None:
    evening = Evening(3, robots="easy").seat(ANNA, BORIS, CLARA, DAVID).start()
    while evening.table.rubber is not None:
        evening.step()
    evening.ask(ANNA, SetOption("robots", "good"))
    async with Store.open(tmp_path / "biritch.sqlite3") as store:
        await store.streams.append(Append(TABLE, 0, evening.events, place=HERE, people=USERS))
        tables = Tables(store.streams)
        table, done = await tables.get(TABLE), await tables.finished(TABLE, evening.table.last_number)
    assert done is not None and done.ended is not None
    assert ("robots", "good") in table.view(None).table.options
    assert done.public_table(table).options == (("edition", "4"), ("robots", "easy"))


async def test_the_deals_of_a_table_are_printed_and_nothing_is_wrong_with_them(database: Path) -> None:
    printed = run("bot.host.records", str(database), TABLE)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert [record.deal.number for record in read_records(printed.stdout)] == [1, 2]
    assert "Option: claims = off" in printed.stdout and "by person:" in printed.stdout
    assert not any(str(user) in printed.stdout for user in USERS.values())
    checked = run("rules.record", "-", given=printed.stdout)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, printed.stdout, "")


async def test_one_deal_can_be_asked_for(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both, second = [(await answered(capsys, str(database), TABLE, *deal))[1] for deal in ((), ("2",))]
    assert both.endswith("\n" + second) and both.count("Game: ") == 2
    assert "Deal: 2\n" in second and second.count("Game: ") == 1


async def test_what_is_not_there_is_said_in_one_sentence_and_no_file_is_made(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = database.with_name("missing.sqlite3")
    for arguments, sentence in (
        ((str(missing), TABLE), f"There is no database {missing}."),
        ((str(database), "0000"), "The database has no table 0000."),
        ((str(database), SHEET), f"The database has no table {SHEET}."),
        ((str(database), TABLE, "3"), f"At table {TABLE} no deal 3 has been finished."),
    ):
        assert await answered(capsys, *arguments) == (2, "", f"{sentence}\n")
    assert not missing.exists()


def contents(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.iterdir()}


async def test_a_file_without_a_database_stays_as_it_is_and_is_said_to_hold_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank, emptied = tmp_path / "blank.sqlite3", tmp_path / "emptied.sqlite3"
    blank.touch()
    db = sqlite3.connect(emptied)
    db.execute("VACUUM")  # writes a header and no table
    db.close()
    before = contents(tmp_path)
    for path in (blank, emptied):
        assert await answered(capsys, str(path), TABLE) == (2, "", f"There is no database {path}.\n")
    assert contents(tmp_path) == before


async def test_while_the_bot_has_the_database_open_nothing_is_read(database: Path) -> None:
    async with Store.open(database):
        answer = run("bot.host.records", str(database), TABLE)
    assert answer.returncode == 2
    assert answer.stderr == f"Another process holds the database {database}: stop it first.\n"
