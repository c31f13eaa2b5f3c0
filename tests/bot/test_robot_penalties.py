"""Robots at a running table where a person plays out of turn."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from bot.streams.fair_deal import ChanceSource
from bot.tables.robots import RobotFollower, plainest
from bot.tables.service import Tables
from robots.law.revoke import waits_for_people
from rules.calls import Play
from rules.errors import RulesError
from rules.table.events import ClaimAnswered, Event, PenaltyDemanded, PlayedOutOfTurn, SuitAsked
from rules.table.requests import AgreeScore, ChoosePenalty, ClaimRest, Gather, Join, Start
from rules.table.seen import seen
from rules.view import May
from storage.ports.records import Place, UserId
from storage.store import Store
from tests.trials.stage.guard import guarded

ANNA, PLACE = UserId(101), Place(guild=1, channel=11)


async def played(store: Store, options: dict[str, str], *, deals: int, throws: bool) -> list[Event]:
    """All that happens in some deals of whist by Anna and three robots. Anna plays the first card that
    is open to her and, if she ``throws``, puts down another as soon as she has played one."""
    tables = Tables(store.streams, ChanceSource("chairs"))
    robots = RobotFollower(tables, ChanceSource("chairs"), 0)
    tables.followers.append(robots)
    table = await tables.open_table(PLACE, "whist_modern", options)
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    async with guarded():
        while table.state.deals < deals:
            seat = table.seat(ANNA)
            if seat is None:
                await tables.act(table.id, ANNA, Start())  # another rubber
                continue
            view = seen(table.state, seat)
            if May.AGREE_SCORE in view.may:
                await tables.act(table.id, ANNA, AgreeScore())
            elif May.CHOOSE_PENALTY in view.may:
                claim, open_to = view.choosing[0]
                await tables.act(table.id, ANNA, ChoosePenalty(claim.trick, claim.seat, open_to[0]))
            elif seat not in table.state.waits_for:
                if May.CORRECT in view.may or waits_for_people(seen(table.state, None)):
                    with suppress(RulesError):
                        await tables.act(table.id, None, Gather())
                await asyncio.sleep(0.001)
            else:
                await tables.act(table.id, ANNA, next(plainest(view)))
                deal = table.state.deal
                if throws and deal is not None and deal.playing is not None and deal.left(seat):
                    with suppress(RulesError):
                        await tables.act(table.id, ANNA, Play(deal.left(seat).cards[0]))
    await robots.close()
    return [one.event for one in await store.streams.read(table.id)]


async def test_robots_demand_what_pays_are_never_out_of_turn_and_keep_the_table_going(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    events = await played(store, {"period_penalties": "on"}, deals=2, throws=True)
    assert any(isinstance(event, PlayedOutOfTurn) for event in events)
    assert any(isinstance(event, PenaltyDemanded) for event in events)
    assert not [record for record in caplog.records if "robot" in record.name]


async def test_robots_ask_about_a_renounce_in_any_trick(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    events = await played(store, {"revoke_mode": "lawful"}, deals=2, throws=False)
    assert {event.trick for event in events if isinstance(event, SuitAsked)} - {1}
    assert not [record for record in caplog.records if "robot" in record.name]


async def test_robots_answer_a_claim_while_a_trick_lies_to_which_somebody_has_thrown_off(
    store: Store,
) -> None:
    """It is gathered only once the claim is answered: else each would wait for the other for ever."""
    tables = Tables(store.streams, ChanceSource("chairs"))
    robots = RobotFollower(tables, ChanceSource("chairs"), 0)
    tables.followers.append(robots)
    table = await tables.open_table(PLACE, "whist_modern", {"revoke_mode": "lawful"})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    async with guarded():
        while not waits_for_people(seen(table.state, None)):
            seat = table.seat(ANNA)
            if seat is not None and seat in table.state.waits_for:
                await tables.act(table.id, ANNA, next(plainest(seen(table.state, seat))))
            await asyncio.sleep(0.001)
        seat = table.seat(ANNA)
        assert seat is not None and May.CLAIM in seen(table.state, seat).may
        await tables.act(table.id, ANNA, ClaimRest(1))
        while table.state.claim is not None:
            await asyncio.sleep(0.001)
    await robots.close()
    answers = [
        one.event for one in await store.streams.read(table.id) if isinstance(one.event, ClaimAnswered)
    ]
    assert answers and all(one.seat is not seat for one in answers)
