"""Two processes' leases of the same streams, with counters for streams, on one real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import psycopg
import pytest

import bot.cluster
from bot.cluster import ALONE as BY_ITSELF
from bot.cluster import LEASE_MARGIN, NEW, Leases, Shared, Task
from bot.errors import SetAside
from bot.standby import next_shard
from bot.streams.fair_deal import ChanceSource
from rules.seats import Person
from rules.table.events import Event, OptionsChosen
from storage.cluster import Cluster
from storage.ports.patience import StorageAway
from storage.ports.records import Append, ServerUrl, SlotKey, TableId, UserId
from storage.ports.storage import EVERY, AnyShard, Errand, Shards, StorageError
from storage.store import Store
from tests.bot.counters import SLOTS, Clock, CounterHere, Counters, Listener
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.virtual_time import real_time

pytestmark = real_time

HERE = 11
LASTS = 60.0
"""Seconds after which a silent process is given up here."""
ALONE = LASTS * LEASE_MARGIN
"""Seconds before that at which it has given itself up."""


@dataclass
class Messages:
    """What is told of messages."""

    gains: list[tuple[TableId, bool]] = field(default_factory=list)
    losses: list[TableId] = field(default_factory=list)
    asked: list[Errand] = field(default_factory=list)

    def gained(self, stream_id: TableId, *, orphaned: bool) -> None:
        self.gains.append((stream_id, orphaned))

    async def lost(self, streams: Collection[TableId]) -> None:
        self.losses += streams

    async def do(self, errand: Errand) -> None:
        self.asked.append(errand)


@dataclass
class Process:
    store: Store
    peers: Cluster
    cluster: Shared
    counters: Counters
    listener: Listener
    messages: Messages
    leases: Leases
    shares: list[int]


@asynccontextmanager
async def process(
    url: ServerUrl, lasts: float = LASTS, shards: Shards = EVERY, *, attends: bool = False
) -> AsyncIterator[Process]:
    """One that has joined, or that only ``attends``."""
    clock = Clock()
    async with Store.open(url, clock) as store:
        peers = store.shared_by(shards)
        assert peers is not None
        cluster, listener, messages = Shared(peers, shards), Listener(), Messages()
        counters = Counters(store.streams, ChanceSource(), clock, cluster)
        shares: list[int] = []
        leases = Leases(cluster, messages, [counters], shares.append, lasts)
        counters.followers.append(listener)
        await (leases.attend() if attends else leases.join_processes())
        try:
            yield Process(store, peers, cluster, counters, listener, messages, leases, shares)
        finally:
            await leases.stop()
            await cluster.part()


@dataclass
class Ahead:
    """By how many seconds two clocks are ahead of the machine's: that of the processes, and the server's."""

    url: ServerUrl
    seconds: float = 0.0

    def go_on(self, seconds: float) -> None:
        self.seconds += seconds
        with psycopg.connect(str(self.url), autocommit=True) as server:
            server.execute("UPDATE process SET until = until - make_interval(secs => %s)", (seconds,))


@pytest.fixture
def ahead(url: ServerUrl, monkeypatch: pytest.MonkeyPatch) -> Ahead:
    clocks = Ahead(url)
    monkeypatch.setattr(bot.cluster, "_now", lambda: asyncio.get_running_loop().time() + clocks.seconds)
    return clocks


async def test_a_silent_process_has_stopped_before_another_begins(
    url: ServerUrl, caplog: pytest.LogCaptureFixture, ahead: Ahead
) -> None:
    async with process(url) as one, process(url, 100 * LASTS) as other:
        counter_id = (await one.counters.begin(HERE)).id
        await one.leases.beat()
        await other.leases.beat()
        assert one.cluster.holds(counter_id) and not other.cluster.holds(counter_id)
        ahead.go_on(LASTS - ALONE)
        await other.leases.beat()
        assert not one.cluster.holds(counter_id) and not other.cluster.holds(counter_id)
        ahead.go_on(ALONE)
        await beats(other)
        assert not one.cluster.holds(counter_id) and other.cluster.holds(counter_id)
        await one.leases.beat()
        await one.leases.beat()
        assert not one.cluster.holds(counter_id) and one.messages.losses == [counter_id]
        assert caplog.messages == ["the other processes have given this one up: it begins anew"]
        assert one.shares[-1] == 2 * NEW  # as many calls as one that has just come
        assert other.messages.gains == [(counter_id, True)]


class Away(Messages):
    """Cannot write at first what is known of the messages that others post."""

    async def lost(self, streams: Collection[TableId]) -> None:
        await super().lost(streams)
        if len(self.losses) == 1:
            raise StorageAway


async def test_a_process_that_was_given_up_leaves_to_others_what_it_held_whatever_fails_meanwhile(
    url: ServerUrl, ahead: Ahead
) -> None:
    async with process(url) as one, process(url, 100 * LASTS) as other:
        one.leases._messages = one.messages = Away()
        counter_id = (await one.counters.begin(HERE)).id
        await one.leases.beat()
        ahead.go_on(2 * LASTS)
        await beats(other)
        with pytest.raises(StorageAway):
            await one.leases.beat()
        await one.leases.beat()
        assert one.messages.losses == [counter_id] * 2 and one.leases.given_up.is_set()
        await beats(one)
        assert len(one.messages.losses) == 2 and not one.cluster.holds(counter_id)


async def test_what_is_gained_is_woken_though_what_was_lost_could_not_be_written(url: ServerUrl) -> None:
    async with process(url) as one, process(url) as other:
        one.leases._messages = one.messages = Away()
        lost = (await one.counters.begin(HERE)).id
        await beats(one)
        await one.peers.leave([lost])
        await beats(other)
        gained = (await other.counters.begin(HERE + 1)).id
        await other.peers.leave([gained])
        with pytest.raises(StorageAway):
            await one.leases.beat()
        await beats(one)
        assert one.messages.losses == [lost] * 2 and (gained, False) in one.messages.gains


async def beats(one: Process) -> None:
    """Says that it lives, and has told of what it looks after from now on."""
    await one.leases.beat()
    await asyncio.gather(*one.leases._waking)


async def test_a_process_that_had_stopped_looking_after_its_streams_begins_anew_with_each(
    url: ServerUrl, ahead: Ahead
) -> None:
    """50 seconds of the 60 for which the others count it as alive."""
    async with process(url) as one:
        counter_id = (await one.counters.begin(HERE)).id
        for beginnings in (1, 2):
            assert not one.cluster.holds(counter_id)
            for _ in range(2):
                await beats(one)
                assert [stream_id for stream_id, _ in one.messages.gains] == [counter_id] * beginnings
            ahead.seconds += 50.0
        assert one.messages.losses == []


async def test_a_process_that_no_longer_holds_a_stream_says_so_to_those_who_post_its_messages(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what it still holds it need not be told again, though that is not shown yet."""
    monkeypatch.setattr(bot.cluster, "LOOK", -1.0)
    async with process(url) as one, process(url) as other:
        taken, kept = [(await one.counters.begin(channel)).id for channel in (HERE, HERE + 1)]
        await beats(one)
        await one.peers.leave([taken])
        await beats(other)
        await beats(one)
        assert other.cluster.holds(taken) and other.messages.losses == []
        assert one.cluster.holds(kept) and one.messages.losses == [taken]
        await beats(one)
        assert one.messages.losses == [taken]
        await one.leases.listen()
        assert sorted(one.messages.gains) == sorted([(taken, False), (kept, False)])


