"""The good robot: what it plays, that it plays it again, and that it sees no more than its seat."""

from __future__ import annotations

import random

from robots.plain import PlainRobot
from robots.player import Answer
from robots.search.playout_robot import BATCH, PlayoutRobot
from rules.calls import Play
from rules.cards import PACK, Card, Suit
from rules.games.all_games import GAMES
from rules.seats import Seat
from rules.view import SeatView
from tests.each import each
from tests.trials.stage.matches import after, late, played

NORTH, EAST, SOUTH, WEST = Seat
FOREVER = float("inf")
FEW = PlayoutRobot(PlainRobot(), layouts=2 * BATCH)


def answer(view: SeatView, budget: float = FOREVER) -> Answer:
    return FEW.choose(view, budget, random.Random(1))


def card_of(view: SeatView) -> Card:
    choice = answer(view).choice
    assert isinstance(choice, Play)
    return choice.card


@each("game", ["biritch", "whist_modern", "contract"])
def test_the_same_view_and_seed_give_the_same_answer(game: str) -> None:
    view = late(random.Random(4).sample(PACK, 52), 3, game)
    assert answer(view) == answer(view)


def test_hidden_cards_that_change_places_change_no_choice() -> None:
    """East's and south's cards are exchanged behind the back of west, who is to lead."""
    order = random.Random(9).sample(PACK, 52)
    hands = {seat: " ".join(map(str, order[13 * place :][:13])) for place, seat in enumerate(Seat)}
    exchanged = {**hands, EAST: hands[SOUTH], SOUTH: hands[EAST]}
    here = after(hands, "declare:S content content").view(WEST)
    there = after(exchanged, "declare:S content content").view(WEST)
    assert answer(here) == answer(there)


def test_a_hand_with_seven_sure_tricks_leads_one_of_them_and_expects_seven() -> None:
    """South has named no trumps, ten points a trick: seven of its own are an odd one at least. Its spades are
    as good as one another, and are one candidate."""
    evening = after({WEST: "AS KS QS JS TS 9S 8S 2H 3H 2D 3D 2C 3C"}, "declare:N content content")
    first, *others = answer(evening.view(WEST)).reasons.candidates
    assert isinstance(first.choice, Play)
    assert first.choice.card.suit is Suit.SPADES
    assert first.points >= 10
    suits = {other.choice.card.suit for other in others if isinstance(other.choice, Play)}
    assert Suit.SPADES not in suits


def test_the_cards_that_it_compares_have_an_error_and_a_tenth_of_a_trick() -> None:
    """The error is of the difference from the choice. A trick of no trumps is ten points, and a little more
    since it leads to the game."""
    evening = after({WEST: "AS KS QS JS TS 9S 8S 2H 3H 2D 3D 2C 3C"}, "declare:N content content")
    reasons = answer(evening.view(WEST)).reasons
    assert reasons.candidates[0].error == 0 < max(one.error for one in reasons.candidates)
    assert 1 < reasons.little < 3


def test_a_robot_that_knows_every_card_to_be_a_trick_plays_as_it_would_by_rule() -> None:
    """All spades without trumps: one candidate, and nothing to try."""
    spades = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    view = after({WEST: spades}, "declare:N content content").view(WEST)
    assert answer(view) == PlainRobot().choose(view, FOREVER, random.Random(1))


def test_what_all_have_undertaken_to_lose_is_at_stake_though_nobody_declared_it() -> None:
    """All have called low, and west leads a spade that east cannot follow; east's clubs and diamonds are
    the lowest. To throw the ace of hearts and to throw a small card bring different points, none of them more
    than the fourteen of a whole deal."""
    hands = {
        WEST: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H",
        NORTH: "KH QH JH TH 9H 8H 7H AC KC QC AD KD QD",
        EAST: "AH 2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D",
    }
    view = after(hands, "pass pass pass pass KS KD", game="norwegian_whist").view(EAST)
    assert str(card_of(view)) == "AH"
    told = {candidate.points for candidate in answer(view).reasons.candidates}
    assert len(told) > 1
    assert max(map(abs, told)) <= 14


def test_with_no_time_it_still_plays_a_card_that_is_open_after_a_few_layouts() -> None:
    view = late(random.Random(5).sample(PACK, 52), 4, "biritch")
    found = answer(view, budget=0.0)
    assert found.choice in view.options
    assert found.reasons.layouts == BATCH


def test_more_layouts_are_tried_only_for_cards_that_may_yet_be_the_best() -> None:
    """Of three hundred that are dealt: one card may be clearly the best after the first batch, and two may
    stay close to the last."""
    tried = []
    for number in (6, 1):
        view = late(random.Random(number).sample(PACK, 52), 1, "biritch")
        tried.append(PlayoutRobot(PlainRobot(), 300).choose(view, FOREVER, random.Random(1)).reasons.layouts)
    assert tried[0] == BATCH
    assert tried[1] > 30 * BATCH


@each("game", GAMES)
def test_a_whole_deal_of_it_is_lawful_in_every_game(game: str) -> None:
    """The table raises at anything that is not open."""
    order, quick = random.Random(6).sample(PACK, 52), PlayoutRobot(PlainRobot(), layouts=2, per_kept=2)
    deal = played(order, lambda seat: quick, random.Random(2), game)
    assert deal.settled is None or deal.won.ns + deal.won.ew == len(deal.hands.north) or deal.conceded
