"""Laws 12: Cotton's whist. The figures of its score are worked examples, in tests/examples."""

from __future__ import annotations

import pytest

from rules.calls import CallHonours
from rules.cards import PACK, Hand, Rank, parse_card
from rules.counting.reckon import Standing
from rules.deal.deal import Deal
from rules.games.all_games import game
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.seats import BySide, Seat, Side
from rules.sheet.deals import Given, reckon_deal
from rules.sheet.errors import TooManyTricks
from tests.each import each
from tests.rules.deals import EAST, NORTH, SOUTH, WEST
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

LAW = game("cottons_whist").variant()
DEUCES = {card for card in PACK if card.rank is Rank.TWO}


def dealt_in(seed: int) -> Evening:
    return Evening(seed, "cottons_whist").seat(ANNA, BORIS, CLARA, DAVID).start().cut()


def test_the_deuces_are_out_and_everybody_has_twelve_of_the_other_cards() -> None:
    dealt = LAW.dealing.dealt_out(PACK, NORTH)
    assert [len(hand) for hand in dealt.hands] == [12, 12, 12, 12]
    assert {card for hand in dealt.hands for card in hand} == set(PACK) - DEUCES
    assert not dealt.stock and set(dealt.out) == DEUCES


def test_the_cards_go_round_from_the_dealers_left_as_if_the_deuces_were_not_there() -> None:
    """The first nine of the pack in order are the two to ten of spades."""
    dealt = LAW.dealing.dealt_out(PACK, NORTH)
    assert [
        parse_card(name) in dealt.hands.of(seat)
        for name, seat in zip(("3S", "4S", "5S", "6S", "7S"), (EAST, SOUTH, WEST, NORTH, EAST), strict=True)
    ] == [True] * 5


@each("seed", range(3))
def test_reading_c2_the_bottom_card_is_the_dealers_and_its_suit_is_trumps(seed: int) -> None:
    evening = dealt_in(seed)
    deal = evening.view(None).deal
    assert deal is not None and deal.turned is not None and deal.settled is not None
    assert deal.turned_with is deal.dealer and deal.settled.trumps is deal.turned.suit
    assert evening.table.deal is not None and deal.turned in evening.table.deal.dealt.hands.of(deal.dealer)
    assert deal.settled.leader is deal.dealer.left and not deal.settled.dummies and not deal.stock


def test_nobody_thinks_that_a_deuce_may_still_be_held() -> None:
    evening = dealt_in(1)
    for seat in Seat:
        view = evening.view(seat)
        assert view.own is not None and view.deal is not None
        assert not set(view.unseen()) & DEUCES
        assert len(view.unseen()) == (36 if seat is view.deal.dealer else 35)


def test_reading_c4_honours_may_be_called_at_eight_and_nothing_bars_them_there() -> None:
    trumps, turned = [parse_card(name) for name in ("AH", "KH", "QH")], parse_card("3H")
    rest = [card for card in PACK if card not in {*trumps, turned, *DEUCES}]
    hands = {
        seat: [rest.pop() for _ in range(many)] for seat, many in zip(Seat, (12, 12, 9, 11), strict=True)
    }
    hands[SOUTH] += trumps
    hands[WEST].append(turned)
    order = [hands[seat][place] for place in range(12) for seat in (NORTH, EAST, SOUTH, WEST)]
    dealt = LAW.dealing.dealt_out(order, WEST)
    assert dealt.turned is parse_card("3H") and dealt.hands.of(SOUTH) == Hand.of(hands[SOUTH])
    for score, asks in ((8, True), (7, False)):
        deal = Deal.begin(LAW.settlement, dealt, Standing(below=BySide(score, 0)))
        assert (CallHonours() in deal.options(SOUTH)) is asks


def test_a_match_is_one_game_of_nine() -> None:
    assert (LAW.rubber.game, LAW.rubber.games, LAW.rubber.bonus) == (9, 1, 0)


def test_a_record_says_which_cards_are_out_and_reads_back() -> None:
    evening = dealt_in(2).play_deal()
    assert evening.table.last is not None
    text = record_text(recorded("cottons_whist", (), evening.table.last))
    assert "Out of the pack: 2S 2H 2D 2C\n" in text and "Stock" not in text
    (record,) = read_records(text)
    assert record_text(record) == text


def test_a_sheet_takes_twelve_tricks_and_all_four_honours() -> None:
    """None can lie in a stock: if one side has three, the other has one."""
    standing = Standing(below=BySide(0, 0))
    with pytest.raises(TooManyTricks):
        reckon_deal(LAW, Given(None, Side.NS, 13), standing)
    told, _ = reckon_deal(LAW, Given(None, Side.NS, 12), standing)
    assert told.tricks == BySide(12, 0)
