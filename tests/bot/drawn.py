"""Moments of tables, sheets and evenings, of which tests/records/drawn has every line that is drawn for whom.

``python -m tests.bot.drawn [NAME ...]`` writes the files anew, or some of them. Read the difference before
keeping it: a changed screen shows as a changed line, and a leak as a card in the wrong message.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.evenings.service import Evenings, Hindrance
from bot.messages.drawing import Drawing
from bot.messages.evening_board import BoardFinder
from bot.messages.outbox import Outbox
from bot.preferences import Cards, Preferences
from bot.readers import Readers
from bot.sheets.service import ScoreSheets
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import OpenStream
from bot.tables.open_table import OpenTable, panel
from bot.tables.service import Tables
from rules.calls import Content, Declare, Play
from rules.cards import Suit
from rules.evening.events import Begin, Report, Signal
from rules.evening.events import Enter as EnterEvening
from rules.evening.plan import Kind
from rules.seats import Person, Seat
from rules.table.requests import Adjourn, AnswerClaim, ClaimRest, CutPack, Join, Request, Start
from rules.view import Alone
from screens.screen import Divider, Part, People, Picture, Row, Screen, Select, Text
from storage.ports.records import Place, Slot, SlotKey, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.test_score_sheets import HEARTS
from tests.evenings import plan, points
from tests.trials.stage.empty_database import made_ready

RECORDS: Final = Path(__file__).parent.parent / "records" / "drawn"
ANNA, BORIS, CLARA, DAVID, IVAN = (UserId(number) for number in (101, 102, 103, 104, 105))
FOUR = (ANNA, BORIS, CLARA, DAVID)
ENDS: Final = {"match": "game"}
"""At Whist to five points: a game is a match, and thirteen tricks are a game."""


def written(part: Part) -> list[str]:
    match part:
        case Text(markdown):
            return [f"    {line}" for line in markdown.splitlines()]
        case Row(buttons):
            return [
                f"    [{one.id}] {one.label}, {one.style.value}{', off' if one.disabled else ''}"
                for one in buttons
            ]
        case Picture(name, _, alt, instead):
            return [f"    ({name}: {alt})", *(f"    (or: {line})" for line in instead.splitlines())]
        case Divider():
            return ["    ---"]
        case Select() | People():
            return [f"    {part}"]
    raise ValueError(part)


class House:
    """The services on a clock that stands still, and what has been drawn."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock, self.lines = store, Clock(), list[str]()
        self.tables = Tables(store.streams, ChanceSource("drawn"), self.clock)
        self.sheets = ScoreSheets(store.streams, ChanceSource("drawn sheets"), self.clock)
        self.evenings = Evenings(store.streams, ChanceSource("drawn evenings"), self.clock)
        self.preferences = Preferences(store.preferences, store.people)
        self.readers = Readers(self.preferences, lambda _: None)
        self.outbox = Outbox(store.slots)
        self.drawing = Drawing(self.tables, 14, self.readers, self.outbox, newcomers=self.tables.newcomers)
        self.boards = BoardFinder(
            self.tables, self.sheets, self.evenings, self.drawing, self.preferences, self.readers
        )

    def shows(self, title: str, screen: Screen | None) -> None:
        self.lines.append(f"{title}:")
        if screen is None:
            self.lines.append("    nothing")
            return
        signs = [f"colour {screen.accent:06x}" if screen.accent is not None else "no colour"]
        signs += [f"rings for {screen.pings}"] if screen.pings is not None else []
        signs += ["silent"] if screen.silent else []
        signs += [f"{screen.cards.value}, {screen.language}"]
        self.lines.append(f"    ({', '.join(signs)})")
        for part in screen.parts:
            self.lines += written(part)

    async def slots(self, stream: OpenStream, *names: str | Slot) -> None:
        """Each of these, as it is while it follows and at rest."""
        for name in names:
            slot = Slot.of_name(name)
            board = await self.boards.board_for(stream.id, slot.kind)
            assert board is not None
            live, resting = [await board.draw(slot, live=live) for live in (True, False)]
            self.shows(slot, live)
            if resting is not None and live is not None and resting.digest != live.digest:
                self.shows(f"{slot}, at rest", resting)

    async def panels(self, table: OpenTable, *users: UserId) -> None:
        for user in users:
            person = table.person(user)
            assert person is not None
            await self.slots(table, panel(person))

    async def seated(self, key: str = "biritch", **options: str) -> OpenTable:
        table = await self.tables.open_table(Place(1, 11), key, options)
        for user in FOUR:
            await self.tables.act(table.id, user, Join())
        return table

    async def dealt(self, table: OpenTable) -> None:
        await self.tables.act(table.id, ANNA, Start())
        await self.tables.act(table.id, None, CutPack(26, ""))

    async def playing(self) -> OpenTable:
        """At Biritch; hearts are trumps, and West is to lead."""
        table = await self.seated()
        await self.dealt(table)
        await self.declares(table)
        return table

    async def matched(self) -> OpenTable:
        """Where one deal was a whole match, which is over."""
        table = await self.seated("whist_honors", **ENDS)
        await self.dealt(table)
        await self.ends(table)
        return table

    async def declares(self, table: OpenTable) -> None:
        await self.next(table, Declare(Suit.HEARTS))
        while table.state.deal is not None and not table.state.deal.playing:
            await self.next(table, Content())

    async def next(self, table: OpenTable, request: Request) -> None:
        """Of the people for whom the table waits, the first makes this request."""
        assert table.state.rubber is not None
        seat = min(table.state.waits_for, key=list(Seat).index)
        member = table.state.rubber.seats.of(seat)
        who = table.people[member] if isinstance(member, Person) else member
        await self.tables.act(table.id, who, request)

    async def leads(self, table: OpenTable) -> None:
        """Plays the first card that the rules allow."""
        (seat,) = table.state.waits_for
        await self.next(table, table.seen_from(seat).options[0])

    async def ends(self, table: OpenTable) -> None:
        """A card is led, the next claims all that is left, and the others agree."""
        await self.leads(table)
        await self.next(table, ClaimRest())
        while table.state.claim is not None:
            await self.next(table, AnswerClaim(agrees=True))


