"""Who plays which hand of a rubber with real cards, and which hands are dummies (laws 4.3, 4.4)."""

from __future__ import annotations

from rules.members import Person
from rules.seats import BySeat, Seat
from rules.sheet import errors


def seated(players: int, sitting: dict[Seat, Person]) -> tuple[BySeat[Person], tuple[Seat, ...]]:
    """The player of each hand, and the dummies: seats where nobody sits, played from opposite (laws 4.3,
    4.4). Raises SeatsMustBeFilled, DummiesFaceEachOther, SittingTwice."""
    if len(sitting) != players:
        raise errors.SeatsMustBeFilled(players)
    if len(set(sitting.values())) < len(sitting):
        raise errors.SittingTwice
    dummies = tuple(seat for seat in Seat if seat not in sitting)
    if any(seat.partner in dummies for seat in dummies):
        raise errors.DummiesFaceEachOther
    return BySeat(*(sitting.get(seat) or sitting[seat.partner] for seat in Seat)), dummies
