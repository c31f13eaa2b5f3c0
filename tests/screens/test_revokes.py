"""What people are told where they can revoke."""

from __future__ import annotations

import pytest

from bot.tables.counting import deal_count
from rules.counting.reckon import Penalty
from rules.frozen import replace
from rules.revoke import RevokeClaim
from rules.seats import BySeat, BySide, Seat
from rules.table.requests import AgreeScore, ChoosePenalty, ClaimRevoke, PlayOut
from rules.view import SeatView
from screens.hand import hand_screen
from screens.result import news
from screens.revoke import claim_screen, result_lines
from screens.table import table_screen
from screens.table_picture import laid_table
from screens.words.names import Speech
from tests.each import each
from tests.rules.deals import EAST, NORTH, SOUTH, WEST, held
from tests.rules.lawful import begun, play, played_out, revoked, with_dummies
from tests.rules.test_laws_revokes import stood
from tests.screens.screens import TABLE, fits, labels, names, words
from tests.screens.test_results import deal_of, result
from tests.trials.stage.tables import Evening

LOST = BySeat(
    north=held("S 5432 H A982 D 876 C 87"),
    east=held("S 9876 H QJ7 D JT9 C JT9"),
    south=held("S A H 654 D 5432 C 65432"),
    west=held("S KQJT H KT3 D AKQ C AKQ"),
)
"""South and north win five tricks with clubs as trumps, once west's king of hearts has won the first."""


def test_while_revokers_say_whether_to_play_on_nobody_is_told_to_play_or_offered_a_claim() -> None:
    """Three points for east's revoke and the two that stood win the game at five."""
    evening = stood(play(revoked(), "KS 2S"), 2, 0)
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    evening.do(SOUTH, ChoosePenalty(1, EAST, Penalty.ADD))
    room = table_screen(evening.view(None), TABLE, names)
    assert words(room).count("to decide") == 2 and "· to play" not in words(room)
    east, west = (names(evening.member(one)) for one in (EAST, WEST))
    assert f"The penalty wins the game. **{east} or {west}** may wish to play on." in words(room)
    for seat in Seat:
        shown = hand_screen(evening.view(seat), TABLE, names)
        assert "Claim" not in labels(shown)
        panel = words(shown)
        assert (
            "is to play" not in panel
            and "· to play" not in panel
            and panel.count("The penalty wins the game.") == 1
        )
        assert ("Do you wish to play the hand out" in panel) is (seat in (EAST, WEST))
    deal = evening.view(None).deal
    assert deal is not None and deal.deciding == (EAST, WEST)
    laid = laid_table(evening.view(None), deal)
    assert [seat.due for seat in (laid.top, laid.right, laid.bottom, laid.left)] == [False, True, False, True]
    evening.do(WEST, PlayOut(False))
    assert f"**{east}** may wish to play on." in words(table_screen(evening.view(None), TABLE, names))
    evening.do(EAST, PlayOut(True))
    assert words(hand_screen(evening.view(WEST), TABLE, names)).count("'s turn") == 1
    assert words(hand_screen(evening.view(NORTH), TABLE, names)).count("The penalty wins") == 0


def punished(of: str, penalty: Penalty) -> Evening:
    """South chooses this penalty for east's revoke in the first trick."""
    evening = play(begun(of, LOST), "KH 2H 9D 4H")
    played_out(evening)
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    evening.do(SOUTH, ChoosePenalty(1, EAST, penalty))
    for seat in evening.table.waits_for:
        evening.do(seat, AgreeScore())
    assert deal_of(evening).won == BySide(5, 8)
    return evening


@each(
    ("of", "told"),
    [
        ("biritch", {"Take three tricks", "Add 12 to ours", "Take 12 from theirs"}),
        ("whist_modern", {"Take three tricks", "Add 3 to ours", "Take 3 from theirs"}),
        ("auction", {"Take three tricks", "Add 150 to ours"}),
    ],
)
def test_a_penalty_to_choose_says_how_many_points_it_moves(of: str, told: set[str]) -> None:
    """A trick at clubs is 4 in biritch, and a revoke costs the value of three; three points in whist
    (Laws of Whist 1900), and 150 at auction bridge (Whist Club of New York 1912, 84)."""
    evening = play(begun(of, LOST), "KH 2H 9D 4H")
    played_out(evening)
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    offered = labels(hand_screen(evening.view(SOUTH), TABLE, names))
    assert told == {one for one in offered if "to ours" in one or "from theirs" in one or "three" in one}


