"""The list of our commands in Discord: sent to a fresh world, left alone where it is as it should be."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from playground.ground import Playground
from screens.words.refusals import COMMAND_CHANGED
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import until
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.virtual_time import real_time

QUICK = {"ROBOT_PACE": "0", "ROBOT_WORKERS": "0"}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "tables.sqlite3", knows_commands=False) as opened:
        yield opened


def sent(house: Club) -> int:
    """How often the whole list has been sent."""
    return sum(one.method == "PUT" and one.path.endswith("/commands") for one in house.env.http_requests)


def listed(house: Club) -> dict[Any, dict[str, Any]]:
    """What Discord lists, to be changed by the test."""
    found = house.env.backend.commands[None]
    assert found
    return found


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
        if one["default_member_permissions"] is not None:
            one["default_member_permissions"] = str(one["default_member_permissions"])
        one.update(version="1", nsfw=False, dm_permission=one["contexts"] != [0])
        one["integration_types"] = one["integration_types"] or [0]
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
        ("leaderboard", lambda one: one.update(contexts=[0, 1])),
        ("hand", lambda one: one.update(default_member_permissions="8")),
        ("deal", lambda one: one["options"][1].update(min_value=2)),
        ("bid", lambda one: one["options"][0].update(autocomplete=False)),
        ("bid", lambda one: one["options"][0].update(required=False)),
        ("leaderboard", lambda one: one["options"][0]["choices"].reverse()),
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
    assert "### Whist for four" in (await house.types(house.anna, "help")).text


@real_time
async def test_the_command_of_an_activity_is_kept_and_does_not_have_the_list_sent_each_time() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        bot = await ground.start_bot(QUICK)
        ground.world.enable_activity()
        commands = ground.world.commands[None]
        del commands["help", 1]
        await bot.restart()
        await until(lambda: ground.calls.by_kind()["commands"] >= 4)  # asked and told, twice
        sent = [call for call in ground.calls if call.method == "PUT"]
        assert [call.status for call in sent] == [200, 200]
        assert {"help", "launch"} <= {name for name, _ in ground.world.commands[None]}
        (kept,) = [one for one in sent[1].body if one["type"] == 4]
        assert (kept["name"], kept["handler"], kept["contexts"]) == ("launch", 2, [0, 1, 2])
        assert not kept.keys() & {"id", "application_id", "version"}
        await bot.restart()
        assert sum(call.method == "PUT" for call in ground.calls) == 2


# ---------------------------------------------------------------------- commands that are ours no more


@pytest.fixture
async def outdated(tmp_path: Path) -> AsyncIterator[Club]:
    """A club in which the library raises what its tree of commands is then told."""
    async with club(tmp_path / "tables.sqlite3", check_errors=False, knows_commands=False) as opened:
        yield opened


async def test_a_command_that_somebodys_client_shows_as_it_was_is_answered(outdated: Club) -> None:
    """Its parts have changed, it has become a group, or it is gone."""
    commands = listed(outdated)
    by_name = {one["name"]: one for one in commands.values()}
    by_name["bid"]["options"] = []
    by_name["table"].update(options=[])
    commands["vole", 1] = {**by_name["help"], "name": "vole", "id": "1"}
    for name in ("bid", "table", "vole"):
        answer = await outdated.types(outdated.anna, name)
        assert answer.private and answer.text == COMMAND_CHANGED()


async def test_a_command_that_is_no_more_offers_nothing_while_it_is_typed(outdated: Club) -> None:
    by_name = {one["name"]: one for one in listed(outdated).values()}
    listed(outdated)["vole", 1] = {**by_name["play"], "name": "vole", "id": "1"}
    assert await outdated.anna.autocomplete(outdated.room, "vole", "card", "") == []


@real_time
async def test_a_command_of_a_kind_that_we_do_not_have_is_answered() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        bot = await ground.start_bot(QUICK)
        anna = ground.people["anna"]
        launch = {"id": "1", "name": "launch", "type": 4}
        answer = await anna._interact(2, ground.channel, launch, command="launch")
        assert answer.texts == [COMMAND_CHANGED()] and answer.ephemeral
        assert " ERROR " not in bot.log
