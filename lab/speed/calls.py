"""What a deal costs in calls to Discord: ``python -m lab.speed.calls``.

Four people play a deal at a playground with Discord's limits on and the cards as emoji, each pressing as soon
as the table's message has followed and the bot has settled: with their hands in the channel (``hand``), in
direct messages (``dm``), and two of each (``mixed``). Then one person plays with three robots. The calls are
counted where they arrive, those by the bot's token, of which Discord allows fifty a second, apart from those
by the tokens of interactions. The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``, or no goal):

* ``counted-WAY``, ``by-token-WAY``: calls for a card, on average; an answer to a press is one by token;
* ``dearest-WAY``: the most counted calls for one card;
* ``deal-WAY``: counted calls for a deal, from Start to its result;
* ``too-fast``: calls refused because they passed a limit.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from lab.speed.filling import put_emoji
from playground.calls import Call, Kind
from playground.ground import Playground
from playground.limits import Limits
from playground.people import buttons
from rules.cards import PACK
from rules.table.events import CallMade, CardPlayed
from tests.trials.stage.playing import FOUR, QUICK, Done, Evening, Way

SEATINGS: Final[Mapping[str, Sequence[Way]]] = {
    "hand": (Way.HAND,) * 4,
    "dm": (Way.DM,) * 4,
    "mixed": (Way.HAND, Way.HAND, Way.DM, Way.DM),
}
"""How each of the four plays."""
MOST: Final[Mapping[str, tuple[int, int]]] = {"hand": (1, 14), "dm": (2, 70)}
"""The most counted calls for a card, and for a deal."""
GOALS: Final[Mapping[str, float]] = {f"counted-{name}": 1 for name in SEATINGS} | {"too-fast": 0}
"""The most of each figure."""
STILL: Final = 0.15
"""Seconds without a call after which nothing more will come, with time for the slowest disk."""
QUIET: Final = 3
"""When this many questions are answered one after the other without another call between them, the bot has
settled."""
FRAMES: Final = (Kind.EDIT, Kind.EDIT_BY_TOKEN)
AUTOCOMPLETE: Final = "answer 8"  # the driver's own questions, which no card needs
PACE: Final = 0.05
"""Seconds before a robot acts, instead of 0.8, so that a deal with robots is over sooner."""


class Spent(NamedTuple):
    """One call: what it was for, and whether it counts against the bot's fifty a second."""

    purpose: str
    counted: bool


@dataclass(frozen=True)
class Step:
    """Something that somebody did, and the calls that it cost."""

    name: str
    calls: tuple[Spent, ...]
    is_card: bool = False

    @property
    def counted(self) -> int:
        return sum(call.counted for call in self.calls)


@dataclass(frozen=True)
class Bill:
    """Everything that an evening of one deal costs."""

    seating: str
    before: tuple[Step, ...]  # opening the table and taking the chairs
    deal: tuple[Step, ...]  # from Start to the result
    too_fast: int  # calls refused because they passed a limit

    @property
    def cards(self) -> list[Step]:
        return [step for step in self.deal if step.is_card]

    @property
    def dearest_card(self) -> int:
        return max(step.counted for step in self.cards)

    @property
    def for_the_deal(self) -> int:
        return sum(step.counted for step in self.deal)


@asynccontextmanager
async def opened(
    limits: Limits, ways: Mapping[str, Way], seed: int, *, pace: float = 0.0
) -> AsyncIterator[Evening]:
    """A playground with the emoji of the cards and the bot, for players who hold their hands in these
    ways."""
    async with Playground.open(limits=limits) as ground:
        put_emoji(ground)
        await ground.start_bot({**QUICK, "CARD_EMOJI": "on", "ROBOT_PACE": str(pace)})
        yield Evening(ground, Random(seed), tuple(ways), dict(ways))


class Till:
    """Records the calls of one step after another."""

    def __init__(self, table: Evening) -> None:
        self.table = table
        self._from = len(table.ground.calls)

    async def step(self, name: str, *, is_card: bool = False) -> Step:
        """What has been asked of Discord since the last step, once the bot has settled."""
        await settled(self.table)
        calls = [call for call in list(self.table.ground.calls)[self._from :] if call.label != AUTOCOMPLETE]
        self._from = len(self.table.ground.calls)
        return Step(name, tuple(Spent(purpose(self.table, call), call.counted) for call in calls), is_card)


