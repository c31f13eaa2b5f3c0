"""A bot of the library that only plays a script: ``python -m lab.speed.ready_bot SCRIPT``.

It answers each press with the calls that a script has for it, as ``lean_bot`` does without the library. The
cost of the real bot is compared with this.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

import discord
import yarl
from discord.http import Route

from lab.speed.lean_bot import Script


class Ready(discord.AutoShardedClient):
    """Plays a script."""

    def __init__(self, path: str) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.script = Script(path, self._ask)

    async def setup_hook(self) -> None:
        assert self.application_id is not None
        await self.script.begin(self.application_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        assert interaction.message is not None
        await self.script.pressed(interaction.id, interaction.token, interaction.message.id)

    async def _ask(self, method: str, template: str, named: Mapping[str, Any], body: Any) -> Any:
        return await self.http.request(Route(method, template, **named), json=body)


def main() -> None:
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    Ready(sys.argv[1]).run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
