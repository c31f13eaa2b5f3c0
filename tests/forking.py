"""Bots that tests start are forked from a process that has imported them already, in place of a new Python.

Each bot is a process of its own with its own memory, environment, output and end, as if it had been started
by its command; only the second that imports take is spent once for all tests of a run. ``spawned`` takes the
place of the playground's own way to start a program. The parent of the bots is ``python -m tests.forking``:
one for each command, PYTHONHASHSEED and PYTHONDEVMODE, which all workers share. It ends with the last of
them, and the bots of each worker with that worker.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import gc
import importlib
import json
import os
import random
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from playground.process import Program, executed
from screens.words.languages import LANGUAGES, say, spoken
from storage.engine import from_nothing, migrations
from tests.trials.stage.guard import until_now

_LONGEST: Final = 1 << 18
IN_A_FORK: Final = "# in a fork of the bot"
"""How code begins that is forked though it is given by ``-c``: it finds the bot's modules imported, changes
attributes of what they call, and runs ``bot``."""
_PARENT_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG of prctl(2)
_PYTHON: Final = {"PYTHONHASHSEED": "random", "PYTHONDEVMODE": ""}
"""What a Python reads once at its own start, so that bots which differ in it have different parents."""


async def spawned(command: Sequence[str], env: Mapping[str, str], cwd: Path | None) -> Program:
    """The command, forked where it is a Python module or script, else executed."""
    if sys.platform != "linux" or command[0] != sys.executable or len(command) < 2:
        return await executed(command, env, cwd)
    code = command[2] if command[1] == "-c" and command[2].startswith(IN_A_FORK) else ""
    if code:
        command = (command[0], "-m", "bot")
    elif command[1] != "-m" and not command[1].endswith(".py"):
        return await executed(command, env, cwd)
    python = {name: env.get(name, usual) for name, usual in _PYTHON.items()}
    key = (*command, *python.values())
    if key not in _PARENTS:
        _PARENTS[key] = _Parent(command, python)
    return await _PARENTS[key].child(env, cwd, code)


class Forked:
    """A process that somebody else is the parent of, with what the playground needs of an asyncio process."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader) -> None:
        self.pid, self.stdout = pid, stdout
        self.returncode: int | None = None
        self._ended = asyncio.Event()

    async def wait(self) -> int:
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def watch(self, ending: socket.socket) -> None:
        """Learn of the end of the process, which its parent tells."""
        loop = asyncio.get_running_loop()

        def told() -> None:
            loop.remove_reader(ending)
            said = ending.recv(64)
            ending.close()
            self.returncode = int(said) if said else -signal.SIGKILL
            self._ended.set()

        loop.add_reader(ending, told)


class _Parent:
    """A worker's connection with one ``python -m tests.forking``, which the first to need it starts."""

    def __init__(self, command: Sequence[str], python: Mapping[str, str]) -> None:
        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
        told = sha256("\n".join((run, *python.values(), *command)).encode()).hexdigest()
        address = f"\0biritch-tests-{told}"  # no file: it is free again once nobody listens
        self.process: subprocess.Popen[bytes] | None = None
        with _socket() as listening:
            try:
                listening.bind(address)
            except OSError:  # another worker has started it
                pass
            else:
                listening.listen()
                self.process = subprocess.Popen(
                    [sys.executable, "-u", "-m", __name__, str(listening.fileno()), *command[1:]],
                    pass_fds=[listening.fileno()],
                    cwd=Path(__file__).parents[1],  # a test may stand elsewhere
                    env={**os.environ, **python},
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                )
        self._asking = _socket()
        until_now(lambda: self._connects(address), "the parent of the bots")

    def _connects(self, address: str) -> bool:
        """Another worker may have taken the address, and not listen there yet."""
        with suppress(ConnectionRefusedError):
            self._asking.connect(address)
            return True
        return False

    def leave(self) -> None:
        """It ends when nobody is connected any more."""
        self._asking.close()

    async def child(self, env: Mapping[str, str], cwd: Path | None, code: str = "") -> Forked:
        """With ``code`` it executes that in place of the command."""
        reading, writing = os.pipe()
        ending, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            wanted = json.dumps({"env": dict(env), "cwd": str(cwd or Path.cwd()), "code": code}).encode()
            socket.send_fds(self._asking, [wanted], [writing, theirs.fileno()])
        os.close(writing)
        # By a way of its own: of several that are asked for at once, each would hear of any.
        pid = int(await asyncio.get_running_loop().run_in_executor(None, ending.recv, 64))
        stdout = asyncio.StreamReader(limit=4 * 1024 * 1024)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(reading, "rb")
        )
        forked = Forked(pid, stdout)
        ending.setblocking(False)
        forked.watch(ending)
        return forked


