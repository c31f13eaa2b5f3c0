"""Who sits down at a score sheet, and which pads are remembered, asked of these alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.errors import AppWhy, NotAPlayer
from cogs.score_pad import IN_MEMORY, ScorePads, SeatsPads, guest, players_by_seat
from rules.seats import BySeat, Seat
from screens.pad_draft import Draft
from screens.scorebook import Seating
from storage.ports.records import UserId
from tests.refusing import refusing
from tests.trials.stage.club import Club


class Message(NamedTuple):
    id: int


class Press(NamedTuple):
    """The part of an interaction by which a pad is known."""

    id: int
    message: Message | None


def press(message: int, id: int = 7) -> Any:
    return Press(id, Message(message))


def test_a_guest_is_a_name_that_is_typed_and_no_user_of_discord() -> None:
    assert guest(" \t") is None and guest(" Aunt May ") == "Aunt May"
    with refusing(AppWhy.NOT_PICKED):
        guest("@anna")
    with refusing(AppWhy.NO_NAME):
        guest("*" * 3)


def test_everybody_who_is_named_has_a_seat_and_the_others_stay_empty() -> None:
    north, south = UserId(1), UserId(2)
    assert players_by_seat(BySeat(1, "May", 2, None), frozenset({3})) == {
        Seat.NORTH: north,
        Seat.EAST: "May",
        Seat.SOUTH: south,
    }
    assert players_by_seat(BySeat(None, None, None, None), frozenset({3})) == {}
    with refusing(AppWhy.SAME_NAME):
        players_by_seat(BySeat("May", 1, "MAY", 2), frozenset())
    with refusing(NotAPlayer):
        players_by_seat(BySeat(1, "May", 2, 3), frozenset({3}))


async def test_of_the_pads_that_people_have_open_the_last_used_are_remembered(house: Club) -> None:
    sheets = house.bot.services.sheets
    pads, seats = ScorePads(sheets), SeatsPads(sheets)
    drafts = [Draft(deal=number) for number in range(IN_MEMORY + 1)]
    seating = Seating("biritch", BySeat(1, None, None, None))
    for number in [*range(IN_MEMORY), 0, IN_MEMORY]:
        pads._keep(press(number, id=number + 1), drafts[number])
        seats._keep(press(number), seating)
    assert pads._known(press(1)) is None and pads._known(press(0)) == (1, drafts[0])
    assert [*seats._seatings] == [*range(2, IN_MEMORY), 0, IN_MEMORY]
    pads.forget_draft(press(0))
    seats._forget(press(0))
    assert pads._known(press(0)) is None and 0 not in seats._seatings
    for one in (Press(7, None), press(1)):  # what is not there is no fault
        pads.forget_draft(one)  # type: ignore[arg-type]
        seats._forget(one)  # type: ignore[arg-type]
        assert pads._known(one) is None  # type: ignore[arg-type]
    assert len(pads._drafts) == len(seats._seatings) == IN_MEMORY - 1
    nowhere: Any = Press(7, None)
    pads._keep(nowhere, drafts[0])
    seats._keep(nowhere, seating)
    assert len(pads._drafts) == len(seats._seatings) == IN_MEMORY - 1
