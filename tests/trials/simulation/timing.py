"""Whether anything that hidden cards decide can be told by when the bot does it.

In quiet worlds everything is timed that somebody can time: what robots do, when the table and the panels show
it, and the answers to presses, to what people type, and to cards that they may not play. Afterwards, when all
hands are known, each sort of delay is split by each question about cards that were hidden from the person
who could time it, and a two-sample test says whether the two halves differ, among moments that look alike.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from statistics import median
from typing import Final, NamedTuple

from bot.fair_queue import FairQueue, Owner, Shares
from bot.tables import replay
from bot.worker_pool import OVERRUN, OutOfTime
from playground.copying import components_in
from playground.errors import NotThere
from playground.people import Answer, Person
from robots.plain import PlainRobot
from robots.player import Answer as Reply
from robots.process.thinking import NO_TIME, Think
from rules.cards import PACK, Rank, Suit
from rules.seats import Person as Member
from rules.seats import Seat
from rules.table.events import CallMade, CardPlayed, ClaimAnswered, Opened
from rules.table.seen import seen
from rules.table.table import Table as State
from storage.ports.records import Stored, UserId
from tests.trials.cluster.tables import cards_on
from tests.trials.simulation.people import Table
from tests.trials.simulation.secrets import Watch
from tests.trials.stage.playing import Move, claims

SURE: Final = 5.0
"""Standard deviations from what chance lets expect: of some hundred questions one in ten thousand worlds
comes so far by chance."""
FEWEST: Final = 12
"""Delays in either half, below which nothing is said."""
LIST: Final = 3
"""Discord's number for a list to choose from."""
PROBES: Final = 0.5
"""How often somebody who is about to move first types, asks for a card or claims."""
DREAMS: Final = 0.3
"""How often somebody who is to move waits so long that an alert rings."""
DREAMS_FOR: Final = 45.0
"""Seconds."""
_A_CARD: Final = re.compile(r"(10|[2-9AKQJ])[♠♥♦♣]\S?")


class Took(NamedTuple):
    """One delay that somebody could time."""

    what: str
    seconds: float
    version: int
    """How many events had happened in the state whose cards matter."""
    user: int | None
    """Who timed it; None: anybody in the channel."""
    like: tuple[object, ...] = ()
    """All else that everybody sees and that may decide how long it takes."""
    card: str = ""
    """That was asked for."""
    by: Seat | None = None
    """Who did it, where it is not whose turn it is."""


@dataclass
class Probing(Table):
    """People who time everything, and try more than they have to."""

    watch: Watch | None = None
    took: list[Took] = field(default_factory=list)
    _claimed: int = 0

    @property
    def _version(self) -> int:
        assert self.watch is not None
        return self.watch.version

    async def _timed(self, what: str, person: Person, asking: Awaitable[Answer], card: str = "") -> None:
        loop, version = asyncio.get_running_loop(), self._version
        began = loop.time()
        answer = await asking
        like = tuple(_A_CARD.sub("a card", text) for text in answer.texts[:1])
        self.took.append(Took(what, loop.time() - began, version, person.id, like, card))

    async def _turn(self, person: Person) -> bool:
        if self.choices.random() < DREAMS:
            await asyncio.sleep(DREAMS_FOR)
        if self.playing and self.choices.random() < PROBES:
            for other in self.people:
                typing = other.complete("play", "card", "", channel=self.channel, options={})
                await self._timed("what was typed is completed", other, typing)
                strange = [card for card in PACK if str(card) not in cards_on(self.panel(other))]
                card = str(self.choices.choice(strange))
                asking = other.slash("play", channel=self.channel, card=card)
                await self._timed("a card is refused", other, asking, card)
            if self._version > self._claimed + 4:
                self._claimed = self._version
                tricks = await self._tricks_left(person)
                with suppress(AssertionError, NotThere):
                    if tricks is not None:
                        await claims(person, tricks)
        return await super()._turn(person)

    async def _tricks_left(self, person: Person) -> int | None:
        """The most that they can claim, if they can claim anything."""
        asked = (await person.slash("turn", act="claim", channel=self.channel)).message or {}
        lists = [one for one in components_in(asked.get("components") or []) if one["type"] == LIST]
        return int(lists[0]["options"][0]["value"]) if lists else None

    async def _noting(
        self, what: str, pressing: Awaitable[Answer], person: Person, move: Move | None = None
    ) -> bool:
        loop, version = asyncio.get_running_loop(), self._version
        began = loop.time()
        done = await super()._noting(what, pressing, person, move)
        if move is not None and done:
            took = loop.time() - began
            self.took.append(Took("a press is answered", took, version, person.id, (move.verb,)))
        return done


