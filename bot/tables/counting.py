"""What is counted of a finished deal for its players' statistics. It is found from the table as it then is,
when the deal ends and again when the log is replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.tables.replay import replay
from rules.calls import Bid, Called, Declare, Double
from rules.games.promise import Made, deal_points, made
from rules.seats import Person, Seat
from rules.table.events import DealReckoned
from rules.table.rubber import Rubber
from rules.table.table import Table
from rules.view import FinishedDeal
from storage.ports.records import DealCount, DealShare, Stored, TableId

DEAL: Final = "deal"


def is_counted(table: Table) -> bool:
    """Whether this table's deals are counted: not those played alone or brought in a file, nor those that
    others have still to play, who might learn something of them."""
    if table.alone is not None or table.brought is not None:
        return False
    return table.evening is None or not table.evening.shared


def deal_count(rubber: Rubber, after: Table) -> DealCount:
    """The deal that is just over, of this rubber. A deal that was thrown in counts as one that was sat
    through, and for nothing else."""
    deal = after.last
    assert deal is not None
    brought = deal_points(deal, after.variant.rubber)
    done = made(deal, after.variant)
    shares = []
    for seat in rubber.chairs:
        sitting = rubber.seats.of(seat)
        if isinstance(sitting, Person):
            net = brought.of(seat.side) - brought.of(seat.side.other)
            shares.append(DealShare(sitting, net, (DEAL, *_deeds(seat, deal, done))))
    return DealCount(after.game, deal.number, tuple(shares))


def deal_counts(table_id: TableId, stored: Sequence[Stored]) -> Iterator[tuple[DealCount, float]]:
    """The same for every finished deal of a table, from all its events, with the time of each. Raises
    Unreadable, BadOption, OptionsClash."""
    begun = replay(table_id, None, stored)
    state = begun.state
    for one in begun.events:
        rubber = state.rubber
        state = state.after(one.event)
        if isinstance(one.event, DealReckoned):
            assert rubber is not None
            if is_counted(state):
                yield deal_count(rubber, state), one.at


def _deeds(seat: Seat, deal: FinishedDeal, done: Made | None) -> Iterator[str]:
    """What this seat declared and doubled. A contre is won by the side that doubled if the contract, or the
    odd trick of a declaration, was not made."""
    settled = deal.settled
    if settled is None or done is None:
        return
    if settled.declared_by is seat:
        strain = settled.strain_played.letter
        yield f"declared {strain}"
        if done.made:
            yield f"made {strain}"
    if seat in _doublers(deal.calls):
        yield _double(seat, done)


def _double(seat: Seat, done: Made) -> str:
    declared = seat.side is done.side
    won = done.made is declared
    return f"{'surcontre' if declared else 'contre'} {'won' if won else 'lost'}"


def _doublers(calls: Sequence[Called]) -> frozenset[Seat]:
    """The seats that doubled what was played in the end."""
    doublers: set[Seat] = set()
    for seat, call in calls:
        if isinstance(call, Declare | Bid):
            doublers.clear()
        elif isinstance(call, Double):
            doublers.add(seat)
    return frozenset(doublers)