def _socket() -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
    return made


_PARENTS: Final[dict[tuple[str, ...], _Parent]] = {}


@atexit.register
def _leave() -> None:
    """All are left before any is waited for, since other workers do the same."""
    for parent in _PARENTS.values():
        parent.leave()
    for parent in _PARENTS.values():
        if parent.process is not None:
            with suppress(subprocess.TimeoutExpired):
                parent.process.wait(10)


# ---------------------------------------------------------------------- the parent's side


def main(listening: socket.socket, words: list[str]) -> str:
    """Fork a child for each request until nobody is connected any more. Returns in a child, as that child,
    the code that it shall execute in place of its command."""
    _import(words)
    gc.collect()
    gc.freeze()
    waking, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    asking: list[socket.socket] = [listening.accept()[0]]
    endings: dict[int, tuple[int, socket.socket]] = {}
    while asking:
        ready, _, _ = select.select([listening, waking, *asking], [], [])  # type: ignore[type-var]
        if waking in ready:
            os.read(waking, 4096)
            _reap(endings)
        if listening in ready:
            asking.append(listening.accept()[0])
        for asked in [one for one in asking if one in ready]:
            said, fds, _, _ = socket.recv_fds(asked, _LONGEST, 2)
            if not said:
                asking.remove(asked)
                asked.close()
                _kill(pid for pid, (_, by) in endings.items() if by is asked)
                continue
            out, ending = fds
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for one in (waking, woken, ending, *(number for number, _ in endings.values())):
                    os.close(one)
                for other in (listening, *asking):
                    other.close()
                wanted = json.loads(said)
                _become(wanted, out)
                return str(wanted["code"])
            os.close(out)
            endings[pid] = ending, asked
            os.write(ending, str(pid).encode())
    os._exit(0)


def _kill(children: Iterable[int]) -> None:
    for pid in children:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _reap(endings: dict[int, tuple[int, socket.socket]]) -> None:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = ended
            ending, _ = endings.pop(pid)
            with suppress(OSError):
                os.write(ending, str(os.waitstatus_to_exitcode(status)).encode())
            os.close(ending)


def _import(words: list[str]) -> None:
    """Import what the program will import, without running it."""
    importlib.import_module("discord.ext.commands")
    if words[0] == "-m":
        spec = importlib.util.find_spec(words[1])  # type: ignore[attr-defined]
        name = words[1] if spec is None or spec.submodule_search_locations is None else f"{words[1]}.__main__"
        importlib.import_module(name)
        del sys.modules[name]
        if words[1] == "bot":  # the rigged one alters functions before the doors import them
            for cog in importlib.import_module("bot.app").COGS:
                importlib.import_module(cog)
        _read_files()


def _read_files() -> None:
    """What each bot would read once at its start: the schema and the catalogues."""
    migrations(), from_nothing()
    for language in LANGUAGES:
        with spoken(language):
            say("pass")


def _become(wanted: Any, out: int) -> None:
    os.setsid()
    ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    for number in (1, 2):
        os.dup2(out, number)
    os.close(out)
    os.chdir(wanted["cwd"])
    os.environ.clear()
    os.environ.update(wanted["env"])
    random.seed()


if __name__ == "__main__":
    _words = sys.argv[2:]
    _code = main(socket.socket(fileno=int(sys.argv[1])), _words)
    sys.argv = _words[1:] if _words[0] == "-m" else _words
    if _code:
        exec(_code)
    elif _words[0] == "-m":
        runpy.run_module(_words[1], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(_words[0], run_name="__main__")