async def settled(table: Evening) -> None:
    """Wait until the bot does nothing more by itself."""
    stranger, loop = table.person("ivan"), asyncio.get_running_loop()
    quiet, seen, since = 0, -1, loop.time()
    while quiet < QUIET or loop.time() - since < STILL:
        await stranger.autocomplete("play", "card", channel=table.channel)
        now = sum(call.label != AUTOCOMPLETE for call in table.ground.calls)
        if now == seen:
            quiet += 1
        else:
            quiet, seen, since = 0, now, loop.time()
        await asyncio.sleep(STILL / QUIET)


def purpose(table: Evening, call: Call) -> str:
    """What a call was for."""
    names = {person.dm: person.name for person in table.people}
    if call.kind is Kind.ANSWER:
        return f"answer ({call.answer_type})"
    if call.kind is Kind.OPEN_DM:
        return "opening direct messages"
    where = f"panel of {names[call.channel_id]}" if call.channel_id in names else "table"
    if call.message_id in {int(hand["id"]) for hand in table.hands.values()}:
        where = "hand"
    doing = {Kind.CREATE: "post", Kind.EDIT: "edit"}.get(call.kind, str(call.kind))
    return f"{doing} {where}"


async def one_deal(seating: str, *, seed: int = 0, limits: Limits | None = None) -> Bill:
    """A deal by four people; without limits, no call is counted against them."""
    ways = dict(zip(FOUR, SEATINGS[seating], strict=True))
    async with opened(limits or Limits().unmetered(), ways, seed) as table:
        till = Till(table)
        before = []
        await table.people[0].slash("table open", channel=table.channel)
        await table.until(lambda: table.public() and buttons(table.room))
        before.append(await till.step("open the table"))
        for person in table.people[1:]:
            await person.press(table.room, label="Join")
            before.append(await till.step(f"{person.name} joins"))
        deal = []
        await table.start()
        deal.append(await till.step("start the rubber"))
        while sum(step.is_card for step in deal) < len(PACK):
            stands = table.room_text
            move = await table.move()
            if table.way(move.person) is Way.HAND and table.playing:
                again = await till.step(f"{move.person.name} presses My hand, to see dummy's cards")
                deal += [again] if again.calls else []
            done = await table.do(move)
            assert done.accepted, f"{move.what}: {done.answer.texts}"
            await table.until_changed(stands)
            deal.append(await till.step(_named(done), is_card=move.verb == "play"))
            if move.verb == "cut":
                for person in table.people:
                    if table.way(person) is Way.HAND:
                        await table.hand(person)
                        deal.append(await till.step(f"{person.name} presses My hand"))
        refused = table.ground.calls.too_fast.total()
        return Bill(seating, tuple(before), _without_next(deal), refused)


def _named(done: Done) -> str:
    verb = {"cut": "cuts the pack", "play": "plays", "call": "calls"}[done.move.verb]
    return f"{done.move.person.name} {verb} {done.move.word}".strip()


