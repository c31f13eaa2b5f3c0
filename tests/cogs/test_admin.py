"""``/admin``: offered in the host's own server alone, to those who own the application or are of its team."""

from __future__ import annotations

import json
import re
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.actors import MemberActor

from bot.blocks import PERSON, Blockable
from bot.host.orders import Does
from rules.frozen import replace
from screens import choices
from screens.words import host_orders as words
from screens.words.commands import HOSTS_NAMES
from storage.ports.records import UserId
from tests.cogs.hosted import as_hosts_server, ordered, user
from tests.cogs.test_record import files
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import inside, rows
from tests.trials.stage.wire import OWNED


@pytest.fixture
async def host(house: Club) -> MemberActor:
    hanna, _ = await as_hosts_server(house)
    return hanna


def of_team(number: int, state: int, role: str) -> dict[str, Any]:
    """What Discord tells of an application whose team has this member."""
    member = {
        "user": user(number),
        "membership_state": state,
        "team_id": "7",
        "permissions": ["*"],
        "role": role,
    }
    team = {"id": "7", "icon": None, "name": "Hosts", "owner_user_id": "5", "members": [member]}
    return {"owner": user(7), "team": team}


async def test_only_the_owner_or_the_team_is_the_host_as_discord_has_it_at_the_moment(house: Club) -> None:
    hanna, walter = await as_hosts_server(house)
    assert (await house.types(walter, "admin")).text == choices.NOT_THE_HOST()
    assert "Nothing is stuck." in (await house.types(hanna, "admin")).text
    for state, role, is_host in (
        (2, "admin", True),
        (2, "developer", True),
        (1, "admin", False),  # only invited
        (2, "read_only", False),
    ):
        OWNED[house.env.backend] = of_team(walter.id, state, role)
        told = await house.types(walter, "admin", order="block user", whom=str(house.anna.id))
        assert told.private and (told.text != choices.NOT_THE_HOST()) is is_host, (state, role)
        assert (await house.types(hanna, "admin")).text == choices.NOT_THE_HOST()
    OWNED[house.env.backend] = of_team(5, 2, "admin")
    assert (await house.types(walter, "admin")).text == choices.NOT_THE_HOST()


async def test_the_command_is_offered_in_the_hosts_server_alone(house: Club, host: MemberActor) -> None:
    there, elsewhere = house.env.create_guild("Others"), discord.Object(house.guild.id)
    assert [one.name for one in house.bot.tree.get_commands(guild=elsewhere)] == ["admin"]
    assert "admin" not in {one.name for one in house.bot.tree.get_commands()}
    listed = house.env.backend.commands
    assert set(listed[house.guild.id]) and there.id not in listed
    assert "admin" not in {one["name"] for one in listed[None].values()}
    house.env.backend.commands[house.guild.id].clear()
    await house.restart()  # it is sent again where Discord has it no more
    assert [one["name"] for one in house.env.backend.commands[house.guild.id].values()] == ["admin"]


async def test_a_server_that_is_the_hosts_no_longer_has_no_commands_of_theirs(
    house: Club, host: MemberActor
) -> None:
    other = house.env.create_guild("Others")
    for now in (other.id, 0):
        house._settings = replace(house._settings, host_server=now)
        await house.restart()
        listed = {
            guild: len(house.env.backend.commands.get(guild, {})) for guild in (house.guild.id, other.id)
        }
        assert listed == {house.guild.id: 0, other.id: int(now == other.id)}


async def test_without_a_server_of_the_hosts_it_is_offered_nowhere(house: Club) -> None:
    assert "admin" not in {one.name for one in house.bot.tree.get_commands()}
    assert house.bot.tree.get_commands(guild=discord.Object(house.guild.id)) == []


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


