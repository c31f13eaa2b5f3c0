"""What would stop the bot is told by ``biritch check`` and by the start that meets it, in the same sentence,
which says what to do."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bot.cannot_start import cannot_start
from bot.host.checking import findings
from bot.host.metrics import Endpoint
from playground.ground import Playground
from robots.search.double_dummy import library
from storage.ports.records import ServerUrl
from storage.ports.storage import StorageError
from storage.postgres import session
from storage.store import Store
from tests.bot.test_main import AS_NOBODY, CLOSED, started
from tests.host.office import TOKEN, Office
from tests.host.office import opened as office_opened
from tests.trials.stage import postgres
from tests.trials.stage.guard import until_now
from tests.trials.stage.happenings import opened
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.ports import free_port

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with office_opened() as one:
        yield one


async def told(home: Path, office: Office, **settings: str) -> str:
    """The one fault of a bot with these settings, which ``check`` and a start tell in the same words."""
    given = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": office.url, "DATABASE": str(home / "b.sqlite3")}
    found = [one.told async for one in findings({**given, **settings}, home / ".env") if one.fault]
    assert len(found) == 1, found
    status, said = await started(home, **{**given, "DISCORD_API": CLOSED, **settings})
    assert (status, said.splitlines()[-1:]) == (2, found)
    assert "Traceback" not in said
    return found[0]


async def test_the_port_of_the_endpoint_is_taken(tmp_path: Path, office: Office) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        at = f"127.0.0.1:{taken.getsockname()[1]}"
        assert await told(tmp_path, office, METRICS=at) == (
            "The setting METRICS must be an address that is free on this machine (Address already in use)."
        )


async def test_the_endpoint_is_said_to_be_at_no_address(tmp_path: Path, office: Office) -> None:
    assert await told(tmp_path, office, METRICS="9464") == (
        "The setting METRICS must be empty, or an address and a port: 127.0.0.1:9464."
    )


async def test_the_port_that_the_running_bot_has_itself_is_no_fault(tmp_path: Path, office: Office) -> None:
    at = ("127.0.0.1", free_port())
    settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": office.url, "METRICS": f"{at[0]}:{at[1]}"}
    path = tmp_path / "b.sqlite3"
    async with Endpoint.open(at):
        async with Store.open(path):
            found = [one async for one in findings({**settings, "DATABASE": str(path)}, tmp_path / ".env")]
            assert [one.told for one in found if one.fault] == []
            assert "A running bot answers where METRICS says." in [one.told for one in found]
        # and if it is that of another bot it is one
        found = [one async for one in findings({**settings, "DATABASE": str(path)}, tmp_path / ".env")]
        assert [one.told.partition(" must")[0] for one in found if one.fault] == ["The setting METRICS"]


async def test_an_address_of_another_kind_of_server_is_named_without_its_password(
    tmp_path: Path, office: Office
) -> None:
    sentence = await told(tmp_path, office, DATABASE="mysql://anna:s3cret@db/cards")
    assert sentence == (
        "The setting DATABASE must be the path of a file, or the URL of a PostgreSQL database: "
        "postgresql://user@host/name."
    )


@pytest.mark.parametrize("token", ["a.good\ntoken", "a.good token", "ein.schöner.Schlüssel"])
async def test_a_token_that_is_no_word_is_told_of_and_not_shown(
    tmp_path: Path, office: Office, token: str
) -> None:
    sentence = await told(tmp_path, office, DISCORD_TOKEN=token)
    assert sentence.startswith(
        "The setting DISCORD_TOKEN must be a token as Discord's developer portal shows"
    )
    assert "good" not in sentence and "Schl" not in sentence


async def test_a_missing_folder_of_the_database_is_named(tmp_path: Path, office: Office) -> None:
    nowhere = tmp_path / "no" / "such"
    assert await told(tmp_path, office, DATABASE=str(nowhere / "b.sqlite3")) == (
        f"There is no folder {nowhere} for the database: make it, or let DATABASE name another."
    )


async def test_a_database_that_may_not_be_begun_is_no_matter_of_a_first_start(
    tmp_path: Path, office: Office
) -> None:
    assert await told(tmp_path, office, NEW_DATABASE="refused") == (
        f"There is no database {tmp_path / 'b.sqlite3'}, and NEW_DATABASE forbids to begin one: is its "
        "volume mounted?"
    )


def spoilt(path: Path, how: str) -> str:
    """What is told of a file of this kind."""
    if how == "damaged":
        with closing(sqlite3.connect(path)) as db:
            (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'dm'").fetchone()
        data = bytearray(path.read_bytes())
        data[4096 * (page - 1) : 4096 * page] = bytes(4096)
        path.write_bytes(data)
        return "put back a backup with biritch restore."
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA {'application_id = 7' if how == 'foreign' else 'user_version = 99'}")
    db.close()
    if how == "foreign":
        return "it has not been touched: let DATABASE name another."
    return "or put back a backup that this one made."


@pytest.mark.parametrize("how", ["damaged", "foreign", "newer"])
async def test_a_file_that_cannot_be_used_is_named_with_what_to_do(
    tmp_path: Path, office: Office, how: str
) -> None:
    path = tmp_path / "b.sqlite3"
    async with Store.open(path) as store:
        await opened(store)
    cure = spoilt(path, how)
    sentence = await told(tmp_path, office)
    assert str(path) in sentence and sentence.endswith(cure)


# On a server


@pytest.fixture(scope="module")
def guarded() -> Iterator[postgres.Server]:
    """A server at which ``guest`` needs a password, everybody else none, and ``stranger`` may not come in."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        server.execute("CREATE ROLE guest LOGIN PASSWORD 'open-sesame'")
        server.execute("CREATE ROLE poor LOGIN")
        rules = ("host all guest all scram-sha-256", "host all stranger all reject", "host all all all trust")
        (server.data / "pg_hba.conf").write_text("\n".join([*rules, ""]))
        server.execute("SELECT pg_reload_conf()")
        until_now(lambda: refuses(server, "stranger"), "the new rules")
        yield server


