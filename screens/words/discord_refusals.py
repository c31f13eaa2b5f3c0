"""What Discord refuses the bot, in words that help the person who asked. Errors are known by their codes in
Discord's API."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from screens.words.after import NO_FILES
from screens.words.languages import Sentence, say

NO_THREADS_HERE: Final = Sentence(
    "Tables here would stand in threads, and this kind of channel has none: use a text channel."
)
LATER: Final = Sentence("Discord cannot be reached now: try again in a minute.")
WAIT: Final = Sentence("Discord asks me to wait before I do that again: try again in a minute.")
TOO_LARGE: Final = Sentence("This is too large for Discord: ask for less, for example one deal.")
ALL_THREADS: Final = Sentence(
    "This server has as many open threads as Discord allows: when one is archived, there is room again."
)

REASONS: Final[Mapping[int, Sentence]] = MappingProxyType(
    {
        10003: Sentence("The channel is gone."),
        10008: Sentence("The message is gone: ask for a new one."),
        20016: WAIT,
        20028: WAIT,
        40005: TOO_LARGE,
        50001: Sentence("I cannot see this channel: an administrator can give me View Channel."),
        50013: Sentence("I lack a permission here that an administrator can give me."),
        50024: NO_THREADS_HERE,
        50035: Sentence("Discord cannot show the message as I made it. That is my fault, and it is noted."),
        50083: Sentence("The thread is archived: write something in it, and it opens again."),
        160005: Sentence("The thread is locked: a moderator can unlock it."),
        160006: ALL_THREADS,
        160007: ALL_THREADS,
        200000: Sentence("The server's AutoMod has blocked my message: a moderator can allow it."),
        200001: Sentence("The server's AutoMod has blocked my message: a moderator can allow it."),
    }
)
"""Why Discord refuses something, and what helps, by the code of its error."""


def call_refused(status: int, code: int) -> str:
    """Why a call was refused, by its status and code; 0 and 0 if Discord could not be reached."""
    if code in REASONS:
        return REASONS[code]()
    match status:
        case 413:
            return TOO_LARGE()
        case 429:
            return WAIT()
        case 0 if not code:
            return LATER()
        case status if status >= 500:
            return LATER()
    return say(
        "Discord's error is {code}: if it happens again, tell whoever runs this bot.", code=code or status
    )


def not_taken(status: int, code: int) -> str:
    """For somebody whose answer Discord did not take."""
    if code == 50013:  # an answer needs none but this
        return NO_FILES()
    return say("Discord did not take my answer. {why}", why=call_refused(status, code))


def no_thread(status: int, code: int) -> str:
    """For somebody who opens a table that would stand in a thread."""
    return say("No table is opened, since Discord refused its thread. {why}", why=call_refused(status, code))
