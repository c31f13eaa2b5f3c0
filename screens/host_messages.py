"""What the host has the bot post in servers: an announcement, that a maintenance begins, that the bot will
leave. And what people are told whom the host has blocked.
"""

from __future__ import annotations

from typing import Final

from screens.parts import BRASS, GREY, heading, text
from screens.screen import Screen
from screens.words.languages import Sentence

PERSON_BLOCKED: Final = Sentence(
    "My host has blocked you, so I do nothing that you ask for. What I keep of you my host can give you, or "
    "delete."
)
SERVER_BLOCKED: Final = Sentence("My host has blocked the server to which this belongs, so I do nothing.")
HOST_UNKNOWN: Final = Sentence("Discord did not tell me who my host is. Please try again in a moment.")

NEWS: Final = Sentence("News of my host")
NEWS_OFF: Final = Sentence(
    "This is posted once, since this server has chosen to have news; those who may manage it can change "
    "that with `/settings`."
)
MAINTENANCE_BEGINS: Final = Sentence(
    "**I will be away from {time} on** ({moment}), for a while, since my host looks after me. Everything is "
    "kept: afterwards each game goes on where it was, and the time counts against nobody."
)
MAINTENANCE_OFF: Final = Sentence("**I will not be away at {time}** after all.")
SERVER_LEFT: Final = Sentence(
    "**Nobody has played here for long.** On {day} I will leave this server, unless somebody plays or uses "
    "one of my commands here before then. What has been played is kept, and I can always be invited again."
)


def announcement_screen(announced: str) -> Screen:
    """What the host has written, in their own words, and why it stands there in a server."""
    return Screen((*personal_news_screen(announced).parts, text(f"-# {NEWS_OFF()}")), BRASS)


def personal_news_screen(announced: str) -> Screen:
    """The same for one person alone."""
    return Screen((text(heading(NEWS())), text(announced)), BRASS)


def maintenance_screen(begins: int) -> Screen:
    """``begins`` is in seconds since 1970; everybody sees it in their own time."""
    told = MAINTENANCE_BEGINS(time=f"<t:{begins}:t>", moment=f"<t:{begins}:R>")
    return Screen((text(told),), BRASS)


def maintenance_off_screen(begins: int) -> Screen:
    """``begins`` is when it was to begin, as people have been told."""
    return Screen((text(MAINTENANCE_OFF(time=f"<t:{begins}:t>")),), BRASS)


def server_left_screen(leaves: int) -> Screen:
    """``leaves`` is in seconds since 1970."""
    return Screen((text(SERVER_LEFT(day=f"<t:{leaves}:D>")),), GREY)
