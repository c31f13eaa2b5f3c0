"""How each reader has it: the language that is spoken to them, and what cards look like to them. A room has
both as its server has chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

from bot.preferences import Cards, Preferences
from bot.streams.open_stream import Recent
from rules.frozen import frozen, replace
from rules.seats import Member, Person, RobotMember
from screens.screen import CardStyle
from screens.words.languages import ENGLISH, language_of
from screens.words.names import Names, robot_name
from storage.ports.records import UserId

log = logging.getLogger(__name__)

ServerLocale = Callable[[int], str | None]
"""Gives the locale that a server has set in Discord; None if the bot does not know the server."""

_STYLES: Final = {
    Cards.FOUR_COLOURS: CardStyle.FOUR_COLOURS,
    Cards.TWO_COLOURS: CardStyle.TWO_COLOURS,
    Cards.TEXT: CardStyle.LETTERS,
}


@frozen
class Reader:
    """What a screen depends on besides what it shows."""

    language: str
    cards: CardStyle


ANYBODY: Final = Reader(ENGLISH, CardStyle.FOUR_COLOURS)


class Readers:
    def __init__(self, preferences: Preferences, server_locale: ServerLocale) -> None:
        self._preferences = preferences
        self._server_locale = server_locale
        self._heard: Recent[UserId, str] = Recent()
        self._called: Recent[UserId, str] = Recent()

    async def room(self, guild: int | None) -> Reader:
        """A channel of a server: as the administrators have chosen, else the language as the server is set in
        Discord. With None, nobody has chosen."""
        if guild is None:
            return ANYBODY
        house = await self._preferences.of_server(guild)
        locale = house.language or self._server_locale(guild)
        return Reader(language_of(locale) if locale else ENGLISH, _STYLES[house.cards])

    async def person(self, user: UserId, guild: int | None = None) -> Reader:
        """As the person has chosen. Without a choice, the language as their Discord was when they last
        pressed or typed something, and cards as the server has them in which they are."""
        tastes = await self._preferences.of_person(user)
        locale = tastes.language or self._heard.get(user) or tastes.locale
        if locale and tastes.cards:
            return Reader(language_of(locale), _STYLES[tastes.cards])
        room = await self.room(guild)
        return Reader(
            language_of(locale) if locale else room.language,
            _STYLES[tastes.cards] if tastes.cards else room.cards,
        )

    async def asker(self, user: UserId, locale: str) -> str:
        """The language of somebody who asks something now, whose Discord is set to this locale; that of their
        Discord if what they chose cannot be read."""
        try:
            tastes = await self._preferences.of_person(user)
        except Exception:
            log.exception("what a person has chosen could not be read")
            return language_of(locale)
        return language_of(tastes.language or locale)

    async def server_language(self, guild: int | None) -> str | None:
        """The language of what everybody sees in a server. None in direct messages, and if what the server
        has chosen cannot be read."""
        try:
            return (await self.room(guild)).language if guild is not None else None
        except Exception:
            log.exception("what a server has chosen could not be read")
            return None

    def hear(self, user: UserId, locale: str, name: str = "") -> None:
        """Notes what a person's Discord is set to, for what is drawn in answer to what they do, and what they
        are called, for pictures; in memory alone, since they may only be looking."""
        self._heard[user] = locale
        self._called[user] = name

    def last_name(self, user: UserId) -> str:
        """The name by which somebody pressed or typed something last; empty if that was before the start."""
        return self._called.get(user, "")

    def called_in(self, people: Mapping[Person, UserId]) -> Names:
        """The names of those who play for a picture, in which Discord shows no mention: empty where somebody
        has pressed nothing since the start."""

        def name(member: Member) -> str:
            if isinstance(member, RobotMember):
                return robot_name(member)
            user = people.get(member)
            return self.last_name(user) if user is not None else ""

        return name

    def called_for(self, user: UserId, people: Mapping[Person, UserId]) -> Names | None:
        """The same, if this person has chosen that the table is a picture where they alone see it."""
        return self.called_in(people) if self._preferences.last_read(user).picture else None

    def forget_reader(self, user: UserId) -> None:
        self._heard.pop(user, None)
        self._called.pop(user, None)

    async def remember(self, user: UserId) -> None:
        """Keeps what was heard of a person for panels that are drawn when they press nothing, even after a
        restart; unless nothing is kept of them, since they only look, or have been forgotten."""
        locale = self._heard.get(user)
        if locale is None or (await self._preferences.of_person(user)).locale == locale:
            return
        if await self._preferences.is_known(user):
            await self._preferences.change_person(user, lambda tastes: replace(tastes, locale=locale))
