"""Asking for aces: four no trumps over partner's bid of a suit, which is then trumps, and the answers by
steps."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

from robots.calls.auction import Setting
from robots.calls.heard import Heard
from robots.calls.meaning import Forcing, Say
from robots.calls.trick_outlook import Holding
from rules.calls import Bid, Call, Pass
from rules.strains import Strain

QUESTION: Final = Bid(4, Strain.NO_TRUMPS)

ACES: Final = 4
"""Aces of the pack."""

ENOUGH: Final = 3
"""Aces of both hands with which a slam is bid."""

LEAST_RISK: Final = 0.02
"""The chance of too few aces below which nobody asks."""


def trumps_asked(heard: Heard) -> Strain | None:
    """The suit that would be trumps if the speaker asked for aces now; None where four no trumps would be a
    bid like any other."""
    auction, last = heard.auction, heard.auction.last
    if last is None or last.seat is not heard.seat.partner or not auction.is_open(QUESTION):
        return None
    if heard.asker is not None or heard.placed is heard.seat.partner:
        return None
    return last.bid.strain if last.bid.strain.trumps is not None else None


def question(heard: Heard) -> Say | None:
    """The meaning of four no trumps, if it asks for aces here."""
    if trumps_asked(heard) is None:
        return None
    return Say(QUESTION, forcing=Forcing.ONCE, asks_aces=True)


def answers(heard: Heard) -> Iterator[Say]:
    """The steps above four no trumps: none or all four aces, one, two, three."""
    for aces, bid in enumerate(_steps(heard.auction.setting)):
        if heard.auction.is_open(bid):
            yield Say(bid, aces=aces)


def risk(heard: Heard, hand: Holding, strength: float) -> float:
    """The chance that both hands have too few aces for a slam, if partner has so many points; 0 where an
    answer might leave no room to stop."""
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
    return sum(comb(missing, held) * share**held * (1 - share) ** (missing - held) for held in too_few)


def is_answered(heard: Heard) -> bool:
    """Whether the speaker has asked and partner has answered."""
    return heard.asker is heard.seat and heard.pictures.of(heard.seat.partner).aces is not None


def is_asked(heard: Heard) -> bool:
    """Whether partner has asked and the speaker has not answered yet."""
    return heard.asker is heard.seat.partner and heard.pictures.of(heard.seat).aces is None


def together(heard: Heard, hand: Holding) -> int:
    """The aces of both hands after the answer."""
    told = heard.pictures.of(heard.seat.partner).aces
    assert told is not None
    return hand.aces + (ACES if told == 0 and hand.aces == 0 else told)


def stop(heard: Heard, strain: Strain) -> Call:
    """The call that ends the auction in this suit as low as can be."""
    last = heard.auction.last
    assert last is not None
    if last.bid.strain is strain and last.seat.side is heard.seat.side:
        return Pass()
    odd = heard.auction.cheapest(strain)
    bid = Bid(odd, strain)
    return bid if heard.auction.is_open(bid) else Pass()


def _steps(setting: Setting) -> list[Bid]:
    """The bids of a suit at the five level, the cheapest first."""
    suits = [Bid(5, strain) for strain in setting.strains if strain.trumps is not None]
    return sorted(suits, key=lambda bid: setting.rungs[bid])
