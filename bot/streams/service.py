"""Streams of events that people act on: what tables and score sheets, as services, have in common.

An act is decided under the stream's lock, committed to the log, and only then told to the followers: if
somebody waits for an answer, once that is on its way. The
service for streams of another kind is a subclass: it says how they are listed, replayed and changed, and it
decides. Nothing here knows what a stream is about, or Discord.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from bot.clocks import TOLERATED, Anchors, breath
from bot.cluster import ALONE, Cluster
from bot.errors import SetAside, TooManyOpen
from bot.first_answer import FIRST_ANSWER
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Idempotency, Key, Limits, Locks, OpenStream
from rules.errors import Refusal
from rules.frozen import replace
from rules.seats import Person
from storage.ports.patience import through
from storage.ports.records import Append, Place, Slot, TableId, UserId
from storage.ports.storage import (
    UNREADABLE,
    AlreadyDone,
    PlaceTaken,
    StaleVersion,
    Standing,
    StorageError,
    StreamLog,
)

log = logging.getLogger(__name__)

IDLE: Final = 3600.0
"""Seconds after which a stream that nobody has asked for is let go of memory."""
TRIES: Final = 8
"""Times that an act is decided before it is given up because others write to the log again and again."""

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
    stored_as: ClassVar[str]
    """The word for their kind in the storage."""
    staying: ClassVar[str] = ""
    """The slots whose messages stay where they are when a stream moves to another channel."""
    unknown: ClassVar[type[Refusal]]
    """Raised for an id that none of them has."""
    occupied: ClassVar[type[Refusal]]
    """Raised where a channel has one already."""

    def __init__(
        self,
        log: StreamLog[EventT],
        chance: ChanceSource,
        now: Callable[[], float],
        limits: Limits = Limits(),  # noqa: B008 (it is frozen)
        cluster: Cluster = ALONE,
        append_took: Callable[[float | None], None] = lambda seconds: None,
    ) -> None:
        """``append_took`` is called with the seconds that each append took; None for one that failed."""
        self.followers: list[Follower[OpenT]] = []
        self.followers_nowhere: list[Follower[OpenT]] = []
        """Those of streams that stand in no place: no message of these is kept up to date."""
        self.taken_up: list[Callable[[OpenT], None]] = []
        """Called for an open stream that is loaded, or that this process looks after from now on: it brings
        what another process began to its end."""
        self._limits = limits
        self._counting_in: Locks[int] = Locks()
        self._counting_of: Locks[UserId | TableId] = Locks()
        self._log = log
        self._chance = chance
        self._now = now
        self.past: Callable[[float], float] = Anchors(now).past
        """What stands for a moment of a stream that lies ahead: none that is waited for is taken as it is."""
        self._open: dict[TableId, OpenT] = {}
        self._ended = WeakValueDictionary[TableId, OpenT]()
        """Closed ones that somebody holds, such as those who have still to hear of it: what is wanted of one
        stands there, and would be missed by who loads it anew."""
        self._places: dict[TableId, Place] = {}
        self._by_channel: dict[int, TableId] = {}
        self._set_aside: set[TableId] = set()
        self._loading: Locks[TableId] = Locks()
        self._opening: Locks[int | TableId] = Locks()
        self._idempotency = Idempotency(log, now)
        self._cluster = cluster
        self._append_took = append_took

    # What differs from kind to kind

    @abstractmethod
    async def _read_stream(self, stream_id: TableId) -> OpenT:
        """A stream as its events leave it, open or closed. Raises NoSuchTable or the like, and BrokenChain or
        UnknownEvent for one whose events cannot be read."""

    @abstractmethod
    def _apply(self, opened: OpenT, state: StateT, new: Append[EventT]) -> None:
        """Takes over the state after an append that has been committed."""

    def _counts_for(self, opener: Person, opened: OpenT) -> bool:
        """Whether an open stream counts towards the limit of the person who opened it."""
        return True

    # What is the same for all

    async def find(self) -> None:
        """At a start: learns which streams are open and where they stand. None is loaded."""
        self._places = {
            stream_id: place
            for stream_id, place in await self._log.open_places(self.stored_as)
            if stream_id not in self._set_aside
        }
        self._by_channel = {place.channel: stream_id for stream_id, place in self._places.items()}
        for opened in self._open.values():  # what has begun or moved meanwhile
            self._remember(opened)

    async def load_going_on(self) -> None:
        """After a start: loads the streams that go on without anybody's doing, one by one, the last used
        first. Everything else is loaded when it is needed, and goes before."""
        loop = asyncio.get_running_loop()
        for stream_id in await self._log.going_on(self.stored_as):
            if stream_id in self._open or stream_id not in self._places:
                continue
            began = loop.time()
            try:
                await self.get(stream_id)
            except Refusal as refusal:
                log.info("%s %s is not woken: %r", self.kind, stream_id, refusal)
            except StorageError as fault:  # the others go on without it
                log.error("%s %s cannot be loaded: %r", self.kind, stream_id, fault)
            await asyncio.sleep(breath(loop.time() - began))

    async def forgotten(self, user: UserId) -> None:
        """The storage has forgotten a user: no stream in this process's memory leads to them any more."""
        for opened in [*self._open.values(), *self._ended.values()]:
            if opened.person(user) is None:
                continue  # nothing is waited for where they never were
            async with opened.lock:
                person = opened.person(user)
                if person is None:
                    continue
                del opened.people[person]
                opened.reread = True
            if not opened.closed:
                self._notify(opened)

    @property
    def set_aside(self) -> frozenset[TableId]:
        """Those whose events cannot be read."""
        return frozenset(self._set_aside)

    @property
    def places(self) -> Mapping[TableId, Place]:
        """Where each open stream stands."""
        return self._places

    def played_lately(self, within: float) -> Iterator[Place]:
        """Where streams stand that this process looks after, and at which something has been done in so many
        seconds."""
        for opened in [*self._open.values()]:
            lately = self._now() - self.past(opened.at) < within
            stands = opened.place.is_in_discord and not opened.adjourned
            if lately and stands and self._cluster.holds(opened.id):
                yield opened.place

    def stream_in(self, channel: int) -> TableId | None:
        """The open stream of this kind that stands in a channel."""
        return self._by_channel.get(channel)

    async def get(self, stream_id: TableId) -> OpenT:
        """The stream, open or closed. The followers are told of an open one that had not been loaded. Raises
        NoSuchTable or the like, and SetAside."""
        opened = self._in_memory(stream_id)
        if opened is not None:
            opened.used = self._now()
            if self._cluster.shared and (there := await self._cluster.standings((stream_id,))):
                await self._catch_up(opened, there[stream_id])
            return opened
        async with self._loading.lock_for(stream_id):
            if (loaded := self._in_memory(stream_id)) is not None:
                return loaded
            opened = await self._load(stream_id)
        if not opened.closed:
            self._tell_taken_up(opened)
        return opened

    def let_go(self, may: Callable[[TableId], bool]) -> None:
        """Drops from memory what nobody has asked for in an hour, and of which it is said that it ``may`` go.
        It is loaded again when it is needed."""
        for stream_id, opened in list(self._open.items()):
            unused = self._now() - opened.used
            is_idle = not -TOLERATED <= unused <= IDLE and not opened.lock.locked()
            if is_idle and not (opened.wants or opened.redraw or opened.reread) and may(stream_id):
                del self._open[stream_id]

    # What other processes do

    @property
    def loaded(self) -> Collection[TableId]:
        """The open streams in memory."""
        return tuple(self._open)

    async def heard(self, standings: Mapping[TableId, Standing]) -> None:
        """Loads those again that others have changed, and tells the followers."""
        for stream_id, standing in standings.items():
            opened = self._open.get(stream_id)
            if opened is not None:
                try:
                    await self._catch_up(opened, standing)
                except Refusal as refusal:  # it has been set aside
                    log.info("%s %s is not loaded again: %r", self.kind, stream_id, refusal)

    async def gained(self, stream_id: TableId, *, goes_on: bool) -> None:
        """This process looks after a stream from now on. Raises a Refusal if it cannot be loaded."""
        known = stream_id in self._open
        if known or goes_on:
            opened = await self.get(stream_id)
            if known and not opened.closed:
                async with opened.lock:  # an alert that another process has put there has no version
                    await self._reload(opened)
                self._tell_taken_up(opened)

    def _tell_taken_up(self, opened: OpenT) -> None:
        self._notify(opened)
        for taken_up in self.taken_up:
            taken_up(opened)

    async def _catch_up(self, opened: OpenT, standing: Standing) -> None:
        """Takes over what other processes have done; while somebody acts their act finds out. Raises
        SetAside."""
        if opened.lock.locked() or not _is_behind(opened, standing):
            return
        async with opened.lock:
            await self._reload(opened)
        self._notify(opened)

    async def done_on(self, key: Key) -> TableId | None:
        """The stream on which an interaction has been acted; None if it has not."""
        return await self._idempotency.done(key)

    async def was_done(self, key: Key) -> bool:
        """Whether an interaction has been acted on."""
        return await self.done_on(key) is not None

    async def _begin_stream(
        self, place: Place, new: Append[EventT], key: Key | None = None, *, limited: bool = True
    ) -> OpenT:
        """A new stream, opened in a place by these events, whose actor is the person who opens it. Done once
        for each key. Where it is not ``limited`` no limit is asked for.

        Raises SheetHere or the like, TooManyOpen, TooLate. A caller who is cancelled leaves nothing half
        done.
        """
        return await through(self._begin_once(place, new, key, limited=limited))

    async def _begin_once(
        self, place: Place, new: Append[EventT], key: Key | None, *, limited: bool
    ) -> OpenT:
        async with self._opening.lock_for(place.channel if place.is_in_discord else new.stream):
            while True:
                done = await self._idempotency.done_before(key)
                beside = None
                if place.is_in_discord:
                    beside = await self._cluster.in_channel(self.stored_as, place.channel)
                if done is None and place.is_in_discord and await self.is_occupied(place.channel):
                    done = await self._done_or_refused(key, self.occupied())
                if done is not None:
                    return await self.get(done)
                try:
                    over = await self._append_opening(replace(new, place=place, beside=beside), limited)
                    if over is None:
                        break
                    return await self.get(await self._done_or_refused(key, over))
                except AlreadyDone as before:  # and closed since, or begun in another channel
                    return await self.get(before.table)
                except PlaceTaken:  # another process was quicker: it is found there now
                    continue
            if place.is_in_discord:  # also if it cannot be read now
                self._places[new.stream] = place
                self._by_channel[place.channel] = new.stream
            async with self._loading.lock_for(
                new.stream
            ):  # another may have asked for it since it is in the log
                opened = self._in_memory(new.stream) or await self._load(new.stream)
        if place.is_in_discord:
            await self._cluster.take(new.stream)
        opened.note_wanted(new.slots)
        self._notify(opened)
        return opened

    async def _append_opening(self, new: Append[EventT], limited: bool) -> TooManyOpen | None:
        """Opens a stream, or the refusal if one more would pass a limit: the openings of one server, and of
        one person, are counted in turn. Raises AlreadyDone, PlaceTaken."""
        if not limited:
            await self._append(new)
            return None
        assert new.place is not None
        user = new.people.get(new.actor) if new.actor is not None else None
        opener = new.stream if user is None else user
        async with self._counting_in.lock_for(new.place.guild), self._counting_of.lock_for(opener):
            over = await self._over_limit(new.place.guild, user)
            if over is None:
                await self._append(new)
        return over

    async def _over_limit(self, guild: int, user: UserId | None) -> TooManyOpen | None:
        if await self._log.count_open(self.stored_as, guild) >= self._limits.server:
            return TooManyOpen(self.kind, self._limits.server, by_one=False)
        if user is None:
            return None
        counted = 0
        for stream_id in await self._log.opened_by(self.stored_as, user):
            with suppress(StorageError, SetAside):  # one that cannot be read does not count
                opened = await self.get(stream_id)
                opener = opened.person(user)
                counted += opener is not None and self._counts_for(opener, opened)
        return (
            TooManyOpen(self.kind, self._limits.person, by_one=True)
            if counted >= self._limits.person
            else None
        )

    async def _decide_and_append(
        self,
        stream_id: TableId,
        decide: Callable[[OpenT], tuple[StateT, Append[EventT]]],
        key: Key | None,
    ) -> OpenT:
        """Does what ``decide`` comes to, or refuses and changes nothing; the stream as it then is.

        ``decide`` raises a Refusal, or gives the state afterwards and what to append; if somebody else has
        written to the log meanwhile it is called again. The same key again is answered again and done once.
        A caller who is cancelled leaves nothing half done.
        """
        return await through(self._act_once(stream_id, decide, key))

    async def _act_once(
        self,
        stream_id: TableId,
        decide: Callable[[OpenT], tuple[StateT, Append[EventT]]],
        key: Key | None,
    ) -> OpenT:
        opened = await self.get(stream_id)
        async with opened.lock:
            before = opened.version
            if await self._idempotency.done_before(key) is not None:
                return opened
            try:
                await self._decide(opened, decide)
            except AlreadyDone as done:
                if done.table == opened.id and done.version > before:
                    await self._reload(opened)  # by another process, or unheard by this one
            except Refusal as refusal:
                if opened.version > before:  # it was out of date, and has been loaded again
                    self._notify(opened)
                await self._done_or_refused(key, refusal)
                return opened
        if opened.version > before:
            self._notify(opened)
        return opened

    async def _done_or_refused(self, key: Key | None, refusal: Refusal) -> TableId:
        """The stream on which the interaction has been acted: then it would be refused only because it comes
        a second time. Raises the refusal, and will again, if it has not."""
        done = await self._idempotency.done(key)
        if done is None:
            self._idempotency.note_refusal(key, refusal)
            raise refusal
        return done

    async def _decide(
        self,
        opened: OpenT,
        decide: Callable[[OpenT], tuple[StateT, Append[EventT]]],
    ) -> None:
        """Commits what is decided on the newest version. Raises a Refusal, AlreadyDone, and StaleVersion if
        others were quicker each time."""
        for left in reversed(range(TRIES)):
            try:
                state, new = decide(opened)
                opened.version = await self._append(new)
                break
            except StaleVersion:
                if not left:
                    raise
            except Refusal:
                if not left or not await self._has_changed(opened):
                    raise
            await self._reload(opened)
        opened.note_wanted(new.slots)
        if not new.events:
            return
        opened.at = self._now()
        opened.people.update(new.people)
        self._apply(opened, state, new)
        if opened.closed:
            self._drop_stream(opened)
            self._remember(opened)

    async def _has_changed(self, opened: OpenT) -> bool:
        """Whether another process has changed a stream whose lock is held."""
        there = await self._cluster.standings((opened.id,))
        return opened.id in there and _is_behind(opened, there[opened.id])

    async def _move(self, opened: OpenT, place: Place) -> None:
        """Move a stream to another channel of its guild, or to this one if it stood nowhere; its lock is
        held.

        Raises TableHere or the like, and TooManyOpen for one that stood nowhere."""
        async with self._opening.lock_for(place.channel):
            if await self.is_occupied(place.channel):
                raise self.occupied
            if opened.place.is_in_discord:
                await self._log.move(opened.id, place.channel, self.staying)
            else:
                user = next(iter(opened.people.values()), None)
                opener = opened.id if user is None else user
                async with self._counting_in.lock_for(place.guild), self._counting_of.lock_for(opener):
                    if (over := await self._over_limit(place.guild, user)) is not None:
                        raise over
                    await self._log.move(opened.id, place.channel, self.staying, place.guild)
            self._drop_stream(opened)
            opened.place = place
            opened.reread = True
            self._remember(opened)

    async def _append(self, new: Append[EventT]) -> int:
        """The version of the stream afterwards. Raises StaleVersion, AlreadyDone, PlaceTaken."""
        began = time.monotonic()
        try:
            version = await self._log.append(new)
        except StorageError as fault:
            if not isinstance(fault, StaleVersion | AlreadyDone | PlaceTaken):
                self._append_took(None)
            raise
        self._append_took(time.monotonic() - began)
        return version

    async def is_occupied(self, channel: int) -> bool:
        """Whether a stream that can be read stands in a channel."""
        there = await self._cluster.in_channel(self.stored_as, channel)
        if readable := [one for one in there or () if one not in self._set_aside]:
            self._by_channel[channel] = readable[-1]
        while (stream_id := self._by_channel.get(channel)) is not None:
            with suppress(SetAside):
                opened = await self.get(stream_id)
                if not opened.closed and opened.place.channel == channel:
                    return True
            if self._by_channel.get(channel) == stream_id:
                del self._by_channel[channel]
        return False

    async def _load(self, stream_id: TableId) -> OpenT:
        """From the log, into memory if it is open. Raises SetAside."""
        opened = await self._readable(stream_id)
        self._remember(opened)
        return opened

    async def _reload(self, opened: OpenT) -> None:
        """Takes the stream from the log again: another process has written to it. Raises SetAside."""
        fresh = await self._readable(opened.id)
        self._drop_stream(opened)
        opened.refresh(fresh)
        self._remember(opened)

    async def _readable(self, stream_id: TableId) -> OpenT:
        """The stream from the log. One whose events cannot be read is set aside until the next start: its
        channel is free, nothing else waits for it, and nothing of it is deleted. Raises SetAside."""
        if stream_id in self._set_aside:
            raise SetAside
        try:
            return await self._read_stream(stream_id)
        except self.unknown:
            raise
        except Exception as fault:
            if isinstance(fault, StorageError) and not isinstance(fault, UNREADABLE):
                raise  # the database is away, or full: it may be read another time
            log.error("%s %s cannot be read and is set aside: %s", self.kind, stream_id, _fault_place(fault))
            self._set_aside.add(stream_id)
            for kept in (self._open, self._ended):
                kept.pop(stream_id, None)
            await self.find()  # another may stand in its channel
            raise SetAside from None

    async def _renew(self, opened: OpenT, slots: Sequence[Slot]) -> None:
        """What is stored of some of its messages is not what was written: these are posted once more."""
        log.error("messages of %s %s are no longer known, and are posted again", self.kind, opened.id)
        await self._log.renew(opened.id, *slots)
        opened.note_wanted(slots)

    def _in_memory(self, stream_id: TableId) -> OpenT | None:
        return self._open.get(stream_id) or self._ended.get(stream_id)

    def _remember(self, opened: OpenT) -> None:
        """Keeps a stream in memory for as long as it is open, and a closed one while somebody holds it."""
        if opened.closed:
            self._ended[opened.id] = opened
            return
        opened.used = self._now()
        self._open[opened.id] = opened
        if opened.place.is_in_discord:
            self._places[opened.id] = opened.place
            self._by_channel[opened.place.channel] = opened.id

    def _drop_stream(self, opened: OpenT) -> None:
        self._open.pop(opened.id, None)
        self._places.pop(opened.id, None)
        if self._by_channel.get(opened.place.channel) == opened.id:
            del self._by_channel[opened.place.channel]

    def _notify(self, opened: OpenT) -> None:
        """Tells the followers: those who keep messages of others up to date, once who acts is answered."""
        answer = FIRST_ANSWER.get()
        if not opened.place.channel:
            self._tell_each(self.followers_nowhere, opened)
        elif answer is None or opened.reread:  # what followers know of it is untrue from now on
            self._tell_each(self.followers, opened)
        else:
            answer.goes_before((self.kind, opened.id), lambda: self._tell_each(self.followers, opened))

    def _tell_each(self, followers: Sequence[Follower[OpenT]], opened: OpenT) -> None:
        for follower in followers:
            try:
                follower.changed(opened)
            except Exception:
                log.exception("%s failed at stream %s", type(follower).__name__, opened.id)


def _fault_place(fault: Exception) -> str:
    """An error of the storage with its numbers; of any other where it was raised: its text may name cards."""
    if isinstance(fault, UNREADABLE):
        return repr(fault)
    raised = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} at {Path(raised.filename).name}:{raised.lineno}"


def _is_behind(opened: OpenStream, standing: Standing) -> bool:
    """Whether a stream in memory is not as the log has it. Who is forgotten leaves no event."""
    forgotten = opened.version == standing.version and len(opened.people) > standing.known
    return forgotten or opened.version < standing.version or opened.place.channel != standing.channel
