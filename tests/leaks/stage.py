"""A scene played by people with the running bot, twice, and everything that one of them sees of it.

Each world is a bot process of its own with a database of its own. The packs differ in cards that the looker
cannot know. What the looker is sent is noted, with ids numbered as they first appear.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final

from playground.calls import Call, Kind
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Answer, buttons
from playground.people import Person as Player
from playground.process import BotProcess
from rules.calls import Bid, Content, Declare, Double, Pass, Play, action_word, parse_action
from rules.seats import Seat
from rules.table import requests
from rules.table.requests import Request
from screens.presses import Press, read_as
from tests.leaks.scenes import CALLS, CUT, SITTING, TABLE_COMMANDS, Act, Look, Restart, Scene
from tests.leaks.worlds import order_of
from tests.trials.stage.guard import HANGS_AFTER, until
from tests.trials.stage.playing import claims, leaves

ROOT: Final = Path(__file__).parents[2]
COMMAND: Final = (sys.executable, "-m", "tests.leaks.rigged")
_SEEDS = Random(os.environ.get("PYTEST_XDIST_TESTRUNUID"))
HASHING: Final = {world: str(_SEEDS.randrange(2**32)) for world in ("ours", "theirs")}
"""The two worlds differ also in the order of their sets, which is another in each run."""
LOOKER: Final = "ivan"
LOOKS: Final = frozenset(("hand", "last", "score", "claim"))
AFTERWARDS: Final = ("replay", "picture", "verify", "record", "why", "points", "tricks", "analyse")
"""What ``/deal`` shows that tells everything of a deal that is over, and nothing of one that is played."""
UNDER_A_RESULT: Final = ("more", "points", "tricks", "replay", "picture", "verify", "record", "why")
READING: Final = ("rules", "help", "leaderboard", "stats", "me", "table open")
LOOKED_AT: Final = ("last", "score", "worth")
"""What ``/deal`` shows of a deal that is played."""


# The performance


@dataclass
class Seen:
    """What the looker was sent, in order, and what the bot's log said."""

    lines: list[str] = field(default_factory=list)
    _numbers: dict[str, str] = field(default_factory=dict)

    def note(self, what: str, sent: Any) -> None:
        text = f"{what}: {json.dumps(sent, ensure_ascii=False, sort_keys=True)}"
        text = re.sub(r"http://127\.0\.0\.1:\d+", "http://here", text)
        text = re.sub(r"<t:\d+:R>", "<now>", text)
        self.lines.append(re.sub(r"\d{15,}", self._numbered, text))

    def _numbered(self, found: re.Match[str]) -> str:
        return self._numbers.setdefault(found[0], f"#{len(self._numbers)}")


