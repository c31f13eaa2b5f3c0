"""What several processes share, each a store of its own on one real server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import psycopg
import pytest

from rules.seats import Seat
from rules.table.events import Closed, Opened
from storage.cluster import STILL_HELD, Cluster
from storage.engine import Connection
from storage.errors import DatabaseFailed
from storage.ports.records import (
    Append,
    Attempt,
    Contest,
    OptionSet,
    Place,
    Saving,
    ServerUrl,
    Slot,
    SlotKey,
    SlotState,
    TableId,
    UserId,
)
from storage.ports.storage import EVERY, AnyShard, Errand, Held, PlaceTaken, Shards, Standing, UnknownShards
from storage.store import Store
from tests.storage.proxy import Cut, Proxy
from tests.trials.stage import postgres
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import inside, opened

LONG, SHORT = 60.0, 0.15
FIRST, SECOND = TableId("first"), TableId("second")
LEFT, RIGHT = Shards(0, 0, 2), Shards(1, 1, 2)
OF_LEFT, OF_RIGHT = 2 << 22, 3 << 22  # servers, by their ids


@asynccontextmanager
async def process(url: ServerUrl, shards: Shards = EVERY) -> AsyncIterator[tuple[Store, Cluster]]:
    async with Store.open(url) as store:
        cluster = store.shared_by(shards)
        assert cluster is not None
        await cluster.join(LONG)
        try:
            yield store, cluster
        finally:
            await cluster.part()


WAITS = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
LASTS = "UPDATE process SET until = clock_timestamp() + make_interval(secs => ?2::float8) WHERE id = ?1"

BELIEVED = "SELECT 1 FROM process WHERE id = ?1 AND until > now() + make_interval(secs => ?2::float8)"


async def lasts(store: Store, one: Cluster, seconds: float) -> None:
    """As if this process had last said that it lives so that it counts as alive for so long from now on."""
    await inside(store, lambda db: db.execute(LASTS, (one.me, seconds)))


OPENED = [Opened("biritch", ())]


async def begin(store: Store, table: TableId, guild: int = OF_LEFT, channel: int = 7) -> None:
    await store.streams.append(
        Append(table, 0, OPENED, place=Place(guild, channel), slots=[Slot.of_name("lobby:0")])
    )


async def held(cluster: Cluster, lasts: float = LONG) -> set[TableId]:
    beat = await cluster.beat(lasts, 100)
    assert beat is not None
    return set(beat.held)


async def test_a_stream_is_looked_after_by_one_process_and_goes_to_the_other_when_that_parts(
    url: ServerUrl,
) -> None:
    async with process(url) as (store, one), process(url) as (_, other):
        await begin(store, FIRST)
        assert await held(one) == {FIRST}
        assert await held(other) == set()
        assert not await other.take(FIRST) and await one.take(FIRST)
        await one.part()
        assert await held(other) == {FIRST}
        assert await other.about([FIRST]) == [Held(FIRST, "table", False, True, False)]


async def test_a_process_that_was_silent_too_long_holds_nothing_and_writes_nothing_down_of_messages(
    url: ServerUrl,
) -> None:
    async with process(url) as (store, one), process(url) as (other_store, other):
        await begin(store, FIRST)
        assert await held(one) == {FIRST}
        shown = SlotState(SlotKey(FIRST, Slot.of_name("lobby:0")), 1).as_shown(1, "digest", 7, 70)
        await store.slots.note_slots([shown])
        await lasts(store, one, -1.0)
        assert await held(other) == {FIRST}
        assert (await other.about([FIRST]))[0].orphaned
        assert await one.beat(LONG, 100) is None
        await store.slots.note_slots([shown.as_lost()], [shown])
        assert await other_store.slots.of_stream(FIRST) == (shown,)
        await one.join(LONG)
        assert await held(one) == set()


async def test_a_process_that_has_to_wait_as_it_gives_others_up_does_not_give_itself_up(
    url: ServerUrl,
) -> None:
    """It waits for the row of the silent one, as it would for that one's commit, which the replica lacks."""
    async with process(url) as (store, one), process(url) as (_, other):
        await lasts(store, other, -1.0)
        with psycopg.connect(url.url_with_password()) as raw:
            raw.execute("UPDATE process SET until = until WHERE id = %s", (other.me,))
            beating = asyncio.create_task(one.beat(SHORT, 100))
            await until(lambda: inside(store, lambda db: db.execute(WAITS).fetchone()), "a wait for that row")
            raw.execute("SELECT pg_sleep(%s)", (2 * SHORT,))  # by now it is itself too old
            assert not beating.done()
        beat = await beating
        assert beat is not None and beat.alive == 1


