"""Fair shares as people meet them: one who asks for much is told to wait, and the others are not held up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.fair_queue import MOST_ASKED, Asked, FairQueue, Owner, Shares
from bot.tables.open_table import OpenTable
from screens.words.refusals import NO_SUCH_DEAL
from tests.trials.stage.club import Club


class Shut(Asked):
    """A queue in which nobody has a turn before it is opened. What waits for it is no work of the bot's."""

    def __init__(self, house: Club) -> None:
        super().__init__(Shares())
        self.queue, self._env = FairQueue(Shares(), 0), house.env
        house.bot.services.asked = self

    @asynccontextmanager
    async def turn(self, owner: Owner, queue: FairQueue | None = None) -> AsyncIterator[None]:
        turn = super().turn(owner, queue)
        await self._env.external_wait(turn.__aenter__(), reason="others have their turn")
        try:
            yield
        finally:
            await turn.__aexit__(None, None, None)


def open_tables(house: Club) -> list[OpenTable]:
    return [one for one in house.bot.services.tables._open.values() if not one.closed]


async def test_seventy_five_openings_leave_one_deal_that_is_compared_and_one_other(house: Club) -> None:
    for number in range(25):
        asking = [
            house.types(house.anna, "play", step="compared"),
            house.writes(house.anna, "play", step="compared", game=("biritch", "vint")[number % 2]),
            house.types(house.anna, "play", game=("biritch", "vint", "plafond")[number % 3], strength="easy"),
        ]
        for one in asking:
            await one
    kinds = [one.state.alone.given is not None for one in open_tables(house) if one.state.alone is not None]
    assert sorted(kinds) == [False, True]


async def test_openings_that_come_at_once_leave_one_table_too(house: Club) -> None:
    with house.held_up() as payloads:
        for game in ("biritch", "vint", "biritch", "plafond"):
            await house.anna.slash(house.room, "play", game=game, strength="easy")
            await house.anna.slash(house.room, "play", step="compared")
    for payload in payloads:
        house.env.backend.emit("INTERACTION_CREATE", payload)
    await house.env.settle()
    kinds = [one.state.alone.given is not None for one in open_tables(house) if one.state.alone is not None]
    assert sorted(kinds) == [False, True]


async def test_who_asks_for_much_is_told_their_place_then_to_wait_and_others_have_their_answer(
    house: Club,
) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    room = Shut(house).queue
    boris = await house.types(house.boris, "deal", show="picture")
    looks = ("replay", "picture", "record", "why")
    asks = [await house.types(house.anna, f"deal {look}") for look in looks]
    places = [house.seen(one.message).text for one in asks]
    assert len(asks) == MOST_ASKED
    assert "Answers that come before yours: 3." in places[-1]
    refused = await house.types(house.anna, "deal", show="replay")
    assert refused.private and "several answers" in refused.text
    pressed = await house.types(house.boris, "stats")  # what costs nothing waits for nothing
    assert "several answers" not in pressed.text
    room.release()
    await house.env.advance_time(10)
    assert "Deal 1" in house.seen(boris.message).text
    for _ in asks:
        await house.env.advance_time(10)
    texts = [house.seen(one.message).text for one in asks]
    assert not any("come before yours" in one for one in texts) and all(texts)


async def test_a_replay_that_waits_for_its_turn_is_drawn_on_its_own_message(house: Club) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    replay = await house.types(house.anna, "deal", show="replay")
    room = Shut(house).queue
    later = await house.presses(house.anna, replay, "replay", "forward")
    room.release()
    await house.env.advance_time(10)
    assert "trick 1 of 13" in house.seen(replay.message).text and later.message.id == replay.message.id


async def test_who_had_to_wait_for_files_is_given_them_where_they_were_told_to_wait(house: Club) -> None:
    """What stands there is a layout by then, in place of which Discord takes no text without one."""
    await house.playing()
    await house.plays_out_the_deal_quietly()
    record = await house.types(house.anna, "deal", show="record")
    room = Shut(house).queue
    await house.types(house.boris, "deal", show="picture")
    asked = await house.presses(house.anna, record, "record", "files")
    assert "Answers that come before yours: 1." in house.seen(asked.message).text
    room.release()
    for _ in "ab":
        await house.env.advance_time(10)
    given = house.stored(asked)
    assert "The record of deal 1." in house.seen(asked.message).text
    assert {one["filename"] for one in given.attachments} >= {"deal-1.txt", "deal-1.json"}


@pytest.mark.parametrize("fault", ["loses", "forgets"])
async def test_who_cannot_be_told_to_wait_has_their_answer_all_the_same(house: Club, fault: str) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    room = Shut(house).queue
    await house.types(house.boris, "deal", show="picture")
    setattr(house.wire, fault, "/messages/@original")
    asked = await house.types(house.anna, "deal", show="replay")
    setattr(house.wire, fault, "nothing")
    room.release()
    for _ in "ab":
        await house.env.advance_time(10)
    assert "Deal 1, before the lead" in house.seen(asked.message).text


async def test_who_had_to_wait_in_vain_is_told_so_where_they_were_told_to_wait(house: Club) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    room = Shut(house).queue
    await house.types(house.boris, "deal", show="picture")
    asked = await house.types(house.anna, "deal", show="why", deal=9)
    assert "Answers that come before yours: 1." in house.seen(asked.message).text
    room.release()
    for _ in "ab":
        await house.env.advance_time(10)
    assert house.seen(asked.message).text == NO_SUCH_DEAL()
