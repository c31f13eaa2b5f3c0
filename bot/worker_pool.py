"""A pool of worker processes for long computations, so that they do not block the event loop.

``concurrent.futures`` will not do: a process of its pool that hangs cannot be killed or replaced alone, and
one that dies breaks the whole pool. Here each worker is a process with a pipe each way. One that hangs is
killed, a lost one is replaced, and all end by themselves when the bot's process ends, however it ends.
Nothing here knows what the tasks do.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeVar

import bot
from bot.clocks import cancelled
from bot.fair_queue import FairQueue, Owner, Rank, Shares
from bot.supervisor import SUPERVISOR
from robots.process.worker import LENGTH, READY, Answer, framed
from storage.ports.waits import run_to_end

log = logging.getLogger(__name__)

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

ROOT: Final = Path(bot.__path__[0]).parent
"""The directory in which a worker finds the same modules as this process."""

STARTING: Final = 30.0
"""Seconds that a worker may take to start."""
RETRY: Final = 10.0
"""Seconds before another start after one has failed."""
REST: Final = 600.0
"""Seconds without a task after which the workers are ended; the next task starts them again."""
OVERRUN: Final = 0.25
"""Seconds that a task may run over its own budget before it is given up."""
GRACE: Final = 1.0
"""Seconds more after which its worker is killed. On a busy machine it is often late by little, and a new one
would cost half a second of processor time."""

IN_A_HURRY: Final = 3
"""So many tasks for each worker, and each is given a third of its time."""
TURNS: Final = 3
"""Turns of the event loop until it has noticed that a process has died: the pipe becomes readable, the end of
the file is read, and the stream is told."""


class Task(Protocol[T_co]):
    """A picklable value that can be run."""

    def run(self) -> T_co: ...


class WorkersFailed(Exception):
    """A task gave no result."""


class OutOfTime(WorkersFailed):
    """The task was not done in time."""


class WorkerLost(WorkersFailed):
    """The process that ran the task has died."""


class _WasDead(WorkerLost):
    """It had died before, and was never given the task."""


class TaskRaised(WorkersFailed):
    """The task raised an exception. ``told`` has its class and traceback lines, not its message."""

    def __init__(self, told: str) -> None:
        super().__init__(told)
        self.told = told


class WorkerPool:
    """At most ``count`` processes, started when they are first needed. Their time is shared among those for
    whom they work. ``patient`` is for what may take long: of two workers it leaves one to what is in a hurry.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self.shares = Shares()
        self.patient = FairQueue(self.shares, max(1, count - 1))
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._free = FairQueue(self.shares, 0)  # as many places as there are idle ones
        self._starting: set[asyncio.Task[None]] = set()
        self._late: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._asked = 0  # tasks running and waiting
        self._not_before = 0.0  # the loop time before which no worker is started
        self._rest: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def size(self) -> int:
        return self._count

    @property
    def is_closed(self) -> bool:
        """Whether workers are lost because the bot stops."""
        return self._closed

    def start_missing(self) -> None:
        """Starts the missing workers in the background, so that a task does not wait for them."""
        if asyncio.get_running_loop().time() < self._not_before or self._closed:
            return
        for _ in range(self._count - len(self._workers) - len(self._starting)):
            self._rest_later()
            starting = SUPERVISOR.run_once(self._start(), "a worker starts")
            self._starting.add(starting)
            starting.add_done_callback(self._starting.discard)

    async def run(self, task: Task[T], *, within: float, owner: Owner = None, rank: Rank = Rank.PEOPLE) -> T:
        """The task's result. ``within`` is in seconds and includes waiting for a free worker. Raises
        OutOfTime, WorkerLost, TaskRaised."""
        return await self.run_timed(lambda _: task, within=within, owner=owner, rank=rank)

    async def run_timed(
        self,
        timed: Callable[[float], Task[T]],
        *,
        within: float,
        owner: Owner = None,
        rank: Rank = Rank.PEOPLE,
    ) -> T:
        """As ``run``, for a task with a time budget: ``timed`` makes it, once a worker is free, from the
        seconds that it may take, which are fewer when many tasks are waiting."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + within
        self._asked += 1
        try:
            self.start_missing()
            while True:
                worker = await self._free_worker(deadline, owner, rank)
                left = deadline - (began := clock())
                if left < OVERRUN:
                    self._put_back(worker)
                    raise OutOfTime
                fair = within * min(1.0, self._count / self._asked)
                try:
                    return await self._run_by(
                        worker, timed(min(left, max(fair, OVERRUN)) - OVERRUN), deadline
                    )
                except _WasDead:  # nobody had noticed; another is asked
                    pass
                finally:
                    self.shares.use(owner, clock() - began)
        finally:
            self._asked -= 1
            self._rest_later()

    @property
    def tasks(self) -> int:
        """Tasks running and waiting."""
        return self._asked

    @property
    def hurries(self) -> bool:
        """Whether so many tasks wait that each is given much less time than it could use."""
        return self._asked >= IN_A_HURRY * self._count

    async def close(self) -> None:
        """Ends every worker, busy or not."""
        self._closed = True
        if self._rest is not None:
            self._rest.cancel()
        await cancelled((*self._starting, *self._late))
        self._dismiss()
        while self._ending:  # the loop would be told of their end when it is closed
            await asyncio.wait(self._ending)

    async def _start(self) -> None:
        try:
            async with asyncio.timeout(STARTING):
                worker = await _Worker.started()
        except (OSError, TimeoutError, WorkerLost) as failure:
            log.error("no worker could be started: %s", type(failure).__name__)
            self._not_before = asyncio.get_running_loop().time() + RETRY
        else:
            self._workers.add(worker)
            self._put_back(worker)

    async def _free_worker(self, deadline: float, owner: Owner, rank: Rank) -> _Worker:
        """A worker that is not known to be dead. Raises OutOfTime."""
        try:
            async with asyncio.timeout_at(deadline):
                for _ in range(TURNS):
                    await asyncio.sleep(0)
                await self._free.acquire(owner, rank)
                while not (worker := self._idle.pop()).alive:
                    self._lose(worker)
                    self.start_missing()
                    await self._free.acquire(owner, rank)
        except TimeoutError:
            raise OutOfTime from None
        return worker

    async def _run_by(self, worker: _Worker, task: Task[T], deadline: float) -> T:
        """A worker that has not answered is asked nothing else: its late answer would be taken for that of
        the next task."""
        # short-lived: it is waited for below, or by the task that takes the worker back
        answering = asyncio.create_task(worker.run_task(task), name="a worker answers")
        try:
            async with asyncio.timeout_at(deadline):
                came, what = await asyncio.shield(answering)
        except TimeoutError:
            late = SUPERVISOR.run_once(self._wait_for(worker, answering), "a worker is late")
            self._late.add(late)
            late.add_done_callback(self._late.discard)
            raise OutOfTime from None
        except BaseException:
            answering.cancel()
            self._replace(worker)
            raise
        self._put_back(worker)
        if not came:
            raise TaskRaised(str(what))
        value: T = what  # type: ignore[assignment]  # the value that ``run`` of this task returned
        return value

    async def _wait_for(self, worker: _Worker, answering: asyncio.Task[Answer]) -> None:
        """Takes the worker back once its late answer, which nobody wants any more, has come."""
        try:
            await asyncio.wait_for(answering, GRACE)
        except (TimeoutError, WorkerLost):
            self._replace(worker)
        else:
            self._put_back(worker)

    def _replace(self, worker: _Worker) -> None:
        self._lose(worker)
        self.start_missing()

    def _put_back(self, worker: _Worker) -> None:
        self._idle.append(worker)
        self._free.release()

    def _lose(self, worker: _Worker) -> None:
        worker.kill()
        self._workers.discard(worker)
        ending = SUPERVISOR.run_once(worker.wait_ended(), "a worker ends")
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    def _dismiss(self) -> None:
        self._idle.clear()
        self._free = FairQueue(self.shares, 0)
        for worker in list(self._workers):
            self._lose(worker)

    def _rest_later(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        if not self._closed:
            self._rest = asyncio.get_running_loop().call_later(REST, self._rest_now)

    def _rest_now(self) -> None:
        if not self._asked and not self._starting:
            self._dismiss()


class _Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._process, self._tasks, self._answers = process, process.stdin, process.stdout

    @classmethod
    async def started(cls) -> _Worker:
        """A worker that has loaded everything. It has its own session, so that an interrupt at the bot's
        terminal does not reach it. Raises OSError, WorkerLost."""
        making = asyncio.ensure_future(  # short-lived: it is waited for below
            asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "robots.process.worker"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                cwd=ROOT,
                start_new_session=True,
            )
        )
        ready = False
        try:
            worker = cls(await run_to_end(making))
            ready = await worker._received() == READY
        finally:
            if not ready:
                worker = cls(making.result())
                worker.kill()
                await worker.wait_ended()
        if not ready:
            raise WorkerLost
        return worker

    @property
    def alive(self) -> bool:
        return self._process.returncode is None and not self._answers.at_eof()

    async def run_task(self, task: Task[object]) -> Answer:
        """Raises WorkerLost."""
        try:
            self._tasks.write(framed(task))
            await self._tasks.drain()
        except ConnectionError:
            raise _WasDead from None
        return await self._received()

    async def _received(self) -> Answer:
        try:
            length = int.from_bytes(await self._answers.readexactly(LENGTH), "big")
            answer: Answer = pickle.loads(await self._answers.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerLost from None
        return answer

    def kill(self) -> None:
        self._tasks.close()
        if self.alive:
            self._process.kill()

    async def wait_ended(self) -> None:
        await self._process.wait()
