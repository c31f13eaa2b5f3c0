"""Deals that many play alone, and the plays of them, as they are kept."""

from __future__ import annotations

from ports.records import Append, Attempt, Contest, TableId, UserId
from rules.seats import Person, Seat
from rules.table.events import Closed
from storage.store import Store
from tests.storage.conftest import Clock, both
from tests.storage.happenings import ANNA, HERE, OPENED, TABLE

ANNAS, BORISS = UserId(11), UserId(22)


def contest(name: str, made: float, game: str = "biritch") -> Contest:
    return Contest(name, game, Seat.SOUTH, "good", b"a seed of " + name.encode(), made)


def attempt(name: str, user: UserId | None, table: str, began: float) -> Attempt:
    return Attempt(TableId(table), name, user, "" if user is not None else "good", began, None, None, ())


@both
async def test_the_contest_offered_is_the_newest_of_its_game_that_they_have_not_begun_and_none_of_two(
    store: Store,
) -> None:
    for new in (
        contest("c1", 100.0),
        contest("c2", 200.0),
        contest("c3", 300.0),
        contest("c4", 400.0),
        contest("c5", 500.0),
        contest("v9", 900.0, "vint"),
    ):
        assert await store.add_contest(new) == new
    assert await store.enter(attempt("c3", ANNAS, "t3", 310.0))
    assert await store.contest_not_played("biritch", ANNAS, ("c5", "c4")) == contest("c2", 200.0)
    assert await store.contest_not_played("biritch", BORISS, ("c5", "c4")) == contest("c3", 300.0)
    assert await store.contest_not_played("biritch", BORISS, ("c4", "c5")) == contest("c3", 300.0)
    assert await store.contest_not_played("biritch", ANNAS, ("", "c5")) == contest("c4", 400.0)
    assert await store.contest_not_played("bridge", ANNAS, ("c5", "c4")) is None


@both
async def test_a_contest_that_another_process_has_made_keeps_its_secret_and_each_plays_it_once(
    store: Store,
) -> None:
    assert await store.add_contest(contest("c1", 100.0)) == contest("c1", 100.0)
    assert await store.add_contest(contest("c1", 999.0)) == contest("c1", 100.0)
    assert await store.enter(attempt("c1", ANNAS, "t1", 110.0))
    assert not await store.enter(attempt("c1", ANNAS, "t2", 120.0))
    assert await store.enter(attempt("c1", BORISS, "t0", 130.0))
    assert [one.table for one in await store.attempts("c1")] == ["t1", "t0"]  # as they began
    assert [one.contest for one in await store.attempts_of(ANNAS)] == ["c1"]
    assert await store.attempts("c2") == ()


@both
async def test_a_play_is_over_with_the_deal_and_only_then_is_there_a_result(
    store: Store, clock: Clock
) -> None:
    await store.add_contest(contest("c1", 100.0))
    began = attempt("c1", ANNAS, TABLE, clock.time)
    await store.append(
        Append(TABLE, 0, [OPENED], place=HERE, people={ANNA: ANNAS}, attempt=began, actor=Person("a1"))
    )
    assert await store.results("c1", "c1") == ()
    clock.time += 60
    over = Attempt(TABLE, "c1", ANNAS, "", began.began, clock.time, -20, ("declare:H", "QH"))
    await store.append(Append(TABLE, 1, [Closed("alone")], attempt=over))
    assert await store.results("c1", "c1") == (("c1", ANNAS, clock.time, -20),)
    assert await store.attempts("c1") == (over,)
    assert await store.results("c2", "c9") == ()
