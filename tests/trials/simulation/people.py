"""The people of a simulated world: they read their screens, think, press, and try again."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeVar

from playground.errors import Json, NotThere
from playground.people import Answer, Button, Person, buttons, texts
from rules.cards import PACK
from tests.trials.cluster.tables import Sitting, cards_on
from tests.trials.stage.playing import EPHEMERAL, Done, Move, accepts, is_alert

THINKS: Final = (1.0, 9.0)
"""Seconds between seeing that it is one's turn and the press."""
LOOKS: Final = 4.0
"""Seconds after which somebody for whom nothing changes looks again."""
MISSED: Final = 60.0
"""Seconds after which they ask for the table: its message may be gone."""
STILL: Final = 400.0
"""Seconds without any change after which a table stands still for good. While no process runs they do not
count."""
ENDLESS: Final = 1000.0
"""Seconds after which a deal must have ended, whatever changes on the way. They do not count either while no
process runs: several kills may each be followed by minutes without one."""
RESTS: Final = "This is how it was <t:"
"""Stands on a panel that does not follow the table."""
STRANGE: Final = 0.03
"""How often somebody first asks for a card that they do not hold."""
DOUBLE_CLICK: Final = 0.03
"""How often a press is made twice."""
TAKES_BACK: Final = 0.04
"""How often somebody asks to have the card back that they have just played."""
TYPES: Final = 0.12
"""How often somebody looks first at all that is theirs, and does something else than what comes next."""
LETS: Final = 0.7
"""How often a claim is agreed to, and a card let go back."""
CLAIMED: Final = 0.15
"""Of the times at which somebody could claim, how often they do."""
TYPED: Final = ("gather", "ask", "none", "correct", "revoke", "penalty", "playout", "settle", "takeback")
"""What is typed, besides claims; all else is done by the panel."""


T = TypeVar("T")


class StoodStill(Exception):
    """A table did not go on."""


@dataclass(frozen=True)
class Act:
    """What somebody did, and whether they were told that it was done."""

    person: str
    user: int
    what: str
    interaction: int
    acknowledged: bool
    at_page: bool = False

    @property
    def kind(self) -> str:
        """Without the table or the card: a button is named by its verb, what is typed by itself."""
        verb, *_ = self.what.partition(":")
        if self.at_page:
            return f"page: {verb}"
        if verb == "call":
            return self.what.split(":")[4]
        return "join" if verb == "Join" else verb.split(" ")[0] if verb.startswith("play ") else verb


