"""``python -m bot``: reads the settings, runs the bot, and says in one sentence why it could not.
``python -m bot --shards 0-3/16`` is one process of several on one PostgreSQL database.
The command ``biritch run`` does the same, and ``bot.host.command`` has what else a host may want.

What a host must mend ends it; while Discord cannot be reached ``bot.serving`` waits and tries again.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cannot_start import TokenRefused, cannot_start
from bot.clocks import cancelled, first
from bot.host.backups import Daily
from bot.host.stops import STOPS, block_signals, release_signals
from bot.host.terminal import FAULT, HostLog, print_result
from bot.settings import BadSetting, Settings, backups_folder, load_settings
from bot.supervisor import SUPERVISOR
from screens.words import hosting as words
from screens.words.languages import CatalogueMissing, find_catalogues, read_catalogues
from storage import errors as stored
from storage.ports.storage import StorageError
from storage.ports.waits import run_in_thread
from storage.store import Store

if TYPE_CHECKING:
    from bot.streams.fair_deal import ChanceSource

    Serve = Callable[[Settings, Store, asyncio.Event, ChanceSource | None], Awaitable[None]]

log = logging.getLogger("bot")

M_ARENA_MAX: Final = -8
"""The option of glibc's ``mallopt`` that bounds the number of heaps. Each thread would have one of its own,
and what it has freed there no other uses: several megabytes lie idle, and more with every thousand deals."""


def main() -> int:
    """The exit status: 0 after a clean stop, 2 where a setting or a file forbids a start, 3 where Discord
    refuses the token, or how the bot connects, 4 where the database was taken away while the bot ran.
    Starting again helps with neither 2 nor 3."""
    block_signals()  # until the loop hears signals
    with suppress(AttributeError, OSError, TypeError):  # where there is no glibc
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
    shards = {"SHARDS": sys.argv[2]} if sys.argv[1:2] == ["--shards"] and len(sys.argv) == 3 else {}
    try:
        settings = load_settings({**os.environ, **shards}, Path(".env"))
    except BadSetting as wrong:
        print_result(FAULT, cannot_start(wrong))
        return 2
    logging.basicConfig(level=settings.log_level, handlers=[HostLog(sys.stderr, as_json=settings.log_json)])
    # At DEBUG the library logs whole requests: other people's cards and the tokens of interactions.
    for name in ("discord", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(settings.log_level, logging.INFO))
    try:
        asyncio.run(_run_to_its_end(settings))
    except (BadSetting, CatalogueMissing) as wrong:
        print_result(FAULT, cannot_start(wrong))
        return 2
    except StorageError as fault:
        print_result(FAULT, cannot_start(fault))
        return 4 if isinstance(fault, stored.DatabaseGone) else 2
    except TokenRefused as refusal:
        print_result(FAULT, cannot_start(refusal))
        return 3
    return 0


async def _run_to_its_end(settings: Settings) -> None:
    """Once the loop is closed, a second signal would kill the process."""
    try:
        await run(settings)
    finally:
        release_signals(dict.fromkeys(STOPS, signal.SIG_IGN))


async def run(settings: Settings, chance: ChanceSource | None = None) -> None:
    """Runs until SIGTERM or SIGINT; ``chance`` is for tests.

    Raises BadSetting, CatalogueMissing, StorageError or TokenRefused where the bot cannot start or go on.
    """
    find_catalogues()  # before a database is begun
    sys.set_int_max_str_digits(0)  # a chain of contres has no end, nor have the points that it makes
    loop = asyncio.get_running_loop()
    loop.set_default_executor(_Threads(initializer=block_signals))
    stopping = asyncio.Event()
    for sign in STOPS:
        loop.add_signal_handler(sign, stopping.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    async with AsyncExitStack() as stack:
        opening = asyncio.create_task(  # short-lived: it is waited for below
            stack.enter_async_context(Store.open(settings.database, may_begin=settings.new_database))
        )
        importing = asyncio.create_task(  # short-lived: it is waited for below
            run_in_thread(_import_the_rest, abandon_on_cancel=True)
        )
        stack.push_async_callback(cancelled, [importing])
        await first(stopping, or_done=opening)  # a server may be long in coming
        if not opening.done():
            await cancelled([opening])
            return
        store = await opening
        if store.begun:
            log.warning(words.BEGUN, settings.database)
        serve = await importing
        await stack.enter_async_context(_backups(settings, store))
        await serve(settings, store, stopping, chance)


def _import_the_rest() -> Serve:
    """Most of the program, its libraries and its sentences, on a thread while the database is opened and
    checked. Nothing of it is ever garbage, so the collector does not look for any in it, now or later. Raises
    CatalogueMissing."""
    gc.disable()
    from bot.serving import serve

    read_catalogues()
    gc.freeze()
    gc.enable()
    return serve


@asynccontextmanager
async def _backups(settings: Settings, store: Store) -> AsyncIterator[None]:
    """Make backups every day and on SIGUSR1, also while Discord is away."""
    folder = settings.backups or backups_folder(settings.database)
    daily = Daily(
        store,
        settings.database,
        folder,
        daily=settings.backups is not None,
        command=settings.backup_command,
        environment=os.environ,
    )
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, daily.request_backup)
    making = SUPERVISOR.run_for_ever("backups", daily.back_up_daily)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGUSR1)
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)


class _Threads(ThreadPoolExecutor):
    """Threads for what would block the loop. The end of the process does not wait for them: a look-up of an
    address can take a minute where there is no network."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait=False, cancel_futures=True)


if __name__ == "__main__":
    status = main()
    logging.shutdown()
    sys.stdout.flush()
    os._exit(status)  # without waiting for threads; everything has been closed
