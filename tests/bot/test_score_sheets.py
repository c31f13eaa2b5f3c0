"""The score sheets as a service, on a real store: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.errors import AppWhy
from bot.sheets.service import NoSuchSheet, OpenSheet, PageTurned, ScoreSheets, SheetHere, Turn  # type: ignore[attr-defined]
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import TOO_OLD, Key
from bot.tables.service import Tables
from rules.calls import Bid
from rules.errors import Unreadable
from rules.refusals import BadOption
from rules.seats import Seat, Side
from rules.sheet import errors as score_errors
from rules.sheet.deals import Given
from rules.sheet.events import CloseSheet, Confirm, Enter, Next, Reject, TakeBack
from rules.sheet.honours import Held
from rules.tricks import Strain
from storage.ports.records import Place, Ranked, TableId, UserId
from storage.store import Store
from tests.refusing import refusing
from tests.storage.killing import in_a_child
from tests.trials.stage.empty_database import made_ready

ANNA, BORIS, CLARA, DAVID, IVAN = map(UserId, (11, 22, 33, 44, 55))
HERE, THERE = Place(1, 10), Place(1, 11)
FOUR = {Seat.NORTH: ANNA, Seat.EAST: BORIS, Seat.SOUTH: CLARA, Seat.WEST: DAVID}
HEARTS = Enter(Given(Strain.HEARTS, Side.NS, 11, honours=Held(tuple(zip(Seat, (2, 1, 1, 1), strict=True)))))
"""Five odd tricks at eight, which win a game, and simple honours: 56."""


class Clock:
    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    await made_ready(tmp_path / "sheets.sqlite3")
    async with Store.open(tmp_path / "sheets.sqlite3", clock) as store:
        yield store


class Told:
    """A follower that notes what it was told."""

    def __init__(self) -> None:
        self.versions: list[int] = []

    def changed(self, sheet: OpenSheet) -> None:
        self.versions.append(sheet.version)


async def books_of(store: Store, clock: Callable[[], float]) -> ScoreSheets:
    books = ScoreSheets(store.streams, ChanceSource("seed"), clock)
    await books.find()
    return books


async def opened(store: Store, clock: Clock, game: str = "biritch") -> tuple[ScoreSheets, TableId]:
    books = await books_of(store, clock)
    sheet = await books.open_sheet(HERE, game, {}, FOUR, ANNA)
    return books, sheet.id


async def won(books: ScoreSheets, sheet_id: TableId) -> OpenSheet:
    await books.act(sheet_id, ANNA, HEARTS)
    return await books.act(sheet_id, ANNA, HEARTS)


async def test_a_sheet_stands_in_its_channel_and_a_second_one_is_refused(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    assert books.stream_in(HERE.channel) == sheet_id and books.stream_in(THERE.channel) is None
    with pytest.raises(SheetHere):
        await books.open_sheet(HERE, "contract", {}, FOUR, BORIS)
    await books.open_sheet(THERE, "contract", {}, FOUR, BORIS)


async def test_a_table_and_a_sheet_share_a_channel_through_a_restart(store: Store, clock: Clock) -> None:
    _, sheet_id = await opened(store, clock)
    tables = Tables(store.streams, ChanceSource("tables"), clock)
    table = await tables.open_table(HERE, "biritch", {})
    again, fresh = await books_of(store, clock), Tables(store.streams, ChanceSource("tables"), clock)
    await fresh.find()
    assert again.stream_in(HERE.channel) == sheet_id
    assert fresh.stream_in(HERE.channel) == table.id
    assert await fresh.tables_of(ANNA) == []


async def test_a_bad_game_option_or_seating_opens_nothing(store: Store, clock: Clock) -> None:
    books = await books_of(store, clock)
    for game, options, seats, refusal in (
        ("tarock", {}, FOUR, Unreadable),
        ("biritch", {"slams": "flat"}, FOUR, BadOption),
        ("dummy_whist", {}, FOUR, score_errors.SeatsMustBeFilled),
        ("biritch", {}, {**FOUR, Seat.WEST: ANNA}, score_errors.SheetWhy.SITTING_TWICE),
    ):
        with refusing(refusal):
            await books.open_sheet(HERE, game, options, seats, ANNA)
    assert books.stream_in(HERE.channel) is None and await store.streams.all_open("sheet") == ()


async def test_an_interaction_delivered_twice_enters_one_deal(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    key = Key("7", clock.time)
    for _ in range(2):
        sheet = await books.act(sheet_id, ANNA, HEARTS, key=key)
    both = await asyncio.gather(
        *(books.act(sheet_id, BORIS, TakeBack(), key=Key("8", clock.time)) for _ in "ab")
    )
    assert len(sheet.state.view.page.deals) == 0 and both[0].version == both[1].version
    sheet = await (await books_of(store, clock)).act(sheet_id, ANNA, HEARTS, key=key)  # after a restart too
    assert not sheet.state.view.page.deals


async def test_an_opening_delivered_twice_opens_one_sheet(store: Store, clock: Clock) -> None:
    books = await books_of(store, clock)
    key = Key("7", clock.time)
    first = await books.open_sheet(HERE, "biritch", {}, FOUR, ANNA, by=key)
    assert (await books.open_sheet(HERE, "biritch", {}, FOUR, ANNA, by=key)).id == first.id


async def test_what_was_refused_is_refused_again_though_it_would_now_be_allowed(
    store: Store, clock: Clock
) -> None:
    books, sheet_id = await opened(store, clock)
    key = Key("7", clock.time)
    with refusing(score_errors.SheetWhy.NOTHING_TO_TAKE_BACK):
        await books.act(sheet_id, ANNA, TakeBack(), key=key)
    await books.act(sheet_id, ANNA, HEARTS)
    with refusing(score_errors.SheetWhy.NOTHING_TO_TAKE_BACK):
        await books.act(sheet_id, ANNA, TakeBack(), key=key)


async def test_an_interaction_that_comes_too_late_changes_nothing(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    with refusing(AppWhy.TOO_LATE):
        await books.act(sheet_id, ANNA, HEARTS, key=Key("7", clock.time - TOO_OLD - 1))


async def test_a_button_drawn_before_another_stroke_of_the_pen_does_nothing(
    store: Store, clock: Clock
) -> None:
    books, sheet_id = await opened(store, clock)
    sheet = await won(books, sheet_id)
    turn = Turn(1, sheet.state.view.page.turn)
    await books.act(sheet_id, BORIS, Confirm(1), turn=turn)
    await books.act(sheet_id, CLARA, TakeBack(), turn=turn)
    for ask in (TakeBack(), Confirm(1), Reject(1)):
        with pytest.raises(PageTurned):
            await books.act(sheet_id, DAVID, ask, turn=turn)
    await books.act(sheet_id, ANNA, HEARTS)
    with pytest.raises(PageTurned):  # the same deal again, and yet nobody has looked at it
        await books.act(sheet_id, BORIS, Confirm(1), turn=turn)


async def test_a_stranger_writes_nothing_and_a_moderator_may_close(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    with refusing(score_errors.SheetWhy.NOT_YOUR_SHEET):
        await books.act(sheet_id, IVAN, HEARTS)
    sheet = await books.act(sheet_id, None, CloseSheet())
    assert sheet.state.view.closed and books.stream_in(HERE.channel) is None
    with refusing(score_errors.SheetWhy.SHEET_IS_CLOSED):
        await books.act(sheet_id, ANNA, HEARTS)


async def test_a_sheet_nobody_knows_and_a_table_are_no_sheets(store: Store, clock: Clock) -> None:
    books, _ = await opened(store, clock)
    with pytest.raises(NoSuchSheet):
        await books.get(TableId("00000000"))


async def test_a_rubber_confirmed_by_all_stands_on_the_leaderboard_of_its_game(
    store: Store, clock: Clock
) -> None:
    """Twice 56 and 40 for the rubber, against nothing."""
    books, sheet_id = await opened(store, clock)
    await won(books, sheet_id)
    for user in (ANNA, BORIS, CLARA):
        await books.act(sheet_id, user, Confirm())
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == ()
    await books.act(sheet_id, DAVID, Confirm())
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == (
        Ranked(ANNA, 1, 1, 152),
        Ranked(CLARA, 1, 1, 152),
        Ranked(BORIS, 1, 0, -152),
        Ranked(DAVID, 1, 0, -152),
    )


async def test_a_user_who_plays_two_hands_is_asked_once_and_counted_twice(store: Store, clock: Clock) -> None:
    books = await books_of(store, clock)
    three = {Seat.EAST: BORIS, Seat.SOUTH: CLARA, Seat.WEST: "Old Mr. Clay"}
    sheet_id = (await books.open_sheet(HERE, "dummy_whist", {}, three, IVAN)).id  # type: ignore[arg-type]
    for _ in range(2):
        await books.act(sheet_id, IVAN, Enter(Given(None, Side.NS, 12)))
    for user in (BORIS, CLARA):
        await books.act(sheet_id, user, Confirm())
    assert (await store.standings.leaderboard(HERE.guild, "dummy_whist")).lines == (
        Ranked(CLARA, 1, 1, 16),
        Ranked(BORIS, 1, 0, -8),
    )


async def test_everything_on_a_sheet_is_there_after_a_restart(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    await won(books, sheet_id)
    await books.act(sheet_id, BORIS, Confirm())
    await books.act(sheet_id, CLARA, Reject())
    before = await books.act(sheet_id, ANNA, Next())
    again = await books_of(store, clock)
    sheet = await again.get(sheet_id)
    assert (sheet.state, sheet.version, sheet.people) == (before.state, before.version, before.people)
    await again.act(sheet_id, ANNA, HEARTS)


async def test_two_services_on_one_store_write_one_after_the_other(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    other = await books_of(store, clock)
    await books.act(sheet_id, ANNA, HEARTS)
    sheet = await other.act(sheet_id, BORIS, HEARTS)  # decided on an empty page, and decided again
    assert len(sheet.state.view.page.deals) == 2 and sheet.state.view.page.ended is not None


async def test_followers_hear_of_every_change_and_of_no_refusal(store: Store, clock: Clock) -> None:
    books = await books_of(store, clock)
    told = Told()
    books.followers.append(told)
    sheet_id = (await books.open_sheet(HERE, "biritch", {}, FOUR, ANNA)).id
    await books.act(sheet_id, ANNA, HEARTS)
    with refusing(score_errors.SheetWhy.NOT_YOUR_SHEET):
        await books.act(sheet_id, IVAN, HEARTS)
    assert told.versions == [1, 3]  # the rubber begins with its first deal


async def test_the_slots_of_every_page_that_changes_are_wanted(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    await won(books, sheet_id)
    sheet = await books.act(sheet_id, ANNA, Next())
    assert {slot.key.slot: slot.wanted for slot in await store.slots.of_stream(sheet_id)} == {
        "sheet:1": sheet.version,
        "sheet:2": sheet.version,
    }
    confirmed = await books.act(sheet_id, ANNA, Confirm(1))
    wanted = {slot.key.slot: slot.wanted for slot in await store.slots.of_stream(sheet_id)}
    assert wanted == {"sheet:1": confirmed.version, "sheet:2": confirmed.version - 1}


async def writing(path: Path, clock: Clock, said: Callable[[int], None]) -> None:
    """One rubber after another on a sheet, each deal acknowledged by its version when it is entered."""
    async with Store.open(path, clock) as store:
        books = await books_of(store, clock)
        sheet_id = books.stream_in(HERE.channel)
        if sheet_id is None:
            sheet_id = (await books.open_sheet(HERE, "biritch", {}, FOUR, ANNA)).id
        while True:
            sheet = await books.get(sheet_id)
            ask = Next() if sheet.state.view.page.ended is not None else HEARTS
            said((await books.act(sheet_id, ANNA, ask)).version)


async def read(path: Path, clock: Clock) -> OpenSheet:
    async with Store.open(path, clock) as store:
        books = await books_of(store, clock)
        sheet_id = books.stream_in(HERE.channel)
        assert sheet_id is not None
        sheet = await books.get(sheet_id)
        assert await store.streams.verify_chain(sheet_id) == sheet.version
        return sheet


def test_a_writer_killed_again_and_again_loses_no_deal_that_was_acknowledged(tmp_path: Path) -> None:
    path, clock = tmp_path / "sheets.sqlite3", Clock()

    def work(pipe: int) -> Awaitable[None]:
        return writing(path, clock, lambda version: _say(pipe, version))

    entered = 0
    for lasts in (5, 2, 4, 3):
        acknowledged = in_a_child(work, lasts=lasts)
        sheet = asyncio.run(read(path, clock))
        assert sheet.version >= max(acknowledged, default=0)
        entered += len(acknowledged)
        for page in sheet.state.view.pages[:-1]:
            assert page.ended is not None and page.ended.totals.ns == 152
    assert entered > 8


def _say(pipe: int, version: int) -> None:
    os.write(pipe, b"%d\n" % version)


async def test_closing_for_everybody_breaks_off_a_rubber_that_is_worth_something_and_then_closes(
    store: Store, clock: Clock
) -> None:
    """Three no trumps made: 100 below, a game of the first rubber, and 300 for it as it is left."""
    books = await books_of(store, clock)
    opened = await books.open_sheet(HERE, "contract", {"unfinished_rubber": "laws"}, FOUR, ANNA)
    await books.act(opened.id, ANNA, Enter(Given(Bid(3, Strain.NO_TRUMPS), Side.NS, 9)))
    sheet = await books.close(opened.id)
    (only,) = sheet.state.view.pages
    assert sheet.closed and only.broken_off
    assert only.ended is not None and only.ended.value == 400


async def test_closing_for_everybody_closes_a_sheet_that_is_empty_at_once(store: Store, clock: Clock) -> None:
    books, sheet_id = await opened(store, clock)
    assert (await books.close(sheet_id)).closed
    assert [type(one.event).__name__ for one in await store.streams.read_sheet(sheet_id)] == [
        "SheetOpened",
        "Closed",
    ]