def at(table: OpenTable, seat: Seat) -> UserId:
    assert table.state.rubber is not None
    member = table.state.rubber.seats.of(seat)
    assert isinstance(member, Person)
    return table.people[member]


async def a_table_before_and_after_its_rubber_begins(house: House) -> None:
    table = await house.seated()
    await house.slots(table, "lobby:0")
    await house.preferences.change_server(1, lambda chosen: replace(chosen, language="fr", cards=Cards.TEXT))
    house.tables.newcomers.clear()
    await house.dealt(table)
    await house.slots(table, "lobby:0", "table:1")
    await house.tables.act(table.id, IVAN, Join())
    await house.panels(table, BORIS, IVAN)
    house.shows("a note", house.drawing.hand_screen(table, IVAN, "A note."))


async def a_card_is_played(house: House) -> None:
    table = await house.playing()
    first = at(table, Seat.WEST)
    await house.leads(table)
    await house.preferences.change_person(first, lambda tastes: replace(tastes, language="ru"))
    house.tables.newcomers.pop(first)
    second = at(table, *table.state.waits_for)
    option = table.view(second).options[1]
    assert isinstance(option, Play)
    house.drawing.marks.tapped(second, table.id, 1, option.card, 1)
    person = table.person(first)
    assert person is not None
    house.outbox.out_of_reach.add(SlotKey(table.id, panel(person)))
    await house.slots(table, "table:1")
    await house.panels(table, *FOUR)
    house.shows("the last trick", house.drawing.last_trick(table, first))
    house.shows("the score", house.drawing.score_screen(table, first))
    house.shows("a spectator", house.drawing.hand_screen(table, IVAN, "A note."))
    house.shows("the room", house.drawing.table_screen(table, "A note.", follows=False))


async def a_deal_is_over_and_its_rubber_goes_on(house: House) -> None:
    table = await house.playing()
    await house.ends(table)
    await house.slots(table, "table:1", "table:2", "table:9")
    await house.panels(table, *FOUR)
    house.shows("the score", house.drawing.score_screen(table, ANNA))
    house.shows("why", await house.drawing.why_screen(table.id, 1))


