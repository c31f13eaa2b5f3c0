"""What each result of a deal is worth: the game's own scoring, applied to deals that have not been played.

Robots get every price from here, and no price is written down here. Everything is seen from one side, "ours":
in the hypothetical deals it sits north and south, with the robot in the north.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import erf, factorial, fsum, sqrt
from typing import Final, Protocol, runtime_checkable

from rules.calls import Bid
from rules.cards import Rank, Suit
from rules.counting.reckon import (
    ACES,
    BOOK,
    NIL,
    NOTHING_SCORED,
    Column,
    Contract,
    Entry,
    HonourCards,
    Line,
    Standing,
    Tally,
)
from rules.counting.rubber import RubberLaw, Won
from rules.frozen import frozen
from rules.games.all_games import game
from rules.seats import BySeat, BySide, Seat, Side
from rules.settling.auction import Made
from rules.tricks import Strain
from rules.view import PublicTable, Settled

TRICKS: Final = 13
NO_HONOURS: Final = BySeat(0, 0, 0, 0)

PART_SCORE: Final = 0.2
"""How much a part score raises the chance of winning the game, for a side that is one point short of it: half
of what it would be if the next deal decided."""


A_THIRD: Final = 1 / 3
"""The chance that a card that one hand does not have is with its partner, if nothing else is known."""


class Law(Protocol):
    """The part of a game's rules that robots use."""

    @property
    def honours(self) -> HonourCards: ...

    @property
    def rubber(self) -> RubberLaw: ...

    @property
    def settlement(self) -> object: ...

    def reckon(self, tally: Tally, standing: Standing) -> tuple[Entry, ...]: ...


@runtime_checkable
class Bids(Protocol):
    """A settlement by auction."""

    @property
    def ladder(self) -> tuple[Bid, ...]: ...

    @property
    def max_doublings(self) -> int: ...

    @property
    def must_open(self) -> bool: ...


@runtime_checkable
class AuctionLaw(Bids, Protocol):
    """A settlement by an auction that goes on until all pass."""

    @property
    def passes_to_end(self) -> int: ...

    @property
    def declarer(self) -> Callable[[tuple[Made, ...]], Seat]: ...


@dataclass(frozen=True, eq=False)
class Payoffs:
    """The prices of one game with its options. Compared by identity, which makes it a cheap cache key."""

    law: Law

    @property
    def honour_ranks(self) -> tuple[Rank, ...]:
        return self.law.honours.ranks

    @cached_property
    def bidding_law(self) -> Bids | None:
        """The auction of this game; None where there is none."""
        return self.law.settlement if isinstance(self.law.settlement, Bids) else None

    @cached_property
    def auction_law(self) -> AuctionLaw | None:
        """The auction of this game if players go on until all pass."""
        return self.law.settlement if isinstance(self.law.settlement, AuctionLaw) else None

    def wins_game(self, contract: Undertaken, standing: Standing, tricks: int) -> bool:
        """Whether we win a game by this contract at these tricks."""
        won, trumps = BySide(tricks, TRICKS - tricks), contract.bid.strain.trumps
        tally = Tally(trumps, contract.level, won, NO_HONOURS, contract=contract.of_sides)
        return _score_after(self, tally, standing).games.ns > standing.games.ns

    def is_vulnerable(self, standing: Standing) -> bool:
        """Whether it costs us more at this score to fail than it does at nil score."""
        return _fined(self, standing) > _fined(self, NOTHING_SCORED)

    def price(self, trumps: Suit | None) -> int:
        """Points for the first odd trick where there is no contract."""
        return _trick_price(self, trumps)

    def honours_gain(self, trumps: Suit | None, held: int) -> float:
        """Expected points for honours of a side, one hand of which holds ``held``, minus those of the
        adversaries. The others are equally likely to be in each of the other three hands."""
        return _honours_gain(self, trumps, None, True, held, 0, A_THIRD)

    def hope(
        self, contract: Undertaken, standing: Standing, mean: float, spread: float, doubled_at: int = 2
    ) -> float:
        """Expected gain from a contract if our tricks have this mean and standard deviation. A contract of
        ours that fails by two or more is counted as doubled."""
        gains = _gains(self, contract, standing)
        chances = trick_chances(round(mean, 1), round(spread, 1))
        if (
            contract.ours
            and not contract.level
            and self.bidding_law is not None
            and self.bidding_law.max_doublings
        ):
            doubled = _gains(self, contract.doubled, standing)
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
        return _outcomes(self, contract, settled.trumps, settled.level, as_ours(standing, side), tricks)

    def gain(self, contract: Undertaken, standing: Standing, tricks: int, hands: Sequence[int]) -> float:
        """Our gain from a contract at these tricks when all hands are known, honours included. ``hands`` are
        the bits of thirteen cards each, a hand of ours first and the others in turn."""
        lost, won = self.honours_dealt(contract, hands)
        return self.gains(contract, standing)[tricks] + (won if tricks > BOOK else lost)

    def gains(self, contract: Undertaken, standing: Standing) -> tuple[float, ...]:
        """Our gain from a contract for each number of tricks that we may win, without honours."""
        return _gains(self, contract, standing)

    def honours_dealt(self, contract: Undertaken, hands: Sequence[int]) -> tuple[int, int]:
        """What honours bring us at a contract when all hands are known, as in ``gain``: if we win fewer than
        seven tricks, and if we win more."""
        trumps = contract.bid.strain.trumps
        of = (self.law.honours.in_suit(trumps) if trumps is not None else ACES).bits
        held = tuple([(hand & of).bit_count() for hand in hands])
        aces = held
        if trumps is not None and _counts_aces(self):
            aces = tuple([(hand & ACES.bits).bit_count() for hand in hands])
        return _honours_dealt(self, contract.bid, contract.ours, held, aces)

    def honours_at(self, contract: Undertaken, held: int, aces: int, share: float = A_THIRD) -> float:
        """Expected points for honours at this contract (and for aces in games that count them too), if one
        hand of ours has this many and the other has each further one with the chance ``share``."""
        strain, ours = contract.bid.strain, contract.ours
        aces = aces if strain.trumps is not None and _counts_aces(self) else 0
        one, two = (
            _honours_gain(self, strain.trumps, Bid(odd, strain), ours, held, aces, share) for odd in (1, 2)
        )
        return one + (contract.bid.odd - 1) * (two - one)  # they grow evenly with the contract, or not at all


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

    @property
    def doubled(self) -> Undertaken:
        """The contract, doubled once more."""
        return Undertaken(self.bid, self.level + 1, self.ours)

    def overtricks(self, tricks: int) -> int:
        """Tricks above the contract if we win ``tricks``; negative if it fails."""
        for_it = tricks if self.ours != (self.bid.strain is Strain.MISERE) else TRICKS - tricks
        return for_it - BOOK - self.bid.odd