OWN_ROW, OWN_LEASE = "its own row, as it says that it lives", "the lease of a table, as it writes there"


@pytest.mark.parametrize("locked", [(OWN_ROW, OWN_LEASE), (OWN_ROW,), (OWN_LEASE,)], ids=" and ".join)
async def test_a_process_that_hangs_in_a_transaction_holds_nobody_up_and_what_it_had_begun_is_undone(
    url: ServerUrl, locked: tuple[str, ...]
) -> None:
    """It had been silent too long, and began to hang a moment before others find that out. It has locked the
    row of the table, too."""
    begun, goes_on = threading.Event(), threading.Event()
    async with process(url) as (store, one), process(url) as (other_store, other):
        await begin(store, FIRST)
        assert await held(other) == {FIRST}
        await lasts(store, other, -1.0)

        def hang(db: Connection) -> list[object]:
            again = begun.is_set()
            mine = (
                db.execute(STILL_HELD, (other.me, [FIRST])).fetchall() if again or OWN_LEASE in locked else []
            )
            if OWN_ROW in locked:
                db.execute("UPDATE process SET until = until WHERE id = ?1", (other.me,))
            locking = db.execute("UPDATE stream SET version = version WHERE table_id = ?1", (FIRST,))
            assert locking.rowcount == 1  # only now has the server done all three
            begun.set()
            goes_on.wait()
            if mine:
                db.execute("UPDATE stream SET version = 99 WHERE table_id = ?1", (FIRST,))
            return mine

        hanging = asyncio.create_task(inside(other_store, hang))
        try:
            await asyncio.to_thread(begun.wait)

            async def taken_over() -> bool:
                found = await held(one, SHORT)
                await lasts(store, one, LONG)  # it beats in time, however busy its machine is
                return found == {FIRST}

            await until(taken_over, "the table of the one that hangs")
            assert await store.streams.append(Append(FIRST, 1, OPENED)) == 2
        finally:
            goes_on.set()
        assert await hanging == []
        assert await one.standings([FIRST]) == {FIRST: Standing(2, 7, 0)}


async def test_servers_go_to_the_process_of_their_shard_and_come_back_to_it(url: ServerUrl) -> None:
    async with process(url, LEFT) as (store, left):
        await begin(store, FIRST, OF_LEFT)
        await begin(store, SECOND, OF_RIGHT, 8)
        assert await held(left) == {FIRST, SECOND}
        async with process(url, RIGHT) as (_, right):
            beat = await left.beat(LONG, 100)
            assert beat is not None and (beat.leaving, beat.alive) == ({SECOND}, 2)
            assert await held(right) == set()
            await left.leave(beat.leaving)
            assert await held(left) == {FIRST} and await held(right) == {SECOND}


async def test_what_a_process_is_asked_to_do_waits_until_it_is_done(url: ServerUrl) -> None:
    errand = Errand(SlotKey(FIRST, Slot.of_name("lobby:0")), "draw")
    async with process(url) as (store, one), process(url) as (_, other):
        await begin(store, FIRST)
        await other.send_errand(errand)
        await other.send_errand(errand)
        assert await held(one) == {FIRST}
        assert await other.errands() == [] and await one.errands() == [errand] == await one.errands()
        await one.done([errand])
        assert await one.errands() == []
        assert await other.standings([FIRST, SECOND]) == {FIRST: Standing(1, 7, 0)}
        assert await other.in_channel("table", 7) == [FIRST] and await other.in_channel("table", 8) == []


async def test_a_process_is_told_of_what_it_holds_that_is_out_of_date_what_goes_on_first(
    url: ServerUrl,
) -> None:
    third, fourth = TableId("third"), TableId("fourth")
    async with process(url) as (store, one), process(url) as (_, other):
        await begin(store, FIRST)
        for table, channel, goes_on, slots in (
            (SECOND, 8, True, [Slot.of_name("lobby:0")]),
            (third, 9, True, []),
            (fourth, 10, False, [Slot.of_name("lobby:0")]),
        ):
            place = Place(OF_LEFT, channel)
            await store.streams.append(Append(table, 0, OPENED, place=place, slots=slots, goes_on=goes_on))
        assert await held(one) == {FIRST, SECOND, third, fourth}
        assert await one.due_streams() == [
            Held(SECOND, "table", True, True, False),
            Held(FIRST, "table", False, True, False),
            Held(fourth, "table", False, True, False),
        ]
        assert await other.due_streams() == [] and await other.about([]) == []
        assert await one.about([fourth, third, TableId("none")]) == [
            Held(third, "table", True, False, False),
            Held(fourth, "table", False, True, False),
        ]
        shown = SlotState(SlotKey(FIRST, Slot.of_name("lobby:0")), 1).as_shown(1, "digest", 7, 70)
        await store.slots.note_slots([shown])
        assert [one_due.stream_id for one_due in await one.due_streams()] == [SECOND, fourth]
        assert await other.standings([SECOND, fourth]) == {
            SECOND: Standing(1, 8, 0),
            fourth: Standing(1, 10, 0),
        }


