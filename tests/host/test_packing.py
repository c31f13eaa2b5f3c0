"""Backups that are kept: compressed, no more than three times the largest, and each can be put back."""

from __future__ import annotations

import asyncio
import gzip
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.host import backups
from bot.host.backups import back_up, found
from bot.host.command import copy_command
from bot.host.packing import TIMES_THE_FILE, kind_of
from storage.store import Store
from tests.each import mostly_long
from tests.trials.stage.happenings import TABLE, inside, opened, rows

FIRST = datetime(2026, 10, 30, 3, tzinfo=UTC)


def some_play(day: int) -> Any:
    """What a day adds, which compresses little."""
    chance = random.Random(1000 + day)

    def put(db: Any) -> None:
        db.execute("BEGIN")
        for number in range(40):
            db.execute(
                "INSERT INTO preference VALUES (?1, 'notes', ?2, x'00')",
                (f"user:{chance.randrange(2**40)}", chance.randbytes(200).hex() + f"{day} {number}"),
            )
        db.execute("COMMIT")

    return put


class Days:
    """Days of a bot, each with its backup, and what was in it."""

    def __init__(self, folder: Path) -> None:
        self.path, self.folder = folder / "b.sqlite3", folder / "backups"
        self.held = dict[datetime, object]()

    async def go_by(self, first: int, last: int) -> None:
        async with Store.open(self.path) as store:
            if first == 0:
                await opened(store)
                for day in range(-20, 0):
                    await inside(store, some_play(day))
            for day in range(first, last):
                await inside(store, some_play(day))
                moment = FIRST + timedelta(days=day)
                self.held[moment] = await inside(store, rows)
                await back_up(store, self.path, self.folder, moment, unhurried=False)

    def sizes(self) -> Iterator[int]:
        return (one.stat().st_size for one in self.folder.iterdir())

    async def put_back(self, backup: Path) -> object:
        where = self.path.with_name("restored.sqlite3")
        assert await asyncio.to_thread(backups.restore, backup, where) == 0
        async with Store.open(where) as store:
            return await inside(store, rows)


@pytest.fixture
def days(tmp_path: Path) -> Days:
    return Days(tmp_path)


async def test_a_backup_of_each_kind_is_put_back_as_it_was(days: Days, tmp_path: Path) -> None:
    """From the end of October on: whole ones of two months, differences, and the newest, which is plain."""
    await days.go_by(0, 4)
    kinds = {made: kind_of(path) for made, path in found(days.folder).items()}
    assert [(one.is_packed, one.since) for _, one in sorted(kinds.items()) if one is not None] == [
        *((True, None), (True, FIRST), (True, None), (False, None)),
    ]
    for made, path in found(days.folder).items():
        assert path.stat().st_mode & 0o777 == 0o600
        assert await days.put_back(path) == days.held[made], path
    difference = found(days.folder)[FIRST + timedelta(days=1)]
    assert difference.stat().st_size * 2 < found(days.folder)[FIRST].stat().st_size
    assert await asyncio.to_thread(copy_command, difference, tmp_path / "copied.sqlite3") == 0
    async with Store.open(tmp_path / "copied.sqlite3") as store:
        assert await inside(store, rows) == days.held[FIRST + timedelta(days=1)]


async def test_a_whole_one_is_opened_by_any_gunzip(days: Days, tmp_path: Path) -> None:
    await days.go_by(0, 2)
    plain = tmp_path / "by-hand.sqlite3"
    plain.write_bytes(gzip.decompress(found(days.folder)[FIRST].read_bytes()))
    async with Store.open(plain, as_it_is=True) as store:
        assert await store.streams.verify_chain(TABLE) == 1


@pytest.mark.parametrize("last", mostly_long((12, 60), short=(12,)))
async def test_all_backups_take_at_most_three_times_the_database_and_the_newest_stay(
    days: Days, last: int
) -> None:
    await days.go_by(0, last)
    assert sum(days.sizes()) <= TIMES_THE_FILE * days.path.stat().st_size
    there = sorted(found(days.folder))
    assert there[-7:] == [FIRST + timedelta(days=day) for day in range(last - 7, last)]
    for made in (there[0], there[-3]):
        assert await days.put_back(found(days.folder)[made]) == days.held[made]


async def test_a_database_begun_anew_takes_none_of_the_backups_of_the_one_before(days: Days) -> None:
    """It is a tenth of that one: what is lost is in these backups alone."""
    async with Store.open(days.path) as store:
        for day in range(-220, -20):
            await inside(store, some_play(day))
    await days.go_by(0, 4)
    old = days.path.stat().st_size
    before = sorted(found(days.folder))
    for part in days.path.parent.glob(f"{days.path.name}*"):
        part.rename(part.with_name(f"lost-{part.name}"))
    for day in (4, 5):
        moment = FIRST + timedelta(days=day)
        async with Store.open(days.path) as store:
            await back_up(store, days.path, days.folder, moment, unhurried=False)
    assert days.path.stat().st_size * 10 < old
    assert {*before} <= {*found(days.folder)}
    for made in before[-2:]:
        assert await days.put_back(found(days.folder)[made]) == days.held[made]


async def test_a_backup_that_cannot_be_put_together_is_refused_and_the_database_stays(
    days: Days, capsys: pytest.CaptureFixture[str]
) -> None:
    await days.go_by(0, 3)
    whole, difference, _ = (found(days.folder)[made] for made in sorted(found(days.folder)))
    before = days.path.read_bytes()
    good = difference.read_bytes()
    for damaged in (good[: len(good) // 2], good[:-9] + bytes(9), b"Dear Anna, " * 100):
        difference.write_bytes(damaged)
        assert await asyncio.to_thread(backups.restore, difference, days.path) == 2
        assert "is damaged" in capsys.readouterr().err
    difference.write_bytes(good)
    whole.unlink()
    assert await asyncio.to_thread(backups.restore, difference, days.path) == 2
    assert f"{whole.name}, from which {difference.name} differs, is not beside it" in capsys.readouterr().err
    assert days.path.read_bytes() == before and not days.path.with_name("b.sqlite3.restoring").exists()


async def test_those_of_an_earlier_release_are_compressed_at_the_next_one(days: Days) -> None:
    days.folder.mkdir()
    await days.go_by(0, 1)
    (plain,) = found(days.folder).values()
    older = FIRST - timedelta(days=1)
    (days.folder / f"biritch-{older:%Y%m%dT%H%M%SZ}.sqlite3").write_bytes(plain.read_bytes())
    await days.go_by(1, 2)
    assert [path.name.endswith(".gz") for _, path in sorted(found(days.folder).items())] == [
        True,
        True,
        False,
    ]
    assert await days.put_back(found(days.folder)[older]) == days.held[FIRST]


async def test_a_backup_whose_month_has_a_damaged_whole_one_is_kept_whole_itself(days: Days) -> None:
    await days.go_by(2, 4)
    first, second = FIRST + timedelta(days=2), FIRST + timedelta(days=3)
    whole = found(days.folder)[first]
    whole.write_bytes(whole.read_bytes()[:-500])
    await days.go_by(4, 5)
    kind = kind_of(found(days.folder)[second])
    assert kind is not None and kind.since is None and kind.is_packed
    assert await days.put_back(found(days.folder)[second]) == days.held[second]
