"""A playground with and without the small bot, and a plain HTTP client that has the bot's token."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground.ground import Playground
from playground.limits import Limits
from playground.people import Answer
from tests.playground.bodies import choice, command
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.playing import LIMITS, UNMETERED

SMALL_BOT = [sys.executable, str(Path(__file__).with_name("small_bot.py"))]
ASKING = command("open", options=[choice(autocomplete=True), choice(4, "number", autocomplete=True)])
COMMAND = {"name": "open", "description": "Open a table", "type": 1, "options": []}


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        return int(self.body["code"])


class Raw:
    """Discord's API by hand."""

    def __init__(self, ground: Playground, session: aiohttp.ClientSession) -> None:
        self.ground, self.session = ground, session

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        headers.setdefault("Authorization", f"Bot {self.ground.token}")
        url = f"{self.ground.url}/api/v10{path}"
        async with self.session.request(method, url, json=body, headers=headers) as response:
            if response.headers.get("Content-Type") != "application/json":
                return Reply(response.status, None, response.headers)
            return Reply(response.status, await response.json(), response.headers)

    async def send(self, **body: Any) -> Reply:
        return await self.ask("POST", f"/channels/{self.ground.channel}/messages", body)

    async def edit(self, message: Any, **body: Any) -> Reply:
        return await self.ask("PATCH", f"/channels/{self.ground.channel}/messages/{message}", body)

    async def upload(self, *sizes: int) -> Reply:
        form = aiohttp.FormData()
        form.add_field("payload_json", '{"content": "files"}')
        for number, size in enumerate(sizes):
            form.add_field(f"files[{number}]", b"x" * size, filename=f"{number}.png")
        url = f"{self.ground.url}/api/v10/channels/{self.ground.channel}/messages"
        headers = {"Authorization": f"Bot {self.ground.token}"}
        async with self.session.post(url, data=form, headers=headers) as response:
            return Reply(response.status, await response.json(), response.headers)

    async def interaction(self) -> tuple[str, str, "asyncio.Task[Answer]"]:
        """Anna uses /open: the interaction's id, its token, and her wait for the answer."""
        ground = self.ground
        await self.ask("PUT", f"/applications/{ground.world.application_id}/commands", [COMMAND])
        waiting = asyncio.create_task(ground.people["anna"].slash("open"))
        await asyncio.sleep(0)
        record = list(ground.world.interactions.values())[-1]
        return str(record.id), record.token, waiting

    async def answer(self, interaction: str, token: str, kind: int = 4, **data: Any) -> Reply:
        body = {"type": kind, "data": data or {"content": "here"}}
        return await self.ask("POST", f"/interactions/{interaction}/{token}/callback", body)

    def by_token(self, token: str, rest: str = "") -> str:
        return f"/webhooks/{self.ground.world.application_id}/{token}{rest}"


Opener = Callable[..., Awaitable[Raw]]


@pytest.fixture
async def hub() -> AsyncIterator[Opener]:
    """Opens a hub without a bot, with the limits given. Its windows pass only with ``pass_time``."""
    async with aiohttp.ClientSession() as session, AsyncExitStack() as opened:

        async def open_hub(**limits: Any) -> Raw:
            ground = await opened.enter_async_context(
                Playground.open(limits=Limits(**{"answer_seconds": HANGS_AFTER} | limits))
            )
            ground.world.ticks = lambda: 0.0
            return Raw(ground, session)

        yield open_hub


@pytest.fixture
async def raw(hub: Opener) -> Raw:
    return await hub()


@pytest.fixture
async def free(hub: Any) -> Any:
    """The API by hand, of a playground without limits."""
    limits = UNMETERED
    raw = await hub(**{name: getattr(limits, name) for name in Limits.__dataclass_fields__})
    path = f"/applications/{raw.ground.world.application_id}/commands"
    assert (await raw.ask("PUT", path, [ASKING])).status == 200
    return raw


@pytest.fixture
def small_bot() -> list[str]:
    """How to start the small bot."""
    return SMALL_BOT


@pytest.fixture
async def ground() -> AsyncIterator[Playground]:
    """A hub with the small bot running."""
    async with Playground.open(command=SMALL_BOT, limits=LIMITS) as playground:
        await playground.start_bot()
        yield playground
