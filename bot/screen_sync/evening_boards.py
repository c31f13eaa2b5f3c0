"""Evenings as ``Posting`` sees them: what is drawn in each of their slots."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.evenings import service
from bot.evenings.rooms import Hindrance
from bot.evenings.service import Evenings, OpenEvening
from bot.languages import Languages
from bot.preferences import Preferences
from bot.screen_sync.card_styles import CardStyles
from bot.screen_sync.drawing import named
from bot.screen_sync.scheduler import Urgency
from ports.records import TableId, UserId
from rules.evening.seen import seen
from rules.frozen import frozen
from screens.evening import evening_screen, final_picture, final_screen, sheet_screen, stopped_screen
from screens.screen import Screen
from screens.words import evenings as words
from screens.words.discord_refusals import why
from screens.words.languages import spoken
from screens.words.names import Names
from screens.words.refusals import not_allowed

_LAST: Final = 10**6


@frozen
class EveningBoards:
    evenings: Evenings
    preferences: Preferences
    languages: Languages
    styles: CardStyles

    def owns(self, slot: str) -> bool:
        return service.is_of_evening(slot)

    async def get(self, stream_id: TableId) -> EveningBoard:
        evening = await self.evenings.get(stream_id)
        return EveningBoard(evening, self.preferences, self.languages, self.styles)


@frozen
class EveningBoard:
    evening: OpenEvening
    preferences: Preferences
    languages: Languages
    styles: CardStyles

    @property
    def stream(self) -> OpenEvening:
        return self.evening

    @property
    def channel(self) -> int | None:
        return self.evening.place.channel if self.evening.has_place else None

    def is_private(self, slot: str) -> bool:
        return False

    def owner(self, slot: str) -> UserId | None:
        return None

    def is_alert(self, slot: str) -> bool:
        return slot == service.STOPPED

    def order(self, slot: str) -> tuple[int, ...]:
        return (_LAST if slot == service.FINAL else service.board_of(slot) or 0,)

    def is_final(self, slot: str) -> bool:
        return self.evening.closed

    def is_due(self, slot: str) -> bool:
        return False

    def urgency(self, slot: str, *, live: bool) -> Urgency:
        return Urgency.TABLE if slot == service.ROOM else Urgency.RESULT

    async def draw(self, slot: str, *, live: bool) -> Screen | None:
        screen = await self._drawn(slot)
        return await self.styles.for_room(screen, self.evening.place.guild) if screen is not None else None

    async def _drawn(self, slot: str) -> Screen | None:
        evening, names = self.evening, names_in(self.evening)
        shown = seen(evening.state)
        with spoken(await self.languages.of_room(evening.place.guild)):
            board = service.board_of(slot)
            if board is not None:
                return sheet_screen(shown, board)
            if slot == service.FINAL:
                picture = await asyncio.to_thread(final_picture, shown, f"evening-{evening.id}.png")
                return final_screen(shown, names, picture)
            directors = [names(person) for person in evening.state.directors]
            stops = stopped(evening)
            if slot == service.STOPPED:
                return await self._alert(stops) if stops else None
            return evening_screen(shown, evening.id, directors, names, stops)

    async def _alert(self, stops: Sequence[str]) -> Screen:
        """Rings for the first of the directors who is known, if people are alerted in this server."""
        people = self.evening.people
        user = next((people[one] for one in self.evening.state.directors if one in people), None)
        house = await self.preferences.of_server(self.evening.place.guild)
        return stopped_screen(stops, user, rings=house.alerts)


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


def names_in(evening: OpenEvening) -> Names:
    """How those who play are written: people as mentions, which never ping, and robots by name."""
    return named(evening.people, {})
