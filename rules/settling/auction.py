"""Settling by auction: each bid is higher than the last, it may be doubled and redoubled, and passes end it
(laws 7.1).

Auction Bridge and its descendants settle this way, and Vint. Nothing here names them: what may be bid, and in
what order, is a ladder of bids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from rules.calls import MOST_ODD_TRICKS, Bid, Call, Double, Pass
from rules.cards import Hand, Suit
from rules.counting.reckon import Contract, Standing
from rules.frozen import frozen
from rules.refusals import CallNotOpen, NotYourTurn, Refused, Why
from rules.seats import ALONE, ROUND, BySeat, Seat
from rules.settling.terms import Dealt, Dummy, Settling, Terms, ThrownIn
from rules.tricks import Prices, Strain

Ladder = tuple[Bid, ...]
"""Every bid that a game offers, the lowest first."""

SPADES_HIGH: Final = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NO_TRUMPS)
"""The order of the strains at plafond and contract (laws 8)."""

SPADES_LOW: Final = (Strain.SPADES, Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.NO_TRUMPS)
"""The order of the strains at Vint (ambiguity 52)."""


def by_tricks(order: Iterable[Strain]) -> Ladder:
    """Ranks bids by tricks, and bids of as many tricks by strain: majority calling (laws 6, 8)."""
    order = tuple(order)
    return tuple(Bid(odd, strain) for odd in range(1, MOST_ODD_TRICKS + 1) for strain in order)


def by_points(prices: Prices) -> Ladder:
    """Ranks bids by the points that their tricks would bring; of equal bids, the one of more tricks is higher
    (laws 7.1)."""
    offered = [strain for strain in Strain if prices.offers(strain)]
    return tuple(
        sorted(by_tricks(offered), key=lambda bid: (bid.odd * prices.of_strain(bid.strain), bid.odd))
    )


class Made(NamedTuple):
    """A bid, and who made it."""

    seat: Seat
    bid: Bid


Declarer = Callable[[tuple[Made, ...]], Seat]
"""Tells who plays the contract, from all bids in turn; the last is the final one."""


def first_to_name(bids: tuple[Made, ...]) -> Seat:
    """The player of the final bidder's side who first named its strain (laws 7.1). Royals are not the same
    strain as spades: so it was in the first edition of the laws."""
    final = bids[-1]
    strain, side = final.bid.strain, final.seat.side
    return next(seat for seat, bid in bids if bid.strain is strain and seat.side is side)


def first_to_bid_the_suit(bids: tuple[Made, ...]) -> Seat:
    """The player of the final bidder's side who first bid the same suit (laws 7.1). Spades and royals are one
    suit; no trumps and misère are each a kind of their own (ambiguity 74)."""
    final = bids[-1]
    kind = _strain_kind(final.bid.strain)
    named = (one.seat for one in bids if _strain_kind(one.bid.strain) is kind)
    return next(seat for seat in named if seat.side is final.seat.side)


def _strain_kind(strain: Strain) -> Suit | Strain:
    return strain if strain.trumps is None else strain.trumps


def final_bidder(bids: tuple[Made, ...]) -> Seat:
    """The player who made the final bid, as at Vint (laws 6)."""
    return bids[-1].seat


@frozen
class Auction:
    """The procedure, with the game's figures and the table's options."""

    ladder: Ladder
    max_doublings: int = 2  # a double and a redouble; 0 where bids cannot be doubled
    must_open: bool = False  # the dealer may not pass before there is a bid (laws 7.2)
    passes_to_end: int = 3  # after a bid; if more than 3, players may raise their own bid (ambiguity 51)
    dummy_shown_after: int | None = 1  # cards played before dummy is laid open; None: there is no dummy
    declarer: Declarer = first_to_name

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Settling:
        return Bidding(self, dealt)

    def outbids(self, bid: Bid, last: Bid) -> bool:
        """Whether the bid is higher than the last."""
        return bid in self.ladder and self.ladder.index(bid) > self.ladder.index(last)


OPENING_PASSES: Final = 4
"""After four passes without a bid the cards are thrown in (laws 7.1)."""


class Bidding(NamedTuple):
    """An auction in progress: beginning with the dealer, each player in turn bids, doubles or passes."""

    law: Auction
    dealt: Dealt
    speaks: int = 0  # places to the left of the dealer: whose turn it is
    bids: tuple[Made, ...] = ()
    rung: int = 0  # how many bids of the ladder are not higher than the last one
    level: int = 0  # doublings of the last bid
    passes: int = 0  # in succession, up to now

    @property
    def to_speak(self) -> Seat:
        return ROUND[(self.dealt.dealer.index + self.speaks) % 4]

    @property
    def last_bid(self) -> Bid | None:
        """The last bid."""
        return self.bids[-1].bid if self.bids else None

    @property
    def may_act(self) -> frozenset[Seat]:
        return ALONE[self.to_speak.index]

    @property
    def hands(self) -> BySeat[Hand]:
        return self.dealt.hands

    @property
    def _may_pass(self) -> bool:
        return not self.law.must_open or bool(self.bids) or self.passes > 0

    def _may_double(self, seat: Seat) -> bool:
        """The adversaries of the last bid may double it; then its own side may redouble (laws 7.1)."""
        if not self.bids or self.level >= self.law.max_doublings:
            return False
        ours = seat.side is self.bids[-1].seat.side
        return ours == (self.level % 2 == 1)

    def options(self, seat: Seat) -> tuple[Call, ...]:
        """Pass and double first, since they are short and used most; then the bids, cheapest first."""
        if seat is not self.to_speak:
            return ()
        passing = (Pass(),) if self._may_pass else ()
        doubling = (Double(),) if self._may_double(seat) else ()
        return passing + doubling + self.law.ladder[self.rung :]

    def check(self, seat: Seat, call: Call) -> None:
        if seat is not self.to_speak:
            raise NotYourTurn((self.to_speak,))
        match call:
            case Pass():
                if not self._may_pass:
                    raise Refused(Why.MUST_OPEN)
            case Double():
                if not self.law.max_doublings:
                    raise Refused(Why.NOTHING_IS_DOUBLED)
                if not self._may_double(seat):
                    raise Refused(Why.NOTHING_TO_DOUBLE)
            case Bid():
                if call not in self.law.ladder:
                    raise Refused(Why.NO_SUCH_CALL)
                if self.last_bid is not None and not self.law.outbids(call, self.last_bid):
                    raise Refused(Why.BID_TOO_LOW)
            case _:
                raise CallNotOpen((seat,), self.options(seat))

    def after(self, seat: Seat, call: Call) -> Settling | Terms | ThrownIn:
        law, bids, rung, level, passes = self.law, self.bids, self.rung, self.level, 0
        match call:
            case Bid():
                bids, rung, level = (*bids, Made(seat, call)), law.ladder.index(call) + 1, 0
            case Double():
                level += 1
            case _:
                passes = self.passes + 1
                if passes == (law.passes_to_end if bids else OPENING_PASSES):
                    return self.terms_so_far or ThrownIn()
        return Bidding(law, self.dealt, (self.speaks + 1) % 4, bids, rung, level, passes)

    @property
    def terms_so_far(self) -> Terms | None:
        """The player on declarer's left leads, and declarer's partner is dummy where there is one (laws 7.1).
        At misère there are no trumps (ambiguity 57)."""
        last = self.last_bid
        if last is None:
            return None
        declarer, shown_after = self.law.declarer(self.bids), self.law.dummy_shown_after
        return Terms(
            trumps=last.strain.trumps,
            level=self.level,
            leader=declarer.left,
            hands=self.dealt.hands,
            dummies=() if shown_after is None else (Dummy(declarer.partner, declarer, shown_after),),
            declared_by=declarer,
            contract=Contract(last, declarer.side),
        )
