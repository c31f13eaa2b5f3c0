"""A card that was played by accident is replaced, and lies exposed (laws 1.6; appendix E, E2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cards import parse_card
from rules.errors import RulesError
from rules.out_of_turn import Exacted
from rules.refusals import CardNotHeld, HeldToADemand, MustFollowSuit, Why
from rules.seats import Seat
from rules.table.events import CardCorrected, CardReplaced
from rules.table.requests import Correct, DemandPenalty, Gather, ReplaceCard
from rules.view import May
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, NORTH, SOUTH, WEST, replayed
from tests.rules.lawful import begun, play
from tests.trials.stage.tables import Evening


def table(of: str = "whist_american", **options: Any) -> Evening:
    """West is to lead, clubs are trumps, and north holds QJ7 of hearts, the only suit but spades and clubs
    that all can follow."""
    return begun(of, **{"revoke_mode": "strict", "period_penalties": "on", **options})


def instead(evening: Evening, seat: Seat, card: str) -> object:
    return evening.do(seat, ReplaceCard(parse_card(card)))[0]


def exposed(evening: Evening) -> list[tuple[str, str]]:
    deal = evening.table.deal
    assert deal is not None and deal.out_of_turn is not None
    return [(seat.letter, str(card)) for seat in Seat for card in deal.out_of_turn.exposed(seat)]


def laid(evening: Evening) -> str:
    deal = evening.table.deal
    assert deal is not None and deal.playing is not None
    return " ".join(map(str, deal.playing.laid))


def may_replace(evening: Evening) -> set[Seat]:
    return {seat for seat in Seat if May.REPLACE in evening.view(seat).may}


def test_whoever_has_just_played_plays_another_instead_and_nobody_is_asked() -> None:
    """[003] "cards that were played by accident and replaced with the proper card by the player"."""
    evening = play(table(), "2H QH")
    assert may_replace(evening) == {NORTH}
    assert instead(evening, NORTH, "7H") == CardReplaced(NORTH, parse_card("7H"))
    assert laid(evening) == "2H 7H" and exposed(evening) == [("N", "QH")] and evening.table.claim is None
    deal = evening.table.deal
    assert (
        deal is not None and parse_card("QH") in deal.left(NORTH) and parse_card("7H") not in deal.left(NORTH)
    )
    assert replayed(evening.events) == evening.table


def test_the_first_card_may_be_called_like_any_that_lies_exposed() -> None:
    evening = play(table(), "2H QH")
    instead(evening, NORTH, "7H")
    play(evening, "6H KH")
    assert May.DEMAND in evening.view(EAST).may and May.DEMAND not in evening.view(SOUTH).may
    evening.do(WEST, DemandPenalty(Exacted.CARD, card=parse_card("QH")))
    play(evening, "TH 8H")
    with pytest.raises(HeldToADemand):
        play(evening, "JH")
    play(evening, "QH")
    assert exposed(evening) == []


def test_until_the_next_hand_has_played() -> None:
    evening = play(table(), "2H QH 6H")
    assert may_replace(evening) == {EAST}
    with refusing(Why.NEXT_HAS_PLAYED):
        instead(evening, NORTH, "7H")


def test_the_next_hand_has_played_though_its_card_goes_back_for_the_highest_of_the_suit() -> None:
    """East throws off a diamond, corrects with the four, and is to play the six."""
    evening = play(table(revoke_mode="lawful"), "2H QH 2D")
    evening.do(EAST, Correct(parse_card("4H")))
    evening.do(SOUTH, DemandPenalty(Exacted.HIGHEST))
    assert laid(evening) == "2H QH" and may_replace(evening) == set()
    with refusing(Why.NEXT_HAS_PLAYED):
        instead(evening, NORTH, "7H")


def test_after_the_fourth_card_until_the_trick_is_quitted() -> None:
    evening = play(table(revoke_mode="lawful"), "2H 7H 6H KH")
    assert may_replace(evening) == {SOUTH}
    instead(evening, SOUTH, "3H")
    deal = evening.table.deal
    assert deal is not None and deal.winners() == (NORTH,) and exposed(evening) == [("S", "KH")]
    evening.ask(None, Gather())
    assert may_replace(evening) == set()
    with refusing(Why.TRICK_IS_TURNED):
        instead(evening, SOUTH, "TH")


def test_a_lead_to_the_next_trick_ends_it_where_nobody_gathers() -> None:
    evening = play(table(), "2H 7H 6H KH")
    assert may_replace(evening) == {SOUTH}
    play(evening, "AD")
    assert may_replace(evening) == {SOUTH}  # of the lead
    instead(evening, SOUTH, "KS")
    assert laid(evening) == "KS" and exposed(evening) == [("S", "AD")]


def test_where_nobody_can_revoke_no_card_is_played_instead_that_would_be_one() -> None:
    evening = play(table(), "2H QH")
    with pytest.raises(MustFollowSuit):
        instead(evening, NORTH, "9S")
    with pytest.raises(CardNotHeld):
        instead(evening, NORTH, "AH")
    assert laid(evening) == "2H QH" and exposed(evening) == []


def test_where_people_can_revoke_it_may_be_one_and_a_card_that_follows_suit_corrects() -> None:
    evening = play(table(revoke_mode="lawful"), "2H QH")
    instead(evening, NORTH, "9S")
    assert laid(evening) == "2H 9S" and May.CORRECT in evening.view(NORTH).may
    assert instead(evening, NORTH, "7H") == CardCorrected(1, NORTH, parse_card("7H"))
    assert sorted(exposed(evening)) == [("N", "9S"), ("N", "QH")]


def test_an_exposed_card_need_not_be_played_where_it_would_be_a_revoke() -> None:
    """East follows with the ace of spades, the only one, and the six of hearts may be called again."""
    evening = play(table(), "2H 7H 6H")
    instead(evening, EAST, "5H")
    play(evening, "3H 9S")  # south's three is not enough: north has won with the seven, and leads
    evening.do(NORTH, DemandPenalty(Exacted.CARD, card=parse_card("6H")))
    play(evening, "AS")
    assert exposed(evening) == [("E", "6H")]


def test_what_was_demanded_of_a_card_is_demanded_of_the_one_that_is_played_instead() -> None:
    evening = play(table(), "2H 7H 6H")
    instead(evening, EAST, "5H")
    play(evening, "KH")
    evening.do(SOUTH, DemandPenalty(Exacted.CARD, card=parse_card("6H")))
    play(evening, "TH 8H JH 6H")
    with pytest.raises(HeldToADemand):
        instead(evening, EAST, "4H")


def test_by_default_a_card_is_replaced_at_the_games_of_its_source_alone() -> None:
    for key, on in ("whist_american", True), ("whist_english", True), ("whist_modern", False):
        evening = play(table(key), "2H QH")
        assert (NORTH in may_replace(evening)) is on
        if not on:
            with refusing(Why.NOTHING_IS_REPLACED):
                instead(evening, NORTH, "7H")


@each(
    "options",
    [{"period_penalties": "off"}, {"replaced": "no"}, {"edition": "3"}, {"edition": "3", "replaced": "no"}],
)
def test_elsewhere_a_card_that_was_played_stays(options: dict[str, str]) -> None:
    evening = play(table(**options), "2H QH")
    assert may_replace(evening) == set()
    with pytest.raises(RulesError):
        instead(evening, NORTH, "7H")


def test_no_card_of_dummys_is_replaced_and_none_of_declarers_can_be_called() -> None:
    """At biritch south has declared, and north is dummy."""
    evening = play(table("biritch", replaced="exposed"), "2H")
    assert may_replace(evening) == set()  # the lead has laid dummy open
    play(evening, "7H")
    assert may_replace(evening) == set()
    play(evening, "6H KH")
    assert may_replace(evening) == {SOUTH}
    instead(evening, SOUTH, "TH")
    assert exposed(evening) == []


def test_a_card_replaced_again_leaves_both_exposed() -> None:
    evening = play(table(), "2H QH")
    instead(evening, NORTH, "7H")
    instead(evening, NORTH, "JH")
    assert laid(evening) == "2H JH" and sorted(exposed(evening)) == [("N", "7H"), ("N", "QH")]
    instead(evening, NORTH, "QH")
    assert laid(evening) == "2H QH" and sorted(exposed(evening)) == [("N", "7H"), ("N", "JH")]
