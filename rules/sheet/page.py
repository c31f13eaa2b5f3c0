"""A score sheet as it may be read: pages of deals with their lines, and who has confirmed them.

Plain values. How a deal comes to its lines is in ``rules.sheet.deals``, and who may write in
``rules.sheet.decide``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.counting.reckon import Entry, Revoked
from rules.counting.rubber import RubberLaw, RubberResult
from rules.counting.standing import NOTHING_SCORED, Standing
from rules.members import Person
from rules.seats import BySeat, BySide, Seat, Side
from rules.strains import Strain

NONE_HELD: Final = BySeat(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Told:
    """What the players told of a deal, complete: all that its lines follow from."""

    tricks: BySide[int]  # as won in play; none where honours called before it ended the deal
    strain: Strain | None = None  # None where trumps were turned up and nobody said what they were
    odd: int = 0  # the odd tricks that were undertaken; none where nothing was
    declarers: Side | None = None  # who undertook them
    level: int = 0  # doublings
    honours: BySeat[int] = NONE_HELD
    aces: BySeat[int] = NONE_HELD
    voids: tuple[Seat, ...] = ()  # hands dealt no trump
    revokes: tuple[Revoked, ...] = ()
    called: Side | None = None  # whose honours, called before play, ended the deal


@dataclass(frozen=True, slots=True)
class Written:
    """A deal on the sheet, with the score before and after it."""

    told: Told
    entries: tuple[Entry, ...]
    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True)
class Page:
    """One rubber. ``turn`` counts what has been written and crossed out on it: what a player confirms is the
    page at a certain turn."""

    number: int
    deals: tuple[Written, ...] = ()
    ended: RubberResult | None = None
    broken_off: bool = False
    confirmed: frozenset[Person] = frozenset()
    rejected: frozenset[Person] = frozenset()
    counted: bool = False
    turn: int = 0

    @property
    def standing(self) -> Standing:
        return self.deals[-1].after if self.deals else NOTHING_SCORED

    @property
    def highest(self) -> int:
        """The longest chain of doublings."""
        return max((one.told.level for one in self.deals), default=0)

    def after(
        self, deals: tuple[Written, ...], ended: RubberResult | None = None, *, broken_off: bool = False
    ) -> Page:
        """The page after a further stroke of the pen, which nobody has confirmed."""
        return Page(self.number, deals, ended, broken_off, turn=self.turn + 1)


@dataclass(frozen=True, slots=True)
class SheetView:
    """All that the room may see of a sheet, which is all of it."""

    game: str
    options: tuple[tuple[str, str], ...]
    law: RubberLaw
    seats: BySeat[Person]
    dummies: tuple[Seat, ...]
    guests: frozenset[Person]
    keeper: Person
    pages: tuple[Page, ...]
    closed: bool

    @property
    def page(self) -> Page:
        """The one that is being written."""
        return self.pages[-1]

    @property
    def named(self) -> frozenset[Person]:
        """The people on Discord who play: each is asked whether the score is right."""
        return frozenset(self.seats) - self.guests
