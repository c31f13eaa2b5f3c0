"""Laws 1.2 and 1.4: cut for partners, for the deal, and cutting out. Every round is worked out by
hand."""

from __future__ import annotations

import pytest

from rules.cards import Rank, parse_card
from rules.frozen import replace
from rules.seats import BySeat, Seat
from rules.table.cutting import CutAgain, Partners, cut_and_recut, cut_for_partners, cut_out, cutting_key
from rules.table.decide import begun_at_evening
from rules.view import AtEvening
from tests.each import each
from tests.rules.deals import EAST, NORTH, SOUTH, WEST, Rigged, rigged
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, opened

_RANKS = {rank.letter: rank for rank in Rank}


def rounds(*texts: str) -> list[dict[str, tuple[int, int]]]:
    """Rounds as people tell them: ``a3 b9 cA dK`` is what each person cut."""
    return [{cut[0]: (_RANKS[cut[1]].in_cutting, 0) for cut in text.split()} for text in texts]


def settled(*texts: str) -> str:
    """``dealer partner v other other``; otherwise the names of a pair are in alphabetical order."""
    found: Partners[str] = cut_for_partners(rounds(*texts))
    partner = next(who for who in found.low if who != found.dealer)
    return f"{found.dealer}{partner} v {''.join(sorted(found.high))}"


@each(
    ("cuts", "expected"),
    [
        # Nobody equal: the two lowest play the two highest, the ace is low, the lowest deals.
        (["a3 b9 cA dK"], "ca v bd"),
        (["aK bQ cJ dT"], "dc v ab"),
        (["a2 bA c3 d4"], "ba v cd"),
        # The two highest equal: nothing to settle.
        (["a4 b7 cK dK"], "ab v cd"),
        (["aK bA c2 dK"], "bc v ad"),
        # Second and third equal: those two recut; the lower joins the original lowest.
        (["a3 b6 c6 dJ", "bK cQ"], "ac v bd"),
        (["a3 b6 c6 dJ", "b2 cQ"], "ab v cd"),
        (["d3 b6 c6 aJ", "bA cA", "bT c9"], "dc v ab"),
        # The two lowest equal: they are partners, and recut for the deal.
        (["a4 b4 c8 dT", "a9 b5"], "ba v cd"),
        (["a4 b4 c8 dT", "a5 b9"], "ab v cd"),
        (["aA c8 dT bA", "aK bK", "a7 b7", "a3 b2"], "ba v cd"),
        # Three lowest equal: they recut; two lowest partners, the lower deals; the third joins the highest.
        (["a5 b5 c5 dK", "a9 bQ c2"], "ca v bd"),
        (["a5 b5 c5 dK", "aK b3 cA"], "cb v ad"),
        # ... and their recut ties: the two higher (who joins the highest?), the two lower (who deals?), all.
        (["a5 b5 c5 dK", "a9 b9 c2", "aA b3"], "ca v bd"),
        (["a5 b5 c5 dK", "a4 b4 c9", "a8 b6"], "ba v cd"),
        (["a5 b5 c5 dK", "a4 b4 c4", "aJ bT c9"], "cb v ad"),
        (["a5 b5 c5 dK", "a4 b4 c4", "a9 b9 c2", "aT bT", "a3 b4"], "ca v bd"),
        # Three highest equal: they recut; the lowest of the recut joins the original lowest, who deals.
        (["a2 b9 c9 d9", "bK c4 dJ"], "ac v bd"),
        (["a2 b9 c9 d9", "bA c4 dJ"], "ab v cd"),
        (["a2 b9 c9 d9", "bJ cJ d4"], "ad v bc"),
        (["a2 b9 c9 d9", "b4 c4 dJ", "b7 c6"], "ac v bd"),
        (["a2 b9 c9 d9", "b3 c3 d3", "b5 c4 d6"], "ac v bd"),
        # All four equal: everybody cuts again.
        (["a7 b7 c7 d7", "aK b2 c5 d9"], "bc v ad"),
        (["a7 b7 c7 d7", "aK bK cK dK", "a2 b3 c4 d5"], "ab v cd"),
        (["a7 b7 c7 d7", "a4 b4 c8 dT", "a9 b5"], "ba v cd"),
        (["a7 b7 c7 d7", "a3 b6 c6 dJ", "bK cQ"], "ac v bd"),
        (["a7 b7 c7 d7", "a5 b5 c5 dK", "a9 b9 c2", "aA b3"], "ca v bd"),
    ],
)
def test_each_tie_is_settled_as_the_whist_code_has_it(cuts: list[str], expected: str) -> None:
    """Laws 1.2.3; Cavendish, Laws of Short Whist 13 to 18."""
    assert settled(*cuts) == expected


