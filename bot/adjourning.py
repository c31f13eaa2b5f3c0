"""Adjourns what stands in a channel or a server that is gone, has it go on once the place is back, and closes
what is adjourned, for whatever reason, after a term in which nobody has done anything.

A place is gone if Discord says so: by an event, or when it is asked. Nothing here knows Discord's library, or
what a stream is about.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence, Set
from contextlib import asynccontextmanager, suppress
from enum import Enum
from typing import Final, Protocol

from bot.clocks import HOUR, Anchors, cancelled, pauses
from bot.cluster import ALONE, Cluster
from bot.messages.boards import Boards
from bot.messages.posting import Posting
from bot.streams.open_stream import OpenStream
from bot.supervisor import SUPERVISOR
from rules.errors import Refusal
from rules.frozen import frozen
from storage.ports.records import Place, TableId
from storage.ports.storage import StorageError

log = logging.getLogger(__name__)

DAY: Final = 24 * 3600.0
ANSWERED_WITHIN: Final = 0.5
"""Seconds for which others wait for the answer to one question; then the next place is asked about too."""
PLACES_A_TURN: Final = 100
"""Places that are compared before anybody else has a turn."""


class Finding(Enum):
    """What is known of a place."""

    STANDS = "stands"
    GONE = "gone"
    UNKNOWN = "unknown"  # no answer, or a server that is out of order


class Places(Protocol):
    """Where tables and sheets stand."""

    def last_finding(self, place: Place) -> Finding:
        """What Discord has told already: never GONE, since a thread may stand though it was never told of."""

    async def ask_discord(self, place: Place) -> Finding: ...


class Service(Protocol):
    """The tables, or the score sheets. Each method raises a Refusal if there is nothing to be done."""

    @property
    def places(self) -> Mapping[TableId, Place]:
        """Where each open one stands, loaded or not."""

    async def adjourn(self, stream_id: TableId) -> object: ...
    async def resume(self, stream_id: TableId) -> object: ...
    async def close(self, stream_id: TableId) -> object: ...


class Adjourning:
    """Knows where every open stream of these services stands, and follows the adjourned ones. ``days`` are
    the term."""

    def __init__(
        self,
        services: Sequence[Service],
        places: Places,
        boards: Boards,
        posting: Posting,
        days: int,
        now: Callable[[], float] = time.time,
        cluster: Cluster = ALONE,
    ) -> None:
        self._places = places
        self._boards = boards
        self._posting = posting
        self._term = days * DAY
        self._now = now
        self._past = Anchors(now).past
        self._cluster = cluster
        self._services = services
        self._adjourned: dict[TableId, _Adjourned] = {}
        self._met: set[TableId] = set()
        self._to_compare: set[int | None] = set()  # servers; None for all
        self._comparing: asyncio.Task[None] | None = None
        self._looking: dict[TableId, _Looking] = {}
        self._closing: dict[TableId, _Closing] = {}
        self._one_by_one = asyncio.Lock()

    async def close(self) -> None:
        looking = (one.task for one in self._looking.values())
        closing = (one.task for one in self._closing.values())
        await cancelled((*looking, *closing, *((self._comparing,) if self._comparing is not None else ())))

    def compare_places(self, guild: int | None = None) -> None:
        """Compares all open streams, or those of one server, with what Discord has told, and asks about the
        places of which it has told nothing. Many servers that come at once are compared together."""
        self._to_compare.add(guild)
        if self._comparing is None or self._comparing.done():
            self._comparing = SUPERVISOR.run_until_done("places", self._compare)

    def look_again(self, guild: int) -> None:
        """Something has changed in this server: what is adjourned there may go on."""
        for stream_id, one in list(self._adjourned.items()):
            if one.guild == guild:
                self.look_at(stream_id)

    def look_at(self, stream_id: TableId) -> None:
        """Asks Discord whether the place of this stream stands, as when a message could not be posted."""
        if stream_id in self._looking:
            self._looking[stream_id].again.set()
        elif self._service_of(stream_id) is not None:
            again = asyncio.Event()
            task = SUPERVISOR.run_once(self._look_at(stream_id, again), "place", stream_id)
            self._looking[stream_id] = _Looking(task, again)

    async def place_gone(self, *, guild: int | None = None, channel: int | None = None) -> None:
        """Discord has told that this server, or this channel, is no more."""
        for service in self._services:
            for stream_id, place in list(service.places.items()):
                if place.guild == guild or place.channel == channel:
                    try:
                        await self._adjourn(service, stream_id)
                    except StorageError as fault:  # Discord tells it once
                        log.warning("%s is adjourned a little later: %s", stream_id, type(fault).__name__)
                        self.look_at(stream_id)

    async def go_on(self, stream_id: TableId) -> None:
        """Resumes a stream whose place stands; does nothing if it is not adjourned."""
        one = self._adjourned.get(stream_id)
        if one is None:
            return
        # first: a crash after it has gone on must not leave them parked
        await self._posting.unpark(stream_id)
        with suppress(Refusal):  # somebody was faster
            await one.service.resume(stream_id)
        await self._posting.unpark(stream_id)
        self._boards.look_at(stream_id)

    async def _compare(self) -> None:
        while self._to_compare:
            guilds, self._to_compare = self._to_compare, set()
            try:
                await self._compare_in(guilds)
            except BaseException:
                self._to_compare |= guilds  # for the next try
                raise

    async def _compare_in(self, guilds: Set[int | None]) -> None:
        for service in self._services:
            for count, (stream_id, place) in enumerate(list(service.places.items())):
                if count % PLACES_A_TURN == 0:
                    await asyncio.sleep(0)
                asked = place.guild in guilds or None in guilds
                if not asked or not self._cluster.ours(place.guild):
                    continue
                if stream_id in self._adjourned or self._places.last_finding(place) is not Finding.STANDS:
                    self.look_at(stream_id)

    def _has_place(self, stream_id: TableId) -> bool:
        """Whether it was adjourned for another reason than its place, so that somebody has to resume it."""
        one = self._adjourned.get(stream_id)
        return one is not None and one.has_place

    def _service_of(self, stream_id: TableId) -> Service | None:
        return next((service for service in self._services if stream_id in service.places), None)

    async def _adjourn(self, service: Service, stream_id: TableId) -> None:
        with suppress(Refusal):  # it is adjourned, or was closed in the same moment
            await service.adjourn(stream_id)
            log.info("%s is adjourned: its place is gone", stream_id)

    async def _look_at(self, stream_id: TableId, again: asyncio.Event) -> None:
        """Asks until there is an answer, and at once when somebody asks again."""
        wait = pauses()
        try:
            while True:
                again.clear()
                finding = await self._find_out(stream_id)
                if again.is_set():
                    continue
                if finding is not Finding.UNKNOWN:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(again.wait(), next(wait))
        finally:
            self._looking.pop(stream_id, None)

    async def _find_out(self, stream_id: TableId) -> Finding:
        """Asks once, and does what follows."""
        service = self._service_of(stream_id)
        if service is None:
            return Finding.GONE
        try:
            async with self._turn_to_ask():
                finding = await self._places.ask_discord(service.places[stream_id])
            if finding is Finding.GONE:
                await self._adjourn(service, stream_id)
            elif finding is Finding.STANDS and not self._has_place(stream_id):
                await self.go_on(stream_id)
        except Exception:
            log.exception("the place of %s could not be looked at", stream_id)
            return Finding.UNKNOWN
        return finding

    @asynccontextmanager
    async def _turn_to_ask(self) -> AsyncIterator[None]:
        """One asks after another. A question to which there is no answer holds up nobody for long."""
        turn, is_over = self._one_by_one, False
        await turn.acquire()

        def end_turn() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                turn.release()

        timer = asyncio.get_running_loop().call_later(ANSWERED_WITHIN, end_turn)
        try:
            yield
        finally:
            timer.cancel()
            end_turn()

    def changed(self, stream: OpenStream) -> None:
        if not self._cluster.holds(stream.id):
            return
        if stream.adjourned and not stream.closed and (service := self._service_of(stream.id)) is not None:
            self._begin_term(stream, service)
        else:
            self._end_term(stream.id)
        self._met.add(stream.id)
        if stream.closed:
            self._met.discard(stream.id)

    def _begin_term(self, stream: OpenStream, service: Service) -> None:
        """Follows an adjourned stream, and closes it unless it goes on within the term."""
        if stream.id not in self._met and stream.id not in self._looking:  # adjourned before the last start
            self.look_at(stream.id)
        waiting = self._closing.get(stream.id)
        if waiting is None or waiting.version != stream.version:  # else it has only been loaded again
            self._end_term(stream.id)
            closing = self._close_after(stream.at, stream.id, service.close)
            task = SUPERVISOR.run_once(closing, "term of", stream.id)
            self._closing[stream.id] = _Closing(stream.version, task)
        self._adjourned[stream.id] = _Adjourned(stream.place.guild, stream.has_place, service)

    def _end_term(self, stream_id: TableId) -> None:
        self._adjourned.pop(stream_id, None)
        waiting = self._closing.pop(stream_id, None)
        if waiting is not None and waiting.task is not asyncio.current_task():
            waiting.task.cancel()

    async def _close_after(
        self, moment: float, stream_id: TableId, close: Callable[[TableId], Awaitable[object]]
    ) -> None:
        """Closes a stream once its term since a moment is over."""
        while (wait := self._past(moment) + self._term - self._now()) > 0:
            await asyncio.sleep(min(wait, HOUR))
        for pause in pauses():
            try:
                await close(stream_id)
            except Refusal:
                return  # it was closed in the same moment
            except Exception:
                log.exception("%s could not be closed after its term", stream_id)
                await asyncio.sleep(pause)
            else:
                return


@frozen
class _Looking:
    task: asyncio.Task[None]
    again: asyncio.Event  # set when something has changed since Discord was asked


@frozen
class _Closing:
    version: int  # of the stream when its term began
    task: asyncio.Task[None]


@frozen
class _Adjourned:
    """What is known of an adjourned stream, which itself need not be in memory."""

    guild: int
    has_place: bool
    service: Service
