"""What a contract brings in a layout of all four hands: estimated tricks, priced by the game.

Tricks are estimated from the strength of the two hands and from a quick play-out, with weights fitted to
deals solved double dummy; what is left to chance is a normal distribution around that.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import Final

from robots.calls.auction import Setting
from robots.calls.trick_outlook import SUIT, holding
from robots.payoffs import TRICKS, Undertaken
from robots.search.layouts import Layout
from robots.search.losing_playouts import lose_out
from robots.search.playouts import play_out
from robots.search.quick_leads import SUITS
from rules.calls import Bid
from rules.cards import Hand, Suit
from rules.counting.reckon import BOOK
from rules.seats import Seat, Side
from rules.strains import Strain

SUIT_SPREAD: Final = 0.85
EVEN_SPREAD: Final = 1.15
"""Standard deviation of the double-dummy tricks around the estimate."""

TWELVE: Final = 12.0
THIRTEENTH: Final = 0.2
"""The last trick is seldom won: of the estimate above twelve only so much counts."""

ACE: Final = 1 << 12
"""Its bit among the thirteen of a suit."""

LEAST: Final = 0.01
"""Numbers of tricks that are less likely than this are left out."""


class Valued:
    """One layout, with the tricks that have been estimated in it."""

    __slots__ = ("_tricks", "layout", "setting")

    def __init__(self, setting: Setting, layout: Layout) -> None:
        self.setting, self.layout = setting, layout
        self._tricks: dict[tuple[Strain, int], tuple[tuple[int, float], ...]] = {}

    def chances(self, strain: Strain, declarer: Seat) -> tuple[tuple[int, float], ...]:
        """Numbers of tricks of declarer's side, with their chances."""
        key = strain, declarer.index
        found = self._tricks.get(key)
        if found is None:
            spread = EVEN_SPREAD if strain.trumps is None else SUIT_SPREAD
            tricks = self._estimate(strain, declarer)
            if tricks > TWELVE:
                tricks = TWELVE + THIRTEENTH * (tricks - TWELVE)
            found = self._tricks[key] = _chances(round(tricks, 1), spread, self._most(strain, declarer))
        return found

    def _most(self, strain: Strain, declarer: Seat) -> int:
        """The most tricks that declarer's side can win: an ace of the others wins one, unless it is of a suit
        that may be ruffed at once."""
        if strain is Strain.MISERE:
            return TRICKS
        one, two = (self.layout[seat.index] for seat in (declarer, declarer.partner))
        lost = 0
        for suit in Suit:
            mine, partners = one >> 13 * suit.index & SUIT, two >> 13 * suit.index & SUIT
            can_ruff = strain.trumps not in (None, suit) and not (mine and partners)
            lost += 0 < mine | partners < ACE and not can_ruff
        return TRICKS - lost

    def gain(self, side: Side, bid: Bid, level: int, declarer: Seat) -> float:
        """The expected gain of a side from a contract: points and the prospect of games."""
        bits = tuple(self.layout[(declarer.index + place) % 4] for place in range(4))
        payoffs, score = self.setting.payoffs, self.setting.score(declarer.side)
        contract = Undertaken(bid, level, ours=True)
        gains, (lost, won) = payoffs.gains(contract, score), payoffs.honours_dealt(contract, bits)
        gain = 0.0
        for tricks, chance in self.chances(bid.strain, declarer):
            gain += chance * (gains[tricks] + (won if tricks > BOOK else lost))
        return gain if side is declarer.side else -gain

    def _estimate(self, strain: Strain, declarer: Seat) -> float:
        hands, trumps = list(self.layout), strain.trumps
        one, two = (holding(Hand(hands[seat.index])) for seat in (declarer, declarer.partner))
        if strain is Strain.MISERE:
            won = lose_out(hands, 0, declarer.left.index)
            return float(won if declarer.side is Side.NS else TRICKS - won)
        won = play_out(hands, SUITS[trumps.index] if trumps is not None else 0, declarer.left.index)
        tricks = won if declarer.side is Side.NS else TRICKS - won
        points, aces = one.points + two.points, one.aces + two.aces
        if trumps is None:
            open_suits = sum(not (stop or other) for stop, other in zip(one.stops, two.stops, strict=True))
            return -2.04 + 0.271 * points + 0.301 * aces - 0.443 * open_suits + 0.362 * tricks
        length = one.lengths[trumps.index] + two.lengths[trumps.index]
        if length < 6:
            return 0.45 + 0.92 * tricks
        short = one.short[trumps.index] + two.short[trumps.index]
        return -3.76 + 0.195 * points + 0.366 * length + 0.181 * short + 0.202 * aces + 0.499 * tricks


@lru_cache(maxsize=1024)
def _chances(mean: float, spread: float, most: int) -> tuple[tuple[int, float], ...]:
    ends = [(tricks + 0.5 - mean) / (spread * sqrt(2)) for tricks in range(TRICKS)]
    below = [0.0, *((1 + erf(end)) / 2 for end in ends), 1.0]
    below[most + 1] = 1.0
    every = [(tricks, below[tricks + 1] - below[tricks]) for tricks in range(most + 1)]
    likely = [(tricks, chance) for tricks, chance in every if chance >= LEAST]
    total = sum(chance for _, chance in likely)
    return tuple((tricks, chance / total) for tricks, chance in likely)
