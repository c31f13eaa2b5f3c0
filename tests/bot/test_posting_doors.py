"""What those who answer people, and other processes, ask of ``Posting``."""

from __future__ import annotations

import asyncio

import pytest

from bot.cluster import Task
from bot.discord_api.sender import Grip, Token
from storage.ports.patience import CURRENT_PATIENCE, Patience
from storage.ports.records import Place, Slot, SlotKey, TableId
from storage.ports.storage import Errand
from tests.bot import test_posting
from tests.bot.counters import OpenCounter
from tests.bot.test_posting import PRIVATE, ROOM, Shown, watched
from tests.trials.stage.guard import until

shown = test_posting.shown


async def begun(shown: Shown) -> tuple[OpenCounter, SlotKey, int]:
    """A counter, the slot in its channel, and the message that stands there."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    (message,) = shown.house.room.history()
    return counter, SlotKey(counter.id, ROOM), message.id


async def test_which_slot_a_message_shows_is_known_of_its_own_stream_alone(shown: Shown) -> None:
    counter, key, message = await begun(shown)
    other = await shown.counters.begin(shown.house.parlour.id)
    await shown.settled(other.id)
    posting = shown.posting
    assert await posting.slot_of_message(counter.id, message) == key
    assert await posting.slot_of_message(other.id, message) is None
    assert await posting.slot_of_message(counter.id, 1) is None


async def test_a_token_is_worth_a_call_for_a_message_that_is_kept_up_to_date_and_has_none_that_lasts(
    shown: Shown,
) -> None:
    counter, _, message = await begun(shown)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    (panel,) = shown.house.anna.user.dm_channel.history()
    now = shown.house._wall()
    for one in (message, panel.id):
        assert shown.posting.needs_token(one)
        for age, needed in ((301.0, True), (299.0, False)):
            shown.posting.pressed(one, Grip(Token(f"{age}"), None, now - age), drawn=True)
            assert shown.posting.needs_token(one) is needed
    assert not shown.posting.needs_token(1)


async def test_what_is_shown_may_be_let_go_of_memory_and_what_is_due_may_not(shown: Shown) -> None:
    counter, key, _ = await begun(shown)
    path = f"/channels/{shown.house.room.id}/messages/*"
    shown.house.env.inject_error("PATCH", path, status=500, times=1)
    await shown.counters.add(counter.id)
    await until(lambda: (state := shown.posting.state(key)) is not None and state.tries)
    assert not shown.posting.forget_messages(counter.id) and shown.posting.state(key) is not None
    await shown.house.env.advance_time(1)
    shown.posting.changed(counter)
    await shown.settled(counter.id)
    await until(lambda: not shown.kept.boards.being_looked_at)
    assert shown.posting.forget_messages(counter.id)
    await shown.outbox.flush()
    assert shown.posting.state(key) is None
    loaded = await shown.posting.loaded(key)
    assert loaded is not None and loaded.message is not None
    assert shown.posting.forget_messages(TableId("00000000")), "of which nothing is known"


async def test_of_what_is_let_go_nothing_stays_that_was_to_be_drawn_again(shown: Shown) -> None:
    counter, _, _ = await begun(shown)
    counter.redraw.add(PRIVATE)  # which nobody has yet, so that no call comes of it
    shown.posting.changed(counter)
    await until(lambda: not shown.kept.boards.being_looked_at)
    boards = shown.kept.boards
    assert boards.to_redraw == {SlotKey(counter.id, PRIVATE)}
    assert shown.posting.forget_messages(counter.id)
    assert not boards.to_redraw


async def test_another_process_has_a_message_drawn_again_or_posted_anew(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter, key, message = await begun(shown)
    made = watched(shown, monkeypatch)
    shown.kept.boards.look_at(counter.id)
    await shown.settled(counter.id)
    await until(lambda: not shown.kept.boards.being_looked_at)
    assert made == [], "it stands there as it should"
    await shown.posting.do(Errand(key, Task.DRAW.value))
    await until(lambda: made == ["PATCH"])
    await shown.posting.do(Errand(key, Task.POST.value))
    await until(lambda: sorted(made[1:]) == ["DELETE", "POST"])
    await shown.settled(counter.id)
    (after,) = shown.house.room.history()
    assert after.id != message


async def test_what_could_not_be_shown_is_tried_at_once_where_its_channel_has_been_opened(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter, key, _ = await begun(shown)
    path = f"/channels/{shown.house.room.id}/messages/*"
    shown.house.env.inject_error("PATCH", path, status=403, code=50013, times=1)
    await shown.counters.add(counter.id)
    await until(lambda: (state := shown.posting.state(key)) is not None and state.tries)
    made = watched(shown, monkeypatch)
    place = counter.place
    for guild, channel in ((place.guild + 1, None), (place.guild, place.channel + 1)):
        shown.posting.reopened(guild, channel)
    await asyncio.sleep(1)
    assert made == []
    shown.posting.reopened(place.guild, place.channel)
    await until(lambda: made == ["PATCH"])
    await shown.settled(counter.id)
    assert shown.room == [f"{ROOM} 1"]
    assert place == Place(1, shown.house.room.id)


async def test_a_slot_is_waited_for_until_it_is_shown_or_as_long_as_was_said(shown: Shown) -> None:
    counter, key, message = await begun(shown)
    state = await shown.posting.wait_until_shown(key, 10.0)
    assert state is not None and state.message == message
    assert await shown.posting.wait_until_shown(SlotKey(counter.id, Slot.of_name("table:9")), 10.0) is None
    path = f"/channels/{shown.house.room.id}/messages/*"
    shown.house.env.inject_error("PATCH", path, status=500, times=None)
    await shown.counters.add(counter.id)
    state = await shown.posting.wait_until_shown(key, 0.0)
    assert state is not None and state.due


async def test_an_answer_that_redraws_a_message_has_it_alone_and_waits_for_no_call_that_hangs(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter, key, _ = await begun(shown)
    async with shown.posting.taking(None) as taken:
        assert not taken
    made = watched(shown, monkeypatch)
    async with shown.posting.taking(key) as taken:
        assert taken
        await shown.counters.add(counter.id)
        await asyncio.sleep(1)
        assert made == [], "the answer will show it"
        async with shown.posting.taking(key) as twice:
            assert not twice
        async with shown.posting.taking(SlotKey(counter.id, PRIVATE)) as other:
            assert other
    await until(lambda: made == ["PATCH"])


async def test_who_has_a_message_posted_anew_waits_for_a_call_on_it_longer_than_for_the_storage(
    shown: Shown,
) -> None:
    """They were told that nothing can be saved: a Discord that is slow is no storage that is away."""
    _, key, message = await begun(shown)
    async with shown.posting.taking(key):  # as a call has it that hangs
        CURRENT_PATIENCE.set(Patience(2.0, is_answered=lambda: True))
        asked = asyncio.create_task(shown.posting.post_again(key))
        CURRENT_PATIENCE.set(None)
        await asyncio.sleep(10)
        assert not asked.done()
    assert await asked
    await until(lambda: [one.id for one in shown.house.room.history()] not in ([], [message]))


async def test_nothing_is_shown_after_the_end(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    counter, _, _ = await begun(shown)
    made = watched(shown, monkeypatch)
    await shown.kept.close()
    await shown.counters.add(counter.id)
    shown.kept.boards.look_at(counter.id)
    await asyncio.sleep(1)
    assert made == [] and not shown.kept.boards.being_looked_at