def refuses(server: postgres.Server, user: str) -> bool:
    try:
        with psycopg.connect(url(server, user)):
            return False
    except psycopg.OperationalError as refused:
        return "pg_hba.conf rejects" in str(refused)


def url(server: postgres.Server, user: str, database: str = "postgres") -> str:
    return server.url(database).replace("//biritch@", f"//{user}@")


@pytest.mark.parametrize(
    ("user", "database", "sentence"),
    [
        (
            "poor",
            "postgres",
            "The user of {shown} may not make tables: let the server's administrator make them the owner of "
            "the database and of its tables.",
        ),
        (
            "guest",
            "postgres",
            "The server of {shown} asks for a password: write it into ~/.pgpass, or into the address in "
            "DATABASE, user:password@host.",
        ),
        (
            "guest:open-barley",
            "postgres",
            "The server of {shown} refuses the password: correct it where it stands, in DATABASE, PGPASSWORD "
            "or ~/.pgpass.",
        ),
        (
            "nobody_here",
            "postgres",
            'The server of {shown} does not know this user (role "nobody_here" does not exist): make it with '
            "createuser, or correct the address.",
        ),
        (
            "biritch",
            "nowhere",
            'The server of {shown} has no such database (database "nowhere" does not exist): make it with '
            "createdb --owner and the bot's user, or correct the address.",
        ),
    ],
)
async def test_what_a_server_refuses_is_told_with_what_to_do(
    guarded: postgres.Server, tmp_path: Path, office: Office, user: str, database: str, sentence: str
) -> None:
    shown = url(guarded, user.partition(":")[0], database)
    found = await told(tmp_path, office, DATABASE=url(guarded, user, database))
    assert found == sentence.format(shown=shown)


async def test_a_server_that_lets_nobody_in_from_here_is_told_with_its_reason(
    guarded: postgres.Server, tmp_path: Path, office: Office
) -> None:
    found = await told(tmp_path, office, DATABASE=url(guarded, "stranger"))
    assert "refuses the connection (pg_hba.conf rejects connection" in found
    assert found.endswith("see who may connect in its pg_hba.conf, and how many in its max_connections.")


