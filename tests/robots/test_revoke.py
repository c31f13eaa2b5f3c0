"""Robots at tables where people can revoke."""

from __future__ import annotations

import random

from robots.law.revoke import gives_time_to_claim, only_following, reply, voids, waits_for_people
from robots.plain import PlainRobot
from robots.search.layouts import Layouts
from robots.search.playout_robot import PlayoutRobot
from rules.calls import Play
from rules.cards import parse_card
from rules.counting.reckon import Penalty
from rules.record.audit import Revoke, audited
from rules.record.writing import recorded
from rules.seats import BySeat, Seat
from rules.table.requests import AgreeScore, AskSuit, ChoosePenalty, ClaimRevoke, Correct, DenySuit, Gather
from rules.table.table import Table
from tests.each import each
from tests.rules.deals import EAST, NORTH, SOUTH, WEST
from tests.rules.lawful import begun, play, revoked
from tests.rules.test_laws_revokes import rest_to, stood
from tests.trials.stage.tables import ANNA, Evening


def test_a_robot_plays_no_card_but_those_that_follow() -> None:
    view = play(begun(), "2H 7H").view(EAST)
    assert len(view.options) == 13
    assert {str(one.card) for one in only_following(view).options if isinstance(one, Play)} == {
        "4H",
        "5H",
        "6H",
    }


def test_a_robot_claims_a_revoke_once_a_card_proves_it_and_not_before() -> None:
    evening = play(revoked(), "KS 2S 6S AS")
    assert reply(evening.view(SOUTH)) is None
    play(evening, "4H")  # east had hearts after all
    assert reply(evening.view(SOUTH)) == reply(evening.view(NORTH)) == ClaimRevoke(1, EAST)
    assert reply(evening.view(WEST)) is None


def test_robots_play_on_though_the_trick_of_a_claim_is_taken_back() -> None:
    """East and west have both renounced in the second trick. North claims east's revoke at once; west, who is
    asked, corrects theirs, so that the trick is played again from there, as the second edition allowed."""
    evening = play(
        begun("whist_modern", claim_window="before_next_lead", edition="2"), "8C TC 6C QC KH 2S 7H 2D"
    )
    evening.do(EAST, AskSuit())
    evening.do(NORTH, ClaimRevoke(2, EAST))
    evening.do(WEST, Correct(parse_card("2H")))
    deal = evening.view(NORTH).deal
    assert deal is not None and len(deal.tricks) == 1 and deal.revoke is not None and deal.revoke.claims
    assert all(not suits for suits in voids(evening.view(NORTH)).values())
    choice = PlainRobot().choose(only_following(evening.view(NORTH)), 0.0, random.Random(0)).choice
    assert isinstance(choice, Play) and choice.card in evening.table.deal.left(NORTH)  # type: ignore[union-attr]


def test_what_a_robot_says_does_not_depend_on_hidden_cards() -> None:
    """East's hearts and north's spades change places: nothing that south or west sees has changed."""
    evening = revoked()
    deal = evening.table.deal
    assert deal is not None and deal.playing is not None
    left, terms = list(deal.playing.left), deal.playing.terms
    moved = {EAST: deal.left(EAST), NORTH: deal.left(NORTH)}
    left[EAST.index], left[NORTH.index] = moved[NORTH].bits, moved[EAST].bits
    other: Table = evening.table.with_deal(
        deal._replace(stage=deal.playing._replace(left=tuple(left), terms=terms))
    )
    two = Evening(0)
    two.table = other
    for seat in (SOUTH, WEST):
        assert reply(evening.view(seat)) == reply(two.view(seat))
        assert waits_for_people(evening.view(seat)) and waits_for_people(two.view(seat))


def test_a_robot_answers_that_it_has_none_and_leads_only_when_people_can_correct_no_more() -> None:
    evening = revoked()
    evening.do(WEST, AskSuit())
    assert reply(evening.view(EAST)) == DenySuit()
    assert waits_for_people(evening.view(None))
    evening.do(SOUTH, Gather())
    assert not waits_for_people(evening.view(None))


