"""``python -m playground`` as a person at a terminal meets it."""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import playground.__main__
from playground.ground import Playground
from playground.process import BotProcess, executed
from tests.trials.stage.guard import HANGS_AFTER, guarded, until
from tests.trials.stage.processes import children, owned_exec, runs

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


def start(cwd: Path, *arguments: str, **env: str) -> AbstractAsyncContextManager[asyncio.subprocess.Process]:
    return owned_exec(
        sys.executable,
        *("-m", "playground", "--patience", str(HANGS_AFTER)),
        *arguments,
        cwd=cwd,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", **env},
    )


def child_of(pid: int) -> int:
    (child,) = children(pid)
    return child


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder in which ``python -m bot`` is the small bot."""
    (tmp_path / "bot.py").write_text((HERE / "small_bot.py").read_text())
    return tmp_path


async def test_it_prints_one_address_starts_a_dead_bot_again_and_stops_cleanly(club: Path) -> None:
    async with start(club, "--port", "0") as process, guarded("the playground"):
        assert process.stdout is not None
        assert process.stderr is not None
        assert (await process.stdout.readline()).startswith(b"Starting the bot")
        first = (await process.stdout.readline()).decode()
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", first)
        async with aiohttp.ClientSession() as session, session.get(address) as response:
            assert response.status == 200
        bot = child_of(process.pid)

        os.kill(bot, signal.SIGKILL)
        said = (await process.stderr.readline()).decode()
        assert "exit code -9" in said
        while "Starting it again" not in said:
            said = (await process.stderr.readline()).decode()
        (again,) = await until(lambda: children(process.pid) - {bot}, "another bot")
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        assert not runs(again)
        assert "http" not in (await process.stdout.read()).decode()


@pytest.mark.long
async def test_whoever_presses_ctrl_c_again_and_again_does_not_break_off_the_end(club: Path) -> None:
    async with start(club, "--port", "0") as process, guarded("the playground"):
        assert process.stdout is not None
        await process.stdout.readline()
        while process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGINT)
            await asyncio.sleep(0.002)
        assert (await process.communicate())[1] == b""
        assert process.returncode == 0


ONLY_ONCE = """
import os, pathlib, runpy, time
if not os.path.exists("started"):
    pathlib.Path("started").touch()
    runpy.run_path("small_bot.py", run_name="__main__")
print("I sleep", flush=True)
time.sleep(3600)
"""


@pytest.fixture
def sleepy(tmp_path: Path) -> Path:
    """A folder in which ``python -m bot`` is the small bot at first, and then one that is never ready."""
    (tmp_path / "small_bot.py").write_text((HERE / "small_bot.py").read_text())
    (tmp_path / "bot.py").write_text(ONLY_ONCE)
    return tmp_path


async def test_whoever_presses_ctrl_c_while_a_dead_bot_is_started_again_ends_the_game(sleepy: Path) -> None:
    async with start(sleepy, "--port", "0", "--patience", "1e9") as process, guarded("the playground"):
        assert process.stdout is not None
        while not (await process.stdout.readline()).startswith(b"Open http"):
            pass
        bot = child_of(process.pid)
        os.kill(bot, signal.SIGKILL)
        await until(lambda: children(process.pid) - {bot}, "another bot")
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0


async def test_a_bot_that_is_not_ready_again_is_shown_with_its_last_words_and_nobodys_calls_are_kept(
    sleepy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """People may play for days."""
    grounds, before, said = list[Playground](), children(os.getpid()), ""

    class Seen(Playground):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            grounds.append(self)

    def is_open() -> bool:
        nonlocal said
        said += capsys.readouterr().out
        return "Open http" in said

    monkeypatch.chdir(sleepy)
    monkeypatch.setattr(playground.__main__, "Playground", Seen)
    monkeypatch.setattr(BotProcess, "spawn", staticmethod(executed))
    async with guarded("the playground"):
        serving = asyncio.create_task(playground.__main__._serve_until(0, (), asyncio.Event()))
        await until(is_open, "the address")
        assert [len(one.calls) for one in grounds] == [0]
        monkeypatch.setattr(BotProcess, "patience", 0.0)
        (bot,) = children(os.getpid()) - before
        os.kill(bot, signal.SIGKILL)
        assert await serving == 1
    assert "was not ready within 0 seconds" in capsys.readouterr().err


LISTENS = """
import os, runpy, socket
host, port = os.environ["PAGE"].split(":")
page = socket.create_server((host, int(port)))
runpy.run_path("small_bot.py", run_name="__main__")
"""


async def test_where_another_program_takes_the_port_of_the_page_first_the_bot_is_started_at_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small_bot.py").write_text((HERE / "small_bot.py").read_text())
    (tmp_path / "bot.py").write_text(LISTENS)
    taken, said = list[socket.socket](), ""

    class Raced(Playground):
        def with_page(self) -> dict[str, str]:
            settings = super().with_page()
            if not taken:
                host, port = settings["PAGE"].split(":")
                taken.append(socket.create_server((host, int(port))))
            return settings

    def is_open() -> bool:
        nonlocal said
        said += capsys.readouterr().out
        return "Open http" in said or serving.done()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(playground.__main__, "Playground", Raced)
    monkeypatch.setattr(BotProcess, "spawn", staticmethod(executed))
    monkeypatch.setattr(BotProcess, "patience", HANGS_AFTER)
    stop = asyncio.Event()
    async with guarded("the playground"):
        serving = asyncio.create_task(playground.__main__._serve_until(0, (), stop))
        await until(is_open, "the address")
        stop.set()
        assert await serving == 0
    taken[0].close()


async def test_a_killed_playground_leaves_no_bot_behind(club: Path) -> None:
    async with start(club, "--port", "0") as process, guarded("the playground"):
        assert process.stdout is not None
        assert (await process.stdout.readline()).startswith(b"Starting the bot")
        assert (await process.stdout.readline()).startswith(b"Open http")
        bot = child_of(process.pid)
        process.kill()
        await process.wait()
        await until(lambda: not runs(bot), "the end of the bot")


@pytest.mark.parametrize(("env", "cure"), [({}, "--port 0"), ({"MAKELEVEL": "1"}, "make play PORT=0")])
async def test_a_taken_port_is_one_sentence_that_names_what_the_command_can_take(
    club: Path, env: dict[str, str], cure: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with start(club, "--port", str(port), **env) as process, guarded("the playground"):
            _, said = await process.communicate()
    assert process.returncode == 1
    assert said.decode() == f"Port {port} is taken by another program; {cure} takes one that is free.\n"


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_play_takes_a_port() -> None:
    for given, arguments in (([], ""), (["PORT=0"], " --port 0"), (["PORT=8123"], " --port 8123")):
        steps = subprocess.run(
            ["make", "--dry-run", "--no-print-directory", "play", *given],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert steps.splitlines()[-1].rstrip().endswith(f"-m playground{arguments}")


async def test_a_bot_that_does_not_start_is_shown_with_its_last_words(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit('no pack of cards')")
    async with start(tmp_path, "--port", "0") as process, guarded("the playground"):
        _, said = await process.communicate()
    assert process.returncode == 1
    assert "exit code 1" in said.decode()
    assert "no pack of cards" in said.decode()
