"""The part of the bidding system for auctions in which both sides bid: overcalls and doubles that ask for a
suit, bids of their suit, and the answers.

Where failing is dear (``Setting.preempts`` is false) less is bid, and a double asks on the first turn alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from robots.calls.meaning import (
    MOST_POINTS,
    NO_TRUMPS,
    SLAM,
    Forcing,
    Heard,
    Say,
    at_least,
    each,
    needed,
    suits,
)
from robots.calls.no_trumps import MAJORS
from robots.calls.opening import preempt
from rules.calls import Bid, Double, Pass
from rules.cards import Suit
from rules.frozen import replace
from rules.tricks import Strain

TAKE_OUT: Final = 12
"""Points of a double that asks partner for a suit."""

OVERCALLS: Final = {1: ((8, 5),), 2: ((11, 5), (9, 6)), 3: ((13, 5), (11, 6))}
"""By odd tricks: the points, and cards of the suit, of a first bid over an adversary's."""

OVERCALLS_DEAR: Final = {1: ((8, 5),), 2: ((11, 6),), 3: ((13, 6),)}
"""The same where it is dear to fail."""

EIGHT: Final = (3, 11)
"""Points of eight hearts or spades that are bid at four at once over an adversary."""

TWO_SUITS: Final = (6, 11)
"""Points of a bid that tells two suits of five at once over an adversary's bid of one."""

FOR_TWO_SUITS: Final = 13
"""Points, short suits and trumps counted, with which hearts or spades told so are raised to game."""

SHAPELESS: Final = 17
"""Points of a hand that doubles whatever its suits are."""

REOPENING: Final = 2
"""Points less with which a player bids whose pass would end the auction."""

DOUBLED_AGAIN_FROM: Final = 18
"""Points with which a double is repeated, though partner has only passed."""

ASKS: Final = 8
"""Points of a double by partner of a player who has bid or doubled."""

LEAVES_IN: Final = 7
"""Points with which a double for a suit is left in at two or higher, on five of the suit with a stopper."""

AT_ONCE: Final = 4
"""Odd tricks of a bid over which a double asks for a suit only on the first turn over the adversaries: who
has passed a lower bid of theirs wants to punish."""


def over_them(heard: Heard) -> Iterator[Say]:
    """The first bid of a side after an adversary's."""
    auction, setting = heard.auction, heard.auction.setting
    last = auction.bids[-1]
    reopens = auction.passes == 2 and len(auction.bids) == 1 and last.bid.odd <= 2
    less = REOPENING if setting.preempts and reopens else 0
    odd = auction.cheapest(Strain.NO_TRUMPS)
    if setting.preempts and last.bid == Bid(1, Strain.NO_TRUMPS) and auction.may_double:
        yield Say(Double(), NO_TRUMPS[0] + 1, even=True)
    elif odd <= 2 and Strain.NO_TRUMPS not in heard.theirs:
        low = NO_TRUMPS[0] if setting.preempts else NO_TRUMPS[0] + 2 * (odd - 1)
        if odd == 1:
            low -= less
        yield Say(Bid(odd, Strain.NO_TRUMPS), low, low + 3, even=True, stopped=heard.their_suits)
    fresh = suits(heard, heard.theirs)
    for strain, suit in fresh:
        if setting.preempts and strain in MAJORS:
            yield Say(Bid(4, strain), *EIGHT, at_least(suit, 8))
    if setting.preempts and len(auction.bids) == 1 and not reopens:
        yield from _two_suits(heard)
    overcalls = OVERCALLS if setting.preempts else OVERCALLS_DEAR
    for strain, suit in fresh:
        bid = heard.lowest(strain)
        for low, length in overcalls.get(bid.odd, ((16, 6),)):
            yield Say(bid, low - less, 16, at_least(suit, length), first=suit)
    asks = (
        auction.may_double
        and heard.seat.side not in heard.asked
        and last.bid.odd <= (AT_ONCE if setting.preempts and not _has_passed_them(heard) else AT_ONCE - 1)
        and bool(heard.theirs)  # two clubs may tell no suit
        and last.bid.strain.trumps is not None
    )
    if asks and not auction.level and len(heard.their_suits) < 3:
        low = TAKE_OUT + last.bid.odd - 1 - less
        few = heard.their_suits if setting.preempts else ()
        unbid = [suit for suit in Suit if suit not in heard.their_suits]
        yield Say(Double(), low, MOST_POINTS, each(unbid, 3), few=few)
        if setting.preempts:
            yield Say(Double(), low + 2, MOST_POINTS, each(unbid, 2), few=few)
        yield Say(Double(), SHAPELESS, MOST_POINTS)
    for strain, suit in fresh if setting.preempts else ():
        for jump, length, highest in ((2, 7, 4), (1, 7, 4), (1, 6, 3)):
            bid = heard.lowest(strain, jump)
            if bid.odd <= highest:
                yield preempt(heard, bid, at_least(suit, length))
    yield Say(Pass(), 0, 16)


