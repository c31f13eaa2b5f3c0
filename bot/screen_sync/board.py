"""What can be kept up to date on Discord: a table, a score sheet. ``bot.screen_sync.boards`` has them."""

from __future__ import annotations

from typing import Protocol

from bot.screen_sync.scheduler import Urgency
from bot.streams.open_stream import OpenStream
from ports.records import TableId, UserId
from screens.screen import Screen


class Board(Protocol):
    """Something whose messages are kept up to date."""

    @property
    def stream(self) -> OpenStream: ...

    @property
    def channel(self) -> int | None:
        """Where its messages stand that are not private; None while that place is gone."""

    def is_private(self, slot: str) -> bool:
        """Whether this message stands in somebody's direct messages."""

    def owner(self, slot: str) -> UserId | None:
        """The one in whose direct messages it stands; None if they have been forgotten."""

    def is_alert(self, slot: str) -> bool:
        """Whether this message is there to ring: it is posted once, and deleted instead of changed."""

    def order(self, slot: str) -> tuple[int, ...]:
        """Where among the messages of the channel it stands: the lower is the older."""

    def is_final(self, slot: str) -> bool:
        """Whether what it must show now will never change again."""

    def is_due(self, slot: str) -> bool:
        """Whether the owner of a private message is waited for."""

    def urgency(self, slot: str, *, live: bool) -> Urgency: ...

    async def draw(self, slot: str, *, live: bool) -> Screen | None:
        """What the message must show now; None if there is nothing more to show. A private message that is
        not ``live`` shows only what stays true whatever happens next; one in the channel, for a while."""


class Boards(Protocol):
    """All the boards of one kind."""

    def owns(self, slot: str) -> bool:
        """Whether a slot of this name is of this kind."""

    async def get(self, stream_id: TableId) -> Board: ...
