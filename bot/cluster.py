"""Whether this process is alone, or one of several that share a database and divide its streams by leases.

Every process may act on every stream: what it appends was decided on the newest version, or is not stored.
But only the process that holds the lease of a stream posts its messages, plays for its robots and looks at
its clock. A process renews all its leases at once, and counts them as lost some time before the others may:
so it has stopped before another begins. What others have done is learned by asking for the versions of all
streams in memory.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence, Set
from contextlib import suppress
from enum import Enum
from functools import partial
from math import inf
from typing import ClassVar, Final, Protocol

from bot.clocks import breath, cancelled
from bot.supervisor import SUPERVISOR
from rules.errors import Refusal
from storage.ports.patience import PatientLock
from storage.ports.records import SlotKey, TableId
from storage.ports.storage import EVERY, Errand, Held, Peers, Shards, Standing, StorageError

log = logging.getLogger(__name__)

LEASE_MARGIN: Final = 0.3
"""Of the time for which a process counts as alive after it has said so, the part at whose beginning it stops
looking after anything itself."""
BEAT: Final = 0.2
"""Of the same time, how much passes until it says so again."""
LISTEN: Final = 0.4
"""Seconds between two questions for what other processes have done."""
LOOK: Final = 2.0
"""Seconds between two looks for what others have changed among the streams that are not in memory here."""
FIND: Final = 10.0
"""Seconds between two questions for which streams there are, and where they stand."""
NEW: Final = 4
"""A process that is new makes so many times fewer calls, until all others have heard of it."""
MOST: Final = 300
"""Streams taken at once, so that several processes share those of a dead one."""


class Task(Enum):
    """What another process can be asked to do with a message that it posts."""

    DRAW = "draw"
    """To draw it again, whatever it shows."""
    POST = "post"
    """To post it anew."""
    TRY = "try"
    """To try it again, though it was given up."""
    UNPARK = "unpark"
    """To try all those of its stream again that stand in the channel."""
    ADOPT = "adopt"
    """To go on with the private copies that have been shown of its stream."""


AFTERWARDS: Final = frozenset({Task.DRAW, Task.ADOPT})
"""What is asked once something has been shown: nobody is left who would ask again."""


class Cluster(ABC):
    """The processes on one database, as this one sees them."""

    shared: ClassVar[bool]
    """Whether there may be others, so that what is in memory may be out of date."""

    @abstractmethod
    def holds(self, stream_id: TableId) -> bool:
        """Whether this process looks after a stream."""

    @abstractmethod
    def ours(self, guild: int) -> bool:
        """Whether Discord tells this process of a server."""

    @abstractmethod
    async def take(self, stream_id: TableId) -> None:
        """Look after a stream that has just begun."""

    @abstractmethod
    async def delegate(self, key: SlotKey, what: Task, told: str = "") -> bool:
        """Asks the process that posts a slot's message to do this, and tells it a secret. Whether that is
        another one."""

    @abstractmethod
    async def standings(self, streams: Collection[TableId]) -> Mapping[TableId, Standing]:
        """How far these have come by what other processes did; nothing where there are none."""

    @abstractmethod
    async def in_channel(self, kind: str, channel: int) -> Sequence[TableId] | None:
        """The open streams of a kind that stand in a channel, the last opened last; None where no other
        process can open one."""


class Alone(Cluster):
    """One process, which looks after everything, as with a database file."""

    shared = False

    def holds(self, stream_id: TableId) -> bool:
        return True

    def ours(self, guild: int) -> bool:
        return True

    async def take(self, stream_id: TableId) -> None: ...

    async def delegate(self, key: SlotKey, what: Task, told: str = "") -> bool:
        return False

    async def standings(self, streams: Collection[TableId]) -> Mapping[TableId, Standing]:
        return {}

    async def in_channel(self, kind: str, channel: int) -> Sequence[TableId] | None:
        return None


ALONE: Final = Alone()


class Shared(Cluster):
    """One of several processes. ``Leases`` says which streams it holds."""

    shared = True

    def __init__(self, peers: Peers, shards: Shards = EVERY) -> None:
        self.peers = peers
        self._shards = shards
        self.held: set[TableId] = set()
        self.until = -inf
        """When it stops looking after them unless the leases are renewed, on the loop's clock."""
        self.changing = PatientLock()
        self._unasked: set[Errand] = set()
        """What another process must still be asked."""

    def holds(self, stream_id: TableId) -> bool:
        return stream_id in self.held and _now() < self.until

    def ours(self, guild: int) -> bool:
        return self._shards.has(guild)

    async def take(self, stream_id: TableId) -> None:
        try:
            async with self.changing:
                if await self.peers.take(stream_id):
                    self.held.add(stream_id)
        except StorageError as fault:  # it is taken with the next beat
            log.warning("%s is not looked after yet: %s", stream_id, type(fault).__name__)

    async def delegate(self, key: SlotKey, what: Task, told: str = "") -> bool:
        if self.holds(key.table):
            return False
        errand = Errand(key, f"{what.value} {told}".rstrip())
        try:
            await self.peers.send_errand(errand)
        except StorageError as fault:
            if what not in AFTERWARDS:
                raise
            log.log(_gravity(fault), "%s is asked for a little later: %r", what.value, fault)
            self._unasked.add(errand)
        return True

    async def ask_again(self) -> None:
        """Ask what the database has not taken. Raises StorageError if it does not take it now either."""
        for errand in tuple(self._unasked):
            await self.peers.send_errand(errand)
            self._unasked.discard(errand)

    async def part(self) -> None:
        """Leave to others what this process looks after."""
        self.until = -inf
        try:
            await self.peers.part()
        except StorageError as fault:
            log.warning("the other processes wait until they miss this one: %s", type(fault).__name__)

    async def standings(self, streams: Collection[TableId]) -> Mapping[TableId, Standing]:
        return await self.peers.standings(streams)

    async def in_channel(self, kind: str, channel: int) -> Sequence[TableId] | None:
        return await self.peers.in_channel(kind, channel)