@lru_cache(maxsize=128)
def _payoffs(key: str, options: tuple[tuple[str, str], ...]) -> Payoffs:
    return Payoffs(game(key).variant_of(options))


def payoffs_of(table: PublicTable) -> Payoffs:
    """The payoffs of the game that is played at this table."""
    return _payoffs(table.game, table.options)


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
def _trick_price(payoffs: Payoffs, trumps: Suit | None) -> int:
    tally = Tally(trumps, 0, BySide(BOOK + 1, BOOK), NO_HONOURS)
    return sum(
        entry.amount if entry.side is Side.NS else -entry.amount
        for entry in payoffs.law.reckon(tally, NOTHING_SCORED)
        if entry.column is Column.BELOW
    )


@lru_cache(maxsize=8192)
def _gains(payoffs: Payoffs, contract: Undertaken, standing: Standing) -> tuple[float, ...]:
    """Our gain for each number of tricks that we win, without honours: points and the prospect of games."""
    return _outcomes(payoffs, contract, contract.bid.strain.trumps, contract.level, standing, TRICKS)


@lru_cache(maxsize=1 << 15)
def _honours_dealt(
    payoffs: Payoffs, bid: Bid, ours: bool, held: tuple[int, ...], aces: tuple[int, ...]
) -> tuple[int, int]:
    """``held`` counts the honours of each hand, ours first, and ``aces`` its aces."""
    contract = Contract(bid, Side.NS if ours else Side.EW)
    honours, of_aces = BySeat(*held), BySeat(*aces)
    tally = Tally(bid.strain.trumps, 0, BySide(BOOK, BOOK + 1), honours, aces=of_aces, contract=contract)
    winning = tally._replace(tricks=BySide(BOOK + 1, BOOK))
    return _brought_by_honours(payoffs, tally), _brought_by_honours(payoffs, winning)


@lru_cache(maxsize=8192)
def _outcomes(
    payoffs: Payoffs,
    contract: Undertaken | None,
    trumps: Suit | None,
    level: int,
    standing: Standing,
    all_tricks: int,
) -> tuple[float, ...]:
    level = min(level, MOST_WEIGHED)
    before = _score_worth(payoffs, standing)
    undertaken = contract.of_sides if contract is not None else None
    gains = []
    for tricks in range(all_tricks + 1):
        won = BySide(tricks, all_tricks - tricks)
        tally = Tally(trumps, level, won, NO_HONOURS, contract=undertaken)
        gains.append(_score_worth(payoffs, _score_after(payoffs, tally, standing)) - before)
    return tuple(gains)


def _score_after(payoffs: Payoffs, tally: Tally, standing: Standing) -> Standing:
    """The score after this deal."""
    return payoffs.law.rubber.standing_after(standing, payoffs.law.reckon(tally, standing))


def _fined(payoffs: Payoffs, standing: Standing) -> int:
    """What we lose by a contract that fails by a trick, doubled where it can be."""
    level = 1 if payoffs.bidding_law is not None and payoffs.bidding_law.max_doublings else 0
    contract = Contract(Bid(1, Strain.SPADES), Side.NS)
    failed = Tally(Suit.SPADES, level, BySide(BOOK, BOOK + 1), NO_HONOURS, contract=contract)
    after = _score_after(payoffs, failed, Standing(NIL, standing.games)).totals
    return after.ew - after.ns


