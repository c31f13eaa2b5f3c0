"""After a rubber nothing has changed at its table until the first event: who sits there is as it told."""

from __future__ import annotations

from collections.abc import Callable

from rules.refusals import Forfeit
from rules.seats import Person
from rules.table.requests import AgreeToClose, Join, Leave, SetOption, Start
from tests.each import each
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

EMIL = Person("emil")
FOUR = (ANNA, BORIS, CLARA, DAVID)


def played(*people: Person, **options: str) -> Evening:
    return Evening(0, "biritch", **options).seat(*(people or FOUR)).start().play_rubber()


def test_it_stands_where_those_sit_who_began_the_rubber_also_robots() -> None:
    assert not Evening(0).seat(*FOUR).table.end_stands
    assert not Evening(0).seat(*FOUR).start().table.end_stands
    assert played().table.end_stands and played(ANNA, BORIS).table.end_stands


@each("change", (Join(), Leave(), AgreeToClose(), SetOption("robots", "easy"), Start()))
def test_whatever_happens_next_ends_it(change: object) -> None:
    at = played()
    at.ask(EMIL if isinstance(change, Join) else ANNA, change)  # type: ignore[arg-type]
    assert not at.table.end_stands


def test_what_is_taken_back_does_not_bring_it_back() -> None:
    at = played(ANNA, BORIS)
    before = at.table.members
    at.ask(ANNA, SetOption("robots", "easy"))
    at.ask(ANNA, SetOption("robots", "good"))
    assert at.table.members == before and dict(at.table.options).get("robots") in (None, "good")
    assert not at.table.end_stands


def comes(at: Evening) -> None:
    at.ask(EMIL, Join())


def would_close(at: Evening) -> None:
    at.ask(DAVID, AgreeToClose())


@each("happens", (comes, would_close))
def test_what_happened_during_the_rubber_and_is_still_to_be_told_has_it_not_stand(
    happens: Callable[[Evening], None],
) -> None:
    at = Evening(0, "biritch", rubbers_per_cut="2").seat(*FOUR).start()
    happens(at)
    assert not at.play_rubber().table.end_stands


def test_it_does_not_stand_where_a_robot_sits_for_somebody_who_left() -> None:
    at = Evening(0).seat(*FOUR).start()
    at.ask(CLARA, Leave(Forfeit()))
    assert not at.play_rubber().table.end_stands
