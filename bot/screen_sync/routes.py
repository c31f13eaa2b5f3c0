"""The calls that keep messages up to date, each by the bucket of Discord's rate limits that it falls in."""

from __future__ import annotations

from typing import Final

from bot.screen_sync.buckets import Route
from bot.screen_sync.tokens import Token

OPEN_DM: Final = Route("open dm", 0)


def create(channel: int) -> Route:
    return Route("create message", channel)


def edit(channel: int) -> Route:
    return Route("edit message", channel)


def delete(channel: int) -> Route:
    return Route("delete message", channel)


def by_token(token: Token) -> Route:
    """Edits by an interaction's token do not count towards the bot's own limit."""
    return Route("edit by token", token, counted=False)


def follow_up(token: Token) -> Route:
    return Route("follow up", token, counted=False)
