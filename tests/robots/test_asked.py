"""What asks partner is never passed while the adversary in between passes."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest

from lab.robots.auction_table import payoffs_at
from robots.calls.bidding import call_of
from robots.calls.competing import LEAVES_IN
from robots.calls.meaning import ANY, Forcing, Heard, Say
from robots.calls.system import heard_after, heard_by, meaning
from robots.calls.trick_outlook import Holding, holding
from robots.plain import PlainRobot
from robots.teaching.meanings import Aim, BidName, told_by
from rules.calls import Bid, Call, Double, Pass, parse_call
from rules.cards import PACK, Hand
from rules.seats import BySide, Seat, Side
from rules.tricks import Strain
from tests.each import each, mostly_long
from tests.trials.stage.matches import said_by, speaks, words_of_calls

BY_AUCTION: Final = ("contract", "plafond", "scaled_contract", "auction", "vint")

AT_BELOW: Final = ((0, 0), (40, 0), (0, 60))

TWO_ACES: Final = "Q92.K84.AT98.AQ5"

AGREED: Final = (
    "1H P 4N P",  # over partner's suit, bid once
    "1H P 2H P 4N P",  # raised
    "1H P 3H P 4N P",
    "1H P 4H P 4N P",
    "1S P 2C P 2S P 4N P",  # bid again
    "1H P 2D P 2H P 4H P 4N P",  # after a contract that was placed
    "1S P 2H P 3H P 4H P 4N P",
    "1D P 1S P 3S P 4S P 4N P",
    "1H P 3H P 3N P 4N P",  # over no trumps or a new suit, once a suit is agreed
    "1H P 3H P 4C P 4N P",
    "1N P 2C P 2H P 4N P",  # told in answer to a question
    "1N P 3S P 4S P 4N P",
    "2C P 2D P 2S P 3S P 4N P",
    "2H P 4N P",  # a weak two
    "3S P 4N P",
    "1H 2C 3H 4C 4N P",  # the adversaries bidding too
    "1H 3S 4H 4S 4N P",
    "1H 4S 4N P",
    "1S X 3S P 4N P",
    "1D 1S 2H 2S 3H P 4N P",
    "1H 2C 3C P 4N P",  # over partner's bid of their suit
)
"""Ways to a suit that is trumps for a question for aces. The question is the last bid."""


@each("below", AT_BELOW)
@each("calls", AGREED)
def test_aces_are_told_after_every_way_to_a_suit(calls: str, below: tuple[int, int]) -> None:
    assert said_by(PlainRobot(), speaks(TWO_ACES, calls, below=below)) == "5H"


@each("calls", ["1N P 4N P", "1H P 3N P 4N P", "1N P 2C P 2D P 4N P", "2C P 2D P 2N P 4N P"])
def test_four_no_trumps_without_a_suit_asks_for_none(calls: str) -> None:
    """An answer that tells nothing is no suit."""
    *so_far, question, _ = calls.split()
    told = told_by(speaks(TWO_ACES, " ".join(so_far)), parse_call(f"bid:{question}"))
    assert told is not None and told.aim is not Aim.ASKS_FOR_ACES


TRIED_HANDS: Final = (
    "84.J7532.9642.92",
    "KQ84.AQ75.4.K962",
    "AK7.6542.83.AQJ2",
    "7.QJT9864.T2.853",
    "T82.43.KQ62.J974",
)
"""Nothing, a good hand short of a suit, an even one, a long suit, something."""

QUESTIONS: Final = {
    Aim.ASKS: (
        "1D X P 2D",  # bids of their suit
        "1D P P X P 2D",
        "1S 2H P 2S",
        "1H 2C 3C",
        "1D P 1S 2D P 3D",
        "1C X 1D 2D",
        "1H X 2H 3H",
        "3D X P 4D",
        "1S X P 2H P 2S",
        "1H P P 2H",
        "1D 1N P 2D",
        "1C 2C",  # two suits at once
        "1S 2N",
        "2C",  # strong
        "2C P 2D P 2H",
        "1H P 1S",  # a new suit
        "1S P 2C",
        "1D P 2C P 2H",
    ),
    Aim.TO_GAME: ("1H P 2S", "1H P 3C", "2C P 2H", "1D P 1S P 3C", "1N P 3H", "1H P 2S P 3S"),
    Aim.ASKS_FOR_MAJORS: ("1N P 2C", "2N P 3C", "1D 1N P 2C"),
    Aim.ASKS_FOR_SUIT: (
        "1C X",
        "4H X",
        "1S P 2S X",
        "1D 1S X",
        "1H P P X",
        "1S X 2S X",
        "1D 2H P P X",
        "1C X 3C P P X",
        "1C X P P XX",  # to be rescued
        "1D P P X P P XX",
    ),
    Aim.ASKS_FOR_ACES: tuple(" ".join(calls.split()[:-1]) for calls in AGREED),
}
"""What asks, at nil score, by what it asks for."""


@pytest.mark.parametrize("hands", mostly_long([1, len(TRIED_HANDS)], [1]))
@each(("aim", "calls"), [(aim, calls) for aim, every in QUESTIONS.items() for calls in every])
def test_a_call_that_asks_is_told_as_such_and_answered_with_any_hand(
    aim: Aim, calls: str, hands: int
) -> None:
    *so_far, _ = calls.split()
    told = told_by(speaks(TRIED_HANDS[0], " ".join(so_far)), parse_call(words_of_calls(calls).split()[-1]))
    assert told is not None and told.aim is aim, told
    for hand in TRIED_HANDS[:hands]:
        assert said_by(PlainRobot(), speaks(hand, f"{calls} P")) != "pass", hand


@each(
    ("calls", "name"),
    [
        ("1D X P 2D", BidName.THEIR_SUIT),
        ("1C X P P XX", BidName.RESCUE),
        ("1C X XX", BidName.REDOUBLE),
        ("1C 2C", BidName.TWO_SUITS),
    ],
)
def test_questions_have_names(calls: str, name: BidName) -> None:
    *so_far, _ = calls.split()
    told = told_by(speaks(TRIED_HANDS[0], " ".join(so_far)), parse_call(words_of_calls(calls).split()[-1]))
    assert told is not None and told.name is name


def test_a_bid_of_a_suit_that_a_dealer_had_to_open_is_meant_to_be_played() -> None:
    view = speaks(TRIED_HANDS[0], "1S P P", game="auction", schedule="1904")
    told = told_by(view, Bid(2, Strain.SPADES))
    assert told is not None and told.aim is Aim.TELLS


def asks_partner(heard: Heard, call: Call, say: Say) -> bool:
    """Whether a call asks the caller's partner not to pass."""
    side, below = heard.seat.side, isinstance(call, Bid) and not heard.is_game(call)
    doubles = isinstance(call, Double) and say.lengths != ANY
    return say.forcing is not Forcing.NO or doubles or (side in heard.to_game and below)


