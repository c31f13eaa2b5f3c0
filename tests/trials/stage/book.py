"""What a stopped bot has stored of its only table, with a record of every finished deal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.tables import replay
from rules.record.audit import Finding, audited
from rules.record.writing import Record, recorded
from rules.table.events import DealReckoned
from storage.ports.records import SlotState, Stored, Stream, database_at
from storage.store import Store


@dataclass(frozen=True)
class Book:
    """Everything that is stored of the only table of a database."""

    stream: Stream
    events: tuple[Stored, ...]
    records: tuple[Record, ...]  # of the deals that are over
    slots: tuple[SlotState, ...]
    kept: frozenset[int]  # the interactions that were acted on

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with any deal."""
        return tuple(finding for record in self.records for finding in audited(record))


async def book(database: Path | str, guild: int, asked: tuple[int, ...] = ()) -> Book:
    """Read it; ``asked`` are the interactions of which it must say whether they were acted on.

    The chain of hashes is checked from end to end.
    """
    async with Store.open(database_at(str(database))) as store:
        (stream,) = [one for one in await store.streams.all_open("table") if one.place.guild == guild]
        events = await store.streams.read(stream.table)
        assert await store.streams.verify_chain(stream.table) == len(events)
        begun = replay.replay(stream.table, None, events)
        deals = sum(isinstance(one.event, DealReckoned) for one in events)
        finished = [replay.finished_deal(begun, deal) for deal in range(1, deals + 1)]
        return Book(
            stream,
            events,
            tuple(
                recorded(begun.state.game, begun.state.options, one.deal)
                for one in finished
                if one is not None
            ),
            await store.slots.of_stream(stream.table),  # type: ignore[arg-type]
            frozenset([one for one in asked if await store.streams.done(str(one)) is not None]),
        )
