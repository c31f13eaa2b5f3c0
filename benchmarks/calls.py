"""What a deal costs in calls to Discord: ``python -m benchmarks.calls``.

Four people play one deal at a playground, pressing as soon as the bot has settled, so that no frame is
skipped: with their hands in the channel, and with their hands in direct messages. Then one person plays a
deal with three robots, at Discord's own limits. The calls are counted where they arrive.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from playground.calls import Call, Kind
from playground.limits import Limits
from playground.reading import buttons
from rules.cards import PACK
from rules.table.events import CallMade, CardPlayed
from tests.playing.evening import FOUR, Done, Evening, Way, evening

MOST: Final[Mapping[Way, tuple[int, int]]] = {Way.HAND: (2, 125), Way.DM: (3, 177)}
"""At most so many calls for a card, and for a deal."""
STILL: Final = 0.15
"""Seconds without a call after which nothing more is coming, the slowest disk allowed for."""
QUIET: Final = 5
"""So many questions answered one after the other without another call between: the bot has settled."""
AUTOCOMPLETE: Final = "answer 8"  # the driver's own questions, of which no card has need
PACE: Final = 0.05
"""Seconds before a robot acts, in place of 0.8, so that a deal with robots is soon over."""


@dataclass(frozen=True)
class Step:
    """Something that somebody did, and the calls that it cost, each as what it is for."""

    name: str
    calls: tuple[str, ...]
    is_card: bool = False


@dataclass(frozen=True)
class Bill:
    """All that an evening of one deal cost."""

    way: Way
    before: tuple[Step, ...]  # opening the table and taking the chairs
    deal: tuple[Step, ...]  # from Start to the result

    @property
    def cards(self) -> list[Step]:
        return [step for step in self.deal if step.is_card]

    @property
    def dearest_card(self) -> int:
        return max(len(step.calls) for step in self.cards)

    @property
    def for_the_deal(self) -> int:
        return sum(len(step.calls) for step in self.deal)


class Till:
    """Takes down the calls of one step after another."""

    def __init__(self, table: Evening) -> None:
        self.table = table
        self._from = len(table.ground.calls)

    async def step(self, name: str, *, is_card: bool = False) -> Step:
        """What has been asked of Discord since the last step, once the bot has settled."""
        await settled(self.table)
        calls = [call for call in list(self.table.ground.calls)[self._from :] if call.label != AUTOCOMPLETE]
        self._from = len(self.table.ground.calls)
        return Step(name, tuple(purpose(self.table, call) for call in calls), is_card)


async def settled(table: Evening) -> None:
    """Returns when the bot does nothing more of itself."""
    stranger, loop = table.person("ivan"), asyncio.get_running_loop()
    quiet, seen, since = 0, -1, loop.time()
    while quiet < QUIET or loop.time() - since < STILL:
        await stranger.autocomplete("play", "card", channel=table.channel)
        now = sum(call.label != AUTOCOMPLETE for call in table.ground.calls)
        if now == seen:
            quiet += 1
        else:
            quiet, seen, since = 0, now, loop.time()
        await asyncio.sleep(0.005)


def purpose(table: Evening, call: Call) -> str:
    """What a call was for."""
    names = {person.dm: person.name for person in table.people}
    if call.kind is Kind.ANSWER:
        return f"answer ({call.answer_type})"
    if call.kind is Kind.OPEN_DM:
        return "opening direct messages"
    where = f"panel of {names[call.channel_id]}" if call.channel_id in names else "table"
    doing = {Kind.CREATE: "post", Kind.EDIT: "edit"}.get(call.kind, str(call.kind))
    return f"{doing} {where}"


async def one_deal(way: Way) -> Bill:
    """A deal by four people who all play in one way."""
    ways = dict.fromkeys(FOUR, way)
    async with evening(seated=False, ways=ways) as table:
        till = Till(table)
        before = []
        await table.people[0].slash("table open", channel=table.channel)
        await table.until(lambda: table.public() and buttons(table.room))
        before.append(await till.step("open the table"))
        for person in table.people:
            await person.press(table.room, label="Join")
            before.append(await till.step(f"{person.name} joins"))
        deal = []
        await table.start()
        deal.append(await till.step("start the rubber"))
        while sum(step.is_card for step in deal) < len(PACK):
            stands = table.room_text
            move = await table.move()
            if way is Way.HAND and table.playing:
                again = await till.step(f"{move.person.name} presses My hand, to see dummy's cards")
                deal += [again] if again.calls else []
            done = await table.do(move)
            assert done.accepted, f"{move.what}: {done.answer.texts}"
            await table.until_changed(stands)
            deal.append(await till.step(_named(done), is_card=move.verb == "play"))
            if way is Way.HAND and move.verb == "cut":
                for person in table.people:
                    await table.hand(person)
                    deal.append(await till.step(f"{person.name} presses My hand"))
        return Bill(way, tuple(before), _without_next(deal))


def _named(done: Done) -> str:
    verb = {"cut": "cuts the pack", "play": "plays", "call": "calls"}[done.move.verb]
    return f"{done.move.person.name} {verb} {done.move.word}".strip()


def _without_next(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The message of the next deal is on the next deal's bill."""
    return tuple(
        Step(step.name, tuple(call for call in step.calls if call != "post table"), True)
        if step.is_card
        else step
        for step in steps
    )


