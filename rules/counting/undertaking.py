"""Contracts: what is entered when one is made or broken, slams that were promised, honours held in one hand,
and what a revoke costs where there is a contract (laws 7 to 10).

Each is a shape; its figures come from the game's row of data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from rules.calls import Bid
from rules.counting.reckon import Column, Contract, Entry, Line, Penalty, Tally
from rules.counting.standing import Standing
from rules.seats import Side, by_side
from rules.strains import Prices, Strain

Scale = tuple[int, ...]
"""What the first of something brings, the second, and so on; the last figure holds for all that follow.
Empty, they bring nothing."""


def each(scale: Scale, count: int, start: int = 0) -> tuple[int, ...]:
    """What each of ``count`` of them brings, after the first ``start``."""
    return tuple(scale[min(place, len(scale) - 1)] for place in range(start, start + count)) if scale else ()


def _unit(points: tuple[int, ...]) -> int:
    """What one brings where all are alike; nought where the scale slides."""
    return points[0] if len(set(points)) == 1 else 0


class Awards(NamedTuple):
    """The figures above the line at one state of doubling."""

    undertricks: Scale
    overtricks: Scale | None = None  # None: as much as the trick itself
    fulfilment: int = 0


Tariff = tuple[Awards, Awards, Awards]
"""Undoubled, doubled, redoubled."""


class LossLimit(NamedTuple):
    """The most that one contract may lose, at so many doublings or fewer (laws 7.3)."""

    bid: Bid
    points: int
    most_doublings: int


def won_towards(tally: Tally, contract: Contract, *, with_penalties: bool = True) -> int:
    """The tricks that tell for a contract: those of its side, or at misère those that it has lost (ambiguity
    57). ``with_penalties``: as they lie once tricks have been taken for revokes."""
    side = contract.side.other if contract.bid.strain is Strain.MISERE else contract.side
    return tally.tricks.of(side) + (tally.taken.of(side) if with_penalties else 0)


@dataclass(frozen=True, slots=True)
class Undertaking:
    """Made, the contract's odd tricks count below, at their doubled price; broken, its side scores no trick
    and the adversaries score every one that it is short (laws 7.3, 8, 9, 10).

    ``ceiling``: only the tricks that were bid count below, as at plafond; else all that were won. A side that
    has won a game is vulnerable where there is a second tariff for it. Tricks taken for a revoke help to make
    the contract, but no award above the line is paid for them (Whist Club of New York 1912, 84).
    """

    prices: Prices
    tariff: Tariff
    vulnerable: Tariff | None = None
    ceiling: bool = True
    no_trumps: Scale = ()  # what successive odd tricks bring without trumps, where they are not alike
    limit: LossLimit | None = None

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = tally.contract
        if contract is None:
            return
        over = won_towards(tally, contract) - contract.needs
        tariff = self.vulnerable if standing.games.of(contract.side) else None
        awards = (tariff or self.tariff)[tally.level]
        if over < 0:
            yield self._short(tally, contract, -over, awards)
            return
        odd = contract.bid.odd
        yield self._tricks(tally, contract, odd if self.ceiling else odd + over)
        earned = won_towards(tally, contract, with_penalties=False) - contract.needs
        if earned >= 0 and awards.fulfilment:
            worth = awards.fulfilment
            yield Entry(Line.FULFILMENT, contract.side, worth, Column.ABOVE, 1, worth)
        points = self._beyond(contract, earned, awards)
        if points:
            yield Entry(Line.OVERTRICKS, contract.side, sum(points), Column.ABOVE, earned, _unit(points))

    def _scale(self, strain: Strain) -> Scale:
        return self.no_trumps if strain is Strain.NO_TRUMPS and self.no_trumps else (self.prices.of(strain),)

    def _tricks(self, tally: Tally, contract: Contract, odd: int) -> Entry:
        points, times = each(self._scale(contract.bid.strain), odd), tally.multiplier
        amount, unit = sum(points) * times, _unit(points)
        return Entry(Line.ODD_TRICKS, contract.side, amount, Column.BELOW, odd, unit, times)

    def _beyond(self, contract: Contract, over: int, awards: Awards) -> tuple[int, ...]:
        """What the tricks beyond the bid bring above the line. Where that is their own value, each is the
        trick that it is: after two at no trumps comes the third (laws 9)."""
        if awards.overtricks is not None:
            return each(awards.overtricks, over)
        return each(self._scale(contract.bid.strain), over, contract.bid.odd)

    def _short(self, tally: Tally, contract: Contract, short: int, awards: Awards) -> Entry:
        points, limit = each(awards.undertricks, short), self.limit
        amount, unit = sum(points), _unit(points)
        if limit is not None and limit.bid == contract.bid and tally.level <= limit.most_doublings:
            amount = min(amount, limit.points)
        return Entry(Line.UNDERTRICKS, contract.side.other, amount, Column.ABOVE, short, unit)


class SlamPrize(NamedTuple):
    """What so many tricks bring after such a bid."""

    bid: int
    won: int
    points: int
    line: Line


@dataclass(frozen=True, slots=True)
class PromisedSlams:
    """Slams are declarer's alone, and only what was bid for brings anything (laws 8, 9, 10)."""

    prizes: tuple[SlamPrize, ...]
    vulnerable: tuple[SlamPrize, ...] = ()  # where a game won raises them

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = tally.contract
        if contract is None:
            return
        vulnerable = self.vulnerable if standing.games.of(contract.side) else ()
        won = won_towards(tally, contract, with_penalties=False)
        for prize in vulnerable or self.prizes:
            if (prize.bid, prize.won) == (contract.bid.odd, won):
                yield Entry(prize.line, contract.side, prize.points, Column.ABOVE, 1, prize.points)


