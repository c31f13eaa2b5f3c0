"""What the calls of hidden hands tell about them.

A robot's call is read sharply: with a hand with which the same code would have called otherwise it is
unlikely. Anybody else's is read softly, by how good the call looks to a player with that hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log
from typing import Final

from robots.calls.meaning import Picture
from robots.calls.reading import heard_by
from robots.calls.valuing import HIGHEST, Declarer, asked, hope, softly
from robots.payoffs import Payoffs, payoffs_of
from robots.player import Strength, robots_at, strength_at
from rules.calls import Call, Called, Content, Declare, Double, Pass
from rules.cards import PACK, Hand, Rank
from rules.counting.reckon import Standing
from rules.frozen import replace
from rules.seats import Seat
from rules.settling.declaration import Declaration
from rules.view import PublicDeal, SeatView, Settled

OTHERWISE: Final = 0.05
"""The chance of a robot's call from a hand with which its code would have called otherwise: it may have been
another code, where a robot did not answer in time."""

A_POINT: Final = 0.35
A_CARD: Final = 0.8
"""The loss of log-likelihood for each point, or card, by which a hand differs from what was bid."""

HeardOf = Callable[[Hand], float]
"""The log-likelihood of calls of a seat, as a function of its hand of thirteen."""


def heard_calls(
    view: SeatView, hidden: frozenset[Seat], *, sharply: bool = True
) -> list[tuple[int, HeardOf]]:
    """The calls of these seats, each with the index of its seat. Easy robots call by other figures than
    those that are known here."""
    sharp = sharply and strength_at(view.table) is not Strength.EASY
    robots = robots_at(view.table) if sharp else frozenset[Seat]()
    return [*_declared(view, hidden, robots), *_bid(view, hidden)]


# Declarations


def _declared(
    view: SeatView, hidden: frozenset[Seat], robots: frozenset[Seat]
) -> Iterator[tuple[int, HeardOf]]:
    """The calls where dealer or dealer's partner names trumps: declarations, passes and doublings. That a
    robot let a value stand tells as much as that it doubled it."""
    deal, rubber, payoffs = view.deal, view.table.rubber, payoffs_of(view.table)
    assert deal is not None and rubber is not None and deal.settled is not None
    if not any(isinstance(called.call, Declare) for called in deal.calls):
        return
    level = 0
    for called in deal.calls:
        seat, call = called
        if seat in hidden and isinstance(call, Declare | Pass):
            declarer = Declarer(payoffs, seat.side, rubber.standing)
            named = _would_name if seat in robots else _named
            yield seat.index, named(declarer, called, may_pass=seat is deal.dealer)
        elif seat in hidden and isinstance(call, Double | Content):
            settled = replace(deal.settled, level=level)
            if seat not in robots:
                if isinstance(call, Double):
                    yield seat.index, _doubled(seat, deal, settled, payoffs, rubber.standing)
            elif _may_double(payoffs, settled):
                yield seat.index, _would_double(called, deal, settled, payoffs, rubber.standing)
        level += isinstance(call, Double)


def _named(declarer: Declarer, called: Called, *, may_pass: bool) -> HeardOf:
    return lambda hand: log(declarer.chance(hand, called.call, may_pass=may_pass))


def _would_name(declarer: Declarer, called: Called, *, may_pass: bool) -> HeardOf:
    def heard(hand: Hand) -> float:
        worth = declarer.calls(hand, may_pass=may_pass)
        return _same(max(worth, key=lambda call: worth[call]), called.call)

    return heard


def _doubled(seat: Seat, deal: PublicDeal, settled: Settled, payoffs: Payoffs, standing: Standing) -> HeardOf:
    def heard(hand: Hand) -> float:
        gain = hope(hand, seat, deal.dealer, settled, payoffs, standing) - asked(settled.level)
        return log(softly({Content(): 0.0, Double(): gain}, Double()))

    return heard


def _would_double(
    called: Called, deal: PublicDeal, settled: Settled, payoffs: Payoffs, standing: Standing
) -> HeardOf:
    needed = asked(settled.level)

    def heard(hand: Hand) -> float:
        gain = hope(hand, called.seat, deal.dealer, settled, payoffs, standing)
        return _same(Double() if gain > needed else Content(), called.call)

    return heard


def _may_double(payoffs: Payoffs, settled: Settled) -> bool:
    law = payoffs.law.settlement
    return (
        settled.level < HIGHEST
        and isinstance(law, Declaration)
        and law.may_double(settled.trumps, settled.level)
    )


def _same(would: Call, call: Call) -> float:
    return 0.0 if would == call else _OTHERWISE


_OTHERWISE: Final = log(OTHERWISE)


# Auctions


def _bid(view: SeatView, hidden: frozenset[Seat]) -> Iterator[tuple[int, HeardOf]]:
    """How far each hand is from what its calls have told."""
    payoffs = payoffs_of(view.table)
    if payoffs.auction is None:
        return
    known = heard_by(view, payoffs).pictures
    for seat in Seat:  # in a fixed order; that of a set differs between processes
        if seat in hidden:
            yield seat.index, _like(known.of(seat))


def _like(picture: Picture) -> HeardOf:
    def told(hand: Hand) -> float:
        bits = hand.bits
        points = sum((bits & honours).bit_count() for honours in _POINTS)
        outside = max(0, picture.low - points, points - picture.high)
        short = sum(
            max(0, least - (bits >> 13 * suit & 0x1FFF).bit_count())
            for suit, least in enumerate(picture.lengths)
        )
        return -A_POINT * outside - A_CARD * short

    return told


_POINTS: Final = tuple(
    sum(card.bit for card in PACK if card.rank >= rank)
    for rank in (Rank.KNAVE, Rank.QUEEN, Rank.KING, Rank.ACE)
)
"""Sets of cards; a card counts one point for each set it is in, four for an ace and one for a knave."""
