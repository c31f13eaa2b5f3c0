"""Evenings in the storage: a third kind of stream, and the leaderboards of each kind of evening."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.evening.events import EveningOpened, EveningReckoned, EveningShare
from rules.evening.plan import Kind
from rules.seats import Person
from rules.table.events import RULES_REVISION, Closed
from storage.events import START, link
from storage.ports.records import (
    Append,
    Board,
    KeptEvening,
    Place,
    Slot,
    StoredTurn,
    Stream,
    TableId,
    UserId,
    evening_board,
)
from storage.ports.storage import UnknownEvent
from storage.store import Store
from tests.evenings import plan
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import inside

ANNA, BORIS = Person("a1"), Person("b2")


PLACE = Place(7, 70)


async def evening(store: Store, name: str, *shares: EveningShare, kind: Kind = Kind.COUPLES) -> None:
    people = {ANNA: UserId(1), BORIS: UserId(2)}
    first = EveningOpened(plan(kind), (ANNA,))
    await store.streams.append(Append(TableId(name), 0, (first,), actor=ANNA, people=people, place=PLACE))
    await store.streams.append(Append(TableId(name), 1, (EveningReckoned(1, kind, shares), Closed("over"))))


async def test_an_evening_is_listed_as_one_and_loads_as_what_was_stored(store: Store) -> None:
    await store.streams.append(
        Append(
            TableId("e1"),
            0,
            (EveningOpened(plan(Kind.PAIRS), ()),),
            place=PLACE,
            secrets={1: b"a seed"},
            goes_on=True,
        )
    )
    assert await store.streams.open_places("evening") == ((TableId("e1"), PLACE),)
    assert await store.streams.going_on("evening") == (TableId("e1"),)
    assert await store.streams.open_places("table") == () == await store.streams.open_places("sheet")
    kept = await store.streams.load_evening(TableId("e1"))
    assert kept is not None and kept.events[0].event == EveningOpened(plan(Kind.PAIRS), ())
    assert kept.seeds == {1: b"a seed"}
    assert (
        await store.streams.load(TableId("e1")) is None
        and await store.streams.load_sheet(TableId("e1")) is None
    )


async def test_each_kind_of_evening_has_a_leaderboard_that_can_be_counted_again(store: Store) -> None:
    await evening(store, "e1", EveningShare(ANNA, 3, won=True), EveningShare(BORIS, 0, won=False))
    await evening(store, "e2", EveningShare(ANNA, 1, won=False), EveningShare(BORIS, 2, won=True))
    await evening(store, "e3", EveningShare(BORIS, 9, won=True), kind=Kind.TEAMS)
    for again in (False, True):
        if again:
            await inside(store, lambda db: db.execute("UPDATE standing SET points = '99', won = 0"))
            await store.checks.rebuild_projections(lambda *_: ())
        page = await store.standings.leaderboard(PLACE.guild, evening_board(Kind.COUPLES), Board.PERSONS)
        assert [(one.user, one.points, one.rubbers, one.won) for one in page.lines] == [
            (1, 4, 2, 1),
            (2, 2, 2, 1),
        ]
        teams = await store.standings.leaderboard(PLACE.guild, evening_board(Kind.TEAMS), Board.PERSONS)
        assert [one.user for one in teams.lines] == [2]


async def test_who_is_forgotten_is_on_no_leaderboard_of_evenings(store: Store) -> None:
    await evening(store, "e1", EveningShare(ANNA, 3, won=True))
    await store.people.forget(UserId(1))
    await evening(store, "e2", EveningShare(BORIS, 3, won=True))
    page = await store.standings.leaderboard(PLACE.guild, evening_board(Kind.COUPLES), Board.PERSONS)
    assert [one.user for one in page.lines] == [2]


async def test_all_that_is_kept_of_an_evening_is_read_at_once(store: Store, clock: Clock) -> None:
    first, began, evening = EveningOpened(plan(Kind.PAIRS), (ANNA,)), clock.time, TableId("e1")
    people, secrets = {ANNA: UserId(1), BORIS: UserId(2)}, {1: b"a seed", 2: b"another"}
    slots = [Slot.of_name("evening:0")]
    await store.streams.append(
        Append(evening, 0, [first], actor=ANNA, people=people, place=PLACE, secrets=secrets, slots=slots)
    )
    clock.time += 5
    await store.streams.append(Append(evening, 1, [Closed("over")]))
    kept = KeptEvening(
        stream=Stream(evening, "evening", PLACE, 2, False, began + 5),
        people=people,
        events=(StoredTurn(1, first, ANNA, began), StoredTurn(2, Closed("over"), None, began + 5)),
        seeds=secrets,
        lost=False,
    )
    assert await store.streams.load_evening(evening) == kept
    await inside(store, lambda db: db.execute("UPDATE slot SET posts = 2"))
    assert await store.streams.load_evening(evening) == replace(kept, lost=True)
    assert await store.streams.load_evening(TableId("none")) is None


async def test_an_event_of_an_evening_that_these_rules_cannot_read_is_named(store: Store) -> None:
    await evening(store, "e1")
    await inside(store, lambda db: db.execute("UPDATE event SET kind = 'later' WHERE version = 2"))
    checked = await store.checks.check_projections(lambda *_: (), unhurried=False)
    assert checked.damaged == {"e1": 2}
    later = RULES_REVISION + 1
    await store.streams.append(Append(TableId("e2"), 0, [EveningOpened(plan(Kind.PAIRS), ())], place=PLACE))
    head = link(START, "e2", 1, "evening_opened", "{}", later, None, 7)
    await inside(
        store,
        lambda db: [
            db.execute(
                "UPDATE event SET body = '{}', revision = ?2, at = 7, hash = ?1 WHERE table_id = 'e2'",
                (head, later),
            ),
            db.execute("UPDATE stream SET head = ?1 WHERE table_id = 'e2'", (head,)),
        ],
    )
    with pytest.raises(UnknownEvent) as unknown:
        await store.streams.load_evening(TableId("e2"))
    assert unknown.value.args == ("e2", 1, "evening_opened", later)
