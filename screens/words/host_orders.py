"""What a host is told of their orders, given by ``biritch admin`` or ``/admin``. English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

KINDS: Final[Mapping[str, str]] = MappingProxyType({"user": "person", "guild": "server"})
"""What is blocked, by its kind as it is stored."""

ADMIN: Final = (
    "Blocks people and servers, forgets people, leaves servers, announces, and tells of a maintenance: in "
    "the running bot at once, else at its next start."
)
ADMIN_BLOCK: Final = "answer a person, or in a server, nothing but that they are blocked"
ADMIN_UNBLOCK: Final = "answer them again"
ADMIN_BLOCKED: Final = "list who is blocked"
ADMIN_LEAVE: Final = (
    "leave a server; those who manage it may invite the bot again: block it too if they must not"
)
ADMIN_ANNOUNCE: Final = (
    "post a text once in the system channel of each server that plays and wants news (/settings), and tell "
    "it once to who plays alone; off to withdraw it"
)
ADMIN_MAINTENANCE: Final = (
    "tell those who play, a quarter of an hour before, that the bot will be away: a time (21:30, UTC), "
    "minutes from now (20), or off"
)
ADMIN_EXPORT: Final = "print as JSON all that is kept of a person, as /privacy export gives it to them"
ADMIN_FORGET: Final = "forget a person, as /privacy forget does; if they are blocked they stay so"
KIND: Final = "person or server"
NUMBER_OF: Final = "its number at Discord"
CHOICES: Final = (
    ("block a person", "block", "user"),
    ("unblock a person", "unblock", "user"),
    ("block a server", "block", "guild"),
    ("unblock a server", "unblock", "guild"),
    ("who is blocked", "blocked", "user"),
    ("give out what is kept of a person", "export", "user"),
    ("forget a person", "forget", "user"),
    ("leave a server", "leave", "guild"),
    ("announce", "announce", "user"),
    ("maintenance", "maintenance", "user"),
)
"""The orders that ``/admin`` offers: how each is called, what it does, and to which kind."""
TEXT: Final = "the text; - reads it from what is piped in"
WHEN: Final = "21:30, 20 or off"

TYPED: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "block": (ADMIN_BLOCK, "NUMBER", NUMBER_OF),
        "unblock": (ADMIN_UNBLOCK, "NUMBER", NUMBER_OF),
        "blocked": (ADMIN_BLOCKED, "", ""),
        "leave": (ADMIN_LEAVE, "NUMBER", NUMBER_OF),
        "announce": (ADMIN_ANNOUNCE, "TEXT", TEXT),
        "maintenance": (ADMIN_MAINTENANCE, "WHEN", WHEN),
        "export": (ADMIN_EXPORT, "NUMBER", NUMBER_OF),
        "forget": (ADMIN_FORGET, "NUMBER", NUMBER_OF),
    }
)
"""The orders of ``biritch admin``: what each does, and what it is given, if anything."""
OF_EITHER: Final = ("block", "unblock")
"""Those before whose number it is said whether it is a person's or a server's."""

NOT_UNDERSTOOD: Final = "The running bot does not understand that order: is it of another release?"
NO_NUMBER: Final = (
    "Name a person or a server by the number that Discord has for it (Settings > Advanced > Developer Mode, "
    "then Copy ID)."
)
NO_MOMENT: Final = (
    "Say when the maintenance begins: a time of today or tomorrow (UTC) as 21:30, minutes from now as 20, at "
    "least one and at most a week ahead, or off."
)
NO_UTF_8: Final = "The text is not in UTF-8: give it in that encoding."
NO_TEXT: Final = "There is no text to announce."
NOT_ANSWERED: Final = "The running bot did not answer; see its log. Nobody knows whether the order was taken."
BOT_STOPS: Final = "The bot is stopping: give the order once more, now or after its next start."
ANNOUNCEMENT_GIVEN: Final = (
    "Announced: once in the system channel of each server that has played in the last three months and wants "
    "news (/settings), and during a week also in those that begin to want them, and to who plays alone."
)
ANNOUNCED_ALREADY: Final = (
    "That stands as announced already, and is posted nowhere twice: to have it posted anew, withdraw it "
    "first, with off."
)
AS_FILE: Final = "It is in the file."
ANNOUNCEMENT_OFF: Final = "No announcement is posted any more. Those that stand stay."
MAINTENANCE_OFF: Final = "No maintenance is told of any more; those who were told of one are told that."
STORED: Final = "The bot is not running: this holds from its next start."
FAULTS: Final = "Faults in the log"


def fault_line(told: str, times: int) -> str:
    return f"- `{told}`" + (f" ({times:,} times)" if times > 1 else "")


def other_faults(count: int) -> str:
    return f"- and {count:,} other{'' if count == 1 else 's'}, which the log has"


def socket_closed(reason: str) -> str:
    return f"The running bot cannot be asked ({reason}): give the order as the user as whom it runs."


def text_too_long(length: int, most: int) -> str:
    return f"The text has {length:,} characters, of which there may be {most:,}."


def of_another_kind(kind: str, number: int) -> str:
    return f"{number} is the number of a {KINDS[kind]}: nothing has been done."


def unknown(kind: str) -> str:
    """What is added to an order about a number that may be wrong."""
    return {
        "user": " The bot has not met them: check the number.",
        "guild": " As far as the bot knows it is not in it now: check the number.",
    }[kind]


def blocked(kind: str, number: int, *, already: bool, known: bool) -> str:
    if already:
        return f"The {KINDS[kind]} {number} is blocked already."
    if not known:
        return f"The {KINDS[kind]} {number} is blocked.{unknown(kind)}"
    what = (
        "a robot takes their chair at every table, and what they play alone ends"
        if KINDS[kind] == "person"
        else "tables there are adjourned"
    )
    return f"The {KINDS[kind]} {number} is blocked: {what}."


def unblocked(kind: str, number: int, *, was: bool) -> str:
    return f"The {KINDS[kind]} {number} is not blocked{' any more' if was else ''}."


def blocked_list(rows: Sequence[tuple[str, int, float]]) -> str:
    """Each with its kind, its number, and since when, in seconds since 1970."""
    if not rows:
        return "Nobody is blocked."
    return "\n".join(
        f"{KINDS.get(kind, kind):<7} {number:<20} since {datetime.fromtimestamp(since, UTC):%Y-%m-%d}"
        for kind, number, since in sorted(rows)
    )


def will_leave(number: int, *, known: bool) -> str:
    more = " Tables there are adjourned, and nothing is deleted." if known else unknown("guild")
    return f"The bot leaves the server {number}.{more}"


def nothing_kept(number: int) -> str:
    return f"Nothing is kept of the person {number}: check the number."


def forget_surely(number: int, tables: int) -> str:
    return (
        f"This deletes for good what leads to the person {number} (tables and score sheets: {tables:,}). "
        "Give the order once more with yes as its text."
    )


def will_forget(number: int) -> str:
    return f"The person {number} is forgotten, with what leads to them; a block of theirs stays."


def maintenance_at(begins: float, now: float, told_before: float) -> str:
    """All in seconds. How long that is from now shows somebody who has not thought of UTC."""
    at, minutes = datetime.fromtimestamp(begins, UTC), round((begins - now) / 60)
    hours = f"{minutes // 60} h " if minutes >= 60 else ""
    told = "now" if begins - now <= told_before else "a quarter of an hour before"
    return (
        f"A maintenance begins at {at:%Y-%m-%d %H:%M} UTC, in {hours}{minutes % 60} min: those who play are "
        f"told {told}. Stop the bot yourself then."
    )
