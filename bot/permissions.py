"""The permissions that each thing needs which the bot does: the one table of them.

From it come the invitation, what ``biritch check`` looks for, the refusals of commands and the page
``docs/reference/permissions.md``. Knows Discord's numbers and names (topics/permissions), not the library.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

INVITATION: Final = (
    "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}"
)


class Permission(Enum):
    """One permission: its bit, and its name in the settings of a server."""

    VIEW_CHANNEL = (10, "View Channel")
    SEND_MESSAGES = (11, "Send Messages")
    ATTACH_FILES = (15, "Attach Files")
    CREATE_PUBLIC_THREADS = (35, "Create Public Threads")
    CREATE_PRIVATE_THREADS = (36, "Create Private Threads")
    SEND_MESSAGES_IN_THREADS = (38, "Send Messages in Threads")

    @property
    def bit(self) -> int:
        return 1 << self.value[0]

    @property
    def client_name(self) -> str:
        return self.value[1]

    @property
    def code(self) -> str:
        """Its name in Discord's documentation in small letters, which is that of the library."""
        return self.name.lower()


class Feature(Enum):
    """Something that the bot does in a channel, with the permissions that it needs."""

    TABLES = (
        "tables, hands and score sheets in a channel",
        Permission.VIEW_CHANNEL,
        Permission.SEND_MESSAGES,
    )
    TABLES_IN_A_THREAD = (
        "the same in a thread that is there",
        Permission.VIEW_CHANNEL,
        Permission.SEND_MESSAGES_IN_THREADS,
    )
    THREADS = (
        "evenings of whist or tables in threads",
        Permission.VIEW_CHANNEL,
        Permission.CREATE_PUBLIC_THREADS,
        Permission.SEND_MESSAGES_IN_THREADS,
    )
    DUPLICATE = (
        "duplicate evenings",
        Permission.VIEW_CHANNEL,
        Permission.CREATE_PRIVATE_THREADS,
        Permission.SEND_MESSAGES_IN_THREADS,
    )
    FILES = ("pictures or records as files", Permission.VIEW_CHANNEL, Permission.ATTACH_FILES)

    @property
    def what(self) -> str:
        return str(self.value[0])

    @property
    def needs(self) -> tuple[Permission, ...]:
        return tuple(one for one in self.value if isinstance(one, Permission))

    def lacking(self, mine: int) -> tuple[Permission, ...]:
        """The permissions of this feature that are not among those of a number as Discord gives them."""
        return tuple(one for one in self.needs if not mine & one.bit)


LEAST: Final = (Feature.TABLES, Feature.TABLES_IN_A_THREAD)
"""Without these there is no play."""
MORE: Final = (Feature.THREADS, Feature.DUPLICATE, Feature.FILES)
"""All else goes on without these."""


def permissions(features: Iterable[Feature]) -> tuple[Permission, ...]:
    """All that these need, each once, in Discord's order."""
    needed = {one for feature in features for one in feature.needs}
    return tuple(one for one in Permission if one in needed)


def invitation(application: object, *, more: bool = True) -> str:
    """The address at which somebody adds the bot to a server, with no more permissions than it uses: for
    everything, or for play alone."""
    features = (*LEAST, *MORE) if more else LEAST
    return INVITATION.format(application, sum(one.bit for one in permissions(features)))
