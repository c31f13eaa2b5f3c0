"""A bot of aiohttp alone, that thinks nothing: ``python -m lab.speed.lean_bot SCRIPT``.

To each press it makes the calls that a script has for it, in turn, with the bodies as they are written there.
What the real bot costs is compared with this, and with the same calls by the library (``ready_bot``).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import aiohttp

Json = dict[str, Any]
Ask = Callable[[str, str, Mapping[str, object], Any], Awaitable[Any]]
"""Makes a call: a method, a path with names in it, what these stand for, and a body. Returns the answer."""

COMMANDS: Final = "/applications/{application_id}/commands"
OPEN: Final = "/users/@me/channels"
POST: Final = "/channels/{channel_id}/messages"
EDIT: Final = "/channels/{channel_id}/messages/{message_id}"
ANSWER: Final = "/interactions/{interaction_id}/{interaction_token}/callback"
EDIT_BY_TOKEN: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
COMMAND: Final[Json] = {"name": "ready", "description": "Ready", "type": 1}

GUILDS: Final = 1
DISPATCH, HEARTBEAT, IDENTIFY, HELLO = 0, 1, 2, 10


class Script:
    """The messages to begin with, by where they stand, and the calls of each step."""

    def __init__(self, path: str, ask: Ask) -> None:
        script = json.loads(Path(path).read_text(encoding="utf-8"))
        self._ask = ask
        self._application = 0
        self._channels: dict[str, int] = dict(script["channels"])
        self._user_ids: dict[str, int] = script["users"]
        self._first: dict[str, Json] = script["first"]
        self._steps = cycle(script["steps"])
        self._messages: dict[str, int] = {}
        self._tokens: dict[str, str] = {}

    async def begin(self, application: int) -> None:
        """Makes the command known, and posts the first messages."""
        self._application = application
        await self._ask("PUT", COMMANDS, {"application_id": application}, [COMMAND])
        for place, body in self._first.items():
            if place not in self._channels:
                opened = await self._ask("POST", OPEN, {}, {"recipient_id": self._user_ids[place]})
                self._channels[place] = int(opened["id"])
            sent = await self._ask("POST", POST, {"channel_id": self._channels[place]}, body)
            self._messages[place] = int(sent["id"])

    async def pressed(self, interaction: int, token: str, message: int) -> None:
        """Makes the calls of the next step."""
        for place, one in self._messages.items():
            if one == message:
                self._tokens[place] = token
        for call in next(self._steps):
            place, body = call["place"], call["body"]
            if call["kind"] == "answer":
                told = {"interaction_id": interaction, "interaction_token": token}
                await self._ask("POST", ANSWER, told, body)
            elif call["kind"] == "edit by token" and place in self._tokens:
                by_token = {"webhook_id": self._application, "webhook_token": self._tokens[place]}
                await self._ask(
                    "PATCH", EDIT_BY_TOKEN, by_token | {"message_id": self._messages[place]}, body
                )
            else:
                where = {"channel_id": self._channels[place], "message_id": self._messages[place]}
                await self._ask("PATCH", EDIT, where, body)


async def run(path: str) -> None:
    token, base = os.environ["DISCORD_TOKEN"], os.environ["DISCORD_API"]
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(headers=headers) as session:

        async def ask(method: str, template: str, named: Mapping[str, object], body: Any) -> Any:
            async with session.request(method, base + template.format_map(named), json=body) as answer:
                answer.raise_for_status()
                told = await answer.read()
            return json.loads(told) if template in (OPEN, POST) else None  # of no other is the answer used

        script = Script(path, ask)
        async with session.ws_connect(f"{os.environ['DISCORD_GATEWAY']}/?v=10&encoding=json") as socket:
            beating: asyncio.Task[None] | None = None
            seen: int | None = None

            async def beat(seconds: float) -> None:
                while True:
                    await asyncio.sleep(seconds)
                    await socket.send_json({"op": HEARTBEAT, "d": seen})

            async for frame in socket:
                said = json.loads(frame.data)
                if said["op"] == HELLO:
                    beating = asyncio.create_task(beat(said["d"]["heartbeat_interval"] / 1000))
                    asked = {"token": token, "intents": GUILDS, "properties": {}}
                    await socket.send_json({"op": IDENTIFY, "d": asked})
                elif said["op"] == DISPATCH:
                    seen, event = said["s"], said["d"]
                    if said["t"] == "READY":
                        await script.begin(int(event["application"]["id"]))
                    elif said["t"] == "INTERACTION_CREATE":
                        message = int(event["message"]["id"])
                        await script.pressed(int(event["id"]), event["token"], message)
            if beating is not None:
                beating.cancel()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(run(sys.argv[1]))
