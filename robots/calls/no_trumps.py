"""The part of the bidding system that follows no trumps: the question for four hearts or spades with its
answers, suits to play in, and tries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from robots.calls.meaning import SLAM, Forcing, Heard, Picture, Say, at_least, needed, suits
from rules.calls import Bid, Pass
from rules.cards import Suit
from rules.frozen import replace
from rules.tricks import Strain

MAJORS: Final = {Strain.HEARTS: Suit.HEARTS, Strain.SPADES: Suit.SPADES}

FOR_GAME: Final = 25
FOR_TRY: Final = 23
"""Points of both hands for game opposite an even hand, and to ask; with a suit of five one less will do."""

HIGHEST_IN_VIEW: Final = 3
"""Odd tricks without trumps that an answer to an even hand aims at, if a game needs more."""

SLAM_TRY: Final = 3
"""Points below those of a slam with which one is tried for where the game is had lower."""

TO_CHOOSE: Final = 5
"""Points above those for game with which clubs and diamonds are told, for they may make a slam."""

RAISES_TWO: Final = 8
"""Points that raise partner's two no trumps over an adversary's bid of two."""


def question(heard: Heard) -> Bid | None:
    """The bid of clubs that asks an opener of no trumps for four hearts or spades, if there is one here."""
    auction, setting, side = heard.auction, heard.auction.setting, heard.seat.side
    if not setting.preempts or not auction.bids or not _before_no_trumps(heard, 1):
        return None
    opening = auction.bids[-1]
    clubs, even = Bid(opening.bid.odd + 1, Strain.CLUBS), Bid(opening.bid.odd, Strain.NO_TRUMPS)
    fours = [setting.tricks_for_game(side, strain) for strain in MAJORS] == [4, 4]
    three = setting.tricks_for_game(side, Strain.NO_TRUMPS) == HIGHEST_IN_VIEW
    in_turn = setting.rungs.get(clubs) == setting.rungs[opening.bid] + 1
    return clubs if fours and three and in_turn and opening.bid == even and even.odd <= 2 else None


def _before_no_trumps(heard: Heard, bids: int) -> bool:
    """Whether this side alone has bid, so many times, but for an adversary's opening of one in a suit before
    one no trump."""
    side, made = heard.seat.side, heard.auction.bids
    theirs = [one.bid for one in made if one.seat.side is not side]
    if len(made) != bids + len(theirs) or made[-bids].seat.side is not side:
        return False
    over = [one.bid for one in made[:2]] == [*theirs, Bid(1, Strain.NO_TRUMPS)]
    return not theirs or (over and len(theirs) == 1 and theirs[0].strain.trumps is not None)


def _told_by_none_of_them(heard: Heard) -> tuple[tuple[Strain, Suit], ...]:
    """Hearts and spades, but for one that the adversaries have bid."""
    return tuple(major for major in MAJORS.items() if major[0] not in heard.theirs)


def to_no_trumps(heard: Heard) -> Iterator[Say]:
    """Answers to an even hand: the question, a long suit to play in, or a strong one to choose a game."""
    auction, setting, side = heard.auction, heard.auction.setting, heard.seat.side
    partner, asks = heard.pictures.of(heard.seat.partner), question(heard)
    game = min(HIGHEST_IN_VIEW, setting.tricks_for_game(side, Strain.NO_TRUMPS))
    enough = (FOR_GAME if asks else round(needed(Strain.NO_TRUMPS, game))) - partner.low
    tries = FOR_TRY - partner.low if asks and asks.odd == 2 else enough
    if heard.theirs and setting.preempts and auction.bids[-1].bid == Bid(2, Strain.NO_TRUMPS):
        for strain, suit in _told_by_none_of_them(heard):
            yield Say(Bid(4, strain), RAISES_TWO - 1, RAISES_TWO + TO_CHOOSE, at_least(suit, 6))
        yield Say(Bid(3, Strain.NO_TRUMPS), RAISES_TWO, RAISES_TWO + TO_CHOOSE)
    for strain, suit in suits(heard, heard.theirs):
        jump, early = heard.lowest(strain, 1), heard.is_game(heard.lowest(strain))
        if jump.odd > 3:
            continue
        least = enough + (TO_CHOOSE if asks and strain not in MAJORS else 0)
        if early:
            least = _for_slam(partner, strain)
        forcing = Forcing.NO if heard.is_game(jump) and not early else Forcing.GAME
        yield Say(jump, least, lengths=at_least(suit, 5), first=suit, forcing=forcing)
    if asks is not None:
        for strain, suit in _told_by_none_of_them(heard):
            yield Say(Bid(4, strain), tries, tries + TO_CHOOSE, at_least(suit, 6), support=suit, final=True)
        for _, suit in _told_by_none_of_them(heard):
            for low, length in ((tries, 4), (tries - 1, 5)):
                ask = Say(asks, low, lengths=at_least(suit, length), forcing=Forcing.ONCE)
                yield replace(ask, asks_majors=True, no_suit=True)
    for strain, suit in suits(heard, heard.theirs):
        bid = heard.lowest(strain)
        if bid.odd <= 2 and bid != asks:
            most = tries - (2 if asks and strain in MAJORS else 1)
            if heard.is_game(bid):
                most = _for_slam(partner, strain) - 1
            yield Say(bid, 0, most, at_least(suit, 5), first=suit, final=True)


def _for_slam(partner: Picture, strain: Strain) -> int:
    """Points with which a suit is told that partner should raise if there may be a slam."""
    return round(needed(strain, SLAM)) - partner.low - SLAM_TRY


def after_question(heard: Heard) -> Iterator[Say] | None:
    """The next calls of the asker and of the other; None where nobody has asked, or the question is over."""
    auction = heard.auction
    if _is_forced(heard):
        return _to_jump(heard)
    asker = heard.major_asker
    if asker is None or asker.side is not heard.seat.side:
        return None
    ours = [one for one in auction.bids if one.seat.side is asker.side]
    if not _before_no_trumps(heard, len(ours)):
        return None
    match len(ours), asker is heard.seat:
        case 2, False:
            return _responses(heard)
        case 3, True:
            return _rebids(heard)
        case 4, False:
            return _answers_to_try(heard)
    return None


def _is_forced(heard: Heard) -> bool:
    """Whether the partner of an opener of no trumps has jumped to three hearts or spades."""
    bids = heard.auction.bids
    if len(bids) != 2 or heard.theirs or heard.seat.side not in heard.to_game:
        return False
    return bids[0].bid == Bid(1, Strain.NO_TRUMPS) and bids[1].bid in [Bid(3, strain) for strain in MAJORS]


def _to_jump(heard: Heard) -> Iterator[Say]:
    """With three cards the suit is raised; a slam is left to the hand that knows more."""
    strain = heard.auction.bids[-1].bid.strain
    yield Say(Bid(4, strain), lengths=at_least(MAJORS[strain], 3))
    yield Say(Bid(3, Strain.NO_TRUMPS))


def _responses(heard: Heard) -> Iterator[Say]:
    for strain, suit in _told_by_none_of_them(heard):
        yield Say(heard.lowest(strain), lengths=at_least(suit, 4))
    yield Say(heard.lowest(Strain.DIAMONDS), no_suit=True)


def _rebids(heard: Heard) -> Iterator[Say]:
    """The asker's next bid: with four of the suit told a raise, else five of the other, or no trumps."""
    auction, partner = heard.auction, heard.pictures.of(heard.seat.partner)
    game, tries = FOR_GAME - partner.low, FOR_TRY - partner.low - 1
    for strain, suit in MAJORS.items():
        most = round(needed(strain, SLAM)) - partner.low - 1
        if strain in heard.named.of(heard.seat.partner):
            yield Say(Bid(4, strain), game, most, at_least(suit, 4), support=suit)
            yield Say(Bid(3, strain), tries, game - 1, at_least(suit, 4), support=suit)
        elif auction.cheapest(strain) == 2:
            yield Say(Bid(2, strain), tries, game - 1, at_least(suit, 5))
    most = round(needed(Strain.NO_TRUMPS, SLAM)) - partner.high
    yield Say(Bid(3, Strain.NO_TRUMPS), game, most)
    yield Say(Bid(2, Strain.NO_TRUMPS), tries, game - 1)


def _answers_to_try(heard: Heard) -> Iterator[Say]:
    """What an opener says to a try: game unless it has its minimum."""
    last, mine = heard.auction.bids[-1], heard.pictures.of(heard.seat)
    suit = last.bid.strain.trumps
    if heard.is_game(last.bid):
        return
    if suit is not None:
        held = heard.pictures.of(heard.seat.partner).lengths[suit.index]
        yield Say(Bid(4, last.bid.strain), mine.low + 1, mine.high, at_least(suit, 8 - held))
    if last.bid.odd < HIGHEST_IN_VIEW:
        yield Say(Bid(3, Strain.NO_TRUMPS), mine.low + 1, mine.high)
    yield Say(Pass(), 0, mine.low)
