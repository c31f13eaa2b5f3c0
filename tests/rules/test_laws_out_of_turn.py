"""Laws 1.6: cards out of turn and shown in error, and what may be demanded for them. The hands are those of
``tests.rules.lawful``: south deals, west is to lead, clubs are trumps."""

from __future__ import annotations

from typing import Any

import pytest

from rules import refusals
from rules.calls import PLAYS, Play
from rules.cards import Hand, Suit, parse_card
from rules.deal.deal import Deal
from rules.deal.out_of_turn import may_soon_lose
from rules.out_of_turn import Exacted, OutOfTurnState
from rules.record.audit import audited
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.seats import RobotMember, Seat
from rules.table.events import PenaltyDemanded, PlayedOutOfTurn, RobotSatIn
from rules.table.out_of_turn import is_timely
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ClaimRevoke,
    Correct,
    DemandPenalty,
    FollowLead,
    Gather,
)
from rules.view import May
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, HEARTS, NORTH, NS, SOUTH, SPADES, WEST
from tests.rules.lawful import HANDS, begun, play, played_out, with_dummies
from tests.trials.stage.tables import Evening

CARD, SUIT, HIGHEST, LOWEST, WIN, LOSE = Exacted


def table(of: str = "whist_modern", **options: Any) -> Evening:
    return begun(of, **{"revoke_mode": "strict", "period_penalties": "on", **options})


def puts(evening: Evening, seat: Seat, *names: str) -> Evening:
    """A seat plays these cards, in turn or not."""
    for name in names:
        evening.do(seat, PLAYS[parse_card(name).index])
    return evening


def demand(evening: Evening, by: Seat, what: Exacted, card: str = "", suit: Suit | None = None) -> Evening:
    evening.do(by, DemandPenalty(what, parse_card(card) if card else None, suit))
    return evening


def deal_of(evening: Evening) -> Deal:
    assert evening.table.deal is not None
    return evening.table.deal


def state(evening: Evening) -> OutOfTurnState:
    found = deal_of(evening).out_of_turn
    assert found is not None
    return found


def open_cards(evening: Evening, seat: Seat) -> str:
    return Hand.of(one.card for one in deal_of(evening).options(seat) if isinstance(one, Play)).text


def cards(text: str) -> str:
    return Hand.parse(text).text


def test_a_lead_out_of_turn_lies_exposed_and_the_lead_stays_whose_it_was() -> None:
    evening = table()
    assert evening.do(EAST, PLAYS[parse_card("AS").index]) == (PlayedOutOfTurn(EAST, parse_card("AS")),)
    playing = deal_of(evening).playing
    assert playing is not None and playing.hand_due is WEST and not playing.laid
    assert state(evening).exposed(EAST).text == "AS" and len(deal_of(evening).left(EAST)) == 13
    for seat, may in ((SOUTH, True), (NORTH, True), (WEST, False), (EAST, False)):
        assert (May.DEMAND in evening.view(seat).may) is may


def test_those_who_may_demand_what_lapses_soon_are_due() -> None:
    evening = puts(table(), EAST, "AS")
    assert may_soon_lose(deal_of(evening), SOUTH) and not may_soon_lose(deal_of(evening), WEST)
    play(evening, "6D")  # west has led, and the card alone is left
    assert not may_soon_lose(deal_of(evening), SOUTH)
    play(evening, "9D")
    assert may_soon_lose(deal_of(evening), SOUTH)  # it is east's turn


def test_without_the_option_a_card_out_of_turn_is_refused_and_nothing_may_be_demanded() -> None:
    evening = table(period_penalties="off")
    with pytest.raises(refusals.NotYourTurn):
        puts(evening, EAST, "AS")
    with refusing(refusals.Why.NO_PERIOD_PENALTIES):
        demand(evening, SOUTH, LOSE)
    assert deal_of(evening).out_of_turn is None


