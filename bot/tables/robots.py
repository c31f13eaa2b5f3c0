"""Plays for robots, and gives hints to people: the choice of the best robot in their place.

When a robot is due, it chooses from its seat's view and acts like any other member. Robots that search think
in a worker process; if that gives no answer in time, the plain robot chooses. A hint is made from the
player's own view and shown to that player only. It is not stored, and nothing about it is logged except that
a robot failed.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, islice
from typing import Final
from weakref import WeakValueDictionary

from bot.clocks import AT_A_TABLE, cancelled, pauses
from bot.cluster import ALONE, Cluster
from bot.errors import AppRefused, AppWhy
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from bot.tables.contests import Contests, choice_seed, owner_of
from bot.tables.open_table import ANYTIME, OpenTable, Point
from bot.tables.service import Tables
from bot.worker_pool import OVERRUN, TaskRaised, WorkerPool, WorkersFailed
from robots.law.claiming import choose_claim
from robots.law.out_of_turn import demand, gives_time
from robots.law.revoke import gives_time_to_claim, only_following, reply, waits_for_people
from robots.plain import PlainRobot
from robots.player import DUTIES, Answer, Choice, Player, Strength, has_to_act, strength_at
from robots.player import STRENGTH_OPTION as ROBOTS
from robots.process.thinking import Think, ThinkAlike
from robots.process.worker import raised
from rules.calls import CallHonours, Content, Discard, Pass, Play
from rules.cards import Hand
from rules.errors import Refusal
from rules.frozen import replace
from rules.refusals import ClaimIsOpen, NotYourTurn, Refused, Why
from rules.seats import Person, RobotMember, Seat
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, DemandPenalty, RevokeRequest
from rules.table.seen import seen
from rules.table.table import Table
from rules.table.taking_back import last_card, why_not
from rules.view import May, SeatView
from storage.ports.records import TableId, UserId

log = logging.getLogger(__name__)


class BadRobot(Exception):
    """Every choice of a robot was refused."""


Said = RevokeRequest | DemandPenalty
"""What a robot may say besides its calls and cards."""


def robot_says(view: SeatView) -> Said | None:
    """What a robot has to say about revokes or to demand, before anything else; None if nothing."""
    return reply(view) or demand(view)


PLAIN: Final = PlainRobot()
NO_TIME: Final = 0.0
PATIENCE: Final = 5
"""A robot waits so many times longer with a card by which people lose what they may demand."""
COURTESY: Final = 2
"""And so many times longer with one after which a person cannot take back theirs."""
SPARE: Final = 0.1
"""Seconds for a thought to come back from the worker that had it, beyond those that it may take."""

Sleep = Callable[[float], Awaitable[object]]


class RobotFollower:
    """Plays for the robots at every table, at a fixed pace.

    ``pace`` is the least seconds between two acts of a table's robots; ``thinking`` is the seconds that a
    robot may think in one of the ``workers``. Without workers, and at tables that have chosen easy robots,
    the ``plain`` one chooses everything. ``says`` gives what any of them has to say. How long a robot takes
    tells nothing of its cards: it acts after the same time whether it has a choice or not, and by rule where
    it has not thought one out by then.
    """

    def __init__(
        self,
        tables: Tables,
        chance: ChanceSource,
        pace: float,
        *,
        workers: WorkerPool | None = None,
        thinking: float = 0.7,
        plain: Player = PLAIN,
        sleep: Sleep = asyncio.sleep,
        says: Callable[[SeatView], Said | None] = robot_says,
        cluster: Cluster = ALONE,
        contests: Contests | None = None,
    ) -> None:
        self._cluster = cluster
        self._contests = contests
        self._tables = tables
        self._random = chance.robots
        self._pace = pace
        self._workers = workers
        self._thinking = thinking
        self._plain = plain
        self._sleep = sleep
        self._thoughts: set[asyncio.Task[Answer | None]] = set()
        self._says = says
        self._refused: dict[TableId, int] = {}  # the version at which what a robot had to say was refused
        self._playing: dict[TableId, asyncio.Task[None]] = {}
        self._claimed: dict[TableId, tuple[int, Seat | None]] = {}  # in which deal, and who: the last claim

    def changed(self, table: OpenTable) -> None:
        if not self._cluster.holds(table.id):
            return
        if self._workers is not None and _any_thinks(table):
            self._workers.start_missing()
        if table.closed:
            self._claimed.pop(table.id, None)
            self._refused.pop(table.id, None)
        if table.id not in self._playing and self._seat_due(table) is not None:
            self._playing[table.id] = SUPERVISOR.run_once(self._play_until_done(table), "robots", table.id)

    async def close(self) -> None:
        await cancelled((*self._playing.values(), *self._thoughts))

    async def wait_for_robots(self, table_id: TableId) -> None:
        """Waits until no robot is due at a table."""
        while (playing := self._playing.get(table_id)) is not None:
            await asyncio.wait((playing,))

    def is_playing(self, table_id: TableId) -> bool:
        """Whether a robot is due at a table, or tries again what has failed."""
        return table_id in self._playing

    def _seat_due(self, table: OpenTable) -> tuple[Seat, RobotMember] | None:
        """The first seat in turn for which a robot must act, those first that have something to say about
        revokes or to demand. None leads while people may still ask and correct; a claim is answered also
        then, since no trick is gathered before."""
        state = table.state
        if state.rubber is None or state.closed or state.adjourned:
            return None
        deal = state.deal
        if deal is not None and (deal.revoke is not None or deal.out_of_turn is not None):
            for seat in state.rubber.chairs:
                sitting = state.rubber.seats.of(seat)
                if (
                    isinstance(sitting, RobotMember)
                    and self._robot_said(table, seen(state, seat)) is not None
                ):
                    return seat, sitting
            if state.claim is None and waits_for_people(seen(state, None)):
                return None
        waits_for = table.moment.waits_for
        for seat in state.rubber.dealer.onwards() if waits_for else ():
            if seat in waits_for and isinstance(sitting := state.rubber.seats.of(seat), RobotMember):
                return seat, sitting
        return None

    async def _play_until_done(self, table: OpenTable) -> None:
        """Acts until no robot is due. After a failure, for example a full disk, it tries again with
        back-off."""
        wait = pauses(AT_A_TABLE)
        try:
            while (due := self._seat_due(table)) is not None and self._cluster.holds(table.id):
                try:
                    await self._act_for_robot(table, *due)
                    wait = pauses(AT_A_TABLE)
                except Exception:
                    log.exception("the robots of table %s failed", table.id)
                    await asyncio.sleep(next(wait))
        finally:
            del self._playing[table.id]

    async def _act_for_robot(self, table: OpenTable, seat: Seat, robot: RobotMember) -> None:
        """Does what the robot chooses. If that is refused, it falls back to simpler choices, so that nobody
        waits for a faulty robot. If somebody else acts first, the choice is dropped."""
        state, version = table.state, table.version
        view = only_following(seen(table.state, seat))
        about = self._robot_said(table, view) or self._claim_for(table, view)
        patient = about is None and (gives_time(view) or gives_time_to_claim(view))
        delay = self._delay(table) * (PATIENCE if patient else COURTESY if _may_go_back(state) else 1)
        # short-lived: it is waited for below
        waiting = asyncio.ensure_future(self._sleep(delay))
        try:
            answers = await self._ready(table, view, waiting) if about is None else iter(())
            await waiting
        finally:
            waiting.cancel()
        if table.version != version:
            return
        if about is not None:
            await self._say(table, robot, about, version)
            return
        for answer in answers:
            try:
                point = Point(state.deals, _point(state, answer.choice))
                await self._tables.act(table.id, robot, answer.choice, point=point, reasons=answer.reasons)
            except Refusal as refusal:
                if table.version != version:
                    return
                # the choice itself is not logged: it names a card
                log.error("a robot at table %s was refused: %s", table.id, refusal.logged)
            else:
                return
        raise BadRobot

    def _delay(self, table: OpenTable) -> float:
        """Seconds from when a robot is due until it acts."""
        thinks = self._workers is not None and (ROBOTS, Strength.EASY.value) not in table.state.options
        return max(self._pace, self._thinking + SPARE) if thinks else self._pace

    async def _ready(
        self, table: OpenTable, view: SeatView, waiting: asyncio.Future[object]
    ) -> Iterator[Answer]:
        if self._contests is not None and table.state.one_try is not None:
            thought = await self._alike(self._contests, table, view)
            return chain((thought,), map(Answer, plainest(view)))
        return await self._ready_in_time(table, view, waiting)

    async def _alike(self, contests: Contests, table: OpenTable, view: SeatView) -> Answer:
        """The choice that every table makes where the deal has gone the same way, however long it takes; a
        single card waits for its turn as a choice does. Where nothing is left of what it follows from, that
        of the plain robot. Raises WorkersFailed: then it is tried again."""
        try:
            key = await contests.robots_at(table)
        except AppRefused:
            return self._by_rule(table, view) or next(map(Answer, plainest(view)))
        task = ThinkAlike(view, strength_at(view.table), choice_seed(key, view))
        try:
            return await contests.thinkers.choice(owner_of(table), task)
        except TaskRaised as failure:
            log.error("a robot at table %s failed: %s", table.id, failure.told)
            return next(map(Answer, plainest(view)))

    async def _ready_in_time(
        self, table: OpenTable, view: SeatView, waiting: asyncio.Future[object]
    ) -> Iterator[Answer]:
        """What the robot would do, best first; the first is found before the wait is over, but for a cut,
        which tells nothing."""
        thinking = SUPERVISOR.run_once(self._thought(table, view), "robots think", table.id)
        self._thoughts.add(thinking)
        thinking.add_done_callback(self._thoughts.discard)
        await asyncio.wait((thinking, waiting), return_when=asyncio.FIRST_COMPLETED)
        answers = self._choices_in_turn(table, view, thinking.result() if thinking.done() else None)
        return answers if May.CUT in view.may else chain(list(islice(answers, 1)), answers)

    async def _say(
        self,
        table: OpenTable,
        robot: RobotMember,
        about: RevokeRequest | DemandPenalty | ClaimRest,
        version: int,
    ) -> None:
        """Says something about revokes, demands a penalty or claims, if it is still right: a wrong demand
        costs. If that is refused, nothing is said before something else has happened."""
        point = ANYTIME if isinstance(about, RevokeRequest) else Point(table.state.deals)
        try:
            await self._tables.act(table.id, robot, about, point=point)
        except Refusal as refusal:
            if table.version == version:
                self._refused[table.id] = version
                log.error("a robot at table %s was refused: %s", table.id, refusal.logged)

    def _robot_said(self, table: OpenTable, view: SeatView) -> Said | None:
        return None if self._refused.get(table.id) == table.version else self._says(view)

    def _claim_for(self, table: OpenTable, view: SeatView) -> ClaimRest | None:
        """What the robot claims. The same robot does so once in a deal: those who refuse are not asked
        again."""
        this = table.state.deals, view.viewer
        if self._claimed.get(table.id) == this or (claim := choose_claim(view)) is None:
            return None
        self._claimed[table.id] = this
        return claim

    def _choices_in_turn(self, table: OpenTable, view: SeatView, thought: Answer | None) -> Iterator[Answer]:
        """The choice that was thought out, then that of the plain robot, then whatever else is open."""
        if thought is not None:
            yield thought
        plain = self._by_rule(table, view)
        if plain is not None:
            yield plain
        yield from map(Answer, plainest(view))

    async def _thought(self, table: OpenTable, view: SeatView) -> Answer | None:
        """The choice of a worker, if this robot uses one and there is a choice to make."""
        strength = strength_at(view.table)
        if self._workers is None or strength is Strength.EASY or _is_forced(view):
            return None
        seed, had = self._random.getrandbits(64), 0.0

        def task(seconds: float) -> Think:
            nonlocal had
            had = seconds
            return Think(view, strength, seconds, seed)

        try:
            answer: Answer = await self._workers.run_timed(
                task, within=self._thinking + OVERRUN, owner=owner_of(table)
            )
            return replace(answer, reasons=replace(answer.reasons, seed=seed, seconds=had))
        except TaskRaised as failure:
            log.error("a robot at table %s failed: %s", table.id, failure.told)
        except WorkersFailed as failure:
            log.warning("a robot at table %s plays by rule: %s", table.id, type(failure).__name__)
        return None

    def _by_rule(self, table: OpenTable, view: SeatView) -> Answer | None:
        try:
            return self._plain.choose(view, NO_TIME, self._random)
        except Exception as failure:  # noqa: BLE001 (whatever it is, the table goes on)
            log.error("a robot at table %s failed: %s", table.id, raised(failure))
            return None


def plainest(view: SeatView) -> Iterator[Choice]:
    """Everything open to a seat, the most harmless first: refusing, passing, then any card."""
    if May.CUT in view.may:
        yield CutPack(26, salt="")
    if May.ANSWER_CLAIM in view.may:
        yield AnswerClaim(agrees=False)
    if May.PUT_OUT in view.may and view.own is not None and view.deal is not None:
        lowest = sorted(view.own.left, key=lambda card: card.rank)
        yield Discard(Hand.of(lowest[: view.deal.to_put_out]))
    harmless = (Pass | Content, Play)
    for kind in harmless:
        yield from (option for option in view.options if isinstance(option, kind))
    others = (option for option in view.options if not isinstance(option, Pass | Content | Play))
    yield from (option for option in others if option != CallHonours())


def _is_forced(view: SeatView) -> bool:
    """Whether there is nothing to think about: a single call or card, or a cut."""
    return May.CUT in view.may or (len(view.options) == 1 and not view.may & DUTIES)


def _may_go_back(state: Table) -> bool:
    """Whether the last card was a person's, who may still ask to take it back."""
    last = last_card(state.deal) if state.deal is not None else None
    if last is None or state.rubber is None or state.alone is not None:
        return False
    return isinstance(state.rubber.seats.of(last.by), Person) and why_not(state, last.by) is None


