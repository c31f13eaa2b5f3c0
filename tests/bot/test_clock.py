"""The clock goes on by itself after a fault. What it does in time is told in ``tests/cogs/test_time.py``."""

from __future__ import annotations

import asyncio
from math import inf

import pytest

from bot import clocks
from bot.cluster import ALONE, Cluster
from bot.preferences import NO_HOUSE, Alert, House, Preferences
from bot.streams.fair_deal import ChanceSource
from bot.tables.clock import Alerts, Clock, Wakeups, next_hour
from bot.tables.open_table import OpenTable, panel
from bot.tables.service import Tables
from rules.frozen import replace
from rules.seats import Person, Seat
from rules.table.requests import Adjourn, ClaimRest, CutPack, Join, Start
from storage.ports.records import Place, SlotKey, TableId, UserId
from storage.store import Store
from tests.bot.counters import Beside
from tests.bot.test_tables import first_card, in_play, user_at
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import inside

FOUR = tuple(UserId(number) for number in (101, 102, 103, 104))


async def test_a_pack_that_could_not_be_cut_while_nothing_can_be_stored_is_cut_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "FIRST", 0.02)
    tables = Tables(store.streams, ChanceSource("clock"))
    table = await tables.open_table(Place(1, 11), "biritch", {})
    for user in FOUR:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, FOUR[0], Start())
    clock = Clock(tables, ChanceSource("clock"), cut_seconds=0.0)
    await inside(store, lambda db: db.execute("PRAGMA query_only = 1"))
    clock.changed(table)
    await asyncio.sleep(60)
    assert table.state.pack is not None

    await inside(store, lambda db: db.execute("PRAGMA query_only = 0"))
    await until(lambda: table.state.pack is None)
    await clock.close()
    assert table.state.deal is not None


async def test_an_alert_of_another_process_stands_at_the_one_that_looked_after_the_table_before(
    store: Store,
) -> None:
    """The table has gone to another process and come back, and nothing has happened at it meanwhile."""
    now = [1_000_000.0]
    one, other = (Tables(store.streams, ChanceSource("clock"), lambda: now[0]) for _ in range(2))
    table = await one.open_table(Place(1, 11), "biritch", {})
    for user in FOUR:
        await one.act(table.id, user, Join())
    await one.act(table.id, FOUR[0], Start())
    (person,) = table.waiting
    await one.alert(table.id, person, private=True)
    await shown(store, table.id)
    (first,) = table.alerts.values()
    there = await other.get(table.id)
    assert there.alerts == {person: first}
    now[0] += 60.0
    await other.alert(table.id, person, private=True)
    await shown(store, table.id)
    await one.gained(table.id, goes_on=True)
    assert table.alerts == there.alerts != {person: first}


async def shown(store: Store, table: TableId) -> None:
    """All that is to be seen of a table is posted."""
    slots = await store.slots.of_stream(table)
    await store.slots.note_slots([slot.as_shown(slot.wanted, "as it is", 11, 1) for slot in slots])


async def test_the_clock_runs_only_during_a_rubber_of_a_table_that_is_open_and_not_adjourned(
    store: Store,
) -> None:
    tables = Tables(store.streams, ChanceSource("clock"))
    clock = Clock(tables, ChanceSource("clock"), cut_seconds=3600.0)

    def running() -> set[TableId]:
        return set(clock.wakeups._timers)

    table = await tables.open_table(Place(1, 11), "biritch", {})
    clock.changed(table)
    assert not running()
    for user in FOUR:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, FOUR[0], Start())
    clock.changed(table)
    assert running() == {table.id}
    await tables.act(table.id, None, Adjourn())
    clock.changed(table)
    assert not running()
    await clock.close()