def test_for_a_lead_out_of_turn_a_suit_may_be_called_from_the_partner_who_leads() -> None:
    """West holds four hearts and must lead one; the card led in error is taken up."""
    evening = demand(puts(table(), EAST, "AS"), SOUTH, SUIT, suit=HEARTS)
    assert not state(evening).exposed(EAST)
    assert open_cards(evening, WEST) == cards("AH 9H 8H 2H")
    with pytest.raises(refusals.HeldToADemand) as refused:
        puts(evening, WEST, "2S")
    assert refused.value.cards == Hand.parse("AH 9H 8H 2H")
    puts(evening, WEST, "2H")
    assert not state(evening).demands and May.DEMAND not in evening.view(SOUTH).may


def test_a_hand_with_none_of_the_suit_called_has_paid_by_leading_another() -> None:
    evening = puts(play(table("biritch"), "2S 6S AS KS"), WEST, "AH")  # east has the lead, and no more spades
    demand(evening, SOUTH, SUIT, suit=SPADES)
    assert len(deal_of(evening).options(EAST)) == 12
    puts(evening, EAST, "4H")
    assert not state(evening).demands


def test_the_lead_of_a_suit_can_no_longer_be_called_once_the_side_has_led_but_the_card_can() -> None:
    """West leads a diamond, so east need not play the ace of spades; when west leads a spade, east must."""
    evening = puts(puts(table(), EAST, "AS"), WEST, "6D")
    with refusing(refusals.Why.DEMAND_STANDS):
        demand(demand(evening, NORTH, CARD, "AS"), SOUTH, CARD, "AS")
    play(evening, "9D")
    assert open_cards(evening, EAST) == cards("5D 4D 3D 2D")
    play(evening, "2D AD")
    assert state(evening).exposed(EAST).text == "AS" and not state(evening).demands
    demand(evening, SOUTH, CARD, "AS")
    play(evening, "KS 2S 6S")
    assert open_cards(evening, EAST) == "AS"
    play(evening, "AS")
    assert not state(evening).exposed(EAST)
    assert [(one.trick, one.hand) for one in state(evening).paid] == [(1, EAST), (2, EAST)]


def test_a_lead_out_of_turn_that_all_have_followed_stands_and_has_no_penalty() -> None:
    evening = puts(table(), EAST, "AS")
    for seat, name in ((SOUTH, "KS"), (WEST, "2S"), (NORTH, "6S")):
        assert May.FOLLOW in evening.view(seat).may
        evening.do(seat, FollowLead(parse_card(name)))
    deal = deal_of(evening)
    assert deal.playing is not None and deal.playing.hand_due is EAST and deal.playing.stood == (1,)
    assert deal.won().of(NS.other) == 1 and May.DEMAND not in evening.view(SOUTH).may
    played_out(evening)
    last = evening.table.last
    assert last is not None and last.stood == (1,)
    record = recorded(evening.table.game, evening.table.options, last)
    assert audited(record) == () and read_records(record_text(record)) == (record,)


def test_those_who_followed_a_lead_that_is_discovered_take_their_cards_back_without_penalty() -> None:
    evening = puts(table(), EAST, "AS")
    with pytest.raises(refusals.MustFollowSuit):
        evening.do(SOUTH, FollowLead(parse_card("KH")))
    with refusing(refusals.Why.NOTHING_TO_FOLLOW):
        evening.do(NORTH, FollowLead(parse_card("6S")))
    evening.do(SOUTH, FollowLead(parse_card("KS")))
    puts(evening, WEST, "2H")
    found = state(evening)
    assert found.astray is None and found.exposed(EAST).text == "AS" and not found.exposed(SOUTH)
    deal = evening.view(None).deal
    assert deal is not None and deal.known_cards(SOUTH).text == "KS" and deal.known_cards(EAST).text == "AS"


@each(("what", "held_to"), [(WIN, "QH JH"), (LOSE, "7H")])
def test_second_hand_may_be_told_to_win_or_not_to_win_when_fourth_has_played_before_it(
    what: Exacted, held_to: str
) -> None:
    evening = puts(puts(table(), WEST, "9H"), SOUTH, "KH")
    demand(evening, EAST, what)
    assert open_cards(evening, NORTH) == cards(held_to)
    assert not state(evening).exposed(SOUTH)  # one penalty was chosen instead of the other


def test_fourth_hand_may_play_before_second_once_third_has() -> None:
    evening = puts(puts(puts(table(), WEST, "9H"), EAST, "4H"), SOUTH, "KH")
    assert state(evening).exposed(EAST).text == "4H" and not state(evening).exposed(SOUTH)
    with refusing(refusals.Why.NOTHING_TO_DEMAND):
        demand(evening, WEST, WIN)


