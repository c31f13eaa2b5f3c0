"""Robots at tables where cards can be played out of turn."""

from __future__ import annotations

import random

from robots.law.out_of_turn import demand, gives_time
from robots.law.revoke import only_following, reply
from robots.plain import PlainRobot
from robots.play.position import read_position
from robots.search.layouts import Layouts
from robots.search.playout_robot import PlayoutRobot
from rules.calls import Play
from rules.cards import parse_card
from rules.errors import RulesError
from rules.out_of_turn import Exacted
from rules.record.audit import Revoke, audited
from rules.record.writing import recorded
from rules.seats import RobotMember, Seat
from rules.table.events import PlayedOutOfTurn, RobotSatIn
from rules.table.requests import Correct, DemandPenalty, FollowLead, Request
from tests.each import each
from tests.rules.deals import DIAMONDS, EAST, HEARTS, NORTH, SOUTH, WEST
from tests.rules.lawful import begun, play
from tests.rules.test_laws_out_of_turn import cards, open_cards, puts, table
from tests.trials.stage.tables import ANNA, Evening


def robots_at(evening: Evening, *seats: Seat) -> Evening:
    for seat, name in zip(seats, ("Pole", "Clay"), strict=False):
        evening.table = evening.table.after(RobotSatIn(seat, RobotMember(name)))
    return evening


def test_a_robot_calls_the_suit_that_its_side_commands_and_leaves_it_to_a_partner_who_is_a_person() -> None:
    """South has the three highest diamonds, and trumps come last; of spades and hearts east and west have the
    aces."""
    evening = robots_at(puts(table(), EAST, "AS"), SOUTH)
    assert demand(evening.view(SOUTH)) is None  # north, a person, may
    robots_at(evening, SOUTH, NORTH)
    found = demand(evening.view(SOUTH))
    assert found == DemandPenalty(Exacted.SUIT, suit=DIAMONDS)
    evening.do(SOUTH, found)
    assert demand(evening.view(NORTH)) is None


def test_a_robot_calls_a_card_that_loses_a_trick_which_its_side_wins() -> None:
    """East has shown the six of hearts. Under the ace of west, its partner, it is not called; under the king
    of south it is."""
    for led, asked in (("AH", None), ("9H", DemandPenalty(Exacted.CARD, parse_card("6H")))):
        evening = robots_at(puts(table(), EAST, "6H"), SOUTH, NORTH)
        play(evening, led)
        assert demand(evening.view(SOUTH)) is None  # it is north's turn
        play(evening, "QH")
        assert demand(evening.view(SOUTH)) == asked


def test_second_hand_is_told_to_win_where_fourth_would_have_won_and_else_not_to() -> None:
    for early, what in (("KH", Exacted.WIN), ("3H", Exacted.LOSE)):
        evening = puts(robots_at(puts(table(), WEST, "9H"), EAST, WEST), SOUTH, early)
        assert demand(evening.view(EAST)) == DemandPenalty(what)


def test_a_robot_demands_nothing_that_the_table_would_not_take() -> None:
    """East has corrected a renounce and is to play its lowest heart; before that, west corrects one too: a
    second demand for the lowest would be the same as the first."""
    evening = robots_at(play(begun("whist_modern", period_penalties="on"), "8C TC 6C QC"), SOUTH, NORTH)
    play(evening, "KH 2S 7H 2D")
    evening.do(EAST, Correct(parse_card("4H")))
    lowest = DemandPenalty(Exacted.LOWEST)
    assert demand(evening.view(NORTH)) == demand(evening.view(SOUTH)) == lowest
    evening.do(SOUTH, lowest)
    evening.do(WEST, Correct(parse_card("2H")))
    for seat in (SOUTH, NORTH):
        asked = demand(evening.view(seat))
        assert asked is None or evening.do(seat, asked)