async def test_a_stream_goes_home_to_the_process_of_its_shard_after_its_calls_have_ended(
    url: ServerUrl,
) -> None:
    """The server of the stream belongs to the first of two shards."""
    async with process(url, shards=Shards(1, 1, 2)) as guest:
        counter_id = (await guest.counters.begin(HERE)).id
        await beats(guest)
        assert guest.cluster.holds(counter_id)
        async with process(url, shards=Shards(0, 0, 2)) as home:
            await beats(guest)
            assert not guest.cluster.holds(counter_id) and guest.messages.losses == [counter_id]
            await beats(home)
            assert home.cluster.holds(counter_id) and home.messages.gains == [(counter_id, False)]


class Hanging(Messages):
    """Ends none of the calls for what others post from now on before ``ended``."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = asyncio.Event()

    async def lost(self, streams: Collection[TableId]) -> None:
        await self.ended.wait()
        await super().lost(streams)


async def test_a_process_goes_on_saying_that_it_lives_while_a_call_of_what_it_hands_over_hangs(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.cluster, "BEAT", 0.001)
    async with process(url, shards=Shards(1, 1, 2)) as guest:
        guest.leases._messages = guest.messages = messages = Hanging()
        counter_id = (await guest.counters.begin(HERE)).id
        await beats(guest)
        async with process(url, shards=Shards(0, 0, 2)) as home:
            for _ in range(2):
                async with guarded("the guest's beat"):
                    await beats(guest)
                await beats(home)
                assert not guest.cluster.holds(counter_id) and not home.cluster.holds(counter_id)
            other_id = (await guest.counters.begin(HERE + 1)).id
            assert guest.cluster.holds(other_id), "it looks after the others"
            messages.ended.set()
            await beats(guest)
            await beats(home)
            assert home.cluster.holds(counter_id) and counter_id in messages.losses


async def test_a_process_that_was_given_up_says_that_it_lives_while_a_call_of_before_hangs(
    url: ServerUrl, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.cluster, "BEAT", 0.001)
    async with process(url) as one, process(url, 100 * LASTS) as other:
        one.leases._messages = one.messages = messages = Hanging()
        counter_id = (await one.counters.begin(HERE)).id
        await one.leases.beat()
        ahead.go_on(2 * LASTS)
        await beats(other)
        for _ in range(3):
            async with guarded("a beat"):
                await one.leases.beat()
            assert (await one.peers.beat(LASTS, 0)) is not None, "it is one of the processes again"
        messages.ended.set()
        await beats(one)
        assert messages.losses == [counter_id] and other.cluster.holds(counter_id)


async def test_what_one_process_does_the_other_hears_of_and_acts_upon(url: ServerUrl) -> None:
    async with process(url) as one, process(url) as other:
        counter_id = (await one.counters.begin(HERE)).id
        await other.counters.get(counter_id)
        await one.counters.add(counter_id)
        await other.leases.listen()
        assert other.listener.told == [(counter_id, 1), (counter_id, 2)]
        acts = [service.add(counter_id) for service in (one.counters, other.counters) for _ in range(4)]
        numbers = [(await act).state.number for act in asyncio.as_completed(acts)]
        assert max(numbers) == 9
        assert (await one.counters.look(counter_id)).state.number == 9
        assert (await other.counters.close(counter_id)).version == 11
        await one.leases.listen()
        assert one.counters.stream_in(HERE) is None
        assert not await one.counters.is_occupied(HERE)


async def test_who_is_forgotten_at_one_process_is_known_to_no_other(url: ServerUrl) -> None:
    boris, user = Person("b"), UserId(22)
    async with process(url) as one, process(url) as other:
        counter = await one.counters.begin(HERE)
        met = Append[Event](counter.id, 1, (OptionsChosen((("count", "1"),)),), at=1.0, people={boris: user})
        await one.store.streams.append(met)
        there = await other.counters.get(counter.id)
        assert there.people == {boris: user}
        await one.store.people.forget(user)
        await one.counters.forgotten(user)
        other.listener.told.clear()
        for _ in range(2):
            await other.leases.listen()
        assert there.people == {} and other.listener.told == [(counter.id, 2)]


async def test_a_stream_that_was_taken_over_in_peace_and_then_changed_by_another_is_shown(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not in memory here: nothing was due, and nobody has pressed anything here."""
    monkeypatch.setattr(bot.cluster, "LOOK", -1.0)
    async with process(url) as one, process(url) as other:
        counter = await one.counters.begin(HERE)
        await one.leases.beat()
        slots = await one.store.slots.of_stream(counter.id)
        await one.store.slots.note_slots([slot.as_shown(slot.wanted, "as it is", HERE, 1) for slot in slots])
        await one.peers.leave([counter.id])
        await other.leases.beat()
        assert other.cluster.holds(counter.id) and not other.counters.loaded
        await other.leases.listen()
        assert other.messages.gains == []
        await one.counters.add(counter.id)
        for _ in range(2):
            await other.leases.listen()
        assert other.messages.gains == [(counter.id, False)]


