"""The processes that tests and soaks begin: whoever begins one ends it, whatever happens on the way.

``owned_popen`` and ``owned_exec`` are contexts: at their end the process is killed with all of its group. If
the one that began it is killed, the kernel kills the process, too. A daemon escapes both, and
``postgres`` has a guard for its servers. A program that begins processes calls ``ends_as_interrupted`` first:
SIGTERM then runs its contexts to their ends as Ctrl-C does. Which processes there are is told by Linux.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from playground.process import dies_with_parent
from tests.trials.stage.guard import until_now

Output = int | IO[Any] | None
"""Where a process writes to, as ``subprocess`` takes it."""


def ends_as_interrupted() -> None:
    """For a program: SIGTERM does from now on what Ctrl-C does, also where a shell has begun it in the
    background, and so with SIGINT ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))


@contextmanager
def owned_popen(
    *command: str, cwd: Path | None = None, env: Mapping[str, str] | None = None, out: Output = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that writes its errors where it writes all else."""
    with subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=None if out is None else subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=dies_with_parent,
    ) as process:
        try:
            yield process
        finally:
            _kill_group(process.pid)


@asynccontextmanager
async def owned_exec(
    *command: str,
    stdin: Output = subprocess.DEVNULL,
    stdout: Output = None,
    stderr: Output = None,
    **how: Any,
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The same for an event loop; ``how`` is what ``subprocess.Popen`` takes besides."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
        preexec_fn=dies_with_parent,
        **how,
    )
    try:
        yield process
    finally:
        _kill_group(process.pid)
        await process.wait()


def _kill_group(leader: int) -> None:
    """Its number is free only once it has been waited for, which is done afterwards."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def children(parent: int) -> set[int]:
    """The processes that one has started and not yet seen off."""
    return {int(one) for one in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()}


def runs(process: int) -> bool:
    """Whether it is there, and not merely waiting for its parent to hear of its end.

    Its first thread may have ended before the others, which then still hold its pipes open.
    """
    try:
        status = Path(f"/proc/{process}/stat").read_text()
        threads = len(list(Path(f"/proc/{process}/task").iterdir()))
    except (FileNotFoundError, ProcessLookupError):
        return False
    return threads > 1 or status.rpartition(")")[2].split()[0] != "Z"


async def ended(process: int) -> None:
    """Waits until it has."""
    await asyncio.to_thread(until_now, lambda: not runs(process), f"the end of process {process}")


def marked(*marks: str) -> dict[int, str]:
    """The other processes in whose first environment or command one of these stands, with their commands."""
    found = {}
    for place in Path("/proc").iterdir():
        if not place.name.isdecimal() or int(place.name) == os.getpid():
            continue
        with suppress(OSError):
            command = (place / "cmdline").read_bytes()
            told = command + (place / "environ").read_bytes()
            if any(mark.encode() in told for mark in marks) and runs(int(place.name)):
                found[int(place.name)] = command.replace(b"\0", b" ").decode(errors="replace")[:200]
    return found
