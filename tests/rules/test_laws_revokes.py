"""Laws 1.5, 2.9 and 4.2: what happens at a table where people can revoke. Worked by hand in one deal."""

from __future__ import annotations

from dataclasses import replace

from rules import refusals
from rules.calls import PLAYS
from rules.cards import parse_card
from rules.counting.reckon import Line, Penalty, Standing
from rules.errors import RulesError
from rules.games.promise import tricks_scored
from rules.record.codec import decode, encode
from rules.record.writing import record_text, recorded
from rules.seats import BySide, Seat
from rules.table.requests import (
    AgreeScore,
    AnswerClaim,
    AskSuit,
    ChoosePenalty,
    ClaimRest,
    ClaimRevoke,
    Correct,
    DenySuit,
    Gather,
    PlayOut,
    Request,
)
from rules.view import AtEvening, May
from screens.hand import hand_screen
from tests.refusing import refusing
from tests.rules.deals import EAST, NORTH, SOUTH, WEST, replayed
from tests.rules.lawful import begun, play, played_out, revoked
from tests.screens.screens import labels, names
from tests.trials.stage.tables import Evening

ADD, TAKE, DEDUCT = Penalty.ADD, Penalty.TAKE_THREE, Penalty.DEDUCT


def card(name: str) -> Request:
    return PLAYS[parse_card(name).index]


def refused(
    evening: Evening, seat: Seat | None, request: Request, by: type[RulesError] | refusals.Why
) -> None:
    before = evening.table
    with refusing(by):
        evening.ask(evening.member(seat) if seat is not None else None, request)
    assert evening.table == before


def scored(evening: Evening) -> dict[tuple[str, Line], int]:
    last = evening.table.last
    assert last is not None
    return {(entry.side.value, entry.line): entry.amount for entry in last.entries}


def rest_to(evening: Evening, seat: Seat) -> None:
    """This seat claims all the rest, and everybody agrees."""
    evening.do(seat, ClaimRest())
    for other in (seat.left, seat.partner, seat.right):
        if other in evening.table.waits_for:
            evening.do(other, AnswerClaim(agrees=True))


def stood(evening: Evening, ns: int, ew: int) -> Evening:
    """The same table at this score towards the game."""
    assert evening.table.rubber is not None
    standing = Standing(below=BySide(ns, ew))
    evening.table = replace(evening.table, rubber=replace(evening.table.rubber, standing=standing))
    return evening


def test_every_card_of_ones_own_hand_may_be_played_and_a_dummys_must_follow() -> None:
    evening = play(begun(), "2H 7H")
    assert len(evening.view(EAST).options) == 13
    bridge = play(begun("biritch"), "2H")
    assert [str(option.card) for option in bridge.view(SOUTH).options] == ["QH", "JH", "7H"]  # type: ignore[union-attr]
    refused(bridge, SOUTH, card("9S"), refusals.MustFollowSuit)
    refused(bridge, SOUTH, card("KS"), refusals.OtherHandDue)


def test_a_renounce_leaves_the_same_on_every_other_screen_whether_or_not_it_was_a_revoke() -> None:
    """East throws off a diamond, once with hearts and once without: to the others nothing differs."""
    evening = revoked()
    other = revoked()
    deal = other.table.deal
    assert deal is not None and deal.playing is not None
    hearts, spades = (sum(parse_card(n).bit for n in names.split()) for names in ("6H 5H 4H", "9S 8S 7S"))
    left = list(deal.playing.left)
    left[EAST.index] ^= hearts | spades
    left[NORTH.index] ^= hearts | spades
    other.table = other.table.with_deal(deal._replace(stage=deal.playing._replace(left=tuple(left))))
    for seat in (None, SOUTH, WEST):
        assert evening.view(seat) == other.view(seat)
    assert evening.view(EAST).may == other.view(EAST).may == {May.CORRECT, May.CLAIM}
    refused(other, EAST, Correct(parse_card("5D")), refusals.NoneOfThatSuit)