async def test_of_many_free_streams_a_beat_takes_as_many_as_it_may(url: ServerUrl) -> None:
    async with process(url) as (store, one), process(url) as (_, other):
        for number in range(3):
            await begin(store, TableId(f"t{number}"), channel=number)
        first, second = await one.beat(LONG, 2), await other.beat(LONG, 2)
        assert first is not None and (first.held, first.leaving, first.alive) == ({"t0", "t1"}, set(), 2)
        assert second is not None and second.held == {"t2"}


async def test_errands_of_many_messages_wait_for_whoever_holds_each_of_them(url: ServerUrl) -> None:
    def errand(table: TableId, what: str) -> Errand:
        return Errand(SlotKey(table, Slot.of_name("lobby:0")), what)

    drawn, deleted, elsewhere = errand(FIRST, "draw"), errand(FIRST, "delete"), errand(SECOND, "draw")
    async with process(url) as (store, one), process(url) as (_, other):
        await begin(store, FIRST)
        assert await held(one) == {FIRST}
        await begin(store, SECOND, channel=8)
        assert await held(other) == {SECOND}
        for asked in (drawn, deleted, elsewhere):
            await one.send_errand(asked)
        assert set(await one.errands()) == {drawn, deleted} and await other.errands() == [elsewhere]
        await one.done([drawn, elsewhere])
        assert await one.errands() == [deleted] and await other.errands() == []


async def test_what_is_asked_of_a_stream_that_is_over_is_done_by_whoever_finds_it(url: ServerUrl) -> None:
    """Nobody holds it any more: nothing of it is out of date."""
    errand = Errand(SlotKey(FIRST, Slot.of_name("table:1")), "post")
    async with process(url) as (store, one):
        await store.streams.append(Append(FIRST, 0, [*OPENED, Closed("over")], place=Place(OF_LEFT, 7)))
        assert await held(one) == set()
        await one.send_errand(errand)
        assert await held(one) == {FIRST} and await one.errands() == [errand]
        await one.done([errand])
        assert await held(one) == set()


async def test_of_a_stream_that_is_over_nothing_stays_of_who_held_it(url: ServerUrl) -> None:
    """Though they left before they found that out."""
    async with process(url) as (store, one), process(url) as (_, other):
        await store.streams.append(Append(FIRST, 0, OPENED, place=Place(OF_LEFT, 7)))
        await begin(store, SECOND, channel=8)
        assert await held(one) == {FIRST, SECOND}
        await store.streams.append(Append(FIRST, 1, [Closed("over")]))
        await one.part()
        assert await held(other) == {SECOND}
        left = await inside(store, lambda db: db.execute("SELECT table_id FROM lease").fetchall())
        assert left == [(SECOND,)]


async def test_what_must_not_be_done_twice_is_not_tried_again_where_the_answer_was_lost(
    server: postgres.Server, url: ServerUrl
) -> None:
    """Nobody could be told truly, the second time, whether it had been done before they asked."""
    user = UserId(11)
    async with Proxy.before(server.port) as proxy:
        through = ServerUrl(url.url_with_password().replace(f":{server.port}/", f":{proxy.port}/"))
        async with Store.open(through) as store:
            await opened(store, FIRST)
            proxy.cut = Cut.AFTER
            with pytest.raises(DatabaseFailed) as failed:
                await store.preferences.remind(user, "2026-11-26")
            assert failed.value.outside
            assert not await store.preferences.remind(user, "2026-11-26")


