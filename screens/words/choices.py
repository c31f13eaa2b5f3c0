"""Words of ``/me`` and ``/settings``: what may be chosen, and when it takes effect. English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from screens.words.gamebook import words_of


class Choice(NamedTuple):
    """Something that may be chosen: its key, its name, a note, and each value with its name."""

    key: str
    label: str
    note: str
    offers: tuple[tuple[str, str], ...]


YOURS: Final = "Your settings"
YOURS_NOTE: Final = "For every server, and for our direct messages. Only you see this."

UNSET: Final = "-"
"""The value of a choice that is left to others."""

_LANGUAGES: Final = (("en", "English"), ("fr", "Français"), ("ru", "Русский"))


def of_person() -> tuple[Choice, ...]:
    """What one person may choose."""
    return (
        Choice(
            "alert",
            "When a table waits for you",
            "I can send a short message that rings, and delete it once you have played.",
            (
                ("0", "Alert me at once"),
                *((str(one), f"Alert me after {seconds(one)}") for one in (10, 20, 45, 60, 120, 300)),
                ("never", "Never alert me"),
            ),
        ),
        Choice(
            "remind_at",
            "Daily reminder",
            "At tables that are played by turns over days, at this hour (UTC).",
            tuple((str(hour), f"{hour:02}:00 UTC") for hour in range(24)),
        ),
        Choice(
            "cards",
            "Cards look like this",
            "",
            ((UNSET, "As the server has them"), *_CARDS),
        ),
        Choice(
            "two_tap",
            "To play a card",
            "",
            (("no", "One tap plays it"), ("yes", "The first tap marks it, the second plays it")),
        ),
        Choice("language", "Language", "", ((UNSET, "As my Discord is set"), *_LANGUAGES)),
    )


_CARDS: Final = (
    ("four colours", "Emoji, suits in four colours"),
    ("two colours", "Emoji, suits in two colours"),
    ("text", "Text"),
)

SERVERS: Final = "Settings of this server"
CHANNELS: Final = "Channels where tables may be opened"
CHANNELS_NOTE: Final = (
    "Takes effect at once; tables that stand elsewhere go on. The threads of a channel belong to it. "
    "If none is chosen, tables may be opened everywhere."
)
SETS_NOTE: Final = (
    "A set of options has a name. `/table save` keeps the options of the table in a channel, and "
    "`/table open` opens a table with a set."
)
UNSAVE: Final = "Delete a set"

_AT_ONCE: Final = "Takes effect at once."
_NEW_TABLES: Final = "For tables that are opened from now on."
_NEW: Final = "For tables and score sheets that are opened from now on."
_ON: Final = (("yes", "Yes"), ("no", "No"))


def of_server() -> tuple[Choice, ...]:
    """What the administrators of a server may choose, besides the channels."""
    return (
        Choice(
            "threads",
            "A further table in a channel",
            _AT_ONCE,
            (("no", "Is refused"), ("yes", "Gets a thread of its own")),
        ),
        Choice(
            "robots",
            "Robots",
            f"{_NEW_TABLES} In a rubber a robot still plays on for somebody who leaves.",
            (("yes", "May take chairs"), ("no", "Only people take chairs")),
        ),
        Choice("hints", "Hints", _NEW_TABLES, (("yes", "Tables may have hints"), ("no", "No hints"))),
        Choice(
            "cut_after",
            "I cut the pack for a player after",
            "Takes effect at the next cut.",
            (
                (UNSET, "The time that my host has set"),
                *((str(one), seconds(one)) for one in (0, 5, 10, 20, 30, 60, 120)),
            ),
        ),
        Choice(
            "absent",
            "A robot may sit in for an absent player after",
            _NEW_TABLES,
            tuple((str(one), minutes(one)) for one in (1, 2, 3, 5, 10, 15, 30, 60, 120)),
        ),
        Choice(
            "claim_after",
            "A claim that nobody answers",
            "Takes effect at the next claim.",
            (
                ("0", "Waits"),
                *((str(one), f"Counts as refused after {seconds(one)}") for one in (15, 30, 60, 120, 300)),
            ),
        ),
        Choice(
            "alerts",
            "Alerts in this server",
            f"{_AT_ONCE} When each person is alerted is theirs to choose, by `/me`.",
            (("yes", "Are sent"), ("no", "Are not sent")),
        ),
        Choice(
            "alert_least",
            "Alerts come at the earliest",
            f"{_AT_ONCE} For this server, whatever people have chosen by `/me`.",
            (
                ("0", "When each person has chosen"),
                *((str(one), f"After {seconds(one)}") for one in (10, 20, 45, 60, 120, 300)),
            ),
        ),
        Choice(
            "ranked",
            "Rubbers at tables that count",
            f"{_NEW_TABLES} Those count who sat the rubber through.",
            (
                ("sides", "With a person on each side"),
                ("full", "With people in all chairs"),
                ("none", "None"),
            ),
        ),
        Choice(
            "ranked_doublings",
            "A rubber counts with at most",
            f"{_NEW} So nobody wins by agreeing to double without end.",
            tuple((str(one), doublings(one)) for one in (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)),
        ),
        Choice(
            "sheets_count",
            "Rubbers with real cards",
            "For score sheets that are opened from now on.",
            (("yes", "Count once confirmed by all"), ("no", "Do not count")),
        ),
        Choice("cards", "Cards look like this", "Unless somebody has chosen otherwise, by `/me`.", _CARDS),
        Choice(
            "language",
            "Language in the channels",
            "",
            ((UNSET, "As the server is set in Discord"), *_LANGUAGES),
        ),
    )


def page(key: str) -> str:
    return f"{page_name(key)}. Only those who may manage the server see and change this."


def page_name(key: str) -> str:
    return {
        "tables": "Tables",
        "times": "Times",
        "ranking": "Ranking",
        "looks": "Looks",
        "sets": "Sets of options",
    }[key]


def these_channels(channels: Sequence[str]) -> str:
    return f"Now: {', '.join(channels)}"


def seconds(count: int) -> str:
    """``20 seconds``, ``2 minutes``."""
    if count >= 60 and count % 60 == 0:
        return minutes(count // 60)
    return "1 second" if count == 1 else f"{count} seconds"


def minutes(count: int) -> str:
    return "1 minute" if count == 1 else f"{count} minutes"


def doublings(count: int) -> str:
    """How often a trick may be doubled."""
    if count == 0:
        return "no doubling of a trick"
    return "1 doubling of a trick" if count == 1 else f"{count} doublings of a trick"


def other(value: str) -> str:
    """A value that the list does not offer, as it was set by an earlier version."""
    return f"As it was set: {value}" if value else "As it was set"


def set_line(name: str, game: str) -> str:
    """A named set of options, with its game."""
    return f"**{name}** · {words_of(game).name}"


def unsave(name: str) -> str:
    return f"Delete {name}"


# Refusals and short answers

NOT_AN_ADMINISTRATOR: Final = "Only those who may manage the server can change its settings."
ONLY_PEOPLE: Final = "Only people take chairs here: the rubber can start once all have one."
ROBOTS_FORBIDDEN: Final = "Only people take chairs at this table, as the server has decided."
HINTS_FORBIDDEN: Final = "There are no hints at this table, as the server has decided."
NO_SUCH_SET: Final = "There is no set of options by this name here."
SET_EXISTS: Final = "There is a set by this name. Choose another name, or delete that one in `/settings`."
TOO_MANY_SETS: Final = "This server keeps 25 sets already. Delete one in `/settings` first."
BAD_SET_NAME: Final = "A name has up to 32 letters, figures, spaces, hyphens and apostrophes."


def not_in_this_channel(channels: Sequence[str]) -> str:
    return f"Tables may be opened only in {', '.join(channels)}."


def saved(name: str) -> str:
    return f"Saved. `/table open` with the set *{name}* opens a table with these options."


def unsaved(name: str) -> str:
    return f"The set *{name}* is deleted."


def set_offer(name: str, game: str) -> str:
    """A set as the list of sets shows it."""
    return f"{name} ({words_of(game).name})"


def thread_name(game: str) -> str:
    """Of a thread that is begun for a table."""
    return f"{words_of(game).name} table"


def thread_opened(thread: str) -> str:
    return f"This channel has a table already, so yours is in {thread}. Press **Join** there."
