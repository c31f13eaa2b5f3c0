"""An evening of robots whose bot is killed again and again: every deal is played and entered once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from playground.calls import Kind
from playground.ground import Playground
from playground.people import texts
from rules.evening.events import BoardScored, EveningReckoned, RoundBegun
from rules.record.codec import decode_evening
from tests.trials.stage.guard import until
from tests.trials.stage.playing import QUICK, UNMETERED

TABLES, HANDS = 4, 5
KILLS = (0, 1, 2, 4, 7, 3, 5)
"""How often a process has written into a channel before it is killed."""
WRITES = (Kind.CREATE, Kind.EDIT)


async def test_an_evening_through_seven_kills_plays_and_enters_every_deal_once(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    async with Playground.open(limits=UNMETERED, database=path) as ground:
        await ground.start_bot(QUICK)
        anna = ground.people["anna"]
        await anna.slash("evening open", tables=TABLES, rounds=HANDS, signal=False)
        await anna.slash("evening join")
        await anna.slash("evening direct", what="begin")
        await anna.slash("evening leave")  # a robot plays for her

        def written() -> int:
            return sum(map(ground.calls.count, WRITES))

        for writes in KILLS:
            before = written()
            await until(lambda goal=before + writes: written() >= goal, f"{writes} writes")  # type: ignore[misc]
            assert ground.bot is not None
            ground.bot.kill()
            await ground.bot.dead()
            await ground.start_bot(QUICK)
        await anna.until(lambda seen: any("Final table" in text for one in seen for text in texts(one)))
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
