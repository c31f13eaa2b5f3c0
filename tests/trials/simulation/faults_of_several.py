"""Faults to plant that only several processes show, on a server with a replica."""

from __future__ import annotations

from typing import Any, Final

from bot import cluster
from bot.messages.sending import Sending
from bot.streams.service import Streams
from bot.tables.clock import Wakeups
from bot.tables.open_table import OpenTable
from storage import cluster as processes
from storage.ports.records import SlotKind
from storage.postgres.database import Postgres
from storage.postgres.session import Session
from tests.trials.stage.seams import Function, Seam, constant, no_wait, nothing


def forgetting_the_wait(transaction: Function) -> Function:
    def running(self: Any, *given: Any, **named: Any) -> Any:
        result, changed = transaction(self, *given, **named)
        self._unwaited = self._unwaited and not changed
        return result, changed

    return running


def reread_alone(gained: Function) -> Function:
    async def gaining(self: Any, stream_id: Any, *, goes_on: bool) -> None:
        known = self._open.get(stream_id)
        if known is None or known.closed:
            await gained(self, stream_id, goes_on=goes_on)
        else:
            async with known.lock:
                known.reread = True
            self._notify(known)

    return gaining


def all_awake(beat: Function) -> Function:
    async def beating(self: Any) -> None:
        self._asleep = set()
        await beat(self)

    return beating


def always_due(needs_call: Function) -> Function:
    return lambda self, board, state: (
        needs_call(self, board, state) or (state.due and state.key.slot.kind is not SlotKind.UNKNOWN)
    )


def asking_no_lease(wake_up: Function) -> Function:
    class Held:
        holds = staticmethod(lambda _: True)

    async def waking(self: Any, table_id: Any) -> None:
        self._cluster = Held
        await wake_up(self, table_id)

    return waking


def errand_lost(delegate: Function) -> Function:
    async def delegating(self: Any, *given: Any) -> Any:
        unasked = set(self._unasked)
        result = await delegate(self, *given)
        self._unasked &= unasked
        return result

    return delegating


def all_alerts(post_init: Function) -> Function:
    def opening(self: Any) -> None:
        alerts = dict(self.alerts)
        post_init(self)
        self.alerts = alerts

    return opening


SEVERAL: Final[dict[str, Seam]] = {
    "what is found in the database is told of before the replica has it": Seam(Session, "_vouch", nothing),
    "a commit whose wait for the replica was cancelled is told of": Seam(
        Session, "_transaction", forgetting_the_wait
    ),
    "a commit of which nothing is known counts as undone, and is not tried again": Seam(
        Postgres,
        "_run_attempt",
        lambda run: lambda self, work, patience=None, *, once=False: run(self, work, patience, once=True),
    ),
    "a lease is believed in long after its end": Seam(cluster, "LEASE_MARGIN", constant(-9)),
    "a process writes without asking whether it holds the lease": Seam(
        cluster.Shared, "holds", constant(lambda *_: True)
    ),
    "what other processes do is not heard of": Seam(Streams, "heard", no_wait),
    "a dead process keeps its leases": Seam(processes, "BURY", constant("SELECT 1")),
    "what others have put on screen is not known after a lease has come back": Seam(
        Streams, "gained", reread_alone
    ),
    "what is taken over while the database is away is not woken": Seam(cluster.Leases, "beat", all_awake),
    "a version that only another process knows is drawn over and over": Seam(
        Sending, "needs_call", always_due
    ),
    "a table's clock asks for no lease": Seam(Wakeups, "_wake_up", asking_no_lease),
    "an errand that was not taken is lost": Seam(cluster.Shared, "delegate", errand_lost),
    "an alert that a dead process has posted stands for who has acted elsewhere": Seam(
        OpenTable, "__post_init__", all_alerts
    ),
}
"""Each under what it does."""
