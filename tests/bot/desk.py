"""One process that keeps the messages of counters, on a wire that answers as it is told. What it does is told
step by step: each call with its text, what is then stored, what is done later, and each line of the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.clocks import DiscordClock
from bot.cluster import Task
from bot.discord_api.faults import Refused
from bot.discord_api.rest import Reply, Rest
from bot.discord_api.scheduler import Buckets, Scheduler
from bot.discord_api.sender import Grip, Messenger, Pressed, Token
from bot.messages.outbox import Outbox
from bot.streams.fair_deal import ChanceSource
from rules.frozen import frozen
from screens.screen import Screen, Text
from storage.ports.records import Slot, SlotKey, SlotKind, SlotState, TableId, UserId
from storage.store import Store
from tests.bot.counters import SLOTS, Clock, Counters, OpenCounter
from tests.bot.keeping import Keeping
from tests.bot.test_posting import Among, CounterBoard
from tests.bot.test_sending import EPOCH
from tests.trials.stage.guard import until

ROOM, PRIVATE = SLOTS
READER, DIRECT = UserId(5), 500
ALERT = Slot.of_name("alert:reader:1")
COUNTER, OTHER = TableId("c0000001"), TableId("c0000002")
AN_HOUR: Final = 3600.0


class Wire:
    """Answers each call with the next of ``answers`` for its method and channel or token, and else as Discord
    does where all is well. The messages of channel 11 are 11.1, 11.2 and so on."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.calls = clock, list[str]()
        self.answers: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.names: dict[str, str] = {"@original": "@original"}
        self._posted: dict[str, int] = defaultdict(int)

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        content = json.loads(body) if body else {}
        before, slash, last = path.rpartition("/")
        said = [f"{method} {before}{slash}{self.names.get(last, last)}", *map(repr, _texts(content))]
        said += ["by the bot"] if "Authorization" in headers else []
        where = path.split("/")[3 if path.startswith("/webhooks") else 2]
        answers = self.answers[f"{method} {where}"]
        answer = answers.pop(0) if answers else None
        told = {f"X-RateLimit-{name}": "500" for name in ("Limit", "Remaining", "Reset-After")}
        if answer is not None:
            status, code = answer
            self.calls.append(" ".join((*said, f"-> {status} {code}")))
            if status == 429:
                return Reply(429, {}, b'{"retry_after": 0.01}')
            return Reply(status, told, b'{"code": %d, "message": "no"}' % code)
        self.calls.append(" ".join(said))
        if path == "/users/@me/channels":
            return Reply(200, told, b'{"id": "%d"}' % DIRECT)
        if path.startswith("/webhooks") and method == "POST":
            return Reply(200, told, b'{"id": "90"}')
        if method == "POST":
            self._posted[path] += 1
            number = (int((self.clock() - EPOCH) * 1000) << 22) + int(where) * 100 + self._posted[path]
            self.names[str(number)] = f"{where}.{self._posted[path]}"
            return Reply(200, told, b'{"id": "%d"}' % number)
        return Reply(200, told, b"{}")


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, dict):
        if isinstance(content.get("content"), str):
            yield content["content"]
        for inner in content.values():
            yield from _texts(inner)
    elif isinstance(content, list):
        for inner in content:
            yield from _texts(inner)


@frozen
class Board(CounterBoard):
    """An alert stands while the counter is below two; at the ``last`` number nothing changes any more."""

    last: int = 9

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        if slot.kind.rings and self.stream.state.number >= 2:
            return None
        number = "" if slot.kind.rings else f" {self.stream.state.number}"
        return Screen((Text(f"{slot}{number}{', in full' if live else ''}"),))

    def is_final(self, slot: Slot) -> bool:
        return self.stream.state.number >= self.last


