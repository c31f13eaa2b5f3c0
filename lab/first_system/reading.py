"""What the calls of an auction tell about each hand, by the system that robots bid and read.

Points are four for an ace, three for a king, two for a queen and one for a knave.
``screens.words.robot_system`` describes the same system to people. Nothing here knows prices or anybody's
cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from robots.payoffs import Bids
from rules.calls import Bid, Called, Double, Pass
from rules.cards import Hand, Rank, Suit
from rules.frozen import replace
from rules.seats import BySeat, Seat, by_seat
from rules.tricks import Strain

OPENING: Final = 12
"""Points of an opening bid in a suit."""

NO_TRUMPS_FROM: Final = 15
"""Points of an even hand that bids no trumps first."""

STRONG: Final = 20
"""Points of a hand that opens one trick higher than necessary."""

OVERCALL: Final = 10
"""Points of a side's first bid after an adversary's."""

ANSWER: Final = 6
"""Points of a hand that answers its partner's bid."""

STEP: Final = 3
"""Further points for each trick more."""

LONG: Final = 7
"""Cards of a suit that is bid high at once, to take room from the adversaries."""

LONG_FROM: Final = 7
"""Points of such a hand."""

Lengths = tuple[int, int, int, int]
"""The least number of cards in each suit, by the suit's index."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is known of a hand: bounds on its points, and the least number of cards in each suit."""

    low: int = 0
    high: int = 37
    lengths: Lengths = (0, 0, 0, 0)

    @property
    def middle(self) -> int:
        return (self.low + self.high) // 2

    def with_points(self, low: int, high: int) -> Picture:
        return replace(self, low=low, high=max(low, high))

    def with_at_least(self, low: int) -> Picture:
        return self.with_points(max(low, self.low), self.high)

    def with_at_most(self, high: int) -> Picture:
        return self.with_points(self.low, min(high, self.high))

    def with_length(self, suit: Suit | None, length: int) -> Picture:
        if suit is None:
            return self
        longest = max(length, self.lengths[suit.index])
        first, second, third, fourth = (
            longest if other is suit else least for other, least in zip(Suit, self.lengths, strict=True)
        )
        return replace(self, lengths=(first, second, third, fourth))


def points(hand: Hand) -> int:
    """Four for an ace, three for a king, two for a queen, one for a knave."""
    return sum(max(0, card.rank - Rank.TEN) for card in hand)


def cheapest(ladder: Sequence[Bid], strain: Strain, over: Bid | None) -> Bid | None:
    """The lowest bid of a strain that is high enough."""
    start = ladder.index(over) + 1 if over is not None else 0
    return next((bid for bid in ladder[start:] if bid.strain is strain), None)


def pictures(calls: Sequence[Called], law: Bids) -> BySeat[Picture]:
    """What every seat has told by its calls so far."""
    known = by_seat(lambda seat: Picture())
    bids: list[tuple[Seat, Bid]] = []
    for number, called in enumerate(calls):
        seat, call = called.seat, called.call
        picture = known.of(seat)
        match call:
            case Bid():
                forced = not number and law.must_open and call == law.ladder[0]
                told = picture.with_at_most(OPENING - 1) if forced else _bid(known, seat, call, bids, law)
                known = known.put(seat, told)
                bids.append((seat, call))
            case Pass():
                known = known.put(seat, _passed(picture, seat, bids, law))
            case Double():
                theirs = bool(bids) and bids[-1][0].side is not seat.side
                known = known.put(seat, picture.with_at_least(OVERCALL) if theirs else picture)
            case _:
                pass
    return known


def _passed(picture: Picture, seat: Seat, bids: Sequence[tuple[Seat, Bid]], law: Bids) -> Picture:
    """A pass tells something only of a player who has not bid and could have named a suit."""
    if any(by is seat for by, _ in bids) or all(bid.strain.trumps is None for bid in law.ladder):
        return picture
    if any(by is seat.partner for by, _ in bids):
        return picture.with_at_most(ANSWER + STEP)
    return picture.with_at_most(OPENING - 1 if not bids else OPENING + 2)


def _bid(
    known: BySeat[Picture], seat: Seat, bid: Bid, bids: Sequence[tuple[Seat, Bid]], law: Bids
) -> Picture:
    if bid.strain is Strain.MISERE:
        return Picture(0, ANSWER)
    picture, trumps = known.of(seat), bid.strain.trumps
    least = cheapest(law.ladder, bid.strain, bids[-1][1] if bids else None)
    jump = bid.odd - least.odd if least is not None else 0
    mine = {one.strain for by, one in bids if by is seat}
    partners = {one.strain for by, one in bids if by is seat.partner}
    if not mine and not partners:
        return _first(picture, bid.strain, jump, opened=not bids)
    wanted = _together(bid) - known.of(seat.partner).middle if jump else 0
    if not mine:
        return _answer(picture, bid, wanted, supports=bid.strain in partners)
    more = picture.with_at_least(min(wanted, picture.high + STEP))
    if trumps is None or bid.strain in partners:
        return more.with_length(trumps, 3)
    return more.with_length(trumps, picture.lengths[trumps.index] + 1 if bid.strain in mine else 4)


def _together(bid: Bid) -> int:
    """Points of a side that expects to make this bid: with eight trumps, or without trumps."""
    return round(18.5 + 2.65 * bid.odd if bid.strain.trumps is None else 11.5 + 3.7 * bid.odd)


def _first(picture: Picture, strain: Strain, jump: int, *, opened: bool) -> Picture:
    """The first bid of a side."""
    trumps = strain.trumps
    if trumps is None:
        even = replace(picture, lengths=(2, 2, 2, 2))
        return even.with_points(STRONG, 24) if jump else even.with_points(NO_TRUMPS_FROM, STRONG - 1)
    if jump == 1 and opened:
        return picture.with_points(STRONG, 26).with_length(trumps, 5)
    if jump:
        return picture.with_points(LONG_FROM, LONG_FROM + 7).with_length(trumps, LONG)
    if opened:
        return picture.with_points(OPENING, STRONG).with_length(trumps, 4)
    return picture.with_points(OVERCALL, OVERCALL + 7).with_length(trumps, 5)


def _answer(picture: Picture, bid: Bid, wanted: int, *, supports: bool) -> Picture:
    """The first bid of a player whose partner has bid. After a jump they count on the tricks."""
    trumps, low = bid.strain.trumps, max(ANSWER, wanted)
    if supports or trumps is None:
        return picture.with_points(low - 1, low + 4).with_length(trumps, 3)
    low = max(low, ANSWER if bid.odd == 1 else ANSWER + STEP)
    return picture.with_points(low, low + 9).with_length(trumps, 4 if bid.odd == 1 else 5)
