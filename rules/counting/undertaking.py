"""Lines of games with a contract, of those that count odd tricks for who wins most or fewest, and of those in
which every trick scores.

A contract is made or broken; slams that were bid, honours in one hand and the penalties for revokes have
their lines (laws 7 to 10). Most and fewest tricks: laws of added games 1.4. Where every trick scores, it does
so for both sides, at a price that rises with the bid, with lines for undertricks, slams, and majorities of
honours and aces; those default figures are Vint's (laws 6). The others come from the games' rows of data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from rules.calls import Bid
from rules.counting.reckon import BOOK, NIL, Column, Contract, Entry, Line, Penalty, Standing, Tally
from rules.counting.rubber import higher
from rules.frozen import frozen
from rules.seats import SIDES, BySide, Side, by_side, plus
from rules.tricks import Prices, Strain

Successive = tuple[int, ...]
"""What the first of something scores, the second, and so on; the last figure holds for all further ones.
Empty: they score nothing."""


def each(scale: Successive, count: int, start: int = 0) -> tuple[int, ...]:
    """What each of ``count`` things scores, after the first ``start``."""
    return tuple(scale[min(place, len(scale) - 1)] for place in range(start, start + count)) if scale else ()


def _unit(points: tuple[int, ...]) -> int:
    """What each scores if all score alike, else 0."""
    return points[0] if len(set(points)) == 1 else 0


class Awards(NamedTuple):
    """The figures above the line, for one state of doubling."""

    undertricks: Successive
    overtricks: Successive | None = None  # None: each scores what the trick itself is worth
    fulfilment: int = 0


Tariff = tuple[Awards, Awards, Awards]
"""Undoubled, doubled, redoubled."""


class LossLimit(NamedTuple):
    """The most points that a contract of this bid may lose, doubled at most ``most_doublings`` times (laws
    7.3)."""

    bid: Bid
    points: int
    most_doublings: int


def won_towards(tally: Tally, contract: Contract, *, with_penalties: bool = True) -> int:
    """The tricks that count for a contract: those its side won or, at misère, lost (ambiguity 57). With
    ``with_penalties``, after tricks have been transferred for revokes."""
    side = contract.side.other if contract.bid.strain is Strain.MISERE else contract.side
    return tally.tricks.of(side) + (tally.taken.of(side) if with_penalties else 0)


@frozen
class Undertaking:
    """If the contract is made its side scores odd tricks below the line, at the doubled price; if it is
    broken its side scores no trick, and the adversaries score each trick that is short (laws 7.3, 8, 9, 10).

    With ``ceiling`` only the tricks that were bid count below the line, as at plafond; otherwise all that
    were won. A side that has won a game is vulnerable if there is a second tariff. Tricks transferred for a
    revoke help to make the contract, but score no award above the line (Whist Club of New York 1912, 84).
    """

    prices: Prices
    tariff: Tariff
    vulnerable: Tariff | None = None
    ceiling: bool = True
    no_trumps: Successive = ()  # odd tricks without trumps, where they do not all score alike
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
        yield self._tricks_entry(tally, contract, odd if self.ceiling else odd + over)
        earned = won_towards(tally, contract, with_penalties=False) - contract.needs
        if earned >= 0 and awards.fulfilment:
            worth = awards.fulfilment
            yield Entry(Line.FULFILMENT, contract.side, worth, Column.ABOVE, 1, worth)
        points = self._beyond(contract, earned, awards)
        if points:
            yield Entry(Line.OVERTRICKS, contract.side, sum(points), Column.ABOVE, earned, _unit(points))

    def _scale(self, strain: Strain) -> Successive:
        return (
            self.no_trumps
            if strain is Strain.NO_TRUMPS and self.no_trumps
            else (self.prices.of_strain(strain),)
        )

    def _tricks_entry(self, tally: Tally, contract: Contract, odd: int) -> Entry:
        points, times = each(self._scale(contract.bid.strain), odd), tally.multiplier
        amount, unit = sum(points) * times, _unit(points)
        return Entry(Line.ODD_TRICKS, contract.side, amount, Column.BELOW, odd, unit, times)

    def _beyond(self, contract: Contract, over: int, awards: Awards) -> tuple[int, ...]:
        """What each trick beyond the bid scores above the line. If that is its own value, it is that of its
        place: after two odd tricks at no trumps, the third's (laws 9)."""
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
    """What this many tricks score after this bid."""

    bid: int
    won: int
    points: int
    line: Line


@frozen
class PromisedSlams:
    """Slams score for declarer alone, and only as they were bid (laws 8, 9, 10)."""

    prizes: tuple[SlamPrize, ...]
    vulnerable: tuple[SlamPrize, ...] = ()  # for a side that has won a game, where that differs

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
    """Slams that were bid and made; a bid of six scores a little slam, also with thirteen tricks (laws 9)."""
    return (
        SlamPrize(6, 12, little, Line.PETIT_SLAM),
        SlamPrize(6, 13, little, Line.PETIT_SLAM),
        SlamPrize(7, 13, grand, Line.GRAND_SLAM),
    )