async def test_a_stream_that_was_let_go_of_memory_and_then_changed_by_another_is_shown(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.cluster, "LOOK", -1.0)
    async with process(url) as one, process(url) as other:
        counter_id = (await one.counters.begin(HERE)).id
        await beats(one)
        await one.leases.listen()
        assert one.messages.gains == [(counter_id, False)]
        slots = await one.store.slots.of_stream(counter_id)
        await one.store.slots.note_slots([slot.as_shown(slot.wanted, "as it is", HERE, 1) for slot in slots])
        counter = one.counters._open[counter_id]
        counter.used, counter.wants, counter.reread = 0.0, {}, False  # nothing here takes over what is wanted
        one.counters.let_go(lambda _: True)
        one.leases.stop_watching(counter_id)
        await other.counters.add(counter_id)
        assert not one.counters.loaded
        await one.leases.listen()
        assert one.messages.gains == [(counter_id, False)] * 2


async def test_a_channel_that_another_process_has_given_a_stream_is_occupied(url: ServerUrl) -> None:
    async with process(url) as one, process(url) as other:
        await one.counters.begin(HERE)
        assert await other.counters.is_occupied(HERE)


async def test_of_two_that_begin_in_one_channel_at_two_processes_one_is_refused(url: ServerUrl) -> None:
    async with process(url) as one, process(url) as other:
        beginning = [each.counters.begin(HERE) for each in (one, other)]
        done = await asyncio.gather(*beginning, return_exceptions=True)
        assert [type(each) for each in done if isinstance(each, BaseException)] == [CounterHere]