class Stage:
    """One world: a Discord, a bot and its people."""

    def __init__(self, ground: Playground, bot: BotProcess, rest: Path) -> None:
        self.ground, self.bot, self._rest = ground, bot, rest
        self._asked = 0
        self._taken = 0

    async def performed(self, scene: Scene) -> Seen:
        """Plays a scene from the opening of the table to its last step, then closes the table."""
        self._scene, self._seen = scene, Seen()
        name = SITTING[scene.viewer] if scene.viewer is not None else LOOKER
        self._looker = self.ground.people[name]
        self._taken = len(self.ground.calls)
        people = [self.ground.people[SITTING[seat]] for seat in scene.joined if seat not in scene.robots]
        await self._did("open", people[0].slash("table open", game=scene.game))
        self._table = self._token()
        for person in people[1:]:
            await self._did("join", person.press(self.room(), f"join:{self._table}"))
        await self._did("start", people[0].press(self.room(), f"start:{self._table}:0"))
        for number, step in enumerate(scene.steps):
            match step:
                case Act():
                    await self._did(f"{number} act", self._acts(step, typed=number % 3 == 0))
                case Look():
                    await self._looks(step, f"{number} look")
                case Restart():
                    await self.bot.restart()
                    await self.at_rest()
                    self._take(f"{number} restart")
        seen = self._seen
        for person in self.ground.people.values():
            person.reload()
            if person.name.lower() != LOOKER:
                await person.slash("table close")
        await self.at_rest()
        return seen

    def _token(self) -> str:
        presses = (read_as(Press, one.custom_id or "") for one in buttons(self.room()))
        return next(press.table for press in presses if press is not None)

    def room(self, looker: Player | None = None) -> Any:
        """The message of the table, as the looker sees it."""
        for newest in (20, 100, 2000):
            for one in reversed((looker or self._looker).sees(newest=newest)):
                if buttons(one) and not one["flags"] & 64:
                    return one
        raise AssertionError("there is no table on the screen")

    async def at_rest(self) -> None:
        self._asked += 1
        os.kill(self.bot.pid, signal.SIGUSR2)
        await until(lambda: self._rest.exists() and self._rest.stat().st_size >= self._asked)

    async def _did(self, what: str, doing: Any) -> Any:
        done = await doing
        assert not isinstance(done, Answer) or not done.failed, (what, self.ground.calls[-1], self.bot.tail)
        await self.at_rest()
        if self._scene.robots and " look" not in what:
            # How many frames there are of robots that play at once is a matter of the machine's haste.
            self._taken = len(self.ground.calls)
            self._seen.note(what, _still(self.room()))
        else:
            self._take(what)
        return done

    def _acts(self, act: Act, *, typed: bool) -> Any:
        """By a command, or by a press on the panel in the direct messages."""
        person = self.ground.people[SITTING[act.seat]]
        panel = [one for one in person.sees(person.dm) if buttons(one)]
        if isinstance(act.ask, requests.ClaimRest):
            return claims(person, 13 - act.played // 4)
        if typed or not panel or isinstance(act.ask, requests.CutPack | requests.Leave):
            name, options = _command(act.ask, act.level)
            return leaves(person) if name == "table leave" else person.slash(name, **options)
        return person.press(panel[-1], _custom_id(act, self._table), anyway=True)

    # Everything that changes nothing

    async def _looks(self, look: Look, what: str) -> None:
        me = self._looker
        if self._scene.robots:
            me.reload()
        self._notes_all(f"{what} sees")
        for name in ("hand", *(READING if look.thorough else ())):
            await self._did(f"{what} /{name}", me.slash(name))
        for name in AFTERWARDS if look.thorough else ():
            await self._did(f"{what} /{name} of the deal in play", me.slash("deal", show=name, deal=1))
        for name in LOOKED_AT if look.thorough else ():
            await self._did(f"{what} /{name}", me.slash("deal", show=name))
        await self._did(f"{what} /hand in private", me.slash("hand", channel=me.dm))
        for tricks in (0, 1) if look.thorough else ():
            await self._did(f"{what} would claim {tricks}", me.slash("turn", act=f"claim {tricks}"))
        for typed in ("", "Q", "♥")[: 3 if look.thorough else 1]:
            await self._did(f"{what} types {typed}", me.autocomplete("play", "card", typed))
            await self._did(f"{what} types {typed} as an act", me.autocomplete("turn", "act", typed))
        acts = list(_typed())
        for name, options, ask in acts if look.thorough else acts[len(self._seen.lines) % 3 :: 3]:
            if ask in look.closed:
                await self._did(f"{what} /{name}", me.slash(name, **options))
        room = self.room()
        own = [one for one in me.sees(None if self._scene.robots else me.dm) if buttons(one)]
        panels = [one for one in own if one["flags"] & 64][-1:]
        if not self._scene.robots:  # whose panel in the direct messages is as late as their play is quick
            panels += [one for one in own if not one["flags"] & 64][-1:]
        for place, card in enumerate(look.cards):
            forged = str(Press("play", self._table, 1, what=str(card)))
            if place % 3 == 0:
                played = me.slash("play", card=str(card))
            else:
                played = me.press([room, *panels][place % 3 - 2 if panels else 0], forged, anyway=True)
            await self._did(f"{what} plays {card}", played)
        for verb in UNDER_A_RESULT if look.thorough else ():
            forged = str(Press(verb, self._table, 1))
            await self._did(f"{what} presses {forged}", me.press(room, forged, anyway=True))
        for message in [room, *panels]:
            for place, button in enumerate(buttons(message)):
                press = read_as(Press, button.custom_id or "")
                if press is None or (press.verb == "play" and place % (3 if look.thorough else 9)):
                    continue
                if press.verb in LOOKS or _asked(press) in look.closed:
                    pressing = me.press(message, button.custom_id, anyway=True)
                    await self._did(f"{what} presses {button.custom_id}", pressing)
        self._notes_all(f"{what} sees at last")
        me.reload()

    def _notes_all(self, what: str) -> None:
        me = self._looker
        shown = [self.room()] if self._scene.robots else me.sees() + me.sees(me.dm)
        self._seen.note(what, [_still(one) for one in shown])

    # What reaches the looker

    def _take(self, what: str) -> None:
        """Notes the calls since the last time, as far as the looker sees anything of them."""
        calls = self.ground.calls
        new = [calls[place] for place in range(self._taken, len(calls))]
        self._taken = len(calls)
        for call in sorted((call for call in new if self._reaches(call)), key=_order):
            files = [(upload.name, upload.size, upload.sha256) for upload in call.files]
            sent = [call.method, call.label, call.channel_id == self.ground.channel, call.body, files]
            self._seen.note(what, sent)

    def _reaches(self, call: Call) -> bool:
        if call.kind in (Kind.CREATE, Kind.EDIT, Kind.DELETE):
            return call.channel_id in (self.ground.channel, self._looker.dm)
        if call.kind in (Kind.FOLLOWUP, Kind.EDIT_BY_TOKEN):
            assert call.channel_id is not None and call.message_id is not None
            return self.ground.world.may_see(self._looker.id, call.channel_id, call.message_id)
        found = re.match(r"/interactions/(\d+)/", call.path)
        if found is None:
            return False
        interaction = self.ground.world.interactions[int(found[1])]
        if interaction.user_id == self._looker.id:
            return True
        if interaction.channel_id != self.ground.channel or call.answer_type not in (4, 7):
            return False
        shown = interaction.message_id
        return shown is not None and self.ground.world.may_see(self._looker.id, self.ground.channel, shown)


def _order(call: Call) -> tuple[str, str, str]:
    return call.kind, call.label, re.sub(r"\d{15,}", "#", json.dumps(call.body))


def _still(message: Any) -> Any:
    """A message without the times at which it was sent."""
    return {key: value for key, value in message.items() if not key.endswith("timestamp")}


def _custom_id(act: Act, table: str) -> str:
    match act.ask:
        case Play(card):
            return str(Press("play", table, 1, what=str(card)))
        case requests.AnswerClaim(agrees):
            return str(Press("agree" if agrees else "refuse", table, 1, act.played))
        case Declare() | Bid() | Pass() | Double() | Content():
            return str(Press("call", table, 1, act.point, action_word(act.ask)))
    raise AssertionError(act)


def _asked(press: Press) -> Request | None:
    """The request of a button, if it is one that may be refused without harm."""
    match press.verb:
        case "join":
            return requests.Join()
        case "close":
            return requests.AgreeToClose()
        case "claim":
            return requests.ClaimRest()
        case "agree" | "refuse":
            return requests.AnswerClaim(press.verb == "agree")
        case "cut":
            return CUT
        case "play":
            return parse_action(f"play:{press.what}")
        case "call":
            return parse_action(press.what)
    return None


def _typed() -> Iterator[tuple[str, dict[str, Any], Request]]:
    """The commands that act, each with its request."""
    for ask in CALLS:
        name, options = _command(ask, 0)
        yield name, options, ask
    for name, ask in TABLE_COMMANDS:  # type: ignore[assignment]
        yield name, {"away": True} if isinstance(ask, requests.RemoveRobot) else {}, ask


def _command(ask: Request, level: int) -> tuple[str, dict[str, Any]]:
    match ask:
        case Play(card):
            return "play", {"card": str(card)}
        case Declare(trumps):
            return "declare", {"trumps": trumps.letter if trumps is not None else "N"}
        case Bid():
            return "bid", {"bid": str(ask)}
        case Pass():
            return "pass", {}
        case Double():
            return "surcontre" if level else "contre", {}
        case Content():
            return "turn", {"act": "content"}
        case requests.ClaimRest():
            return "turn", {"act": "claim"}
        case requests.AnswerClaim(agrees):
            return "turn", {"act": "agree" if agrees else "refuse"}
        case requests.CutPack(at):
            return "turn", {"act": f"cut {at}"}
        case requests.Leave():
            return "table leave", {}
    raise AssertionError(ask)


# Two worlds at once


@dataclass(frozen=True)
class Compared:
    """What the looker of each scene was sent in either world, and the two logs."""

    seen: tuple[tuple[list[str], list[str]], ...]
    logs: tuple[list[str], list[str]]

    def differences(self) -> list[str]:
        """Everything by which the looker can tell the worlds apart, and every line that only one log has."""
        found = [
            f"{one}\n    not\n{other}"
            for ours, theirs in self.seen
            for one, other in zip_longest(ours, theirs)
            if one != other
        ]
        ours, theirs = (Counter(log) for log in self.logs)
        return found + [f"log: {line}" for line in sorted((ours - theirs) + (theirs - ours))]


async def compared(
    scenes: Sequence[Scene],
    folder: Path,
    *,
    pace: float,
    planted: Sequence[str] = (),
) -> Compared:
    """Plays the scenes one after another in both worlds, side by side."""
    both = await asyncio.gather(
        *(_world(name, scenes, folder / name, pace=pace, planted=planted) for name in ("ours", "theirs"))
    )
    (ours, our_log), (theirs, their_log) = both
    return Compared(tuple(zip(ours, theirs, strict=True)), (our_log, their_log))


async def _world(
    name: str, scenes: Sequence[Scene], folder: Path, *, pace: float, planted: Sequence[str]
) -> tuple[list[list[str]], list[str]]:
    tables = [
        {
            "draws": [str(card) for card in scene.draws],
            "packs": [
                [str(card) for card in order_of(scene.hands if name == "ours" else scene.other, Seat.SOUTH)]
            ],
        }
        for scene in scenes
    ]
    async with staged(name, tables, folder, pace=pace, planted=planted) as stage:
        seen = [(await stage.performed(scene)).lines for scene in scenes]
        return seen, log_lines(stage.bot.log)


@asynccontextmanager
async def staged(
    world: str,
    tables: Sequence[Any],
    folder: Path,
    *,
    pace: float,
    planted: Sequence[str] = (),
    answer_seconds: float = HANGS_AFTER,
) -> AsyncIterator[Stage]:
    """One world with its bot running, its root logger at DEBUG."""
    plan = _plan(world, tables, folder, planted)
    limits = replace(Limits().unmetered(), answer_seconds=answer_seconds)
    async with Playground.open(limits=limits, database=folder / "bot.sqlite3", command=COMMAND) as ground:
        bot = await ground.start_bot(
            {
                "LEAKS_PLAN": str(plan),
                "PYTHONHASHSEED": HASHING.get(world, HASHING["ours"]),
                "LOG_LEVEL": "DEBUG",
                "ROBOT_PACE": str(pace),
                "ROBOT_WORKERS": "0",  # what robots do must not hang upon the time
                "CUT_SECONDS": "3000",
                "DOUBLE_TAP": "0",
                "CARD_EMOJI": "off",
            },
            cwd=ROOT,
        )
        yield Stage(ground, bot, folder / "rest")


def _plan(world: str, tables: Sequence[Any], folder: Path, planted: Sequence[str]) -> Path:
    """The file that tells the bot's chance what to do."""
    folder.mkdir()
    plan = {
        "world": world,
        "tables": tables,
        "planted": list(planted),
        "notebook": str(folder / "notebook.json"),
        "rest": str(folder / "rest"),
    }
    path = folder / "plan.json"
    path.write_text(json.dumps(plan))
    return path


def log_lines(log: str) -> list[str]:
    """The lines of a log without times, ids and the names of sessions, those of the start left out."""
    lines = [re.sub(r"^[\d-]+ [\d:,]+ ", "", line) for line in log.splitlines()]
    lines = [re.sub(r"\b[0-9a-f]{32}\b|\d{5,}", "#", line) for line in lines]
    of_a_start = ("INFO bot.app: ready", "WARNING bot: A new database was begun")
    return sorted(line for line in lines if not line.startswith(of_a_start))
