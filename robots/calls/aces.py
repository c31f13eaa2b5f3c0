"""Asking for aces: four no trumps over partner's bid of a suit, then trumps, and the answers by steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb, fsum
from typing import Final

from robots.calls.auction import SHARES, STEPS, Computed, Setting
from robots.calls.meaning import Forcing, Heard, Say
from robots.calls.trick_outlook import (
    EVEN_ERROR,
    IN_THE_PACK,
    SUIT_ERROR,
    Holding,
    TrickOutlook,
    losing_tricks,
)
from rules.calls import Bid, Call, Pass
from rules.counting.reckon import BOOK
from rules.tricks import Strain

QUESTION: Final = Bid(4, Strain.NO_TRUMPS)

ACES: Final = 4
"""Aces of the pack."""

ENOUGH: Final = 3
"""Aces of both hands with which a slam is bid."""

LEAST_RISK: Final = 0.02
"""The chance of too few aces below which nobody asks."""


def trumps_asked(heard: Heard) -> Strain | None:
    """The suit that would be trumps if the speaker asked for aces now: one that both partners have bid, or
    else partner's, if it was the side's last bid. None if four no trumps would be an ordinary bid."""
    auction, seat = heard.auction, heard.seat
    last = next((made for made in reversed(auction.bids) if made.seat.side is seat.side), None)
    if last is None or heard.asker is not None or not auction.is_open(QUESTION):
        return None
    mine, partners = heard.suits_of(seat), heard.suits_of(seat.partner)
    agreed = [strain for strain in partners if strain in mine]
    if agreed:
        return last.bid.strain if last.bid.strain in agreed else agreed[-1]
    if last.seat is seat:
        return None
    if heard.cued is seat.partner:  # over a bid of theirs, which has shown support or strength
        return mine[-1] if mine else None
    return last.bid.strain if last.bid.strain in partners else None


def question(heard: Heard) -> Say | None:
    """The meaning of four no trumps, if it asks for aces here."""
    trumps = trumps_asked(heard)
    return Say(QUESTION, forcing=Forcing.ONCE, asks_aces=trumps) if trumps is not None else None


def ace_answers(heard: Heard) -> Iterator[Say]:
    """The steps above four no trumps: none or all four aces, one, two, three."""
    for aces, bid in enumerate(_steps(heard.auction.setting)):
        if heard.auction.is_open(bid):
            yield Say(bid, aces=aces)


def risk(heard: Heard, hand: Holding, strength: float) -> float:
    """The chance that both hands have too few aces for a slam, if partner has this many points; 0 if some
    answer would leave no room to stop."""
    strain = trumps_asked(heard)
    if strain is None:
        return 0.0
    fewest = max(0, ENOUGH - 1 - hand.aces)
    steps = _steps(heard.auction.setting)
    five = Bid(5, strain)
    if five not in steps or steps.index(five) < fewest:
        return 0.0
    missing, share = ACES - hand.aces, min(1.0, strength / max(1, 40 - hand.points))
    too_few = range(max(0, ENOUGH - hand.aces))
    return fsum(comb(missing, held) * share**held * (1 - share) ** (missing - held) for held in too_few)


def has_partner_answered(heard: Heard) -> bool:
    """Whether the speaker has asked and partner has answered."""
    return heard.asker is heard.seat and heard.pictures.of(heard.seat.partner).aces is not None


def is_asked(heard: Heard) -> bool:
    """Whether partner has asked and the speaker has not answered yet."""
    return heard.asker is heard.seat.partner and heard.pictures.of(heard.seat).aces is None


def aces_together(heard: Heard, hand: Holding) -> int:
    """The aces of both hands after the answer."""
    told = heard.pictures.of(heard.seat.partner).aces
    assert told is not None
    return hand.aces + (ACES if told == 0 and hand.aces == 0 else told)


def stopping_call(heard: Heard, strain: Strain) -> Call:
    """The call that ends the auction in this suit as low as possible."""
    last = heard.auction.bids[-1]
    if last.bid.strain is strain and last.seat.side is heard.seat.side:
        return Pass()
    bid = heard.lowest(strain)
    return bid if heard.auction.is_open(bid) else Pass()


def _steps(setting: Setting) -> list[Bid]:
    """The bids of a suit at the five level, the cheapest first."""
    suits = [Bid(5, strain) for strain in setting.strains if strain.trumps is not None]
    return sorted(suits, key=lambda bid: setting.rungs[bid])


# What contracts come to for a player who sees one hand and has heard the auction


DOUBLED_AT: Final = 4
DOUBLED_OVER_THEM: Final = 1
"""Tricks by which a bid must fail to be counted as doubled: if the adversaries have not bid, and if they
have."""

THEIR_WORD: Final = 0.15
"""How much the adversaries' bids are trusted: the weight of their bid beside one's own cards."""

_Priced = tuple[Strain, int, Computed, Computed]
"""What depends on a contract alone: its gains by expected tricks, honours by partner's share of the cards."""


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

    def average(self, of: Callable[[float], float]) -> float:
        """The mean of what depends on partner's points."""
        return fsum([chance * of(points) for points, chance in self.strengths])

    def gain_from(self, rung: int, level: int, ours: bool) -> float:
        """From a contract of the side or of its adversaries, by its rung and doublings."""
        return self.average(lambda points: self.gain_at(rung, level, ours, points))

    def gain_at(self, rung: int, level: int, ours: bool, strength: float) -> float:
        """The expected gain from a contract if partner has this many points."""
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
        """The side's expected tricks at a contract of its own, or theirs, if partner has this many points."""
        return self._at(strain, ours, strength)[0]

    def _at(self, strain: Strain, ours: bool, strength: float) -> tuple[float, int]:
        """The tricks, and partner's share of the cards that one does not see, in twentieths."""
        key = strain, ours, strength
        found = self._tricks.get(key)
        if found is None:
            share = round(SHARES * strength / max(1, IN_THE_PACK - self.hand.points))
            points = self.hand.points + strength
            if strain is not Strain.MISERE:
                tricks = self.outlook.tricks(strain, strength, ours=ours)
            elif ours:
                tricks = losing_tricks(self.hand.hand, points)
            else:
                tricks = 13 - losing_tricks(None, IN_THE_PACK - points)
            found = self._tricks[key] = tricks, share
        return found

    def _price(self, rung: int, level: int, ours: bool) -> _Priced:
        bid = self.setting.law.ladder[rung]
        spread = EVEN_ERROR if bid.strain.trumps is None else SUIT_ERROR
        gains = self.setting.curve(self._side, rung, level, ours, spread, self._doubled_at)
        held = (self.hand.bits & self.setting.honour_cards[bid.strain]).bit_count()
        honours = self.setting.honours_gain(rung, ours, held, self.hand.aces)
        return bid.strain, bid.odd, gains, honours
