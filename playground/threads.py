"""Threads of the playground's server, and who may read them.

Part of the world, like it built on SimCord. What SimCord does otherwise than Discord is put right here.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel
from simcord.enums import ChannelType

from playground.errors import Json

_CHANNEL = re.compile(r"/channels/(\d+)")


class Threads(Backend):
    """``threads_changed`` hears of threads that are begun, edited or deleted, and of their members."""

    threads_changed: list[Callable[[], None]]

    def may_read(self, user_id: int, channel_id: int) -> bool:
        """Whether a channel is open to this person; a private thread is to its members."""
        return channel_accessible(self, channel_id, user_id)

    def threads_for(self, user_id: int) -> list[Json]:
        """The threads that this person may read, oldest first, those included that are archived."""
        return [
            {
                "id": str(one.id),
                "name": one.name,
                "parent": str(one.parent_id),
                "archived": one.thread_metadata is not None and one.thread_metadata.archived,
            }
            for one in self.channels.values()
            if one.is_thread and self.may_read(user_id, one.id)
        ]

    def create_thread(
        self, parent_id: int, name: str, owner_id: int, *, type: int = ChannelType.PUBLIC_THREAD, **how: Any
    ) -> Channel:
        """A private thread is not announced by a message in its channel."""
        if type != ChannelType.PRIVATE_THREAD:
            return super().create_thread(parent_id, name, owner_id, type=type, **how)
        thread = super().create_thread(parent_id, name, owner_id, type=type, **how | {"broadcast": False})
        self.announce_thread_create(thread)
        return thread

    def archived_by_owner(self, method: str, path: str, asked: Any) -> Json | None:
        """The bot's own thread, if that is to be archived: its owner may do that, for which SimCord
        wants more permissions. None for every other request."""
        found = _CHANNEL.fullmatch(path)
        thread = self.channels.get(int(found[1])) if found is not None else None
        if method != "PATCH" or thread is None or not thread.is_thread or set(asked) != {"archived"}:
            return None
        if thread.owner_id != self.bot_user.id:
            return None
        return dict(
            serializers.channel_payload(self, self.edit_channel(thread.id, {}, thread_metadata=asked))
        )

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        super().emit(event, payload)
        if event.startswith("THREAD_"):
            for listener in self.threads_changed:
                listener()
