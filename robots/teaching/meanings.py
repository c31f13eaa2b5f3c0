"""What a call in an auction tells about the caller's hand, by the system that robots bid and read by."""

from __future__ import annotations

from enum import Enum
from typing import Final

from robots.calls.meaning import ANY, EVEN, MOST_POINTS, SLAM, Forcing, Heard, Lengths, Picture, Say
from robots.calls.opening import WEAK_TWO
from robots.calls.system import forced_opening, heard_by, meaning, says
from robots.payoffs import payoffs_of
from rules.calls import Bid, Call, Double, Pass
from rules.cards import Hand, Rank
from rules.frozen import frozen, replace
from rules.seats import Seat
from rules.tricks import Strain
from rules.view import SeatView

A_SUIT: Final = 3
"""Cards of a suit of which it is said that a hand has shown them."""


class Aim(Enum):
    """What a call asks of the caller's partner, or says besides points and suits."""

    TELLS = "tells"  # nothing
    ASKS = "asks"  # not to pass
    TO_GAME = "to game"  # not to pass until a game is bid
    FINAL = "final"  # to leave it at this contract
    ASKS_FOR_SUIT = "suit"  # to bid a suit: a double
    PUNISHES = "punishes"  # nothing: the adversaries should fail
    REDOUBLES = "redoubles"  # nothing: the contract should be made with tricks to spare
    LOSES = "loses"  # nothing: the hand means to take no tricks
    ASKS_FOR_ACES = "aces"  # to answer by steps with its aces
    ASKS_FOR_MAJORS = "majors"  # to tell four hearts or spades
    FORCED = "forced"  # nothing: the dealer had to open


class BidName(Enum):
    """What the system calls a bid or a double."""

    OPENING = "opening"
    STRONG_OPENING = "strong opening"
    WEAK_OPENING = "weak opening"
    EVEN_OPENING = "opening on an even hand"
    FORCED_OPENING = "forced opening"
    OVERCALL = "overcall"
    WEAK_OVERCALL = "weak overcall"
    EVEN_OVERCALL = "overcall on an even hand"
    ANSWER_TO_DOUBLE = "answer to a double"
    TWO_SUITS = "two suits at once"
    THEIR_SUIT = "their suit"
    RAISE = "raise"
    JUMP_RAISE = "jump raise"
    WAITS = "waiting answer"
    NEW_SUIT = "new suit"
    JUMP = "jump in a new suit"
    NO_TRUMPS = "no trumps"
    AGAIN = "the same suit again"
    QUESTION = "question for aces"
    ACES = "aces"
    MAJORS_QUESTION = "question for hearts or spades"
    MAJORS = "answer with hearts or spades"
    SLAM = "slam"
    MISERE = "misère"
    FOR_A_SUIT = "double for a suit"
    PENALTY = "penalty double"
    REDOUBLE = "redouble"
    RESCUE = "redouble for a suit"


@frozen
class Told:
    """The meaning of a call, or what is known of a hand."""

    low: int  # points: four for an ace, three for a king, two for a queen, one for a knave
    high: int | None  # None where there is no limit
    lengths: Lengths  # the least number of cards in each suit, by the suit's index
    even: bool
    aim: Aim
    name: BidName | None = None  # None for a pass
    aces: int | None = None  # exactly so many; 0 stands for none or all four
    shorter: int | None = None  # the points with which each suit may be a card shorter
    whatever: int | None = None  # the points with which the suits do not matter


def high_card_points(hand: Hand) -> int:
    """Four for an ace, three for a king, two for a queen, one for a knave."""
    return sum(max(0, card.rank - Rank.TEN) for card in hand)


def told_at(view: SeatView, place: int) -> Told | None:
    """The meaning of a call that has been made, by its place in the auction: the same for everybody, since it
    depends on the calls and the score alone. None where there is no auction, or no such call."""
    deal = view.deal
    if deal is None or not 0 <= place < len(deal.calls):
        return None
    return told_by(replace(view, deal=replace(deal, calls=deal.calls[:place])), deal.calls[place].call)


def shown_by(view: SeatView, seat: Seat) -> Told | None:
    """What a seat has shown so far by its calls in an auction; None if nothing."""
    if payoffs_of(view.table).auction_law is None or view.deal is None:
        return None
    picture = heard_by(view).pictures.of(seat)
    if picture == Picture():
        return None
    high = picture.high if picture.high < MOST_POINTS else None
    shown = tuple(count if count >= A_SUIT else 0 for count in picture.lengths)
    return Told(picture.low, high, shown, min(picture.lengths) >= EVEN[0], Aim.TELLS)


