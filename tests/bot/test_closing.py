"""A stop closes every part of the bot, whatever becomes of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, Final

import pytest

from bot.adjourning import Adjourning
from bot.app import Biritch
from bot.clocks import Uptime
from bot.discord_api.rest import Rest
from bot.discord_api.scheduler import Scheduler
from bot.evenings.steward import Steward
from bot.messages.boards import Boards
from bot.messages.buried import Buried
from bot.messages.outbox import Outbox
from bot.messages.sending import Sending
from bot.messages.tokens import Copies
from bot.tables.clock import Alerts, Clock
from bot.tables.contests import Contests
from bot.tables.robots import RobotFollower
from storage.store import Store
from tests.trials.stage.wire import settings

IN_ORDER: Final[tuple[type, ...]] = (
    Uptime,
    Steward,
    RobotFollower,
    RobotFollower,
    Contests,
    Clock,
    Alerts,
    Buried,
    Adjourning,
    Sending,
    Boards,
    Copies,
    Scheduler,
    Outbox,
    Rest,
)
"""What is closed, the first first. There are robots for tables in channels, and those who play alone."""


class Clumsy(Exception):
    pass


def noted(patch: pytest.MonkeyPatch, closed: list[type], fails: type) -> None:
    """Notes which parts are closed from now on. One of them fails as soon as it is asked to close."""

    def around(part: type, name: str) -> None:
        closes: Callable[[Any], Any] = getattr(part, name)

        async def waited(its: Any) -> None:
            at_once(its)
            if part is not fails:
                await closes(its)

        def at_once(its: Any) -> None:
            closed.append(part)
            if part is fails:
                raise Clumsy

        def done(its: Any) -> None:
            at_once(its)
            closes(its)

        patch.setattr(part, name, waited if iscoroutinefunction(closes) else done)

    for part in set(IN_ORDER):
        around(part, "disconnected" if part is Uptime else "close")


async def test_whichever_part_fails_as_it_is_closed_all_others_are_closed_in_their_order(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for fails in IN_ORDER:
        closed = list[type]()
        with monkeypatch.context() as patch:
            noted(patch, closed, fails)
            bot = Biritch(settings(Path("none")), store)
            await bot._async_setup_hook()
            with pytest.raises(Clumsy):
                await bot.close()
        assert tuple(closed) == IN_ORDER, fails
        assert bot.is_closed(), "its connection"


async def test_a_stop_that_is_cancelled_again_and_again_closes_every_part_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service manager, the library and the host may all ask for it, and cease to wait."""
    closed = list[type]()
    noted(monkeypatch, closed, type(None))
    bot = Biritch(settings(Path("none")), store)
    await bot._async_setup_hook()
    for _ in range(5):
        asking = asyncio.create_task(bot.close())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    await bot.close()
    assert tuple(closed) == IN_ORDER and bot.is_closed()
