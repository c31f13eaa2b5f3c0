"""What Discord refuses, the playground refuses: with the same status and code."""

import asyncio
import base64
import re
from typing import Any

import aiohttp
import pytest

from playground.limits import Limit
from tests.trials.stage.playing import used

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 64


def row(*components: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": 1, "components": list(components)}]


def button(**looks: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": "press", **looks}


def picture(size: int = len(PNG)) -> str:
    return "data:image/png;base64," + base64.b64encode(PNG.ljust(size, b"0")).decode()


# resources/message#create-message: "If enforce_nonce is true and nonce is present, it will be checked for
# uniqueness in the past few minutes. If another message was created by the same author with the same nonce,
# that message will be returned and no new message will be created."


async def test_the_same_enforced_nonce_gives_the_message_that_is_there(raw: Any) -> None:
    first = await raw.send(content="deal 1", nonce="t1", enforce_nonce=True)
    second = await raw.send(content="deal 1 again", nonce="t1", enforce_nonce=True)
    assert (first.status, second.status) == (200, 200)
    assert second.body["id"] == first.body["id"]
    assert [one["content"] for one in raw.ground.people["anna"].sees()] == ["deal 1"]


async def test_a_nonce_that_is_not_enforced_or_is_of_another_channel_makes_a_new_message(raw: Any) -> None:
    first = await raw.send(content="a", nonce="n")
    second = await raw.send(content="b", nonce="n")
    third = await raw.send(content="c", nonce="n", enforce_nonce=True)
    path = f"/channels/{raw.ground.spare_channel}/messages"
    fourth = await raw.ask("POST", path, {"content": "d", "nonce": "n", "enforce_nonce": True})
    assert len({reply.body["id"] for reply in (first, second, third, fourth)}) == 4


async def test_a_nonce_is_forgotten_after_its_minutes(hub: Any) -> None:
    raw = await hub(nonce_seconds=180)
    first = await raw.send(content="a", nonce="n", enforce_nonce=True)
    raw.ground.pass_time(181)
    second = await raw.send(content="a", nonce="n", enforce_nonce=True)
    assert first.body["id"] != second.body["id"]


async def test_a_nonce_of_26_characters_is_too_long(raw: Any) -> None:
    # resources/message#create-message: "Can be used to verify a message was sent (up to 25 characters)"
    assert (await raw.send(content="a", nonce="n" * 26)).code == 50035


# components/reference#button, "Button": what a button must have; 50035 Invalid form body


async def test_a_button_with_neither_label_nor_emoji_is_an_invalid_form(raw: Any) -> None:
    reply = await raw.send(content="x", components=row(button()))
    assert (reply.status, reply.code) == (400, 50035)
    assert "label" in reply.body["errors"]["components"]["0"]["components"]["0"]


@pytest.mark.parametrize("emoji", [{"id": "123456789012345678", "name": "QH"}, {"name": "Q"}])
async def test_a_button_with_an_unknown_emoji_is_an_invalid_form(raw: Any, emoji: dict[str, str]) -> None:
    reply = await raw.send(content="x", components=row(button(emoji=emoji)))
    assert (reply.status, reply.code) == (400, 50035)
    assert "emoji" in reply.body["errors"]["components"]["0"]["components"]["0"]


# components/reference#user-select: "the number of default values must be in the range defined by min_values
# and max_values"


@pytest.mark.parametrize(
    ("chosen", "status"),
    [
        ([], 200),
        ([{"id": "1", "type": "user"}], 200),
        ([{"id": "1", "type": "user"}, {"id": "2", "type": "user"}], 400),
        ([{"id": "1", "type": "role"}], 400),
    ],
)
async def test_a_list_of_users_shows_no_more_than_could_be_chosen(
    raw: Any, chosen: list[dict[str, str]], status: int
) -> None:
    menu = {"type": 5, "custom_id": "who", "min_values": 0, "max_values": 1, "default_values": chosen}
    assert (await raw.send(content="x", components=row(menu))).status == status


async def test_an_unknown_emoji_deep_in_a_container_or_a_menu_is_found(raw: Any) -> None:
    bad = {"id": "123456789012345678", "name": "QH"}
    section = {
        "type": 9,
        "components": [{"type": 10, "content": "North"}],
        "accessory": button(emoji=bad),
    }
    deep = await raw.send(flags=1 << 15, components=[{"type": 17, "components": [section]}])
    menu = {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a", "emoji": bad}]}
    assert deep.code == 50035
    assert (await raw.send(content="x", components=row(menu))).code == 50035


async def test_an_uploaded_emoji_may_stand_on_a_button_and_keeps_its_picture(raw: Any) -> None:
    ground = raw.ground
    path = f"/applications/{ground.world.application_id}/emojis"
    made = await raw.ask("POST", path, {"name": "QH", "image": picture()})
    assert made.status == 201
    emoji = {"id": made.body["id"], "name": "QH"}
    assert (await raw.send(content="x", components=row(button(emoji=emoji)))).status == 200
    async with raw.session.get(f"{ground.url}/cdn/emojis/{emoji['id']}.png") as served:
        assert (served.status, await served.read()) == (200, PNG)


async def test_emoji_of_a_taken_name_or_above_256_kib_are_refused(raw: Any) -> None:
    # resources/emoji: "Emojis and animated emojis have a maximum file size of 256 KiB. Attempting to upload
    # an emoji larger than this limit will fail and return 400 Bad Request"
    path = f"/applications/{raw.ground.world.application_id}/emojis"
    assert (await raw.ask("POST", path, {"name": "QH", "image": picture()})).status == 201
    taken = await raw.ask("POST", path, {"name": "QH", "image": picture()})
    large = await raw.ask("POST", path, {"name": "KH", "image": picture(256 * 1024 + 1)})
    just = await raw.ask("POST", path, {"name": "KH", "image": picture(256 * 1024)})
    assert (taken.status, taken.code, large.status, just.status) == (400, 50035, 400, 201)


async def test_eleven_files_or_one_above_10_mib_are_refused(raw: Any) -> None:
    # reference#uploading-files: "default 10 MiB"; 40005 "Request entity too large"
    large = await raw.upload(10 * 1024 * 1024 + 1)
    assert (large.status, large.code) == (413, 40005)
    assert (await raw.upload(*[1] * 11)).code == 50035
    assert (await raw.upload(*[1] * 10)).status == 200


# interactions/application-commands#bulk-overwrite-global-application-commands


async def test_a_list_of_commands_without_that_of_the_activity_is_refused_with_50240(raw: Any) -> None:
    path = f"/applications/{raw.ground.world.application_id}/commands"
    command = {"name": "help", "description": "Helps", "type": 1}
    assert (await raw.ask("PUT", path, [command])).status == 200
    raw.ground.world.enable_activity()
    refused = await raw.ask("PUT", path, [command])
    assert (refused.status, refused.code) == (400, 50240)
    launch = {"name": "launch", "type": 4, "handler": 2, "description": ""}
    accepted = await raw.ask("PUT", path, [command, launch])
    assert [one["name"] for one in accepted.body] == ["help", "launch"]
    assert (await raw.ask("GET", path)).body == accepted.body


# ---------------------------------------------------------------------- who may write where


async def test_closed_dms_refuse_a_new_message_with_50007_until_they_are_opened(raw: Any) -> None:
    # 50007 Cannot send messages to this user
    ground = raw.ground
    opened = await raw.ask("POST", "/users/@me/channels", {"recipient_id": str(ground.people["boris"].id)})
    path = f"/channels/{opened.body['id']}/messages"
    sent = await raw.ask("POST", path, {"content": "your hand"})
    ground.close_dms("boris")
    refused = await raw.ask("POST", path, {"content": "your hand"})
    assert (refused.status, refused.code) == (403, 50007)
    assert (await raw.ask("PATCH", f"{path}/{sent.body['id']}", {"content": "new hand"})).status == 200
    ground.open_dms("boris")
    assert (await raw.ask("POST", path, {"content": "your hand"})).status == 200


@pytest.mark.parametrize(("permission", "code"), [("SEND_MESSAGES", 50013), ("VIEW_CHANNEL", 50001)])
async def test_a_missing_permission_is_named_by_its_code(raw: Any, permission: str, code: int) -> None:
    # 50013 You lack permissions to perform that action; 50001 Missing access
    raw.ground.deny(permission)
    refused = await raw.send(content="x")
    assert (refused.status, refused.code) == (403, code)
    raw.ground.allow(permission)
    assert (await raw.send(content="x")).status == 200


async def test_without_attach_files_only_files_are_refused(raw: Any) -> None:
    raw.ground.deny("ATTACH_FILES")
    assert (await raw.upload(1)).code == 50013
    assert (await raw.send(content="x")).status == 200


async def test_the_wrong_token_is_401(raw: Any) -> None:
    path = f"/channels/{raw.ground.channel}/messages"
    assert (await raw.ask("POST", path, {"content": "x"}, Authorization="Bot another")).status == 401


# ---------------------------------------------------------------------- interactions


async def test_an_answer_after_three_seconds_is_an_unknown_interaction(hub: Any) -> None:
    # interactions/receiving-and-responding: "you must send an initial response within 3 seconds"; 10062
    raw = await hub(answer_seconds=3.0)
    interaction, token, waiting = await raw.interaction()
    raw.ground.pass_time(3.0)
    assert (await waiting).failed
    late = await raw.answer(interaction, token)
    assert (late.status, late.code) == (404, 10062)


async def test_a_second_answer_is_40060(raw: Any) -> None:
    # 40060 Interaction has already been acknowledged
    interaction, token, waiting = await raw.interaction()
    assert (await raw.answer(interaction, token)).status == 204
    again = await raw.answer(interaction, token)
    assert (again.status, again.code) == (400, 40060)
    assert (await waiting).texts == ["here"]


# ---------------------------------------------------------------------- rate limits (topics/rate-limits)


async def test_the_sixth_message_in_five_seconds_is_429_with_all_that_discord_says(raw: Any) -> None:
    replies = [await raw.send(content=str(n)) for n in range(6)]
    assert [reply.status for reply in replies] == [200] * 5 + [429]
    assert [reply.headers["X-RateLimit-Remaining"] for reply in replies] == ["4", "3", "2", "1", "0", "0"]
    first, refused = replies[0], replies[5]
    assert first.headers["X-RateLimit-Limit"] == "5"
    assert 4 < float(first.headers["X-RateLimit-Reset-After"]) <= 5
    assert first.headers["X-RateLimit-Bucket"] == refused.headers["X-RateLimit-Bucket"]
    assert 0 < refused.body["retry_after"] <= 5
    assert refused.body["global"] is False
    assert refused.headers["Via"]
    other = await raw.ask("POST", f"/channels/{raw.ground.spare_channel}/messages", {"content": "x"})
    assert other.status == 200


async def test_edits_are_counted_apart_from_messages_and_open_again_after_the_window(hub: Any) -> None:
    raw = await hub(edit_message=Limit(2, 5.0))
    sent = (await raw.send(content="x")).body["id"]
    assert [(await raw.edit(sent, content=str(n))).status for n in range(3)] == [200, 200, 429]
    raw.ground.pass_time(5.0)
    assert (await raw.edit(sent, content="y")).status == 200


async def test_the_fourth_edit_of_old_messages_in_six_seconds_is_30046(raw: Any) -> None:
    # 30046 Maximum number of edits to messages older than 1 hour reached. Try again later
    sent = (await raw.send(content="x")).body["id"]
    raw.ground.pass_time(3601)
    replies = [await raw.edit(sent, content=str(n)) for n in range(4)]
    assert [reply.status for reply in replies] == [200, 200, 200, 429]
    assert replies[3].code == 30046


async def test_the_51st_call_in_a_second_is_a_global_429(raw: Any) -> None:
    replies = [await raw.ask("GET", "/users/@me") for _ in range(51)]
    assert [reply.status for reply in replies] == [200] * 50 + [429]
    assert replies[-1].body["global"] is True
    assert replies[-1].headers["X-RateLimit-Global"] == "true"


# ---------------------------------------------------------------------- faults and the record


async def test_a_lost_answer_leaves_the_message_there(raw: Any) -> None:
    raw.ground.fail("POST", r"/channels/\d+/messages", status=502, effect=True)
    assert (await raw.send(content="x")).status == 502
    assert [one["content"] for one in raw.ground.people["anna"].sees()] == ["x"]
    raw.ground.fail("POST", r"/channels/\d+/messages", status=502)
    assert (await raw.send(content="y")).status == 502
    assert (await raw.send(content="z")).status == 200
    assert [one["content"] for one in raw.ground.people["anna"].sees()] == ["x", "z"]


async def test_a_cut_connection_is_a_reset_and_a_hanging_one_answers_late(raw: Any) -> None:
    raw.ground.cut_off("POST", r"/channels/\d+/messages", effect=True)
    with pytest.raises(aiohttp.ClientOSError, match="104"):
        await raw.send(content="x")
    assert [one["content"] for one in raw.ground.people["anna"].sees()] == ["x"]
    raw.ground.hang("GET", "/users/@me", seconds=0.1)
    began = asyncio.get_running_loop().time()
    assert (await raw.ask("GET", "/users/@me")).status == 200
    assert asyncio.get_running_loop().time() - began >= 0.1
    assert [call.status for call in raw.ground.calls] == [0, 200]


@pytest.mark.parametrize("effect", [True, False])
async def test_a_call_that_hangs_without_a_term_is_answered_or_cut_once_faults_are_mended(
    raw: Any, effect: bool
) -> None:
    fault = raw.ground.hang("POST", r"/channels/\d+/messages", effect=effect)
    sending = asyncio.create_task(raw.send(content="x"))
    await used(fault)
    assert not sending.done() and raw.ground.calls.count() == 0
    assert len(raw.ground.people["anna"].sees()) == effect
    raw.ground.mend()
    if effect:
        assert (await sending).status == 200
    else:
        with pytest.raises(aiohttp.ClientOSError):
            await sending


async def test_the_record_holds_what_was_sent_and_what_for(raw: Any) -> None:
    sent = await raw.send(content="Q♥ leads")
    await raw.edit(sent.body["id"], content="K♥")
    await raw.upload(3)
    calls = raw.ground.calls
    assert calls.by_kind() == {"create message": 2, "edit message": 1}
    first, second, third = calls
    assert "Q♥ leads" in first.sent_text
    assert (first.message_id, first.channel_id) == (int(sent.body["id"]), raw.ground.channel)
    assert second.message_id == first.message_id
    assert [(one.name, one.size) for one in third.files] == [("0.png", 3)]
    assert re.fullmatch("[0-9a-f]{64}", third.files[0].sha256)
    assert "0.png" in third.sent_text
    calls.clear()
    assert calls.count() == 0


async def test_what_discord_has_and_the_playground_does_not_is_refused_loudly(raw: Any) -> None:
    assert (await raw.ask("GET", f"/guilds/{raw.ground.guild}/widget.json")).status == 501
    assert (await raw.ask("GET", "/guilds/1/nothing/of/the/kind")).status == 404
    assert (await raw.ask("PUT", "/users/@me/channels", {})).status == 405