async def test_errands_reach_the_process_that_looks_after_the_stream(url: ServerUrl) -> None:
    async with process(url) as one, process(url) as other:
        counter_id = (await one.counters.begin(HERE)).id
        errand = Errand(SlotKey(counter_id, SLOTS[0]), "draw")
        await other.peers.send_errand(errand)
        for each in (other, one, one):
            await each.leases.listen()
        assert (one.messages.asked, other.messages.asked) == ([errand], [])


async def test_the_calls_of_a_token_are_shared_and_a_new_process_begins_with_few(
    url: ServerUrl, ahead: Ahead
) -> None:
    async with process(url) as one:
        await one.leases.beat()
        ahead.go_on(35)
        await one.leases.beat()
        ahead.go_on(30)  # it is no longer new
        async with process(url) as other:
            for each in (one, other):
                await each.leases.beat()
        await one.leases.beat()
        assert (one.shares, other.shares) == ([4, 1, 1, 2, 1], [4, 8])


async def test_who_parts_holds_nothing_and_what_goes_on_by_itself_is_loaded_by_the_next(
    url: ServerUrl,
) -> None:
    async with process(url) as other:
        async with process(url) as one:
            going, resting = [await one.counters.begin(channel) for channel in (HERE, HERE + 1)]
            await one.counters.add(going.id, goes_on=True)
            await beats(one)
            assert one.cluster.holds(going.id) and one.cluster.holds(resting.id)
        assert not one.cluster.holds(going.id)
        await beats(other)
        assert other.cluster.holds(going.id) and set(other.counters.loaded) == {going.id}


async def test_what_one_wants_drawn_is_asked_of_the_process_that_posts_it(url: ServerUrl) -> None:
    async with process(url) as one, process(url) as other:
        counter_id = (await one.counters.begin(HERE)).id
        await beats(one)
        key = SlotKey(counter_id, SLOTS[0])
        assert not await one.cluster.delegate(key, Task.POST)
        assert await other.cluster.delegate(key, Task.TRY)
        await one.leases.listen()
        assert one.messages.asked == [Errand(key, "try")]


