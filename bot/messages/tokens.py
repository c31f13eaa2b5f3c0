"""Tokens of interactions, and the copies of a hand that nothing but a token reaches.

For fifteen minutes a token edits the message on which somebody pressed. Tokens are never logged; they are
kept in memory only, but for those of copies, and where another process is told of one.

A copy is an answer that only one person sees and that follows its stream. It is drawn as one that does not
follow before its token expires, or once the same person has a newer copy, and is then left as it is. Until
then the storage has its token too: the next process that looks after the stream goes on with it. While its
person sees a page it rests, and follows again when they see none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Final

from bot.clocks import cancelled, is_within
from bot.cluster import Cluster
from bot.discord_api.faults import (
    MessageGone,
    NoPlace,
    NotOurs,
    ShutOut,
    TokenDead,
    TooFast,
    TryLater,
    may_be_done,
)
from bot.discord_api.scheduler import Route, Scheduler, Urgency, by_token
from bot.discord_api.sender import Grip, Messenger, Pressed, Token
from bot.messages.boards import Boards
from bot.messages.outbox import Outbox
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from rules.errors import Refusal
from screens.screen import Screen
from storage.ports.records import PrivateCopy, SlotKey, TableId
from storage.ports.storage import Slots, StorageError

log = logging.getLogger(__name__)

LIFE: Final = 15 * 60.0
"""Seconds for which Discord takes a token."""
TOKEN_MARGIN: Final = 20.0
"""Seconds before its end from which a token is no longer used."""
RESTS: Final = 60.0
"""Seconds before its end from which a message that would not follow without it no longer follows."""
RENEW: Final = 300.0
"""Age in seconds from which a token is replaced though that costs one call more."""
TRY_AGAIN: Final = 24 * 3600.0
"""Seconds for which tokens are not used where they have been found to reach nothing."""
TRY_ANEW: Final = 1.0
"""Seconds after which a call that failed is made again."""
CALLS_AT_START: Final = 30
"""Calls under way at a start before more copies are drawn."""


class Tokens:
    """The newest token of each message on which somebody has pressed."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._grips: dict[int, Grip] = {}
        self._answers: dict[int, Grip] = {}
        """Those of messages that are answers themselves, which Discord's documents promise."""
        self._missed: dict[int, Pressed] = {}
        """Messages that a press's token has not reached, until it is known whether they are there."""
        self._useless: dict[Pressed, float] = {}
        """Since when it is known that such tokens reach nothing."""
        self.unproven: set[Pressed | None] = {*Pressed}
        """Where no such token is known to have reached its message: each is used in a ``trial``."""
        self._trials = {pressed: asyncio.Lock() for pressed in Pressed}
        self._dead: dict[str, float] = {}
        """When those were made that Discord has refused: the press that gave one may be answered later."""
        self._swept = now()
        self.drawn_by: Recent[int, int] = Recent()
        """The id of the newest interaction whose answer has drawn a message."""

    def learn(self, message: int, grip: Grip) -> None:
        """A press or an answer has given a token for this message. The newest counts."""
        if not 0 <= self._now() - self._swept <= LIFE:
            self._sweep()
        if grip.token.text in self._dead:
            return
        if grip.pressed is None:
            self._answers[message] = grip
        elif self._is_useless(grip.pressed):
            return
        elif grip.pressed in self.unproven and grip.pressed in self._missed.values():
            return  # such a token has missed a message of which nobody knows yet whether it stands
        before = self._grips.get(message)
        if before is None or before.made <= grip.made:
            self._grips[message] = grip

    def grip_on(self, message: int | None) -> Grip | None:
        """What edits this message, if anything does."""
        grip = self._grips.get(message) if message is not None else None
        return grip if grip is not None and self._now() - grip.made < LIFE - TOKEN_MARGIN else None

    def follows(self, message: int | None) -> bool:
        """Whether a token will serve this message for a while."""
        grip = self._grips.get(message) if message is not None else None
        return grip is not None and self._now() - grip.made < LIFE - RESTS

    def token_told(self, message: int) -> str:
        """What lets another process edit a message on which somebody has pressed here, as ``grip_told`` reads
        it; nothing if no press has."""
        grip = self.grip_on(message)
        if grip is None or grip.pressed is None:
            return ""
        return f"{message} {grip.made!r} {grip.pressed.name} {grip.token.text}"

    def rests_on_page(self, message: int | None, since: float) -> bool:
        """Whether the owner of a message sees a page in its place, taken up at this moment, in seconds since
        1970, and has not pressed on the message after that."""
        grip = self._grips.get(message) if message is not None else None
        return grip is None or grip.made < since

    def rests_in(self, message: int) -> float:
        """Seconds until it must be drawn as one that does not follow."""
        grip = self._grips.get(message)
        return 0.0 if grip is None else LIFE - RESTS - max(0.0, self._now() - grip.made)

    def is_young(self, message: int) -> bool:
        grip = self._grips.get(message)
        return grip is not None and self._now() - grip.made < RENEW

    @asynccontextmanager
    async def trial(self, message: int, grip: Grip) -> AsyncIterator[bool]:
        """Edits by tokens of an unproven kind wait for one another, so that one call at most is lost by
        finding out. Gives, once it is the turn of this one, whether its token is still to be used."""
        assert grip.pressed is not None
        async with self._trials[grip.pressed]:
            yield self.grip_on(message) == grip

    def missed(self, message: int, grip: Grip) -> None:
        """By this token Discord knows no such message. If the message is there all the same, such tokens are
        not tried for a day; until that is known, none of an unproven kind is. One that a single person sees
        cannot be looked for otherwise, and is never deleted by others."""
        self.drop_token(message, grip)
        if grip.pressed is Pressed.ALONE:
            self._note_useless(grip.pressed)
        elif grip.pressed is not None:
            self._missed[message] = grip.pressed
            if grip.pressed in self.unproven:
                self._drop_all(grip.pressed)

    def token_reached(self, message: int) -> None:
        """The bot's own token has reached this message."""
        pressed = self._missed.pop(message, None)
        if pressed is not None:
            self._note_useless(pressed)

    def message_gone(self, message: int) -> None:
        """The bot's own token has not reached it either: it was deleted."""
        self._missed.pop(message, None)

    def _note_useless(self, pressed: Pressed) -> None:
        if not self._is_useless(pressed):
            log.warning(
                "by the token of a press Discord does not reach %s: not tried for a day", pressed.value
            )
        self._useless[pressed] = self._now()
        self.unproven.add(pressed)
        self._drop_all(pressed)

    def _drop_all(self, pressed: Pressed) -> None:
        """Tokens of this kind are used no longer, until others are learned."""
        for message, grip in list(self._grips.items()):
            if grip.pressed is pressed:
                self.drop_token(message, grip)

    def _is_useless(self, pressed: Pressed) -> bool:
        return is_within(TRY_AGAIN, self._useless.get(pressed, -inf), self._now())

    def token_died(self, message: int, grip: Grip) -> None:
        """Discord refuses this token: it is used no more, whatever else is told of it."""
        self._dead[grip.token.text] = grip.made
        self.drop_token(message, grip)

    def drop_token(self, message: int, grip: Grip) -> None:
        """This token reaches its message no longer. That of the answer which made the message may."""
        if self._grips.get(message) == grip:
            del self._grips[message]
            if (answer := self._answers.get(message)) not in (None, grip):
                self._grips[message] = answer

    def _sweep(self) -> None:
        now = self._swept = self._now()
        self._grips = {message: grip for message, grip in self._grips.items() if now - grip.made < LIFE}
        self._answers = {message: self._answers[message] for message in self._grips.keys() & self._answers}
        self._dead = {token: made for token, made in self._dead.items() if now - made < LIFE}
        self._missed.clear()


