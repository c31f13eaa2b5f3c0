"""What a hand is worth where trumps are declared: declarations, passes and doublings, and their chances."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from robots.calls import valuing
from robots.calls.trick_outlook import FIGURES, STRAINS, length_features, marks, strain_index
from robots.calls.valuing import MODEL, Declarer, hope, softly, threshold
from robots.payoffs import payoffs_of
from robots.player import Answer
from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import PACK, Hand, Suit
from rules.counting.reckon import NOTHING_SCORED
from rules.seats import Seat, Side
from rules.view import Settled
from tests.each import each
from tests.trials.stage.matches import after, dealt, hands_dealt
from tests.trials.stage.tables import Evening

EVEN = "AS KS QS 3S AH QH 5H AD QD 4D KC QC 2C"
HEARTS = "AH KH QH JH 9H 4H AS KS 3S 7D 2D 8C 3C"
POOR = "KS 7S 4S 8H 6H 3H QD 8D 5D 2D JC 5C 3C"
NOTHING = "9S 7S 4S 8H 6H 3H 9D 8D 5D 2D 7C 5C 3C"
SPADES = "JS TS 8S 6S 5S 3S 2S 7H 4H 7D 3D 6C 4C"


def hands(count: int) -> list[Hand]:
    rng = random.Random(1886)
    return [Hand.of(rng.sample(PACK, 13)) for _ in range(count)]


def said(evening: Evening, seat: Seat) -> Answer:
    view = evening.view(seat)
    calls = [option for option in view.options if isinstance(option, Declare | Pass | Double | Content)]
    return valuing.choose_call(view, calls)


def declared(cards: str, **options: str) -> Call:
    """What the dealer says with this hand."""
    answer = said(dealt({Seat.SOUTH: cards}, **options), Seat.SOUTH)
    assert isinstance(answer.choice, Declare | Pass)
    return answer.choice


# Tricks


def expected_tricks(hand: Hand, trumps: Suit | None) -> float:
    """Those of the side of this hand if it declares, before any other call."""
    return MODEL.own.tricks(hand.bits, strain_index(trumps))


def test_whoever_declares_at_random_expects_a_little_less_than_half_of_the_tricks() -> None:
    """The lead is the adversaries'."""
    for trumps in STRAINS:
        assert 5.8 < mean(expected_tricks(hand, trumps) for hand in hands(400)) < 6.5


def test_a_hand_is_worth_the_same_when_its_suits_change_places() -> None:
    for hand in hands(20):
        low, high = hand.bits & (1 << 26) - 1, hand.bits >> 26
        turned = Hand(low << 26 | high)  # spades for diamonds, hearts for clubs
        assert expected_tricks(turned, Suit.CLUBS) == pytest.approx(expected_tricks(hand, Suit.HEARTS))
        assert expected_tricks(turned, None) == pytest.approx(expected_tricks(hand, None))


def test_an_ace_for_a_small_card_of_its_suit_brings_more_in_every_strain() -> None:
    with_ace, without = Hand.parse(HEARTS), Hand.parse(HEARTS.replace("AS", "5S"))
    for trumps in STRAINS:
        assert expected_tricks(with_ace, trumps) > expected_tricks(without, trumps) + 0.5


def test_there_is_a_figure_for_every_mark() -> None:
    for weights in (FIGURES.own, FIGURES.against):
        assert len(weights.trumps) == len(weights.sides) == len(weights.plain) == len(marks(0))
        assert len(weights.shape) == len(length_features(0))


# Declarations


@each(
    ("cards", "call"),
    [(EVEN, Declare(None)), (HEARTS, Declare(Suit.HEARTS)), (POOR, Pass())],
)
def test_the_dealer_declares_their_strength_and_leaves_a_poor_hand_to_partner(cards: str, call: Call) -> None:
    assert declared(cards) == call


@each(("cards", "call"), [(EVEN, Declare(None)), (HEARTS, Declare(Suit.HEARTS))])
def test_they_declare_so_wherever_trumps_are_declared(cards: str, call: Call) -> None:
    assert declared(cards, game="bridge", preset="laws1904") == call