def _has_passed_them(heard: Heard) -> bool:
    """Whether the speaker has passed over a bid of the adversaries."""
    dealer, calls = heard.auction.setting.dealer, heard.auction.calls
    first = next(place for place, call in enumerate(calls) if isinstance(call, Bid))
    turns = range((heard.seat.index - dealer.index) % 4, len(calls), 4)
    return any(place > first for place in turns)


def _two_suits(heard: Heard) -> Iterator[Say]:
    """Over a bid of one, their suit tells the two highest others, and two no trumps the two lowest."""
    last = heard.auction.bids[-1]
    if last.bid.odd > 1 or last.bid.strain.trumps is None:
        return
    others = {suit: strain for strain, suit in suits(heard) if suit is not last.bid.strain.trumps}
    highest, middle, lowest = sorted(others, key=lambda suit: suit.index)
    for strain, pair in ((last.bid.strain, [highest, middle]), (Strain.NO_TRUMPS, [middle, lowest])):
        say = Say(Bid(2, strain), *TWO_SUITS, each(pair, 5), forcing=Forcing.ONCE)
        yield replace(say, names=tuple(others[suit] for suit in pair))


def to_two_suits(heard: Heard) -> Iterator[Say]:
    """Answers to a bid that has told two suits: the longer as low as it can, higher with a fit."""
    pair = [(strain, suit) for strain, suit in suits(heard) if strain in heard.named.of(heard.seat.partner)]
    for strain, suit in pair:
        if strain in MAJORS:
            yield Say(Bid(4, strain), FOR_TWO_SUITS, MOST_POINTS, at_least(suit, 4), support=suit)
            yield Say(Bid(3, strain), FOR_TWO_SUITS - 3, FOR_TWO_SUITS - 1, at_least(suit, 4), support=suit)
    yield Say(Bid(3, Strain.NO_TRUMPS), NO_TRUMPS[0], MOST_POINTS, stopped=heard.their_suits)
    for length in range(5, -1, -1):
        for strain, suit in reversed(pair):
            yield Say(heard.lowest(strain), lengths=at_least(suit, length))


def to_double(heard: Heard) -> Iterator[Say]:
    """Answers to a double that asks for a suit."""
    auction, setting, seat = heard.auction, heard.auction.setting, heard.seat
    fresh = suits(heard, heard.theirs)
    last = auction.last_bid
    if setting.preempts and last is not None and last.bid.odd > 1 and last.bid.strain.trumps is not None:
        theirs = last.bid.strain.trumps
        yield Say(Pass(), LEAVES_IN, MOST_POINTS, at_least(theirs, 5), stopped=(theirs,))
    more = TAKE_OUT - ASKS + 2 if heard.has_doubled(seat) else 0  # partner has answered a double by another
    for strain, suit in fresh:
        game = setting.tricks_for_game(seat.side, strain)
        if game <= 4:
            yield Say(Bid(game, strain), 11 + more, MOST_POINTS, at_least(suit, 5), first=suit)
            if setting.preempts and strain in MAJORS:
                yield Say(Bid(game, strain), 12 + more, MOST_POINTS, at_least(suit, 4))
    jumps = [
        Say(heard.lowest(strain, 1), 9 + more, 11 + more, at_least(suit, 4), first=suit)
        for strain, suit in fresh
    ]
    even = [
        Say(Bid(level, Strain.NO_TRUMPS), low + more, high + more, stopped=heard.their_suits)
        for level, low, high in ((3, 13, 16), (2, 11, 12), (1, 7, 10))
    ]
    if setting.preempts:
        yield from (jump for jump, (strain, _) in zip(jumps, fresh, strict=True) if strain in MAJORS)
        yield from even
    yield from jumps
    forcing = Forcing.ONCE if setting.preempts else Forcing.NO
    yield from (replace(say, low=12 + more, high=MOST_POINTS, forcing=forcing) for say in jumps)
    yield from even
    for length in (4, 3):
        for strain, suit in fresh:
            yield Say(heard.lowest(strain), 0, 8 + more, at_least(suit, length), first=suit)


