"""A Discord that answers questions about one bot, over a real socket. A test changes what it answers."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.utils import formatdate
from typing import Any, Final

from aiohttp import web

TOKEN: Final = "a.good.token"
BOT, GUILD, CHANNEL = "900", "100", "200"
LEAST: Final = 1 << 10 | 1 << 11 | 1 << 38
"""View Channel, Send Messages, Send Messages in Threads."""
EVERYTHING_NEEDED: Final = str(LEAST | 1 << 15 | 1 << 35 | 1 << 36)
"""With Attach Files, Create Public Threads and Create Private Threads."""


class Office:
    """``answers`` has the body for each path; ``late`` is by how many seconds its clock is behind ours.
    Before it answers it refuses once for each of ``waits``, for which it asks; ``asked`` counts its calls."""

    def __init__(self) -> None:
        self.url = ""
        self.late = 0.0
        self.asked = 0
        self.waits: list[str] = []
        self.channel: dict[str, Any] = {
            "id": CHANNEL,
            "name": "whist-table",
            "type": 0,
            "permission_overwrites": [],
        }
        self.guild = {
            "id": GUILD,
            "owner_id": "1",
            "roles": [
                {"id": GUILD, "permissions": EVERYTHING_NEEDED},
                {"id": "500", "permissions": "0"},
            ],
        }
        self.application: dict[str, Any] = {"id": "900", "name": "Whist Bot"}
        self.starts = {"total": 1000, "remaining": 1000, "reset_after": 7_200_000}
        self.guilds: list[dict[str, Any]] = [{"id": GUILD, "name": "Whist Club"}]
        self.others: dict[str, Any] = {}
        self.channels = [self.channel]

    def of_server(self, number: str, name: str, allowed: int) -> None:
        """One more server, in whose one channel the bot may do what its role allows."""
        self.guilds.append({"id": number, "name": name, "permissions": str(allowed)})
        self.others |= {
            f"/guilds/{number}": {
                "id": number,
                "owner_id": "1",
                "roles": [{"id": number, "permissions": str(allowed)}],
            },
            f"/guilds/{number}/members/{BOT}": {"user": {"id": BOT}, "roles": []},
            f"/guilds/{number}/channels": [{**self.channel, "id": f"{number}1", "permission_overwrites": []}],
        }

    def listed(self, after: int, most: int) -> list[dict[str, Any]]:
        """A page of the servers, in the order of their numbers."""
        rest = [one for one in sorted(self.guilds, key=lambda one: int(one["id"])) if int(one["id"]) > after]
        return rest[:most]

    def answers(self) -> dict[str, Any]:
        return {
            **self.others,
            "/users/@me": {"id": BOT, "username": "whist"},
            "/applications/@me": self.application,
            "/gateway/bot": {"shards": 1, "session_start_limit": self.starts},
            "/users/@me/guilds": self.guilds,
            f"/guilds/{GUILD}": self.guild,
            f"/guilds/{GUILD}/members/{BOT}": {"user": {"id": BOT}, "roles": ["500"]},
            f"/guilds/{GUILD}/channels": self.channels,
        }

    async def answer(self, request: web.Request) -> web.Response:
        self.asked += 1
        if self.waits:
            return web.Response(status=429, headers={"Retry-After": self.waits.pop(0)})
        headers = {"Date": formatdate(time.time() - self.late, usegmt=True)}
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return web.json_response({"message": "401: Unauthorized"}, status=401, headers=headers)
        body = self.answers().get("/" + request.match_info["path"])
        if body is self.guilds:
            body = self.listed(int(request.query.get("after", 0)), int(request.query.get("limit", 200)))
        if body is None:
            return web.json_response({"message": "Unknown", "code": 10003}, status=404, headers=headers)
        return web.json_response(body, headers=headers)


@asynccontextmanager
async def opened() -> AsyncIterator[Office]:
    office = Office()
    application = web.Application()
    application.router.add_get("/api/v10/{path:.*}", office.answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    office.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    try:
        yield office
    finally:
        await runner.cleanup()