async def test_a_server_of_an_old_release_is_refused(
    guarded: postgres.Server, tmp_path: Path, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest release that will do becomes one that there is not yet."""
    monkeypatch.setattr(session, "OLDEST", 99)
    where = url(guarded, "biritch")
    settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": office.url, "DATABASE": where}
    (found,) = [one.told async for one in findings(settings, tmp_path / ".env") if one.fault]
    (version,) = guarded.execute("SELECT current_setting('server_version')")[0]
    assert found == (
        f"The server of {where} is PostgreSQL {version}, and the bot needs 99 or newer: upgrade it."
    )
    with pytest.raises(StorageError) as refused:
        async with Store.open(ServerUrl(where)):
            pass
    assert cannot_start(refused.value) == found


# The solver

WITHOUT_SOLVER = """
import runpy, sys
sys.modules["endplay"] = None
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""


async def test_where_there_is_no_solver_the_check_and_a_start_say_so_with_what_brings_it(
    tmp_path: Path, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = (
        "There is no double-dummy solver, so the best robots play by other means, and no deal is analysed: "
    )
    async with Playground.open(limits=LIMITS) as ground:
        bot = await ground.start_bot(command=(sys.executable, "-c", WITHOUT_SOLVER))
        (line,) = [one for one in bot.log.splitlines() if sentence in one]
        if library() is not None:
            await bot.stop()
            bot = await ground.start_bot()
            assert sentence not in bot.log
    monkeypatch.setitem(sys.modules, "endplay", None)
    settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": office.url, "DATABASE": str(tmp_path / "b.sqlite3")}
    found = [one async for one in findings(settings, tmp_path / ".env")]
    assert [one.told for one in found if one.note] == [line[line.index(sentence) :]]
    assert [one.told for one in found if one.fault] == []


# Backups

CHECK_AND_BACK_UP = AS_NOBODY.partition("sys.exit")[0] + (
    "from pathlib import Path\n"
    "from bot.host import backups, checking\n"
    "home = Path.cwd()\n"
    "checking.main(os.environ, home / '.env')\n"
    "sys.exit(backups.main(home / 'b.sqlite3', Path(os.environ['BACKUPS']), None))\n"
)


@pytest.mark.long
async def test_a_folder_for_backups_that_the_bot_may_not_enter_is_named(
    office: Office, tmp_path: Path
) -> None:
    """By the check, and by the backup that meets it."""
    async with Store.open(tmp_path / "b.sqlite3"):
        pass
    shut = tmp_path / "shut"
    (shut / "backups").mkdir(parents=True)
    shut.chmod(0)
    for folder in (shut, shut / "backups"):
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": office.url, "BACKUPS": str(folder)}
        given = {**settings, "DATABASE": str(tmp_path / "b.sqlite3")}
        status, said = await started(tmp_path, "-c", CHECK_AND_BACK_UP, **given)
        sentence = (
            f"No backup can be made in {folder}: give the bot's user the right to read and write there."
        )
        faults = [line for line in said.splitlines() if line.startswith("FAULT")]
        assert (status, faults) == (2, [f"FAULT  {sentence}"]), said
        assert sentence in said.splitlines() and "Traceback" not in said
    shut.chmod(0o700)


ON_A_SMALL_DISK = 'mount -t tmpfs -o size=64k,mode=700 none "$1" && shift && exec "$@"'


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode != 0,
    reason="no small disk can be made: unshare -rm is not allowed here",
)
async def test_a_backup_on_a_full_disk_is_told_of_in_one_sentence_and_nothing_is_left(tmp_path: Path) -> None:
    async with Store.open(tmp_path / "b.sqlite3") as store:
        await opened(store)
    disk = tmp_path / "disk"
    disk.mkdir()
    command = [sys.executable, "-m", "biritch", "backup", str(disk / "b.sqlite3")]
    listing = f'"$@"; status=$?; ls "{disk}"; exit $status'
    done = await asyncio.to_thread(
        subprocess.run,
        ["unshare", "-rm", "sh", "-c", ON_A_SMALL_DISK, "-", str(disk), "sh", "-c", listing, "-", *command],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "DATABASE": "b.sqlite3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == (  # lines of how far it is may stand before
        f"No backup can be made in {disk}: its disk is full; make room, or let BACKUPS name a folder on "
        "another disk."
    )
