"""``Posting`` with boards of a new kind: counters, shown in the simulated Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cluster import Alone, Task
from bot.discord_api.rest import Reply
from bot.discord_api.scheduler import DELETE, Buckets, Route, Scheduler, Urgency
from bot.discord_api.sender import Grip, Messenger, Pressed, Token
from bot.messages.drawing import Board
from bot.messages.outbox import Outbox
from bot.messages.posting import Posting
from bot.streams.fair_deal import ChanceSource
from rules.frozen import frozen
from screens.screen import Screen, Text
from storage.ports.records import Place, Slot, SlotKey, SlotKind, TableId, UserId
from storage.ports.storage import Errand, StorageError
from storage.store import Store
from tests.bot.counters import SLOTS, Counters, OpenCounter
from tests.bot.keeping import Keeping
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import HANGS_AFTER, guarded, until
from tests.trials.stage.happenings import inside

ROOM, PRIVATE = SLOTS


class Among(Alone):
    """One of two processes, which looks after every stream or after none."""

    def __init__(self) -> None:
        self.held = True
        self.other: Posting | None = None

    def holds(self, stream_id: TableId) -> bool:
        return self.held

    async def delegate(self, key: SlotKey, what: Task, told: str = "") -> bool:
        if not self.held and self.other is not None:
            await self.other.do(Errand(key, f"{what.value} {told}".rstrip()))
        return not self.held


@frozen
class CounterBoard(Board):
    stream: OpenCounter
    drawn: Callable[[], None] = lambda: None

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        if slot == PRIVATE and self.stream.state.number < 1:
            return None
        follows = ", and follows" if live and slot == PRIVATE else ""
        self.drawn()
        return Screen((Text(f"{slot} {self.stream.state.number}{follows}"),))

    def order(self, slot: Slot) -> tuple[int, ...]:
        return (slot.number,)

    def is_final(self, slot: Slot) -> bool:
        return False

    def urgency(self, slot: Slot, *, live: bool) -> Urgency:
        return Urgency.TABLE


@dataclass
class CounterBoards:
    counters: Counters
    reader: UserId
    drawn: Callable[[], None] = lambda: None
    """Called when something has been drawn, before anybody is given it."""

    async def get(self, stream_id: TableId, kind: SlotKind) -> CounterBoard | None:
        if kind is SlotKind.UNKNOWN:
            return None
        counter = await self.counters.get(stream_id)
        counter.reader = self.reader
        return CounterBoard(counter, lambda: self.drawn())


@dataclass
class Shown:
    """A club in which a counter can be shown."""

    house: Club
    store: Store
    counters: Counters
    boards: CounterBoards
    kept: Keeping
    outbox: Outbox
    cluster: Among
    lost: list[TableId]
    """The streams whose place is told to be gone."""

    @property
    def posting(self) -> Posting:
        return self.kept.posting

    async def settled(self, counter_id: TableId) -> None:
        for name in SLOTS:
            await self.posting.wait_until_shown(SlotKey(counter_id, name), HANGS_AFTER)
        await self.outbox.flush()

    @property
    def room(self) -> list[str]:
        return [self.house.seen(message).text for message in self.house.room.history()]

    @property
    def parlour(self) -> list[str]:
        return [self.house.seen(message).text for message in self.house.parlour.history()]

    @property
    def private(self) -> list[str]:
        messages = self.house.anna.user.dm_channel.history()
        return [self.house.seen(message).text for message in messages]


def watched(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls for the room from now on."""
    sends, made = shown.house.wire.request, list[str]()

    async def request(method: str, path: str, *others: Any) -> Reply:
        if path.startswith(f"/channels/{shown.house.room.id}/"):
            made.append(method)
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    return made


@pytest.fixture
async def shown(tmp_path: Path) -> AsyncIterator[Shown]:
    async with (
        club(tmp_path / "tables.sqlite3") as house,
        Store.open(tmp_path / "counters.sqlite3", house._wall) as store,
    ):
        counters = Counters(store.streams, ChanceSource(), house._wall)
        boards = CounterBoards(counters, UserId(house.anna.id))
        cluster, lost = Among(), list[TableId]()
        outbox, messenger = (
            Outbox(store.slots, cluster, 0.0),
            Messenger(house.bot.services.rest, house.bot.refused, cluster=cluster),
        )
        scheduler = Scheduler(house.bot.services.rest.buckets)
        kept = Keeping(store.slots, outbox, boards.get, messenger, scheduler, house._wall, cluster)
        kept.sending.when_place_lost.append(lost.append)
        counters.followers.append(kept.posting)
        yield Shown(house, store, counters, boards, kept, outbox, cluster, lost)
        await kept.close()


