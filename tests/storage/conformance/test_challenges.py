"""What is stored of challenges: who may be asked and may come in, what is forgotten, and what decays; on
every engine."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random

import pytest

from rules.challenges import DEALS, MOST_CHALLENGES, MOST_FRIENDS, MOST_INVITATIONS, Challenge, Challenged
from rules.seats import Seat
from storage.ports.records import Admission, Attempt, Contest, TableId, UserId
from storage.ports.storage import DamagedContest, PlayedBefore
from storage.store import Store
from tests.each import mostly_long
from tests.storage.conformance.conftest import of_many_cases
from tests.storage.conformance.test_contest_seals import flip
from tests.storage.conftest import Clock
from tests.storage.spoiling import change
from tests.trials.stage.happenings import begin_at_table
from tests.trials.stage.sealed_rows import OF_CHALLENGES

pytestmark = of_many_cases

ANNA, BORIS, CLARA = (UserId(number) for number in (11, 12, 13))
HERE, ELSEWHERE = (5, 6), (5, 7)
DAY = 24 * 3600.0
_names = count(1)


def called(clock: Clock, by: UserId, friend: UserId | None = None) -> Challenge:
    now = clock.time
    places = [Challenged(by, now, now, True)]
    if friend is not None:
        places.append(Challenged(friend, now, None, False))
    name = f"f{next(_names):x}"
    return Challenge(name, "biritch", "easy", now, *HERE, friend is not None, tuple(places))


async def begin(store: Store, new: Challenge) -> Admission:
    deals = [Contest(one, new.game, Seat.EAST, "easy", bytes(32), new.made) for one in new.deals]
    return await store.challenges.begin_challenge(new, deals)


async def begun(store: Store, clock: Clock, by: UserId, friend: UserId | None = None) -> str:
    new = called(clock, by, friend)
    assert await begin(store, new) is Admission.DONE
    return new.id


async def plays(store: Store, clock: Clock, challenge: str, user: UserId, deals: int = DEALS) -> None:
    now = clock.time
    for number in range(1, deals + 1):
        contest = f"{challenge}-{number}"
        done = Attempt(TableId(f"{contest}{user}"), contest, user, "", now, now, 4, ("D",))
        assert await begin_at_table(store, done)


async def test_a_challenge_is_made_once_however_often_and_its_deals_with_it(
    store: Store, clock: Clock
) -> None:
    new = called(clock, ANNA, BORIS)
    assert [await begin(store, new) for _ in range(2)] == [Admission.DONE] * 2
    assert await store.challenges.challenge(new.id) == new
    for deal in new.deals:
        assert await store.contests.contest(deal) is not None
    assert await store.contests.contest_not_played("biritch", CLARA, ()) is None, "nobody else is dealt it"
    assert await store.challenges.challenge("fff") is None


async def test_a_friend_is_asked_once_by_each_and_by_five_at_once_whatever_they_answer(
    store: Store, clock: Clock
) -> None:
    first = await begun(store, clock, ANNA, BORIS)
    for answer in ("none", "declined"):
        assert await begin(store, called(clock, ANNA, BORIS)) is Admission.ASKED_BEFORE, answer
        assert await store.challenges.decline(first, BORIS, clock.time) is Admission.DONE
    others = [UserId(100 + number) for number in range(MOST_INVITATIONS + 1)]
    for user in others[:-1]:
        await begun(store, clock, user, BORIS)
    assert await begin(store, called(clock, others[-1], BORIS)) is Admission.MOST_ASKED
    clock.time += DAY
    assert await begin(store, called(clock, ANNA, BORIS)) is Admission.DONE


async def test_somebody_plays_eight_at_a_time_and_another_once_one_of_them_is_played_or_over(
    store: Store, clock: Clock
) -> None:
    open_ones = [await begun(store, clock, ANNA) for _ in range(MOST_CHALLENGES)]
    others = await begun(store, clock, BORIS)
    assert await begin(store, called(clock, ANNA)) is Admission.MOST_OPEN
    assert await store.challenges.take_up(others, ANNA, HERE, clock.time) is Admission.MOST_OPEN
    await plays(store, clock, open_ones[0], ANNA, DEALS - 1)
    assert await begin(store, called(clock, ANNA)) is Admission.MOST_OPEN
    await plays(store, clock, open_ones[1], ANNA)
    assert await store.challenges.take_up(others, ANNA, HERE, clock.time) is Admission.DONE
    assert await begin(store, called(clock, ANNA)) is Admission.MOST_OPEN
    clock.time += 4 * DAY + 1
    assert await begin(store, called(clock, ANNA)) is Admission.DONE


async def test_who_asks_to_be_forgotten_after_each_challenge_asks_a_friend_no_oftener_than_others(
    store: Store, clock: Clock
) -> None:
    """Nobody can tell that it was the same: what was declined counts as if it waited until a day is over."""
    for _ in range(MOST_INVITATIONS):
        name = await begun(store, clock, ANNA, BORIS)
        assert await store.challenges.decline(name, BORIS, clock.time) is Admission.DONE
        await store.people.forget(ANNA)
    assert await begin(store, called(clock, ANNA, BORIS)) is Admission.MOST_ASKED
    clock.time += DAY
    assert await begin(store, called(clock, ANNA, BORIS)) is Admission.DONE


async def test_challenges_that_nobody_takes_up_or_is_left_of_keep_nobody_from_others_once_a_day_is_over(
    store: Store, clock: Clock
) -> None:
    """None of their deals can be begun any more."""
    open_ones = [await begun(store, clock, ANNA, UserId(100 + number)) for number in range(MOST_CHALLENGES)]
    assert await store.challenges.take_up(open_ones[0], UserId(100), HERE, clock.time) is Admission.DONE
    clock.time += DAY - 1
    assert await begin(store, called(clock, ANNA)) is Admission.MOST_OPEN
    clock.time += 1
    for _ in range(MOST_CHALLENGES - 1):
        await begun(store, clock, ANNA)
    assert await begin(store, called(clock, ANNA)) is Admission.MOST_OPEN, "one is played by two"
    await store.people.forget(UserId(100))
    assert await begin(store, called(clock, ANNA)) is Admission.DONE


async def test_a_challenge_is_taken_up_by_whom_it_is_meant_for_within_a_day(
    store: Store, clock: Clock
) -> None:
    to_one, to_all = await begun(store, clock, ANNA, BORIS), await begun(store, clock, ANNA)
    challenges = store.challenges
    for name, user, place, came in (
        (to_one, CLARA, HERE, Admission.NOT_ASKED),
        (to_one, BORIS, ELSEWHERE, Admission.DONE),
        (to_one, BORIS, HERE, Admission.DONE),
        (to_all, BORIS, ELSEWHERE, Admission.NOT_ASKED),
        (to_all, BORIS, HERE, Admission.DONE),
        (to_all, BORIS, ELSEWHERE, Admission.DONE),
        ("fff", BORIS, HERE, Admission.NO_CHALLENGE),
    ):
        assert await challenges.take_up(name, user, place, clock.time + 9) is came, (name, user, place)
    clock.time += DAY
    for name, user in ((to_one, CLARA), (to_all, BORIS)):
        found = await challenges.challenge(name)
        assert found is not None and len(found.places) == 2 and found.known_players == (ANNA, BORIS)
        assert await challenges.take_up(name, user, HERE, clock.time) in (Admission.NOT_ASKED, Admission.DONE)
    assert await challenges.take_up(to_all, CLARA, HERE, clock.time) is Admission.CLOSED
    assert await challenges.decline(to_one, BORIS, clock.time) is Admission.NOT_ASKED


async def test_who_declined_may_still_come_in_and_a_ninth_may_not(store: Store, clock: Clock) -> None:
    to_one, to_all = await begun(store, clock, ANNA, BORIS), await begun(store, clock, ANNA)
    assert await store.challenges.decline(to_one, CLARA, clock.time) is Admission.NOT_ASKED
    for _ in range(2):
        assert await store.challenges.decline(to_one, BORIS, clock.time) is Admission.DONE
    assert await store.challenges.take_up(to_one, BORIS, HERE, clock.time + 60) is Admission.DONE
    found = await store.challenges.challenge(to_one)
    assert found is not None and found.closes == clock.time + 60
    came = await asyncio.gather(
        *(store.challenges.take_up(to_all, UserId(200 + one), HERE, clock.time) for one in range(9))
    )
    assert sorted(one.value for one in came) == ["closed", "closed", *["done"] * (MOST_FRIENDS - 1)]


async def test_whoever_is_forgotten_is_in_no_challenge_and_is_not_dealt_its_deals_again(
    store: Store, clock: Clock
) -> None:
    store._shared.now = clock
    to_all = await begun(store, clock, BORIS)
    await store.challenges.take_up(to_all, ANNA, HERE, clock.time)
    kept = (await store.people.known(ANNA))["challenges"]
    assert kept == [
        {
            "challenge": to_all,
            "began it": False,
            "asked": clock.time,
            "answered": clock.time,
            "plays": True,
            "reminded": None,
        }
    ]
    await plays(store, clock, to_all, ANNA, 1)
    await store.people.forget(ANNA)
    found = await store.challenges.challenge(to_all)
    assert found is not None and found.known_players == (BORIS,) and len(found.places) == 2
    assert (await store.people.known(ANNA))["challenges"] == []
    with pytest.raises(PlayedBefore):
        await store.challenges.take_up(to_all, ANNA, HERE, clock.time)
    assert not await store.contests.forget_marks(clock.time + 4 * DAY), "its day is over, and it is not"
    assert await store.contests.forget_marks(clock.time + 6 * DAY) == 1


async def test_a_challenge_of_which_anything_has_decayed_is_played_by_nobody_and_hinders_no_other(
    store: Store, clock: Clock
) -> None:
    for number, (table, decayed) in enumerate(
        (
            ("challenge", "game = 'vint'"),
            ("challenge", "seal = NULL"),
            ("challenged", "plays = 0"),
            ("challenged", "user_id = 99"),
        )
    ):
        user = UserId(300 + number)
        name = await begun(store, clock, user)
        assert await change(store, f"UPDATE {table} SET {decayed} WHERE challenge = '{name}'") == 1
        for asked in (
            store.challenges.challenge(name),
            store.challenges.take_up(name, BORIS, HERE, clock.time),
            store.challenges.decline(name, BORIS, clock.time),
        ):
            with pytest.raises(DamagedContest):
                await asked
        other = await begun(store, clock, user)
        assert [one.id for one in await store.challenges.challenges_of(user, 0.0)] == [other]
    name = await begun(store, clock, CLARA)
    assert await change(store, f"DELETE FROM challenged WHERE challenge = '{name}'") == 1
    with pytest.raises(DamagedContest):
        await store.challenges.challenge(name)
    assert await store.checks.decayed() != ()


@pytest.mark.parametrize("flips", mostly_long((60, 6), short=(6,)))
async def test_of_drawn_flips_in_a_challenge_and_its_places_none_is_read_as_true(
    store: Store, clock: Clock, flips: int
) -> None:
    to_one, to_all = await begun(store, clock, ANNA, BORIS), await begun(store, clock, ANNA)
    await store.challenges.take_up(to_all, CLARA, HERE, clock.time + 5)
    names = (to_one, to_all)
    truth = {name: await store.challenges.challenge(name) for name in names}
    draw, done = Random(1886), 0
    while done < flips:
        back = await flip(store, draw, OF_CHALLENGES)
        if back is None:
            continue
        done += 1
        statement, values, what = back
        assert await store.checks.decayed() != (), what
        found, told = dict[str, Challenge | None](), set[str]()
        for name in names:
            try:
                found[name] = await store.challenges.challenge(name)
            except DamagedContest:
                told.add(name)
        assert all(one == truth[name] for name, one in found.items()), what
        for user in (ANNA, BORIS, CLARA):
            listed = await store.challenges.challenges_of(user, 0.0)
            assert {one.id for one in listed} <= set(names) - told, what
        assert len(told) == 1, what
        assert await change(store, statement, values) == 1


async def test_somebody_is_reminded_of_a_challenge_once(store: Store, clock: Clock) -> None:
    name = await begun(store, clock, ANNA, BORIS)
    assert await store.challenges.unreminded(clock.time - 1) == (name,)
    assert (
        await store.challenges.unreminded(clock.time + 1)
        == ()
        == await store.challenges.unreminded(clock.time)
    )
    await begun(store, clock, CLARA)
    await store.people.forget(CLARA)
    assert await store.challenges.unreminded(clock.time - 1) == (name,), "there is nobody to be reminded"
    assert [await store.challenges.remind_of(name, ANNA, clock.time) for _ in range(2)] == [True, False]
    assert await store.challenges.unreminded(clock.time - 1) == ()
    assert not await store.challenges.remind_of(name, CLARA, clock.time)


async def test_the_challenges_of_somebody_are_told_from_a_moment_on_with_the_newest_first(
    store: Store, clock: Clock
) -> None:
    own = list[str]()
    for _ in range(3):
        own.append(await begun(store, clock, ANNA))
        clock.time += 60
    theirs = await begun(store, clock, BORIS, ANNA)

    async def told(user: UserId, since: float) -> list[str]:
        return [one.id for one in await store.challenges.challenges_of(user, since)]

    assert await told(ANNA, 0.0) == [theirs, *reversed(own)]
    assert await told(ANNA, clock.time - 120) == [theirs, own[2]]
    assert await told(BORIS, 0.0) == [theirs] and await told(CLARA, 0.0) == []
    assert await store.challenges.remind_of(own[2], ANNA, clock.time + 5)
    known = (await store.people.known(ANNA))["challenges"]
    assert [(one["challenge"], one["began it"], one["answered"] is None) for one in known] == [
        *((name, True, False) for name in own),
        (theirs, False, True),
    ]
    assert [one["reminded"] for one in known] == [None, None, clock.time + 5, None]
