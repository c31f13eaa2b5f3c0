"""One append is one transaction: whole or not at all, once, and only at the version it was decided on."""

from __future__ import annotations

import asyncio
import traceback

import pytest

from rules.cards import PACK
from rules.seats import Person
from rules.table.events import RULES_REVISION, Closed, PackReady, SeedRevealed
from storage.errors import AliasTaken, DatabaseFailed
from storage.ports.records import (
    Append,
    DatabaseAddress,
    DealCount,
    DealShare,
    Done,
    Place,
    Slot,
    Stored,
    TableId,
    UserId,
)
from storage.ports.storage import AlreadyDone, PlaceTaken, StaleVersion, UnknownEvent
from storage.store import Store
from storage.streams import KEYS_KEPT
from tests.storage.conformance.test_listing import SHEET
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    opened,
    played,
    rows,
)


async def test_what_was_appended_is_read_back_in_order_with_actor_and_time(
    store: Store, clock: Clock
) -> None:
    await opened(store)
    clock.time += 1.2344
    assert await store.streams.append(Append(TABLE, 1, [played(PACK[5]), played(PACK[6])], actor=BORIS)) == 3
    assert await store.streams.read(TABLE) == (
        Stored(1, OPENED, None, 1_700_000_000.0),
        Stored(2, played(PACK[5]), BORIS, 1_700_000_001.234),
        Stored(3, played(PACK[6]), BORIS, 1_700_000_001.234),
    )
    assert [one.version for one in await store.streams.read(TABLE, after=2)] == [3]
    assert await store.streams.read(TABLE, after=3) == ()
    assert await store.streams.read(OTHER) == ()


async def test_events_survive_a_reopening(where: DatabaseAddress) -> None:
    async with Store.open(where) as store:
        await opened(store, TABLE, begun())
        before = await store.streams.read(TABLE)
    async with Store.open(where) as store:
        assert await store.streams.read(TABLE) == before
        assert len(before) == 2


async def test_two_tables_do_not_mix(store: Store) -> None:
    await opened(store, TABLE)
    await opened(store, OTHER)
    await store.streams.append(Append(OTHER, 1, [played()]))
    assert len(await store.streams.read(TABLE)) == 1
    assert len(await store.streams.read(OTHER)) == 2


async def test_a_version_that_has_passed_is_refused_with_both_versions(store: Store) -> None:
    await opened(store)
    await store.streams.append(Append(TABLE, 1, [played()]))
    for expected in (1, 3):
        with pytest.raises(StaleVersion) as stale:
            await store.streams.append(Append(TABLE, expected, [played()]))
        assert (stale.value.table, stale.value.expected, stale.value.actual) == (TABLE, expected, 2)
        assert stale.value.args == (TABLE, expected, 2)
    with pytest.raises(StaleVersion) as stale:
        await opened(store)
    assert stale.value.args == (TABLE, 0, 2)
    with pytest.raises(StaleVersion) as stale:
        await store.streams.append(Append(OTHER, 1, [played()]))
    assert stale.value.args == (OTHER, 1, 0)
    assert len(await store.streams.read(TABLE)) == 2


async def test_a_key_is_done_once_whatever_comes_with_it_the_second_time(store: Store) -> None:
    await opened(store, key="101")
    await store.streams.append(Append(TABLE, 1, [played(), played(PACK[1])], key="102"))
    for version in (1, 3):
        with pytest.raises(AlreadyDone) as done:
            await store.streams.append(Append(TABLE, version, [played(PACK[2])], key="102"))
        assert (done.value.key, done.value.table, done.value.version) == ("102", TABLE, 3)
    assert await store.streams.done("101") == Done(TABLE, 1)
    assert await store.streams.done("102") == Done(TABLE, 3)
    assert await store.streams.done("103") is None
    assert len(await store.streams.read(TABLE)) == 3


async def test_a_refused_append_does_not_use_up_its_key(store: Store) -> None:
    await opened(store)
    with pytest.raises(StaleVersion):
        await store.streams.append(Append(TABLE, 5, [played()], key="k"))
    assert await store.streams.append(Append(TABLE, 1, [played()], key="k")) == 2


