"""Presses delivered as Discord may deliver them: ``python -m tests.trials.soak.presses`` for many.

A Hypothesis state machine presses at two tables at once, as their people, as people of the other table and as
strangers; on buttons of now, of before and of nobody. Each press is delivered one to five times, in any order
and to any process, several together, with restarts in between. Afterwards the log must hold every press that
was accepted once, as it was pressed and by whom, and nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import psycopg
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from bot.cluster import ALONE, Shared
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key
from bot.tables import replay
from bot.tables.open_table import Point
from bot.tables.service import Tables
from rules.calls import Called, Play
from rules.cards import PACK
from rules.errors import Refusal
from rules.seats import Person, Seat
from rules.table.events import CallMade, CardPlayed, Event, PackCut
from rules.table.requests import CutPack, Join, Request, Start
from rules.table.table import Table
from storage.ports.records import DatabaseAddress, Place, ServerUrl, TableId, UserId
from storage.ports.storage import EVERY
from storage.store import Store
from tests.trials.stage import postgres
from tests.trials.stage.on_a_server import empty
from tests.trials.stage.processes import ends_as_interrupted

PEOPLE: Final = (UserId(101), UserId(102), UserId(103), UserId(104))
OTHERS: Final = (PEOPLE[0], UserId(202), UserId(203), UserId(204))
"""One of them sits at both tables."""
STRANGER: Final = UserId(999)
BEGAN: Final = 1_780_000_000.0


class Press(NamedTuple):
    """One interaction."""

    table: int
    user: UserId
    request: Request
    point: Point
    key: Key


class Presses(RuleBasedStateMachine):
    """``processes`` of them share a database."""

    processes: ClassVar[int] = 1
    steps: ClassVar[Counter[str]] = Counter()
    """How many deliveries were accepted, refused, and made after a restart, over all runs."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        self.runner = asyncio.Runner()
        self.where = self.begun()
        self.stacks: list[AsyncExitStack] = []
        self.tables: list[Tables] = []
        self.stores: list[Store] = []
        self.ids: tuple[TableId, ...] = ()
        self.keys = 0
        self.waiting: list[Press] = []
        self.made: dict[int, Press] = {}
        self.accepted: set[int] = set()

    def begun(self) -> DatabaseAddress:
        return self.folder / "presses.sqlite3"

    def run(self, work: Any) -> Any:
        async def awaited() -> Any:
            return await work

        return self.runner.run(awaited())

    async def _opened(self) -> tuple[AsyncExitStack, Store, Tables]:
        stack = AsyncExitStack()
        store = await stack.enter_async_context(Store.open(self.where, now=lambda: BEGAN))
        peers = store.shared_by(EVERY)
        cluster = Shared(peers, EVERY) if peers is not None else ALONE
        tables = Tables(
            store.streams, ChanceSource(f"presses {len(self.stores)}"), lambda: BEGAN, cluster=cluster
        )
        await tables.find()
        return stack, store, tables

    @initialize()
    def sit_down(self) -> None:
        for _ in range(self.processes):
            stack, store, tables = self.run(self._opened())
            self.stacks.append(stack)
            self.stores.append(store)
            self.tables.append(tables)
        self.ids = tuple(
            self.run(self._seated(channel, people)) for channel, people in ((11, PEOPLE), (12, OTHERS))
        )

    async def _seated(self, channel: int, people: tuple[UserId, ...]) -> TableId:
        first = self.tables[0]
        table = await first.open_table(Place(1, channel), "biritch", {})
        for user in people:
            await first.act(table.id, user, Join())
        await first.act(table.id, people[0], Start())
        return table.id

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """One rule for all that may happen: Hypothesis leaves some of several rules out of each run."""
        happens = data.draw(st.sampled_from((*(self.press, self.deliver) * 4, self.restart)))
        happens(data)

    def press(self, data: st.DataObject) -> None:
        """Somebody of the table, of the other table or of neither presses something that may be open."""
        table, times = data.draw(st.integers(0, 1)), data.draw(st.integers(1, 5))
        state = self._state(table)
        user = self._who(data, state, table)
        options = self._options(state)
        request, point = data.draw(st.sampled_from(options)) if options else (Play(PACK[0]), Point(1, 0))
        if data.draw(st.integers(0, 9)) == 0:  # a button that nobody was shown
            request = Play(data.draw(st.sampled_from(PACK)))
        if data.draw(st.integers(0, 9)) == 0:
            point = Point(data.draw(st.integers(0, 3)), data.draw(st.integers(0, 60)))
        self.keys += 1
        pressed = Press(table, user, request, point, Key(str(self.keys), BEGAN))
        self.made[self.keys] = pressed
        self.waiting += [pressed] * times

    def _state(self, table: int) -> Table:
        state: Table = self.run(self.tables[0].get(self.ids[table])).state
        return state

    def _who(self, data: st.DataObject, state: Table, table: int) -> UserId:
        due = sorted(state.waits_for, key=lambda seat: seat.value)
        if due and state.rubber is not None and data.draw(st.integers(0, 9)) < 8:
            member = state.rubber.seats.of(data.draw(st.sampled_from(due)))
            opened = self.run(self.tables[0].get(self.ids[table]))
            if isinstance(member, Person) and member in opened.people:
                return UserId(opened.people[member])
        return data.draw(st.sampled_from((*PEOPLE, *OTHERS, STRANGER)))

    def _options(self, state: Table) -> list[tuple[Request, Point]]:
        deal = state.deal
        if state.pack is not None:
            return [(CutPack(at, ""), Point(state.deals)) for at in (10, 20, 30)]
        if deal is None or state.rubber is None:
            return []
        playing = deal.playing
        point = Point(state.deals, playing.cards_played if playing is not None else len(deal.calls))
        return [(option, point) for seat in Seat if seat in deal.may_act for option in deal.options(seat)]

    def deliver(self, data: st.DataObject) -> None:
        """Several deliveries at once, each to any process."""
        count, now = data.draw(st.integers(1, 6)), []
        for _ in range(min(count, len(self.waiting))):
            pressed = self.waiting.pop(data.draw(st.integers(0, len(self.waiting) - 1)))
            now.append((pressed, data.draw(st.integers(0, self.processes - 1))))
        self.run(self._delivered(now))

    async def _delivered(self, now: list[tuple[Press, int]]) -> None:
        await asyncio.gather(*(self._one(pressed, process) for pressed, process in now))

    async def _one(self, pressed: Press, process: int) -> None:
        try:
            await self.tables[process].act(
                self.ids[pressed.table], pressed.user, pressed.request, point=pressed.point, key=pressed.key
            )
        except Refusal:
            self.steps["refused"] += 1
            assert int(pressed.key.id) not in self.accepted, f"{pressed} was accepted before"
            return
        self.steps["accepted"] += 1
        self.accepted.add(int(pressed.key.id))

    def restart(self, data: st.DataObject) -> None:
        """A process ends and begins anew; what it was told to do has been done."""
        process = data.draw(st.integers(0, self.processes - 1))
        self.steps["restarts"] += 1
        self.run(self.stacks[process].aclose())
        self.stacks[process], self.stores[process], self.tables[process] = self.run(self._opened())

    async def _compared(self, table: int) -> None:
        store, table_id = self.stores[0], self.ids[table]
        kept = await store.streams.load(table_id, whole=True)
        assert kept is not None
        by_version = {one.version: one for one in kept.events}
        acts = {one.version for one in kept.events if _act(one.event) is not None}
        for key, pressed in self.made.items():
            if pressed.table != table:
                continue
            done = await store.streams.done(str(key))
            assert (done is not None) == (key in self.accepted), f"{pressed}: {done}"
            if done is None:
                continue
            mine = max((version for version in acts if version <= done.version), default=0)
            stored = by_version[mine]
            assert stored.actor is not None and kept.people[stored.actor] == pressed.user, pressed
            assert _act(stored.event) == _asked(pressed.request), f"{pressed}: {stored.event}"
            acts.discard(mine)
        assert not acts, f"{[by_version[one] for one in acts]}, which nobody pressed"
        state = replay.replayed_table(replay.replay(table_id, None, kept.events))
        for tables in self.tables:
            assert (await tables.get(table_id)).state == state

    def teardown(self) -> None:
        """All that was made so far is delivered and compared with the log."""
        try:
            if self.ids:
                self.run(self._delivered([(pressed, 0) for pressed in self.waiting]))
                for table in range(len(self.ids)):
                    self.run(self._compared(table))
        finally:
            self._close()

    def _close(self) -> None:
        for stack in self.stacks:
            self.run(stack.aclose())
        self.runner.close()
        shutil.rmtree(self.folder)


