"""An interaction's token: what it reaches, how long it lives, what it costs.

Sources are Discord's documentation, interactions/receiving-and-responding ("Followup Messages" and the
endpoints below it) and topics/rate-limits; codes are those of topics/opcodes-and-status-codes.
"""

import asyncio
from typing import Any

import pytest

from playground.calls import Scope
from playground.limits import Limit

PRESS = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Play", "custom_id": "press"}]}]
NEW_MESSAGE, THINKING, NO_CHANGE, UPDATE = 4, 5, 6, 7
EPHEMERAL = 64
LIFE = 15 * 60


class Press:
    """Anna's press on a message, not answered yet."""

    def __init__(self, raw: Any, message: Any) -> None:
        self.raw = raw
        self.waiting = asyncio.create_task(raw.ground.people["anna"].press(message, "press"))

    async def __aenter__(self) -> "Press":
        await asyncio.sleep(0)
        record = list(self.raw.ground.world.interactions.values())[-1]
        self.id, self.token = str(record.id), record.token
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.waiting.cancel()
        await asyncio.wait([self.waiting])

    async def answer(self, kind: int, **data: Any) -> None:
        body = {"type": kind, "data": data} if data else {"type": kind}
        path = f"/interactions/{self.id}/{self.token}/callback"
        assert (await self.raw.ask("POST", path, body)).status == 204
        if kind != THINKING:  # the person would wait until that ends
            self.told = await self.waiting

    async def original(self, method: str = "PATCH", **body: Any) -> Any:
        return await self.raw.ask(method, self.raw.by_token(self.token, "/messages/@original"), body or None)

    async def follow_up(self, **body: Any) -> Any:
        return await self.raw.ask("POST", self.raw.by_token(self.token), body)

    async def message(self, method: str, number: Any, **body: Any) -> Any:
        return await self.raw.ask(method, self.raw.by_token(self.token, f"/messages/{number}"), body or None)


async def sent(raw: Any, channel: int | None = None) -> Any:
    """A message with a button."""
    path = f"/channels/{channel or raw.ground.channel}/messages"
    return (await raw.ask("POST", path, {"content": "cards", "components": PRESS})).body


def shown(raw: Any, name: str = "anna", channel: int | None = None) -> list[str]:
    return [one["content"] for one in raw.ground.people[name].sees(channel)]


# ---------------------------------------------------------------------- what it reaches


@pytest.mark.parametrize("answer", [{"kind": NO_CHANGE}, {"kind": UPDATE, "content": "7"}])
@pytest.mark.parametrize("direct", [False, True])
async def test_after_an_update_the_original_is_the_message_pressed(
    raw: Any, answer: dict[str, Any], direct: bool
) -> None:
    channel = raw.ground.people["anna"].dm if direct else raw.ground.channel
    async with Press(raw, await sent(raw, channel)) as press:
        await press.answer(**answer)
        edited = await press.original(content="ace led")
    assert (edited.status, edited.body["channel_id"]) == (200, str(channel))
    assert shown(raw, channel=channel) == ["ace led"]


async def test_after_an_update_the_original_may_be_an_ephemeral_message(raw: Any) -> None:
    async with Press(raw, await sent(raw)) as first:
        await first.answer(NEW_MESSAGE, content="hand", components=PRESS, flags=EPHEMERAL)
        hand = first.told.message
    async with Press(raw, hand) as second:
        await second.answer(NO_CHANGE)
        assert (await second.original(content="hand, one card less")).status == 200
        # the token of the press that made it reaches it too
        assert (await first.original(content="hand, two cards less")).status == 200
    assert shown(raw) == ["cards", "hand, two cards less"]
    assert shown(raw, "boris") == ["cards"]


async def test_an_ephemeral_message_is_unknown_to_the_bots_own_token(raw: Any) -> None:
    async with Press(raw, await sent(raw)) as press:
        await press.answer(NEW_MESSAGE, content="hand", flags=EPHEMERAL)
    number = press.told.message["id"]
    edited = await raw.edit(number, content="x")
    deleted = await raw.ask("DELETE", f"/channels/{raw.ground.channel}/messages/{number}")
    assert [(one.status, one.code) for one in (edited, deleted)] == [(404, 10008)] * 2


async def test_after_a_new_message_the_original_is_that_message(raw: Any) -> None:
    async with Press(raw, await sent(raw)) as press:
        await press.answer(NEW_MESSAGE, content="score")
        await press.original(content="score 0 of 30")
        assert shown(raw) == ["cards", "score 0 of 30"]
        assert (await press.original("DELETE")).status == 204
    assert shown(raw) == ["cards"]


async def test_any_other_message_is_unknown(raw: Any) -> None:
    # 10008 Unknown message
    table, other = await sent(raw), await sent(raw)
    async with Press(raw, table) as press, Press(raw, other) as another:
        await press.answer(NO_CHANGE)
        await another.answer(NO_CHANGE)
        theirs = (await another.follow_up(content="theirs")).body["id"]
        for number in (other["id"], theirs, "1"):
            refused = await press.message("PATCH", number, content="x")
            assert (refused.status, refused.code) == (404, 10008)
        assert (await press.message("PATCH", table["id"], content="mine")).status == 200
    assert shown(raw) == ["mine", "cards", "theirs"]


async def test_a_follow_up_may_be_edited_and_deleted_by_its_id(raw: Any) -> None:
    async with Press(raw, await sent(raw)) as press:
        await press.answer(NO_CHANGE)
        made = await press.follow_up(content="a", flags=EPHEMERAL)
        assert made.status == 200
        assert (await press.message("PATCH", made.body["id"], content="b")).status == 200
        assert (shown(raw), shown(raw, "boris")) == (["cards", "b"], ["cards"])
        assert (await press.message("DELETE", made.body["id"])).status == 204
        assert (await press.message("DELETE", made.body["id"])).code == 10008
    assert shown(raw) == ["cards"]


