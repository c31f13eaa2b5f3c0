"""Deals that many play alone, and the plays of them, as they are kept."""

from __future__ import annotations

import pytest

from rules.contests import Parting, parting
from rules.seats import Person, Seat
from rules.table.events import Closed, Opened
from storage.ports.records import Append, Attempt, Contest, TableId, UserId
from storage.ports.storage import AlreadyDone, DamagedContest
from storage.store import Store
from storage.streams import KEYS_KEPT
from tests.storage.conftest import Clock
from tests.storage.spoiling import change
from tests.trials.stage.happenings import ANNA, BORIS, HERE, OPENED, OTHER, TABLE, begin_at_table, opened

ANNAS, BORISS = UserId(11), UserId(22)


def contest(name: str, made: float, game: str = "biritch") -> Contest:
    return Contest(name, game, Seat.SOUTH, "good", b"a seed of " + name.encode(), made)


def attempt(name: str, user: UserId | None, table: str, began: float) -> Attempt:
    return Attempt(TableId(table), name, user, "" if user is not None else "good", began, None, None, ())


async def test_the_contest_offered_is_the_newest_of_its_game_that_they_have_not_begun_and_none_of_two(
    store: Store,
) -> None:
    for new in (
        contest("c1", 100.0),
        contest("c2", 200.0),
        contest("c3", 300.0),
        contest("c4", 400.0),
        contest("c5", 500.0),
        contest("v9", 900.0, "vint"),
    ):
        assert await store.contests.add_contest(new) == new
    assert await begin_at_table(store, attempt("c3", ANNAS, "t3", 310.0))
    assert await store.contests.contest_not_played("biritch", ANNAS, ("c5", "c4")) == contest("c2", 200.0)
    assert await store.contests.contest_not_played("biritch", BORISS, ("c5", "c4")) == contest("c3", 300.0)
    assert await store.contests.contest_not_played("biritch", BORISS, ("c4", "c5")) == contest("c3", 300.0)
    assert await store.contests.contest_not_played("biritch", ANNAS, ("", "c5")) == contest("c4", 400.0)
    assert await store.contests.contest_not_played("bridge", ANNAS, ("c5", "c4")) is None


async def test_a_contest_that_lies_behind_many_that_have_decayed_is_offered(store: Store) -> None:
    for number in range(1, 41):
        await store.contests.add_contest(contest(f"c{number:02}", float(number)))
    assert await change(store, "UPDATE contest SET seal = NULL WHERE contest > 'c02'") == 38
    assert await store.contests.contest_not_played("biritch", ANNAS, ("c02",)) == contest("c01", 1.0)
    assert await store.contests.contest_not_played("biritch", ANNAS, ("c01", "c02")) is None


async def test_a_contest_that_another_process_has_made_keeps_its_secret_and_each_plays_it_once(
    store: Store,
) -> None:
    assert await store.contests.add_contest(contest("c1", 100.0)) == contest("c1", 100.0)
    assert await store.contests.add_contest(contest("c1", 999.0)) == contest("c1", 100.0)
    assert await begin_at_table(store, attempt("c1", ANNAS, "t1", 110.0))
    assert not await begin_at_table(store, attempt("c1", ANNAS, "t2", 120.0))
    assert await begin_at_table(store, attempt("c1", BORISS, "t0", 130.0))
    assert [one.table for one in await store.contests.attempts("c1")] == ["t1", "t0"]  # as they began
    assert [one.contest for one in await store.contests.attempts_of(ANNAS)] == ["c1"]
    assert await store.contests.attempts("c2") == ()


async def test_a_play_is_over_with_the_deal_and_only_then_is_there_a_result(
    store: Store, clock: Clock
) -> None:
    await store.contests.add_contest(contest("c1", 100.0))
    began = attempt("c1", ANNAS, TABLE, clock.time)
    await store.streams.append(
        Append(TABLE, 0, [OPENED], place=HERE, people={ANNA: ANNAS}, attempt=began, actor=Person("a1"))
    )
    assert await store.contests.results("c1", "c1") == ()
    clock.time += 60
    over = Attempt(TABLE, "c1", ANNAS, "", began.began, clock.time, -20, ("declare:H", "QH"))
    await store.streams.append(Append(TABLE, 1, [Closed("alone")], attempt=over))
    assert await store.contests.results("c1", "c1") == (("c1", ANNAS, clock.time, -20),)
    assert await store.contests.results("c1", "c1") != (("c1", ANNAS, clock.time, 20),)
    assert await store.contests.attempts("c1") == (over,)
    assert await store.contests.results("c2", "c9") == ()


