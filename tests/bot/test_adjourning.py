"""What is adjourned when its place is gone, goes on when the place is back, and closes after its term."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

import pytest

from bot.adjourning import Adjourning, Finding
from bot.clocks import DiscordClock
from bot.discord_api.faults import Refused
from bot.discord_api.rest import Reply, Rest
from bot.discord_api.scheduler import Buckets, Scheduler
from bot.discord_api.sender import Messenger
from bot.evenings.service import Evenings
from bot.messages.drawing import Drawing
from bot.messages.evening_board import BoardFinder
from bot.messages.outbox import Outbox
from bot.preferences import Preferences
from bot.readers import Readers
from bot.sheets.service import OpenSheet, ScoreSheets
from bot.streams.fair_deal import ChanceSource
from bot.tables.service import Tables
from storage.ports.records import Place, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.keeping import Keeping
from tests.bot.test_score_sheets import FOUR
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import inside

ANNA = UserId(11)


class Discord:
    """Takes every message, and knows of each channel what a test says of it: that it stands, else."""

    def __init__(self) -> None:
        self.found: dict[int, Finding] = {}
        self.told: dict[int, Finding] = {}
        self.asked: list[int] = []
        self.fails = 0
        self.messages = 70

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        self.messages += 1
        return Reply(200, {}, b'{"id": "%d"}' % self.messages)

    def last_finding(self, place: Place) -> Finding:
        return self.told.get(place.channel, Finding.STANDS)

    async def ask_discord(self, place: Place) -> Finding:
        self.asked.append(place.channel)
        if self.fails:
            self.fails -= 1
            raise ZeroDivisionError
        return self.found.get(place.channel, Finding.STANDS)


class Office:
    def __init__(self, store: Store, days: int = 14) -> None:
        self.discord, self.clock = Discord(), Clock()
        self.sheets = ScoreSheets(store.streams, ChanceSource(f"sheets {days}"), self.clock)
        tables, evenings = (
            Tables(store.streams, ChanceSource("tables")),
            Evenings(store.streams, ChanceSource("evenings")),
        )
        preferences = Preferences(store.preferences, store.people)
        readers = Readers(preferences, lambda _: None)
        rest = Rest(self.discord, "biritch", Buckets(), DiscordClock())
        outbox = Outbox(store.slots)
        drawing = Drawing(tables, days, readers, outbox)
        find_board = BoardFinder(tables, self.sheets, evenings, drawing, preferences, readers).board_for
        messenger = Messenger(rest, Refused(self.clock))
        scheduler = Scheduler(rest.buckets)
        kept = self.kept = Keeping(store.slots, outbox, find_board, messenger, scheduler, self.clock)
        self.adjourning = Adjourning([self.sheets], self.discord, kept.boards, kept.posting, days, self.clock)
        self.sheets.followers += [kept.posting, self.adjourning]

    async def open(self, channel: int, guild: int = 1) -> OpenSheet:
        return await self.sheets.open_sheet(Place(guild, channel), "biritch", {}, FOUR, ANNA)

    async def looked(self) -> None:
        """Nobody is asked anything more."""
        adjourning = self.adjourning
        await until(
            lambda: (
                not adjourning._looking and (adjourning._comparing is None or adjourning._comparing.done())
            )
        )

    async def close(self) -> None:
        await self.adjourning.close()
        await self.kept.close()


@pytest.fixture
async def office(store: Store) -> AsyncIterator[Office]:
    opened = Office(store)
    yield opened
    await opened.close()


async def test_what_stands_in_a_place_that_is_gone_is_adjourned_and_goes_on_once_the_place_is_back(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.adjourning")
    sheet, elsewhere = await office.open(10), await office.open(20, guild=2)
    office.discord.found[10] = office.discord.found[20] = Finding.GONE
    for one in (sheet, elsewhere):
        office.adjourning.look_at(one.id)
    await office.looked()
    assert sheet.adjourned and elsewhere.adjourned
    assert sorted(caplog.messages) == sorted(
        f"{one.id} is adjourned: its place is gone" for one in (sheet, elsewhere)
    )
    office.discord.asked.clear()
    office.discord.found.clear()
    office.adjourning.look_again(1)
    await office.looked()
    assert not sheet.adjourned and elsewhere.adjourned and office.discord.asked == [10]
    office.adjourning.look_again(1)
    await office.looked()
    assert office.discord.asked == [10], "what goes on is asked about no more"


async def test_only_places_of_which_discord_has_told_nothing_are_asked_about(office: Office) -> None:
    stands, unknown, gone = [await office.open(channel) for channel in (10, 11, 12)]
    other = await office.open(20, guild=2)
    office.discord.told = dict.fromkeys((11, 12, 20), Finding.UNKNOWN)
    office.discord.found[12] = Finding.GONE
    office.adjourning.compare_places(1)
    await office.looked()
    assert sorted(office.discord.asked) == [11, 12]
    assert [one.adjourned for one in (stands, unknown, gone, other)] == [False, False, True, False]
    office.discord.asked.clear()
    office.discord.told.clear()
    office.adjourning.compare_places(2)
    await office.looked()
    assert office.discord.asked == []
    office.adjourning.compare_places(1)
    office.adjourning.compare_places()
    await office.looked()
    assert office.discord.asked == [12], "an adjourned one is asked about though its place is known again"


async def test_what_stood_in_a_channel_or_server_of_which_discord_says_that_it_is_gone_is_adjourned(
    office: Office,
) -> None:
    one, beside, elsewhere = [await office.open(*place) for place in ((10, 1), (11, 1), (20, 2))]
    await office.adjourning.place_gone(channel=10)
    assert [sheet.adjourned for sheet in (one, beside, elsewhere)] == [True, False, False]
    await office.adjourning.place_gone(guild=2)
    await office.adjourning.place_gone(channel=10)
    assert [sheet.adjourned for sheet in (one, beside, elsewhere)] == [True, False, True]
    assert office.discord.asked == []


async def test_what_cannot_be_adjourned_at_first_is_a_little_later_and_keeps_no_other_from_being(
    office: Office, store: Store
) -> None:
    first, second = [await office.open(channel) for channel in (10, 11)]
    office.discord.found = {10: Finding.GONE, 11: Finding.GONE}
    full = (
        "CREATE TRIGGER full BEFORE INSERT ON event WHEN new.table_id = '{}' "
        "BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    await inside(store, lambda db: db.execute(full.format(first.id)))
    await office.adjourning.place_gone(guild=1)
    assert [first.adjourned, second.adjourned] == [False, True]
    await inside(store, lambda db: db.execute("DROP TRIGGER full"))
    await office.looked()
    assert first.adjourned


async def test_a_place_of_which_discord_says_nothing_holds_up_the_others_for_half_a_second(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty places: one after the other each would wait for the whole answer before it."""
    sheets = [await office.open(channel) for channel in range(10, 30)]
    office.discord.told = dict.fromkeys(range(10, 30), Finding.UNKNOWN)
    clock, asked = asyncio.get_running_loop().time, list[float]()

    async def silent(place: Place) -> Finding:
        asked.append(clock())
        await asyncio.sleep(10)
        return Finding.STANDS

    monkeypatch.setattr(office.discord, "ask_discord", silent)
    office.adjourning.compare_places()
    await until(lambda: len(asked) == len(sheets))
    assert [round(at - asked[0], 2) for at in asked] == [number / 2 for number in range(20)]
    await office.looked()