async def a_rubber_is_over_and_another_begins(house: House) -> None:
    table = await house.matched()
    await house.slots(table, "table:1", "lobby:1")
    await house.panels(table, *FOUR)
    await house.dealt(table)
    await house.slots(table, "table:1", "lobby:1")


async def a_table_is_closed_after_its_rubber(house: House) -> None:
    table = await house.matched()
    await house.tables.close(table.id)
    await house.slots(table, "table:1", "lobby:1")


async def a_rubber_has_a_best_moment(house: House) -> None:
    table = await house.seated("whist_honors", **ENDS)
    await house.dealt(table)
    while table.state.rubber is not None:
        await house.leads(table)
    await house.slots(table, "table:1")


async def a_table_has_a_picture(house: House) -> None:
    table = await house.seated("biritch", picture="on")
    await house.dealt(table)
    await house.slots(table, "table:1")
    await house.declares(table)
    await house.leads(table)
    await house.slots(table, "table:1")


async def a_table_is_closed_in_the_middle_of_a_deal(house: House) -> None:
    table = await house.playing()
    await house.tables.close(table.id)
    await house.slots(table, "table:1", "table:7")


async def a_table_is_adjourned(house: House) -> None:
    table = await house.playing()
    await house.tables.act(table.id, None, Adjourn())
    await house.panels(table, ANNA)
    house.shows("a note", house.drawing.hand_screen(table, ANNA, "A note."))
    house.shows("a stranger", house.drawing.hand_screen(table, IVAN, "A note."))


async def somebody_is_rung_for(house: House) -> None:
    table = await house.playing()
    (person,) = table.waiting
    for private in (False, True):
        house.clock.time += 60
        await house.tables.alert(table.id, person, private=private)
        name = f"{'alert-dm' if private else 'alert'}:{person.alias}:{int(house.clock())}"
        await house.slots(table, name)
        slot = panel(person) if private else Slot.of_name("table:1")
        (state,) = [one for one in await house.store.slots.of_stream(table.id) if one.key.slot == slot]
        await house.store.slots.note_slots([state.as_shown(table.version, "", 11 + private, 77)])
        house.outbox.drop_slots(table.id)
        await house.outbox.load_slots(table.id)
        await house.slots(table, name)


async def somebody_plays_alone(house: House) -> None:
    options: Mapping[str, str] = ENDS
    table = await house.tables.open_alone(
        ANNA, "whist_honors", options, Alone(declares=True), cut=CutPack(26, "")
    )
    house.shows("at the beginning", house.drawing.hand_screen(table, ANNA, "A note."))
    while table.state.waits_for != {table.seat(ANNA)}:
        await house.leads(table)
    option = table.view(ANNA).options[0]
    assert isinstance(option, Play)
    house.drawing.marks.tapped(ANNA, table.id, 1, option.card, 1)
    house.tables.newcomers.clear()
    house.shows("marked", house.drawing.hand_screen(table, ANNA))
    await house.next(table, option)
    await house.next(table, ClaimRest())
    while table.state.claim is not None:
        await house.next(table, AnswerClaim(agrees=True))
    house.shows("at its end", house.drawing.hand_screen(table, ANNA, "A note."))
    await house.tables.close(table.id)
    house.shows("closed", house.drawing.hand_screen(table, ANNA, "A note."))


async def somebody_who_plays_alone_goes_away(house: House) -> None:
    table = await house.tables.open_alone(ANNA, "biritch", {}, Alone(), cut=CutPack(26, ""))
    await house.declares(table)
    await house.ends(table)
    house.shows("between two deals", house.drawing.hand_screen(table, ANNA, "A note."))
    await house.next(table, CutPack(26, ""))
    house.shows("the next deal", house.drawing.hand_screen(table, ANNA, "A note."))
    await house.tables.close(table.id)
    house.shows("closed", house.drawing.hand_screen(table, ANNA, "A note."))


