"""What becomes of a message whose call fails, and where the next call for one goes."""

from __future__ import annotations

import base64
from functools import partial
from hashlib import sha256

import pytest

from bot.discord_api.scheduler import Route, by_token
from bot.discord_api.sender import Grip, Pressed, Token
from bot.messages.sending import nonce
from storage.ports.patience import StorageAway
from storage.ports.records import Slot, SlotKey, SlotState, TableId, UserId
from storage.ports.storage import StorageError
from tests.bot import test_posting
from tests.bot.counters import SLOTS, Count, OpenCounter
from tests.bot.test_posting import PRIVATE, ROOM, Shown, until

shown = test_posting.shown
EPOCH = 1_420_070_400
"""The first second of Discord's time (its documents: 2015-01-01)."""


def in_room(shown: Shown, counter: OpenCounter) -> SlotState:
    state = shown.posting.state(SlotKey(counter.id, ROOM))
    assert state is not None
    return state


async def later(shown: Shown, counter: OpenCounter, seconds: float) -> None:
    """So many seconds later, and a little: the simulated Discord moves its clock after the timers."""
    await shown.house.env.advance_time(seconds + 0.1)
    shown.posting.changed(counter)


async def _failed(shown: Shown, key: SlotKey, tries: int) -> bool:
    state = shown.posting.state(key)
    return state is not None and state.tries == tries


async def fails(shown: Shown, counter: OpenCounter, slot: Slot, times: int) -> list[float]:
    """The waits before each new try while a call for a slot fails so often."""
    waits = list[float]()
    for tries in range(1, times + 1):
        key = SlotKey(counter.id, slot)
        await until(partial(_failed, shown, key, tries))
        state = shown.posting.state(key)
        assert state is not None
        waits.append(round(state.not_before - shown.house._wall(), 1))
        await later(shown, counter, waits[-1])
    return waits


async def test_a_message_that_could_not_be_sent_is_tried_again_ever_later(shown: Shown) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    path = f"/channels/{shown.house.room.id}/messages/*"
    shown.house.env.inject_error("PATCH", path, status=500, times=8)
    await shown.counters.add(counter.id)
    assert await fails(shown, counter, ROOM, 8) == [0.3, 1.0, 2.0, 5.0, 10.0, 20.0, 20.0, 20.0]
    await shown.settled(counter.id)
    assert shown.room == [f"{ROOM} 1"] and in_room(shown, counter).tries == 0


