"""Whatever is done to both, the store holds the same as a few dicts."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rules.cards import PACK
from rules.seats import Side
from rules.table.events import Closed, Event
from storage.ports.records import Append, DatabaseAddress, Done, ServerUrl, SlotKey, SlotState, TableId
from storage.ports.storage import AlreadyDone, StaleVersion
from storage.store import Store
from tests.trials.stage.empty_database import made_ready
from tests.trials.stage.happenings import HERE, OPENED, USERS, begun, no_deals, played, reckoned
from tests.trials.stage.on_a_server import empty

T = TypeVar("T")

TABLES = st.sampled_from([TableId("aa"), TableId("bb")])
NAMES = st.sampled_from(["table:1", "table:2", "hand:a1"])
KEYS = st.one_of(st.none(), st.integers(0, 30).map(str))
DRIFT = st.sampled_from([0, 0, 0, 0, 0, -1, 1, 3])
EVENTS = st.lists(
    st.one_of(st.sampled_from(PACK).map(played), st.just(Closed("empty")), st.integers(-(2**90), 2**90)),
    max_size=4,
)


class Model:
    """What the store should hold."""

    def __init__(self) -> None:
        self.events: dict[TableId, list[Event]] = {}
        self.keys: dict[str, Done] = {}
        self.slots: dict[SlotKey, SlotState] = {}
        self.values: list[int] = []  # of the rubbers, each won by north and south


class StoreAgainstModel(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.where = self.begin()
        self.stack = AsyncExitStack()
        self.model = Model()
        self.open()

    def begin(self) -> DatabaseAddress:
        """An empty database."""
        self.run(made_ready(self.folder / "t.sqlite3"))
        return self.folder / "t.sqlite3"

    def run(self, work: Any) -> Any:
        async def outcome() -> Any:
            return await work

        return self.runner.run(outcome())

    def open(self) -> None:
        opening = self.stack.enter_async_context(Store.open(self.where, now=lambda: 1.5))
        self.store: Store = self.run(opening)

    def teardown(self) -> None:
        self.run(self.stack.aclose())
        self.runner.close()
        shutil.rmtree(self.folder)

    @rule(table=TABLES, drift=DRIFT, what=EVENTS, key=KEYS, wanted=st.sets(NAMES))
    def append(
        self, table: TableId, drift: int, what: list[Event | int], key: str | None, wanted: set[str]
    ) -> None:
        model = self.model
        version = len(model.events.get(table, ()))
        expected = max(0, version + drift)
        events: list[Event] = [OPENED] if expected == 0 else []
        values: list[int] = []
        for one in what:
            if isinstance(one, int):
                number = 1000 * (version + 1) + len(values)
                events += [begun(number), reckoned(number, Side.NS, one)]
                values.append(one)
            else:
                events.append(one)
        opening: dict[str, Any] = {"place": HERE, "people": USERS} if expected == 0 else {}
        appending = self.store.streams.append(
            Append(table, expected, events, key=key, slots=sorted(wanted), **opening)  # type: ignore[arg-type]
        )
        if key in model.keys:
            with pytest.raises(AlreadyDone) as done:
                self.run(appending)
            assert Done(done.value.table, done.value.version) == model.keys[key]
            return
        if expected != version:
            with pytest.raises(StaleVersion) as stale:
                self.run(appending)
            assert (stale.value.expected, stale.value.actual) == (expected, version)
            return
        after = version + len(events)
        assert self.run(appending) == after
        model.events.setdefault(table, []).extend(events)
        model.values += values
        if key is not None:
            model.keys[key] = Done(table, after)
        for name in wanted:
            slot = SlotKey(table, name)  # type: ignore[arg-type]
            model.slots[slot] = model.slots.get(slot, SlotState(slot, after))._replace(wanted=after)

    @rule(table=TABLES, count=st.integers(2, 6))
    def race(self, table: TableId, count: int) -> None:
        version = len(self.model.events.get(table, ()))
        if version == 0:
            return

        async def all_at_once() -> list[Any]:
            appends = (
                self.store.streams.append(Append(table, version, [played(PACK[n])])) for n in range(count)
            )
            return await asyncio.gather(*appends, return_exceptions=True)

        results = self.run(all_at_once())
        assert results.count(version + 1) == 1
        assert sum(isinstance(one, StaleVersion) for one in results) == count - 1
        self.model.events[table].append(played(PACK[results.index(version + 1)]))

    @rule(table=TABLES, turns=st.integers(0, 8))
    def cancel(self, table: TableId, turns: int) -> None:
        version = len(self.model.events.get(table, ()))
        if version == 0:
            return
        key = f"cancelled {table} {version}"

        async def cancelled() -> Done | None:
            task = asyncio.create_task(self.store.streams.append(Append(table, version, [played()], key=key)))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return await self.store.streams.done(key)

        done = self.run(cancelled())
        if done is not None:
            assert done == Done(table, version + 1)
            self.model.events[table].append(played())
            self.model.keys[key] = done

    @precondition(lambda self: self.model.slots)
    @rule(data=st.data(), behind=st.integers(0, 3), message=st.integers(1, 9), later=st.integers(0, 100))
    def note(self, data: st.DataObject, behind: int, message: int, later: int) -> None:
        slot = self.a_slot(data)
        shown = slot.as_shown(max(0, slot.wanted - behind), f"d{behind}", 5, message)
        after = data.draw(
            st.sampled_from(
                (shown, slot.as_lost(), slot.as_failed(later / 8), slot.as_parked("why"), slot.as_unparked())
            )
        )
        self.run(self.store.slots.note_slots([after]))
        self.model.slots[slot.key] = after

    @precondition(lambda self: self.model.slots)
    @rule(data=st.data())
    def retire(self, data: st.DataObject) -> None:
        slot = self.a_slot(data)
        self.run(self.store.slots.note_slots([], [slot]))
        del self.model.slots[slot.key]

    def a_slot(self, data: st.DataObject) -> SlotState:
        return self.model.slots[data.draw(st.sampled_from(sorted(self.model.slots, key=repr)))]

    @rule()
    def reopen(self) -> None:
        self.run(self.stack.aclose())
        self.open()

    @rule()
    def rebuild(self) -> None:
        self.run(self.store.checks.rebuild_projections(no_deals))

    @invariant()
    def they_agree(self) -> None:
        self.run(self.compare())

    async def compare(self) -> None:
        model, store = self.model, self.store
        for table, events in model.events.items():
            assert [stored.event for stored in await store.streams.read(table)] == events
            assert [stored.version for stored in await store.streams.read(table, after=1)] == list(
                range(2, len(events) + 1)
            )
            assert await store.streams.verify_chain(table) == len(events)
            of_table = [slot for slot in model.slots.values() if slot.key.table == table]
            assert set(await store.slots.of_stream(table)) == set(of_table)
            listed = await store.streams.find_stream(table)
            assert listed is not None
            assert listed.open == (not any(isinstance(event, Closed) for event in events))
        assert set(await store.slots.due_slots()) == {slot for slot in model.slots.values() if slot.due}
        for key, done in model.keys.items():
            assert await store.streams.done(key) == done
        board = {line.user: line for line in (await store.standings.leaderboard(HERE.guild, "biritch")).lines}
        if model.values:
            assert {line.rubbers for line in board.values()} == {len(model.values)}
            total = sum(model.values)
            assert [board[user].points for user in USERS.values()] == [total, -total, total, -total]


StoreAgainstModel.TestCase.settings = settings(
    max_examples=20,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestStoreAgainstModel = StoreAgainstModel.TestCase


def test_a_store_on_a_server_holds_the_same_as_a_few_dicts(
    url: ServerUrl, own_database: psycopg.Connection[Any]
) -> None:
    class OnServer(StoreAgainstModel):
        def begin(self) -> DatabaseAddress:
            empty(own_database)
            return url

    few = settings(StoreAgainstModel.TestCase.settings, max_examples=2, stateful_step_count=20)
    run_state_machine_as_test(OnServer, settings=few)
