"""The state of an auction as the law sees it: what has been called, what stands, and who speaks.

It has no hands and gives no meaning to calls (``robots.calls.system`` does).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from robots.payoffs import Payoffs, Undertaken, as_ours
from rules.calls import Bid, Call, Double, Pass
from rules.counting.reckon import BOOK, NIL, NOTHING_SCORED, Standing
from rules.seats import ROUND, Seat, Side
from rules.settling.auction import OPENING_PASSES, Made
from rules.settling.auction import Auction as AuctionLaw
from rules.tricks import Strain

MOST_ODD: Final = 7
"""Odd tricks of the highest bid."""

NO_BID: Final = MOST_ODD + 1
"""Stands for the number of odd tricks if no bid would do."""

PREEMPT: Final = 1.2
"""How much more than their game a preempt may cost that fails by two, doubled."""

STEPS: Final = 10
"""Steps of a trick in which expected tricks are told apart."""

SHARES: Final = 20
"""Steps of the chance that partner has a card."""


class Computed(dict[int, float]):
    """Values by a whole number, each worked out when it is first needed."""

    def __init__(self, work_out: Callable[[int], float]) -> None:
        self._work_out = work_out

    def __missing__(self, key: int) -> float:
        value = self[key] = self._work_out(key)
        return value


class Setting:
    """What does not change during an auction: the game's prices and law, the score, and the dealer, with
    values worked out from these."""

    def __init__(self, payoffs: Payoffs, law: AuctionLaw, standing: Standing, dealer: Seat) -> None:
        self.payoffs, self.law, self.standing, self.dealer = payoffs, law, standing, dealer
        self.rungs = {bid: rung for rung, bid in enumerate(law.ladder)}
        offered = [bid.strain for bid in law.ladder if bid.strain is not Strain.MISERE]
        if Strain.ROYALS in offered:  # where spades have two prices, the higher is bid
            offered = [strain for strain in offered if strain is not Strain.SPADES]
        self.strains = tuple(strain for strain in Strain if strain in offered)
        self.has_misere = any(bid.strain is Strain.MISERE for bid in law.ladder)
        self._scores = as_ours(standing, Side.NS), as_ours(standing, Side.EW)
        self._games = tuple(
            [{one: _fewest_for_game(payoffs, score, one) for one in Strain} for score in self._scores]
        )
        self.honour_cards = {strain: payoffs.honours_of(strain.trumps).bits for strain in Strain}
        both = (NOTHING_SCORED, *(Standing(NIL, score.games) for score in self._scores))
        at_nil, *by_games = [_preempts(payoffs, self.strains[0], score) for score in both]
        self.preempts = at_nil or all(by_games)  # for all four, who bid by one system
        self._vulnerable = tuple([payoffs.is_vulnerable(score) for score in self._scores])
        self._curves: dict[tuple[int, int, bool, bool, float, int], Computed] = {}
        self._honours: dict[tuple[int, bool, int, int], Computed] = {}

    def standing_of(self, side: Side) -> Standing:
        """The score, with this side's figures first."""
        return self._scores[side is Side.EW]

    def tricks_for_game(self, side: Side, strain: Strain) -> int:
        """The fewest odd tricks that win a game for this side in this strain, bid and made; 8 if none do."""
        return self._games[side is Side.EW][strain]

    def game_from_nothing(self, strain: Strain) -> int:
        """The same for a side without a part score."""
        return _fewest_for_game(self.payoffs, NOTHING_SCORED, strain)

    def is_vulnerable(self, side: Side) -> bool:
        """Whether failing costs this side more than it did before anybody won a game."""
        return self._vulnerable[side is Side.EW]

    def curve(
        self, side: Side, rung: int, level: int, ours: bool, spread: float, doubled_at: int
    ) -> Computed:
        """The expected gain of a side from a contract of its own, or of the others, without honours, at each
        step of its own expected tricks with this standard deviation. A contract of its own that fails by
        ``doubled_at`` is counted as doubled."""
        key = rung, level, side is Side.EW, ours, spread, doubled_at
        if key not in self._curves:
            contract, score = Undertaken(self.law.ladder[rung], level, ours), self.standing_of(side)
            self._curves[key] = Computed(
                lambda step: self.payoffs.hope(contract, score, step / STEPS, spread, doubled_at)
            )
        return self._curves[key]

    def honours_gain(self, rung: int, ours: bool, held: int, aces: int) -> Computed:
        """The expected gain from honours at a contract of a side, one hand of which has this many, by the
        chance, in parts of ``SHARES``, that partner has a further one."""
        key = rung, ours, held, aces
        if key not in self._honours:
            contract = Undertaken(self.law.ladder[rung], 0, ours)
            self._honours[key] = Computed(
                lambda share: self.payoffs.honours_at(contract, held, aces, share / SHARES)
            )
        return self._honours[key]