async def test_whoever_begins_a_contest_twice_is_led_to_the_table_at_which_they_began_it(
    store: Store, clock: Clock
) -> None:
    await store.contests.add_contest(contest("c1", 100.0))

    def beginning(table: TableId, user: UserId, key: str | None) -> Append[Opened]:
        began = attempt("c1", user, table, clock.time)
        return Append(table, 0, [OPENED], place=HERE, people={ANNA: user}, attempt=began, key=key)

    await store.streams.append(beginning(TABLE, ANNAS, "first"))
    for key, told in (("second", "second"), (None, "")):
        with pytest.raises(AlreadyDone) as done:
            await store.streams.append(beginning(OTHER, ANNAS, key))
        assert done.value.args == (told, TABLE, 0)
    assert await store.streams.find_stream(OTHER) is None and await store.streams.done("second") is None
    await store.streams.append(beginning(OTHER, BORISS, None))
    assert [one.table for one in await store.contests.attempts("c1")] == [TABLE, OTHER]


async def test_what_a_robot_made_of_a_contest_is_read_as_it_was_entered_and_is_nobodys(store: Store) -> None:
    await store.contests.add_contest(contest("c1", 100.0))
    robots = Attempt(TableId("r1"), "c1", None, "good", 110.0, 120.5, 0, ("declare:H", "QH"))
    assert await begin_at_table(store, robots)
    assert await begin_at_table(store, attempt("c1", ANNAS, "t1", 130.0))
    assert await store.contests.attempts("c1") == (robots, attempt("c1", ANNAS, "t1", 130.0))
    assert await store.contests.results("c0", "c2") == (("c1", None, 120.5, 0),)
    assert (
        await store.contests.contest("c1") == contest("c1", 100.0)
        and await store.contests.contest("c2") is None
    )


async def test_results_are_those_of_the_contests_from_one_to_another_both_among_them(store: Store) -> None:
    for number in range(1, 6):
        name = f"2026-11-0{number}"
        await store.contests.add_contest(contest(name, 100.0))
        ended, points = (200.0 + number, 10 * number) if number != 3 else (None, None)
        await begin_at_table(store, Attempt(TableId(f"t{number}"), name, ANNAS, "", 150.0, ended, points, ()))
    assert await store.contests.results("2026-11-02", "2026-11-04") == (
        ("2026-11-02", ANNAS, 202.0, 20),
        ("2026-11-04", ANNAS, 204.0, 40),
    )


async def test_a_result_stands_once_the_deal_is_over(store: Store, clock: Clock) -> None:
    await store.contests.add_contest(contest("c1", 100.0))
    await store.streams.append(
        Append(TABLE, 0, [OPENED], place=HERE, attempt=attempt("c1", ANNAS, TABLE, clock.time))
    )
    first = Attempt(TABLE, "c1", ANNAS, "", clock.time, clock.time, 50, ("QH", "KH"))
    await store.streams.append(Append(TABLE, 1, [], attempt=first))
    clock.time += 60
    again = Attempt(TABLE, "c1", ANNAS, "", clock.time, clock.time, 70, ("AH",))
    await store.streams.append(Append(TABLE, 1, [], attempt=again))
    assert await store.contests.attempts("c1") == (first,)


async def test_whoever_plays_the_deal_of_the_day_in_a_server_is_a_regular_of_that_server_alone(
    store: Store,
) -> None:
    for guild, user in ((100, ANNAS), (100, BORISS), (100, ANNAS), (101, ANNAS)):
        await store.contests.frequents(guild, user)
    assert await store.contests.regulars(100) == {ANNAS, BORISS}
    assert await store.contests.regulars(101) == {ANNAS} and await store.contests.regulars(102) == frozenset()
    clara = UserId(33)
    assert await store.contests.share_server(ANNAS, BORISS)
    assert not await store.contests.share_server(BORISS, clara)
    await store.contests.frequents(101, clara)
    assert await store.contests.share_server(ANNAS, clara)
    assert not await store.contests.share_server(BORISS, clara)
    await store.people.forget(ANNAS)
    assert await store.contests.regulars(100) == {BORISS} and await store.contests.regulars(101) == {clara}
    assert (await store.contests.regulars(100)).whole and await store.checks.decayed() == ()


@pytest.mark.parametrize("decayed", [None, bytes(16)])
async def test_a_regular_whose_row_has_decayed_is_one_again_when_they_play_and_elsewhere_they_stay_one(
    store: Store, decayed: bytes | None
) -> None:
    for guild in (100, 101):
        await store.contests.frequents(guild, ANNAS)
    assert await change(store, "UPDATE regular SET seal = ?1 WHERE guild = 100", (decayed,)) == 1
    assert not (await store.contests.regulars(100)).whole
    await store.contests.frequents(100, ANNAS)
    for guild in (100, 101):
        assert await store.contests.regulars(guild) == {ANNAS}
        assert (await store.contests.regulars(guild)).whole


