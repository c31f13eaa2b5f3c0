"""A card that goes back undoes itself and nothing else (laws, appendix E, E1)."""

from __future__ import annotations

import pytest

from rules.calls import PLAYS
from rules.cards import Hand, parse_card
from rules.deal import revoke
from rules.games.variant import EDITION, THIRD
from rules.refusals import Why
from rules.seats import BySeat, Seat
from rules.table.chairs import in_time
from rules.table.requests import AnswerClaim, ClaimRevoke, Correct, Gather, Start, TakeBack
from rules.view import May
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, NORTH, SOUTH, WEST, Rigged, held
from tests.trials.stage import settled
from tests.trials.stage.settled import LAWFUL, TABLES, Wandering, run
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

HANDS = BySeat(
    north=held("S KJ42 H K83 D KQ4 C KJ7"),
    east=held("S AT H AQ4 D 9876 C AQT9"),
    south=held("S Q98 H T952 D A532 C 42"),
    west=held("S 7653 H J76 D JT C 8653"),
)


def dealt(key: str, *, people: int = 4, **options: str) -> Evening:
    """These hands; south, who is Anna, deals, and west is to lead. Clubs are trumps."""
    evening = Evening(0, key, **options)
    evening.dice = Rigged(("2S 3S 4S 5S",), HANDS)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[:people])
    evening.ask(ANNA, Start(acquainted=True))
    return evening.cut()


def plays(evening: Evening, cards: str) -> None:
    for name in cards.split():
        deal = evening.table.deal
        assert deal is not None and deal.playing is not None
        evening.do(deal.playing.to_act, PLAYS[parse_card(name).index])


def goes_back(evening: Evening, seat: Seat) -> None:
    evening.do(seat, TakeBack())
    while evening.table.claim is not None:
        evening.do(min(evening.table.unanswered, key=str), AnswerClaim(agrees=True))


RUFFED = "6H 3H 4H 2C"
"""South has four hearts and ruffs the first lead of them."""


def test_a_lead_that_goes_back_leaves_the_revoke_established_that_it_established() -> None:
    """The other three are robots, who agree at once."""
    evening = dealt("whist_modern", people=1, revoke_mode="lawful")
    plays(evening, f"{RUFFED} 2D")
    goes_back(evening, SOUTH)
    deal = evening.table.deal
    assert deal is not None and revoke.is_established(deal, 1, SOUTH) and not revoke.correction(deal, SOUTH)
    assert revoke.claimable(deal, EAST) == ((1, SOUTH),) and May.CORRECT not in evening.view(SOUTH).may
    with refusing(Why.NOTHING_TO_CORRECT):
        evening.do(SOUTH, Correct(parse_card("9H")))
    plays(evening, "3D")
    evening.do(WEST, ClaimRevoke(1, SOUTH))
    deal = evening.table.deal
    assert deal is not None and deal.revoke is not None and deal.revoke.claims[0].right


def test_a_claim_that_had_come_too_late_stays_too_late_once_the_lead_has_gone_back() -> None:
    evening = dealt("whist_english", revoke_mode="lawful")
    plays(evening, RUFFED)
    evening.ask(None, Gather())
    deal = evening.table.deal
    assert deal is not None and revoke.claimable(deal, EAST) == ((1, SOUTH),)
    plays(evening, "2D")
    goes_back(evening, SOUTH)
    deal = evening.table.deal
    assert deal is not None and not revoke.claimable(deal, EAST) and not revoke.claimable(deal, WEST)
    with refusing(Why.TOO_LATE_TO_CLAIM):
        evening.do(EAST, ClaimRevoke(1, SOUTH))


def test_a_trick_that_a_lead_has_quitted_stays_quitted_once_the_lead_has_gone_back() -> None:
    evening = dealt("whist_modern", revoke_mode="lawful")
    plays(evening, "6H 7C 4H 2H 2S")  # north ruffs, holding three hearts, wins and leads
    goes_back(evening, NORTH)
    deal = evening.table.deal
    assert deal is not None and revoke.is_established(deal, 1, NORTH)
    assert revoke.lying(deal) is None  # the trick stays quitted
    assert evening.view(EAST).may.isdisjoint({May.GATHER, May.ASK_SUIT})


