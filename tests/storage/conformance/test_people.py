"""How people are reached, and that they can be forgotten."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.frozen import replace
from rules.seats import Person, Seat, Side
from rules.table.events import Closed, RubberReckoned
from storage.ports.records import (
    Append,
    Attempt,
    Board,
    Contest,
    DatabaseAddress,
    DealCount,
    DealShare,
    DirectMessages,
    PrivateCopy,
    Slot,
    SlotKey,
    SlotState,
    Snapshot,
    TableId,
    UserId,
)
from storage.store import Store
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    CLARA,
    DMITRI,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begin_at_table,
    begun,
    opened,
    played,
    reckoned,
)


async def test_a_user_never_written_to_has_no_channel_and_has_refused_nothing(store: Store) -> None:
    assert await store.slots.dm(UserId(1)) == DirectMessages(None, refused=False)


async def test_the_channel_of_a_user_is_remembered_through_a_refusal_and_a_reopening(
    where: DatabaseAddress,
) -> None:
    async with Store.open(where) as store:
        await store.slots.remember_dm(UserId(1), 555)
        assert await store.slots.dm(UserId(1)) == DirectMessages(555, refused=False)
        await store.slots.dm_refused(UserId(1))
        await store.slots.dm_refused(UserId(2))
    async with Store.open(where) as store:
        assert await store.slots.dm(UserId(1)) == DirectMessages(555, refused=True)
        assert await store.slots.dm(UserId(2)) == DirectMessages(None, refused=True)
        await store.slots.remember_dm(UserId(1), 556)
        assert await store.slots.dm(UserId(1)) == DirectMessages(556, refused=False)


async def test_a_user_is_met_who_has_taken_part_in_anything_and_was_not_forgotten(store: Store) -> None:
    await opened(store, TABLE)
    await store.slots.remember_dm(UserId(1), 555)
    assert await store.people.is_met(USERS[ANNA]) and not await store.people.is_met(UserId(1))
    await store.people.forget(USERS[ANNA])
    assert not await store.people.is_met(USERS[ANNA]) and await store.people.is_met(USERS[BORIS])


async def test_a_deal_that_is_over_counts_as_played_only_where_its_person_was_alone(store: Store) -> None:
    anna, boris, clara = USERS[ANNA], USERS[BORIS], UserId(33)
    over = {"place": HERE, "snapshot": Snapshot(1, 1, "a deal is over")}
    await store.streams.append(Append(TABLE, 0, [OPENED], people={ANNA: anna, BORIS: boris}, **over))  # type: ignore[arg-type]
    assert not await store.streams.has_played(anna) and not await store.streams.has_played(boris)
    await store.streams.append(Append(OTHER, 0, [OPENED], people={ANNA: anna}, **over))  # type: ignore[arg-type]
    await store.streams.append(Append(TableId("5e5e5e"), 0, [OPENED], people={ANNA: clara}, place=HERE))
    assert await store.streams.has_played(anna)
    assert not await store.streams.has_played(boris) and not await store.streams.has_played(clara)


async def test_what_is_kept_of_a_user_says_of_each_table_when_they_acted_and_of_each_rubber_when_it_ended(
    store: Store, clock: Clock
) -> None:
    began = clock.time
    await opened(store, TABLE, begun())
    for version, at in ((2, 60), (3, 90)):
        clock.time = began + at
        await store.streams.append(Append(TABLE, version, [played()], actor=ANNA))
    clock.time = began + 120
    await store.streams.append(Append(TABLE, 4, [reckoned(1, Side.NS, 140)]))
    clock.time = began + 150
    await store.streams.append(Append(TABLE, 5, [begun(2), reckoned(2, Side.EW, 30)]))
    await opened(store, OTHER, Closed("empty"))
    known = await store.people.known(USERS[ANNA])
    place = {"kind": "table", "server": "100", "channel": "200", "pseudonym": "a1"}
    assert known["tables and score sheets"] == [
        {"table": TABLE, "open": True, "acts": 2, "first act": began + 60, "last act": began + 90, **place},
        {"table": OTHER, "open": False, "acts": 0, "first act": None, "last act": None, **place},
    ]
    of_game = {"server": "100", "game": "biritch", "table_id": TABLE}
    assert known["results"] == [  # with points as text, which have no limit
        {**of_game, "number": 1, "ended_at": began + 120, "points": "140"},
        {**of_game, "number": 2, "ended_at": began + 150, "points": "-30"},
    ]


async def test_all_that_is_kept_of_a_user_is_told_with_long_numbers_as_text(
    store: Store, clock: Clock
) -> None:
    """Anna and Clara win a rubber of 140; a deal brings Anna 24. She has a message for herself alone."""
    anna, now = USERS[ANNA], clock.time
    await opened(store, TABLE, begun(), slots=[Slot.of_name("hand:a1"), Slot.of_name("hand:b2")])
    deal = DealCount(
        "biritch", 3, (DealShare(ANNA, 24, ("deal", "made H")), DealShare(BORIS, -24, ("deal",)))
    )
    await store.streams.append(Append(TABLE, 2, [reckoned(1, Side.NS, 140)], deal=deal))
    await store.slots.remember_dm(anna, 2**60)
    await store.slots.dm_refused(anna)
    await store.preferences.set_choices("user:11", {"language": "ru"})
    await store.preferences.set_choices("blocked:user:11", {"blocked": "22 33"})
    mine, theirs = (SlotKey(TABLE, Slot.of_name(name)) for name in ("hand:a1", "hand:b2"))
    copies = [
        PrivateCopy(2**61, mine, "t", True, now + 5),
        PrivateCopy(2**61 + 1, theirs, "u", True, now + 6),
    ]
    await store.slots.note_slots([], copies=copies)
    (rating,) = [
        one.rating
        for one in (await store.standings.leaderboard(100, "biritch", Board.RATING)).lines
        if one.user == anna
    ]
    one, won = {"server": "100", "game": "biritch"}, {"rubbers": 1, "won": 1, "points": "140"}
    month = datetime.fromtimestamp(now, UTC).strftime("%Y-%m")
    table = {"kind": "table", "server": "100", "channel": "200", "open": True, "pseudonym": "a1"}
    over = {**one, "table_id": TABLE, "ended_at": now}
    assert await store.people.known(anna) == {
        "user": "11",
        "direct messages": {"channel": str(2**60), "refused": True},
        "settings": {"language": "ru"},
        "tables and score sheets": [
            {"table": TABLE, "acts": 0, "first act": None, "last act": None, **table}
        ],
        "messages for one alone": [{"table": TABLE, "message": str(2**61), "token from": now + 5}],
        "pages in a browser": [],
        "compared deals": [],
        "plays the deal of the day in": [],
        "challenges": [],
        "blocked": "22 33",
        "standings": [
            {**one, "period": period, "board": board, **won}
            for period in (month[:4], month, "all", "s2023-09")
            for board in ("pairs", "persons")
        ],
        "ratings": [{**one, "rubbers": 1, "shown": rating}],
        "results": [{**over, "number": 1, "points": "140"}],
        "deeds": [{**one, "deed": deed, "count": 1} for deed in ("deal", "made H")],
        "best deals": [{**over, "deal": 3, "points": "24"}],
    }
    assert await store.people.known(UserId(99)) == {
        "user": "99",
        "direct messages": {"channel": None, "refused": False},
        "settings": {},
        "compared deals": [],
        "plays the deal of the day in": [],
        "challenges": [],
        "blocked": None,
        **{
            name: []
            for name in (
                *("tables and score sheets", "messages for one alone", "pages in a browser"),
                *("standings", "ratings", "results", "deeds", "best deals"),
            )
        },
    }


async def test_people_have_met_where_every_two_of_them_have_ended_a_rubber_together(store: Store) -> None:
    a, b, c, d = (USERS[person] for person in USERS)
    await opened(store, TABLE, begun())
    assert not await store.streams.have_met([a, b])
    await store.streams.append(Append(TABLE, 2, [reckoned(1, Side.NS, 140)]))
    newcomer, nobody = UserId(55), UserId(66)
    people = {**USERS, ANNA: newcomer}
    await store.streams.append(
        Append(OTHER, 0, [OPENED, begun(), reckoned(1, Side.NS, 10)], place=HERE, people=people)
    )
    assert await store.streams.have_met([a, b]) and await store.streams.have_met([a, b, c, d])
    assert await store.streams.have_met([b, newcomer]) and not await store.streams.have_met([a, newcomer])
    assert not await store.streams.have_met([b, c, a, newcomer]) and not await store.streams.have_met(
        [a, nobody]
    )
    await store.people.forget(a)
    assert not await store.streams.have_met([a, b]) and await store.streams.have_met([b, c])


async def test_two_who_ended_rubbers_of_one_table_each_without_the_other_have_not_met(store: Store) -> None:
    await opened(store)
    stands = 1
    for number, people in enumerate(([ANNA, CLARA], [BORIS, DMITRI]), 1):
        whole = reckoned(number, Side.NS, 10).result
        part = replace(whole, shares=tuple(one for one in whole.shares if one.person in people))
        new = Append(TABLE, stands, [begun(number), RubberReckoned(1, part)])
        stands = await store.streams.append(new)  # type: ignore[arg-type]
    a, b, c, d = (USERS[person] for person in USERS)
    met = [await store.streams.have_met(two) for two in ([a, c], [b, d], [a, b], [c, d])]
    assert met == [True, True, False, False]


async def test_whoever_has_a_deal_counted_or_a_contest_that_is_over_has_played(store: Store) -> None:
    await opened(store)
    counted, over, begun_only = USERS[ANNA], UserId(77), UserId(88)
    await store.streams.append(
        Append(TABLE, 1, [], deal=DealCount("biritch", 1, (DealShare(ANNA, 0, ("deal",)),)))
    )
    await store.contests.add_contest(Contest("c1", "biritch", Seat.SOUTH, "good", b"seed", 100.0))
    await begin_at_table(store, Attempt(TableId("t1"), "c1", over, "", 110.0, 120.0, 5, ()))
    await begin_at_table(store, Attempt(TableId("t2"), "c1", begun_only, "", 110.0, None, None, ()))
    users = (counted, USERS[BORIS], over, begun_only)
    assert [await store.streams.has_played(user) for user in users] == [True, False, True, False]


async def test_forgetting_a_user_deletes_their_id_and_their_panels_and_nothing_else(store: Store) -> None:
    anna = USERS[ANNA]
    await opened(
        store, TABLE, slots=[Slot.of_name("hand:a1"), Slot.of_name("hand:b2"), Slot.of_name("table:1")]
    )
    await opened(store, OTHER, Closed("empty"))
    await store.slots.remember_dm(anna, 5551)
    await store.slots.remember_dm(USERS[BORIS], 5552)
    await store.slots.note_slots(
        [SlotState(SlotKey(TABLE, Slot.of_name("hand:a1")), 1).as_shown(1, "x", 5551, 1)]
    )
    await store.slots.note_slots(
        [SlotState(SlotKey(TABLE, Slot.of_name("hand:b2")), 1).as_shown(1, "x", 5552, 2)]
    )
    assert await store.people.forget(anna) == (TABLE,)
    assert await store.streams.users_of(TABLE) == {
        person: user for person, user in USERS.items() if person != ANNA
    }
    assert ANNA not in await store.streams.users_of(OTHER)
    assert await store.slots.dm(anna) == DirectMessages(None, refused=False)
    assert await store.slots.dm(USERS[BORIS]) == DirectMessages(5552, refused=False)
    assert [slot.key.slot for slot in await store.slots.of_stream(TABLE)] == ["hand:b2", "table:1"]
    assert await store.streams.open_of_user("table", anna) == ()
    assert await store.people.forget(anna) == ()
    assert await store.streams.verify_chain(TABLE) == 1


async def test_whoever_is_forgotten_hears_of_each_open_table_they_belonged_to_by_its_name(
    store: Store,
) -> None:
    for table in (OTHER, TABLE):
        await opened(store, table)
    await opened(store, TableId("aa"), Closed("empty"))
    assert await store.people.forget(USERS[ANNA]) == (TABLE, OTHER)


async def test_a_forgotten_user_who_comes_back_is_somebody_new(store: Store) -> None:
    await opened(store)
    await store.people.forget(USERS[ANNA])
    await store.streams.append(Append(TABLE, 1, [played()], people={Person("z9"): USERS[ANNA]}))
    people = await store.streams.users_of(TABLE)
    assert people[Person("z9")] == USERS[ANNA]
    assert ANNA not in people


async def test_who_plays_alone_has_played_once_a_deal_of_theirs_is_over(store: Store) -> None:
    anna = USERS[ANNA]
    await store.streams.append(
        Append(TABLE, 0, [OPENED], place=HERE, people={ANNA: anna}, snapshot=Snapshot(1, 0, "dealt"))
    )
    assert not await store.streams.has_played(anna)
    await store.streams.append(Append(TABLE, 1, [OPENED], snapshot=Snapshot(2, 1, "over")))
    assert await store.streams.has_played(anna) and not await store.streams.has_played(USERS[BORIS])
