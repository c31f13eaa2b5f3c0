"""Whom the host has blocked: one sentence for each press and command, and others play on."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.actors import MemberActor

from bot.host.orders import Does, Order
from rules.frozen import replace
from rules.seats import RobotMember, Seat
from screens.choices import NOT_THE_HOST
from screens.host_messages import PERSON_BLOCKED, SERVER_BLOCKED
from screens.words.challenges import TAKES_NO_CHALLENGES
from screens.words.evenings import PARTNER_CANNOT_PLAY
from screens.words.languages import spoken
from storage.ports.records import UserId
from tests.cogs.evenings import begun, tables, the_evening
from tests.cogs.hosted import as_hosts_server, ordered
from tests.cogs.test_challenges import challenged, presses, taken_up
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import inside, rows
from tests.trials.stage.seen import Answer

PLAIN = {
    discord.AppCommandOptionType.string: "x",
    discord.AppCommandOptionType.integer: 1,
    discord.AppCommandOptionType.boolean: True,
}


def least(command: app_commands.Command[Any, ..., Any], somebody: MemberActor) -> dict[str, Any]:
    """What must be named with a command, as anything that Discord would let somebody choose."""
    given: dict[str, Any] = {}
    for option in command.parameters:
        if not option.required:
            continue
        if option.choices:
            given[option.display_name] = option.choices[0].value
        elif option.type is discord.AppCommandOptionType.user:
            given[option.display_name] = somebody
        else:
            given[option.display_name] = option.min_value or PLAIN[option.type]
    return given


async def everything(house: Club, who: MemberActor) -> list[Answer]:
    """The answer to every command, and to every button that somebody can see."""
    seen = [house.screen(), *([house.panel(who)] if who.user.dm_channel.last_message else [])]
    answers = []
    for command in house.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.default_permissions is None:
            given = least(command, house.boris)
            answers.append(house._answer(await who.slash(house.room, command.qualified_name, **given)))
    for screen in seen:
        for button in screen.buttons:
            if not button.get("disabled") and "custom_id" in button:
                answers.append(await house.presses_id(who, screen, button["custom_id"]))
    return answers


async def test_every_press_and_command_of_a_blocked_person_gets_one_sentence_and_changes_nothing(
    house: Club,
) -> None:
    await house.playing(cards=3)
    told = await ordered(house, Does.BLOCK, whom=house.anna.id)
    assert told.startswith(f"The person {house.anna.id} is blocked")
    await house.env.settle()
    before = await inside(house.store, rows)
    answers = await everything(house, house.anna)
    assert len(answers) > 40
    assert {(one.text, one.private) for one in answers} == {(PERSON_BLOCKED(), True)}
    assert await inside(house.store, rows) == before
    assert (await house.types(house.boris, "hand")).text != PERSON_BLOCKED()


async def test_nothing_is_offered_to_a_blocked_person_who_types(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    assert await west.autocomplete(house.room, "turn", "act", "")
    await ordered(house, Does.BLOCK, whom=west.id)
    for command, option in (("turn", "act"), ("rules", "about")):
        assert await west.autocomplete(house.room, command, option, "") == []


async def test_the_sentence_is_in_the_language_that_they_have_chosen(house: Club) -> None:
    anna = UserId(house.anna.id)
    await house.bot.services.preferences.change_person(anna, lambda chosen: replace(chosen, language="fr"))
    await ordered(house, Does.BLOCK, whom=house.anna.id)
    with spoken("fr"):
        assert (await house.types(house.anna, "help")).text == PERSON_BLOCKED() != PERSON_BLOCKED.english


async def test_a_robot_takes_a_blocked_persons_chair_and_the_others_play_on(house: Club) -> None:
    await house.playing(cards=3)
    seat, table = house.seat(house.anna), house.table.id
    await ordered(house, Does.BLOCK, whom=house.anna.id)
    assert house.table.id == table and house.table.state.rubber is not None
    assert isinstance(house.table.state.rubber.seats.of(seat), RobotMember)
    await ordered(house, Does.BLOCK, whom=house.boris.id)
    await ordered(house, Does.BLOCK, whom=house.clara.id)
    assert not house.closed() and len(house.table.state.persons) == 1
    await ordered(house, Does.BLOCK, whom=house.david.id)
    assert house.closed()


async def test_a_table_without_robots_goes_on_too(house: Club) -> None:
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda chosen: replace(chosen, robots=False)
    )
    await house.playing(cards=3)
    await ordered(house, Does.BLOCK, whom=house.anna.id)
    assert not house.closed() and len(house.table.state.persons) == 3


async def test_what_a_blocked_person_plays_alone_ends(house: Club) -> None:
    tables, anna = house.bot.services.tables, UserId(house.anna.id)
    await house.types(house.anna, "play")
    await house.types(house.anna, "daily")
    assert len(await tables.tables_of(anna)) == 2
    await ordered(house, Does.BLOCK, whom=anna)
    assert await tables.tables_of(anna) == []


async def test_a_block_outlives_forgetting_and_a_restart_until_it_is_taken_back(house: Club) -> None:
    anna = UserId(house.anna.id)
    await house.playing(cards=1)
    await ordered(house, Does.BLOCK, whom=anna)
    with house.inside():
        await house.bot.services.privacy.forget_person(anna)
    for _ in range(2):
        assert (await house.types(house.anna, "help")).text == PERSON_BLOCKED()
        assert (await house.store.people.known(anna))["blocked"] is not None
        await house.restart()
    assert "is not blocked any more" in await ordered(house, Does.UNBLOCK, whom=anna)
    assert (await house.types(house.anna, "help")).text != PERSON_BLOCKED()
    assert (await house.store.people.known(anna))["blocked"] is None


async def test_a_block_given_to_a_bot_that_is_not_running_holds_from_its_start(house: Club) -> None:
    """Also at the tables at which they sat."""
    await house.playing(cards=1)
    await house.store.preferences.set_choices(f"blocked:user:{house.anna.id}", {"blocked": "0"})
    await house.restart()
    await house.env.settle()
    assert UserId(house.anna.id) not in {
        house.table.people.get(person) for person in house.table.state.persons
    }
    assert (await house.types(house.anna, "help")).text == PERSON_BLOCKED()


async def test_in_a_blocked_server_nothing_is_done_and_its_tables_are_adjourned_until_it_is_unblocked(
    house: Club,
) -> None:
    await house.playing(cards=2)
    await ordered(house, Does.BLOCK, "guild", house.guild.id)
    await house.env.advance_time(60)
    assert house.table.adjourned
    for who in (house.anna, house.ivan):
        answers = await everything(house, who)
        assert {(one.text, one.private) for one in answers} == {(SERVER_BLOCKED(), True)}
    assert (await house.writes(house.anna, "help")).text != SERVER_BLOCKED()  # in direct messages
    with house.inside():
        house.bot.services.adjourning.compare_places(house.guild.id)
    await house.env.advance_time(60)
    assert house.table.adjourned
    await ordered(house, Does.UNBLOCK, "guild", house.guild.id)
    await house.env.advance_time(60)
    assert not house.table.adjourned
    assert (await house.types(house.anna, "hand")).text != SERVER_BLOCKED()


async def test_whoever_is_blocked_while_their_table_is_adjourned_or_paused_has_no_chair_when_it_goes_on(
    house: Club,
) -> None:
    def sit() -> set[UserId | None]:
        return {house.table.people.get(person) for person in house.table.state.persons}

    await house.playing(cards=2)
    await ordered(house, Does.BLOCK, "guild", house.guild.id)
    await house.env.advance_time(60)
    assert house.table.adjourned
    await ordered(house, Does.BLOCK, whom=house.anna.id)
    await ordered(house, Does.UNBLOCK, "guild", house.guild.id)
    await house.env.advance_time(60)
    assert not house.table.adjourned and UserId(house.anna.id) not in sit()
    await house.types(house.boris, "table pause")
    await ordered(house, Does.BLOCK, whom=house.boris.id)
    assert sit() == {UserId(house.clara.id), UserId(house.david.id)}


async def test_nobody_enters_an_evening_with_a_blocked_person_or_challenges_them(house: Club) -> None:
    """Nor is anybody told by name that they are blocked."""
    await ordered(house, Does.BLOCK, whom=house.boris.id)
    await house.types(house.anna, "evening open", game="biritch", kind="pairs")
    entered = await house.types(house.anna, "evening join", partner=house.boris)
    assert entered.text == PARTNER_CANNOT_PLAY() and len(the_evening(house).people) == 1
    called = await challenged(house, house.anna, house.boris)
    assert called.text == TAKES_NO_CHALLENGES()
    await ordered(house, Does.UNBLOCK, whom=house.boris.id)
    await house.types(house.anna, "evening join", partner=house.boris)
    assert len(the_evening(house).people) == 2


async def test_nor_is_a_blocked_person_challenged_again_by_the_button(house: Club) -> None:
    called = await challenged(house, house.anna, house.boris)
    page = await taken_up(house, house.anna, called)
    await house.env.advance_time(25 * 3600)
    await ordered(house, Does.BLOCK, whom=house.boris.id)
    again = await presses(house, house.anna, page, "again")
    assert again.private and again.text == TAKES_NO_CHALLENGES()
    await ordered(house, Does.UNBLOCK, whom=house.boris.id)
    assert house.boris.mention in (await presses(house, house.anna, page, "again")).text


async def test_a_host_who_has_blocked_themselves_or_their_own_server_takes_it_back_in_discord(
    house: Club,
) -> None:
    hanna, walter = await as_hosts_server(house)
    here = str(house.guild.id)
    await ordered(house, Does.BLOCK, "guild", house.guild.id)
    await ordered(house, Does.BLOCK, whom=hanna.id)
    assert (await house.types(hanna, "help")).text == PERSON_BLOCKED()
    assert (await house.types(walter, "admin", order="unblock guild", whom=here)).text == NOT_THE_HOST()
    told = await house.types(hanna, "admin", order="unblock guild", whom=here)
    assert told.text == f"The server {here} is not blocked any more."
    await house.types(hanna, "admin", order="unblock user", whom=str(hanna.id))
    assert (await house.types(hanna, "help")).text != PERSON_BLOCKED()


async def test_orders_that_are_given_at_once_are_carried_out_one_after_another(house: Club) -> None:
    """Of two announcements the later one stands, and differs from the earlier one by its moment."""
    orders = house.bot.services.carrying._orders
    everybody = [*house.four, house.ivan]
    with house.inside():
        await asyncio.gather(
            *(orders.take_order(Order(Does.BLOCK, "user", one.id)) for one in everybody),
            orders.take_order(Order(Does.BLOCKED)),
            orders.take_order(Order(Does.ANNOUNCE, text="first")),
            orders.take_order(Order(Does.ANNOUNCE, text="second")),
        )
    blocks, stored = house.bot.services.blocks, await house.store.preferences.choices("host")
    assert all(blocks.is_person_blocked(UserId(one.id)) for one in everybody)
    assert stored["announcement"] == "second"
    first = int(stored["announced"])
    with house.inside():
        await asyncio.gather(
            *(orders.take_order(Order(Does.ANNOUNCE, text=str(number))) for number in range(5))
        )
    assert int((await house.store.preferences.choices("host"))["announced"]) == first + 5


async def test_a_block_that_cannot_be_carried_out_keeps_no_other_from_being(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """The database refuses to end Anna's pages."""
    await house.playing(cards=3)
    refuses = "BEFORE DELETE ON page_key BEGIN SELECT RAISE(ABORT, 'no'); END"
    trigger = f"CREATE TRIGGER no {refuses.replace('BEGIN', f'WHEN old.user_id = {house.anna.id} BEGIN')}"
    await inside(house.store, lambda db: db.execute(trigger))
    with house.inside():
        await house.bot.services.pages.link_to(house.table.id, UserId(house.anna.id))
    await ordered(house, Does.BLOCK, whom=house.anna.id)
    await ordered(house, Does.BLOCK, whom=house.boris.id)
    assert f"a block could not be carried out: blocked:user:{house.anna.id}" in caplog.text
    assert len(house.table.state.persons) == 3
    assert UserId(house.boris.id) not in map(house.table.people.get, house.table.state.persons)
    house.errors.clear()


async def test_at_an_evening_a_robot_has_a_blocked_persons_place_for_good(house: Club) -> None:
    """At the table of this round, and in all that come."""
    await begun(house, house.anna, house.boris, rounds=2)
    boris = the_evening(house).person(UserId(house.boris.id))
    (table,) = tables(house)
    assert boris is not None and UserId(house.boris.id) in table.people.values()
    await ordered(house, Does.BLOCK, whom=house.boris.id)
    await house.env.settle()
    assert boris not in the_evening(house).state.holders and not the_evening(house).closed
    (table,) = tables(house)
    assert UserId(house.boris.id) not in {table.people.get(one) for one in table.state.persons}
    assert {*the_evening(house).state.holders} & {the_evening(house).person(UserId(house.anna.id))}
