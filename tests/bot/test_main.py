"""``python -m bot`` where it cannot start: one sentence for the host, and a status that says not to retry."""

from __future__ import annotations

import asyncio
import os
import platform
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
from aiohttp import web

from bot.__main__ import run
from bot.serving import _asked_to_wait
from storage.engine import migrations
from storage.ports.storage import StorageError
from storage.store import Store
from tests.forking import spawned
from tests.trials.stage.guard import guarded
from tests.trials.stage.virtual_time import real_time
from tests.trials.stage.wire import settings

pytestmark = real_time
ROOT = Path(__file__).parents[2]
CLOSED = "http://127.0.0.1:1/api/v10"
"""An address at which nobody answers: what gets so far as to ask has not been stopped in time."""


NOT_COMPILED = """
import os, sys
from pathlib import Path
import bot.__main__, screens.words.languages
screens.words.languages.CATALOGUES = Path(os.environ["CATALOGUES"])
sys.exit(bot.__main__.main())
"""


AS_NOBODY = """
import ctypes, os, sys
import bot.__main__
if os.geteuid() == 0:
    ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)())
sys.exit(bot.__main__.main())
"""
"""The bot with no more rights over a file than its permissions give, also where the tests are run by root."""


IN_FOUR_THREADS = """
import ctypes, threading
from bot.__main__ import main
main()
met = threading.Barrier(4)
def hold():
    met.wait()
    held = [bytes(10_000) for _ in range(100)]
    met.wait()
threads = [threading.Thread(target=hold) for _ in range(4)]
for one in threads: one.start()
for one in threads: one.join()
libc = ctypes.CDLL(None)
if hasattr(libc, "malloc_info"):
    libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
    libc.fflush(None)
"""
"""Four threads that have memory at the same moment, and what glibc says of its heaps after that."""