def test_two_cards_of_one_hand_are_not_called_at_once_but_one_of_each_partner_is() -> None:
    """Both could be for the same trick, to which a hand plays one card (laws 1.6)."""
    evening = puts(puts(table(), EAST, "AS"), WEST, "6D")
    puts(evening, EAST, "4H")
    puts(evening, WEST, "2S")
    assert [state(evening).exposed(seat).text for seat in (EAST, WEST)] == ["AS 4H", "2S"]
    demand(evening, NORTH, CARD, "AS")
    with refusing(refusals.Why.DEMAND_STANDS):
        demand(evening, SOUTH, CARD, "4H")
    demand(evening, SOUTH, CARD, "2S")
    assert [(one.by, one.of, str(one.card)) for one in state(evening).demands] == [
        (NORTH, EAST, "AS"),
        (SOUTH, WEST, "2S"),
    ]


def test_a_wrong_demand_loses_the_right() -> None:
    evening = puts(table(), EAST, "AS")
    assert evening.do(SOUTH, DemandPenalty(HIGHEST)) == (PenaltyDemanded(SOUTH, HIGHEST),)
    assert not state(evening).exposed(EAST) and len(state(evening).wrong) == 1
    with refusing(refusals.Why.NOTHING_TO_DEMAND):
        demand(evening, SOUTH, SUIT, suit=HEARTS)


def test_at_biritch_only_the_dealer_demands_and_nothing_is_demanded_of_the_dealer() -> None:
    evening = puts(table("biritch"), EAST, "4H")
    with refusing(refusals.Why.DUMMY_MAY_NOT_ACT):
        demand(evening, NORTH, CARD, "4H")
    demand(evening, SOUTH, SUIT, suit=SPADES)
    play(evening, "2S 6S AS KS")  # east has won
    puts(evening, SOUTH, "AD")
    assert May.DEMAND not in evening.view(WEST).may and not state(evening).exposed(SOUTH)
    with refusing(refusals.Why.NOTHING_TO_DEMAND):
        demand(evening, WEST, CARD, "AD")
    play(evening, "4H 3H")
    with pytest.raises(refusals.NotYourTurn):
        puts(evening, SOUTH, "AD")  # a card of the dealer's shown early comes to nothing
    evening = play(table("biritch"), "5S 6S AS KS")
    puts(evening, SOUTH, "QH")  # which is dummy's
    assert May.DEMAND not in evening.view(WEST).may and not state(evening).exposed(NORTH)


@pytest.mark.parametrize("card", ["9S", "AS"])
def test_before_the_first_lead_the_dealer_cannot_tell_by_playing_a_card_whether_dummy_holds_it(
    card: str,
) -> None:
    evening = table("biritch")  # north, the dummy, holds the nine, and east the ace
    before = evening.events
    with refusing(refusals.NotYourTurn):
        puts(evening, SOUTH, card)
    assert evening.events == before


def test_the_dealers_lead_out_of_turn_stands_once_second_hand_has_played() -> None:
    evening = puts(play(table("biritch"), "2S 6S AS KS"), SOUTH, "AD")
    evening.do(WEST, FollowLead(parse_card("6D")))
    playing = deal_of(evening).playing
    assert playing is not None and (playing.hand_due, playing.stood) == (NORTH, (2,))
    play(evening, "9D 2D")
    assert deal_of(evening).won() == (1, 1)


def test_at_dummy_whist_who_leads_from_the_wrong_hand_may_have_a_suit_called_from_the_right_one() -> None:
    evening = with_dummies("dummy_whist", 3, period_penalties="on")
    deal = deal_of(evening)
    assert deal.playing is not None and deal.terms is not None
    (dummy,) = deal.terms.dummies
    while deal_of(evening).playing.leader.side is not dummy.seat.side or deal_of(evening).playing.laid:  # type: ignore[union-attr]
        play_any(evening)
    due = deal_of(evening).playing.hand_due  # type: ignore[union-attr]
    wrong = deal_of(evening).left(due.partner).cards[0]
    evening.do(dummy.player, Play(wrong))
    assert not state(evening).exposed(due.partner)
    suit = deal_of(evening).left(due).cards[-1].suit
    demand(evening, dummy.player.left, SUIT, suit=suit)
    assert open_cards(evening, dummy.player) == deal_of(evening).left(due).suit(suit).text


