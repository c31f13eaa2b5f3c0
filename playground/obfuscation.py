"""What a bot is told of channels that it may not view: that they are there, not what they are called.

Discord does so for all bots from 16 November 2026 (its change log of 12 August 2026, and "Obfuscated
Channels" in resources/channel). Over the gateway such a channel has a flag, a name that is none and one
overwrite; only its id, type, position and parent are real. Once it comes into view, it is told of anew. HTTP
leaves it out of the list of a server's channels. What comes with a press or a command is never obfuscated.
Knows no SimCord.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from playground.errors import Json

OBFUSCATED = 1 << 17
OBFUSCATED_NAME = "___hidden___"
REAL_FIELDS = ("id", "type", "position", "parent_id", "guild_id")
CATEGORY = 4
_VIEW_CHANNEL = 1 << 10
CHANGING_VIEWS = frozenset(
    ("CHANNEL_UPDATE", "GUILD_MEMBER_UPDATE", "GUILD_ROLE_CREATE", "GUILD_ROLE_DELETE", "GUILD_ROLE_UPDATE")
)
"""Events after which the bot may view other channels than before."""


def obfuscated(channel: Mapping[str, Any], guild: str) -> Json:
    """The channel as a bot is told of it that may not view it. Which of its other fields are null, Discord
    does not say: here all are."""
    denied = {"id": guild, "type": 0, "allow": "0", "deny": str(_VIEW_CHANNEL)}
    left = {key: value if key in REAL_FIELDS else None for key, value in channel.items()}
    return left | {"name": OBFUSCATED_NAME, "flags": OBFUSCATED, "permission_overwrites": [denied]}


class Views:
    """Which channels the bot may view. ``may`` says whether it has the permission in one. ``on`` is False for
    a Discord that obfuscates nothing."""

    def __init__(self, may: Callable[[int], bool]) -> None:
        self.on = True
        self._may = may
        self._viewed: dict[str, bool] = {}  # as the bot has been told last

    def in_view(self, channel: Mapping[str, Any], among: Iterable[Mapping[str, Any]]) -> bool:
        """Whether this channel of all these is in view. A category is if any channel in it is."""
        if not self.on or self._may(int(channel["id"])):
            return True
        return channel["type"] == CATEGORY and any(
            one["parent_id"] == channel["id"] and self._may(int(one["id"])) for one in among
        )

    def as_told(self, channels: Iterable[Json], guild: str, among: Sequence[Json]) -> list[Json]:
        """These channels of a server that has all those, as the gateway tells of them."""
        told = []
        for one in channels:
            viewed = self._viewed[one["id"]] = self.in_view(one, among)
            told.append(one if viewed else obfuscated(one, guild))
        return told

    def views_changed(self, among: Sequence[Json]) -> list[Json]:
        """Those of a server's channels that have come into view or gone out of it since they were told of."""
        views = [(one, self.in_view(one, among)) for one in among]
        return [one for one, viewed in views if self._viewed.get(one["id"], viewed) != viewed]