async def test_the_first_follow_up_after_thinking_becomes_the_answer_and_stays_public(raw: Any) -> None:
    # "no new message will be created, and the loading message will be edited instead. The ephemeral flag will
    # be ignored"
    async with Press(raw, await sent(raw)) as press:
        await press.answer(THINKING)
        await press.follow_up(content="public", flags=EPHEMERAL)
    assert shown(raw, "boris") == ["cards", "public"]


async def test_a_deleted_message_is_unknown(raw: Any) -> None:
    table = await sent(raw)
    async with Press(raw, table) as press:
        await press.answer(NO_CHANGE)
        raw.ground.delete_message(table)
        gone = await press.original(content="x")
    assert (gone.status, gone.code) == (404, 10008)


# ---------------------------------------------------------------------- how long it lives


async def test_until_it_is_answered_a_token_has_no_messages(raw: Any) -> None:
    # 10015 Unknown webhook
    async with Press(raw, await sent(raw)) as press:
        early = [await press.original(content="x"), await press.follow_up(content="x")]
        assert [(one.status, one.code) for one in early] == [(404, 10015)] * 2
        await press.answer(NO_CHANGE)
        assert (await press.follow_up(content="x")).status == 200


async def test_after_fifteen_minutes_it_is_invalid_for_good(raw: Any) -> None:
    # "Interaction tokens are valid for 15 minutes"; 50027 Invalid webhook token provided
    table = await sent(raw)
    async with Press(raw, table) as press:
        await press.answer(NO_CHANGE)
        raw.ground.pass_time(LIFE - 10)
        assert (await press.original(content="in time")).status == 200
        raw.ground.pass_time(10)
        dead = [await press.original(content="x"), await press.follow_up(content="x")]
    async with Press(raw, table) as fresh:
        await fresh.answer(NO_CHANGE)
        assert (await fresh.original(content="by a new press")).status == 200
        raw.ground.pass_time(24 * 3600)
    async with Press(raw, table):  # by now the first token is forgotten
        dead.append(await press.original(content="x"))
    assert [(one.status, one.code) for one in dead] == [(401, 50027)] * 3
    assert shown(raw) == ["by a new press"]


async def test_a_message_made_an_hour_ago_is_old_and_one_made_since_is_not(raw: Any) -> None:
    old = (await raw.send(content="x")).body["id"]
    raw.ground.pass_time(3601)
    new = (await raw.send(content="x")).body["id"]
    assert [(await raw.edit(old, content=str(n))).status for n in range(2)] == [200] * 2
    assert (await raw.edit(new, content="0")).status == 200
    assert (await raw.edit(old, content="2")).status == 200
    assert (await raw.edit(old, content="3")).code == 30046


# ---------------------------------------------------------------------- what it costs


async def test_all_calls_by_one_token_share_a_bucket_of_its_own(raw: Any) -> None:
    table = await sent(raw)
    async with Press(raw, table) as press, Press(raw, table) as another:
        await press.answer(NO_CHANGE)
        await another.answer(NO_CHANGE)
        replies = [await press.original(content=str(n)) for n in range(3)]
        replies += [await press.follow_up(content="x"), await press.original("GET")]
        assert [one.headers["X-RateLimit-Remaining"] for one in replies] == ["4", "3", "2", "1", "0"]
        assert {one.headers["X-RateLimit-Limit"] for one in replies} == {"5"}
        refused = await press.original(content="x")
        assert (refused.status, refused.headers["X-RateLimit-Scope"]) == (429, "user")
        assert 0 < refused.body["retry_after"] <= 2
        assert (await another.original(content="x")).headers["X-RateLimit-Remaining"] == "4"
    assert raw.ground.calls.too_fast == {Scope.USER: 1}


async def test_it_costs_nothing_of_the_fifty_calls_a_second(hub: Any) -> None:
    # "The endpoints below are not bound to the application's Global Rate Limit"
    raw = await hub(every_bot_call=Limit(2, 60))
    async with Press(raw, await sent(raw)) as press:
        await press.answer(NO_CHANGE)
        await press.original(content="x")
        await press.follow_up(content="x")
    assert [(await raw.send(content="x")).status for _ in range(2)] == [200, 429]
    assert [call.counted for call in raw.ground.calls] == [True, False, False, False, True, True]
    assert raw.ground.calls.too_fast == {Scope.GLOBAL: 1}


async def test_follow_ups_of_all_tokens_share_a_limit_of_the_channel(hub: Any) -> None:
    raw = await hub(followups_in_channel=Limit(2, 60))
    table = await sent(raw)
    statuses = []
    for _ in range(3):
        async with Press(raw, table) as press:
            await press.answer(NO_CHANGE)
            last = await press.follow_up(content="x")
            statuses.append(last.status)
            assert (await press.original(content="x")).status == 200
    assert statuses == [200, 200, 429]
    assert last.headers["X-RateLimit-Scope"] == "shared"
    assert last.headers["X-RateLimit-Remaining"] == "4"
    assert raw.ground.calls.too_fast == {Scope.SHARED: 1}


async def test_a_429_that_a_test_has_ordered_is_nobodys_haste(raw: Any) -> None:
    raw.ground.fail("POST", r"/channels/\d+/messages", status=429, retry_after=0.1)
    assert (await raw.send(content="x")).status == 429
    assert not raw.ground.calls.too_fast
