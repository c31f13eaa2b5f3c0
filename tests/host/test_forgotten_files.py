"""Whoever is forgotten is in no file that the bot has made, once the term of that file is over."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.host import backups
from bot.host.backups import Daily
from bot.host.upkeep import Counting
from rules.challenges import Challenge, Challenged
from rules.seats import Person, Seat, Side
from rules.table.events import Event
from screens.words.privacy import FORGOTTEN
from storage.checks import COPIES_KEPT
from storage.copying import TABLES
from storage.engine import migrations
from storage.ports.records import (
    Append,
    Attempt,
    Contest,
    DealCount,
    DealShare,
    PageKey,
    PrivateCopy,
    Slot,
    SlotKey,
    SlotState,
    TableId,
    UserId,
)
from storage.sqlite.database import Database
from storage.store import Store
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import (
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begin_at_table,
    begun,
    inside,
    reckoned,
)

GONE = UserId(0x0123_4567_89AB_CDEF)
CHANNEL = 0x0765_4321_0FED_CBA9
"""Of their direct messages."""
DAY = 24 * 3600.0
DOCS = Path(__file__).parents[2] / "docs" / "privacy.md"


def as_varint(number: int) -> bytes:
    """As SQLite stores a key that is a number: seven bits a byte, and eight in the ninth."""
    found = [number & 0xFF, *(0x80 | number >> (8 + 7 * place) & 0x7F for place in range(8))]
    return bytes(reversed(found))


THEIRS = tuple(
    told
    for number in (GONE, CHANNEL)
    for told in (str(number).encode(), number.to_bytes(8), number.to_bytes(8, "little"), as_varint(number))
)


def holding(folder: Path) -> set[str]:
    """The kinds of the files in which the person is, as text or as a number."""
    found = set()
    for one in folder.rglob("*"):
        with suppress(IsADirectoryError, FileNotFoundError):  # it may go meanwhile
            if any(theirs in one.read_bytes() for theirs in THEIRS):
                found.add(kind(one))
    return found


def kind(file: Path) -> str:
    kinds = ("schema-", "before-", "restoring", "biritch-", "tables.sqlite3")
    return next(one for one in kinds if one in file.name)


class Ground:
    """A folder with a database, and a clock."""

    def __init__(self, folder: Path) -> None:
        self.path, self.backups = folder / "tables.sqlite3", folder / "backups"
        self.now = time.time()

    def open(self) -> Any:
        return Store.open(self.path, lambda: self.now)

    async def back_up(self) -> Path:
        moment = datetime.fromtimestamp(self.now, UTC)
        async with self.open() as store:
            made, _ = await backups.back_up(store, self.path, self.backups, moment, unhurried=False)
        return made

    async def day_of_upkeep(self) -> None:
        async with self.open() as store:
            await Counting(store).work()


async def does_everything(store: Store, user: UserId, table: TableId, day: str) -> None:
    """All that leaves a number, and a channel of direct messages."""
    who, now = Person("a1"), time.time()
    people = {**USERS, who: user}
    deal = DealCount("biritch", 1, (DealShare(who, 24, ("deal", "made H")),))
    slots = [Slot.of_name("hand:a1")]
    opening: Append[Event] = Append(
        table, 0, [OPENED, begun()], place=HERE, people=people, actor=who, slots=slots
    )
    await store.streams.append(opening)
    await store.streams.append(Append(table, 2, [reckoned(1, Side.NS, 140)], deal=deal))
    key = SlotKey(table, Slot.of_name("hand:a1"))
    shown = SlotState(key, 1, 1, channel=CHANNEL, message=user + 1)
    copy = PrivateCopy(user + 2, key, "a token", follow_up=True, made=now)
    await store.slots.note_slots([shown], copies=[copy])
    await store.slots.remember_dm(user, CHANNEL)
    await store.preferences.set_choices(f"user:{user}", {"cards": "large"})
    await store.page_keys.add_page_link(PageKey(table.encode(), "", user, table, now + 600), now)
    await store.contests.add_contest(Contest(day, "biritch", Seat.SOUTH, "good", bytes(32), now))
    await begin_at_table(store, Attempt(TableId(f"{table} {day}"), day, user, "", now, None, None, ()))
    await store.contests.frequents(HERE.guild, user)
    asked = Challenged(user, now, now, True), Challenged(user + 3, now, None, False)
    challenge = Challenge(f"f{day}", "biritch", "good", now, HERE.guild, HERE.channel, True, asked)
    deals = [Contest(one, "biritch", Seat.SOUTH, "good", bytes(32), now) for one in challenge.deals]
    await store.challenges.begin_challenge(challenge, deals)


NAMES_PEOPLE = ("user_id", "partner_id", "owner")
"""Columns in which a number stands."""
HAS = "SELECT EXISTS (SELECT 1 FROM {} WHERE CAST({} AS TEXT) LIKE '%{}')"


def tables_with(db: Any) -> tuple[set[str], set[str]]:
    """The tables that have a column for people, and those in which the person stands."""
    of_people, theirs = set[str](), set[str]()
    for table in TABLES:
        columns = {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}
        for column in columns.intersection(NAMES_PEOPLE):
            of_people.add(table)
            if db.execute(HAS.format(table, column, GONE)).fetchone()[0]:
                theirs.add(table)
    return of_people, theirs


def crowd(db: Any) -> None:
    """So many others come that rows are moved from page to page."""
    for place in range(-1500, 1500):
        user = GONE + place * 7919
        if place:
            db.execute("INSERT INTO dm VALUES (?1, ?2, 0)", (user, 2 * user % 2**62))
            db.execute("INSERT INTO preference VALUES (?1, 'cards', 'large', x'00')", (f"user:{user}",))


@pytest.fixture
async def ground(tmp_path: Path) -> Ground:
    """The person is in the database, in a backup, in a copy of before an update, in one of before a backup
    was put back, and in what killed processes had half written of these."""
    ground = Ground(tmp_path)
    async with Database.open(ground.path, migrations()[:-1]) as old:
        await old.write(lambda db: db.execute("INSERT INTO dm VALUES (?1, 22, 0)", (GONE,)))
    async with ground.open() as store:
        today = datetime.fromtimestamp(ground.now, UTC).date().isoformat()
        await does_everything(store, GONE, TABLE, today)
        await inside(store, crowd)
        await does_everything(store, GONE, OTHER, "c1234abcd")
        of_people, theirs = await inside(store, tables_with)
        assert of_people == theirs, "there is a table of people in which these tests put nobody"
    made = await ground.back_up()
    for name in ("tables.sqlite3.restoring", "tables.sqlite3.schema-3.new.part"):
        (tmp_path / name).write_bytes(made.read_bytes())
    (ground.backups / f"{made.name.replace('Z', '1Z', 1)}.part").touch()
    killed = ground.backups / "biritch-20250101T000000Z.sqlite3.part"
    killed.write_bytes(made.read_bytes())
    assert await asyncio.to_thread(backups.restore, made, ground.path) == 0
    (tmp_path / "tables.sqlite3.restoring").write_bytes(made.read_bytes())
    return ground


EVERYWHERE = {"tables.sqlite3", "schema-", "before-", "restoring", "biritch-"}


async def test_whoever_is_forgotten_is_in_no_file_of_the_bots_after_its_term(
    ground: Ground, tmp_path: Path
) -> None:
    assert holding(tmp_path) == EVERYWHERE
    async with ground.open() as store:
        await store.people.forget(GONE)
        assert "tables.sqlite3" not in holding(tmp_path), "nor in the log, while the bot goes on"
        assert not (await inside(store, tables_with))[1]
    assert holding(tmp_path) == EVERYWHERE - {"tables.sqlite3"}
    ground.now += COPIES_KEPT - DAY
    await ground.day_of_upkeep()
    assert holding(tmp_path) == EVERYWHERE - {"tables.sqlite3"}, "they are there for going back"
    ground.now += 2 * DAY
    await ground.day_of_upkeep()
    assert holding(tmp_path) == {"biritch-"}
    ground.now += 335 * DAY
    await ground.back_up()
    assert holding(tmp_path) == set()


async def test_backups_go_after_their_term_though_no_more_are_made(ground: Ground, tmp_path: Path) -> None:
    """They were turned off, or another process makes them."""
    async with ground.open() as store:
        await store.people.forget(GONE)
        store.judge_by(lambda: ground.now + 366 * DAY, lambda: False)
        daily = Daily(store, ground.path, ground.backups, daily=False, look=0.0)
        running = asyncio.create_task(daily.back_up_daily())
        for _ in range(20):
            await asyncio.sleep(0)
        assert backups.found(ground.backups), "nobody has confirmed the clock"
        store.judge_by(lambda: ground.now + 366 * DAY, lambda: True)
        await until(lambda: "biritch-" not in holding(tmp_path), "the end of the backups")
        running.cancel()


async def test_by_a_clock_that_nobody_has_confirmed_no_copy_is_deleted(
    ground: Ground, tmp_path: Path
) -> None:
    async with ground.open() as store:
        store.judge_by(lambda: ground.now + 10 * COPIES_KEPT, lambda: False)
        await store.checks.drop_old_copies()
        assert {"schema-", "before-", "restoring"} < holding(tmp_path)
        store.judge_by(lambda: ground.now + 10 * COPIES_KEPT, lambda: True)
        await store.checks.drop_old_copies()
        assert not {"schema-", "before-", "restoring"} & holding(tmp_path)


def test_the_terms_are_those_that_people_are_told() -> None:
    assert COPIES_KEPT == 30 * DAY
    assert backups.LONGEST_KEPT.days == 365
    for text in (FORGOTTEN.english, DOCS.read_text(encoding="utf-8")):
        assert "thirty days" in text and "for up to a year" in text