class SlowWorkers:
    """In place of the pool of worker processes. A search takes longer the more its robot has to choose from
    and the better its hand is, and sometimes longer than it may; the robot then plays by rule. It chooses
    by rule in any case, as searches on a machine's clock cannot be run on virtual time."""

    def __init__(self, count: int) -> None:
        self.count, self.tasks, self.hurries = count, 0, False
        self.shares = Shares()
        self.patient = FairQueue(self.shares, 1)

    async def run_timed(
        self, timed: Callable[[float], Think], *, within: float, owner: Owner = None
    ) -> Reply:
        task = timed(within - OVERRUN)
        own = task.view.own.left if task.view.own is not None else ()
        seconds = within * (0.04 * len(task.view.options) + 0.08 * sum(card.rank >= 11 for card in own))
        await asyncio.sleep(min(seconds, within))
        if seconds >= within:
            raise OutOfTime
        return PlainRobot().choose(task.view, NO_TIME, Random(task.seed))

    def start_missing(self) -> None:
        """There is nothing to start."""

    async def close(self) -> None:
        """There is nothing to end."""


class Timings(NamedTuple):
    """The delays of one world, each with the answers to all questions about what was hidden."""

    found: Sequence[tuple[Took, Mapping[str, float]]]


def timings(
    table: Probing, watch: Watch, events: Sequence[Stored], users: Mapping[Member, UserId]
) -> Timings:
    states = dict(_states(events))
    seats = {int(user): member for member, user in users.items()}
    took = [
        *table.took,
        *_of_robots(events, states, watch.written[watch.main]),
        *_shown(events, states, watch, seats),
    ]
    found = []
    for one in took:
        state = states.get(one.version)
        if state is None or state.deal is None or state.rubber is None:
            continue
        sitting = seats.get(one.user or 0)
        viewer = state.rubber.seat_of(sitting) if sitting is not None else None
        found.append((one, dict(hidden(state, viewer, one.card, one.by))))
    return Timings(found)


def _states(events: Sequence[Stored]) -> Iterator[tuple[int, State]]:
    first = events[0].event
    assert isinstance(first, Opened)
    state = replay.opened_table(first)
    for one in events[1:]:
        state = state.after(one.event)
        yield one.version, state