def play_any(evening: Evening) -> None:
    playing = deal_of(evening).playing
    assert playing is not None
    evening.do(playing.to_act, Play(playing.legal.cards[0]))


def test_a_renounce_that_is_corrected_leaves_its_card_exposed() -> None:
    evening = play(table(revoke_mode="lawful"), "2H 7H 2D KH")
    evening.do(EAST, Correct(parse_card("4H")))
    assert state(evening).exposed(EAST).text == "2D"
    deal = evening.view(None).deal
    assert deal is not None and deal.known_cards(SOUTH).text == "KH"


@each(("what", "card"), [(HIGHEST, "6H"), (LOWEST, "4H")])
def test_instead_the_highest_or_lowest_of_the_suit_may_be_required_in_that_trick(
    what: Exacted, card: str
) -> None:
    evening = play(table(revoke_mode="lawful"), "2H 7H 2D KH")
    evening.do(EAST, Correct(parse_card("5H")))
    demand(evening, SOUTH, what)
    playing = deal_of(evening).playing
    assert playing is not None and playing.hand_due is EAST and open_cards(evening, EAST) == card
    play(evening, f"{card} KH")
    with refusing(refusals.Why.NOTHING_TO_DEMAND):
        demand(evening, SOUTH, CARD, "2D")  # the choice was made


def test_of_the_dealer_only_the_eldest_may_require_it_and_only_if_both_adversaries_had_played() -> None:
    for names, both in (("2H 7H 4H AD", True), ("AH 7H 4H 3H 6D TD 2D KS", True)):
        evening = play(table("biritch", revoke_mode="lawful"), names)
        evening.do(SOUTH, Correct(parse_card("KH" if "6D" not in names else "QD")))
        assert (May.DEMAND in evening.view(WEST).may) is both
        assert not state(evening).exposed(SOUTH)
    wrong = state(demand(evening, EAST, LOWEST)).wrong
    assert [one.by for one in wrong] == [EAST] and May.DEMAND not in evening.view(WEST).may
    evening = play(table("biritch", revoke_mode="lawful"), "2S 6S AS KS 4H AD")
    evening.do(SOUTH, Correct(parse_card("TH")))
    assert May.DEMAND not in evening.view(WEST).may  # west had not played


def test_after_a_correction_a_card_that_was_called_and_goes_back_is_due_again() -> None:
    evening = demand(puts(table(revoke_mode="lawful"), SOUTH, "KH"), WEST, CARD, "KH")
    play(evening, "2H 7H 2D KH")
    evening.do(EAST, Correct(parse_card("4H")))
    assert open_cards(evening, SOUTH) == "KH"


def test_a_call_that_was_paid_before_the_trick_of_a_correction_is_not_due_again() -> None:
    evening = demand(puts(table(revoke_mode="lawful"), SOUTH, "KH"), WEST, CARD, "KH")
    play(evening, "2H 7H 4H KH KS 2S 9D")  # north throws off to its partner's king
    evening.do(NORTH, Correct(parse_card("6S")))
    assert not state(evening).demands and not state(evening).exposed(SOUTH)


def test_a_call_that_the_corrected_card_could_not_obey_may_be_repeated_and_does_not_bind() -> None:
    """East, with hearts, need not play the two of diamonds to a heart, and throws off another diamond."""
    evening = puts(table(revoke_mode="lawful"), EAST, "2D")
    demand(evening, SOUTH, CARD, "2D")
    play(evening, "2H 7H 3D KH")
    evening.do(EAST, Correct(parse_card("4H")))
    play(evening, "KH AD 8D 9D")
    assert len(deal_of(evening).options(EAST)) == 12
    demand(evening, SOUTH, CARD, "2D")
    assert open_cards(evening, EAST) == "2D"


