"""Hints: from the asker's own seat, at his turn, also when nothing has been thought out in time."""

from __future__ import annotations

import pytest

from bot.errors import HintsAreOff
from bot.ports.records import Place, UserId
from bot.streams.chance import ChanceSource
from bot.tables.hints import Hints
from bot.tables.open_table import Live
from bot.tables.service import Tables
from bot.worker_pool import WorkerPool
from rules.calls import Content, Declare, Play
from rules.members import Person
from rules.refusals import ClaimIsOpen, NoRubber, NotSeated, NotYourTurn
from rules.seats import Seat
from rules.table.requests import ClaimRest, CutPack, Join, Start
from screens.why import hint
from storage.store import Store

FOUR = tuple(UserId(number) for number in (101, 102, 103, 104))
STRANGER = UserId(105)


async def dealt(store: Store, **options: str) -> Live:
    """The dealer, South, is to declare."""
    tables = Tables(store, ChanceSource("hints"))
    live = await tables.open(Place(1, 11), "biritch", options)
    for user in FOUR:
        await tables.act(live.id, user, Join())
    await tables.act(live.id, FOUR[0], Start())
    await tables.act(live.id, at(live, Seat.EAST), CutPack(26, "7"))
    return live


def at(live: Live, seat: Seat) -> UserId:
    assert live.table.rubber is not None
    member = live.table.rubber.seats.of(seat)
    assert isinstance(member, Person)
    return live.people[member]


async def test_a_hint_is_the_same_as_often_as_it_is_asked_for_and_changes_nothing(store: Store) -> None:
    live = await dealt(store, hints="on")
    hints, version = Hints(None, 0.7), live.version
    told = {hint(*await hints.hint(live, at(live, Seat.SOUTH))) for _ in range(3)}
    assert len(told) == 1 and live.version == version == (await _stored(store, live))


async def _stored(store: Store, live: Live) -> int:
    return len(await store.read(live.id))


async def test_a_hint_that_no_worker_has_thought_out_comes_by_rule(store: Store) -> None:
    live = await dealt(store, hints="on")
    gone = WorkerPool(1)
    await gone.close()
    south = at(live, Seat.SOUTH)
    assert await Hints(gone, 0.0).hint(live, south) == await Hints(None, 0.0).hint(live, south)


async def test_a_hint_comes_from_a_worker_where_there_is_one(store: Store) -> None:
    live = await dealt(store, hints="on")
    workers = WorkerPool(1)
    try:
        told = await Hints(workers, 3.0).hint(live, at(live, Seat.SOUTH))
    finally:
        await workers.close()
    assert "Next best:" in hint(*told), "by rule nothing is compared"


async def test_only_he_whose_turn_it_is_is_given_a_hint_and_only_where_that_is_arranged(store: Store) -> None:
    live, hints = await dealt(store, hints="on"), Hints(None, 0.0)
    with pytest.raises(NotYourTurn) as refused:
        await hints.hint(live, at(live, Seat.WEST))
    assert tuple(refused.value.due) == (Seat.SOUTH,)
    with pytest.raises(NotSeated):
        await hints.hint(live, STRANGER)


async def test_a_hint_is_refused_between_rubbers_and_while_a_claim_lies_open(store: Store) -> None:
    """It would be the claimer's turn to play, but first he is to be answered."""
    tables = Tables(store, ChanceSource("lobby"))
    live = await tables.open(Place(1, 12), "biritch", {"hints": "on"})
    await tables.act(live.id, FOUR[0], Join())
    with pytest.raises(NoRubber):
        await Hints(None, 0.0).hint(live, FOUR[0])

    live = await dealt(store, hints="on")
    tables = Tables(store, ChanceSource("hints"))
    live = await tables.get(live.id)
    for seat, call in ((Seat.SOUTH, Declare(None)), (Seat.WEST, Content()), (Seat.EAST, Content())):
        await tables.act(live.id, at(live, seat), call)
    west, south = at(live, Seat.WEST), at(live, Seat.SOUTH)
    lead = next(option for option in live.view(west).options if isinstance(option, Play))
    await tables.act(live.id, west, lead)
    await tables.act(live.id, south, ClaimRest())
    with pytest.raises(ClaimIsOpen):
        await Hints(None, 0.0).hint(live, south)


async def test_a_table_that_has_not_arranged_for_hints_gives_none(store: Store) -> None:
    live = await dealt(store)
    with pytest.raises(HintsAreOff):
        await Hints(None, 0.0).hint(live, at(live, Seat.SOUTH))