async def test_what_is_changed_is_told_of_as_changed_though_the_answer_was_lost(
    server: postgres.Server, url: ServerUrl
) -> None:
    one = OptionSet("Hard", "biritch", ())
    play = Attempt(FIRST, "c1", UserId(11), "", 110.0, None, None, ())
    async with Proxy.before(server.port) as proxy:
        through = ServerUrl(url.url_with_password().replace(f":{server.port}/", f":{proxy.port}/"))
        async with Store.open(through) as store:
            await store.contests.add_contest(Contest("c1", "biritch", Seat.SOUTH, "good", b"seed", 100.0))
            await opened(store, FIRST)
            proxy.cut = Cut.AFTER
            assert await store.contests.begin_attempt(play)
            assert await store.contests.attempts("c1") == (play,)
            assert not await store.contests.begin_attempt(play)
            proxy.cut = Cut.AFTER
            assert await store.sets.save_set(100, one) is Saving.DONE  # it is the same set
            assert await store.sets.option_sets(100) == (one,)
            proxy.cut = Cut.AFTER
            assert await store.sets.delete_set(100, "Hard")
            assert await store.sets.option_sets(100) == ()
            assert not await store.sets.delete_set(100, "Hard")


async def test_turns_to_begin_a_session_are_apart_whichever_process_takes_them(url: ServerUrl) -> None:
    async with process(url) as (_, one), process(url) as (_, other):
        waits = [await taker.identify_in(LONG) for taker in (one, other, one)]
    assert waits[0] == 0.0 and 0.0 < waits[1] < waits[2]


async def test_a_process_that_does_not_serve_yet_lives_and_is_given_nothing_nor_has_anything_kept_for_it(
    url: ServerUrl,
) -> None:
    """Its shards are not connected: until they are, others look after its tables."""
    async with process(url, RIGHT) as (store, guest), Store.open(url) as second:
        await begin(store, FIRST, OF_LEFT)
        assert await held(guest) == {FIRST}
        home = second.shared_by(LEFT)
        assert home is not None
        await home.join(LONG, serves=False)
        for _ in range(3):
            await lasts(second, home, LONG / 2)
            waits = await home.beat(2 * LONG, 0, serves=False)
            assert waits is not None and waits.held == set() and waits.alive == 2
            assert await inside(second, lambda db: db.execute(BELIEVED, (home.me, LONG)).fetchone())
            stays = await guest.beat(LONG, 100)
            assert stays is not None and stays.held == {FIRST} and not stays.leaving
        assert await home.beat(LONG, 100) is not None
        goes = await guest.beat(LONG, 100)
        assert goes is not None and goes.leaving == {FIRST}
        await guest.leave(goes.leaving)
        assert await held(home) == {FIRST}
        await home.part()


async def test_when_the_server_has_been_away_every_process_keeps_what_it_had(url: ServerUrl) -> None:
    async with process(url) as (store, one), process(url) as (_, other):
        await begin(store, FIRST)
        assert await held(one) == {FIRST} and await held(other) == set()
        late = "UPDATE process SET until = clock_timestamp() - make_interval(secs => 1)"
        await inside(store, lambda db: db.execute(late))  # nobody could say that it lives
        assert await held(other) == set() and await held(one) == {FIRST}
        assert not (await one.about([FIRST]))[0].orphaned


async def test_of_two_that_open_a_table_in_one_channel_at_once_one_is_told_of_the_other(
    url: ServerUrl,
) -> None:
    async with process(url) as (store, _), process(url) as (other, _):
        opening = [
            one.streams.append(Append(table, 0, OPENED, place=Place(OF_LEFT, 7), beside=()))
            for one, table in ((store, FIRST), (other, SECOND))
        ]
        done = await asyncio.gather(*opening, return_exceptions=True)
        assert 1 in done and [type(one) for one in done if one != 1] == [PlaceTaken]
        (there,) = await store.streams.all_open("table")
        both = [there.table, "another"]
        assert (
            await store.streams.append(
                Append(TableId("third"), 0, OPENED, place=Place(OF_LEFT, 7), beside=both)  # type: ignore[arg-type]
            )
            == 1
        )
        assert (
            await store.streams.append(
                Append(TableId("fourth"), 0, OPENED, place=Place(OF_LEFT, 8), beside=())
            )
            == 1
        )


async def test_a_job_is_done_by_one_for_all_and_by_another_where_it_is_late(url: ServerUrl) -> None:
    async with process(url) as (store, _), process(url) as (other, _):
        assert await store.may_do("count", 60.0, 0.0) and not await other.may_do("count", 60.0, 0.0)
        await store.done_until("count", 30.0)
        assert not await other.may_do("count", 60.0, 0.0)
        assert await store.may_do("count", 60.0, early=40.0)
        await store.done_until("count", -1.0)
        assert await other.may_do("count", 60.0, 0.0) and not await store.may_do("count", 60.0, 0.0)


