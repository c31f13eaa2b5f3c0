"""``biritch admin``: beside a running bot, on a database that no bot uses, and where it is refused."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.blocks import PERSON, Blockable, Blocks
from bot.host import admin
from bot.host.command import main
from bot.host.orders import LONGEST_ANNOUNCEMENT, Does, Order, OrderRefused, is_text, moment_in, number_in
from playground.ground import Playground
from screens.host_messages import PERSON_BLOCKED
from screens.words import host_orders as words
from storage.ports.records import ServerUrl, UserId
from storage.ports.storage import EVERY
from storage.store import Store
from tests.bot.test_outages import started, stopped
from tests.each import each
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import ANNA, TABLE, USERS, opened
from tests.trials.stage.playing import LIMITS

ROOT = Path(__file__).parents[2]
LONE = b'{"does": "announce", "kind": "user", "whom": 0, "text": "\\udcff"}\n'
"""Half of a sign, which nothing can store."""
NOON = 1_800_000_000.0  # 2027-01-15 08:00 UTC


@pytest.fixture(autouse=True)
def usual_digits() -> Iterator[None]:
    """The command lets numbers have as many digits as they like, for its process."""
    before = sys.get_int_max_str_digits()
    yield
    sys.set_int_max_str_digits(before)


def environment_of(home: Path) -> dict[str, str]:
    """For a process of its own, with a database in this folder."""
    path = f"{ROOT / 'packaging'}:{ROOT}"
    return {**os.environ, "PYTHONPATH": path, "DATABASE": str(home / "b.sqlite3")}


async def ordered(home: Path, *typed: str, piped: bytes = b"") -> tuple[int, str]:
    """The exit status of the command as its own process, and what it says."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "biritch", "admin", *typed],
        cwd=home,
        env=environment_of(home),
        input=piped,
        capture_output=True,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).decode()


async def test_a_running_bot_hears_of_an_order_at_once(tmp_path: Path) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        environment = {**ground.environment, "DATABASE": str(tmp_path / "b.sqlite3")}
        async with started(tmp_path, **environment) as bot:
            anna = ground.people["anna"]
            await until(lambda: (tmp_path / "b.sqlite3.admin").exists(), "the socket")
            door = tmp_path / "b.sqlite3.admin"
            assert stat.S_IMODE(door.stat().st_mode) == 0o600
            await until(lambda: ground.world.commands.get(None), "the commands")
            await anna.slash("play", channel=anna.dm)
            status, said = await ordered(tmp_path, "block", "person", str(anna.id))
            assert (status, said.startswith(f"The person {anna.id} is blocked")) == (0, True), said
            assert words.STORED not in said
            answer = await anna.slash("help")
            assert PERSON_BLOCKED() in "\n".join(answer.texts)
            status, said = await ordered(tmp_path, "export", str(anna.id))
            assert status == 0 and json.loads(said)["blocked"] is not None
            assert await ordered(tmp_path, "leave", "4711") == (0, f"{words.will_leave(4711, known=False)}\n")
            status, said = await ordered(tmp_path, "forget", str(anna.id))
            assert (status, said) == (0, f"{words.will_forget(anna.id)}\n")
            status, said = await ordered(tmp_path, "announce", "x" * (LONGEST_ANNOUNCEMENT + 1))
            assert (status, "1,501 characters" in said) == (2, True)
            await stopped(bot)
        assert not door.exists()


async def test_of_orders_that_meet_a_stop_each_that_was_taken_is_stored_and_the_others_are_told_so(
    tmp_path: Path,
) -> None:
    """Nothing of it is a fault: what is left to carry out is carried out at the next start."""
    path, people = tmp_path / "b.sqlite3", [10**17 + number for number in range(12)]

    async def asks(whom: int) -> tuple[bool, str] | str | None:
        try:
            return await asyncio.to_thread(admin.ask_running, path, Order(Does.BLOCK, PERSON, whom))
        except OrderRefused as refusal:
            return refusal.why

    async with (
        Playground.open(limits=LIMITS) as ground,
        started(tmp_path, **{**ground.environment, "DATABASE": str(path)}) as bot,
    ):
        await until(lambda: (tmp_path / "b.sqlite3.admin").exists(), "the socket")
        asked = [asyncio.create_task(asks(whom)) for whom in people]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        await stopped(bot)
        told = await asyncio.gather(*asked)
    async with Store.open(path) as store:
        blocks = Blocks(store.preferences)
        await blocks.load_blocks()
    for whom, answer in zip(people, told, strict=True):
        match answer:
            case (True, _):
                assert blocks.is_person_blocked(UserId(whom))
            case _:
                assert answer in (None, (False, words.BOT_STOPS), words.NOT_ANSWERED)
    assert any(isinstance(answer, tuple) and answer[0] for answer in told)