@frozen
class HonoursInOneHand:
    """Honours score if one hand, of either side, holds four or more, whether the contract is made or not
    (laws 8, 9, 10)."""

    five: int
    four_and_one: int  # four in one hand and the fifth in the partner's
    four: int
    aces: int  # all four, without trumps

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        for side in SIDES:
            richer, poorer = tally.honours_of(side)
            if tally.trumps is None:
                points = self.aces if richer == 4 else 0
            else:
                points = {5: self.five, 4: self.four_and_one if poorer else self.four}.get(richer, 0)
            if points:
                yield Entry(Line.HONOURS, side, points, Column.ABOVE, 1, points)


THE_HOLDERS_OWN: Final = frozenset((Line.HONOURS, Line.CHICANE))
"""Lines that a side keeps though it has revoked: they are for the cards dealt to it (laws 7.3)."""


@frozen
class ContractRevokes:
    """A revoke by declarer costs points. For a revoke by an adversary, declarer chooses between as many
    points and three tricks, which help to make the contract. Further revokes of a side cost fewer points,
    without a choice. A side that revoked scores nothing but its honours and chicane (Whist Club of New York
    1912, 84; laws 7.3)."""

    points: int
    further: int
    choice: frozenset[Penalty] = frozenset((Penalty.TAKE_THREE, Penalty.ADD))

    def penalties(self, tally: Tally, standing: Standing) -> tuple[Tally, Sequence[Entry]]:
        contract = tally.contract
        assert contract is not None
        given = {Side.NS: 0, Side.EW: 0}
        entries = []
        for side in SIDES:
            punished = (one for one in tally.revokes if one.side is side)
            chosen = [one.penalty for one in punished if one.penalty is not Penalty.NONE]
            for number, penalty in enumerate(chosen):
                if number == 0 and penalty is Penalty.TAKE_THREE and side is contract.side.other:
                    given[_shifted_from(contract)] = min(3, tally.tricks.of(_shifted_from(contract)))
                else:
                    points = self.further if number else self.points
                    entries.append(Entry(Line.REVOKE_ADDED, side.other, points, Column.ABOVE, 1, points))
        return tally._replace(taken=by_side(lambda side: given[side.other] - given[side])), entries

    def enforced(self, tally: Tally, standing: Standing, entries: Sequence[Entry]) -> Sequence[Entry]:
        return [one for one in entries if not tally.revoked(one.side) or one.line in THE_HOLDERS_OWN]


def _shifted_from(contract: Contract) -> Side:
    """The side whose tricks are transferred for an adversary's revoke: the adversaries or, at misère,
    declarer's own."""
    return contract.side if contract.bid.strain is Strain.MISERE else contract.side.other


@frozen
class MostOrFewest:
    """One side always wins more than six tricks (laws 1.1). For each trick over six, one side scores:
    ``made`` for the side that undertook to win most and did; ``failed`` for its adversaries if they won most;
    and if tricks were to be lost, ``lost`` for the side that won fewer."""

    made: int
    failed: int
    lost: int

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = tally.contract
        if contract is None:
            return
        most = Side.NS if tally.tricks.ns > tally.tricks.ew else Side.EW
        odd = tally.tricks.of(most) - BOOK
        if contract.bid.strain is Strain.MISERE:
            side, unit = most.other, self.lost
        else:
            side, unit = most, self.made if most is contract.side else self.failed
        yield Entry(Line.ODD_TRICKS, side, odd * unit, Column.BELOW, odd, unit)


@frozen
class TrickValue:
    """The value of a trick: ten points for each odd trick that was bid, whatever trumps are (laws 6.4)."""

    per_odd_trick: int = 10

    def value_for(self, tally: Tally) -> int:
        return self.per_odd_trick * undertaken(tally).bid.odd


def undertaken(tally: Tally) -> Contract:
    """The contract of the deal; there is one in every deal that is played in such a game."""
    assert tally.contract is not None
    return tally.contract


@frozen
class EveryTrick:
    """Every trick of either side counts towards the game, whether the bid is made or not (laws 6.4)."""

    value: TrickValue = TrickValue()

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        unit = self.value.value_for(tally)
        for side in SIDES:
            won = tally.tricks.of(side)
            if won:
                yield Entry(Line.TRICKS, side, won * unit, Column.BELOW, won, unit)


@frozen
class TricksShort:
    """For each trick short of the bid the adversaries score ``times`` the value of a trick (ambiguity 47)."""

    times: int = 100
    value: TrickValue = TrickValue()

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = undertaken(tally)
        short = contract.needs - tally.tricks.of(contract.side)
        unit = self.times * self.value.value_for(tally)
        if short > 0 and unit:
            yield Entry(Line.UNDERTRICKS, contract.side.other, short * unit, Column.ABOVE, short, unit)