def test_a_partner_who_has_nothing_loses_as_little_as_can_be() -> None:
    """A spade costs two, a heart eight."""
    evening = after({Seat.SOUTH: NOTHING, Seat.NORTH: SPADES}, "pass")
    assert said(evening, Seat.NORTH).choice == Declare(Suit.SPADES)


def test_the_reasons_name_every_call_that_was_open_the_best_first() -> None:
    evening = dealt({Seat.SOUTH: HEARTS})
    answer = said(evening, Seat.SOUTH)
    points = [one.points for one in answer.reasons.candidates]
    assert answer.choice == answer.reasons.candidates[0].choice
    assert points == sorted(points, reverse=True)
    assert {one.choice for one in answer.reasons.candidates} == set(evening.view(Seat.SOUTH).options)


def test_what_others_hold_changes_no_call() -> None:
    """The same hand in the south, the other cards dealt anew."""
    orders = [hands_dealt({Seat.SOUTH: HEARTS}, seed) for seed in (1, 2)]
    assert orders[0] != orders[1]
    answers = [said(after({Seat.SOUTH: HEARTS}, "", seed), Seat.SOUTH) for seed in (1, 2)]
    assert answers[0] == answers[1]


# How likely a call was


def test_the_chances_of_all_calls_are_one_together_and_none_is_nought() -> None:
    view = dealt({}).view(Seat.SOUTH)
    declarer = Declarer(payoffs_of(view.table), Side.NS, NOTHING_SCORED)
    for hand in hands(10):
        calls: list[Call] = [Pass(), *map(Declare, STRAINS)]
        chances = [softly(declarer.calls(hand, may_pass=True), one) for one in calls]
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0.003


def test_a_call_is_likelier_from_the_hand_that_fits_it() -> None:
    declarer = Declarer(payoffs_of(dealt({}).view(None).table), Side.NS, NOTHING_SCORED)
    strong, poor = Hand.parse(HEARTS), Hand.parse(NOTHING)
    hearts = Declare(Suit.HEARTS)
    assert softly(declarer.calls(strong, may_pass=True), hearts) > 0.5
    assert softly(declarer.calls(poor, may_pass=True), hearts) < 0.1
    one, other = (softly(declarer.calls(hand, may_pass=True), Pass()) for hand in (poor, strong))
    assert one > other * 3


# Contre

TRUMPS = "AH KH QH TH 9H AS KS 5S AD 4D AC 9C 2C"


def test_an_adversary_with_the_trumps_and_the_aces_says_contre_and_a_poor_one_nothing() -> None:
    evening = after({Seat.WEST: TRUMPS, Seat.EAST: NOTHING}, "declare:H")
    assert said(evening, Seat.WEST).choice == Double()
    assert said(evening, Seat.EAST).choice == Content()


def test_a_declarer_with_such_a_hand_says_sur_contre_and_one_without_it_nothing() -> None:
    for cards, call in ((TRUMPS, Double()), (NOTHING, Content())):
        evening = after({Seat.SOUTH: cards}, "declare:H double")
        assert said(evening, Seat.SOUTH).choice == call


def test_no_robot_makes_a_fourth_doubling() -> None:
    evening = after({Seat.SOUTH: TRUMPS}, "declare:H double double double")
    assert Double() in evening.view(Seat.SOUTH).options
    assert said(evening, Seat.SOUTH).choice == Content()


def test_each_further_doubling_needs_more_tricks() -> None:
    """What it brings doubles with every level, and what is asked more than doubles."""
    payoffs = payoffs_of(dealt({}).view(None).table)
    willing = []
    for level in (0, 2):
        settled = Settled(Suit.CLUBS, level, 4, Seat.WEST, Seat.SOUTH, ())
        willing.append(
            {
                hand.bits
                for hand in hands(300)
                if hope(hand, Seat.WEST, Seat.SOUTH, settled, payoffs, NOTHING_SCORED) > threshold(level)
            }
        )
    at_once, in_the_end = willing
    assert in_the_end < at_once
