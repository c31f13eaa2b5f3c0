"""After a deal the next is dealt once the people at the table would go on; the rules do not ask for it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.frozen import replace
from rules.refusals import Forfeit, Why
from rules.seats import Person, Seat
from rules.table import events
from rules.table.requests import AddRobot, CutPack, GoOn, Leave
from rules.table.table import Table
from rules.view import AtEvening, May
from tests.refusing import refusing
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening, opened


def over(*people: Person) -> Evening:
    """A deal has been played, and the pack of the next is ready."""
    evening = Evening(5).seat(*people)
    while len(evening.table.members) < 4:
        evening.ask(people[0], AddRobot())
    evening.start().cut().play_deal()
    assert evening.table.result_stands
    return evening


def replayed(happened: Sequence[events.Event]) -> Table:
    table, _ = opened()
    for event in happened:
        table = table.after(event)
    return table


def test_the_next_deal_is_dealt_once_all_people_would_go_on_and_cut_as_the_last_of_them_says() -> None:
    evening = over(ANNA, BORIS, CLARA, DAVID)
    cutter = evening.member(evening.table.pack.cutter)  # type: ignore[union-attr]
    for at, person in enumerate((ANNA, BORIS, CLARA), 10):
        assert evening.ask(person, GoOn(at, "")) == (events.ResultSeen(person),)
    assert evening.table.unready == (DAVID,)
    seen, cut, dealt = evening.ask(DAVID, GoOn(33, "salt"))
    assert (seen, cut) == (events.ResultSeen(DAVID), events.PackCut(33, "salt", cutter))
    assert isinstance(dealt, events.CardsDealt) and evening.table.result_seen == frozenset()
    assert replayed(evening.events) == evening.table


def test_who_has_said_it_once_is_not_asked_again_and_may_say_it_again() -> None:
    evening = over(ANNA, BORIS, CLARA, DAVID)
    evening.ask(BORIS, GoOn(20, ""))
    assert evening.ask(BORIS, GoOn(20, "")) == ()
    may = {evening.member(seat): May.CUT in evening.view(seat).may for seat in Seat}
    assert may == {ANNA: True, BORIS: False, CLARA: True, DAVID: True}


def test_robots_hurry_nobody_and_one_person_among_them_waits_for_nobody() -> None:
    evening = over(ANNA)
    assert evening.table.unready == (ANNA,)
    kinds = [type(one) for one in evening.ask(ANNA, GoOn(20, ""))]
    assert kinds == [events.ResultSeen, events.PackCut, events.CardsDealt]


@pytest.mark.parametrize("who", ["the house", "the neighbour"])
def test_a_pack_that_is_cut_without_it_is_dealt_as_before_there_was_such_a_thing(who: str) -> None:
    evening = over(ANNA, BORIS, CLARA, DAVID)
    cutter = evening.member(evening.table.pack.cutter)  # type: ignore[union-attr]
    kinds = [type(one) for one in evening.ask(None if who == "the house" else cutter, CutPack(26, ""))]
    assert kinds == [events.PackCut, events.CardsDealt]


def test_who_has_left_their_chair_to_a_robot_is_waited_for_no_longer() -> None:
    evening = over(ANNA, BORIS, CLARA, DAVID)
    for person in (ANNA, BORIS, CLARA):
        evening.ask(person, GoOn(20, ""))
    evening.ask(DAVID, Leave(confirmed=Forfeit()))
    assert evening.table.result_stands and evening.table.unready == ()


def test_there_is_nothing_to_go_on_from_before_the_first_deal_and_at_an_evening() -> None:
    first = Evening(5).seat(ANNA, BORIS, CLARA, DAVID).start()
    at_evening = over(ANNA, BORIS, CLARA, DAVID)
    at_evening.table = replace(at_evening.table, evening=AtEvening("0a1b2c3d", table=1, deal=9, shared=False))
    for evening in (first, at_evening):
        assert not evening.table.result_stands
        with refusing(Why.NOTHING_TO_CUT):
            evening.ask(ANNA, GoOn(26, ""))


def test_nobody_goes_on_who_does_not_sit_there_nor_by_too_thin_a_packet() -> None:
    evening = over(ANNA)
    with refusing(Why.NOT_SEATED):
        evening.ask(BORIS, GoOn(26, ""))
    with refusing(Why.CUT_TOO_THIN):
        evening.ask(ANNA, GoOn(3, ""))