async def test_an_append_without_events_keeps_the_version_and_remembers_the_key(store: Store) -> None:
    await opened(store)
    assert await store.streams.append(Append(TABLE, 1, [], key="k", slots=[Slot.of_name("hand:a1")])) == 1
    assert await store.streams.done("k") == Done(TABLE, 1)
    assert await store.streams.verify_chain(TABLE) == 1


async def test_keys_are_forgotten_after_a_week_and_not_before(store: Store, clock: Clock) -> None:
    await opened(store, key="old")
    clock.time += 1
    await store.streams.append(Append(TABLE, 1, [played()], key="young"))
    clock.time += KEYS_KEPT
    assert await store.streams.forget_old_keys() == 1
    assert await store.streams.done("old") is None
    assert await store.streams.done("young") == Done(TABLE, 2)


async def test_of_more_keys_than_are_forgotten_at_once_all_are_counted(store: Store, clock: Clock) -> None:
    """Five hundred are deleted in one transaction."""
    await opened(store)
    rows = [(f"old {number}", TABLE, 1, 1000) for number in range(1203)]
    put = "INSERT INTO seen (key, table_id, version, at) VALUES (?1, ?2, ?3, ?4)"
    await inside(store, lambda db: db.executemany(put, rows))
    assert await store.streams.forget_old_keys() == 1203
    assert await store.streams.done("old 7") is None


async def test_of_fifty_at_the_same_version_exactly_one_wins(store: Store) -> None:
    await opened(store)
    results = await asyncio.gather(
        *(store.streams.append(Append(TABLE, 1, [played(PACK[n])], key=str(n))) for n in range(50)),
        return_exceptions=True,
    )
    assert results.count(2) == 1
    assert sum(isinstance(one, StaleVersion) for one in results) == 49
    assert len(await store.streams.read(TABLE)) == 2
    assert sum([await store.streams.done(str(n)) is not None for n in range(50)]) == 1


async def test_of_fifty_with_the_same_key_one_acts_and_all_others_hear_the_same(store: Store) -> None:
    await opened(store)
    results = await asyncio.gather(
        *(store.streams.append(Append(TABLE, 1, [played()], key="press")) for _ in range(50)),
        return_exceptions=True,
    )
    assert results.count(2) == 1
    assert {one.version for one in results if isinstance(one, AlreadyDone)} == {2}
    assert sum(isinstance(one, AlreadyDone) for one in results) == 49


async def test_a_caller_that_is_cancelled_at_any_moment_leaves_all_or_nothing_and_the_key_tells(
    store: Store,
) -> None:
    await opened(store)
    version, recorded = 1, 0
    for n in range(60):
        task = asyncio.create_task(
            store.streams.append(
                Append(TABLE, version, [played(), played()], key=str(n), slots=[Slot.of_name("t")])
            )
        )
        for _ in range(n % 6):
            await asyncio.sleep(0)
        for _ in range(n % 7):  # the thread that writes goes on meanwhile
            await asyncio.to_thread(int)
        if n % 10 == 9:
            await asyncio.wait([task])
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        done = await store.streams.done(str(n))
        if done:
            recorded += 1
            assert done.version == version + 2
            version += 2
        assert len(await store.streams.read(TABLE)) == version
    assert recorded > 5
    assert await store.streams.append(Append(TABLE, version, [played()])) == version + 1
    assert await store.streams.verify_chain(TABLE) == version + 1


async def test_the_key_of_a_write_that_goes_on_without_its_caller_tells_of_it_at_once(store: Store) -> None:
    """It is cancelled ever later, until one goes on: how soon a write begins is a matter of its thread."""
    await opened(store)
    told, turns = list[bool](), 0
    while not any(told):
        version, key = len(await store.streams.read(TABLE)), str(turns)
        task = asyncio.create_task(store.streams.append(Append(TABLE, version, [played()], key=key)))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        done = await store.streams.done(key)
        await asyncio.gather(task, return_exceptions=True)
        assert await store.streams.done(key) == done
        told.append(done is not None)
        turns = 2 * turns + 1
    assert told[0] is False


