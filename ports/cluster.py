"""What several processes on one database share, and what the bot needs of it. ``storage.cluster`` has it.

A database file has one process only, and none of this.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from ports.records import SlotKey, TableId
from rules.frozen import frozen


@frozen
class Shards:
    """The shards of one process, ``first`` to ``last`` of ``count``. Each server belongs to one shard."""

    first: int = 0
    last: int = 0
    count: int = 1

    def has(self, guild: int) -> bool:
        return self.first <= (guild >> 22) % self.count <= self.last

    @property
    def ids(self) -> list[int]:
        return list(range(self.first, self.last + 1))


EVERY = Shards()
"""All shards, however many Discord advises."""


class Beat(NamedTuple):
    """What a process is told when it has said that it lives."""

    held: frozenset[TableId]
    """The streams that it may look after from now on."""
    leaving: frozenset[TableId]
    """Those of them that belong to the shards of another process, which is there again."""
    alive: int
    """How many processes live, this one too."""


class Held(NamedTuple):
    """What is known of a stream that a process looks after."""

    stream_id: TableId
    kind: str  # as it is stored: "table" or "sheet"
    goes_on: bool
    due: bool  # whether a message is out of date
    orphaned: bool
    """Whether it has just been taken over from a process that ended without a farewell."""


class Standing(NamedTuple):
    """How far a stream has come, and where it stands."""

    version: int
    channel: int


class Errand(NamedTuple):
    """Something that the process that looks after a stream is asked to do with a message of its."""

    key: SlotKey
    what: str


class Peers(Protocol):
    """The other processes, as one process sees them."""

    async def join(self, lasts: float) -> None:
        """Be one of them, under a new name, until so many seconds from now by the database's clock."""

    async def beat(self, lasts: float, most: int) -> Beat | None:
        """Live on for so many seconds, and take at most so many streams of which nobody takes care. None if
        the others have taken this process for dead: it holds nothing any more."""

    async def about(self, streams: Collection[TableId]) -> Sequence[Held]: ...
    async def due(self) -> Sequence[Held]:
        """Those that this process looks after of which a message is out of date."""

    async def take(self, stream_id: TableId) -> bool:
        """Take a stream that has just begun; whether it is ours."""

    async def leave(self, streams: Collection[TableId]) -> None:
        """Have others take these streams."""

    async def part(self) -> None:
        """The process ends: have others take everything."""

    async def standings(self, streams: Collection[TableId]) -> Mapping[TableId, Standing]:
        """Of those that are there."""

    async def in_channel(self, kind: str, channel: int) -> Sequence[TableId]:
        """The open streams of a kind that stand in a channel, the last opened last."""

    async def ask(self, errand: Errand) -> None: ...
    async def errands(self) -> Sequence[Errand]:
        """Those for the streams that this process looks after."""

    async def done(self, errands: Collection[Errand]) -> None: ...

    async def identify_in(self, apart: float) -> float:
        """Take the next turn to begin a session with Discord; the seconds until it comes. Turns are so many
        seconds apart."""
