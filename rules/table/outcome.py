"""What a finished deal came to for its sides: made or lost, and the points."""

from __future__ import annotations

from typing import NamedTuple

from rules.counting.points_up import PointsUp
from rules.counting.reckon import BOOK, Column, Line, Revoked
from rules.counting.rubber import RubberLaw, gained
from rules.games.variant import Variant
from rules.seats import BySide, Side, plus
from rules.strains import Strain
from rules.view import Open


class Made(NamedTuple):
    """How a declarer's side did: ``over`` is how many tricks more it won than it had to."""

    side: Side
    over: int

    @property
    def made(self) -> bool:
        return self.over >= 0


def made(deal: Open) -> Made | None:
    """None where nobody declared, or where the deal was not played out."""
    settled = deal.settled
    if settled is None or settled.declared_by is None or honours_called(deal) is not None:
        return None
    side = settled.declared_by.side
    if settled.bid is None:
        return Made(side, deal.won.of(side) - BOOK - 1)
    winners = side.other if settled.bid.strain is Strain.MISERE else side
    return Made(side, deal.won.of(winners) - BOOK - settled.bid.odd)


def honours_called(deal: Open) -> Side | None:
    """The side that ended the deal with its honours before it was played out."""
    return next((one.side for one in deal.entries if one.line is Line.HONOURS_CALLED), None)


def tricks_scored(deal: Open, variant: Variant) -> BySide[int]:
    """The tricks of each side, where they are the score (laws 4.5): as won, with those taken as penalties."""
    if not isinstance(variant.reckoning, PointsUp):
        return deal.won
    revokes = tuple(Revoked(one.seat.side, one.penalty) for one in deal.claims if one.penalty is not None)
    return variant.reckoning.tricks_after(deal.won, revokes)


def points(deal: Open, law: RubberLaw) -> BySide[int]:
    """What the deal itself brought each side: all that counts in the rubber or, where a rubber is worth only
    its games, the points of the game."""
    columns = law.columns if Column.BELOW in law.columns else (Column.BELOW, Column.ABOVE)
    total = BySide(0, 0)
    for column in columns:
        total = plus(total, gained(deal.entries, column))
    return total
