"""What people do in a world beside its table: what they type and press, and what came of it.

Somebody sees one message of their own, thinks, presses, and tries again. What they have done is noted, and
afterwards ``tests.trials.simulation.recounting`` compares it with what is stored.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final

from playground.copying import components_in
from playground.errors import Json, NotThere
from playground.ground import Playground
from playground.people import Answer, Person, buttons, texts
from tests.trials.simulation.people import APOLOGY, ENDLESS, STILL, StoodStill

NOTHING: Final[Mapping[str, Any]] = {}
THINKS: Final = (2.0, 14.0)
"""Seconds before each act."""
FOLLOWS: Final = 6.0
"""Seconds for which somebody waits for what was put off."""
AFRESH: Final = 3
"""After so many acts of which nothing came they ask for the message anew."""
NEW: Final = 4
"""The type of an answer that is a message of its own."""
DEFERRED: Final = 6
"""The type of an answer after which the message of a press is drawn anew."""
LIST: Final = 3
"""Discord's number for a list to choose from."""
ACTS: Final = ("play", "call", "discard", "agree")
"""The verbs of buttons by which a deal goes on."""
NOT_DONE: Final = re.compile(
    r"### Deal \d+ is on the sheet|This (table|game) is |That (deal|press|card|game) |"
    r"> (?!\*\*|One try|It (ends|counts)|Its day|Yesterday|Today|The day|This was|Deal \d|"
    r"Your (card|last)|You (took|have|played|said)|Five deals|I )"
)
"""How a screen begins that says why something was not done, and not what else there is to know."""


@dataclass(frozen=True)
class Deed:
    """What somebody did beside the table."""

    user: int
    kind: str
    what: str
    """The id of the button, or what was typed."""
    interaction: int
    at: float
    """When Discord has made the interaction, in seconds since 1970."""
    done: bool
    """Whether they were told that it was done."""
    note: str = ""
    """What they had chosen before."""

    @property
    def verb(self) -> str:
        return self.kind.partition(": ")[2]


@dataclass
class Ledger:
    """All that was done beside the table of one world."""

    date: Callable[[], float]
    """Seconds since 1970."""
    rests: Callable[[], bool]
    """Nobody does anything."""
    runs: Callable[[], bool]
    """Whether anything of the bot runs."""
    is_quiet: Callable[[], bool]
    """Nobody else does anything, and nothing strikes any more."""
    deeds: list[Deed] = field(default_factory=list)
    apologies: list[str] = field(default_factory=list)
    slept: float = 0.0
    """Seconds in which nobody of them did anything."""
    wrong: list[tuple[str, str]] = field(default_factory=list)
    """Promises that were seen broken as it happened, and what was seen."""

    @property
    def kinds(self) -> Counter[str]:
        return Counter(one.kind for one in self.deeds if one.done)


