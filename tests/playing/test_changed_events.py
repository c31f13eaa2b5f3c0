"""An event of Discord's gateway that cannot be read costs nothing but itself."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.host.checking import findings
from playground.ground import HOST, Playground
from tests.host.test_endpoint import asked
from tests.playing.changed_events import INTENTS, Samples, tell_all, trial
from tests.trials.stage.guard import until
from tests.trials.stage.playing import LIMITS, QUICK
from tests.trials.stage.ports import free_port

SOME: Final = 200
TOGETHER: Final = 10
SECRET: Final = "the name of a secret room"


async def test_of_two_hundred_changed_events_none_ends_the_bot_or_is_felt_by_those_who_play() -> None:
    """One change or more of every sample, drawn by chance, and some of the begin of a session."""
    chance = Random(1886)
    async with trial() as one:
        of_each = list(one.changes().values())
        some = [chance.choice(them) for them in of_each]
        some += chance.sample([change for them in of_each for change in them], SOME - len(some))
        for at in range(0, SOME, TOGETHER):
            for change in some[at : at + TOGETHER]:
                one.tell(change)
            await one.check(*some[at : at + TOGETHER])
        for change in chance.sample(one.ready(), 5):
            await one.begin_with(change)
            await one.check(change)
        assert len(of_each) >= 75 and {change.event for change in some} >= {
            "GUILD_CREATE",
            "INTERACTION_CREATE",
        }
        assert one.faults == [] and "Traceback" not in one.table.bot.log, one.table.bot.tail
        assert len(one.skipped()) > 20


@pytest.mark.long
async def test_no_changed_event_of_all_ends_the_bot_or_is_felt_by_those_who_play() -> None:
    assert await tell_all("", together=20) == 0


def without(payload: Any, *path: str | int) -> Any:
    """The same without this field."""
    changed = copy.deepcopy(payload)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    return changed


async def test_what_cannot_be_read_is_named_once_by_its_field_and_counted_and_only_a_server_is_out_of_reach(
    tmp_path: Path,
) -> None:
    """What ended the bot, and each of its starts after that."""
    port = free_port()
    async with Playground.open(limits=LIMITS, database=tmp_path / "tables.sqlite3") as ground:
        bot = await ground.start_bot({**QUICK, "METRICS": f"{HOST}:{port}"})
        (frame,) = ground.world.guild_frames()
        guild = ground.world.for_intents("GUILD_CREATE", frame, INTENTS)
        assert guild is not None
        here, anna = ground.guild, ground.people["anna"]
        samples = Samples(guild, str(ground.world.bot_user.id), str(ground.channel), str(anna.id))
        forum, voice = samples.channels[15] | {"name": SECRET}, samples.channels[2]
        at = len(guild["channels"]), len(guild["channels"]) + 1
        tags = copy.deepcopy(guild) | {"channels": [*guild["channels"], forum | {"available_tags": None}]}
        deaf = copy.deepcopy(guild) | {"channels": [*guild["channels"], forum, voice]}
        wrong = (
            (
                "CHANNEL_UPDATE",
                without(samples.all["CHANNEL_UPDATE of the table"][1], "position"),
                "position",
            ),
            ("GUILD_ROLE_UPDATE", {"guild_id": str(here), "role": {"id": str(here)}}, "role.name"),
            ("INTERACTION_CREATE", {"type": 3}, "id"),
        )
        for event, payload, _ in (*wrong, *wrong):
            ground.gateway.tell(event, payload)
        ground.gateway.tell("GUILD_SCHEDULED_EVENT_CREATE", {"guild_id": str(here)})
        assert not (await anna.slash("table open")).failed
        assert re.findall(r"left out \((\w+), field ([^)]*)\)", bot.log) == [
            (e, field) for e, _, field in wrong
        ]

        async def counted() -> tuple[dict[str, float], float]:
            _, text = await asked(port, "metrics")
            skipped = re.findall(r'^biritch_events_skipped_total\{event="(\w+)"\} (\S+)$', text, re.MULTILINE)
            (servers,) = re.findall(r"^biritch_unreadable_servers (\S+)$", text, re.MULTILINE)
            return {event: float(count) for event, count in skipped}, float(servers)

        async def checked() -> list[str]:
            return [one.told async for one in findings(ground.environment, tmp_path / "none") if one.fault]

        assert await counted() == ({event: 2.0 for event, *_ in wrong}, 0.0)
        assert not any(str(here) in told for told in await checked())
        for payload, field in (
            (tags, "channels[].available_tags"),
            (without(deaf, "channels", at[1], "bitrate"), "channels[].bitrate"),
            (guild | {"roles": []}, "roles"),
            (guild | {"member_count": "two"}, "member_count"),
            (guild | {"system_channel_id": {}}, "system_channel_id"),  # which the library takes for a channel
            (guild | {"members": []}, "members"),
        ):
            ground.gateway.tell("GUILD_CREATE", payload)
            assert not (await anna.slash("rules")).failed
            assert (await counted())[1] == 1.0
            assert bot.log.count(f"server {here} cannot be read (GUILD_CREATE, field {field})") == 1
            (told,) = [told for told in await checked() if str(here) in told]
            assert f"Whist Club ({here}, field {field})" in told
        ground.gateway.tell("GUILD_CREATE", deaf)
        await until(lambda: f"server {here} can be read again" in bot.log)
        assert not any(str(here) in told for told in await checked())
        assert (await counted())[1] == 0.0
        assert not (await anna.slash("table join")).failed
        assert "Traceback" not in bot.log and SECRET not in bot.log
