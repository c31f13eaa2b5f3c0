"""Prepared positions, solved with all hands open; skipped where there is no solver."""

from __future__ import annotations

from bot.tables.prepared import table_at
from robots.search.double_dummy import Position, load_solver
from rules.cards import PACK, Card, Suit
from rules.deal.play import Playing
from rules.prepared import Prepared
from rules.seats import Seat
from rules.table.table import Table

SOLVER = load_solver()


def playing_of(table: Table) -> Playing:
    assert table.deal is not None and table.deal.playing is not None
    return table.deal.playing


def worth(deal: Prepared, acts: int) -> dict[Card, int]:
    """The tricks that the side of the hand due takes from now on, by each card that it may play."""
    return worth_of(playing_of(table_at(deal, acts)))


def worth_of(playing: Playing) -> dict[Card, int]:
    laid = tuple(card.index for card in playing.laid)
    return _solved(Position(playing.left, playing.terms.trumps, playing.leader.index, laid))


def best_cards(deal: Prepared, acts: int) -> set[Card]:
    found = worth(deal, acts)
    return {card for card, tricks in found.items() if tricks == max(found.values())}


def tricks_of_leader(deal: Prepared, trumps: Suit | None, leader: Seat) -> int:
    """What the side of the first leader takes of thirteen tricks."""
    hands = [deal.hands.of(seat).bits for seat in Seat]
    return max(_solved(Position(hands, trumps, leader.index)).values())


def _solved(position: Position) -> dict[Card, int]:
    assert SOLVER is not None
    (found,) = SOLVER.solve([position])
    return {PACK[index]: tricks for index, tricks in found.items()}