async def test_while_discord_does_not_answer_it_is_asked_again_as_soon_as_somebody_wants_to_know(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    sheet = await office.open(10)
    office.discord.fails = 1
    office.discord.found[10] = Finding.UNKNOWN
    office.adjourning.look_at(sheet.id)
    await until(lambda: office.discord.asked == [10])
    await until(lambda: caplog.messages)
    assert caplog.messages == [f"the place of {sheet.id} could not be looked at"]
    await asyncio.sleep(0.01)
    assert office.discord.asked == [10] and office.adjourning._looking
    office.adjourning.look_at(sheet.id)
    await until(lambda: office.discord.asked == [10, 10])
    office.discord.found[10] = Finding.GONE
    office.adjourning.look_at(sheet.id)
    await office.looked()
    assert sheet.adjourned


async def test_an_adjourned_sheet_closes_after_its_term_and_not_before(store: Store) -> None:
    lasting, brief = Office(store), Office(store, days=0)
    for office, closes in ((lasting, False), (brief, True)):
        sheet = await office.open(10 + closes)
        assert not office.adjourning._closing
        await office.sheets.adjourn(sheet.id)
        await asyncio.sleep(0.01)
        if closes:
            await until(lambda sheet=sheet: sheet.closed)  # type: ignore[misc]
        else:
            assert not sheet.closed and {*office.adjourning._closing} == {sheet.id}
            await office.sheets.resume(sheet.id)
            assert not office.adjourning._closing and not office.adjourning._adjourned
        await office.close()


async def test_what_was_adjourned_before_a_start_is_asked_about_when_it_is_loaded(store: Store) -> None:
    before = Office(store)
    sheet = await before.open(10)
    await before.sheets.adjourn(sheet.id)
    assert before.discord.asked == []
    await before.close()
    after = Office(store)
    await after.sheets.find()
    again = await after.sheets.get(sheet.id)
    await after.looked()
    assert after.discord.asked == [10] and not again.adjourned
    await after.close()


async def test_an_end_leaves_nothing_that_looks_or_waits(office: Office) -> None:
    sheet = await office.open(10)
    office.discord.found[10] = Finding.UNKNOWN
    office.adjourning.look_at(sheet.id)
    await office.sheets.adjourn(sheet.id)
    names = {task.get_name() for task in asyncio.all_tasks()}
    assert {f"place {sheet.id}", f"term of {sheet.id}"} <= names
    office.adjourning.compare_places()
    assert "places" in {task.get_name() for task in asyncio.all_tasks()}
    await office.adjourning.close()
    names = {task.get_name() for task in asyncio.all_tasks()}
    assert not names & {f"place {sheet.id}", f"term of {sheet.id}", "places"}
