"""Which language is spoken to whom: to a room that of its server, to a person their own."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.preferences import Preferences
from bot.recent import Recent
from ports.records import UserId
from rules.frozen import replace
from screens.words.languages import ENGLISH, language_of

log = logging.getLogger(__name__)

ServerLocale = Callable[[int], str | None]
"""Gives the locale that a server has set in Discord; None if the bot does not know the server."""


class Languages:
    def __init__(self, preferences: Preferences, server_locale: ServerLocale) -> None:
        self._preferences = preferences
        self._server_locale = server_locale
        self._heard: Recent[UserId, str] = Recent()

    async def of_room(self, guild: int) -> str:
        """As the administrators have chosen, else as the server is set in Discord."""
        chosen = (await self._preferences.of_server(guild)).language or self._server_locale(guild)
        return language_of(chosen) if chosen else ENGLISH

    async def of_person(self, user: UserId, guild: int | None = None) -> str:
        """As the person has chosen, else as their Discord was when they last pressed or typed something; else
        that of the server in which they are."""
        tastes = await self._preferences.of_person(user)
        chosen = tastes.language or self._heard.get(user) or tastes.locale
        if chosen:
            return language_of(chosen)
        return await self.of_room(guild) if guild is not None else ENGLISH

    async def of_asker(self, user: UserId, locale: str) -> str:
        """The language of somebody who asks something now, whose Discord is set to this locale; that of their
        Discord if what they chose cannot be read."""
        try:
            tastes = await self._preferences.of_person(user)
        except Exception:
            log.exception("what a person has chosen could not be read")
            return language_of(locale)
        return language_of(tastes.language or locale)

    def hear(self, user: UserId, locale: str) -> None:
        """Notes what a person's Discord is set to, for what is drawn in answer to what they do; in memory
        alone, since they may only be looking."""
        self._heard[user] = locale

    async def remember(self, user: UserId) -> None:
        """Keeps what was heard of a person for panels that are drawn when they press nothing, even after a
        restart; unless nothing is kept of them, since they only look, or have been forgotten."""
        locale = self._heard.get(user)
        if locale is None or (await self._preferences.of_person(user)).locale == locale:
            return
        if await self._preferences.is_known(user):
            await self._preferences.change_person(user, lambda tastes: replace(tastes, locale=locale))
