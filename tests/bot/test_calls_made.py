"""Which calls are made for the messages of a counter, on a wire that takes every one of them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

import pytest

from bot.clocks import DiscordClock
from bot.discord_api.faults import Refused
from bot.discord_api.rest import Reply, Rest
from bot.discord_api.scheduler import Buckets, Route, Scheduler, Urgency
from bot.discord_api.sender import Messenger
from bot.messages.outbox import Outbox
from bot.streams.fair_deal import ChanceSource
from storage.ports.records import Place, SlotKey, SlotKind, SlotState
from storage.store import Store
from tests.bot.counters import SLOTS, Clock, Counters, OpenCounter
from tests.bot.desk import ALERT, DIRECT, PRIVATE, READER, ROOM, Board
from tests.bot.keeping import Keeping
from tests.bot.test_sending import EPOCH
from tests.trials.stage.guard import until


class Wire:
    """Notes each call; a new message has the next id, direct messages the channel 500."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.bodies: list[dict[str, Any]] = []
        self.last = int(Clock()() - EPOCH) * 1000 << 22  # as Discord numbers messages: by their moment

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        self.made.append(f"{method} {path}")
        self.bodies.append(json.loads(body) if body else {})
        told = {f"X-RateLimit-{name}": "50" for name in ("Limit", "Remaining", "Reset-After")}
        if path == "/users/@me/channels":
            return Reply(200, told, b'{"id": "%d"}' % DIRECT)
        self.last += method == "POST"
        return Reply(200, told, b'{"id": "%d"}' % self.last)

    def calls(self) -> list[str]:
        """Those since last asked."""
        made, self.made[:] = list(self.made), []
        return made


class Desk:
    def __init__(self, store: Store) -> None:
        self.store, self.wire, self.clock = store, Wire(), Clock()
        self.counters = Counters(store.streams, ChanceSource(), self.clock)
        self.outbox = Outbox(store.slots, note_after=0.0)
        self.buckets = Buckets()
        rest = Rest(self.wire, "biritch", self.buckets, DiscordClock())
        rest.application = 1
        self.scheduler = Scheduler(self.buckets)
        messenger = Messenger(rest, Refused(self.clock))
        self.kept = Keeping(store.slots, self.outbox, self.get, messenger, self.scheduler, self.clock)
        self.posting = self.kept.posting
        self.counters.followers.append(self.posting)

    async def get(self, stream_id: Any, kind: SlotKind) -> Board:
        counter = await self.counters.get(stream_id)
        counter.reader = READER
        return Board(counter, last=3)

    async def settled(self) -> list[str]:
        """The calls that have been made once nothing is due any more."""
        await until(lambda: self.kept.rests)
        await self.outbox.flush()
        return self.wire.calls()

    async def begin(self) -> OpenCounter:
        """A counter that is shown in its channel and to its reader."""
        counter = await self.counters.begin(11)
        await self.settled()
        return counter


@pytest.fixture
async def desk(store: Store) -> AsyncIterator[Desk]:
    opened = Desk(store)
    yield opened
    await opened.kept.close()


async def test_a_message_is_posted_once_then_edited_and_left_alone_while_it_shows_what_it_must(
    desk: Desk,
) -> None:
    counter = await desk.counters.begin(11)
    first = await desk.settled()
    assert sorted(first) == [
        "POST /channels/11/messages",
        "POST /channels/500/messages",
        "POST /users/@me/channels",
    ]
    messages = {state.key.slot: state.message for state in await desk.store.slots.of_stream(counter.id)}
    await desk.counters.add(counter.id)
    assert sorted(await desk.settled()) == sorted(
        [
            f"PATCH /channels/11/messages/{messages[ROOM]}",
            f"PATCH /channels/500/messages/{messages[PRIVATE]}",
        ]
    )
    counter.note_wanted(SLOTS)
    desk.posting.changed(counter)
    assert await desk.settled() == []
    assert {state.shown for state in await desk.store.slots.of_stream(counter.id)} == {2}
    assert (await desk.store.slots.dm(READER)).channel == DIRECT


async def test_what_will_never_change_again_is_shown_once_more_and_its_slots_are_forgotten(
    desk: Desk,
) -> None:
    counter = await desk.begin()
    for _ in range(3):
        await desk.counters.add(counter.id)
    assert len(await desk.settled()) >= 2
    assert (
        await desk.store.slots.of_stream(counter.id) == ()
        and desk.posting.state(SlotKey(counter.id, ROOM)) is None
    )


