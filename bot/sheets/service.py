"""The score sheets: ``ScoreSheets.act`` is the one way to write on one.

Like the table service it decides under the sheet's lock, commits, and only then tells anybody. A channel may
hold a table and a sheet at once. It knows nothing of Discord.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.errors import NoSuchSheet, PageTurned, SheetHere
from bot.ports.errors import AlreadyDone, StaleVersion, StorageError
from bot.ports.records import Done, Place, StoredScore, Stream, TableId, UserId
from bot.sheets.open_sheet import OpenSheet
from bot.streams.chance import ChanceSource
from bot.streams.idempotency import Idempotency, Key
from rules.errors import Refusal
from rules.games.all_games import game
from rules.members import Person
from rules.seats import Seat
from rules.sheet.decide import decide
from rules.sheet.events import SheetEvent, SheetOpened
from rules.sheet.requests import Confirm, Reject, SheetRequest, TakeBack
from rules.sheet.seating import seated
from rules.sheet.sheet import Sheet

log = logging.getLogger(__name__)

Player = UserId | str
"""Whoever sits at a table with real cards: a user, or the name of a guest who is nobody on Discord."""

_PAGE: Final = "sheet:"
FIRST_PAGE: Final = f"{_PAGE}1"


class ScoreLog(Protocol):
    """What the score sheets need of the storage."""

    async def append(
        self,
        table_id: TableId,
        expected: int,
        events: Sequence[SheetEvent],
        *,
        key: str | None = None,
        actor: Person | None = None,
        slots: Sequence[str] = (),
        people: Mapping[Person, UserId] = ...,
        guests: Mapping[Person, str] = ...,
        place: Place | None = None,
    ) -> int: ...

    async def read_sheet(self, sheet_id: TableId, after: int = 0) -> Sequence[StoredScore]: ...
    async def done(self, key: str) -> Done | None: ...
    async def verify_chain(self, table_id: TableId) -> int: ...
    async def table(self, table_id: TableId) -> Stream | None: ...
    async def open_sheets(self) -> Sequence[Stream]: ...
    async def people(self, table_id: TableId) -> Mapping[Person, UserId]: ...
    async def guests(self, sheet_id: TableId) -> Mapping[Person, str]: ...


class Follower(Protocol):
    """One that looks at a sheet after every change and brings the world to what it says."""

    def changed(self, sheet: OpenSheet) -> None: ...


@dataclass(frozen=True, slots=True)
class Turn:
    """What a button shows: a page, and how often it had been written on."""

    rubber: int
    turn: int


def slot(rubber: int) -> str:
    """The slot of the message that shows a page."""
    return f"{_PAGE}{rubber}"


def is_page(name: str) -> bool:
    """Whether a slot is a sheet's; all others are tables'."""
    return name.startswith(_PAGE)


class ScoreSheets:
    """All open score sheets."""

    def __init__(
        self, log: ScoreLog, chance: ChanceSource | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._log = log
        self._chance = chance or ChanceSource()
        self._now = now
        self._open: dict[TableId, OpenSheet] = {}
        self._by_channel: dict[int, TableId] = {}
        self._opening = asyncio.Lock()
        self._idempotency = Idempotency(log, now)
        self.followers: list[Follower] = []

    async def wake(self) -> None:
        """Takes up every open sheet after a start, and tells the followers of each."""
        for stream in await self._log.open_sheets():
            self._by_channel[stream.place.channel] = stream.table
            try:
                self._tell(await self.get(stream.table))
            except (StorageError, Refusal) as fault:  # the others go on without it
                log.error("sheet %s cannot be taken up: %r", stream.table, fault)

    def in_channel(self, channel: int) -> TableId | None:
        """The open sheet of a channel."""
        return self._by_channel.get(channel)

    async def get(self, sheet_id: TableId) -> OpenSheet:
        """The sheet, open or closed. Raises NoSuchSheet."""
        sheet = self._open.get(sheet_id)
        if sheet is None:
            async with self._opening:
                sheet = self._open.get(sheet_id) or await self._load(sheet_id)
        return sheet

    async def _load(self, sheet_id: TableId) -> OpenSheet:
        stream = await self._log.table(sheet_id)
        if stream is None:
            raise NoSuchSheet
        loaded = await self._replayed(stream)
        if stream.open:
            self._open[sheet_id] = loaded
        return loaded

    async def _replayed(self, stream: Stream) -> OpenSheet:
        await self._log.verify_chain(stream.table)
        stored = await self._log.read_sheet(stream.table)
        people = dict(await self._log.people(stream.table))
        guests = await self._log.guests(stream.table)
        return OpenSheet(stream.table, stream.place, replayed(stored), stream.version, people, guests)

    async def open(
        self,
        place: Place,
        key: str,
        options: Mapping[str, str],
        sitting: Mapping[Seat, Player],
        keeper: UserId,
        *,
        by: Key | None = None,
    ) -> OpenSheet:
        """Opens a sheet for a game and those who play it; hands without a player are dummies.

        Raises SheetHere, Unreadable, BadOption, OptionsClash, a ScoreError, TooLate.
        """
        rules = game(key)
        variant = rules.variant(options)
        people: dict[Person, UserId] = {}
        guests: dict[Person, str] = {}
        chairs = {seat: self._named(player, people, guests) for seat, player in sitting.items()}
        seats, dummies = seated(variant.players, chairs)
        opener = self._named(keeper, people, guests)
        event = SheetOpened(key, tuple(sorted(options.items())), seats, dummies, tuple(guests), opener)
        async with self._opening:
            done = await self._idempotency.done_before(by)
            if done is not None:
                return self._open.get(done) or await self._load(done)
            if place.channel in self._by_channel:
                raise SheetHere
            sheet_id = TableId(self._chance.token())
            state = Sheet.opened(rules, event)
            version = await self._log.append(
                sheet_id,
                0,
                (event,),
                key=str(by) if by else None,
                actor=opener,
                slots=(FIRST_PAGE,),
                people=people,
                guests=guests,
                place=place,
            )
            sheet = OpenSheet(sheet_id, place, state, version, people, guests)
            self._open[sheet_id] = sheet
            self._by_channel[place.channel] = sheet_id
        self._tell(sheet)
        return sheet

    def _named(self, player: Player, people: dict[Person, UserId], guests: dict[Person, str]) -> Person:
        """A player's pseudonym, a new one unless he is known already: a user who sits twice is one person."""
        if isinstance(player, str):
            guest = Person(self._chance.token())
            guests[guest] = player
            return guest
        known = next((person for person, user in people.items() if user == player), None)
        if known is None:
            known = Person(self._chance.token())
            people[known] = player
        return known

    async def act(
        self,
        sheet_id: TableId,
        who: UserId | None,
        ask: SheetRequest,
        *,
        turn: Turn | None = None,
        key: Key | None = None,
    ) -> OpenSheet:
        """Does what is asked, or refuses and changes nothing; the sheet as it then is.

        ``who`` is None for a moderator who closes it. ``turn`` is what a pressed button shows. The same key
        again is answered again and done once. Raises a Refusal.
        A caller who is cancelled leaves nothing half done.
        """
        return await asyncio.shield(self._act(sheet_id, who, ask, turn, key))

    async def _act(
        self, sheet_id: TableId, who: UserId | None, ask: SheetRequest, turn: Turn | None, key: Key | None
    ) -> OpenSheet:
        sheet = await self.get(sheet_id)
        async with sheet.lock:
            if await self._idempotency.done_before(key) is not None:
                return sheet
            try:
                happened = await self._decide(sheet, who, ask, turn, key)
            except Refusal as refusal:
                self._idempotency.refused(key, refusal)
                raise
        if happened:
            self._tell(sheet)
        return sheet

    async def _decide(
        self, sheet: OpenSheet, who: UserId | None, ask: SheetRequest, turn: Turn | None, key: Key | None
    ) -> tuple[SheetEvent, ...]:
        for attempt in (1, 2):
            _check_turn(sheet.state, ask, turn)
            person = None if who is None else sheet.person(who) or _STRANGER
            after, happened = decide(sheet.state, person, ask)
            try:
                sheet.version = await self._log.append(
                    sheet.id,
                    sheet.version,
                    happened,
                    key=str(key) if key else None,
                    actor=person,
                    slots=_changed(sheet.state, after),
                )
                break
            except AlreadyDone:
                return ()
            except StaleVersion:
                if attempt == 2:
                    raise
                await self._reload(sheet)
        sheet.state = after
        if after.view.closed:
            self._open.pop(sheet.id, None)
            self._by_channel.pop(sheet.place.channel, None)
        return happened

    async def _reload(self, sheet: OpenSheet) -> None:
        """Takes the state from the log again: somebody else has written to it."""
        stream = await self._log.table(sheet.id)
        assert stream is not None
        fresh = await self._replayed(stream)
        sheet.state, sheet.version, sheet.people, sheet.guests = (
            fresh.state,
            fresh.version,
            fresh.people,
            fresh.guests,
        )

    def _tell(self, sheet: OpenSheet) -> None:
        for follower in self.followers:
            follower.changed(sheet)


