"""The bot as a process of its own: start, watch, kill. Knows its environment, not what it does."""

import asyncio
import ctypes
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Protocol

from dotenv import dotenv_values

from playground.errors import BotDied

_KEPT_LINES = 200_000
_LONGEST_LINE = 4 * 1024 * 1024
_TAIL = 20
_OURS = ("DISCORD_", "DATABASE")
_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def dies_with_parent() -> None:
    """In a process that has just begun: have it killed with whoever began it, such as the bot with the
    playground, so that it does not try to reconnect for ever. Only Linux can."""
    if _LIBC is not None:
        _LIBC.prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _written_in(dotenv: Path) -> set[str]:
    """The settings in a file that the bot would read, which are those of a bot that people play with: where
    its backups lie, say. Of one that cannot be read the bot itself tells."""
    with suppress(OSError, UnicodeDecodeError):
        return {*dotenv_values(dotenv, encoding="utf-8-sig")}
    return set()


class Program(Protocol):
    """A running process, as asyncio gives one."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    @property
    def stdout(self) -> asyncio.StreamReader | None: ...

    async def wait(self) -> int: ...

    def send_signal(self, number: int, /) -> None: ...

    def kill(self) -> None: ...


class Spawn(Protocol):
    """Starts a command in an environment and a folder, its errors going to its standard output."""

    async def __call__(
        self, command: Sequence[str], env: Mapping[str, str], cwd: Path | None, /
    ) -> Program: ...


async def executed(command: Sequence[str], env: Mapping[str, str], cwd: Path | None) -> Program:
    return await asyncio.create_subprocess_exec(
        *command,
        env=env,
        cwd=cwd,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        limit=_LONGEST_LINE,
        preexec_fn=dies_with_parent if sys.platform == "linux" else None,
        start_new_session=True,  # Ctrl-C in a terminal is for the playground, which then stops the bot
    )


class BotProcess:
    """The bot's process. It may be started again; ``log`` goes on over restarts."""

    spawn: ClassVar[Spawn] = staticmethod(executed)
    """How a program is started; tests have a quicker way."""
    patience: ClassVar[float] = 30.0
    """Seconds after which a bot is given up that is not ready, or does not end when told to. Tests give it
    more."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        readiness: Callable[[], Callable[[], bool]],
        *,
        cwd: Path | None = None,
        on_death: Callable[[int], None] | None = None,
    ) -> None:
        self._command, self._readiness, self._cwd, self._on_death = tuple(command), readiness, cwd, on_death
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(_OURS)}
        # What the file would set is empty, which to the bot is as good as not set.
        self._env = (
            dict.fromkeys(_written_in((cwd or Path()) / ".env"), "")
            | inherited
            | {"PYTHONUNBUFFERED": "1"}
            | dict(env)
        )
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._process: Program | None = None
        self._watching: asyncio.Task[None] | None = None
        self._expected = True
        self.started = 0  # how often it has been started

    @property
    def log(self) -> str:
        """Everything printed so far, standard output and errors as they came."""
        return "".join(self._lines)

    @property
    def tail(self) -> str:
        return "".join(list(self._lines)[-_TAIL:])

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def exit_code(self) -> int | None:
        """The exit code of the last process, negative for a signal."""
        return None if self._process is None else self._process.returncode

    async def start(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Start the program and wait until it is ready; ``BotDied`` if it ends before."""
        self._expected = True  # a death before it is ready is raised from here
        self.started += 1
        is_ready = self._readiness()
        # short-lived: it is waited for at once
        spawning = asyncio.ensure_future(self.spawn(self._command, self._env, self._cwd))
        try:
            self._process = await asyncio.shield(spawning)
        except asyncio.CancelledError:  # nobody else knows of it
            (await spawning).kill()
            raise
        # short-lived: it ends with the process, and is waited for then
        self._watching = asyncio.create_task(self._watch(self._process))
        async with asyncio.timeout(self.patience if timeout is None else timeout):
            while not is_ready():
                if not self.alive:
                    await self._watching
                    raise BotDied(self.exit_code, self.tail)
                await asyncio.sleep(0.01)
        self._expected = False

    def kill(self) -> None:
        """SIGKILL: the process gets no chance to do anything."""
        self._expected = True
        if self._process is not None and self.alive:
            self._process.kill()

    async def dead(self) -> int:
        """Wait for the end of the process; its exit code."""
        assert self._process is not None
        code = await self._process.wait()
        if self._watching is not None:
            await self._watching
        return code

    async def stop(self, *, grace: float | None = None) -> int:
        """SIGTERM, and SIGKILL if that has not ended it after ``grace`` seconds; the exit code."""
        self._expected = True
        if self._process is None:
            return 0
        if self.alive:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), self.patience if grace is None else grace)
            self.kill()
        return await self.dead()

    async def restart(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Kill without warning and start again, on the same database."""
        if self._process is not None:
            self.kill()
            await self.dead()
        await self.start(timeout=timeout)

    def freeze(self) -> None:
        """SIGSTOP: the process hangs, as on a machine that is out of memory."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    async def _watch(self, process: Program) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            self._lines.append(line.decode(errors="replace"))
        code = await process.wait()
        if not self._expected and self._on_death is not None:
            self._on_death(code)
