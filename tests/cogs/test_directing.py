"""What a director does by buttons."""

from __future__ import annotations

from rules.evening.errors import EveningWhy
from rules.seats import RobotMember
from screens.words import evenings as words
from tests.cogs.evenings import begun, presses, the_evening
from tests.cogs.test_score_seats import ids
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen


async def standing(house: Club) -> Screen:
    """The message of an evening that has begun, which Anna directs and plays in with Boris."""
    await begun(house, house.anna, house.boris, rounds=2)
    await house.types(house.anna, "evening show")
    return house.screen()


async def directing(house: Club) -> Answer:
    """What **Direct** shows Anna."""
    return await presses(house, house.anna, await standing(house), "direct")


def list_of(house: Club, seen: Answer, verb: str) -> str:
    (found,) = (one for one in ids(house, seen) if one.startswith(f"evening-{verb}:"))
    return found


async def test_the_round_ends_by_two_presses_and_the_first_ends_nothing(house: Club) -> None:
    seen = await directing(house)
    assert seen.private and "Still playing: table 1." in seen.text
    sure = await presses(house, house.anna, seen, "call")
    assert "End this round now?" in sure.text and the_evening(house).state.scored == ()
    ends = list_of(house, sure, "call")
    done = await presses(house, house.anna, sure, "call")
    assert words.CALLED() in done.text
    assert len(the_evening(house).state.scored) == 1
    await house.env.settle()
    late = await house.presses_late(house.anna, done, ends)
    assert len(the_evening(house).state.scored) == 1 and late.text


async def test_a_table_is_given_a_result_by_two_lists(house: Club) -> None:
    seen = await directing(house)
    asked = await house.chooses(house.anna, seen, "1")
    assert "**Table 1**: what is its result?" in asked.text
    await house.chooses(house.anna, asked, "9")
    (scored,) = the_evening(house).state.scored
    assert (scored.outcome.tricks.ns, scored.outcome.tricks.ew) == (9, 4) and scored.outcome.adjusted


async def test_a_robot_is_seated_from_discords_list_of_users(house: Club) -> None:
    seen = await directing(house)
    await house.anna.select(seen.message, [house.boris], custom_id=list_of(house, seen, "robot"))
    await house.env.settle()
    evening = the_evening(house)
    boris = evening.person(house.boris.id)  # type: ignore[arg-type]
    assert boris not in evening.state.holders
    assert sum(isinstance(one, RobotMember) for one in evening.state.holders) == 3


async def test_nobody_else_directs(house: Club) -> None:
    refused = await presses(house, house.boris, await standing(house), "direct")
    assert refused.text == words.SENTENCES[EveningWhy.NOT_THE_DIRECTOR]()


async def test_the_evening_closes_by_two_presses(house: Club) -> None:
    seen = await directing(house)
    sure = await presses(house, house.anna, seen, "close")
    assert not the_evening(house).closed
    await presses(house, house.anna, sure, "close")
    assert not house.bot.services.evenings._open


async def test_tricks_of_a_deal_that_is_compared_by_points_are_refused_and_points_are_taken(
    house: Club,
) -> None:
    """Else the deal would have nothing to either side."""
    await begun(house, house.anna, kind="pairs", tables=2, rounds=2)
    refused = await house.types(house.anna, "evening adjust", table=1, tricks=9)
    assert refused.text == words.SENTENCES[EveningWhy.POINTS_ARE_NEEDED]()
    adjusted = [one for one in the_evening(house).state.scored if one.outcome.adjusted]
    assert adjusted == []
    await house.types(house.anna, "evening adjust", table=1, deal=1, points=50)
    (scored,) = (one for one in the_evening(house).state.scored if one.outcome.adjusted)
    assert scored.outcome.points == 50
