"""What Discord may do otherwise: each mood breaks one thing that no document of Discord's settles.

The bot relies on each of them while it holds, and must live without it. ``python -m playground --mood NAME``
gives the playground a mood, ``--mood all`` every one.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from playground.limits import Limit, Limits


class Mood(StrEnum):
    NO_ORIGINAL_IN_CHANNELS = "no-original-in-channels"
    NO_ORIGINAL_IN_DIRECT_MESSAGES = "no-original-in-direct-messages"
    NO_ORIGINAL_ON_EPHEMERALS = "no-original-on-ephemerals"
    NO_FILES_BY_TOKEN = "no-files-by-token"
    NO_V2_AFTER_DEFERRING = "no-v2-after-deferring"
    TIGHT_TOKENS = "tight-tokens"
    TIGHT_OLD_EDITS = "tight-old-edits"
    SHORT_NONCES = "short-nonces"
    NO_ARCHIVING = "no-archiving"
    NO_THREADS_IN_ANNOUNCEMENTS = "no-threads-in-announcements"
    COMMANDS_TOLD_OTHERWISE = "commands-told-otherwise"
    NO_BOXES_IN_FORMS = "no-boxes-in-forms"


TOLD: Final = MappingProxyType(
    {
        Mood.NO_ORIGINAL_IN_CHANNELS: "after a press a token does not reach a public message as @original",
        Mood.NO_ORIGINAL_IN_DIRECT_MESSAGES: "the same in direct messages",
        Mood.NO_ORIGINAL_ON_EPHEMERALS: "the same for a message that one person sees",
        Mood.NO_FILES_BY_TOKEN: "a message with components V2 takes no files by a token",
        Mood.NO_V2_AFTER_DEFERRING: "an answer that was deferred cannot become components V2",
        Mood.TIGHT_TOKENS: "one token edits twice in two seconds, all of a channel thirty times in fifteen",
        Mood.TIGHT_OLD_EDITS: "messages older than an hour are edited once in ten seconds",
        Mood.SHORT_NONCES: "a nonce is forgotten after a second",
        Mood.NO_ARCHIVING: "a thread of one's own cannot be archived without Manage Threads",
        Mood.NO_THREADS_IN_ANNOUNCEMENTS: "channels for announcements take no public threads",
        Mood.COMMANDS_TOLD_OTHERWISE: "the list of commands comes back in other words than it was sent",
        Mood.NO_BOXES_IN_FORMS: "a form takes neither checkboxes nor radio buttons",
    }
)
"""What is true in each mood."""


def limits_in(moods: Collection[Mood], limits: Limits) -> Limits:
    """The limits where moods have tighter ones. A limit that is not counted stays so."""
    if Mood.TIGHT_TOKENS in moods and limits.interaction_token is not None:
        limits = replace(limits, interaction_token=Limit(2, 2.0), edits_by_token_in_channel=Limit(30, 15.0))
    if Mood.TIGHT_OLD_EDITS in moods and limits.edit_old_message is not None:
        limits = replace(limits, edit_old_message=Limit(1, 10.0))
    return replace(limits, nonce_seconds=1.0) if Mood.SHORT_NONCES in moods else limits


def chosen(names: Iterable[str]) -> frozenset[Mood]:
    """The moods of these names; ``all`` is every one. ValueError for a name that is none."""
    given = list(names)
    return frozenset(Mood) if "all" in given else frozenset(map(Mood, given))
