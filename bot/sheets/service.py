"""The score sheets as a service: whatever is written on one goes through ``ScoreSheets.act``.

A channel may hold a table and a sheet at once. Nothing here knows Discord. Each message of a sheet is a slot
with a name: ``sheet:N`` is the page of the N-th rubber; ``notice:ALIAS`` tells a person in their direct
messages that the sheet has been adjourned, and what has become of it since.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from bot.cluster import ALONE, Cluster
from bot.errors import NoSuchSheet, PageTurned, SetAside, SheetHere
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import STRANGER, Key, Limits, OpenStream
from bot.streams.service import Streams
from rules.frozen import frozen
from rules.games.all_games import game
from rules.seats import Person, Seat
from rules.sheet.deals import seat_hands
from rules.sheet.events import (
    CloseSheet,
    Confirm,
    Correct,
    Enter,
    Reject,
    SheetEvent,
    SheetOpened,
    SheetRequest,
    TakeBack,
)
from rules.sheet.page import SheetView
from rules.sheet.sheet import Sheet, decide
from rules.table.requests import Adjourn, Resume
from storage.ports.patience import through
from storage.ports.records import Append, Place, Slot, SlotKind, StoredScore, TableId, UserId
from storage.ports.storage import SheetLog
from storage.ports.waits import run_in_thread


def page_slot(rubber: int) -> Slot:
    """The slot of the message that shows this rubber's page."""
    return Slot(SlotKind.PAGE, rubber)


def notice(person: Person) -> Slot:
    return Slot(SlotKind.NOTICE, person.alias)


def pages_changed(before: Sheet, after: Sheet) -> tuple[Slot, ...]:
    """The slots of the pages that have changed. A closed sheet shows that it is closed on its last page, and
    a page that is no longer the last loses its buttons. When the sheet is adjourned the last page is wanted
    too, so that it moves with the sheet."""
    old, new = before.view, after.view
    pages = {page.number for page in new.pages if page not in old.pages}
    gone = {page.number for page in old.pages[len(new.pages) :]}
    if len(old.pages) != len(new.pages) or old.closed != new.closed or old.options != new.options:
        pages |= {old.page.number, new.page.number}
    if old.adjourned or new.adjourned:
        pages.add(new.page.number)
    told = map(notice, sorted(_writers(new), key=str)) if old.adjourned or new.adjourned else ()
    return (*(page_slot(number) for number in sorted(pages | gone)), *told)


def _writers(view: SheetView) -> Iterable[Person]:
    """Those who may write on the sheet and have a Discord account."""
    return view.named | ({view.keeper} - view.guests)


@dataclass(eq=False)
class OpenSheet(OpenStream):
    """One open score sheet."""

    state: Sheet
    guests: Mapping[Person, str]  # the names of those who are nobody on Discord

    @property
    def closed(self) -> bool:
        return self.state.view.closed

    @property
    def adjourned(self) -> bool:
        return self.state.view.adjourned

    def refresh(self, fresh: Self) -> None:
        super().refresh(fresh)
        self.state, self.guests = fresh.state, fresh.guests


Player = UserId | str
"""Somebody at a table with real cards: a user, or the name of a guest who is nobody on Discord."""


@frozen
class Turn:
    """What a button shows: a page, how often it had been written on, and for one that shows points the
    options by which they were reckoned."""

    rubber: int
    turn: int
    arranged: str = ""


