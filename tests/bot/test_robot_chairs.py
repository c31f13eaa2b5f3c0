"""Robots in their chairs: they act at their pace, and a robot that is wrong keeps no table waiting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from bot.live import Live
from bot.luck import Luck
from bot.robot_chairs import RobotChairs, plainest
from bot.robots.plain import PlainRobot
from bot.robots.robot import Answer, Choice, CutAt, Robot
from bot.tables import Tables
from rules.asks import Join, Start
from rules.calls import Discard, Play, TakeStock
from rules.cards import PACK, Hand
from rules.seats import Seat
from rules.seen import seen
from rules.variants import GAMES
from rules.view import May, SeatView
from storage.records import Place, UserId
from storage.store import Store
from tests.bot.robots.matches import FOUR, ask, deal_from, waiting
from tests.tables import Evening

ANNA = UserId(101)
PLACE = Place(guild=1, channel=11)
SECRET = "the king of hearts"


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
    return CutAt(1) if May.CUT in view.may else None


def never_right(view: SeatView) -> Choice:
    return CutAt(0)


async def robots_at(store: Store, game: str, player: Robot, deals: int) -> int:
    """How many deals a table of one person and robots has begun once it has begun so many, or nothing has
    moved for ten seconds."""
    tables = Tables(store, Luck("chairs"))
    chairs = RobotChairs(tables, player, Luck("chairs"), pace=0)
    tables.followers.append(chairs)
    live = await tables.open(PLACE, game, {})
    await tables.act(live.id, ANNA, Join())
    await tables.act(live.id, ANNA, Start())
    moved, version = 0, -1
    while live.table.deals < deals and moved < 2000:
        moved = 0 if live.version != version else moved + 1
        version = live.version
        seat = _anna_awaited(live)
        if seat is None:
            await asyncio.sleep(0.005)
        else:
            await tables.act(live.id, ANNA, ask(next(plainest(seen(live.table, seat)))))
    await chairs.close()
    return live.table.deals


def _anna_awaited(live: Live) -> Seat | None:
    rubber, anna = live.table.rubber, live.person(ANNA)
    if rubber is None:
        return None
    return next((seat for seat in live.table.waits_for if rubber.seats.of(seat) == anna), None)


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
    assert await robots_at(store, game, Doing(wrong), 3) == 3
    told = [record.getMessage().splitlines()[0] for record in caplog.records if "robot" in record.name]
    assert told
    assert SECRET not in caplog.text
    assert not any(str(card) in line for card in PACK for line in told)


async def test_robots_that_are_right_leave_nothing_in_the_log(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    assert await robots_at(store, "auction", PlainRobot(), 3) == 3
    assert not [record for record in caplog.records if "robot" in record.name]


def test_the_plainest_thing_is_to_let_things_stand_and_to_play_any_card() -> None:
    """In every game a deal is brought to its end by nothing else."""
    rng = random.Random(0)
    for game in GAMES:
        evening = deal_from(rng.sample(PACK, 52), game)
        while evening.table.last is None:
            view = waiting(evening)
            assert view.viewer is not None
            evening.do(view.viewer, ask(next(plainest(view))))


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
