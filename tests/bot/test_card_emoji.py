"""The cards as emoji, uploaded to a Discord on this machine."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from io import BytesIO

import discord
import pytest
from discord.http import Route
from PIL import Image

from bot.discord_api.card_emoji import CardEmoji
from playground.calls import Kind
from playground.ground import Playground
from screens.pictures.emoji import drawings

THREE = {name: drawings()[name] for name in ("ace_of_spades", "suit_of_hearts", "card_face_down")}


@pytest.fixture
async def ground() -> AsyncIterator[Playground]:
    async with Playground.open() as ground:
        yield ground


@pytest.fixture
async def client(ground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[discord.Client]:
    """A client of the bot's own application."""
    monkeypatch.setattr(Route, "BASE", ground.environment["DISCORD_API"])
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(ground.token)
        yield client


async def test_cards_are_uploaded_once_and_found_again(ground: Playground, client: discord.Client) -> None:
    first = CardEmoji(client, THREE, between=0)
    await first.bring_up_to_date()
    assert set(first.known) == set(THREE)
    assert ground.calls.count(Kind.EMOJI) == 1 + 3
    again = CardEmoji(client, THREE, between=0)
    await again.bring_up_to_date()
    assert again.known == first.known
    assert ground.calls.count(Kind.EMOJI) == 1 + 3 + 1


async def test_until_all_are_uploaded_none_is_used_and_the_next_start_goes_on(
    ground: Playground, client: discord.Client
) -> None:
    emoji = CardEmoji(client, THREE, between=0)
    ground.fail("POST", "/applications/.*/emojis", status=400, code=30008)
    await emoji.bring_up_to_date()
    assert not emoji.known
    await emoji.bring_up_to_date()
    assert set(emoji.known) == set(THREE)


def test_there_are_52_cards_26_of_them_in_two_colours_besides_four_suits_and_two_and_a_back() -> None:
    assert len(drawings()) == 52 + 26 + 4 + 2 + 1


def test_every_emoji_is_within_discords_limits() -> None:
    for name, draw in drawings().items():
        assert re.fullmatch(r"[a-z_]{2,32}", name)
        with Image.open(BytesIO(draw())) as image:
            assert image.size == (128, 128)
    assert len(drawings()["ace_of_spades"]()) < 256 * 1024