def test_a_trick_is_quitted_by_its_winners_by_a_lead_or_by_time() -> None:
    evening = revoked()
    assert May.GATHER in evening.view(NORTH).may and May.GATHER not in evening.view(WEST).may
    refused(evening, WEST, Gather(), refusals.Why.NOT_YOURS_TO_GATHER)
    evening.do(NORTH, Gather())
    refused(evening, SOUTH, Gather(), refusals.Why.NOTHING_TO_GATHER)
    refused(evening, EAST, Correct(parse_card("4H")), refusals.Why.NOTHING_TO_CORRECT)
    by_time = revoked()
    by_time.ask(None, Gather())
    refused(by_time, EAST, Correct(parse_card("4H")), refusals.Why.NOTHING_TO_CORRECT)
    by_lead = play(revoked(), "KS")
    refused(by_lead, WEST, AskSuit(), refusals.Why.NOTHING_TO_ASK)
    refused(by_lead, SOUTH, ClaimRevoke(1, EAST), refusals.Why.MAY_STILL_CORRECT)  # an adversary's lead
    play(by_lead, "2S")
    refused(by_lead, EAST, Correct(parse_card("4H")), refusals.Why.NOTHING_TO_CORRECT)


def test_after_a_correction_those_who_played_later_play_again() -> None:
    evening = revoked()
    refused(evening, EAST, Correct(parse_card("5D")), refusals.NotOfThatSuit)
    refused(evening, EAST, Correct(parse_card("9H")), refusals.CardNotHeld)
    evening.do(EAST, Correct(parse_card("4H")))
    deal = evening.view(None).deal
    assert deal is not None and deal.revoke is not None and deal.trick is not None
    assert [str(one) for one in deal.trick.cards] == ["2H", "7H", "4H"] and deal.may_act == (SOUTH,)
    assert [str(one.card) for one in deal.revoke.withdrawn] == ["2D", "KH"]
    play(evening, "TH")
    refused(evening, SOUTH, ClaimRevoke(1, EAST), refusals.Why.NO_SUCH_RENOUNCE)


def test_a_question_keeps_a_revoke_open_until_the_answer_or_the_sides_next_card() -> None:
    asked = revoked()
    asked.do(WEST, AskSuit())
    refused(asked, WEST, AskSuit(), refusals.Why.NOTHING_TO_ASK)
    play(asked, "KS")  # south leads, and the trick is quitted
    refused(asked, NORTH, ClaimRevoke(1, EAST), refusals.Why.MAY_STILL_CORRECT)
    asked.do(EAST, Correct(parse_card("4H")))
    assert asked.table.waits_for == {SOUTH}  # whose lead went back with the king of hearts
    denied = revoked()
    denied.do(WEST, AskSuit())
    denied.do(EAST, DenySuit())
    denied.do(SOUTH, Gather())
    refused(denied, EAST, Correct(parse_card("4H")), refusals.Why.NOTHING_TO_CORRECT)
    played_on = revoked(winner=WEST)
    played_on.do(WEST, AskSuit())
    play(played_on, "5S")
    refused(played_on, EAST, Correct(parse_card("4H")), refusals.Why.NOTHING_TO_CORRECT)


def test_dummy_may_ask_the_dealer_and_claims_only_when_the_play_is_over() -> None:
    dealer = play(begun("biritch"), "2H 7H 4H KC")
    dealer.do(NORTH, AskSuit())
    dealer.do(SOUTH, Correct(parse_card("KH")))
    evening = play(revoked("biritch"), "KS")
    refused(evening, NORTH, ClaimRevoke(1, EAST), refusals.Why.DUMMY_MAY_NOT_ACT)
    played_out(evening)
    evening.do(NORTH, ClaimRevoke(1, EAST))
    refused(evening, SOUTH, ClaimRevoke(1, NORTH), refusals.Why.DUMMY_CANNOT_REVOKE)


FOUR = "KS 2S 6S AS 6C AC 7C 9C QS 3S 7S 3D"
"""Three tricks more: east wins the first with the bare ace of spades, and throws off to the third."""


def test_a_wrong_claim_costs_nothing_and_everybody_sees_it() -> None:
    evening = play(revoked(), FOUR)
    evening.do(SOUTH, Gather())
    assert evening.view(SOUTH).claimable == ((1, EAST), (4, EAST))
    evening.do(SOUTH, ClaimRevoke(4, EAST))
    deal = evening.view(None).deal
    assert deal is not None and deal.revoke is not None
    assert [(one.trick, one.seat, one.right) for one in deal.revoke.claims] == [(4, EAST, False)]
    refused(evening, NORTH, ClaimRevoke(4, EAST), refusals.Why.CLAIMED_ALREADY)
    refused(evening, WEST, ClaimRevoke(1, EAST), refusals.Why.NO_SUCH_RENOUNCE)
    rest_to(evening, SOUTH)
    evening.ask(None, AgreeScore())
    assert {line for _, line in scored(evening)}.isdisjoint({Line.REVOKE_ADDED, Line.REVOKE_CAP})