def after_double(heard: Heard) -> Iterator[Say]:
    """What a player says who has doubled for a suit, and has named none, with more than the double told."""
    auction, seat, last = heard.auction, heard.seat, heard.auction.bids[-1]
    told = heard.pictures.of(seat).lengths
    if not auction.setting.preempts or not any(told) or heard.auction.level:
        return
    answered = heard.named.of(seat.partner)
    if not answered:
        if last.seat.side is not seat.side and last.bid.odd <= 3 and last.bid.strain.trumps is not None:
            yield Say(Double(), DOUBLED_AGAIN_FROM, MOST_POINTS, told)
        return
    if heard.pictures.of(seat.partner).high > ASKS or len(answered) > 1:
        return
    level = auction.cheapest(Strain.NO_TRUMPS)
    if level <= 2:
        yield Say(Bid(level, Strain.NO_TRUMPS), DOUBLED_AGAIN_FROM, 20, even=True, stopped=heard.their_suits)
    for strain, suit in suits(heard):
        bid, jump = heard.lowest(strain), heard.lowest(strain, 1)
        if strain in answered and bid.odd <= 3:
            yield Say(jump, 19, 21, at_least(suit, 4))
            yield Say(bid, 16, 18, at_least(suit, 4))
            yield Say(bid, DOUBLED_AGAIN_FROM, 21, at_least(suit, 3))
        elif strain not in (*answered, *heard.theirs) and bid.odd <= 3:
            yield Say(bid, SHAPELESS, 21, at_least(suit, 5), first=suit)
    yield Say(Bid(min(3, level + 1), Strain.NO_TRUMPS), 21, MOST_POINTS, stopped=heard.their_suits)
    for strain, suit in suits(heard):
        if strain in answered and auction.cheapest(strain) <= 3:
            yield Say(heard.lowest(strain, 1), 22, MOST_POINTS, at_least(suit, 3))


def reopening(heard: Heard) -> Iterator[Say]:
    """A double by an opener to whom an adversary's bid comes round, all others being silent."""
    auction, seat = heard.auction, heard.seat
    told, last = heard.pictures.of(seat).lengths, auction.last_bid
    silent = auction.passes == 2 and not (auction.level or heard.asked or heard.pictures.of(seat.partner).low)
    comes_round = [one.seat is seat for one in auction.bids] == [True, False]
    if last is None or not (auction.setting.preempts and auction.may_double and silent and comes_round):
        return
    if last.bid.odd <= 3 and heard.their_suits and sum(map(bool, told)) == 1:
        free = [suit for suit in Suit if suit not in heard.their_suits and not told[suit.index]]
        for low, length in ((15, 3), (19, 2)):
            yield Say(Double(), low, MOST_POINTS, each(free, length))


