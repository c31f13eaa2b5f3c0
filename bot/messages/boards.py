"""What is kept up to date on Discord: tables, score sheets and evenings, each as a board with slots.

A board says where its messages stand, who owns those in private, how urgent each is, and what it must show.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Final

from bot.evenings import service as evening_slots
from bot.evenings.service import Evenings, Hindrance, OpenEvening
from bot.messages.drawing import Drawing, named
from bot.messages.scheduler import Urgency
from bot.preferences import Preferences
from bot.readers import Readers
from bot.sheets.service import OpenSheet, ScoreSheets
from bot.streams.open_stream import OpenStream
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from ports.records import Slot, SlotKind, TableId, UserId
from rules.evening.standings import seen
from rules.frozen import frozen
from rules.seats import Member, Person, RobotMember
from screens.evening import (
    evening_screen,
    final_picture,
    final_screen,
    round_over_screen,
    sheet_screen,
    stopped_screen,
)
from screens.screen import Screen
from screens.words import evenings as words
from screens.words.discord_refusals import why
from screens.words.languages import spoken
from screens.words.names import Names, robot_name
from screens.words.refusals import not_allowed

_LAST: Final = 10**6


class Board(ABC):
    """A stream whose messages are kept up to date."""

    stream: OpenStream

    @property
    def channel(self) -> int | None:
        """Where its messages stand that are not private; None while that place is gone."""
        return self.stream.place.channel if self.stream.has_place else None

    def owner(self, slot: Slot) -> UserId | None:
        """The one in whose direct messages a slot stands; None if they have been forgotten."""
        return None

    def is_due(self, slot: Slot) -> bool:
        """Whether the owner of a private message is waited for."""
        return False

    def is_final(self, slot: Slot) -> bool:
        """Whether what it must show now will never change again."""
        return self.stream.closed

    @abstractmethod
    def order(self, slot: Slot) -> tuple[int, ...]:
        """Where among the messages of the channel it stands: the lower is the older."""

    @abstractmethod
    def urgency(self, slot: Slot, *, live: bool) -> Urgency: ...

    @abstractmethod
    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        """What the message must show now; None if there is nothing more to show. A private message that is
        not ``live`` shows only what stays true whatever happens next; one in the channel, for a while."""


class TableBoard(Board):
    def __init__(self, table: OpenTable, drawing: Drawing) -> None:
        self.stream: OpenTable = table
        self._drawing = drawing

    def owner(self, slot: Slot) -> UserId | None:
        return self.stream.owner(slot)

    def order(self, slot: Slot) -> tuple[int, ...]:
        if slot.kind.private or slot.kind.rings:
            return ()
        return (slot == self.stream.moment.room, slot.number)

    def is_final(self, slot: Slot) -> bool:
        if slot.kind.rings:
            return False
        return self.stream.closed or not (slot.kind.private or slot == self.stream.moment.room)

    def is_due(self, slot: Slot) -> bool:
        if slot.kind is not SlotKind.PANEL:
            return False
        person = Person(slot.owner)
        return person in self.stream.moment.due and person in self.stream.people

    def urgency(self, slot: Slot, *, live: bool) -> Urgency:
        if slot.kind.rings:
            return Urgency.TABLE if self.stream.stands(slot) else Urgency.RESULT
        if not slot.kind.private:
            return Urgency.TABLE if slot == self.stream.moment.room else Urgency.RESULT
        if self.is_due(slot):
            return Urgency.DUE_PANEL
        return Urgency.PANEL if live or self.stream.moment.between else Urgency.UPKEEP

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        return await self._drawing.draw(self.stream, slot, live=live)


class SheetBoard(Board):
    def __init__(self, sheet: OpenSheet, drawing: Drawing) -> None:
        self.stream: OpenSheet = sheet
        self._drawing = drawing

    def owner(self, slot: Slot) -> UserId | None:
        return self.stream.people.get(Person(slot.owner)) if slot.kind is SlotKind.NOTICE else None

    def order(self, slot: Slot) -> tuple[int, ...]:
        return () if slot.kind.private else (slot.number,)

    def urgency(self, slot: Slot, *, live: bool) -> Urgency:
        return Urgency.TABLE

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        user = self.owner(slot)
        if user is not None:
            return await self._drawing.notice(self.stream, user)
        return await self._drawing.page(self.stream, slot.number)


class EveningBoard(Board):
    def __init__(
        self, evening: OpenEvening, drawing: Drawing, preferences: Preferences, readers: Readers
    ) -> None:
        self.stream: OpenEvening = evening
        self._drawing = drawing
        self._preferences = preferences
        self._readers = readers

    def order(self, slot: Slot) -> tuple[int, ...]:
        match slot.kind:
            case SlotKind.FINAL:
                return (_LAST,)
            case SlotKind.BOARD:
                return (slot.number,)
        return (0,)

    def urgency(self, slot: Slot, *, live: bool) -> Urgency:
        return Urgency.TABLE if slot == evening_slots.ROOM else Urgency.RESULT

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        reader = await self._readers.room(self.stream.place.guild)
        with spoken(reader.language):
            screen = await self._drawn(slot)
        return screen.with_cards(reader.cards) if screen is not None else None

    async def _drawn(self, slot: Slot) -> Screen | None:
        evening, names = self.stream, names_in(self.stream)
        shown = seen(evening.state)
        match slot.kind:
            case SlotKind.BOARD:
                return sheet_screen(shown, slot.number)
            case SlotKind.FINAL:
                called = called_in(evening, self._readers)
                picture = await asyncio.to_thread(final_picture, shown, f"evening-{evening.id}.png", called)
                return final_screen(shown, names, picture, await self._drawing.best_of_evening(evening))
            case SlotKind.STOPPED:
                stops = stopped(evening)
                return stopped_screen(stops, self._director, rings=await self._rings()) if stops else None
            case SlotKind.ROUND_OVER:
                if not shown.waits_for_signal:
                    return None
                return round_over_screen(shown, evening.id, self._director, rings=await self._rings())
            case SlotKind.EVENING:
                directors = [names(person) for person in evening.state.directors]
                return evening_screen(shown, evening.id, directors, names, stopped(evening))
        raise ValueError(slot)

    @property
    def _director(self) -> UserId | None:
        """The first of the directors who is known: for them it rings."""
        people = self.stream.people
        return next((people[one] for one in self.stream.state.directors if one in people), None)

    async def _rings(self) -> bool:
        """Whether people are alerted in this server."""
        return (await self._preferences.of_server(self.stream.place.guild)).alerts


@frozen
class Boards:
    """The boards of every kind of stream."""

    tables: Tables
    sheets: ScoreSheets
    evenings: Evenings
    drawing: Drawing
    preferences: Preferences
    readers: Readers

    async def get(self, stream_id: TableId, kind: SlotKind) -> Board | None:
        """The board of a stream that has a slot of this kind; None for a kind that nobody knows. Raises what
        the service of the stream raises."""
        match kind:
            case SlotKind.LOBBY | SlotKind.DEAL | SlotKind.PANEL | SlotKind.ALERT | SlotKind.ALERT_IN_PRIVATE:
                return TableBoard(await self.tables.get(stream_id), self.drawing)
            case SlotKind.PAGE | SlotKind.NOTICE:
                return SheetBoard(await self.sheets.get(stream_id), self.drawing)
            case SlotKind.EVENING | SlotKind.BOARD | SlotKind.FINAL | SlotKind.STOPPED | SlotKind.ROUND_OVER:
                evening = await self.evenings.get(stream_id)
                return EveningBoard(evening, self.drawing, self.preferences, self.readers)
            case SlotKind.UNKNOWN:
                return None


def stopped(evening: OpenEvening, table: int | None = None) -> list[str]:
    """What keeps tables from being opened, or one of them: a sentence for each reason."""
    by_reason: dict[Hindrance, list[int]] = {}
    for number, hindrance in sorted((evening.stopped or {}).items()):
        if table in (None, number):
            by_reason.setdefault(hindrance, []).append(number)
    return [words.stopped(numbers, _why(hindrance)) for hindrance, numbers in by_reason.items()]


def _why(hindrance: Hindrance) -> str:
    if hindrance.permissions:
        channel = f"<#{hindrance.channel}>" if hindrance.channel is not None else ""
        return not_allowed(hindrance.permissions, channel)
    return why(hindrance.status, hindrance.code)


def called_in(evening: OpenEvening, readers: Readers) -> Names:
    """The names of those who play for a picture, in which Discord shows no mention: empty where somebody has
    pressed nothing since the start."""

    def name(member: Member) -> str:
        if isinstance(member, RobotMember):
            return robot_name(member)
        user = evening.people.get(member)
        return readers.called(user) if user is not None else ""

    return name


def names_in(evening: OpenEvening) -> Names:
    """How those who play are written: people as mentions, which never ping, and robots by name."""
    return named(evening.people, {})