def test_the_claimants_choose_one_of_the_games_penalties_and_the_revokers_are_capped() -> None:
    """Whist: east and west take twelve tricks, six over the book, and may score four. North and south won
    one: they score three for the revoke and four for honours, which is a single game."""
    evening = revoked()
    evening.do(SOUTH, Gather())
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    assert evening.view(NORTH).choosing[0][1] == (TAKE, ADD, DEDUCT)
    refused(evening, WEST, ChoosePenalty(1, EAST, ADD), refusals.Why.NO_PENALTY_OPEN)
    refused(evening, NORTH, ChoosePenalty(1, EAST, Penalty.TRANSFER), refusals.Why.NO_SUCH_CHOICE)
    evening.do(NORTH, ChoosePenalty(1, EAST, ADD))
    refused(evening, SOUTH, ChoosePenalty(1, EAST, TAKE), refusals.Why.NO_PENALTY_OPEN)
    rest_to(evening, EAST)
    evening.ask(None, AgreeScore())
    assert scored(evening) == {
        ("NS", Line.REVOKE_ADDED): 3,
        ("EW", Line.ODD_TRICKS): 6,
        ("EW", Line.REVOKE_CAP): -2,
        ("NS", Line.HONOURS): 4,
        ("NS", Line.GAME): 1,
    }


def test_claims_are_open_until_all_have_agreed_and_who_must_choose_is_waited_for() -> None:
    evening = revoked()
    rest_to(evening, SOUTH)
    assert evening.table.last is None and evening.table.waits_for == set(Seat)
    for seat in (WEST, NORTH):
        evening.do(seat, AgreeScore())
    evening.do(NORTH, ClaimRevoke(1, EAST))
    assert evening.table.waits_for == {NORTH, SOUTH}
    refused(evening, SOUTH, AgreeScore(), refusals.Why.PENALTY_COMES_FIRST)
    evening.do(SOUTH, ChoosePenalty(1, EAST, TAKE))
    for seat in Seat:  # what was agreed before the claim is asked again
        evening.do(seat, AgreeScore())
    assert evening.table.last is not None and evening.table.pack is not None
    refused(evening, SOUTH, ClaimRevoke(1, EAST), refusals.Why.NOTHING_IS_PLAYED)
    assert replayed(evening.events) == evening.table
    assert all(decode(*encode(event)) == event for event in evening.events)
    assert "Revoke: trick 1, East, claimed by North, found, take3" in record_text(
        recorded("whist_modern", (), evening.table.last)
    )


def test_when_time_is_up_the_penalty_is_the_one_that_pays_best() -> None:
    """At biritch, clubs: north and south win every trick, which is 28, so that there are no three to take and
    nothing to deduct; twelve added make a game."""
    evening = revoked("biritch")
    rest_to(evening, SOUTH)
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    evening.ask(None, AgreeScore())
    assert scored(evening)[("NS", Line.REVOKE_ADDED)] == 12


def test_where_both_sides_revoke_each_is_punished_and_neither_wins_the_game() -> None:
    evening = play(revoked(), "KS 2S 9D 3D")  # north and east hold spades
    evening.do(SOUTH, Gather())
    evening.do(EAST, ClaimRevoke(2, NORTH))
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    evening.do(SOUTH, ClaimRevoke(2, EAST))
    for seat, chosen in ((EAST, (2, NORTH)), (SOUTH, (1, EAST)), (NORTH, (2, EAST))):
        evening.do(seat, ChoosePenalty(*chosen, ADD))
    rest_to(evening, SOUTH)
    evening.ask(None, AgreeScore())
    found = scored(evening)
    assert found[("EW", Line.REVOKE_ADDED)] == 3 and found[("NS", Line.REVOKE_ADDED)] == 6
    assert ("NS", Line.GAME) not in found and ("EW", Line.GAME) not in found
    assert evening.table.rubber is not None and evening.table.rubber.standing.below == (4, 3)


