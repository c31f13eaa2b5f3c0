"""The whole bot on a PostgreSQL server, both of which are killed while people play."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from rules.table.events import CardPlayed
from screens.words.refusals import NOT_SAVED
from tests.playing.test_killed import Blow, strike
from tests.trials.stage import postgres
from tests.trials.stage.book import book
from tests.trials.stage.guard import until
from tests.trials.stage.playing import evening

WAITS = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


async def test_people_play_while_leaderboards_are_counted_anew_after_a_start() -> None:
    """The counting waits for somebody else's turn to write, so that it ends when the test says so."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        async with evening(database=server.url(), seed=11) as table:
            table.bot.kill()
            await table.bot.dead()
            with psycopg.connect(server.url()) as db:
                db.execute("UPDATE counted SET revision = 0")
                db.commit()
                db.execute("UPDATE counted SET revision = revision")
                await table.bot.start()
                await table.play_on(3)
                assert "counted anew" not in table.bot.log
                db.rollback()
            await until(lambda: "counted anew" in table.bot.log, "a line of the log")
            assert not table.complaints()


async def test_a_rubber_on_a_server_survives_kills_of_the_bot_and_of_the_server() -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone() as server:
        async with evening(database=server.url(), seed=11) as table:
            for blow in (Blow.COMMITTED, Blow.SENT, Blow.ANSWERED):
                await strike(table, blow)
                await table.play_on(2)
            move = await table.move()
            before = table.room_text
            locking = psycopg.connect(server.url())
            locking.execute("SELECT 1 FROM stream FOR UPDATE")
            acting = asyncio.create_task(table.do(move))
            await until(lambda: server.execute(WAITS), "an act in the midst of its transaction")
            await asyncio.to_thread(server.kill)
            locking.close()
            await asyncio.to_thread(server.start)
            acted, away = await acting, 0
            if not acted.accepted:  # the server was away for longer than people wait
                assert acted.answer.texts[-1] == NOT_SAVED() and table.room_text == before
                acted, away = await table.do(move), 1
            assert acted.accepted
            await table.until_changed(before)
            await table.play_on(3)
            complaints = table.complaints()
            assert len(complaints) <= away and all("StorageAway" in line for line in complaints)
            done = [one for one in table.done if one.accepted]
            assert await table.bot.stop() == 0
            asked = tuple(one.answer.interaction_id for one in done)
            kept = await book(table.ground.database, table.ground.guild, asked)
    assert kept.kept == set(asked)
    cards = [str(one.event.card) for one in kept.events if isinstance(one.event, CardPlayed)]
    assert len(cards) == len(set(cards)) >= 4
    assert {one.move.word for one in done if one.move.verb == "play"} <= set(cards)
