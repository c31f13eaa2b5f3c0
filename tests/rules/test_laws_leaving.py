"""Leaving a table, coming back to it, adjourning and closing it."""

from __future__ import annotations

import pytest

from rules.calls import Play
from rules.cards import PACK
from rules.counting.rubber import RANKED_DOUBLINGS
from rules.refusals import Ending, Forfeit, LeavingCosts, Why
from rules.seats import Person, Seat
from rules.table.events import Closed, SeedRevealed
from rules.table.requests import (
    Adjourn,
    AgreeToClose,
    AnswerSubstitute,
    CloseTable,
    CutPack,
    Join,
    Leave,
    Resume,
    RobotForAbsent,
    Start,
)
from rules.view import Phase
from tests.each import each
from tests.rules.deals import NS, WEST, Rigged, declared, granted, rigged
from tests.rules.sitting import CAVENDISH, EMMA, HOYLE, members, refused, seats
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

# Leaving, and taking the chair back.


def test_between_rubbers_a_chair_given_up_is_free() -> None:
    evening = rigged()
    evening.ask(BORIS, Leave(Forfeit()))
    assert members(evening) == (ANNA, CLARA, DAVID)
    evening.ask(EMMA, Join())
    assert members(evening) == (ANNA, CLARA, DAVID, EMMA)


def test_during_a_rubber_a_robot_plays_on_for_one_who_leaves() -> None:
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    assert seats(evening).north == HOYLE
    assert HOYLE in evening.table.members and BORIS not in evening.table.members


def test_the_owner_may_take_a_chair_back_until_somebody_else_has_taken_it() -> None:
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    refused(evening, CAVENDISH, Join(), Why.RUBBER_UNDER_WAY)
    evening.ask(BORIS, Join())
    assert seats(evening).north == BORIS and HOYLE not in evening.table.members
    evening.ask(BORIS, Leave(Forfeit()))
    evening.ask(EMMA, Join())
    for other in ANNA, CLARA, DAVID:
        evening.ask(other, AnswerSubstitute(agrees=True))
    assert seats(evening).north == EMMA
    evening.ask(BORIS, Join())
    assert seats(evening).north == EMMA and evening.table.waiting == (BORIS,)


def test_a_chair_may_be_left_and_taken_back_in_the_middle_of_a_trick_with_its_cards() -> None:
    evening = declared(rigged().start())
    west = evening.member(WEST)
    assert isinstance(west, Person)
    before = evening.view(WEST)
    evening.ask(west, Leave(Forfeit()))
    assert evening.view(WEST).own == before.own and evening.view(WEST).options == before.options
    evening.ask(west, Join())
    assert evening.view(WEST).options == before.options


def test_a_robot_may_be_relieved_only_by_the_person_it_stands_for() -> None:
    """Anna and Boris are both away; each gets their own chair back."""
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    evening.ask(ANNA, Leave(Forfeit()))
    evening.ask(ANNA, Join())
    evening.ask(BORIS, Join())
    assert (seats(evening).south, seats(evening).north) == (ANNA, BORIS)


def test_when_the_rubber_ends_a_robot_gives_its_chair_to_the_next_who_joins() -> None:
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    granted(evening, NS)
    granted(evening, NS)
    assert set(evening.table.members) == {ANNA, HOYLE, CLARA, DAVID}
    evening.ask(BORIS, Join())
    assert set(evening.table.members) == {ANNA, BORIS, CLARA, DAVID}


def test_with_the_seats_fixed_only_the_deal_is_cut_for() -> None:
    """Laws ambiguity 3: people who were seated by hand sit in the order of joining."""
    evening = Evening(3, seating="fixed").seat(ANNA, BORIS, CLARA, DAVID).start()
    rubber = evening.table.rubber
    assert rubber is not None
    assert tuple(rubber.seats) == (ANNA, BORIS, CLARA, DAVID)
    drawn = {who: card.rank.in_cutting for who, card in rubber.cuts[0]}
    assert len(set(drawn.values())) == 4, "the example needs four different cards"
    assert rubber.seats.of(rubber.dealer) == min(drawn, key=lambda who: drawn[who])


