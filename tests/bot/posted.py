"""Stories of messages, of which tests/records/posted has every line that a ``Desk`` tells.

``python -m tests.bot.posted [NAME ...]`` writes the files anew, or some of them. Read the difference before
keeping it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.cluster import Task
from bot.discord_api.scheduler import Route
from bot.discord_api.sender import Grip, Pressed, Token
from rules.errors import Refusal
from screens.screen import Screen, Text
from storage.ports.records import Place, Slot, SlotKey
from storage.ports.storage import Errand
from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.desk import ALERT, COUNTER, OTHER, PRIVATE, READER, ROOM, Desk, Lines, Wire
from tests.trials.stage.empty_database import made_ready

RECORDS: Final = Path(__file__).parent.parent / "records" / "posted"
AN_HOUR: Final = 3600.0


async def a_counter_is_shown_changed_and_closed(desk: Desk) -> None:
    counter = await desk.begin()
    await desk.tells("begun")
    await desk.counters.add(counter.id)
    await desk.tells("one more")
    await desk.later(counter, AN_HOUR)
    await desk.tells("nothing has happened")
    counter.redraw.add(ROOM)
    desk.posting.changed(counter)
    await desk.tells("to be drawn again, which shows the same")
    desk.clock.time += AN_HOUR
    await desk.counters.add(counter.id)
    await desk.tells("one more, on an old message")
    await desk.counters.move(counter.id, Place(1, 12))
    await desk.tells("moved")
    await desk.counters.close(counter.id)
    await desk.wants(counter, ROOM)
    await desk.tells("closed")
    desk.says(f"in memory: {desk.outbox.slots_of(counter.id)}")


async def a_call_fails_again_and_again(desk: Desk) -> None:
    counter = await desk.begin()
    desk.answers("PATCH 11", (500, 0), (502, 0))
    desk.answers("PATCH 500", (500, 0), (502, 0))
    await desk.counters.add(counter.id)
    await desk.tells("both fail")
    await desk.later(counter, 0.3)
    await desk.tells("again")
    await desk.later(counter, 0.9)
    await desk.tells("too early")
    await desk.later(counter, 0.1)
    await desk.tells("it works")


async def a_channel_is_closed_to_the_bot_and_opened_again(desk: Desk) -> None:
    counter, other = await desk.begin(), await desk.begin(OTHER, 12)
    desk.answers("PATCH 11", (403, 50013))
    desk.answers("PATCH 500", (403, 50001))
    await desk.counters.add(counter.id)
    await desk.tells("no permission in the channel, no access to the direct messages")
    await desk.later(counter, 1.9)
    await desk.tells("too early")
    for guild, channel in ((2, None), (1, 12), (2, 11)):
        desk.posting.reopened(guild, channel)
    await desk.tells("another channel or server is opened")
    desk.posting.reopened(1, 11)
    await desk.tells("this channel is opened")
    desk.answers("PATCH 12", (404, 10003))
    await desk.wants(other, ROOM)
    await desk.counters.add(other.id)
    await desk.tells("the channel of the other is gone")
    desk.posting.reopened(1)
    await desk.tells("something has changed in the server")
    await desk.later(counter, 10)
    await desk.tells("later")


async def somebody_takes_no_direct_messages(desk: Desk) -> None:
    counter = await desk.counters.begin(11, stream_id=COUNTER)
    desk.answers("POST @me", (403, 50007))
    await desk.tells("begun")
    await desk.counters.add(counter.id)
    await desk.later(counter, AN_HOUR)
    await desk.tells("one more")
    key = SlotKey(counter.id, PRIVATE)
    desk.says(f"panel: {await desk.posting.has_panel(key)}, {await desk.store.slots.dm(READER)}")
    await desk.posting.unpark(counter.id)
    await desk.tells("tried again in the channel")
    await desk.posting.try_again(key)
    await desk.tells("tried again in private")
    desk.says(f"panel: {await desk.posting.has_panel(key)}, {await desk.store.slots.dm(READER)}")


async def a_message_is_deleted_again_and_again(desk: Desk) -> None:
    counter = await desk.begin()
    for number in range(1, 5):
        desk.answers("PATCH 11", (404, 10008 if number % 2 else 30046))
        await desk.counters.add(counter.id)
        await desk.tells(f"deleted {number} times")
    await desk.later(counter, 20)
    await desk.tells("later")
    await desk.later(counter, 600)
    desk.answers("PATCH 11", (404, 10008))
    await desk.counters.add(counter.id)
    await desk.tells("ten minutes later")


async def a_message_is_posted_again(desk: Desk) -> None:
    counter = await desk.begin()
    key = SlotKey(counter.id, ROOM)
    await desk.posting.post_again(key)
    await desk.tells("at the bottom")
    for status, code in ((404, 10008), (500, 0), (404, 10003)):
        desk.answers("DELETE 11", (status, code))
        await desk.posting.post_again(key)
        await desk.tells(f"{status} {code}")
    await desk.posting.post_again(SlotKey(counter.id, Slot.of_name("table:9")))
    await desk.tells("what is not there")
    for task in Task:
        await desk.posting.do(Errand(key, task.value))
        await desk.tells(f"asked to {task.value}")


async def tokens_of_presses_reach_their_messages(desk: Desk) -> None:
    counter = await desk.begin()
    desk.pressed(desk.message(), "channel", Pressed.IN_CHANNEL)
    desk.pressed(desk.message(PRIVATE), "direct", Pressed.DIRECT)
    await desk.counters.add(counter.id)
    await desk.tells("by both")
    desk.says(f"unproven: {sorted(one.value for one in desk.kept.tokens.unproven if one)}")
    desk.answers("PATCH channel", (401, 50027))
    await desk.counters.add(counter.id)
    await desk.tells("the first is dead")
    desk.pressed(desk.message(), "new", Pressed.IN_CHANNEL)
    desk.answers("PATCH new", (429, 0))
    await desk.counters.add(counter.id)
    await desk.tells("too fast by the first")
    desk.pressed(desk.message(), "old", Pressed.IN_CHANNEL, ago=870)
    desk.pressed(desk.message(PRIVATE), "older", Pressed.DIRECT, ago=890)
    await desk.counters.add(counter.id)
    await desk.tells("tokens that end soon are passed over")
    desk.clock.time += 850
    await desk.counters.add(counter.id)
    await desk.tells("they serve no longer")


async def tokens_of_presses_miss_their_messages(desk: Desk) -> None:
    counter = await desk.begin()
    desk.pressed(desk.message(), "channel", Pressed.IN_CHANNEL)
    desk.answers("PATCH channel", (404, 10008))
    await desk.counters.add(counter.id)
    await desk.tells("it stands all the same")
    desk.pressed(desk.message(), "again", Pressed.IN_CHANNEL)
    await desk.counters.add(counter.id)
    await desk.tells("not tried again")
    desk.pressed(desk.message(PRIVATE), "direct", Pressed.DIRECT)
    desk.answers("PATCH direct", (404, 10008))
    desk.answers("PATCH 500", (404, 10008))
    await desk.counters.add(counter.id)
    await desk.tells("it was deleted")


async def an_alert_rings_and_is_taken_back(desk: Desk) -> None:
    counter = await desk.begin()
    await desk.wants(counter, ALERT)
    await desk.tells("rings")
    await desk.counters.add(counter.id)
    await desk.wants(counter, ALERT)
    await desk.tells("stands")
    await desk.counters.add(counter.id)
    desk.answers("DELETE 11", (500, 0), (404, 10008))
    await desk.wants(counter, ALERT)
    await desk.tells("over, and cannot be deleted")
    await desk.later(counter, 0.3)
    await desk.tells("was deleted already")


async def a_process_dies_and_the_next_goes_on(desk: Desk) -> None:
    counter = await desk.begin()
    await desk.wants(counter, "table:1", ALERT)
    desk.answers("POST 11", (500, 0), (500, 0))
    await desk.tells("two cannot be posted")
    await desk.outbox.try_flush()
    then = desk.next
    await then.posting.find_due()
    then.says(f"uncertain: {sorted(one.slot for one in then.outbox.uncertain)}")
    then.clock.time += 1
    await then.kept.boards.show_due()
    await then.tells("the next process")
    await then.counters.add(counter.id)
    await then.tells("goes on")
    await then.ends()


async def an_alert_that_nobody_heard_of_is_taken_back_by_the_process_that_takes_over(desk: Desk) -> None:
    counter = await desk.begin()
    await desk.wants(counter, ALERT)
    desk.answers("POST 11", (500, 0))
    await desk.tells("is not answered")
    desk.cluster.held = False
    await desk.posting.lost([counter.id])
    then = desk.next
    await then.counters.add(counter.id)
    await then.tells("one more, by another process")
    await then.counters.add(counter.id)
    await then.tells("over")
    then.clock.time += AN_HOUR
    then.posting.gained(counter.id, orphaned=False)
    await then.tells("taken over")
    await then.ends()


async def a_stream_goes_to_another_process_and_comes_back(desk: Desk) -> None:
    counter, other = await desk.begin(), await desk.begin(OTHER, 12)
    desk.kept.boards.to_redraw |= {SlotKey(counter.id, ROOM), SlotKey(other.id, ROOM)}
    desk.cluster.held = False
    await desk.posting.lost([counter.id])
    desk.says(f"drawn again: {sorted(desk.kept.boards.to_redraw)}")
    desk.says(f"known: {desk.known}")
    await desk.counters.add(counter.id)
    await desk.tells("another's")
    desk.cluster.held = True
    desk.posting.gained(counter.id, orphaned=False)
    await desk.tells("back")
    desk.posting.gained(counter.id, orphaned=True)
    await desk.tells("back from a process that died")


async def what_cannot_be_looked_at_is_told_of(desk: Desk) -> None:
    counter, other = await desk.begin(), await desk.begin(OTHER, 12)
    desk.faults |= {counter.id: Refusal("set aside"), other.id: RuntimeError("planted")}
    for one in (counter, other):
        desk.kept.boards.look_at(one.id)
        desk.kept.boards.look_at(one.id)
    await desk.tells("looked at")
    desk.faults.clear()
    await desk.store.streams.want(counter.id, Slot.of_name("unknown:1"))
    desk.posting.gained(counter.id, orphaned=False)
    await desk.tells("a slot that nothing draws")


async def copies_follow_by_their_tokens(desk: Desk) -> None:
    counter = await desk.begin()
    key = SlotKey(counter.id, PRIVATE)
    drawn = Screen((Text(f"{PRIVATE} 0, in full"),))

    async def shows(message: int, name: str, *, follow_up: bool = False, current: bool = True) -> None:
        grip = Grip(Token(name), message if follow_up else None, desk.clock())
        desk.kept.tokens.learn(message, grip)
        await desk.posting.copy_shows(key, drawn, message, current=current)

    await shows(70, "first")
    await desk.tells("a copy")
    desk.says(f"has one: {desk.kept.copies.has_copy(key)}")
    await shows(71, "second", follow_up=True)
    await desk.tells("a newer one")
    await desk.counters.add(counter.id)
    await desk.tells("one more")
    then = desk.next
    await then.posting.find_due()
    await then.kept.boards.show_due()
    await then.kept.copies.update_found()
    await then.tells("the next process")
    then.says(f"has one: {then.kept.copies.has_copy(key)}")
    then.answers("PATCH second", (500, 0))
    await then.counters.add(counter.id)
    await then.tells("one more")
    then.clock.time += 850
    then.kept.copies.changed(counter.id)
    await then.tells("at its end")
    await then.ends()


async def answers_redraw_a_message(desk: Desk) -> None:
    counter = await desk.begin()
    key, drawn = SlotKey(counter.id, ROOM), Screen((Text(f"{ROOM} 1, in full"),))
    async with desk.posting.taking(key) as taken:
        await desk.counters.add(counter.id)
        await desk.tells(f"while an answer has it: {taken}")
        await desk.posting.shows(key, counter.version, drawn, 11, desk.message())
    await desk.tells("the answer has shown it")
    await desk.posting.shows(key, 7, drawn, 11, 1)
    await desk.tells("another message shows something")
    desk.posting.draw_again(key)
    await desk.tells("to be drawn again")
    await desk.wants(counter, "table:1", "table:2")
    await desk.tells("two more")
    async with desk.posting.taking(SlotKey(counter.id, Slot.of_name("table:1"))):
        await desk.wants(counter, "table:1", "table:2")
        await desk.counters.add(counter.id)
        await desk.tells("while an answer has one of three")
    await desk.tells("afterwards")


async def few_calls_are_left(desk: Desk) -> None:
    counter = await desk.begin()
    busy = [Route("delete message", number) for number in range(60)]
    for route in busy[:46]:
        desk.scheduler.buckets.count_call(route, 0.0)
    await desk.counters.add(counter.id)
    await desk.tells("46 calls under way")
    desk.says(f"in short: {sorted(one.slot for one in desk.kept.boards.shortened)}")
    for route in busy[:46]:
        desk.scheduler.buckets.give_back(route)
    desk.posting.draw_again(SlotKey(counter.id, ROOM))
    await desk.tells("none any more")
    desk.says(f"in short: {sorted(one.slot for one in desk.kept.boards.shortened)}")


async def a_copy_is_given_up(desk: Desk) -> None:
    counter = await desk.begin()
    key = SlotKey(counter.id, PRIVATE)
    for number, (status, code) in enumerate(((404, 10008), (401, 50027), (403, 50001), (429, 0)), 70):
        grip = Grip(Token(f"t{number}"), None, desk.clock(), Pressed.ALONE)
        desk.kept.tokens.learn(number, grip._replace(pressed=None))
        desk.kept.tokens.learn(number, grip)
        await desk.posting.copy_shows(key, Screen((Text("shown"),)), number, current=True)
        desk.answers(f"PATCH t{number}", (status, code))
        await desk.counters.add(counter.id)
        await desk.tells(f"{status} {code}")
        desk.says(f"has one: {desk.kept.copies.has_copy(key)}")
        desk.says(f"out of reach: {sorted(one.slot for one in desk.outbox.out_of_reach)}")
    desk.kept.copies.hand_over([counter.id])
    desk.kept.copies.changed(counter.id)
    await desk.tells("another process goes on with it")


async def what_nobody_uses_leaves_memory(desk: Desk) -> None:
    counter = await desk.begin()
    key = SlotKey(counter.id, ROOM)
    desk.answers("PATCH 11", (403, 50013))
    await desk.counters.add(counter.id)
    await desk.tells("it cannot be shown")
    desk.says(f"let go: {desk.posting.forget_messages(counter.id)}")
    await desk.later(counter, 2)
    await desk.tells("later")
    desk.says(f"let go: {desk.posting.forget_messages(counter.id)}, {desk.posting.state(key)}")
    desk.says(f"known: {desk.known}")
    desk.posting.draw_again(key)
    await desk.counters.add(counter.id)
    await desk.tells("one more")
    counter.reread = True
    desk.posting.changed(counter)
    desk.says(f"still to be read: {counter.reread}")
    await desk.tells("read again")


async def another_process_is_asked(desk: Desk) -> None:
    counter = await desk.begin()
    key, private = SlotKey(counter.id, ROOM), SlotKey(counter.id, PRIVATE)
    message, drawn = desk.message(), Screen((Text("drawn"),))
    desk.cluster.held = False
    await desk.posting.lost([counter.id])
    await desk.posting.try_again(private)
    await desk.posting.unpark(counter.id)
    await desk.posting.post_again(key)
    await desk.posting.shows(key, 2, drawn, 11, message)
    desk.kept.tokens.learn(70, Grip(Token("copy"), None, desk.clock()))
    await desk.posting.copy_shows(private, drawn, 70, current=False)
    await desk.tells("another's")
    desk.says(f"asked: {[(one.table, one.slot, task.value) for one, task in desk.cluster.done]}")
    desk.says(f"has one: {desk.kept.copies.has_copy(private)}")
    desk.says(f"pressed: {desk.posting.needs_token(message)}, {await desk.posting.loaded(key)}")
    desk.cluster.held = True
    desk.posting.gained(counter.id, orphaned=True)
    await desk.tells("back")
    await desk.kept.copies.adopt(counter.id)
    await desk.tells("with its copy")
    for one in (private, key, SlotKey(OTHER, PRIVATE)):
        desk.says(f"{one.slot} of {one.table} has a copy: {desk.kept.copies.has_copy(one)}")


async def answers_go_though_all_is_closed(desk: Desk) -> None:
    counter = await desk.begin()
    key, shut = SlotKey(counter.id, PRIVATE), asyncio.get_running_loop().time() + 60
    desk.scheduler.buckets.close(shut)
    await desk.posting.follow_up(Token("follow"), Screen((Text("an answer"),)))
    desk.says(f"waits: {await desk.posting.wait_until_shown(SlotKey(counter.id, ROOM), 0.0)}")
    desk.scheduler.buckets._closed_until = 0.0
    desk.pressed(desk.message(PRIVATE), "direct", Pressed.DIRECT, ago=800)
    await desk.counters.add(counter.id)
    await desk.tells("afterwards")
    desk.says(f"plays in private: {await desk.posting.plays_in_private(key)}")
    desk.kept.tokens.drop_token(desk.message(PRIVATE), desk.kept.tokens._grips[desk.message(PRIVATE)])
    desk.kept.sending.follow_or_rest(desk.message(PRIVATE))
    await desk.tells("without its token it rests")
    desk.posting.pressed(
        desk.message(PRIVATE), Grip(Token("new"), None, desk.clock(), Pressed.DIRECT), drawn=False
    )
    await desk.tells("pressed again it follows")


Story = Callable[[Desk], Awaitable[None]]
STORIES: Final[dict[str, Story]] = {
    story.__name__: story
    for story in (
        a_counter_is_shown_changed_and_closed,
        a_call_fails_again_and_again,
        a_channel_is_closed_to_the_bot_and_opened_again,
        somebody_takes_no_direct_messages,
        a_message_is_deleted_again_and_again,
        a_message_is_posted_again,
        tokens_of_presses_reach_their_messages,
        tokens_of_presses_miss_their_messages,
        an_alert_rings_and_is_taken_back,
        a_process_dies_and_the_next_goes_on,
        an_alert_that_nobody_heard_of_is_taken_back_by_the_process_that_takes_over,
        a_stream_goes_to_another_process_and_comes_back,
        what_cannot_be_looked_at_is_told_of,
        copies_follow_by_their_tokens,
        answers_redraw_a_message,
        few_calls_are_left,
        a_copy_is_given_up,
        what_nobody_uses_leaves_memory,
        another_process_is_asked,
        answers_go_though_all_is_closed,
    )
}


async def posted(story: Story, store: Store) -> str:
    clock, logger = Clock(), logging.getLogger("bot")
    desk = Desk(store, clock, Wire(clock), Lines())
    level = logger.level
    logger.addHandler(desk.log)
    logger.setLevel(logging.INFO)
    try:
        await story(desk)
        await desk.ends()
    finally:
        logger.removeHandler(desk.log)
        logger.setLevel(level)
    return "\n".join(desk.log.told) + "\n"


async def _write(names: list[str]) -> None:
    RECORDS.mkdir(exist_ok=True)
    for name in names or STORIES:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "tables.sqlite3"
            await made_ready(path)
            async with Store.open(path, Clock()) as store:
                (RECORDS / f"{name}.txt").write_text(await posted(STORIES[name], store), "utf-8")


if __name__ == "__main__":
    asyncio.run(_write(sys.argv[1:]))
