"""An evening of robots whose bot is killed again and again: every deal is played and entered once."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from playground.ground import Playground
from playground.limits import Limits
from playground.people import texts
from rules.evening.events import BoardScored, EveningReckoned, RoundBegun
from rules.record.codec import decode_evening
from tests.playing.evening import QUICK

TABLES, HANDS = 4, 5
KILLS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.05, 0.15)
"""Seconds between a start and the next kill."""


async def test_an_evening_through_seven_kills_plays_and_enters_every_deal_once(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    async with Playground.open(limits=Limits().unmetered(), database=path) as ground:
        await ground.start_bot(QUICK)
        anna = ground.people["anna"]
        await anna.slash("evening open", tables=TABLES, rounds=HANDS, signal=False)
        await anna.slash("evening join")
        await anna.slash("evening begin")
        await anna.slash("evening leave")  # a robot plays for her
        for pause in KILLS:
            await asyncio.sleep(pause)
            assert ground.bot is not None
            ground.bot.kill()
            await ground.bot.dead()
            await ground.start_bot(QUICK)
        async with asyncio.timeout(60):
            while not any("Final table" in text for one in anna.sees() for text in texts(one)):
                await asyncio.sleep(0.1)
        assert ground.bot is not None
        await ground.bot.stop()
        finals = [one for one in anna.sees() if any("Final table" in text for text in texts(one))]
        threads = [one.name for one in ground.world.channels.values() if one.is_thread]
    assert len(finals) == 1 and len(threads) == len(set(threads)) == TABLES
    with closing(sqlite3.connect(path)) as db:
        ((evening,),) = db.execute("SELECT table_id FROM stream WHERE kind = 'evening'").fetchall()
        rows = db.execute("SELECT kind, body FROM event WHERE table_id = ?1", (evening,)).fetchall()
        events = [decode_evening(*row) for row in rows]
        tables = {name for (name,) in db.execute("SELECT table_id FROM stream WHERE kind = 'table'")}
    begun = [one for one in events if isinstance(one, RoundBegun)]
    scored = [one for one in events if isinstance(one, BoardScored)]
    assert [one.number for one in begun] == list(range(1, HANDS + 1))
    assert tables == {board.stream for one in begun for at in one.sittings for board in at.boards}
    assert len(scored) == TABLES * HANDS == len({(one.round, one.table) for one in scored})
    assert all(sum(one.outcome.tricks) == 13 for one in scored)
    assert sum(isinstance(one, EveningReckoned) for one in events) == 1