def _act(event: Event) -> object:
    match event:
        case CardPlayed(card=card):
            return card
        case CallMade(called=Called(call=call)):
            return call
        case PackCut(at=at):
            return at
        case _:
            return None


def _asked(request: Request) -> object:
    match request:
        case Play(card=card):
            return card
        case CutPack(at=at):
            return at
        case _:
            return request


def on_a_server(url: ServerUrl, database: psycopg.Connection[Any], count: int = 4) -> type[Presses]:
    """The same with so many processes on a PostgreSQL server, whose database is emptied for each run."""

    class OnServer(Presses):
        processes = count

        def begun(self) -> DatabaseAddress:
            empty(database)
            return url

    return OnServer


def ran(machine: type[Presses], examples: int, steps: int, *, fixed: bool = False) -> None:
    """The same each time if ``fixed``. Raises AssertionError, else with the shortest way there."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            derandomize=fixed,
            phases=(Phase.generate,) if fixed else tuple(Phase),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.trials.soak.presses", description=__doc__)
    asked.add_argument("examples", type=int, nargs="?", default=500)
    asked.add_argument("--steps", type=int, default=60)
    asked.add_argument("--processes", type=int, default=1, help="more than one: on a PostgreSQL server")
    options = asked.parse_args()
    ends_as_interrupted()
    if options.processes == 1:
        ran(Presses, options.examples, options.steps)
    else:
        with postgres.alone() as server, psycopg.connect(server.url(), autocommit=True) as raw:
            machine = on_a_server(ServerUrl(server.url()), raw, options.processes)
            ran(machine, options.examples, options.steps)
    print(", ".join(f"{what} {count}" for what, count in sorted(Presses.steps.items())))
    print("presses-lost-or-doubled 0 goal 0 ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