def test_a_renounce_cannot_be_played_again_once_a_lead_out_of_turn_stands() -> None:
    evening = play(table(revoke_mode="lawful"), "2H 7H 4H AD")
    evening.do(SOUTH, Correct(parse_card("3H")))
    puts(evening, WEST, "2S")  # north has won
    for seat, name in ((NORTH, "6S"), (EAST, "AS"), (SOUTH, "TS")):
        evening.do(seat, FollowLead(parse_card(name)))
    demand(evening, WEST, HIGHEST)  # wrong: the right to the exposed ace is lost
    assert len(state(evening).wrong) == 1 and not state(evening).exposed(SOUTH)
    assert deal_of(evening).won() == (1, 1)


def test_the_lead_of_a_suit_can_no_longer_be_called_once_the_side_has_led_a_trick_that_stands() -> None:
    evening = puts(play(table(), "2H 7H 4H KH"), EAST, "AS")
    play(evening, "AD 6D 9D 2D")
    puts(evening, WEST, "2S")  # south has the lead again
    for seat, name in ((NORTH, "6S"), (EAST, "AS"), (SOUTH, "TS")):
        evening.do(seat, FollowLead(parse_card(name)))
    with refusing(refusals.Why.NOTHING_TO_DEMAND):
        demand(evening, SOUTH, SUIT, suit=HEARTS)


def test_a_trick_that_stands_takes_no_right_from_the_side_that_led_it() -> None:
    """North erred before the first trick and its side has not led since, so that it may yet be told what."""
    evening = play(puts(table(), NORTH, "9S"), "2H 7H 4H KH")
    puts(evening, EAST, "AS")
    for seat, name in ((SOUTH, "TS"), (WEST, "2S"), (NORTH, "6S")):
        evening.do(seat, FollowLead(parse_card(name)))
    demand(evening, WEST, SUIT, suit=HEARTS)
    assert not state(evening).wrong
    play(evening, "2D AD 6D 9D")  # east leads, and south wins
    assert open_cards(evening, SOUTH) == cards("TH 3H")


def test_a_trick_that_stands_still_does_when_a_card_of_it_or_of_a_later_one_is_corrected() -> None:
    evening = puts(table(revoke_mode="lawful"), EAST, "AS")
    for seat, name in ((SOUTH, "KS"), (WEST, "2S"), (NORTH, "9D")):
        evening.do(seat, FollowLead(parse_card(name)))
    evening.do(NORTH, Correct(parse_card("6S")))
    play(evening, "2D AD 6D QH")  # east leads
    evening.do(NORTH, Correct(parse_card("9D")))
    played_out(evening)
    evening.ask(None, AgreeScore())
    last = evening.table.last
    assert last is not None and last.stood == (1,)


@each(("offender", "card"), [(EAST, "AS"), (WEST, "9H")])
def test_a_revoke_is_established_when_its_side_plays_to_the_next_trick_though_out_of_turn(
    offender: Seat, card: str
) -> None:
    """East has been asked about the renounce, so that to quit the trick alone does not establish it."""
    evening = play(table(revoke_mode="lawful"), "2H 7H 2D KH")
    evening.do(WEST, AskSuit())
    puts(evening, offender, card)  # south has the lead
    with refusing(refusals.Why.NOTHING_TO_CORRECT):
        evening.do(EAST, Correct(parse_card("4H")))


def test_a_revoke_is_established_by_a_card_of_its_side_that_comes_too_early_to_the_next_trick() -> None:
    evening = play(table(revoke_mode="lawful"), "2H 7H 2D KH KS")
    assert May.CORRECT in evening.view(EAST).may  # an adversary's lead does not establish it
    puts(evening, EAST, "AS")  # it is west's turn
    assert May.CORRECT not in evening.view(EAST).may


def test_a_card_out_of_turn_of_the_other_side_or_to_the_trick_of_the_revoke_does_not_establish_it() -> None:
    evening = puts(play(table(revoke_mode="lawful"), "2H"), EAST, "3D")
    play(evening, "7H 2D KH")
    evening.do(WEST, AskSuit())
    puts(evening, NORTH, "9S")
    evening.do(EAST, Correct(parse_card("4H")))
    assert deal_of(evening).won() == (0, 0)  # south plays again


