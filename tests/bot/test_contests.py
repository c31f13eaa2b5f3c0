"""Deals that many play alone, as a service on a real database: it is Thursday, 26 November 2026, at noon."""

from __future__ import annotations

import hmac
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from bot.errors import AppWhy
from bot.fair_queue import Owner, Rank
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key
from bot.tables.contests import (
    Contests,
    Thinkers,
    choice_seed,
    hands_seed,
    is_beforehand,
    robots_seed,
)
from bot.tables.robots import RobotFollower
from bot.tables.service import Tables
from robots.player import STRENGTH_OPTION, Answer, Strength
from robots.process.thinking import ThinkAlike
from rules.calls import Content, Declare
from rules.cards import Suit
from rules.contests import Parting, Ranked, Streak
from rules.seats import Person, Seat
from rules.view import GivenDeal, SeatView
from storage.ports.records import Attempt, Contest, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.refusing import refusing
from tests.trials.stage.happenings import begin_at_table
from tests.trials.stage.played import goes_on
from tests.trials.stage.tables import Evening

ANNA, BORIS, CLARA, DAVID = (UserId(number) for number in (101, 102, 103, 104))
YESTERDAY, TODAY, TOMORROW = "2026-11-25", "2026-11-26", "2026-11-27"


def at(day: str, time: str = "12:00") -> float:
    return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=UTC).timestamp()


