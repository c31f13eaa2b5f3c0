"""The result of an interaction, and waiting for it. Knows the record that the world keeps, not who acted."""

import asyncio

from playground.errors import Json
from playground.reading import texts
from playground.world import Record, World

_TYPES = {
    "message": 4,
    "deferred": 5,
    "deferred_update": 6,
    "update": 7,
    "autocomplete": 8,
    "modal": 9,
}


class Bell:
    """Wakes whatever waits for a change. Wait on it directly: a task in between may miss a change."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)


class Answer:
    """The result of one interaction. ``message`` and ``texts`` are read when asked for, and so current."""

    def __init__(self, world: World, record: Record, took: float) -> None:
        self._world, self._record = world, record
        self.took = took  # seconds until the acknowledgement, or until it was given up
        self.interaction_id = record.id

    @property
    def acknowledged(self) -> bool:
        return self._record.responded

    @property
    def failed(self) -> bool:
        """Whether Discord shows "This interaction failed"."""
        return not self._record.responded

    @property
    def type(self) -> int | None:
        """4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal; None if failed."""
        kind = self._record.response_kind
        return None if kind is None else _TYPES.get(kind)

    @property
    def message(self) -> Json | None:
        """The message that the answer shows: a new one, or the one pressed if that is what it updated."""
        if self._record.message_id is None:
            return None
        return self._world.message_json(self._record.channel_id, self._record.message_id)

    @property
    def followups(self) -> list[Json]:
        found = (self._world.message_json(self._record.channel_id, one) for one in self._record.followup_ids)
        return [message for message in found if message is not None]

    @property
    def told(self) -> Json | None:
        """What was meant for the one who asked: the last follow-up, or without one the message."""
        return self.followups[-1] if self.followups else self.message

    @property
    def ephemeral(self) -> bool:
        return self.message is not None and bool(self.message["flags"] & 64)

    @property
    def texts(self) -> list[str]:
        """All text of the message shown and of the follow-ups."""
        shown = [self.message] if self.message is not None else []
        return [text for message in shown + self.followups for text in texts(message)]

    @property
    def modal(self) -> Json | None:
        return self._record.modal

    @property
    def choices(self) -> list[Json]:
        return self._record.autocomplete_choices or []

    def __repr__(self) -> str:
        return f"<Answer type={self.type} texts={self.texts!r}>"
