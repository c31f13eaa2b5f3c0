"""What keeping messages up to date needs of Discord. ``bot.discord_api.messenger`` does it."""

from __future__ import annotations

from typing import Protocol

from screens.screen import Screen


class MessageGone(Exception):
    """The message to be edited is not there, or is too old to be edited so often."""


class NoPlace(Exception):
    """Nothing can be sent there: the channel is gone or closed to the bot, or direct messages are refused.

    ``for_now``: it may be opened to the bot again."""

    def __init__(self, why: str, *, for_now: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.for_now = for_now


class TryLater(Exception):
    """It did not work this time."""


class TooFast(TryLater):
    """Refused for having come too soon; the rate limits have been told."""


class Messenger(Protocol):
    """Sends to Discord. Each method may raise NoPlace or TryLater."""

    async def post(self, channel: int, screen: Screen, nonce: str) -> int:
        """A new message; its id. The same nonce again within minutes posts nothing and gives the same id."""

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """May raise MessageGone too."""

    async def delete(self, channel: int, message: int) -> None: ...

    async def open_dm(self, user: int) -> int:
        """The channel of a user's direct messages."""