def leaves_in(heard: Heard, hand: Holding) -> bool:
    """Whether partner's double may be left in: on five cards of the suit and seven points, at two or more."""
    last = heard.auction.last_bid
    assert last is not None
    suit = last.bid.strain.trumps
    if heard.asks is not heard.seat.partner or suit is None or last.bid.odd < 2:
        return False
    return hand.lengths[suit.index] >= 5 and hand.points >= LEAVES_IN


def bid_drawn_auction(game: str, number: int, met: Counter[str]) -> None:
    """An auction of robots at a drawn score, with a call now and then that people make who know no system;
    fails where a question is passed. ``met`` counts them."""
    rng, law = random.Random(f"{game} {number}"), payoffs_at(game).law.rubber
    order = rng.sample(PACK, 52)
    hands = {seat: holding(Hand.of(order[13 * seat.index : 13 * seat.index + 13])) for seat in Seat}
    below = BySide(*(rng.choice((0, 0, 40, 60)) * law.game // 100 for _ in Side))
    games = BySide(*(rng.randrange(law.games) for _ in Side))
    view = speaks(TRIED_HANDS[0], "", game, below=tuple(below), games=tuple(games))  # type: ignore[arg-type]
    heard, asked = heard_by(view), False
    while not heard.auction.has_ended and len(heard.auction.calls) < 40:
        call = call_of(heard, hands[heard.seat])
        if asked and heard.auction.calls[-1] == Pass():
            assert call != Pass() or leaves_in(heard, hands[heard.seat]), (below, games, heard.auction.calls)
            met["answered"] += 1
        if rng.random() < number % 2 * 0.25:
            call = called_at_random(heard, rng)
        before, heard = heard, heard_after(heard, call)
        just = asks_partner(before, call, meaning(before, call)) and not heard.auction.has_ended
        asked = just or (asked and call == Pass() and before.auction.calls[-1:] != (Pass(),))
    met["auctions"] += 1


def called_at_random(heard: Heard, rng: random.Random) -> Call:
    """A low bid, one of their suit, four no trumps or a double, if there is any."""
    auction = heard.auction
    bids = [bid for bid in auction.setting.law.ladder if auction.is_open(bid)]
    theirs = [bid for bid in bids if bid.strain in heard.theirs][:1]
    questions = [bid for bid in bids if bid == Bid(4, Strain.NO_TRUMPS)]
    doubles = [Double()] if auction.may_double else []
    return rng.choice([*bids[:4], *theirs * 3, *questions, *doubles, Pass()])  # type: ignore[return-value]


@pytest.mark.parametrize("auctions", mostly_long([4, 500], [4]))
def test_in_drawn_auctions_no_question_is_passed(auctions: int) -> None:
    met = Counter[str]()
    for game in BY_AUCTION:
        for number in range(auctions):
            bid_drawn_auction(game, number, met)
    assert met["answered"] > met["auctions"] / 8, met