async def test_an_alert_is_posted_never_changed_and_deleted_once_it_is_over(desk: Desk) -> None:
    counter = await desk.begin()
    await desk.store.streams.want(counter.id, ALERT)
    counter.note_wanted([ALERT])
    desk.posting.changed(counter)
    assert await desk.settled() == ["POST /channels/11/messages"]
    alert = desk.wire.last
    await desk.counters.add(counter.id)
    await desk.settled()
    counter.note_wanted([ALERT])
    desk.posting.changed(counter)
    assert await desk.settled() == [], "it stands as it should"
    await desk.counters.add(counter.id)
    await desk.settled()
    counter.note_wanted([ALERT])
    desk.posting.changed(counter)
    assert await desk.settled() == [f"DELETE /channels/11/messages/{alert}"]
    assert ALERT not in [state.key.slot for state in await desk.store.slots.of_stream(counter.id)]


async def test_an_alert_that_is_over_before_it_was_posted_is_not_unless_it_may_stand_already(
    desk: Desk,
) -> None:
    """Then something without a sound is posted in its place, which finds it, and is deleted."""
    counter = await desk.begin()
    for _ in range(2):
        await desk.counters.add(counter.id)
    await desk.settled()
    for uncertain, calls in ((False, 0), (True, 2)):
        await desk.store.streams.want(counter.id, ALERT)
        if uncertain:
            desk.outbox.uncertain.add(SlotKey(counter.id, ALERT))
        counter.note_wanted([ALERT])
        desk.wire.bodies.clear()
        desk.posting.changed(counter)
        made = await desk.settled()
        assert [call.partition(" ")[0] for call in made] == ["POST", "DELETE"][:calls]
        assert ALERT not in [state.key.slot for state in await desk.store.slots.of_stream(counter.id)]
        if uncertain:
            silent = 1 << 12
            assert desk.wire.bodies[0]["flags"] & silent and "alert" not in str(desk.wire.bodies[0])


async def test_a_counter_that_moves_has_its_message_posted_where_it_now_stands(desk: Desk) -> None:
    counter = await desk.begin()
    await desk.counters.move(counter.id, Place(1, 12))
    assert "POST /channels/12/messages" in await desk.settled()
    assert not any("/channels/11/" in call for call in desk.wire.made)
    (state,) = [one for one in await desk.store.slots.of_stream(counter.id) if one.key.slot == ROOM]
    assert state.channel == 12


async def test_while_few_calls_are_left_messages_in_channels_show_less_until_there_are_more(
    desk: Desk,
) -> None:
    """From 45 of the 47 calls on, and in full again below 38; direct messages only while their reader is
    waited for."""
    counter = await desk.begin()
    board = await desk.get(counter.id, SlotKind.DEAL)
    sending, room = desk.kept.sending, SlotState(SlotKey(counter.id, ROOM), 1, message=1)
    private = SlotState(SlotKey(counter.id, PRIVATE), 1, message=2)
    desk.buckets._recent.clear()
    taken = 0

    def used(calls: int) -> None:
        nonlocal taken
        while taken < calls:
            desk.buckets.count_call(Route("delete message", taken), 0.0)
            taken += 1

    for calls, full, full_again in (
        (37, True, True),
        (38, True, False),
        (44, True, False),
        (45, False, False),
    ):
        used(calls)
        desk.kept.boards.shortened.clear()
        assert sending.is_live(board, room) is full, calls
        desk.kept.boards.shortened.add(room.key)
        assert sending.is_live(board, room) is full_again, calls
        assert not sending.is_live(board, private)
    desk.buckets._under_way = 0


async def test_only_what_is_due_or_to_be_drawn_again_needs_a_call(desk: Desk) -> None:
    counter = await desk.begin()
    sending, key = desk.kept.sending, SlotKey(counter.id, ROOM)
    board = await desk.get(counter.id, SlotKind.DEAL)
    assert board is not None and counter.version == 1
    shown, behind = (SlotState(key, 1, version, "", 11, 77) for version in (1, 0))
    assert not sending.needs_call(board, shown) and sending.needs_call(board, behind)
    assert not sending.needs_call(board, shown.as_wanted(2)), "only another process knows that version"
    desk.kept.boards.to_redraw.add(key)
    assert sending.needs_call(board, shown)
    assert not sending.needs_call(board, shown.as_lost().as_parked("no access"))
    desk.kept.boards.to_redraw.clear()
    desk.posting.draw_again(key)
    assert await desk.settled() == [], "it shows already what it must"


async def test_what_is_drawn_again_though_nothing_has_happened_waits_behind_all_that_has(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter, other = await desk.begin(), await desk.counters.begin(12)
    await desk.settled()
    asked = list[tuple[str, Urgency]]()
    ask_all = desk.scheduler.ask_all

    def noted(calls: Iterable[tuple[Any, Any, Urgency]]) -> None:
        calls = list(calls)
        asked.extend((str(key[0]), urgency) for key, _, urgency in calls)
        ask_all(calls)

    monkeypatch.setattr(desk.scheduler, "ask_all", noted)
    desk.posting.draw_again(SlotKey(counter.id, ROOM))
    await desk.counters.add(other.id)
    await desk.settled()
    assert asked[0] == (counter.id, Urgency.UPKEEP)
    assert {urgency for stream, urgency in asked if stream == other.id} == {Urgency.TABLE}
