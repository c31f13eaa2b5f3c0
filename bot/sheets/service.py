"""The score sheets: ``ScoreSheets.act`` is the one way to write on one.

Like the table service it decides under the sheet's lock, commits, and only then tells anybody. A channel may
hold a table and a sheet at once. It knows nothing of Discord.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.errors import NoSuchSheet, PageTurned, SheetHere
from bot.ports.errors import AlreadyDone, StaleVersion, StorageError
from bot.ports.records import Done, Place, StoredScore, Stream, TableId, UserId
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
        table: TableId,
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

    async def read_sheet(self, sheet: TableId, after: int = 0) -> Sequence[StoredScore]: ...
    async def done(self, key: str) -> Done | None: ...
    async def verify_chain(self, table: TableId) -> int: ...
    async def table(self, table: TableId) -> Stream | None: ...
    async def open_sheets(self) -> Sequence[Stream]: ...
    async def people(self, table: TableId) -> Mapping[Person, UserId]: ...
    async def guests(self, sheet: TableId) -> Mapping[Person, str]: ...


@dataclass(slots=True)
class Kept:
    """A sheet in memory. ``lock`` covers deciding and committing, never a Discord call."""

    id: TableId
    place: Place
    sheet: Sheet
    version: int
    people: dict[Person, UserId]
    guests: Mapping[Person, str]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def person(self, user: UserId) -> Person | None:
        """The pseudonym under which this sheet knows a user."""
        return next((person for person, known in self.people.items() if known == user), None)


class Follower(Protocol):
    """One that looks at a sheet after every change and brings the world to what it says."""

    def changed(self, kept: Kept) -> None: ...


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
        self, log: ScoreLog, luck: ChanceSource | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._log = log
        self._luck = luck or ChanceSource()
        self._now = now
        self._kept: dict[TableId, Kept] = {}
        self._by_channel: dict[int, TableId] = {}
        self._opening = asyncio.Lock()
        self._once = Idempotency(log, now)
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

    async def get(self, sheet: TableId) -> Kept:
        """The sheet, open or closed. Raises NoSuchSheet."""
        found = self._kept.get(sheet)
        if found is None:
            async with self._opening:
                found = self._kept.get(sheet) or await self._load(sheet)
        return found

    async def _load(self, sheet: TableId) -> Kept:
        stream = await self._log.table(sheet)
        if stream is None:
            raise NoSuchSheet
        loaded = await self._replayed(stream)
        if stream.open:
            self._kept[sheet] = loaded
        return loaded

    async def _replayed(self, stream: Stream) -> Kept:
        await self._log.verify_chain(stream.table)
        stored = await self._log.read_sheet(stream.table)
        people = dict(await self._log.people(stream.table))
        guests = await self._log.guests(stream.table)
        return Kept(stream.table, stream.place, replayed(stored), stream.version, people, guests)

    async def open(
        self,
        place: Place,
        key: str,
        options: Mapping[str, str],
        sitting: Mapping[Seat, Player],
        keeper: UserId,
        *,
        by: Key | None = None,
    ) -> Kept:
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
            done = await self._once.done_before(by)
            if done is not None:
                return self._kept.get(done) or await self._load(done)
            if place.channel in self._by_channel:
                raise SheetHere
            sheet = TableId(self._luck.token())
            state = Sheet.opened(rules, event)
            version = await self._log.append(
                sheet,
                0,
                (event,),
                key=str(by) if by else None,
                actor=opener,
                slots=(FIRST_PAGE,),
                people=people,
                guests=guests,
                place=place,
            )
            kept = Kept(sheet, place, state, version, people, guests)
            self._kept[sheet] = kept
            self._by_channel[place.channel] = sheet
        self._tell(kept)
        return kept

    def _named(self, player: Player, people: dict[Person, UserId], guests: dict[Person, str]) -> Person:
        """A player's pseudonym, a new one unless he is known already: a user who sits twice is one person."""
        if isinstance(player, str):
            guest = Person(self._luck.token())
            guests[guest] = player
            return guest
        known = next((person for person, user in people.items() if user == player), None)
        if known is None:
            known = Person(self._luck.token())
            people[known] = player
        return known

    async def act(
        self,
        sheet: TableId,
        who: UserId | None,
        ask: SheetRequest,
        *,
        turn: Turn | None = None,
        key: Key | None = None,
    ) -> Kept:
        """Does what is asked, or refuses and changes nothing; the sheet as it then is.

        ``who`` is None for a moderator who closes it. ``turn`` is what a pressed button shows. The same key
        again is answered again and done once. Raises a Refusal.
        A caller who is cancelled leaves nothing half done.
        """
        return await asyncio.shield(self._act(sheet, who, ask, turn, key))

    async def _act(
        self, sheet: TableId, who: UserId | None, ask: SheetRequest, turn: Turn | None, key: Key | None
    ) -> Kept:
        kept = await self.get(sheet)
        async with kept.lock:
            if await self._once.done_before(key) is not None:
                return kept
            try:
                happened = await self._decide(kept, who, ask, turn, key)
            except Refusal as refusal:
                self._once.refused(key, refusal)
                raise
        if happened:
            self._tell(kept)
        return kept

    async def _decide(
        self, kept: Kept, who: UserId | None, ask: SheetRequest, turn: Turn | None, key: Key | None
    ) -> tuple[SheetEvent, ...]:
        for attempt in (1, 2):
            _check_turn(kept.sheet, ask, turn)
            person = None if who is None else kept.person(who) or _STRANGER
            after, happened = decide(kept.sheet, person, ask)
            try:
                kept.version = await self._log.append(
                    kept.id,
                    kept.version,
                    happened,
                    key=str(key) if key else None,
                    actor=person,
                    slots=_changed(kept.sheet, after),
                )
                break
            except AlreadyDone:
                return ()
            except StaleVersion:
                if attempt == 2:
                    raise
                await self._reload(kept)
        kept.sheet = after
        if after.view.closed:
            self._kept.pop(kept.id, None)
            self._by_channel.pop(kept.place.channel, None)
        return happened

    async def _reload(self, kept: Kept) -> None:
        """Takes the state from the log again: somebody else has written to it."""
        stream = await self._log.table(kept.id)
        assert stream is not None
        fresh = await self._replayed(stream)
        kept.sheet, kept.version, kept.people, kept.guests = (
            fresh.sheet,
            fresh.version,
            fresh.people,
            fresh.guests,
        )

    def _tell(self, kept: Kept) -> None:
        for follower in self.followers:
            follower.changed(kept)


_STRANGER: Final = Person("")
"""Nobody whom a sheet knows: every pseudonym has letters."""


def replayed(stored: Sequence[StoredScore]) -> Sheet:
    """The sheet that its events come to. The first is ``sheet_opened``; of any other stream, NoSuchSheet."""
    if not stored or not isinstance(stored[0].event, SheetOpened):
        raise NoSuchSheet
    first = stored[0].event
    sheet = Sheet.opened(game(first.game), first)
    for one in stored[1:]:
        sheet = sheet.after(one.event)
    return sheet


def _check_turn(sheet: Sheet, ask: SheetRequest, turn: Turn | None) -> None:
    """Raises PageTurned if what a button shows is no longer what stands there."""
    if turn is None or not isinstance(ask, TakeBack | Confirm | Reject):
        return
    pages = sheet.view.pages
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
