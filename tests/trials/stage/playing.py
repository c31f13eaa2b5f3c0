"""An evening at the playground: people open a table, sit down, press, type and read as people do.

The driver knows of the bot only what is on the screens and the ids of buttons, and chooses with a seeded
``Random``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Final

from playground.errors import Fault, Json
from playground.ground import Playground
from playground.limits import Limits, Mood
from playground.people import Answer, Button, Person, buttons, texts
from playground.process import BotProcess
from screens.reading import read_card
from tests.trials.stage.book import Book, book
from tests.trials.stage.guard import HANGS_AFTER, until

FOUR: Final = ("anna", "boris", "clara", "david")
QUICK: Final = {
    "ROBOT_PACE": "0",
    "ROBOT_WORKERS": "0",
    "CUT_SECONDS": "600",
    "DOUBLE_TAP": "0",
    "CARD_EMOJI": "off",
    "IDENTIFY_SECONDS": "0",
    "ANALYSIS_SECONDS": str(HANGS_AFTER),
}
"""Settings under which nothing waits for anybody but the people."""
LIMITS: Final = replace(Limits(), answer_seconds=HANGS_AFTER)
"""Discord's own, but for how long it waits for an answer: on a machine that is busy a bot answers late."""
UNMETERED: Final = LIMITS.unmetered()
"""And without any limit of rates."""

ASKS_AGAIN: Final = 1.0
"""Seconds after which somebody looks once more for what is theirs to do: how soon, and nothing else."""
LEAVE: Final = "Leave anyway"
EPHEMERAL: Final = 64
ALL: Final = 1000
"""More messages than there are in any channel."""
FEW: Final = 5
"""Among so many messages that Ivan sees there is a public one."""
PRIMARY: Final = 1
DEFERRED_UPDATE: Final = 6
_DUE: Final = re.compile(r"<@(\d+)>[^@\n]* · (?:to (?:cut|declare|speak|lead|play|answer)|plays dummy)")
_TO_PLAY: Final = re.compile(r"<@\d+>.* · (?:to (?:lead|play)|plays dummy)")
_RESULT: Final = re.compile(r"### Deal \d+: (?!the declaration)")
_ALERT: Final = re.compile(r"\[Go to (?:the table|your cards)\]")
_DONE: Final = re.compile(r"(> )?You (played|declared|passed|doubled|accepted|lifted|agreed|refused)")


class Way(Enum):
    """How somebody plays."""

    DM = "by the panel in direct messages"
    HAND = "by My hand, for her eyes only"
    SLASH = "by slash commands"


@dataclass(frozen=True)
class Move:
    """What somebody is about to do: press a button of a message, or without one type a command."""

    person: Person
    what: str  # the id of the button
    message: Json | None

    @property
    def verb(self) -> str:
        return self.what.partition(":")[0]

    @property
    def word(self) -> str:
        """``QH``, ``declare:S``, ``content``."""
        return self.what.rpartition(":")[2] if self.verb == "play" else ":".join(self.what.split(":")[4:])


@dataclass(frozen=True)
class Done:
    """A move with the answer to it."""

    move: Move
    answer: Answer
    accepted: bool