class Asked(Among):
    """Notes what another process is asked to do."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[tuple[SlotKey, Task]] = []

    async def delegate(self, key: SlotKey, what: Task, told: str = "") -> bool:
        if not self.held:
            self.done.append((key, what))
        return not self.held


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.told: list[str] = []
        """All that is told of the story, of which ``said`` are the lines of the log since the last step."""

    def emit(self, record: logging.LogRecord) -> None:
        raised = f" ({record.exc_info[1]!r})" if record.exc_info else ""
        self.said.append(f"log {record.levelname}: {record.getMessage()}{raised}")


class Desk:
    """One process, and what it has done."""

    def __init__(self, store: Store, clock: Clock, wire: Wire, log: Lines) -> None:
        self.store, self.clock, self.wire, self.log = store, clock, wire, log
        self.counters = Counters(store.streams, ChanceSource("posted"), self.clock)
        self.lost, self.cluster, self.faults = list[TableId](), Asked(), dict[TableId, Exception]()
        self.outbox = Outbox(store.slots, self.cluster, 0.0)
        rest = Rest(self.wire, "biritch", Buckets(), DiscordClock())
        rest.application = 1
        self.scheduler = Scheduler(rest.buckets)
        messenger = Messenger(rest, Refused(self.clock), cluster=self.cluster)
        self.kept = Keeping(
            store.slots, self.outbox, self.get, messenger, self.scheduler, self.clock, self.cluster
        )
        self.posting = self.kept.posting
        self.kept.sending.when_place_lost.append(self.lost.append)
        self.counters.followers.append(self.posting)

    @property
    def next(self) -> Desk:
        """The next process on the same database."""
        return Desk(self.store, self.clock, self.wire, self.log)

    @property
    def known(self) -> list[TableId]:
        return sorted(self.kept.boards.known)

    def says(self, line: str) -> None:
        self.log.told.append(f"    {line}")

    async def get(self, stream_id: TableId, kind: SlotKind) -> Board | None:
        if kind is SlotKind.UNKNOWN:
            return None
        if stream_id in self.faults:
            raise self.faults[stream_id]
        counter = await self.counters.get(stream_id)
        counter.reader = READER
        return Board(counter)

    async def rests(self) -> None:
        await until(self._rests)
        await self.outbox.flush()

    def _rests(self) -> bool:
        now = asyncio.get_running_loop().time()
        if any(timer.when() <= now for timer in self.kept.copies._timers.values()):
            return False
        return self.kept.rests

    async def tells(self, step: str) -> None:
        """What was done in this step, and what is known after it."""
        await self.rests()
        self.log.told.append(f"{step}:")
        calls, self.wire.calls[:] = sorted(self.wire.calls, key=lambda call: call.split("/")[1:3]), []
        said, self.log.said[:] = sorted(self.log.said), []
        self.log.told += [f"    {line}" for line in (*calls, *said)]
        for stream in (COUNTER, OTHER):
            self.log.told += [
                f"    {self._known(state)}" for state in await self.store.slots.of_stream(stream)
            ]
        boards, outbox = self.kept.boards, self.outbox
        for what, keys in (
            ("to be drawn again", boards.to_redraw),
            ("in short", boards.shortened),
            ("at rest", boards.resting),
            ("uncertain", outbox.uncertain),
            ("out of reach", outbox.out_of_reach),
        ):
            self.log.told += [f"    {what}: {key.table} {key.slot}" for key in sorted(keys)]
        self.log.told += [f"    gone: {one}" for one in self.lost]
        self.lost.clear()
        timers = self.kept.sending._timers._timers | self.kept.boards._timers._timers
        waits = [(f"{key}", timer) for key, timer in timers.items()]
        waits += [(f"copy {key}", timer) for key, timer in self.kept.copies._timers.items()]
        now = asyncio.get_running_loop().time()
        for key, timer in sorted(waits, key=lambda one: one[0]):
            seconds = 5 * round((timer.when() - now) / 5)
            if seconds:
                name = self._named(key)
                self.log.told.append(f"    in {seconds} seconds: {name}")
        for copy in await self.store.slots.private_copies():
            self.log.told.append(
                f"    copy {copy.message} of {copy.key.slot}, {copy.made - self.clock():g} seconds"
            )

    async def ends(self) -> None:
        """What is left in memory, and then after a stop."""
        await self.rests()
        self.log.told.append("at the end:")
        buckets = {
            f"{kind} {getattr(major, 'text', major)}": bucket
            for (kind, major), bucket in self.scheduler.buckets._buckets.items()
        }
        for name, bucket in sorted(buckets.items()):
            if bucket.limit is not None or bucket.under_way:
                self.says(f"bucket of {name}: {bucket.left} left, {bucket.under_way} under way")
        self.says(f"{self.scheduler.buckets._under_way} counted calls under way")
        for message, grip in self.kept.tokens._grips.items():
            self.says(f"token of {self._named(str(message))}: {grip.token.text}, {grip.pressed}")
        self.says(f"unproven: {sorted(str(one) for one in self.kept.tokens.unproven)}")
        self.says(f"known: {self.known}, asleep: {sorted(self.kept.boards._asleep)}")
        for stream in (COUNTER, OTHER):
            for state in self.outbox.slots_of(stream):
                showing = state.message is not None and self.outbox.showing(state.message) == state.key
                self.says(f"slot {stream} {state.key.slot}{', found by its message' if showing else ''}")
        await self.kept.close()
        for counter in self.counters._open.values():
            counter.note_wanted(SLOTS)
            self.posting.changed(counter)
            self.kept.boards.look_at(counter.id)
        await asyncio.sleep(0)
        self.says(
            f"after a stop: {self.wire.calls}, {self.scheduler.backlog} waiting, {self.kept.boards._looking}"
        )

    def _named(self, text: str) -> str:
        for number, name in self.wire.names.items():
            text = text.replace(number, name)
        return text

    def _known(self, state: SlotState) -> str:
        known = [f"{state.key.table} {state.key.slot}: wants {state.wanted}, shows {state.shown}"]
        if state.digest is None:
            known.append("nobody knows what")
        known.append(f"message {self.wire.names.get(str(state.message), state.message)} in {state.channel}")
        known += [f"{state.posts} posts before"] if state.posts else []
        known += [f"{state.tries} failures"] if state.tries else []
        known += [f"not for {state.not_before - self.clock():.1f} seconds"] if state.not_before else []
        known += [f"parked: {state.parked}"] if state.parked is not None else []
        return ", ".join(known)

    async def begin(self, stream_id: TableId = COUNTER, channel: int = 11) -> OpenCounter:
        counter = await self.counters.begin(channel, stream_id=stream_id)
        await self.rests()
        return counter

    async def wants(self, counter: OpenCounter, *names: str | Slot) -> None:
        slots = [Slot.of_name(name) for name in names]
        await self.store.streams.want(counter.id, *slots)
        counter.note_wanted(slots)
        self.posting.changed(counter)

    def answers(self, call: str, *answers: tuple[int, int]) -> None:
        """The next answers to these calls, such as ``PATCH 11``: a status and a code of Discord's."""
        self.wire.answers[call].extend(answers)

    def message(self, slot: Slot = ROOM, stream_id: TableId = COUNTER) -> int:
        state = self.posting.state(SlotKey(stream_id, slot))
        assert state is not None and state.message is not None
        return state.message

    async def later(self, counter: OpenCounter, seconds: float) -> None:
        self.clock.time += seconds
        self.posting.changed(counter)

    def pressed(self, message: int, name: str, where: Pressed | None, *, ago: float = 0.0) -> None:
        grip = Grip(Token(name), None, self.clock() - ago, where)
        self.posting.pressed(message, grip, drawn=True)