def test_the_time_to_call_honours_has_passed_though_the_first_card_goes_back() -> None:
    """At eight all a side's players may call until each has played to the first trick (laws 4.2)."""
    evening = Evening(3, "whist_short_001").seat(ANNA, BORIS, CLARA, DAVID)
    called = _at_a_calling_score(evening)
    deal = evening.table.deal
    assert deal is not None and deal.playing is not None
    leader = deal.playing.to_act
    assert deal.playing.may_still_call(leader) is (leader.side in called)
    other = leader.left
    plays(evening, str(min(deal.left(leader), key=str)))
    assert evening.table.deal is not None and evening.table.deal.playing is not None
    goes_back(evening, leader)
    playing = evening.table.deal.playing
    assert playing is not None and not playing.may_still_call(leader)
    assert playing.may_still_call(other) is (other.side in called)


def _at_a_calling_score(evening: Evening) -> frozenset[object]:
    evening.ask(ANNA, Start(acquainted=True))
    while True:
        deal = evening.table.deal
        playing = deal.playing if deal is not None else None
        if playing is not None and not playing.cards_played:
            sides = playing.terms.calling.sides if playing.terms.calling is not None else frozenset()
            if playing.leader.side in sides:
                return frozenset(sides)
        if evening.table.rubber is None:
            evening.ask(ANNA, Start(acquainted=True))
        else:
            evening.step()


def test_the_card_before_stays_once_the_next_hand_has_played_though_its_card_went_back() -> None:
    evening = dealt("whist_modern")
    plays(evening, "3C 7C")
    goes_back(evening, NORTH)
    assert not {seat for seat in Seat if May.TAKE_BACK in evening.view(seat).may}
    with refusing(Why.NEXT_HAS_PLAYED):
        evening.do(WEST, TakeBack())
    plays(evening, "7C")
    assert May.TAKE_BACK in evening.view(NORTH).may


def test_a_card_that_was_to_stay_is_played_anew_once_it_has_gone_back_all_the_same() -> None:
    """North, who has three hearts, ruffs the lead of one, and corrects after east has played."""
    evening = dealt("whist_modern", revoke_mode="lawful")
    plays(evening, "6H 7C 4H")
    evening.do(EAST, TakeBack())
    evening.do(SOUTH, AnswerClaim(agrees=False))
    with refusing(Why.TAKE_BACK_REFUSED):
        evening.do(EAST, TakeBack())
    evening.do(NORTH, Correct(parse_card("3H")))
    plays(evening, "4H")
    assert May.TAKE_BACK in evening.view(EAST).may


def test_a_chair_taken_after_a_card_was_played_has_no_share_though_the_card_went_back() -> None:
    evening = dealt("whist_modern")
    rubber = evening.table.rubber
    assert rubber is not None and in_time(evening.table, rubber)
    plays(evening, "3C")
    goes_back(evening, WEST)
    assert evening.table.rubber is not None and not in_time(evening.table, evening.table.rubber)


def test_a_correction_by_a_side_does_not_take_back_its_other_revoke_once_that_is_established() -> None:
    """North is asked and may correct; south, who has played later to that trick, was not."""
    evening = dealt("whist_modern", revoke_mode="lawful")
    plays(evening, "6H 7C 4H 2C")
    deal = evening.table.deal
    assert deal is not None
    assert set(revoke.correction(deal, NORTH)) == set(held("H K83"))
    asked = revoke.after_asking(deal, 1, NORTH)
    gathered = revoke.quitted(asked, 1)
    assert revoke.is_established(gathered, 1, SOUTH) and not revoke.is_established(gathered, 1, NORTH)
    assert revoke.correction(gathered, NORTH) == Hand()


@each(("key", "options"), TABLES[:9])
def test_no_card_that_goes_back_un_establishes_or_opens_anything(key: str, options: dict[str, str]) -> None:
    """``python -m tests.trials.stage.settled`` has twenty thousand go back."""
    Wandering(f"fixed {key}", key, options).go_on(8)


@pytest.mark.long
def test_of_two_thousand_cards_that_go_back_none_undoes_anything_else() -> None:
    run(2_000, settled.random.randrange(10**9))


def test_at_a_table_of_the_third_edition_it_is_found_that_cards_undo_what_they_had_settled() -> None:
    """So it is there to be found, and tables that were opened by that edition are played as they were."""
    found = 0
    for number in range(12):
        with pytest.raises(AssertionError, match=r"opened again|un-established"):
            Wandering(number, "whist_modern", {**LAWFUL, EDITION: THIRD}).go_on(200)
        found += 1
    assert found == 12