def _stage(state: State) -> tuple[object, ...]:
    """What everybody sees of how far a deal has come."""
    playing = state.deal.playing if state.deal is not None else None
    if playing is None:
        return ("calls",)
    return min(2, playing.cards_played // 18), playing.cards_played % 4 == 0


def _of_robots(
    events: Sequence[Stored], states: Mapping[int, State], written: Mapping[int, float]
) -> Iterator[Took]:
    """From each event to what a robot does next."""
    for before, one in pairwise(events):
        state = states.get(before.version)
        if one.actor is not None or state is None or not isinstance(one.event, _ACTS):
            continue
        what = {CallMade: "a robot calls", CardPlayed: "a robot plays", ClaimAnswered: "a robot answers"}
        like = before.actor is not None, type(before.event).__name__, *_stage(state)
        seconds = written[one.version] - written[before.version]
        by = one.event.seat if isinstance(one.event, ClaimAnswered) else None
        yield Took(what[type(one.event)], seconds, before.version, None, like, by=by)


_ACTS: Final = (CallMade, CardPlayed, ClaimAnswered)


def _shown(
    events: Sequence[Stored], states: Mapping[int, State], watch: Watch, seats: Mapping[int, Member]
) -> Iterator[Took]:
    """From each event to the first message for each reader after it."""
    for one, after in pairwise(events):
        state = states.get(one.version)
        if state is None or not isinstance(one.event, _ACTS):
            continue
        since, until = watch.written[watch.main][one.version], watch.written[watch.main][after.version]
        first: dict[int | None, float] = {}
        for at, to in watch.heard:
            if since < at < until:
                first.setdefault(to, at)
        by = one.actor is not None
        for to, at in first.items():
            if to is None:
                yield Took("the table shows it", at - since, one.version, None, (by, *_stage(state)))
            elif to in seats and seats[to] != one.actor:
                yield Took("a panel shows it", at - since, one.version, to, (by, *_stage(state)))
        for at, to in watch.alerts:
            if since < at < until:
                yield Took("an alert rings", at - since, one.version, to, (to is None, *_stage(state)))


def hidden(
    state: State, viewer: Seat | None, card: str = "", by: Seat | None = None
) -> Iterator[tuple[str, float]]:
    """The answer to every question about cards that this viewer cannot see."""
    deal, view = state.deal, seen(state, viewer)
    assert deal is not None and view.deal is not None
    playing = deal.playing
    due = by or (playing.to_act if playing is not None else next(iter(view.deal.may_act), Seat.SOUTH))
    laid_open = {viewer, *(one.seat for one in view.deal.faced)}
    led = playing.trick.led if playing is not None and playing.trick is not None else None
    for whose, seat in zip(
        ("who is due", "the next", "their partner", "the last"), due.onwards(), strict=True
    ):
        if seat in laid_open:
            continue
        hand = deal.left(seat)
        lengths = [len(hand.suit(suit)) for suit in Suit]
        if seat is due and by is None and (playing is None or playing.hand_due is due):
            yield f"{whose} has a choice", min(2, len(deal.options(seat)))
        yield f"aces of {whose}", sum(one.rank is Rank.ACE for one in hand)
        yield f"honours of {whose}", sum(one.rank >= Rank.KNAVE for one in hand)
        yield f"longest suit of {whose}", max(lengths)
        if led is not None:
            yield f"{whose} can follow", bool(hand.suit(led))
        if card:
            yield f"{whose} holds the card", any(str(one) == card for one in hand)


# Two samples


@dataclass(frozen=True)
class Leak:
    """Delays that differ by something hidden."""

    what: str
    question: str
    deviations: float
    seconds: float
    """By how much the medians differ."""

    def __str__(self) -> str:
        return f"{self.what}: {self.question} ({self.deviations:.1f} deviations, {self.seconds:+.3f} s)"


def leaks(worlds: Iterable[Timings]) -> list[Leak]:
    """Every sort of delay that can be told apart by a question, the surest first."""
    asked: dict[tuple[str, str], list[tuple[tuple[object, ...], float, float]]] = defaultdict(list)
    for world in worlds:
        for took, answers in world.found:
            for question, answer in answers.items():
                asked[took.what, question].append((took.like, answer, took.seconds))
    found = []
    for (what, question), delays in asked.items():
        high, low, far = _compared(delays)
        if abs(far) > SURE:
            found.append(Leak(what, question, far, median(high) - median(low)))
    return sorted(found, key=lambda one: -abs(one.deviations))


def _compared(
    delays: Sequence[tuple[tuple[object, ...], float, float]],
) -> tuple[list[float], list[float], float]:
    """Wilcoxon's rank sum among moments that look alike, summed over all sorts of them (van Elteren); the
    same of how far each delay is from the middle. The farther of the two, in standard deviations."""
    alike: dict[tuple[object, ...], list[tuple[float, float]]] = defaultdict(list)
    for like, answer, took in delays:
        alike[like].append((answer, took))
    sums, variances = [0.0, 0.0], [0.0, 0.0]
    high, low = list[float](), list[float]()
    for moments in alike.values():
        cut = median(answer for answer, _ in moments)
        cut = cut if any(answer < cut for answer, _ in moments) else cut + 0.5
        halves = [answer >= cut for answer, _ in moments]
        seconds = [one for _, one in moments]
        high += [one for one, half in zip(seconds, halves, strict=True) if half]
        low += [one for one, half in zip(seconds, halves, strict=True) if not half]
        middle = median(seconds)
        for which, values in enumerate((seconds, [abs(one - middle) for one in seconds])):
            ranks, count, most = _ranks(values), sum(halves), len(values)
            if 0 < count < most:
                mean = sum(ranks) / most
                spread = sum((rank - mean) ** 2 for rank in ranks)
                sums[which] += (
                    sum(rank for rank, half in zip(ranks, halves, strict=True) if half) - count * mean
                )
                variances[which] += count * (most - count) * spread / (most * (most - 1))
    if min(len(high), len(low)) < FEWEST:
        return high, low, 0.0
    far = [
        total / math.sqrt(variance) for total, variance in zip(sums, variances, strict=True) if variance > 0
    ]
    return high, low, max(far, key=abs, default=0.0)


def _ranks(values: Sequence[float]) -> list[float]:
    """The place of each in order, equal ones in the middle of their places."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks, start = [0.0] * len(values), 0
    for place in range(1, len(values) + 1):
        if place == len(values) or values[order[place]] > values[order[start]] + 1e-9:
            for one in order[start:place]:
                ranks[one] = (start + place - 1) / 2
            start = place
    return ranks