async def test_a_table_whose_rubber_nobody_starts_is_adjourned_as_an_abandoned_one_is(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.tables.clock")
    now = [1_000_000.0]
    tables = Tables(store.streams, ChanceSource("clock"), lambda: now[0])
    clock = Clock(tables, ChanceSource("clock"), 0.0, lambda: now[0], abandoned=3600.0)
    table = await tables.open_table(Place(1, 11), "biritch", {})
    await tables.act(table.id, FOUR[0], Join())
    now[0] += 3599.0
    clock.changed(table)
    await turns()
    assert not table.adjourned
    now[0] += 1.0
    clock.changed(table)
    await until(lambda: table.adjourned)
    await clock.close()
    assert table.has_place
    assert caplog.messages == [f"table {table.id} is adjourned: nobody has come"]


class Watch:
    """A table at which something is due at moments that a test says, on a clock that it moves."""

    def __init__(self, tables: Tables, table: OpenTable, cluster: Cluster = ALONE) -> None:
        self.now, self.table = 1_000_000.0, table
        self.looked: list[float] = []
        self.next, self.faults = [inf], 0
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.wakeups = Wakeups("bell", tables.get, self._look, lambda: self.now, cluster)

    async def _look(self, table: OpenTable) -> float:
        assert table is self.table
        self.looked.append(self.now)
        await self.go_on.wait()
        if self.faults:
            self.faults -= 1
            raise ZeroDivisionError
        return self.next.pop() if len(self.next) > 1 else self.next[0]

    def by(self, seconds: float) -> None:
        self.wakeups.by(self.table.id, self.now + seconds)

    @property
    def armed(self) -> float | None:
        """In how many seconds the timer goes off."""
        timers = self.wakeups._timers
        return timers[self.table.id][0] - self.now if self.table.id in timers else None


async def turns() -> None:
    """Whatever may be done at once is done."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
async def watch(store: Store) -> Watch:
    tables = Tables(store.streams, ChanceSource("clock"))
    return Watch(tables, await tables.open_table(Place(1, 11), "biritch", {}))


async def test_a_timer_for_a_moment_days_away_looks_each_day_whether_that_is_still_the_same(
    watch: Watch,
) -> None:
    """A machine that has slept, or whose clock was set, would wake it at another one."""
    day = 24 * 3600.0
    watch.by(3 * day)
    _, timer, _ = watch.wakeups._timers[watch.table.id]
    assert isinstance(timer, asyncio.TimerHandle)
    assert timer.when() - asyncio.get_running_loop().time() <= day


async def test_a_table_is_looked_at_at_the_earliest_moment_that_anybody_wants(watch: Watch) -> None:
    watch.by(inf)
    assert watch.armed is None
    for wanted, armed in ((300.0, 300.0), (500.0, 300.0), (100.0, 100.0), (100.0, 100.0)):
        watch.by(wanted)
        assert watch.armed == armed
    await turns()
    assert watch.looked == []
    watch.next = [inf, watch.now + 60.0]
    watch.by(-5.0)
    await turns()
    assert watch.looked == [watch.now] and watch.armed == 60.0
    watch.wakeups.cancel_wakeup(watch.table)
    assert watch.armed is None
    watch.by(0.0)
    await turns()
    assert watch.looked == [watch.now] * 2 and watch.armed is None
    await watch.wakeups.close()
    watch.by(0.0)
    await turns()
    assert len(watch.looked) == 2


async def test_what_is_wanted_while_a_table_is_looked_at_is_done_afterwards(watch: Watch) -> None:
    watch.go_on.clear()
    watch.by(0.0)
    await turns()
    for wanted in (40.0, 20.0, 30.0):
        watch.by(wanted)
    assert watch.looked == [watch.now] and watch.armed is None
    watch.next = [watch.now + 25.0]
    watch.go_on.set()
    await turns()
    assert watch.armed == 20.0
    await watch.wakeups.close()


async def test_a_look_that_failed_is_told_of_and_made_again_ever_later_until_one_succeeds(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    watch.faults = 3
    for wait in (5.0, 10.0, 20.0):
        watch.by(0.0)
        await turns()
        assert watch.armed == wait
    assert caplog.messages == [f"the bell of table {watch.table.id} failed"] * 3
    watch.by(0.0)
    await turns()
    assert watch.armed is None
    watch.faults = 1
    watch.by(0.0)
    await turns()
    assert watch.armed == 5.0
    await watch.wakeups.close()


async def test_a_look_that_is_under_way_ends_with_the_clock(watch: Watch) -> None:
    watch.go_on.clear()
    watch.by(0.0)
    await turns()
    names = {task.get_name(): task for task in asyncio.all_tasks()}
    looking = names[f"bell {watch.table.id}"]
    await watch.wakeups.close()
    assert looking.cancelled()


def test_the_next_hour_is_one_that_has_still_to_begin() -> None:
    hour, day = 3600.0, 24 * 3600.0
    for after, chosen, found in (
        (0.0, 7, 7 * hour),
        (7 * hour - 1, 7, 7 * hour),
        (7 * hour, 7, day + 7 * hour),
        (10 * day + 23 * hour, 0, 11 * day),
        (10 * day, 0, 11 * day),
        (10 * day + 1, 24, 11 * day),
    ):
        assert next_hour(after, chosen) == found, (after, chosen)


async def test_what_is_due_first_at_a_table_is_what_its_clock_waits_for(store: Store) -> None:
    """Ten seconds for the cut, or as many as the server has; three minutes for somebody absent, of which a
    robot may take the place; a day for a table that nobody uses."""
    now = [1_000_000.0]
    tables = Tables(store.streams, ChanceSource("clock"), lambda: now[0])
    house = [NO_HOUSE]

    async def houses(_: int) -> House:
        return house[0]

    clock = Clock(tables, ChanceSource("clock"), 10.0, lambda: now[0], houses, abandoned=86_400.0)
    table = await tables.open_table(Place(1, 11), "biritch", {})

    async def waits() -> float:
        clock.changed(table)
        await turns()
        moment, *_ = clock.wakeups._timers[table.id]
        clock.wakeups.cancel_wakeup(table)
        return moment - now[0]

    for user in FOUR:
        await tables.act(table.id, user, Join())
    assert await waits() == 86_400.0
    await tables.act(table.id, FOUR[0], Start())
    assert await waits() == 10.0
    now[0] += 4.0
    assert await waits() == 6.0
    house[0] = replace(NO_HOUSE, cut_after=60)
    assert await waits() == 56.0
    assert table.state.pack is not None and table.state.rubber is not None
    cutter = table.state.rubber.seats.of(table.state.pack.cutter)
    assert isinstance(cutter, Person)
    await tables.act(table.id, table.people[cutter], CutPack(26, ""))
    assert await waits() == 180.0
    now[0] += 180.0
    clock.changed(table)
    await until(lambda: table.late)
    assert await waits() == 86_400.0 - 180.0
    await tables.act(table.id, None, Adjourn())
    clock.changed(table)
    assert not clock.wakeups._timers
    await clock.close()


async def test_a_claim_that_waits_for_somebody_who_was_forgotten_goes_on_with_a_robot_for_them(
    store: Store,
) -> None:
    now = [1_000_000.0]
    tables = Tables(store.streams, ChanceSource("clock"), lambda: now[0])
    table = await in_play(tables)
    for _ in range(5):
        (due,) = table.state.waits_for
        await tables.act(table.id, user_at(table, due), first_card(table))
    (due,) = table.state.waits_for
    claimer = next(seat for seat in (Seat.EAST, Seat.SOUTH) if seat is not due)
    await tables.act(table.id, user_at(table, claimer), ClaimRest())
    asked = table.waiting
    for person in asked:
        await store.people.forget(table.people[person])
        del table.people[person]

    async def house(_: int) -> House:
        return replace(NO_HOUSE, claim_after=60)

    clock = Clock(tables, ChanceSource("clock"), 0.0, lambda: now[0], house)
    now[0] += 60.0
    clock.changed(table)
    await asyncio.sleep(60)
    assert table.state.rubber is not None and not {*asked} & {*table.state.rubber.seats}
    await clock.close()


class Bell:
    """Alerts at a table at which somebody is to cut, as Discord's clock goes on. All play in the channel."""

    def __init__(self, store: Store) -> None:
        self.now = 1_000_000.0
        self.preferences = Preferences(store.preferences, store.people)
        self.tables = Tables(store.streams, ChanceSource("clock"), lambda: self.now)
        self.alerts = Alerts(self.tables, self.preferences, self._plays_in_private, lambda: self.now)
        self.asked: list[SlotKey] = []

    async def _plays_in_private(self, key: SlotKey) -> bool:
        self.asked.append(key)
        return False

    async def waiting(self, **options: str) -> tuple[OpenTable, Person]:
        table = await self.tables.open_table(Place(1, 11), "biritch", options)
        for user in FOUR:
            await self.tables.act(table.id, user, Join())
        await self.tables.act(table.id, FOUR[0], Start())
        (waited,) = table.waiting
        return table, waited

    async def rings_in(self, table: OpenTable) -> float | None:
        """The seconds until somebody is told next."""
        self.alerts.wakeups.cancel_wakeup(table)  # its timer runs by another clock
        self.alerts.changed(table)
        timers = self.alerts.wakeups._timers
        looking = self.alerts.wakeups._looking
        await until(lambda: timers[table.id][0] > self.now if table.id in timers else not looking)
        return timers[table.id][0] - self.now if table.id in timers else None


async def test_somebody_waited_for_is_told_once_after_as_long_as_they_and_their_server_want(
    store: Store,
) -> None:
    bell = Bell(store)
    table, waited = await bell.waiting()
    assert await bell.rings_in(table) == 20.0
    bell.now += 19.0
    assert await bell.rings_in(table) == 1.0 and not table.alerts
    bell.now += 1.0
    assert await bell.rings_in(table) is None
    assert [*table.alerts] == [waited] and table.alerts[waited].at == bell.now
    assert bell.asked == [SlotKey(table.id, panel(waited))]
    await bell.alerts.close()


async def test_who_is_to_be_told_never_at_once_or_late_is(store: Store) -> None:
    bell = Bell(store)
    table, waited = await bell.waiting()
    user = table.people[waited]
    bell.now += 30.0
    for chosen, least, alerts, rings in (
        ({"alert": Alert.NEVER}, 0, True, None),
        ({"alert": Alert.LATER, "alert_after": 100}, 0, True, 70.0),
        ({"alert": Alert.LATER, "alert_after": 100}, 300, True, 270.0),
        ({"alert": Alert.AT_ONCE}, 40, True, 10.0),
        ({"alert": Alert.AT_ONCE}, 0, False, None),
    ):
        await bell.preferences.change_person(user, lambda tastes, chosen=chosen: replace(tastes, **chosen))  # type: ignore[misc]
        await bell.preferences.change_server(
            1,
            lambda house, least=least, alerts=alerts: replace(house, alert_least=least, alerts=alerts),  # type: ignore[misc]
        )
        bell.alerts = Alerts(bell.tables, bell.preferences, bell._plays_in_private, lambda: bell.now)
        assert await bell.rings_in(table) == rings, chosen
        assert not table.alerts
        await bell.alerts.close()


async def test_by_days_somebody_is_reminded_each_day_at_their_hour_and_the_reminder_before_goes(
    store: Store,
) -> None:
    """1,000,000 seconds are eleven days, thirteen hours and 46 minutes and 40 seconds."""
    bell, hour = Bell(store), 3600.0
    table, waited = await bell.waiting(pace="days", absent="off")
    await bell.preferences.change_person(table.people[waited], lambda tastes: replace(tastes, remind_at=15))
    assert await bell.rings_in(table) == 15 * hour - (13 * hour + 46 * 60 + 40)
    bell.now = 11 * 24 * hour + 15 * hour
    assert await bell.rings_in(table) == 24 * hour
    first = table.alerts[waited]
    assert first.at == bell.now
    bell.now += 24 * hour
    assert await bell.rings_in(table) == 24 * hour
    assert table.alerts[waited].at == bell.now and first.slot in table.redraw
    await bell.alerts.close()


async def test_only_the_process_that_looks_after_a_table_sets_a_timer_for_it(store: Store) -> None:
    beside = Beside()
    tables = Tables(store.streams, ChanceSource("clock"))
    table = await tables.open_table(Place(1, 11), "biritch", {})
    for user in FOUR:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, FOUR[0], Start())

    async def in_private(_: SlotKey) -> bool:
        return False

    clock = Clock(tables, ChanceSource("clock"), cut_seconds=3600.0, cluster=beside)
    alerts = Alerts(tables, Preferences(store.preferences, store.people), in_private, cluster=beside)
    for follower in (clock, alerts):
        for beside.looks_after, timers in ((False, set()), (True, {table.id})):
            follower.changed(table)
            assert {*follower.wakeups._timers, *follower.wakeups._looking} == timers, follower
        await follower.close()


async def test_a_timer_that_goes_off_after_the_table_has_gone_to_another_process_does_nothing(
    store: Store,
) -> None:
    tables, beside = Tables(store.streams, ChanceSource("clock")), Beside()
    watch = Watch(tables, await tables.open_table(Place(1, 11), "biritch", {}), beside)
    watch.by(0.0)
    await turns()
    assert watch.looked == [] and watch.armed is None
    beside.looks_after = True
    watch.by(0.0)
    await turns()
    assert watch.looked == [watch.now]
    await watch.wakeups.close()
