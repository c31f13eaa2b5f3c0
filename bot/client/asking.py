"""What may become of a call that the library makes. It takes every answer to be as Discord documents it, and
fails at another in whatever way the first field does that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.discord_api.faults import UnreadableAnswer, reading_answers


class NoAnswer(Exception):
    """Discord has not answered a call of the library's, or otherwise than it documents: why, in a word."""


@contextmanager
def asking_library() -> Iterator[None]:
    """Around calls of the library whose answers can be done without. Raises NoAnswer; Discord's refusals, all
    of them HTTPException, pass."""
    try:
        with reading_answers():
            yield
    except (OSError, aiohttp.ClientError, TimeoutError, discord.RateLimited, UnreadableAnswer) as fault:
        raise NoAnswer(type(fault).__name__) from fault