@dataclass
class Somebody:
    """A person with one message that they look at."""

    ground: Playground
    person: Person
    channel: int
    choices: Random
    ledger: Ledger
    life: str
    guild: int
    thinks: tuple[float, float] = THINKS
    message: int | None = None
    answer: Answer | None = None
    """The last that they were given."""
    idle: int = 0
    """Acts since the last that was done."""
    began: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    since: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    """When something was last done."""

    # What they see

    @property
    def seen(self) -> Json:
        """Their message as it stands now; empty if there is none."""
        if self.message is None:
            return {}
        return self.ground.world.message_json(self.channel, self.message) or {}

    @property
    def text(self) -> str:
        return "\n".join(texts(self.seen))

    @property
    def said(self) -> str:
        """What they were told last."""
        return "\n".join(self.answer.texts) if self.answer is not None else ""

    @property
    def ids(self) -> list[str]:
        """The buttons that can be pressed."""
        return self.ids_of(self.message)

    def ids_of(self, message: int | None) -> list[str]:
        shown = self.ground.world.message_json(self.channel, message) if message is not None else None
        return [one.custom_id or "" for one in buttons(shown or {}) if not one.disabled]

    def button(self, *heads: str) -> str | None:
        """The first button whose id begins so."""
        return next((one for one in self.ids if one.startswith(heads)), None)

    def lists(self, head: str) -> Iterator[tuple[str, list[str], bool]]:
        """The lists whose ids begin so, with the values that each offers, and whether one is chosen."""
        for part in components_in(self.seen.get("components") or []):
            if part["type"] == LIST and part["custom_id"].startswith(head) and not part.get("disabled"):
                offers = part["options"]
                yield (
                    part["custom_id"],
                    [one["value"] for one in offers],
                    any(one.get("default") for one in offers),
                )

    def offers(self, head: str) -> tuple[str, list[str]]:
        """The first of them; empty if there is none."""
        custom_id, values, _ = next(self.lists(head), ("", [], False))
        return custom_id, values

    def acts(self) -> list[str]:
        return [one for one in self.ids if one.partition(":")[0] in ACTS]

    # What they do

    async def pause(self) -> None:
        """They think; while everybody rests they do too. Raises StoodStill."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        if self.answer is None:  # they have not begun yet
            self.begins_anew()
        await asyncio.sleep(self.choices.uniform(*self.thinks))
        while self.ledger.rests() or not self.ledger.runs():
            await asyncio.sleep(1.0)
            self.since += loop.time() - began
            self.began += loop.time() - began
            began = loop.time()
        if loop.time() - self.since > STILL or loop.time() - self.began > 6 * ENDLESS:
            raise StoodStill(f"{self.life} of {self.person.name}: {self.text or self.said}")

    def waited(self) -> None:
        """They have waited for somebody else."""
        self.since = asyncio.get_running_loop().time()

    def begins_anew(self) -> None:
        """What lies behind them, and the rests since they last did something, count no more."""
        self.since = self.began = asyncio.get_running_loop().time()

    async def types(
        self,
        verb: str,
        command: str,
        options: Mapping[str, Any] = NOTHING,
        *,
        keeps: bool = True,
        note: str = "",
    ) -> bool:
        """Use a command. The message that comes is theirs from now on, unless it is not to be kept."""
        asking = self.person.slash(command, channel=self.channel, options=dict(options))
        told = f"/{command} " + " ".join(f"{name}:{value}" for name, value in options.items())
        return await self._asks(verb, told, asking, keeps=keeps, note=note)

    async def presses(self, custom_id: str, verb: str = "", *, keeps: bool = True, note: str = "") -> bool:
        """Press a button of their message."""
        shown = self.seen
        if not shown:
            return False
        asking = self.person.press(shown, custom_id, anyway=True)
        verb = verb or custom_id.partition(":")[0]
        return await self._asks(verb, custom_id, asking, keeps=keeps, note=note)

    async def chooses(self, custom_id: str, *values: str, verb: str = "") -> bool:
        """Choose in a list of their message."""
        asking = self.person.choose(self.seen, custom_id, values)
        told = f"{custom_id} {' '.join(values)}"
        return await self._asks(verb or custom_id.partition(":")[0], told, asking)

    async def _asks(
        self, verb: str, what: str, asking: Awaitable[Answer], *, keeps: bool = True, note: str = ""
    ) -> bool:
        """Whether it was done."""
        before, at = self.seen, self.ledger.date()
        try:
            answer = self.answer = await asking
        except NotThere:  # it has just gone
            self.idle += 1
            return False
        if answer.type == DEFERRED:
            await self.until(lambda: answer.followups or self.seen != before)
        shown = answer.followups[-1] if answer.followups else answer.message
        if keeps and shown is not None and shown.get("components"):
            self.message = int(shown["id"])
        said = texts(shown or self.seen)
        self.ledger.apologies += [one for one in answer.texts if APOLOGY in one]
        done = not answer.failed and bool(shown or answer.type == DEFERRED or answer.modal)
        done = done and (answer.type != DEFERRED or bool(answer.followups) or self.seen != before)
        done = done and not (said and NOT_DONE.match(said[0])) and self.is_done(verb, answer)
        self.ledger.deeds.append(
            Deed(self.person.id, f"{self.life}: {verb}", what, answer.interaction_id, at, done, note)
        )
        self.idle = 0 if done else self.idle + 1
        if done:
            self.since = asyncio.get_running_loop().time()
        return done

    def is_done(self, verb: str, answer: Answer) -> bool:
        """A bare sentence mostly says why it was not."""
        shown = answer.reply
        if answer.type != NEW or shown is None or shown.get("components"):
            return True
        return verb in BARE and BARE[verb] in "".join(answer.texts)

    async def until(self, true: Callable[[], object], within: float = FOLLOWS) -> None:
        """Wait until this is so, or a little while."""
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        while not true() and loop.time() < end:
            await asyncio.sleep(0.2)

    def deeds(self, *verbs: str) -> list[Deed]:
        """What they have done so far of these kinds."""
        return [one for one in self.ledger.deeds if one.user == self.person.id and one.verb in verbs]

    def draw(self, share: float) -> bool:
        return self.choices.random() < share


BARE: Final = {
    "begin": "Lots are drawn",
    "join": "You are in",
    "forget": "orgot",
    "share": "",
    "seal": "",
    "undo": "aken back",
    "next page": "begins",
    "write by typing": "is entered",
}
"""What is answered by a sentence though it was done, and what that sentence has in it then."""


class Life(ABC):
    """One kind of thing that people do beside the table."""

    name: ClassVar[str]
    people: ClassVar[int] = 1
    """How many take part."""
    in_private: ClassVar[bool] = True
    """It can also be done in direct messages."""

    def __init__(self, who: Sequence[Somebody], draw: Random) -> None:
        self.who, self.draw = who, draw

    @abstractmethod
    async def live(self) -> None:
        """Until they are done with it. Raises StoodStill."""

    def broken(self, _db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        """Promises that were broken, by all that is stored in the end, and what was seen of that."""
        yield from ()
