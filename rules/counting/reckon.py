"""Reckoning a deal: the counts that it came to, and the lines of the score, each with its reason.

Which lines there are is in ``rules.counting.bridge_lines`` and modules like it; the figures are in the games'
rows of data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import Final, NamedTuple, Protocol

from rules.calls import Bid
from rules.cards import Card, Hand, Rank, Suit
from rules.frozen import frozen
from rules.seats import BySeat, BySide, Seat, Side, by_side
from rules.tricks import Strain, plain_strain

NIL: Final = BySide(0, 0)


@frozen
class Standing:
    """The score before or after a deal. Points are Python integers, since contres may double them without
    end."""

    below: BySide[int] = NIL  # points towards the game in progress
    games: BySide[int] = NIL
    totals: BySide[int] = NIL  # all points of the rubber, in every column that counts
    noted: BySide[int] = NIL  # honours noted beside the game in progress, where its winner alone counts them


NOTHING_SCORED: Final = Standing()


BOOK: Final = 6
"""The first six tricks, which score nothing: only those over the book are odd tricks (laws 0)."""


class Column(Enum):
    """Points below the line count towards the game, those above it only in the rubber's total (laws 0). A
    bonus is for winning a game or rubber; it is not part of what the deal itself scored. What is noted counts
    nowhere until the game is won: then the winner has a bonus for it (ambiguity 32)."""

    BELOW = "below"
    ABOVE = "above"
    BONUS = "bonus"
    NOTED = "noted"


class Line(Enum):
    """What a line of the score is for. The values are stored."""

    ODD_TRICKS = "odd_tricks"
    TRICKS = "tricks"  # all tricks, where those of the book score too
    OVERTRICKS = "overtricks"
    UNDERTRICKS = "undertricks"
    FULFILMENT = "fulfilment"  # for making a doubled contract
    GRAND_SLAM = "grand_slam"
    PETIT_SLAM = "petit_slam"
    SLAM_FAILED = "slam_failed"  # for the adversaries of a slam that was bid and not made
    HONOURS = "honours"
    HONOURS_CALLED = "honours_called"  # before play; the deal ends with it
    HONOURS_NOTED = "honours_noted"  # of the game's winner, beside its score
    GAME_POINTS = "game_points"  # those by which the game was won, where they count in the rubber
    CHICANE = "chicane"
    REVOKE_ADDED = "revoke_added"
    REVOKE_DEDUCTED = "revoke_deducted"
    REVOKE_CAP = "revoke_cap"
    GAME = "game"
    RUBBER = "rubber"
    UNFINISHED = "unfinished"  # being ahead in a rubber that is broken off


@frozen
class Entry:
    """One line of the score: ``amount`` = ``count`` × ``unit`` × ``times``, unless a cap or a sliding scale
    says otherwise."""

    line: Line
    side: Side
    amount: int
    column: Column
    count: int = 1
    unit: int = 0
    times: int = 1
    seat: Seat | None = None  # the hand that the line is about, if it is about one


class Penalty(Enum):
    """A penalty that the adversaries of a revoking side may choose (laws 2.9, 4.2)."""

    TAKE_THREE = "take3"
    ADD = "add"
    DEDUCT = "deduct"
    TRANSFER = "transfer"  # deducted from the one side and added to the other
    NONE = "none"


@frozen
class Revoked:
    """An established revoke and the penalty chosen for it."""

    side: Side
    penalty: Penalty


class Contract(NamedTuple):
    """The final bid, and the side that made it."""

    bid: Bid
    side: Side

    @property
    def needs(self) -> int:
        """The tricks that the side must win or, at misère, lose."""
        return BOOK + self.bid.odd


class Counted(Enum):
    """Whose hand an honour belongs to (laws ambiguities 35 and 46)."""

    DEALT = "dealt"
    PLAYED = "played"  # who held it when play began, after a ruff
    CAPTURED = "captured"  # who won it in a trick


@frozen
class HonourCards:
    """Which ranks of trumps are honours, and whose they are."""

    ranks: tuple[Rank, ...]
    counted: Counted = Counted.DEALT

    def in_suit(self, trumps: Suit) -> Hand:
        """The honours of this suit."""
        return _honour_hand(self.ranks, trumps)


@cache
def _honour_hand(ranks: tuple[Rank, ...], trumps: Suit) -> Hand:
    return Hand.of(Card(rank, trumps) for rank in ranks)


ACES: Final = Hand.of(Card(Rank.ACE, suit) for suit in Suit)


FIVE_HONOURS: Final = HonourCards((Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE, Rank.TEN))
"""The honours of Biritch and bridge (Collinson 1886, "Scoring")."""

FOUR_HONOURS: Final = HonourCards((Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE))
"""The honours of whist (laws 4.2)."""


NO_ACES: Final = BySeat(0, 0, 0, 0)


class Tally(NamedTuple):
    """The counts of a deal: everything that its reckoning depends on. Players with real cards can give them
    too."""

    trumps: Suit | None
    level: int  # doublings
    tricks: BySide[int]  # as won in play
    honours: BySeat[int]  # trump honours, or aces without trumps, of each hand
    voids: frozenset[Seat] = frozenset()  # hands dealt no trump
    revokes: tuple[Revoked, ...] = ()
    taken: BySide[int] = NIL  # tricks gained as a penalty, or lost
    aces: BySeat[int] = NO_ACES  # of each hand, where a game counts them besides honours
    contract: Contract | None = None
    called: Side | None = None  # whose honours, called before play, ended the deal
    won_by: tuple[Side, ...] = ()  # who won each trick in turn, where that is known

    @property
    def multiplier(self) -> int:
        return 1 << self.level

    @property
    def strain(self) -> Strain:
        return self.contract.bid.strain if self.contract is not None else plain_strain(self.trumps)

    def honours_of(self, side: Side) -> tuple[int, int]:
        """How many honours the two hands of a side hold, the richer hand first."""
        held = sorted((self.honours.of(seat) for seat in side.seats), reverse=True)
        return held[0], held[1]

    def revoked(self, side: Side) -> bool:
        """Whether this side has revoked and is punished for it."""
        return any(one.side is side and one.penalty is not Penalty.NONE for one in self.revokes)


def three_for_each(tally: Tally) -> BySide[int]:
    """The tricks that sides gain and lose as penalties for revokes: three for each that is so punished, but
    no more than the side won in play (laws 2.9, 4.2)."""
    lost = by_side(
        lambda side: min(3 * tally.revokes.count(Revoked(side, Penalty.TAKE_THREE)), tally.tricks.of(side))
    )
    return by_side(lambda side: lost.of(side.other) - lost.of(side))


class Reckoning(Protocol):
    """The part of a variant called ``reckoning``: gives all lines of a deal, in the order of counting."""

    def __call__(self, tally: Tally, standing: Standing) -> tuple[Entry, ...]: ...

    def taken(self, tally: Tally, standing: Standing) -> BySide[int]:
        """The tricks that each side gains by the penalties for revokes, or loses."""

    def __hash__(self) -> int: ...


class Reckoner(Protocol):
    """Gives the lines of one kind for a deal, at the score before it."""

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]: ...


class Revokes(Protocol):
    """What revokes cost."""

    def penalties(self, tally: Tally, standing: Standing) -> tuple[Tally, Sequence[Entry]]:
        """The tally with tricks transferred, and the lines of points."""

    def enforced(self, tally: Tally, standing: Standing, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The lines of the deal without, or less, what a revoking side may not score."""


@frozen
class ByLines:
    """A reckoning by independent lines: first the penalties for revokes, which precede every other score
    (laws 2.9), then the lines of each reckoner."""

    reckoners: tuple[Reckoner, ...]
    revokes: Revokes | None = None

    def __call__(self, tally: Tally, standing: Standing) -> tuple[Entry, ...]:
        penalties: Sequence[Entry] = ()
        if self.revokes is not None:
            tally, penalties = self.revokes.penalties(tally, standing)
        entries = (*penalties, *(one for reckoner in self.reckoners for one in reckoner(tally, standing)))
        return tuple(self.revokes.enforced(tally, standing, entries)) if self.revokes is not None else entries

    def taken(self, tally: Tally, standing: Standing) -> BySide[int]:
        return self.revokes.penalties(tally, standing)[0].taken if self.revokes is not None else NIL
