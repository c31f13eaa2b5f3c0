"""Told to stop at any moment, and once more while it stops, the program ends by itself and in order: with
nothing lost, no thread left behind, and no complaint of Python's, which is asked to find fault.

For more stops, beside so many processes that only reckon for each worker of pytest:
``STOPS=500 LOOPS=2 .venv/bin/python -m pytest -n 2 tests/playing/test_stopped.py``."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from playground.errors import BotDied
from playground.ground import Playground
from playground.limits import Limits
from screens.words.after import DEAL_LOOKS
from storage.engine import migrations
from storage.ports.records import database_at
from storage.sqlite.database import Database
from storage.sqlite.file import PART
from storage.store import Store
from tests import stopping
from tests.bot.test_snapshots import evening
from tests.forking import spawned
from tests.steady import busy
from tests.trials.stage import postgres
from tests.trials.stage.book import book
from tests.trials.stage.guard import guarded
from tests.trials.stage.happenings import inside
from tests.trials.stage.playing import LIMITS, QUICK, Evening

MOMENTS: Final = int(os.environ.get("STOPS", "50"))
"""Of each place at which the program is stopped. Several places of a kind that takes long share them."""
CALLS: Final = 40
"""Pieces of work on a thread, at one of which a bot is stopped that does one after another."""
AGAIN_WITHIN: Final = 0.15
"""Seconds within which the second signal comes."""
EARLIER: Final = 20_000
"""The tables of the database that is brought up to date."""
STREAM: Final = """
    INSERT INTO stream (table_id, guild, channel, version, head, open) VALUES (?1, ?2, 0, 0, ?3, 1)
"""
COMMAND: Final = (sys.executable, "-m", stopping.__name__)
ROOT: Final = Path(__file__).parents[2]
SLOW: Final = re.compile(r"asyncio: Executing <")
"""What Python says in its development mode of whatever takes the loop a tenth of a second."""
COMPLAINTS: Final = re.compile(
    "ERROR|Traceback|ResourceWarning|RuntimeWarning|was never|destroyed|is closed|Fatal|Close running"
)


@pytest.fixture(scope="module", autouse=True)
def load() -> Iterator[None]:
    with busy(int(os.environ.get("LOOPS", "0"))):
        yield


class Place(NamedTuple):
    """Where a stop is heard: within so many seconds of the first call of a function."""

    at: str
    within: float
    words: str = "run"
    before: str = ""
    """Signals that come first, as ``tests.stopping`` has them."""
    moments: int = MOMENTS


def drawn(place: Place) -> Iterator[tuple[Place, str]]:
    """The place with the signals of each run. ``{call}`` in a place is one of its first calls."""
    seed = random.randrange(10**6)
    sys.stdout.write(f"seed {seed}\n")
    draw = random.Random(seed)
    for _ in range(place.moments):
        first, again = draw.uniform(0, place.within), draw.uniform(0, AGAIN_WITHIN)
        kinds = draw.choices(["SIGTERM", "SIGINT"], k=2)
        at = place.at.format(call=draw.randint(1, CALLS))
        yield place._replace(at=at), f"{place.before} {kinds[0]} {first} {kinds[1]} {again}"


def environment(place: Place, signals: str) -> dict[str, str]:
    asked = {"STOP_AT": place.at, "STOP_BY": signals, "STOP_RUNS": place.words.replace(" ", "\n")}
    return {**QUICK, "PYTHONPATH": str(ROOT), "PYTHONDEVMODE": "1", **asked}


async def ended(env: Mapping[str, str], folder: Path) -> tuple[int, str]:
    """The exit status of the program, and what it said."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TMPDIR")}
    process = await spawned(COMMAND, {**kept, **env}, folder)
    assert process.stdout is not None
    try:
        async with guarded("the end of the program"):
            return await process.wait(), (await process.stdout.read()).decode()
    finally:
        process.kill()


def in_order(status: int, said: str, signals: str, *, usual: tuple[int, ...] = (0,)) -> None:
    """Check that the program ended as it should."""
    told = [line for line in said.splitlines() if not SLOW.search(line)]
    assert status in usual, f"{status} after {signals}:\n{said}"
    assert [line for line in told if line][-1:] == [stopping.LEFT], f"after {signals}:\n{said}"
    found = [line for line in told if COMPLAINTS.search(line)]
    assert found == [], f"after {signals}:\n{said}"


async def played(path: Path) -> int:
    """A database of some tables that is to be counted again. Returns its events."""
    async with Store.open(path) as store:
        for channel in range(6):
            await evening(store, channel, 2)
        await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
        return await events(store)


