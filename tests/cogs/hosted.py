"""A club in the host's own server: Hanna owns the application, and Walter may only manage the server."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor

from bot.host.orders import Does, Order
from rules.frozen import replace
from tests.trials.stage.club import Club
from tests.trials.stage.wire import OWNED


def user(number: int) -> dict[str, Any]:
    return {"id": str(number), "username": "somebody", "discriminator": "0", "avatar": None}


async def as_hosts_server(house: Club) -> tuple[MemberActor, MemberActor]:
    """The host, and somebody who may manage the server."""
    role = house.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    hanna, walter = (
        house.guild.add_member(house.env.create_user(name), roles=[role]) for name in ("hanna", "walter")
    )
    OWNED[house.env.backend] = {"owner": user(hanna.id)}
    house._settings = replace(house._settings, host_server=house.guild.id)
    await house.restart()
    return hanna, walter


async def ordered(house: Club, does: Does, kind: str = "user", whom: int = 0, text: str = "") -> str:
    """What the host is told of an order, once it has been carried out."""
    with house.inside():
        told = await house.bot.services.carrying.give_order(Order(does, kind, whom, text))
    await house.env.settle()
    return told
