"""Frames of Discord's gateway that are broken in themselves: none ends or deafens the bot."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest

from playground.ground import Playground
from tests.bot.test_outages import QUICK
from tests.trials.stage.guard import until
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.virtual_time import real_time

pytestmark = real_time
BROKEN: Final = {
    "": "JSON",
    "{": "JSON",
    "null": "JSON",
    "[]": "JSON",
    "7": "JSON",
    "\ud7ff\ud7ff": "JSON",
    "[" * 200_000: "JSON",
    "{}": "op",
    '{"op": null, "t": "TYPING_START", "s": null, "d": {}}': "op",
    '{"op": 99, "d": {}}': "op",
    '{"op": "0", "t": "TYPING_START", "d": {}}': "op",
    '{"op": [], "d": {}}': "op",
    '{"op": 0, "s": null, "d": {}}': "t",
    '{"op": 0, "t": null, "d": {}}': "t",
    '{"op": 0, "t": {"a": []}, "d": {}}': "t",
    '{"op": 0, "t": 7, "d": {}}': "t",
    '{"op": 10, "d": null}': "heartbeat_interval",
}
"""Each with the field at which reading fails."""
ODD: Final = (
    {"op": 0, "t": "SOMETHING_NEW", "d": None},
    {"op": 0, "t": "", "d": None},
    {"op": 0, "t": "TYPING_START", "s": "7", "d": {}},
    {"op": 0, "t": "TYPING_START", "s": [], "d": {}},
    {"op": 0, "t": "TYPING_START", "s": -7, "d": {}},
    {"op": 0, "t": "TYPING_START", "s": True, "d": {}},
    {"op": 0, "t": "RESUMED", "d": None},
    {"op": 1},
    {"op": 1, "d": "now"},
    {"op": 11},
    {"op": 11, "d": []},
)
"""These tell nothing that anybody would miss."""
GREETINGS: Final[tuple[Any, ...]] = (
    "{",
    "null",
    {"op": 10},
    {"op": 10, "d": None},
    {"op": 10, "d": []},
    {"op": 10, "d": {}},
    *({"op": 10, "d": {"heartbeat_interval": beat}} for beat in (None, "1000", [], 0, -1, 0.001, 1e300)),  # type: ignore[var-annotated]
    {"d": {"heartbeat_interval": 41250}},
    {"op": 0, "t": "SOMETHING_NEW", "d": {}},
)
UNREADABLE: Final = b"\x00\x00\x00\x00\xff\xff"


def named(log: str) -> list[str]:
    """The fields of frames that the log says to have been left out."""
    return re.findall(r"left out \(frame, field (\w+)\)", log)


async def test_a_frame_that_cannot_be_read_is_left_out_and_named_once_by_its_field() -> None:
    """Of frames one after the other, of the greeting of a connection, and of compressed bytes."""
    async with Playground.open(limits=LIMITS) as ground:
        bot, anna = await ground.start_bot(QUICK), ground.people["anna"]
        for text in (*BROKEN, *map(json.dumps, ODD)):
            ground.gateway.send(text)
            ground.gateway.send(text)
            assert not (await anna.slash("help")).failed, text[:80]
        assert sorted(named(bot.log)) == sorted({*BROKEN.values()})
        usual = ground.gateway.greeting
        for number, greeting in enumerate((usual, *GREETINGS), start=1):
            ground.gateway.greeting = greeting if isinstance(greeting, str) else json.dumps(greeting)
            await ground.drop_gateway(resume=True, politely=True)
            await until(lambda so_often=number: ground.gateway.resumed == so_often)  # type: ignore[misc]
        assert not (await anna.slash("help")).failed
        ground.gateway.send(UNREADABLE)
        await until(lambda: ground.gateway.resumed == len(GREETINGS) + 2)
        assert not (await anna.slash("help")).failed
        assert sorted(named(bot.log)) == sorted({*BROKEN.values(), "compression"})
        assert ground.gateway.identified == 1, "a session was lost"
        assert "Traceback" not in bot.log and "TYPING_START" not in bot.log


@pytest.mark.long
async def test_a_session_of_which_nothing_can_be_inflated_is_given_up_after_a_while() -> None:
    """What is resumed at once is sent once more at once: that would be asked for without end."""
    async with Playground.open(limits=LIMITS) as ground:
        bot, anna = await ground.start_bot(QUICK), ground.people["anna"]
        sound, ground.gateway.greeting = ground.gateway.greeting, UNREADABLE
        await ground.drop_gateway(resume=True)
        await until(lambda: "Attempting a reconnect for shard ID 0" in bot.log)
        ground.gateway.greeting = sound
        await until(lambda: ground.gateway.identified == 2)
        assert not (await anna.slash("help")).failed and named(bot.log) == ["compression"]
