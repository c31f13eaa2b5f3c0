"""What robots do where a card is turned up: its place is known, honours are called, the stock is ruffed; and
the play of those who would lose."""

from __future__ import annotations

import random
from dataclasses import replace

from robots.plain import PlainRobot, put_out
from robots.play.position import read_position
from robots.player import Player, Strength, has_to_act
from robots.process.thinking import robot_of
from rules.calls import CallHonours, Discard, Play, TakeStock
from rules.cards import PACK, Hand, Rank, parse_card
from rules.counting.reckon import Standing
from rules.seats import BySide, Seat
from tests.each import each
from tests.trials.stage.matches import FOUR, Rigged, after, deal_from, hands_dealt, step, waiting
from tests.trials.stage.tables import Evening

NORTH, EAST, SOUTH, WEST = Seat
PLAIN = PlainRobot()
TURNED = "3S 2S 9H 7H 4H 8D 6D 3D TC 9C 5C 2C AH"
"""The dealer's cards, the last of which is turned up."""


def dealt_at(score: tuple[int, int], hands: dict[Seat, str], game: str) -> Evening:
    """The south's deal of these cards at this score of the game."""
    evening = Evening(0, game, seating="fixed")
    evening.dice = Rigged(hands_dealt(hands))
    evening.seat(*FOUR).start()
    assert evening.table.rubber is not None
    rubber = replace(evening.table.rubber, standing=Standing(BySide(*score)))
    evening.table = replace(evening.table, rubber=rubber)
    return evening.cut()


def chosen(evening: Evening, by: Seat, robot: Player = PLAIN) -> object:
    return robot.choose(evening.view(by), 1, random.Random(0)).choice


@each(
    ("east", "card"),
    [("AC QC TC 3C", "3C"), ("AC 9C 8C 3C", "AC")],  # the king alone lies between, or the queen too
)
def test_the_third_hand_lets_partners_knave_run_with_ace_and_queen_over_it(east: str, card: str) -> None:
    hands = {SOUTH: TURNED.replace("TC 9C 5C 2C", "KS QS JS 5C"), WEST: "JC 4C", NORTH: "2C", EAST: east}
    evening = deal_from(hands_dealt(hands), "whist_modern")
    evening.do(WEST, Play(parse_card("JC")))
    evening.do(NORTH, Play(parse_card("2C")))
    assert chosen(evening, EAST) == Play(parse_card(card))


def test_everybody_knows_who_holds_the_turned_card_until_it_is_played() -> None:
    evening = deal_from(hands_dealt({SOUTH: TURNED}), "whist_modern")
    ace = parse_card("AH")
    position = read_position(evening.view(WEST))
    assert ace in position.may_hold.of(SOUTH)
    assert ace not in position.may_hold.of(NORTH) | position.may_hold.of(EAST)


def test_the_eldest_without_a_dummy_leads_as_the_books_do_and_trumps_from_five() -> None:
    fourth_best = "KS JS 8S 6S 4S 6H 5H 9D 5D 2D 8C 7C 4C"
    evening = deal_from(hands_dealt({SOUTH: TURNED, WEST: fourth_best}), "whist_modern")
    assert chosen(evening, WEST) == Play(parse_card("6S"))
    five_trumps = "8S 6S KH QH JH 6H 5H 9D 5D 2D 8C 7C 4C"
    evening = deal_from(hands_dealt({SOUTH: TURNED, WEST: five_trumps}), "whist_modern")
    assert chosen(evening, WEST) == Play(parse_card("KH"))


@each("strength", Strength)
@each(("held", "calls"), [("KH QH", True), ("KH 8H", False)])
def test_who_holds_two_honours_calls_them_at_eight(held: str, calls: bool, strength: Strength) -> None:
    rest = "KS JS 8S 6S 4S 9D 5D 2D 8C 7C 4C"
    evening = dealt_at((0, 8), {SOUTH: TURNED.replace("8D", "QD"), WEST: f"{held} {rest}"}, "whist_long")
    assert (chosen(evening, WEST, robot_of(strength)) == CallHonours()) == calls


def test_a_robot_that_may_call_honours_before_its_turn_waits_for_it() -> None:
    evening = dealt_at((0, 8), {SOUTH: TURNED, EAST: "KH QH JH 8H 2H 9D 5D 2D 8C 7C 4C QS JS"}, "whist_long")
    assert CallHonours() in evening.view(EAST).options
    assert not has_to_act(evening.view(EAST))