def beside_double(heard: Heard) -> Iterator[Say]:
    """What a player says whose partner has doubled for a suit, over a bid of the adversary in between."""
    auction, last = heard.auction, heard.auction.bids[-1]
    fresh = suits(heard, heard.theirs)
    for strain, suit in fresh:
        if strain in MAJORS:
            for low, length in ((11, 4), (8, 5), (7, 6)):
                yield Say(Bid(4, strain), low, MOST_POINTS, at_least(suit, length))
    for strain, suit in fresh:
        bid = heard.lowest(strain)
        least = {1: 4, 2: 5, 3: 7}.get(bid.odd)
        if least is not None:
            yield Say(bid, least, 10, at_least(suit, 5), first=suit)
            if strain in MAJORS:
                yield Say(bid, least + 1, 10, at_least(suit, 4))
    for level, low, high in ((3, 13, 16), (2, 11, 12), (1, 8, 10)):
        yield Say(Bid(level, Strain.NO_TRUMPS), low, high, stopped=heard.their_suits)
    if auction.may_double and last.bid.odd <= 3 and last.bid.strain.trumps is not None:
        minors = [suit for strain, suit in fresh if strain not in MAJORS]
        if len(minors) == 2:
            yield Say(Double(), ASKS, MOST_POINTS, each(minors, 4))
    yield Say(Pass(), 0, 10)


def for_opener(heard: Heard) -> Iterator[Say]:
    """A double by the partner of an opener, over an adversary's bid: for the suits of hearts and spades that
    can no more be bid at one, or else for the two that nobody has bid."""
    auction, last = heard.auction, heard.auction.bids[-1]
    if not (auction.setting.preempts and auction.may_double) or auction.level:
        return
    if last.bid.odd > 3 or last.bid.strain.trumps is None or heard.seat.side in heard.asked:
        return
    free = suits(heard, (*heard.theirs, *heard.named.of(heard.seat.partner)))
    majors = [(strain, suit) for strain, suit in free if strain in MAJORS]
    wanted = [suit for strain, suit in (majors or free) if auction.cheapest(strain) > 1]
    if wanted and (majors or len(wanted) == 2):
        yield Say(Double(), ASKS + 2 * (last.bid.odd == 3), MOST_POINTS, each(wanted, 4))


def by_opener(heard: Heard) -> Iterator[Say]:
    """The opener's answers to such a double."""
    auction, seat = heard.auction, heard.seat
    mine, partner = heard.pictures.of(seat), heard.pictures.of(seat.partner)
    own = heard.named.of(seat)[0]
    fresh = suits(heard, (*heard.theirs, own))
    wanted = [(strain, suit) for strain, suit in fresh if partner.lengths[suit.index] >= 4]
    for strain, suit in wanted:
        jump, game = heard.lowest(strain, 1), auction.setting.tricks_for_game(seat.side, strain)
        if strain in MAJORS and jump.odd < game <= 4:
            yield Say(Bid(game, strain), 18, MOST_POINTS, at_least(suit, 4))
        yield Say(jump, 15, MOST_POINTS, at_least(suit, 4))
        yield Say(heard.lowest(strain), mine.low, 14, at_least(suit, 4))
    odd = auction.cheapest(Strain.NO_TRUMPS)
    for level, low, high in ((odd + 1, 18, 20), (odd, mine.low, 14 if odd == 1 else 17)):
        if level <= 3:
            yield Say(Bid(level, Strain.NO_TRUMPS), low, high, even=True, stopped=heard.their_suits)
    yield Say(Bid(3, Strain.NO_TRUMPS), 18, MOST_POINTS, stopped=heard.their_suits)
    trumps = own.trumps
    if trumps is not None:
        yield Say(heard.lowest(own, 1), 16, MOST_POINTS, at_least(trumps, 6))
        yield Say(heard.lowest(own), mine.low, 15, at_least(trumps, 6))
    for strain, suit in fresh:
        if (strain, suit) not in wanted:
            yield Say(heard.lowest(strain), mine.low, MOST_POINTS, at_least(suit, 4))
    for strain, suit in wanted:
        yield Say(heard.lowest(strain), mine.low, 17, at_least(suit, 3))
    if trumps is not None:
        yield Say(heard.lowest(own), mine.low, 17, at_least(trumps, 5))


# A bid of the adversaries' suit is never meant to be played: it promises strength and asks partner what it
# has. A redouble by a side that has been left in a double for a suit asks partner to take out of it. People
# ask so, and no robot does.


CUE: Final = 11
"""Points of a bid of the adversaries' suit over partner's bid or double."""

CUE_ALONE: Final = 16
"""The same if partner has only passed."""

LOW_ENOUGH: Final = 3
"""Odd tricks up to which a redouble of a side that was left in a double asks to be rescued."""