async def test_what_must_be_drawn_is_asked_again_once_the_database_takes_it(url: ServerUrl) -> None:
    """An answer has drawn an older state by then, and nobody else knows of it."""
    async with process(url) as one, process(url) as other:
        counter_id = (await one.counters.begin(HERE)).id
        await beats(one)
        key = SlotKey(counter_id, SLOTS[0])
        with psycopg.connect(str(url), autocommit=True) as server:
            server.execute("ALTER TABLE errand RENAME TO lost")
            for what in (Task.DRAW, Task.ADOPT):
                assert await other.cluster.delegate(key, what)
            with pytest.raises(StorageError):
                await other.cluster.delegate(key, Task.TRY)  # who asks for it is told
            server.execute("ALTER TABLE lost RENAME TO errand")
        for each in (other, one, other, one):
            await each.leases.listen()
        assert sorted(one.messages.asked) == [Errand(key, "adopt"), Errand(key, "draw")]


def tasks() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()}


async def test_a_process_that_waits_for_its_session_says_that_it_lives_and_looks_after_nothing_before(
    url: ServerUrl, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.cluster, "BEAT", 0.1 / LASTS)
    async with process(url, shards=Shards(1, 1, 2)) as guest:
        counter_id = (await guest.counters.begin(HERE)).id
        await beats(guest)
        async with process(url, shards=Shards(0, 0, 2), attends=True) as home:
            before = await until_of(home)

            async def lives_on() -> bool:
                return await until_of(home) > before

            await until(lives_on)
            await beats(guest)
            assert guest.cluster.holds(counter_id) and not home.cluster.held
            assert "listening" not in tasks() and not caplog.messages
            await home.leases.start()
            await beats(guest)
            await until(lambda: home.cluster.holds(counter_id))
            assert not guest.cluster.holds(counter_id)


async def until_of(one: Process) -> datetime:
    """When the others would give this process up."""

    def work(db: Any) -> datetime:
        (ends,) = db.execute("SELECT until FROM process WHERE id = ?1", (one.peers.me,)).fetchone()
        return ends  # type: ignore[no-any-return]

    return await one.store._database.read(work)


