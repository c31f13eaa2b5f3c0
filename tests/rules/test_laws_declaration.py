"""Laws 2.2: declaration and contre. Ambiguities 8 and 9. South deals unless a test says otherwise."""

from __future__ import annotations

from enum import Enum

import pytest

from rules.calls import Content, Declare, Double, Pass, Play
from rules.cards import PACK, Suit
from rules.deal.deal import Deal
from rules.errors import Refusal, RulesError
from rules.refusals import CallNotOpen, CallsComeFirst, NotYourTurn, Why
from rules.seats import Seat
from rules.settling.terms import Terms
from tests.each import each
from tests.rules.deals import (
    EAST,
    HEARTS,
    NORTH,
    ORDINARY,
    SOUTH,
    SPADES,
    WEST,
    begun,
    call,
    entries,
    said,
    tally,
)


def chain(deal: Deal, length: int) -> Deal:
    """West and south double in turn, ``length`` times."""
    for turn in range(length):
        deal = said(deal, "W contre" if turn % 2 == 0 else "S sur")
    return deal


def terms(deal: Deal) -> Terms:
    assert deal.terms is not None
    return deal.terms


def refusal(deal: Deal, words: str) -> type[Refusal] | Enum:
    letter, word = words.split()
    with pytest.raises(RulesError) as refused:
        deal.check(Seat(letter), call(word))
    return refused.value.fact


def test_collinson_no_card_is_turned_up_for_trumps() -> None:
    assert begun(ORDINARY).dealt.turned is None


def test_collinson_the_dealer_may_declare_any_suit_or_biritch_or_pass() -> None:
    offered = set(begun(ORDINARY).options(SOUTH))
    assert offered == {*(Declare(suit) for suit in Suit), Declare(None), Pass()}


def test_only_the_dealer_may_speak_first() -> None:
    for dealer in Seat:
        deal = begun(ORDINARY, dealer)
        assert deal.may_act == {dealer}
        assert [deal.options(seat) for seat in Seat if seat is not dealer] == [(), (), ()]
    assert refusal(begun(ORDINARY), "N hearts") is NotYourTurn
    assert refusal(begun(ORDINARY), "W contre") is NotYourTurn


def test_collinson_when_the_dealer_passes_the_partner_must_declare() -> None:
    deal = said(begun(ORDINARY), "S pass")
    assert deal.may_act == {NORTH}
    assert set(deal.options(NORTH)) == {*(Declare(suit) for suit in Suit), Declare(None)}
    assert refusal(deal, "N pass") is Why.MUST_DECLARE
    assert refusal(deal, "S hearts") is NotYourTurn


def test_collinson_the_partner_may_say_biritch_instead() -> None:
    deal = said(begun(ORDINARY), "S pass, N biritch")
    assert terms(deal).trumps is None and terms(deal).declared_by is NORTH


@each("word", ["contre", "content"])
def test_nothing_can_be_doubled_or_left_before_the_declaration(word: str) -> None:
    assert refusal(begun(ORDINARY), f"S {word}") is CallNotOpen
    assert refusal(said(begun(ORDINARY), "S pass"), f"N {word}") is CallNotOpen


@each("word", ["spades", "biritch", "pass"])
def test_the_declaration_cannot_be_altered(word: str) -> None:
    deal = said(begun(ORDINARY), "S hearts")
    assert {refusal(deal, f"{seat} {word}") for seat in "NESW"} == {CallNotOpen}
    with pytest.raises(CallNotOpen) as refused:
        deal.check(SOUTH, call(word))
    assert refused.value.due == (WEST, EAST) and refused.value.options == (Double(), Content())


def test_before_a_declaration_there_are_no_terms() -> None:
    assert begun(ORDINARY).terms is None
    assert said(begun(ORDINARY), "S pass").terms is None


