"""Backups that leave the machine: the host's own program is given each, and what it makes of them is told."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.host import backups
from bot.host.backup_command import (
    COPIES_AWAY,
    CommandFailed,
    arguments_for,
    give_to_command,
    without_settings,
)
from bot.host.backups import Daily
from bot.host.metrics import Endpoint
from bot.settings import command_set, load_settings
from storage.store import Store
from tests.host.test_endpoint import asked
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.happenings import opened
from tests.trials.stage.ports import free_port
from tests.trials.stage.processes import ended

NOON = 1_800_000_000.0
COPIES = (
    "import json, os, shutil, sys; shutil.copy(sys.argv[1], 'away.sqlite3'); "
    "json.dump(dict(os.environ), open('known.json', 'w'))"
)


def program(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def test_the_path_is_the_last_argument_or_stands_where_the_host_has_put_it() -> None:
    backup = Path("/b/biritch-1.sqlite3")
    assert arguments_for(("rclone", "--quiet"), backup) == ["rclone", "--quiet", "/b/biritch-1.sqlite3"]
    assert arguments_for(("rclone", "copy", "{}", "away:{}"), backup) == [
        *("rclone", "copy", "/b/biritch-1.sqlite3", "away:/b/biritch-1.sqlite3")
    ]


def test_the_setting_has_words_as_a_shell_would_and_no_shell(tmp_path: Path) -> None:
    given = {"DISCORD_TOKEN": "x", "BACKUP_COMMAND": "copy 'two words' {} $HOME; rm"}
    words = ("copy", "two words", "{}", "$HOME;", "rm")
    assert command_set(given, tmp_path / "none") == words
    assert load_settings(given, tmp_path / "none").backup_command == words


def test_no_setting_of_the_bot_is_told_to_the_program() -> None:
    known = {"PATH": "/bin", "DISCORD_TOKEN": "t", "DATABASE": "postgresql://a:b@c/d", "RESTIC_PASSWORD": "r"}
    assert without_settings(known) == {"PATH": "/bin", "RESTIC_PASSWORD": "r"}


async def test_each_backup_of_the_running_bot_is_given_to_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.chdir(tmp_path)
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"
    environment = {**os.environ, "DISCORD_TOKEN": "secret"}
    async with Store.open(path) as store:
        await opened(store)
        daily = Daily(store, path, folder, daily=False, command=program(COPIES), environment=environment)
        making = asyncio.create_task(daily.back_up_daily())
        daily.request_backup()
        await until(lambda: "was given to BACKUP_COMMAND" in caplog.text, "a copy")
        making.cancel()
    (made,) = backups.found(folder).values()
    assert (tmp_path / "away.sqlite3").read_bytes() == made.read_bytes()
    known = json.loads((tmp_path / "known.json").read_text())
    assert "DISCORD_TOKEN" not in known and known["PATH"] == os.environ["PATH"]
    assert COPIES_AWAY.fault is None


async def test_a_program_that_fails_is_told_in_the_log_and_by_health_until_it_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is tried again while nobody asks for another backup."""
    monkeypatch.chdir(tmp_path)
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"
    code = "import os, sys; print('no such remote', file=sys.stderr); sys.exit(not os.path.exists('mended'))"
    port = free_port()
    async with Store.open(path) as store, Endpoint.open(("127.0.0.1", port)):
        await opened(store)
        daily = Daily(store, path, folder, daily=False, look=0.05, command=program(code))
        making = asyncio.create_task(daily.back_up_daily())
        daily.request_backup()
        await until(lambda: COPIES_AWAY.fault is not None, "the failure")
        assert COPIES_AWAY.fault == "exit status 1"
        _, body = await asked(port, "health")
        assert json.loads(body)["backup"] == "exit status 1"
        assert "BACKUP_COMMAND failed for the backup" in caplog.text
        said = [one.levelname for one in caplog.records if "no such remote" in one.getMessage()]
        assert {*said} == {"WARNING"}  # the channel of faults, which is Discord's, hears of errors
        (tmp_path / "mended").touch()
        await until(lambda: COPIES_AWAY.fault is None, "the next try")
        _, body = await asked(port, "health")
        assert "backup" not in json.loads(body)
        making.cancel()


