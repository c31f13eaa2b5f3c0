"""The match against a bidder of other people: what it is told, what it answers, and how a rubber is scored.
South deals."""

from __future__ import annotations

import random
import shlex
import sys

from lab.robots.auction_table import Reached, Scored, payoffs_at, table_at
from lab.robots.rival import BidOut, Rival, figures, lines, question, told, turned, written
from lab.robots.solved import SolvedDeal
from rules.calls import Bid, Called, Double, Pass
from rules.cards import Hand, parse_card
from rules.counting.reckon import Column, Standing
from rules.seats import BySide, Seat, Side
from rules.tricks import Strain

NORTH, EAST, SOUTH, WEST = Seat

SUIT_EACH = (Hand(0x1FFF << 13), Hand(0x1FFF << 26), Hand(0x1FFF), Hand(0x1FFF << 39))
"""The south has all spades, the north the hearts, the east the diamonds."""

STANDING = Standing(below=BySide(60, 0), games=BySide(0, 1))
"""North and south have a part score, the others a game."""


def test_the_rival_is_told_its_hand_who_is_vulnerable_and_the_calls_since_the_dealer() -> None:
    evening = table_at(SUIT_EACH, "contract", STANDING)
    assert question(evening.view(SOUTH)) == "AKQJT98765432... they"
    for seat, call in ((SOUTH, Bid(1, Strain.SPADES)), (WEST, Double()), (NORTH, Double()), (EAST, Pass())):
        evening.do(seat, call)
    assert question(evening.view(SOUTH)) == "AKQJT98765432... they 1S X XX P"
    evening.do(SOUTH, Pass())
    assert question(evening.view(WEST)) == "...AKQJT98765432 we 1S X XX P P"


def test_a_doubled_bid_is_redoubled_and_the_next_one_doubled_again() -> None:
    one, two = Bid(1, Strain.HEARTS), Bid(2, Strain.NO_TRUMPS)
    calls = (Pass(), one, Double(), Double(), two, Double())
    assert told([Called(SOUTH, call) for call in calls]) == ["P", "1H", "X", "XX", "2N", "X"]


def test_a_suit_that_the_hand_has_not_is_empty_in_what_is_written() -> None:
    assert written(Hand.of(map(parse_card, ("2S", "TD", "AD", "9C")))) == "2..AT.9"


def test_an_answer_that_is_not_open_counts_as_a_pass() -> None:
    answers = "for line, word in zip(__import__('sys').stdin, ('1H', 'XX', 'hello')): print(word, flush=True)"
    rival = Rival(shlex.join((sys.executable, "-c", answers)))
    try:
        view = table_at(SUIT_EACH, "contract", STANDING).view(SOUTH)
        made = [rival.choose(view, 1.0, random.Random(1)).choice for _ in range(3)]
    finally:
        rival.close()
    assert made == [Bid(1, Strain.HEARTS), Pass(), Pass()]
    assert rival.not_open == 2


def test_a_contract_is_scored_at_the_tricks_of_the_solver_with_honours_and_vulnerability() -> None:
    """Four spades by the south with ten tricks: 120 below, and 150 for five honours in one hand. Doubled and
    two down, vulnerable: 500 to the others."""
    made = SolvedDeal(SUIT_EACH, ((10, 3, 10, 3),) * 5)
    failed = SolvedDeal(SUIT_EACH, ((8, 5, 8, 5),) * 5)
    bid, contract = Bid(4, Strain.SPADES), payoffs_at("contract")
    below, above = lines(contract, made, Reached((), bid, 0, SOUTH), STANDING)
    assert (below.side, below.amount, below.column) == (Side.NS, 120, Column.BELOW)
    assert (above.side, above.amount) == (Side.NS, 150)
    vulnerable = Standing(games=BySide(1, 1))
    down, honours = lines(contract, failed, Reached((), bid, 1, SOUTH), vulnerable)
    assert (down.side, down.amount) == (Side.EW, 500)
    assert honours.amount == 150


def test_the_score_is_turned_for_a_robot_that_sits_east_and_west() -> None:
    assert turned(STANDING, Side.NS) == STANDING
    assert turned(STANDING, Side.EW) == Standing(below=BySide(0, 60), games=BySide(1, 0))


def test_games_are_counted_by_side_and_points_and_a_double_by_what_it_brings() -> None:
    """North and south make ten tricks in the first strain of the table, spades, and nobody makes a game
    elsewhere. Two hearts by the east fail by two: 100 undoubled, 300 doubled."""
    deal = SolvedDeal(SUIT_EACH, ((10, 3, 10, 3), *((6, 6, 6, 6),) * 4))
    scored = Scored(deal, payoffs_at("contract"))
    three, four, two = Bid(3, Strain.SPADES), Bid(4, Strain.SPADES), Bid(2, Strain.HEARTS)
    every = [
        BidOut(scored, Side.NS, Reached((), three, 0, SOUTH)),
        BidOut(scored, Side.NS, Reached((), four, 1, SOUTH)),
        BidOut(scored, Side.NS, Reached((), two, 1, EAST)),
        BidOut(scored, Side.NS, Reached((), two, 1, EAST)),
    ]
    assert [one.game(Side.NS) for one in every] == [False, True, False, False]
    assert every[0].game(Side.EW) is None
    assert [one.doubled is None for one in every] == [True, True, False, False]
    assert every[2].doubled == 200
    robot, *_ = figures(every)
    assert robot == "games all: robot 25 % of 4, rival none"


def test_a_bid_or_a_double_for_a_suit_counts_as_true_if_some_hand_of_those_told_is_the_robot_s() -> None:
    """Over one heart the west doubles on 17 points and two cards of spades and of diamonds; the south has
    opened on three points."""
    hands = deal_of("432.KQ5.AKT9.432", "QJT9.AJT9.QJ8.98", "8765.8762.7654.K", "AK.43.32.AQJT765")
    calls = (Called(SOUTH, Bid(1, Strain.HEARTS)), Called(WEST, Double()), Called(NORTH, Pass()))
    scored = Scored(SolvedDeal(hands, ()), payoffs_at("contract"))  # type: ignore[arg-type]
    sides = [BidOut(scored, side, Reached(calls, None)) for side in Side]
    assert [list(side.told()) for side in sides] == [
        [(Bid(1, Strain.HEARTS), False)],
        [(Double(), True)],
    ]


def deal_of(*suits: str) -> tuple[Hand, ...]:
    return tuple(
        Hand.of(
            parse_card(rank + suit)
            for suit, ranks in zip("SHDC", hand.split("."), strict=True)
            for rank in ranks
        )
        for hand in suits
    )
