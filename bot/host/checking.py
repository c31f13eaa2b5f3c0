"""``biritch check``: looks for what would keep the bot from working. Changes nothing at Discord; a database
of an earlier release is brought up to date, as a start would do.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.cannot_start import cannot_start
from bot.host import backups
from bot.host.discord_asked import Asking, Refused, Unreachable
from bot.host.servers import in_servers
from bot.ports.errors import StorageError
from bot.ports.records import DatabaseAddress, Place
from bot.settings import BadSetting, backups_folder, backups_set, database_set, given, load
from rules.frozen import frozen
from screens.words import host_checks as words
from screens.words import hosting
from storage.errors import DatabaseInUse, DatabaseMissing
from storage.store import Store

CLOCK: Final = 5.0
"""Seconds that the clock may be wrong. Discord's headers have whole seconds, and an answer takes a while."""
LEAST_ROOM: Final = 200_000_000
"""Bytes that the disk must have, beside room for one more backup."""
OLD: Final = timedelta(days=3)


@frozen
class Finding:
    told: str
    fault: bool = True


@dataclass(slots=True)
class Kept:
    """What the database says of places: where something stands, and where each server has tables opened."""

    places: tuple[Place, ...]
    chosen: Mapping[int, tuple[int, ...]]


def main(environment: Mapping[str, str], dotenv: Path) -> int:
    """The exit status: 0 if nothing is wrong."""
    return asyncio.run(_told(environment, dotenv))


async def _told(environment: Mapping[str, str], dotenv: Path) -> int:
    count = 0
    async for one in findings(environment, dotenv):
        count += one.fault
        print(f"{words.FAULT if one.fault else words.OK}{one.told}", flush=True)
    print(words.faults(count) if count else words.ALL_WELL)
    return 2 if count else 0


async def findings(environment: Mapping[str, str], dotenv: Path) -> AsyncIterator[Finding]:
    """All that is found, in the order of a start."""
    for one in _settings(environment, dotenv):
        yield one
    try:
        database = database_set(environment, dotenv)
        known = given(environment, dotenv)
    except BadSetting:
        return
    kept = Kept((), {})
    async for one in _database(database, kept):
        yield one
    for one in _disk(database, backups_set(environment, dotenv)):
        yield one
    if (token := known.get("DISCORD_TOKEN")) is not None:
        async with Asking.with_token(token, known.get("DISCORD_API", "").rstrip("/") or None) as asking:
            async for one in _discord(asking, kept):
                yield one


def _settings(environment: Mapping[str, str], dotenv: Path) -> Iterator[Finding]:
    try:
        load(environment, dotenv)
    except BadSetting as wrong:
        yield Finding(cannot_start(wrong))
    else:
        yield Finding(words.SETTINGS_FINE, fault=False)
    if dotenv.exists() and dotenv.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        yield Finding(words.settings_readable_by_others(dotenv))


async def _database(database: DatabaseAddress, kept: Kept) -> AsyncIterator[Finding]:
    try:
        async with Store.open(database, may_begin=False) as store:
            chains = await store.verify_chains()
            tables, sheets = await store.open_places("table"), await store.open_places("sheet")
            kept.places = tuple(place for _, place in (*tables, *sheets))
            kept.chosen = {
                int(owner.removeprefix("guild:")): tuple(map(int, channels.split()))
                for owner, channels in (await store.chosen_by_all("channels")).items()
            }
    except DatabaseInUse as held:
        yield Finding(words.database_running(held.path), fault=False)
    except DatabaseMissing as missing:
        if missing.evidence is None:
            yield Finding(words.NO_DATABASE_YET, fault=False)
        else:
            yield Finding(cannot_start(missing))
    except StorageError as fault:
        yield Finding(cannot_start(fault))
    else:
        for stream, version in chains.broken.items():
            yield Finding(words.chain_broken(stream, version))
        if not chains.broken:
            events = sum(chains.whole.values())
            yield Finding(words.chains_fine(len(chains.whole), events), fault=False)


def _disk(database: DatabaseAddress, folder: Path | None) -> Iterator[Finding]:
    size = database.stat().st_size if isinstance(database, Path) and database.exists() else 0
    place = _first_that_is_there(folder or backups_folder(database))
    free = shutil.disk_usage(place).free
    needed = size + LEAST_ROOM
    if free < needed:
        yield Finding(words.disk_full(place, free, needed))
    else:
        yield Finding(words.DISK_FINE, fault=False)
    if folder is None:
        yield Finding(words.BACKUPS_OFF, fault=False)
    elif not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        yield Finding(words.backups_not_writable(folder))
    else:
        made = backups.found(folder)
        age = datetime.now(UTC) - max(made) if made else timedelta()
        if age > OLD:
            yield Finding(words.backup_old(folder, age.days))
        else:
            yield Finding(words.backups_fine(len(made), folder), fault=False)


def _first_that_is_there(folder: Path) -> Path:
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())


async def _discord(asking: Asking, kept: Kept) -> AsyncIterator[Finding]:
    try:
        user = await asking.get("/users/@me")
        application = await asking.get("/applications/@me")
        gateway = await asking.get("/gateway/bot")
    except Unreachable as fault:
        yield Finding(hosting.discord_unreachable(fault.reason))
        return
    except Refused as refusal:
        refused = refusal.status == 401
        yield Finding(hosting.TOKEN_REFUSED if refused else hosting.discord_failed(refusal.status))
        return
    yield Finding(words.token_fine(application["name"]), fault=False)
    yield Finding(words.INTENTS_FINE, fault=False)
    if asking.ahead is not None:
        wrong = abs(asking.ahead) > CLOCK
        told = words.clock_wrong(asking.ahead) if wrong else words.clock_fine(asking.ahead)
        yield Finding(told, fault=wrong)
    if application.get("interactions_endpoint_url"):
        yield Finding(words.ENDPOINT_SET)
    if application.get("bot_require_code_grant"):
        yield Finding(words.CODE_GRANT)
    starts = gateway["session_start_limit"]
    if starts["remaining"] < gateway["shards"]:
        yield Finding(words.starts_used_up(timedelta(milliseconds=starts["reset_after"])))
    try:
        servers = in_servers(asking, user["id"], application["id"], kept.places, kept.chosen)
        async for sentence, wrong in servers:
            yield Finding(sentence, fault=wrong)
    except Unreachable as fault:
        yield Finding(hosting.discord_unreachable(fault.reason))
    except Refused as refusal:
        yield Finding(hosting.discord_failed(refusal.status))
