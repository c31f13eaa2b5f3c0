"""Laws 1.2 to 1.4: who sits, the cut of the pack, the deal; the options of a table."""

from __future__ import annotations

import pytest

from rules.calls import Pass, Play
from rules.cards import PACK
from rules.deal.dealing import WHOLE_PACK_DEALT
from rules.errors import Unreadable
from rules.games.all_games import game
from rules.refusals import BadOption, CutComesFirst, NotYoursToCut, Why
from rules.seats import Seat, parse_member
from rules.table.events import CardsDealt, PackCut, PackReady, RubberBegun, SeedRevealed
from rules.table.requests import (
    AddRobot,
    AgreeToClose,
    AnswerClaim,
    ClaimRest,
    CutPack,
    Join,
    Leave,
    RemoveRobot,
    Request,
    Start,
)
from rules.view import May, Phase
from tests.each import each
from tests.rules.deals import EAST, NORTH, NS, ORDINARY, SOUTH, WEST, Rigged, granted, rigged
from tests.rules.sitting import CAVENDISH, CLAY, EMMA, HOYLE, members, refused, seats
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

# Who sits.


def test_a_table_has_four_chairs() -> None:
    evening = rigged()
    evening.ask(EMMA, Join())
    assert members(evening) == (ANNA, BORIS, CLARA, DAVID)
    refused(evening, ANNA, AddRobot(), Why.TABLE_IS_FULL)


def test_nobody_sits_twice() -> None:
    refused(Evening().seat(ANNA), ANNA, Join(), Why.ALREADY_SEATED)


def test_robots_fill_the_empty_chairs_at_the_start_in_the_order_of_their_names() -> None:
    evening = Evening().seat(ANNA).start()
    assert members(evening) == (ANNA, HOYLE, CAVENDISH, CLAY)
    assert set(seats(evening)) == {ANNA, HOYLE, CAVENDISH, CLAY}


def test_a_robot_may_be_seated_and_the_last_one_sent_away_between_rubbers() -> None:
    evening = Evening().seat(ANNA)
    evening.ask(ANNA, AddRobot())
    evening.ask(ANNA, AddRobot())
    assert members(evening) == (ANNA, HOYLE, CAVENDISH)
    evening.ask(ANNA, RemoveRobot())
    assert members(evening) == (ANNA, HOYLE)
    evening.ask(ANNA, RemoveRobot())
    refused(evening, ANNA, RemoveRobot(), Why.NO_ROBOT_THERE)


def test_a_robot_sent_away_leaves_its_name_to_the_next() -> None:
    evening = Evening().seat(ANNA)
    for ask in AddRobot(), RemoveRobot(), AddRobot():
        evening.ask(ANNA, ask)
    assert members(evening) == (ANNA, HOYLE)


@each("ask", [Start(), AddRobot(), RemoveRobot(), Leave(), AgreeToClose(), ClaimRest()])
def test_who_does_not_belong_to_the_table_may_only_join(ask: Request) -> None:
    refused(Evening().seat(ANNA), EMMA, ask, Why.NOT_SEATED)
    refused(Evening().seat(ANNA), None, ask, Why.NOT_SEATED)


def test_a_rubber_needs_a_person() -> None:
    evening = Evening()
    evening.ask(HOYLE, Join())
    refused(evening, HOYLE, Start(), Why.NOBODY_SEATED)


@each("ask", [AddRobot(), RemoveRobot()])
def test_chairs_are_not_changed_during_a_rubber(ask: Request) -> None:
    refused(rigged().start(), ANNA, ask, Why.RUBBER_UNDER_WAY)


def test_a_rubber_does_not_begin_in_the_middle_of_one() -> None:
    refused(rigged().start(), ANNA, Start(), Why.RUBBER_HAS_BEGUN)


@each("ask", [Pass(), Play(PACK[0]), ClaimRest(), AnswerClaim(agrees=True)])
def test_without_a_rubber_there_is_nothing_to_play(ask: Request) -> None:
    refused(rigged(), ANNA, ask, Why.NO_RUBBER)


def test_before_the_cards_are_dealt_there_is_nothing_to_call_or_play() -> None:
    evening = rigged().start()
    refused(evening, ANNA, Pass(), CutComesFirst)
    refused(evening, ANNA, Play(PACK[0]), CutComesFirst)
    refused(evening, ANNA, ClaimRest(), Why.TOO_EARLY_TO_CLAIM)


# The cut and the deal (laws 1.3).


def test_the_dealers_right_hand_neighbour_cuts() -> None:
    evening = rigged().start()
    assert evening.table.pack is not None and evening.table.pack.cutter is EAST
    assert [seat for seat in Seat if May.CUT in evening.view(seat).may] == [EAST]
    for seat in NORTH, SOUTH, WEST:
        refused(evening, evening.member(seat), CutPack(26, ""), NotYoursToCut)
    refused(evening, EMMA, CutPack(26, ""), Why.NOT_SEATED)
    evening.do(EAST, CutPack(26, ""))


@each("at", [-1, 0, 3, 49, 52])
def test_fewer_than_four_cards_in_a_packet_are_no_cut(at: int) -> None:
    evening = rigged().start()
    refused(evening, evening.member(EAST), CutPack(at, ""), Why.CUT_TOO_THIN)


@each("at", [4, 48])
def test_four_cards_in_a_packet_suffice(at: int) -> None:
    evening = rigged().start()
    assert evening.do(EAST, CutPack(at, "salt"))[0] == PackCut(at, "salt", evening.member(EAST))


def test_the_bot_may_cut_for_one_who_does_not() -> None:
    evening = rigged().start()
    assert evening.ask(None, CutPack(20, ""))[0] == PackCut(20, "", None)
    assert evening.table.deal is not None