class Room:
    """The contests of a bot whose robots are easy ones, which answer quickly."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock, self.starts = store, clock, 0
        self.anew()
        self.clock.time = at(TODAY)

    def anew(self) -> None:
        """As after a restart."""
        self.starts += 1
        chance = ChanceSource(f"contests {self.starts}")
        self.tables = Tables(self.store.streams, chance, self.clock)
        self.contests = Contests(self.store.contests, self.tables, Thinkers(None), chance, self.clock)
        self.contests.strength, self.contests.field = Strength.EASY, (Strength.EASY,)

    def key(self) -> Key:
        return Key(f"{self.starts} {len(self.tables.loaded)}", self.clock.time)

    async def enters(
        self, day: str, who: UserId | str, points: int | None, ended: float | None = None, line: str = ""
    ) -> None:
        """A play of a day, of a user or of a robot by its strength; without points it goes on."""
        await self.contests.of_day(day)
        user, robot = (None, who) if isinstance(who, str) else (who, "")
        over = None if points is None else ended or at(day)
        table = TableId(f"{day} {who}")
        assert await begin_at_table(
            self.store, Attempt(table, day, user, robot, at(day), over, points, tuple(line.split()))
        )


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    opened = Room(store, Clock())
    yield opened
    await opened.contests.close()


async def filled(room: Room) -> None:
    """The robots in the field have played."""
    for filling in list(room.contests._filling.values()):
        await filling


async def test_each_day_has_its_game_and_its_dealer_in_turn_and_a_secret_that_stays(room: Room) -> None:
    """On five days of seven it is biritch; the days are counted from 1 January 2026, which is 0. Where nobody
    sits behind a hand Dummy deals, whose turn ever it would be."""
    for day, game, dealer in (
        (TODAY, "biritch", Seat.EAST),  # 329 = 7 x 47, and 4 x 82 + 1
        ("2026-11-24", "whist_short_001", Seat.WEST),  # 327 = 7 x 46 + 5; it is the 94th other game
        ("2026-01-31", "dummy_whist", Seat.NORTH),  # 30 = 7 x 4 + 2; it is the ninth
    ):
        made = await room.contests.of_day(day)
        assert (made.id, made.game, made.dealer, made.strength) == (day, game, dealer, "easy")
        assert made.made == at(TODAY) and len(made.secret) == 32
        assert await room.contests.of_day(day) is made
    made = await room.contests.of_day(TODAY)
    room.anew()
    room.clock.time += 60
    assert await room.contests.of_day(TODAY) == made == await room.contests.contest_by_id(TODAY)
    assert await room.contests.contest_by_id(TOMORROW) is None


async def test_the_deal_of_a_day_is_played_once_from_south_and_the_next_is_sealed_before_its_day(
    room: Room,
) -> None:
    table = await room.contests.play_day(ANNA, room.key())
    alone = table.state.alone
    assert alone is not None
    assert alone.given == GivenDeal(TODAY, 1, 26, "", Seat.EAST, Seat.SOUTH, once=True)
    assert dict(table.state.options)[STRENGTH_OPTION] == "easy" and table.seat(ANNA) is Seat.SOUTH
    (begun,) = await room.store.contests.attempts_of(ANNA)
    assert begun == Attempt(table.id, TODAY, ANNA, "", at(TODAY), None, None, ())
    today, tomorrow = [await room.contests.contest_by_id(day) for day in (TODAY, TOMORROW)]
    assert today is not None and not is_beforehand(today)
    assert tomorrow is not None and is_beforehand(tomorrow)
    await filled(room)
    room.anew()
    assert (await room.contests.play_day(ANNA, room.key())).id == table.id
    assert (await room.contests.table_of(ANNA, TODAY)).id == table.id
    with refusing(AppWhy.NOT_PLAYED):
        await room.contests.table_of(BORIS, TODAY)
    assert await room.contests.contest_at(table) == today


async def test_robots_that_play_a_deal_in_the_persons_chair_choose_alike_wherever_they_do(
    room: Room,
) -> None:
    contest = await room.contests.of_day(TODAY)
    room.contests.field = (Strength.EASY, Strength.GOOD)
    room.contests.fill(contest, BORIS)
    room.contests.fill(contest, BORIS)
    await filled(room)
    easy, good = await room.store.contests.attempts(TODAY)
    assert (easy.table, easy.user, easy.robot) == (f"{TODAY} easy", None, "easy") and good.robot == "good"
    assert (easy.began, easy.ended) == (at(TODAY), at(TODAY))
    assert sum(len(word) == len("QH") for word in easy.line) == 52
    again = await room.contests._played_by(contest, Strength.EASY, ANNA)
    assert (again.points, again.line) == (easy.points, easy.line)
    room.contests.fill(contest, BORIS)  # there is nobody left who has not played it
    await filled(room)
    assert await room.store.contests.attempts(TODAY) == (easy, good)


def test_what_a_choice_is_drawn_from_stays_what_it_was_for_days_that_go_on() -> None:
    """The seat, and how many calls and cards there have been, under the secret of the robots."""

    def by_hand(place: bytes) -> int:
        return int.from_bytes(hmac.new(b"key", place, "sha256").digest()[:8], "big")

    evening = Evening().seat(*(Person(name) for name in ("a", "b", "c", "d"))).start().cut()
    assert evening.table.rubber is not None
    dealer, left, partner, right = evening.table.rubber.dealer.onwards()
    assert choice_seed(b"key", evening.view(dealer)) == by_hand(f"{dealer.letter}|0|0".encode())
    evening.do(dealer, Declare(Suit.HEARTS))
    for seat in (left, right):
        evening.do(seat, Content())
    evening.do(left, evening.view(left).options[0])
    assert choice_seed(b"key", evening.view(partner)) == by_hand(f"{partner.letter}|3|1".encode())
    assert choice_seed(b"key", evening.view(None)) == by_hand(b"|3|1")
    assert choice_seed(b"key", Evening().view(None)) == by_hand(b"|0|0")


async def test_a_deal_to_compare_is_one_that_others_have_played_or_a_new_one_and_never_that_of_a_day(
    room: Room,
) -> None:
    for day in (TODAY, TOMORROW):
        assert (await room.contests.of_day(day)).game == "biritch"
    first = await room.contests.play_compared(ANNA, "biritch", room.key())
    found = await room.contests.contest_at(first)
    assert len(found.id) == len("c12345678") and found.id[0] == "c" and found.game == "biritch"
    number = int(found.id[1:], 16)
    assert found.dealer is (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)[number % 4]
    room.anew()
    second = await room.contests.play_compared(BORIS, "biritch", room.key())
    assert second.id != first.id and second.shuffled_as == found.id
    for game in ("biritch", "vint"):  # whatever they ask for, it is taken up before there is another
        assert (await room.contests.play_compared(ANNA, game, room.key())).id == first.id
    for table in (first, second):
        await room.tables.close(table.id)
    third = await room.contests.play_compared(ANNA, "biritch", Key("third", room.clock.time))
    assert third.shuffled_as not in (found.id, TODAY, TOMORROW)
    other = await room.contests.play_compared(BORIS, "vint", Key("other", room.clock.time))
    assert other.state.game == "vint"
    await filled(room)


async def test_those_who_play_are_ranked_by_their_share_of_the_field_on_the_days_that_count(
    room: Room,
) -> None:
    """A play that was ended an hour after its day is in the field and counts for nobody; and the day that
    goes on is hidden from those who have still to play it."""
    late, in_time = at(TODAY, "01:00"), at(TODAY, "00:59")
    for day, plays in (
        ("2026-11-23", ((ANNA, 10), (BORIS, 5), ("easy", 7))),  # 100, 0 and 50 %
        ("2026-11-24", ((ANNA, 3), (BORIS, 3))),  # 50 % each
        (TODAY, ((BORIS, 4), (CLARA, -1), (DAVID, None))),  # 100 and 0 %
    ):
        for who, points in plays:
            await room.enters(day, who, points)
    await room.enters(YESTERDAY, ANNA, 9, late)
    await room.enters(YESTERDAY, BORIS, 8, in_time)  # 0 %
    week, both = room.contests.days(month=False), frozenset((ANNA, BORIS))
    assert week == ["2026-11-23", "2026-11-24", YESTERDAY, TODAY]
    month = room.contests.days(month=True)
    assert (month[0], month[-1], len(month)) == ("2026-11-01", TODAY, 26)
    until_yesterday = (Ranked(1, ANNA, Fraction(150), 2), Ranked(2, BORIS, Fraction(50), 3))
    for who in (ANNA, DAVID):
        assert await room.contests.user_standings(who, week, both) == until_yesterday
        assert await room.contests.user_standings(who, [TODAY], both) == ()
    assert await room.contests.user_standings(BORIS, week, both | {CLARA}) == (
        Ranked(1, ANNA, Fraction(150), 2),
        Ranked(1, BORIS, Fraction(150), 4),
        Ranked(3, CLARA, Fraction(0), 1),
    )
    assert await room.contests.user_standings(BORIS, week[1:2], both) == (
        Ranked(1, ANNA, Fraction(50), 1),
        Ranked(1, BORIS, Fraction(50), 1),
    )


async def test_a_play_is_compared_with_those_that_are_over_and_by_those_whose_own_is(room: Room) -> None:
    """Of four results Anna's beats two and equals one: five points of six."""
    contests = room.contests
    await room.enters(TODAY, ANNA, 10, line="declare:H QH 2C")
    await room.enters(TODAY, BORIS, 4, line="declare:H KH 2C")
    await room.enters(TODAY, CLARA, None)
    await room.enters(TODAY, "best", 7, line="declare:H KH 3C")
    await room.enters(TODAY, "easy", 10, line="declare:S KH 3C")
    came_to = await contests.compared(ANNA, TODAY)
    assert came_to.contest == await contests.of_day(TODAY)
    assert (came_to.own.user, came_to.own.points) == (ANNA, 10)
    assert came_to.percent == Fraction(250, 3) and came_to.people == 1
    assert sorted(came_to.robots) == [("best", 7), ("easy", 10)]
    assert came_to.parted == Parting(1, "QH", "KH", 2, 2)
    assert [await contests.has_ended(one, TODAY) for one in (ANNA, CLARA, DAVID)] == [True, False, False]
    assert (await contests.attempt_to_see(ANNA, TODAY, BORIS)).user == BORIS
    for who in (CLARA, DAVID):
        with refusing(AppWhy.PLAY_FIRST):
            await contests.compared(who, TODAY)
        with refusing(AppWhy.PLAY_FIRST):
            await contests.attempt_to_see(who, TODAY, BORIS)
        with refusing(AppWhy.NOT_PLAYED):
            await contests.attempt_to_see(ANNA, TODAY, who)
    with refusing(AppWhy.PLAY_FIRST):
        await contests.compared(ANNA, "2026-11-20")
    for who, whose in ((BORIS, BORIS), (ANNA, ANNA)):
        play = await contests.attempt_to_check(who, TODAY)
        assert play is not None and play.user == whose
    other = await contests.attempt_to_check(CLARA, TODAY)
    assert other is not None and other.user in (ANNA, BORIS)
    await room.enters(YESTERDAY, "easy", 1)
    await room.enters(YESTERDAY, CLARA, None)
    assert await contests.attempt_to_check(CLARA, YESTERDAY) is None


