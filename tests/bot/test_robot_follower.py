"""Robots in their chairs: they act at their pace, and a robot that is wrong keeps no table waiting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from logging import ERROR
from types import MappingProxyType
from typing import Any, TypeVar

import pytest

from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.robots import PLAIN, RobotFollower, Said, plainest, robot_says
from bot.tables.service import Tables
from bot.worker_pool import Task, WorkerPool
from robots.plain import PlainRobot
from robots.player import DUTIES, Answer, Choice, Player, Strength
from robots.process.thinking import Think
from rules.calls import Discard, Play, TakeStock
from rules.cards import PACK, Hand
from rules.errors import Refusal
from rules.games.all_games import GAMES
from rules.seats import Seat
from rules.table.events import Claimed, PackReady
from rules.table.requests import AgreeToClose, CutPack, Gather, Join, Start
from rules.table.seen import seen
from rules.view import May, SeatView
from storage.ports.records import Place, UserId
from storage.store import Store
from tests.bot.counters import Beside
from tests.bot.tasks import Die, Fail, Sleep
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import inside
from tests.trials.stage.matches import FOUR, deal_from, waiting
from tests.trials.stage.tables import Evening
from tests.trials.stage.virtual_time import passes

ANNA, BORIS = UserId(101), UserId(102)
PLACE = Place(guild=1, channel=11)
SECRET = "the king of hearts"
GOOD = {"robots": "good"}
NOTHING: Mapping[str, str] = MappingProxyType({})
T = TypeVar("T")


class Doing:
    """Does what it is told to; otherwise plays by rule."""

    def __init__(self, wrong: Callable[[SeatView], Choice | None]) -> None:
        self._wrong = wrong

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        choice = self._wrong(view)
        return Answer(choice) if choice is not None else PlainRobot().choose(view, budget, rng)


def failing(view: SeatView) -> Choice:
    raise ValueError(SECRET)


def a_card_not_held(view: SeatView) -> Choice | None:
    if view.own is None or not view.options or not isinstance(view.options[0], Play):
        return None
    held = view.own.left | Hand.of(option.card for option in view.options if isinstance(option, Play))
    return Play(next(card for card in PACK if card not in held))


def too_thin(view: SeatView) -> Choice | None:
    return CutPack(1, "") if May.CUT in view.may else None


def never_right(view: SeatView) -> Choice:
    return CutPack(0, "")


class Counting(WorkerPool):
    """A worker whose every answer is counted, until there are enough. The first task that it is given is left
    undone for ``instead``, if there is one. No time passes while it thinks, however long that takes."""

    def __init__(self, instead: Task[Any] | None = None, *, enough: int = 1000) -> None:
        super().__init__(1)
        self.enough = enough
        self.answered = 0
        self.asked: list[Think] = []
        self._instead = instead
        self._stuck: object = None

    async def run_timed(self, timed: Callable[[float], Task[T]], *, within: float, **turn: Any) -> T:
        def made(seconds: float) -> Task[T]:
            task = timed(seconds)
            assert isinstance(task, Think)
            self.asked.append(task)
            instead, self._instead = self._instead, None
            if isinstance(instead, Sleep):
                (self._stuck,) = self._workers
            return instead or task

        answer = await super().run_timed(made, within=within, **turn)
        self.answered += 1
        return answer

    async def idle(self, seconds: float = 0.0) -> None:
        """In place of a robot's wait: until nothing is being thought out, or never will be."""
        await asyncio.sleep(0)
        await until(lambda: not self.tasks or self._stuck in self._workers)
        if self.tasks:
            await passes(seconds)


async def robots_at(
    store: Store,
    game: str,
    deals: int,
    *,
    plain: Player = PLAIN,
    workers: Counting | None = None,
    options: Mapping[str, str] = NOTHING,
    says: Callable[[SeatView], Said | None] = robot_says,
) -> int:
    """How many deals a table of one person and robots has begun once it has begun so many, or its workers
    have answered often enough."""
    tables = Tables(store.streams, ChanceSource("chairs"))
    sleep = workers.idle if workers is not None else asyncio.sleep
    chance = ChanceSource("chairs")
    chairs = RobotFollower(
        tables, chance, 0, workers=workers, thinking=0.4, plain=plain, sleep=sleep, says=says
    )
    tables.followers.append(chairs)
    table = await tables.open_table(PLACE, game, options)
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())

    def over() -> bool:
        return table.state.deals >= deals or (workers is not None and workers.answered >= workers.enough)

    while not over():
        await until(lambda: _awaited(table, ANNA) is not None or over(), "a table that stalls")
        if (seat := _awaited(table, ANNA)) is not None:
            with suppress(Refusal):  # a robot has answered the same claim first
                await tables.act(table.id, ANNA, next(plainest(seen(table.state, seat))))
    await chairs.close()
    if workers is not None:
        await workers.close()
    return table.state.deals


def _people_are_awaited(table: OpenTable) -> bool:
    return any(_awaited(table, user) is not None for user in (ANNA, BORIS))


