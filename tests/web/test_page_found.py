"""``biritch check`` tells whether browsers find the page, through whatever stands before it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientSession, web

from bot.host import checking
from bot.host.checking import page_found
from tests.trials.stage.browsers import Browser
from tests.trials.stage.club import Club
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.ports import free_port


async def told(address: str, port: int, *, runs: bool = True) -> list[tuple[bool, str]]:
    known = {"PAGE": f"127.0.0.1:{port}", "PAGE_ADDRESS": address}
    return [(one.fault, one.told) async for one in page_found(known, runs=runs)]


@asynccontextmanager
async def led_to(address: str, *, host: str = "", below: str = "") -> AsyncIterator[str]:
    """What stands before the page and hands on requests, but neither sockets nor, where another ``host`` is
    given, whom they ask for. It may lead to something ``below``."""

    async def hand_on(request: web.Request) -> web.Response:
        named = host or address.removeprefix("http://")
        async with (
            ClientSession() as session,
            session.get(address + below + request.path, headers={"Host": named}) as answer,
        ):
            policy = {"Content-Security-Policy": answer.headers.get("Content-Security-Policy", "")}
            return web.Response(status=answer.status, body=await answer.read(), headers=policy)

    app = web.Application()
    app.router.add_get("/{path:.*}", hand_on)
    runner, port = web.AppRunner(app), free_port()
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()


async def test_a_page_that_browsers_find_is_told_of_and_so_is_what_keeps_them_from_it(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "PAGE_ANSWER", HANGS_AFTER)
    port = int(desk.address.rpartition(":")[2])
    ((fault, said),) = await told(desk.address, port)
    assert not fault and "sockets reach it" in said
    async with led_to(desk.address) as address:
        ((fault, said),) = await told(address, port)
        assert fault and "no WebSocket" in said
    async with led_to(desk.address, host="elsewhere.example") as address:
        ((fault, said),) = await told(address, port)
        assert fault and "name of the host" in said
    async with led_to(desk.address, below="/nowhere") as address:
        ((fault, said),) = await told(address, port)
        assert fault and "something other" in said
    ((fault, said),) = await told(f"http://127.0.0.1:{free_port()}", port)
    assert fault and "Nothing answers" in said


async def test_without_a_bot_that_runs_the_address_of_the_page_is_tried_and_plain_http_is_noted() -> None:
    assert [one async for one in page_found({}, runs=True)] == []
    ((fault, said),) = await told("https://cards.example.org", free_port(), runs=False)
    assert not fault and "while the bot runs" in said
    plain, untried = await told("http://cards.example.org", free_port(), runs=False)
    assert "http://" in plain[1] and not plain[0] and not untried[0]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wrong, _ = await told("https://cards.example.org", taken.getsockname()[1], runs=False)
    assert wrong[0] and "PAGE" in wrong[1]