def test_a_robot_leads_more_slowly_where_its_lead_ends_the_time_to_claim() -> None:
    """South has won the trick to which east threw off, and claims lapse with south's lead: only people on the
    other side of a hand that renounced have anything to lose."""
    evening = revoked(claim_window="before_next_lead")
    evening.do(SOUTH, Gather())
    assert gives_time_to_claim(evening.view(SOUTH))
    play(evening, "KS")
    assert not gives_time_to_claim(evening.view(WEST))
    play(evening, "2S 6S AS")
    assert not gives_time_to_claim(evening.view(EAST))  # all have followed
    later = revoked(claim_window="until_cut")
    later.do(SOUTH, Gather())
    assert not gives_time_to_claim(later.view(SOUTH))


def test_a_suit_is_no_void_once_the_cards_disprove_it_and_layouts_can_still_be_dealt() -> None:
    evening = revoked()
    assert [suit.letter for suit in voids(evening.view(SOUTH))[EAST]] == ["H"]
    play(evening, "KS 2S 6S AS 4H")
    assert voids(evening.view(SOUTH))[EAST] == frozenset()
    Layouts(evening.view(SOUTH)).draw_layout(random.Random(0))


def test_where_all_others_renounced_a_suit_of_which_cards_are_left_no_void_is_believed() -> None:
    """West leads a heart; north, east and south throw off, and west sees that somebody must have revoked."""
    evening = play(begun(), "AH 9S 2D TS")
    view = evening.view(WEST)
    assert all(not suits for suits in voids(view).values())
    Layouts(view).draw_layout(random.Random(0))


@each(
    ("claimer", "below", "penalty"),
    [
        (SOUTH, (0, 3), Penalty.DEDUCT),  # the game is won by tricks: from a single it becomes a treble
        (EAST, (0, 0), Penalty.ADD),  # with honours that is a game; three tricks of twelve are not
    ],
)
def test_a_robot_chooses_the_penalty_that_pays_best(
    claimer: Seat, below: tuple[int, int], penalty: Penalty
) -> None:
    evening = stood(revoked(), *below)
    rest_to(evening, claimer)
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    assert reply(evening.view(NORTH)) == ChoosePenalty(1, EAST, penalty)
    evening.do(SOUTH, ChoosePenalty(1, EAST, penalty))
    assert reply(evening.view(NORTH)) == AgreeScore()


def people_who_revoke(evening: Evening, chooser: random.Random) -> None:
    """One deal: Anna throws any card, robots do what they do."""
    plain, number = PlainRobot(), evening.table.deals
    searching = PlayoutRobot(plain, layouts=4)
    while evening.table.last_number < number:
        rubber = evening.table.rubber
        assert rubber is not None
        said = [(s, r) for s in rubber.chairs if evening.member(s) != ANNA and (r := reply(evening.view(s)))]
        if said:
            evening.do(*said[0])
            continue
        seat = min(evening.table.waits_for, key=lambda one: one.index)
        view = evening.view(seat)
        if evening.member(seat) == ANNA:
            evening.step()
        else:
            robot = searching if chooser.random() < 0.3 else plain
            evening.do(seat, robot.choose(only_following(view), float("inf"), chooser).choice)


@each("key", ["whist_modern", "whist_american", "biritch", "auction", "double_dummy"])
def test_robots_play_on_with_a_person_who_revokes_and_never_revoke_themselves(key: str) -> None:
    claimed = 0
    for seed in range(2):
        evening = Evening(seed, key, revoke_mode="lawful").seat(ANNA).start()
        people_who_revoke(evening, random.Random(seed))
        last, begun_with = evening.table.last, evening.table.rubber or evening.table.ended_seats
        assert last is not None and begun_with is not None
        seats = begun_with if isinstance(begun_with, BySeat) else begun_with.seats
        findings = audited(recorded(key, evening.table.options, last))
        found = {one.seat for one in findings if isinstance(one, Revoke)}
        assert all(seats.of(seat) == ANNA for seat in found)
        assert all(one.right for one in last.claims)
        claimed += len(last.claims)
    assert claimed or key == "whist_american"  # whose claims come before any card can prove them
