"""What a rehearsal tells its host: each thing that it finds out, and what the bot does without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final

from rules.frozen import frozen

ABOUT: Final = "Tries on a real server what no document of Discord's settles, in about five minutes."
CHANNEL: Final = "the id of a channel in which the bot may write; you must see it too"
OLD: Final = "the id of a message of the bot's there that is older than an hour"
FILE: Final = "where the report goes; it holds no token, no id and no name"
STOP_FIRST: Final = "The bot itself must not run meanwhile: it would answer the buttons of the rehearsal."


class Verdict(Enum):
    """What was found out of one thing."""

    HOLDS = "holds"
    FAILS = "does not"
    UNTRIED = "not tried"


@frozen
class Found:
    """A verdict, with what the bot does instead or why nothing was tried, and what Discord answered."""

    verdict: Verdict
    more: str = ""
    answer: str = ""

    @property
    def told(self) -> str:
        answer = f" ({self.answer})" if self.answer else ""
        return self.verdict.value + answer + (f": {self.more}" if self.more else "")


HOLDS: Final = Found(Verdict.HOLDS)

BETS: Final = MappingProxyType(
    {
        "commands": ("the list of commands comes back as it was sent", "sends the list at every start"),
        "nonce": (
            "a message sent twice with one nonce stands once",
            "may post twice after a fault",
        ),
        "archive": ("the bot may archive its own thread", "leaves the threads of an evening open"),
        "announcements": ("a channel for announcements takes threads", "asks for a text channel"),
        "old edits": ("messages older than an hour can be edited", "posts old messages anew"),
        "in channels": (
            "a press on a public message gives a token that edits it",
            "edits by its own token, and tries again after a day",
        ),
        "tokens' limit": ("one token edits five times in two seconds", "shows runs of cards at once"),
        "on ephemerals": (
            "a press on a message for one person gives a token that edits it",
            "follows in My hand by the first token only, and lets it rest after a quarter of an hour",
        ),
        "files": ("a file can be added by a token", "shows words in place of the picture"),
        "deferred": ("an answer that was deferred can become a layout", "answers with plain text"),
        "forms": ("a form has boxes to be ticked", "shows lists on the score pad"),
        "direct messages": (
            "a press in direct messages gives a token that edits the message",
            "edits by its own token, and tries again after a day",
        ),
        "ageing": ("a token still edits minutes later", "edits by its own token sooner"),
    }
)
"""What is found out, by a short name, with what the bot does where it is not so."""


NONCE: Final = "waiting to send the same nonce again"
AGEING: Final = "waiting for a token to grow old"


def waiting_for(letter: str) -> str:
    return f"waiting for somebody to press {letter}"


def press_now(letter: str, *, direct: bool = False) -> str:
    where = "in your direct messages with the bot" if direct else "in the channel"
    return f"Press {letter} now, {where}."


def failed(bet: str, answer: str) -> Found:
    return Found(Verdict.FAILS, f"the bot {BETS[bet][1]}", answer)


def not_tried(why: str) -> Found:
    return Found(Verdict.UNTRIED, why)


def more(found: Found) -> str:
    """What stands below a line that has the verdict."""
    return f"{found.more} ({found.answer})" if found.answer else found.more


def label(found: Found) -> str:
    """Stands before a line where there are no marks."""
    return f"{found.verdict.value:<11}"


NO_PRESS: Final = "nobody pressed"
NO_DIRECT_MESSAGES: Final = "Discord refuses direct messages to you"
NO_OLD_MESSAGE: Final = "give one with --old"
NOT_SUCH_A_CHANNEL: Final = "this is no channel for announcements"
NO_THREAD: Final = "no thread could be begun"


def cannot_write(answer: str) -> str:
    return f"The bot cannot write in that channel: Discord answered {answer}."


def found_out(done: int, bet: str) -> str:
    """How far the rehearsal is."""
    return f"{done} of {len(BETS)}: {BETS[bet][0]}"


def table(told: Mapping[str, Found]) -> Sequence[str]:
    """The end of a rehearsal: what holds and what does not."""
    width = max(len(what) for what, _ in BETS.values())
    return ["", *(f"{BETS[bet][0]:<{width}}  {found.told}" for bet, found in told.items()), ""]


def summed_up(told: Mapping[str, Found]) -> str:
    """How many hold, do not, and were not tried."""
    count = Counter(found.verdict for found in told.values())
    parts = [f"{count[Verdict.HOLDS]} of {len(BETS)} hold"]
    if count[Verdict.FAILS]:
        parts.append(f"{count[Verdict.FAILS]} {'does' if count[Verdict.FAILS] == 1 else 'do'} not")
    if count[Verdict.UNTRIED]:
        parts.append(f"{count[Verdict.UNTRIED]} not tried")
    return ", ".join(parts) + "."


def limits(kind: str, told: str) -> str:
    return f"limit of {kind}: {told} s"


def left(what: str) -> str:
    return f"left behind: {what}"


def ended(minutes: float, calls: int) -> str:
    return f"{minutes:.1f} minutes, {calls} calls"


def report_written(path: object) -> str:
    return f"The report is in {path}; it holds no token, no id and no name, and may be shown to anybody."