def cue(heard: Heard, bid: Bid) -> Say | None:
    """The meaning of a bid of a suit that the adversaries have told, and this side has not."""
    seat, strain = heard.seat, bid.strain
    suit = strain.trumps
    if suit is None or bid.odd >= SLAM:
        return None
    if strain not in heard.theirs or strain in heard.bid_by(seat, seat.partner):
        return None
    if not any(heard.pictures.of(other).lengths[suit.index] for other in (seat.left, seat.right)):
        return None  # the bid of a dealer who had to open tells no suit
    silent = not (heard.named.of(seat.partner) or heard.has_doubled(seat.partner))
    return Say(bid, CUE_ALONE if silent else CUE, forcing=Forcing.ONCE, no_suit=True, cue=True)


def rescue(heard: Heard) -> Say | None:
    """The meaning of a redouble that asks partner for a suit: the adversaries have left their double in, so
    that nobody but partner could take out of it."""
    auction, last = heard.auction, heard.auction.last_bid
    left_in = heard.asks is not None and heard.asks.side is not heard.seat.side and auction.passes == 2
    if last is None or auction.level != 1 or not left_in:
        return None
    if last.bid.odd > LOW_ENOUGH or last.bid.strain.trumps is None:
        return None
    return Say(Double(), forcing=Forcing.ONCE)


def to_cue(heard: Heard) -> Iterator[Say]:
    """Answers to a bid of the adversaries' suit: partner's suit is raised, four hearts or spades are told, a
    stopper by no trumps; else the best suit there is. With the points for it the game is bid at once."""
    auction, seat = heard.auction, heard.seat
    partner = heard.pictures.of(seat.partner)
    told, partners = heard.suits_of(seat), heard.suits_of(seat.partner)
    fresh = suits(heard, (*heard.theirs, *told, *partners))
    for strain, _ in suits(heard):
        if strain in partners:
            yield from _lowest_and_game(heard, strain, 3)
    majors = [one for one in fresh if one[0] in MAJORS]
    for strain, _ in majors:  # with both, partner may have either
        yield Say(heard.lowest(strain), lengths=each([suit for _, suit in majors], 4))
    for strain, _ in majors:
        yield from _lowest_and_game(heard, strain, 4)
    enough = round(needed(Strain.NO_TRUMPS, 3)) - partner.low
    odd = auction.cheapest(Strain.NO_TRUMPS)
    if odd <= 3:
        stopped = heard.their_suits
        yield Say(Bid(3, Strain.NO_TRUMPS), enough, MOST_POINTS, stopped=stopped)
        yield Say(Bid(odd, Strain.NO_TRUMPS), 0, enough - 1, stopped=stopped)
    for strain, _ in suits(heard):
        if strain in told:
            yield from _lowest_and_game(heard, strain, 5)
    for length in (5, 4, 3):
        for strain, suit in fresh:
            yield Say(heard.lowest(strain), lengths=at_least(suit, length))
    for strain in told:
        yield Say(heard.lowest(strain))


def _lowest_and_game(heard: Heard, strain: Strain, count: int) -> Iterator[Say]:
    """So many cards of a suit at its lowest, and with enough for it at the level of the game."""
    auction, suit = heard.auction, strain.trumps
    assert suit is not None
    game, enough = auction.setting.tricks_for_game(heard.seat.side, strain), MOST_POINTS + 1
    if auction.cheapest(strain) < game <= 4:
        enough = round(needed(strain, game)) - heard.pictures.of(heard.seat.partner).low
        yield Say(Bid(game, strain), enough, MOST_POINTS, at_least(suit, count))
    yield Say(heard.lowest(strain), 0, enough - 1, at_least(suit, count))


def to_rescue(heard: Heard) -> Iterator[Say]:
    """Answers to a redouble that asks: the longest other suit but theirs, of equal ones the cheapest."""
    doubled = heard.auction.bids[-1].bid.strain
    for length in (6, 5, 4, 3):
        for strain, suit in suits(heard, (doubled, *heard.theirs)):
            yield Say(heard.lowest(strain), lengths=at_least(suit, length))