def test_collinson_either_adversary_may_contre() -> None:
    deal = said(begun(ORDINARY), "S hearts")
    assert deal.may_act == {WEST, EAST}
    assert deal.options(WEST) == deal.options(EAST) == (Double(), Content())
    for seat in "WE":
        assert terms(said(deal, f"{seat} contre")).level == 1


def test_the_dealers_side_cannot_contre_its_own_declaration() -> None:
    deal = said(begun(ORDINARY), "S hearts")
    assert refusal(deal, "S contre") is refusal(deal, "N contre") is NotYourTurn
    assert deal.options(SOUTH) == deal.options(NORTH) == ()


def test_collinson_the_dealer_or_the_partner_may_say_sur_contre() -> None:
    deal = said(begun(ORDINARY), "S hearts, E contre")
    assert deal.may_act == {SOUTH, NORTH}
    for seat in "SN":
        assert terms(said(deal, f"{seat} sur")).level == 2
        assert said(deal, f"{seat} sur").may_act == {WEST, EAST}
        assert said(deal, f"{seat} sur, W sur").may_act == {SOUTH, NORTH}


def test_a_side_can_never_double_twice_running() -> None:
    deal = said(begun(ORDINARY), "S hearts, E contre")
    assert refusal(deal, "E sur") is refusal(deal, "W sur") is NotYourTurn


def test_collinson_contre_doubles_and_sur_contre_quadruples() -> None:
    deal = said(begun(ORDINARY), "S hearts")
    assert terms(deal).multiplier == 1
    assert terms(chain(deal, 1)).multiplier == 2
    assert terms(chain(deal, 2)).multiplier == 4
    assert terms(chain(deal, 3)).multiplier == 8


def test_collinson_ad_infinitum_a_chain_of_two_hundred_is_worth_exactly_two_to_the_two_hundredth() -> None:
    deal = chain(said(begun(ORDINARY), "S spades"), 200)
    assert terms(deal).multiplier == 1606938044258990275541962092341162602522202993782792835301376
    assert deal.may_act == {WEST, EAST} and Double() in deal.options(WEST)
    line = entries(tally("spades", 7, level=200))[0]
    assert line.amount == 2 * 1606938044258990275541962092341162602522202993782792835301376


def test_two_points_doubled_forty_times_score_correctly() -> None:
    """2 x 2^40 (ambiguity 9)."""
    assert entries(tally("spades", 7, level=40))[0].amount == 2199023255552


def test_the_second_content_of_a_window_begins_the_play() -> None:
    deal = said(begun(ORDINARY), "S hearts, W content")
    assert deal.playing is None and deal.may_act == {EAST}
    assert said(deal, "E content").playing is not None


def test_one_adversarys_content_does_not_bar_the_other() -> None:
    assert terms(said(begun(ORDINARY), "S hearts, W content, E contre")).level == 1
    assert terms(said(begun(ORDINARY), "S hearts, E content, W contre")).level == 1


def test_content_cannot_be_taken_back_within_the_window() -> None:
    deal = said(begun(ORDINARY), "S hearts, W content")
    assert refusal(deal, "W contre") is refusal(deal, "W content") is Why.ALREADY_CONTENT


def test_who_was_content_in_one_window_may_speak_in_a_later_one() -> None:
    deal = said(begun(ORDINARY), "S hearts, W content, E contre, S content, N sur")
    assert deal.may_act == {WEST, EAST}
    assert terms(said(deal, "W sur")).level == 3


def test_after_a_doubling_both_of_the_other_side_are_free_to_speak() -> None:
    deal = said(begun(ORDINARY), "S hearts, E content, W contre")
    assert deal.may_act == {SOUTH, NORTH}
    assert said(deal, "S content").may_act == {NORTH}


def test_the_lead_is_not_open_until_the_window_is_closed() -> None:
    deal = said(begun(ORDINARY), "S hearts, W content")
    with pytest.raises(CallsComeFirst) as refused:
        deal.check(WEST, Play(PACK[0]))
    assert refused.value.due == (EAST,)


