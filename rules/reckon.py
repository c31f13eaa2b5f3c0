"""Reckoning a deal: small reckoners, each a function of what the deal came to, each line with its reason.

Knows prices, honours, slams and chicane as shapes; the figures come from the game's row of data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Protocol

from rules.cards import Rank, Suit
from rules.seats import BySeat, BySide, Seat, Side
from rules.standing import Standing

BOOK = 6
"""Tricks that bring nothing: only those over the book are odd tricks (laws 0)."""

HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE, Rank.TEN)
"""The five honours of a trump suit (Collinson 1886, "Scoring")."""


class Column(Enum):
    """Below the line counts towards game; above it only in the rubber's total (laws 0)."""

    BELOW = "below"
    ABOVE = "above"


class Line(Enum):
    """What a line of the score is for. The word is the one that is stored."""

    ODD_TRICKS = "odd_tricks"
    GRAND_SLAM = "grand_slam"
    PETIT_SLAM = "petit_slam"
    HONOURS = "honours"
    CHICANE = "chicane"
    REVOKE_ADDED = "revoke_added"
    REVOKE_DEDUCTED = "revoke_deducted"
    REVOKE_CAP = "revoke_cap"
    RUBBER = "rubber"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the score: ``amount`` = ``count`` × ``unit`` × ``times``, unless a cap says otherwise."""

    line: Line
    side: Side
    amount: int
    column: Column
    count: int = 1
    unit: int = 0
    times: int = 1
    seat: Seat | None = None  # the hand that the line speaks of, if one


class Prices(NamedTuple):
    """What an undoubled trick is worth under each declaration."""

    no_trumps: int
    hearts: int
    diamonds: int
    clubs: int
    spades: int

    def of(self, trumps: Suit | None) -> int:
        match trumps:
            case None:
                return self.no_trumps
            case Suit.HEARTS:
                return self.hearts
            case Suit.DIAMONDS:
                return self.diamonds
            case Suit.CLUBS:
                return self.clubs
            case Suit.SPADES:
                return self.spades


class Penalty(Enum):
    """What the adversaries of a revoker may choose (laws 2.9)."""

    TAKE_THREE = "take3"
    ADD = "add"
    DEDUCT = "deduct"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Revoked:
    """One established revoke and the penalty chosen for it."""

    side: Side
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class Tally:
    """What a deal came to: all that a reckoner may look at. Counts, so that people who play with real
    cards can give them too."""

    trumps: Suit | None
    level: int  # doublings
    tricks: BySide[int]  # as won in play
    honours: BySeat[int]  # trump honours, or aces without trumps, in each hand as dealt
    voids: frozenset[Seat] = frozenset()  # hands dealt no trump
    revokes: tuple[Revoked, ...] = ()
    taken: BySide[int] = field(default_factory=lambda: BySide(0, 0))  # tricks gained (lost) as a penalty

    @property
    def multiplier(self) -> int:
        return 1 << self.level

    def honours_of(self, side: Side) -> tuple[int, int]:
        """The honours in the two hands of a side, the richer hand first."""
        held = sorted((self.honours.of(seat) for seat in side.seats), reverse=True)
        return held[0], held[1]


class Reckoner(Protocol):
    """A part in the slot ``reckoners``: yields the lines that it finds in a tally, at this standing."""

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]: ...


@dataclass(frozen=True, slots=True)
class OddTricks:
    """The side with more than the book scores each trick over it at the doubled price; either side scores
    alike, there being no contract (laws 2.4)."""

    prices: Prices

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        unit, times = self.prices.of(tally.trumps), tally.multiplier
        for side in Side:
            odd = tally.tricks.of(side) + tally.taken.of(side) - BOOK
            if odd > 0:
                yield Entry(Line.ODD_TRICKS, side, odd * unit * times, Column.BELOW, odd, unit, times)


@dataclass(frozen=True, slots=True)
class Slams:
    """All the tricks, or all but one, won in play by either side; a side that revoked scores none
    (laws 2.5, 2.9; ambiguities 10 and 11)."""

    petit: int
    grand: int
    doubled: bool = False
    column: Column = Column.ABOVE

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        revoked = {revoke.side for revoke in tally.revokes if revoke.penalty is not Penalty.NONE}
        times = tally.multiplier if self.doubled else 1
        for side in Side:
            won = tally.tricks.of(side)
            if side in revoked or won < 12:
                continue
            line, worth = (Line.GRAND_SLAM, self.grand) if won == 13 else (Line.PETIT_SLAM, self.petit)
            yield Entry(line, side, worth * times, self.column, 1, worth, times)


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours are worth so many undoubled tricks and never count to the game (laws 2.6)."""

    prices: Prices
    five_in_one: int = 9

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        for side in Side:
            tricks = self.tricks(tally, side)
            if tricks:
                unit = self.prices.of(tally.trumps)
                yield Entry(Line.HONOURS, side, tricks * unit, Column.ABOVE, tricks, unit)

    def tricks(self, tally: Tally, side: Side) -> int:
        """How many tricks a side's honours are worth."""
        richer, poorer = tally.honours_of(side)
        held = richer + poorer
        if tally.trumps is None:
            return {3: 3, 4: 8 if richer == 4 else 4}.get(held, 0)
        if held == 3:
            return 2
        if held == 4:
            return 8 if richer == 4 else 4
        if held == 5:
            return {5: self.five_in_one, 4: 9}.get(richer, 5)
        return 0


@dataclass(frozen=True, slots=True)
class Chicane:
    """A hand dealt no trump adds simple honours to its own side's honour score, or takes them from the
    other side's (laws 2.7). Per hand, or once a side however many of its hands are void (ambiguity 13)."""

    honours: Honours
    simple: int = 2
    per_hand: bool = True

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        if tally.trumps is None:
            return
        unit = self.honours.prices.of(tally.trumps)
        for side in Side:
            void = [seat for seat in side.seats if seat in tally.voids]
            scoring = next((one for one in Side if self.honours.tricks(tally, one)), None)
            if scoring is None:
                continue
            count = self.simple if scoring is side else -self.simple
            for seat in void if self.per_hand else void[:1]:
                yield Entry(Line.CHICANE, scoring, count * unit, Column.ABOVE, count, unit, seat=seat)
