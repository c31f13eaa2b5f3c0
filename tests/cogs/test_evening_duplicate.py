"""Duplicate on Discord: private threads, travelling sheets, and what somebody may learn of a deal before they
have played it."""

from __future__ import annotations

from bot.streams.fair_deal import board_seed, commitment
from rules.evening.decide import SEED
from tests.cogs.evenings import begun, comes, messages_in, play_on, tables, the_evening
from tests.trials.stage.club import Club


async def test_pairs_from_private_threads_to_travelling_sheets_and_the_final_table(house: Club) -> None:
    people = (house.anna, house.boris, house.clara, house.david, house.ivan)
    evening = await begun(house, *people, kind="pairs", rounds=1, boards=1, game="biritch", signal=False)
    sealed = evening.state.commitment
    assert sealed in evening.state.commitment and sealed in await comes(house, "All deals are sealed as")
    first, second = tables(house)
    one, two = first.state.deal, second.state.deal
    assert one is not None and two is not None and one.dealt == two.dealt, "the same cards, without a cut"
    for table in (first, second):
        thread = house.env.backend.channels[table.place.channel]
        assert set(thread.thread_members) - {house.env.backend.bot_user.id} == set(table.people.values())
    await play_on(house, only=first.id)
    assert len(evening.state.scored) == 1 and "Travelling sheet" not in everything(house)
    await play_on(house)
    sheet = await comes(house, "Travelling sheet of deal 1")
    assert sheet.count("matchpoints") == 2
    assert evening.closed and evening.state.seed in await comes(house, "The seal of all deals, opened")
    assert commitment(evening.id, SEED, bytes.fromhex(evening.state.seed)) == sealed
    last = first.state.last
    assert last is not None
    assert last.seed == board_seed(bytes.fromhex(evening.state.seed), 1).hex()
    assert last.commitment == commitment(evening.id, 1, bytes.fromhex(last.seed))


async def test_the_threads_of_a_round_are_archived_a_minute_after_it_and_those_of_the_next_stay_open(
    house: Club,
) -> None:
    people = (house.anna, house.boris, house.clara, house.david, house.ivan)
    await begun(house, *people, kind="pairs", rounds=2, boards=1, game="biritch", signal=False)
    first_round = list(tables(house))
    for table in first_round:
        await play_on(house, only=table.id)
    second_round = list(tables(house))
    assert len(second_round) == 2 and not {one.id for one in second_round} & {one.id for one in first_round}
    assert not any(archived(house, one.place.channel) for one in (*first_round, *second_round))
    steward = house.bot.services.steward
    (watch,) = steward._watches.values()
    await house.env.advance_time(61)
    steward._attend(watch)  # its timer was set by the test, whose timers the simulated Discord does not turn
    await house.env.settle()
    assert all(archived(house, one.place.channel) for one in first_round)
    played = await house.bot.services.drawing._played_at(the_evening(house))
    assert [(one.round, one.table, one.played.deal.number) for one in played] == [(1, 1, 1), (1, 2, 1)]
    assert not any(archived(house, one.place.channel) for one in second_round)


def archived(house: Club, thread: int) -> bool:
    meta = house.env.backend.channels[thread].thread_metadata
    return meta is not None and meta.archived


def everything(house: Club) -> str:
    return "\n".join(str(one.components) for one in messages_in(house, house.room.id))
