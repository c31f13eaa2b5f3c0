"""Answers that only one person sees and that follow their stream: copies of a hand.

Nobody but the token of an interaction reaches such a message. It is drawn as one that does not follow before
its token expires, or once the same person has a newer copy, and is then left as it is. Kept in memory only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from bot.ports.records import TableId, UserId
from bot.screen_sync import routes
from bot.screen_sync.buckets import Route
from bot.screen_sync.messenger import MessageGone, Messenger, NoPlace, TokenDead, TooFast, TryLater
from bot.screen_sync.scheduler import Scheduler, Urgency
from bot.screen_sync.tokens import Tokens
from screens.screen import Screen

Draw = Callable[[bool], Awaitable[Screen]]
"""Draws a copy as it is now: one that follows if it is told so."""
TRY_AGAIN: Final = 1.0
"""Seconds after which a call that failed is made again."""


@dataclass(eq=False)
class Copy:
    """One copy. It is what the scheduler is asked to make calls for."""

    copies: Copies
    stream_id: TableId
    user: UserId
    message: int
    draw: Draw
    digest: str
    newest: bool = True
    due: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def route(self) -> Route | None:
        grip = self.copies.tokens.of(self.message)
        if grip is None:
            self.copies.drop(self)
            return None
        return routes.by_token(grip.token) if self.due and not self.lock.locked() else None

    async def send(self, route: Route) -> bool:
        return await self.copies.send(self)


class Copies:
    """All the copies that still follow."""

    def __init__(self, messenger: Messenger, scheduler: Scheduler, tokens: Tokens) -> None:
        self.tokens = tokens
        self._messenger = messenger
        self._scheduler = scheduler
        self._copies: dict[TableId, dict[int, Copy]] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def show(self, stream_id: TableId, user: UserId, message: int, draw: Draw, screen: Screen) -> None:
        """An answer has drawn this for a user. Their other copies of the stream no longer follow it."""
        copies = self._copies.setdefault(stream_id, {})
        for other in copies.values():
            if other.user == user and other.message != message and other.newest:
                other.newest = False
                self._ask(other)
        copy = copies.get(message)
        if copy is None:
            copy = copies[message] = Copy(self, stream_id, user, message, draw, screen.digest)
        copy.digest, copy.newest, copy.due = screen.digest, True, False
        self._time(copy, self.tokens.rests_in(message))

    def of(self, stream_id: TableId, message: int) -> Copy | None:
        return self._copies.get(stream_id, {}).get(message)

    def has(self, stream_id: TableId, user: UserId) -> bool:
        """Whether a user has a copy that follows."""
        copies = self._copies.get(stream_id, {}).values()
        return any(copy.user == user and copy.newest and self.tokens.follows(copy.message) for copy in copies)

    def changed(self, stream_id: TableId) -> None:
        """Has every copy of a stream brought up to date."""
        for copy in list(self._copies.get(stream_id, {}).values()):
            self._ask(copy)

    def drop(self, copy: Copy) -> None:
        """Leaves a copy as it is."""
        copies = self._copies.get(copy.stream_id, {})
        if copies.get(copy.message) is copy:
            del copies[copy.message]
            if not copies:
                del self._copies[copy.stream_id]
            self._time(copy, None)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()

    async def send(self, copy: Copy) -> bool:
        """Makes one call for a copy, if it is still needed. Whether it was made."""
        async with copy.lock:
            grip = self.tokens.of(copy.message)
            if grip is None or not copy.due:
                return False
            copy.due = False
            follows = copy.newest and self.tokens.follows(copy.message)
            screen = await copy.draw(follows)
            made = screen.digest != copy.digest
            try:
                if made:
                    await self._messenger.edit_by(grip, screen)
            except (MessageGone, TokenDead, NoPlace):
                self.drop(copy)
                return True
            except TryLater as fault:
                copy.due = True
                self._time(copy, 0.0 if isinstance(fault, TooFast) else TRY_AGAIN)
                return True
            copy.digest = screen.digest
            if not follows:
                self.drop(copy)
        return made

    def _ask(self, copy: Copy) -> None:
        copy.due = True
        self._scheduler.ask(("copy", copy.message), copy, Urgency.PANEL)

    def _time(self, copy: Copy, delay: float | None) -> None:
        """Has a copy drawn again after so many seconds."""
        earlier = self._timers.pop(copy.message, None)
        if earlier is not None:
            earlier.cancel()
        if delay is not None:
            loop = asyncio.get_running_loop()
            self._timers[copy.message] = loop.call_later(delay, self._timed, copy)

    def _timed(self, copy: Copy) -> None:
        self._timers.pop(copy.message, None)
        self._ask(copy)
