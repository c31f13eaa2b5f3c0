"""A press is held against where the table, sheet or evening stands that its id names, and where it came
from. Every id that was ever posted is pressed from another server by somebody who may do everything there, in
direct messages by a stranger, and by somebody who has left the table and the server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

import cogs.presses  # noqa: F401  (all forms of ids are declared once it is imported)
from bot.tables.open_table import OpenTable
from rules.table.requests import CloseTable, Leave
from screens.presses import heads
from screens.words.refusals import STANDS_ELSEWHERE
from storage.ports.records import TableId, UserId
from tests.cogs.evenings import begun as evening_begun
from tests.cogs.evenings import the_evening
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen

SAMPLE = "7f3a0b1c"
POSTED = [
    one
    for one in (Path(__file__).parents[1] / "records" / "pressed-ids.txt").read_text("utf-8").splitlines()
    if SAMPLE in one and one != f"alone:{SAMPLE}"  # which takes up the presser's own game
]
OF_NO_STREAM = {"begin", "board", "challenge", "contest", "learn", "me", "page", "server", "when"}
"""Verbs whose ids name no table, sheet or evening; beside those of the pad of seats."""


def of(kind: str, named: str) -> list[str]:
    """Every id of tables, sheets or evenings, naming this one."""
    of_evening, of_sheet = (one.startswith("evening-") for one in POSTED), ("sheet-", "pad-")
    kinds = [
        "evening" if evening else "sheet" if one.startswith(of_sheet) else "table"
        for one, evening in zip(POSTED, of_evening, strict=True)
    ]
    found = zip(POSTED, kinds, strict=True)
    return [one.replace(SAMPLE, named) for one, whose in found if whose == kind]


def test_every_verb_that_names_a_stream_is_walked() -> None:
    walked = {one.partition(":")[0] for one in POSTED}
    assert walked | OF_NO_STREAM | {one for one in heads() if one.startswith("seats-")} == heads()


@dataclass
class Stranger:
    """Somebody with every right in a server of their own, who is in no other."""

    member: MemberActor
    lounge: ChannelHandle


def stranger(house: Club) -> Stranger:
    elsewhere = house.env.create_guild("Another")
    everything = elsewhere.create_role("masters", permissions=discord.Permissions.all())
    member = elsewhere.add_member(house.env.create_user("stella"), roles=[everything])
    return Stranger(member, elsewhere.create_text_channel("lounge"))


async def sheet_of(house: Club) -> TableId:
    """A sheet in the parlour."""
    four = zip(("north", "east", "south", "west"), house.four, strict=True)
    await house.types(
        house.anna,
        "score open",
        channel=house.parlour,
        game="biritch",
        **{seat: who.user for seat, who in four},
    )
    found = house.bot.services.sheets.stream_in(house.parlour.id)
    assert found is not None
    return found


def versions(house: Club) -> Iterator[tuple[str, int]]:
    services = house.bot.services
    for streams in (services.tables, services.sheets, services.evenings):
        for one in streams.loaded:
            yield one, streams._open[one].version


async def refused(house: Club, who: MemberActor, on: Screen, ids: list[str]) -> None:
    """Every one of these presses is answered by the one sentence, and nothing has happened."""
    before = dict(versions(house))
    for custom_id in ids:
        told = await house.presses_late(who, on, custom_id)
        assert told.private and told.text == STANDS_ELSEWHERE(), custom_id
    assert dict(versions(house)) == before and house.errors == []


async def taken(house: Club, who: MemberActor, on: Screen, ids: list[str]) -> None:
    """None of them is answered by that sentence."""
    for custom_id in ids:
        told = await house.presses_late(who, on, custom_id)
        assert told.text != STANDS_ELSEWHERE(), custom_id
    assert house.errors == []


async def test_no_table_or_sheet_is_reached_from_another_server_or_by_a_stranger(house: Club) -> None:
    await house.playing(cards=4)
    ids = [*of("table", house.table.id), *of("sheet", await sheet_of(house))]
    assert len(ids) > 90
    far = stranger(house)
    help_there = await house.types(far.member, "help", channel=far.lounge)
    await refused(house, far.member, help_there, ids)
    await refused(house, far.member, await house.writes(far.member, "help"), ids)


async def test_no_evening_is_reached_from_outside_its_server_by_whoever_directs_others(house: Club) -> None:
    evening = await evening_begun(house, *house.four, rounds=1)
    ids = of("evening", evening.id)
    assert len(ids) > 12
    far = stranger(house)
    await refused(house, far.member, await house.types(far.member, "help", channel=far.lounge), ids)
    for who in (far.member, house.anna):  # who directs it, in its server
        await refused(house, who, await house.writes(who, "help"), ids)
    assert not the_evening(house).closed
    shown = await house.types(house.anna, "help")
    assert (await house.presses_late(house.anna, shown, f"evening-direct:{evening.id}:1")).text.strip()
    await taken(house, house.anna, shown, [one for one in ids if "close" not in one])


async def test_who_plays_here_reaches_the_table_from_direct_messages_and_not_from_another_server(
    house: Club,
) -> None:
    await house.playing(cards=4)
    ids = of("table", house.table.id)
    lounge = stranger(house).lounge
    anna = lounge.guild.add_member(house.anna.user)  # type: ignore[union-attr]
    await refused(house, anna, await house.types(anna, "help", channel=lounge), ids)
    await taken(house, house.anna, await house.writes(house.anna, "help"), [f"hand:{house.table.id}"])
    harmless = [one for one in ids if not one.startswith(("leave", "close", "robot", "back", "friends"))]
    await taken(house, house.anna, house.panel(house.anna), harmless)


async def test_whoever_has_left_a_table_and_its_server_sees_the_deals_they_sat_at_and_does_no_more(
    house: Club,
) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    table, left = house.table.id, house.david
    await house.plays_out_the_rubber()
    await house.acts(left, Leave())
    house.env.backend.remove_member(house.guild.id, left.id)
    shown = await house.writes(left, "help")
    sat = [
        f"{verb}:{table}:1" for verb in ("replay", "why", "verify", "record", "points", "tricks", "picture")
    ]
    await taken(house, left, shown, sat)
    ids = [one for one in of("table", table) if not one.startswith(tuple(one[:4] for one in sat))]
    deals = house.table.state.deals
    beyond = [one.replace(f"{table}:1", f"{table}:{deals + 1}") for one in sat]
    looks = ("more", "analyse", "replay", "report", "why", "verify", "record", "points", "tricks", "picture")
    await refused(house, left, shown, [one for one in ids if not one.startswith(looks)] + beyond)


@pytest.mark.parametrize("kind", ["solo", "daily"])
async def test_a_table_played_alone_is_reached_by_its_player_from_anywhere_and_by_nobody_else(
    house: Club, kind: str
) -> None:
    command: dict[str, Any] = {  # type: ignore[assignment]
        "solo": ("play", {"strength": "easy", "declare": True}),
        "daily": ("daily", {}),
    }[kind]
    await house.types(house.anna, command[0], **command[1])  # type: ignore[index]
    table = await own_table(house)
    ids = of("table", table.id)
    far = stranger(house)
    anna = far.lounge.guild.add_member(house.anna.user)  # type: ignore[union-attr]
    looks = (
        *("more", "replay", "report", "why", "verify", "record", "points", "tricks", "picture"),
        *("analyse", "last", "score"),
    )
    closed_to_all = [one for one in ids if kind == "solo" or not one.startswith(looks)]
    await refused(house, house.boris, await house.types(house.boris, "help"), closed_to_all)
    await refused(house, house.boris, await house.writes(house.boris, "help"), closed_to_all)
    keeps = [
        one for one in ids if not one.startswith(("leave", "close", "friends", "again", "anew", "compare"))
    ]
    for who, shown in (
        (house.anna, await house.types(house.anna, "help")),
        (house.anna, await house.writes(house.anna, "help")),
        (anna, await house.types(anna, "help", channel=far.lounge)),
    ):
        await taken(house, who, shown, keeps)


async def own_table(house: Club) -> OpenTable:
    (table,) = await house.bot.services.tables.tables_of(UserId(house.anna.id))
    return table


async def test_a_closed_table_is_as_far_as_an_open_one(house: Club) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    table = house.table.id
    await house.acts(None, CloseTable())
    far = stranger(house)
    shown = await house.types(far.member, "help", channel=far.lounge)
    await refused(house, far.member, shown, [f"replay:{table}:1", f"record:{table}:1", f"score:{table}"])


async def test_who_was_forgotten_is_told_so_by_the_buttons_that_were_theirs(house: Club) -> None:
    await house.playing(cards=4)
    await house.types(house.david, "play", strength="easy", declare=True)
    (alone,) = [
        one
        for one in await house.bot.services.tables.tables_of(UserId(house.david.id))
        if not one.place.is_in_discord
    ]
    shown, panel = await house.writes(house.david, "help"), house.panel(house.david)
    await house.types(house.david, "privacy forget", sure="yes")
    for on, custom_id in ((shown, f"hand:{alone.id}"), (panel, f"hand:{house.table.id}")):
        told = await house.presses_late(house.david, on, custom_id)
        assert told.private and told.text == STANDS_ELSEWHERE() and "I have forgotten" in told.text
