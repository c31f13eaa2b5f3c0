"""Who may do what: the bot what its invitation asks for, people what their role says."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import discord
import pytest

from playground.errors import NotThere

PNG = b"\x89PNG\r\n\x1a\n"


def rights(raw: Any, user: int, channel: int) -> discord.Permissions:
    ground = raw.ground
    return discord.Permissions(ground.world.compute_permissions(ground.guild, user, channel))


async def test_the_bot_may_do_in_the_server_what_its_invitation_asks_for_and_nothing_else(raw: Any) -> None:
    mine = rights(raw, raw.ground.world.bot_user.id, raw.ground.channel)
    assert {name for name, given in mine if given} == {
        "read_messages",  # the library's word for View Channel
        "send_messages",
        "send_messages_in_threads",
        "create_public_threads",
        "create_private_threads",
        "attach_files",
    }


@pytest.mark.parametrize(
    ("kind", "permission"), [(11, "CREATE_PUBLIC_THREADS"), (12, "CREATE_PRIVATE_THREADS")]
)
async def test_a_thread_needs_the_permission_for_its_kind(raw: Any, kind: int, permission: str) -> None:
    raw.ground.deny(permission)
    path = f"/channels/{raw.ground.channel}/threads"
    refused = await raw.ask("POST", path, {"name": "Table 1", "type": kind})
    other = await raw.ask("POST", path, {"name": "Table 1", "type": 23 - kind})
    assert (refused.status, refused.code, other.status) == (403, 50013, 200)


async def test_a_file_needs_attach_files_in_a_new_message_and_in_an_edit(raw: Any) -> None:
    sent = (await raw.send(content="x")).body["id"]
    raw.ground.deny("ATTACH_FILES")
    for method, path in (("POST", ""), ("PATCH", f"/{sent}")):
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps({"content": "y"}))
        form.add_field("files[0]", PNG, filename="a.png")
        url = f"{raw.ground.url}/api/v10/channels/{raw.ground.channel}/messages{path}"
        headers = {"Authorization": f"Bot {raw.ground.token}"}
        async with raw.session.request(method, url, data=form, headers=headers) as answer:
            assert (answer.status, (await answer.json())["code"]) == (403, 50013)


async def test_a_thread_that_sleeps_takes_no_edits_and_wakes_when_something_is_written(raw: Any) -> None:
    # 50083 Thread is archived; resources/channel, "Threads": sending a message unarchives
    begun = await raw.ask("POST", f"/channels/{raw.ground.channel}/threads", {"name": "Table 1", "type": 11})
    thread = f"/channels/{begun.body['id']}"
    sent = (await raw.ask("POST", f"{thread}/messages", {"content": "x"})).body["id"]
    assert (await raw.ask("PATCH", thread, {"archived": True})).status == 200
    asleep = await raw.ask("PATCH", f"{thread}/messages/{sent}", {"content": "y"})
    assert (asleep.status, asleep.code) == (400, 50083)
    assert (await raw.ask("POST", f"{thread}/messages", {"content": "z"})).status == 200
    assert (await raw.ask("PATCH", f"{thread}/messages/{sent}", {"content": "y"})).status == 200


async def test_a_locked_thread_takes_nothing_and_only_a_moderator_unlocks_it(raw: Any) -> None:
    # 160005 This thread is locked
    world, path = raw.ground.world, f"/channels/{raw.ground.channel}/threads"
    thread = (await raw.ask("POST", path, {"name": "Table 1", "type": 11})).body["id"]
    world.edit_channel(int(thread), {}, thread_metadata={"archived": True, "locked": True})
    refused = await raw.ask("POST", f"/channels/{thread}/messages", {"content": "x"})
    unlocked = await raw.ask("PATCH", f"/channels/{thread}", {"locked": False})
    assert (refused.status, refused.code) == (403, 160005)
    assert (unlocked.status, unlocked.code) == (403, 50013)


async def test_a_message_begins_one_thread_only(raw: Any) -> None:
    # 160004 A thread has already been created for this message
    ground = raw.ground
    ground.world.set_right(ground.guild, ground.world.bot_user.id, "READ_MESSAGE_HISTORY", given=True)
    sent = (await raw.send(content="x")).body["id"]
    path = f"/channels/{raw.ground.channel}/messages/{sent}/threads"
    first = await raw.ask("POST", path, {"name": "Table 1"})
    second = await raw.ask("POST", path, {"name": "Table 1"})
    assert (first.status, second.status, second.code) == (200, 400, 160004)


async def test_somebody_without_use_application_commands_is_offered_none_and_can_still_press(
    ground: Any,
) -> None:
    anna = ground.people["anna"]
    assert anna.commands()
    ground.forbid("anna", "USE_APPLICATION_COMMANDS")
    assert not anna.commands()
    with pytest.raises(NotThere):
        await anna.slash("panel")
    assert ground.people["boris"].commands()
    ground.permit("anna", "USE_APPLICATION_COMMANDS")
    assert anna.commands()


async def test_somebody_without_send_messages_in_threads_writes_in_channels_alone(raw: Any) -> None:
    ground = raw.ground
    begun = await raw.ask("POST", f"/channels/{ground.channel}/threads", {"name": "Table 1", "type": 11})
    thread = int(begun.body["id"])
    ground.people["anna"].say("here", thread)
    ground.forbid("anna", "SEND_MESSAGES_IN_THREADS")
    with pytest.raises(NotThere, match="may not write"):
        ground.people["anna"].say("here too", thread)
    ground.people["anna"].say("there")


@pytest.mark.parametrize("permission", ["ATTACH_FILES", "USE_EXTERNAL_APPS"])
async def test_an_interaction_tells_what_its_person_may_not_do(raw: Any, permission: str) -> None:
    ground = raw.ground
    told: list[Any] = []
    ground.world.subscribers.append(lambda event, payload: told.append((event, payload)))
    for forbidden in (False, True):
        if forbidden:
            ground.forbid("anna", permission)
        _, _, waiting = await raw.interaction()
        waiting.cancel()
        told_now = [payload for event, payload in told if event == "INTERACTION_CREATE"][-1]
        theirs = discord.Permissions(int(told_now["member"]["permissions"]))
        assert getattr(theirs, permission.lower()) is not forbidden
