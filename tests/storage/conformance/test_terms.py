"""What has a term goes after it, slice by slice, and nothing else goes with it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.host.upkeep import Counting
from rules.seats import Seat
from storage import checks, contests, snapshots
from storage.checks import DETAILS_KEPT
from storage.ports.records import Append, Attempt, Contest, Reason, TableId, UserId
from storage.store import Store
from tests.storage.conftest import Clock
from tests.storage.spoiling import change
from tests.trials.stage.happenings import OTHER, TABLE, begin_at_table, inside, opened, played

DAY = 24 * 3600.0


async def reasoned(store: Store, table: TableId, first: int, *deals: int) -> None:
    for version, deal in enumerate(deals, first):
        await store.streams.append(
            Append(table, version, [played()], reason=Reason(deal, f"{deal} {version}"))
        )


async def ended_play(store: Store, clock: Clock, number: int) -> None:
    line = ("declare:H", "QH")
    play = Attempt(
        TableId(f"t{number}"), "c1", UserId(100 + number), "", clock.time, clock.time, number, line
    )
    assert await begin_at_table(store, play)


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each slice has deleted; two are the most."""
    monkeypatch.setattr(checks, "KEYS_AT_ONCE", 2)
    found, drop, shorten = list[int](), snapshots.drop_reasons, contests.drop_lines

    def reasons(db: Any, *given: Any, **named: Any) -> int:
        found.append(drop(db, *given, **named))
        return found[-1]

    def lines(db: Any, *given: Any, **named: Any) -> Any:
        dropped = shorten(db, *given, **named)
        found.append(dropped[0])
        return dropped

    monkeypatch.setattr(snapshots, "drop_reasons", reasons)
    monkeypatch.setattr(contests, "drop_lines", lines)
    return found


async def test_why_robots_acted_and_how_compared_deals_went_stay_for_a_year_and_no_longer(
    store: Store, clock: Clock, slices: list[int]
) -> None:
    await store.contests.add_contest(Contest("c1", "biritch", Seat.SOUTH, "good", bytes(32), clock.time))
    await opened(store, TABLE)
    await opened(store, OTHER)
    await opened(store, TableId("before them all"))
    await reasoned(store, TABLE, 1, 1, 1, 1, 2, 2)
    for number in range(5):
        await ended_play(store, clock, number)
    clock.time += 200 * DAY
    await reasoned(store, TABLE, 6, 2, 3)
    await reasoned(store, OTHER, 1, 1)
    await ended_play(store, clock, 5)
    clock.time += (DETAILS_KEPT - 200) * DAY - 1
    assert await store.checks.drop_details(DETAILS_KEPT) == (0, 0)
    clock.time += 2
    slices.clear()
    store.judge_by(clock, lambda: False)
    assert await store.checks.drop_details(DETAILS_KEPT) == (0, 0), "nobody has confirmed the clock"
    store.judge_by(clock, lambda: True)
    await Counting(store).work()
    assert slices == [2, 2, 1, 2, 2, 1]
    assert [await store.streams.reasons(TABLE, deal) for deal in (1, 2, 3)] == [{}, {7: "2 6"}, {8: "3 7"}]
    assert await store.streams.reasons(OTHER, 1) == {2: "1 1"}
    plays = await store.contests.attempts("c1")
    assert [len(one.line) for one in plays] == [0, 0, 0, 0, 0, 2] and plays.lost == 0
    assert [one.points for one in plays] == [*range(6)]
    assert await store.checks.decayed() == ()
    assert await store.checks.drop_details(DETAILS_KEPT) == (0, 0)


async def test_a_play_that_has_decayed_keeps_none_from_their_term(
    store: Store, clock: Clock, slices: list[int]
) -> None:
    await store.contests.add_contest(Contest("c1", "biritch", Seat.SOUTH, "good", bytes(32), clock.time))
    for number in range(5):
        await ended_play(store, clock, number)
    await change(store, "UPDATE attempt SET points = '77' WHERE table_id IN ('t0', 't1')")
    clock.time += (DETAILS_KEPT + 1) * DAY
    assert await store.checks.drop_details(DETAILS_KEPT) == (0, 3)
    with_lines = "SELECT table_id FROM attempt WHERE line IS NOT NULL"
    kept = await inside(store, lambda db: db.execute(with_lines).fetchall())
    assert sorted(table for (table,) in kept) == ["t0", "t1"], "what was damaged is looked at by somebody"
