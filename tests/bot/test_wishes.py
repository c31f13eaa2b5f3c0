"""What somebody wants to play alone, as it is kept, and done once for each press."""

from __future__ import annotations

import pytest

from bot.preferences import Preferences
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key
from bot.tables.alone import PlayedAlone, Wish
from bot.tables.robots import RobotFollower
from bot.tables.service import Tables
from robots.player import Strength
from rules.table.requests import CutPack
from storage.ports.records import UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.each import each
from tests.trials.stage.played import goes_on

ANNA = UserId(101)

KEPT = {
    "vint easy": Wish("vint", Strength.EASY),
    "biritch best declares": Wish("biritch", Strength.BEST, declares=True),
    "bridge good best-hand": Wish("bridge", Strength.GOOD, best_hand=True),
    "auction easy declares best-hand": Wish("auction", Strength.EASY, declares=True, best_hand=True),
}


@each("kept", KEPT)
def test_a_wish_is_read_as_it_was_kept(kept: str) -> None:
    assert Wish.from_kept(kept) == KEPT[kept] and str(KEPT[kept]) == kept


@each("kept", ["", "a_game_that_is_gone easy", "vint a_strength_that_is_gone"])
def test_what_can_no_longer_be_read_is_the_usual_wish(kept: str) -> None:
    assert Wish.from_kept(kept) == Wish("biritch", Strength.BEST, declares=False, best_hand=False)


def test_a_wish_that_names_a_game_alone_is_for_the_best_robots() -> None:
    assert Wish.from_kept("vint") == Wish("vint", Strength.BEST)


@pytest.fixture
async def alone(store: Store) -> PlayedAlone:
    chance, clock = ChanceSource("wishes"), Clock()
    tables = Tables(store.streams, chance, clock)
    return PlayedAlone(
        tables, RobotFollower(tables, chance, 0.0), Preferences(store.preferences, store.people)
    )


def pressed(number: int) -> Key:
    return Key(str(number), Clock().time)


CUT = CutPack(26, "")


async def test_a_press_that_is_delivered_again_closes_no_newer_game_and_keeps_no_older_wish(
    alone: PlayedAlone,
) -> None:
    first = await alone.begin_game(ANNA, Wish("vint"), CUT, pressed(1))
    newer = await alone.begin_game(ANNA, Wish("biritch", Strength.EASY), CUT, pressed(2))
    assert first.closed and not newer.closed
    assert await alone.begin_game(ANNA, Wish("vint"), CUT, pressed(1)) is not newer
    assert not newer.closed and await alone.table_of(ANNA) is newer
    assert await alone.last_wish(ANNA) == Wish("biritch", Strength.EASY)


async def test_a_deal_once_more_that_is_asked_for_again_by_one_press_closes_no_newer_one(
    alone: PlayedAlone,
) -> None:
    table = await alone.begin_game(ANNA, Wish("vint", Strength.EASY), CUT, pressed(1))
    while table.state.last is None:
        await goes_on(alone._tables, table, ANNA)
    first = await alone.again(ANNA, table, 1, pressed(2))
    newer = await alone.again(ANNA, table, 1, pressed(3))
    assert first.closed and not newer.closed
    await alone.again(ANNA, table, 1, pressed(2))
    assert not newer.closed
