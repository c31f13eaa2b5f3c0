"""Corrects a deal that stands on a sheet, without losing those after it; and who plays which hand there.

What was told of the later deals stays. Their lines are reckoned again, since they depend on the score before
them: who is vulnerable, who may score honours, how much there is to deduct. Some hands are dummies (laws 4.3,
4.4).
"""

from __future__ import annotations

from rules.counting.reckon import Entry
from rules.counting.standing import Standing
from rules.games.variant import Variant
from rules.members import Person
from rules.seats import BySeat, Seat
from rules.sheet import errors
from rules.sheet.deals import Given, may_call, reckoned
from rules.sheet.errors import ChangesLaterDeal, SheetRefused, SheetWhy
from rules.sheet.honours import lines
from rules.sheet.page import Page, Told


def corrected(
    variant: Variant, page: Page, deal: int, given: Given
) -> tuple[Told, tuple[tuple[Entry, ...], ...]]:
    """The deal with this number as it is now told, and the lines of it and of each deal after it. Raises
    SheetWhy.NO_SUCH_DEAL, ChangesLaterDeal and what ``reckoned`` raises."""
    if not 1 <= deal <= len(page.deals):
        raise SheetRefused(SheetWhy.NO_SUCH_DEAL)
    standing = page.deals[deal - 1].before
    told, entries = reckoned(variant, given, standing)
    found = [entries]
    standing = variant.rubber.after(standing, entries)
    for number, later in enumerate(page.deals[deal:], deal + 1):
        if variant.rubber.winner(standing) is not None or not _could_be_played(variant, later.told, standing):
            raise ChangesLaterDeal(number)
        entries = lines(variant, later.told, standing)
        found.append(entries)
        standing = variant.rubber.after(standing, entries)
    return told, tuple(found)


def _could_be_played(variant: Variant, told: Told, standing: Standing) -> bool:
    """Whether honours that ended a deal before play could be called at this score."""
    return told.called is None or may_call(variant, told.called, standing)


def seated(players: int, sitting: dict[Seat, Person]) -> tuple[BySeat[Person], tuple[Seat, ...]]:
    """The player of each hand, and the dummies: seats where nobody sits, played from opposite (laws 4.3,
    4.4). Raises SeatsMustBeFilled, SheetWhy.DUMMIES_FACE_EACH_OTHER, SheetWhy.SITTING_TWICE."""
    if len(sitting) != players:
        raise errors.SeatsMustBeFilled(players)
    if len(set(sitting.values())) < len(sitting):
        raise errors.SheetRefused(errors.SheetWhy.SITTING_TWICE)
    dummies = tuple(seat for seat in Seat if seat not in sitting)
    if any(seat.partner in dummies for seat in dummies):
        raise errors.SheetRefused(errors.SheetWhy.DUMMIES_FACE_EACH_OTHER)
    return BySeat(*(sitting.get(seat) or sitting[seat.partner] for seat in Seat)), dummies
