"""A client of the library that connects to the gateway again and again, for as long as that takes."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property

import yarl
from discord.ext import commands


class _NestedTry(Exception):
    """The library tries again to connect, from within the try that failed."""


class Reconnecting(commands.AutoShardedBot):
    """The library would call itself for each new try, until it is nested too deeply."""

    @cached_property
    def _launching(self) -> set[int]:
        """The shards that are being connected."""
        return set()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Tries until the gateway can be reached."""
        if shard_id in self._launching:
            raise _NestedTry
        self._launching.add(shard_id)
        try:
            while shard_id in self._launching:
                with suppress(_NestedTry):
                    await super().launch_shard(gateway, shard_id, initial=initial)
                    self._launching.discard(shard_id)
        finally:
            self._launching.discard(shard_id)
