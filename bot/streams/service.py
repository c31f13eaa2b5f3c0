"""Streams of events that people act on: what tables and score sheets, as services, have in common.

An act is decided under the stream's lock, committed to the log, and only then told to the followers. The
service for streams of another kind is a subclass: it says how they are listed, replayed and changed, and it
decides. Nothing here knows what a stream is about, or Discord.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from bot.ports.errors import AlreadyDone, StaleVersion, StorageError
from bot.ports.records import Place, Stream, TableId, UserId
from bot.ports.storage import StreamLog
from bot.streams.chance import ChanceSource
from bot.streams.idempotency import Idempotency, Key
from bot.streams.locks import Locks
from bot.streams.open_stream import Change, OpenStream
from rules.errors import Refusal
from rules.members import Person

log = logging.getLogger(__name__)

OpenT = TypeVar("OpenT", bound=OpenStream)
OpenT_contra = TypeVar("OpenT_contra", bound=OpenStream, contravariant=True)
StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class Follower(Protocol[OpenT_contra]):
    """Looks at a stream after every change, and brings something else up to date with it."""

    def changed(self, stream: OpenT_contra, /) -> None: ...


class Streams(ABC, Generic[OpenT, StateT, EventT]):
    """All open streams of one kind."""

    kind: ClassVar[str]
    """The word for one of them in the log."""
    unknown: ClassVar[type[Refusal]]
    """Raised for an id that none of them has."""
    occupied: ClassVar[type[Refusal]]
    """Raised where a channel has one already."""

    def __init__(self, log: StreamLog[EventT], chance: ChanceSource, now: Callable[[], float]) -> None:
        self.followers: list[Follower[OpenT]] = []
        self._log = log
        self._chance = chance
        self._now = now
        self._open: dict[TableId, OpenT] = {}
        self._by_channel: dict[int, TableId] = {}
        self._loading: Locks[TableId] = Locks()
        self._opening: Locks[int] = Locks()
        self._idempotency = Idempotency(log, now)

    # What differs from kind to kind

    @abstractmethod
    async def _listed(self) -> Sequence[Stream]:
        """The open streams of this kind, from the log."""

    @abstractmethod
    async def _replayed(self, stream: Stream, people: dict[Person, UserId]) -> OpenT:
        """A stream as its events leave it."""

    @abstractmethod
    def _apply(self, opened: OpenT, state: StateT, change: Change[EventT]) -> None:
        """Takes over the state after a change that has been committed."""

    # What is the same for all

    async def wake(self) -> None:
        """Loads every open stream after a start, and tells the followers of each."""
        for stream in await self._listed():
            self._by_channel[stream.place.channel] = stream.table
            try:
                self._tell(await self.get(stream.table))
            except (StorageError, Refusal) as fault:  # the others go on without it
                log.error("%s %s cannot be loaded: %r", self.kind, stream.table, fault)

    def in_channel(self, channel: int) -> TableId | None:
        """The open stream of this kind that stands in a channel."""
        return self._by_channel.get(channel)

    async def get(self, stream_id: TableId) -> OpenT:
        """The stream, open or closed. Raises NoSuchTable or the like."""
        if stream_id in self._open:
            return self._open[stream_id]
        async with self._loading.of(stream_id):
            return self._open.get(stream_id) or await self._load(stream_id)

    async def _begin(self, place: Place, change: Change[EventT], key: Key | None) -> OpenT:
        """A new stream, opened by the events of this change. Done once for each key.

        Raises SheetHere or the like, TooLate. A caller who is cancelled leaves nothing half done.
        """
        return await asyncio.shield(self._begin_once(place, change, key))

    async def _begin_once(self, place: Place, change: Change[EventT], key: Key | None) -> OpenT:
        async with self._opening.of(place.channel):
            done = await self._idempotency.done_before(key)
            if done is not None:
                return await self.get(done)
            if place.channel in self._by_channel:
                refusal = self.occupied()
                self._idempotency.refused(key, refusal)
                raise refusal
            stream_id = TableId(self._chance.token())
            await self._append(stream_id, 0, change, key, place)
            self._by_channel[place.channel] = stream_id
        opened = await self.get(stream_id)
        opened.want(change.slots)
        self._tell(opened)
        return opened

    async def _act(
        self,
        stream_id: TableId,
        decide: Callable[[OpenT], tuple[StateT, Change[EventT]]],
        key: Key | None,
    ) -> OpenT:
        """Does what ``decide`` comes to, or refuses and changes nothing; the stream as it then is.

        ``decide`` raises a Refusal, or gives the state afterwards and what to append; if somebody else has
        written to the log meanwhile it is called again. The same key again is answered again and done once.
        A caller who is cancelled leaves nothing half done.
        """
        return await asyncio.shield(self._act_once(stream_id, decide, key))

    async def _act_once(
        self,
        stream_id: TableId,
        decide: Callable[[OpenT], tuple[StateT, Change[EventT]]],
        key: Key | None,
    ) -> OpenT:
        opened = await self.get(stream_id)
        async with opened.lock:
            if await self._idempotency.done_before(key) is not None:
                return opened
            try:
                try:
                    changed = await self._commit(opened, decide, key)
                except StaleVersion:
                    await self._reload(opened)
                    changed = await self._commit(opened, decide, key)
            except AlreadyDone:
                await self._reload(opened)
                changed = True
            except Refusal as refusal:
                self._idempotency.refused(key, refusal)
                raise
        if changed:
            self._tell(opened)
        return opened

    async def _commit(
        self,
        opened: OpenT,
        decide: Callable[[OpenT], tuple[StateT, Change[EventT]]],
        key: Key | None,
    ) -> bool:
        """Whether anything has happened. Raises a Refusal, StaleVersion, AlreadyDone."""
        state, change = decide(opened)
        opened.version = await self._append(opened.id, opened.version, change, key)
        opened.want(change.slots)
        if not change.events:
            return False
        opened.at = self._now()
        opened.people.update(change.people)
        self._apply(opened, state, change)
        if opened.closed:
            self._forget(opened)
        return True

    async def _move(self, opened: OpenT, channel: int) -> None:
        """Has a stream stand in another channel of its guild; its lock is held.

        Raises TableHere or the like."""
        async with self._opening.of(channel):
            if channel in self._by_channel:
                raise self.occupied
            await self._log.move(opened.id, channel)
            self._forget(opened)
            opened.place = Place(opened.place.guild, channel)
            opened.reread = True
            self._remember(opened)

    async def _append(
        self,
        stream_id: TableId,
        expected: int,
        change: Change[EventT],
        key: Key | None,
        place: Place | None = None,
    ) -> int:
        """The version of the stream afterwards. Raises StaleVersion, AlreadyDone."""
        return await self._log.append(
            stream_id,
            expected,
            change.events,
            key=str(key) if key is not None else None,
            actor=change.actor,
            place=place,
            slots=change.slots,
            people=change.people,
            guests=change.guests,
            secrets=change.secrets,
            reason=change.reason,
        )

    async def _load(self, stream_id: TableId) -> OpenT:
        """From the log, into memory if it is open."""
        opened = await self._read(stream_id)
        self._remember(opened)
        return opened

    async def _reload(self, opened: OpenT) -> None:
        """Takes the stream from the log again: another process has written to it."""
        fresh = await self._read(opened.id)
        self._forget(opened)
        opened.refresh(fresh)
        self._remember(opened)

    async def _read(self, stream_id: TableId) -> OpenT:
        stream = await self._log.table(stream_id)
        if stream is None:
            raise self.unknown
        await self._log.verify_chain(stream_id)
        return await self._replayed(stream, dict(await self._log.people(stream_id)))

    def _remember(self, opened: OpenT) -> None:
        """Keeps a stream in memory for as long as it is open."""
        if not opened.closed:
            self._open[opened.id] = opened
            self._by_channel[opened.place.channel] = opened.id

    def _forget(self, opened: OpenT) -> None:
        self._open.pop(opened.id, None)
        if self._by_channel.get(opened.place.channel) == opened.id:
            del self._by_channel[opened.place.channel]

    def _tell(self, opened: OpenT) -> None:
        for follower in self.followers:
            follower.changed(opened)