async def test_all_that_is_kept_of_a_table_is_read_at_once(store: Store) -> None:
    await opened(
        store,
        TABLE,
        begun(),
        slots=(Slot.of_name("table:1"), Slot.of_name("lobby:1")),
        secrets={1: b"seven", 2: b"eight"},
    )
    await opened(store, OTHER, slots=(Slot.of_name("elsewhere"),), secrets={1: b"other"})
    kept = await store.streams.load(TABLE)
    assert kept is not None and kept.stream == await store.streams.find_stream(TABLE)
    assert kept.people == USERS and kept.seeds == {1: b"seven", 2: b"eight"}
    assert [one.event for one in kept.events] == [OPENED, begun()] and kept.snapshot is None
    assert [slot.key.slot for slot in kept.slots] == ["lobby:1", "table:1"]
    assert kept.newcomers == {*USERS.values()} and not kept.lost
    share = DealShare(ANNA, 4, ("deal",))
    await store.streams.append(Append(OTHER, 1, [], deal=DealCount("biritch", 1, (share,))))
    kept = await store.streams.load(TABLE)
    assert kept is not None and kept.newcomers == {*USERS.values()} - {USERS[ANNA]}
    assert await store.streams.load(TableId("none")) is None


async def test_a_table_is_opened_with_a_place_and_an_event(store: Store) -> None:
    with pytest.raises(ValueError):
        await store.streams.append(Append(TABLE, 0, [OPENED]))
    with pytest.raises(ValueError):
        await store.streams.append(Append(TABLE, 0, [], place=HERE))
    await opened(store)
    with pytest.raises(ValueError):
        await store.streams.append(Append(TABLE, 1, [played()], place=HERE))


async def test_a_table_is_open_until_an_event_closes_it(store: Store, clock: Clock) -> None:
    await opened(store, OTHER)
    await opened(store, TABLE)
    assert [one.table for one in await store.streams.all_open("table")] == [TABLE, OTHER]  # by their names
    clock.time += 60
    await store.streams.append(Append(TABLE, 1, [Closed("agreed"), SeedRevealed(1, "00")]))
    table = await store.streams.find_stream(TABLE)
    assert table is not None
    assert (table.open, table.version, table.place, table.at) == (False, 3, HERE, clock.time)
    await store.streams.append(Append(TABLE, 3, [SeedRevealed(2, "00")]))
    assert [one.table for one in await store.streams.all_open("table")] == [OTHER]
    assert [one.table for one in await store.streams.open_of_user("table", USERS[ANNA])] == [OTHER]
    assert await store.streams.open_of_user("table", UserId(99)) == ()
    assert await store.streams.find_stream(TABLE.__class__("none")) is None


async def test_a_table_moves_to_another_channel_of_its_guild(store: Store) -> None:
    await opened(store)
    await store.streams.move(TABLE, 201)
    table = await store.streams.find_stream(TABLE)
    assert table is not None
    assert table.place == Place(HERE.guild, 201)
    assert await store.streams.verify_chain(TABLE) == 1


async def test_a_seed_is_kept_until_its_deal_is_revealed(store: Store) -> None:
    await opened(store, TABLE, PackReady(1, "c"), secrets={1: b"one"})
    await opened(store, OTHER, PackReady(1, "c"), secrets={1: b"other"})
    await store.streams.append(Append(TABLE, 2, [PackReady(2, "c")], secrets={2: b"two"}))
    await store.streams.append(Append(TABLE, 3, [SeedRevealed(1, "6f6e65")]))
    assert await store.streams.secret(TABLE, 1) is None
    assert await store.streams.secret(TABLE, 2) == b"two"
    assert await store.streams.secret(OTHER, 2) is None
    assert await store.streams.secret(OTHER, 1) == b"other"


async def test_a_pseudonym_is_one_person_and_a_person_has_one_pseudonym(store: Store) -> None:
    await opened(store)
    assert await store.streams.users_of(TABLE) == USERS
    await store.streams.append(
        Append(TABLE, 1, [played()], people={ANNA: USERS[ANNA], Person("e5"): UserId(55)})
    )
    with pytest.raises(AliasTaken) as taken:
        await store.streams.append(Append(TABLE, 2, [played()], people={ANNA: UserId(66)}))
    assert (taken.value.table, taken.value.alias) == (TABLE, "a1")
    with pytest.raises(AliasTaken) as taken:
        await store.streams.append(Append(TABLE, 2, [played()], people={Person("f6"): USERS[ANNA]}))
    assert (taken.value.table, taken.value.alias) == (TABLE, "f6")
    with pytest.raises(AliasTaken):
        await store.streams.append(
            Append(TABLE, 2, [played()], people={Person("f6"): UserId(77), Person("g7"): UserId(77)})
        )
    assert await store.streams.users_of(TABLE) == {**USERS, Person("e5"): UserId(55)}
    assert len(await store.streams.read(TABLE)) == 2


