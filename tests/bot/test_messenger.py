"""Requests with the bot's own token, to a server on this machine that answers as Discord may."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.discord_api import messenger
from bot.discord_api.messenger import DiscordMessenger
from bot.screen_sync.posting import TryLater
from screens.screen import Button, Row, Screen, Text

SCREEN = Screen((Text("A table."),), 0)
TOO_LONG = Screen((Text("x" * 5_000),), 0)


def _json(body: object, status: int = 200) -> web.Response:
    """The library reads JSON only under a content type without a character set."""
    return web.Response(
        body=json.dumps(body).encode(),
        status=status,
        content_type="application/json",
        headers={"Via": "1.1 google"},  # without which the library takes a limit for a ban
    )


class Server:
    """Answers every post of a message with the next of ``answers``, then with a message."""

    def __init__(self) -> None:
        self.answers: list[web.Response] = []
        self.posted: list[dict[str, object]] = []

    async def me(self, request: web.Request) -> web.Response:
        return _json({"id": "1", "username": "biritch", "discriminator": "0", "avatar": None})

    async def post(self, request: web.Request) -> web.Response:
        self.posted.append(await request.json())
        if self.answers:
            return self.answers.pop(0)
        author = {"id": "1", "username": "biritch", "discriminator": "0", "avatar": None}
        return _json(
            {
                "id": "77",
                "channel_id": "5",
                "author": author,
                "content": "",
                "type": 0,
                "timestamp": "2026-01-01T00:00:00+00:00",
                "edited_timestamp": None,
                "tts": False,
                "mention_everyone": False,
                "mentions": [],
                "mention_roles": [],
                "attachments": [],
                "embeds": [],
                "components": [],
                "pinned": False,
                "flags": 0,
            }
        )


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    serving = Server()
    application = web.Application()
    application.router.add_get("/users/@me", serving.me)
    application.router.add_post("/channels/5/messages", serving.post)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0]
    monkeypatch.setattr(Route, "BASE", f"http://{host}:{port}")
    yield serving
    await runner.cleanup()


async def test_after_a_limit_on_all_requests_that_lasts_too_long_the_next_request_is_made(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messenger, "TIME_OUT", 0.5)
    limit = {"message": "You are being rate limited.", "retry_after": 30.0, "global": True}
    server.answers = [_json(limit, status=429)]
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.http.static_login("token")
        asking = DiscordMessenger(client)
        with pytest.raises(TryLater):
            await asking.post(5, SCREEN, "a")
        assert await asking.post(5, SCREEN, "a") == 77
    assert len(server.posted) == 2


async def test_a_screen_that_is_too_long_is_sent_plainly(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.http.static_login("token")
        assert await DiscordMessenger(client).post(5, TOO_LONG, "a") == 77
    assert len(server.posted) == 1
    assert "sent plainly" in caplog.text


async def test_a_screen_of_too_many_parts_is_sent_as_one_text_and_thirty_buttons(server: Server) -> None:
    """With the rows that hold the buttons these are 37 of the forty components that a message may have."""
    rows = tuple(Row(tuple(Button(f"b:{row}:{n}", "Press") for n in range(5))) for row in range(7))
    screen = Screen((Text("A table."), *rows, Text("Its laws.")), 0)
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.http.static_login("token")
        assert await DiscordMessenger(client).post(5, screen, "a") == 77
    text, *lines = server.posted[0]["components"]  # type: ignore[misc]
    assert text["content"] == "A table.\n\nIts laws."
    pressed = [button["custom_id"] for line in lines for button in line["components"]]
    assert pressed == [f"b:{row}:{n}" for row in range(6) for n in range(5)]
