"""The first ``biritch run``, on a terminal: it asks, checks, writes, and says what to do."""

from __future__ import annotations

import asyncio
import os
import pty
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.first_run import write_token
from tests.host.office import TOKEN, opened
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.processes import owned_exec

ROOT = Path(__file__).parents[2]


class Terminal:
    """A person at a real terminal."""

    def __init__(self, home: Path, *command: str, **env: str) -> None:
        self.home, self._command, self._env = home, command, env
        self.said = ""
        self._all_is_read = asyncio.Event()

    async def run(self, *answers: tuple[str, str], path: str) -> int:
        """The exit status of the command, after each prompt has been answered. What is typed before the
        prompt for a password stands there is thrown away, as `getpass` wants it."""
        ours, theirs = pty.openpty()
        env = {"PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(self.home), **self._env}
        command = (sys.executable, "-m", "biritch", *self._command)
        terminal = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        async with owned_exec(*command, cwd=self.home, env=env, **terminal) as process:
            os.close(theirs)
            asyncio.get_running_loop().add_reader(ours, self._read, ours)
            answered = 0
            for prompt, answer in answers:
                await until(lambda: prompt in self.said[answered:], prompt)  # noqa: B023  # it is awaited here
                answered = len(self.said)
                os.write(ours, f"{answer}\n".encode())
            async with guarded("the end of the command"):
                status = await process.wait()
                await self._all_is_read.wait()
        os.close(ours)
        return status

    def _read(self, ours: int) -> None:
        try:
            self.said += os.read(ours, 65536).decode().replace("\r", "")
        except OSError:  # the other end is closed
            asyncio.get_running_loop().remove_reader(ours)
            self._all_is_read.set()


@pytest.fixture
async def terminal(tmp_path: Path) -> AsyncIterator[Terminal]:
    async with opened() as office:
        yield Terminal(tmp_path, "run", DISCORD_API=office.url)


def systemctl(home: Path) -> str:
    """A PATH on which there is a program of that name."""
    folder = home / "programs"
    folder.mkdir()
    (folder / "systemctl").symlink_to("/bin/true")
    return str(folder)


async def test_the_token_is_asked_for_checked_and_kept_and_the_service_written(terminal: Terminal) -> None:
    status = await terminal.run(
        ("The token", "a.wrong.one"),
        ("The token", TOKEN),
        ("[y/N]", "y"),
        path=systemctl(terminal.home),
    )
    assert status == 0, terminal.said
    assert "Copy it once more" in terminal.said
    env = terminal.home / ".env"
    assert env.read_text() == f"DISCORD_TOKEN={TOKEN}\n"
    assert stat.S_IMODE(env.stat().st_mode) == 0o600
    assert "This is the token of Whist Bot." in terminal.said
    for number in (274877910016, 377957157888):
        assert f"client_id=900&scope=bot+applications.commands&permissions={number}" in terminal.said
    assert TOKEN not in terminal.said and "a.wrong.one" not in terminal.said
    unit = (terminal.home / ".config/systemd/user/biritch.service").read_text()
    assert f"WorkingDirectory={terminal.home}" in unit
    assert "systemctl --user enable --now biritch.service" in terminal.said


async def test_without_systemd_the_bot_starts_at_once(terminal: Terminal) -> None:
    """It goes on with the settings that were there, of which one is wrong."""
    (terminal.home / ".env").write_text("ROBOT_PACE=soon\n")
    status = await terminal.run(("The token", TOKEN), path="/nowhere")
    assert status == 2
    assert terminal.said.endswith("The setting ROBOT_PACE must be a number of seconds, 0.1 or more.\n")


async def test_three_wrong_tokens_end_it_with_nothing_written(terminal: Terminal) -> None:
    wrong = [("The token", "one.wrong.token")] * 3
    assert await terminal.run(*wrong, path="/nowhere") == 3
    assert not (terminal.home / ".env").exists()


def test_the_rest_of_the_settings_stays(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("# mine\nDISCORD_TOKEN=\nLOG_LEVEL=DEBUG\n")
    write_token(env, "x.y.z")
    assert env.read_text() == "# mine\nDISCORD_TOKEN=x.y.z\nLOG_LEVEL=DEBUG\n"


def test_the_token_replaces_the_one_after_a_byte_order_mark(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("DISCORD_TOKEN=old\nLOG_LEVEL=DEBUG\n", "utf-8-sig")
    write_token(env, "x.y.z")
    assert env.read_text("utf-8") == "DISCORD_TOKEN=x.y.z\nLOG_LEVEL=DEBUG\n"