async def test_a_stream_of_a_new_kind_is_shown_in_its_channel_and_in_private(shown: Shown) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    assert (shown.room, shown.private) == ([f"{ROOM} 0"], [])  # nothing to show in private, so far
    assert [slot.key.slot for slot in await shown.store.slots.of_stream(counter.id)] == [ROOM]
    for number in (1, 2):
        await shown.counters.add(counter.id)
        await shown.settled(counter.id)
        assert (shown.room, shown.private) == ([f"{ROOM} {number}"], [f"{PRIVATE} {number}"])


async def test_what_is_due_at_a_start_is_shown_and_what_nothing_draws_is_left(shown: Shown) -> None:
    shown.counters.followers.clear()
    counter, other = await shown.counters.begin(shown.house.room.id), await shown.counters.begin(1)
    await shown.store.slots.note_slots((), await shown.store.slots.of_stream(other.id))
    await shown.store.streams.want(other.id, "unknown:1")  # type: ignore[arg-type]
    await shown.posting.find_due()
    await shown.kept.boards.show_due()
    await shown.settled(counter.id)
    assert shown.room == [f"{ROOM} 0"]
    assert shown.house.errors == [f"nothing draws slot unknown:1 of {other.id}"]
    shown.house.errors.clear()


async def test_what_is_due_in_a_channel_is_posted_in_its_own_order(shown: Shown) -> None:
    shown.counters.followers.clear()
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.store.streams.want(counter.id, Slot.of_name("table:10"), Slot.of_name("table:9"))
    await shown.posting.find_due()
    await shown.kept.boards.show_due()
    await until(lambda: len(shown.room) == 3)
    assert shown.room == [f"{ROOM} 0", "table:9 0", "table:10 0"]