def test_a_robot_plays_on_for_those_who_keep_the_table_waiting_and_for_nobody_else() -> None:
    evening = rigged().start()
    assert evening.table.pack is not None
    absent = evening.member(evening.table.pack.cutter)
    asking = next(person for person in evening.table.persons if person != absent)
    refused(evening, absent, RobotForAbsent(), Why.NOBODY_AWAITED)
    evening.ask(asking, RobotForAbsent())
    assert set(evening.table.members) == {HOYLE, *evening.table.persons}
    assert absent not in evening.table.members
    refused(evening, asking, RobotForAbsent(), Why.NOBODY_AWAITED)
    assert isinstance(absent, Person)
    evening.ask(absent, Join())
    assert evening.member(evening.table.pack.cutter) == absent


def test_replacing_the_only_one_against_it_closes_the_table() -> None:
    evening = rigged().start()
    assert evening.table.pack is not None
    absent = evening.member(evening.table.pack.cutter)
    others = [person for person in evening.table.persons if person != absent]
    for person in others:
        evening.ask(person, AgreeToClose())
    assert evening.ask(others[0], RobotForAbsent())[-1] == Closed("agreed")


RUBBER = Ending(rubber=True, agreed=False)
"""Nobody else sits at the table, and a rubber is being played."""


def test_when_the_last_person_leaves_the_table_closes() -> None:
    evening = Evening().seat(ANNA).start().cut()
    happened = evening.ask(ANNA, Leave(RUBBER))
    assert happened[-1] == Closed("empty")
    assert evening.table.closed


@each(
    ("people", "begun", "closing", "ends"),
    [
        ((ANNA,), False, (), Ending(rubber=False, agreed=False)),
        ((ANNA,), True, (), RUBBER),
        ((ANNA, BORIS), False, (BORIS,), Ending(rubber=False, agreed=True)),
        ((ANNA, BORIS, CLARA), True, (BORIS, CLARA), Ending(rubber=True, agreed=True)),
        ((ANNA, BORIS), False, (), None),
        ((ANNA, BORIS), True, (ANNA,), None),
        ((ANNA, BORIS, CLARA), True, (BORIS,), None),
    ],
)
def test_leaving_must_be_confirmed_where_the_table_would_end_and_nowhere_else(
    people: tuple[Person, ...], begun: bool, closing: tuple[Person, ...], ends: Ending | None
) -> None:
    evening = Evening().seat(*people)
    if begun:
        evening.start().cut()
    for person in closing:
        evening.ask(person, AgreeToClose())
    if ends is None:
        assert not isinstance(evening.ask(ANNA, Leave(Forfeit()))[-1], Closed)
        return
    others = [Ending(rubber, agreed) for rubber in (False, True) for agreed in (False, True)]
    for confirmed in (None, *(one for one in others if one != ends)):
        with pytest.raises(LeavingCosts) as told:
            evening.ask(ANNA, Leave(confirmed))
        assert told.value.price == ends
    assert isinstance(evening.ask(ANNA, Leave(ends))[-1], Closed)


def test_who_leaves_a_rubber_that_would_count_for_them_is_asked_first_and_only_once() -> None:
    evening = rigged().start().cut()
    for confirmed in (None, RUBBER):
        with pytest.raises(LeavingCosts) as told:
            evening.ask(ANNA, Leave(confirmed))
        assert told.value.price == Forfeit()
    evening.ask(ANNA, Leave(Forfeit()))
    evening.ask(ANNA, Join())
    with pytest.raises(LeavingCosts):
        evening.ask(ANNA, Leave())
    with pytest.raises(LeavingCosts):
        evening.ask(BORIS, Leave())