def bid_and_made(little: int, grand: int) -> tuple[SlamPrize, ...]:
    """A slam that was bid and made; who bids six is paid for six (laws 9)."""
    return (
        SlamPrize(6, 12, little, Line.PETIT_SLAM),
        SlamPrize(6, 13, little, Line.PETIT_SLAM),
        SlamPrize(7, 13, grand, Line.GRAND_SLAM),
    )


@dataclass(frozen=True, slots=True)
class HonoursInOneHand:
    """Honours score only where one hand, anybody's, holds four or more, and whoever wins (laws 8, 9, 10)."""

    five: int
    four_and_one: int  # the fifth being his partner's
    four: int
    aces: int  # all four, without trumps

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        for side in Side:
            richer, poorer = tally.honours_of(side)
            if tally.trumps is None:
                points = self.aces if richer == 4 else 0
            else:
                points = {5: self.five, 4: self.four_and_one if poorer else self.four}.get(richer, 0)
            if points:
                yield Entry(Line.HONOURS, side, points, Column.ABOVE, 1, points)


THE_HOLDERS_OWN: Final = frozenset((Line.HONOURS, Line.CHICANE))
"""What a side scores for the cards dealt to it, though it has revoked."""


@dataclass(frozen=True, slots=True)
class ContractRevokes:
    """Declarer's revoke costs points; for an adversary's the claimants choose between as many and three
    tricks, which help to make the contract. What one side revokes after the first costs fewer points, and
    there is no choice. A revoking side scores nothing but its honours and chicane (Whist Club of New York
    1912, 84; laws 7.3)."""

    points: int
    further: int
    choice: frozenset[Penalty] = frozenset((Penalty.TAKE_THREE, Penalty.ADD))

    def penalties(self, tally: Tally, standing: Standing) -> tuple[Tally, Sequence[Entry]]:
        contract = tally.contract
        assert contract is not None
        given = {Side.NS: 0, Side.EW: 0}
        entries = []
        for side in Side:
            punished = (one for one in tally.revokes if one.side is side)
            chosen = [one.penalty for one in punished if one.penalty is not Penalty.NONE]
            for number, penalty in enumerate(chosen):
                if number == 0 and penalty is Penalty.TAKE_THREE and side is contract.side.other:
                    given[_shifted_from(contract)] = min(3, tally.tricks.of(_shifted_from(contract)))
                else:
                    points = self.further if number else self.points
                    entries.append(Entry(Line.REVOKE_ADDED, side.other, points, Column.ABOVE, 1, points))
        return replace(tally, taken=by_side(lambda side: given[side.other] - given[side])), entries

    def enforced(self, tally: Tally, standing: Standing, entries: Sequence[Entry]) -> Sequence[Entry]:
        return [one for one in entries if not tally.revoked(one.side) or one.line in THE_HOLDERS_OWN]


def _shifted_from(contract: Contract) -> Side:
    """Whose tricks declarer's side may have shifted: its adversaries', or at misère its own."""
    return contract.side if contract.bid.strain is Strain.MISERE else contract.side.other
