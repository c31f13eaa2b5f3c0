"""Evenings in the storage: a third kind of stream, and the leaderboards of each kind of evening."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from ports.records import (
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
from ports.storage import UnknownEvent
from rules.evening.events import EveningOpened, EveningReckoned, EveningShare
from rules.evening.plan import Kind
from rules.record.codec import decode_evening, encode
from rules.seats import Person
from rules.table.events import RULES_REVISION, Closed
from storage.engine import migrations
from storage.events import START, link
from storage.sqlite.connections import migrate
from storage.store import Store
from tests.evenings import plan
from tests.storage.conftest import Clock, both
from tests.storage.happenings import inside

ANNA, BORIS = Person("a1"), Person("b2")
PLACE = Place(7, 70)
RECORDS = Path(__file__).parent.parent / "records" / "evening-events.txt"
BEFORE = RECORDS.parent / "before" / RECORDS.name
"""The same events, as they were stored before teams could score international match points."""


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


@both
async def test_all_that_is_kept_of_an_evening_is_read_at_once(store: Store, clock: Clock) -> None:
    first, began, evening = EveningOpened(plan(Kind.PAIRS), (ANNA,)), clock.time, TableId("e1")
    people, secrets = {ANNA: UserId(1), BORIS: UserId(2)}, {1: b"a seed", 2: b"another"}
    slots = [Slot.read("evening:0")]
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


@both
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


async def test_each_kind_of_evening_has_a_leaderboard_that_can_be_counted_again(store: Store) -> None:
    await evening(store, "e1", EveningShare(ANNA, 3, won=True), EveningShare(BORIS, 0, won=False))
    await evening(store, "e2", EveningShare(ANNA, 1, won=False), EveningShare(BORIS, 2, won=True))
    await evening(store, "e3", EveningShare(BORIS, 9, won=True), kind=Kind.TEAMS)
    for again in (False, True):
        if again:
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


def test_streams_of_a_file_from_before_evenings_keep_their_kinds() -> None:
    steps = migrations()
    db = sqlite3.connect(":memory:", isolation_level=None)
    migrate(db, 0, [step for step in steps if step.number < 10])
    for name, kind in (("t", "table"), ("s", "sheet")):
        db.execute(
            "INSERT INTO stream (table_id, guild, channel, version, head, open, kind, goes_on)"
            " VALUES (?1, 1, 2, 0, zeroblob(32), 1, ?2, 0)",
            (name, kind),
        )
    migrate(db, 9, [step for step in steps if step.number >= 10])
    assert db.execute("SELECT table_id, kind FROM stream ORDER BY 1").fetchall() == [
        ("s", "sheet"),
        ("t", "table"),
    ]


def test_the_words_of_evenings_are_those_that_were_always_stored() -> None:
    lines = _lines(RECORDS)
    events = [decode_evening(kind, body) for kind, body in lines]
    assert [encode(event) for event in events] == lines


def test_an_evening_stored_before_teams_could_score_match_points_is_read_as_it_was() -> None:
    assert [decode_evening(*line) for line in _lines(BEFORE)] == [
        decode_evening(*line) for line in _lines(RECORDS)
    ]


def _lines(file: Path) -> list[tuple[str, str]]:
    return [
        (kind, body)
        for kind, _, body in (line.partition(" ") for line in file.read_text("utf-8").splitlines())
    ]