async def events(store: Store) -> int:
    chains = await store.checks.verify_chains()
    assert chains.broken == {}
    return sum(chains.whole.values())


async def earlier(path: Path) -> int:
    """A database of an earlier schema that takes a while to be brought up to date. Returns its events."""
    async with Database.open(path, migrations()[:11]) as old:
        rows = [(f"{number:06x}", number % 50, b"\0" * 32) for number in range(EARLIER)]
        await old.write(lambda db: db.executemany(STREAM, rows))
    return 0


STARTS: Final = {
    "a start": (Place("bot.__main__:load_settings", 0.35), played),
    "a count": (Place("storage.recounting:Recount.count_stream", 1.2), played),
    "a backup": (Place("bot.serving:serve", 0.3, before="SIGUSR1 0"), played),
    "a migration": (Place("storage.sqlite.database:Database._prepare", 0.6), earlier),
}


@pytest.mark.long
@pytest.mark.parametrize(("place", "made"), STARTS.values(), ids=STARTS)
async def test_a_bot_that_is_stopped_during(
    place: Place, made: Callable[[Path], Awaitable[int]], tmp_path: Path
) -> None:
    template, folder = tmp_path / "template.sqlite3", tmp_path / "bot"
    count = await made(template)
    async with Playground.open(limits=LIMITS) as ground:
        for one, signals in drawn(place):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            path = shutil.copy(template, folder / "tables.sqlite3")
            env = {**environment(one, signals), **ground.environment, "DATABASE": str(path)}
            in_order(*await ended(env, folder), signals)
            assert list(folder.rglob(f"*{PART}")) == []
            async with Store.open(path) as store:  # type: ignore[arg-type]
                assert await events(store) == count


@pytest.mark.long
async def test_a_gateway_that_has_greeted_and_waits_for_a_name_is_left_in_order(tmp_path: Path) -> None:
    """The library has by then begun a thread that keeps the connection alive."""
    async with Playground.open(limits=LIMITS) as ground:
        ground.hang("GET", r"/applications/\d+/emojis", seconds=60)
        place, signals = Place("bot.app:Biritch.before_identify_hook", 0.0), "SIGTERM 0.05"
        env = {**environment(place, signals), **ground.environment, "CARD_EMOJI": "on"}
        in_order(*await ended(env, tmp_path), signals)


