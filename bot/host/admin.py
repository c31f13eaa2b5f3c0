"""``biritch admin``: gives the orders of a host to the running bot, or stores them for its next start.

A database file has one process. So the running bot listens at a socket beside the file, which its own user
alone may open, and takes orders there. Where nobody listens, and with a database on a server, this command
writes into the database itself; processes on a server look for orders every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import time
from argparse import Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final

from bot.blocks import PERSON, SERVER, Blocks
from bot.cannot_start import cannot_start
from bot.host.orders import (
    LONGEST_ANNOUNCEMENT,
    SURE,
    Does,
    Order,
    OrderRefused,
    Orders,
    is_text,
    number_in,
)
from bot.host.stops import run_unless_stopped
from bot.host.terminal import DONE, FAULT, NOTE, print_result
from bot.supervisor import SUPERVISOR
from screens.words import host_orders as words
from screens.words import hosting
from storage.errors import DatabaseMissing
from storage.ports.records import DatabaseAddress
from storage.ports.storage import StorageError
from storage.store import Store

log = logging.getLogger(__name__)

SOCKET: Final = ".admin"
"""What its name ends in, after that of the database file."""
LONGEST_ORDER: Final = 1 << 16
LONGEST_ADDRESS: Final = 104
"""Bytes."""
ANSWERED_WITHIN: Final = 15.0
"""Seconds."""
DONE_SIGN, REFUSED_SIGN = b"+", b"-"
"""What an answer begins with."""
KINDS: Final = {name: kind for kind, name in words.KINDS.items()}

Give = Callable[[Order], Awaitable[str]]


def socket_path(database: Path) -> Path:
    return database.with_name(database.name + SOCKET)


@asynccontextmanager
async def listening(database: DatabaseAddress, give: Give) -> AsyncIterator[None]:
    """Takes orders while it is open; of a database on a server none. ``give`` may raise OrderRefused and
    StorageError."""
    if not isinstance(database, Path):
        yield
        return
    path = socket_path(database.absolute())

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                line = await reader.readline()
                try:
                    told, sign = await give(Order.from_json(line)), DONE_SIGN
                except OrderRefused as refusal:
                    told, sign = refusal.why, REFUSED_SIGN
                except StorageError as fault:
                    told = words.BOT_STOPS if fault.closed else cannot_start(fault)
                    sign = REFUSED_SIGN
                writer.write(sign + told.encode())
                await writer.drain()
        except (OSError, ValueError, TimeoutError):  # who asked has gone, or sends no line
            pass
        finally:
            writer.close()

    def begin_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # In a task of ours: asyncio tells with a traceback that one of its own was cancelled, as at a stop.
        SUPERVISOR.run_once(answer(reader, writer), "orders")

    try:
        listener = _bound(path)
        try:
            server = await asyncio.start_unix_server(begin_answer, sock=listener, limit=LONGEST_ORDER)
        except BaseException:
            listener.close()
            path.unlink(missing_ok=True)
            raise
    # As on a file system, or a loop, that has no such sockets.
    except (OSError, NotImplementedError) as fault:
        log.warning(
            "orders are taken by /admin alone: %s", getattr(fault, "strerror", "") or type(fault).__name__
        )
        yield
        return
    try:
        yield
    finally:
        server.close()
        with suppress(FileNotFoundError):
            path.unlink()


def _bound(path: Path) -> socket.socket:
    """A socket that only this user may open. One that a killed bot has left gives way. Raises OSError."""
    part = path.with_name(f"{path.name}.part")  # it takes its name when it is closed to others
    with suppress(FileNotFoundError):
        part.unlink()
    listener = socket.socket(socket.AF_UNIX)
    try:
        with _within_limit(part) as short:
            listener.bind(short)
        part.chmod(0o600)
        part.replace(path)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


@contextmanager
def _within_limit(path: Path) -> Iterator[str]:
    """An address of at most 107 bytes, which is all that a socket's has room for."""
    if len(os.fsencode(path)) < LONGEST_ADDRESS:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def ask_running(database: DatabaseAddress, order: Order) -> tuple[bool, str] | None:
    """Whether the running bot has taken an order, and what it says; None if no bot listens. Raises
    OrderRefused where it does not answer."""
    if not isinstance(database, Path):
        return None
    with socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(ANSWERED_WITHIN)
        try:
            with _within_limit(socket_path(database.absolute())) as short:
                asked.connect(short)
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
            return None
        except OSError as fault:
            raise OrderRefused(words.socket_closed(fault.strerror or type(fault).__name__)) from None
        try:
            asked.sendall(order.as_json())
            told = b"".join(iter(lambda: asked.recv(1 << 16), b""))
        except OSError:
            raise OrderRefused(words.NOT_ANSWERED) from None
    if not told:
        raise OrderRefused(words.NOT_ANSWERED)
    return told[:1] == DONE_SIGN, told[1:].decode(errors="replace")


async def _store_order(database: DatabaseAddress, order: Order) -> str:
    """Raises OrderRefused, StorageError."""
    async with Store.open(database, may_begin=False) as store:
        blocks = Blocks(store.preferences)
        return await Orders(blocks, store.preferences, store.people, time.time).take_order(order)


def main(database: DatabaseAddress, order: Order) -> int:
    """Gives an order, and prints what it comes to. Returns the exit status."""
    try:
        answer = ask_running(database, order)
        done, told = answer or (True, run_unless_stopped(_store_order(database, order)))
    except OrderRefused as refusal:
        done, told, answer = False, refusal.why, None
    except DatabaseMissing:
        done, told, answer = False, hosting.no_database(database), None
    except StorageError as fault:
        done, told, answer = False, cannot_start(fault), None
    if order.does in (Does.EXPORT, Does.BLOCKED) and done:
        print(told)
        return 0
    print_result(DONE if done else FAULT, told)
    if done and answer is None and isinstance(database, Path):
        print_result(NOTE, words.STORED)
    return 0 if done else 2


def order_typed(given: Namespace) -> Order:
    """Raises OrderRefused."""
    does, typed = Does(given.order), vars(given)
    kind = SERVER if does is Does.LEAVE else KINDS[typed["kind"]] if "kind" in typed else PERSON
    text = SURE if does is Does.FORGET else " ".join(typed.get("text", ()))
    if does is Does.ANNOUNCE and text == "-":
        text = sys.stdin.buffer.read(LONGEST_ORDER).decode(errors="surrogateescape").strip()
    if not is_text(text):
        raise OrderRefused(words.NO_UTF_8)
    if len(text) > LONGEST_ANNOUNCEMENT:  # the running bot would not hear of so much
        raise OrderRefused(words.text_too_long(len(text), LONGEST_ANNOUNCEMENT))
    return Order(does, kind, number_in(typed["whom"]) if "whom" in typed else 0, text)