@dataclass
class Table(Sitting):
    """One table of one world, and those who play there."""

    acts: list[Act] = field(default_factory=list)
    looked: Counter[str] = field(default_factory=Counter)
    """What else they did, by its kind, of which nothing is stored at the table."""
    choices: Random = field(default_factory=lambda: Random(0))
    asked: set[tuple[int, str]] = field(default_factory=set)
    """The cards that people have asked for by name; a refusal names them."""
    apologies: list[str] = field(default_factory=list)
    thinks: tuple[float, float] = THINKS
    looks: float = LOOKS
    stopped: bool = False
    """Nobody begins another move."""
    resting: bool = False
    """Nobody does anything."""
    seated: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    """What the table is set to before the first deal."""
    more: bool = True
    """They also claim, take back, and try whatever else the law gives them."""
    bot_runs: Callable[[], bool] = lambda: True
    """Whether there is a process to answer them."""
    _changes: Counter[int] = field(default_factory=Counter)
    """How often a message of each channel has changed."""
    _views: dict[object, tuple[int, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.ground.world.changed.insert(0, self._note_change)

    def _note_change(self, channel: int, _message: int) -> None:
        self._changes[channel] += 1

    def _viewed(self, view: object, channel: int, look: Callable[[], T]) -> T:
        """What is seen in one way, looked at once until a message of that channel changes."""
        kept = self._views.get(view)
        if kept is None or kept[0] != self._changes[channel]:
            kept = self._views[view] = self._changes[channel], look()
        found: T = kept[1]
        return found

    async def until(self, true: Callable[[], Any], seconds: float = LOOKS) -> None:
        """Looks at nothing else than what is asked for."""
        async with asyncio.timeout(seconds):
            while not true():
                await self.people[0]._crowd.bell.wait()

    def _newest(self) -> list[Json]:
        return self._viewed("newest", self.channel, super()._newest)

    @property
    def room_text(self) -> str:
        return self._viewed("room", self.channel, lambda: super(Table, self).room_text)

    def panels(self, person: Person) -> list[Json]:
        return self._viewed(person.key, person.dm, lambda: super(Table, self).panels(person))

    def results(self, channel: int | None = None) -> list[str]:
        return self._viewed("results", self.channel, lambda: super(Table, self).results(channel))

    async def rubber(self, deals: int | None) -> None:
        """From the opening of the table to the end of a rubber, or of so many deals. Raises StoodStill."""
        try:
            async with asyncio.timeout(STILL):
                await self._sit_down()
        except TimeoutError:
            raise StoodStill(self.picture()) from None
        self.seated = True
        await self._play(deals)

    async def _sit_down(self) -> None:
        opener, *others = self.people
        while not self._offers_chairs:
            await self._noting("table open", opener.slash("table open", channel=self.channel), opener)
            await self._look(lambda: self._offers_chairs)
        for person in others:
            while f"<@{person.id}>" not in self.room_text:
                await self._press(person, self.room, "Join")
                await self._look(lambda person=person: f"<@{person.id}>" in self.room_text)  # type: ignore[misc]
        await self._look(lambda: self.to_start)
        for name, value in self.options.items():
            setting = {"name": name, "value": value}
            while not await self._noting(
                "option", opener.slash("table options", channel=self.channel, options=setting), opener
            ):
                await self._look(lambda: False)
        while start := self.to_start:
            await self._noting(start, opener.press(self.room, start, anyway=True), opener)
            await self._look(lambda: not self.to_start)

    async def _play(self, deals: int | None) -> None:
        loop = asyncio.get_running_loop()
        seen, since = self._standing(), loop.time()
        began = since
        while not (self.stopped or self.to_start) and (deals is None or len(self.results()) < deals):
            if self.resting:
                stopped = loop.time()
                while self.resting:
                    await asyncio.sleep(1.0)
                since += loop.time() - stopped
                began += loop.time() - stopped
            turn = loop.time()
            due = self.due()
            moved = await asyncio.gather(*(self._turn(person) for person in due))
            if not any(moved):
                await self._look(lambda seen=seen: self._standing() != seen)  # type: ignore[misc]
            if not self.bot_runs():
                since = loop.time()
                began += since - turn
            standing = self._standing()
            if standing != seen and loop.time() - began <= ENDLESS * (deals or 12):
                seen, since = standing, loop.time()
            elif loop.time() - since > STILL or loop.time() - began > ENDLESS * (deals or 12):
                raise StoodStill(self.picture())
            elif loop.time() - since > MISSED:
                await self._noting("table show", self._shown(), self.people[0])

    async def _turn(self, person: Person) -> bool:
        """Whether they did something that was accepted."""
        await asyncio.sleep(self.choices.uniform(*self.thinks))
        if self.resting:
            return False
        try:
            move = await self._of(person)
            if move is None:
                await self._open_hand(person)
                return False
            if self.playing and self.choices.random() < STRANGE:
                await self._try_a_strange_card(person)
            before = self.room_text
            if self.more and self.playing and self.choices.random() < TYPES:
                await self._type_something(person)
                if self.room_text != before:
                    return True
            if self.choices.random() < DOUBLE_CLICK:
                both = await asyncio.gather(self._move_made(move), self._move_made(move))
                accepted = any(both)
            else:
                accepted = await self._move_made(move)
            if accepted:
                await self._look(lambda: self.room_text != before)
                if self.more and move.verb == "play" and self.choices.random() < TAKES_BACK:
                    await self._noting(
                        "takeback", person.slash("turn", channel=self.channel, act="takeback"), person
                    )
            return accepted
        except NotThere:  # what they were about to press has just gone
            return False

    async def _try_a_strange_card(self, person: Person) -> None:
        """Ask for a card that they do not hold."""
        held = cards_on(self.panel(person))
        card = self.choices.choice([str(one) for one in PACK if str(one) not in held])
        self.asked.add((person.id, card))
        await self._noting(f"play {card}", person.slash("play", channel=self.channel, card=card), person)

    async def _type_something(self, person: Person) -> None:
        """One of all the acts that are theirs, by what it is offered as."""
        offered = await person.autocomplete("turn", "act", channel=self.channel)
        claims = [str(one["value"]) for one in offered if one["value"].startswith("claim ")]
        acts = [str(one["value"]) for one in offered if one["value"].split(" ")[0] in TYPED]
        if claims and self.choices.random() < CLAIMED:
            await self._claim(person, self.choices.choice(claims))
        elif acts:
            act = self.choices.choice(acts)
            await self._noting(act.split(" ")[0], person.slash("turn", channel=self.channel, act=act), person)

    async def _claim(self, person: Person, act: str) -> None:
        """They are asked first whether they are sure."""
        asked = (await person.slash("turn", channel=self.channel, act=act)).message
        number = act.split(" ")[1]
        ids = [one.custom_id or "" for one in buttons(asked)] if asked is not None else []
        sure = next((one for one in ids if one.startswith("claim:") and one.endswith(f":{number}")), None)
        if asked is not None and sure is not None:
            await self._noting("claim", person.press(asked, sure, anyway=True), person)

    def _choice(self, offered: list[Button]) -> str | None:
        ids = [one.custom_id or "" for one in offered]
        agrees = next((one for one in ids if one.startswith("agree:")), None)
        return agrees if agrees is not None and self.choices.random() < LETS else super()._choice(offered)

    async def _open_hand(self, person: Person) -> None:
        """Have one's panel followed again, if it rests."""
        panel = self.panel(person)
        ids = [one.custom_id or "" for one in buttons(panel)]
        hand = next((one for one in ids if one.startswith("hand:")), None)
        if hand is not None and any(RESTS in text for text in texts(panel)):
            await person.press(panel, hand, anyway=True)

    async def _move_made(self, move: Move) -> bool:
        assert move.message is not None
        pressing = move.person.press(move.message, move.what, anyway=True)
        return await self._noting(move.what, pressing, move.person, move)

    async def _shown(self) -> Answer:
        await asyncio.sleep(self.choices.uniform(*self.thinks))
        return await self.people[0].slash("table show", channel=self.channel)

    async def _press(self, person: Person, message: Json, label: str) -> None:
        try:
            await self._noting(label, person.press(message, label=label), person)
        except NotThere:
            await asyncio.sleep(LOOKS)

    async def _noting(
        self, what: str, pressing: Awaitable[Answer], person: Person, move: Move | None = None
    ) -> bool:
        answer = await pressing
        acknowledged = not answer.failed and accepts(answer)
        if answer.type == 6:  # why it was not done follows, if it was not
            await self._look(lambda: answer.followups, 1.0)
            acknowledged = accepts(answer)
        acknowledged = (acknowledged and answer.interaction_id not in self.refused) or _says_done(answer)
        if move is not None:
            self.done.append(Done(move, answer, acknowledged))
        self.acts.append(Act(person.key, person.id, what, answer.interaction_id, acknowledged))
        self.apologies += [text for text in answer.texts if APOLOGY in text]
        return acknowledged

    async def _look(self, true: Callable[[], object], within: float | None = None) -> None:
        """Wait until this is so, or a little while."""
        try:
            await self.until(true, within or self.looks)
        except TimeoutError:
            return

    @property
    def _offers_chairs(self) -> bool:
        room = self.room_or_none
        return room is not None and any(
            (one.custom_id or "").startswith(("start:", "join:")) for one in buttons(room)
        )

    @property
    def room_or_none(self) -> Json | None:
        newest = self._newest()
        return newest[-1] if newest else None

    def alerts(self, person: Person) -> list[Json]:
        """All that stand for somebody, in their direct messages or in the channel."""
        public = [one for one in self.public() if f"<@{person.id}>" in str(one)]
        return [one for one in (*public, *person.sees(person.dm)) if is_alert(one)]

    def messages(self) -> Iterator[Json]:
        """All that stand in the channel and in the people's direct messages, alerts apart."""
        yield from (one for one in self.public() if not is_alert(one))
        for person in self.people:
            yield from (
                one
                for one in person.sees(person.dm, newest=1000)
                if not one["flags"] & EPHEMERAL and not is_alert(one)
            )


def _says_done(answer: Answer) -> bool:
    """Whether an answer to an act that is seldom typed tells that it was done."""
    return any(DONE_SO.match(text) for text in answer.texts[:1])


DONE_SO: Final = re.compile(
    r"(> )?(The trick is gathered|You have (asked your partner|said (that|whether)|nothing more|joined)|"
    r"Your card is (back|changed)|Your claim has been judged|The penalty is chosen|The other side is asked|"
    r"Table opened)"
)
"""What is said of acts that are typed, and no screen follows."""
APOLOGY: Final = "Something went wrong on my side"


def first_line(message: Json) -> str:
    said = texts(message)
    return said[0].splitlines()[0] if said and said[0] else ""
