"""What is stored of contests, plays, people of servers and choices: whatever decays in it is read by nobody
as true, is told of, and costs one contest, one play or one choice."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rules.frozen import replace
from rules.seats import Seat
from storage.errors import DatabaseFailed
from storage.ports.records import Attempt, Contest, Decayed, TableId, UserId
from storage.ports.storage import DamagedContest, DamagedPlay
from storage.seals import COVERED, KEYS
from storage.store import Store
from tests.each import mostly_long
from tests.storage.conformance.conftest import of_many_cases
from tests.storage.conftest import Clock
from tests.storage.spoiling import change, leads_nowhere
from tests.trials.stage import sealed_rows
from tests.trials.stage.happenings import begin_at_table, inside
from tests.trials.stage.sealed_rows import CHOSEN, COMPARED, DAYS, GUILDS, NAMES, OWNERS, PEOPLE, TABLES

pytestmark = of_many_cases

ANNA, BORIS, CLARA, DAVID = PEOPLE


TODAY = DAYS[1]
OF_ANOTHER = "(SELECT seal FROM contest WHERE contest LIKE 'c%')"


@pytest.mark.parametrize(
    "decayed",
    [
        "secret = (SELECT secret FROM contest WHERE contest = 'c1234abcd')",
        *(
            "contest = '2023-11-16'",
            "game = 'vint'",
            "dealer = 'N'",
            "strength = 'best'",
            "made = made + 1024",
        ),
        *("key = secret", "key = NULL", "seal = NULL"),
        "seal = (SELECT seal FROM contest WHERE contest = 'c1234abcd')",
    ],
)
async def test_a_contest_that_has_decayed_is_dealt_to_nobody_and_made_no_second_time(
    store: Store, clock: Clock, engine: str, decayed: str
) -> None:
    if leads_nowhere(engine, decayed):
        pytest.skip("the simulated servers keep every reference")
    await sealed_rows.fill(store, clock.time)
    sound = await store.contests.contest(TODAY)
    assert sound is not None
    assert await change(store, f"UPDATE contest SET {decayed} WHERE contest = '{TODAY}'") == 1
    other = replace(sound, secret=bytes(32))
    begun = Attempt(TableId("new"), TODAY, DAVID, "", clock.time, None, None, ())
    for asked in (
        store.contests.contest(TODAY),
        store.contests.add_contest(other),
        store.contests.begin_attempt(begun),
    ):
        with pytest.raises(DamagedContest) as damaged:
            await asked
        assert damaged.value.contest == TODAY
    found = await store.contests.contest_not_played("biritch", DAVID, ())
    assert found is not None and found.id == COMPARED
    assert [await store.contests.contest(name) is not None for name in NAMES if name != TODAY] == [True] * 3
    await store.people.forget(ANNA)
    assert ANNA not in {one.user for one in await store.contests.attempts(TODAY)}


async def test_a_contest_that_nobody_has_played_and_that_lost_its_name_is_made_no_second_time(
    store: Store, clock: Clock
) -> None:
    """It has been sealed, and its seal shown."""
    await sealed_rows.fill(store, clock.time)
    sound = await store.contests.contest(TODAY)
    assert sound is not None
    tomorrow = await store.contests.add_contest(replace(sound, id="2023-11-16"))
    assert await change(store, "UPDATE contest SET contest = '2023-11-18' WHERE contest = '2023-11-16'") == 1
    with pytest.raises(DamagedContest, match="2023-11-16"):
        await store.contests.add_contest(tomorrow)
    assert (await store.contests.add_contest(replace(sound, id="2023-11-17"))).id == "2023-11-17"


@pytest.mark.parametrize(
    ("decayed", "is_known"),
    [
        ("contest = 'x023-11-16', game = 'biri'", True),
        ("contest = '2', game = '023-11-16' || game", True),
        ("game = 'x023-11-16'", True),
        ("contest = '2023-11-18', game = 'vint'", False),
    ],
)
async def test_a_contest_whose_name_and_more_has_decayed_is_known_by_what_is_left_of_its_name(
    store: Store, clock: Clock, decayed: str, is_known: bool
) -> None:
    """Nobody has played it. Where its name is lost another is made, and the check tells of the row."""
    await sealed_rows.fill(store, clock.time)
    sound = await store.contests.contest(TODAY)
    assert sound is not None
    made = await store.contests.add_contest(replace(sound, id="2023-11-16"))
    assert await change(store, f"UPDATE contest SET {decayed} WHERE contest = '2023-11-16'") == 1
    if is_known:
        with pytest.raises(DamagedContest, match="2023-11-16"):
            await store.contests.add_contest(made)
    else:
        assert await store.contests.add_contest(made) == made
    assert [one.table for one in await store.checks.decayed()] == ["contest"]
    assert await store.contests.contest("2023-11-17") is None


@pytest.mark.parametrize(
    "decayed",
    [
        *("table_id = 'somewhere'", "contest = '2023-11-19'", "user_id = user_id + 1024", "user_id = NULL"),
        *("robot = 'best'", "began = began - 1024", "ended = ended + 1024", "ended = NULL", "points = '38'"),
        *("points = NULL", "line = 'declare:D QH KD'", "mark = seal", "seal = NULL"),
    ],
)
async def test_a_play_that_has_decayed_is_compared_with_none_and_begun_no_second_time(
    store: Store, clock: Clock, engine: str, decayed: str
) -> None:
    if leads_nowhere(engine, decayed):
        pytest.skip("the simulated servers keep every reference")
    await sealed_rows.fill(store, clock.time)
    before = await store.contests.attempts(TODAY)
    where = f"WHERE contest = '{TODAY}' AND user_id = {BORIS}"
    assert await change(store, f"UPDATE attempt SET {decayed} {where}") == 1
    after = await store.contests.attempts(TODAY)
    assert after == tuple(one for one in before if one.user != BORIS) and after.lost == 1
    assert (await store.contests.results(TODAY, TODAY)).lacking == {TODAY}
    assert (await store.contests.results(DAYS[2], DAYS[2])).lacking == frozenset()
    with pytest.raises(DamagedPlay):
        await store.contests.attempt(TODAY, BORIS)
    again = Attempt(TableId("new"), TODAY, BORIS, "", clock.time, None, None, ())
    assert not await store.contests.begin_attempt(again)
    assert (await store.contests.attempts(TODAY)).lost == 1
    assert [one.contest for one in await store.contests.attempts_of(ANNA)] == [*DAYS, COMPARED]
    await store.people.forget(BORIS)
    if decayed != "user_id = user_id + 1024":
        found = await inside(store, lambda db: db.execute("SELECT user_id FROM attempt").fetchall())
        assert (BORIS,) not in found


async def test_what_a_robot_made_and_what_has_decayed_of_it_is_made_again(store: Store, clock: Clock) -> None:
    """The same is worked out from the secret."""
    await sealed_rows.fill(store, clock.time)
    before = await store.contests.attempts(TODAY)
    robots = next(one for one in before if one.robot == "best")
    assert await change(store, "UPDATE attempt SET points = '99' WHERE table_id = ?1", (robots.table,)) == 1
    assert (await store.contests.attempts(TODAY)).lost == 1
    assert not await store.contests.begin_attempt(robots)
    after = await store.contests.attempts(TODAY)
    assert after == before and after.lost == 0


@pytest.mark.parametrize(
    "decayed", ["guild = guild + 1", "user_id = user_id + 1024", "seal = NULL", f"seal = {OF_ANOTHER}"]
)
async def test_who_is_no_longer_found_among_a_servers_people_is_missed_and_is_back_once_they_play(
    store: Store, clock: Clock, decayed: str
) -> None:
    await sealed_rows.fill(store, clock.time)
    guild, other = GUILDS
    where = f"WHERE guild = {guild} AND user_id = {BORIS}"
    assert await change(store, f"UPDATE regular SET {decayed} {where}") == 1
    people = await store.contests.regulars(guild)
    assert people == {ANNA, CLARA, DAVID} and not people.whole
    assert (
        await store.contests.regulars(other) == set(PEOPLE) and (await store.contests.regulars(other)).whole
    )
    assert await store.contests.share_server(BORIS, ANNA)  # by the other server
    await store.contests.frequents(guild, BORIS)
    assert await store.contests.regulars(guild) == set(PEOPLE)
    checked = await store.checks.check_projections(lambda table, events: (), unhurried=False)
    assert decayed.startswith("seal") == (checked.decayed == ())
    people = await store.contests.regulars(guild)
    assert people == set(PEOPLE) and people.whole and await store.checks.decayed() == ()


@pytest.mark.parametrize(
    "decayed", ["owner = 'user:1'", "name = 'alerts'", "value = 'de'", "seal = NULL", "value = ''"]
)
async def test_a_choice_that_has_decayed_is_as_nobody_made_it_and_its_owner_is_told_of_it_once(
    store: Store, clock: Clock, decayed: str
) -> None:
    await sealed_rows.fill(store, clock.time)
    owner, others = OWNERS[0], OWNERS[1:]
    where = f"WHERE owner = '{owner}' AND name = 'language'"
    assert await change(store, f"UPDATE preference SET {decayed} {where}") == 1
    left = {name: value for name, value in CHOSEN.items() if name != "language"}
    assert await store.preferences.choices(owner) == left
    await store.preferences.set_choices(owner, {"cards": "text", "two_tap": "yes", "alert": None})
    left = {"cards": "text", "daily": "yes", "locale": "en-US", "two_tap": "yes"}
    assert await store.preferences.choices(owner) == left
    assert await store.preferences.chosen_by_all("language") == dict.fromkeys(others, "fr")
    assert [await store.preferences.choices_lost(owner) for _ in range(2)] == [True, False]
    assert await store.preferences.choices(owner) == left
    assert [await store.preferences.choices_lost(other) for other in others] == [False] * len(others)
    await store.preferences.set_choices(owner, {"language": "ru"})
    assert await store.preferences.choices(owner) == {
        **left,
        "language": "ru",
    } and not await store.preferences.choices_lost(owner)


@pytest.mark.parametrize("decayed", ["value = 'de'", "seal = NULL", f"seal = {OF_ANOTHER}"])
async def test_a_choice_that_has_decayed_is_made_again_as_it_was(
    store: Store, clock: Clock, decayed: str
) -> None:
    await sealed_rows.fill(store, clock.time)
    assert await change(store, f"UPDATE preference SET {decayed} WHERE name = 'language'") == len(OWNERS)
    await store.preferences.set_choices(OWNERS[0], {"language": "fr"})
    assert await store.preferences.chosen_by_all("language") == {OWNERS[0]: "fr"}
    assert not await store.preferences.choices_lost(OWNERS[0])


async def test_a_reminder_that_has_decayed_is_noted_again_and_holds_nobody_else_up(store: Store) -> None:
    for user in (ANNA, BORIS):
        assert await store.preferences.remind(user, TODAY)
    assert (
        await change(store, "UPDATE preference SET value = '2023-11-15' WHERE owner = ?1", (OWNERS[0],)) == 1
    )
    assert [await store.preferences.remind(user, TODAY) for user in (ANNA, BORIS)] == [True, False]
    assert [await store.preferences.remind(user, TODAY) for user in (ANNA, BORIS)] == [False, False]


async def test_what_has_decayed_is_found_piece_by_piece_too(store: Store) -> None:
    for owner in ("user:1", "user:2"):
        await store.preferences.set_choices(owner, {f"choice {number:04}": "yes" for number in range(700)})
    for number in (0, 499, 500, 699):
        where = f"owner = 'user:2' AND name = 'choice {number:04}'"
        await change(store, f"UPDATE preference SET value = 'no' WHERE {where}")
    for unhurried in (False, True):
        found = [one.key for one in await store.checks.decayed(unhurried=unhurried)]
        assert found == [f"user:2 choice {number:04}" for number in (0, 499, 500, 699)]


def flipped(value: Any, draw: Random, *, text: bool) -> Any:
    """This value with one bit the other way, or nothing where there is no such value."""
    if value is None:
        return None
    if isinstance(value, int):
        return value ^ 1 << draw.randrange(62)
    kept = value.encode() if isinstance(value, str) else bytes(value)
    if not kept:
        return None
    at = draw.randrange(len(kept))
    changed = kept[:at] + bytes([kept[at] ^ 1 << draw.randrange(8)]) + kept[at + 1 :]
    if not text:
        return changed
    try:
        return None if b"\0" in changed else changed.decode()
    except UnicodeDecodeError:
        return None


async def flip(
    store: Store, draw: Random, tables: Sequence[str] = TABLES
) -> tuple[str, tuple[Any, ...], tuple[Any, ...]] | None:
    """Flip a drawn bit of a drawn row. Returns how it is flipped back; nothing if the database refuses it."""
    table = draw.choice(tables)
    columns = (*COVERED[table], "seal")
    rows = await inside(
        store, lambda db: sorted(db.execute(f"SELECT {', '.join(columns)} FROM {table}"), key=repr)
    )
    row = draw.choice(rows)
    place = draw.randrange(len(columns))
    value = flipped(row[place], draw, text=isinstance(row[place], str))
    if value is None:
        return None
    keys = COVERED[table][: KEYS.get(table, 1)]
    where = " AND ".join(f"{key} = ?{number}" for number, key in enumerate(keys, 2))
    statement = f"UPDATE {table} SET {columns[place]} = ?1 WHERE {where}"
    after = tuple(value if number == place else one for number, one in enumerate(row))
    try:
        assert await change(store, statement, (value, *row[: len(keys)])) == 1
    except DatabaseFailed:  # there is such a row already
        return None
    return statement, (row[place], *after[: len(keys)]), (table, columns[place])


@pytest.mark.parametrize("flips", mostly_long((221, 12), short=(12,)))
async def test_of_drawn_flips_in_these_rows_none_is_read_as_true(
    store: Store, clock: Clock, flips: int
) -> None:
    await sealed_rows.fill(store, clock.time)
    truth, told = await sealed_rows.read(store)
    assert not told and not await store.checks.decayed()
    draw, done = Random(1886), 0
    while done < flips:
        back = await flip(store, draw)
        if back is None:
            continue
        done += 1
        statement, values, what = back
        assert await store.checks.decayed() != (), what
        found, told = await sealed_rows.read(store)
        told |= await sealed_rows.whose_is_lost(store)
        wrong = sealed_rows.untold(truth, found, told)
        assert wrong == set() and len(told) <= 4, (what, values, wrong, told)
        assert await change(store, statement, values) == 1
    assert await sealed_rows.read(store) == (truth, set())


async def test_the_mark_of_a_play_that_has_decayed_goes_with_the_others_of_its_day(
    store: Store, clock: Clock
) -> None:
    await sealed_rows.fill(store, clock.time)
    assert await change(store, f"UPDATE attempt SET points = '38' WHERE user_id = {BORIS}") == len(NAMES)
    assert await store.contests.forget_marks(clock.time + 7 * 86_400.0) == len(NAMES)
    assert await store.contests.forget_marks(clock.time + 7 * 86_400.0) == 0
    assert (await store.contests.attempts(TODAY)).lost == 1


async def test_what_has_decayed_is_told_of_by_its_key(store: Store, clock: Clock) -> None:
    await sealed_rows.fill(store, clock.time)
    assert await change(store, f"UPDATE contest SET made = made + 1024 WHERE contest = '{TODAY}'") == 1
    assert await change(store, "UPDATE regular SET seal = NULL WHERE user_id = ?1", [ANNA]) == len(GUILDS)
    people = [Decayed("regular", f"{guild} {ANNA}") for guild in GUILDS]
    assert {*await store.checks.decayed()} == {Decayed("contest", TODAY), *people}


async def test_a_row_whose_text_is_no_longer_text_is_told_of_by_its_key(
    store: Store, clock: Clock, engine: str
) -> None:
    if engine != "sqlite":
        pytest.skip("a server lets nobody store what is no text")
    await sealed_rows.fill(store, clock.time)
    spoiled = "UPDATE contest SET game = CAST(x'ff41' AS TEXT) WHERE contest = ?1"
    assert await change(store, spoiled, [TODAY]) == 1
    found = await store.checks.decayed()
    assert [(one.table, one.key) for one in found] == [("contest", TODAY)]


async def test_a_play_of_somebody_is_found_behind_many_that_have_decayed(store: Store, clock: Clock) -> None:
    await store.contests.add_contest(Contest(COMPARED, "biritch", Seat.EAST, "good", bytes(32), clock.time))
    over = clock.time, clock.time + 9, 30, ("declare:H",)
    for user in range(101, 120):
        assert await begin_at_table(store, Attempt(TableId(f"t{user}"), COMPARED, UserId(user), "", *over))
    await change(store, "UPDATE attempt SET seal = NULL WHERE user_id < 119")
    found = await store.contests.attempt_of_anybody(COMPARED)
    assert found is not None and found.user == 119
    await change(store, "UPDATE attempt SET seal = NULL")
    assert await store.contests.attempt_of_anybody(COMPARED) is None