def told_by(view: SeatView, call: Call) -> Told | None:
    """The meaning of a call that might be made now; None where there is no auction."""
    has_auction = payoffs_of(view.table).auction_law is not None and view.deal is not None
    if not has_auction or not isinstance(call, Bid | Pass | Double):
        return None
    heard = heard_by(view)
    forced = forced_opening(heard, call)
    say = forced or meaning(heard, call)
    aim, name = Aim.TELLS, None
    match call:
        case Double() if say.lengths != ANY or say.forcing is not Forcing.NO:
            aim, name = Aim.ASKS_FOR_SUIT, BidName.RESCUE if heard.auction.level else BidName.FOR_A_SUIT
        case Double() if heard.auction.level % 2:
            aim, name = Aim.REDOUBLES, BidName.REDOUBLE
        case Double():
            aim, name = Aim.PUNISHES, BidName.PENALTY
        case Bid():
            aim = Aim.FORCED if forced is not None else _bid_aim(heard, call, say)
            name = _bid_named(heard, call, say, aim)
    high = say.high if say.high < MOST_POINTS else None
    even = say.even or say.lengths == EVEN
    found = Told(say.low, high, ANY if even else say.lengths, even, aim, name, say.aces)
    return _with_others(found, heard) if aim is Aim.ASKS_FOR_SUIT else found


def _with_others(found: Told, heard: Heard) -> Told:
    """A double for a suit with the stronger hands that make it too."""
    others = [one for one in says(heard) if one.call == Double()][1:]
    shorter = next((one.low for one in others if one.lengths != ANY), None)
    whatever = next((one.low for one in others if one.lengths == ANY), None)
    return replace(found, shorter=shorter, whatever=whatever)


def _bid_aim(heard: Heard, bid: Bid, say: Say) -> Aim:
    if say.asks_aces is not None:
        return Aim.ASKS_FOR_ACES
    if say.aces is not None:
        return Aim.TELLS
    if say.asks_majors:
        return Aim.ASKS_FOR_MAJORS
    if bid.strain is Strain.MISERE:
        return Aim.LOSES
    state = heard.after(bid, say)
    if state.placed is heard.seat:
        return Aim.FINAL
    if state.waits is None:
        return Aim.TELLS
    return Aim.TO_GAME if heard.seat.side in state.to_game else Aim.ASKS


def _bid_named(heard: Heard, bid: Bid, say: Say, aim: Aim) -> BidName:
    mine, partners = heard.named.of(heard.seat), heard.named.of(heard.seat.partner)
    if bid.strain is Strain.MISERE:
        return BidName.MISERE
    if aim is Aim.FORCED:
        return BidName.FORCED_OPENING
    if say.asks_aces is not None:
        return BidName.QUESTION
    if say.aces is not None:
        return BidName.ACES
    if say.cue:
        return BidName.THEIR_SUIT
    if say.asks_majors:
        return BidName.MAJORS_QUESTION
    if heard.major_asker is heard.seat.partner and len(heard.auction.bids) == 2:
        return BidName.MAJORS
    if heard.asks is heard.seat.partner and not mine:
        return BidName.ANSWER_TO_DOUBLE
    if say.no_suit and heard.auction.bids:
        return BidName.WAITS
    if not any(one.seat.side is heard.seat.side for one in heard.auction.bids):
        return _first_named(heard, bid, say)
    if bid.odd >= SLAM:
        return BidName.SLAM
    if bid.strain.trumps is None:
        return BidName.NO_TRUMPS
    jumps = bid.odd > heard.auction.cheapest(bid.strain)
    if bid.strain in partners:
        return BidName.JUMP_RAISE if jumps else BidName.RAISE
    if bid.strain in mine:
        return BidName.AGAIN
    if bid.strain in heard.theirs:
        return BidName.THEIR_SUIT
    return BidName.JUMP if jumps else BidName.NEW_SUIT


def _first_named(heard: Heard, bid: Bid, say: Say) -> BidName:
    """The first bid of a side."""
    over = bool(heard.theirs)
    if say.names:
        return BidName.TWO_SUITS
    if bid.strain in heard.theirs:
        return BidName.THEIR_SUIT
    if bid.strain.trumps is None:
        return BidName.EVEN_OVERCALL if over else BidName.EVEN_OPENING
    if say.high < WEAK_TWO[1] or (say.high == WEAK_TWO[1] and not over):
        return BidName.WEAK_OVERCALL if over else BidName.WEAK_OPENING
    if over:
        return BidName.OVERCALL
    return BidName.STRONG_OPENING if say.forcing is not Forcing.NO else BidName.OPENING
