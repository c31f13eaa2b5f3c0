"""What a call in an auction tells about the caller's hand, by the system that robots bid and read by."""

from __future__ import annotations

from enum import Enum

from robots.calls.meaning import ANY, EVEN, MOST_POINTS, Lengths
from robots.calls.reading import forced_opening, heard_by, meaning
from robots.payoffs import payoffs_of
from rules.calls import Bid, Call, Double, Pass
from rules.frozen import frozen
from rules.strains import Strain
from rules.view import SeatView


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
    FORCED = "forced"  # nothing: the dealer had to open


@frozen
class Told:
    """The meaning of a call."""

    low: int  # points: four for an ace, three for a king, two for a queen, one for a knave
    high: int | None  # None where there is no limit
    lengths: Lengths  # the least number of cards in each suit, by the suit's index
    even: bool
    aim: Aim


def told_by(view: SeatView, call: Call) -> Told | None:
    """The meaning of a call that the view's seat might make now; None where there is no auction."""
    payoffs = payoffs_of(view.table)
    if payoffs.auction is None or view.deal is None or not isinstance(call, Bid | Pass | Double):
        return None
    heard = heard_by(view, payoffs)
    forced = forced_opening(heard, call)
    say = forced or meaning(heard, call)
    state = heard.after(call, say)
    aim = Aim.TELLS
    match call:
        case Double():
            ours = heard.auction.level % 2 == 1
            aim = Aim.REDOUBLES if ours else Aim.ASKS_FOR_SUIT if say.lengths != ANY else Aim.PUNISHES
        case Bid() if forced is not None:
            aim = Aim.FORCED
        case Bid(strain=Strain.MISERE):
            aim = Aim.LOSES
        case Bid():
            if state.placed is heard.seat:
                aim = Aim.FINAL
            elif state.waits is not None:
                aim = Aim.TO_GAME if heard.seat.side in state.to_game else Aim.ASKS
        case _:
            pass
    high = say.high if say.high < MOST_POINTS else None
    even = say.even or say.lengths == EVEN
    return Told(say.low, high, ANY if even else say.lengths, even, aim)