def _awaited(table: OpenTable, user: UserId) -> Seat | None:
    rubber, person = table.state.rubber, table.person(user)
    if rubber is None:
        return None
    return next((seat for seat in table.state.waits_for if rubber.seats.of(seat) == person), None)


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("biritch", failing),
        ("contract", a_card_not_held),
        ("ruff_and_honours", never_right),
        ("whist_long", too_thin),
    ],
)
async def test_no_table_stalls_though_its_robots_fail_or_choose_what_is_not_open(
    store: Store, game: str, wrong: Callable[[SeatView], Choice | None], caplog: pytest.LogCaptureFixture
) -> None:
    assert await robots_at(store, game, 3, plain=Doing(wrong)) == 3
    told = [record.getMessage().splitlines()[0] for record in caplog.records if "robot" in record.name]
    assert told
    assert SECRET not in caplog.text
    assert not any(str(card) in line for card in PACK for line in told)


async def test_no_table_stalls_though_a_robot_keeps_saying_what_is_refused(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def nonsense(view: SeatView) -> Said | None:
        """Nobody gathers tricks where nobody can revoke."""
        return Gather() if view.deal is not None and view.deal.playing else None

    assert await robots_at(store, "biritch", 2, options={"period_penalties": "on"}, says=nonsense) == 2
    told = {record.getMessage() for record in caplog.records if "robot" in record.name}
    assert len(told) == 1 and next(iter(told)).endswith(" was refused: nobody revokes")


async def test_robots_that_are_right_leave_nothing_in_the_log(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    assert await robots_at(store, "auction", 4) == 4
    assert not [record for record in caplog.records if "robot" in record.name]
    (table,) = await store.streams.going_on("table")
    deal, claims = 0, list[tuple[int, Seat]]()
    for stored in await store.streams.read(table):
        deal += isinstance(stored.event, PackReady)
        if isinstance(stored.event, Claimed):
            claims.append((deal, stored.event.seat))
    assert claims and len(set(claims)) == len(claims)  # Anna refuses each, and is not asked again by the same


async def test_robots_play_a_whole_deal_through_a_worker_but_for_the_cut_and_what_is_forced(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    workers = Counting()
    assert await robots_at(store, "biritch", 2, workers=workers, options=GOOD) == 2
    assert workers.answered >= 15
    assert {think.strength for think in workers.asked} == {Strength.GOOD}
    assert all(len(think.view.options) > 1 or think.view.may & DUTIES for think in workers.asked)
    assert not any(May.CUT in think.view.may for think in workers.asked)
    assert not [record for record in caplog.records if record.levelno >= ERROR]


@pytest.mark.parametrize("instead", [Die(), Sleep(200), Fail(SECRET)], ids=["dead", "hung", "raised"])
async def test_where_a_worker_fails_the_plain_robot_plays_and_the_next_choice_is_thought_out_again(
    store: Store, instead: Task[None], caplog: pytest.LogCaptureFixture
) -> None:
    workers = Counting(instead, enough=5)
    await robots_at(store, "whist_long", 2, workers=workers, options=GOOD)
    first, second = workers.asked[:2]
    assert first.view != second.view
    assert workers.answered >= 5
    (told, *_) = [record.getMessage() for record in caplog.records if record.name == "bot.tables.robots"]
    assert told.startswith("a robot at table ")
    assert SECRET not in caplog.text


async def test_when_it_can_be_stored_again_what_could_not_be_the_robots_go_on_by_themselves(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing can be stored when the first robot would act; and later nobody else acts."""
    tables = Tables(store.streams, ChanceSource("chairs"))
    table = await tables.open_table(PLACE, "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    while _awaited(table, ANNA) is not None:
        await tables.act(table.id, ANNA, next(plainest(seen(table.state, _awaited(table, ANNA)))))

    await inside(store, lambda db: db.execute("PRAGMA query_only = 1"))
    version = table.version
    chairs = RobotFollower(tables, ChanceSource("chairs"), 0)
    tables.followers.append(chairs)
    chairs.changed(table)
    await asyncio.sleep(60)
    assert table.version == version
    failures = [record for record in caplog.records if "failed" in record.message]
    assert len(failures) == 1 + len((5, 15, 35, 55)), "ever later, and at a table every 20 seconds at least"

    await inside(store, lambda db: db.execute("PRAGMA query_only = 0"))
    await until(lambda: _awaited(table, ANNA) is not None)
    await chairs.close()
    assert table.version > version


@pytest.mark.parametrize("late", [False, True])
async def test_a_robot_waits_as_long_with_a_single_card_as_with_a_choice_however_long_it_thinks(
    store: Store, late: bool
) -> None:
    """Else its delay would tell whether it has a choice. What it thinks of too late it does not play."""
    tables, chance = Tables(store.streams, ChanceSource("chairs")), ChanceSource("chairs")
    waits: list[tuple[float, int]] = []

    class Slow(WorkerPool):
        def start_missing(self) -> None: ...  # it needs no process

        async def run_timed(self, timed: Callable[[float], Task[T]], *, within: float, **turn: Any) -> T:
            task = timed(0.0)
            assert isinstance(task, Think)
            if late:
                await asyncio.sleep(3600)
            return PlainRobot().choose(task.view, 0.0, random.Random(0))

    async def sleep(seconds: float) -> None:
        options = [seen(table.state, seat).options for seat in table.state.waits_for]
        if len(options) == 1 and all(isinstance(one, Play) for one in options[0]):
            waits.append((seconds, len(options[0])))
        await asyncio.sleep(0.001)

    workers = Slow(1)
    table = await tables.open_table(PLACE, "whist_long", GOOD)
    tables.followers.append(
        chairs := RobotFollower(tables, chance, 0, workers=workers, thinking=0.7, sleep=sleep)
    )
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    while table.state.deals < 2:
        await until(lambda: _awaited(table, ANNA) is not None or table.state.deals == 2)
        if (seat := _awaited(table, ANNA)) is not None:
            await tables.act(table.id, ANNA, next(plainest(seen(table.state, seat))))
    await chairs.close()
    await workers.close()
    alone, choosing = (
        {one for one, choices in waits if (choices == 1) is single} for single in (True, False)
    )
    usual = pytest.approx(0.7 + 0.1)  # that it may think, and for the thought to come back
    assert alone == choosing and min(alone) == usual
    assert max(alone) == 2 * min(alone)  # after a person's card, which they may take back


async def test_robots_that_play_by_rule_need_no_worker(store: Store) -> None:
    workers = Counting()
    assert await robots_at(store, "whist_long", 2, workers=workers, options={"robots": "easy"}) == 2
    assert not workers.asked


async def test_a_choice_is_dropped_if_somebody_has_acted_first(store: Store) -> None:
    """Boris asks to close the table while the first robot thinks: it thinks again, and plays then."""
    tables = Tables(store.streams, ChanceSource("chairs"))

    asked = asyncio.Event()

    class Interrupted(Counting):
        async def run_timed(self, timed: Callable[[float], Task[T]], *, within: float, **turn: Any) -> T:
            answer = await super().run_timed(timed, within=within, **turn)
            if len(self.asked) == 1:
                await tables.act(table.id, BORIS, AgreeToClose())
                asked.set()
            return answer

        async def idle(self, _: float = 0.0) -> None:
            await super().idle()
            if self.asked:
                await asked.wait()

    workers = Interrupted()
    chance = ChanceSource("chairs")
    chairs = RobotFollower(tables, chance, 0, workers=workers, thinking=0.4, sleep=workers.idle)
    tables.followers.append(chairs)
    table = await tables.open_table(PLACE, "biritch", GOOD)
    for user in (ANNA, BORIS):
        await tables.act(table.id, user, Join())
    await tables.act(table.id, ANNA, Start())
    while len(workers.asked) < 2:
        await until(lambda: _people_are_awaited(table) or len(workers.asked) == 2)
        for user in (ANNA, BORIS):
            seat = _awaited(table, user)
            if seat is not None:
                await tables.act(table.id, user, next(plainest(seen(table.state, seat))))
    await chairs.close()
    await workers.close()
    first, second = workers.asked[:2]
    assert (first.view.viewer, first.view.options) == (second.view.viewer, second.view.options)


def test_the_plainest_thing_is_to_let_things_stand_and_to_play_any_card() -> None:
    """In every game a deal is brought to its end by nothing else."""
    rng = random.Random(0)
    for game in GAMES:
        evening = deal_from(rng.sample(PACK, 52), game)
        while evening.table.last is None:
            view = waiting(evening)
            assert view.viewer is not None
            evening.do(view.viewer, next(plainest(view)))


def test_after_a_ruff_the_plainest_is_to_put_out_the_lowest_cards() -> None:
    evening = Evening(0, "ruff_and_honours").seat(*FOUR).start().cut()
    while TakeStock() not in (view := waiting(evening)).options:
        evening.play_deal().cut()
    assert view.viewer is not None
    evening.do(view.viewer, TakeStock())
    view = evening.view(view.viewer)
    assert view.own is not None
    choice = next(plainest(view))
    assert isinstance(choice, Discard)
    assert len(choice.cards) == 4
    kept = view.own.left - choice.cards
    assert max(card.rank for card in choice.cards) <= min(card.rank for card in kept)


async def test_only_the_process_that_looks_after_a_table_plays_for_its_robots(store: Store) -> None:
    tables, beside = Tables(store.streams, ChanceSource("chairs")), Beside()
    chairs = RobotFollower(tables, ChanceSource("chairs"), 0, cluster=beside)
    table = await tables.open_table(PLACE, "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    assert table.state.pack is not None  # which a robot is to cut, unless Anna is
    table = await tables.act(table.id, None, CutPack(26, ""))
    for beside.looks_after in (False, True):
        chairs.changed(table)
        assert chairs.is_playing(table.id) is beside.looks_after
    await chairs.close()
