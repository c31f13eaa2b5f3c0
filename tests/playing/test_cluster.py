"""Two processes of the bot, each with some of the shards, on one PostgreSQL server: both serve one table."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from aiohttp import ClientSession, CookieJar

from lab.speed.page import Four
from playground.browser import link_in
from playground.calls import Kind
from playground.ground import Playground
from playground.process import BotProcess
from rules.table.events import CardPlayed
from storage.events import seal
from tests.trials.stage import postgres
from tests.trials.stage.book import book
from tests.trials.stage.browsers import Browser
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.playing import QUICK, UNMETERED, Evening
from tests.trials.stage.ports import free_port

AHEAD = """
import runpy, time
from pathlib import Path
right, set_wrong = time.time, Path({file!r})
time.time = lambda: right() + 3600 * set_wrong.exists()
runpy.run_module("bot", run_name="__main__")
"""
"""The bot on a machine whose clock is an hour ahead once there is a file."""
ALERT = re.compile("[Ii]t is your turn")


@asynccontextmanager
async def two_processes(
    url: str,
    seed: int,
    second_command: tuple[str, ...] | None = None,
    pages: Sequence[Mapping[str, str]] = ({}, {}),
) -> AsyncIterator[tuple[Evening, BotProcess, BotProcess]]:
    """A table with the process of its server's shard, and the one of the first shard, which has the direct
    messages."""
    async with Playground.open(limits=UNMETERED, database=url) as ground:
        count = next(count for count in range(2, 99) if (ground.guild >> 22) % count)
        home = (ground.guild >> 22) % count
        first = await ground.start_bot({**QUICK, **pages[0], "SHARDS": f"0-{home - 1}/{count}"})
        second = await ground.start_bot(
            {**QUICK, **pages[1], "SHARDS": f"{home}-{count - 1}/{count}"}, command=second_command
        )
        table = Evening(ground, Random(seed))
        await table.sit_down()
        await table.start()
        yield table, first, second


def silent(server: postgres.Server, *, first: bool) -> None:
    """The process of the first shard, or the other, has not been heard for longer than its lease lasts."""
    theirs = '"first" = 0' if first else '"first" > 0'
    server.execute(f"UPDATE process SET until = clock_timestamp() - interval '1 second' WHERE {theirs}")


async def killed(bot: BotProcess, ground: Playground) -> None:
    """Returns once Discord knows that nobody listens there any more."""
    before = ground.gateway.connections
    bot.kill()
    await bot.dead()
    await until(lambda: ground.gateway.connections < before, "the end of a connection")


def complaints(*bots: BotProcess) -> list[str]:
    return [line for bot in bots for line in re.findall(r"^.* ERROR .*$", bot.log, re.MULTILINE)]


async def test_two_processes_serve_one_table_and_each_goes_on_where_the_other_was_killed() -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        async with two_processes(server.url(), seed=3) as (table, first, second):
            await table.play_on(4)  # by panels, pressed at the first process and posted by the second
            chance = Random(1)
            table.ground.gateway.delivered_to = lambda count: [chance.randrange(count)]
            await table.play_on(4)
            await killed(second, table.ground)
            silent(server, first=False)
            await table.play_on(3)
            await second.start()
            await table.play_on(3)
            await killed(first, table.ground)
            silent(server, first=True)
            await table.play_on(3)
            await first.start()
            table.ground.gateway.delivered_to = lambda count: [count - 1]  # the one that began last
            second.freeze()
            silent(server, first=False)
            await table.play_on(3)
            second.thaw()
            await table.play_on(2)
            table.ground.gateway.delivered_to = lambda count: [0, 1, 0, 1][: chance.randint(1, 4)]
            await table.play_on(3)
            assert not complaints(first, second)
            done = [one for one in table.done if one.accepted]
            titles = table.titles()
            panels = [len(table.panels(person)) for person in table.people]
            assert [await bot.stop() for bot in (first, second)] == [0, 0]
            asked = tuple(one.answer.interaction_id for one in done)
            kept = await book(table.ground.database, table.ground.guild, asked)
    assert kept.kept == set(asked)
    cards = [str(one.event.card) for one in kept.events if isinstance(one.event, CardPlayed)]
    assert len(cards) == len(set(cards)) >= 8
    assert {one.move.word for one in done if one.move.verb == "play"} <= set(cards)
    assert len(titles) == len(set(titles)) and panels == [1, 1, 1, 1]


@pytest.mark.long
async def test_nobody_is_alerted_early_where_the_clocks_of_two_processes_are_an_hour_apart(
    tmp_path: Path,
) -> None:
    """The process that looks after the table judges how long it has waited after an act of the other."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    set_wrong = tmp_path / "wrong"
    command = (sys.executable, "-c", AHEAD.format(file=str(set_wrong)))
    with postgres.alone() as server:
        async with two_processes(server.url(), seed=4, second_command=command) as (table, first, second):
            owner, name, value = chosen = f"guild:{table.ground.guild}", "alert_least", "600"
            sealed = rf"\x{seal(*chosen).hex()}"
            server.execute(f"INSERT INTO preference VALUES ('{owner}', '{name}', '{value}', '{sealed}')")
            set_wrong.touch()
            await table.play_on(4)  # by the first process
            table.ground.gateway.delivered_to = lambda count: [count - 1]
            await table.play_on(2)  # by the second
            alerted = [
                call for call in table.ground.calls.of_kind(Kind.CREATE) if ALERT.search(call.sent_text)
            ]
            assert not alerted and not complaints(first, second)
            assert [await bot.stop() for bot in (first, second)] == [0, 0]
            kept = await book(table.ground.database, table.ground.guild)
    assert {round((one.at - time.time()) / 3600) for one in kept.events} == {0}


@pytest.mark.long
async def test_pages_that_are_open_at_either_process_show_and_play_one_table() -> None:
    """Each card is shown by the other pages, at the process at which it was pressed and at the other."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    pages = [
        {"PAGE": at, "PAGE_ADDRESS": f"http://{at}"} for at in (f"127.0.0.1:{free_port()}" for _ in range(2))
    ]
    with postgres.alone() as server:
        async with (
            two_processes(server.url(), seed=5, pages=pages) as (table, first, second),
            AsyncExitStack() as stack,
        ):
            opened = []
            for place, person in enumerate(table.people):
                jar = await stack.enter_async_context(ClientSession(cookie_jar=CookieJar(unsafe=True)))
                link = link_in(await person.slash("table page", channel=table.channel))
                assert link is not None
                desk = Browser(pages[place % 2]["PAGE_ADDRESS"], jar)
                path = await desk.sits(link.partition("#")[2])
                opened.append(await stack.enter_async_context(desk.opens(path)))
            four = Four(opened, table.ground)
            listening = [asyncio.create_task(four.listens(page)) for page in opened]
            cards = 0
            while cards < 10:
                async with guarded("a card on the other pages"):
                    cards += await four.card() is not None
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            assert not complaints(first, second)