def test_an_adversarys_lead_out_of_turn_quits_the_trick_and_does_not_establish_the_revoke_in_it() -> None:
    """Nobody may ask about the trick any more, and east may correct until it or west has played."""
    evening = puts(play(table(revoke_mode="lawful"), "2H 7H 2D KH"), NORTH, "9S")  # south has the lead
    with refusing(refusals.Why.NOTHING_TO_ASK):
        evening.do(WEST, AskSuit())
    with refusing(refusals.Why.NOTHING_TO_GATHER):
        evening.do(SOUTH, Gather())
    with refusing(refusals.Why.MAY_STILL_CORRECT):
        evening.do(NORTH, ClaimRevoke(1, EAST))
    play(evening, "KS")
    assert May.CORRECT in evening.view(EAST).may
    evening.do(EAST, Correct(parse_card("4H")))
    play(evening, "KH")  # again, and its lead has gone back too
    evening.do(SOUTH, Gather())
    assert May.CORRECT not in evening.view(EAST).may


def test_where_a_revoke_is_claimed_before_the_next_lead_a_lead_out_of_turn_leaves_time_for_it() -> None:
    """It quits the trick, which opens the claim, and only the rightful lead ends the time for it."""
    evening = puts(play(table("whist_american", revoke_mode="lawful"), "2H 7H 2D KH"), WEST, "2S")
    assert evening.view(NORTH).claimable == ((1, EAST),)
    evening.do(NORTH, ClaimRevoke(1, EAST))
    assert state(evening).astray is None and state(evening).exposed(WEST).text == "2S"
    demand(evening, NORTH, SUIT, suit=HEARTS)  # the claim takes no right to a penalty for the lead
    assert not state(evening).wrong
    late = puts(play(table("whist_american", revoke_mode="lawful"), "2H 7H 2D KH"), WEST, "2S")
    play(late, "KD")
    assert late.view(NORTH).claimable == ()


def test_a_demand_ends_a_lead_out_of_turn_as_the_rightful_lead_does() -> None:
    evening = puts(table(), EAST, "AS")
    for seat, name in ((SOUTH, "KS"), (WEST, "2S")):
        evening.do(seat, FollowLead(parse_card(name)))
    demand(evening, NORTH, CARD, "AS")
    with refusing(refusals.Why.NOTHING_TO_FOLLOW):
        evening.do(NORTH, FollowLead(parse_card("6S")))
    assert deal_of(evening).left(SOUTH).text == HANDS.of(SOUTH).text  # the king went back
    assert not state(evening).exposed(SOUTH) and not state(evening).exposed(WEST)


def test_a_lead_out_of_turn_that_is_noticed_after_the_next_trick_may_have_a_suit_called_for_it() -> None:
    """South leads the second trick rightly, and wins it and the third; nobody has spoken of east's ace."""
    evening = puts(play(table(), "2H 7H 4H KH"), EAST, "AS")
    play(evening, "AD 6D 9D 2D KD 7D TD 3D")
    demand(evening, NORTH, SUIT, suit=HEARTS)
    assert not state(evening).wrong and not state(evening).exposed(EAST)
    play(evening, "TH 8H JH 5H QH 6H 3H AH")
    assert open_cards(evening, WEST) == "9H"  # west has won, whose lead is the first of its side


def test_a_button_for_a_lead_that_is_pressed_too_late_costs_nothing_though_others_may_demand_the_same() -> (
    None
):
    """West has led since east's ace, so that north may call no suit for it; east and west may, for the nine
    of spades that north has led out of turn."""
    evening = puts(table(), EAST, "AS")
    offered = len(state(evening).shown)
    play(evening, "2H 7H 4H TH")  # south has won
    puts(evening, NORTH, "9S")
    call = DemandPenalty(SUIT, suit=HEARTS)
    assert not is_timely(deal_of(evening), NORTH, call, offered)
    assert is_timely(deal_of(evening), EAST, call, offered)
    assert is_timely(deal_of(evening), NORTH, DemandPenalty(CARD, parse_card("AS")), offered)


def test_a_robot_whose_turn_has_passed_is_refused() -> None:
    evening = table()
    evening.table = evening.table.after(RobotSatIn(EAST, RobotMember("Pole")))
    with pytest.raises(refusals.NotYourTurn):
        puts(evening, EAST, "AS")
