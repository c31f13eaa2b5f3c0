"""The cards as emoji, uploaded to a Discord on this machine."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from time import monotonic

import pytest
from PIL import Image

from bot.clocks import DiscordClock
from bot.discord_api import emoji as emoji_module
from bot.discord_api.emoji import CardEmoji
from bot.discord_api.faults import Refused
from bot.discord_api.rest import HttpWire, Rest
from bot.discord_api.scheduler import CREATE, Route, Scheduler
from bot.discord_api.sender import Messenger
from playground.calls import Kind
from playground.ground import Playground
from screens.pictures.emoji import drawings
from screens.screen import Screen, Text
from storage.ports.records import TableId
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.virtual_time import real_time

pytestmark = real_time

THREE = {name: drawings()[name] for name in ("ace_of_spades", "suit_of_hearts", "card_face_down")}


@pytest.fixture
async def ground() -> AsyncIterator[Playground]:
    async with Playground.open(limits=LIMITS) as ground:
        yield ground


@asynccontextmanager
async def calling(ground: Playground) -> AsyncIterator[tuple[Rest, Scheduler]]:
    """What makes the calls of the bot's own application."""
    wire, scheduler = HttpWire(ground.environment["DISCORD_API"]), Scheduler()
    calls = Rest(wire, "", scheduler.buckets, DiscordClock())
    await calls.open(ground.token, ground.world.application_id)
    yield calls, scheduler
    await calls.close()


@asynccontextmanager
async def uploading(ground: Playground) -> AsyncIterator[CardEmoji]:
    async with calling(ground) as (calls, scheduler):
        yield CardEmoji(calls, scheduler, THREE, between=0)


async def test_cards_are_uploaded_once_and_found_again(ground: Playground) -> None:
    async with uploading(ground) as first, uploading(ground) as again:
        await first.upload_missing()
        assert set(first.deck.emoji) == set(THREE)
        assert ground.calls.count(Kind.EMOJI) == 1 + 3
        await again.upload_missing()
        assert again.deck == first.deck
    assert ground.calls.count(Kind.EMOJI) == 1 + 3 + 1


async def test_until_all_are_uploaded_none_is_used_and_the_next_start_goes_on(ground: Playground) -> None:
    async with uploading(ground) as emoji:
        ground.fail("POST", "/applications/.*/emojis", status=400, code=30008)
        await emoji.upload_missing()
        assert not emoji.deck.emoji
        await emoji.upload_missing()
        assert set(emoji.deck.emoji) == set(THREE)


async def test_a_card_that_discord_has_taken_though_its_answer_was_lost_is_one_of_them(
    ground: Playground,
) -> None:
    async with uploading(ground) as emoji:
        ground.fail("POST", "/applications/.*/emojis", status=502, effect=True)
        await emoji.upload_missing()
        assert set(emoji.deck.emoji) == set(THREE)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_where_discord_does_not_answer_as_the_bot_starts_the_cards_are_there_a_little_later(
    ground: Playground, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stayed letters for as long as the bot ran."""
    monkeypatch.setattr("bot.clocks.FIRST", 0.0)
    async with uploading(ground) as emoji:
        ground.fail(method, "/applications/.*/emojis", status=502)
        await emoji.upload_missing()
        assert set(emoji.deck.emoji) == set(THREE)


async def test_a_card_that_another_process_has_uploaded_meanwhile_is_taken_as_it_is(
    ground: Playground,
) -> None:
    """Discord refuses a second one of that name."""
    there = len(ground.world.application_emojis)
    ground.fail("POST", "/applications/.*/emojis", status=400, code=50035, effect=True, times=2)
    async with uploading(ground) as emoji:
        await emoji.upload_missing()
        assert set(emoji.deck.emoji) == set(THREE)
    assert len(ground.world.application_emojis) == there + 3


async def test_a_card_that_discord_refuses_for_itself_is_not_tried_again_and_again(
    ground: Playground,
) -> None:
    refused = ground.fail("POST", "/applications/.*/emojis", status=400, code=50035, times=None)
    async with uploading(ground) as emoji:
        await emoji.upload_missing()
        assert not emoji.deck.emoji and refused.used == 1


async def test_of_two_processes_one_uploads_and_the_other_shows_the_cards_as_soon_as_all_are_there(
    ground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emoji_module, "LOOK_EVERY", 0.005)
    may = asyncio.Event()

    async def the_other_does() -> bool:
        may.set()
        return False

    async with calling(ground) as (calls, scheduler), uploading(ground) as first:
        second = CardEmoji(calls, scheduler, THREE, may_upload=the_other_does)
        waiting = asyncio.create_task(second.upload_missing())
        await may.wait()
        assert not second.deck.emoji
        await first.upload_missing()
        await waiting
        assert second.deck == first.deck and set(second.deck.emoji) == set(THREE)
    posts = [call for call in ground.calls.of_kind(Kind.EMOJI) if call.method == "POST"]
    assert len(posts) == 3


async def test_an_upload_that_comes_too_fast_is_made_again_when_discord_has_room(ground: Playground) -> None:
    ground.fail("POST", "/applications/.*/emojis", status=429, retry_after=0.2, times=2)
    async with uploading(ground) as emoji:
        await emoji.upload_missing()
        assert set(emoji.deck.emoji) == set(THREE)


async def test_uploads_share_the_calls_of_the_token_with_what_is_posted(ground: Playground) -> None:
    """As at a first start with many tables: both would make as many calls as they can."""
    many = {f"card_{number}": THREE["suit_of_hearts"] for number in range(20)}
    rooms = [ground.world.create_channel(ground.guild, f"room-{number}").id for number in range(60)]
    async with calling(ground) as (calls, scheduler):

        async def post(room: int) -> None:
            async with scheduler.reserved(Route(CREATE, room)):
                await Messenger(calls, Refused(monotonic)).post(
                    TableId("aa"), room, Screen((Text("A table."),)), str(room)
                )

        emoji = CardEmoji(calls, scheduler, many, between=0)
        await asyncio.gather(emoji.upload_missing(), *map(post, rooms))
        assert set(emoji.deck.emoji) == set(many)
    assert ground.calls.count(Kind.CREATE, status=200) == len(rooms)
    assert not ground.calls.too_fast


def test_26_cards_and_two_suits_are_drawn_twice_and_every_sign_of_the_table_once() -> None:
    """A back, three places, four arrows, two wedges, and the badges of four seats in three languages."""
    of_other_packs = 2 * (12 + 6)  # R D V and Т Д В, in four colours, and diamonds and clubs in two
    assert len(drawings()) == 52 + 26 + 4 + 2 + 1 + 3 + 4 + 2 + 12 + of_other_packs


def test_every_emoji_is_within_discords_limits() -> None:
    for name, draw in drawings().items():
        assert re.fullmatch(r"[a-z_]{2,32}", name)
        with Image.open(BytesIO(draw())) as image:
            assert image.size == (128, 128)
    assert len(drawings()["ace_of_spades"]()) < 256 * 1024
