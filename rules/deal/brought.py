"""Deals that somebody has brought: hands, dealers and vulnerability from a file, instead of a shuffle.

Each stands alone, as at duplicate: the score before it is nil but for the total, and a side that is
vulnerable has won a game. Who brought them knows the hands, so they sit only where all others have agreed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.cards import Card, Hand
from rules.counting.reckon import NIL, Standing
from rules.frozen import frozen
from rules.seats import ROUND, BySeat, BySide, Person, Seat
from rules.view import DealsFrom

MOST_BROUGHT: Final = 128
"""Deals of a file that are taken at most."""
_NONE, _NS, _EW, _ALL = (
    BySide(*sides) for sides in ((False, False), (True, False), (False, True), (True, True))
)
_VULNERABILITY: Final = (_NONE, _NS, _EW, _ALL)


@frozen
class BroughtDeal:
    """One deal of a file."""

    number: int  # as the file has it, for people: at the table deals are counted from the first
    dealer: Seat
    vulnerable: BySide[bool]
    hands: BySeat[Hand]


def usual_dealer(number: int) -> Seat:
    """Who deals the board of this number where nothing else is said (PBN 2.1, 3.4.7)."""
    return ROUND[(number - 1) % 4]


def usual_vulnerability(number: int) -> BySide[bool]:
    """Who is vulnerable in the board of this number: of sixteen boards each side in eight."""
    place = (number - 1) % 16
    return _VULNERABILITY[(place + place // 4) % 4]


@frozen
class Brought:
    """The deals of a table or an evening that were brought, and who is told to know them."""

    by: Person | None  # None where nothing but the deals is told, or they have been forgotten
    deals: tuple[BroughtDeal, ...]
    first: int = 1  # the number of the first of them at the table
    admitted: frozenset[Person] = frozenset()  # who have agreed that the one who knows them plays

    @property
    def last(self) -> int:
        """The number of the last of them at the table."""
        return self.first + len(self.deals) - 1

    @property
    def as_told(self) -> DealsFrom:
        """What everybody may know of them: no hand."""
        return DealsFrom(self.by, len(self.deals), self.first, self.admitted)

    def numbered(self, deal: int) -> BroughtDeal:
        """The deal that has this number at the table."""
        return self.deals[deal - self.first]

    def keeps_out(self, who: object, others: Sequence[Person]) -> bool:
        """Whether somebody knows the hands, and others at the table have not agreed that they play."""
        return self.by is not None and who == self.by and bool(set(others) - {self.by} - self.admitted)


def standing_of(brought: BroughtDeal, totals: BySide[int], *, reckoned: bool) -> Standing:
    """The score before a deal that stands alone. Vulnerability counts where the game has it: ``reckoned``."""
    games = BySide(*map(int, brought.vulnerable)) if reckoned else NIL
    return Standing(NIL, games, totals)


def turned_of(hand: Hand, order: Sequence[Card]) -> Card:
    """The card that a dealer turns up from a hand that nobody dealt: the first of it in a shuffled pack."""
    return next(card for card in order if card in hand)
