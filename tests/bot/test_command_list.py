"""The list of our commands in Discord: sent to a fresh world, left alone where it is as it should be."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cogs.club import Club, club


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "tables.sqlite3") as opened:
        yield opened


def sent(house: Club) -> int:
    """How often the whole list has been sent."""
    return sum(one.method == "PUT" and one.path.endswith("/commands") for one in house.env.http_requests)


def listed(house: Club) -> dict[Any, dict[str, Any]]:
    """What Discord lists, to be changed by the test."""
    found = house.env.backend.commands[None]
    assert found
    return found  # type: ignore[return-value]


async def restarted_after(house: Club, change: Callable[[dict[str, Any]], object], name: str) -> int:
    before = sent(house)
    change(next(one for one in listed(house).values() if one["name"] == name))
    await house.restart()
    return sent(house) - before


async def test_a_fresh_world_is_sent_the_whole_list_once(house: Club) -> None:
    assert sent(house) == 1
    assert {one["name"] for one in listed(house).values()} == {
        one.name for one in house.bot.tree.get_commands()
    }


async def test_nothing_is_sent_when_discord_lists_ours(house: Club) -> None:
    for _ in range(3):
        await house.restart()
    assert sent(house) == 1


async def test_what_discord_adds_and_leaves_out_by_itself_makes_no_difference(house: Club) -> None:
    """A list comes back with defaults filled in, and without what is empty or false."""
    for one in listed(house).values():
        one.update(version="1", nsfw=False, dm_permission=one["contexts"] is None, integration_types=[0])
        _without_nothings(one)
    await house.restart()
    assert sent(house) == 1


def _without_nothings(one: dict[str, Any]) -> None:
    for key in ("options", "choices", "required", "autocomplete"):
        if key in one and not one[key]:
            del one[key]
    for option in one.get("options", ()):
        _without_nothings(option)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("help", lambda one: one.update(description="How to play")),
        ("table", lambda one: one["options"][0].update(description="Opens")),
        ("table", lambda one: one["options"].pop()),
        ("table", lambda one: one.update(contexts=[0, 1])),
        ("hand", lambda one: one.update(default_member_permissions="8")),
        ("cut", lambda one: one["options"][0].update(min_value=1)),
        ("play", lambda one: one["options"][0].update(autocomplete=False)),
        ("play", lambda one: one["options"][0].update(required=False)),
        ("declare", lambda one: one["options"][0]["choices"].reverse()),
        ("rules", lambda one: one.update(options=[])),
    ],
)
async def test_any_difference_has_the_list_sent_again(
    house: Club, name: str, change: Callable[[dict[str, Any]], object]
) -> None:
    assert await restarted_after(house, change, name) == 1
    await house.restart()
    assert sent(house) == 2


async def test_a_command_that_is_ours_no_more_is_taken_away(house: Club) -> None:
    commands = listed(house)
    key = next(key for key, one in commands.items() if one["name"] == "help")
    strange = key[:0] + tuple("vole" if part == "help" else part for part in key)
    commands[strange] = {**commands[key], "name": "vole", "id": "1"}
    await house.restart()
    assert sent(house) == 2
    assert "vole" not in {one["name"] for one in listed(house).values()}


async def test_a_missing_command_is_added(house: Club) -> None:
    commands = listed(house)
    del commands[next(key for key, one in commands.items() if one["name"] == "help")]
    await house.restart()
    assert sent(house) == 2
    assert "### Biritch" in (await house.types(house.anna, "help")).text
