"""What friends wait for who challenge each other: ``python -m lab.speed.challenge [--challenges N]``.

In each server some people challenge each other, two to eight at a time, and play their five deals by commands
and buttons, as is drawn; so that the robots are quick, they are the easy ones. Then one person sends 500
challenges while others look at theirs. When the day is over in which others may come in, each looks at how
theirs ended.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``):

* ``WRONG``: points of deals, sums and places on pages that a plain recount of the stored plays has otherwise;
* ``EARLY``: pages that told somebody what others made of a deal that they had still to play;
* ``COUNTED_CALLS``: those that count against what Discord allows the bot, before anybody is reminded;
* ``FIRST_CARD``: seconds from the press that deals to one's hand, against the best robots, while nobody else
  plays: the longest of five after the first;
* ``PRESS``: seconds to the answer to a call or card, while all play, at the 95th percentile;
* ``TOLD``: presses of those whose answer told them to press once more, as while the disk is slow;
* ``HELD_UP``: the answers to others at p95 while one person challenges, over those while nobody does;
* ``REFUSED``: of the 500 challenges, those that were not refused, beyond the eight that one person may play.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from lab.speed.daily import COUNTS
from lab.speed.figures import figure, percentile
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Answer, Person, buttons, texts
from rules.challenges import DEALS, MOST_CHALLENGES
from rules.games.all_games import GAMES
from rules.games.all_games import game as game_named
from screens.challenges import MOST_IN_LINE
from screens.words.names import signed

WARM, HELD_UP = 1.0, 1.5
SENT: Final = 500
BLOCK, A_BLOCK, BETWEEN = 5.0, 50, 0.05
"""Seconds of a block, the challenges sent in it, and seconds between two looks of others."""
AT_ONCE: Final = 8
"""Servers in which people play at once, who press again as soon as they are answered: in fifty they would
wait longer than the bot does for its database, and be told so."""
PATIENT: Final = 300.0
"""Seconds for which somebody waits for robots that all the others ask too."""
REDRAWN: Final = 7
"""The type of an answer by which the message of a press is drawn anew."""
EASY_BOT: Final = """
import sys
from bot.__main__ import main
from bot.tables.contests import Contests
from robots.player import Strength

begin = Contests.__init__

def easy(self, *given):
    begin(self, *given)
    self.strength = Strength.EASY

