"""What a finished deal could have come to: deals whose score is easy to work out, and every game's own
points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robots.plain import PlainRobot
from robots.search import double_dummy
from robots.teaching.analysis import (
    Analysis,
    Best,
    Course,
    Loss,
    Mistake,
    ScoreTerms,
    Study,
    TrickTable,
    counted_columns,
    declarations,
    played_for,
    price,
)
from rules.calls import Bid
from rules.cards import Hand, Suit, parse_card
from rules.counting.reckon import Contract
from rules.games.all_games import GAMES
from rules.seats import BySeat, BySide, Seat, Side
from rules.tricks import Strain, Trick
from rules.view import FinishedDeal
from tests.each import each
from tests.solver import needs_solver
from tests.trials.stage.matches import FOUR, rubbers
from tests.trials.stage.tables import Evening

SOLID = BySeat(
    Hand.parse("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
    Hand.parse("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
    Hand.parse("AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D"),
    Hand.parse("AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"),
)
"""Each hand has a suit to itself."""

CROSSED = BySeat(
    Hand.parse("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2C"),
    SOLID.east,
    SOLID.south,
    Hand.parse("AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2S"),
)
"""The same deal with the deuces of north and west exchanged. Without trumps the first of the two to lead
their own suit wins twelve tricks."""


def finished(game: str, **options: str) -> FinishedDeal:
    """A deal that has been played anyhow."""
    evening = Evening(1, game, **options)
    evening.seat(*FOUR[: evening.table.variant.players]).start().cut().play_deal()
    assert evening.table.last is not None
    return evening.table.last


def biritch(
    hands: BySeat[Hand], trumps: Suit | None, *tricks: Trick, won: BySide[int], to: Side | None = None
) -> FinishedDeal:
    """The south has dealt these cards and declared; after these tricks the rest was granted to a side."""
    deal = finished("biritch")
    assert deal.settled is not None
    settled = replace(
        deal.settled,
        trumps=trumps,
        level=0,
        leader=tricks[0].leader,
        declared_by=Seat.SOUTH,
        dummies=((Seat.NORTH, Seat.SOUTH),),
    )
    return replace(deal, hands=hands, settled=settled, tricks=tricks, won=won, conceded=to)


def trick(leader: Seat, cards: str) -> Trick:
    return Trick(leader, tuple(parse_card(card) for card in cards.split()))


def studied(deal: FinishedDeal, game: str = "biritch") -> Analysis:
    found = Study(deal, game, ()).run()
    assert found is not None
    return found


# Hands with a suit to themselves


@pytest.fixture(scope="module")
def solid() -> Analysis:
    """Spades, of which the north has thirteen, undoubled; after one trick the rest was granted."""
    first = trick(Seat.WEST, "AC 2S AH AD")
    return studied(biritch(SOLID, Suit.SPADES, first, won=BySide(13, 0), to=Side.NS))


@needs_solver
def test_a_side_wins_every_trick_in_the_suits_that_are_its_own_and_none_where_the_others_lead(
    solid: Analysis,
) -> None:
    ours, theirs = BySeat(13, 0, 13, 0), BySeat(0, 13, 0, 13)
    assert solid.table == TrickTable((ours, theirs, ours, theirs, BySeat(0, 0, 0, 0)))


@needs_solver
def test_the_best_declaration_counts_tricks_slam_honours_and_chicane(solid: Analysis) -> None:
    """Diamonds: seven odd tricks 42, grand slam 40, five honours in one hand 54; chicane 12 for north's void,
    less 12 each for east's and west's."""
    assert solid.best == (Best(Side.NS, (Seat.SOUTH, Seat.NORTH), None, Suit.DIAMONDS, 13, 124),)


@needs_solver
def test_where_nothing_is_given_away_no_card_is_named(solid: Analysis) -> None:
    """Spades: 14 for the odd tricks, 40, 18, and 4 - 4 - 4 for the voids."""
    nothing, costs = BySide(Loss(), Loss()), (Loss(),) * 4
    assert solid.course == Course(Side.NS, 13, 68, 13, 68, None, nothing, granted=0, costs=costs)


@needs_solver
def test_without_the_table_the_play_is_told_and_what_was_best_is_not(solid: Analysis) -> None:
    first = trick(Seat.WEST, "AC 2S AH AD")
    deal = biritch(SOLID, Suit.SPADES, first, won=BySide(13, 0), to=Side.NS)
    found = Study(deal, "biritch", (), with_table=False).run()
    assert found is not None
    assert (found.table, found.best, found.course) == (None, (), solid.course)


@needs_solver
def test_a_deal_that_honours_ended_before_it_was_played_out_has_no_course() -> None:
    first = trick(Seat.WEST, "AC 2S AH AD")
    ended = biritch(SOLID, Suit.SPADES, first, won=BySide(1, 0))
    found = Study(ended, "biritch", (), with_table=False).run()
    assert found is not None and found.course is None


# A lead that costs eleven tricks


@needs_solver
def test_a_lead_costs_what_the_side_had_before_it_less_what_it_has_after() -> None:
    """With a club twelve tricks are west's: 60 and a petit slam 20. With the deuce of spades they are
    north's. The claim then gives north and south the thirteenth too, the deuce of clubs: 70 and a grand slam
    of 40."""
    first = trick(Seat.WEST, "2S AS AH AD")
    course = studied(biritch(CROSSED, None, first, won=BySide(13, 0), to=Side.NS)).course
    clubs = tuple(reversed((CROSSED.west - Hand.parse("2S")).cards))
    lead = Mistake(1, Seat.WEST, Seat.WEST, parse_card("2S"), clubs, Loss(11, 160))
    given, costs = BySide(Loss(), Loss(11, 160)), (Loss(11, 160), Loss(), Loss(), Loss())
    assert course == Course(Side.NS, 1, -80, 13, 110, lead, given, granted=1, costs=costs)


@needs_solver
def test_dummys_card_is_the_mistake_of_the_one_who_plays_dummy() -> None:
    first = trick(Seat.NORTH, "2C AH AD AC")
    course = studied(biritch(CROSSED, None, first, won=BySide(0, 13), to=Side.EW)).course
    assert course is not None and course.worst is not None
    assert (course.worst.hand, course.worst.by) == (Seat.NORTH, Seat.SOUTH)
    assert course.given == BySide(Loss(11, 160), Loss())


@needs_solver
def test_of_two_mistakes_that_cost_the_same_the_first_is_named_and_both_are_counted() -> None:
    """Trick 1 gives north twelve tricks; with the deuce of clubs north gives back the eleven that are
    left."""
    tricks = trick(Seat.WEST, "2S AS AH AD"), trick(Seat.NORTH, "2C KH KD AC")
    course = studied(biritch(CROSSED, None, *tricks, won=BySide(1, 12), to=Side.EW)).course
    assert course is not None and course.worst is not None
    assert course.worst.trick == 1
    assert course.given == BySide(Loss(11, 160), Loss(11, 160))
    assert (course.possible, course.made, course.granted) == (1, 1, 0)


# Every game


@each("key", GAMES)
def test_the_points_of_a_deal_are_those_that_the_table_has_entered(key: str) -> None:
    deal = next(deal for deal in rubbers(PlainRobot(), key, 9, seed=3) if deal.tricks)
    variant, terms = GAMES[key].variant(), played_for(deal)
    assert terms is not None
    lines = [entry for entry in deal.entries if entry.column in counted_columns(variant)]
    for side in Side:
        ahead = sum(entry.amount if entry.side is side else -entry.amount for entry in lines)
        assert price(variant, deal, terms).lead_after(side, deal.won.of(side)) == ahead


def test_at_biritch_dealer_and_partner_may_declare_five_things_each_and_the_dealers_left_leads() -> None:
    deal = finished("biritch")
    declared = list(declarations(deal, GAMES["biritch"].variant()))
    assert {(one.by, one.trumps) for one in declared} == {
        (by, trumps) for by in (deal.dealer, deal.dealer.partner) for trumps in (*Suit, None)
    }
    assert len(declared) == 10
    assert {one.leader for one in declared} == {deal.dealer.left}


def test_at_contract_each_of_four_may_bid_thirty_five_contracts_and_the_bidders_left_leads() -> None:
    declared = list(declarations(finished("contract"), GAMES["contract"].variant()))
    assert len({(one.by, one.bid) for one in declared}) == len(declared) == 140
    assert all(one.leader is one.by.left for one in declared)


def test_where_a_card_is_turned_up_there_is_nothing_to_declare() -> None:
    for key in ("whist_long", "ruff_and_honours"):
        assert list(declarations(finished(key), GAMES[key].variant())) == []


def test_tricks_are_to_be_won_at_grand_and_lost_at_nullo() -> None:
    variant, deal = GAMES["norwegian_whist"].variant(), finished("norwegian_whist")
    for strain, won in ((Strain.NO_TRUMPS, True), (Strain.MISERE, False)):
        terms = ScoreTerms(None, 0, Contract(Bid(1, strain), Side.NS))
        assert price(variant, deal, terms).by_winning is won


@needs_solver
def test_the_best_contract_is_counted_with_its_slam_and_its_honours() -> None:
    """North and south win every trick in spades whoever leads: 210 at contract, a grand slam 1,000 since they
    are not vulnerable, and 150 for five honours in one hand."""
    first = trick(Seat.WEST, "AC 2S AH AD")
    deal = biritch(SOLID, Suit.SPADES, first, won=BySide(13, 0), to=Side.NS)
    assert deal.settled is not None
    bid = replace(deal, settled=replace(deal.settled, bid=Bid(7, Strain.SPADES)))
    by = (Seat.SOUTH, Seat.NORTH)
    best = {one.side: one for one in studied(bid, "contract").best}
    assert best[Side.NS] == Best(Side.NS, by, Bid(7, Strain.SPADES), Suit.SPADES, 13, 1360)


@needs_solver
def test_the_table_of_twelve_cards_a_hand_agrees_with_solving_from_each_lead() -> None:
    deal = finished("ruff_and_honours")
    table = studied(deal, "ruff_and_honours").table
    assert table is not None
    hands = [hand.bits for hand in deal.held or deal.hands]
    solver = double_dummy.load_solver()
    assert solver is not None and len(deal.hands.north) == 12
    for leader in Seat:
        (values,) = solver.solve([double_dummy.Position(hands, Suit.HEARTS, leader.index)])
        assert table.tricks_won_by(leader.side, Suit.HEARTS, leader) == max(values.values())