@dataclass(frozen=True)
class WithRobots:
    """One person and three robots."""

    robots: int  # moves of theirs
    own: int  # of the person
    frames: int  # edits of the table's message
    refused: int  # calls that came too fast
    seconds: float


async def with_robots(*, pace: float = PACE, own: int = 52) -> WithRobots:
    """One person acts at once whenever he may, for a deal or so many moves; the limits are Discord's."""
    env = {"ROBOT_PACE": str(pace), "CHANNEL_CALLS": "5"}
    ways = {"anna": Way.HAND}
    async with evening(env=env, limits=Limits(), names=("anna",), ways=ways, seed=1) as table:
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
            frames=sum(call.kind is Kind.EDIT and call.channel_id == table.channel for call in calls),
            refused=sum(call.status == 429 for call in calls),
            seconds=seconds,
        )


def _lines(steps: Sequence[Step]) -> None:
    for step in steps:
        told = ", ".join(
            f"{name} ×{count}" if count > 1 else name for name, count in Counter(step.calls).items()
        )
        print(f"  {len(step.calls):2}  {step.name}: {told}")


def report(bill: Bill) -> None:
    most_card, most_deal = MOST[bill.way]
    per_card = Counter(len(step.calls) for step in bill.cards)
    print(f"\nFour people play {bill.way.value}")
    print(f"{'':26}{'calls':>6}{'at most':>9}")
    print(f"{'the dearest card':26}{bill.dearest_card:6}{most_card:9}")
    print(f"{'the deal, Start to result':26}{bill.for_the_deal:6}{most_deal:9}")
    spread = ", ".join(f"{count} cards at {calls}" for calls, count in sorted(per_card.items()))
    print(f"{len(bill.cards)} cards: {spread}")
    example = Counter(call for step in bill.cards for call in step.calls)
    print("for cards in all: " + ", ".join(f"{name} ×{count}" for name, count in example.most_common()))
    print("in the deal beside the cards:")
    _lines([step for step in bill.deal if not step.is_card])
    print("once for the table:")
    _lines(bill.before)


async def main() -> None:
    for way in (Way.HAND, Way.DM):
        report(await one_deal(way))
    robots = await with_robots()
    print(f"\nOne person and three robots that act after {PACE} s, at Discord's own limits")
    print(f"{robots.robots} moves of robots and {robots.own} of the person in {robots.seconds:.1f} s:")
    print(f"{robots.frames} frames of the table, {robots.refused} calls refused for having come too fast")


if __name__ == "__main__":
    asyncio.run(main())
