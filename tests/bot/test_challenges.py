"""Challenges as a service on a real database, with easy robots, which answer at once: who is let in, what
counts, and what is told of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from random import Random

import pytest

from bot.errors import AppWhy
from bot.preferences import Preferences
from bot.streams.open_stream import TOO_OLD, Key
from bot.tables.alone import PlayedAlone
from bot.tables.challenges import Challenges
from bot.tables.robots import RobotFollower
from rules.challenges import DEALS, MOST_FRIENDS, Challenge, Phase, challenge_of, places_of
from storage.ports.records import Attempt, Place, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.bot.test_contests import ANNA, BORIS, CLARA, Room
from tests.refusing import refusing
from tests.trials.stage.happenings import begin_at_table, inside
from tests.trials.stage.played import goes_on

HERE = Place(5, 6)
DAY = 24 * 3600.0
_pressed = count(1886)


class Friends(Room):
    """The challenges of a bot."""

    def anew(self) -> None:
        super().anew()
        store = self.store
        self.preferences = Preferences(store.preferences, store.people)
        self.challenges = Challenges(
            store.challenges, store.contests, self.contests, self.tables, self.preferences, self.clock
        )

    def press(self, late: float = 0.0) -> Key:
        """One that has not been before."""
        return Key(str(next(_pressed)), self.clock.time - late)

    async def begins(self, user: UserId, friend: UserId | None = None) -> Challenge:
        return await self.challenges.make_challenge(user, friend, "biritch", HERE, self.press())

    async def enters_play(
        self, challenge: Challenge, deal: int, user: UserId, points: int, ended: float
    ) -> None:
        contest = challenge.deals[deal - 1]
        over = Attempt(
            TableId(f"{contest} {user}"), contest, user, "", min(ended, self.clock.time), ended, points, ()
        )
        assert await begin_at_table(self.store, over)


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Friends]:
    opened = Friends(store, Clock())
    store._shared.now = opened.clock
    yield opened
    await opened.contests.close()


async def test_a_press_makes_one_challenge_and_an_old_one_none(room: Friends) -> None:
    press = room.press()
    made = [await room.challenges.make_challenge(ANNA, BORIS, "vint", HERE, press) for _ in range(2)]
    room.anew()
    room.clock.time += TOO_OLD + 1
    made.append(await room.challenges.make_challenge(ANNA, BORIS, "vint", HERE, press))
    assert made[0] == made[1] == made[2] and made[0].strength == "easy"
    with refusing(AppWhy.TOO_LATE):
        await room.challenges.make_challenge(ANNA, CLARA, "vint", HERE, room.press(TOO_OLD + 1))
    dealers = [one.dealer for deal in made[0].deals if (one := await room.contests.contest_by_id(deal))]
    assert len(dealers) == DEALS and len(set(dealers)) == 4, "they deal in turn"


async def test_a_deal_of_a_challenge_is_taken_up_by_it_alone_and_no_robot_plays_it_in_their_chair(
    room: Friends,
) -> None:
    challenge = await room.begins(ANNA, BORIS)
    with refusing(AppWhy.NOT_CHALLENGED):
        await room.challenges.play_next(BORIS, challenge.id, room.press())
    table = await room.challenges.play_next(ANNA, challenge.id, room.press())
    assert challenge_of(table.shuffled_as) == challenge.id and not room.contests._filling
    alone = PlayedAlone(room.tables, RobotFollower(room.tables, room.contests._chance, 0.0), room.preferences)
    assert await alone.table_of(ANNA) is None and await alone.unfinished_table(ANNA) is None
    assert (await alone.in_hand(ANNA)) is table
    other = await room.contests.play_compared(ANNA, "biritch", room.press())
    assert other.id != table.id and not challenge_of(other.shuffled_as)
    for _ in range(2):
        assert (await room.challenges.play_next(ANNA, challenge.id, room.press())).id == table.id
    seen = await room.challenges.seen_by(ANNA, challenge.id)
    assert (seen.next_deal, seen.begun, seen.phase) == (1, True, Phase.GATHERING)
    await room.contests.close()


async def test_what_ends_after_the_challenge_counts_for_nothing_and_says_so(room: Friends) -> None:
    """Boris takes it up at once, so that it ends three days later."""
    challenge = await room.begins(ANNA, BORIS)
    challenge = await room.challenges.let_in(BORIS, challenge.id, HERE)
    begun = room.clock.time
    room.clock.time += 3 * DAY + 60
    await room.enters_play(challenge, 1, ANNA, 12, begun + 3 * DAY - 1)
    await room.enters_play(challenge, 2, ANNA, 900, begun + 3 * DAY + 1)
    await room.enters_play(challenge, 1, BORIS, -4, begun + 60)
    seen = await room.challenges.seen_by(ANNA, challenge.id)
    assert seen.phase is Phase.OVER and seen.late and seen.next_deal is None
    assert [(one.user, one.played, one.total) for one in seen.scores] == [(ANNA, 1, 12), (BORIS, 1, -4)]
    assert not (await room.challenges.seen_by(BORIS, challenge.id)).late
    with refusing(AppWhy.CHALLENGE_OVER):
        await room.challenges.play_next(BORIS, challenge.id, room.press())


async def test_nobody_is_reminded_who_has_played_all_since_it_was_looked_who_is_due(room: Friends) -> None:
    """To write to those before them takes its time."""
    challenge = await room.begins(ANNA, BORIS)
    challenge = await room.challenges.let_in(BORIS, challenge.id, HERE)
    room.clock.time = challenge.ends - 3600
    assert [user for user, _ in await room.challenges.due_reminders()] == [ANNA, BORIS]
    for deal in range(1, DEALS + 1):
        await room.enters_play(challenge, deal, ANNA, 1, room.clock.time)
    assert not await room.challenges.note_reminded(ANNA, challenge.id)
    assert await room.challenges.note_reminded(BORIS, challenge.id)
    assert not await room.challenges.note_reminded(BORIS, challenge.id)


async def test_a_damaged_table_of_one_deal_hides_no_challenge_and_keeps_nobody_from_the_next_deal(
    room: Friends,
) -> None:
    challenge = await room.challenges.let_in(BORIS, (await room.begins(ANNA, BORIS)).id, HERE)
    tables = [await room.challenges.play_next(user, challenge.id, room.press()) for user in (ANNA, BORIS)]
    for table, user in zip(tables, (ANNA, BORIS), strict=True):
        while not table.closed:
            await goes_on(room.tables, table, user)
    (seen,) = await room.challenges.list_for(ANNA)
    assert seen.partings[0] is not None
    spoil = "UPDATE event SET at = at + 1 WHERE table_id = ?1"
    await inside(room.store, lambda db: db.execute(spoil, (tables[0].id,)))
    room.anew()
    (seen,) = await room.challenges.list_for(ANNA)
    assert seen.partings[0] is None and seen.next_deal == 2
    table = await room.challenges.play_next(ANNA, challenge.id, room.press())
    assert table.shuffled_as == challenge.deals[1]
    await room.contests.close()


async def test_the_sums_and_places_of_drawn_challenges_are_those_of_a_plain_recount(room: Friends) -> None:
    """Each of two to eight people has played some of the deals; every sum is added up one by one."""
    draw = Random(1886)
    for players in range(2, MOST_FRIENDS + 1):
        users = [UserId(1000 * players + one) for one in range(players)]
        challenge = await room.begins(users[0])
        for user in users[1:]:
            challenge = await room.challenges.let_in(user, challenge.id, HERE)
        plain = dict[UserId, list[int]]()
        for user in users:
            plain[user] = []
            for deal in range(1, draw.randrange(DEALS + 1) + 1):
                points = draw.randrange(-20, 21) * 4
                await room.enters_play(challenge, deal, user, points, room.clock.time)
                plain[user].append(points)
        room.clock.time += 4 * DAY
        for viewer in users:
            scores = (await room.challenges.seen_by(viewer, challenge.id)).scores
            told = {
                UserId(one.user): (place, one.played, one.total)
                for place, one in zip(places_of(scores), scores, strict=True)
            }
            for who, came_to in plain.items():
                own = (len(came_to), sum(came_to))
                place = 1 + sum((len(others), sum(others)) > own for others in plain.values())
                assert told[who] == (place, *own), (players, who)


async def test_what_a_challenge_came_to_is_shown_to_all_only_once_it_is_over(room: Friends) -> None:
    challenge = await room.begins(ANNA, BORIS)
    await room.challenges.let_in(BORIS, challenge.id, HERE)
    for deal in range(1, DEALS + 1):
        await room.enters_play(challenge, deal, ANNA, 4, room.clock.time)
    with refusing(AppWhy.CHALLENGE_GOES_ON):
        await room.challenges.end_for_all(challenge.id)
    with refusing(AppWhy.ALL_PLAYED):
        await room.challenges.play_next(ANNA, challenge.id, room.press())
    for deal in range(1, DEALS + 1):
        await room.enters_play(challenge, deal, BORIS, deal, room.clock.time)
    _, scores, _ = await room.challenges.end_for_all(challenge.id)
    assert [(one.user, one.total) for one in scores] == [(ANNA, 20), (BORIS, 15)]
