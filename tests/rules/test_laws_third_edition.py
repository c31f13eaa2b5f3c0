"""The third edition of the laws (appendix D), point by point. What earlier editions come to is in
``test_editions`` and ``test_stored_before``; the examples are in ``tests/examples/third_edition.json``."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

import pytest

from rules import refusals
from rules.cards import parse_card
from rules.counting.reckon import NIL, NOTHING_SCORED, Column, Penalty, Revoked, Standing
from rules.counting.rubber import gains_in
from rules.errors import RulesError
from rules.games.all_games import game
from rules.out_of_turn import Exacted
from rules.record.audit import Revoke, audited
from rules.record.codec import decode, encode
from rules.record.findings import CutByOthers, Rotation, WronglyOut
from rules.record.writing import recorded
from rules.refusals import OptionsClash
from rules.seats import BySide, Person, RobotMember, Seat, Side
from rules.sheet import errors
from rules.sheet.deals import Given, reckon_deal
from rules.table.events import PackReady, SeatsChosen, StoodOut
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ChoosePenalty,
    ChooseSeat,
    ClaimRevoke,
    Correct,
    DemandPenalty,
    Gather,
    Join,
    Leave,
    Request,
    RobotForAbsent,
    SetOption,
    Start,
)
from rules.tricks import Strain
from rules.view import GoneOut, May, Phase
from tests.each import each
from tests.refusing import refusing
from tests.rules.contracts import undertaken
from tests.rules.deals import EAST, EW, NORTH, NS, SOUTH, WEST, replayed, rigged, tally
from tests.rules.lawful import begun, play, played_out, revoked
from tests.rules.score_pens import held
from tests.rules.test_laws_out_of_turn import demand, puts, state
from tests.rules.test_laws_out_of_turn import table as penal
from tests.rules.test_rotation import EMIL, FRIDA, GRETA, Drawn
from tests.rules.whist_hands import hand
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening


def refused(evening: Evening, seat: Seat, ask: Request, error: type[RulesError] | Enum) -> None:
    before = evening.table
    with refusing(error):
        evening.do(seat, ask)
    assert evening.table is before


# D1: a punished revoke stands.


def claimed_twice_over() -> Evening:
    """East and then south revoke to the first trick, west has asked east, and it is gathered: south's revoke
    stands and is claimed, while east could still correct."""
    evening = play(begun("whist_modern"), "2H 7H 2D AC")
    evening.do(WEST, AskSuit())
    evening.do(SOUTH, Gather())
    evening.do(WEST, ClaimRevoke(1, SOUTH))
    return evening


@each("chosen", [False, True])
def test_d1_no_correction_undoes_a_revoke_that_was_claimed_whether_or_not_a_penalty_is_chosen(
    chosen: bool,
) -> None:
    evening = claimed_twice_over()
    if chosen:
        evening.do(EAST, ChoosePenalty(1, SOUTH, Penalty.TAKE_THREE))
    refused(evening, EAST, Correct(parse_card("4H")), refusals.Why.TRICK_IS_CLAIMED)
    assert May.CORRECT not in evening.view(EAST).may
    evening.do(SOUTH, ClaimRevoke(1, EAST))  # it can no longer be corrected
    if not chosen:
        evening.do(EAST, ChoosePenalty(1, SOUTH, Penalty.TAKE_THREE))
    evening.do(SOUTH, ChoosePenalty(1, EAST, Penalty.TAKE_THREE))
    played_out(evening)
    evening.ask(None, AgreeScore())
    last = evening.table.last
    assert last is not None and last.claims[0].penalty is Penalty.TAKE_THREE
    findings = audited(recorded("whist_modern", evening.table.options, last))
    assert {(one.trick, one.seat) for one in findings if isinstance(one, Revoke)} == {(1, SOUTH), (1, EAST)}
    assert all(isinstance(one, Revoke) for one in findings)


def test_d1_a_claim_that_was_wrong_keeps_nobody_from_correcting_and_falls_with_its_card() -> None:
    """East has no more spades. West has, and throws off a diamond before; east asks, and west corrects."""
    evening = play(begun("whist_modern"), "2H 7H 4H KH KS 2S 6S AS 6C AC 7C 9C QS 6D 7S 3D")
    evening.do(EAST, AskSuit())
    evening.do(SOUTH, Gather())
    evening.do(SOUTH, ClaimRevoke(4, EAST))
    assert evening.table.deal is not None and evening.table.deal.revoke is not None
    assert [one.right for one in evening.table.deal.revoke.claims] == [False]
    evening.do(WEST, Correct(parse_card("3S")))
    assert evening.table.deal.revoke is not None and evening.table.deal.revoke.claims == ()
    play(evening, "7S 4D")
    evening.do(SOUTH, Gather())
    evening.do(SOUTH, ClaimRevoke(4, EAST))  # another card, another claim


# D2: the chance to correct comes first.


@each("key", ["whist_english", "whist_american"])
def test_d2_a_revoke_is_claimed_only_once_the_trick_is_gathered_and_until_then_it_may_be_corrected(
    key: str,
) -> None:
    lying = revoked(key)
    refused(lying, SOUTH, ClaimRevoke(1, EAST), refusals.Why.MAY_STILL_CORRECT)
    assert lying.view(SOUTH).claimable == () and May.CORRECT in lying.view(EAST).may
    lying.do(EAST, Correct(parse_card("4H")))
    for by in (SOUTH, None):
        gathered = revoked(key)
        gathered.ask(gathered.member(by) if by is not None else None, Gather())
        refused(gathered, EAST, Correct(parse_card("4H")), refusals.Why.NOTHING_TO_CORRECT)
        assert gathered.view(NORTH).claimable == ((1, EAST),)
        gathered.do(NORTH, ClaimRevoke(1, EAST))
    led = revoked(key)
    led.do(SOUTH, Gather())
    play(led, "KS 2S")
    refused(led, SOUTH, ClaimRevoke(1, EAST), refusals.Why.TOO_LATE_TO_CLAIM)


def test_d2_the_other_sources_keep_their_windows() -> None:
    evening = revoked("whist_modern")
    evening.do(SOUTH, Gather())
    play(evening, "KS 2S")
    evening.do(SOUTH, ClaimRevoke(1, EAST))


# D3: honours that do not decide a game.


def test_d3_two_hands_of_eleven_tricks_with_four_honours_each_count_in_full_for_the_winner() -> None:
    """Four points by cards in the first hand; the second begins at four, which is no bar, and wins the game:
    eight honours are noted, and the game to nothing is a treble."""
    variant = game("whist_english").variant()
    first = variant.rubber.standing_after(NOTHING_SCORED, variant.reckon(hand(10, (4, 0)), NOTHING_SCORED))
    assert (first.below, first.noted) == (BySide(4, 0), BySide(4, 0))
    after = variant.rubber.standing_after(first, variant.reckon(hand(11, (4, 0)), first))
    assert (after.games, after.totals, after.noted) == (BySide(1, 0), BySide(8 + 3, 0), NIL)


def test_d3_the_losers_honours_are_struck_out_those_of_the_last_hand_too() -> None:
    variant = game("whist_english").variant()
    after = variant.rubber.standing_after(NOTHING_SCORED, variant.reckon(hand(11, (0, 4)), NOTHING_SCORED))
    assert (after.games, after.totals, after.noted) == (BySide(1, 0), BySide(3, 0), NIL)


def test_d3_honours_of_a_hand_that_a_penalty_ends_are_noted_too() -> None:
    variant = game("whist_english").variant()
    before = Standing(below=BySide(3, 0))
    lines = variant.reckon(hand(7, (4, 0), ((EW, Penalty.ADD),)), before)
    assert gains_in(lines, Column.NOTED) == BySide(4, 0) and gains_in(lines, Column.BONUS) == BySide(4 + 3, 0)


def test_d3_only_the_english_form_leaves_honours_out_of_the_game_unless_arranged() -> None:
    for key in ("whist_modern", "whist_long", "whist_short_001", "whist_honors", "dummy_whist"):
        assert game(key).options(dict(game(key).opening({})))["honours_to_game"] == "true"
    english = game("whist_english")
    assert english.options(dict(english.opening({})))["honours_to_game"] == "false"
    english.variant({"honours": "none"})
    with pytest.raises(OptionsClash):
        english.variant({"honours": "none", "honours_to_game": "true"})


# D4: who stands out first.


def at_first(*people: Person, cuts: Sequence[str], of: str = "biritch", **options: str) -> Evening:
    evening = Evening(0, of, **options).seat(*people)
    evening.dice = Drawn(*cuts)
    return evening.start()


def test_d4_all_five_cut_and_the_highest_stands_out() -> None:
    """Anna, who came first, cuts the king."""
    evening = at_first(ANNA, BORIS, CLARA, DAVID, EMIL, cuts=["KS 2H 3H 4H 5H", "2S 3S 4S 5S"])
    (stood,) = (one for one in evening.events if isinstance(one, StoodOut))
    assert [person for person, _ in stood.gone.out] == [ANNA] and len(stood.gone.cuts) == 1
    assert evening.table.waiting == (ANNA,) and set(evening.table.members) == {BORIS, CLARA, DAVID, EMIL}
    assert evening.table.rubber is not None and evening.table.rubber.seat_of(ANNA) is None
    assert [who for who, _ in evening.table.rubber.cuts[0]] == [BORIS, CLARA, DAVID, EMIL]
    assert evening.view(None).table.gone_out == stood.gone
    assert replayed(evening.events) == evening.table
    assert decode(*encode(stood)) == stood


def test_d4_of_six_two_wait_in_the_order_of_their_cards_and_equals_cut_again() -> None:
    """Boris and Emil cut queens, and again. Emil waits before Anna, who cut the king."""
    evening = at_first(
        *(ANNA, BORIS, CLARA, DAVID, EMIL, FRIDA),
        cuts=["KS QH 3H 4H QC AS", "2D 9D", "2S 3S 4S 5S"],
    )
    (stood,) = (one for one in evening.events if isinstance(one, StoodOut))
    assert [person for person, _ in stood.gone.out] == [EMIL, ANNA] and len(stood.gone.cuts) == 2
    assert set(evening.table.members) == {BORIS, CLARA, DAVID, FRIDA}
    with refusing(refusals.Why.SIX_BELONG):
        evening.ask(GRETA, Join())


def test_d4_equal_cards_that_decide_nothing_are_left_as_they_are_and_suits_may_decide() -> None:
    once = at_first(ANNA, BORIS, CLARA, DAVID, EMIL, cuts=["KS 2H 2D 4H 5H", "2S 3S 4S 5S"])
    (stood,) = (one for one in once.events if isinstance(one, StoodOut))
    assert len(stood.gone.cuts) == 1
    evening = at_first(
        *(ANNA, BORIS, CLARA, DAVID, EMIL), cuts=["5S 2H 3H 4H 5H", "2S 3S 4S 5S"], cut_tie="suit_order"
    )
    assert evening.table.waiting == (ANNA,)  # spades are the highest suit


def test_d4_only_before_the_first_rubber_and_only_where_people_are_too_many() -> None:
    four = at_first(ANNA, BORIS, CLARA, DAVID, cuts=["2S 3S 4S 5S"])
    three = at_first(ANNA, BORIS, CLARA, cuts=["2S 3S 4S 5S"])
    dummy = at_first(ANNA, BORIS, CLARA, DAVID, cuts=["5S 2S 3S 4S", "2H 3H 4H"], of="dummy_whist")
    for evening in (four, three):
        assert not any(isinstance(one, StoodOut) for one in evening.events)
    assert any(isinstance(one, RobotMember) for one in three.table.members)
    assert dummy.table.waiting == (ANNA,)
    later = four
    later.ask(EMIL, Join())
    later.play_rubber()
    later.start()
    assert not any(isinstance(one, StoodOut) for one in later.events)


def test_d4_in_a_table_of_an_earlier_edition_those_sit_down_who_came_first() -> None:
    evening = at_first(ANNA, BORIS, CLARA, DAVID, EMIL, cuts=["2S 3S 4S 5S"], edition="2")
    assert evening.table.waiting == (EMIL,)


def test_d4_the_auditor_sees_who_stands_out_wrongly() -> None:
    evening = at_first(ANNA, BORIS, CLARA, DAVID, EMIL, cuts=["KS 2H 3H 4H 5H", "2S 3S 4S 5S"])

    def found(spoilt: StoodOut | None = None) -> list[object]:
        rotation, findings = Rotation(), []
        for event in evening.events:
            seen = spoilt if spoilt is not None and isinstance(event, StoodOut) else event
            findings += list(rotation.note_event(seen, suits_decide=False))
        return findings  # type: ignore[return-value]

    (stood,) = (one for one in evening.events if isinstance(one, StoodOut))
    assert found() == []
    cuts = stood.gone.cuts
    assert [type(one) for one in found(StoodOut(GoneOut(((BORIS, 0),), cuts)))] == [WronglyOut]
    assert [type(one) for one in found(StoodOut(GoneOut(((ANNA, 0),), (cuts[0][:4],))))] == [CutByOthers]


# D5: choice of seats.


def choosing(**options: Any) -> Evening:
    """Anna has cut lowest, and sits south; Boris is her partner."""
    return rigged("2S 3S 4S 5S", seats_chosen="lowest", **options).start()


@each("to", list(Seat))
def test_d5_the_lowest_chooses_a_seat_and_the_others_sit_as_they_sat_from_there(to: Seat) -> None:
    evening = choosing()
    assert evening.table.waits_for == {SOUTH} and evening.view(None).table.phase is Phase.SEATING
    assert [seat for seat in Seat if May.CHOOSE_SEAT in evening.view(seat).may] == [SOUTH]
    refused(evening, NORTH, ChooseSeat(to), refusals.Why.NOT_YOURS_TO_CHOOSE)
    assert isinstance(evening.do(SOUTH, ChooseSeat(to))[0], SeatsChosen)
    rubber = evening.table.rubber
    assert rubber is not None and rubber.dealer is to and rubber.seat_of(ANNA) is to
    assert rubber.seat_of(BORIS) is to.partner and rubber.seat_of(CLARA) is to.left
    assert evening.table.pack is not None and evening.table.pack.cutter is to.right
    with refusing(refusals.Why.NO_SEAT_TO_CHOOSE):
        evening.ask(ANNA, ChooseSeat(to))
    evening.cut()
    assert replayed(evening.events) == evening.table
    assert all(decode(*encode(event)) == event for event in evening.events)


def test_d5_when_time_is_up_or_the_chooser_is_gone_all_sit_where_they_are() -> None:
    by_time = choosing()
    by_time.ask(None, ChooseSeat())
    left = choosing()
    left.ask(ANNA, Leave(refusals.Forfeit()))
    absent = choosing()
    absent.ask(BORIS, RobotForAbsent())
    for evening in (by_time, left, absent):
        assert evening.table.rubber is not None and evening.table.rubber.dealer is SOUTH
        assert evening.table.pack is not None


def test_d5_by_default_the_bot_seats_them_and_nobody_is_asked() -> None:
    evening = rigged("2S 3S 4S 5S").start()
    assert any(isinstance(one, PackReady) for one in evening.events)
    with refusing(refusals.Why.NO_SEAT_TO_CHOOSE):
        evening.ask(ANNA, ChooseSeat(NORTH))
    fixed = Evening(0, seating="fixed").seat(ANNA)
    with pytest.raises(OptionsClash):
        fixed.ask(ANNA, SetOption("seats_chosen", "lowest"))


def test_d5_a_robot_that_cuts_lowest_chooses_nothing() -> None:
    evening = Evening(0, seats_chosen="lowest").seat(ANNA, BORIS, CLARA)
    evening.dice = Drawn("3S 4S 5S 2S")
    evening.ask(ANNA, Start())
    assert evening.table.pack is not None


# D6: wrong demands.


def test_d6_a_wrong_demand_loses_the_right_to_any_penalty_for_the_errors_that_lie_open() -> None:
    """East and west have each put down a card: a suit cannot be called for them, and both are taken up."""
    evening = puts(penal(), WEST, "2H")
    puts(evening, NORTH, "7H")
    puts(evening, WEST, "3S")
    puts(evening, EAST, "4H")
    puts(evening, EAST, "AS")
    assert state(evening).exposed(WEST).text == "3S" and state(evening).exposed(EAST).text == "AS"
    demand(evening, NORTH, Exacted.WIN)
    assert not state(evening).exposed(WEST) and not state(evening).exposed(EAST)
    assert len(state(evening).wrong) == 1 and May.DEMAND not in evening.view(SOUTH).may
    refused(
        evening,
        SOUTH,
        DemandPenalty(Exacted.CARD, parse_card("AS")),
        refusals.Why.NOTHING_TO_DEMAND,
    )


def test_d6_what_was_demanded_rightly_before_is_still_due() -> None:
    evening = puts(penal(), WEST, "2H")
    puts(evening, WEST, "3S", "4S")
    demand(evening, NORTH, Exacted.CARD, "3S")
    demand(evening, NORTH, Exacted.LOSE)
    assert [one.card for one in state(evening).demands] == [parse_card("3S")]
    assert state(evening).exposed(WEST).text == "3S"


# D7, D8, D9: what the seeds print besides.


def test_d7_points_of_the_games_are_added_and_the_side_with_more_games_may_lose() -> None:
    """North and south win five to four twice: 5 + 1, 5 + 1 and 2. The others win one game of seven points to
    nothing with eight of honours in it: 7 + 8 + 3, which is more."""
    variant = game("whist_english").variant({"rubber_points": "added"})
    standing = NOTHING_SCORED
    five_to_four = (hand(10), hand(3), hand(7))
    hands = (*five_to_four, hand(3, (0, 4)), hand(4, (0, 4)), *five_to_four)
    for one in hands:
        standing = variant.rubber.standing_after(standing, variant.reckon(one, standing))
    assert (standing.games, standing.totals) == (BySide(2, 1), BySide(12, 18))
    end = variant.rubber.end(standing)
    assert end is not None and (end.winner, end.totals) == (EW, BySide(14, 18))
    printed = game("whist_english").variant()
    standing = NOTHING_SCORED
    for one in hands:
        standing = printed.rubber.standing_after(standing, printed.reckon(one, standing))
    end = printed.rubber.end(standing)
    assert end is not None and (end.winner, end.totals) == (NS, BySide(1 + 1 + 2, 8 + 3))


def test_d8_read_to_the_letter_honours_at_bridge_are_points_whatever_the_trumps() -> None:
    bridge = game("bridge")
    for trumps in ("spades", "hearts"):
        for held_by, points in (
            ("2010", 2),
            ("3010", 4),
            ("4000", 8),
            ("3020", 5),
            ("5000", 10),
            ("4010", 9),
        ):
            of = tally(trumps, 6, held_by)
            lines = bridge.variant({"honours_as": "points"}).reckon(of, NOTHING_SCORED)
            assert gains_in(lines, Column.ABOVE).ns == points, (trumps, held_by)
    void = tally("hearts", 6, "3000", void="S")
    assert (
        gains_in(bridge.variant({"honours_as": "points"}).reckon(void, NOTHING_SCORED), Column.ABOVE).ns == 4
    )
    aces = tally("biritch", 6, "2010")
    assert (
        gains_in(bridge.variant({"honours_as": "points"}).reckon(aces, NOTHING_SCORED), Column.ABOVE).ns == 3
    )
    assert gains_in(bridge.variant().reckon(aces, NOTHING_SCORED), Column.ABOVE).ns == 36
    with pytest.raises(OptionsClash):
        bridge.variant({"honours_as": "points", "nt_honours": "laws"})


def test_d9_ruff_and_honours_is_played_without_honours_and_long_whist_at_nine() -> None:
    ruff = game("ruff_and_honours").variant({"honours": "none"})
    assert ruff.settlement.call_at is None  # type: ignore[attr-defined]
    of = hand(7, (4, 0))._replace(tricks=BySide(7, 5))
    assert gains_in(ruff.reckon(of, NOTHING_SCORED), Column.BELOW) == BySide(1, 0)
    nine = game("whist_long").variant({"game_at": "9"})
    assert (nine.rubber.game, nine.reckoning.revokes.cap) == (9, 8)  # type: ignore[attr-defined]
    before = Standing(below=BySide(5, 4))
    assert nine.rubber.game_won_by(before, nine.reckon(hand(10), before)) is NS
    with pytest.raises(OptionsClash):
        game("whist_long").variant({"game_at": "9", "call_at": "8-9"})


@each(
    ("rounded", "little", "grand", "straight"),
    [("no", 225, 450, 210), ("225", 250, 450, 200), ("225_and_450", 250, 500, 200), ("true", 250, 500, 200)],
)
def test_d9_scaled_contract_has_its_bonuses_in_round_figures_as_far_as_arranged(
    rounded: str, little: int, grand: int, straight: int
) -> None:
    variant = game("scaled_contract").variant({"rounded": rounded})
    won = Standing(games=BySide(1, 0))
    for odd, slam in ((6, little), (7, grand)):
        lines = variant.reckon(undertaken(f"{odd}S", 6 + odd), won)
        assert sum(one.amount for one in lines if "slam" in one.line.value) == slam
    assert variant.rubber.straight == straight


# D10: honours on a score sheet.


@each(("side", "taken"), [(NS, True), (EW, False)])
def test_d10_a_side_that_revoked_may_have_lost_what_its_honours_would_have_won(
    side: Side, taken: bool
) -> None:
    """Four honours against one win three tricks at least, unless their side revoked."""
    given = Given(*(Strain.HEARTS, NS, 2), honours=held(N=4, E=1), revokes=(Revoked(side, Penalty.ADD),))
    variant = game("biritch").variant()
    if taken:
        told, _ = reckon_deal(variant, given, NOTHING_SCORED)
        assert told.tricks == BySide(2, 11)
        return
    with pytest.raises(errors.TooFewTricks):
        reckon_deal(variant, given, NOTHING_SCORED)


# Under the mirror (issue 25, point 2).


def test_who_cuts_sits_at_the_dealers_right_as_people_see_the_table() -> None:
    """Play to the right is shown in a mirror, where east sits at the dealer's left."""
    mirrored = rigged(direction="counterclockwise").start()
    assert mirrored.table.pack is not None and mirrored.table.pack.cutter is SOUTH.left
    usual = rigged().start()
    assert usual.table.pack is not None and usual.table.pack.cutter is SOUTH.right
    old = rigged(direction="counterclockwise", edition="2").start()
    assert old.table.pack is not None and old.table.pack.cutter is SOUTH.right
