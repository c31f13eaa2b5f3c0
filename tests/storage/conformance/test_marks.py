"""Nobody plays a contest twice, though they are forgotten in between; and no mark of it outlives its day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from rules.frozen import replace
from rules.seats import Person, Seat
from rules.table.events import Closed, Opened
from storage.events import seal
from storage.ports.records import Append, Attempt, Contest, TableId, UserId
from storage.ports.storage import AlreadyDone, PlayedBefore
from storage.store import Store
from tests.storage.conformance.conftest import of_many_cases
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import HERE, OPENED, begin_at_table, inside

pytestmark = of_many_cases

ANNA, BORIS, CLARA = UserId(2**62 + 11), UserId(2**62 + 22), UserId(2**62 + 33)


TODAY, YESTERDAY, COMPARED = "2023-11-14", "2023-11-13", "c1234abcd"
"""The clock of these tests stands at 22:13 on the first of them."""


BOTH = (TODAY, COMPARED)


OVER_AT = datetime(2023, 11, 15, 1, tzinfo=UTC).timestamp()


def beginning(contest: str, user: UserId, table: str, began: float) -> Append[Opened]:
    attempt = Attempt(TableId(table), contest, user, "", began, None, None, ())
    person = Person(f"p{table[:7]}")
    return Append(
        TableId(table), 0, [OPENED], place=HERE, people={person: user}, attempt=attempt, actor=person
    )


async def begins(store: Store, clock: Clock, contest: str, user: UserId, table: str) -> None:
    await store.streams.append(beginning(contest, user, table, clock.time))


async def ends(store: Store, clock: Clock, contest: str, table: str, points: int) -> None:
    over = Attempt(TableId(table), contest, None, "", 0.0, clock.time, points, ("QH", "2C"))
    await store.streams.append(Append(TableId(table), 1, [Closed("alone")], attempt=over))


async def two_contests(store: Store, clock: Clock) -> None:
    """Which Anna and Boris have played, and Clara has begun; a robot has played both."""
    for number, name in enumerate(BOTH):
        await store.contests.add_contest(
            Contest(name, "biritch", Seat.SOUTH, "good", bytes([number]) * 32, clock.time)
        )
        robots = Attempt(TableId(f"{name} best"), name, None, "best", clock.time, clock.time, 7, ("QH",))
        assert await store.contests.begin_attempt(robots)
        for user, points in ((ANNA, 10), (BORIS, -20), (CLARA, None)):
            table = f"{number}{user % 100}"
            await begins(store, clock, name, user, table)
            if points is not None:
                await ends(store, clock, name, table, points)


async def refused(store: Store, clock: Clock, contest: str, user: UserId) -> None:
    """They cannot begin it, and nothing is stored of their trying."""
    before = await store.contests.attempts(contest)
    with pytest.raises(PlayedBefore):
        await begins(store, clock, contest, user, "again")
    again = Attempt(TableId("again"), contest, user, "", clock.time, None, None, ())
    assert not await store.contests.begin_attempt(again)
    assert await store.contests.attempts(contest) == before and before.lost == 0
    assert await store.streams.find_stream(TableId("again")) is None


async def test_who_is_forgotten_is_dealt_no_contest_again_and_leaves_none_open_nor_changes_the_others(
    store: Store, clock: Clock
) -> None:
    await two_contests(store, clock)
    field = {name: await store.contests.results(name, name) for name in BOTH}
    clock.time += 60
    for user in (ANNA, CLARA):
        await store.people.forget(user)
    for name in BOTH:
        for user in (ANNA, CLARA):
            assert await store.contests.attempt(name, user) is None
            await refused(store, clock, name, user)
        results = await store.contests.results(name, name)
        assert [row[3] for row in results] == [row[3] for row in field[name]]
        assert {row[1] for row in results} == {None, BORIS} and not results.lacking
        plays = await store.contests.attempts(name)
        assert all(one.ended is not None for one in plays) and plays.lost == 0
        unended = [(one.user, one.points) for one in plays if one.points is None]
        assert unended == [(None, None)]
        with pytest.raises(AlreadyDone):
            await begins(store, clock, name, BORIS, "again")
        await begins(store, clock, name, UserId(ANNA + 1), f"new {name}")


async def test_a_deal_that_somebody_has_played_who_is_forgotten_is_compared_with_nobody_new(
    store: Store, clock: Clock
) -> None:
    """Else it would be dealt to them, once nothing tells that they have played it."""
    await two_contests(store, clock)
    new = UserId(99)
    for user in (ANNA, new):
        found = await store.contests.contest_not_played("biritch", user, (TODAY,))
        assert (found is None) == (user == ANNA)
    await store.people.forget(ANNA)
    for user in (ANNA, new):
        assert await store.contests.contest_not_played("biritch", user, (TODAY,)) is None
    clock.time = OVER_AT
    await store.contests.forget_marks(clock.time)
    for user in (ANNA, new):
        assert await store.contests.contest_not_played("biritch", user, ()) is None
        with pytest.raises(PlayedBefore):
            await begins(store, clock, COMPARED, user, f"late {user}")


async def test_whoever_plays_an_old_deal_late_is_marked_until_their_own_day_is_over(
    store: Store, clock: Clock
) -> None:
    await store.contests.add_contest(Contest(YESTERDAY, "biritch", Seat.SOUTH, "good", bytes(32), clock.time))
    await begins(store, clock, YESTERDAY, ANNA, "t1")
    await store.people.forget(ANNA)
    assert await store.contests.forget_marks(clock.time) == 0
    await refused(store, clock, YESTERDAY, ANNA)
    assert await store.contests.forget_marks(OVER_AT) == 1


async def test_a_mark_is_told_to_its_user_for_as_long_as_it_is_kept(store: Store, clock: Clock) -> None:
    await two_contests(store, clock)
    told = "deals played before you were forgotten"
    assert told not in await store.people.known(ANNA)
    await store.people.forget(ANNA)
    known = await store.people.known(ANNA)
    assert known[told] == [TODAY, COMPARED] and known["compared deals"] == []
    assert told not in await store.people.known(BORIS)
    await store.contests.forget_marks(OVER_AT)
    assert told not in await store.people.known(ANNA)


def marks(rows: list[tuple[object, ...]]) -> set[object]:
    return {one for row in rows for one in row if one is not None}


async def test_the_marks_of_a_day_and_their_key_are_deleted_when_the_day_and_its_grace_are_over(
    store: Store, clock: Clock
) -> None:
    await two_contests(store, clock)
    await store.people.forget(ANNA)
    held = "SELECT mark FROM attempt WHERE mark IS NOT NULL", "SELECT key FROM contest WHERE key IS NOT NULL"

    async def kept() -> list[int]:
        return [len(await inside(store, lambda db, one=one: db.execute(one).fetchall())) for one in held]  # type: ignore[misc]

    assert await kept() == [6, 2]
    clock.time = OVER_AT - 0.001
    assert await store.contests.forget_marks(clock.time) == 0 and await kept() == [6, 2]
    await refused(store, clock, TODAY, ANNA)
    before = [await store.contests.attempts(name) for name in BOTH]
    assert await store.contests.forget_marks(OVER_AT) == 2
    assert await kept() == [0, 0]
    assert [await store.contests.attempts(name) for name in BOTH] == before
    assert await store.contests.forget_marks(OVER_AT) == 0 and await store.checks.decayed() == ()


async def test_no_two_days_can_be_linked_by_the_marks_of_one_user(store: Store, clock: Clock) -> None:
    await two_contests(store, clock)
    every = await inside(
        store, lambda db: db.execute("SELECT mark FROM attempt WHERE mark IS NOT NULL").fetchall()
    )
    keys = await inside(store, lambda db: db.execute("SELECT key FROM contest").fetchall())
    assert len(marks(every)) == 6 and len(marks(keys)) == 2
    assert all(isinstance(one, bytes) and len(one) == 32 for one in marks(every) | marks(keys))


async def test_a_compared_deal_is_marked_until_the_day_of_the_last_person_is_over_and_then_anybodys(
    store: Store, clock: Clock
) -> None:
    """Anna plays at 22:13 UTC, a robot a day later, and an hour after midnight the day of a person is over.
    Nobody has been forgotten: whoever comes later may play it, and so may those of another deal, of which
    Boris has been."""
    for name in ("c1", "c2"):
        await store.contests.add_contest(Contest(name, "biritch", Seat.SOUTH, "good", b"seed", 100.0))
        play = Attempt(TableId(f"{name}a"), name, ANNA, "", clock.time, clock.time + 60, 10, ())
        assert await begin_at_table(store, play)
    assert await begin_at_table(store, replace(play, table=TableId("c2b"), user=BORIS))
    robot = Attempt(TableId("c1r"), "c1", None, "best", clock.time + 86_400, clock.time + 86_401, 5, ())
    assert await store.contests.begin_attempt(robot)
    await store.people.forget(BORIS)
    over = 1_700_010_000.0
    assert await store.contests.forget_marks(over - 1) == 0
    assert await store.contests.forget_marks(over) == 2 and await store.contests.forget_marks(over) == 0
    later = Attempt(TableId("c1c"), "c1", CLARA, "", over, None, None, ())
    assert await begin_at_table(store, later)
    with pytest.raises(PlayedBefore):
        await store.contests.begin_attempt(replace(later, table=TableId("c2c"), contest="c2"))


async def test_each_contest_has_a_key_of_its_own_as_long_as_the_hash_that_it_is_for(
    store: Store, clock: Clock
) -> None:
    await two_contests(store, clock)
    keys = [
        key for (key,) in await inside(store, lambda db: db.execute("SELECT key FROM contest").fetchall())
    ]
    assert [len(key) for key in keys] == [32, 32] and len({*map(bytes, keys)}) == 2


def unmarked(db: Any) -> None:
    """As a release left it that made no marks."""
    plays = db.execute(
        "SELECT table_id, contest, user_id, robot, began, ended, points, line FROM attempt"
    ).fetchall()
    for row in plays:
        db.execute(
            "UPDATE attempt SET mark = NULL, seal = ?1 WHERE table_id = ?2", (seal(*row, None), row[0])
        )
    for row in db.execute("SELECT contest, game, dealer, strength, secret, made FROM contest").fetchall():
        db.execute("UPDATE contest SET key = NULL, seal = ?1 WHERE contest = ?2", (seal(*row, None), row[0]))


async def test_a_play_of_today_from_before_there_were_marks_gets_one_when_its_user_is_forgotten(
    store: Store, clock: Clock
) -> None:
    await two_contests(store, clock)
    await inside(store, unmarked)
    for user in (ANNA, CLARA):
        await store.people.forget(user)
        await refused(store, clock, TODAY, user)
    marks = await inside(
        store,
        lambda db: db.execute(
            "SELECT contest, count(*) FROM attempt WHERE mark IS NOT NULL GROUP BY 1"
        ).fetchall(),
    )
    assert [tuple(row) for row in marks] == [(TODAY, 2)]
    assert await store.checks.decayed() == ()