async def test_an_actor_who_is_not_among_the_people_of_the_table_is_refused(store: Store) -> None:
    await opened(store)
    with pytest.raises(DatabaseFailed) as failed:
        await store.streams.append(Append(TABLE, 1, [played()], actor=Person("stranger")))
    assert failed.value.code in ("SQLITE_CONSTRAINT_FOREIGNKEY", "23503")
    assert len(await store.streams.read(TABLE)) == 1


async def test_whoever_would_open_a_second_table_in_a_channel_hears_of_it_and_their_key_is_not_used_up(
    store: Store,
) -> None:
    """Of the tables in ``beside`` they know. A sheet, or a table that is closed, takes no place."""
    await opened(store)

    async def opens(table: TableId, key: str, *beside: str) -> int:
        return await store.streams.append(Append(table, 0, [OPENED], place=HERE, key=key, beside=beside))  # type: ignore[arg-type]

    for _ in range(2):
        with pytest.raises(PlaceTaken) as taken:
            await opens(OTHER, "press")
        assert taken.value.channel == HERE.channel and await store.streams.done("press") is None
        assert await store.streams.find_stream(OTHER) is None
    elsewhere = Place(HERE.guild, HERE.channel + 1), Place(HERE.guild + 1, HERE.channel)
    for number, place in enumerate(elsewhere):
        new = Append(TableId(f"p{number}"), 0, [OPENED], place=place, beside=())
        assert await store.streams.append(new) == 1
    assert await store.streams.append(Append(TableId("s0"), 0, [SHEET], place=HERE, beside=())) == 1
    assert await opens(OTHER, "press", TABLE) == 1 and await store.streams.done("press") == Done(OTHER, 1)
    with pytest.raises(PlaceTaken):
        await opens(TableId("third"), "again", TABLE)
    for table in (TABLE, OTHER):
        await store.streams.append(Append(table, 1, [Closed("agreed")]))
    assert await opens(TableId("third"), "again") == 1


async def test_user_ids_are_in_two_tables_only(store: Store) -> None:
    anna = UserId(987_654_321_987_654_321)
    key = "interaction"
    await store.streams.append(
        Append(
            TABLE,
            0,
            [OPENED],
            place=HERE,
            people={ANNA: anna},
            actor=ANNA,
            key=key,
            slots=[Slot.of_name("hand:a1")],
        )
    )
    await store.slots.remember_dm(anna, 5)
    holding = {name for name, contents in (await inside(store, rows)).items() if str(anna) in repr(contents)}
    assert holding == {"person", "dm"}


async def test_an_event_these_rules_cannot_read_is_named(store: Store) -> None:
    await opened(store)
    later = RULES_REVISION + 1
    columns = "table_id, version, kind, body, revision, actor, at, hash"
    add = f"INSERT INTO event ({columns}) VALUES (?1, 2, ?2, ?3, ?4, NULL, 0, ?5)"
    for kind, body, revision in (
        ("danced", "{}", 1),
        ("closed", "{}", 1),
        ("card_played", '{"seat":"N","card":"QX"}', 1),
        ("closed", '{"why":"empty"}', later),
    ):
        await inside(store, lambda db, new=(TABLE, kind, body, revision, bytes(32)): db.execute(add, new))  # type: ignore[misc]
        with pytest.raises(UnknownEvent) as unknown:
            await store.streams.read(TABLE)
        facts = unknown.value
        assert (facts.table, facts.version, facts.kind, facts.revision) == (TABLE, 2, kind, revision)
        assert "QX" not in "".join(traceback.format_exception(facts)), "a log would name cards"
        assert len(await store.streams.read(TABLE, after=2)) == 0
        await inside(store, lambda db: db.execute("DELETE FROM event WHERE version = 2"))
