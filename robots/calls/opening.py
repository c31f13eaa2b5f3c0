"""Opening bids of the system, and what follows two clubs where they are strong: where failing is cheap
(``Setting.preempts``), a suit at two takes room from the adversaries, and strong hands begin with two clubs,
whatever their suits are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from robots.calls.meaning import (
    ANSWER,
    MOST_POINTS,
    NO_TRUMPS,
    OPENING,
    WEAK,
    Forcing,
    Heard,
    Lengths,
    Say,
    at_least,
    suits,
)
from rules.calls import Bid, Pass
from rules.cards import Suit
from rules.counting.reckon import BOOK
from rules.frozen import replace
from rules.seats import Seat
from rules.tricks import Strain

LIGHT: Final = 10
"""Points of an opening bid in a suit of six cards; where failing is cheap, in a hand that is ``SHAPED``."""

SHAPED: Final = 20
"""What the points of such a hand and the cards of its two longest suits come to together."""

STRONG_NO_TRUMPS: Final = (20, 22)
"""Points of an even hand that opens no trumps one higher."""

STRONG: Final = 20
"""Points of a hand that opens a suit one higher than necessary, or two clubs."""

TWO_CLUBS: Final = Bid(2, Strain.CLUBS)

TWO_DIAMONDS: Final = Bid(2, Strain.DIAMONDS)
"""The answer to two clubs that tells nothing."""

POSITIVE: Final = 8
"""Points of an answer to two clubs in a suit of five."""

BESIDE: Final = 5
"""The same over an adversary, where a pass tells nothing."""

WEAK_TWO: Final = (5, 10)
"""Points of a suit of six cards that is opened at two, in a hand with no other four hearts or spades."""

FAILS_BY: Final = 2
"""Tricks by which a weak bid of a vulnerable side may fail if partner has nothing."""

ENOUGH: Final = 17
"""Points, short suits and trumps counted, with which a weak two is raised to game."""


def openings(heard: Heard) -> Iterator[Say]:
    """The calls of a player before anybody has bid."""
    auction, setting = heard.auction, heard.auction.setting
    in_turn = suits(heard)
    if Strain.NO_TRUMPS in setting.strains:
        odd = auction.cheapest(Strain.NO_TRUMPS)
        for more, told in enumerate((NO_TRUMPS, STRONG_NO_TRUMPS, (STRONG_NO_TRUMPS[1] + 1, 27))):
            yield Say(Bid(odd + more, Strain.NO_TRUMPS), *told, even=True)
    if setting.preempts:
        yield Say(TWO_CLUBS, STRONG, forcing=Forcing.ONCE, no_suit=True)
    else:
        for strain, suit in in_turn:
            jump, long = heard.lowest(strain, 1), at_least(suit, 5)
            yield Say(jump, STRONG, lengths=long, first=suit, forcing=Forcing.ONCE)
    for strain, suit in in_turn:
        lowest = heard.lowest(strain)
        yield Say(lowest, OPENING, STRONG + 1, at_least(suit, 4), first=suit)
        length, shaped = (5, SHAPED) if setting.preempts else (6, 0)
        yield Say(lowest, LIGHT, OPENING - 1, at_least(suit, length), first=suit, shaped=shaped)
    if setting.preempts:
        yield from _weak(heard, in_turn)
    yield Say(Pass() if auction.may_pass else setting.law.ladder[0], 0, OPENING - 1)


def _weak(heard: Heard, in_turn: list[tuple[Strain, Suit]]) -> Iterator[Say]:
    """Long suits that are bid high at once, the longest first."""
    for jump, length in ((3, 8), (2, 7)):
        for strain, suit in in_turn:
            yield preempt(heard, heard.lowest(strain, jump), at_least(suit, length))
    for strain, suit in in_turn:
        if strain is not Strain.CLUBS:
            others = tuple(other for other in (Suit.HEARTS, Suit.SPADES) if other is not suit)
            two = Say(Bid(2, strain), *WEAK_TWO, at_least(suit, 6), few=others, longest=6)
            yield two
            yield replace(two, longest=13, tricks=BOOK + 2.0 - FAILS_BY)


def preempt(heard: Heard, bid: Bid, lengths: Lengths) -> Say:
    """A weak bid of a long suit, higher than it need be. A side that is vulnerable makes it only on a suit
    that fails by two at most, to the nearest trick."""
    dear = heard.auction.setting.is_vulnerable(heard.seat.side)
    return Say(bid, *WEAK, lengths, tricks=BOOK + bid.odd - FAILS_BY - 0.5 if dear else 0.0)


def has_told_weakness(heard: Heard) -> bool:
    """Whether the speaker has bid a long suit high at once, and partner nothing: who has done so passes."""
    told, silent = heard.pictures.of(heard.seat), not heard.named.of(heard.seat.partner)
    return silent and told.high <= WEAK_TWO[1] and max(told.lengths) >= 6 and not heard.forced


def is_weak_two(heard: Heard) -> bool:
    """Whether partner has opened a weak two, and nobody has bid since."""
    bids = heard.auction.bids
    if not heard.auction.setting.preempts or len(bids) != 1 or bids[0].seat is not heard.seat.partner:
        return False
    return bids[0].bid.odd == 2 and bids[0].bid.strain.trumps is not None and bids[0].bid != TWO_CLUBS


def to_weak_two(heard: Heard) -> Iterator[Say]:
    """Raises of a weak two, to be left alone, as it is where it is the game; with less fit players go by what
    contracts are worth."""
    strain = heard.auction.bids[0].bid.strain
    suit, game = strain.trumps, heard.auction.setting.tricks_for_game(heard.seat.side, strain)
    assert suit is not None
    if game == 4:
        yield Say(Bid(4, strain), ENOUGH, MOST_POINTS, at_least(suit, 3), support=suit, final=True)
        yield Say(Bid(4, strain), 0, ANSWER + 3, at_least(suit, 4), final=True)
        yield Say(Bid(4, strain), ENOUGH - 1, MOST_POINTS, at_least(suit, 2), final=True)
    if game >= 3:
        most = ENOUGH - 1 if game > 3 else MOST_POINTS
        yield Say(Bid(3, strain), ANSWER, most, at_least(suit, 3), support=suit, final=True)
    else:
        yield Say(Pass(), lengths=at_least(suit, 2))


def strong(heard: Heard) -> Seat | None:
    """The seat that has opened two clubs on strength, while it has told no suit."""
    bids = heard.auction.bids
    if not heard.auction.setting.preempts or not bids or bids[0].bid != TWO_CLUBS:
        return None
    return None if heard.named.of(bids[0].seat) else bids[0].seat


def to_two_clubs(heard: Heard) -> Iterator[Say]:
    """Answers to strong two clubs."""
    least = BESIDE if heard.theirs else POSITIVE
    for strain, suit in suits(heard, heard.theirs):
        bid = heard.lowest(strain)
        if bid == TWO_DIAMONDS and not heard.theirs:
            bid = Bid(3, strain)
        if bid.odd <= 3:
            yield Say(bid, least, lengths=at_least(suit, 5), first=suit, forcing=Forcing.GAME)
    yield Say(Pass()) if heard.theirs else Say(TWO_DIAMONDS, no_suit=True)


def suit_told(heard: Heard) -> Iterator[Say]:
    """The next bid of a player who has opened two clubs: partner's suit with three cards, else a suit."""
    for strain, suit in suits(heard):
        if strain in heard.named.of(heard.seat.partner):
            yield Say(heard.lowest(strain), STRONG, lengths=at_least(suit, 3))
    for length in (5, 4):
        for strain, suit in suits(heard, heard.theirs):
            bid, long = heard.lowest(strain), at_least(suit, length)
            if bid.odd <= 4:
                yield Say(bid, STRONG, lengths=long, first=suit, forcing=Forcing.ONCE)