async def test_a_user_has_sat_with_everybody_of_their_tables_who_was_not_forgotten(store: Store) -> None:
    await opened(store)  # Anna, Boris, Clara and Dmitri
    await store.streams.append(
        Append(OTHER, 0, [OPENED], place=HERE, people={ANNA: UserId(55), BORIS: BORISS})
    )
    assert await store.contests.sat_with(BORISS) == {11, 22, 33, 44, 55}
    assert await store.contests.sat_with(UserId(55)) == {22, 55}
    await store.people.forget(ANNAS)
    assert await store.contests.sat_with(BORISS) == {22, 33, 44, 55}
    assert await store.contests.sat_with(ANNAS) == frozenset()


async def test_a_user_is_told_of_the_deals_that_they_have_played_and_where_they_play_that_of_the_day(
    store: Store,
) -> None:
    for name in ("c1", "c2"):
        await store.contests.add_contest(contest(name, 100.0))
    await begin_at_table(store, Attempt(TableId("t1"), "c1", ANNAS, "", 110.0, 120.0, -30, ("QH",)))
    await begin_at_table(store, attempt("c2", ANNAS, "t2", 130.0))
    await begin_at_table(store, attempt("c1", BORISS, "t3", 140.0))
    for guild in (101, 100):
        await store.contests.frequents(guild, ANNAS)
    known = await store.people.known(ANNAS)
    assert known["compared deals"] == [
        {"contest": "c1", "table": "t1", "began": 110.0, "ended": 120.0, "points": "-30"},
        {"contest": "c2", "table": "t2", "began": 130.0, "ended": None, "points": None},
    ]
    assert known["plays the deal of the day in"] == ["100", "101"]
    await store.people.forget(ANNAS)
    assert [(one.table, one.user, one.points) for one in await store.contests.attempts("c1")] == [
        ("t1", None, -30),
        ("t3", BORISS, None),
    ]
    assert await store.contests.attempts_of(ANNAS) == ()


async def test_a_play_is_shown_once_in_each_channel_for_good_unless_it_could_not_be(
    store: Store, clock: Clock
) -> None:
    await opened(store)
    await opened(store, OTHER)
    await opened(store, (before := TableId("1a")))
    assert await store.contests.share(before, 8) and await store.contests.share(OTHER, 9)
    await store.contests.add_contest(contest("c1", 100.0))
    assert await begin_at_table(store, attempt("c1", ANNAS, TABLE, clock.time))
    shares = [await store.contests.share(TABLE, channel) for channel in (5, 5, 6, 7)]
    assert shares == [True, False, True, True]
    await store.contests.unshare(TABLE, 6)
    clock.time += KEYS_KEPT + 60
    assert await store.streams.forget_old_keys() == 0
    (told,) = (await store.people.known(ANNAS))["compared deals"]
    assert told["shown in"] == ["5", "7"]
    assert [await store.contests.share(TABLE, channel) for channel in (5, 6, 7)] == [False, True, False]
    assert await store.contests.share(OTHER, 5)


async def test_a_field_holds_what_the_plays_that_are_over_came_to_and_whose_they_are(
    store: Store, clock: Clock
) -> None:
    """Clara's play goes on, Dora was forgotten when hers was over, and Emil's has decayed."""
    clara, dora, emil = UserId(33), UserId(44), UserId(55)
    for name in ("c1", "c2"):
        await store.contests.add_contest(contest(name, 100.0))
    plays: list[tuple[str, UserId | None, str, int | None, str]] = [
        ("t1", BORISS, "", -20, "declare:H QH"),
        ("t2", ANNAS, "", 30, "declare:H KH"),
        ("t3", clara, "", None, ""),
        ("t4", dora, "", 30, "declare:S"),
        ("t5", emil, "", 31, "declare:D"),
        ("t6", None, "good", 5, "pass"),
        ("t7", None, "best", -20, "declare:H QH 2C"),
    ]
    for place, (table, user, robot, points, line) in enumerate(plays):
        over = None if points is None else clock.time
        made = Attempt(TableId(table), "c1", user, robot, 110.0 + place, over, points, tuple(line.split()))
        assert await begin_at_table(store, made)
    await store.people.forget(dora)
    assert await change(store, "UPDATE attempt SET points = '32' WHERE table_id = 't5'") == 1
    field = await store.contests.field("c1")
    assert (dict(field.points), field.people) == ({-20: 2, 30: 2, 5: 1}, 3)
    assert field.robots == (("good", 5), ("best", -20)) and field.lost == 1
    assert [field.has(one) for one in (ANNAS, BORISS, clara, dora, emil)] == [True, True, False, False, False]
    assert parting(("declare:H", "QH", "3C"), field.lines) == Parting(2, "3C", "2C", 1, 1)
    assert parting(("declare:H", "KH"), field.lines) == Parting(1, "KH", "QH", 2, 3)
    assert await store.contests.robots_of("c1") == {"good", "best"}
    anybodys = await store.contests.attempt_of_anybody("c1")
    assert anybodys is not None and anybodys.table in ("t1", "t2", "t4")
    assert await store.contests.robots_of("c2") == frozenset()
    assert await store.contests.attempt_of_anybody("c2") is None
    assert (await store.contests.field("c2")).people == 0


