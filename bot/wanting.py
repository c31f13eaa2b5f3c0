"""Which things on screen an act makes out of date. Each is a slot, known by a name.

``lobby:R`` is the message between rubbers, after R of them; ``table:N`` that of deal N, which turns into its
result; ``hand:ALIAS`` the panel in a person's direct messages.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules import events
from rules.events import Event
from rules.members import Person
from rules.table import Table


def room(table: Table) -> str:
    """The slot of the message at which the room is looking."""
    return f"table:{table.deals}" if table.rubber is not None else f"lobby:{table.rubbers}"


def panel(person: Person) -> str:
    """The slot of a person's hand."""
    return f"hand:{person.alias}"


def wanted(
    before: Table, after: Table, happened: Sequence[Event], actor: Person | None, by_dm: Collection[Person]
) -> tuple[str, ...]:
    """The slots that what has happened puts out of date. A panel is redrawn by its owner's own act, when his
    turn comes, and when the cards are dealt or the table closes: never at every card."""
    if not happened:
        return ()
    names = dict.fromkeys((room(before), room(after)))
    everybody = any(
        isinstance(event, events.CardsDealt | events.Closed | events.RubberReckoned) for event in happened
    )
    arrived = {
        event.member if isinstance(event, events.Joined) else event.person
        for event in happened
        if isinstance(event, events.Joined | events.TookBack)
    }
    for person in before.persons + after.persons:
        concerned = everybody or person == actor or _newly_due(before, after, person)
        if person in arrived or (person in by_dm and concerned):
            names[panel(person)] = None
    return tuple(names)


def _newly_due(before: Table, after: Table, person: Person) -> bool:
    return is_due(after, person) and not is_due(before, person)


def is_due(table: Table, person: Person) -> bool:
    """Whether the table waits for this person."""
    if table.rubber is None:
        return False
    return table.rubber.seat_of(person) in table.waits_for