def _score_worth(payoffs: Payoffs, standing: Standing) -> float:
    """Our lead in points, with games still to be won counted at their chances."""
    law, below, games = payoffs.law.rubber, standing.below, standing.games
    ahead = standing.totals.ns - standing.totals.ew
    if law.winner(standing) is not None:
        return ahead + _to_come(payoffs, games)
    chance = 0.5 + PART_SCORE * (below.ns - below.ew) / law.game
    return (
        ahead
        + chance * _with_game(payoffs, games, Side.NS)
        + (1 - chance) * _with_game(payoffs, games, Side.EW)
    )


@lru_cache(maxsize=4096)
def _to_come(payoffs: Payoffs, games: BySide[int]) -> float:
    """What later games and the rubber are expected to bring us if each game is an even chance."""
    law = payoffs.law.rubber
    standing = Standing(NIL, games)
    winner = law.winner(standing)
    if winner is not None:
        bonus = law.consolation(standing, winner).amount
        return bonus if winner is Side.NS else -bonus
    return sum(_with_game(payoffs, games, side) for side in Side) / 2


@lru_cache(maxsize=4096)
def _with_game(payoffs: Payoffs, games: BySide[int], side: Side) -> float:
    """The prospect after this side has won the next game."""
    prize = payoffs.law.rubber.prize(Won(side, payoffs.law.rubber.game // 2, games)) or 0
    won = _to_come(payoffs, games.put(side, games.of(side) + 1))
    return won + (prize if side is Side.NS else -prize)


@lru_cache(maxsize=8192)
def _honours_gain(
    payoffs: Payoffs, trumps: Suit | None, bid: Bid | None, ours: bool, held: int, aces: int, share: float
) -> float:
    """``held`` counts trump honours, or aces where there are no trumps."""
    contract = Contract(bid, Side.NS if ours else Side.EW) if bid is not None else None
    odd = bid.odd if bid is not None else 1
    tricks = BySide(BOOK + odd, TRICKS - BOOK - odd) if ours else BySide(TRICKS - BOOK - odd, BOOK + odd)
    of_honours = len(payoffs.honour_ranks) if trumps is not None else len(ACES)
    expected = 0.0
    for chance, honours in _dealt_by_chance(of_honours, held, share):
        of_aces = (
            _dealt_by_chance(len(ACES), aces, share)
            if trumps is not None and _counts_aces(payoffs)
            else ((1.0, honours),)
        )
        for chance_of_aces, ace_holders in of_aces:
            tally = Tally(trumps, 0, tricks, honours, aces=ace_holders, contract=contract)
            expected += chance * chance_of_aces * _brought_by_honours(payoffs, tally)
    return expected


@lru_cache(maxsize=128)
def _counts_aces(payoffs: Payoffs) -> bool:
    """Whether aces count as well as the honours of trumps."""
    bid = Contract(Bid(1, Strain.SPADES), Side.NS)
    none = Tally(Suit.SPADES, 0, BySide(7, 6), NO_HONOURS, contract=bid)
    all_of_them = none._replace(aces=BySeat(4, 0, 0, 0))
    return _brought_by_honours(payoffs, none) != _brought_by_honours(payoffs, all_of_them)


@lru_cache(maxsize=1 << 15)
def _brought_by_honours(payoffs: Payoffs, tally: Tally) -> int:
    return sum(
        entry.amount if entry.side is Side.NS else -entry.amount
        for entry in payoffs.law.reckon(tally, NOTHING_SCORED)
        if entry.line is Line.HONOURS
    )


@lru_cache(maxsize=1024)
def _dealt_by_chance(of_all: int, held: int, share: float) -> tuple[tuple[float, BySeat[int]], ...]:
    """Every way in which the honours that are not ours may lie in the other three hands, with its chance."""
    return tuple(_dealings(of_all, held, share))


def _dealings(of_all: int, held: int, share: float) -> Iterator[tuple[float, BySeat[int]]]:
    rest = of_all - held
    for partner in range(rest + 1):
        for left in range(rest - partner + 1):
            right = rest - partner - left
            ways = factorial(rest) / (factorial(partner) * factorial(left) * factorial(right))
            chance = share**partner * ((1 - share) / 2) ** (left + right)
            yield ways * chance, BySeat(held, left, partner, right)


@lru_cache(maxsize=4096)
def trick_chances(mean: float, spread: float) -> tuple[float, ...]:
    """The chance of each number of tricks: the normal distribution, cut off at 0 and 13."""
    ends = [(tricks + 0.5 - mean) / (spread * sqrt(2)) for tricks in range(TRICKS)]
    below = [0.0, *((1 + erf(end)) / 2 for end in ends), 1.0]
    return tuple(high - low for low, high in pairwise(below))
