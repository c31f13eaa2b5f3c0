"""Which slots need a call, and the call itself: what is sent where, and what becomes of the slot by Discord's
answer.

The messages of a channel are shown one by one. Each private message and each alert has a lane of its own, so
that nobody waits for another's slow direct message.
"""

from __future__ import annotations

import asyncio
import base64
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Final

from bot.clocks import is_within
from bot.cluster import Cluster
from bot.discord_api.faults import (
    FORGOTTEN,
    SERVER_ERROR,
    UNREACHABLE,
    UNWELCOME,
    MessageGone,
    NoPlace,
    NotOurs,
    ShutOut,
    TokenDead,
    TooFast,
    TryLater,
    may_be_done,
)
from bot.discord_api.scheduler import (
    CREATE,
    DELETE,
    EDIT,
    EDIT_OLD,
    OLD_EDITS,
    OPEN_DM,
    Route,
    Scheduler,
    Timers,
    Urgency,
    by_token,
)
from bot.discord_api.sender import Grip, Messenger
from bot.messages.boards import Boards
from bot.messages.drawing import Board
from bot.messages.outbox import Outbox
from bot.messages.tokens import Copies
from bot.streams.open_stream import Locks, Recent
from rules.frozen import frozen
from screens.screen import Screen, Text
from storage.ports.records import Slot, SlotKey, SlotKind, SlotState, TableId, UserId
from storage.ports.storage import Slots, StorageError

log = logging.getLogger(__name__)