async def test_a_backup_that_was_not_taken_is_given_again_by_the_next_start_and_one_that_was_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a setting was mended, which takes a start. What lies ahead of the clock is not given."""
    monkeypatch.chdir(tmp_path)
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"
    counts = program("import sys; open('taken', 'a').write(sys.argv[1] + chr(10))")
    fails, taken = program("import sys; sys.exit(1)"), tmp_path / "taken"

    async def starts(command: tuple[str, ...], until_so: Callable[[], bool], *, asked: bool) -> None:
        daily = Daily(store, path, folder, daily=False, now=lambda: next(moments), command=command)
        making = asyncio.create_task(daily.back_up_daily())
        if asked:
            daily.request_backup()
        await until(until_so)
        making.cancel()
        await asyncio.wait([making])

    def lines() -> list[str]:
        return taken.read_text().splitlines() if taken.exists() else []

    moments = count(NOON, 60.0)
    async with Store.open(path) as store:
        await opened(store)
        await starts(fails, lambda: COPIES_AWAY.fault is not None, asked=True)
        (first,) = backups.found(folder).values()
        (folder / "biritch-20990101T000000Z.sqlite3").touch()
        await starts(counts, lambda: len(lines()) == 1 and COPIES_AWAY.fault is None, asked=False)
        await starts(counts, lambda: len(lines()) == 2, asked=True)
    second = folder / lines()[1].rpartition("/")[2]
    assert lines() == [str(first), str(second)] and second.name > first.name


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("/no-such-program-at-all",), "No such file or directory"),
        (program("import sys; sys.exit('x' * 999)"), "exit status 1, " + "x" * 200),
        (program("import os; os.kill(os.getpid(), 9)"), "killed by signal 9"),
        (
            program("import sys; sys.stderr.buffer.write(b'\\xff\\x1b[31m'); sys.exit(3)"),
            "exit status 3, �[31m",
        ),
    ],
)
async def test_how_a_program_fails_is_told_in_a_few_words(
    tmp_path: Path, command: tuple[str, ...], told: str
) -> None:
    with pytest.raises(CommandFailed) as failed:
        await give_to_command(command, tmp_path / "b", os.environ)
    assert str(failed.value) == told


@pytest.mark.parametrize("how", ["late", "cancelled"])
async def test_a_program_that_does_not_end_is_ended_with_all_that_it_has_begun(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, ahead, has_an_hour = asyncio.get_running_loop(), 0.0, asyncio.Event()
    real, real_call_at = loop.time, loop.call_at

    def call_at(when: float, *given: Any, **named: Any) -> asyncio.TimerHandle:
        if when > loop.time() + 900:
            has_an_hour.set()
        return real_call_at(when, *given, **named)

    monkeypatch.setattr(loop, "time", lambda: real() + ahead)
    monkeypatch.setattr(loop, "call_at", call_at)
    pids = tmp_path / "pids"
    code = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(999)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}} ')\n"
        "time.sleep(999)"
    )
    running = asyncio.create_task(give_to_command(program(code), tmp_path / "b", os.environ, 999.0))
    await until(lambda: pids.exists() and pids.read_text().endswith(" "), "the program")
    async with guarded("its hour"):  # it may have written that before we knew that it had begun
        await has_an_hour.wait()
    if how == "cancelled":
        running.cancel()
    else:
        ahead = 1000.0
    with pytest.raises(CommandFailed if how == "late" else asyncio.CancelledError):
        await running
    for process in map(int, pids.read_text().split()):
        await ended(process)


async def test_what_a_program_that_has_ended_leaves_running_is_ended_and_puts_nothing_off(
    tmp_path: Path,
) -> None:
    """It holds the program's standard error open, and does not hear of a polite end."""
    pid = tmp_path / "pid"
    left = (
        "import signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print(flush=True)\n"
        "time.sleep(999)"
    )
    code = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {left!r}], stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\n"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\n"
        "sys.exit('it is full')"
    )
    async with guarded("the end of the program"):
        with pytest.raises(CommandFailed, match=r"^exit status 1, it is full$"):
            await give_to_command(program(code), tmp_path / "b", os.environ)
    await ended(int(pid.read_text()))


def test_the_command_gives_the_backup_that_it_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path, folder = tmp_path / "b.sqlite3", tmp_path / "backups"

    async def begin() -> None:
        async with Store.open(path) as store:
            await opened(store)

    asyncio.run(begin())
    assert backups.main(path, folder, None, program(COPIES), os.environ) == 0
    assert (tmp_path / "away.sqlite3").exists()
    folder = tmp_path / "others"
    assert backups.main(path, folder, None, program("import sys; sys.exit(4)"), os.environ) == 2
    assert "The backup is there, but BACKUP_COMMAND failed: exit status 4." in capsys.readouterr().err
