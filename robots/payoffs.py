"""What each result of a deal is worth: the game's own scoring, applied to deals that have not been played.

Robots get every price from here, and no price is written down here. Everything is seen from one side, "ours":
in the hypothetical deals it sits north and south, with the robot in the north.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import erf, factorial, fsum, sqrt
from typing import Final

from rules.calls import Bid
from rules.cards import Hand, Suit
from rules.counting.reckon import (
    ACES,
    BOOK,
    NIL,
    NOTHING_SCORED,
    Column,
    Contract,
    Entry,
    Line,
    Standing,
    Tally,
)
from rules.counting.rubber import Won
from rules.frozen import frozen, replace
from rules.games.all_games import game
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Side
from rules.settling.auction import Auction
from rules.settling.high_or_low import HighOrLow
from rules.tricks import Strain
from rules.view import PublicTable, SeatView, Settled

TRICKS: Final = 13
NO_HONOURS: Final = BySeat(0, 0, 0, 0)

PART_SCORE: Final = 0.2
"""How much a part score raises the chance of winning the game, for a side that is one point short of it: half
of what it would be if the next deal decided."""

A_THIRD: Final = 1 / 3
"""The chance that a card that one hand does not have is with its partner, if nothing else is known."""

_kept: Final = lru_cache(maxsize=1 << 15)
"""Of methods too: payoffs live as long as the process."""


@dataclass(frozen=True, eq=False)
class Payoffs:
    """The prices of one game with its options. Compared by identity, which makes it a cheap cache key."""

    law: Variant

    def honours_of(self, trumps: Suit | None) -> Hand:
        """The honours of trumps, or the aces where there are none."""
        return self.law.honours.in_suit(trumps) if trumps is not None else ACES

    @cached_property
    def bidding_law(self) -> Auction | HighOrLow | None:
        """The bidding of this game; None where there is none."""
        law = self.law.settlement
        return law if isinstance(law, Auction | HighOrLow) else None

    @cached_property
    def auction_law(self) -> Auction | None:
        """The auction of this game if players go on until all pass."""
        return self.law.settlement if isinstance(self.law.settlement, Auction) else None

    @cached_property
    def can_double_bids(self) -> bool:
        return self.bidding_law is not None and self.bidding_law.max_doublings > 0

    def wins_game(self, contract: Undertaken, standing: Standing, tricks: int) -> bool:
        won, trumps = BySide(tricks, TRICKS - tricks), contract.bid.strain.trumps
        tally = Tally(trumps, contract.level, won, NO_HONOURS, contract=contract.of_sides)
        return self._score_after(tally, standing).games.ns > standing.games.ns

    def is_vulnerable(self, standing: Standing) -> bool:
        """Whether it costs us more at this score to fail than it does at nil score."""
        return self._fine(standing) > self._fine(NOTHING_SCORED)

    @_kept
    def price(self, trumps: Suit | None) -> int:
        """Points for the first odd trick where there is no contract."""
        entries = self.law.reckon(Tally(trumps, 0, BySide(BOOK + 1, BOOK), NO_HONOURS), NOTHING_SCORED)
        return _for_us(entry for entry in entries if entry.column is Column.BELOW)

    def hope(
        self, contract: Undertaken, standing: Standing, mean: float, spread: float, doubled_at: int = 2
    ) -> float:
        """Expected gain from a contract if our tricks have this mean and standard deviation. A contract of
        ours that fails by two or more is counted as doubled."""
        gains = self.gains(contract, standing)
        chances = trick_chances(round(mean, 1), round(spread, 1))
        if contract.ours and not contract.level and self.can_double_bids:
            doubled = self.gains(replace(contract, level=1), standing)
            gains = tuple(
                worse if contract.overtricks(tricks) <= -doubled_at else gain
                for tricks, (gain, worse) in enumerate(zip(gains, doubled, strict=True))
            )
        return fsum(chance * gain for chance, gain in zip(chances, gains, strict=True))

    def outcomes(
        self, settled: Settled, side: Side, standing: Standing, tricks: int = TRICKS
    ) -> tuple[float, ...]:
        """For each number of tricks that ``side`` may win out of ``tricks``, what it gains: points without
        honours, and the change in its prospect of games. ``standing`` is the rubber's."""
        contract = None
        if settled.bid is not None and settled.declared_by is not None:
            contract = Undertaken(settled.bid, settled.level, settled.declared_by.side is side)
        return self._outcomes(contract, settled.trumps, settled.level, as_ours(standing, side), tricks)

    def gains(self, contract: Undertaken, standing: Standing) -> tuple[float, ...]:
        """Our gain from a contract for each number of tricks that we may win, without honours."""
        return self._outcomes(contract, contract.bid.strain.trumps, contract.level, standing, TRICKS)

    @_kept
    def _outcomes(
        self,
        contract: Undertaken | None,
        trumps: Suit | None,
        level: int,
        standing: Standing,
        all_tricks: int,
    ) -> tuple[float, ...]:
        level = min(level, MOST_WEIGHED)
        before = self._score_worth(standing)
        undertaken = contract.of_sides if contract is not None else None
        gains = []
        for tricks in range(all_tricks + 1):
            won = BySide(tricks, all_tricks - tricks)
            tally = Tally(trumps, level, won, NO_HONOURS, contract=undertaken)
            gains.append(self._score_worth(self._score_after(tally, standing)) - before)
        return tuple(gains)

    def _fine(self, standing: Standing) -> int:
        """What we lose by a contract that fails by a trick, doubled where it can be."""
        contract, tricks = Contract(Bid(1, Strain.SPADES), Side.NS), BySide(BOOK, BOOK + 1)
        failed = Tally(Suit.SPADES, int(self.can_double_bids), tricks, NO_HONOURS, contract=contract)
        after = self._score_after(failed, Standing(NIL, standing.games)).totals
        return after.ew - after.ns

    def _score_after(self, tally: Tally, standing: Standing) -> Standing:
        return self.law.rubber.standing_after(standing, self.law.reckon(tally, standing))

    # The score, with games still to be won counted at their chances

    def _score_worth(self, standing: Standing) -> float:
        law, below, games = self.law.rubber, standing.below, standing.games
        ahead = standing.totals.ns - standing.totals.ew
        if law.winner(standing) is not None:
            return ahead + self._to_come(games)
        chance = 0.5 + PART_SCORE * (below.ns - below.ew) / law.game
        ours, theirs = (self._with_game(games, side) for side in Side)
        return ahead + chance * ours + (1 - chance) * theirs

    @_kept
    def _to_come(self, games: BySide[int]) -> float:
        """What later games and the rubber are expected to bring us if each game is an even chance."""
        law = self.law.rubber
        standing = Standing(NIL, games)
        winner = law.winner(standing)
        if winner is not None:
            bonus = law.consolation(standing, winner).amount
            return bonus if winner is Side.NS else -bonus
        return sum(self._with_game(games, side) for side in Side) / 2

    @_kept
    def _with_game(self, games: BySide[int], side: Side) -> float:
        """The prospect after this side has won the next game."""
        prize = self.law.rubber.prize(Won(side, self.law.rubber.game // 2, games)) or 0
        won = self._to_come(games.put(side, games.of(side) + 1))
        return won + (prize if side is Side.NS else -prize)

    # Honours

    def honours_gain(self, trumps: Suit | None, held: int) -> float:
        """Expected points for honours of a side, one hand of which holds ``held``, minus those of the
        adversaries. The others are equally likely to be in each of the other three hands."""
        return self._honours_gain(trumps, None, True, held, 0, A_THIRD)

    def honours_at(self, contract: Undertaken, held: int, aces: int, share: float) -> float:
        """Expected points for honours at this contract (and for aces in games that count them too), if one
        hand of ours has this many and the other has each further one with the chance ``share``."""
        strain, ours = contract.bid.strain, contract.ours
        aces = aces if strain.trumps is not None and self._counts_aces else 0
        one, two = (
            self._honours_gain(strain.trumps, Bid(odd, strain), ours, held, aces, share) for odd in (1, 2)
        )
        return one + (contract.bid.odd - 1) * (two - one)  # they grow evenly with the contract, or not at all

    @_kept
    def _honours_gain(
        self, trumps: Suit | None, bid: Bid | None, ours: bool, held: int, aces: int, share: float
    ) -> float:
        """``held`` counts trump honours, or aces where there are no trumps."""
        contract = Contract(bid, Side.NS if ours else Side.EW) if bid is not None else None
        made = BOOK + (bid.odd if bid is not None else 1)
        tricks = BySide(made, TRICKS - made) if ours else BySide(TRICKS - made, made)
        of_aces = trumps is not None and self._counts_aces
        expected = 0.0
        for chance, honours in _dealt_by_chance(len(self.honours_of(trumps)), held, share):
            each = _dealt_by_chance(len(ACES), aces, share) if of_aces else ((1.0, honours),)
            for chance_of_aces, ace_holders in each:
                tally = Tally(trumps, 0, tricks, honours, aces=ace_holders, contract=contract)
                expected += chance * chance_of_aces * self._brought_by_honours(tally)
        return expected

    def honours_dealt(self, contract: Undertaken, hands: Sequence[int]) -> tuple[int, int]:
        """What honours bring us at a contract when all hands are known: if we win fewer than seven tricks,
        and if we win more. ``hands`` are the bits of thirteen cards, ours first and the others in turn."""
        trumps = contract.bid.strain.trumps
        honours = self.honours_of(trumps).bits
        held = BySeat(*[(hand & honours).bit_count() for hand in hands])
        aces = held
        if trumps is not None and self._counts_aces:
            aces = BySeat(*[(hand & ACES.bits).bit_count() for hand in hands])
        tally = Tally(trumps, 0, BySide(BOOK, BOOK + 1), held, aces=aces, contract=contract.of_sides)
        winning = tally._replace(tricks=BySide(BOOK + 1, BOOK))
        return self._brought_by_honours(tally), self._brought_by_honours(winning)

    def gain(self, contract: Undertaken, standing: Standing, tricks: int, hands: Sequence[int]) -> float:
        """Our gain from a contract at these tricks, honours included; ``hands`` as for ``honours_dealt``."""
        lost, won = self.honours_dealt(contract, hands)
        return self.gains(contract, standing)[tricks] + (won if tricks > BOOK else lost)

    @cached_property
    def _counts_aces(self) -> bool:
        """Whether aces count as well as the honours of trumps."""
        bid = Contract(Bid(1, Strain.SPADES), Side.NS)
        none = Tally(Suit.SPADES, 0, BySide(7, 6), NO_HONOURS, contract=bid)
        all_of_them = none._replace(aces=BySeat(4, 0, 0, 0))
        return self._brought_by_honours(none) != self._brought_by_honours(all_of_them)

    @_kept
    def _brought_by_honours(self, tally: Tally) -> int:
        entries = self.law.reckon(tally, NOTHING_SCORED)
        return _for_us(entry for entry in entries if entry.line is Line.HONOURS)


def _for_us(entries: Iterable[Entry]) -> int:
    return sum(entry.amount if entry.side is Side.NS else -entry.amount for entry in entries)


MOST_WEIGHED: Final = 16
"""Doublings beyond which nothing changes for a robot. Contre has no end, and a float has. What a further one
must gain grows faster than what it brings, so that none of more than so many tells of the hand any more."""


@frozen
class Undertaken:
    """A contract, of our side or of theirs, that stands or might be bid."""

    bid: Bid
    level: int
    ours: bool

    @property
    def of_sides(self) -> Contract:
        """The same, if we are north and south."""
        return Contract(self.bid, Side.NS if self.ours else Side.EW)

    def overtricks(self, tricks: int) -> int:
        """Tricks above the contract if we win ``tricks``; negative if it fails."""
        for_it = tricks if self.ours != (self.bid.strain is Strain.MISERE) else TRICKS - tricks
        return for_it - BOOK - self.bid.odd


@lru_cache(maxsize=128)
def _payoffs(key: str, options: tuple[tuple[str, str], ...]) -> Payoffs:
    return Payoffs(game(key).variant_of(options))


def payoffs_of(table: PublicTable) -> Payoffs:
    return _payoffs(table.game, table.options)


def gains_by_tricks(view: SeatView) -> tuple[float, ...]:
    """What the side of the hand that is due gains by each number of tricks that it may win in the deal."""
    deal, rubber = view.deal, view.table.rubber
    assert deal is not None and deal.settled is not None
    assert deal.hand_due is not None and rubber is not None
    settled, tricks = deal.settled, deal.won.ns + deal.won.ew + max(deal.counts)
    if settled.declared_by is None:  # where both sides undertook the same, take this one
        settled = replace(settled, declared_by=deal.hand_due)
    return payoffs_of(view.table).outcomes(settled, deal.hand_due.side, rubber.standing, tricks)


AT_MOST: Final = 20.0
"""Points that a part of a trick is taken to be worth at most, where tricks are dear."""


def worth_of(tricks: float, outcomes: Sequence[float]) -> float:
    """What a part of a trick is worth on average, by what each number of tricks brings."""
    return min(AT_MOST, tricks * (max(outcomes) - min(outcomes)) / max(1, len(outcomes) - 1))


def as_ours(standing: Standing, side: Side) -> Standing:
    """The score with this side's figures first. Points above the line are left out: they cannot change."""
    if side is Side.NS:
        return Standing(standing.below, standing.games)
    (below, theirs), (games, lost) = standing.below, standing.games
    return Standing(BySide(theirs, below), BySide(lost, games))


@lru_cache(maxsize=1024)
def _dealt_by_chance(of_all: int, held: int, share: float) -> tuple[tuple[float, BySeat[int]], ...]:
    """Every way in which the honours that are not ours may lie in the other three hands, with its chance."""
    rest, found = of_all - held, list[tuple[float, BySeat[int]]]()
    for partner in range(rest + 1):
        for left in range(rest - partner + 1):
            right = rest - partner - left
            ways = factorial(rest) / (factorial(partner) * factorial(left) * factorial(right))
            chance = share**partner * ((1 - share) / 2) ** (left + right)
            found.append((ways * chance, BySeat(held, left, partner, right)))
    return tuple(found)


@lru_cache(maxsize=4096)
def trick_chances(mean: float, spread: float) -> tuple[float, ...]:
    """The chance of each number of tricks: the normal distribution, cut off at 0 and 13."""
    ends = [(tricks + 0.5 - mean) / (spread * sqrt(2)) for tricks in range(TRICKS)]
    below = [0.0, *((1 + erf(end)) / 2 for end in ends), 1.0]
    return tuple(high - low for low, high in pairwise(below))
