"""A score sheet as everybody may read it: pages with deals and their lines, and who has confirmed them.

How a deal gets its lines is in ``rules.sheet.deals``, and who may write in ``rules.sheet.sheet``.
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

from rules.counting.reckon import NOTHING_SCORED, Entry, Revoked, Standing
from rules.counting.rubber import RubberLaw, RubberResult
from rules.frozen import frozen
from rules.seats import BySeat, BySide, Person, Seat, Side
from rules.tricks import Strain

NONE_HELD: Final = BySeat(0, 0, 0, 0)


@frozen
class Told:
    """A complete deal as the players told it: everything its lines depend on."""

    tricks: BySide[int]  # as won in play; 0 if honours called before play ended the deal
    strain: Strain | None = None  # None if trumps were turned up and nobody told the suit
    odd: int = 0  # the odd tricks that were bid; 0 in a game without bids
    declarers: Side | None = None  # the side that bid them
    level: int = 0  # doublings
    honours: BySeat[int] = NONE_HELD
    aces: BySeat[int] = NONE_HELD
    voids: tuple[Seat, ...] = ()  # hands dealt no trump
    revokes: tuple[Revoked, ...] = ()
    called: Side | None = None  # whose honours, called before play, ended the deal


@frozen
class Written:
    """A deal on the sheet, with the score before and after it."""

    told: Told
    entries: tuple[Entry, ...]
    before: Standing
    after: Standing


@frozen
class Page:
    """The page of one rubber. ``turn`` counts the changes to it, so that a confirmation refers to a certain
    state of the page."""

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
        """The most doublings in one deal."""
        return max((one.told.level for one in self.deals), default=0)

    def with_deals(
        self, deals: tuple[Written, ...], ended: RubberResult | None = None, *, broken_off: bool = False
    ) -> Page:
        """The page after a change, which nobody has confirmed yet."""
        return Page(self.number, deals, ended, broken_off, turn=self.turn + 1)


@frozen
class SheetView:
    """What everybody may see of a sheet, which is all of it."""

    game: str
    options: tuple[tuple[str, str], ...]
    law: RubberLaw
    seats: BySeat[Person]
    dummies: tuple[Seat, ...]
    guests: frozenset[Person]
    keeper: Person
    pages: tuple[Page, ...]
    closed: bool
    adjourned: bool = False  # the place where it stood is gone

    @property
    def page(self) -> Page:
        """The page that is being written."""
        return self.pages[-1]

    @property
    def options_key(self) -> str:
        """A short text that is another one once other options are arranged."""
        return f"{crc32(repr(self.options).encode()):08x}"

    def may_write(self, person: Person | None) -> bool:
        """Whether this person plays, or has opened the sheet. None is a moderator, or the bot itself."""
        return person is None or person == self.keeper or person in self.seats

    @property
    def named(self) -> frozenset[Person]:
        """The players with a Discord account, who are asked to confirm the score."""
        return frozenset(self.seats) - self.guests
