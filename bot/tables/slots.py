"""The messages of a table, each a slot with a name, and which of them an act puts out of date.

``lobby:R`` is the message between rubbers, after R of them; ``table:N`` that of deal N, which becomes its
result; ``hand:ALIAS`` the panel in a person's direct messages.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.members import Person
from rules.table import events
from rules.table.events import Event
from rules.table.table import Table


def room(state: Table) -> str:
    """The slot of the message in the channel that is up to date now."""
    return f"table:{state.deals}" if state.rubber is not None else f"lobby:{state.rubbers}"


def panel(person: Person) -> str:
    """The slot of the panel in a person's direct messages."""
    return f"hand:{person.alias}"


def is_panel(name: str) -> bool:
    """Whether a slot stands in somebody's direct messages."""
    return name.startswith("hand:")


def is_of_table(name: str) -> bool:
    """Whether a slot is a table's."""
    return name.startswith(("lobby:", "table:", "hand:"))


def wanted(
    before: Table,
    after: Table,
    happened: Sequence[Event],
    actor: Person | None,
    *,
    panels: Collection[Person],
    by_dm: Collection[Person],
) -> tuple[str, ...]:
    """The slots that these events put out of date.

    A person's panel is redrawn when the cards are dealt, when the rubber or the table is over, and when they
    come or go, so that no panel keeps the buttons of an earlier deal; while the table is adjourned, after
    every act, since the panel is all that there is. In between it is redrawn only for those who play by it
    (``by_dm``): after their own acts, when their turn comes, when they turn out to be dummy, and at a claim.
    It is not redrawn at every card.
    """
    if not happened:
        return ()
    names = dict.fromkeys((room(before), room(after)))
    everybody = any(
        isinstance(event, events.CardsDealt | events.Closed | events.RubberReckoned) for event in happened
    )
    everybody = everybody or before.adjourned or after.adjourned
    by_hand = any(
        isinstance(event, events.PackCut | events.CallMade | events.CardPlayed) for event in happened
    )
    arrived = set(after.persons) - set(before.persons)
    gone = set(before.persons) - set(after.persons)
    for person in before.persons + after.persons:
        redealt = person in panels and (everybody or person in gone)
        own_act = by_hand and person == actor
        concerned = person in by_dm and (own_act or _newly_concerned(before, after, person))
        if person in arrived or redealt or concerned:
            names[panel(person)] = None
    return tuple(names)


def _newly_concerned(before: Table, after: Table, person: Person) -> bool:
    if (before.claim is None) != (after.claim is None):
        return True  # everybody is asked for an answer, or nobody any longer
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
