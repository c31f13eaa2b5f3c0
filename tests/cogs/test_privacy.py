"""``/privacy`` and ``/admin``: what people are told of themselves, that they are forgotten, who sees what."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from screens import choices
from storage.ports.records import UserId
from tests.cogs.club import Club
from tests.cogs.seen import walk
from tests.cogs.test_record import files
from tests.storage.happenings import files_in, inside, rows


async def kept(house: Club) -> str:
    """Everything in the database, as text."""
    return repr(await inside(house.store, rows))


async def test_a_person_is_told_in_short_and_as_a_file_all_that_is_kept_of_them(house: Club) -> None:
    await house.playing(cards=3)
    await house.types(house.anna, "me")
    shown = await house.types(house.anna, "privacy show")
    assert shown.private and str(house.anna.id) in shown.text
    assert "tables and score sheets: 1, of which open: 1" in shown.text
    given = await house.types(house.anna, "privacy export")
    assert given.private
    (body,) = files(house, given).values()
    known: dict[str, Any] = json.loads(body)
    assert known["user"] == str(house.anna.id)
    (place,) = known["tables and score sheets"]
    assert place["server"] == str(house.guild.id) and place["acts"] > 0
    assert known["settings"] == {"locale": "en-US"}
    assert str(house.boris.id) not in body
    assert re.search(r"card|hand|seed", body) is None  # hidden cards are nobody's to export


async def test_the_file_has_every_row_in_which_the_persons_number_stands(house: Club) -> None:
    """The number itself is taken out of the database row by row: what is left without it is not theirs."""
    await house.playing()
    await house.plays_out_the_deal_quietly()
    store, user = house.store, UserId(house.anna.id)
    tables = await inside(store, rows)
    theirs = {name for name, found in tables.items() if str(int(user)) in repr(found)}
    assert theirs <= {"person", "dm", "preference", "standing", "rating", "result", "deed", "best_deal"}
    known = await store.people.known(user)
    assert len(known["deeds"]) == sum(str(int(user)) in repr(row) for row in tables["deed"])


async def test_who_is_forgotten_has_left_and_no_trace_of_their_number_is_kept(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """The copy of their hand that they have open follows the table no longer."""
    await house.playing(cards=3)
    await house.types(house.anna, "hand")
    number = str(house.anna.id)
    assert number in await kept(house)
    answer = await house.types(house.anna, "privacy forget", sure="yes")
    assert answer.private and "You are forgotten" in answer.text
    assert number not in await kept(house)
    assert UserId(house.anna.id) not in house.table.people.values()
    assert not house.table.belongs(UserId(house.anna.id))
    assert f"<@{number}>" not in house.screen().text
    await house.types(house.boris, "table pause")
    assert number not in await kept(house)
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []
    await house.restart()
    await house.types(house.anna, "table join")  # as somebody new
    assert number in await kept(house)


async def test_no_file_of_the_bots_has_the_name_of_anybody_who_plays(house: Club, tmp_path: Path) -> None:
    zephyrine = house.guild.add_member(house.env.create_user("zephyrine"))
    await house.types(zephyrine, "me")
    await house.types(zephyrine, "table open", game="biritch")
    await house.types(house.boris, "table join")
    await house.types(zephyrine, "score open", game="biritch")
    assert str(zephyrine.id) in await kept(house)
    assert {name for name, body in files_in(tmp_path).items() if b"zephyrine" in body.lower()} == set()


async def test_whoever_only_looks_after_they_are_forgotten_is_not_kept_again_until_they_choose_or_play(
    house: Club,
) -> None:
    await house.playing(cards=5)
    number = str(house.anna.id)
    await house.types(house.anna, "privacy forget", sure="yes")
    for command, options in {
        "privacy show": {},
        "privacy export": {},
        "help": {},
        "rules": {"about": "robots"},
        "deal score": {},
        "deal last": {},
        "hand": {},
        "stats": {},
        "leaderboard": {},
        "me": {},
        "deal why": {},
        "evening show": {"what": "standings"},
        "table leave": {},
        "score sheet": {},
    }.items():
        await house.types(house.anna, command, **options)  # type: ignore[arg-type]
        assert number not in await kept(house), command
    table = house.screen()
    for verb in sorted(table.verbs() & {"score", "last", "hand"}):
        await house.presses(house.anna, table, verb)
        assert number not in await kept(house), verb
    await house.types(house.anna, "table open", channel=house.parlour)
    assert (await house.store.preferences.choices(f"user:{number}")) == {"locale": "en-US"}


async def test_a_choice_of_somebody_who_never_played_is_kept_with_their_locale(house: Club) -> None:
    shown = await house.types(house.ivan, "me")
    owner = f"user:{house.ivan.id}"
    assert await house.store.preferences.choices(owner) == {}
    first = next(one for one in walk(shown.message.components) if one["type"] == 3)  # type: ignore[arg-type]
    other = next(one["value"] for one in first["options"] if not one.get("default"))
    chosen = await house.ivan.select(shown.message, custom_id=first["custom_id"], values=[other])
    assert chosen.acknowledged
    assert len(await house.store.preferences.choices(owner)) == 2


async def test_who_is_forgotten_between_rubbers_leaves_an_empty_chair(house: Club) -> None:
    await house.types(house.anna, "table open", game="biritch")
    await house.types(house.boris, "table join")
    await house.types(house.boris, "privacy forget", sure="yes")
    assert str(house.boris.id) not in await kept(house)
    assert len(house.table.state.members) == 1


async def test_nobody_but_the_host_sees_how_the_bot_is(house: Club) -> None:
    role = house.guild.create_role("wardens", permissions=discord.Permissions(manage_guild=True))
    warden = house.guild.add_member(house.env.create_user("walter"), roles=[role])
    assert (await house.types(warden, "admin")).text == choices.NOT_THE_HOST()


@pytest.fixture
def host(house: Club) -> MemberActor:
    """The owner of the application, who may manage the server."""
    role = house.guild.create_role("hosts", permissions=discord.Permissions(manage_guild=True))
    member = house.guild.add_member(house.env.create_user("hanna"), roles=[role])
    house.bot.owner_id = member.id
    return member


async def test_the_host_is_told_what_is_stuck_and_what_to_do(house: Club, host: MemberActor) -> None:
    await house.types(house.anna, "table open", game="biritch")
    well = await house.types(host, "admin")
    assert well.private and "1 tables and 0 score sheets are open, in 1 servers." in well.text
    assert "Nothing is stuck." in well.text
    table = house.table.id
    store = house.store
    await inside(
        store, lambda db: db.execute("UPDATE slot SET parked = 'forbidden' WHERE name LIKE 'lobby%'")
    )
    told = (await house.types(host, "admin")).text
    assert f"- `{table}`: forbidden" in told and "Give the bot View Channel" in told
    await inside(store, lambda db: db.execute("UPDATE slot SET parked = NULL"))
    await inside(store, lambda db: db.execute("UPDATE stream SET goes_on = 1"))
    await inside(store, lambda db: db.execute("UPDATE event SET at = at - 1200000"))
    told = (await house.types(host, "admin")).text
    assert re.search(rf"- `{table}` in <#{house.room.id}>: \d+ min", told)