@dataclass
class Evening:
    """One table of one playground, and those who sit there."""

    ground: Playground
    random: Random = field(default_factory=lambda: Random(0))
    names: tuple[str, ...] = FOUR
    ways: dict[str, Way] = field(default_factory=dict)
    channel: int = 0
    doublings: int = 0
    """How many times more the first person who may double does so."""
    done: list[Done] = field(default_factory=list)
    hands: dict[str, Json] = field(default_factory=dict)
    """The open ephemeral hands."""

    def __post_init__(self) -> None:
        self.channel = self.channel or self.ground.channel

    @property
    def bot(self) -> BotProcess:
        assert self.ground.bot is not None
        return self.ground.bot

    def person(self, name: str) -> Person:
        return self.ground.people[name]

    @property
    def people(self) -> list[Person]:
        return [self.person(name) for name in self.names]

    def way(self, person: Person) -> Way:
        return self.ways.get(person.key, Way.DM)

    # ------------------------------------------------------------------ what stands there

    def public(self, channel: int | None = None) -> list[Json]:
        """The messages that everybody sees, oldest first."""
        seen = self.person("ivan").sees(channel or self.channel, newest=ALL)
        return [message for message in seen if not message["flags"] & EPHEMERAL]

    @property
    def room(self) -> Json:
        """The message in the channel that is up to date now."""
        return self._newest()[-1]

    @property
    def room_text(self) -> str:
        newest = self._newest()
        return "\n".join(texts(newest[-1])) if newest else ""

    def _newest(self) -> list[Json]:
        """The last public messages, if there are any: what is looked at after every change."""
        newest = self.person("ivan").sees(self.channel, newest=FEW)
        return [one for one in newest if not one["flags"] & EPHEMERAL and not is_alert(one)]

    def titles(self, channel: int | None = None) -> list[str]:
        """The first line of every public message."""
        return [texts(message)[0].splitlines()[0] for message in self.public(channel)]

    def panel(self, person: Person) -> Json:
        """The hand in somebody's direct messages; a message without anything if there is none."""
        shown = self.panels(person)
        return shown[-1] if shown else {}

    def panels(self, person: Person) -> list[Json]:
        """The hands that stand in somebody's direct messages."""
        seen = person.sees(person.dm, newest=ALL)
        return [one for one in seen if not one["flags"] & EPHEMERAL and not is_alert(one)]

    def due(self) -> list[Person]:
        """The people for whom the table says that it is waiting, or who have not gone on from a result."""
        if (goes_on := self.goes_on) is not None:
            seen = {one.move.person.key for one in self.done if one.move.what == goes_on and one.accepted}
            return [person for person in self.people if person.key not in seen]
        ids = {int(found) for found in _DUE.findall(self.room_text)}
        return [person for person in self.people if person.id in ids]

    @property
    def goes_on(self) -> str | None:
        """The button that goes on from the result of a deal, while one stands."""
        newest = self._newest()
        ids = [one.custom_id or "" for one in buttons(newest[-1])] if newest else []
        return next((one for one in ids if one.startswith("cut:")), None)

    @property
    def playing(self) -> bool:
        """Whether the cards of a deal are being played."""
        return _TO_PLAY.search(self.room_text) is not None

    # ------------------------------------------------------------------ waiting

    async def until(self, true: Callable[[], Any], seconds: float = HANGS_AFTER) -> None:
        """Wait until this is true; it is checked after every change of a message."""
        await self.people[0].until(lambda _: true(), channel=self.channel, timeout=seconds)

    async def until_changed(self, before: str, seconds: float = HANGS_AFTER) -> None:
        """Wait until the room shows something different, or a result, which not every press changes."""
        await self.until(lambda: self.goes_on is not None or self.room_text != before, seconds)

    def _standing(self) -> object:
        """All that the driver chooses from: it has to change before there can be more to choose."""
        return self._newest()[-1:], [self.panel(person) for person in self.people]

    # ------------------------------------------------------------------ sitting down

    async def sit_down(self) -> dict[str, Answer]:
        """Open a table and take the chairs; what each is told."""
        opened = await self.people[0].slash("table open", channel=self.channel)
        assert opened.type == 4, opened
        await self.until(lambda: self.public() and buttons(self.room))
        first, *others = self.people
        joined = {person.key: await person.press(self.room, label="Join") for person in others}
        return {first.key: opened, **joined}

    @property
    def to_start(self) -> str:
        """The button that begins a rubber; empty while one is played."""
        newest = self._newest()
        ids = [one.custom_id or "" for one in buttons(newest[-1])] if newest else []
        return next((one for one in ids if one.startswith("start:")), "")

    async def start(self) -> None:
        """Begin a rubber, by **Start** or **Again**, which its message answers, and wait for the pack."""
        answer = await self._begin()
        assert answer.type == 7, answer

    async def _begin(self) -> Answer:
        """The same, however it is answered: the message may move down the channel meanwhile, or be one of
        which the bot does not know, as Discord's answer was lost."""
        before = self.room["id"]
        answer = await self.people[0].press(self.room, self.to_start, anyway=True)
        await self.until(lambda: self.room["id"] != before and buttons(self.room) and not self.to_start)
        return answer

    # ------------------------------------------------------------------ moves

    async def move(self) -> Move:
        """The next move of somebody for whom the table waits, once there is one."""
        move = await self._move_unless(lambda: False)
        assert move is not None
        return move

    async def _move_unless(self, over: Callable[[], Any], seconds: float = HANGS_AFTER) -> Move | None:
        try:
            async with asyncio.timeout(seconds):
                while not over():
                    standing = self._standing()
                    for person in self.due():
                        move = await self._of(person)
                        if move is not None:
                            return move
                    await self._until_stands_otherwise(standing)
                return None
        except TimeoutError:
            raise TimeoutError(f"nobody has anything to do at\n{self.room_text}") from None

    async def _until_stands_otherwise(self, standing: object) -> None:
        """Or for a moment: whoever was offered nothing, since the answer came too late or from a process that
        had not heard yet, asks again, as people do."""
        with suppress(TimeoutError):
            await self.until(lambda: self._standing() != standing, ASKS_AGAIN)

    async def _of(self, person: Person) -> Move | None:
        """What this person would do, judging by what they see."""
        panel = self.panel(person)
        if (goes_on := self.goes_on) is not None:
            by_panel = self.way(person) is Way.DM and goes_on in [one.custom_id for one in buttons(panel)]
            shown = panel if by_panel else self.room
            return Move(person, goes_on, shown if self.way(person) is not Way.SLASH else None)
        if self.way(person) is Way.DM:
            what = self._choice([one for one in buttons(panel) if _open(one)])
            if what is None and any((one.custom_id or "").startswith("hand:") for one in buttons(panel)):
                await person.press(panel, label="My hand")  # it rests, and says that this wakes it
            return Move(person, what, panel) if what else None
        by_hand = self.way(person) is Way.HAND
        if not self.playing:
            shown = await self._hand_to_call(person) if by_hand else panel
            what = self._choice([one for one in buttons(shown) if _open(one)])
            return Move(person, what, shown if by_hand else None) if what else None
        offered = await person.autocomplete("play", "card", channel=self.channel)
        cards = [str(read_card(one["value"])) for one in offered]
        if not cards:
            return None
        card = self.random.choice(cards)
        if not by_hand:
            return Move(person, f"play:::{card}", None)
        hand = await self.hand(person)
        what = _button_of(hand, card)
        if what is None:  # it was opened before dummy's cards lay on the table
            hand = await self.hand(person, afresh=True)
            what = _button_of(hand, card)
        assert what is not None
        return Move(person, what, hand)

    def _choice(self, offered: list[Button]) -> str | None:
        ids = [one.custom_id or "" for one in offered]
        doubling = [one for one in ids if one.endswith(":double")]
        if doubling and self.doublings > 0:
            return doubling[0]
        others = [one for one in ids if one not in doubling]
        return self.random.choice(others) if others else None

    async def hand(self, person: Person, *, afresh: bool = False) -> Json:
        """Somebody's ephemeral hand as it now stands; opened if it is not open."""
        shown = self.hands.get(person.key)
        if shown is None or afresh:
            shown = await self.shown_hand(person)
            assert shown is not None
        now = self.ground.world.message_json(self.channel, int(shown["id"]))
        assert now is not None
        self.hands[person.key] = now
        return now

    async def _hand_to_call(self, person: Person) -> Json:
        """Somebody's hand with what they may cut or call; it was perhaps opened before that was theirs."""
        hand = await self.hand(person)
        return hand if any(map(_open, buttons(hand))) else await self.hand(person, afresh=True)

    async def shown_hand(self, person: Person) -> Json | None:
        """What somebody is shown who presses My hand on the table."""
        answer = await person.press(self.room, label="My hand")
        if answer.type == DEFERRED_UPDATE:
            await self.until(lambda: answer.followups)
        return answer.reply

    async def do(self, move: Move) -> Done:
        """Do it, and note what came of it."""
        before = self.room_text
        if move.message is not None:
            answer = await move.person.press(move.message, move.what, anyway=True)
        else:
            answer = await self._typed(move)
        if answer.type == DEFERRED_UPDATE:  # the table goes on, or why not follows
            await self.until(lambda: answer.followups or self.room_text != before)
        done = Done(move, answer, accepts(answer))
        self.done.append(done)
        self.doublings -= done.accepted and move.what.endswith(":double")
        return done

    async def _typed(self, move: Move) -> Answer:
        kind, _, what = move.word.partition(":")
        if move.verb == "play":
            return await move.person.slash("play", channel=self.channel, card=move.word)
        if move.verb == "cut":
            return await move.person.slash(
                "turn", channel=self.channel, act=f"cut {self.random.randint(4, 48)}"
            )
        if kind == "declare":
            return await move.person.slash("declare", channel=self.channel, trumps=what)
        if kind == "double":
            first = any("Contre" in one.label for one in buttons(self.panel(move.person)))
            return await move.person.slash("contre" if first else "surcontre", channel=self.channel)
        if kind != "pass":
            return await move.person.slash("turn", channel=self.channel, act=kind)
        return await move.person.slash(kind, channel=self.channel)

    async def act(self) -> Done:
        """The next move, with its answer, which there must be."""
        done = await self.do(await self.move())
        assert not done.answer.failed, f"{done.move.what} was told that the interaction failed"
        return done

    async def play_on(self, count: int) -> None:
        """So many moves, each once the room shows what came of it."""
        for _ in range(count):
            before = self.room_text
            if (await self.act()).accepted:
                await self.until_changed(before)

    async def go_on(self) -> Done:
        """The next move, in the next rubber if this one is over, once the room shows what came of it."""
        while (move := await self._move_unless(lambda: self.to_start)) is None:
            await self._begin()
        before = self.room_text
        done = await self.do(move)
        assert not done.answer.failed, f"{move.what} was told that the interaction failed"
        if done.accepted:
            await self.until_changed(before)
        return done

    async def settled(self, before: str) -> None:
        """Wait until the room shows something else than before, and somebody sees what to do, if anybody."""
        await self.until_changed(before)
        if self.due():
            await self.move()

    async def play_until(self, over: Callable[[], Any]) -> None:
        """Everybody plays on until this is so."""
        while (move := await self._move_unless(over)) is not None:
            before = self.room_text
            done = await self.do(move)
            assert not done.answer.failed, f"{move.what} was told that the interaction failed"
            if done.accepted:
                await self.until_changed(before)

    def results(self, channel: int | None = None) -> list[str]:
        """The results that stand in the channel."""
        found = ["\n".join(texts(message)) for message in self.public(channel)]
        return [text for text in found if _RESULT.match(text)]

    async def play_deal(self) -> None:
        """Play the deal in progress to its end, and wait for what comes next: after the last of a rubber
        nothing does, and its message begins the next rubber."""
        result = self.room["id"]
        await self.play_until(lambda: self.room["id"] != result or self.to_start)
        await self.until(lambda: self.due() or self.to_start)

    # ------------------------------------------------------------------ afterwards

    def complaints(self) -> list[str]:
        """The lines in which the bot has logged a fault of its own."""
        return re.findall(r"^.* ERROR (?:bot|cogs|rules|storage).*$", self.bot.log, re.MULTILINE)

    async def book(self) -> Book:
        """Stop the bot and read what it has stored."""
        code = await self.bot.stop()
        assert code in (0, -9), f"the bot ended with {code}:\n{self.bot.tail}"
        return await book(self.ground.database, self.ground.guild)