@pytest.mark.parametrize(
    ("of", "told"),
    [
        ("biritch", "{south} made ♣ Clubs, 2 tricks over six"),
        ("auction", "{south} made 1 ♣ Club with 1 trick more"),
        ("whist_modern", "{north} and {south} won 8 tricks to 5, ♣ Clubs"),
    ],
)
def test_the_headline_tells_the_tricks_after_a_penalty_and_that_a_penalty_moved_them(
    of: str, told: str
) -> None:
    """Five tricks and three are eight: two over six, and one more than a bid of one needs."""
    evening = punished(of, Penalty.TAKE_THREE)
    told = told.format(south=names(evening.member(SOUTH)), north=names(evening.member(SOUTH.partner)))
    assert result(evening)[0] == f"### Deal 1: {told}, after a penalty of 3 tricks"


def test_a_penalty_in_points_moves_no_trick_in_the_headline() -> None:
    evening = punished("biritch", Penalty.ADD)
    south, east, west = (names(evening.member(one)) for one in (SOUTH, EAST, WEST))
    assert result(evening)[0] == f"### Deal 1: {south} lost ♣ Clubs: {east} and {west} won 2 tricks over six"


def test_each_side_is_told_after_a_penalty_whether_the_declaration_was_made_and_it_is_counted_so() -> None:
    """Two odd tricks at clubs are 8 to south and north; east and west keep 20 for all five honours."""
    evening = punished("biritch", Penalty.TAKE_THREE)
    at = evening.view(None).table
    told = news(at, evening.member(SOUTH), names)
    assert told == "Made: you lost by 12. Points: you **8**, they **20**."
    assert news(at, evening.member(WEST), names).startswith("They made it: +12 for you")
    assert evening.table.rubber is not None
    shares = deal_count(evening.table.rubber, evening.table).shares
    (south,) = (one for one in shares if one.person == evening.member(SOUTH))
    assert south.deeds == ("deal", "declared C", "made C")


def test_of_twenty_six_renounces_it_is_said_that_one_is_not_listed() -> None:
    """Both adversaries in all thirteen tricks."""
    view = play(revoked(), "KS 2S").view(SOUTH)
    for count, said in ((25, False), (26, True)):
        crowded = replace(view, claimable=((1, EAST),) * count)
        screen = claim_screen(crowded, TABLE)
        fits(screen)
        assert ("no room for the earliest" in words(screen)) is said


def with_claims(evening: Evening, *claims: RevokeClaim) -> SeatView:
    """What everybody sees once these are made."""
    view = evening.view(None)
    assert view.deal is not None and view.deal.revoke is not None
    return replace(view, deal=replace(view.deal, revoke=replace(view.deal.revoke, claims=claims)))


@each("of", ("dummy_whist", "double_dummy"))
def test_a_hand_that_nobody_sits_behind_is_not_said_to_choose_a_penalty(of: str) -> None:
    evening = with_dummies(of, 3 if of == "dummy_whist" else 2)
    assert evening.table.rubber is not None
    dummy = evening.table.rubber.dummies[0]
    shown = with_claims(evening, RevokeClaim(dummy.partner, 1, dummy.left, right=True))
    who = names(evening.member(dummy.partner))
    assert f"**{who}** may choose the penalty." in words(table_screen(shown, TABLE, names))


def test_of_a_deal_full_of_revokes_the_result_tells_eight_lines_and_how_many_more() -> None:
    """A claim for each renounce of a deal in which every hand has one suit."""
    evening = punished("whist_modern", Penalty.ADD)
    claims = tuple(
        RevokeClaim(SOUTH, trick, seat, right=False) for trick in range(1, 14) for seat in (EAST, WEST)
    )
    deal = replace(deal_of(evening), claims=claims)
    at = evening.view(None).table
    lines = list(result_lines(Speech.at_table(at), deal, at))
    assert len(lines) == 9 and "more about revokes" in lines[-1]
