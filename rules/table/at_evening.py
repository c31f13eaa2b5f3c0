"""A table of an evening: four are seated by the director, one deal is played, and the table closes (laws 4.5,
4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules import refusals
from rules.chance import Chance
from rules.members import Member, Person
from rules.seats import ROUND, BySeat
from rules.table import events
from rules.table.cutting import cut_and_recut, cut_for_deal
from rules.table.events import Event
from rules.table.requests import AddRobot, AgreeToClose, Join, Leave, Pause, RemoveRobot, Request, Start
from rules.table.table import Table

MIDDLE: Final = 26
"""Where the pack of a shared deal is cut at every table, so that all have the same hands."""
OVER: Final = "evening"
"""Why the table was closed."""

_LEFT_TO_THE_DIRECTOR: Final = (AddRobot, AgreeToClose, Leave, Pause, RemoveRobot, Start)


def begun(table: Table, seats: BySeat[Member], chance: Chance) -> Sequence[Event]:
    """The four sit down. A shared deal is dealt from the seat whose turn it is by its number; else they cut
    for the deal."""
    assert table.evening is not None
    joined = tuple(events.Joined(member) for member in seats)
    if table.evening.shared:
        dealer, cuts = ROUND[(table.evening.deal - 1) % len(ROUND)], ()
        return (*joined, events.RubberBegun(1, table.game, table.options, seats, dealer, cuts))
    first, drawn = cut_and_recut(
        tuple(seats), chance.cards, cut_for_deal, suit_order=table.variant.house.suit_order_breaks_ties
    )
    dealer = next(seat for seat, member in seats.items() if member == first)
    return (*joined, events.RubberBegun(1, table.game, table.options, seats, dealer, drawn))


def check(table: Table, who: Member | None, request: Request) -> None:
    """Raises BelongsToEvening for what the director alone decides, such as who sits there. People take back
    their own chairs."""
    own = isinstance(who, Person) and table.rubber is not None and table.rubber.chair_of(who) is not None
    if isinstance(request, _LEFT_TO_THE_DIRECTOR) or (isinstance(request, Join) and not own):
        raise refusals.BelongsToEvening


def sequel(table: Table) -> Sequence[Event]:
    """A shared pack is cut for all, and after its deal the table closes."""
    assert table.evening is not None
    if table.last_number == table.evening.deal:
        return (events.Closed(OVER),)
    if table.pack is not None and table.evening.shared:
        return (events.PackCut(MIDDLE, "", None),)
    return ()