async def test_who_has_asked_for_nothing_yet_as_the_bot_stops_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite3"
    async with (
        Playground.open(limits=LIMITS) as ground,
        started(tmp_path, **{**ground.environment, "DATABASE": str(path)}) as bot,
    ):
        await until(lambda: admin.socket_path(path).exists(), "the socket")
        with socket.socket(socket.AF_UNIX) as asker:
            with admin._within_limit(admin.socket_path(path)) as short:
                asker.connect(short)
            assert await asyncio.to_thread(admin.ask_running, path, Order(Does.BLOCK, PERSON, 10**17))
            await stopped(bot)  # which looks for a traceback in the log


async def test_on_a_database_that_no_bot_uses_an_order_is_stored_for_the_next_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.sqlite3"
    async with Store.open(path) as store:
        await opened(store)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(path))
    path.with_name("b.sqlite3.admin").touch()  # what a killed bot has left is no socket of a running one
    assert await asyncio.to_thread(main, ["admin", "block", "person", "4711" * 4]) == 0
    said = capsys.readouterr().out
    assert "is blocked" in said and words.STORED in said
    async with Store.open(path) as store:
        blocks = Blocks(store.preferences)
        await blocks.load_blocks()
        assert blocks.is_person_blocked(UserId(int("4711" * 4)))
    assert await asyncio.to_thread(main, ["admin", "blocked"]) == 0
    assert "4711" * 4 in capsys.readouterr().out


async def test_what_is_no_order_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(tmp_path / "b.sqlite3"))
    for typed, told in (
        (["block", "person", "Anna"], words.NO_NUMBER),
        (["maintenance", "tomorrow"], "There is no database"),
        (["leave", "0"], words.NO_NUMBER),
    ):
        assert await asyncio.to_thread(main, ["admin", *typed]) == 2
        assert told in capsys.readouterr().err, typed
    async with Store.open(tmp_path / "b.sqlite3"):  # in use, and nobody listens
        assert await asyncio.to_thread(main, ["admin", "blocked"]) == 2
        assert "Another process holds the database" in capsys.readouterr().err
        assert await asyncio.to_thread(main, ["forget", "4711"]) == 2
        assert "biritch admin forget 4711" in capsys.readouterr().err