def is_alert(message: Json) -> bool:
    """Whether a message only tells somebody that it is their turn."""
    return any(_ALERT.search(text) for text in texts(message))


def accepts(answer: Answer) -> bool:
    """Whether an answer that has just come says that it was done, rather than why it was not."""
    said = texts(answer.reply or {})[:1]
    if answer.type == 4 or answer.followups:
        is_screen = bool((answer.reply or {}).get("components"))  # a bare sentence is a refusal
        return bool(said) and (
            _DONE.match(said[0]) is not None or (is_screen and not said[0].startswith("> "))
        )
    return answer.type in (6, 7) and not (said and said[0].startswith("> "))


def _button_of(hand: Json, card: str) -> str | None:
    return next((one.custom_id for one in buttons(hand) if (one.custom_id or "").endswith(f":{card}")), None)


def _open(button: Button) -> bool:
    """Whether a button is one that makes the table go on."""
    verb = (button.custom_id or "").partition(":")[0]
    return not button.disabled and (
        verb in ("cut", "call", "agree", "refuse") or (verb == "play" and button.style == PRIMARY)
    )


async def used(fault: Fault, times: int = 1) -> None:
    """Wait until a planned fault has happened."""
    await until(lambda: fault.used >= times, "a planned fault")


async def leaves(person: Person) -> Answer:
    """Somebody leaves the table, and confirms it if they are asked."""
    answer = await person.slash("table leave")
    asked = answer.message
    return await person.press(asked, label=LEAVE) if asked is not None and buttons(asked) else answer