async def test_a_message_that_stands_is_brought_up_to_date_before_another_is_posted(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the other, whose message was never posted, is the older one."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.store.streams.want(counter.id, Slot.of_name("table:10"))
    counter.note_wanted([Slot.of_name("table:10")])
    shown.posting.changed(counter)
    await until(lambda: shown.room == [f"{ROOM} 0", "table:10 0"])
    made = watched(shown, monkeypatch)
    followers, shown.counters.followers[:] = list(shown.counters.followers), []
    await shown.counters.add(counter.id)
    shown.counters.followers[:] = followers
    counter.wants.clear()
    names = [Slot.of_name("table:10"), Slot.of_name("table:9")]
    await shown.store.streams.want(counter.id, *names)
    counter.note_wanted(names)
    shown.posting.changed(counter)
    await until(lambda: len(shown.room) == 3)
    assert made == ["PATCH", "POST"] and shown.room == [f"{ROOM} 0", "table:10 1", "table:9 1"]


async def test_a_message_that_is_posted_again_stands_below_and_the_old_one_is_gone(shown: Shown) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    (before,) = shown.house.room.history()
    assert await shown.posting.post_again(SlotKey(counter.id, ROOM))
    await shown.settled(counter.id)
    (after,) = shown.house.room.history()
    assert after.id != before.id and shown.room == [f"{ROOM} 0"]


async def test_a_message_that_cannot_be_deleted_stays_and_goes_on_and_no_second_one_is_posted(
    shown: Shown,
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    (before,) = shown.house.room.history()
    shown.house.env.inject_error("DELETE", "/channels/*", status=500)
    assert not await shown.posting.post_again(SlotKey(counter.id, ROOM))
    await shown.settled(counter.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    assert [one.id for one in shown.house.room.history()] == [before.id] and shown.room == [f"{ROOM} 1"]


def everything_is_closed(buckets: Buckets, _: int, now: float) -> None:
    buckets.close(now + 600)


def nothing_is_deleted(buckets: Buckets, channel: int, now: float) -> None:
    buckets.rate_limited(Route(DELETE, channel), 600, now, everywhere=False)


@pytest.mark.parametrize("refuses", [everything_is_closed, nothing_is_deleted])
async def test_while_discord_lets_nothing_be_deleted_a_message_stays_and_answers_redraw_it(
    shown: Shown, refuses: Callable[[Buckets, int, float], None]
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    (before,) = shown.house.room.history()
    key, now = SlotKey(counter.id, ROOM), asyncio.get_running_loop().time()
    refuses(shown.house.bot.services.rest.buckets, shown.house.room.id, now)
    async with guarded():
        assert not await shown.posting.post_again(key)
    assert asyncio.get_running_loop().time() < now + 600
    async with shown.posting.taking(key) as is_taken:
        assert is_taken
    assert [one.id for one in shown.house.room.history()] == [before.id]


async def test_a_message_stays_where_it_stands_while_the_disk_takes_no_note_of_another(shown: Shown) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    (before,) = shown.house.room.history()
    await inside(shown.store, lambda db: db.execute("PRAGMA query_only = 1"))
    with pytest.raises(StorageError):
        await shown.posting.post_again(SlotKey(counter.id, ROOM))
    await inside(shown.store, lambda db: db.execute("PRAGMA query_only = 0"))
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    assert [one.id for one in shown.house.room.history()] == [before.id] and shown.room == [f"{ROOM} 1"]


async def test_a_version_of_which_only_another_process_knows_is_waited_for_and_not_drawn_over_and_over(
    shown: Shown,
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    drawn = 0

    def counted() -> None:
        nonlocal drawn
        drawn += 1

    shown.boards.drawn = counted
    state = shown.posting.state(SlotKey(counter.id, ROOM))
    assert state is not None
    shown.outbox.note_slot(state.as_wanted(counter.version + 1))
    shown.posting.changed(counter)
    for _ in range(500):
        await asyncio.sleep(0)
    assert drawn == 0
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    assert shown.room == [f"{ROOM} 1"] and drawn > 0


async def test_a_message_pressed_while_it_is_being_put_to_rest_follows_after_all(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call that puts it to rest is under way when an answer brings a token."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    (message,) = shown.house.anna.user.dm_channel.history()
    sends, begun, pressed, by_token = (
        shown.house.wire.request,
        asyncio.Event(),
        asyncio.Event(),
        asyncio.Event(),
    )

    async def request(method: str, path: str, body: bytes, *others: Any) -> Reply:
        if path.startswith(f"/channels/{message.channel.id}/"):
            begun.set()
            await pressed.wait()
        elif path.startswith("/webhooks/"):
            assert b"1, and follows" not in body and b"2, and follows" in body
            by_token.set()
            return Reply(200, {}, b"{}")
        return await sends(method, path, body, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    await shown.counters.add(counter.id)
    await begun.wait()
    shown.posting.pressed(message.id, Grip(Token("new"), None, shown.house._wall()), drawn=False)
    pressed.set()
    async with guarded():
        await by_token.wait()
    assert shown.private == [f"{PRIVATE} 2"]


async def test_a_message_follows_by_the_newest_token_whichever_was_heard_of_last(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    (message,) = shown.house.anna.user.dm_channel.history()
    sends, by = shown.house.wire.request, list[str]()

    async def request(method: str, path: str, *others: Any) -> Reply:
        if path.startswith("/webhooks/"):
            by.append(path.split("/")[3])
            return Reply(200, {}, b"{}")
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    now = shown.house._wall()
    for seconds_ago, token, used in ((20, "first", "first"), (10, "newer", "newer"), (15, "late", "newer")):
        shown.posting.pressed(message.id, Grip(Token(token), None, now - seconds_ago), drawn=True)
        await shown.counters.add(counter.id)
        await shown.settled(counter.id)
        assert by[-1] == used


async def two_counters(shown: Shown) -> list[OpenCounter]:
    """Each is shown in a channel of its own."""
    counters = [await shown.counters.begin(place.id) for place in (shown.house.room, shown.house.parlour)]
    for counter in counters:
        await shown.settled(counter.id)
    return counters


UNKNOWN_MESSAGE = Reply(404, {}, b'{"message": "Unknown Message", "code": 10008}')


async def test_where_tokens_of_presses_reach_nothing_two_messages_in_a_channel_lose_one_call(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No edit by a token is answered before both messages have been drawn anew."""
    counters = await two_counters(shown)
    sends, by_token, drawn, answered = shown.house.wire.request, list[str](), list[None](), asyncio.Event()

    async def request(method: str, path: str, *others: Any) -> Reply:
        if path.startswith("/webhooks/"):
            by_token.append(path)
            await answered.wait()
            return UNKNOWN_MESSAGE
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    for channel in (shown.house.room, shown.house.parlour):
        (message,) = channel.history()
        grip = Grip(Token(f"of a press in {channel.id}"), None, shown.house._wall(), Pressed.IN_CHANNEL)
        shown.posting.pressed(message.id, grip, drawn=True)
    shown.boards.drawn = lambda: drawn.append(None)
    for counter in counters:
        await shown.counters.add(counter.id)
    await until(lambda: len(drawn) >= 4 and by_token)
    answered.set()
    for counter in counters:
        await shown.settled(counter.id)
    assert len(by_token) == 1 and shown.room == shown.parlour == [f"{ROOM} 1"]


async def test_once_a_token_of_a_press_has_reached_its_message_two_edits_are_under_way_at_once(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counters = await two_counters(shown)
    sends, by_token, both = shown.house.wire.request, list[str](), asyncio.Event()
    both.set()

    async def request(method: str, path: str, *others: Any) -> Reply:
        if path.startswith("/webhooks/"):
            by_token.append(path)
            if len(by_token) == 3:
                both.set()
            await both.wait()
            return Reply(200, {}, b"{}")
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    for channel in (shown.house.room, shown.house.parlour):
        (message,) = channel.history()
        grip = Grip(Token(f"of a press in {channel.id}"), None, shown.house._wall(), Pressed.IN_CHANNEL)
        shown.posting.pressed(message.id, grip, drawn=True)
    await shown.counters.add(counters[0].id)
    await shown.settled(counters[0].id)
    both.clear()
    for counter in counters:
        await shown.counters.add(counter.id)
    for counter in counters:
        await shown.settled(counter.id)
    assert len(by_token) == 3


async def test_where_tokens_of_presses_reach_no_private_answer_two_copies_lose_one_call(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No edit by a token is answered before both copies have been drawn anew."""
    counters = await two_counters(shown)
    sends, by_token, answered = shown.house.wire.request, list[str](), asyncio.Event()

    async def request(method: str, path: str, *others: Any) -> Reply:
        if path.startswith("/webhooks/"):
            by_token.append(path)
            await answered.wait()
            return UNKNOWN_MESSAGE
        return await sends(method, path, *others)

    for number, counter in enumerate(counters):
        await shown.counters.add(counter.id)
        await shown.settled(counter.id)
        grip = Grip(Token(f"of press {number}"), None, shown.house._wall(), Pressed.ALONE)
        shown.posting.tokens.learn(70 + number, grip)
        key = SlotKey(counter.id, PRIVATE)
        await shown.posting.copy_shows(key, Screen((Text(f"{PRIVATE} 1"),)), 70 + number, current=True)
    monkeypatch.setattr(shown.house.wire, "request", request)
    for counter in counters:
        await shown.counters.add(counter.id)
    await until(lambda: by_token and shown.room == shown.parlour == [f"{ROOM} 2"])
    answered.set()
    await until(lambda: not any(shown.posting.copies.has_copy(SlotKey(one.id, PRIVATE)) for one in counters))
    await shown.house.env.settle()
    assert len(by_token) == 1


@pytest.mark.parametrize("told", [True, False])
async def test_where_a_stream_moves_while_its_message_is_being_posted_another_stands_in_the_new_channel(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    """The post may be over before or after it is known here that the stream has moved."""
    sends, begun, may_go = shown.house.wire.request, asyncio.Event(), asyncio.Event()
    parlour = shown.house.parlour

    async def request(method: str, path: str, *others: Any) -> Reply:
        if (method, path) == ("POST", f"/channels/{shown.house.room.id}/messages"):
            begun.set()
            await may_go.wait()
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    counter = await shown.counters.begin(shown.house.room.id)
    await begun.wait()
    await shown.counters.move(counter.id, Place(1, parlour.id), told=told)
    if told:
        await until(
            lambda: (slot := shown.posting.state(SlotKey(counter.id, ROOM))) is not None and slot.posts
        )
    may_go.set()
    await until(lambda: shown.room)
    await shown.outbox.flush()
    await shown.counters.add(counter.id)
    await until(lambda: [shown.house.seen(one).text for one in parlour.history()] == [f"{ROOM} 1"])
    assert len(shown.room) == 1  # the first is left behind


async def test_where_a_stream_moves_while_its_message_is_being_edited_another_stands_in_the_new_channel(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    sends, begun, may_go = shown.house.wire.request, asyncio.Event(), asyncio.Event()
    parlour = shown.house.parlour

    async def request(method: str, path: str, *others: Any) -> Reply:
        if method == "PATCH" and path.startswith(f"/channels/{shown.house.room.id}/"):
            begun.set()
            await may_go.wait()
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    await shown.counters.add(counter.id)
    await begun.wait()
    await shown.counters.move(counter.id, Place(1, parlour.id), told=True)
    await until(lambda: (slot := shown.posting.state(SlotKey(counter.id, ROOM))) is not None and slot.posts)
    may_go.set()
    await until(lambda: not shown.kept.sending.lock_of(SlotKey(counter.id, ROOM)).locked())
    await shown.settled(counter.id)
    assert [shown.house.seen(one).text for one in parlour.history()] == [f"{ROOM} 1"]


@pytest.mark.parametrize("name", SLOTS)
async def test_only_a_message_of_the_channel_tells_that_the_channel_may_be_gone(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    channel = {ROOM: shown.house.room, PRIVATE: shown.house.anna.user.dm_channel}[name]  # type: ignore[index]
    for method in ("POST", "PATCH"):
        shown.house.env.inject_error(method, f"/channels/{channel.id}/*", status=404, code=10003)
    await shown.counters.add(counter.id)
    await until(lambda: (slot := shown.posting.state(SlotKey(counter.id, name))) is not None and slot.tries)  # type: ignore[arg-type, return-value]
    assert shown.lost == ([counter.id] if name == ROOM else [])


async def test_a_message_that_a_dead_process_posted_and_did_not_note_is_found_and_brought_up_to_date(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord answers a nonce that it knows with the message that stands, and changes nothing."""
    shown.counters.followers.clear()
    counter = await shown.counters.begin(shown.house.room.id)
    sends = shown.house.wire.request
    words = b'{"flags": 32768, "components": [{"type": 10, "content": "as the dead one left it"}]}'
    standing = await sends("POST", f"/channels/{shown.house.room.id}/messages", words, {})

    async def request(method: str, path: str, *others: Any) -> Reply:
        if (method, path) == ("POST", f"/channels/{shown.house.room.id}/messages"):
            return standing
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    shown.posting.gained(counter.id, orphaned=True)
    await until(lambda: any(f"{ROOM} 0" in one for one in shown.room))
    assert len(shown.room) == 1


async def test_a_message_drawn_since_it_was_taken_over_and_then_deleted_is_posted_again_by_one_call(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    shown.posting.gained(counter.id, orphaned=True)
    await until(lambda: not shown.kept.boards.being_looked_at)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    (message,) = shown.house.room.history()
    shown.house.env.backend.delete_message(shown.house.room.id, message.id)
    made = watched(shown, monkeypatch)
    await shown.counters.add(counter.id)
    await until(lambda: shown.room == [f"{ROOM} 2"])
    await shown.settled(counter.id)
    assert made == ["PATCH", "POST"]


@pytest.mark.parametrize("again", [False, True], ids=["drawn", "posted again"])
async def test_a_message_that_a_dead_process_posted_in_place_of_a_lost_one_is_brought_up_to_date(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """It had noted neither that the first was lost nor the second, which Discord finds by its nonce."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    (message,) = shown.house.room.history()
    shown.house.env.backend.delete_message(shown.house.room.id, message.id)
    sends = shown.house.wire.request
    words = b'{"flags": 32768, "components": [{"type": 10, "content": "as the dead one left it"}]}'
    standing = await sends("POST", f"/channels/{shown.house.room.id}/messages", words, {})

    async def request(method: str, path: str, *others: Any) -> Reply:
        if (method, path) == ("POST", f"/channels/{shown.house.room.id}/messages"):
            return standing
        return await sends(method, path, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    if again:
        shown.outbox.gained(counter.id, orphaned=True)
        await shown.posting.post_again(SlotKey(counter.id, ROOM))
    else:
        shown.posting.gained(counter.id, orphaned=True)
    await until(lambda: shown.room == [f"{ROOM} 0"])


async def test_once_another_process_looks_after_a_stream_no_call_is_made_for_it(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is lost after all looks at it but the last, which is right before each call."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    sends, asked = shown.house.wire.request, []

    def lose() -> None:
        shown.cluster.held = False

    async def request(method: str, *others: Any) -> Reply:
        asked.append(method)
        return await sends(method, *others)

    shown.boards.drawn = lose
    monkeypatch.setattr(shown.house.wire, "request", request)
    await shown.counters.add(counter.id)  # an edit in the channel, and a direct message to be opened
    await shown.house.env.settle()
    assert not shown.cluster.held and asked == []
    shown.cluster.held, shown.boards.drawn = True, lambda: None
    shown.posting.gained(counter.id, orphaned=False)
    await shown.settled(counter.id)
    assert shown.room == [f"{ROOM} 1"] and shown.private == [f"{PRIVATE} 1"]


def calls_by_token(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The paths and bodies of the calls by tokens, as they are made; all succeed."""
    sends, made = shown.house.wire.request, list[tuple[str, str]]()

    async def request(method: str, path: str, body: bytes, *others: Any) -> Reply:
        if path.startswith("/webhooks/"):
            made.append((path, body.decode()))
            return Reply(200, {}, b"{}")
        return await sends(method, path, body, *others)

    monkeypatch.setattr(shown.house.wire, "request", request)
    return made


@asynccontextmanager
async def beside(shown: Shown) -> AsyncIterator[Posting]:
    """What shows messages in another process, which looks after no stream."""
    ride, cluster = shown.store._database.rider, Among()
    cluster.held, cluster.other = False, shown.posting
    calls = Messenger(shown.house.bot.services.rest, shown.house.bot.refused, cluster=cluster)
    outbox = Outbox(shown.store.slots, cluster, 0.0)
    others = Keeping(
        shown.store.slots, outbox, shown.boards.get, calls, Scheduler(), shown.house._wall, cluster
    )
    shown.store._database.rider = ride
    yield others.posting
    await others.close()


async def test_a_press_in_a_direct_message_that_another_process_has_answered_has_the_message_follow(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Direct messages reach one process, and their tables are looked after by all."""
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    assert shown.private == [f"{PRIVATE} 1"]
    by_token, key = calls_by_token(shown, monkeypatch), SlotKey(counter.id, PRIVATE)
    async with beside(shown) as other:
        state = await other.loaded(key)
        assert state is not None and state.message is not None and state.channel is not None
        grip = Grip(Token("of-a-press"), None, shown.house._wall(), Pressed.DIRECT)
        other.pressed(state.message, grip, drawn=True)
        screen = Screen((Text(f"{PRIVATE} 1, and follows"),))
        await other.shows(key, counter.version, screen, state.channel, state.message)
        await shown.house.env.settle()
        await shown.counters.add(counter.id)
        await shown.house.env.settle()
    assert {path.split("/")[3] for path, _ in by_token} == {"of-a-press"}
    assert ["2, and follows" in body for _, body in by_token] == [False, True]


async def test_a_copy_that_another_process_has_shown_is_followed_by_the_one_that_looks_after_the_stream(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    by_token, posting = calls_by_token(shown, monkeypatch), shown.posting
    key = SlotKey(counter.id, PRIVATE)
    async with beside(shown) as other:
        other.tokens.learn(77, Grip(Token("of-a-press"), 77, shown.house._wall()))
        await other.copy_shows(key, Screen((Text("hand:reader 1"),)), 77, current=True)
        assert posting.copies.has_copy(key) and not other.copies.has_copy(key)
        await shown.counters.add(counter.id)
        await shown.house.env.settle()
        path, body = by_token[-1]
        assert path.endswith("/of-a-press/messages/77") and "2, and follows" in body
        shown.cluster.held = False
        await posting.lost([counter.id])
        told = len(by_token)
        await shown.counters.add(counter.id)
        await shown.house.env.settle()
        assert len(by_token) == told and [
            one.message for one in await shown.store.slots.private_copies()
        ] == [77]
        shown.cluster.held = True
        posting.gained(counter.id, orphaned=True)
        await posting.copies.adopt(counter.id)
        await shown.house.env.settle()
        assert "3, and follows" in by_token[-1][1]
