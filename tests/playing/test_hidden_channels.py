"""Channels that the bot may not view, of which Discord does not tell it so much as the name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import discord

from bot.host.checking import findings
from playground.ground import Playground
from playground.people import buttons, texts
from tests.trials.stage.guard import until
from tests.trials.stage.playing import QUICK, UNMETERED

NAME: Final = "___hidden___"
ALL_KINDS: Final = (0, 2, 4, 5, 13, 15, 16)
"""The types of channels that a server has."""
LACKS: Final = "I need these permissions here: View Channel."


def shown(ground: Playground) -> str:
    """All that the bot has said to anybody, and to its host."""
    said = [texts(one) for person in ground.people.values() for one in person.sees() + person.sees(person.dm)]
    assert ground.bot is not None
    return f"{said} {ground.bot.log}"


async def test_where_the_bot_may_not_look_nothing_is_opened_or_posted_and_no_sentence_has_a_name_for_it(
    tmp_path: Path,
) -> None:
    """From its start on, at which the server has such channels of every kind, until it is let in."""
    async with Playground.open(limits=UNMETERED, database=tmp_path / "tables.sqlite3") as ground:
        for kind in ALL_KINDS:
            ground.deny("VIEW_CHANNEL", ground.world.create_channel(ground.guild, "secret", type=kind).id)
        ground.deny("VIEW_CHANNEL")
        bot, anna, ivan = await ground.start_bot(QUICK), ground.people["anna"], ground.people["ivan"]
        assert (await anna.slash("table open")).texts == [LACKS]
        rooms = {"channels": f"<#{ground.channel}>"}
        refused = await ivan.slash("evening open", channel=ground.spare_channel, options=rooms)
        assert refused.texts == [
            f"I need these permissions in <#{ground.channel}>: View Channel and Send Messages."
        ]
        assert not [one for one in ivan.sees() if not one["flags"] & 64], "something was posted"
        faults = [one.told async for one in findings(ground.environment, tmp_path / "none") if one.fault]
        assert faults == [] and "left out" not in bot.log

        ground.allow("VIEW_CHANNEL")
        assert (await anna.slash("table open")).type == 4
        await anna.until(lambda seen: any(buttons(one) for one in seen))
        assert NAME not in shown(ground) and "secret" not in bot.log and "Traceback" not in bot.log


async def test_a_table_whose_channel_goes_out_of_view_is_adjourned_and_goes_on_once_it_is_seen_again() -> (
    None
):
    """By a role of the bot, which changes without a word about any channel."""
    async with Playground.open(limits=UNMETERED) as ground:
        world, (anna, boris) = ground.world, (ground.people[name] for name in ("anna", "boris"))
        bot = await ground.start_bot(QUICK)
        await anna.slash("table open")
        shown_now = await anna.until(lambda seen: any(buttons(one) for one in seen))
        lobby = next(one for one in shown_now if buttons(one))
        role = world.get_guild(ground.guild).members[world.bot_user.id].role_ids[0]
        mine = world.get_role(ground.guild, role).permissions
        world.edit_role(
            ground.guild, role, {"permissions": mine & ~discord.Permissions(view_channel=True).value}
        )
        assert not (await boris.press(lobby, label="Join")).failed
        await until(lambda: "is adjourned: its place is gone" in bot.log)
        assert (
            (await boris.slash("table show"))
            .texts[0]
            .startswith("I need these permissions here: View Channel")
        )
        world.edit_role(ground.guild, role, {"permissions": mine})
        await anna.until(lambda seen: str(boris.id) in str(seen))
        assert not (await boris.slash("table show")).failed
        assert NAME not in shown(ground) and "Traceback" not in bot.log
