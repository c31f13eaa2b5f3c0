"""A channel that was closed to the bot, or in which its messages were deleted, is right again soon after."""

from __future__ import annotations

import pytest
import simcord

from bot.messages.sending import REPOST_AFTER, REPOSTS
from rules.table.requests import CutPack
from storage.ports.records import Slot, SlotKey, SlotKind, TableId
from tests.trials.stage.club import Club

WITHIN = 30.0
"""Seconds after which a message must be right once it can be."""


def deleted(house: Club) -> None:
    """Somebody deletes the table's message."""
    house.env.backend.delete_message(house.room.id, house.screen().message.id)


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50013)])
async def test_a_lobby_whose_channel_answers_badly_once_is_right_soon_after(
    house: Club, status: int, code: int
) -> None:
    await house.seated(house.anna)
    house.env.inject_error("PATCH", f"/channels/{house.room.id}/messages/*", status=status, code=code)
    await house.types(house.boris, "table join")
    await house.env.advance_time(WITHIN)
    assert house.boris.mention in house.screen().text


async def test_a_table_is_right_as_soon_as_the_bot_is_given_its_permission_back(house: Club) -> None:
    await house.playing(cards=1)
    path = f"/channels/{house.room.id}/messages/*"
    house.env.inject_error("PATCH", path, status=403, code=50013, times=1000)
    await house.plays_a_card()
    await house.env.advance_time(600)
    before = house.screen().text
    house.env.backend.faults.clear()
    house.env.backend.emit("GUILD_ROLE_UPDATE", role_update(house))
    await house.env.settle()
    assert house.screen().text != before


def role_update(house: Club) -> dict[str, object]:
    guild = house.env.backend.get_guild(house.guild.id)
    role = next(iter(guild.roles.values()))
    payload = simcord.backend.serializers.role_payload(role)
    return {"guild_id": str(guild.id), "role": payload}


async def test_a_message_that_is_deleted_again_and_again_is_posted_again_after_a_while(house: Club) -> None:
    await house.playing()
    for _ in range(REPOSTS):
        deleted(house)
        await house.plays_a_card()
        assert "/30" in house.screen().text
    deleted(house)
    await house.plays_a_card()
    assert "/30" not in house.screen().text, "it is posted again without a pause"
    await house.env.advance_time(REPOST_AFTER + 1)
    assert "/30" in house.screen().text
    await house.env.advance_time(3600)  # the deletions are long past
    deleted(house)
    await house.plays_a_card()
    assert "/30" in house.screen().text


async def test_a_result_is_shown_before_the_deal_that_follows_it_though_both_must_be_posted(
    house: Club,
) -> None:
    await house.playing(cards=51)
    path = f"/channels/{house.room.id}/messages*"
    for method in ("PATCH", "POST"):
        house.env.inject_error(method, path, status=403, code=50001, times=1000)
    deleted(house)
    await house.plays_a_card()
    await house.acts(None, CutPack(26, ""))
    house.env.backend.faults.clear()
    await house.env.advance_time(WITHIN)
    titles = [house.seen(message).text.splitlines()[0] for message in house.room.history()]
    assert [title.split(":")[0] for title in titles[-2:]] == ["### Deal 1", "### Deal 2"]


async def test_the_ninth_deal_stands_above_the_tenth_and_what_is_played_now_below_all(house: Club) -> None:
    await house.playing()
    services = house.bot.services
    board = await services.boards.board_with(SlotKey(house.table.id, Slot(SlotKind.DEAL, 1)))
    slots = [Slot.of_name(name) for name in ("table:1", "table:10", "lobby:0", "table:9")]
    assert sorted(slots, key=board.order) == ["lobby:0", "table:9", "table:10", "table:1"]  # type: ignore[union-attr]


async def test_every_panel_says_where_its_table_now_stands(house: Club) -> None:
    await house.playing(cards=2)
    await house.types(house.anna, "table show", channel=house.parlour)
    for who in house.four:
        assert house.parlour.mention in house.panel(who).text


async def test_of_a_channel_that_is_gone_somebody_is_told_and_of_a_closed_one_nobody(house: Club) -> None:
    told: list[TableId] = []
    await house.playing(cards=1)
    house.bot.services.sending.when_place_lost.append(told.append)
    for status, code, told_of in ((403, 50013, 0), (404, 10003, 1)):
        house.env.inject_error("PATCH", f"/channels/{house.room.id}/*", status=status, code=code)
        await house.plays_a_card()
        await house.env.advance_time(WITHIN)
        assert told == [house.table.id] * told_of


async def test_a_table_that_is_over_leaves_nothing_to_look_at(house: Club) -> None:
    await house.playing(cards=51)
    await house.plays_a_card()
    services, table_id = house.bot.services, house.table.id
    assert {state.key.slot.kind for state in services.outbox.slots_of(table_id)} == {
        SlotKind.DEAL,
        SlotKind.PANEL,
    }
    assert Slot(SlotKind.DEAL, 1) in {state.key.slot for state in services.outbox.slots_of(table_id)}
    await house.types(house.ivan, "table close")
    assert not services.outbox.slots_of(table_id) and table_id not in services.boards.known
    assert await house.store.slots.of_stream(table_id) == ()
    assert "closed" in house.screen().text