def test_a_game_won_by_the_penalty_ends_at_once_unless_a_revoker_wishes_to_play_on() -> None:
    def decided() -> Evening:
        evening = stood(play(revoked(), "KS 2S"), 2, 0)
        evening.do(SOUTH, ClaimRevoke(1, EAST))
        evening.do(SOUTH, ChoosePenalty(1, EAST, ADD))
        assert evening.table.waits_for == {EAST, WEST}
        refused(evening, NORTH, card("6S"), refusals.Why.REVOKERS_DECIDE)
        return evening

    ended = decided()
    ended.do(WEST, PlayOut(False))
    ended.do(EAST, PlayOut(False))
    ended.ask(None, AgreeScore())
    assert scored(ended) == {("NS", Line.REVOKE_ADDED): 3, ("NS", Line.GAME): 3}
    assert ended.table.last is not None and ended.table.last.stopped and sum(ended.table.last.won) == 1
    on = decided()
    on.do(WEST, PlayOut(False))
    on.do(EAST, PlayOut(True))
    assert on.table.waits_for == {NORTH}
    played_out(on)
    on.ask(None, AgreeScore())
    assert scored(on) == {("NS", Line.REVOKE_ADDED): 3, ("NS", Line.GAME): 3}


def test_at_the_american_game_the_trick_goes_to_the_other_side_which_leads_until_the_next_lead() -> None:
    evening = revoked("whist_american", winner=EAST)
    assert evening.table.waits_for == {EAST}
    evening.do(EAST, Gather())
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    assert evening.table.waits_for == {NORTH}  # whose seven was the highest heart of the two
    state = evening.view(None).deal.revoke  # type: ignore[union-attr]
    assert state is not None and state.claims[0].penalty is Penalty.TRANSFER  # the only one
    play(evening, "7S")
    late = play(revoked("whist_american", winner=EAST), "6C")
    refused(late, SOUTH, ClaimRevoke(1, EAST), refusals.Why.TOO_LATE_TO_CLAIM)
    kept = revoked("whist_american", winner=EAST, claim_window="until_cut")
    play(kept, "6C AC 7C 9C")
    kept.do(NORTH, ClaimRevoke(1, EAST))
    assert kept.table.waits_for == {SOUTH} and kept.view(None).deal.won == (2, 0)  # type: ignore[union-attr]


def test_at_auction_further_revokes_leave_no_choice() -> None:
    evening = play(revoked("auction"), "KS 2S 6S 3D")
    evening.do(SOUTH, Gather())
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    assert evening.view(SOUTH).choosing[0][1] == (TAKE, ADD)
    evening.do(SOUTH, ClaimRevoke(2, EAST))
    claims = evening.view(None).deal.revoke.claims  # type: ignore[union-attr]
    assert [one.penalty for one in claims] == [None, ADD]
    offered = labels(hand_screen(evening.view(SOUTH), "7f3a0b1c", names))
    assert "Add 150 to ours" in offered  # though a further one, of 100, has been judged


def test_where_nobody_can_revoke_nothing_of_it_is_open() -> None:
    evening = begun()
    evening.table = evening.table.with_deal(evening.table.deal._replace(revoke=None))  # type: ignore[union-attr]
    play(evening, "2H 7H 4H KH")
    assert evening.view(SOUTH).may == {May.CLAIM}
    for request in (Gather(), AskSuit(), DenySuit(), ClaimRevoke(1, EAST), AgreeScore(), PlayOut(True)):
        refused(evening, SOUTH, request, refusals.Why.NOBODY_REVOKES)


def test_where_tricks_are_the_score_they_are_taken_and_counted_for_the_other_side() -> None:
    """At progressive whist nobody is asked which penalty; at duplicate they choose as in any game. East and
    west win two aces and two ruffs, and lose three of these four tricks."""
    at_whist, shared = revoked(), revoked()
    for evening, is_shared in ((at_whist, False), (shared, True)):
        at = AtEvening("e", 1, 1, shared=is_shared)
        evening.table = replace(evening.table, evening=at)
        played_out(evening)
        evening.do(SOUTH, ClaimRevoke(1, EAST))
    assert shared.view(SOUTH).choosing[0][1] == (TAKE, ADD, DEDUCT)
    assert at_whist.view(SOUTH).choosing == ()
    for seat in at_whist.table.waits_for:
        at_whist.do(seat, AgreeScore())
    last = at_whist.table.last
    assert last is not None and at_whist.table.closed
    assert last.won == BySide(9, 4)
    assert tricks_scored(last, at_whist.table.variant) == BySide(12, 1)