async def test_a_play_that_began_by_a_clock_that_was_ahead_ends_all_the_same(
    store: Store, clock: Clock
) -> None:
    await store.contests.add_contest(Contest("c1", "biritch", Seat.SOUTH, "good", bytes(32), clock.time))
    began = Attempt(TableId("t1"), "c1", UserId(11), "", clock.time + 3600, None, None, ())
    opening = Append(TableId("t1"), 0, [OPENED], place=HERE, people={Person("a1"): UserId(11)}, attempt=began)
    await store.streams.append(opening)
    over = Attempt(TableId("t1"), "c1", None, "", 0.0, clock.time, 5, ("QH",))
    await store.streams.append(Append(TableId("t1"), 1, [Closed("alone")], attempt=over))
    (play,) = await store.contests.attempts("c1")
    assert (play.points, play.ended) == (5, play.began)


async def test_what_is_shown_of_anybody_is_the_play_of_a_person_that_is_over(
    store: Store, clock: Clock
) -> None:
    for name in ("c1", "c2"):
        await store.contests.add_contest(contest(name, 100.0))
    over = clock.time, clock.time, 30, ("declare:H",)
    assert await begin_at_table(store, Attempt(TableId("r1"), "c1", None, "good", *over))
    assert await begin_at_table(store, attempt("c1", ANNAS, "t1", clock.time))
    assert await begin_at_table(store, Attempt(TableId("t2"), "c2", ANNAS, "", *over))
    assert await store.contests.attempt_of_anybody("c1") is None
    theirs = Attempt(TableId("t3"), "c1", BORISS, "", *over)
    assert await begin_at_table(store, theirs)
    assert await store.contests.attempt_of_anybody("c1") == theirs


async def test_a_play_that_is_not_what_was_stored_stays_so_and_its_table_goes_on(
    store: Store, clock: Clock
) -> None:
    """Boris's has decayed, and Anna's is not found."""
    await store.contests.add_contest(contest("c1", 100.0))
    for table, user in ((TABLE, ANNAS), (OTHER, BORISS)):
        began = attempt("c1", user, table, clock.time)
        await store.streams.append(Append(table, 0, [OPENED], place=HERE, people={ANNA: user}, attempt=began))
    assert await change(store, "UPDATE attempt SET began = began - 1024 WHERE user_id = 22") == 1
    assert await change(store, "DELETE FROM attempt WHERE user_id = 11") == 1
    for table in (TABLE, OTHER):
        over = Attempt(table, "c1", None, "", 0.0, clock.time, 5, ("QH",))
        assert await store.streams.append(Append(table, 1, [Closed("alone")], attempt=over)) == 2
    plays = await store.contests.attempts("c1")
    assert (len(plays), plays.lost) == (0, 2)
    assert (await store.contests.results("c1", "c1")).lacking == {"c1"}


async def test_who_is_forgotten_while_they_play_leaves_a_play_without_a_result(
    store: Store, clock: Clock
) -> None:
    await store.contests.add_contest(contest("c1", 100.0))
    began = attempt("c1", ANNAS, TABLE, clock.time)
    await store.streams.append(Append(TABLE, 0, [OPENED], place=HERE, people={ANNA: ANNAS}, attempt=began))
    await store.people.forget(ANNAS)
    over = Attempt(TABLE, "c1", None, "", 0.0, clock.time + 60, 5, ("QH",))
    await store.streams.append(Append(TABLE, 1, [Closed("alone")], attempt=over))
    left = Attempt(TABLE, "c1", None, "", clock.time, clock.time, None, ())
    assert await store.contests.attempts("c1") == (left,)
    assert await store.contests.results("c1", "c1") == ()


async def test_a_contest_that_there_is_not_is_begun_by_nobody(store: Store, clock: Clock) -> None:
    await opened(store)
    with pytest.raises(DamagedContest) as damaged:
        await store.contests.begin_attempt(attempt("c9", ANNAS, TABLE, clock.time))
    assert damaged.value.args == ("c9",) and await store.contests.attempts_of(ANNAS) == ()
