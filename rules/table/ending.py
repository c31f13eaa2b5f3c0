"""How a rubber ends, by its law or early, and for whom its result counts."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance import Chance
from rules.counting.rubber import End, Share
from rules.members import Person
from rules.table import events
from rules.table.events import Event
from rules.table.table import Rubber, Table


def ended(table: Table, rubber: Rubber, end: End) -> Event:
    counting = shares(table, rubber)
    return events.RubberReckoned(events.RULES_REVISION, end.result(rubber.number, counting, rubber.highest))


def shares(table: Table, rubber: Rubber) -> tuple[Share, ...]:
    """The people for whom the rubber counts. Those who have left it for good lose it, and those who sat down
    when it had begun have no share (reading R6). Those for whom a robot sat in have theirs."""
    alone = table.variant.dummies == 1  # dummy's player wins or loses from two adversaries
    return tuple(
        Share(owner, seat.side, 2 if alone and seat.partner in rubber.dummies else 1, seat in rubber.deserted)
        for seat, owner in rubber.owners.items()
        if isinstance(owner, Person) and seat in rubber.chairs and seat not in rubber.taken_late
    )


def broken_off(table: Table, chance: Chance) -> Sequence[Event]:
    """The events when all agree to end a rubber early: it has no value unless the table's options give it one
    (ambiguity 66)."""
    early = abandoned(table, chance)
    rubber = table.rubber
    end = table.variant.rubber.broken_off(rubber.standing) if rubber is not None else None
    return (*early, ended(table, rubber, end)) if rubber is not None and end is not None else early


def abandoned(table: Table, chance: Chance) -> Sequence[Event]:
    """The events when a deal is not finished: its seed is revealed too."""
    if table.rubber is not None and (table.pack is not None or table.deal is not None):
        return (events.SeedRevealed(table.deals, chance.reveal(table.deals)),)
    return ()