class Service(Protocol):
    """The tables, or the score sheets."""

    stored_as: ClassVar[str]

    @property
    def loaded(self) -> Collection[TableId]:
        """The open streams in memory."""

    async def find(self) -> None: ...
    async def heard(self, standings: Mapping[TableId, Standing]) -> None:
        """Loads those again that others have changed."""

    async def gained(self, stream_id: TableId, *, goes_on: bool) -> None: ...


class Messages(Protocol):
    """What keeps the messages up to date. It knows the cluster, so that it cannot be named here."""

    def gained(self, stream_id: TableId, *, orphaned: bool) -> None: ...
    async def lost(self, streams: Collection[TableId]) -> None:
        """Returns once no call for these is under way, and all that is known of them is written."""

    async def do(self, errand: Errand) -> None: ...


class Leases:
    """Those of one process among several."""

    def __init__(
        self,
        cluster: Shared,
        messages: Messages,
        services: Sequence[Service],
        share: Callable[[int], None],
        lasts: float,
    ) -> None:
        """A process counts as alive for ``lasts`` seconds after it has said so, by the database's clock.
        ``share`` is called with the number of processes that make calls to Discord."""
        self._cluster = cluster
        self.peers = cluster.peers
        self.given_up = asyncio.Event()
        """Set once the others have taken this process for dead, and another serves its shards."""
        self._messages = messages
        self._services = services
        self._share = share
        self._lasts = lasts
        self._waking: set[asyncio.Task[None]] = set()
        self._asleep: set[TableId] = set()  # gained, and not woken yet
        self._being_woken: set[TableId] = set()
        self._lost: set[TableId] = set()  # and those who post messages do not know it yet
        self._begins_anew = False
        self._failed: set[Errand] = set()  # once
        self._shown: set[TableId] = set()  # those whose messages are known to be looked after here
        self._looked = -inf
        self._serves = True
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._found = -inf
        self._joined = -inf

    def stop_watching(self, stream_id: TableId) -> None:
        """A stream is no longer in memory: what others do to it is learned by its messages."""
        self._shown.discard(stream_id)

    async def join_processes(self) -> None:
        """At a start, before anything is loaded."""
        await self.peers.join(self._lasts, serves=self._serves)
        self._joined = _now()
        self._share(NEW)

    async def attend(self) -> None:
        """Be one of the processes, but look after nothing before ``start``: Discord may have a process wait
        for minutes before it begins a session, and the others need not take it for dead."""
        self._serves = False
        await self.join_processes()
        self._repeat("leases", self.beat, BEAT * self._lasts)

    async def start(self) -> None:
        """Look after streams from now on: Discord can be reached."""
        begun, self._serves = self._serves, True
        self._repeat("listening", self.listen, LISTEN)
        if not self._repeat("leases", self.beat, BEAT * self._lasts) and not begun:
            await self.beat()  # at once

    def _repeat(self, kind: str, work: Callable[[], Awaitable[None]], every: float) -> bool:
        """Do this over and over from now on. False if that is done already."""
        if kind in self._tasks:
            return False
        over_and_over = partial(_over_and_over, work, every)
        self._tasks[kind] = SUPERVISOR.run_for_ever(kind, over_and_over, essential=True)
        return True

    async def stop(self) -> None:
        """Look after nothing any more. What is under way may end. ``Shared.part`` leaves it to others."""
        await cancelled((*self._tasks.values(), *self._waking))

    async def beat(self) -> None:
        """Says that this process lives, and hears what it looks after."""
        async with self._cluster.changing:
            if self._begins_anew:
                await self._begin_anew()
                return
            sent = _now()
            beat = await self.peers.beat(self._lasts, MOST if self._serves else 0, serves=self._serves)
            if beat is None:
                log.warning("the other processes have given this one up: it begins anew")
                self._cluster.until = -inf
                self._lost |= self._cluster.held
                self._cluster.held = set()
                self._shown.clear()
                self._asleep.clear()
                self._begins_anew = True
                await self._begin_anew()
                return
            anew = _now() >= self._cluster.until and bool(
                self._cluster.held
            )  # it had stopped looking after them
            gained = set(beat.held) if anew else beat.held - self._cluster.held
            self._lost |= (self._cluster.held - beat.held) | beat.leaving
            self._cluster.held = set(beat.held - beat.leaving)
            self._cluster.until = sent + self._lasts * (1 - LEASE_MARGIN)
            new = beat.alive > 1 and _now() < self._joined + self._lasts
            self._share(beat.alive * NEW if new else beat.alive)
            self._shown -= self._lost
            self._asleep = (self._asleep | gained) & self._cluster.held
            if to_wake := self._asleep - self._being_woken - self._lost:
                waking = SUPERVISOR.run_once(self._take_over(to_wake), "taking over")
                self._waking.add(waking)
                waking.add_done_callback(self._waking.discard)
            if await self._is_lost_told() and beat.leaving:
                await self.peers.leave(beat.leaving)

    async def _begin_anew(self) -> None:
        """What fails of it is done at the next beat, and nothing is looked after before."""
        await self.join_processes()
        if not await self._is_lost_told():
            return
        if await self.peers.are_shards_taken(or_wanted=True):
            self.given_up.set()
        self._begins_anew = False

    async def _is_lost_told(self) -> bool:
        """Tells those who post messages. While a call of theirs hangs this process must go on saying that it
        lives: False if they are to be told again at the next beat."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT * self._lasts):
                if self._lost:
                    await self._messages.lost(self._lost)
                    self._lost = set()
        return not self._lost

    async def listen(self) -> None:
        """Learns what other processes have done, and does what they ask for."""
        await self._cluster.ask_again()
        for service in self._services:
            if loaded := service.loaded:
                await service.heard(await self.peers.standings(loaded))
        if done := [errand for errand in await self.peers.errands() if await self._is_done(errand)]:
            await self.peers.done(done)
        if _now() > self._looked + LOOK:
            self._looked = _now()
            await self._wake(
                [one for one in await self.peers.due_streams() if one.stream_id not in self._shown]
            )
        if _now() > self._found + FIND:
            self._found = _now()
            for service in self._services:
                await service.find()

    async def _is_done(self, errand: Errand) -> bool:
        """Does what another process has asked for. False if it is to be tried again, after the others: for as
        long as the database does not take it, and once after a mistake of ours."""
        try:
            await self._messages.do(errand)
        except Refusal as refusal:
            log.info("%s of %s is not done: %r", errand.task_name, errand.key, refusal)
        except StorageError as fault:
            log.log(_gravity(fault), "%s of %s is tried again: %r", errand.task_name, errand.key, fault)
            return False
        except Exception:
            log.exception("%s of %s cannot be done", errand.task_name, errand.key)
            if errand not in self._failed:
                self._failed.add(errand)
                return False
        self._failed.discard(errand)
        return True

    async def _take_over(self, gained: Set[TableId]) -> None:
        """What cannot be read now is tried again after the next beat."""
        self._being_woken |= gained
        try:
            found = await self.peers.about(gained)
            self._asleep -= gained - {one.stream_id for one in found}
            await self._wake(found)
        except StorageError as fault:
            log.log(_gravity(fault), "what was gained cannot be read: %r", fault)
        finally:
            self._being_woken -= gained

    async def _wake(self, streams: Sequence[Held]) -> None:
        """Wake the streams that go on by themselves, and show what is due. A stream with nothing due is not
        loaded: once another process acts on it, something is due."""
        for one in streams:
            began = _now()
            if not self._cluster.holds(one.stream_id):
                continue
            try:
                for service in self._services:
                    if service.stored_as == one.kind:
                        await service.gained(one.stream_id, goes_on=one.goes_on)
                self._asleep.discard(one.stream_id)
            except Refusal as refusal:
                self._asleep.discard(one.stream_id)
                log.info("%s is not woken: %r", one.stream_id, refusal)
            except StorageError as fault:  # the others go on without it, and it is tried again
                log.log(_gravity(fault), "%s cannot be loaded: %r", one.stream_id, fault)
            if one.due or one.orphaned:
                self._shown.add(one.stream_id)
                self._messages.gained(one.stream_id, orphaned=one.orphaned)
            if one.goes_on:
                await asyncio.sleep(breath(_now() - began))


async def _over_and_over(work: Callable[[], Awaitable[None]], every: float) -> None:
    while True:
        try:
            await work()
        except StorageError as fault:
            log.warning("the other processes cannot be heard: %s", type(fault).__name__)
        except Exception:
            log.exception("the leases could not be looked at")
        await asyncio.sleep(every)


def _gravity(fault: StorageError) -> int:
    """A server that is away is no mistake of ours."""
    return logging.WARNING if fault.outside else logging.ERROR


def _now() -> float:
    return asyncio.get_running_loop().time()