async def a_sheet_is_written(house: House) -> None:
    names: dict[Seat, UserId | str] = {
        Seat.NORTH: ANNA,
        Seat.EAST: "Ёжик",
        Seat.SOUTH: CLARA,
        Seat.WEST: DAVID,
    }
    sheet = await house.sheets.open_sheet(Place(1, 12), "biritch", {}, names, ANNA)
    await house.sheets.act(sheet.id, ANNA, HEARTS)
    await house.slots(sheet, "sheet:1")
    await house.preferences.change_server(1, lambda chosen: replace(chosen, language="ru", cards=Cards.TEXT))
    await house.slots(sheet, "sheet:1")
    house.shows("in full", await house.drawing.full_page(sheet, 1))
    house.shows("from the first", await house.drawing.full_page(sheet, 5, first=1))
    await house.sheets.act(sheet.id, None, Adjourn())
    person = sheet.person(ANNA)
    assert person is not None
    await house.slots(sheet, f"notice:{person.alias}")


async def an_evening_is_held(house: House) -> None:
    evening = await house.evenings.open_evening(Place(1, 13), plan(Kind.PAIRS), IVAN, (IVAN,))
    await house.slots(evening, "evening:0", "evening:stopped", "evening:over")
    for user, partner in ((ANNA, BORIS), (CLARA, DAVID)):
        await house.evenings.act(evening.id, user, EnterEvening(), partner=partner)
    await house.evenings.act(evening.id, IVAN, Begin())
    await house.evenings.stops(evening.id, {1: Hindrance(("send_messages",))})
    await house.slots(evening, "evening:0", "evening:1", "evening:stopped", "evening:over")
    await house.preferences.change_server(1, lambda chosen: replace(chosen, language="fr", alerts=False))
    await house.slots(evening, "evening:0", "evening:stopped")
    await house.evenings.close(evening.id)
    await house.slots(evening, "evening:0", "evening:final")


async def an_evening_is_played(house: House) -> None:
    arranged = plan(Kind.PAIRS, of="whist_honors", rounds=2)
    evening = await house.evenings.open_evening(Place(1, 13), arranged, IVAN, (IVAN,))
    for user, partner in ((ANNA, BORIS), (CLARA, DAVID)):
        await house.evenings.act(evening.id, user, EnterEvening(), partner=partner)
    await house.evenings.act(evening.id, IVAN, Begin())
    house.readers.hear(ANNA, "en", "Anna")
    for number in (1, 2):
        for sitting in evening.state.playing:
            for board in evening.state.unfinished(sitting):
                came = points(10 * sitting.table)
                await house.evenings.act(evening.id, None, Report(number, sitting.table, board.number, came))
        await house.slots(evening, "evening:0", f"evening:{number}", "evening:over")
        if not evening.closed:
            await house.evenings.act(evening.id, IVAN, Signal())
    await house.slots(evening, "evening:0", "evening:final")


Scene = Callable[[House], Awaitable[None]]
SCENES: Final[dict[str, Scene]] = {
    scene.__name__: scene
    for scene in (
        a_table_before_and_after_its_rubber_begins,
        a_card_is_played,
        a_deal_is_over_and_its_rubber_goes_on,
        a_rubber_is_over_and_another_begins,
        a_rubber_has_a_best_moment,
        a_table_has_a_picture,
        a_table_is_closed_after_its_rubber,
        a_table_is_closed_in_the_middle_of_a_deal,
        a_table_is_adjourned,
        somebody_is_rung_for,
        somebody_plays_alone,
        somebody_who_plays_alone_goes_away,
        a_sheet_is_written,
        an_evening_is_held,
        an_evening_is_played,
    )
}


async def drawn(scene: Scene, store: Store) -> str:
    house = House(store)
    await scene(house)
    return "\n".join(house.lines) + "\n"


async def _write(names: list[str]) -> None:
    RECORDS.mkdir(exist_ok=True)
    for name in names or SCENES:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "tables.sqlite3"
            await made_ready(path)
            async with Store.open(path) as store:
                (RECORDS / f"{name}.txt").write_text(await drawn(SCENES[name], store), "utf-8")


if __name__ == "__main__":
    asyncio.run(_write(sys.argv[1:]))
