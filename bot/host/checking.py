"""``biritch check``: looks for what would keep the bot from working, also for the page of a table, which it
asks at ``PAGE_ADDRESS`` as browsers do. It changes nothing at Discord and nothing in the database, which may
be of an earlier release.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from itertools import groupby
from pathlib import Path
from typing import Final

import aiohttp
from yarl import URL

from bot.cannot_start import cannot_start
from bot.discord_api.faults import UnreadableAnswer, reading_answers
from bot.host import backups
from bot.host.discord_asked import Asking, Refused, Unreachable, get_if_visible, in_servers, why_silent
from bot.host.metrics import check_can_listen
from bot.host.stops import run_unless_stopped
from bot.host.terminal import FAULT, GOOD, NOTE, Glance, Mark, Progress
from bot.settings import (
    BadSetting,
    backups_folder,
    backups_set,
    command_set,
    database_set,
    given,
    metrics_set,
    page_set,
    token_set,
    unreadable_folder,
    wrong_settings,
)
from robots.search.double_dummy import library
from rules.frozen import frozen
from screens.words import host_checks, hosting
from screens.words.languages import CatalogueMissing, read_catalogues
from storage.errors import DatabaseInUse, DatabaseMissing
from storage.ports.records import DatabaseAddress, Place, ServerUrl
from storage.ports.storage import StorageError
from storage.sqlite.file import check_file_writable
from storage.store import Store

CLOCK: Final = 5.0
"""Seconds by which the clock may be wrong. Discord's headers have whole seconds, and an answer takes a
while."""
ANSWER: Final = 2.0
"""Seconds to wait for an answer from this machine."""
PAGE_ANSWER: Final = 5.0
"""Seconds to wait for an answer, which from the page may come by way of a tunnel."""
TRIED: Final = "/live"
"""Where the page opens a socket for anybody, and closes it."""
MISDIRECTED: Final = 421
LEAST_ROOM: Final = 200_000_000
"""Bytes that must be free on the disk, besides room for one more backup."""
OLD: Final = timedelta(days=3)
AHEAD: Final = timedelta(seconds=CLOCK)
"""What lies ahead by more than the clock may be wrong was told by one that was."""


@frozen
class Finding:
    told: str
    fault: bool = True
    note: bool = False  # not a fault, but worth knowing


@dataclass(slots=True)
class Kept:
    """What the database says about places: where something stands, and where the tables of each server are
    opened."""

    places: tuple[Place, ...]
    chosen: Mapping[int, tuple[int, ...]]
    runs: bool = False  # whether a process has the database open


def main(environment: Mapping[str, str], dotenv: Path) -> int:
    """Print the findings. Returns the exit status: 0 if nothing is wrong."""
    return run_unless_stopped(_print_findings(environment, dotenv))


async def _print_findings(environment: Mapping[str, str], dotenv: Path) -> int:
    count, glance = 0, Glance()
    async for one in findings(environment, dotenv):
        count += one.fault
        mark, label = _label(one)
        glance.row(mark, label, one.told)
    glance.print_sum(FAULT if count else GOOD, host_checks.faults(count) if count else host_checks.ALL_WELL)
    return 2 if count else 0


def _label(one: Finding) -> tuple[Mark, str]:
    if one.fault:
        return FAULT, host_checks.FAULT
    return (NOTE, host_checks.NOTE) if one.note else (GOOD, host_checks.OK)


async def findings(environment: Mapping[str, str], dotenv: Path) -> AsyncIterator[Finding]:
    """Every finding, in the order of a start."""
    for one in _settings(environment, dotenv):
        yield one
    try:
        read_catalogues()
    except CatalogueMissing as missing:
        yield Finding(cannot_start(missing))
    try:
        database = database_set(environment, dotenv)
        known = given(environment, dotenv)
    except BadSetting:
        return
    kept = Kept((), {})
    may_begin = known.get("NEW_DATABASE", "").lower() != "refused"
    async for one in _check_database(database, kept, may_begin=may_begin):
        yield one
    if not isinstance(database, Path) or database.parent.is_dir():
        for one in _disk(database, backups_set(environment, dotenv)):
            yield one
    for one in _command(environment, dotenv):
        yield one
    async for one in _endpoint(known, database, kept):
        yield one
    async for one in page_found(known, runs=kept.runs or isinstance(database, ServerUrl)):
        yield one
    if library() is None:
        yield Finding(hosting.SOLVER_MISSING, fault=False, note=True)
    with suppress(BadSetting):
        token = token_set(known)
        async with Asking.with_token(token, known.get("DISCORD_API", "").rstrip("/") or None) as asking:
            async for one in _discord(asking, kept, _unread(database), known):
                yield one


def _settings(environment: Mapping[str, str], dotenv: Path) -> Iterator[Finding]:
    wrong = [Finding(cannot_start(one)) for one in wrong_settings(environment, dotenv)]
    yield from wrong or (Finding(host_checks.SETTINGS_FINE, fault=False),)
    if _is_open(dotenv):
        yield Finding(host_checks.settings_readable_by_others(dotenv))


async def _check_database(
    database: DatabaseAddress, kept: Kept, *, may_begin: bool
) -> AsyncIterator[Finding]:
    try:
        async with Store.open(database, as_it_is=True) as store:
            with Progress() as progress:
                chains = await store.checks.verify_chains(progress.step)
            decayed = await store.checks.decayed() if store.up_to_date else ()
            ahead = await store.checks.moments_ahead() if store.up_to_date else {}
            for sort, (count, last) in ahead.items():
                yield Finding(host_checks.rows_ahead(sort, count, last), fault=False, note=True)
            if not store.up_to_date:
                yield Finding(host_checks.earlier_release(database, store.schema), fault=False, note=True)
            else:
                await _read_places(store, kept)
            await store.check_writable()
    except DatabaseInUse as held:
        kept.runs = True
        yield Finding(host_checks.database_running(held.path), fault=False)
    except DatabaseMissing as missing:
        if missing.evidence is not None or not may_begin:
            yield Finding(cannot_start(missing))
            return
        try:
            if isinstance(database, Path):
                check_file_writable(database)
        except StorageError as fault:
            yield Finding(cannot_start(fault))
        else:
            yield Finding(host_checks.NO_DATABASE_YET, fault=False)
    except StorageError as fault:
        yield Finding(cannot_start(fault))
    else:
        for stream, version in chains.broken.items():
            yield Finding(host_checks.chain_broken(stream, version))
        for table, rows in groupby(decayed, key=lambda one: one.table):
            yield Finding(host_checks.decayed(table, [one.key for one in rows]))
        if not chains.broken and not decayed:
            events = sum(chains.whole.values())
            yield Finding(host_checks.chains_fine(len(chains.whole), events), fault=False)


async def _read_places(store: Store, kept: Kept) -> None:
    tables, sheets = await store.streams.open_places("table"), await store.streams.open_places("sheet")
    kept.places = tuple(place for _, place in (*tables, *sheets))
    kept.chosen = {
        int(owner.removeprefix("guild:")): tuple(map(int, channels.split()))
        for owner, channels in (await store.preferences.chosen_by_all("channels")).items()
    }


def _command(environment: Mapping[str, str], dotenv: Path) -> Iterator[Finding]:
    """Whether the program is there to which backups are given."""
    with suppress(BadSetting):
        command = command_set(environment, dotenv)
        if command and shutil.which(command[0]) is None:
            yield Finding(host_checks.command_missing(command[0]))


async def _endpoint(
    known: Mapping[str, str], database: DatabaseAddress, kept: Kept
) -> AsyncIterator[Finding]:
    """Whether the endpoint can listen at METRICS. The running bot may be listening there already."""
    try:
        at = metrics_set(known)
    except BadSetting:  # told with the settings
        return
    try:
        if at is not None:
            await check_can_listen(at)
    except BadSetting as wrong:
        if at is not None and (kept.runs or isinstance(database, ServerUrl)) and await _is_ours(at):
            yield Finding(host_checks.ENDPOINT_RUNS, fault=False)
        else:
            yield Finding(cannot_start(wrong))


async def _is_ours(at: tuple[str, int]) -> bool:
    """Whether a bot of this kind answers at the address."""
    host = f"[{at[0]}]" if ":" in at[0] else at[0]
    timeout = aiohttp.ClientTimeout(total=ANSWER)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"http://{host}:{at[1]}/health") as answer,
        ):
            return "healthy" in await answer.json(content_type=None)
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError, TypeError):
        return False


async def page_found(known: Mapping[str, str], *, runs: bool) -> AsyncIterator[Finding]:
    """What is to be said of the page: nothing where there is none. Whether it is found can only be told while
    a bot runs."""
    try:
        listens, address = page_set(known)
    except BadSetting:  # of which the settings tell
        return
    if listens is None or address is None:
        return
    url = URL(address)
    if url.scheme == "http" and not _is_this_machine(url.host or ""):
        yield Finding(host_checks.PAGE_IS_PLAIN, fault=False, note=True)
    if not runs:
        try:
            await check_can_listen(listens, "PAGE")
        except BadSetting as wrong:
            yield Finding(cannot_start(wrong), fault=True)
        yield Finding(host_checks.PAGE_UNTRIED, fault=False, note=True)
        return
    fault = await _page_fault(url)
    yield Finding(fault or host_checks.PAGE_FINE, fault=fault is not None)


async def _page_fault(address: URL) -> str | None:
    """Why a browser would not find the page there, or could not play."""
    origin = str(address.origin())
    timeout = aiohttp.ClientTimeout(total=PAGE_ANSWER)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        try:
            async with session.get(origin, allow_redirects=False) as answer:
                policy = answer.headers.get("Content-Security-Policy", "")
                if answer.status == MISDIRECTED:
                    return host_checks.page_host_lost(origin)
                if answer.status != 200 or "frame-ancestors 'none'" not in policy:
                    return host_checks.page_elsewhere(origin, answer.status)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            return host_checks.page_unreachable(origin, type(error).__name__)
        try:
            async with session.ws_connect(origin + TRIED, headers={"Origin": origin}):
                return None
        except (aiohttp.ClientError, OSError, TimeoutError):
            return host_checks.page_without_sockets(origin)


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False


def _disk(database: DatabaseAddress, folder: Path | None) -> Iterator[Finding]:
    size = database.stat().st_size if isinstance(database, Path) and database.exists() else 0
    place = _first_that_is_there(folder or backups_folder(database))
    free = shutil.disk_usage(place).free
    needed = size + LEAST_ROOM
    if free < needed:
        yield Finding(host_checks.disk_full(place, free, needed))
    else:
        yield Finding(host_checks.DISK_FINE, fault=False)
    if folder is None:
        yield Finding(host_checks.BACKUPS_OFF, fault=False)
    elif not place.is_dir():
        yield Finding(host_checks.backups_no_folder(folder))
    elif not os.access(place, os.R_OK | os.W_OK | os.X_OK):
        yield Finding(host_checks.backups_not_writable(folder))
    else:
        now, found = datetime.now(UTC), backups.found(folder)
        ahead = sorted(path.name for made, path in found.items() if made > now + AHEAD)
        age = now - max((made for made in found if made <= now + AHEAD), default=now)
        if _is_open(place, stat.S_IXGRP | stat.S_IXOTH) and any(map(_is_open, found.values())):
            yield Finding(host_checks.backups_readable_by_others(folder))
        if ahead:
            yield Finding(host_checks.backups_ahead(folder, ahead))
        if age > OLD:
            yield Finding(host_checks.backup_old(folder, age.days))
        elif not ahead or len(ahead) < len(found):
            yield Finding(host_checks.backups_fine(len(found) - len(ahead), folder), fault=False)


def _is_open(path: Path, rights: int = stat.S_IRGRP | stat.S_IROTH) -> bool:
    """Whether others than its owner have one of these rights: to read it, if none is named."""
    try:
        return bool(path.stat().st_mode & rights)
    except FileNotFoundError:  # the running bot has thinned its backups out
        return False


def _first_that_is_there(folder: Path) -> Path:
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if _is_there(one))


def _is_there(path: Path) -> bool:
    """False also for what lies in a folder that may not be entered."""
    try:
        return path.exists()
    except PermissionError:
        return False


def _unread(database: DatabaseAddress) -> Mapping[int, str]:
    """The servers of which the bot could not read what Discord tells, as it notes them."""
    folder = unreadable_folder(database)
    with suppress(OSError, ValueError):
        return {int(one.name): one.read_text("utf-8") for one in folder.iterdir()}
    return {}


async def _discord(
    asking: Asking, kept: Kept, unread: Mapping[int, str], known: Mapping[str, str]
) -> AsyncIterator[Finding]:
    try:
        with reading_answers():
            async for one in _told_by_discord(asking, kept, unread, known):
                yield one
    except Unreachable as fault:
        yield Finding(hosting.discord_unreachable(fault.reason))
    except UnreadableAnswer as fault:
        yield Finding(hosting.discord_unreachable(f"{hosting.UNREADABLE}, {fault}"))
    except Refused as refusal:
        refused = refusal.status == 401
        yield Finding(hosting.TOKEN_REFUSED if refused else hosting.discord_failed(refusal.status))


async def _told_by_discord(
    asking: Asking, kept: Kept, unread: Mapping[int, str], known: Mapping[str, str]
) -> AsyncIterator[Finding]:
    """Raises Unreachable, Refused."""
    user = await asking.get("/users/@me")
    application = await asking.get("/applications/@me")
    gateway = await asking.get("/gateway/bot")
    yield Finding(host_checks.token_fine(application["name"]), fault=False)
    yield Finding(host_checks.INTENTS_FINE, fault=False)
    if asking.ahead is not None:
        off = abs(asking.ahead) > CLOCK
        clock = host_checks.clock_wrong(asking.ahead) if off else host_checks.clock_fine(asking.ahead)
        yield Finding(clock, fault=off)
    if application.get("interactions_endpoint_url"):
        yield Finding(host_checks.ENDPOINT_SET)
    if application.get("bot_require_code_grant"):
        yield Finding(host_checks.CODE_GRANT)
    starts = gateway["session_start_limit"]
    if starts["remaining"] < gateway["shards"]:
        yield Finding(host_checks.starts_used_up(timedelta(milliseconds=starts["reset_after"])))
    if (own := known.get("HOST_SERVER")) and await get_if_visible(asking, f"/guilds/{own}") is None:
        yield Finding(host_checks.host_server_closed(own))
    if (told := known.get("FAULTS_CHANNEL")) and (wrong := await why_silent(asking, user["id"], told)):
        yield Finding(wrong)
    servers = in_servers(asking, user["id"], application["id"], kept.places, kept.chosen, unread)
    async for one in servers:
        yield Finding(one.sentence, fault=one.fault, note=one.note)
