"""What keeping messages up to date needs of Discord. ``bot.discord_api.messenger`` does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, Self

from bot.screen_sync.tokens import Grip, Token
from screens.screen import Screen


class MessageGone(Exception):
    """The message to be edited is not there, or is too old to be edited so often."""


UNREACHABLE: Final = frozenset({10003, 10004, 50001})
"""The codes of channels that are gone, or that the bot cannot see."""
FORGOTTEN: Final = 0
"""In place of a code: nobody knows any longer in whose direct messages it stood."""
UNWELCOME: Final = frozenset({FORGOTTEN, 50007, 50278})
"""The codes of people who take no direct messages from the bot."""


class NoPlace(Exception):
    """Nothing can be sent there: the channel is gone or closed to the bot, or direct messages are refused.

    ``code`` is Discord's."""

    def __init__(self, why: str, code: int) -> None:
        super().__init__(why)
        self.why, self.code = why, code


class TryLater(Exception):
    """It did not work this time."""


class TooFast(TryLater):
    """Refused for having come too soon; the rate limits have been told."""


class ShutOut(TryLater):
    """Refused by what stands before Discord: nothing but answers to people is sent for a while."""


class TokenDead(Exception):
    """The token reaches the message no longer."""


class NotOurs(Exception):
    """Another process looks after this by now, so that no request was made."""


class Messenger(Protocol):
    """Sends to Discord, one request for each call. Each method may raise NoPlace or TryLater."""

    def asking(self, may: Callable[[], bool]) -> Self:
        """The same, which asks right before each request whether it may be made; where not, NotOurs is
        raised."""

    async def post(self, channel: int, screen: Screen, nonce: str) -> int:
        """A new message; its id. The same nonce again within minutes posts nothing and gives the same id."""

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """May raise MessageGone too."""

    async def edit_by(self, grip: Grip, screen: Screen) -> None:
        """By an interaction's token. May raise MessageGone or TokenDead too."""

    async def answer(self, interaction: int, token: Token, screen: Screen | None) -> None:
        """Answers a press: the message on which it was made becomes this screen or, with None, stays as it
        is. May raise MessageGone or TokenDead too."""

    async def follow_up(self, token: Token, screen: Screen) -> int:
        """A new message for the one who pressed alone; its id. May raise TokenDead too."""

    async def delete(self, channel: int, message: int) -> None: ...

    async def open_dm(self, user: int) -> int:
        """The channel of a user's direct messages."""
