"""What people met who came to a table for the first time, each at the real bot: the ways in which it once let
them down."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.errors import Json
from playground.ground import Playground
from playground.people import Person, buttons, texts
from tests.trials.stage.guard import until
from tests.trials.stage.playing import EPHEMERAL, LIMITS, QUICK, accepts

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ground() -> AsyncIterator[Playground]:
    """In one channel four people sit and the pack is cut, in the other Anna plays with robots."""
    async with Playground.open(limits=LIMITS) as opened:
        await opened.start_bot(QUICK)
        anna, boris, clara, david, _ = opened.people.values()
        await anna.slash("table open")
        await room(opened, "join:")
        for person in (anna, boris, clara, david):
            await person.slash("table join")
        await anna.press(await room(opened, "start:"), _id(await room(opened, "start:"), "start:"))
        await due(opened, "cut:")
        for person in (anna, boris, clara, david):
            await person.slash("turn", act="cut 20")
        await due(opened, "call:")
        yield opened


async def room(ground: Playground, button: str, channel: int | None = None) -> Json:
    """The newest message that everybody sees, once it has this button."""
    ivan = ground.people["ivan"]

    def newest(seen: list[Json]) -> Json:
        return [one for one in seen if not one["flags"] & EPHEMERAL][-1:][0]

    seen = await ivan.until(lambda seen: seen and _id(newest(seen), button), channel=channel)
    return newest(seen)


def _is_of_a_deal(message: Json) -> bool:
    """Whether it is the table's message, or the result, of a deal: either begins with its number, or with
    what has been declared, in larger letters than anything else."""
    return (texts(message) or [""])[0].startswith(("### Deal 1", "## "))


def _id(message: Json, beginning: str) -> str:
    """The id of the message's first button that can be pressed and whose id begins so; empty without one."""
    return next((one for one in _ids(message) if one.startswith(beginning)), "")


def _ids(message: Json) -> list[str]:
    return [one.custom_id or "" for one in buttons(message) if not one.disabled]


async def due(ground: Playground, verb: str) -> Person:
    """The person on whose panel there is such a button, once there is one."""
    return (await until(lambda: may(ground, verb), f"somebody who may {verb}"))[0]


def may(ground: Playground, verb: str) -> list[Person]:
    """The people on whose panels there is such a button."""
    four = [person for person in ground.people.values() if person.key != "ivan"]
    return [one for one in four if any(_id(message, verb) for message in one.sees(one.dm))]


async def test_a_card_during_the_calls_is_told_that_cards_come_later(ground: Playground) -> None:
    """A finger finds the button of a card on a message of before."""
    person = await due(ground, "call:")
    panel = next(one for one in reversed(person.sees(person.dm)) if _id(one, "call:"))
    table = _id(panel, "call:").split(":")[1]
    answer = await person.press(panel, f"play:{table}:1:QH", anyway=True)
    told = " ".join([*answer.texts, *(words for one in person.sees(person.dm) for words in texts(one))])
    assert not answer.failed and "is over. Here is the table" not in told
    assert "Cards are played after the calls" in told


async def test_one_tap_on_claim_lays_no_hand_open(ground: Playground) -> None:
    declarer = await due(ground, "call:")
    panel = next(one for one in reversed(declarer.sees(declarer.dm)) if _id(one, "call:"))
    await declarer.press(panel, _id(panel, "call:"))

    async def both_are_content() -> bool:
        for person in may(ground, "call:"):
            panel = next(one for one in reversed(person.sees(person.dm)) if _id(one, "call:"))
            if content := next((one for one in _ids(panel) if one.endswith(":content")), ""):
                await person.press(panel, content, anyway=True)
        return bool(may(ground, "play:"))

    await until(both_are_content, "two adversaries who are content")
    leader = await due(ground, "play:")
    panel = next(one for one in reversed(leader.sees(leader.dm)) if _id(one, "play:"))
    await leader.press(panel, _id(panel, "play:"))
    claimer = await due(ground, "claim:")
    panel = next(one for one in reversed(claimer.sees(claimer.dm)) if _id(one, "claim:"))
    await claimer.press(panel, _id(panel, "claim:"))
    follower = await due(ground, "play:")
    panel = next(one for one in reversed(follower.sees(follower.dm)) if _id(one, "play:"))
    answer = await follower.press(panel, _id(panel, "play:"))  # while a claim is open nobody plays
    assert accepts(answer), answer.texts
    shown = "\n".join(texts(await room(ground, "hand:")))
    assert "claims" not in shown and "laid open" not in shown


async def test_a_friend_takes_a_robots_chair_in_mid_rubber(ground: Playground) -> None:
    anna, boris, there = ground.people["anna"], ground.people["boris"], ground.spare_channel
    await anna.slash("table open", channel=there)
    await anna.slash("table join", channel=there)
    lobby = await room(ground, "start:", there)
    await anna.press(lobby, _id(lobby, "start:"))
    await anna.slash("turn", act="cut 20", channel=there)  # if it falls to her; else it is refused
    await anna.until(lambda seen: any(_is_of_a_deal(one) for one in seen), channel=there)
    answer = await boris.slash("table join", channel=there)
    assert "**My hand**" in " ".join(answer.texts), answer.texts
    await anna.until(lambda seen: f"<@{boris.id}>" in str(seen), channel=there)