async def test_beside_processes_on_a_server_nobody_is_forgotten_but_by_their_order(
    url: ServerUrl, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A robot has to take their cards at once, which a process does that has the table."""
    monkeypatch.setenv("DATABASE", str(url))
    async with Store.open(url) as store:
        await opened(store)
        cluster = store.shared_by(EVERY)
        assert cluster is not None
        await cluster.join(30.0)
        assert await asyncio.to_thread(main, ["forget", str(USERS[ANNA])]) == 2
        assert f"biritch admin forget {USERS[ANNA]}" in capsys.readouterr().err
        assert USERS[ANNA] in (await store.streams.users_of(TABLE)).values()
        await cluster.part()
        assert await asyncio.to_thread(main, ["forget", str(USERS[ANNA])]) == 0
        assert USERS[ANNA] not in (await store.streams.users_of(TABLE)).values()


async def test_a_text_that_no_message_can_hold_is_refused_before_it_is_sent(tmp_path: Path) -> None:
    """Also where it is piped in, of any length; and nothing of it is stored."""
    async with Store.open(tmp_path / "b.sqlite3") as store:
        await opened(store)
    for typed, piped, told in (
        (os.fsdecode(b"caf\xe9"), b"", words.NO_UTF_8),
        ("-", b"caf\xe9\n", words.NO_UTF_8),
        ("-", b"x" * 200_000, words.text_too_long(admin.LONGEST_ORDER, LONGEST_ANNOUNCEMENT)),
        ("x" * 70_000, b"", words.text_too_long(70_000, LONGEST_ANNOUNCEMENT)),
    ):
        assert await ordered(tmp_path, "announce", typed, piped=piped) == (2, f"{told}\n"), told
    assert await ordered(tmp_path, "announce", "-", piped="café\n".encode()) == (
        0,
        f"{words.ANNOUNCEMENT_GIVEN}\n{words.STORED}\n",
    )
    async with Store.open(tmp_path / "b.sqlite3") as store:
        assert (await store.preferences.choices("host"))["announcement"] == "café"


async def test_a_text_needs_no_quotes(tmp_path: Path) -> None:
    async with Store.open(tmp_path / "b.sqlite3") as store:
        await opened(store)
    status, said = await ordered(tmp_path, "announce", "Whist", "on", "Friday.")
    assert (status, said) == (0, f"{words.ANNOUNCEMENT_GIVEN}\n{words.STORED}\n")
    async with Store.open(tmp_path / "b.sqlite3") as store:
        assert (await store.preferences.choices("host"))["announcement"] == "Whist on Friday."


@each(("full", "told"), [(True, "the disk is full"), (False, "Broken pipe")])
def test_what_cannot_be_written_is_told_in_a_sentence(tmp_path: Path, full: bool, told: str) -> None:
    """As an export into a file on a full disk, or to a program that has ended."""

    async def begin() -> None:
        async with Store.open(tmp_path / "b.sqlite3"):
            pass

    asyncio.run(begin())
    read, write = os.pipe()
    os.close(read)
    with Path("/dev/full").open("wb") as disk:
        command = [sys.executable, "-m", "biritch", "admin", "export", "5"]
        out = disk.fileno() if full else write
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment_of(tmp_path),
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    os.close(write)
    assert done.returncode == 2
    assert done.stderr.startswith("What there is to say could not be written (")
    assert told in done.stderr and len(done.stderr.splitlines()) == 1


async def test_what_is_sent_to_the_socket_and_is_no_order_is_refused_and_ends_nothing(tmp_path: Path) -> None:
    """Also below a folder whose path is longer than a socket's address may be."""
    home = tmp_path / ("long" * 30)
    home.mkdir()
    taken: list[Order] = []

    async def give(order: Order) -> str:
        taken.append(order)
        if order.text == "refused":
            raise OrderRefused("It is refused.")
        if order.text == "fault":
            raise KeyError(order.text)
        return f"Done: {order}."

    path = home / "b.sqlite3"
    admin.socket_path(path).touch()
    async with admin.listening(path, give):
        for line in (
            b"\n",
            b"[]\n",
            b"{}\n",
            b"\xff\n",
            b"no line",
            b"x" * (1 << 17),
            b"[" * 60_000 + b"\n",
            LONE,
        ):
            reader, writer = await _connected(path)
            writer.write(line)
            writer.write_eof()
            answer = await reader.read()
            writer.close()
            assert answer in (b"", b"-" + words.NOT_UNDERSTOOD.encode()), line
        assert taken == []
        order = Order(Does.BLOCK, PERSON, 7, "")
        assert await asyncio.to_thread(admin.ask_running, path, order) == (True, "Done: block person 7.")
        refused = Order(Does.ANNOUNCE, text="refused")
        assert await asyncio.to_thread(admin.ask_running, path, refused) == (False, "It is refused.")
        with pytest.raises(OrderRefused, match="did not answer"):
            await asyncio.to_thread(admin.ask_running, path, Order(Does.ANNOUNCE, text="fault"))
    assert await asyncio.to_thread(admin.ask_running, path, order) is None


async def _connected(path: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    with admin._within_limit(admin.socket_path(path)) as short:
        return await asyncio.open_unix_connection(short)


@each(
    ("typed", "seconds"),
    [
        ("20", 1200.0),
        ("+5", 300.0),
        ("08:30", 1800.0),
        ("8:00", 86400.0),
        ("07:59", 86340.0),
        (" OFF ", None),
        ("8h30", 1800.0),
        ("005", 300.0),
    ],
)
def test_a_maintenance_begins_when_it_is_said(typed: str, seconds: float | None) -> None:
    begins = moment_in(typed, NOON)
    assert begins == (None if seconds is None else NOON + seconds)


def test_the_host_reads_how_long_it_is_until_a_maintenance_begins() -> None:
    for seconds, told in (
        (300.0, "2027-01-15 08:05 UTC, in 5 min: those who play are told now."),
        (900.0, "2027-01-15 08:15 UTC, in 15 min: those who play are told now."),
        (960.0, "2027-01-15 08:16 UTC, in 16 min: those who play are told a quarter of an hour before."),
        (5400.0, "2027-01-15 09:30 UTC, in 1 h 30 min: those"),
        (90000.0, "2027-01-16 09:00 UTC, in 25 h 0 min: those"),
    ):
        assert told in words.maintenance_at(NOON + seconds, NOON, 900.0)


@each("typed", ["", "0", "+0", "soon", "24:00", "12:60", "99999", "-5", "12:3", "١٢:٠٠"])
def test_no_other_moment_is_taken(typed: str) -> None:
    with pytest.raises(OrderRefused):
        moment_in(typed, NOON)


@each("typed", ["", "0", "-1", "1.5", "<#5>", "9223372036854775808", "٤", "1 2"])
def test_what_is_no_number_of_discords_is_refused(typed: str) -> None:
    with pytest.raises(OrderRefused):
        number_in(typed)


def test_text_is_all_but_halves_of_signs() -> None:
    assert is_text("\ud7ff\ue000😀") and not is_text("\ud800") and not is_text("\udfff")


def test_a_number_may_be_typed_or_mentioned() -> None:
    assert number_in("17") == number_in("<@17>") == number_in(" <@!17> ") == 17
    assert Blockable(PERSON, 17).block_owner == "blocked:user:17"


@pytest.mark.long
async def test_processes_on_a_server_hear_of_an_order_that_was_stored_there(
    tmp_path: Path, url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command writes into the database itself; nobody listens beside it."""
    monkeypatch.chdir(tmp_path)
    async with Playground.open(limits=LIMITS) as ground:
        environment = {**ground.environment, "DATABASE": url.url_with_password()}
        async with started(tmp_path, **environment) as bot:
            anna = ground.people["anna"]
            await until(lambda: ground.world.commands.get(None), "the commands")
            monkeypatch.setenv("DATABASE", url.url_with_password())
            assert await asyncio.to_thread(main, ["admin", "block", "person", str(anna.id)]) == 0

            async def hears() -> bool:
                return PERSON_BLOCKED() in "\n".join((await anna.slash("help")).texts)

            await until(hears, "the block")
            await stopped(bot)