class ScoreSheets(Streams[OpenSheet, Sheet, SheetEvent]):
    """All open score sheets."""

    kind = stored_as = "sheet"
    unknown = NoSuchSheet
    occupied = SheetHere
    _log: SheetLog

    def __init__(
        self,
        log: SheetLog,
        chance: ChanceSource | None = None,
        now: Callable[[], float] = time.time,
        limits: Limits = Limits(),  # noqa: B008 (it is frozen)
        cluster: Cluster = ALONE,
        append_took: Callable[[float | None], None] = lambda seconds: None,
    ) -> None:
        super().__init__(log, chance or ChanceSource(), now, limits, cluster, append_took)

    async def open_sheet(
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

        Raises SheetHere, TooManyOpen, Unreadable, BadOption, OptionsClash, a SheetError, AppWhy.TOO_LATE.
        """
        variant = game(key).variant(options)
        people: dict[Person, UserId] = {}
        guests: dict[Person, str] = {}
        chairs = {seat: self._person_for(player, people, guests) for seat, player in sitting.items()}
        seats, dummies = seat_hands(variant.players, chairs)
        opener = self._person_for(keeper, people, guests)
        event = SheetOpened(key, game(key).opening(options), seats, dummies, tuple(guests), opener)
        new = Append[SheetEvent](
            TableId(self._chance.token()),
            0,
            (event,),
            at=self._now(),
            key=by.id if by is not None else None,
            actor=opener,
            slots=(page_slot(1),),
            people=people,
            guests=guests,
        )
        return await self._begin_stream(place, new, by)

    async def act(
        self,
        sheet_id: TableId,
        who: UserId | None,
        request: SheetRequest,
        *,
        turn: Turn | None = None,
        key: Key | None = None,
    ) -> OpenSheet:
        """Does what is asked, or refuses and changes nothing; the sheet as it then is.

        ``who`` is None for a moderator who closes it. ``turn`` is what a pressed button shows. The same key
        again is answered again and done once. Raises a Refusal. A caller who is cancelled leaves nothing half
        done.
        """

        def decided_sheet(sheet: OpenSheet) -> tuple[Sheet, Append[SheetEvent]]:
            _check_turn(sheet.state, request, turn)
            person = None if who is None else sheet.person(who) or STRANGER
            after, events = decide(sheet.state, person, request)
            slots, goes_on = pages_changed(sheet.state, after), after.view.adjourned and not after.view.closed
            return after, Append(
                sheet.id,
                sheet.version,
                events,
                at=self._now(),
                key=key.id if key is not None else None,
                actor=person,
                slots=slots,
                goes_on=goes_on,
            )

        return await self._decide_and_append(sheet_id, decided_sheet, key)

    async def adjourn(self, sheet_id: TableId) -> OpenSheet:
        """Raises SheetWhy.SHEET_IS_ADJOURNED, SheetWhy.SHEET_IS_CLOSED, NoSuchSheet."""
        return await self.act(sheet_id, None, Adjourn())

    async def resume(self, sheet_id: TableId) -> OpenSheet:
        """Raises SheetWhy.SHEET_IS_NOT_ADJOURNED, SheetWhy.SHEET_IS_CLOSED, NoSuchSheet."""
        return await self.act(sheet_id, None, Resume())

    async def close(self, sheet_id: TableId) -> OpenSheet:
        """Raises SheetWhy.SHEET_IS_CLOSED, NoSuchSheet."""
        return await through(self._close_sheet(sheet_id))

    async def _close_sheet(self, sheet_id: TableId) -> OpenSheet:
        sheet = await self.act(sheet_id, None, CloseSheet())
        return sheet if sheet.closed else await self.act(sheet_id, None, CloseSheet())  # it was broken off

    async def adjourned_of(self, user: UserId) -> list[OpenSheet]:
        """The adjourned sheets on which this user may write, the longest adjourned first."""
        theirs: list[OpenSheet] = []
        for stream in await self._log.open_of_user(self.stored_as, user):
            with suppress(SetAside):  # it hides no other
                sheet = await self.get(stream.table)
                if sheet.adjourned and sheet.person(user) is not None:
                    theirs.append(sheet)
        return sorted(theirs, key=lambda one: one.at)

    async def bring(self, sheet_id: TableId, channel: int) -> None:
        """Moves a sheet to this channel, if it stands in another. Raises NoSuchSheet, SheetHere."""
        await through(self._bring(sheet_id, channel))

    async def _bring(self, sheet_id: TableId, channel: int) -> None:
        sheet = await self.get(sheet_id)
        async with sheet.lock:
            if channel != sheet.place.channel:
                await self._move(sheet, Place(sheet.place.guild, channel))

    def _person_for(self, player: Player, people: dict[Person, UserId], guests: dict[Person, str]) -> Person:
        """A player's pseudonym, a new one for a player not yet met: a user who sits twice is one person."""
        if isinstance(player, str):
            guest = Person(self._chance.token())
            guests[guest] = player
            return guest
        known = next((person for person, user in people.items() if user == player), None)
        if known is None:
            known = Person(self._chance.token())
            people[known] = player
        return known

    async def _read_stream(self, stream_id: TableId) -> OpenSheet:
        kept = await self._log.load_sheet(stream_id)
        if kept is None:
            raise self.unknown
        sheet = OpenSheet(
            id=stream_id,
            place=kept.stream.place,
            version=kept.stream.version,
            at=kept.stream.at,
            people=dict(kept.people),
            state=await run_in_thread(replayed_sheet, kept.events),
            guests=kept.guests,
        )
        if kept.lost:
            await self._renew(sheet, (page_slot(len(sheet.state.view.pages)),))
        return sheet

    def _apply(self, opened: OpenSheet, state: Sheet, new: Append[SheetEvent]) -> None:
        opened.state = state


def replayed_sheet(stored: Sequence[StoredScore]) -> Sheet:
    """The sheet that its events come to. Raises NoSuchSheet for a stream that does not begin as a sheet."""
    if not stored or not isinstance(stored[0].event, SheetOpened):
        raise NoSuchSheet
    first = stored[0].event
    state = Sheet.opened(game(first.game), first)
    for one in stored[1:]:
        state = state.after(one.event)
    return state


def _check_turn(state: Sheet, request: SheetRequest, turn: Turn | None) -> None:
    """Raises PageTurned if the page has been written on since the button that shows ``turn`` was drawn, so
    that two people cannot enter the same deal."""
    if turn is None or not isinstance(request, Enter | Correct | TakeBack | Confirm | Reject):
        return
    pages = state.view.pages
    stands = turn.rubber <= len(pages) and pages[turn.rubber - 1].turn == turn.turn
    if isinstance(request, Enter | TakeBack):
        stands = stands and turn.rubber == len(pages)
    if turn.arranged and turn.arranged != state.view.options_key:
        stands = False
    if not stands:
        raise PageTurned
