"""What the tables of an evening need of Discord: places to stand in, which the bot opens and closes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from ports.records import Place, UserId
from rules.frozen import frozen

NO_THREADS: Final = 50024
"""Discord's code for a channel of a kind that cannot have what is asked for."""


@frozen
class Hindrance:
    """Why a table has no place: permissions that the bot lacks, as Discord names them in code, in the channel
    of the evening or another; or what Discord answered, 0 and 0 if nothing."""

    permissions: tuple[str, ...] = ()
    channel: int | None = None
    status: int = 0
    code: int = 0


class NoRoom(Exception):
    """No place could be opened or reached; it may be later."""

    def __init__(self, hindrance: Hindrance) -> None:
        super().__init__(hindrance)
        self.hindrance = hindrance


class Rooms(Protocol):
    """Threads of the bot's, and channels that were named. Those methods that wait may raise NoRoom."""

    def hindrance(self, place: Place, *, private: bool) -> Hindrance | None:
        """What keeps the bot from opening threads in a channel and from writing there, as far as Discord has
        told."""

    def hindrance_in(self, room: Place) -> Hindrance | None:
        """What keeps the bot from writing in a channel or a thread, as far as Discord has told."""

    async def stands(self, room: Place) -> bool:
        """Whether a channel or a thread is there."""

    async def standing(self, place: Place, since: float) -> Mapping[str, int]:
        """The bot's open threads of a channel, by name, that were begun since a moment in seconds since
        1970: those of earlier evenings have the same names, and other people read them."""

    async def begin(self, place: Place, name: str, *, private: bool) -> int:
        """A new thread of a channel. A ``private`` one is seen by those who are invited."""

    async def invite(self, room: int, people: Sequence[UserId]) -> None:
        """Have these see a private thread."""

    async def end(self, room: int) -> None:
        """Archive a thread; nothing happens if it is gone."""