def test_there_is_nothing_to_cut_once_the_cards_are_dealt_or_before_a_rubber() -> None:
    refused(rigged(), None, CutPack(26, ""), Why.NOTHING_TO_CUT)
    refused(rigged().start().cut(), None, CutPack(26, ""), Why.NOTHING_TO_CUT)


def test_the_cut_reaches_the_shuffle() -> None:
    evening = rigged().start()
    evening.do(EAST, CutPack(17, "pepper"))
    assert isinstance(evening.dice, Rigged) and evening.dice.packs == [(1, 17, "pepper")]


def test_the_commitment_is_shown_before_the_cut_and_the_seed_after_the_deal() -> None:
    evening = rigged().start()
    granted(evening, NS)
    kinds = [type(event) for event in evening.events]
    assert kinds.index(PackReady) < kinds.index(PackCut) < kinds.index(CardsDealt) < kinds.index(SeedRevealed)


def test_cards_are_dealt_one_at_a_time_beginning_on_the_dealers_left() -> None:
    """East deals: the first card is south's, the second west's, the fourth east's own, the fifth south's."""
    hands = WHOLE_PACK_DEALT.dealt_out(PACK, EAST).hands
    for at, seat in enumerate((SOUTH, WEST, NORTH, EAST, SOUTH)):
        assert PACK[at] in hands.of(seat)
    assert PACK[51] in hands.east


def test_all_fifty_two_are_dealt_thirteen_to_each() -> None:
    hands = WHOLE_PACK_DEALT.dealt_out(PACK, EAST).hands
    assert [len(hand) for hand in hands] == [13, 13, 13, 13]
    assert len(hands.north | hands.east | hands.south | hands.west) == 52


def test_collinson_a_misdeal_does_not_change_the_deal() -> None:
    """Laws 1.7: re-shuffled, re-cut and re-dealt by the same dealer; at whist it passes to the left."""
    biritch, whist = game("biritch").variant(), game("whist_modern").variant()
    assert biritch.next_dealer(NORTH, misdealt=True) is NORTH
    assert whist.next_dealer(NORTH, misdealt=True) is EAST
    assert biritch.next_dealer(NORTH) is whist.next_dealer(NORTH) is EAST


# After a rubber (laws 1.4).


def test_collinson_after_each_rubber_there_is_a_fresh_cut_for_partners() -> None:
    """First Anna and Boris against Clara and David; then, with other cards, Clara and Anna, Clara dealing."""
    evening = rigged("2S 3S 4S 5S", "3H KH AH QH").start()
    granted(evening, NS)
    granted(evening, NS)
    assert evening.table.rubber is None and evening.view(None).table.phase is Phase.FORMING
    evening.start()
    assert members(evening) == (ANNA, BORIS, CLARA, DAVID)
    assert (seats(evening).south, seats(evening).north) == (CLARA, ANNA)
    begun = [event for event in evening.events if isinstance(event, RubberBegun)]
    assert [event.number for event in begun] == [1, 2]
    assert evening.table.rubber is not None and evening.table.rubber.dealer is SOUTH


def test_the_deals_of_a_table_are_numbered_through_its_rubbers() -> None:
    evening = rigged().start()
    granted(evening, NS)
    granted(evening, NS)
    evening.start()
    assert evening.table.pack is not None and evening.table.pack.deal == 3


# Options.


def test_every_option_of_the_game_has_the_default_of_the_laws() -> None:
    """Appendix A: the first value is the default."""
    assert {choice.key: choice.default({}) for choice in game("biritch").choices} == {
        "direction": "clockwise",
        "cut_tie": "recut",
        "seating": "cut",
        "seats_chosen": "cut",
        "rubbers_per_cut": "1",
        "claims": "unanimous",
        "robots": "best",
        "hints": "off",
        "pace": "live",
        "picture": "off",
        "absent": "3",
        "doubling_order": "either",
        "doubling_limit": "none",
        "slam_counts_to_game": "false",
        "slam_doubled": "false",
        "chicane_per_hand": "true",
        "rubber_bonus": "40",
        "revoke_unit": "value_of_three_tricks",
        "revoke_unit_doubled": "true",
        "revoke_cap": "usual",
        "revoke_mode": "strict",
        "quit_delay": "5",
        "period_penalties": "off",
        "take_back": "on",
        "replaced": "no",
    }


@each(
    ("key", "value"),
    [
        ("slam_doubled", "yes"),
        ("doubling_limit", "-1"),
        ("rubber_bonus", "1.5"),
        ("claims", ""),
        ("trumps", "H"),
    ],
)
def test_an_option_or_a_value_that_the_game_does_not_have_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadOption) as caught:
        game("biritch").variant({key: value})
    assert (caught.value.key, caught.value.value) == (key, value)


def test_a_game_that_is_not_on_the_list_is_refused() -> None:
    with pytest.raises(Unreadable):
        game("old maid")


def test_members_read_back_from_their_names() -> None:
    assert parse_member(str(ANNA)) == ANNA and parse_member(str(HOYLE)) == HOYLE
    for text in ("", "anna", "person:", "robot:", "cat:Tom"):
        with pytest.raises(Unreadable):
            parse_member(text)


def test_the_same_chance_and_the_same_asks_make_the_same_table() -> None:
    first, second = (Evening("again").seat(ANNA, BORIS).start().play_rubber(claims=True) for _ in range(2))
    assert first.events == second.events and first.table == second.table
    assert Evening("other").seat(ANNA, BORIS).start().play_rubber().events != first.events


def test_the_hands_of_the_tests_are_whole_packs() -> None:
    assert len(ORDINARY.north | ORDINARY.east | ORDINARY.south | ORDINARY.west) == 52
    assert isinstance(Dice(0).reveal(1), str)
