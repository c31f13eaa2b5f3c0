"""Which things on screen an act makes out of date. Each is a slot, known by a name.

``lobby:R`` is the message between rubbers, after R of them; ``table:N`` that of deal N, which turns into its
result; ``hand:ALIAS`` the panel in a person's direct messages.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.members import Person
from rules.table import events
from rules.table.events import Event
from rules.table.table import Table


def room(state: Table) -> str:
    """The slot of the message at which the room is looking."""
    return f"table:{state.deals}" if state.rubber is not None else f"lobby:{state.rubbers}"


def panel(person: Person) -> str:
    """The slot of a person's hand."""
    return f"hand:{person.alias}"


def is_panel(name: str) -> bool:
    return name.startswith("hand:")


def wanted(
    before: Table,
    after: Table,
    happened: Sequence[Event],
    actor: Person | None,
    *,
    panels: Collection[Person],
    by_dm: Collection[Person],
) -> tuple[str, ...]:
    """The slots that what has happened puts out of date.

    Everybody's panel is redrawn when the cards are dealt, the rubber or the table is over, or he has come or
    gone, so that none keeps the buttons of an earlier deal. In between, only the panel of one who plays by it
    (``by_dm``), by his own act, when his turn comes, when he turns out to be dummy, and by a claim: never at
    every card.
    """
    if not happened:
        return ()
    names = dict.fromkeys((room(before), room(after)))
    everybody = any(
        isinstance(event, events.CardsDealt | events.Closed | events.RubberReckoned) for event in happened
    )
    by_hand = any(
        isinstance(event, events.PackCut | events.CallMade | events.CardPlayed) for event in happened
    )
    arrived = set(after.persons) - set(before.persons)
    gone = set(before.persons) - set(after.persons)
    for person in before.persons + after.persons:
        redealt = person in panels and (everybody or person in gone)
        his_act = by_hand and person == actor
        his_turn = person in by_dm and (his_act or _newly_concerned(before, after, person))
        if person in arrived or redealt or his_turn:
            names[panel(person)] = None
    return tuple(names)


def _newly_concerned(before: Table, after: Table, person: Person) -> bool:
    if (before.claim is None) != (after.claim is None):
        return True  # all are asked for an answer, or no longer
    if is_due(after, person) and not is_due(before, person):
        return True
    return _is_dummy(after, person) and not _is_dummy(before, person)


def _is_dummy(state: Table, person: Person) -> bool:
    playing = state.deal.playing if state.deal is not None else None
    seat = state.rubber.seat_of(person) if state.rubber is not None else None
    return playing is not None and seat is not None and playing.terms.is_dummy(seat)


def is_due(state: Table, person: Person) -> bool:
    """Whether the table waits for this person."""
    if state.rubber is None:
        return False
    return state.rubber.seat_of(person) in state.waits_for
