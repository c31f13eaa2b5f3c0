"""One call for one slot: what is sent where, and what becomes of the slot by Discord's answer."""

from __future__ import annotations

import base64
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

from bot.recent import Recent
from bot.screen_sync import routes
from bot.screen_sync.board import Board
from bot.screen_sync.buckets import Route
from bot.screen_sync.copies import Copies
from bot.screen_sync.elsewhere import Elsewhere
from bot.screen_sync.kept_slots import KeptSlots
from bot.screen_sync.messenger import (
    FORGOTTEN,
    UNREACHABLE,
    UNWELCOME,
    MessageGone,
    Messenger,
    NoPlace,
    NotOurs,
    ShutOut,
    TokenDead,
    TooFast,
    TryLater,
)
from bot.screen_sync.tokens import Tokens
from ports.records import Slot, SlotKey, TableId, UserId
from ports.storage import Slots, StorageError
from screens.screen import Screen, Text

log = logging.getLogger(__name__)

BACK_OFF: Final = (0.3, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Seconds before a failed request is tried again, by how often it has failed."""
SHUT_OUT: Final = (2.0, 5.0, 10.0, *(20.0,) * 30, 120.0)
"""The same for a channel in which nothing can be shown: the host may open it again at any moment."""
REPOSTS: Final = 3
REPOSTS_IN: Final = 600.0
REPOST_AFTER: Final = 20.0
"""A message that somebody keeps deleting is posted again at once so often in so many seconds, and then only
after a while."""
BUSY: Final = 0.85
"""The part of the token's own limit that may be used before messages in channels show less than each card."""
CALM: Final = 0.6
"""The part below which they show each card again: one that does needs a call at the next card too."""
OLD: Final = 3500.0
"""Seconds after which a message may not be edited so often; Discord says an hour."""
EPOCH: Final = 1_420_070_400.0
"""The beginning of Discord's time, in seconds since 1970: ids tell when they were made."""
SILENT: Final = Screen((Text("…"),), silent=True)
"""What is posted, to be deleted at once, in place of an alert of which nobody knows whether it stands."""
NOTHING: Final = 0
"""Shown as a version: the message is there, but nobody knows what is on it."""


class Sending:
    """Makes the calls."""

    def __init__(
        self,
        slots: Slots,
        kept: KeptSlots,
        messenger: Messenger,
        elsewhere: Elsewhere,
        tokens: Tokens,
        copies: Copies,
        now: Callable[[], float],
        used: Callable[[], float],
    ) -> None:
        self._slots = slots
        self._kept = kept
        self._messenger = messenger
        self._elsewhere = elsewhere
        self._tokens = tokens
        self._copies = copies
        self._now = now
        self._used = used
        self.place_lost: Callable[[TableId], None] = lambda _: None
        """Told of a stream whose channel or server is gone, as Discord answers."""
        self.uncertain: set[SlotKey] = set()
        """Those that may have been posted though no answer came."""
        self.shortened: set[SlotKey] = set()
        """Those in a channel that do not show each card, since too many calls were being made."""
        self.resting: set[SlotKey] = set()
        """The private ones that were last drawn as messages that do not follow; the call may be under way."""
        self._reposts: Recent[SlotKey, deque[float]] = Recent()
        self._dms: Recent[UserId, int] = Recent()

    def route(self, board: Board, key: SlotKey) -> Route | None:
        """Where the next call for a slot goes."""
        slot = self._kept.slot(key)
        if slot is None:
            return None
        channel = self._channel(board, slot)
        if channel is None:
            return routes.OPEN_DM if board.is_private(key.name) else None
        if slot.message is None:
            return routes.create(channel)
        if board.is_alert(key.name):
            return routes.delete(channel)
        grip = self._tokens.of(slot.message)
        if grip is not None:
            return routes.by_token(grip.token)
        is_old = self._now() - ((slot.message >> 22) / 1000 + EPOCH) > OLD
        return routes.edit_old(channel) if is_old else routes.edit(channel)

    def is_live(self, board: Board, slot: Slot) -> bool:
        """Whether a message may show what the next call or card makes untrue. By the bot's own token one in
        the channel may while there are calls to spare, and a private one while its owner is waited for,
        unless they have another copy."""
        if self._tokens.follows(slot.message):
            return True
        if not board.is_private(slot.key.name):
            return self._used() < (CALM if slot.key in self.shortened else BUSY)
        if board.owner(slot.key.name) is None or not board.is_due(slot.key.name):
            return False
        return not self._copies.has(slot.key)

    def forget(self, stream_id: TableId) -> None:
        """Drops what is known of a stream that has ended."""
        for keys in (self.shortened, self.resting):
            keys -= {key for key in keys if key.table == stream_id}

    async def send(self, board: Board, key: SlotKey, route: Route) -> bool:
        """Makes the call for a slot whose lock is held, if it is still needed. Whether it was made."""
        try:
            return await self._send(board, key, route)
        except NotOurs:
            return False
        except NoPlace as refusal:
            await self._no_place(board, key, refusal)
        except StorageError:
            pass  # the message is sent; that it is will be noted with what is noted a little later
        except ShutOut:
            pass  # it is asked for again at once, and made when calls are taken again
        except TooFast:
            log.warning("a call came too fast for Discord: %s", route.kind)
        except TryLater:
            self._fail(key, BACK_OFF)
        return True

    def try_now(self, board: Board) -> None:
        """What could not be shown in the channel of a board need not wait any longer."""
        for slot in self._kept.of(board.stream.id):
            waits = slot.parked is not None or slot.not_before > self._now()
            if waits and not board.is_private(slot.key.name):
                self._kept.note(slot.as_unparked())

    def to(self, key: SlotKey) -> Messenger:
        """What makes the calls for a slot: each, while this process looks after it."""
        return self._messenger.asking(lambda: self._elsewhere.holds(key.table))

    async def _send(self, board: Board, key: SlotKey, route: Route) -> bool:
        """Raises NoPlace, TryLater, NotOurs."""
        if route == routes.OPEN_DM:
            return await self._open_dm(board, key)
        version = board.stream.version
        slot = self._kept.slot(key)
        if slot is None:
            return False
        live = self.is_live(board, slot)
        if board.is_private(key.name) and not live:
            self.resting.add(key)
        else:
            self.resting.discard(key)
        screen = await board.draw(key.name, live=live)
        slot = self._kept.slot(key)
        if slot is None or self.route(board, key) != route:  # moved meanwhile
            return False
        if board.is_alert(key.name) and slot.message is not None:
            return await self._take_back_unless(slot, screen, version)
        if screen is None and board.is_alert(key.name) and key in self.uncertain:
            screen = SILENT  # it may stand: then this finds it, so that it can be deleted
        if screen is None:
            self._kept.retire(key)
            return False
        if live or board.is_private(key.name):
            self.shortened.discard(key)
        else:
            self.shortened.add(key)
        if slot.message is None:
            await self._post(board, slot, version, screen)
        elif slot.digest == screen.digest:
            self._shown(board, slot, version, screen)
            return False
        else:
            await self._edit(board, slot, version, screen)
        return True

    async def _post(self, board: Board, slot: Slot, version: int, screen: Screen) -> None:
        channel = self._channel(board, slot)
        assert channel is not None
        uncertain = slot.key in self.uncertain
        self.uncertain.add(slot.key)
        try:
            message = await self.to(slot.key).post(channel, screen, nonce(slot))
        except NotOurs:
            if not uncertain:
                self.uncertain.discard(slot.key)
            raise
        now = self._kept.slot(slot.key)
        if now is None:
            return  # its slots are being read again: the next try finds this message by its nonce
        self.uncertain.discard(slot.key)
        if now.posts != slot.posts or channel != self._channel(board, now):
            return  # the table has moved meanwhile: the message is left behind
        # the nonce may have found the message of an earlier try, which shows an earlier state
        shown, digest = (NOTHING, "") if uncertain else (version, screen.digest)
        await self._kept.keep(now.as_shown(shown, digest, channel, message))
        if not board.is_private(slot.key.name):
            self.try_now(board)
        self._retire_if_final(board, slot.key)

    async def _take_back_unless(self, slot: Slot, screen: Screen | None, version: int) -> bool:
        """Deletes an alert unless it still stands; its slot then has nothing more to show."""
        assert slot.channel is not None and slot.message is not None
        if screen is not None:
            self._kept.note(slot.as_shown(version, screen.digest, slot.channel, slot.message))
            return False
        with suppress(MessageGone):
            await self.to(slot.key).delete(slot.channel, slot.message)
        self._kept.retire(slot.key)
        return True

    async def _edit(self, board: Board, slot: Slot, version: int, screen: Screen) -> None:
        assert slot.message is not None and slot.channel is not None
        grip = self._tokens.of(slot.message)
        try:
            if grip is not None:
                await self.to(slot.key).edit_by(grip, screen)
            else:
                await self.to(slot.key).edit(slot.channel, slot.message, screen)
        except TokenDead:
            if grip is not None:
                self._tokens.drop(slot.message, grip)
            return
        except MessageGone:
            now = self._kept.slot(slot.key)
            if now is not None and now.message == slot.message:
                await self._kept.keep(self._to_repost(now.as_lost()))
            return
        self._shown(board, slot, version, screen)

    def _shown(self, board: Board, slot: Slot, version: int, screen: Screen) -> None:
        now = self._kept.slot(slot.key)
        if now is not None and now.message == slot.message and slot.message and slot.channel:
            self._kept.note(now.as_shown(version, screen.digest, slot.channel, slot.message))
            self._retire_if_final(board, slot.key)

    def _retire_if_final(self, board: Board, key: SlotKey) -> None:
        slot = self._kept.slot(key)
        if slot is not None and not slot.due and board.is_final(key.name):
            self._kept.retire(key)

    def _to_repost(self, slot: Slot) -> Slot:
        """A slot that has lost its message: to be posted again at once, unless that happens often."""
        before = self._reposts.setdefault(slot.key, deque(maxlen=REPOSTS))
        often = len(before) == REPOSTS and before[0] > self._now() - REPOSTS_IN
        before.append(self._now())
        return slot.as_failed(self._now() + REPOST_AFTER) if often else slot

    async def _no_place(self, board: Board, key: SlotKey, refusal: NoPlace) -> None:
        slot = self._kept.slot(key)
        if slot is None:
            return
        log.info("slot %s of %s cannot be shown: %s", key.name, key.table, refusal.why)
        if board.is_private(key.name) and refusal.code in UNWELCOME:
            await self._kept.keep(slot.as_parked(refusal.why))
            return
        self._fail(key, SHUT_OUT)
        if refusal.code in UNREACHABLE and not board.is_private(key.name):
            self.place_lost(key.table)

    def _fail(self, key: SlotKey, waits: tuple[float, ...]) -> None:
        slot = self._kept.slot(key)
        if slot is not None:
            wait = waits[min(slot.tries, len(waits) - 1)]
            self._kept.note(slot.as_failed(self._now() + wait))

    def _channel(self, board: Board, slot: Slot) -> int | None:
        """The channel in which a slot is shown; None if its direct messages are still to be opened."""
        if board.is_alert(slot.key.name) and slot.message is not None:
            return slot.channel
        if not board.is_private(slot.key.name):
            return board.channel
        if slot.channel is not None:
            return slot.channel
        user = board.owner(slot.key.name)
        return self._dms.get(user) if user is not None else None

    async def _open_dm(self, board: Board, key: SlotKey) -> bool:
        """Finds the channel of a user's direct messages. Raises NoPlace, TryLater, NotOurs."""
        user = board.owner(key.name)
        if user is None:
            raise NoPlace("forgotten", FORGOTTEN)
        known = (await self._slots.dm(user)).channel
        if known is not None:
            self._dms[user] = known
            return False
        try:
            self._dms[user] = await self.to(key).open_dm(user)
        except NoPlace:
            await self._slots.dm_refused(user)
            raise
        await self._slots.remember_dm(user, self._dms[user])
        return True


def nonce(slot: Slot) -> str:
    """The same 24 characters however often a message is sent, by which Discord posts it only once."""
    name = f"{slot.key.table}|{slot.key.name}|{slot.posts}"
    return base64.b32encode(sha256(name.encode()).digest()).decode()[:24]
