"""Gives each backup to a program of the host's, as to copy it to another machine (setting BACKUP_COMMAND).

The program is begun as it is set, without a shell, in a group of processes of its own, and with no setting of
the bot's in its environment: neither the token nor the address of a database. It has an hour. Once it has
ended, what it has begun is ended too. If it fails, the last line of what it has said on its standard error is
told on the terminal and in the log; nowhere else, since it may hold a password of the host's.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.settings import ROWS
from screens.words import hosting as words

log = logging.getLogger(__name__)

HERE: Final = "{}"
"""Stands in the arguments for the path of the backup; without it the path is the last of them."""
ENDS_WITHIN: Final = 3600.0
"""Seconds."""
LETS_END: Final = 5.0
"""Seconds between asking a program to end and ending it."""
LOOK_EVERY: Final = 0.05
"""Seconds between two looks whether that has ended."""
LONGEST_TOLD: Final = 200
"""Characters of what it says."""
LONGEST_HEARD: Final = 1 << 16
"""Bytes of what it says that are kept."""


class CommandFailed(Exception):
    """The program has failed: why in a few words, and what it has ``said`` of that, which may be a secret."""

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why, said)
        self.why, self.said = why, said

    def __str__(self) -> str:
        return f"{self.why}, {self.said}" if self.said else self.why


class CopiesAway:
    """What became of the last backup that was given to the program, for ``/health``."""

    def __init__(self) -> None:
        self.fault: str | None = None
        """Why it failed; None if it did not, or none was given to it."""


COPIES_AWAY: Final = CopiesAway()
"""The one of this process."""


def arguments_for(command: Sequence[str], backup: Path) -> list[str]:
    """The program and its arguments for this backup."""
    path = str(backup.absolute())
    if any(HERE in one for one in command[1:]):
        return [command[0], *(one.replace(HERE, path) for one in command[1:])]
    return [*command, path]


def without_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """What a program may know: all but the settings of the bot."""
    ours = {row.name for row in ROWS.values()}
    return {name: value for name, value in environment.items() if name not in ours}


async def give_to_command(
    command: Sequence[str], backup: Path, environment: Mapping[str, str], within: float = ENDS_WITHIN
) -> None:
    """Runs the program for this backup until it ends. A wait that is cancelled ends the program. Raises
    CommandFailed."""
    if not command:
        return
    try:
        transport, program = await asyncio.get_running_loop().subprocess_exec(
            _Program,
            *arguments_for(command, backup),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=without_settings(environment),
            start_new_session=True,
        )
    except (OSError, ValueError) as fault:
        raise CommandFailed(getattr(fault, "strerror", None) or type(fault).__name__) from None
    try:
        try:
            async with asyncio.timeout(within):
                await program.ended.wait()
        except TimeoutError:
            raise CommandFailed(words.not_ended_within(within)) from None
        finally:
            await _end_group(transport.get_pid())
        with suppress(TimeoutError):  # somebody who has left the group may hold it open
            async with asyncio.timeout(LETS_END):
                await program.silent.wait()
    finally:
        transport.close()
    if status := transport.get_returncode():
        raise CommandFailed(words.exit_status(status), program.last_words)


class _Program(asyncio.SubprocessProtocol):
    """Whether it has ended, which a process that it has begun does not put off, and what it has said."""

    def __init__(self) -> None:
        self.ended, self.silent = asyncio.Event(), asyncio.Event()
        self._said = b""

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._said = (self._said + data)[-LONGEST_HEARD:]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self.silent.set()

    def process_exited(self) -> None:
        self.ended.set()

    @property
    def last_words(self) -> str:
        """The last line of all that it has said."""
        lines = [line.strip() for line in self._said.decode(errors="replace").splitlines() if line.strip()]
        return "".join(one for one in lines[-1] if one.isprintable())[:LONGEST_TOLD] if lines else ""


async def _end_group(group: int) -> None:
    """Ends what still runs of it, with all that it has begun."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(TimeoutError, ProcessLookupError, PermissionError):
            os.killpg(group, number)
            async with asyncio.timeout(LETS_END):
                while True:  # nobody tells of the end of what it has begun
                    os.killpg(group, 0)
                    await asyncio.sleep(LOOK_EVERY)


async def give_away(
    command: Sequence[str], backup: Path, environment: Mapping[str, str], within: float = ENDS_WITHIN
) -> bool:
    """The same in the running bot, which tells its log and its health of a failure. Whether there is none."""
    try:
        await give_to_command(command, backup, environment, within)
    except CommandFailed as failed:
        COPIES_AWAY.fault = failed.why
        log.error(words.NOT_COPIED_AWAY, backup, failed.why)
        if failed.said:  # which no channel of Discord's is told
            log.warning(words.COMMAND_SAID, failed.said)
        return False
    COPIES_AWAY.fault = None
    if command:
        log.info(words.COPIED_AWAY, backup)
    return True