async def test_what_discord_has_drawn_though_nobody_heard_so_is_drawn_back_when_it_is_no_longer_true(
    shown: Shown,
) -> None:
    """The last of which it said so shows the same as what is true now."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    shown.house.wire.forgets = "/messages/"
    await shown.counters.add(counter.id)
    for slot in SLOTS:
        await fails(shown, counter, slot, 1)
    assert (shown.room, shown.private) == ([f"{ROOM} 2"], [f"{PRIVATE} 2"])
    shown.house.wire.forgets = "nothing"
    await shown.counters.add(counter.id, by=-1)
    await later(shown, counter, 1.0)
    await shown.settled(counter.id)
    assert (shown.room, shown.private) == ([f"{ROOM} 1"], [f"{PRIVATE} 1"])


async def test_a_channel_in_which_nothing_may_be_shown_is_tried_less_often_and_its_host_is_told_why(
    shown: Shown, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.messages.sending")
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    path = f"/channels/{shown.house.room.id}/messages/*"
    shown.house.env.inject_error("PATCH", path, status=403, code=50013, times=None)
    await shown.counters.add(counter.id)
    assert await fails(shown, counter, ROOM, 5) == [2.0, 5.0, 10.0, 20.0, 20.0]
    told = [line for line in caplog.messages if "cannot be shown" in line]
    assert {*told} == {f"slot {ROOM} of {counter.id} cannot be shown: no permission"}
    assert not shown.lost, "it is there, though nothing may be written in it"


async def test_what_discord_refuses_for_a_reason_that_nobody_knows_here_is_tried_less_often(
    shown: Shown,
) -> None:
    """A thousand refusals in ten minutes, and the bot falls silent for everybody."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    path = f"/channels/{shown.house.room.id}/messages/*"
    shown.house.env.inject_error("PATCH", path, status=403, code=40333, times=65)
    await shown.counters.add(counter.id)
    waits = [2.0, 5.0, 10.0] + [20.0] * 30 + [120.0] * 30 + [1800.0] * 2
    assert await fails(shown, counter, ROOM, 65) == waits
    await shown.settled(counter.id)
    assert shown.room == [f"{ROOM} 1"]


async def test_a_panel_waits_while_the_bot_may_open_no_direct_messages_and_comes_by_itself(
    shown: Shown,
) -> None:
    """It is not its reader who refuses them."""
    shown.house.env.inject_error("POST", "/users/@me/channels", status=403, code=40003, times=1)
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    assert await fails(shown, counter, PRIVATE, 6) == [2.0, 5.0, 10.0, 20.0, 20.0, 20.0]
    assert not (await shown.store.slots.dm(shown.boards.reader)).refused
    await shown.settled(counter.id)
    assert shown.private == [f"{PRIVATE} 1"]
    (told,) = shown.house.errors
    assert "no direct messages for now (error 40003)" in told
    shown.house.errors.clear()


@pytest.mark.parametrize(
    ("code", "why"), [(50007, "direct messages refused"), (50278, "no server in common")]
)
async def test_who_takes_no_direct_messages_is_asked_no_more_until_they_press_again(
    shown: Shown, code: int, why: str
) -> None:
    shown.house.env.inject_error("POST", "/users/@me/channels", status=403, code=code, times=1)
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    key = SlotKey(counter.id, PRIVATE)
    await until(lambda: (state := shown.posting.state(key)) is not None and state.parked)
    await shown.counters.add(counter.id)
    await shown.house.env.advance_time(3600)
    state = shown.posting.state(key)
    assert state is not None and state.parked == why and shown.private == []
    assert (await shown.store.slots.dm(shown.boards.reader)).refused
    assert not await shown.posting.has_panel(key)
    await shown.posting.try_again(key)
    await shown.settled(counter.id)
    assert shown.private == [f"{PRIVATE} 2"] and await shown.posting.has_panel(key)
    assert not (await shown.store.slots.dm(shown.boards.reader)).refused


async def test_a_message_that_somebody_keeps_deleting_is_posted_at_once_three_times_in_ten_minutes(
    shown: Shown,
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    for number in range(1, 5):
        (message,) = shown.house.room.history()
        shown.house.env.backend.delete_message(shown.house.room.id, message.id)
        await shown.counters.add(counter.id)
        if number == 4:
            await until(lambda: in_room(shown, counter).tries)
            assert shown.room == []
            assert round(in_room(shown, counter).not_before - shown.house._wall()) == 20
            await later(shown, counter, 20)
        await until(lambda number=number: shown.room == [f"{ROOM} {number}"])  # type: ignore[arg-type, misc]
        await shown.settled(counter.id)


async def test_where_the_next_call_for_a_message_goes(shown: Shown) -> None:
    """By a token if there is one; else to the bucket of the channel, of which old messages have one of their
    own, with two edits in six and a half seconds."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    sending, now = shown.kept.sending, shown.house._wall()
    board = await shown.boards.get(counter.id, ROOM.kind)
    assert board is not None
    channel = shown.house.room.id

    def made(seconds_ago: float) -> int:
        return int((now - seconds_ago - EPOCH) * 1000) << 22

    def route(slot: Slot, message: int | None, place: int | None = channel) -> Route | None:
        return sending.route_for(
            board, SlotState(SlotKey(counter.id, slot), 1, message=message, channel=place)
        )

    assert route(ROOM, None) == Route("create message", channel)
    assert route(ROOM, made(3490)) == Route("edit message", channel)
    assert route(ROOM, made(3510)) == Route("edit old message", channel, window=(2, 6.5))
    assert route(PRIVATE, made(10), 5) == Route("edit message", 5)
    assert route(Slot.of_name("alert:a:1"), made(10), 6) == Route("delete message", 6)
    counter.reader = UserId(5)  # to whom nothing has been written yet
    assert route(PRIVATE, None, None) == Route("open dm", 0)
    grip = Grip(Token("t"), None, now, Pressed.IN_CHANNEL)
    shown.posting.tokens.learn(made(3510), grip)
    assert route(ROOM, made(3510)) == by_token(Token("t"))


def test_the_same_message_has_the_same_nonce_in_every_process_and_a_new_one_in_its_place_another() -> None:
    """A process that ends after a post, before it can note it, may be followed by one of another version."""

    def by_hand(name: bytes) -> str:
        return base64.b32encode(sha256(name).digest())[:24].decode()

    state = SlotState(SlotKey(TableId("7f3a9c01"), Slot.of_name("table:3")), 14)
    assert nonce(state) == by_hand(b"7f3a9c01|table:3|0")
    assert nonce(state.as_lost()) == by_hand(b"7f3a9c01|table:3|1")


async def to_be_redrawn(shown: Shown) -> OpenCounter:
    """A counter whose message is to be drawn anew though nothing has happened."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    counter.state = Count(7)
    counter.redraw.add(ROOM)
    return counter


async def redrawn(shown: Shown, counter: OpenCounter) -> None:
    for _ in range(4):
        await later(shown, counter, 20)
        await shown.house.env.settle()
    await until(lambda: shown.room == [f"{ROOM} 7"])
    assert in_room(shown, counter).tries == 0


@pytest.mark.parametrize("status", [500, 403, 429])
async def test_what_is_only_drawn_anew_is_tried_again_as_well(shown: Shown, status: int) -> None:
    """By Discord, or by what stands before it."""
    counter = await to_be_redrawn(shown)
    path = f"/channels/{shown.house.room.id}/messages/*"
    shown.house.env.inject_error("PATCH", path, status=status, code=50013 if status == 403 else 0, times=1)
    shown.posting.changed(counter)
    await shown.house.env.settle()
    await redrawn(shown, counter)


@pytest.mark.parametrize("error", [StorageAway(), ZeroDivisionError()], ids=repr)
async def test_what_cannot_be_drawn_is_tried_again_a_little_later(shown: Shown, error: Exception) -> None:
    counter = await to_be_redrawn(shown)
    left = 3

    def fails() -> None:
        nonlocal left
        left -= 1
        if left >= 0:
            raise error

    shown.boards.drawn = fails
    shown.posting.changed(counter)
    await shown.house.env.settle()
    assert left == 2, "it is not tried again at once"
    await redrawn(shown, counter)
    told = f"slot {ROOM} of {counter.id} cannot be shown: {error!r}"
    assert shown.house.errors == ([] if isinstance(error, StorageError) else [told] * 3)
    shown.house.errors.clear()


async def test_what_is_drawn_anew_as_a_stream_ends_is_drawn_before_the_stream_is_forgotten(
    shown: Shown,
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    counter.state = Count(7, closed=True)
    counter.redraw |= {ROOM, PRIVATE}
    async with shown.posting.taking(SlotKey(counter.id, PRIVATE)):  # it waits for its turn
        shown.posting.changed(counter)
        await shown.house.env.settle()
        assert (shown.room, shown.private) == ([f"{ROOM} 7"], [f"{PRIVATE} 1"])
    await until(lambda: not shown.kept.boards.known)
    assert (shown.room, shown.private) == ([f"{ROOM} 7"], [f"{PRIVATE} 7"])