@lru_cache(maxsize=1024)
def _fewest_for_game(payoffs: Payoffs, score: Standing, strain: Strain) -> int:
    """The fewest odd tricks that win us a game, bid and made; 8 if none do, as at misère."""
    assert payoffs.bidding_law is not None
    for odd in range(1, MOST_ODD + 1):
        if strain is Strain.MISERE or Bid(odd, strain) not in payoffs.bidding_law.ladder:
            return NO_BID
        if payoffs.wins_game(Undertaken(Bid(odd, strain), 0, ours=True), score, BOOK + odd):
            return odd
    return NO_BID


@lru_cache(maxsize=128)
def _preempts(payoffs: Payoffs, strain: Strain, score: Standing) -> bool:
    """Whether it pays us to take room from the adversaries: two tricks short of three cost less than their
    game. Part scores are left out: they do not change what bids mean."""
    assert payoffs.bidding_law is not None
    fails = Undertaken(Bid(3, strain), int(payoffs.can_double_bids), ours=True)
    odd = min(MOST_ODD, _fewest_for_game(payoffs, score, strain))
    theirs = payoffs.hope(Undertaken(Bid(odd, strain), 0, ours=False), score, 13 - BOOK - odd, 0.1)
    return payoffs.hope(fails, score, BOOK + 1, 0.1) > PREEMPT * theirs


class Auction:
    """One state of an auction."""

    __slots__ = ("_cheapest", "bids", "calls", "level", "passes", "rung", "setting", "speaker")

    def __init__(
        self,
        setting: Setting,
        calls: tuple[Call, ...] = (),
        bids: tuple[Made, ...] = (),
        level: int = 0,
        passes: int = 0,
    ) -> None:
        self.setting, self.calls, self.bids = setting, calls, bids
        self.level, self.passes = level, passes  # doublings of the last bid; passes since the last other call
        self.speaker = ROUND[(setting.dealer.index + len(calls)) % 4]
        self.rung = setting.rungs[bids[-1].bid] + 1 if bids else 0  # from which on bids are high enough
        self._cheapest: dict[Strain, int] = {}

    @property
    def last_bid(self) -> Made | None:
        """The bid that stands."""
        return self.bids[-1] if self.bids else None

    @property
    def has_ended(self) -> bool:
        return self.passes >= (self.setting.law.passes_to_end if self.bids else OPENING_PASSES)

    @property
    def may_pass(self) -> bool:
        return bool(self.calls) or not self.setting.law.must_open

    @property
    def may_double(self) -> bool:
        if not self.bids or self.level >= self.setting.law.max_doublings:
            return False
        return (self.bids[-1].seat.side is self.speaker.side) == (self.level % 2 == 1)

    def is_open(self, bid: Bid) -> bool:
        return self.setting.rungs.get(bid, -1) >= self.rung

    def cheapest(self, strain: Strain) -> int:
        """The fewest odd tricks that may be bid in a strain now; 8 if the strain cannot be bid."""
        odd = self._cheapest.get(strain)
        if odd is None:
            every = (odd for odd in range(1, MOST_ODD + 1) if self.is_open(Bid(odd, strain)))
            odd = self._cheapest[strain] = next(every, NO_BID)
        return odd

    def after(self, call: Call) -> Auction:
        calls = (*self.calls, call)
        match call:
            case Bid():
                return Auction(self.setting, calls, (*self.bids, Made(self.speaker, call)))
            case Double():
                return Auction(self.setting, calls, self.bids, self.level + 1)
            case Pass():
                return Auction(self.setting, calls, self.bids, self.level, self.passes + 1)
        raise ValueError(call)  # nothing else is called in an auction

    @property
    def contract_bid(self) -> tuple[Bid, int, Seat] | None:
        """The bid that stands, its doublings, and who would play it."""
        if not self.bids:
            return None
        return self.bids[-1].bid, self.level, self.setting.law.declarer(self.bids)