async def claims(person: Person, tricks: int) -> Answer:
    """Somebody claims so many tricks, and confirms it."""
    asked = (await person.slash("turn", act=f"claim {tricks}")).message
    assert asked is not None
    sure = next(one for one in buttons(asked) if (one.custom_id or "").endswith(f":{tricks}"))
    return await person.press(asked, sure.custom_id)


@asynccontextmanager
async def evening(
    *,
    env: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    database: Path | str | None = None,
    names: tuple[str, ...] = FOUR,
    seed: int = 0,
    seated: bool = True,
    ways: Mapping[str, Way] | None = None,
    moods: Collection[Mood] = (),
) -> AsyncIterator[Evening]:
    """A playground with the real bot and, by default, a rubber that has just begun."""
    async with Playground.open(limits=limits or UNMETERED, database=database, moods=moods) as ground:
        await ground.start_bot({**QUICK, **(env or {})})
        table = Evening(ground, Random(seed), names, dict(ways or {}))
        if seated:
            await table.sit_down()
            await table.start()
        yield table


ACTS: Final = ("play", "call", "agree", "discard")


def now(person: Person, message: Json) -> Json:
    """What a message that they have alone shows now."""
    return next(one for one in person.sees(person.dm) if one["id"] == message["id"])


def next_act(message: Json, *others: str) -> str | None:
    """The first button by which a deal goes on, or by one of these."""
    found = (one.custom_id or "" for one in buttons(message) if not one.disabled)
    return next((one for one in found if one.partition(":")[0] in (*ACTS, *others)), None)