def test_once_play_has_begun_there_is_nothing_to_call() -> None:
    deal = said(begun(ORDINARY), "S hearts, W content, E content")
    assert refusal(deal, "E contre") is Why.CALLS_ARE_OVER


def test_what_stands_is_known_while_the_calls_go_on() -> None:
    standing = terms(said(begun(ORDINARY), "S pass, N diamonds, E contre"))
    assert (standing.trumps, standing.level, standing.leader) == (Suit.DIAMONDS, 1, WEST)


class TestTheOrderOfTheLawsOf1904:
    """Ambiguity 8, option ``doubling_order = laws1904``; Laws of Bridge 1904, 54 to 58."""

    def begun(self, words: str) -> Deal:
        return said(begun(ORDINARY, doubling_order="laws1904"), words)

    def test_the_eldest_speaks_first_then_the_partner(self) -> None:
        deal = self.begun("S hearts")
        assert deal.may_act == {WEST}
        assert refusal(deal, "E contre") is NotYourTurn
        assert said(deal, "W content").may_act == {EAST}

    def test_then_the_player_who_named_trumps_and_then_the_partner(self) -> None:
        assert self.begun("S hearts, W contre").may_act == {SOUTH}
        assert self.begun("S pass, N hearts, W contre").may_act == {NORTH}
        assert self.begun("S pass, N hearts, W contre, N content").may_act == {SOUTH}

    def test_afterwards_the_last_doubler_of_the_side_comes_first(self) -> None:
        assert self.begun("S hearts, W content, E contre, S sur").may_act == {EAST}
        assert self.begun("S hearts, W content, E contre, S content, N sur, E sur").may_act == {NORTH}
        assert self.begun("S hearts, W contre, S sur, W content, E sur, S content, N sur").may_act == {EAST}

    def test_the_default_lets_either_speak(self) -> None:
        assert said(begun(ORDINARY, doubling_order="either"), "S hearts").may_act == {WEST, EAST}


@each(
    ("limit", "trumps", "longest"),
    [
        ("0", "hearts", 0),
        ("1", "hearts", 1),
        ("2", "biritch", 2),
        ("6", "spades", 6),
        ("per_trick_100", "biritch", 3),  # 10 20 40 80, not 160
        ("per_trick_100", "hearts", 3),  # 8 16 32 64, not 128
        ("per_trick_100", "diamonds", 4),  # 6 12 24 48 96
        ("per_trick_100", "clubs", 4),  # 4 8 16 32 64, not 128
        ("per_trick_100", "spades", 5),  # 2 4 8 16 32 64, not 128
    ],
)
def test_a_table_may_limit_the_doublings(limit: str, trumps: str, longest: int) -> None:
    """Ambiguity 9: a number of doublings, or no trick above a hundred points."""
    deal = chain(said(begun(ORDINARY, doubling_limit=limit), f"S {trumps}"), longest)
    side = (WEST, EAST) if longest % 2 == 0 else (SOUTH, NORTH)
    assert deal.may_act == set(side)
    for seat in side:
        assert deal.options(seat) == (Content(),)
        assert refusal(deal, f"{seat.letter} sur") is Why.DOUBLING_LIMIT_REACHED
    ended = said(deal, f"{side[0].letter} content, {side[1].letter} content")
    assert ended.playing is not None and terms(ended).level == longest


def test_without_a_limit_a_doubling_is_always_open() -> None:
    deal = chain(said(begun(ORDINARY, doubling_limit="none"), "S biritch"), 50)
    assert Double() in deal.options(WEST)


def test_doubling_does_not_change_trumps_nor_the_leader_nor_who_declared() -> None:
    deal = chain(said(begun(ORDINARY), "S pass, N spades"), 5)
    assert (terms(deal).trumps, terms(deal).leader, terms(deal).declared_by) == (SPADES, WEST, NORTH)
    assert terms(said(begun(ORDINARY, EAST), "E hearts")).trumps is HEARTS