_STRANGER: Final = Person("")
"""Nobody whom a sheet knows: every pseudonym has letters."""


def replayed(stored: Sequence[StoredScore]) -> Sheet:
    """The sheet that its events come to. The first is ``sheet_opened``; of any other stream, NoSuchSheet."""
    if not stored or not isinstance(stored[0].event, SheetOpened):
        raise NoSuchSheet
    first = stored[0].event
    state = Sheet.opened(game(first.game), first)
    for one in stored[1:]:
        state = state.after(one.event)
    return state


def _check_turn(state: Sheet, ask: SheetRequest, turn: Turn | None) -> None:
    """Raises PageTurned if what a button shows is no longer what stands there."""
    if turn is None or not isinstance(ask, TakeBack | Confirm | Reject):
        return
    pages = state.view.pages
    stands = turn.rubber <= len(pages) and pages[turn.rubber - 1].turn == turn.turn
    if isinstance(ask, TakeBack):
        stands = stands and turn.rubber == len(pages)
    if not stands:
        raise PageTurned


def _changed(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """The slots of the pages that are no longer what they were. A closed sheet shows it on its last page, and
    a page left behind loses its buttons."""
    old, new = before.view, after.view
    pages = {page.number for page in new.pages if page not in old.pages}
    gone = {page.number for page in old.pages[len(new.pages) :]}
    if len(old.pages) != len(new.pages) or old.closed != new.closed or old.options != new.options:
        pages |= {old.page.number, new.page.number}
    return tuple(slot(number) for number in sorted(pages | gone))
