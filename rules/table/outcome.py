"""What a finished deal came to for its sides: made or lost, and the points."""

from __future__ import annotations

from typing import NamedTuple

from rules.counting.reckon import BOOK, NIL, Column, Contract, Line, Revoked, Tally
from rules.counting.rubber import RubberLaw, gained
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Side, plus
from rules.tricks import Strain
from rules.view import FinishedDeal


class Made(NamedTuple):
    """How a declarer's side did: ``over`` is how many tricks more it won than it had to."""

    side: Side
    over: int

    @property
    def made(self) -> bool:
        return self.over >= 0


def made(deal: FinishedDeal, variant: Variant) -> Made | None:
    """By the tricks after penalties for revokes. None where nobody declared, or where honours ended the deal
    before it was played out."""
    settled = deal.settled
    if settled is None or settled.declared_by is None or honours_called(deal) is not None:
        return None
    side, tricks = settled.declared_by.side, tricks_scored(deal, variant)
    if settled.bid is None:
        return Made(side, tricks.of(side) - BOOK - 1)
    winners = side.other if settled.bid.strain is Strain.MISERE else side
    return Made(side, tricks.of(winners) - BOOK - settled.bid.odd)


def honours_called(deal: FinishedDeal) -> Side | None:
    """The side that ended the deal with its honours before it was played out."""
    return next((one.side for one in deal.entries if one.line is Line.HONOURS_CALLED), None)


def tricks_scored(deal: FinishedDeal, variant: Variant) -> BySide[int]:
    """The tricks of each side by which the deal is scored: as won, with those taken as penalties for
    revokes."""
    return plus(deal.won, tricks_taken(deal, variant))


def tricks_taken(deal: FinishedDeal, variant: Variant) -> BySide[int]:
    """The tricks that each side gained by penalties for revokes, or lost (laws 2.9, 4.2, 7.3)."""
    revokes = tuple(Revoked(one.seat.side, one.penalty) for one in deal.claims if one.penalty is not None)
    settled = deal.settled
    if settled is None or not revokes:
        return NIL
    contract = None
    if settled.bid is not None and settled.declared_by is not None:
        contract = Contract(settled.bid, settled.declared_by.side)
    tally = Tally(
        settled.trumps, settled.level, deal.won, BySeat(0, 0, 0, 0), revokes=revokes, contract=contract
    )
    return variant.reckoning.taken(tally, deal.before)


def points(deal: FinishedDeal, law: RubberLaw) -> BySide[int]:
    """What the deal itself brought each side: all that counts in the rubber or, where a rubber is worth only
    its games, the points of the game."""
    columns = law.columns if Column.BELOW in law.columns else (Column.BELOW, Column.ABOVE)
    total = BySide(0, 0)
    for column in columns:
        total = plus(total, gained(deal.entries, column))
    return total