def _without_next(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The message of the next deal is counted with the next deal."""
    return tuple(
        Step(step.name, tuple(call for call in step.calls if call.purpose != "post table"), True)
        if step.is_card
        else step
        for step in steps
    )


@dataclass(frozen=True)
class WithRobots:
    """One person and three robots."""

    robots: int  # moves of theirs
    own: int  # of the person
    frames: int  # edits of the table's message, of either kind
    refused: int  # calls refused because they passed a limit
    seconds: float


async def with_robots(*, pace: float = PACE, own: int = 52, limits: Limits | None = None) -> WithRobots:
    """One person acts as soon as they may, for a deal or this many moves; the limits are Discord's if nobody
    says."""
    async with opened(limits or Limits(), {"anna": Way.HAND}, seed=1, pace=pace) as table:
        await table.sit_down()
        await table.start()
        (anna,) = table.people
        loop = asyncio.get_running_loop()
        began, first = loop.time(), table.room["id"]
        await table.hand(anna)
        seen, acted = len(table.ground.calls), 0
        while table.room["id"] == first and acted < own:
            cards = await anna.autocomplete("play", "card", channel=table.channel)
            if cards:
                card = table.random.choice(cards)["value"]
                acted += (await anna.slash("play", channel=table.channel, card=card)).acknowledged
            elif table.due() and not table.playing:
                acted += (await table.do(await table.move())).accepted
            else:
                await asyncio.sleep(0.01)
        seconds = loop.time() - began
        calls = list(table.ground.calls)[seen:]
        kept = await table.book()
        moves = sum(isinstance(one.event, CallMade | CardPlayed) for one in kept.events)
        mine = sum(
            isinstance(one.event, CallMade | CardPlayed) and one.actor is not None for one in kept.events
        )
        return WithRobots(
            robots=moves - mine,
            own=mine,
            frames=sum(call.kind in FRAMES and str(call.message_id) == first for call in calls),
            refused=table.ground.calls.too_fast.total(),
            seconds=seconds,
        )


def _lines(steps: Sequence[Step]) -> None:
    for step in steps:
        told = ", ".join(
            f"{name} ×{count}" if count > 1 else name
            for name, count in Counter(call.purpose for call in step.calls).items()
        )
        print(f"  {step.counted:2} + {len(step.calls) - step.counted}  {step.name}: {told}")


def report(bill: Bill) -> None:
    print(f"\nFour people play, {bill.seating}; counted calls + calls by an interaction's token")
    spread = Counter((step.counted, len(step.calls) - step.counted) for step in bill.cards)
    print("; ".join(f"{many} cards at {one} + {other}" for (one, other), many in sorted(spread.items())))
    example = Counter(call.purpose for step in bill.cards for call in step.calls)
    print("for cards in all: " + ", ".join(f"{name} ×{count}" for name, count in example.most_common()))
    print("in the deal beside the cards:")
    _lines([step for step in bill.deal if not step.is_card])
    print("once for the table:")
    _lines(bill.before)


def figures(bills: Sequence[Bill], refused: int) -> Iterator[tuple[str, float]]:
    """The names and figures of the last lines."""
    for seating in dict.fromkeys(bill.seating for bill in bills):
        those = [bill for bill in bills if bill.seating == seating]
        cards = [card for bill in those for card in bill.cards]
        yield f"counted-{seating}", mean(card.counted for card in cards)
        yield f"by-token-{seating}", mean(len(card.calls) - card.counted for card in cards)
        yield f"dearest-{seating}", max(card.counted for card in cards)
        yield f"deal-{seating}", mean(sum(step.counted for step in bill.deal) for bill in those)
    yield "too-fast", refused + sum(bill.too_fast for bill in bills)


def line(name: str, figure: float) -> str:
    """One of the last lines."""
    goal = GOALS.get(name)
    told = "" if goal is None else f" goal <= {goal:g} {'ok' if figure <= goal else 'short'}"
    return f"{name} {figure:.2f}{told}"


async def main(words: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.speed.calls")
    asked.add_argument("--deals", type=int, default=1, help="of each seating (default: 1)")
    asked.add_argument("--seatings", nargs="+", choices=SEATINGS, default=list(SEATINGS))
    asked.add_argument("--robots", type=int, default=52, help="the person's cards in the deal with robots")
    given = asked.parse_args(words)
    bills = []
    for seating in given.seatings:
        for seed in range(given.deals):
            bills.append(await one_deal(seating, seed=seed, limits=Limits()))
            report(bills[-1])
    refused = 0
    if given.robots:
        robots = await with_robots(own=given.robots)
        print(f"\nOne person and three robots that act after {PACE} s, at Discord's own limits")
        print(f"{robots.robots} moves of robots and {robots.own} of the person in {robots.seconds:.1f} s:")
        print(f"{robots.frames} frames of the table, {robots.refused} calls refused for having come too fast")
        refused = robots.refused
    print()
    for name, figure in figures(bills, refused):
        print(line(name, figure))


if __name__ == "__main__":
    asyncio.run(main())
