"""A bot that thinks nothing: ``python -m benchmarks.ready_bot SCRIPT``.

To each press it makes the calls that a script has for it, in turn, with the bodies as they are written there.
What the real bot costs is compared with this.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import discord
import yarl
from discord.http import Route

Json = dict[str, Any]


class Ready(discord.AutoShardedClient):
    """``script`` has the messages to begin with, by where they stand, and the calls of each step."""

    def __init__(self, script: Mapping[str, Any]) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.channels: dict[str, int] = dict(script["channels"])
        self.user_ids: dict[str, int] = script["users"]
        self.first: dict[str, Json] = script["first"]
        self.steps = cycle(script["steps"])
        self.messages: dict[str, int] = {}
        self.tokens: dict[str, str] = {}

    async def setup_hook(self) -> None:
        assert self.application_id is not None
        command: Any = {"name": "ready", "description": "Ready", "type": 1}
        await self.http.bulk_upsert_global_commands(self.application_id, [command])
        for place, body in self.first.items():
            if place not in self.channels:
                opened = await self.http.start_private_message(self.user_ids[place])
                self.channels[place] = int(opened["id"])
            sent = await self._call("POST", "/channels/{channel_id}/messages", place, body)
            self.messages[place] = int(sent["id"])

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        assert interaction.message is not None
        for place, message in self.messages.items():
            if message == interaction.message.id:
                self.tokens[place] = interaction.token
        for call in next(self.steps):
            await self._make(call["kind"], call["place"], call["body"], interaction)

    async def _make(self, kind: str, place: str, body: Json, interaction: discord.Interaction[Any]) -> None:
        if kind == "answer":
            path = "/interactions/{interaction_id}/{interaction_token}/callback"
            answer = Route("POST", path, interaction_id=interaction.id, interaction_token=interaction.token)
            await self.http.request(answer, json=body)
        elif kind == "edit by token" and place in self.tokens:
            path = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
            by_token = Route(
                "PATCH",
                path,
                webhook_id=self.application_id,
                webhook_token=self.tokens[place],
                message_id=self.messages[place],
            )
            await self.http.request(by_token, json=body)
        else:
            path = "/channels/{channel_id}/messages/{message_id}"
            await self._call("PATCH", path, place, body, message_id=self.messages[place])

    async def _call(
        self, method: str, path: str, place: str, body: Json, message_id: int | None = None
    ) -> Any:
        route = Route(method, path, channel_id=self.channels[place], message_id=message_id)
        return await self.http.request(route, json=body)


def main() -> None:
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    script = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Ready(script).run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