async def started(home: Path, *command: str, **settings: str) -> tuple[int, str]:
    """The exit status and what was said, from a start in this folder with these settings alone."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT", "LANG")}
    env = {**kept, "PYTHONPATH": str(ROOT), **settings}
    process = await spawned((sys.executable, *(command or ("-m", "bot"))), env, home)
    assert process.stdout is not None
    async with guarded():
        said = await process.stdout.read()
        return await process.wait(), said.decode().strip()


async def test_a_wrong_setting_stops_the_bot_with_one_sentence(tmp_path: Path) -> None:
    starts = (
        started(tmp_path),
        started(tmp_path, DISCORD_TOKEN="x.y.z", LOG_LEVEL="loud"),
        started(tmp_path, DISCORD_TOKEN="x.y.z", ROBOT_WORKERS="-1"),
    )
    no_token, level, calls = await asyncio.gather(*starts)
    assert no_token[0] == level[0] == calls[0] == 2
    assert no_token[1].startswith("The setting DISCORD_TOKEN must be the token of your bot")
    assert level[1] == "The setting LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR."
    assert calls[1] == "The setting ROBOT_WORKERS must be a whole number, 0 or more."
    assert not (tmp_path / "biritch.sqlite3").exists()


async def test_settings_are_read_from_the_file_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=very.secret.token\nROBOT_PACE=soon\n")
    status, said = await started(tmp_path)
    assert status == 2
    assert said == "The setting ROBOT_PACE must be a number of seconds, 0.1 or more."


def test_a_login_that_is_shut_out_is_tried_again_when_it_says() -> None:
    """To ask sooner has what stands before Discord refuse for longer."""
    for status, seconds in ((429, 1800.0), (503, 0.0)):
        answer = SimpleNamespace(status=status, reason="", headers={"Retry-After": "1800"})
        refused = discord.HTTPException(answer, "<html>Error 1015</html>")  # type: ignore[arg-type]
        assert _asked_to_wait(refused) == seconds


async def test_a_database_that_cannot_be_used_stops_the_bot_and_is_not_touched(tmp_path: Path) -> None:
    newer, strange, text = (tmp_path / name for name in ("newer.sqlite3", "strange.sqlite3", "letter.txt"))
    async with Store.open(newer):
        pass
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    with sqlite3.connect(strange) as db:
        db.execute("CREATE TABLE recipe (name TEXT)")
    db.close()
    text.write_text("Dear Anna, the whist was excellent. " * 100)
    before = [path.read_bytes() for path in (newer, strange, text)]
    starts = (
        started(tmp_path, DISCORD_TOKEN="x.y.z", DISCORD_API=CLOSED, DATABASE=str(path))
        for path in (newer, strange, text, tmp_path / "no" / "such" / "folder.sqlite3")
    )
    answers = await asyncio.gather(*starts)
    assert [status for status, _ in answers] == [2, 2, 2, 2]
    assert answers[0][1] == (
        f"The database {newer} was written by a later release of this bot, with schema 999 (this one "
        f"reads none after {migrations()[-1].number}); it has not been touched: install a release that reads "
        "it (the page docs/reference/releases.md says which), or put back a backup that this one made."
    )
    for path, (_, said) in zip((strange, text), answers[1:3], strict=True):
        assert said == (
            f"{path} is no database of this bot; it has not been touched: let DATABASE name another."
        )
    nowhere = tmp_path / "no" / "such"
    assert answers[3][1] == (
        f"There is no folder {nowhere} for the database: make it, or let DATABASE name another."
    )
    assert [path.read_bytes() for path in (newer, strange, text)] == before


async def test_a_database_that_another_process_holds_stops_the_bot(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    async with Store.open(path):
        status, said = await started(tmp_path, DISCORD_TOKEN="x.y.z", DISCORD_API=CLOSED, DATABASE=str(path))
    assert status == 2
    assert said == f"Another process holds the database {path}: stop it first."


async def test_sentences_that_are_not_compiled_stop_the_bot_with_what_to_do(tmp_path: Path) -> None:
    """As in a clone in which nobody has said make. It would have no commands, and say nothing of it."""
    (tmp_path / "catalogues").mkdir()
    settings = {"DISCORD_TOKEN": "x.y.z", "DISCORD_API": CLOSED, "CATALOGUES": str(tmp_path / "catalogues")}
    assert await started(tmp_path, "-c", NOT_COMPILED, **settings) == (
        2,
        f"The sentences of {tmp_path}/catalogues/fr.mo have not been compiled or cannot be read: run make "
        "words in a clone, or install the bot anew.",
    )
    assert not (tmp_path / "biritch.sqlite3").exists()


async def test_a_taken_port_and_a_file_of_settings_that_is_none_stop_the_bot(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / ".env").write_bytes(b"\xff\xfe\x00D")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        at = f"127.0.0.1:{taken.getsockname()[1]}"
        port, unreadable = await asyncio.gather(
            started(tmp_path, DISCORD_TOKEN="x.y.z", DISCORD_API=CLOSED, METRICS=at),
            started(tmp_path / "folder", DISCORD_TOKEN="x.y.z", DISCORD_API=CLOSED),
        )
    assert port[0] == 2
    assert port[1].splitlines()[-1].startswith("The setting METRICS must be an address that is free on this")
    assert unreadable == (2, "The setting .env must be a text file that the bot may read.")


@pytest.mark.usefixtures("as_a_process")
async def test_points_of_any_length_can_be_told_once_the_bot_runs() -> None:
    """Python refuses to write numbers of more than 4,300 digits, which 14,282 contres make."""
    with pytest.raises(StorageError):
        await run(settings(Path("no/such/folder/tables.sqlite3")))
    assert len(str(2**14_400)) == 4_335


def permit(path: Path, mode: int) -> None:
    path.chmod(mode)


def put_away(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


async def test_a_database_that_is_gone_stops_the_bot_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    forbidden = await started(tmp_path, DISCORD_TOKEN="x.y.z", DATABASE=str(path), NEW_DATABASE="refused")
    assert forbidden == (
        2,
        f"There is no database {path}, and NEW_DATABASE forbids to begin one: is its volume mounted?",
    )
    async with Store.open(path):
        pass
    put_away(path)
    assert await started(tmp_path, DISCORD_TOKEN="x.y.z", DATABASE=str(path)) == (
        2,
        f"The database {path} is missing or empty, but tables.sqlite3.marker beside it shows that there was "
        f"one: put it back, or delete {path}.marker to begin again with an empty one.",
    )


@pytest.mark.parametrize(("of_the_folder", "of_the_file"), [(0o555, 0o666), (0o777, 0o444)])
async def test_a_place_where_the_bot_may_not_write_is_named(
    tmp_path: Path, of_the_folder: int, of_the_file: int
) -> None:
    folder, path = tmp_path, tmp_path / "tables.sqlite3"
    async with Store.open(path):
        pass
    permit(path, of_the_file)
    permit(folder, of_the_folder)
    said = await started(folder, "-c", AS_NOBODY, DISCORD_TOKEN="x.y.z", DATABASE=str(path))
    permit(folder, 0o700)
    place = folder if of_the_folder == 0o555 else path
    assert said == (2, f"The bot may not write to {place}: give its user the permission.")


@pytest.fixture
async def doorkeeper() -> AsyncIterator[str]:
    """A Discord that knows no token."""

    async def refuse(_: web.Request) -> web.Response:
        body = b'{"message": "401: Unauthorized", "code": 0}'
        return web.Response(status=401, body=body, headers={"Content-Type": "application/json"})

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    await runner.cleanup()


async def test_a_token_that_discord_refuses_stops_the_bot_and_is_not_told(
    tmp_path: Path, doorkeeper: str
) -> None:
    status, said = await started(tmp_path, DISCORD_TOKEN="very.secret.token", DISCORD_API=doorkeeper)
    assert status == 3
    assert said.splitlines()[-1] == (
        "Discord refuses the token: copy DISCORD_TOKEN anew from the developer portal."
    )
    assert "very.secret.token" not in said and "Traceback" not in said


async def test_threads_use_what_others_have_freed(tmp_path: Path) -> None:
    """One heap for all. Elsewhere than in glibc there is none for each thread, and nothing tells of them."""
    _, said = await started(tmp_path, "-c", IN_FOUR_THREADS)
    assert said.count("<heap nr=") == (platform.libc_ver()[0] == "glibc")
