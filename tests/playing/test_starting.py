"""A bot that cannot start says why in one sentence, and its exit code says whether it is worth trying
again."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from playground.errors import BotDied
from playground.ground import Playground
from tests.forking import IN_A_FORK, spawned
from tests.trials.stage.guard import guarded
from tests.trials.stage.playing import LIMITS, QUICK, evening

ROOT = Path(__file__).parents[2]
OURS = ("DISCORD_", "DATABASE", "ROBOT_", "CUT_SECONDS", "LOG_LEVEL")


async def started(env: Mapping[str, str], folder: Path) -> tuple[int, list[str]]:
    """The exit code of a bot in an empty folder, and the lines that it printed."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(OURS)}
    env = inherited | {"PYTHONPATH": str(ROOT)} | dict(env)
    process = await spawned((sys.executable, "-m", "bot"), env, folder)
    assert process.stdout is not None
    try:
        async with guarded("the end of the bot"):
            told = await process.stdout.read()
            return await process.wait(), told.decode().splitlines()
    finally:
        if process.returncode is None:
            process.kill()


async def test_of_processes_that_are_started_at_once_each_is_known_by_its_own_number() -> None:
    """Else a test that stops its own bot ends another's."""
    tells = f"{IN_A_FORK}\nimport os; print(os.getpid(), flush=True)"

    async def numbers() -> tuple[int, int]:
        process = await spawned((sys.executable, "-c", tells), os.environ, ROOT)
        assert process.stdout is not None
        async with guarded("the end of a process"):
            told = int(await process.stdout.read())
            assert await process.wait() == 0
        return process.pid, told

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(numbers()) for _ in range(40)]
    known, told = zip(*(one.result() for one in asked), strict=True)
    assert known == told


def left_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "t", "CUT_SECONDS": "soon"}, "CUT_SECONDS"),
        ({"DISCORD_TOKEN": "t", "DISCORD_API": "ftp://example.org"}, "DISCORD_API"),
    ],
    ids=["no token", "no number", "no address"],
)
async def test_a_missing_or_wrong_setting_is_named_in_one_sentence(
    env: Mapping[str, str], name: str, tmp_path: Path
) -> None:
    code, told = await started(env, tmp_path)
    assert code == 2
    (sentence,) = told
    assert sentence.startswith(f"The setting {name} must be ")
    assert left_in(tmp_path) == []


async def test_a_second_process_on_the_same_database_says_so_and_the_first_plays_on(tmp_path: Path) -> None:
    async with evening(seed=20) as table:
        code, told = await started(table.ground.environment, tmp_path)
        assert code == 2
        assert told == [f"Another process holds the database {table.ground.database}: stop it first."]
        before = table.room_text
        assert (await table.act()).accepted
        await table.until_changed(before)


async def test_a_playground_takes_no_setting_of_the_bot_that_is_run_from_the_same_folder(
    tmp_path: Path,
) -> None:
    """Such as the folder of its backups, which a database for play would thin out."""
    kept = "NEW_DATABASE=refused\nBACKUPS=/srv/backups\nexport METRICS=soon\n"
    (tmp_path / ".env").write_text(f"\N{ZERO WIDTH NO-BREAK SPACE}{kept}", "utf-8")
    async with Playground.open(limits=LIMITS) as ground:
        at_root = {"PYTHONPATH": str(ROOT), **QUICK}
        await ground.start_bot(at_root, cwd=tmp_path)
        with pytest.raises(BotDied, match="The setting METRICS must be"):
            await ground.start_bot({**at_root, "METRICS": "soon"}, cwd=tmp_path)


async def test_a_token_that_discord_refuses_is_no_reason_to_try_again(tmp_path: Path) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        wrong = {
            **ground.environment,
            **QUICK,
            "DISCORD_TOKEN": ground.token[:-1] + "#",
            "LOG_LEVEL": "ERROR",
        }
        code, told = await started(wrong, tmp_path)
    assert code == 3
    assert told == ["Discord refuses the token: copy DISCORD_TOKEN anew from the developer portal."]
    assert wrong["DISCORD_TOKEN"] not in "\n".join(told)
