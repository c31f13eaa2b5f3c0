"""Lanes: slots that are shown one after the other."""

from __future__ import annotations

from typing import Final, Protocol

from bot.screen_sync.board import Board
from bot.screen_sync.buckets import Route
from rules.frozen import frozen

ROOM: Final = "room"
"""The lane of all messages in the channel but alerts."""


class Sender(Protocol):
    """What makes the calls for a lane."""

    def route_of(self, lane: Lane) -> Route | None: ...
    async def send(self, lane: Lane, route: Route) -> bool: ...


@frozen
class Lane:
    """The messages of a stream in the channel, or one private message. It is what the scheduler is asked to
    make calls for."""

    sender: Sender
    board: Board
    name: str

    def route(self) -> Route | None:
        return self.sender.route_of(self)

    async def send(self, route: Route) -> bool:
        return await self.sender.send(self, route)
