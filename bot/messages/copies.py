"""Answers that only one person sees and that follow their stream: copies of a hand.

Nobody but the token of an interaction reaches such a message. It is drawn as one that does not follow before
its token expires, or once the same person has a newer copy, and is then left as it is. Until then the storage
has its token too: the next process that looks after the stream goes on with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.cluster import Cluster
from bot.messages import rate_limits
from bot.messages.boards import Board
from bot.messages.discord import (
    MessageGone,
    Messenger,
    NoPlace,
    NotOurs,
    ShutOut,
    TokenDead,
    TooFast,
    TryLater,
)
from bot.messages.outbox import Outbox
from bot.messages.rate_limits import Route
from bot.messages.scheduler import Scheduler, Urgency
from bot.messages.tokens import RENEW, Grip, Pressed, Token, Tokens
from ports.records import PrivateCopy, SlotKey, TableId
from ports.storage import Slots, StorageError
from rules.errors import Refusal
from screens.screen import Screen

log = logging.getLogger(__name__)

TRY_AGAIN: Final = 1.0
"""Seconds after which a call that failed is made again."""
AT_ONCE: Final = 30
"""Calls under way at a start before more copies are drawn."""


@dataclass(eq=False)
class Copy:
    """One copy. It is what the scheduler is asked to make calls for."""

    copies: Copies
    key: SlotKey  # of the slot that shows the same
    message: int
    digest: str = ""
    kept: float = 0.0  # when the interaction was made whose token the storage has
    newest: bool = True
    due: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def route(self) -> Route | None:
        grip = self.copies.tokens.of(self.message)
        if grip is None:
            self.copies.lose(self)
            return None
        return rate_limits.by_token(grip.token) if self.due and not self.lock.locked() else None

    async def send(self, route: Route) -> bool:
        return await self.copies.send(self)


class Copies:
    """All the copies that follow the streams which this process looks after."""

    def __init__(
        self,
        messenger: Messenger,
        scheduler: Scheduler,
        tokens: Tokens,
        slots: Slots,
        outbox: Outbox,
        board_of: Callable[[SlotKey], Awaitable[Board | None]],
        out_of_reach: Callable[[SlotKey], None],
        cluster: Cluster,
    ) -> None:
        """``out_of_reach`` is told of a slot whose newest copy shows what may not be true, and can be drawn
        no more."""
        self.tokens = tokens
        self._messenger = messenger
        self._scheduler = scheduler
        self._slots = slots
        self._outbox = outbox
        self._board_of = board_of
        self._out_of_reach = out_of_reach
        self._cluster = cluster
        self._copies: dict[TableId, dict[int, Copy]] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._read: set[TableId] = set()  # those whose copies have been read from the storage
        self._reading: set[asyncio.Task[None]] = set()

    async def find(self) -> None:
        """At the start of a process that is alone: learns which copies there are."""
        self._take_over(await self._slots.private_copies())

    async def wake(self) -> None:
        """Brings those up to date that were found."""
        for stream_id in list(self._copies):
            while self._scheduler.under_way > AT_ONCE:
                await asyncio.sleep(0.05)
            self._go_on(stream_id)

    async def adopt(self, stream_id: TableId) -> None:
        """Goes on with the copies of a stream that another process has shown, or has shown anew."""
        try:
            found = await self._slots.private_copies(stream_id)
        except StorageError as fault:
            log.warning("the copies of %s cannot be read: %s", stream_id, type(fault).__name__)
            return
        self._read.add(stream_id)
        self._take_over(found)
        self._go_on(stream_id)

    def show(self, key: SlotKey, message: int, screen: Screen, *, current: bool) -> None:
        """An answer has drawn this for the owner of the slot; ``current`` if nothing has happened since.
        Their other copies no longer follow. Where another process looks after the stream the copy is only
        noted, for that one to adopt."""
        grip = self.tokens.of(message)
        if grip is None:
            if (left := self._of(key.table, message)) is not None:
                self.lose(left)
            return
        copy = self._of(key.table, message) or Copy(self, key, message, newest=False)
        if not copy.newest or grip.made > copy.kept + RENEW:
            copy.kept = grip.made
            told = grip.token.told()
            self._outbox.keep_copy(PrivateCopy(message, key, told, grip.follow_up is not None, grip.made))
        if not self._cluster.holds(key.table):
            return
        copy.digest, copy.due = screen.digest, False
        for other in self._follow(copy):
            self._ask(other)
        self._time(copy, self.tokens.rests_in(message))
        if not current:
            self._ask(copy)

    def has(self, key: SlotKey) -> bool:
        """Whether the owner of a slot has a copy of it that follows."""
        copies = self._copies.get(key.table, {}).values()
        return any(copy.key == key and copy.newest and self.tokens.follows(copy.message) for copy in copies)

    def changed(self, stream_id: TableId) -> None:
        """Has every copy of a stream brought up to date."""
        for copy in list(self._copies.get(stream_id, {}).values()):
            self._ask(copy)
        if self._cluster.shared and stream_id not in self._read:
            self._read.add(stream_id)
            task = asyncio.create_task(self.adopt(stream_id), name=f"copies of {stream_id}")
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    def drop(self, copy: Copy) -> None:
        """Leaves a copy as it is."""
        if self._of(copy.key.table, copy.message) is copy:
            self._remove(copy)
            self._outbox.drop_copy(copy.message)

    def lose(self, copy: Copy) -> None:
        """Leaves a copy that could not be drawn as one that does not follow."""
        self.drop(copy)
        if copy.newest:
            self._out_of_reach(copy.key)

    def forget(self, streams: Collection[TableId]) -> None:
        """Another process goes on with the copies of these."""
        self._read -= set(streams)
        for copy in [copy for one in streams for copy in self._copies.get(one, {}).values()]:
            self._remove(copy)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in self._reading:
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)

    async def send(self, copy: Copy) -> bool:
        """Makes one call for a copy, if it is still needed. Whether it was made."""
        async with copy.lock:
            grip = self.tokens.of(copy.message)
            if grip is None or not copy.due:
                return False
            if grip.pressed not in self.tokens.unproven:
                return await self._draw(copy, grip)
            async with self.tokens.trial(copy.message, grip) as stays:
                if stays:
                    return await self._draw(copy, grip)
            self._time(copy, 0.0)
            return False

    async def _draw(self, copy: Copy, grip: Grip) -> bool:
        """Shows by this token what the copy must show now. Whether a call was made."""
        copy.due = False
        follows = copy.newest and self.tokens.follows(copy.message)
        try:
            board = await self._board_of(copy.key)
            screen = await board.draw(copy.key.slot, live=follows) if board is not None else None
            if board is None or screen is None:
                self.drop(copy)
                return False
            made = screen.digest != copy.digest
            if made:
                await self._messenger.edit_by(copy.key.table, grip, screen)
                self.tokens.unproven.discard(grip.pressed)
        except NotOurs:
            self.forget((copy.key.table,))
            return False
        except TokenDead:
            self.lose(copy)
            return True
        except MessageGone:
            self.tokens.missed(copy.message, grip)
            if self.tokens.of(copy.message) is None:
                self.lose(copy)
            else:
                copy.due = True
                self._time(copy, 0.0)
            return True
        except (NoPlace, Refusal):
            self.drop(copy)
            return True
        except (TryLater, StorageError) as fault:
            copy.due = True
            self._time(copy, 0.0 if isinstance(fault, TooFast | ShutOut) else TRY_AGAIN)
            return True
        copy.digest = screen.digest
        if not follows or board.is_final(copy.key.slot):
            self.drop(copy)
        return made

    def _take_over(self, found: Iterable[PrivateCopy]) -> None:
        """Knows these, of which the newest come last; of none is it known what it shows."""
        for one in found:
            self.tokens.learn(
                one.message,
                Grip(
                    Token(one.token),
                    one.message if one.follow_up else None,
                    one.made,
                    None if one.follow_up else Pressed.ALONE,
                ),
            )
            copy = self._of(one.key.table, one.message) or Copy(self, one.key, one.message)
            copy.digest, copy.kept = "", one.made
            self._follow(copy)

    def _go_on(self, stream_id: TableId) -> None:
        for copy in list(self._copies.get(stream_id, {}).values()):
            self._time(copy, self.tokens.rests_in(copy.message))
            self._ask(copy)

    def _follow(self, copy: Copy) -> Sequence[Copy]:
        """Has a copy follow; those that the owner of its slot had before, which no longer do."""
        copies = self._copies.setdefault(copy.key.table, {})
        copies[copy.message] = copy
        before = [one for one in copies.values() if one.key == copy.key and one is not copy and one.newest]
        for other in before:
            other.newest = False
        copy.newest = True
        return before

    def _of(self, stream_id: TableId, message: int) -> Copy | None:
        return self._copies.get(stream_id, {}).get(message)

    def _remove(self, copy: Copy) -> None:
        copies = self._copies[copy.key.table]
        del copies[copy.message]
        if not copies:
            del self._copies[copy.key.table]
        self._time(copy, None)

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