def test_a_robot_obeys_and_takes_its_time_where_a_person_may_still_demand() -> None:
    evening = robots_at(puts(table(), EAST, "AS"), WEST)
    assert gives_time(evening.view(WEST))
    evening.do(SOUTH, DemandPenalty(Exacted.SUIT, suit=HEARTS))
    assert not gives_time(evening.view(WEST))
    choice = PlainRobot().choose(only_following(evening.view(WEST)), 0.0, random.Random(0)).choice
    assert isinstance(choice, Play) and choice.card.suit is HEARTS
    assert open_cards(evening, WEST) == cards("AH 9H 8H 2H")


def test_a_card_that_was_seen_is_known_to_be_where_it_is() -> None:
    evening = puts(table(), EAST, "AS")
    puts(evening, WEST, "2H")
    view = evening.view(NORTH)
    assert all(
        Layouts(view).draw_layout(random.Random(seed))[EAST.index] >> parse_card("AS").index & 1
        for seed in range(9)
    )
    position = read_position(view)
    assert parse_card("AS") in position.may_hold.of(EAST) and parse_card("AS") not in position.may_hold.of(
        SOUTH
    )
    evening.do(SOUTH, DemandPenalty(Exacted.HIGHEST))  # wrong: the card is taken up, and known all the same
    assert (
        Layouts(evening.view(NORTH)).draw_layout(random.Random(0))[EAST.index] >> parse_card("AS").index & 1
    )


def errs(evening: Evening, seat: Seat, chooser: random.Random) -> None:
    """A person plays some card, leads, follows or demands; most of it is refused."""
    deal = evening.table.deal
    assert deal is not None
    hand = list(deal.left(seat)) or [parse_card("2C")]
    card = chooser.choice(hand)
    asked: list[Request] = [
        Play(card),
        Play(card),
        FollowLead(card),
        DemandPenalty(chooser.choice(list(Exacted)[2:])),
    ]
    try:
        evening.do(seat, chooser.choice(asked))
    except RulesError:
        return


def one_deal(evening: Evening, chooser: random.Random) -> None:
    """One deal: Anna does anything at any time, robots do what they do."""
    plain, number = PlainRobot(), evening.table.deals
    searching = PlayoutRobot(plain, layouts=2)
    while evening.table.last_number < number:
        rubber = evening.table.rubber
        assert rubber is not None
        if (
            evening.table.deal is not None
            and evening.table.deal.playing is not None
            and chooser.random() < 0.4
        ):
            errs(evening, next(s for s in rubber.chairs if evening.member(s) == ANNA), chooser)
            continue
        said = [
            (seat, ask)
            for seat in rubber.chairs
            if evening.member(seat) != ANNA
            and (ask := reply(evening.view(seat)) or demand(evening.view(seat))) is not None
        ]
        if said:
            evening.do(*said[0])
            assert said[0][1] is not None
            continue
        seat = min(evening.table.waits_for, key=lambda one: one.index)
        if evening.member(seat) == ANNA:
            evening.step()
        else:
            robot = searching if chooser.random() < 0.2 else plain
            evening.do(seat, robot.choose(only_following(evening.view(seat)), float("inf"), chooser).choice)


@each(
    ("key", "mode"),
    [("whist_modern", "lawful"), ("biritch", "lawful"), ("biritch", "strict"), ("double_dummy", "strict")],
)
def test_robots_play_on_with_a_person_who_plays_out_of_turn(key: str, mode: str) -> None:
    demanded, out_of_turn = 0, 0
    for seed in range(2):
        evening = Evening(seed, key, revoke_mode=mode, period_penalties="on").seat(ANNA).start()
        one_deal(evening, random.Random(seed))
        last, rubber = evening.table.last, evening.table.rubber
        assert last is not None and rubber is not None
        astray = [event for event in evening.events if isinstance(event, PlayedOutOfTurn)]
        assert {rubber.seats.of(one.seat) for one in astray} <= {ANNA}
        out_of_turn += len(astray)
        findings = audited(recorded(key, evening.table.options, last))
        assert all(isinstance(one, Revoke) and mode == "lawful" for one in findings)
        demanded += len(last.paid)
    assert out_of_turn and (demanded or key == "double_dummy")
