"""Deals that many people play alone: the deal of the day, and deals that are compared at once.

Everybody plays the same hands at a table of their own, once, with robots that choose alike. The hands and the
robots follow from one secret, to which a day is committed before it begins. At first robots play in the
person's chair too, so that the first who plays has a field. Nothing here knows Discord.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Final

from bot.clocks import TOLERATED, cancelled
from bot.errors import AppRefused, AppWhy, SetAside
from bot.fair_queue import FairQueue, Owner, Rank, Shares
from bot.streams.fair_deal import ChanceSource, SharedDeal, board_seed, commitment
from bot.streams.open_stream import Key, Locks, Recent
from bot.supervisor import SUPERVISOR
from bot.tables import replay
from bot.tables.fields import Fields, Standings
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables, begun_alone
from bot.worker_pool import TaskRaised, WorkerPool, WorkersFailed
from robots.player import STRENGTH_OPTION as ROBOTS
from robots.player import Answer, Strength, strength_at
from robots.process.thinking import ThinkAlike
from rules.challenges import has_own_door, is_challenge
from rules.contests import Parting, Streak, game_of_day, is_daily, streak
from rules.frozen import frozen
from rules.games.all_games import GAMES, game
from rules.seats import ROUND, Person, Seat
from rules.table.decide import decide
from rules.table.requests import CutPack
from rules.view import Alone, GivenDeal, SeatView
from storage.ports.records import GRACE, Attempt, Contest, Regulars, TableId, UserId, closes_at
from storage.ports.storage import Contests as ContestLog
from storage.ports.storage import DamagedContest, DamagedPlay, PlayedBefore, StorageError
from storage.ports.waits import run_in_thread

log = logging.getLogger(__name__)

DEAL: Final = 1
MIDDLE: Final = 26
"""Where the pack of every contest is cut."""
FIELD: Final[tuple[Strength, ...]] = (Strength.BEST, Strength.GOOD, Strength.EASY)
"""The robots that play each contest in the person's chair."""
PATIENCE: Final = 60.0
"""Seconds for one choice of a robot that chooses alike, waiting for its turn not included."""
EPOCH: Final = date(2026, 1, 1).toordinal()
"""The first of the days by which games and dealers take turns."""