def _any_thinks(table: OpenTable) -> bool:
    """Whether a robot plays here that uses the workers."""
    rubber = table.state.rubber
    robots = rubber is not None and any(isinstance(rubber.seats.of(seat), RobotMember) for seat in Seat)
    return robots and (ROBOTS, Strength.EASY.value) not in table.state.options


def _point(state: Table, choice: Choice) -> int | None:
    """How far the play had come for a card or an answer to a claim, else how far the calls had."""
    if state.deal is None:
        return None
    if state.deal.playing is not None and isinstance(choice, Play | AnswerClaim):
        return state.deal.playing.cards_played
    return state.deal.point


NO_PAUSE: Final = 0.0
AT_MOST: Final = 1.5
"""The most seconds of thought, whatever robots have: Discord waits three seconds for the answer."""

HINTS_KEPT: Final = 256
"""So many hints are kept, so that one which is asked for again costs nothing."""
_Moment = tuple[TableId, int, UserId]
"""A table at a version, and who asks."""


class Hints:
    """Hints at every table that has the option. ``thinking`` is in seconds. Without ``workers``, or if they
    do not answer in time, the plain robot gives the hint."""

    def __init__(self, workers: WorkerPool | None, thinking: float) -> None:
        self._workers = workers
        self._thinking = min(thinking, AT_MOST)
        self._once: WeakValueDictionary[_Moment, asyncio.Lock] = WeakValueDictionary()
        self._given: Recent[_Moment, Answer] = Recent(HINTS_KEPT)

    async def think_hint(self, table: OpenTable, user: UserId) -> tuple[SeatView, Answer]:
        """The player's view and what the robot would do.

        Raises AppWhy.HINTS_ARE_OFF, AppWhy.NO_HINTS_COMPARED, Why.NO_RUBBER, Why.NOT_SEATED, ClaimIsOpen,
        NotYourTurn.
        """
        view = table.view(user)
        if not view.table.gives_hints:
            compared = table.state.one_try is not None
            raise AppRefused(AppWhy.NO_HINTS_COMPARED if compared else AppWhy.HINTS_ARE_OFF)
        if view.table.rubber is None:
            raise Refused(Why.NO_RUBBER)
        if view.viewer is None:
            raise Refused(Why.NOT_SEATED)
        if not has_to_act(view):
            claim = view.deal.claim if view.deal is not None else None
            if claim is not None:
                raise ClaimIsOpen(claim.seat, claim.unanswered, claim.back)
            raise NotYourTurn(view.deal.may_act if view.deal is not None else ())
        moment = table.id, table.version, user
        async with self._once.setdefault(moment, asyncio.Lock()):
            if moment not in self._given:
                self._given[moment] = await self._think_hint(table, user, only_following(view))
            return view, self._given[moment]

    async def _think_hint(self, table: OpenTable, user: UserId, view: SeatView) -> Answer:
        seed = (
            table.version
        )  # the same for everybody who asks at this moment, except for effects of the clock
        if self._workers is not None and (len(view.options) > 1 or view.may & DUTIES):
            try:
                return await self._workers.run_timed(
                    lambda seconds: Think(view, Strength.BEST, seconds, seed),
                    within=self._thinking + OVERRUN,
                    owner=user,
                )
            except TaskRaised as failure:
                log.error("a hint at table %s failed: %s", table.id, failure.told)
            except WorkersFailed:
                pass
        return PLAIN.choose(view, NO_PAUSE, random.Random(seed))