def test_who_leaves_a_rubber_that_counts_for_nobody_is_not_asked() -> None:
    partners = Evening(1)
    partners.dice = Rigged(["2S 3S 4S 5S"])
    partners.seat(ANNA, BORIS).start()  # they play together, against two robots
    assert partners.ask(ANNA, Leave())
    doubled = declared(rigged(edition="2").start(), level=RANKED_DOUBLINGS + 1)
    assert doubled.ask(CLARA, Leave())


def test_an_abandoned_deals_seed_is_revealed_too() -> None:
    for cut in False, True:
        evening = Evening().seat(ANNA).start()
        if cut:
            evening.cut()
        assert SeedRevealed(1, "seed-1") in evening.ask(ANNA, Leave(RUBBER))


# The close.


def test_the_table_closes_when_all_who_sit_agree() -> None:
    evening = rigged().start().cut()
    for person in ANNA, BORIS, CLARA:
        evening.ask(person, AgreeToClose())
        assert not evening.table.closed
    assert evening.ask(DAVID, AgreeToClose())[-1] == Closed("agreed")
    assert evening.view(None).table.phase is Phase.CLOSED


def test_robots_are_not_asked_whether_to_close() -> None:
    evening = Evening().seat(ANNA).start()
    refused(evening, HOYLE, AgreeToClose(), Why.NOT_SEATED)
    assert evening.ask(ANNA, AgreeToClose())[-1] == Closed("agreed")


def test_the_table_closes_when_the_only_one_against_it_leaves() -> None:
    evening = Evening().seat(ANNA, BORIS).start()
    evening.ask(ANNA, AgreeToClose())
    leaving = Leave(Ending(rubber=True, agreed=True))
    assert evening.ask(BORIS, leaving)[-1] == Closed("agreed")


def test_who_comes_back_has_not_agreed_to_close() -> None:
    evening = Evening().seat(ANNA, BORIS, CLARA).start()
    evening.ask(ANNA, AgreeToClose())
    evening.ask(ANNA, Leave(Forfeit()))
    evening.ask(ANNA, Join())
    evening.ask(BORIS, AgreeToClose())
    evening.ask(CLARA, AgreeToClose())
    assert not evening.table.closed


def test_a_moderator_may_close_at_once() -> None:
    evening = declared(rigged().start())
    assert evening.ask(None, CloseTable())[-1] == Closed("moderator")


def test_a_closed_table_refuses_everything_and_shows_no_hand() -> None:
    evening = declared(rigged().start())
    evening.ask(None, CloseTable())
    for ask in Join(), Start(), Leave(), CloseTable(), CutPack(26, ""), Play(PACK[0]):
        refused(evening, ANNA, ask, Why.TABLE_IS_CLOSED)
    for seat in Seat:
        view = evening.view(seat)
        assert view.own is None and view.options == () and view.may == frozenset()


# Adjourning


def test_an_adjourned_table_waits_for_nobody_and_goes_on_where_it_was() -> None:
    evening = declared(rigged().start())
    before = evening.table
    evening.ask(None, Adjourn())
    assert evening.table.waits_for == frozenset()
    for who, ask in ((ANNA, Start()), (BORIS, RobotForAbsent()), (None, CutPack(26, "")), (None, Adjourn())):
        refused(evening, who, ask, Why.TABLE_IS_ADJOURNED)
    evening.ask(None, Resume())
    assert evening.table == before
    refused(evening, None, Resume(), Why.TABLE_IS_NOT_ADJOURNED)


def test_an_adjourned_table_may_be_left_and_is_closed_when_all_agree() -> None:
    evening = rigged().start()
    evening.ask(None, Adjourn())
    evening.ask(ANNA, Leave(Forfeit()))
    assert ANNA not in members(evening)
    for who in (BORIS, CLARA, DAVID):
        evening.ask(who, AgreeToClose())
    assert evening.table.closed