@frozen
class SlamsBid:
    """Slams score most if they were bid (laws 6.6)."""

    grand: int = 12_000
    grand_after_little: int = 7_000
    grand_unbid: int = 2_000
    little: int = 5_000
    little_unbid: int = 1_000
    failed_to_adversaries: bool = False  # adversaries score for a slam that was bid and not made
    failed_grand_pays_little: bool = True  # seven bid and twelve made (ambiguity 54)

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        contract = undertaken(tally)
        bid, declarers = contract.bid.odd, contract.side
        for side in SIDES:
            odd = tally.tricks.of(side) - BOOK
            undertook = bid if side is declarers else 0
            if odd == 7:
                worth = {7: self.grand, 6: self.grand_after_little}.get(undertook, self.grand_unbid)
                yield self._slam_entry(Line.GRAND_SLAM, side, worth)
            elif odd == 6 and (undertook != 7 or self.failed_grand_pays_little):
                worth = self.little if undertook == 6 else self.little_unbid
                yield self._slam_entry(Line.PETIT_SLAM, side, worth)
        if self.failed_to_adversaries and bid > tally.tricks.of(declarers) - BOOK and bid >= 6:
            worth = self.grand if bid == 7 else self.little
            yield self._slam_entry(Line.SLAM_FAILED, declarers.other, worth)

    def _slam_entry(self, line: Line, side: Side, worth: int) -> Entry:
        return Entry(line, side, worth, Column.ABOVE, 1, worth)


class Split(Enum):
    """What is subtracted if one side has the majority of honours and the other that of aces (ambiguity
    49)."""

    MARGIN = "margin"  # how many more than the other side
    COUNT = "count"  # how many there are


class Tie(Enum):
    """What counts for the side that won the hand if honours or aces are tied (ambiguity 50)."""

    CATEGORY = "category"  # honours, or aces: those that are tied
    LITERAL = "literal"  # all its honours and aces, whatever is tied


@frozen
class Majorities:
    """Honours and aces score for the side with most of them; without trumps, aces alone (laws 6.7)."""

    value: TrickValue = TrickValue()
    times: int = 10
    times_without_trumps: int = 25
    split: Split = Split.MARGIN
    tie: Tie = Tie.CATEGORY

    def __call__(self, tally: Tally, standing: Standing) -> Iterator[Entry]:
        side, count = self._most_aces(tally) if tally.trumps is None else self._majority_side(tally)
        times = self.times_without_trumps if tally.trumps is None else self.times
        unit = times * self.value.value_for(tally)
        if count:
            yield Entry(Line.HONOURS, side, count * unit, Column.ABOVE, count, unit)

    def _most_aces(self, tally: Tally) -> tuple[Side, int]:
        """The side with more aces, and how many it has; two each score nothing."""
        for side in SIDES:
            aces = _side_held(tally.aces, side)
            if aces > _side_held(tally.aces, side.other):
                return side, aces
        return Side.NS, 0

    def _majority_side(self, tally: Tally) -> tuple[Side, int]:
        """The side that scores, and for how many honours and aces."""
        winners = Side.NS if tally.tricks.ns > tally.tricks.ew else Side.EW
        categories = (tally.honours, tally.aces)
        tied = any(_side_held(one, Side.NS) == _side_held(one, Side.EW) for one in categories)
        if tied and self.tie is Tie.LITERAL:
            return winners, sum(_side_held(one, winners) for one in categories)
        (honours_to, honours), (aces_to, aces) = (self._majority(one, winners) for one in categories)
        if honours_to is aces_to:
            return honours_to, sum(_side_held(one, honours_to) for one in categories)
        if honours == aces:
            literal = self.tie is Tie.LITERAL
            return winners, sum(_side_held(one, winners) for one in categories) if literal else 0
        return (honours_to if honours > aces else aces_to), abs(honours - aces)

    def _majority(self, held: tuple[int, int, int, int], winners: Side) -> tuple[Side, int]:
        """The side with the majority of honours, or of aces, and what it counts against the other majority.
        If they are tied they count in full for the side that won the hand."""
        ns, ew = _side_held(held, Side.NS), _side_held(held, Side.EW)
        if ns == ew:
            return winners, ns
        most = Side.NS if ns > ew else Side.EW
        return most, abs(ns - ew) if self.split is Split.MARGIN else max(ns, ew)


def _side_held(by_seat: tuple[int, int, int, int], side: Side) -> int:
    return sum(by_seat[seat.index] for seat in side.seats)


def winning_declarer(tally: Tally, before: BySide[int], after: BySide[int]) -> Side:
    """If both sides reach the game in one deal, the side that made the final bid wins it (ambiguity 53)."""
    return undertaken(tally).side


@frozen
class TrickByTrick:
    """If both sides reach the game in one deal, the side whose tricks reached it first wins it; if the order
    of the tricks is unknown, the side with the higher score (ambiguity 53)."""

    game: int
    value: TrickValue = TrickValue()

    def __call__(self, tally: Tally, before: BySide[int], after: BySide[int]) -> Side:
        unit, score = self.value.value_for(tally), before
        for side in tally.won_by:
            score = plus(score, NIL.put(side, unit))
            if score.of(side) >= self.game:
                return side
        return higher(tally, before, after)
