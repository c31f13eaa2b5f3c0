"""Whole rubbers, from the button that opens the table to the leaderboard."""

from __future__ import annotations

import re

import pytest

from tests.trials.stage.playing import FOUR, Evening, Way, evening

BROUGHT = re.compile(r"<@(\d+)> \*\*([+−][\d,]+)\*\*")
SEAT = re.compile(r"\*\*([NESW])\*\* <@(\d+)>")
RANKED = re.compile(r"^\d+\. <@(\d+)> \*\*([+−]?[\d,]+)\*\* [▰▱]+$", re.MULTILINE)


def over(table: Evening) -> bool:
    """Whether the rubber has been played and another may be begun."""
    return bool(table.to_start)


async def played_out(table: Evening, doublings: int) -> str:
    """The result of the last deal of the rubber in progress."""
    while not over(table):
        table.doublings = doublings
        await table.play_deal()
    await table.until(lambda: BROUGHT.search(table.results()[-1]) or "nobody wins" in table.results()[-1])
    return table.results()[-1]


def points_told(result: str) -> dict[int, int]:
    """What each person won or lost, as the result says."""
    told = BROUGHT.findall(result) or [(user, "0") for _, user in SEAT.findall(result)]  # equal totals
    return {int(user): int(brought.replace(",", "").replace("−", "-")) for user, brought in told}


async def test_a_rubber_by_direct_messages_ends_on_the_leaderboard_with_the_points_of_its_result() -> None:
    async with evening(seed=31) as table:
        result = await played_out(table, doublings=3)
        points = points_told(result)
        assert set(points) == {person.id for person in table.people}
        assert "This counts for the leaderboard." in result
        board = await table.person("ivan").slash("leaderboard")
        ranked = RANKED.findall("\n".join(board.texts))
        assert {int(user): int(told.replace(",", "").replace("−", "-")) for user, told in ranked} == points
        assert [points[int(user)] for user, _ in ranked] == sorted(points.values(), reverse=True)
        assert len(table.results()) == len(table.public()) - 2  # the first lobby and the leaderboard
        assert all(done.answer.acknowledged for done in table.done)
        kept = await table.book()
    assert len(kept.records) == len({record.deal.number for record in kept.records}) >= 2
    assert kept.findings == ()


@pytest.mark.long
async def test_a_rubber_with_three_robots_is_played_out_and_does_not_count() -> None:
    async with evening(seed=32, names=("anna",)) as table:
        result = await played_out(table, doublings=1)
        assert "Not ranked: it did not begin with a person on each side." in result
        board = await table.person("anna").slash("leaderboard")
        assert not RANKED.search(board.texts[0])
        assert not table.complaints()
        kept = await table.book()
    assert kept.findings == ()


@pytest.mark.long
async def test_thirty_contres_by_buttons_are_all_stored_and_reckoned() -> None:
    async with evening(seed=33, ways=dict.fromkeys(FOUR, Way.HAND)) as table:
        table.doublings = 30
        await table.play_deal()
        assert table.doublings == 0
        assert "sur contre" in table.results()[0]
        kept = await table.book()
    (record,) = kept.records
    assert record.deal.settled.level == 30  # type: ignore[union-attr]
    reckoned = next(entry for entry in record.deal.entries if entry.times > 1)
    assert reckoned.amount == reckoned.count * reckoned.unit * 2**30
    assert kept.findings == ()
