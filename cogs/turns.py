"""A turn for what people ask for besides playing, and for which others wait too: replays, pictures, records
and analyses. Who waits longer than a moment is told how many come before them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from bot.tables.open_table import OpenTable
from cogs.answers import acknowledge, conclude, redraw, show_message, tell_to_wait, think
from cogs.interactions import Asked, is_answered
from screens.after import waiting_screen
from screens.more import with_back
from screens.screen import Screen
from storage.ports.records import UserId

T = TypeVar("T")

PROMPTLY: Final = 1.5
"""Seconds that an answer waits for its turn before Discord, which waits for three, is told that it comes
later."""
TOLD_AGAIN: Final = 10.0
"""Seconds after which somebody who still waits is told their place anew, if it has changed."""


@asynccontextmanager
async def in_turn(interaction: Asked, *, redraws: bool = False) -> AsyncIterator[None]:
    """The asker's turn at what this process makes. ``redraws`` says that the answer is to stand on the
    message that was pressed; else it is a new one. Raises AppWhy.ASKED_ENOUGH."""
    asked, user = interaction.client.services.asked, UserId(interaction.user.id)
    turn = asked.turn(user)
    # short-lived: it is waited for here
    entering = asyncio.ensure_future(turn.__aenter__())
    try:
        await told_meanwhile(interaction, entering, lambda: asked.turns_before(user), redraws=redraws)
    except BaseException:
        if not entering.cancel() and entering.exception() is None:
            await turn.__aexit__(None, None, None)
        raise
    try:
        yield
    finally:
        await turn.__aexit__(None, None, None)


async def told_meanwhile(
    interaction: Asked, awaited: Awaitable[T], place: Callable[[], int], *, redraws: bool = False
) -> T:
    """What is waited for. Who asked for it is told meanwhile how many come before them."""
    # short-lived: it is waited for below
    future = asyncio.ensure_future(awaited)
    told, within = 0, PROMPTLY
    while not (await asyncio.wait((future,), timeout=within))[0]:
        if not is_answered(interaction):
            await (acknowledge if redraws else think)(interaction)
        if (now := place()) and now != told:
            told = now
            await tell_to_wait(interaction, waiting_screen(now))
        within = TOLD_AGAIN
    return future.result()


async def give(interaction: Asked, screen: Screen, table: OpenTable, deal: int, *, in_place: bool) -> None:
    """What was looked at of a deal: on a new message for the asker alone or, ``in_place`` and with the way
    back to the list, on that on which the button stands; also where they have been told to wait."""
    screen = with_back(screen, table.id, deal) if in_place else screen
    if is_answered(interaction):
        await conclude(interaction, screen)
    else:
        await (redraw if in_place else show_message)(interaction, screen)
