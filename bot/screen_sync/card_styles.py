"""What cards look like on a screen: to one person as they have chosen, in a channel as its server has."""

from __future__ import annotations

from typing import Final

from bot.preferences import Cards, Preferences
from ports.records import UserId
from screens.screen import CardStyle, Screen

_STYLES: Final = {
    Cards.FOUR_COLOURS: CardStyle.FOUR_COLOURS,
    Cards.TWO_COLOURS: CardStyle.TWO_COLOURS,
    Cards.TEXT: CardStyle.LETTERS,
}


class CardStyles:
    """Says on each screen how its reader wants cards; the emoji themselves are no concern of it."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def for_person(self, screen: Screen, user: UserId, guild: int | None) -> Screen:
        """A screen that one person sees."""
        return screen.with_cards(await self.of_person(user, guild))

    async def for_room(self, screen: Screen, guild: int | None) -> Screen:
        """A screen that stands in a channel of this server."""
        return screen.with_cards(await self.of_server(guild))

    async def of_person(self, user: UserId, guild: int | None) -> CardStyle:
        """As they have chosen; without a choice as in the server, if there is one."""
        chosen = (await self._preferences.of_person(user)).cards
        return await self.of_server(guild) if chosen is None else _STYLES[chosen]

    async def of_server(self, guild: int | None) -> CardStyle:
        """As it has chosen for its channels."""
        chosen = Cards.FOUR_COLOURS if guild is None else (await self._preferences.of_server(guild)).cards
        return _STYLES[chosen]
