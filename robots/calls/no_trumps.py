"""What follows no trumps: the question for four hearts or spades and its answers, suits to play in, tries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from robots.calls.meaning import MOST_POINTS, SLAM, Forcing, Heard, Say, at_least, if_open, needed, suits
from rules.calls import Bid, Pass
from rules.cards import Suit
from rules.frozen import replace
from rules.tricks import Strain

FOR_GAME: Final = 25
FOR_TRY: Final = 24
"""Points of both hands with which the partner of an even hand goes to game, and with which it asks; with a
suit of five one less will do."""

HIGHEST_IN_VIEW: Final = 3
"""Odd tricks without trumps that an answer to an even hand aims at, if a game needs more."""

TO_CHOOSE: Final = 5
"""Points above those for game with which clubs and diamonds are told, for they may make a slam."""

MAJORS: Final = ((Strain.HEARTS, Suit.HEARTS), (Strain.SPADES, Suit.SPADES))


def question(heard: Heard) -> Bid | None:
    """The bid of clubs that asks an opener of no trumps for four hearts or spades; None if there is none
    here."""
    auction, setting, side = heard.auction, heard.auction.setting, heard.seat.side
    if len(auction.bids) != 1 or not setting.preempts or heard.theirs:
        return None
    (opening,) = auction.bids
    clubs, even = Bid(opening.bid.odd + 1, Strain.CLUBS), Bid(opening.bid.odd, Strain.NO_TRUMPS)
    fours = [setting.game(side, strain) for strain, _ in MAJORS] == [4, 4]
    three = setting.game(side, Strain.NO_TRUMPS) == HIGHEST_IN_VIEW
    in_turn = setting.rungs.get(clubs) == setting.rungs[opening.bid] + 1
    return clubs if fours and three and in_turn and opening.bid == even and even.odd <= 2 else None


def to_no_trumps(heard: Heard) -> Iterator[Say]:
    """Answers to an even hand: the question, a long suit to play in, or with strength a suit to choose a
    game."""
    auction, setting, side = heard.auction, heard.auction.setting, heard.seat.side
    partner, asks = heard.pictures.of(heard.seat.partner), question(heard)
    game = min(HIGHEST_IN_VIEW, setting.game(side, Strain.NO_TRUMPS))
    enough = (FOR_GAME if asks else round(needed(Strain.NO_TRUMPS, game))) - partner.low
    tries = FOR_TRY - partner.low if asks and asks.odd == 2 else enough
    for strain, suit in suits(heard):
        odd = auction.cheapest(strain)
        if strain in heard.theirs or odd + 1 > 3:
            continue
        least = enough + (TO_CHOOSE if asks and (strain, suit) not in MAJORS else 0)
        strong = Say(Bid(odd + 1, strain), least, MOST_POINTS, at_least(suit, 5), first=suit)
        yield from if_open(auction, replace(strong, forcing=Forcing.GAME))
    if asks is not None:
        for _, suit in MAJORS:
            ask = Say(asks, tries, MOST_POINTS, at_least(suit, 4), forcing=Forcing.ONCE)
            ask = replace(ask, asks_majors=True, no_suit=True)
            yield ask
            yield replace(ask, low=tries - 1, lengths=at_least(suit, 5))
    for strain, suit in suits(heard):
        bid = Bid(auction.cheapest(strain), strain)
        if bid.odd <= 2 and strain not in heard.theirs and bid != asks:
            most = tries - (2 if asks and (strain, suit) in MAJORS else 1)
            yield Say(bid, 0, most, at_least(suit, 5), first=suit, final=asks is not None)


def after_question(heard: Heard) -> Iterator[Say] | None:
    """The next calls of the asker and of the other; None where nobody has asked, or the question is over."""
    auction = heard.auction
    if _is_forced(heard):
        return _to_jump(heard)
    if heard.major_asker is None or heard.major_asker.side is not heard.seat.side or heard.theirs:
        return None
    match len(auction.bids), heard.major_asker is heard.seat:
        case 2, False:
            return _answer(heard)
        case 3, True:
            return _chosen(heard)
        case 4, False:
            return _tried(heard)
    return None


def _is_forced(heard: Heard) -> bool:
    """Whether the partner of an opener of no trumps has jumped to three hearts or spades."""
    bids = heard.auction.bids
    if len(bids) != 2 or heard.theirs or heard.seat.side not in heard.to_game:
        return False
    return bids[0].bid == Bid(1, Strain.NO_TRUMPS) and bids[1].bid in [Bid(3, strain) for strain, _ in MAJORS]


def _to_jump(heard: Heard) -> Iterator[Say]:
    """With three cards the suit is raised; a slam is left to the hand that knows more."""
    last = heard.auction.last
    assert last is not None and last.bid.strain.trumps is not None
    yield Say(Bid(4, last.bid.strain), lengths=at_least(last.bid.strain.trumps, 3))
    yield Say(Bid(3, Strain.NO_TRUMPS))


def _answer(heard: Heard) -> Iterator[Say]:
    auction = heard.auction
    for strain, suit in MAJORS:
        yield Say(Bid(auction.cheapest(strain), strain), lengths=at_least(suit, 4))
    yield Say(Bid(auction.cheapest(Strain.DIAMONDS), Strain.DIAMONDS), no_suit=True)


def _chosen(heard: Heard) -> Iterator[Say]:
    """The asker's next bid: with four cards of the suit that was told a raise, else five of the other, or no
    trumps."""
    auction, partner = heard.auction, heard.pictures.of(heard.seat.partner)
    game, tries = FOR_GAME - partner.low, FOR_TRY - partner.low - 1
    for strain, suit in MAJORS:
        most = round(needed(strain, SLAM)) - partner.low - 1
        if strain in heard.named.of(heard.seat.partner):
            yield Say(Bid(4, strain), game, most, at_least(suit, 4), support=suit)
            yield from if_open(auction, Say(Bid(3, strain), tries, game - 1, at_least(suit, 4), support=suit))
        elif auction.cheapest(strain) == 2:
            yield Say(Bid(2, strain), tries, game - 1, at_least(suit, 5))
    most = round(needed(Strain.NO_TRUMPS, SLAM)) - partner.high
    yield Say(Bid(3, Strain.NO_TRUMPS), game, most)
    yield from if_open(auction, Say(Bid(2, Strain.NO_TRUMPS), tries, game - 1))


def _tried(heard: Heard) -> Iterator[Say]:
    """What an opener says to a try: game unless it has its minimum."""
    last, mine = heard.auction.last, heard.pictures.of(heard.seat)
    assert last is not None
    suit = last.bid.strain.trumps
    if heard.is_game(last.bid):
        return
    if suit is not None:
        held = heard.pictures.of(heard.seat.partner).lengths[suit.index]
        yield Say(Bid(4, last.bid.strain), mine.low + 1, mine.high, at_least(suit, 8 - held))
    if last.bid.odd < HIGHEST_IN_VIEW:
        yield Say(Bid(3, Strain.NO_TRUMPS), mine.low + 1, mine.high)
    yield Say(Pass(), 0, mine.low)