def test_with_one_honour_it_calls_if_it_sees_two_in_its_dummy() -> None:
    """North's cards lie open to the south, who plays them."""
    evening = Evening(0, "dummy_whist", form="long", seating="fixed")
    hands = {NORTH: "QH JH 8H 2H 9D 5D 2D 8C 7C 4C QS JS 3H", SOUTH: "AH KH 2S 3S 4S 5S 6S 3D 4D 6D 2C 3C 5C"}
    named = {seat: [parse_card(word) for word in text.split()] for seat, text in hands.items()}
    rest = [card for card in PACK if not any(card in cards for cards in named.values())]
    named |= {EAST: rest[:13], WEST: rest[13:]}
    order = [named[seat][place] for place in range(13) for seat in NORTH.left.onwards()]
    evening.dice = Rigged(order)
    evening.seat(*FOUR[:3]).start()
    assert evening.table.rubber is not None
    evening.table = replace(
        evening.table, rubber=replace(evening.table.rubber, standing=Standing(BySide(8, 0)))
    )
    evening.cut()
    evening.do(EAST, Play(next(iter(Hand.of(named[EAST])))))
    assert chosen(evening, SOUTH) == CallHonours()


def test_the_stock_is_always_taken_and_no_trump_honour_nor_ace_put_out_for_it() -> None:
    rng, ruffed = random.Random(9), 0
    for _ in range(30):
        evening = deal_from(rng.sample(PACK, 52), "ruff_and_honours")
        view = waiting(evening)
        if TakeStock() not in view.options:
            continue
        ruffed += 1
        step(evening, lambda seat: PLAIN, rng)
        assert view.viewer is not None and view.deal is not None and view.deal.turned is not None
        choice = PLAIN.choose(evening.view(view.viewer), 1, rng).choice
        assert isinstance(choice, Discard)
        assert len(choice.cards) == 4
        trumps = view.deal.turned.suit
        assert not any(card.rank is Rank.ACE for card in choice.cards)
        assert not any(card.suit is trumps and card.rank >= Rank.KNAVE for card in choice.cards)
    assert ruffed > 15


def test_small_cards_of_short_suits_are_put_out() -> None:
    rng = random.Random(0)
    while True:
        evening = deal_from(rng.sample(PACK, 52), "ruff_and_honours")
        if TakeStock() in waiting(evening).options:
            break
    step(evening, lambda seat: PLAIN, rng)
    view = waiting(evening)
    assert view.own is not None and view.deal is not None
    held = Hand.parse("AH KH 9H 8H 5H 4H 3H AS KS QS JS TS 9D 4D 7C 3C")
    made_up = replace(
        view, own=replace(view.own, left=held), deal=replace(view.deal, turned=parse_card("5H"))
    )
    assert put_out(made_up) == Discard(Hand.parse("9D 4D 7C 3C"))


def test_both_sides_duck_where_tricks_are_to_be_lost() -> None:
    """South has bid misère and plays north's cards too."""
    hands = {
        WEST: "5H AS KS 9S 8S",
        NORTH: "7H 3H",
        EAST: "AH 4H 2H",
        SOUTH: "KH 6H",
    }
    evening = after(hands, "bid:1M pass pass pass 5H", game="auction", schedule="exp3")
    expected = [
        (SOUTH, "3H"),
        (EAST, "4H"),
        (SOUTH, "KH"),
    ]  # under the five twice; then it must win: the king
    for seat, card in expected:
        choice = chosen(evening, seat)
        assert choice == Play(parse_card(card))
        evening.do(seat, choice)


def test_who_would_lose_tricks_throws_the_most_dangerous_card_away() -> None:
    hands = {WEST: "5H", NORTH: "7H", EAST: "2S 3S 4S AD 2D 3D 5D 2C 3C 4C 5C 6C 7C", SOUTH: "6H"}
    evening = after(hands, "bid:1M pass pass pass 5H 7H", game="auction", schedule="exp3")
    assert chosen(evening, EAST) in (Play(parse_card("AD")), Play(parse_card("7C")))


def test_at_vint_four_hands_of_eleven_points_at_most_are_passed_out_and_the_next_is_dealt() -> None:
    hands = {
        NORTH: "9S 7S 5S KH QH JH 9H 4H 3H KD 9D 7D 3D",
        EAST: "AS 6S 3S 6H 2H AD TD 2D KC TC 9C 5C 2C",
        SOUTH: "JS TS 8S AH TH 7H 5D AC 8C 7C 6C 4C 3C",
        WEST: "KS QS 4S 2S 8H 5H QD JD 8D 6D 4D QC JC",
    }
    evening = deal_from(hands_dealt(hands), "vint")
    while evening.table.last is None:
        step(evening, lambda seat: PLAIN, random.Random(0))
    assert evening.table.last.settled is None
