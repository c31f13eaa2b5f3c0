"""What an auction has told about each hand, by the meanings of ``robots.calls.system``."""

from __future__ import annotations

from functools import lru_cache

from robots.calls.aces import ACES, QUESTION, question
from robots.calls.auction import Setting
from robots.calls.meaning import OPENING, Heard, Picture, Say, falls_short, merged
from robots.calls.system import limited, says_of
from robots.calls.trick_outlook import Holding
from robots.payoffs import Payoffs, as_ours
from rules.calls import Bid, Call, Pass
from rules.counting.reckon import Standing
from rules.seats import Seat, Side
from rules.view import SeatView


def says(heard: Heard) -> tuple[Say, ...]:
    """The calls of the system here, in the order in which the speaker looks for one that is true."""
    if heard.says is None:
        heard.says = tuple(says_of(heard))
    return heard.says


def meaning(heard: Heard, call: Call) -> Say:
    """What a call would tell."""
    say = heard.meanings.get(call)
    if say is None:
        say = heard.meanings[call] = _meaning(heard, call)
    return say


def _meaning(heard: Heard, call: Call) -> Say:
    asks = question(heard) if call == QUESTION else None
    if asks is not None:
        return asks
    found = [say for say in says(heard) if say.call == call]
    if found:
        return merged(found)
    match call:
        case Bid():
            return limited(heard, call)
        case Pass():
            return Say(call, 0, heard.pictures.of(heard.seat).high)
    return Say(call)


def is_true(heard: Heard, hand: Holding, say: Say) -> bool:
    """Whether a meaning is true of the speaker's hand."""
    if say.even and not hand.even:
        return False
    if falls_short(hand.lengths, say.lengths):
        return False
    if any(hand.lengths[suit.index] > 3 for suit in say.few):
        return False
    if say.first is not None and say.first is not hand.first and hand.first not in heard.their_suits:
        return False  # it bids its first suit first, unless the adversaries have bid it
    points: float = hand.points
    if say.support is not None:
        points = hand.support(say.support, heard.pictures.of(heard.seat.partner).lengths[say.support.index])
    if not say.low - 0.5 <= points < say.high + 0.5:
        return False
    if say.aces is not None and hand.aces % ACES != say.aces:
        return False
    return all(hand.stops[suit.index] for suit in say.stopped)


def after(heard: Heard, call: Call) -> Heard:
    """The state after this call."""
    state = heard.further.get(call)
    if state is None:
        state = heard.further[call] = heard.after(call, forced_opening(heard, call) or meaning(heard, call))
    return state


def forced_opening(heard: Heard, call: Call) -> Say | None:
    """The lowest bid of a dealer who must open: it tells nothing but that the hand is weak."""
    if heard.auction.calls or heard.auction.may_pass or call != heard.auction.setting.law.ladder[0]:
        return None
    return Say(call, Picture().low, OPENING - 1)


def heard_by(view: SeatView, payoffs: Payoffs) -> Heard:
    """The auction of a view as everybody has understood it. The game must be one of auctions."""
    assert view.deal is not None and view.table.rubber is not None
    standing = as_ours(view.table.rubber.standing, Side.NS)
    heard = Heard.beginning(_setting(payoffs, standing, view.deal.dealer))
    for called in view.deal.calls:
        heard = after(heard, called.call)
    return heard


@lru_cache(maxsize=16)
def _setting(payoffs: Payoffs, standing: Standing, dealer: Seat) -> Setting:
    assert payoffs.auction is not None
    return Setting(payoffs, payoffs.auction, standing, dealer)
