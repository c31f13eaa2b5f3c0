"""The board of an evening, and which board every other stream has."""

from __future__ import annotations

from typing import Final

from bot.discord_api.scheduler import Urgency
from bot.evenings import service as evening_slots
from bot.evenings.service import Evenings, Hindrance, OpenEvening
from bot.messages.drawing import Board, Drawing, SheetBoard, TableBoard, names_at
from bot.preferences import Preferences
from bot.readers import Readers
from bot.sheets.service import ScoreSheets
from bot.tables.service import Tables
from rules.evening.standings import evening_as_seen
from rules.frozen import frozen
from rules.seats import Person
from screens.evening import (
    evening_screen,
    final_picture,
    final_screen,
    own_end_screen,
    round_over_screen,
    sheet_screen,
    stopped_screen,
)
from screens.screen import Screen
from screens.words import evenings as words
from screens.words.discord_refusals import call_refused
from screens.words.languages import spoken
from screens.words.refusals import SET_ASIDE, not_allowed
from storage.ports.records import Slot, SlotKind, TableId, UserId
from storage.ports.waits import run_in_thread

_LAST: Final = 10**6


@frozen
class EveningBoard(Board):
    stream: OpenEvening
    _drawing: Drawing
    _preferences: Preferences
    _readers: Readers

    def order(self, slot: Slot) -> tuple[int, ...]:
        if slot.kind.private:
            return ()
        match slot.kind:
            case SlotKind.FINAL:
                return (_LAST,)
            case SlotKind.BOARD:
                return (slot.number,)
        return (0,)

    def urgency(self, slot: Slot, *, live: bool) -> Urgency:
        return Urgency.TABLE if slot == evening_slots.ROOM else Urgency.RESULT

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        guild, user = self.stream.place.guild, self.stream.owner(slot)
        reader = await (self._readers.room(guild) if user is None else self._readers.person(user, guild))
        with spoken(reader.language):
            screen = await self._draw_slot(slot)
        return screen.with_cards(reader.cards) if screen is not None else None

    async def _draw_slot(self, slot: Slot) -> Screen | None:
        evening, names = self.stream, names_at(self.stream)
        shown = evening_as_seen(evening.state)
        match slot.kind:
            case SlotKind.BOARD:
                return sheet_screen(shown, slot.number)
            case SlotKind.FINAL:
                called = self._readers.called_in(evening.people)
                picture = await run_in_thread(final_picture, shown, f"evening-{evening.id}.png", called)
                return final_screen(shown, names, picture, await self._drawing.best_of_evening(evening))
            case SlotKind.OWN_END:
                place = self.stream.place
                link = f"https://discord.com/channels/{place.guild}/{place.channel}"
                return own_end_screen(shown, names, Person(slot.owner), link)
            case SlotKind.STOPPED:
                stops = reasons_stopped(evening)
                return stopped_screen(stops, self._director, rings=await self._rings()) if stops else None
            case SlotKind.ROUND_OVER:
                if not shown.waits_for_signal:
                    return None
                return round_over_screen(shown, evening.id, self._director, rings=await self._rings())
            case SlotKind.EVENING:
                directors = [names(person) for person in evening.state.directors]
                return evening_screen(shown, evening.id, directors, names, reasons_stopped(evening))
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
class BoardFinder:
    """Knows the services of every kind of stream."""

    tables: Tables
    sheets: ScoreSheets
    evenings: Evenings
    drawing: Drawing
    preferences: Preferences
    readers: Readers

    async def board_for(self, stream_id: TableId, kind: SlotKind) -> Board | None:
        """The board of a stream that has a slot of this kind; None for a kind that nobody knows. Raises what
        the service of the stream raises."""
        match kind:
            case SlotKind.LOBBY | SlotKind.DEAL | SlotKind.PANEL | SlotKind.ALERT | SlotKind.ALERT_IN_PRIVATE:
                return TableBoard(await self.tables.get(stream_id), self.drawing)
            case SlotKind.PAGE | SlotKind.NOTICE:
                return SheetBoard(await self.sheets.get(stream_id), self.drawing)
            case (
                SlotKind.EVENING
                | SlotKind.BOARD
                | SlotKind.FINAL
                | SlotKind.STOPPED
                | SlotKind.ROUND_OVER
                | SlotKind.OWN_END
            ):
                evening = await self.evenings.get(stream_id)
                return EveningBoard(evening, self.drawing, self.preferences, self.readers)
            case SlotKind.UNKNOWN:
                return None


def reasons_stopped(evening: OpenEvening, table: int | None = None) -> list[str]:
    """What keeps tables from being opened or read, or one of them: a sentence for each reason."""
    by_reason: dict[Hindrance, list[int]] = {}
    for number, hindrance in sorted((evening.stopped or {}).items()):
        if table in (None, number):
            by_reason.setdefault(hindrance, []).append(number)
    return [
        words.tables_damaged(numbers, SET_ASIDE())
        if hindrance.damaged
        else words.tables_stopped(numbers, _why(hindrance))
        for hindrance, numbers in by_reason.items()
    ]


def _why(hindrance: Hindrance) -> str:
    if hindrance.permissions:
        channel = f"<#{hindrance.channel}>" if hindrance.channel is not None else ""
        return not_allowed(hindrance.permissions, channel)
    return call_refused(hindrance.status, hindrance.code)


async def thread_name(readers: Readers, evening: OpenEvening, round_number: int, table: int) -> str:
    """Of a thread for a table of an evening, in the language of the server."""
    with spoken((await readers.room(evening.place.guild)).language):
        return words.thread(table, round_number, evening.state.plan.kind)
