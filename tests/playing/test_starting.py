"""A bot that cannot start says why in one sentence, and its exit code says whether it is worth trying
again."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from playground.ground import Playground
from tests.forking import spawned
from tests.trials.stage.guard import guarded
from tests.trials.stage.playing import QUICK, evening

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


async def test_a_token_that_discord_refuses_is_no_reason_to_try_again(tmp_path: Path) -> None:
    async with Playground.open() as ground:
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
