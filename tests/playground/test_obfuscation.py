"""Channels that the bot may not view, as Discord tells of them from 16 November 2026."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

import discord

from playground.gateway import _Session
from playground.ground import Playground
from playground.world import PERSON_PERMISSIONS

HIDDEN: Final = {
    "name": "___hidden___",
    "flags": 1 << 17,
    "topic": None,
    "last_message_id": None,
    "rate_limit_per_user": None,
}
VIEW: Final = str(1 << 10)


class Ear:
    """What a session with the intents of the bot is told of channels, newest last."""

    def __init__(self, ground: Playground) -> None:
        self.ground, self._session = ground, _Session(discord.Intents(guilds=True).value, (0, 1))
        self._session.outbox = asyncio.Queue()
        ground.gateway._sessions["ear"] = self._session

    @property
    def told(self) -> list[tuple[str, Any]]:
        frames = [json.loads(frame) for _, frame in self._session.sent]
        return [(one["t"], one["d"]) for one in frames if one["t"].startswith("CHANNEL_")]

    def forget(self) -> None:
        self._session.sent.clear()

    def begun(self) -> dict[int, Any]:
        """The channels with which a session begins."""
        (frame,) = self.ground.world.guild_frames()
        seen = self.ground.world.for_intents("GUILD_CREATE", frame, discord.Intents(guilds=True).value)
        assert seen is not None
        return {int(one["id"]): one for one in seen["channels"]}


def is_hidden(channel: Any, guild: int) -> bool:
    overwrite = {"id": str(guild), "type": 0, "allow": "0", "deny": VIEW}
    hidden = channel["name"] == HIDDEN["name"]
    assert hidden == bool(channel.get("flags", 0) & 1 << 17)
    assert not hidden or (
        HIDDEN.items() <= channel.items() and channel["permission_overwrites"] == [overwrite]
    )
    return hidden  # type: ignore[no-any-return]


async def test_a_channel_that_the_bot_may_not_view_has_no_name_and_is_told_of_anew_once_it_may(
    raw: Any,
) -> None:
    ground: Playground = raw.ground
    ear, here = Ear(ground), ground.channel
    position, kind = (ear.begun()[here][key] for key in ("position", "type"))
    assert not any(is_hidden(one, ground.guild) for one in ear.begun().values())
    ground.deny("VIEW_CHANNEL")
    event, told = ear.told[-1]
    assert event == "CHANNEL_UPDATE" and is_hidden(told, ground.guild)
    assert (told["id"], told["position"], told["type"]) == (str(here), position, kind)
    begun = ear.begun()
    assert [number for number, one in begun.items() if is_hidden(one, ground.guild)] == [here]
    ground.allow("VIEW_CHANNEL")
    event, told = ear.told[-1]
    assert event == "CHANNEL_UPDATE" and told["name"] == "whist-table"
    assert not is_hidden(ear.begun()[here], ground.guild)


async def test_what_a_role_of_the_bot_may_view_changes_all_channels_and_each_is_told_of_once(
    raw: Any,
) -> None:
    world, guild = raw.ground.world, raw.ground.guild
    ear = Ear(raw.ground)
    every = set(ear.begun())
    role = world.get_guild(guild).members[world.bot_user.id].role_ids[0]
    before = world.get_role(guild, role).permissions
    for permissions, hidden in ((before & ~int(VIEW), True), (before, False)):
        ear.forget()
        world.edit_role(guild, role, {"permissions": permissions})
        assert sorted(int(one["id"]) for _, one in ear.told) == sorted(every)
        assert all(is_hidden(one, guild) is hidden for _, one in ear.told)
        world.edit_role(guild, role, {"name": "of another name"})
        assert len(ear.told) == len(every), "nothing has come into view or gone out of it"


async def test_a_category_is_in_view_as_long_as_any_channel_in_it_is(raw: Any) -> None:
    ground: Playground = raw.ground
    world = ground.world
    ear = Ear(ground)
    category = world.create_channel(ground.guild, "rooms", type=4)
    within = world.create_channel(ground.guild, "inner", parent_id=category.id)
    ear.begun()
    ground.deny("VIEW_CHANNEL", category.id)
    assert not is_hidden(ear.begun()[category.id], ground.guild)
    ground.deny("VIEW_CHANNEL", within.id)
    assert {int(one["id"]) for _, one in ear.told if is_hidden(one, ground.guild)} == {within.id, category.id}
    ear.forget()
    ground.allow("VIEW_CHANNEL", within.id)
    assert {int(one["id"]) for _, one in ear.told} == {within.id, category.id}
    assert not any(is_hidden(one, ground.guild) for _, one in ear.told)


async def test_http_leaves_such_channels_out_and_what_comes_with_a_command_names_them(raw: Any) -> None:
    ground: Playground = raw.ground
    path = f"/guilds/{ground.guild}/channels"

    async def listed() -> set[str]:
        reply = await raw.ask("GET", path)
        assert reply.status == 200
        return {one["name"] for one in reply.body}

    everything = await listed()
    assert {"whist-table", "parlour"} <= everything
    ground.deny("VIEW_CHANNEL")
    assert await listed() == everything - {"whist-table"}
    reply = await raw.ask("GET", f"/channels/{ground.channel}")
    assert (reply.status, reply.code) == (403, 50001)
    anna = ground.people["anna"]
    _, payload = ground.world.interact(
        2, anna.id, ground.channel, {}, locale="en-US", answer_seconds=3.0, token_seconds=900.0
    )
    assert payload["channel"]["name"] == "whist-table" and "flags" not in payload["channel"]
    assert not int(payload["app_permissions"]) & int(VIEW)
    assert int(payload["member"]["permissions"]) & PERSON_PERMISSIONS.value & int(VIEW)
    ground.world.views.on = False
    assert await listed() == everything