def test_the_original_lowest_never_loses_the_deal_to_a_lower_card_in_a_recut() -> None:
    """Cavendish, note to law 18: the ace cut by b is lower than a's three, and a deals all the same."""
    assert settled("a3 b6 c6 dJ", "bA cQ")[0] == "a"


def test_a_recut_lower_than_the_lowest_of_three_does_not_cost_the_lowest_the_deal() -> None:
    assert settled("a2 b9 c9 d9", "bA cK dQ")[0] == "a"


@each(
    ("cuts", "again"),
    [
        (["a3 b6 c6 dJ"], "bc"),
        (["a4 b4 c8 dT"], "ab"),
        (["a5 b5 c5 dK"], "abc"),
        (["a2 b9 c9 d9"], "bcd"),
        (["a7 b7 c7 d7"], "abcd"),
        (["a5 b5 c5 dK", "a9 b9 c2"], "ab"),
        (["a5 b5 c5 dK", "a4 b4 c9"], "ab"),
        (["a2 b9 c9 d9", "b4 c4 dJ"], "bc"),
        (["a7 b7 c7 d7", "a8 b8 c8 d8"], "abcd"),
    ],
)
def test_only_the_tied_players_cut_again(cuts: list[str], again: str) -> None:
    with pytest.raises(CutAgain) as unsettled:
        cut_for_partners(rounds(*cuts))
    assert "".join(sorted(map(str, unsettled.value.people))) == again


def test_with_suit_order_hearts_are_lowest_then_diamonds_clubs_and_spades() -> None:
    """Ambiguity 2b: American codes rank equal cards by suit."""
    sevens = sorted(map(parse_card, ("7S", "7D", "7C", "7H")), key=lambda c: cutting_key(c, suit_order=True))
    assert [str(card) for card in sevens] == ["7H", "7D", "7C", "7S"]


def test_with_suit_order_the_rank_still_comes_first_and_the_ace_is_low() -> None:
    cards = sorted(map(parse_card, ("2H", "AS", "KH")), key=lambda c: cutting_key(c, suit_order=True))
    assert [str(card) for card in cards] == ["AS", "2H", "KH"]


def test_without_suit_order_equal_cards_are_equal() -> None:
    assert cutting_key(parse_card("7S"), suit_order=False) == cutting_key(parse_card("7H"), suit_order=False)


def test_with_suit_order_nobody_cuts_again() -> None:
    """Four sevens: the hearts (c) deal, and the diamonds (b) are the dealer's partner's."""
    chance = Rigged(["7S 7D 7H 7C"])
    partners, shown = cut_and_recut("abcd", chance.cards, cut_for_partners, suit_order=True)
    assert (partners.dealer, partners.low, set(partners.high)) == ("c", ("c", "b"), {"a", "d"})
    assert len(shown) == 1


def test_every_card_drawn_is_shown_and_a_recut_draws_only_for_the_tied() -> None:
    chance = Rigged(["3C 6H 6D JS", "KH KC", "2H QH"])
    partners, shown = cut_and_recut("abcd", chance.cards, cut_for_partners, suit_order=False)
    assert chance.drawn == [4, 2, 2]
    assert [" ".join(f"{who}{card}" for who, card in cut) for cut in shown] == [
        "a3C b6H c6D dJS",
        "bKH cKC",
        "b2H cQH",
    ]
    assert (partners.low, set(partners.high)) == (("a", "b"), {"c", "d"})


def test_at_the_table_the_lowest_deals_and_the_partner_sits_opposite() -> None:
    """Boris cuts the ace, David the two; Anna and Clara take the remaining seats."""
    table = rigged("KS AH QD 2C").start().table
    assert table.rubber is not None
    seat = table.rubber.seat_of
    assert table.rubber.dealer is seat(BORIS) is SOUTH
    assert seat(DAVID) is NORTH
    assert {seat(ANNA), seat(CLARA)} == {EAST, WEST}


def test_at_the_table_equal_cards_are_cut_again() -> None:
    """Anna is lowest; Boris and Clara both cut a six, and Clara's queen is lower than Boris's king."""
    table = rigged("3S 6H 6D JC", "KH QH").start().table
    assert table.rubber is not None
    assert table.rubber.seat_of(ANNA) is SOUTH
    assert table.rubber.seat_of(CLARA) is NORTH
    assert [len(cut) for cut in table.rubber.cuts] == [4, 2]