LATER: Final = """
    UPDATE {table} SET {column} = {column} + make_interval(secs => ?1::float8)
"""


@pytest.mark.parametrize("ahead", [30 * 3600.0, 3650 * 86_400.0])
async def test_what_was_stored_while_the_clock_of_the_server_was_ahead_keeps_nothing_waiting(
    url: ServerUrl, ahead: float
) -> None:
    """A job that was put off, a turn to begin a session, and how long a process that is dead counts as
    alive."""
    async with process(url) as (store, one), process(url) as (other_store, other):
        await begin(store, FIRST)
        assert await held(other) == {FIRST}
        await store.done_until("count", 24 * 3600.0)
        assert not await other_store.may_do("count", 60.0, 0.0)
        await one.identify_in(60.0)
        for table, column in (("turn", "at"), ("process", "until")):
            later = LATER.format(table=table, column=column)
            await inside(store, lambda db, later=later: db.execute(later, (ahead,)))  # type: ignore[misc]
        assert await other_store.may_do("count", 60.0, 0.0) and not await store.may_do("count", 60.0, 0.0)
        assert await one.identify_in(60.0) == 0.0 and 0.0 < await other.identify_in(60.0) <= 60.0
        assert await held(one) == set()
        (longest,) = await inside(store, lambda db: db.execute(LEFT_ALIVE).fetchone())
        assert longest <= 600.0


LEFT_ALIVE: Final = "SELECT max(extract(epoch FROM until - clock_timestamp()))::float8 FROM process"


@asynccontextmanager
async def standing_by(url: ServerUrl) -> AsyncIterator[Cluster]:
    """One that may take any of two shards. It is believed in from the second time on that it asks."""
    async with Store.open(url) as store:
        cluster = store.shared_by(EVERY)
        assert cluster is not None
        assert await cluster.claim_shard(AnyShard(2), LONG) is None
        yield cluster


async def test_whoever_stands_by_takes_the_first_shard_that_nobody_serves_or_wants(url: ServerUrl) -> None:
    async with process(url, LEFT), standing_by(url) as second, standing_by(url) as third:
        assert await second.claim_shard(AnyShard(2), LONG) == RIGHT
        assert await third.claim_shard(AnyShard(2), LONG) is None, "it is wanted, though not served yet"
        await second.join(LONG)
        beat = await second.beat(LONG, 100)
        assert beat is not None and beat.alive == 2, "who stands by makes no calls to Discord"
        assert await third.claim_shard(AnyShard(2), LONG) is None
        await second.part()
        assert await third.claim_shard(AnyShard(), LONG) == RIGHT, "as many as the first says"


async def test_several_that_ask_at_once_take_one_shard_each(url: ServerUrl) -> None:
    async with standing_by(url) as first, standing_by(url) as second, standing_by(url) as third:
        found = await asyncio.gather(*(one.claim_shard(AnyShard(2), LONG) for one in (first, second, third)))
    assert sorted(found, key=str) == sorted([LEFT, RIGHT, None], key=str)


async def test_the_shard_of_a_process_that_leaves_is_taken_while_that_goes_on(url: ServerUrl) -> None:
    async with process(url, LEFT) as (_, first), standing_by(url) as second:
        assert await first.beat(LONG, 100) is not None
        assert await second.claim_shard(AnyShard(2), LONG) == RIGHT
        await second.join(LONG)
        assert not await first.leave_shards(), "nobody stands by"
        async with standing_by(url) as third:
            assert await first.leave_shards() and not await first.are_shards_taken()
            assert await third.claim_shard(AnyShard(2), LONG) == LEFT
            assert not await first.are_shards_taken(), "it is not connected yet"
            await third.join(LONG)
            assert await third.beat(LONG, 100) is not None and await first.are_shards_taken()


async def test_where_nobody_says_how_many_shards_there_are_none_is_taken(url: ServerUrl) -> None:
    async with Store.open(url) as store:
        cluster = store.shared_by(EVERY)
        assert cluster is not None
        with pytest.raises(UnknownShards):
            await cluster.claim_shard(AnyShard(), LONG)


async def test_a_file_has_no_peers(path: Path) -> None:
    async with Store.open(path) as store:
        assert store.shared_by(EVERY) is None
        assert await store.may_do("count", 60.0, 0.0) and await store.may_do("count", 60.0, 0.0)
