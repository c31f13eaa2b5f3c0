"""The command ``biritch``: reads what a host has typed and passes it to the module that does it.

``biritch copy FROM TO`` copies a whole database into an empty one, from a file or a server to a file or a
server. Each is written like the setting DATABASE, but without a password, because everybody on the machine
can read a command. The bot must not be running on the second one, nor on the first if that is a file, which
does not change. People and seeds are copied too: the copy is as secret as the database.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from errno import EDQUOT, ENOSPC, EPIPE
from getpass import getpass
from importlib import import_module
from pathlib import Path
from platform import python_version
from signal import SIGINT
from tempfile import TemporaryDirectory
from typing import Final

from bot.cannot_start import cannot_start, reason_of
from bot.host.packing import unpack
from bot.host.stops import run_unless_stopped, signals_break_off
from bot.host.terminal import DONE, FAULT, NOTE, Progress, print_result
from bot.host.version import ROOT, UNKNOWN, VERSION, source_commit
from bot.settings import BadSetting, backups_folder, backups_set, command_set, database_set
from screens.words import host_checks, host_orders
from screens.words import hosting as words
from storage.copying import Contents
from storage.engine import Step
from storage.errors import CannotOpen, CopyFailed, DatabaseMissing, EarlierDatabase, NotEmpty, PasswordMissing
from storage.ports.records import DatabaseAddress, ServerUrl, TableId, UserId, database_at
from storage.ports.storage import StorageError
from storage.store import Store


def copy_command(source: DatabaseAddress, target: DatabaseAddress) -> int:
    """Copy a database. Returns the exit status: 0 if everything was copied, else 2, with both databases as
    they were."""
    if any(isinstance(one, ServerUrl) and one.holds_password for one in (source, target)):
        print_result(FAULT, words.PASSWORD_SHOWN)
        return 2
    while True:
        try:
            with Progress() as progress:
                found = run_unless_stopped(_copied(source, target, progress.step))
            break
        except PasswordMissing as missing:
            if not sys.stdin.isatty() or not isinstance(missing.path, ServerUrl):
                print_result(FAULT, cannot_start(missing))
                return 2
            known = missing.path.with_password(getpass(words.ask_password(missing.path)))
            source, target = (known if one is missing.path else one for one in (source, target))
    if isinstance(found, str):
        print_result(FAULT, found)
        return 2
    for stream, version in found.chains.broken.items():
        print_result(NOTE, words.copied_broken(stream, version))
    whole = found.chains.whole
    print_result(
        DONE, words.copied_note(len(whole) + len(found.chains.broken), sum(whole.values()), str(target))
    )
    return 0


async def _copied(source: DatabaseAddress, target: DatabaseAddress, step: Step) -> Contents | str:
    """What was copied, or one sentence that says why nothing was. Raises PasswordMissing."""
    try:
        async with _to_copy(source) as before:
            try:
                with suppress(DatabaseMissing):
                    async with Store.open(target, as_it_is=True) as there:
                        await there.check_empty()
                async with Store.open(target) as after:
                    return await before.copy_to(after, step)
            except NotEmpty:
                return words.copy_not_empty(str(target))
            except CopyFailed as fault:
                return words.copy_failed(fault.work)
    except DatabaseMissing:
        return words.no_database(source)
    except PasswordMissing:
        raise
    except StorageError as fault:
        return cannot_start(fault)


@asynccontextmanager
async def _to_copy(source: DatabaseAddress) -> AsyncIterator[Store]:
    """The database to be copied; if a file is of an earlier release, a copy of it that is brought up to date.
    Raises StorageError."""
    with TemporaryDirectory(prefix="biritch-copy-") as folder:
        if isinstance(source, Path) and source.name.endswith(".gz"):
            packed, source = source, Path(folder) / "unpacked.sqlite3"
            try:
                with source.open("wb") as into:
                    unpack(packed, into)
            except OSError as fault:
                raise CannotOpen(packed, reason_of(fault)) from fault
        async with Store.open(source, as_it_is=True) as store:
            if store.up_to_date:
                yield store
                return
            if isinstance(source, ServerUrl):
                raise EarlierDatabase(store.schema)
            brought = Path(folder) / source.name
            await store.backup(brought)
        async with Store.open(brought) as store:
            yield store


SETTINGS: Final = Path(".env")
"""The ``.env`` of the folder in which the command is given."""


NOT_WRITTEN: Final = (EPIPE, ENOSPC, EDQUOT)
"""What Python says where nothing more can be written: the disk is full, or nobody reads on."""
BROKEN_OFF: Final = 128
"""With the number of the signal, the exit status of a command that was broken off."""


def main(arguments: Sequence[str]) -> int:
    """Returns the exit status: 0 if the command succeeded, 2 if not; ``bot.__main__`` lists further ones of
    ``run``."""
    sys.set_int_max_str_digits(0)  # a chain of contres has no limit, and neither have its points
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.version:
        print(f"biritch {VERSION}, commit {source_commit() or UNKNOWN}, Python {python_version()}")
        return 0
    if given.command is None:
        parser.print_help()
        return 2
    try:
        with nullcontext() if given.command in ("play", "run") else signals_break_off():
            status: int = given.does(given, os.environ)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as fault:
        if fault.errno not in NOT_WRITTEN:
            raise
        print_result(FAULT, words.not_written(reason_of(fault)))
        return 2
    except BadSetting as wrong:
        print_result(FAULT, cannot_start(wrong))
        return 2
    except KeyboardInterrupt as stop:
        return BROKEN_OFF + (stop.args[0] if stop.args else SIGINT)
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="biritch", description=words.COMMAND, epilog=words.COMMAND_SETTINGS)
    parser.add_argument("--version", action="store_true", help=words.COMMAND_VERSION)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, told: str, does: Callable[[Namespace, Mapping[str, str]], int]) -> ArgumentParser:
        one = commands.add_parser(name, help=told, description=told)
        one.set_defaults(does=does)
        return one

    play = command("play", words.PLAY, _run_playground)
    play.add_argument("--port", type=int, default=8080, help=words.PLAY_PORT)
    run = command("run", words.RUN, _run_bot)
    run.add_argument("--shards", help=words.RUN_SHARDS)
    command("check", words.CHECK, _run_check)
    rehearse = command("rehearse", host_checks.REHEARSE, _rehearse)
    rehearse.add_argument("channel", metavar="CHANNEL", type=int, help=host_checks.REHEARSE_CHANNEL)
    rehearse.add_argument("--old", metavar="MESSAGE", type=int, help=host_checks.REHEARSE_OLD)
    rehearse.add_argument(
        "--report",
        metavar="FILE",
        type=Path,
        default=Path("biritch-rehearsal.txt"),
        help=host_checks.REHEARSE_REPORT,
    )
    backup = command("backup", words.BACKUP, _backup)
    backup.add_argument("file", metavar="FILE", type=Path, nargs="?", help=words.BACKUP_FILE)
    restore = command("restore", words.RESTORE, _restore)
    restore.add_argument("file", metavar="FILE", type=Path, help=words.RESTORE_FILE)
    command("rebuild", words.REBUILD, _rebuild)
    command("shrink", words.SHRINK, _shrink)
    copy = command("copy", words.COPY, _copy)
    copy.add_argument("source", metavar="FROM", type=_parse_address, help=words.COPY_FROM)
    copy.add_argument("target", metavar="TO", type=_parse_address, help=words.COPY_TO)
    records = command("records", words.RECORDS, _run_records)
    records.add_argument("table", help=words.RECORDS_TABLE)
    records.add_argument("deal", type=int, nargs="?", help=words.RECORDS_DEAL)
    _add_orders(command("admin", host_orders.ADMIN, _run_admin))
    forget = command("forget", words.FORGET, _run_forget)
    forget.add_argument("user", metavar="USER", type=int, help=words.FORGET_USER)
    return parser


def _add_orders(parser: ArgumentParser) -> None:
    """What may be typed after ``biritch admin``; ``bot.host.orders`` knows what each does."""
    orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True)
    for name, (told, metavar, helps) in host_orders.TYPED.items():
        one = orders.add_parser(name, help=told, description=told)
        if name in host_orders.OF_EITHER:
            one.add_argument("kind", choices=[*host_orders.KINDS.values()], help=host_orders.KIND)
        if metavar == "NUMBER":
            one.add_argument("whom", metavar=metavar, help=helps)
        elif metavar:
            one.add_argument("text", metavar=metavar, nargs="+", help=helps)


def _parse_address(typed: str) -> DatabaseAddress:
    try:
        return database_at(typed)
    except ValueError:
        raise ArgumentTypeError(f"must be {words.ADDRESS}") from None


# Each command imports only what it needs: importing Discord's library, HTTP and the database takes longer
# than most commands take.


def _run_playground(given: Namespace, environment: Mapping[str, str]) -> int:
    """The playground starts the bot as a separate process, which must find the same program."""
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), environment.get("PYTHONPATH"))))
    try:
        playground = import_module("playground.__main__")
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        print_result(FAULT, words.PLAYGROUND_MISSING)
        return 2
    status: int = playground.main(["--port", str(given.port)])
    return status


def _run_bot(given: Namespace, environment: Mapping[str, str]) -> int:
    if given.shards is not None:
        os.environ["SHARDS"] = given.shards
    from bot.host import first_run

    status = first_run.prepare(environment, SETTINGS)
    if status is not None:
        return status
    bot = import_module("bot.__main__")
    ended: int = bot.main()
    return ended


def _run_check(_given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import checking

    return checking.main(environment, SETTINGS)


def _rehearse(given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import rehearse

    return rehearse.main(environment, SETTINGS, given.channel, given.old, given.report)


def _backup(given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import backups

    database = _database_of(environment)
    folder = backups_set(environment, SETTINGS) or backups_folder(database)
    command = command_set(environment, SETTINGS)
    return backups.main(database, folder, given.file, command, environment)


def _restore(given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import backups

    return backups.restore(given.file, _database_of(environment))


def _rebuild(_given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import upkeep

    return upkeep.rebuild(_database_of(environment))


def _shrink(_given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import upkeep

    return upkeep.shrink(_database_of(environment))


def _copy(given: Namespace, _environment: Mapping[str, str]) -> int:
    return copy_command(given.source, given.target)


def _run_records(given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host.records import printed

    return printed(_database_of(environment), TableId(given.table), given.deal)


def _run_forget(given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import upkeep

    return upkeep.forget_command(_database_of(environment), UserId(given.user))


def _run_admin(given: Namespace, environment: Mapping[str, str]) -> int:
    from bot.host import admin, orders

    try:
        order = admin.order_typed(given)
    except orders.OrderRefused as refusal:
        print_result(FAULT, refusal.why)
        return 2
    return admin.main(_database_of(environment), order)


def _database_of(environment: Mapping[str, str]) -> DatabaseAddress:
    return database_set(environment, SETTINGS)
