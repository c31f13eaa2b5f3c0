"""The playground refuses wrong bodies as Discord does, and no right one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from playground.people import NotThere, modal_answers  # type: ignore[attr-defined]
from tests.playground.bodies import (
    RIGHT,
    TEXT,
    WRONG,
    Sent,
    boxes,
    button,
    field,
    label,
    legacy,
    modal,
    option,
    radio,
    row,
    v2,
)


async def send(raw: Any, sent: Sent) -> Any:
    """Send a body to its place; what the place needs is made first."""
    ground = raw.ground
    here, app = f"/channels/{ground.channel}", f"/applications/{ground.world.application_id}"
    body = sent.body
    match sent.place:
        case "message":
            return await raw.ask("POST", f"{here}/messages", body)
        case "edit" | "edit v2" as kind:
            first = {"content": "x"} if kind == "edit" else v2(TEXT)
            made = (await raw.send(**first)).body["id"]
            return await raw.ask("PATCH", f"{here}/messages/{made}", body)
        case "commands":
            return await raw.ask("PUT", f"{app}/commands", body)
        case "emoji":
            return await raw.ask("POST", f"{app}/emojis", body)
        case "thread":
            return await raw.ask("POST", f"{here}/threads", body)
        case "thread of a dm":
            return await raw.ask("POST", f"/channels/{ground.people['anna'].dm}/threads", body)
        case "thread of a thread":
            thread = await raw.ask("POST", f"{here}/threads", {"name": "Table", "type": 11})
            return await raw.ask("POST", f"/channels/{thread.body['id']}/threads", body)
        case "open dm":
            who = body["recipient_id"] or str(ground.people["anna"].id)
            return await raw.ask("POST", "/users/@me/channels", {"recipient_id": who})
        case _:
            async with interaction(raw, sent.place) as (number, token):
                if sent.place == "form":
                    body = {"type": 9, "data": body}
                return await raw.ask("POST", f"/interactions/{number}/{token}/callback", body)


@asynccontextmanager
async def interaction(raw: Any, place: str) -> AsyncIterator[tuple[int, str]]:
    """Anna does something that the bot has not answered yet."""
    anna = raw.ground.people["anna"]
    match place:
        case "press":
            message = (await raw.send(**legacy(row(button())))).body
            doing = anna.press(message, "press")
        case "completion":
            doing = anna.autocomplete("open", "card", "q")
        case "completion of a number":
            doing = anna.autocomplete("open", "number", "1")
        case "submitted":
            async with interaction(raw, "command") as (number, token):
                form = {"type": 9, "data": modal(label(field()))}
                assert (await raw.ask("POST", f"/interactions/{number}/{token}/callback", form)).status == 204
            doing = anna.submit(number, {"bid": "one"})
        case _:
            doing = anna.slash("open")
    waiting = asyncio.create_task(doing)
    await asyncio.sleep(0)
    record = list(raw.ground.world.interactions.values())[-1]
    yield record.id, record.token
    waiting.cancel()
    await asyncio.wait([waiting])


@pytest.mark.parametrize("name", WRONG)
async def test_a_wrong_body_is_refused_with_the_path_of_its_flaw(free: Any, name: str) -> None:
    sent = WRONG[name]
    reply = await send(free, sent)
    assert (reply.status, reply.code) == (400, sent.code)
    if sent.code == 50035:
        place = reply.body["errors"]
        path = ["data"] if sent.place == "form" else []
        for step in [*path, *(sent.flaw.split(".") if sent.flaw else [])]:
            assert step in place, reply.body
            place = place[step]
        assert {"code", "message"} <= place["_errors"][0].keys()


@pytest.mark.parametrize("name", RIGHT)
async def test_a_right_body_is_taken(free: Any, name: str) -> None:
    reply = await send(free, RIGHT[name])
    assert reply.status in (200, 201, 204), reply.body


ASKED = modal(
    label(radio()),
    label(boxes(3, min_values=2, required=False)),
    label({"type": 23, "custom_id": "one", "default": True}),
)
"""One of ``0`` and ``1``; two or three of ``0``, ``1`` and ``2``, or none; and a box that is ticked."""


def test_a_form_is_sent_back_as_discord_does_with_what_was_ticked_or_stood_there() -> None:
    inner = [one["component"] for one in modal_answers(ASKED, {"r": "1", "c": ["0", "2"]})]
    assert inner == [
        {"type": 21, "custom_id": "r", "value": "1"},
        {"type": 22, "custom_id": "c", "values": ["0", "2"]},
        {"type": 23, "custom_id": "one", "value": True},
    ]
    marked = modal(label(boxes(options=[option("a"), option("b", default=True)])))
    assert modal_answers(marked, {})[0]["component"]["values"] == ["b"]


@pytest.mark.parametrize(
    "values",
    [{}, {"r": "2"}, {"r": "0", "c": ["0"]}, {"r": "0", "c": ["0", "3"]}, {"r": "0", "c": ["1", "1"]}],
    ids=[
        "no radio",
        "a radio that is not there",
        "one box of two",
        "a box that is not there",
        "one box twice",
    ],
)
def test_a_person_cannot_send_what_the_form_does_not_let_them_choose(values: dict[str, Any]) -> None:
    with pytest.raises(NotThere):
        modal_answers(ASKED, values)
