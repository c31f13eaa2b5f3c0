"""The calls that go through the scheduler, each by the bucket of Discord's rate limits that it falls in."""

from __future__ import annotations

from typing import Final

from bot.screen_sync.buckets import OLD_EDITS, Route
from bot.screen_sync.tokens import Token

OPEN_DM: Final = Route("open dm", 0)
LIST_EMOJI: Final = Route("list emoji", 0)
CREATE_EMOJI: Final = Route("create emoji", 0)


def create(channel: int) -> Route:
    return Route("create message", channel)


def edit(channel: int) -> Route:
    return Route("edit message", channel)


def edit_old(channel: int) -> Route:
    """Edits of messages that are older than an hour."""
    return Route("edit old message", channel, window=OLD_EDITS)


def delete(channel: int) -> Route:
    return Route("delete message", channel)


def answer(token: Token) -> Route:
    """The answer to a press."""
    return Route("answer", token, counted=False)


def by_token(token: Token) -> Route:
    """Edits and new messages by an interaction's token do not count towards the bot's own limit."""
    return Route("by token", token, counted=False)
