"""What contracts come to for a player who sees one hand and has heard the auction."""

from __future__ import annotations

from typing import Final, NamedTuple

from robots.calls.auction import SHARES, STEPS, Curve, OfHonours
from robots.calls.heard import Heard
from robots.calls.trick_outlook import (
    EVEN_ERROR,
    IN_THE_PACK,
    SUIT_ERROR,
    Holding,
    TrickOutlook,
    losing_tricks,
)
from rules.counting.reckon import BOOK
from rules.strains import Strain

DOUBLED_AT: Final = 4
DOUBLED_OVER_THEM: Final = 1
"""Tricks by which a bid must fail to be counted as doubled: if the adversaries have not bid, and if they
have."""

THEIR_WORD: Final = 0.15
"""How far the adversaries are believed to know what they bid: the weight of their bid beside what one sees
oneself."""


class _Priced(NamedTuple):
    """A contract, with what depends on it alone."""

    strain: Strain
    odd: int
    gains: Curve  # by expected tricks
    honours: OfHonours  # by partner's share of the cards


class Outcome:
    """The expected gain of the speaker's side from contracts."""

    def __init__(self, heard: Heard, hand: Holding) -> None:
        self.heard, self.hand, self.setting = heard, hand, heard.auction.setting
        self.outlook = TrickOutlook(heard.seat, hand, heard.pictures)
        self.strengths = self.outlook.strengths  # partner's points, with chances
        self._side = heard.seat.side
        self._doubled_at = DOUBLED_OVER_THEM if heard.theirs else DOUBLED_AT
        self._priced: dict[tuple[int, int, bool], _Priced] = {}
        self._tricks: dict[tuple[Strain, bool, float], tuple[float, int]] = {}

    def of(self, rung: int, level: int, ours: bool) -> float:
        """From a contract of the side or of its adversaries, by its rung and doublings."""
        return sum([chance * self.at(rung, level, ours, points) for points, chance in self.strengths])

    def at(self, rung: int, level: int, ours: bool, strength: float) -> float:
        """The same if partner has so many points."""
        key = rung, level, ours
        priced = self._priced.get(key)
        if priced is None:
            priced = self._priced[key] = self._price(rung, level, ours)
        strain, odd, gains, honours = priced
        tricks, share = self._at(strain, ours, strength)
        if not ours and strain is not Strain.MISERE:
            tricks += THEIR_WORD * (13 - BOOK - odd - tricks)
        return gains[int(STEPS * tricks + 0.5)] + honours[share]

    def tricks(self, strain: Strain, ours: bool, strength: float) -> float:
        """The side's expected tricks at its own contract, or its adversaries', if partner has so many
        points."""
        return self._at(strain, ours, strength)[0]

    def _at(self, strain: Strain, ours: bool, strength: float) -> tuple[float, int]:
        """The tricks, and partner's share of the cards that one does not see, in twentieths."""
        key = strain, ours, strength
        found = self._tricks.get(key)
        if found is None:
            share = round(SHARES * strength / max(1, IN_THE_PACK - self.hand.points))
            found = self._tricks[key] = self._expected(strain, ours, strength), share
        return found

    def _expected(self, strain: Strain, ours: bool, strength: float) -> float:
        if strain is not Strain.MISERE:
            return self.outlook.tricks(strain, strength, ours=ours)
        points = self.hand.points + strength
        return (
            losing_tricks(self.hand.hand, points) if ours else 13 - losing_tricks(None, IN_THE_PACK - points)
        )

    def _price(self, rung: int, level: int, ours: bool) -> _Priced:
        bid = self.setting.law.ladder[rung]
        spread = EVEN_ERROR if bid.strain.trumps is None else SUIT_ERROR
        gains = self.setting.curve(self._side, rung, level, ours, spread, self._doubled_at)
        held = (self.hand.bits & self.setting.honour_cards[bid.strain]).bit_count()
        honours = self.setting.honours(rung, ours, held, self.hand.aces)
        return _Priced(bid.strain, bid.odd, gains, honours)