@pytest.mark.long
@pytest.mark.parametrize(
    "place",
    [
        Place("bot.__main__:load_settings", 1.2, moments=MOMENTS // 2),
        Place("storage.recounting:Recount.count_stream", 1.5, moments=MOMENTS // 2),
    ],
    ids=["a start", "a count"],
)
async def test_a_bot_on_a_server_that_is_stopped_during(place: Place, tmp_path: Path) -> None:
    """No session is left on the server."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        server.new_database("template")
        async with Store.open(database_at(server.url("template"))) as store:
            for channel in range(3):
                await evening(store, channel, 2)
            await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
            count = await events(store)
        async with Playground.open(limits=LIMITS) as ground:
            for number, (one, signals) in enumerate(drawn(place)):
                server.new_database(f"b{number}", "TEMPLATE template")
                url = server.url(f"b{number}")
                env = {**environment(one, signals), **ground.environment, "DATABASE": url}
                in_order(*await ended(env, tmp_path), signals)
                assert server.execute("SELECT pid FROM pg_stat_activity WHERE datname <> 'postgres'") == []
                async with Store.open(database_at(url)) as store:
                    assert await events(store) == count
                server.execute(f"DROP DATABASE b{number}")


Act = Callable[[Evening], Awaitable[object]]


async def plays(table: Evening) -> None:
    await table.play_until(lambda: not table.bot.alive)


def types(*commands: str) -> Act:
    async def typing(table: Evening) -> None:
        for command in commands:
            look = {"show": command} if command in DEAL_LOOKS else {}
            await table.people[0].slash("deal" if look else command, channel=table.channel, options=look)

    return typing


async def does_all(table: Evening) -> None:
    asks = types("picture", "record", "verify", "replay", "stats", "privacy export")
    async with asyncio.TaskGroup() as doing:
        doing.create_task(plays(table))
        while table.bot.alive:
            await asks(table)


THINKING: Final = {"ROBOT_WORKERS": "2", "ROBOT_SECONDS": "0.3", "CUT_SECONDS": "0"}
AT_A_TABLE: Final[dict[str, tuple[Place, Act]]] = {
    "robots think": (Place("bot.worker_pool:WorkerPool.run_timed", 1.0), plays),
    "an analysis is made": (Place("bot.tables.past_deals:Analyses.analyse", 1.2), types("analyse")),
    "pictures are drawn": (Place("cogs.after:pictures_of", 0.2), types("picture")),
    "what is kept of somebody is given out": (
        Place("bot.privacy:Privacy.file", 0.1),
        types("privacy export"),
    ),
    "anything is done on a thread": (
        Place("concurrent.futures.thread:ThreadPoolExecutor.submit {call}", 0.05),
        does_all,
    ),
}


@pytest.mark.long
@pytest.mark.parametrize(("place", "act"), AT_A_TABLE.values(), ids=AT_A_TABLE)
async def test_a_bot_that_is_stopped_while(place: Place, act: Act) -> None:
    """Anna plays with three robots, from one stop to the next."""
    async with Playground.open(limits=Limits().unmetered()) as ground:
        await ground.start_bot({**QUICK, "CUT_SECONDS": "0"})
        table = Evening(ground, names=("anna",))
        await table.sit_down()
        await table.start()
        await table.play_deal()
        assert await table.bot.stop() == 0
        for one, signals in drawn(place._replace(moments=MOMENTS // len(AT_A_TABLE))):
            with suppress(BotDied):  # perhaps it is stopped while it starts
                await ground.start_bot({**environment(one, signals), **THINKING}, command=COMMAND)
            bot = table.bot
            acting = asyncio.create_task(act(table))  # type: ignore[arg-type, var-annotated]
            async with guarded("the end of the bot"):
                status = await bot.dead()
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)
            in_order(status, bot.log, signals)
        acts = tuple(one.answer.interaction_id for one in table.done if one.accepted)
        kept = await book(ground.database, ground.guild, acts)
        assert kept.kept == frozenset(acts) and not kept.findings


BROKEN_OFF: Final = (0, 128 + signal.SIGINT, 128 + signal.SIGTERM)
NO_TOKEN: Final = 2
LOOP: Final = "asyncio:run"
COMMANDS: Final = {
    words: Place(at, within, words)
    for words, at, within in (
        ("check", LOOP, 0.6),
        ("backup new.sqlite3", LOOP, 0.6),
        ("restore ../played.sqlite3", "shutil:copyfileobj", 0.5),
        ("rebuild", LOOP, 1.2),
        ("copy ../played.sqlite3 new.sqlite3", LOOP, 0.8),
        ("copy ../earlier.sqlite3 SERVER", LOOP, 1.5),
    )
}


@pytest.mark.long
@pytest.mark.parametrize("place", COMMANDS.values(), ids=COMMANDS)
async def test_a_command_that_is_broken_off_leaves_nothing_half_done(place: Place, tmp_path: Path) -> None:
    """The database is whole; what a command makes is there as a whole or not at all. No copy of a database is
    left in a folder for what is temporary."""
    count, folder, temporary = await played(tmp_path / "played.sqlite3"), tmp_path / "bot", tmp_path / "tmp"
    await earlier(tmp_path / "earlier.sqlite3")
    with postgres.alone() as server:
        for number, (one, signals) in enumerate(drawn(place._replace(moments=2 * MOMENTS // len(COMMANDS)))):
            server.new_database(f"b{number}")
            url = server.url(f"b{number}")
            for made in (folder, temporary):
                shutil.rmtree(made, ignore_errors=True)
                made.mkdir()
            path = shutil.copy(tmp_path / "played.sqlite3", folder / "tables.sqlite3")
            env = environment(one._replace(words=one.words.replace("SERVER", url)), signals)
            found = await ended(env | {"DATABASE": str(path), "TMPDIR": str(temporary)}, folder)
            in_order(*found, signals, usual=(*BROKEN_OFF, NO_TOKEN) if one.words == "check" else BROKEN_OFF)
            assert [one for one in folder.iterdir() if one.suffix in (PART, ".restoring")] == []
            assert [*temporary.iterdir()] == []
            async with Store.open(path) as store:  # type: ignore[arg-type]
                assert await events(store) == count
            if (new := folder / "new.sqlite3").exists():
                async with Store.open(new) as store:
                    assert await events(store) in ((0, count) if "copy" in one.words else (count,))
            async with Store.open(database_at(url)) as store:
                streams = await inside(store, lambda db: db.execute("SELECT count(*) FROM stream").fetchall())
                assert streams in ([(0,)], [(EARLIER,)])