Contests.__init__ = easy
sys.exit(main())
"""
"""The bot, with easy robots in challenges."""
ENV: Final = {"DOUBLE_TAP": "0", "ROBOT_PACE": "0", "ROBOT_WORKERS": "0", "CARD_EMOJI": "off"}
USUAL_GAME: Final = next(iter(GAMES))
BY_BUTTONS: Final = [one for one in GAMES if not game_named(one).variant_of(()).dealing.leaves_stock]
"""Games in which nothing is chosen in a list."""
PLAYED: Final = "SELECT contest, user_id, points FROM attempt WHERE points IS NOT NULL"
DEAL_LINE: Final = re.compile(r"^\*\*Deal (\d)\*\* · (.*)$", re.MULTILINE)
RESULT: Final = re.compile(r"<@(\d+)> \*\*([^*]+)\*\*")
PLACE: Final = re.compile(r"^(\d)\. <@(\d+)> \*\*([^*]+)\*\* · (\d)", re.MULTILINE)


@dataclass
class Played:
    """One challenge, and what was seen of it."""

    people: Sequence[Person]
    name: str
    message: Json  # that in the channel
    pages: dict[int, Json] = field(default_factory=dict)  # of each person, their own
    early: int = 0


@dataclass
class Waits:
    """Seconds for first cards, and for all other answers."""

    first: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # to somebody who then presses once more


def text_of(message: Json) -> str:
    return "\n".join(texts(message))


async def own_page(person: Person, message: Json, waits: Waits) -> Json:
    """The message for them alone that **I play** brings, or **How it stands** once both friends play: the
    answer, or one that follows it."""
    while True:
        answer = await looks_in(person, message)
        if answer.type == REDRAWN:
            await person.until(lambda _: answer.followups, channel=int(message["channel_id"]))  # noqa: B023
        found = answer.followups[-1] if answer.followups else answer.message
        assert found is not None, "nothing was answered"
        if buttons(found):
            return found
        waits.told.append(text_of(found))


async def looks_in(person: Person, message: Json) -> Answer:
    message = now(person, int(message["channel_id"]), message)
    ids = [one.custom_id or "" for one in buttons(message)]
    what = "see" if any(one.endswith(":see") for one in ids) else "play"
    return await person.press(message, button_of(message, what))


def button_of(message: Json, what: str) -> str:
    """A button of a challenge."""
    ids = (one.custom_id or "" for one in buttons(message))
    found = next((one for one in ids if one.startswith("challenge:") and one.endswith(f":{what}")), None)
    assert found is not None, f"no {what} on {text_of(message)!r}"
    return found


def acts_in(message: Json) -> list[str]:
    """The calls and cards that are open, and an agreement."""
    found = (one.custom_id or "" for one in buttons(message) if not one.disabled)
    return [one for one in found if one.startswith(("call:", "play:", "discard:", "agree:"))]


async def begun(people: Sequence[Person], channel: int, game: str, waits: Waits) -> Played:
    """Two friends, or as many as press **I play**."""
    first, *others = people
    options: dict[str, Any] = {"game": game} | ({"friend": others[0]} if len(others) == 1 else {})
    while True:
        message = (await first.slash("challenge", channel=channel, options=options)).message
        assert message is not None, "nothing was answered"
        if buttons(message):
            break
        waits.told.append(text_of(message))
    name = next((one.custom_id or "").split(":")[1] for one in buttons(message))
    made = Played(people, name, message)
    for person in people:
        made.pages[person.id] = await own_page(person, message, waits)
    return made


async def plays(made: Played, person: Person, waits: Waits, draw: Random) -> None:
    """All deals, one after the other, on one message; what is called and played is drawn."""
    channel = int(made.message["channel_id"])
    for deal in range(1, DEALS + 1):
        page = made.pages[person.id]
        made.early += tells_early(page, person, deal)
        began = time.monotonic()
        page = await pressed(person, channel, page, button_of(page, "deal"), waits)
        waits.first.append(time.monotonic() - began)
        while acts := acts_in(page):
            page = await pressed(person, channel, page, draw.choice(acts), waits)
        if (compare := compare_in(page)) is not None:  # a press that was too late is answered by the table
            page = await pressed(person, channel, page, compare, waits)
        made.pages[person.id] = page


def now(person: Person, channel: int, message: Json) -> Json:
    return next(one for one in person.sees(channel, newest=400) if one["id"] == message["id"])


def compare_in(message: Json) -> str | None:
    """The button of a table that is over which tells what it came to."""
    ids = (one.custom_id or "" for one in buttons(message))
    return next((one for one in ids if one.startswith("compare:")), None)


def is_hand(message: Json) -> bool:
    return not any((one.custom_id or "").startswith("challenge:") for one in buttons(message))


async def pressed(person: Person, channel: int, was: Json, button: str, waits: Waits) -> Json:
    """The message once it shows what is to be done, or what the deal came to. Somebody who is told to press
    once more does so."""

    def is_drawn() -> bool:
        shown = now(person, channel, was)
        done = not is_hand(shown) or compare_in(shown) is not None
        return shown != was and (done or bool(acts_in(shown)))

    while True:
        answer = await person.press(was, button)
        waits.answers.append(answer.took)
        await person.until(lambda _: is_drawn() or told_beside(answer, was), channel=channel)  # noqa: B023
        if is_drawn():
            return now(person, channel, was)
        waits.told += told_beside(answer, was)


def told_beside(answer: Answer, page: Json) -> list[str]:
    """What an answer tells besides that it draws the page anew."""
    found = [
        one for one in (answer.message, *answer.followups) if one is not None and one["id"] != page["id"]
    ]
    return [text_of(one) for one in found]


def tells_early(page: Json, person: Person, deal: int) -> bool:
    """Whether a page tells anything of a deal that its reader has still to play, or of a later one."""
    lines = {int(number): told for number, told in DEAL_LINE.findall(text_of(page))}
    return any(RESULT.search(told) for number, told in lines.items() if number >= deal)


def stored_plays(database: Path) -> dict[str, dict[int, dict[int, int]]]:
    """The points of each deal, by challenge and user, from the file of a bot that has stopped."""
    found: dict[str, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    with closing(sqlite3.connect(database)) as db:
        for contest, user, points in db.execute(PLAYED):
            challenge, _, deal = contest.rpartition("-")
            found[challenge][user][int(deal)] = int(points)
    return found


def wrong_on(page: str, plain: dict[int, dict[int, int]]) -> Iterator[str]:
    """What a page of a challenge that is over tells otherwise than a plain recount."""
    if any({*deals} != {*range(1, DEALS + 1)} for deals in plain.values()):
        yield f"not all are played: {plain}"
        return
    for number, told in DEAL_LINE.findall(page):
        shown = {int(user): points for user, points in RESULT.findall(told)}
        stored = {user: signed(deals[int(number)]) for user, deals in plain.items()}
        if len(shown) != min(MOST_IN_LINE, len(stored)) or not shown.items() <= stored.items():
            yield f"deal {number}: {told}"
    sums = {user: sum(deals.values()) for user, deals in plain.items()}
    places = {user: 1 + sum(other > own for other in sums.values()) for user, own in sums.items()}
    shown_places = {
        int(user): (int(place), points, int(deals)) for place, user, points, deals in PLACE.findall(page)
    }
    if shown_places != {user: (places[user], signed(sums[user]), DEALS) for user in sums}:
        yield f"places {shown_places}, plainly {sums}"


def server(ground: Playground, number: int) -> tuple[int, list[Person]]:
    """A server with a channel and eight people."""
    guild = ground.world.found(f"Club {number}")
    users = [ground.world.new_member(guild, f"P{number}x{one}") for one in range(8)]
    channel = ground.world.create_channel(guild.id, "whist").id
    return channel, [Person(ground._crowd, user.name, user.id) for user in users]


async def in_server(
    channel: int,
    people: Sequence[Person],
    sizes: Sequence[int],
    games: Iterator[str],
    waits: Waits,
) -> list[Played]:
    """One challenge of each of these sizes, one after the other, which people play beside each other."""
    found = []
    for number, size in enumerate(sizes):
        turned = [people[(number + one) % len(people)] for one in range(size)]
        made = await begun(turned, channel, next(games), waits)
        draws = (Random(f"{made.name} {one}") for one in range(size))
        await asyncio.gather(
            *(plays(made, person, waits, draw) for person, draw in zip(turned, draws, strict=True))
        )
        found.append(made)
    return found


async def looks(made: Iterator[Played], waits: list[float]) -> None:
    """For a block others look at their challenges, at an even pace."""
    until = time.monotonic() + BLOCK
    while time.monotonic() < until:
        one = next(made)
        waits.append((await looks_in(one.people[0], one.message)).took)
        await asyncio.sleep(BETWEEN)


async def sends(channel: int, sender: Person, friends: Iterator[Person], times: int) -> int:
    """So many challenges by one person, evenly over a block and without waiting for an answer; how many of
    them were made."""

    async def later(number: int) -> bool:
        await asyncio.sleep(BLOCK * number / times)
        answer = await sender.slash("challenge", channel=channel, friend=next(friends))
        return answer.message is not None and not answer.ephemeral

    return sum(await asyncio.gather(*map(later, range(times))))


async def held_up(
    made: Sequence[Played], channel: int, sender: Person, friends: Sequence[Person], sent: int
) -> tuple[float, int]:
    """The answers to others while one person sends so many challenges, over those while nobody does, in
    blocks that take turns; and how many were made."""
    calm, beside, kept, turn = list[float](), list[float](), 0, cycle(made)
    while sent > 0:
        await looks(turn, calm)
        times = min(sent, A_BLOCK)
        _, some = await asyncio.gather(looks(turn, beside), sends(channel, sender, cycle(friends), times))
        sent, kept = sent - times, kept + some
    return percentile(beside, 95) / percentile(calm, 95), kept


class Found(NamedTuple):
    """What was measured of many challenges."""

    challenges: int
    deals: int
    wrong: Sequence[str]
    early: int
    counted: int
    press: float  # seconds, at the 95th percentile
    told: Sequence[str]  # to those who then pressed once more
    held_up: float
    kept: int  # of those that one person sent


async def many(sizes: Sequence[Sequence[int]], sent: int, database: Path) -> Found:
    """In each server challenges of these sizes, and then so many by one person."""
    waits, games = Waits(), cycle(BY_BUTTONS)
    async with Playground.open(limits=Limits(answer_seconds=PATIENT), database=database) as ground:
        places = [server(ground, number) for number in range(len(sizes))]
        bot = await ground.start_bot(ENV, command=(sys.executable, "-c", EASY_BOT))
        turns = asyncio.Semaphore(AT_ONCE)

        async def played_in(channel: int, people: Sequence[Person], some: Sequence[int]) -> list[Played]:
            async with turns:
                return await in_server(channel, people, some, games, waits)

        playing = (
            played_in(channel, people, some) for (channel, people), some in zip(places, sizes, strict=True)
        )
        made = [one for each in await asyncio.gather(*playing) for one in each]
        counted = sum(len(ground.calls.of_kind(kind)) for kind in COUNTS)
        channel, people = places[-1]
        sender, guild = ground.people["anna"], ground.world.get_channel(channel).guild_id
        ground.world.let_in(ground.world.get_guild(guild or 0), sender.id, "anna")
        held, kept = await held_up(made, channel, sender, people, sent)
        ground.pass_time(25 * 3600)
        ends = [
            (one, text_of(await own_page(person, one.message, waits)))
            for one in made
            for person in one.people
        ]
        assert await bot.stop() == 0
    plain = stored_plays(database)
    wrong = [fault for one, page in ends for fault in wrong_on(page, plain[one.name])]
    early, press = sum(one.early for one in made), percentile(waits.answers, 95)
    return Found(len(made), len(waits.first), wrong, early, counted, press, waits.told, held, kept)


async def first_cards(times: int) -> list[float]:
    """Seconds from the press that deals to one's hand, against the best robots: the first is that of a bot
    that has dealt nothing yet."""
    took = []
    async with Playground.open() as ground:
        bot = await ground.start_bot({"DOUBLE_TAP": "0"})
        people = [ground.people["anna"], ground.people["boris"], ground.people["ivan"]]
        for number in range(times):
            pair = [people[number % 3], people[(number + 1) % 3]]
            made = await begun(pair, ground.channel, USUAL_GAME, Waits())
            for person in pair:
                page = made.pages[person.id]
                began = time.monotonic()
                await person.press(page, button_of(page, "deal"))
                await person.until(lambda _, of=page, who=person: is_hand(now(who, ground.channel, of)))  # type: ignore[misc]
                took.append(time.monotonic() - began)
        assert await bot.stop() == 0
    return took


def shared_out(challenges: int, servers: int) -> list[list[int]]:
    """How many play each challenge of each server."""
    rng = Random(28)
    drawn_sizes = [rng.choice((2, 2, 3, 4, 6, 8)) for _ in range(challenges)]
    return [drawn_sizes[number::servers] for number in range(servers)]


async def measured(challenges: int, servers: int, sent: int, database: Path) -> None:
    Person.patience = PATIENT
    took = await first_cards(3)
    found = await many(shared_out(challenges, servers), sent, database)
    for fault in found.wrong[:5]:
        print(fault)
    for sentence, times in Counter(found.told).most_common():
        print(f"{times} times: {sentence}")
    print(f"{found.challenges} challenges in {servers} servers, {found.deals} deals")
    figure("WRONG", len(found.wrong), 0.0)
    figure("EARLY", found.early, 0.0)
    figure("COUNTED_CALLS", found.counted, 0.0)
    figure("FIRST_CARD", max(took[1:]), WARM)
    figure("PRESS", found.press)
    figure("TOLD", len(found.told))
    figure("HELD_UP", found.held_up, HELD_UP)
    figure("REFUSED", max(0, found.kept - MOST_CHALLENGES), 0.0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What friends wait for who challenge each other.")
    parser.add_argument("--challenges", type=int, default=12, help="the full share: 1000")
    parser.add_argument("--servers", type=int, default=3, help="the full share: 50")
    parser.add_argument("--sent", type=int, default=SENT, help="challenges by one person")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "challenges.sqlite3"
        asyncio.run(measured(asked.challenges, asked.servers, asked.sent, path))