async def test_each_order_is_carried_out_told_and_in_the_log_without_its_text(
    house: Club, host: MemberActor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    anna = str(house.anna.id)

    async def orders(order: str, **given: Any) -> str:
        told = await house.types(host, "admin", order=order, **given)
        assert told.private
        return told.text

    assert await orders("blocked user") == "Nobody is blocked."
    assert await orders("block user") == words.NO_NUMBER
    assert await orders("block user", whom="Anna") == words.NO_NUMBER
    assert f"The person {anna} is blocked" in await orders("block user", whom=f"<@{anna}>")
    assert "is blocked already" in await orders("block user", whom=anna)
    assert re.fullmatch(rf"person +{anna} +since 20\d\d-\d\d-\d\d", await orders("blocked user"))
    assert await orders("unblock user", whom=anna) == f"The person {anna} is not blocked any more."
    assert await orders("announce user") == words.NO_TEXT
    assert "has 1,501 characters" in await orders("announce user", text="x" * 1501)
    assert await orders("announce user", text="Zwiebelkuchen") == words.ANNOUNCEMENT_GIVEN
    assert await orders("announce user", text="Zwiebelkuchen") == words.ANNOUNCED_ALREADY
    assert await orders("announce user", text="off") == words.ANNOUNCEMENT_OFF
    assert await orders("announce user", whom="Zwiebelkuchen") == words.ANNOUNCEMENT_GIVEN
    assert await orders("maintenance user", text="soon") == words.NO_MOMENT
    assert await orders("maintenance user", text="0") == words.NO_MOMENT
    told = await orders("maintenance user", text="20")
    assert "A maintenance begins at 2026-01-01 00:2" in told and "told a quarter of an hour before" in told
    assert "those who play are told now" in await orders("maintenance user", whom="15")
    assert await orders("maintenance user", text="off") == words.MAINTENANCE_OFF
    logged = [one.getMessage() for one in caplog.records if "an order of the host" in one.getMessage()]
    assert [one.partition(": ")[2] for one in logged] == [
        "blocked",
        f"block person {anna}",
        f"block person {anna}",
        "blocked",
        f"unblock person {anna}",
        *("announce", "announce", "announce", "announce", "maintenance", "maintenance", "maintenance"),
    ]
    assert "Zwiebelkuchen" not in caplog.text


async def test_its_name_and_its_options_are_listed_for_translators(house: Club, host: MemberActor) -> None:
    (command,) = house.bot.tree.get_commands(guild=discord.Object(house.guild.id))
    assert isinstance(command, app_commands.Command)
    assert [*HOSTS_NAMES] == [command.name, *(one.name for one in command.parameters)]


def test_every_order_is_offered_here_and_on_the_machine() -> None:
    assert {Does(does) for _, does, _ in words.CHOICES} == {*map(Does, words.TYPED)} == {*Does}


async def test_an_order_about_a_number_that_may_be_wrong_says_so(house: Club, host: MemberActor) -> None:
    """Nobody is blocked by the number of a server, nor a server by that of a person."""
    await house.playing(cards=1)
    here, anna = str(house.guild.id), str(house.anna.id)

    async def orders(order: str, whom: str) -> str:
        return (await house.types(host, "admin", order=order, whom=whom)).text

    assert await orders("block user", here) == f"{here} is the number of a server: nothing has been done."
    for order in ("block guild", "leave guild"):
        assert await orders(order, anna) == f"{anna} is the number of a person: nothing has been done."
    assert house.bot.services.blocks.blocked_since == {}
    assert "has not met them: check the number" in await orders("block user", "4711")
    for order in ("block guild", "leave guild"):
        assert "not in it now: check the number" in await orders(order, "4712")
    assert "check the number" not in await orders("block user", anna)
    assert "check the number" not in await orders("block guild", here)


async def test_what_is_kept_of_a_person_is_given_out_as_a_file(house: Club, host: MemberActor) -> None:
    await house.playing(cards=1)
    anna = house.anna.id
    given = await house.types(host, "admin", order="export user", whom=house.anna.mention)
    assert given.private and given.text == words.AS_FILE
    ((name, body),) = files(house, given).items()
    assert name == f"{anna}.json" and json.loads(body)["user"] == str(anna)
    assert json.loads(body) == json.loads(json.dumps(await house.store.people.known(UserId(anna))))
    refused = await house.types(host, "admin", order="export user", whom="Anna")
    assert refused.text == words.NO_NUMBER


async def test_a_long_answer_is_a_whole_file(house: Club, host: MemberActor) -> None:
    for number in range(1, 121):
        await house.bot.services.blocks.block(Blockable(PERSON, number), 0.0)
    given = await house.types(host, "admin", order="blocked user")
    ((name, body),) = files(house, given).items()
    assert name == "admin.txt" and [line.split()[1] for line in body.splitlines()] == [
        *map(str, range(1, 121))
    ]


async def test_a_person_is_forgotten_while_the_bot_runs_once_the_host_is_sure_and_stays_blocked(
    house: Club, host: MemberActor
) -> None:
    await house.playing(cards=1)
    anna, number = UserId(house.anna.id), str(house.anna.id)

    async def forget(whom: str, text: str = "") -> str:
        told = (await house.types(host, "admin", order="forget user", whom=whom, text=text)).text
        await house.env.settle()
        return told

    assert await forget("4711", text="yes") == words.nothing_kept(4711)
    assert "(tables and score sheets: 1)" in await forget(number)
    assert await house.store.people.is_met(anna)
    await ordered(house, Does.BLOCK, whom=anna)
    assert await forget(number, text="Yes") == words.will_forget(anna)
    assert anna not in house.table.people.values()
    kept = repr(await inside(house.store, rows))
    assert kept.count(number) == kept.count(f"blocked:user:{number}") == 1