BACK_OFF: Final = (0.3, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Seconds before a failed request is tried again, by how often it has failed."""
SHUT_OUT: Final = (2.0, 5.0, 10.0, *(20.0,) * 30, *(120.0,) * 30, 1800.0)
"""The same where Discord refuses it: the host may open a channel again at any moment, and the bot is told so.
After an hour or so it asks seldom: a thousand refused calls in ten minutes, and it is shut out."""
REPOSTS: Final = 3
REPOSTS_IN: Final = 600.0
REPOST_AFTER: Final = 20.0
"""A message that somebody keeps deleting is posted again at once so often in so many seconds, and then only
after a while."""
SHORTENED_ABOVE: Final = 0.95
"""The part of the token's own limit that may be used before messages in channels show less than each card."""
IN_FULL_BELOW: Final = 0.8
"""The part below which they show each card again: one that does needs a call at the next card too."""
OLD: Final = 3500.0
"""Seconds after which a message may not be edited so often; Discord says an hour."""
EPOCH: Final = 1_420_070_400.0
"""The beginning of Discord's time, in seconds since 1970: ids tell when they were made."""
SILENT: Final = Screen((Text("…"),), silent=True)
"""What is posted, to be deleted at once, in place of an alert of which nobody knows whether it stands."""
IN_FULL_AFTER: Final = 2.0
"""Seconds after which a message that does not show each card is drawn again: it may do so by then."""
NOTHING: Final = 0
"""Shown as a version: the message is there, but nobody knows what is on it."""


@frozen
class Lane:
    """Slots of a stream that are shown one after the other: with None, all those in the channel. The
    scheduler asks it for calls."""

    sending: Sending
    board: Board
    slot: Slot | None

    def route(self) -> Route | None:
        """Where the next call goes; None if none is needed."""
        state = self.sending.next_in(self)
        return None if state is None else self.sending.route_for(self.board, state)

    def send(self, route: Route) -> Awaitable[bool]:
        """Makes one call, if it is still needed. Whether it was made."""
        return self.sending.send_lane(self, route)


class Sending:
    """Has calls made for the lanes of all streams, and makes them."""

    def __init__(
        self,
        slots: Slots,
        outbox: Outbox,
        boards: Boards,
        copies: Copies,
        messenger: Messenger,
        scheduler: Scheduler,
        now: Callable[[], float],
        cluster: Cluster,
    ) -> None:
        self._slots = slots
        self._outbox = outbox
        self._boards = boards
        self._copies = copies
        self._tokens = copies.tokens
        self._messenger = messenger
        self._scheduler = scheduler
        self._now = now
        self._cluster = cluster
        self.when_place_lost: list[Callable[[TableId], None]] = []
        """Called with a stream whose channel or server is gone, by Discord's answer."""
        self._closed = False
        self._timers = Timers()
        self._locks: Locks[SlotKey] = Locks(asyncio.Lock)
        self._reposts: Recent[SlotKey, deque[float]] = Recent()
        self._dms: Recent[UserId, int] = Recent()

    def route_for(self, board: Board, state: SlotState) -> Route | None:
        """Where the next call for a slot goes."""
        slot, channel = state.key.slot, self._channel(board, state)
        if channel is None:
            return OPEN_DM if slot.kind.private else None
        if state.message is None:
            return Route(CREATE, channel)
        if slot.kind.rings:
            return Route(DELETE, channel)
        grip = self._tokens.grip_on(state.message)
        if grip is not None:
            return by_token(grip.token)
        is_old = self._now() - ((state.message >> 22) / 1000 + EPOCH) > OLD
        return Route(EDIT_OLD, channel, window=OLD_EDITS) if is_old else Route(EDIT, channel)

    def is_live(self, board: Board, state: SlotState) -> bool:
        """Whether a message may show what the next call or card makes untrue. By the bot's own token one in
        the channel may while there are calls to spare, and a private one while its owner is waited for,
        unless they have another copy. None does while its owner sees a page that they took up after they last
        pressed on the message."""
        since = board.on_page_since(state.key.slot)
        if since is not None and self._tokens.rests_on_page(state.message, since):
            return False
        if self._tokens.follows(state.message):
            return True
        if not state.key.slot.kind.private:
            return self._scheduler.used < (
                IN_FULL_BELOW if state.key in self._boards.shortened else SHORTENED_ABOVE
            )
        if not board.is_due(state.key.slot) or board.stream.owner(state.key.slot) is None:
            return False
        return not self._copies.has_copy(state.key)

    def close(self) -> None:
        """Nothing more is asked for; what is not yet shown is due at the next start."""
        self._closed = True
        self._timers.close()

    def needs_call(self, board: Board, state: SlotState) -> bool:
        """Not while a version is wanted of which only another process knows: it will be heard of. Nor while
        it rests beside pages; at a start, which knows of none, it is due."""
        if state.key.slot.kind is SlotKind.UNKNOWN:
            return False  # nothing here draws it
        if state.due and state.shown != board.stream.version:
            return board.stream.id not in self._boards.beside_pages or not self._is_beside_pages(board, state)
        return state.message is not None and state.key in self._boards.to_redraw

    def schedule(
        self, board: Board, at_most: Urgency | None = None, states: Iterable[SlotState] | None = None
    ) -> None:
        """Has a call made for each lane that has something to show, or for those of these slots."""
        asked: dict[Slot | None, Urgency] = {}
        for state in self._outbox.slots_of(board.stream.id) if states is None else states:
            if not self.needs_call(board, state):
                continue
            slot = state.key.slot
            if rest := self._rest_of(state):
                self._timers.call_later(state.key, rest, lambda: self.schedule(board))
                continue
            lane = slot if slot.kind.private or slot.kind.rings else None
            urgency = at_most or board.urgency(slot, live=self.is_live(board, state))
            if lane not in asked or urgency.value < asked[lane].value:
                asked[lane] = urgency
        if asked and not self._closed:
            self._scheduler.ask_all(
                ((board.stream.id, lane), Lane(self, board, lane), urgency) for lane, urgency in asked.items()
            )

    def _is_beside_pages(self, board: Board, state: SlotState) -> bool:
        """Whether its message shows what it is to show for as long as people see pages."""
        key = state.key
        if not self._rests(key, state.digest):
            return False
        if key in self._boards.to_redraw or not board.is_on_pages(key.slot):
            return False
        since = board.on_page_since(key.slot)
        return since is None or self._tokens.rests_on_page(state.message, since)

    def _rests(self, key: SlotKey, digest: str | None) -> bool:
        """Whether this is what was drawn there while people saw pages."""
        return digest is not None and self._boards.beside_pages.get(key.table, {}).get(key) == digest

    def _rest_of(self, state: SlotState) -> float:
        """The seconds for which a slot that failed is not tried again. One that is to rest for longer than it
        ever does has a moment from a clock that was wrong."""
        rest = state.not_before - self._now() if state.not_before else 0.0
        longest = max(SHUT_OUT[: state.tries or 1][-1], BACK_OFF[-1], REPOST_AFTER)
        return rest if 0.0 < rest <= longest else 0.0

    def draw_again(self, board: Board, key: SlotKey) -> None:
        """In full, if there is room: what happens meanwhile at any table comes first."""
        self._boards.to_redraw.add(key)
        self.schedule(board, Urgency.UPKEEP)

    def _in_full(self, board: Board, key: SlotKey) -> None:
        if key in self._boards.shortened:  # it has not been drawn in full meanwhile, nor been forgotten
            self.draw_again(board, key)

    def next_in(self, lane: Lane) -> SlotState | None:
        """The slot of a lane that must be shown next: a result before what follows it. None while an answer
        redraws that one, and while the place of a channel's messages is gone."""
        board = lane.board
        if not self._cluster.holds(board.stream.id) or (lane.slot is None and board.channel is None):
            return None
        due = [
            state
            for state in self.in_lane(board, lane.slot)
            if self.needs_call(board, state) and not self._rest_of(state)
        ]
        if not due:
            return None
        first = due[0]
        if len(due) > 1:
            first = min(due, key=lambda state: (state.message is None, board.order(state.key.slot)))
        return None if self._locks.is_locked(first.key) else first

    def in_lane(self, board: Board, slot: Slot | None) -> Sequence[SlotState]:
        """The slots that are shown in turn with this one; with None, those in the channel."""
        if slot is None or not (slot.kind.private or slot.kind.rings):
            states = self._outbox.slots_of(board.stream.id)
            return [one for one in states if not (one.key.slot.kind.private or one.key.slot.kind.rings)]
        state = self._outbox.state(SlotKey(board.stream.id, slot))
        return () if state is None else (state,)

    async def send_lane(self, lane: Lane, route: Route) -> bool:
        """Makes a call for the next slot of a lane, if one is still needed, and then asks for the one after
        it. Whether it was made."""
        board, state = lane.board, self.next_in(lane)
        if state is None:
            return False
        key, made = state.key, True
        async with self._locks.lock_for(key):
            redraws = key in self._boards.to_redraw
            self._boards.to_redraw.discard(key)
            try:
                made = await self._send(board, key, route)
                redraws = False
            except NotOurs:
                made = redraws = False
            except NoPlace as refusal:
                redraws &= await self._no_place(board, key, refusal) and not board.stream.closed
            except ShutOut:
                pass  # it is asked for again at once, and made when calls are taken again
            except TooFast:
                log.warning("a call came too fast for Discord: %s", route.kind)
            except TryLater as fault:
                refused = 0 < fault.status < SERVER_ERROR
                self._fail(key, SHUT_OUT if refused else BACK_OFF, may_be_drawn=may_be_done(fault))
            except StorageError:
                # if the message is sent, that it is will be noted with what is noted a little later
                self._fail(key, BACK_OFF, only_if=redraws or self._is_wanted(board, key))
            except Exception:
                log.exception("slot %s of %s cannot be shown", key.slot, key.table)
                self._fail(key, BACK_OFF)
            if redraws:
                self._boards.to_redraw.add(key)
        if key in self._boards.shortened:
            self._timers.call_later((key, "in full"), IN_FULL_AFTER, partial(self._in_full, board, key))
        if not self._closed:
            self.schedule(board, states=self.in_lane(board, lane.slot))
            self._boards.forget_ended(board)
        return made

    def lock_of(self, key: SlotKey) -> asyncio.Lock:
        """Held for the request of a slot, or for the answer that redraws it."""
        return self._locks.lock_for(key)

    def has_token(self, key: SlotKey, message: int, *, drawn: bool) -> None:
        """A token has just been learned that reaches this private message of a slot; ``drawn`` if an answer
        has drawn the message too. It is drawn before the token expires as one that does not follow."""
        self._timers.call_later(message, self._tokens.rests_in(message), lambda: self.follow_or_rest(message))
        if key in self._boards.resting and not drawn:  # a call that puts it to rest may be under way
            self.follow_or_rest(message)

    def follow_or_rest(self, message: int) -> None:
        """Has a message drawn anew, as its token now allows."""
        key = self._outbox.showing(message)
        board = self._boards.known.get(key.table) if key is not None else None
        if key is not None and board is not None:
            self._boards.to_redraw.add(key)
            self.schedule(board)

    def try_now(self, board: Board) -> None:
        """What could not be shown in the channel of a board need not wait any longer."""
        for state in self._outbox.slots_of(board.stream.id):
            waits = state.parked is not None or self._rest_of(state)
            if waits and not state.key.slot.kind.private:
                self._outbox.note_slot(state.as_unparked())

    async def _send(self, board: Board, key: SlotKey, route: Route) -> bool:
        """Raises NoPlace, TryLater, NotOurs."""
        if route == OPEN_DM:
            return await self._open_dm(board, key)
        version = board.stream.version
        if (wanted := board.stream.wants.pop(key.slot, None)) is not None:  # it is being drawn so
            self._outbox.take_wanted(key.table, {key.slot: wanted})
        state = self._outbox.state(key)
        if state is None:
            return False
        live = self.is_live(board, state)
        if key.slot.kind.private and not live:
            self._boards.resting.add(key)
        else:
            self._boards.resting.discard(key)
        on_pages = board.is_on_pages(key.slot) and not (key.slot.kind.private and live)
        screen = await board.draw(key.slot, live=live)
        state = self._outbox.state(key)
        if state is None:
            return False
        if self.route_for(board, state) != route:  # moved meanwhile
            self._boards.to_redraw.add(key)
            return False
        if key.slot.kind.rings and state.message is not None:
            return await self._take_back_unless(state, screen, version)
        if screen is None and key.slot.kind.rings and key in self._outbox.uncertain:
            screen = SILENT  # it may stand: then this finds it, so that it can be deleted
        if screen is None:
            self._outbox.retire(key)
            return False
        if on_pages:
            self._boards.beside_pages.setdefault(key.table, {})[key] = screen.digest
            if state.message is not None and state.digest != screen.digest:
                # stored before it changes: a process that is killed after that notes nothing any more
                state = state._replace(shown=NOTHING)
                await self._outbox.keep_slot(state)
        if live or key.slot.kind.private:
            self._boards.shortened.discard(key)
        else:
            self._boards.shortened.add(key)
        if state.message is None:
            await self._post(board, state, version, screen)
            return True
        if state.digest == screen.digest:
            self._note_shown(board, state, version, screen)
            return False
        grip = self._tokens.grip_on(state.message)
        if grip is None or grip.pressed not in self._tokens.unproven:
            await self._edit(board, state, version, screen, grip)
            return True
        async with self._tokens.trial(state.message, grip) as stays:
            if stays:
                await self._edit(board, state, version, screen, grip)
            else:
                self._boards.to_redraw.add(key)
        return stays

    async def _post(self, board: Board, state: SlotState, version: int, screen: Screen) -> None:
        channel = self._channel(board, state)
        assert channel is not None
        uncertain = state.key in self._outbox.uncertain
        self._outbox.uncertain.add(state.key)
        try:
            message = await self._messenger.post(state.key.table, channel, screen, nonce(state))
        except NotOurs:
            if not uncertain:
                self._outbox.uncertain.discard(state.key)
            raise
        now = self._outbox.state(state.key)
        if now is None:
            return  # its slots are being read again: the next try finds this message by its nonce
        self._outbox.uncertain.discard(state.key)
        if now.posts != state.posts or channel != self._channel(board, now):
            return  # the table has moved meanwhile: the message is left behind
        # the nonce may have found the message of an earlier try, which shows an earlier state
        shown, digest = (NOTHING, "") if uncertain else (version, screen.digest)
        await self._outbox.keep_slot(self._unless_it_rests(now.as_shown(shown, digest, channel, message)))
        if not state.key.slot.kind.private:
            self.try_now(board)
        kept = self._outbox.state(state.key)
        if kept is not None and not kept.due and self._is_final(board, state.key.slot):
            self._outbox.retire(state.key)

    async def _take_back_unless(self, state: SlotState, screen: Screen | None, version: int) -> bool:
        """Deletes an alert unless it still stands; its slot then has nothing more to show."""
        assert state.channel is not None and state.message is not None
        if screen is not None:
            self._outbox.note_slot(state.as_shown(version, screen.digest, state.channel, state.message))
            return False
        with suppress(MessageGone):
            await self._messenger.delete(state.key.table, state.channel, state.message)
        self._outbox.retire(state.key)
        return True

    async def _edit(
        self, board: Board, state: SlotState, version: int, screen: Screen, grip: Grip | None
    ) -> None:
        """By ``grip`` or, with None, by the bot's own token."""
        assert state.message is not None and state.channel is not None
        try:
            if grip is not None:
                await self._messenger.edit_by(state.key.table, grip, screen)
                self._tokens.unproven.discard(grip.pressed)
            else:
                await self._messenger.edit(state.key.table, state.channel, state.message, screen)
                self._tokens.token_reached(state.message)
        except TokenDead:
            if grip is not None:
                self._tokens.token_died(state.message, grip)
            self._boards.to_redraw.add(state.key)
            return
        except TooFast:
            if grip is not None:  # by the bot's own token there may be room
                self._tokens.drop_token(state.message, grip)
            raise
        except MessageGone:
            if grip is not None and grip.pressed is not None:  # the bot's own token says whether it is
                self._tokens.missed(state.message, grip)
                self._boards.to_redraw.add(state.key)
                return
            self._tokens.message_gone(state.message)
            now = self._outbox.state(state.key)
            if now is not None and now.message == state.message:
                if now.digest is None:  # a process before may have posted another, and not have noted it
                    self._outbox.uncertain.add(state.key)
                await self._outbox.keep_slot(self._to_repost(now.as_lost()))
            return
        self._note_shown(board, state, version, screen)

    def _note_shown(self, board: Board, state: SlotState, version: int, screen: Screen) -> None:
        now = self._outbox.state(state.key)
        if now is not None and now.message == state.message and state.message and state.channel:
            shown = now.as_shown(version, screen.digest, state.channel, state.message)
            shown = self._unless_it_rests(shown)
            self._outbox.note_slot(shown)
            if not shown.due and self._is_final(board, state.key.slot):
                self._outbox.retire(state.key)

    def _is_final(self, board: Board, slot: Slot) -> bool:
        """Whether it will never change again. Of what an act has put out of date nobody has been told while
        who acted is being answered."""
        return slot not in board.stream.wants and board.is_final(slot)

    def _unless_it_rests(self, state: SlotState) -> SlotState:
        return state._replace(shown=NOTHING) if self._rests(state.key, state.digest) else state

    def _to_repost(self, state: SlotState) -> SlotState:
        """A slot that has lost its message: to be posted again at once, unless that happens often."""
        before = self._reposts.setdefault(state.key, deque(maxlen=REPOSTS))
        often = len(before) == REPOSTS and is_within(REPOSTS_IN, before[0], self._now())
        before.append(self._now())
        return state.as_failed(self._now() + REPOST_AFTER) if often else state

    async def _no_place(self, board: Board, key: SlotKey, refusal: NoPlace) -> bool:
        """Whether it is tried again by itself."""
        state = self._outbox.state(key)
        if state is None:
            return False
        log.info("slot %s of %s cannot be shown: %s", key.slot, key.table, refusal.why)
        if key.slot.kind.private and refusal.code in UNWELCOME:
            await self._outbox.keep_slot(state.as_parked(refusal.why))
            return False
        self._fail(key, SHUT_OUT)
        if refusal.code in UNREACHABLE and not key.slot.kind.private:
            for tell in self.when_place_lost:
                tell(key.table)
        return True

    def _is_wanted(self, board: Board, key: SlotKey) -> bool:
        state = self._outbox.state(key)
        return state is not None and self.needs_call(board, state)

    def _fail(
        self, key: SlotKey, waits: tuple[float, ...], *, only_if: bool = True, may_be_drawn: bool = False
    ) -> None:
        state = self._outbox.state(key)
        if state is not None and only_if:
            wait = waits[min(state.tries, len(waits) - 1)]
            if may_be_drawn and state.digest:  # what stood there before may be what is true by then
                state = state._replace(digest="")
            self._outbox.note_slot(state.as_failed(self._now() + wait))

    def _channel(self, board: Board, state: SlotState) -> int | None:
        """The channel in which a slot is shown; None if its direct messages are still to be opened."""
        if state.key.slot.kind.rings and state.message is not None:
            return state.channel
        if not state.key.slot.kind.private:
            return board.channel
        if state.channel is not None:
            return state.channel
        user = board.stream.owner(state.key.slot)
        return self._dms.get(user) if user is not None else None

    async def _open_dm(self, board: Board, key: SlotKey) -> bool:
        """Finds the channel of a user's direct messages. Raises NoPlace, TryLater, NotOurs."""
        user = board.stream.owner(key.slot)
        if user is None:
            raise NoPlace("forgotten", FORGOTTEN)
        known = (await self._slots.dm(user)).channel
        if known is not None:
            self._dms[user] = known
            return False
        try:
            self._dms[user] = await self._messenger.open_dm(key.table, user)
        except NoPlace:
            await self._slots.dm_refused(user)
            raise
        await self._slots.remember_dm(user, self._dms[user])
        return True


def nonce(state: SlotState) -> str:
    """The same 24 characters however often a message is sent, by which Discord posts it only once."""
    name = f"{state.key.table}|{state.key.slot}|{state.posts}"
    return base64.b32encode(sha256(name.encode()).digest()).decode()[:24]