def test_at_the_table_suit_order_settles_the_same_cards_without_a_recut() -> None:
    """The six of hearts (Boris) is lower than the six of diamonds (Clara)."""
    table = rigged("3S 6H 6D JC", "KH QH", cut_tie="suit_order").start().table
    assert table.rubber is not None
    assert table.rubber.seat_of(BORIS) is NORTH
    assert [len(cut) for cut in table.rubber.cuts] == [4]


def test_the_cards_cut_for_partners_lie_open_to_everybody() -> None:
    evening = rigged("KS AH QD 2C").start()
    for viewer in (None, *Seat):
        rubber = evening.view(viewer).table.rubber
        assert rubber is not None
        assert rubber.cuts == (
            tuple(zip((ANNA, BORIS, CLARA, DAVID), map(parse_card, ("KS", "AH", "QD", "2C")), strict=True)),
        )


@each(
    ("consecutive", "entrants", "cuts", "out"),
    [
        ({"a": 3, "b": 2, "c": 1, "d": 2}, 1, {}, "a"),
        ({"a": 3, "b": 3, "c": 1, "d": 2}, 1, {"a": 9, "b": 4}, "a"),
        ({"a": 3, "b": 3, "c": 1, "d": 2}, 1, {"a": 4, "b": 9}, "b"),
        ({"a": 3, "b": 3, "c": 1, "d": 2}, 1, {"a": 1, "b": 2}, "b"),  # the ace is low: the two goes out
        ({"a": 2, "b": 2, "c": 1, "d": 1}, 2, {}, "ab"),
        ({"a": 3, "b": 2, "c": 2, "d": 1}, 2, {"b": 5, "c": 6}, "ac"),
        ({"a": 2, "b": 2, "c": 2, "d": 2}, 1, {"a": 5, "b": 13, "c": 1, "d": 12}, "b"),
        ({"a": 2, "b": 2, "c": 2, "d": 2}, 2, {"a": 5, "b": 13, "c": 1, "d": 12}, "bd"),
        ({"a": 2, "b": 2, "c": 2, "d": 1}, 2, {"a": 5, "b": 13, "c": 7}, "bc"),
        ({"a": 3, "b": 2, "c": 1, "d": 1}, 3, {}, "ab"),  # not more than two may come in at once
        ({"a": 3, "b": 2, "c": 1, "d": 1}, 0, {}, ""),
    ],
)
def test_those_who_have_played_most_rubbers_running_go_out_and_among_equals_the_highest_cut(
    consecutive: dict[str, int], entrants: int, cuts: dict[str, int], out: str
) -> None:
    """Laws 1.4.2, ambiguity 4."""
    rounds = [{who: (key, 0) for who, key in cuts.items()}] if cuts else []
    assert "".join(sorted(cut_out(consecutive, entrants, rounds))) == out


def test_equal_cuts_for_going_out_are_cut_again() -> None:
    """Laws 1.2.1: players drawing equal cards where it matters draw again."""
    with pytest.raises(CutAgain) as again:
        cut_out({"a": 3, "b": 3, "c": 1, "d": 2}, 1, [{"a": (9, 0), "b": (9, 0)}])
    assert set(again.value.people) == {"a", "b"}
    assert set(cut_out({"a": 3, "b": 3, "c": 1, "d": 2}, 2, [{"a": (9, 0), "b": (9, 0)}])) == {"a", "b"}
    again_cut = [{"a": (9, 0), "b": (9, 0), "c": (4, 0)}, {"a": (2, 0), "b": (3, 0)}]
    assert cut_out({"a": 1, "b": 1, "c": 1, "d": 0}, 1, again_cut) == ("b",)


def test_at_an_evening_each_table_cuts_for_the_deal_and_sits_where_it_was_seated() -> None:
    """[002], of progressive whist: each table cuts for the deal; partners are settled by lot."""
    table = replace(opened("whist_modern")[0], evening=AtEvening("e", 1, 1, shared=False))
    seats = BySeat(ANNA, BORIS, CLARA, DAVID)
    table, _ = begun_at_evening(table, seats, Rigged(("9S 3S KS AS",)))  # type: ignore[arg-type]
    assert table.rubber is not None
    assert (table.rubber.seats, table.rubber.dealer) == (seats, WEST)  # David: the ace is low
