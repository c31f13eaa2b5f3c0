"""Turns at what is scarce: by person, people before fields, and by what each has had of it."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import AppWhy
from bot.fair_queue import LEAST, MOST_ASKED, REST, Asked, FairQueue, Rank, Shares
from tests.refusing import refusing


async def taken(
    queue: FairQueue, who: str, order: list[str], rank: Rank = Rank.PEOPLE, took: float = 0
) -> None:
    async with queue.turn(who, rank):
        order.append(who)
        await asyncio.sleep(took)


async def waiting(queue: FairQueue, *asks: tuple[str, Rank], took: float = 0) -> list[str]:
    """In which order those are served who ask while the only place is taken."""
    order: list[str] = []
    await queue.acquire("whoever was there before")
    tasks = [asyncio.create_task(taken(queue, who, order, rank, took)) for who, rank in asks]
    await asyncio.sleep(0)
    queue.release()
    await asyncio.gather(*tasks)
    return order


def queue() -> FairQueue:
    return FairQueue(Shares(), 1)


async def test_who_asks_for_fifty_comes_once_before_each_who_asks_for_one() -> None:
    asks = [("greedy", Rank.PEOPLE)] * 50 + [(one, Rank.PEOPLE) for one in "abc"]
    order = await waiting(queue(), *asks)
    assert order[:4] == ["greedy", "a", "b", "c"] and order[4:] == ["greedy"] * 49


async def test_two_who_both_ask_for_many_are_served_in_turn() -> None:
    order = await waiting(queue(), *[("a", Rank.PEOPLE)] * 5, *[("b", Rank.PEOPLE)] * 5)
    assert order == ["a", "b"] * 5


async def test_people_come_before_robots_that_fill_a_field_whoever_asked_first() -> None:
    order = await waiting(queue(), *[("f", Rank.FIELD)] * 3, *[("a", Rank.PEOPLE)] * 3, ("b", Rank.PEOPLE))
    assert order == ["a", "b", "a", "a", "f", "f", "f"]


async def test_who_has_had_long_turns_waits_until_others_have_had_as_much() -> None:
    shares = Shares()
    shares.use("analyst", 3 * LEAST)
    order = await waiting(FairQueue(shares, 1), *[("analyst", Rank.PEOPLE)] * 3, *[("a", Rank.PEOPLE)] * 5)
    assert order[:4] == ["a", "a", "a", "analyst"]


async def test_nobody_saves_up_by_staying_away() -> None:
    shares = Shares()
    for _ in range(100):  # she alone was there
        shares.use("she", 1.0, begins=True)
    order = await waiting(FairQueue(shares, 1), *[("he", Rank.PEOPLE)] * 4, *[("she", Rank.PEOPLE)] * 4)
    assert order.index("she") <= 2 / LEAST and sorted(order[-2:]) != ["he", "he"]


async def test_a_place_is_how_many_come_before_and_falls_to_none() -> None:
    line, order = queue(), list[str]()
    assert line.turns_before("a") == 0
    tasks = [asyncio.create_task(taken(line, who, order, took=1)) for who in ("x", "x", "x", "a", "b")]
    await asyncio.sleep(0.1)
    assert [line.turns_before(who) for who in ("x", "a", "b")] == [0, 1, 2]
    await asyncio.sleep(1)
    assert [line.turns_before(who) for who in ("a", "b", "x")] == [0, 1, 2]
    await asyncio.gather(*tasks)
    assert order == ["x", "a", "b", "x", "x"]


@pytest.mark.parametrize("moment", ["waiting", "let in"])
async def test_who_goes_away_while_they_wait_leaves_their_place_to_the_next(moment: str) -> None:
    line, order = queue(), list[str]()
    await line.acquire("x")
    leaves, stays = (asyncio.create_task(taken(line, who, order)) for who in "ab")
    await asyncio.sleep(0)
    if moment == "let in":
        line.release()
    leaves.cancel()
    if moment == "waiting":
        line.release()
    await stays
    assert order == ["b"] and not line.locked()


async def test_of_what_takes_long_a_person_has_one_at_a_time_and_rests_after_it() -> None:
    asked, began = Asked(Shares()), list[float]()
    clock = asyncio.get_running_loop().time

    async def ask(who: str) -> None:
        async with asked.turn(who):
            began.append(clock())
            await asyncio.sleep(2)

    start = clock()
    tasks = [asyncio.create_task(ask("greedy")) for _ in range(MOST_ASKED)]
    await asyncio.sleep(0.5)
    assert asked.turns_before("greedy") == MOST_ASKED - 1
    with refusing(AppWhy.ASKED_ENOUGH):
        await ask("greedy")
    await asyncio.wait_for(ask("a"), 2.1)
    await asyncio.gather(*tasks)
    assert [one - start for one in began] == [0, 0.5, *((REST + 1) * 2 * one for one in (1, 2, 3))]
    await ask("greedy")
    assert asked.turns_before("greedy") == 0
