"""The bot's process is killed again and again, and started again on the same database.

Acknowledged means that the press got its answer. What is acknowledged is never lost, nothing is done twice or
posted twice, and every button made before works after.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from enum import Enum, auto

from playground.calls import Kind
from playground.errors import Fault
from playground.people import Person, buttons, texts
from rules.table.events import CardPlayed
from tests.trials.stage.book import book
from tests.trials.stage.playing import Done, Evening, Way, evening, used

CALLBACK = r"/interactions/\d+/[^/]+/callback"


class Blow(Enum):
    """When the process is killed."""

    BEFORE = auto()  # while nothing is going on, just before a press
    SENT = auto()  # a press is on its way
    COMMITTED = auto()  # it is stored, and its answer has not arrived
    ANSWERED = auto()  # its answer has arrived, and nothing else is drawn
    DRAWING = auto()  # an edit of a message is asked for and not made
    DRAWN = auto()  # it is made, and the bot has not heard so


BLOWS = {
    0: Blow.SENT,  # the cut
    1: Blow.COMMITTED,
    2: Blow.BEFORE,  # the declaration
    3: Blow.ANSWERED,
    4: Blow.SENT,  # contre or content
    5: Blow.COMMITTED,
    9: Blow.BEFORE,
    13: Blow.DRAWING,
    18: Blow.SENT,
    24: Blow.ANSWERED,
    29: Blow.DRAWN,
    35: Blow.COMMITTED,
    41: Blow.SENT,
    47: Blow.ANSWERED,
}
"""When the process is killed at a move, by the number of moves tried before; the last card has a time of its
own."""


def spoilt(table: Evening, blow: Blow) -> Fault | None:
    """What makes the moment long enough to be killed in."""
    ground, frames = table.ground, rf"/channels/{table.channel}/messages/\d+|/webhooks/.*"
    match blow:
        case Blow.COMMITTED:
            return ground.hang("POST", CALLBACK, effect=False)
        case Blow.ANSWERED:
            return ground.hang("POST", CALLBACK)
        case Blow.DRAWING:
            return ground.hang("PATCH", frames, effect=False)
        case Blow.DRAWN:
            return ground.hang("PATCH", frames)
        case _:
            return None


async def strike(table: Evening, blow: Blow) -> None:
    """Make the next move, kill the bot at that moment, and start it again."""
    if blow is Blow.BEFORE:
        await table.move()
    else:
        moving = await under_way(table, blow)
        table.bot.kill()
        await table.bot.dead()
        table.ground.mend()
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
    await table.bot.restart()


async def under_way(table: Evening, blow: Blow) -> asyncio.Task[Done]:
    """A move at which the process is to be killed."""
    while True:
        move = await table.move()
        fault = spoilt(table, blow)
        moving = asyncio.create_task(table.do(move))
        if fault is None:
            for _ in range(table.random.randint(1, 12)):
                await asyncio.sleep(0)
            return moving
        if blow in (Blow.DRAWING, Blow.DRAWN) and not (await moving).accepted:
            table.ground.mend()  # it was refused on a panel that was out of date: nothing will be drawn
            continue
        await used(fault)
        if blow is Blow.ANSWERED:
            await moving
        return moving


async def test_a_deal_through_fourteen_kills_loses_nothing_and_does_nothing_twice() -> None:
    ways = {"boris": Way.HAND, "clara": Way.SLASH}
    async with evening(ways=ways, seed=86) as table:
        table.doublings = 2
        tried = 0
        last = False
        while not table.results():
            blow = BLOWS.get(tried)
            if not last and played_on_screen(table) == 51:
                blow, last = Blow.ANSWERED, True
            tried += 1
            before, cards = table.room_text, played_on_screen(table)
            if blow is not None:
                await strike(table, blow)
            elif (done := await table.act()).accepted:
                await table.until_changed(before)
                if done.move.verb == "play":  # an edit that was under way may come first
                    await table.until(lambda cards=cards: table.results() or played_on_screen(table) > cards)  # type: ignore[misc]
        await table.play_until(lambda: len(table.public()) == 3)
        await table.until(table.due)

        assert table.bot.started >= 15
        assert last, "the last card was never reached"
        rubber, result, following = table.titles()
        assert rubber.startswith("### Rubber 1")
        assert result.startswith("### Deal 1: ")
        assert following.startswith("### Deal 2")
        posted = Counter(call.channel_id for call in table.ground.calls.of_kind(Kind.CREATE, status=200))
        for person in table.people:
            assert len(table.panels(person)) == 1, f"{person.name} has two panels"
        assert set(posted) == {table.channel, *(person.dm for person in table.people)}
        assert not table.complaints()

        acts = [one for one in table.done if one.accepted]
        assert await table.bot.stop() == 0
        kept = await book(
            table.ground.database, table.ground.guild, tuple(one.answer.interaction_id for one in acts)
        )
    lost = [(one.move.what, one.answer) for one in acts if one.answer.interaction_id not in kept.kept]
    assert not lost
    played = [str(one.event.card) for one in kept.events if isinstance(one.event, CardPlayed)]
    assert len(played) == len(set(played)) == 52
    assert {one.move.word for one in acts if one.move.verb == "play"} <= set(played)
    assert len(kept.records) == 1
    assert kept.findings == ()


def played_on_screen(table: Evening) -> int:
    """How many cards have been played, counting the tricks that the table shows and the cards on it."""
    if not table.playing:
        return 0
    cross = "".join(re.findall(r"^`[^`\n]+`$", table.room_text, re.MULTILINE))
    lying = len(re.findall(r"(?:10|[2-9AKQJ])[♠♥♦♣]\ufe0e", cross))
    tricks = sum(map(int, re.findall(r"▮\s\*\*(\d+)", table.room_text)))
    return 4 * tricks + lying % 4  # a finished trick lies there until the next


async def test_a_message_whose_id_was_never_stored_is_not_posted_again() -> None:
    async with evening(seated=False) as table:
        posting = table.ground.hang("POST", rf"/channels/{table.channel}/messages")
        await table.people[0].slash("table open")
        await used(posting)
        table.bot.kill()
        await table.bot.dead()
        assert len(table.public()) == 1
        table.ground.mend()
        await table.bot.restart()
        answer = await table.people[1].press(table.room, label="Join")
        assert answer.texts[0].startswith("You have joined the table.")
        await table.until(lambda: f"<@{table.people[1].id}>" in table.room_text)
        assert len(table.public()) == 1


async def test_a_message_whose_id_was_never_stored_shows_what_has_happened_since_it_was_posted() -> None:
    async with evening(seated=False) as table:
        await table.sit_down()
        posting = table.ground.hang("POST", rf"/channels/{table.channel}/messages")
        await table.people[0].press(table.room, table.to_start)
        await used(posting)

        def may_cut() -> list[Person]:
            pressed = [(one, [two.label for two in buttons(table.panel(one))]) for one in table.people]
            return [one for one, labels in pressed if "Cut the pack" in labels]

        await table.until(may_cut)
        (cutter,) = may_cut()
        assert (await cutter.press(table.panel(cutter), label="Cut the pack")).type == 7
        table.bot.kill()
        await table.bot.dead()
        assert "to cut" in table.room_text
        table.ground.mend()
        await table.bot.restart()
        await table.until(lambda: "to declare" in table.room_text)
        assert table.titles()[1:] == ["### Deal 1: the declaration"]


async def test_a_process_that_is_frozen_and_killed_in_the_middle_of_a_press_leaves_the_table_whole() -> None:
    async with evening(seed=4) as table:
        for _ in range(3):
            move = await table.move()
            table.bot.freeze()
            moving = asyncio.create_task(table.do(move))
            await asyncio.sleep(0)
            table.bot.kill()
            await table.bot.dead()
            moving.cancel()
            await asyncio.gather(moving, return_exceptions=True)
            await table.bot.restart()
            before = table.room_text
            done = await table.act()
            assert done.accepted, texts(done.answer.message or {})
            await table.until_changed(before)
        kept = await table.book()
        assert (
            len(kept.events) == 1 + 4 + 2 + 3 + 1
        )  # opened, four joined, begun and pack, three moves, dealt