async def test_a_streak_has_the_days_whose_deals_were_ended_in_time_and_no_other_deals(room: Room) -> None:
    """One day is missed, for which one of the two that may be missed is taken."""
    for day in ("2026-11-22", "2026-11-24", TODAY):
        await room.enters(day, ANNA, 1)
    await room.enters("2026-11-23", ANNA, 1, at("2026-11-24", "00:59"))
    await room.enters(YESTERDAY, ANNA, 1, at(TODAY, "01:00"))
    await room.enters("2026-11-21", ANNA, None)
    table = await room.contests.play_compared(ANNA, "biritch", room.key())
    assert table.state.alone is not None
    assert await room.contests.streak(ANNA) == Streak(4, 1)
    assert await room.contests.streak(BORIS) == Streak(0, 2)
    await filled(room)


async def test_the_secret_of_a_day_may_be_shown_an_hour_after_it(room: Room) -> None:
    contests = room.contests
    assert (contests.today, contests.tomorrow) == (TODAY, TOMORROW)
    assert contests.is_over(YESTERDAY) and not contests.is_over(TODAY)
    assert not contests.is_over("c1234abcd")
    room.clock.time = at(TODAY, "00:59:59")
    assert not contests.is_over(YESTERDAY) and contests.is_over("2026-11-24")
    room.clock.time += 1
    assert contests.is_over(YESTERDAY)


