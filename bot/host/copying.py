"""``biritch copy FROM TO``: a whole database into an empty one, a file or on a server, either way.

Each is what the setting DATABASE would say, without a password: a command can be read by everybody on the
machine. The bot must not be running on the second, nor on the first if that is a file, which stays as it is.
People and seeds are copied with everything else: the copy is as secret as the database.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from getpass import getpass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cannot_start import cannot_start
from bot.ports.errors import StorageError
from bot.ports.records import DatabaseAddress, ServerUrl
from screens.words import hosting as words
from storage.copying import Contents
from storage.errors import CopyFailed, DatabaseMissing, EarlierDatabase, NotEmpty, PasswordMissing
from storage.store import Store


def main(source: DatabaseAddress, target: DatabaseAddress) -> int:
    """The exit status: 0 if everything was copied, else 2, with both databases as they were."""
    if any(isinstance(one, ServerUrl) and one.holds_password for one in (source, target)):
        print(words.PASSWORD_SHOWN, file=sys.stderr)
        return 2
    while True:
        try:
            found = asyncio.run(_copied(source, target))
            break
        except PasswordMissing as missing:
            if not sys.stdin.isatty() or not isinstance(missing.path, ServerUrl):
                print(cannot_start(missing), file=sys.stderr)
                return 2
            known = missing.path.with_password(getpass(words.ask_password(missing.path)))
            source, target = (known if one is missing.path else one for one in (source, target))
    if isinstance(found, str):
        print(found, file=sys.stderr)
        return 2
    for stream, version in found.chains.broken.items():
        print(words.copied_broken(stream, version))
    whole = found.chains.whole
    print(words.copied(len(whole) + len(found.chains.broken), sum(whole.values()), str(target)))
    return 0


async def _copied(source: DatabaseAddress, target: DatabaseAddress) -> Contents | str:
    """What was copied, or one sentence why nothing was. Raises PasswordMissing."""
    try:
        async with _to_copy(source) as before:
            try:
                with suppress(DatabaseMissing):
                    async with Store.open(target, as_it_is=True) as there:
                        await there.check_empty()
                async with Store.open(target) as after:
                    return await before.copy_to(after)
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
    """The database that is copied, or a copy of a file of an earlier release, brought up to date. Raises
    StorageError."""
    with TemporaryDirectory(prefix="biritch-copy-") as folder:
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