def grip_told(told: str, message: int) -> Grip | None:
    """What another process has told of this message, if it told anything."""
    fields = told.split()
    if fields[:1] != [str(message)]:
        return None
    _, made, pressed, token = fields
    return Grip(Token(token), None, float(made), Pressed[pressed])


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
    rests: bool = False  # it shows nothing but that its person sees a page
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def route(self) -> Route | None:
        grip = self.copies.tokens.grip_on(self.message)
        if grip is None:
            self.copies.lose(self)
            return None
        return by_token(grip.token) if self.due and not self.lock.locked() else None

    async def send(self, route: Route) -> bool:
        return await self.copies.send_copy(self)


class Copies:
    """All the copies that follow the streams which this process looks after."""

    def __init__(
        self,
        slots: Slots,
        outbox: Outbox,
        boards: Boards,
        messenger: Messenger,
        scheduler: Scheduler,
        tokens: Tokens,
        cluster: Cluster,
    ) -> None:
        self._slots = slots
        self._outbox = outbox
        self._boards = boards
        self._messenger = messenger
        self._scheduler = scheduler
        self.tokens = tokens
        self._cluster = cluster
        self._copies: dict[TableId, dict[int, Copy]] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._read: set[TableId] = set()  # those whose copies have been read from the storage
        self._reading: set[asyncio.Task[None]] = set()

    async def find_copies(self) -> None:
        """At the start of a process that is alone: learns which copies there are."""
        self._take_over(await self._slots.private_copies())

    async def update_found(self) -> None:
        """Brings those up to date that were found."""
        for stream_id in list(self._copies):
            while self._scheduler.under_way > CALLS_AT_START:
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

    def note_drawn(self, key: SlotKey, message: int, screen: Screen, *, current: bool) -> None:
        """An answer has drawn this for the owner of the slot; ``current`` if nothing has happened since.
        Their other copies no longer follow. Where another process looks after the stream the copy is only
        noted, for that one to adopt."""
        grip = self.tokens.grip_on(message)
        if grip is None:
            if (left := self._copy_on(key.table, message)) is not None:
                self.lose(left)
            return
        copy = self._copy_on(key.table, message) or Copy(self, key, message, newest=False)
        if not copy.newest or grip.made > copy.kept + RENEW:
            copy.kept = grip.made
            told = grip.token.text
            self._outbox.keep_copy(PrivateCopy(message, key, told, grip.follow_up is not None, grip.made))
        if not self._cluster.holds(key.table):
            return
        copy.digest, copy.due, copy.rests = screen.digest, False, False
        for other in self._make_follow(copy):
            self._schedule_copy(other)
        self._time(copy, self.tokens.rests_in(message))
        if not current:
            self._schedule_copy(copy)

    @asynccontextmanager
    async def answering(self, stream_id: TableId, message: int) -> AsyncIterator[None]:
        """While an answer draws this message, if it is a copy, nothing else begins to: the stream has changed
        by the press that is answered, and its followers know before the answer has arrived."""
        copy = self._copy_on(stream_id, message)
        if copy is None or copy.lock.locked():  # a call that is under way ends by itself
            yield
            return
        try:
            async with copy.lock:
                yield
        finally:
            if copy.due and self._copy_on(stream_id, message) is copy:
                self._schedule_copy(copy)

    def has_copy(self, key: SlotKey) -> bool:
        """Whether the owner of a slot has a copy of it that follows."""
        copies = self._copies.get(key.table, {}).values()
        return any(copy.key == key and copy.newest and self.tokens.follows(copy.message) for copy in copies)

    def changed(self, stream_id: TableId, *, redraw: bool = False) -> None:
        """Bring every copy of a stream up to date; those beside pages only if all are to be drawn anew."""
        for copy in list(self._copies.get(stream_id, {}).values()):
            if redraw or not copy.rests:
                self._schedule_copy(copy)
        if self._cluster.shared and stream_id not in self._read:
            self._read.add(stream_id)
            task = SUPERVISOR.run_once(self.adopt(stream_id), "copies", stream_id)
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    def leave_copy(self, copy: Copy) -> None:
        """Leaves a copy as it is."""
        if self._copy_on(copy.key.table, copy.message) is copy:
            self._remove(copy)
            self._outbox.drop_copy(copy.message)

    def lose(self, copy: Copy) -> None:
        """Leaves a copy that could not be drawn as one that does not follow."""
        self.leave_copy(copy)
        if copy.newest:
            self._boards.out_of_reach(copy.key)

    def hand_over(self, streams: Collection[TableId]) -> None:
        """Another process goes on with the copies of these."""
        self._read -= set(streams)
        for copy in [copy for one in streams for copy in self._copies.get(one, {}).values()]:
            self._remove(copy)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        await cancelled(self._reading)

    async def send_copy(self, copy: Copy) -> bool:
        """Makes one call for a copy, if it is still needed. Whether it was made."""
        async with copy.lock:
            grip = self.tokens.grip_on(copy.message)
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
            board = await self._boards.board_with(copy.key)
            since = board.on_page_since(copy.key.slot) if board is not None else None
            copy.rests = since is not None and self.tokens.rests_on_page(copy.message, since)
            live = follows and not copy.rests
            screen = await board.draw(copy.key.slot, live=live) if board is not None else None
            if board is None or screen is None:
                self.leave_copy(copy)
                return False
            made = screen.digest != copy.digest
            if made:
                await self._messenger.edit_by(copy.key.table, grip, screen)
                self.tokens.unproven.discard(grip.pressed)
        except NotOurs:
            self.hand_over((copy.key.table,))
            return False
        except TokenDead:
            self.tokens.token_died(copy.message, grip)
            self.lose(copy)
            return True
        except MessageGone:
            self.tokens.missed(copy.message, grip)
            if self.tokens.grip_on(copy.message) is None:
                self.lose(copy)
            else:
                copy.due = True
                self._time(copy, 0.0)
            return True
        except (NoPlace, Refusal):
            self.leave_copy(copy)
            return True
        except (TryLater, StorageError) as fault:
            copy.due = True
            if may_be_done(fault):
                copy.digest = ""  # it may be drawn
            self._time(copy, 0.0 if isinstance(fault, TooFast | ShutOut) else TRY_ANEW)
            return True
        copy.digest = screen.digest
        if not follows or board.is_final(copy.key.slot):
            self.leave_copy(copy)
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
            copy = self._copy_on(one.key.table, one.message) or Copy(self, one.key, one.message)
            copy.digest, copy.kept = "", one.made
            self._make_follow(copy)

    def _go_on(self, stream_id: TableId) -> None:
        for copy in list(self._copies.get(stream_id, {}).values()):
            self._time(copy, self.tokens.rests_in(copy.message))
            self._schedule_copy(copy)

    def _make_follow(self, copy: Copy) -> Sequence[Copy]:
        """Make a copy follow. Returns the earlier copies of its owner, which no longer follow."""
        copies = self._copies.setdefault(copy.key.table, {})
        copies[copy.message] = copy
        before = [one for one in copies.values() if one.key == copy.key and one is not copy and one.newest]
        for other in before:
            other.newest = False
        copy.newest = True
        return before

    def _copy_on(self, stream_id: TableId, message: int) -> Copy | None:
        return self._copies.get(stream_id, {}).get(message)

    def _remove(self, copy: Copy) -> None:
        copies = self._copies[copy.key.table]
        del copies[copy.message]
        if not copies:
            del self._copies[copy.key.table]
        self._time(copy, None)

    def _schedule_copy(self, copy: Copy) -> None:
        copy.due = True
        self._scheduler.enqueue(("copy", copy.message), copy, Urgency.PANEL)

    def _time(self, copy: Copy, delay: float | None) -> None:
        """Draw a copy again after this many seconds."""
        earlier = self._timers.pop(copy.message, None)
        if earlier is not None:
            earlier.cancel()
        if delay is not None:
            loop = asyncio.get_running_loop()
            self._timers[copy.message] = loop.call_later(delay, self._timed, copy)

    def _timed(self, copy: Copy) -> None:
        rests_in = self.tokens.rests_in(copy.message)
        self._time(copy, rests_in if rests_in > 0 else None)  # a call that was made again took its place
        self._schedule_copy(copy)