async def test_who_has_still_to_play_a_deal_is_shown_nothing_of_it_at_others_tables(room: Room) -> None:
    theirs = await room.contests.play_day(ANNA, room.key())
    await room.contests.check_seen(ANNA, theirs)  # their own
    for who in (BORIS, CLARA):
        with refusing(AppWhy.PLAY_FIRST):
            await room.contests.check_seen(who, theirs)
    await room.enters(TODAY, BORIS, 3)
    await room.contests.check_seen(BORIS, theirs)
    assert not room.contests.is_open_to_all(theirs)
    room.clock.time = at(TOMORROW, "01:00")
    assert room.contests.is_open_to_all(theirs)
    compared = await room.contests.play_compared(ANNA, "biritch", room.key())
    assert not room.contests.is_open_to_all(compared)
    await filled(room)


async def test_who_has_asked_for_the_deal_of_a_day_in_a_server_is_one_of_its_people(room: Room) -> None:
    await room.contests.came(7, ANNA)
    await room.contests.came(7, ANNA)
    await room.contests.came(8, BORIS)
    await room.contests.came(None, CLARA)
    assert [await room.contests.in_server(guild) for guild in (7, 8)] == [{ANNA}, {BORIS}]
    assert await room.contests.among_friends(CLARA) == {CLARA}


def test_the_robots_choose_by_a_key_of_the_secret_that_the_seed_of_the_hands_does_not_tell() -> None:
    """That seed is shown to everybody afterwards, and would tell what the robots of a deal that is still
    open will do, if the key could be worked out from it."""
    secret = bytes(range(32))
    contest = Contest("2026-11-28", "biritch", Seat.NORTH, "best", secret, made=0.0)
    assert robots_seed(contest) == hmac.digest(secret, b"biritch-1|robots", "sha256")
    assert hands_seed(contest) == hmac.digest(secret, b"biritch-1|board|1", "sha256")


class Watched(Thinkers):
    """Notes for which views a robot waited for its turn to think."""

    def __init__(self) -> None:
        super().__init__(None)
        self.views: list[SeatView] = []

    async def choice(self, owner: Owner, task: ThinkAlike, rank: Rank = Rank.PEOPLE) -> Answer:
        self.views += [task.view] if rank is Rank.PEOPLE else []
        return await super().choice(owner, task, rank)


async def test_in_a_compared_deal_a_robot_with_a_single_card_waits_for_its_turn_as_with_a_choice(
    room: Room,
) -> None:
    """Else an answer that comes at once would tell that it has no choice."""
    room.contests.thinkers = watched = Watched()
    table = await room.contests.play_day(ANNA, room.key())
    robots = RobotFollower(room.tables, ChanceSource("robots"), 0.0, thinking=0.0, contests=room.contests)
    room.tables.followers_nowhere.append(robots)
    robots.changed(table)
    while not table.closed:
        await robots.wait_for_robots(table.id)
        if not table.closed:
            await goes_on(room.tables, table, ANNA)
    with_one = [view for view in watched.views if view.deal is not None and len(view.options) == 1]
    assert len(with_one) >= 2 and all(view.deal.playing for view in with_one if view.deal is not None)
