"""One interaction: whom its answers go by, what has been said in it, and what Discord shows by now.

An interaction's extras keep that under the words below. The library knows only of what it has answered
itself, and here the one sender to Discord answers, or a page that is open in a browser.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, NoReturn, Protocol

import aiohttp
import discord

from bot.app import Biritch
from bot.discord_api.faults import Unsent
from bot.discord_api.layout import Document
from bot.discord_api.sender import Shown, Token
from bot.streams.open_stream import Key
from rules.counting.seasons import Month
from rules.errors import Refusal
from screens.screen import Form, Screen

log = logging.getLogger(__name__)

Asked = discord.Interaction[Biritch]

ANSWER_WITHIN: Final = 2.0
"""Seconds for one answer; Discord waits three from the press, and a page longer."""
LATER_WITHIN: Final = 30.0
"""The same for a call after an answer that was deferred: Discord waits a quarter of an hour."""
UNANSWERED: Final = (Unsent, discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What keeps an answer from arriving; the library makes some requests too, as for a thread."""
MEANT: Final = "table"
"""Under this an interaction's extras have the table that is meant: a refusal names the seats as it does."""
BY: Final = "by"
"""Under this an interaction's extras have what its answers go by, where that is not Discord: an open page."""
ANSWERED: Final = "answered"
"""Set once Discord has our answer, to False if it has not said so in time: the library knows only of what it
has answered itself."""
THINKS: Final = "thinks"
"""Set while Discord shows that the bot thinks, or that it does not know yet."""
WAITS: Final = "waits"
"""Set while a screen stands in place of the answer which tells nothing but that its person has to wait."""
TOLD_UNSURE: Final = "unsure"
"""The task that tells that it is not known yet what has been done."""
DRAWS: Final = "draws"
"""The message that an interaction has drawn, or will: that of the button, or one in answer to a command."""
REFUSED_WITH: Final = "refused"
"""The code with which Discord has refused the last answer."""


class AnswersBy(Protocol):
    """What answers go by: the one sender to Discord, or an open page. ``answer_anew`` gives the id of a
    message that can be drawn again by its token; None if there is none."""

    async def answer(self, interaction: int, token: Token, screen: Screen | None) -> bool: ...

    async def answer_anew(
        self, interaction: int, token: Token, shown: Shown, *, private: bool = True
    ) -> int | None: ...

    async def think(self, interaction: int, token: Token) -> None: ...

    async def open_form(self, interaction: int, token: Token, form: Form) -> bool: ...

    async def follow_up(self, token: Token, shown: Shown, *, private: bool = True) -> int: ...

    async def edit_original(
        self,
        token: Token,
        shown: Shown,
        documents: Sequence[Document] = (),
        *,
        thinks: bool = False,
        laid_out: bool = False,
    ) -> None: ...


def answers_by(interaction: Asked) -> AnswersBy:
    by: AnswersBy | None = interaction.extras.get(BY)
    return by if by is not None else interaction.client.services.posting.messenger


def answer_timeout(interaction: Asked, *, deferred: bool = False) -> asyncio.Timeout:
    """Ends a call to which nothing is answered: for ``deferred`` there has been a first answer."""
    return asyncio.timeout(LATER_WITHIN if deferred or BY in interaction.extras else ANSWER_WITHIN)


class ToldAlready(Exception):
    """The asker has been told that it was not known what has been done, so nothing can be shown in answer."""


async def wait_until_told(interaction: Asked) -> NoReturn:
    """Raises ToldAlready once they have been."""
    await interaction.extras[TOLD_UNSURE]
    raise ToldAlready


def is_answered(interaction: Asked) -> bool:
    """Whether Discord has been given a first answer, be it only that another comes."""
    return ANSWERED in interaction.extras or interaction.response.is_done()


def log_unanswered(interaction: Asked, fault: Exception) -> None:
    """Every answer of Discord's is told alike, by its status and code."""
    status, code = getattr(fault, "status", 0), getattr(fault, "code", 0)
    interaction.extras[REFUSED_WITH] = code
    if status:
        log.info("interaction %s could not be answered: HTTPException %s (%s)", interaction.id, status, code)
    else:
        log.info("interaction %s could not be answered: %s", interaction.id, type(fault).__name__)


async def server_of(interaction: Asked) -> int | None:
    """The server in which they are or, in direct messages, that of the table which is meant."""
    guild, table_id = interaction.guild_id, interaction.extras.get(MEANT)
    if guild is None and table_id is not None:
        with suppress(Refusal):
            return (await interaction.client.services.tables.get(table_id)).place.guild
    return guild


def chosen_values(interaction: Asked) -> tuple[str, ...]:
    """What has been chosen in a list; empty for a button."""
    data: Mapping[str, object] = interaction.data or {}
    values = data.get("values")
    return tuple(str(value) for value in values) if isinstance(values, list) else ()


def today_of(interaction: Asked) -> Month:
    """The month in which Discord made it, UTC."""
    return Month(interaction.created_at.year, interaction.created_at.month)


def key_of(interaction: Asked) -> Key:
    """The idempotency key of an interaction."""
    made = interaction.created_at.timestamp()
    interaction.client.discord_clock.passed(made)
    return Key(str(interaction.id), made)