async def test_a_process_that_has_started_says_again_and_again_that_it_lives_and_hears_the_others(
    url: ServerUrl, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after the database has failed for a while, of which the host is told."""
    monkeypatch.setattr(bot.cluster, "BEAT", 0.1 / LASTS)
    monkeypatch.setattr(bot.cluster, "LISTEN", 0.1)
    async with process(url) as one, process(url) as other:
        await one.leases.start()
        await one.leases.start()
        assert sorted(tasks() & {"leases", "listening"}) == ["leases", "listening"]
        counter_id = (await one.counters.begin(HERE)).id
        await until(lambda: one.cluster.holds(counter_id))
        first = one.cluster.until
        await until(lambda: one.cluster.until > first)
        await other.counters.add(counter_id)
        await until(lambda: (counter_id, 2) in one.listener.told)
        assert not caplog.messages
        with psycopg.connect(str(url), autocommit=True) as server:
            server.execute("ALTER TABLE lease RENAME TO lost")
            await until(lambda: "the other processes cannot be heard: DatabaseFailed" in caplog.messages)
            second = (await one.counters.begin(HERE + 1)).id
            assert f"{second} is not looked after yet: DatabaseFailed" in caplog.messages
            server.execute("ALTER TABLE lost RENAME TO lease")
        await until(lambda: one.cluster.holds(second))
    assert not {"leases", "listening", "taking over"} & tasks()


async def test_a_stream_that_cannot_be_loaded_holds_up_none_of_those_taken_over_with_it(
    url: ServerUrl, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.cluster")
    async with process(url) as other:
        async with process(url) as one:
            for channel in (HERE, HERE + 1):
                counter = await one.counters.begin(channel)
                await one.counters.add(counter.id, goes_on=True)
            broken, whole = one.counters.loaded
        with psycopg.connect(str(url), autocommit=True) as server:
            server.execute("UPDATE event SET body = '{' WHERE table_id = %s", [broken])
        await beats(other)
        assert [*other.counters.loaded] == [whole]
        assert f"{broken} is not woken: SetAside()" in caplog.messages


async def test_a_process_that_cannot_say_that_it_parts_tells_its_host_and_holds_nothing(
    url: ServerUrl, caplog: pytest.LogCaptureFixture
) -> None:
    async with process(url) as one:
        counter_id = (await one.counters.begin(HERE)).id
        await beats(one)
        with psycopg.connect(str(url), autocommit=True) as server:
            server.execute("ALTER TABLE process RENAME TO lost")
            await one.cluster.part()
            server.execute("ALTER TABLE lost RENAME TO process")
        assert caplog.messages == ["the other processes wait until they miss this one: DatabaseFailed"]
        assert not one.cluster.holds(counter_id)


async def test_a_process_that_stands_by_ends_in_peace_though_it_cannot_say_that_it_parts(
    url: ServerUrl, caplog: pytest.LogCaptureFixture
) -> None:
    stopping = asyncio.Event()
    stopping.set()
    async with process(url) as one:
        with psycopg.connect(str(url), autocommit=True) as server:
            server.execute("ALTER TABLE process RENAME TO lost")
            assert await next_shard(one.peers, AnyShard(2), LASTS, stopping) is None
            server.execute("ALTER TABLE lost RENAME TO process")
    assert caplog.messages == ["the other processes wait until they miss this one: DatabaseFailed"]


async def test_what_a_dead_process_looked_after_is_taken_over_a_few_at_a_time(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.cluster, "MOST", 2)
    async with process(url) as other:
        async with process(url) as one:
            begun = {(await one.counters.begin(HERE + number)).id for number in range(5)}
        for held in (2, 4, 5):
            await other.leases.beat()
            assert "taking over" in tasks()
            assert len(other.cluster.held) == held
            await asyncio.gather(*other.leases._waking)
        assert other.cluster.held == begun == {stream_id for stream_id, _ in other.messages.gains}


async def test_at_the_moment_at_which_its_leases_end_a_process_holds_nothing(
    url: ServerUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(url) as one:
        counter_id = (await one.counters.begin(HERE)).id
        await beats(one)
        now = one.cluster.until
        monkeypatch.setattr(bot.cluster, "_now", lambda: now)
        assert not one.cluster.holds(counter_id)


async def test_a_process_alone_looks_after_everything_and_asks_nobody() -> None:
    stream = TableId("7f3a9c01")
    assert BY_ITSELF.holds(stream) and BY_ITSELF.ours(1) and not BY_ITSELF.shared
    assert not await BY_ITSELF.delegate(SlotKey(stream, SLOTS[0]), Task.DRAW)
    assert await BY_ITSELF.standings([stream]) == {} and await BY_ITSELF.in_channel("table", HERE) is None


async def test_a_process_hears_from_discord_of_the_servers_of_its_own_shards_alone(url: ServerUrl) -> None:
    """Discord puts a server into the shard that its id, without the last 22 bits, leaves over."""
    async with process(url, shards=Shards(1, 1, 2)) as one:
        assert [one.cluster.ours(number << 22) for number in range(4)] == [False, True, False, True]


async def test_where_streams_stand_that_others_have_begun_is_learned_though_none_is_loaded(
    url: ServerUrl,
) -> None:
    async with process(url) as one, process(url) as other:
        begun = (await one.counters.begin(HERE)).id
        await other.leases.listen()
        assert {*other.counters.places} == {begun} and not other.counters.loaded
        later = (await one.counters.begin(HERE + 1)).id
        await other.leases.listen()
        assert later not in other.counters.places  # it is asked for every ten seconds


async def taken_over_without(url: ServerUrl, other: Process, away: str, back: str) -> TableId:
    """A counter of a process that has gone, once another has it, while a part of the schema was away."""
    async with process(url) as one:
        counter_id = (await one.counters.begin(HERE)).id
        await one.counters.add(counter_id, goes_on=True)
    with psycopg.connect(str(url), autocommit=True) as server:
        server.execute(f"ALTER TABLE {away}")
        await beats(other)
        server.execute(f"ALTER TABLE {back}")
    return counter_id


async def test_while_a_stream_cannot_be_loaded_its_host_is_told_its_messages_are_kept_and_it_is_tried_again(
    url: ServerUrl, caplog: pytest.LogCaptureFixture
) -> None:
    async with process(url) as other:
        counter_id = await taken_over_without(url, other, "event RENAME TO lost", "lost RENAME TO event")
        (told,) = [line for line in caplog.messages if "loaded" in line]
        assert told.startswith(f"{counter_id} cannot be loaded: DatabaseFailed('42P01'")
        assert other.messages.gains == [(counter_id, False)] and not other.counters.loaded
        await beats(other)
        assert [*other.counters.loaded] == [counter_id]


async def test_what_was_taken_over_while_the_database_could_not_be_asked_about_it_is_asked_about_again(
    url: ServerUrl, caplog: pytest.LogCaptureFixture
) -> None:
    async with process(url) as other:
        counter_id = await taken_over_without(
            url, other, "lease RENAME freely TO lost", "lease RENAME lost TO freely"
        )
        ((told, level),) = [(one.getMessage(), one.levelname) for one in caplog.records]
        assert told.startswith("what was gained cannot be read: DatabaseFailed('42703'") and level == "ERROR"
        assert other.cluster.holds(counter_id) and not other.counters.loaded
        await beats(other)
        assert [*other.counters.loaded] == [counter_id]


class Refusing(Messages):
    """Cannot do what is asked of one stream."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    async def do(self, errand: Errand) -> None:
        await super().do(errand)
        if errand.what == "unpark":
            raise self.error


@pytest.mark.parametrize(
    ("error", "times"), [(SetAside(), 1), (ValueError("unpark"), 2), (StorageAway(), 3)], ids=repr
)
async def test_an_errand_that_cannot_be_done_holds_up_no_other(
    url: ServerUrl, error: Exception, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor what comes after the errands. What the database does not take is asked again and again."""
    monkeypatch.setattr(bot.cluster, "FIND", -1.0)
    async with process(url) as one, process(url) as other:
        one.leases._messages = one.messages = Refusing(error)
        first, second = [(await one.counters.begin(channel)).id for channel in (HERE, HERE + 1)]
        for stream, what in ((first, "draw"), (first, "unpark"), (second, "draw")):
            await other.peers.send_errand(Errand(SlotKey(stream, SLOTS[0]), what))
        for _ in range(3):
            await one.leases.listen()
        asked = [(errand.key.table, errand.what) for errand in one.messages.asked]
        assert sorted(asked) == sorted([(first, "draw"), *[(first, "unpark")] * times, (second, "draw")])
        elsewhere = (await other.counters.begin(HERE + 2)).id
        await one.leases.listen()
        assert one.counters.stream_in(HERE + 2) == elsewhere


class Clumsy(Messages):
    """Fails at what it is asked for first."""

    async def do(self, errand: Errand) -> None:
        await super().do(errand)
        if len(self.asked) == 1:
            raise ZeroDivisionError


async def test_a_process_goes_on_listening_after_a_mistake_of_ours_of_which_its_host_is_told(
    url: ServerUrl, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.cluster, "LISTEN", 0.05)
    async with process(url) as one, process(url) as other:
        one.leases._messages = one.messages = Clumsy()
        counter_id = (await one.counters.begin(HERE)).id
        await one.leases.start()
        await until(lambda: one.cluster.holds(counter_id))
        errand = Errand(SlotKey(counter_id, SLOTS[0]), "draw")
        await other.peers.send_errand(errand)
        await until(lambda: len(one.messages.asked) == 2)
        ((told, raised),) = [(one.getMessage(), one.exc_info) for one in caplog.records if one.exc_info]
        assert told == f"draw of {errand.key} cannot be done" and raised[0] is ZeroDivisionError
        assert one.messages.asked == [errand, errand]
