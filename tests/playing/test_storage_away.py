"""While the storage is away, whoever presses or types has a sentence in time, and what was refused is not
done later. Discord gives them half a second less here than it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from playground.errors import Json
from playground.limits import Limits
from playground.people import Answer, buttons
from screens.words.refusals import NOT_SAVED, SAVED_NOW, UNSURE
from tests.storage.proxy import Cut, Proxy
from tests.trials.stage import postgres
from tests.trials.stage.book import book
from tests.trials.stage.guard import guarded
from tests.trials.stage.playing import Evening, evening

SOON = replace(Limits().unmetered(), answer_seconds=2.5)
ALL_LOCKED = "LOCK TABLE stream, event, preference, seen, slot IN ACCESS EXCLUSIVE MODE"


@contextmanager
def stopped(server: postgres.Server) -> Iterator[None]:
    server.stop()
    try:
        yield
    finally:
        server.start()


@contextmanager
def hanging(server: postgres.Server) -> Iterator[None]:
    server.freeze()
    try:
        yield
    finally:
        server.thaw()


@contextmanager
def locked(server: postgres.Server) -> Iterator[None]:
    """Somebody else's transaction holds what every press needs."""
    with psycopg.connect(server.url()) as other:
        other.execute(ALL_LOCKED)
        yield
        other.rollback()


def of_those_who_act(table: Evening, move: Json, what: str) -> list[Awaitable[Answer]]:
    """Presses on a panel and on the table's message, and commands that read, begin and keep."""
    anna, boris, clara, david, ivan = table.ground.people.values()
    mover = next(one for one in table.people if table.panel(one) == move)
    elsewhere: dict[str, Any] = {"channel": table.ground.spare_channel}
    return [
        mover.press(move, what, anyway=True),
        anna.press(table.room, label="My hand"),
        boris.slash("leaderboard"),
        clara.slash("hand"),
        david.slash("stats"),
        ivan.slash("table open", **elsewhere),
        ivan.slash("score open", game="biritch", **elsewhere),
        ivan.slash("play", step="compared", **elsewhere),
        ivan.slash("daily", **elsewhere),
        ivan.slash("evening open", tables=2, rounds=1, **elsewhere),
        boris.slash("table pause"),
        clara.slash("privacy show"),
        david.slash("privacy forget", sure="yes"),
        anna.complete("play", "card", "", options={}),
    ]


async def walked(how: str) -> None:
    causes = {"stopped": stopped, "hanging": hanging, "locked": locked}
    with postgres.alone() as server:
        async with evening(database=server.url(), seed=11, limits=SOON) as table:
            assert (await table.act()).accepted
            move = await table.move()
            assert move.message is not None
            with causes[how](server):
                answers = await asyncio.gather(*of_those_who_act(table, move.message, move.what))
                *told, offered = answers
                assert [one.failed for one in answers] == [False] * len(answers), answers
                for one in told:
                    text = "\n".join(one.texts)
                    assert text.removeprefix("> ").startswith(NOT_SAVED()), one
                assert offered.choices == []
            async with guarded():  # the same button plays once the storage is back
                while not (done := await table.do(move)).accepted:
                    assert "\n".join(done.answer.texts).startswith(NOT_SAVED()), done
            assert "Traceback" not in table.bot.log
            asked = tuple(one.interaction_id for one in told)
            assert await table.bot.stop() == 0
            kept = await book(table.ground.database, table.ground.guild, asked)
            assert kept.kept == frozenset()
            assert server.execute("SELECT count(*) FROM stream") == [(1,)]


@pytest.mark.long
@pytest.mark.parametrize("how", ["stopped", "hanging", "locked"])
async def test_nobody_waits_for_a_server_that_is(how: str) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    await walked(how)


@pytest.mark.long
async def test_who_acts_while_a_commit_hangs_is_told_that_nobody_knows_and_then_what_it_came_to() -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        async with (
            Proxy.before(server.port) as proxy,
            evening(database=server.url().replace(str(server.port), str(proxy.port)), limits=SOON) as table,
        ):
            move = await table.move()
            before = table.room_text
            proxy.cut = Cut.LATE
            answer = await move.person.press(move.message or {}, move.what)
            assert answer.texts == [UNSURE()]
            assert table.room_text == before
            (waiting,) = [one for one in table.people if one is not move.person][:1]
            assert (await waiting.slash("leaderboard")).texts
            proxy.release()
            await table.until(lambda: answer.texts == [SAVED_NOW()])
            await table.until_changed(before)
            assert [bool(buttons(table.panel(one))) for one in table.people]
            assert "Traceback" not in table.bot.log
            assert await table.bot.stop() == 0
            kept = await book(server.url(), table.ground.guild, (answer.interaction_id,))
    assert kept.kept == {answer.interaction_id}