def day_of(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def day_end(day: str) -> float:
    """The moment at which a day is over and the next deal comes, in seconds since 1970."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp()


def grace_end(day: str) -> float:
    """The moment until which the deal of a day may still be ended, so that it counts."""
    return closes_at(day, 0.0)


def in_time(day: str, ended: float) -> bool:
    return ended < grace_end(day)


def is_contest(shuffled_as: str) -> bool:
    """Whether packs that are shuffled under this id are dealt at more tables than one: an id of a table is as
    long as that of no contest."""
    return has_own_door(shuffled_as) or (len(shuffled_as) == len("c12345678") and shuffled_as[0] == "c")


def sealed(contest: Contest) -> str:
    """The commitment to the secret of a contest."""
    return commitment(contest.id, 0, contest.secret)


def is_beforehand(contest: Contest) -> bool:
    """Whether the secret of a day was drawn before it began."""
    return day_of(contest.made).isoformat() < contest.id


def hands_seed(contest: Contest) -> bytes:
    """That of the only deal of a contest."""
    return board_seed(contest.secret, DEAL)


def robots_seed(contest: Contest) -> bytes:
    """By which the robots choose: nobody can work it out from the seed of the hands."""
    return hmac.digest(contest.secret, b"biritch-1|robots", "sha256")


def choice_seed(key: bytes, view: SeatView) -> int:
    """Of one choice: the same wherever the deal has gone the same way."""
    deal, viewer = view.deal, view.viewer
    calls, cards = (len(deal.calls), deal.cards_gone) if deal is not None else (0, 0)
    place = f"{viewer.letter if viewer is not None else ''}|{calls}|{cards}"
    return int.from_bytes(hmac.digest(key, place.encode(), "sha256")[:8])


@frozen
class Compared:
    """A play that is over, beside those of the others."""

    contest: Contest
    own: Attempt
    percent: Fraction | None  # None while there is no other
    people: int  # others who have ended it
    robots: tuple[tuple[str, int], ...]  # the strength and the points of each robot in the field
    parted: Parting | None
    lost: int  # plays that cannot be compared, since what is stored of them is damaged
    own_lost: int  # of this user's plays of all days


OF_ONE_CONTEST: Final = (AppWhy.CONTEST_DAMAGED, AppWhy.PLAY_DAMAGED, AppWhy.PLAYED_BEFORE)
"""Why nobody, or one user, plays a contest, while they can play any other."""


@contextmanager
def _of_one_contest() -> Iterator[None]:
    """What the storage finds wrong with one contest, or refuses of it, as refusals."""
    try:
        yield
    except DamagedContest as damaged:
        log.error("what is stored of the contest %s is not what was written", damaged.contest)
        raise AppRefused(AppWhy.CONTEST_DAMAGED) from None
    except DamagedPlay as damaged:
        log.error("what is stored of a play of the contest %s is not what was written", damaged.contest)
        raise AppRefused(AppWhy.PLAY_DAMAGED) from None
    except PlayedBefore:
        raise AppRefused(AppWhy.PLAYED_BEFORE) from None


def owner_of(table: OpenTable) -> Owner:
    """Against whose share it counts what a robot of this table takes: that of the user who plays there alone,
    else that of the table."""
    if table.state.alone is None:
        return table.id
    return next((table.people[one] for one in table.state.persons if one in table.people), table.id)


class Thinkers:
    """Robots that choose alike think beside those that the clock drives, in turn by whom they play for."""

    def __init__(self, workers: WorkerPool | None) -> None:
        self._workers = workers
        self._room = workers.patient if workers is not None else FairQueue(Shares(), 1)

    def choices_before(self, owner: Owner) -> int:
        """How many choices are made before the one that this user waits for."""
        return self._room.turns_before(owner)

    async def choice(self, owner: Owner, task: ThinkAlike, rank: Rank = Rank.PEOPLE) -> Answer:
        """However long it takes. Raises TaskRaised, and WorkersFailed if it is tried in vain."""
        async with self._room.turn(owner, rank):
            if self._workers is None:
                return await run_in_thread(task.run)
            for left in (2, 1, 0):
                try:
                    return await self._workers.run(task, within=PATIENCE, owner=owner, rank=rank)
                except TaskRaised:
                    raise
                except WorkersFailed:
                    if not left:
                        raise
        raise AssertionError


class Contests:
    """Begins them, and tells what they came to."""

    def __init__(
        self,
        kept: ContestLog,
        tables: Tables,
        thinkers: Thinkers,
        chance: ChanceSource,
        now: Callable[[], float],
    ) -> None:
        self._kept, self._tables, self.thinkers, self._chance, self._now = kept, tables, thinkers, chance, now
        self.strength, self.field = Strength.BEST, FIELD
        self._known: Recent[str, Contest] = Recent(64)
        self._filling: dict[str, asyncio.Task[None]] = {}
        self._shown_by: Recent[tuple[TableId, int], str] = Recent()
        self._beginning: Locks[UserId] = Locks()
        self._fields = Fields(kept, now, self.ended_in_time)

    @property
    def today(self) -> str:
        return day_of(self._now()).isoformat()

    @property
    def tomorrow(self) -> str:
        return (day_of(self._now()) + timedelta(days=1)).isoformat()

    @property
    def yesterday(self) -> str:
        return (day_of(self._now()) - timedelta(days=1)).isoformat()

    def is_over(self, contest: str) -> bool:
        """Whether the secret of a day may be shown."""
        return is_daily(contest) and contest < day_of(self._now() - GRACE).isoformat()

    async def close(self) -> None:
        await cancelled(self._filling.values())
        await self._fields.close()

    async def forgotten(self, _user: UserId) -> None:
        """Tell nothing more of somebody who was forgotten."""
        self._fields.drop()

    # Contests

    async def of_day(self, day: str) -> Contest:
        """The deal of a day, made if it is not there yet. Raises AppWhy.CONTEST_DAMAGED."""
        return self._known.get(day) or await self._made(day, *_of_day(day))

    async def _made(self, contest: str, key: str, dealer: Seat) -> Contest:
        with _of_one_contest():
            made = self._known[contest] = await self._kept.add_contest(self.drawn(contest, key, dealer))
        return made

    def drawn(self, contest: str, key: str, dealer: Seat) -> Contest:
        """A contest of this game with a new secret, which is not stored yet."""
        secret = bytes.fromhex("".join(self._chance.token() for _ in range(8)))
        return Contest(contest, key, dealer, self.strength.value, secret, self._now())

    async def contest_by_id(self, contest: str) -> Contest | None:
        """Raises AppWhy.CONTEST_DAMAGED."""
        with _of_one_contest():
            if contest not in self._known and (found := await self._kept.contest(contest)) is not None:
                self._known[contest] = found
        return self._known.get(contest)

    async def contest_at(self, table: OpenTable) -> Contest:
        """The contest that is played at a table. Raises AppWhy.CONTEST_DAMAGED."""
        found = await self.contest_by_id(table.shuffled_as)
        assert found is not None
        return found

    async def robots_at(self, table: OpenTable) -> bytes:
        """The key by which the robots of a table choose alike. Raises AppWhy.CONTEST_DAMAGED."""
        return robots_seed(await self.contest_at(table))

    # Playing

    async def play_day(self, user: UserId, key: Key) -> OpenTable:
        """The table at which somebody plays the deal of the day, as they left it; a new one at first. The
        secret of the next day is drawn by then. Raises AppWhy.PLAYED_BEFORE, AppWhy.CONTEST_DAMAGED,
        AppWhy.PLAY_DAMAGED."""
        with suppress(AppRefused):  # if the next one is damaged, that costs the next one alone
            await self.of_day(self.tomorrow)
        before = await self._attempt(user, self.today)
        if before is not None:
            return await self._tables.get(before.table)
        return await self._begin_contest(await self.of_day(self.today), user, key)

    async def play_given(self, user: UserId, contest: str, key: Key) -> OpenTable:
        """The table at which somebody plays a deal of a challenge, as they left it; a new one at first. No
        robot plays it in their chair. Raises AppWhy.PLAYED_BEFORE, AppWhy.CONTEST_DAMAGED,
        AppWhy.PLAY_DAMAGED."""
        before = await self._attempt(user, contest)
        if before is not None:
            return await self._tables.get(before.table)
        found = await self.contest_by_id(contest)
        if found is None:
            raise AppRefused(AppWhy.CONTEST_DAMAGED)
        return await self._begin_contest(found, user, key)

    async def play_compared(self, user: UserId, game_key: str, key: Key) -> OpenTable:
        """A deal of this game that others have played and this user has not; a new one if there is none. That
        of a day is none of them as long as it counts: who has missed it does not make it good so. One that
        they have begun and not ended is taken up, of whatever game: nobody has two at a time."""
        async with self._beginning.lock_for(user):
            return await self._unended(user) or await self._compared(user, game_key, key)

    async def _unended(self, user: UserId) -> OpenTable | None:
        """The open table of a deal that is compared, those of a day or a challenge left out."""
        given = (
            (one, one.state.alone.given) for one in await self._tables.tables_of(user) if one.state.alone
        )
        return next(
            (one for one, deal in given if deal and deal.once and not has_own_door(one.shuffled_as)), None
        )

    async def _compared(self, user: UserId, game_key: str, key: Key) -> OpenTable:
        yesterday = (day_of(self._now()) - timedelta(days=1)).isoformat()
        days = [one for one in (yesterday, self.today, self.tomorrow) if not self.is_over(one)]
        found = await self._kept.contest_not_played(game_key, user, days)
        if found is not None:
            self._known[found.id] = found
            try:
                return await self._begin_contest(found, user, key)
            except AppRefused as refusal:
                if refusal.why not in OF_ONE_CONTEST:
                    raise
        token = self._chance.token()
        made = await self._made(f"c{token}", game_key, dealer_in_turn(game_key, int(token, 16)))
        return await self._begin_contest(made, user, key)

    async def _begin_contest(self, contest: Contest, user: UserId, key: Key) -> OpenTable:
        attempt = Attempt(TableId(""), contest.id, user, "", self._now(), None, None, ())
        with _of_one_contest():
            table = await self._tables.open_alone(
                user,
                contest.game,
                {ROBOTS: contest.strength},
                _seated_south(contest),
                cut=CutPack(MIDDLE, ""),
                seed=hands_seed(contest),
                by=key,
                attempt=attempt,
            )
        if not is_challenge(contest.id):
            self.fill(contest, user)
        return table

    async def _attempt(self, user: UserId, contest: str) -> Attempt | None:
        """Raises AppWhy.PLAY_DAMAGED."""
        with _of_one_contest():
            return await self._kept.attempt(contest, user)

    def ended_in_time(self, day: str, ended: float) -> bool:
        """Whether a play of a day counts. An end that lies ahead was told by a clock that was wrong: that is
        not held against anybody."""
        return in_time(day, ended) or ended > self._now() + TOLERATED

    async def has_ended(self, user: UserId, contest: str) -> bool:
        """Raises AppWhy.PLAY_DAMAGED."""
        attempt = await self._attempt(user, contest)
        return attempt is not None and attempt.ended is not None

    async def has_begun(self, user: UserId, contest: str) -> bool:
        """Also where nothing more can be told of it."""
        try:
            return await self._attempt(user, contest) is not None
        except AppRefused:
            return True

    async def check_day(self, user: UserId, day: str) -> None:
        """Raises AppWhy.NO_SUCH_DAY for a day before today that had no deal, and AppWhy.DAY_NOT_PLAYED if
        this user has not begun it."""
        if day < self.today and not await self.has_begun(user, day):
            had_one = await self.contest_by_id(day) is not None
            raise AppRefused(AppWhy.DAY_NOT_PLAYED if had_one else AppWhy.NO_SUCH_DAY)

    async def still_open(self, user: UserId) -> str | None:
        """The day before today, if somebody has begun its deal and may still end it in time."""
        day = self.yesterday
        if in_time(day, self._now()):
            with suppress(AppRefused):  # it is damaged
                attempt = await self._attempt(user, day)
                return day if attempt is not None and attempt.ended is None else None
        return None

    async def check_seen(self, user: UserId, table: OpenTable) -> None:
        """Raises AppWhy.PLAY_FIRST for somebody who would learn of a deal before they have played it, also at
        a table where it is played once more; and AppWhy.PLAY_DAMAGED."""
        if not is_contest(table.shuffled_as) or table.person(user) is not None:
            return
        if not await self.has_ended(user, table.shuffled_as):
            raise AppRefused(AppWhy.PLAY_FIRST)

    def is_open_to_all(self, table: OpenTable) -> bool:
        """Whether a deal that is over there may be shown to everybody: nobody has still to play it."""
        return not is_contest(table.shuffled_as) or self.is_over(table.shuffled_as)

    # What it came to

    async def compared(self, user: UserId, contest: str) -> Compared:
        """Raises AppWhy.PLAY_FIRST, AppWhy.CONTEST_DAMAGED, AppWhy.PLAY_DAMAGED."""
        found, own = await self.contest_by_id(contest), await self._attempt(user, contest)
        if found is None or own is None or own.points is None:
            raise AppRefused(AppWhy.PLAY_FIRST)
        beside = await self._fields.beside(own)
        return Compared(found, own, *beside, (await self._kept.attempts_of(user)).lost)

    async def attempt_to_check(self, user: UserId, day: str) -> Attempt | None:
        """A play by which the hands of a day can be checked: this user's, or else anybody's; None if nobody
        has played it to its end."""
        with suppress(AppRefused):  # of their own nothing can be told
            own = await self._attempt(user, day)
            if own is not None and own.points is not None:
                return own
        return await self._kept.attempt_of_anybody(day)

    async def check_acquainted(self, user: UserId, of: UserId, *, here: bool) -> None:
        """Raises AppWhy.NOT_ACQUAINTED, unless somebody asks for their own play, or that of a friend, or of
        somebody in the same server: ``here``, where they ask, or another."""
        if user == of or here or of in await self.among_friends(user):
            return
        if not await self._kept.share_server(user, of):
            raise AppRefused(AppWhy.NOT_ACQUAINTED)

    async def attempt_to_see(self, user: UserId, contest: str, of: UserId) -> Attempt:
        """The play of another, for somebody whose own is over. Raises AppWhy.PLAY_FIRST, AppWhy.NOT_PLAYED,
        AppWhy.PLAY_DAMAGED."""
        if not await self.has_ended(user, contest):
            raise AppRefused(AppWhy.PLAY_FIRST)
        attempt = await self._attempt(of, contest)
        if attempt is None or attempt.ended is None:
            raise AppRefused(AppWhy.NOT_PLAYED)
        return attempt

    async def streak(self, user: UserId) -> Streak:
        """The days that somebody has played; a play counts if it was over when its day was."""
        played = {
            date.fromisoformat(one.contest).toordinal()
            for one in await self._kept.attempts_of(user)
            if is_daily(one.contest) and one.ended is not None and self.ended_in_time(one.contest, one.ended)
        }
        return streak(played, day_of(self._now()).toordinal())

    async def user_standings(self, user: UserId, days: Sequence[str], among: frozenset[UserId]) -> Standings:
        """Of these people, by the percentages of the field of all. The day that goes on is left out for
        somebody who has still to play it."""
        last = days[-1]
        own = await self._kept.attempts_of(user)
        if last == self.today and not any(one.contest == last and one.ended is not None for one in own):
            days = days[:-1]
        if not days:
            return Standings((), frozenset())
        going_on = sum(not self.is_over(day) for day in days)
        return await self._fields.ranks(days, going_on, among)

    def days(self, *, month: bool) -> Sequence[str]:
        """Those of this week, which begins on Monday, or of this month, up to today."""
        today = day_of(self._now())
        first = today.replace(day=1) if month else today - timedelta(days=today.weekday())
        return [(first + timedelta(days=more)).isoformat() for more in range((today - first).days + 1)]

    async def among_friends(self, user: UserId) -> frozenset[UserId]:
        """Those with whom somebody has been at a table, and they themselves."""
        return await self._kept.sat_with(user) | {user}

    async def in_server(self, guild: int) -> Regulars:
        """Those who have asked for the deal of a day in a server."""
        return await self._fields.regulars_of(guild)

    async def table_of(self, user: UserId, contest: str) -> OpenTable:
        """Where somebody has played a contest. Raises AppWhy.NOT_PLAYED, AppWhy.PLAY_DAMAGED."""
        attempt = await self._attempt(user, contest)
        if attempt is None:
            raise AppRefused(AppWhy.NOT_PLAYED)
        return await self._tables.get(attempt.table)

    async def last_over(self, user: UserId) -> OpenTable | None:
        """Where somebody ended a contest last; None if that table cannot be read."""
        over = [one for one in await self._kept.attempts_of(user) if one.ended is not None]
        now = self._now()
        last = max(over, key=lambda one: _dated(one, now), default=None)
        with suppress(SetAside):  # it is asked for at every other table, too
            return await self._tables.get(last.table) if last is not None else None
        return None

    async def came(self, guild: int | None, user: UserId) -> None:
        if guild is not None:
            await self._kept.frequents(guild, user)
            self._fields.came(guild, user)

    async def shared(self, table: TableId, channel: int, by: Key) -> None:
        """Note that a play is shown to all in a channel by this interaction, which may be delivered twice.
        Raises AppWhy.SHARED_ALREADY. After a StorageError it can be shown though it may have been noted."""
        place = table, channel
        try:
            is_first = await self._kept.share(*place)
        except StorageError:
            self._shown_by[place] = ""
            raise
        if not is_first and self._shown_by.get(place) not in ("", by.id):
            raise AppRefused(AppWhy.SHARED_ALREADY)
        self._shown_by[place] = by.id

    async def not_shared(self, table: TableId, channel: int) -> None:
        """It was not to be shown there."""
        await self._kept.unshare(table, channel)

    async def forget_marks(self) -> None:
        """Delete what tells who has played a deal, once they are forgotten and its day is over."""
        await self._kept.forget_marks(self._now())

    # The robots in the field

    def fill(self, contest: Contest, owner: Owner) -> None:
        """Let robots play a contest in the background, unless they have; it counts against the share of whom
        it is for."""
        if contest.id not in self._filling:
            filling = SUPERVISOR.run_until_done("robots in the field", lambda: self._fill(contest, owner))
            self._filling[contest.id] = filling
            filling.add_done_callback(lambda _: self._filling.pop(contest.id, None))

    async def _fill(self, contest: Contest, owner: Owner) -> None:
        there = await self._kept.robots_of(contest.id)
        for strength in self.field:
            if strength.value not in there:
                try:
                    await self._kept.begin_attempt(await self._played_by(contest, strength, owner))
                except WorkersFailed as failure:
                    log.error("robots cannot play %s: %s", contest.id, type(failure).__name__)
                    return

    async def _played_by(self, contest: Contest, strength: Strength, owner: Owner) -> Attempt:
        """What a robot makes of it in the person's chair."""
        began, person, key = self._now(), Person("00000000"), robots_seed(contest)
        chance = SharedDeal(contest.id, DEAL, hands_seed(contest))
        state, _ = begun_alone(
            contest.game,
            {ROBOTS: contest.strength},
            _seated_south(contest),
            person,
            CutPack(MIDDLE, ""),
            chance,
        )
        while state.last is None:
            assert state.rubber is not None
            seat = next(seat for seat in state.rubber.dealer.onwards() if seat in state.waits_for)
            member = state.rubber.seats.of(seat)
            view = replay.from_seat(state, seat)
            plays = strength if member == person else strength_at(view.table)
            task = ThinkAlike(view, plays, choice_seed(key, view))
            answer = await self.thinkers.choice(owner, task, Rank.FIELD)
            state, _ = decide(state, member, answer.choice, chance)
        points, line = replay.came_to(state)
        now = self._now()
        return Attempt(
            TableId(f"{contest.id} {strength.value}"),
            contest.id,
            None,
            strength.value,
            began,
            now,
            points,
            line,
        )


def _dated(one: Attempt, now: float) -> float:
    """When a play ended, or where that lies ahead, when it began."""
    return next((at for at in (one.ended, one.began) if at is not None and at <= now + TOLERATED), 0.0)


def _of_day(day: str) -> tuple[str, Seat]:
    number = date.fromisoformat(day).toordinal() - EPOCH
    key = game_of_day(number, tuple(GAMES))
    return key, dealer_in_turn(key, number)


def dealer_in_turn(key: str, number: int) -> Seat:
    """In turn; where nobody sits behind a hand, Dummy deals first."""
    return Seat.NORTH if game(key).variant_of(()).dummies else ROUND[number % len(ROUND)]


def _seated_south(contest: Contest) -> Alone:
    """The person sits south."""
    return Alone(given=GivenDeal(contest.id, DEAL, MIDDLE, "", contest.dealer, Seat.SOUTH, once=True))
