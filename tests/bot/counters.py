"""The smallest kind of stream: a number that goes up to ten, on a real store.

Its events are some of a table's, since the store writes no others.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Self

from bot.cluster import ALONE, Alone, Cluster
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key, OpenStream
from bot.streams.service import Streams
from rules.errors import Refusal
from rules.table.events import Closed, Event, Opened, OptionsChosen
from storage.ports.records import Append, Place, Slot, TableId, UserId
from storage.ports.storage import TableLog

MOST: Final = 10
SLOTS: Final = (Slot.of_name("table:0"), Slot.of_name("hand:reader"))


class NoSuchCounter(Refusal):
    pass


class CounterHere(Refusal):
    pass


class CounterIsClosed(Refusal):
    pass


class CannotCount(Refusal):
    """Beyond ten, or past what was allowed."""


@dataclass(frozen=True)
class Count:
    number: int = 0
    closed: bool = False

    def after(self, event: Event) -> Count:
        match event:
            case OptionsChosen(((_, number),)):
                return Count(int(number))
            case Closed():
                return Count(self.number, closed=True)
        return self


@dataclass(eq=False)
class OpenCounter(OpenStream):
    state: Count
    reader: UserId | None = None
    """In whose direct messages it is shown."""

    def owner(self, slot: Slot) -> UserId | None:
        return self.reader

    @property
    def closed(self) -> bool:
        return self.state.closed

    def refresh(self, fresh: Self) -> None:
        super().refresh(fresh)
        self.state = fresh.state


class Counters(Streams[OpenCounter, Count, Event]):
    kind = "counter"
    stored_as = "table"  # the store knows no other kinds
    unknown = NoSuchCounter
    occupied = CounterHere
    _log: TableLog

    def __init__(
        self, log: TableLog, chance: ChanceSource, now: Callable[[], float], cluster: Cluster = ALONE
    ) -> None:
        super().__init__(log, chance, now, cluster=cluster)
        self.decided = 0
        self.committed = 0
        """The last version that has been stored."""
        self.read: dict[TableId, int] = defaultdict(int)
        self.read_when: dict[TableId, asyncio.Event] = {}
        """A counter that is named here is read from the log no sooner than this is set."""

    async def begin(
        self, channel: int, key: Key | None = None, *, stream_id: TableId | None = None, guild: int = 1
    ) -> OpenCounter:
        new: Append[Event] = Append(
            stream_id or TableId(self._chance.token()),
            0,
            (Opened("biritch", ()),),
            at=self._now(),
            key=key.id if key is not None else None,
            slots=SLOTS,
        )
        return await self._begin_stream(Place(guild, channel), new, key, limited=stream_id is None)

    async def add(
        self,
        counter_id: TableId,
        *,
        by: int = 1,
        most: int = MOST,
        key: Key | None = None,
        goes_on: bool = False,
    ) -> OpenCounter:
        def decided(counter: OpenCounter) -> tuple[Count, Append[Event]]:
            self.decided += 1
            if counter.state.closed:
                raise CounterIsClosed
            if counter.state.number >= most:
                raise CannotCount
            event = OptionsChosen((("count", str(counter.state.number + by)),))
            new = self._one(counter, event, key=key, slots=SLOTS, goes_on=goes_on)
            return counter.state.after(event), new

        return await self._decide_and_append(counter_id, decided, key)

    async def look(self, counter_id: TableId) -> OpenCounter:
        """Asks for something that changes nothing."""
        return await self._decide_and_append(
            counter_id, lambda counter: (counter.state, self._one(counter)), None
        )

    async def close(self, counter_id: TableId) -> OpenCounter:
        end = Closed("moderator")

        def decided(counter: OpenCounter) -> tuple[Count, Append[Event]]:
            return counter.state.after(end), self._one(counter, end)

        return await self._decide_and_append(counter_id, decided, None)

    async def move(self, counter_id: TableId, place: Place, *, told: bool = True) -> OpenCounter:
        """Move it to another channel. Its followers may hear of that later."""
        opened = await self.get(counter_id)
        async with opened.lock:
            await self._move(opened, place)
            if told:
                self._notify(opened)
        return opened

    def _one(
        self, counter: OpenCounter, *events: Event, key: Key | None = None, **others: Any
    ) -> Append[Event]:
        at, key_id = self._now(), key.id if key is not None else None
        return Append(counter.id, counter.version, events, at=at, key=key_id, **others)

    async def _append(self, new: Append[Event]) -> int:
        self.committed = await super()._append(new)
        return self.committed

    async def _read_stream(self, stream_id: TableId) -> OpenCounter:
        self.read[stream_id] += 1
        if stream_id in self.read_when:
            await self.read_when[stream_id].wait()
        kept = await self._log.load(stream_id)
        if kept is None:
            raise self.unknown
        state = Count()
        for one in kept.events:
            state = state.after(one.event)
        stream = kept.stream
        return OpenCounter(stream.table, stream.place, stream.version, stream.at, dict(kept.people), state)

    def _apply(self, opened: OpenCounter, state: Count, new: Append[Event]) -> None:
        opened.state = state


class Clock:
    """Seconds since 1970 as a test sets them."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def __call__(self) -> float:
        return self.time


class Listener:
    """A follower that notes the versions of which it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[TableId, int]] = []

    def changed(self, stream: OpenStream) -> None:
        self.told.append((stream.id, stream.version))


class Beside(Alone):
    """A process among others: it looks after every stream, or after none."""

    looks_after = False

    def holds(self, stream_id: TableId) -> bool:
        return self.looks_after
