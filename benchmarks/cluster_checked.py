"""What became of the tables of a soak, once every process has ended: what is stored, and whether the screens
say the same. Knows nothing of blows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ports.records import Stream, UserId, database_at
from bot.tables import open_table
from bot.tables.slots import awaited
from playground.reading import buttons, texts
from rules.members import Person
from rules.record.audit import audited
from rules.record.writing import recorded
from rules.seats import Seat
from rules.table.events import DealReckoned
from rules.table.seen import seen
from rules.table.table import Table
from storage.store import Store
from tests.playing.evening import Evening

_CARD: Final = re.compile(r"(10|[2-9AKQJ])([♠♥♦♣])")
_SUITS: Final = dict(zip("♠♥♦♣", "SHDC", strict=True))
_OWN: Final = re.compile(r"\*\*(?:Your cards|The rest of your hand).*?\*\*\n(.*)")
_RESTS: Final = "As of <t:"


@dataclass(frozen=True)
class Kept:
    """What is stored of one table."""

    table: Evening
    state: Table
    seats: Mapping[UserId, Seat]  # of the people
    awaited: frozenset[UserId]
    events: int
    lost: tuple[int, ...]  # interactions that were acknowledged and are not stored
    doubled: int  # interactions of which two claim the same act
    findings: int  # whatever is wrong with a deal that is over
    due: tuple[str, ...]  # slots that wait to be drawn


async def kept(database: str, tables: Sequence[Evening]) -> list[Kept]:
    """The chain of hashes is checked from end to end."""
    async with Store.open(database_at(database)) as store:
        streams = {one.place.channel: one for one in await store.open_tables()}
        return [await _kept(store, streams[table.channel], table) for table in tables]


async def _kept(store: Store, stream: Stream, table: Evening) -> Kept:
    events = await store.read(stream.table)
    if await store.verify_chain(stream.table) != len(events):
        raise AssertionError(f"the chain of {stream.table} is broken")
    begun = open_table.replay(stream.table, None, events)
    state = open_table.replayed(begun)
    deals = sum(isinstance(one.event, DealReckoned) for one in events)
    over = [open_table.finished(begun, deal) for deal in range(1, deals + 1)]
    acknowledged = [one.answer.interaction_id for one in table.done if one.accepted]
    done = {one: await store.done(str(one)) for one in acknowledged}
    versions = [one.version for one in done.values() if one is not None]
    users = await store.people(stream.table)
    seats = state.rubber.seats.items() if state.rubber is not None else ()
    return Kept(
        table,
        state,
        {users[one]: seat for seat, one in seats if isinstance(one, Person)},
        frozenset(users[one] for one in awaited(state)),
        len(events),
        tuple(one for one, found in done.items() if found is None),
        len(versions) - len(set(versions)),
        sum(
            len(audited(recorded(begun.state.game, begun.state.options, one.deal)))
            for one in over
            if one is not None
        ),
        tuple(slot.key.name for slot in await store.slots(stream.table) if slot.due),
    )


def lost(one: Kept) -> Iterator[str]:
    """What was acknowledged and is not stored."""
    for done in one.table.done:
        if done.answer.interaction_id in one.lost:
            yield f"{done.move.what} of {done.move.person.name} is lost: {done.answer!r}"


def wrong(one: Kept) -> Iterator[str]:
    """Whatever on the screens of a table is not as it is stored."""
    table = one.table
    titles = table.titles()
    for title in {title for title in titles if titles.count(title) > 1}:
        yield f"a message stands twice: {title}"
    due = frozenset(UserId(person.id) for person in table.due())
    if due != one.awaited:
        yield f"the table's message waits for {sorted(due)}, the table for {sorted(one.awaited)}"
    for person in table.people:
        panels = table.panels(person)
        if len(panels) != 1:
            yield f"{person.name} has {len(panels)} hands"
            continue
        view = seen(one.state, one.seats.get(UserId(person.id)))
        own, faced = view.own, view.deal.faced if view.deal is not None else ()
        shown = "\n".join(texts(panels[0]))
        if own is None or _RESTS in shown:
            continue
        pressed = [button.custom_id or "" for button in buttons(panels[0])]
        cards = {name.rpartition(":")[2] for name in pressed if name.startswith("play:")}
        cards |= {
            rank.replace("10", "T") + _SUITS[suit]
            for line in _OWN.findall(shown)
            for rank, suit in _CARD.findall(line)
        }
        held = {str(card) for card in own.left}
        if cards & held != held or cards - held - {str(card) for hand in faced for card in hand.left}:
            yield f"{person.name} sees {sorted(cards - held)} too many and {sorted(held - cards)} too few"
