"""What a host meets when bytes of a table's events have changed: its name, and all else as before."""

from __future__ import annotations

import asyncio
import random
import shutil
import sys
from pathlib import Path

import pytest

from bot.errors import SetAside
from bot.host import backups
from bot.host.checking import findings
from bot.tables.service import Tables
from storage.store import Store
from tests.bot.test_damage import INVALID, hands
from tests.trials.stage.flipping import Flipped, bytes_of
from tests.trials.stage.played import mid_deal

SAMPLES = 12


async def test_the_start_the_check_a_backup_and_a_restore_name_the_table_and_go_on_with_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """At drawn bytes, every second of which becomes one that is in no text."""
    path, seed = tmp_path / "whole.sqlite3", random.randrange(10**6)
    sys.stdout.write(f"seed {seed}\n")
    draw = random.Random(seed)
    async with Store.open(path) as store:
        table, *others = [await mid_deal(store, channel) for channel in (11, 12, 13)]
        pieces = await hands(store, table)
    for number, offset in enumerate(draw.sample(bytes_of(path, table.id), SAMPLES)):
        database = tmp_path / f"{number}.sqlite3"
        shutil.copy(path, database)
        flipped = Flipped(database)
        before = flipped.byte(offset)
        bit = before ^ 1 << draw.randrange(8)
        flipped.put(offset, INVALID if number % 2 and before != INVALID else bit)
        environment = {"DATABASE": str(database), "DISCORD_TOKEN": "", "BACKUPS": "off"}
        told = [one.told async for one in findings(environment, tmp_path / ".env") if one.fault]
        assert any(table.id in one for one in told), (offset, told)
        async with Store.open(database) as store:
            tables = Tables(store.streams)
            await tables.find()
            await tables.load_going_on()
            assert tables.set_aside == {table.id}
            with pytest.raises(SetAside):
                await tables.get(table.id)
            for other in others:
                assert (await tables.get(other.id)).version == other.version
        backup, back = tmp_path / f"{number}.backup", tmp_path / f"{number}.back"
        assert await asyncio.to_thread(backups.main, database, tmp_path, backup) == 0
        assert await asyncio.to_thread(backups.restore, backup, back) == 0
        said = capsys.readouterr()
        assert said.out.count(f"Table {table.id} is damaged") == 2, said
        assert f"table {table.id} cannot be read and is set aside" in caplog.text
        assert not any(piece in caplog.text + said.out + said.err for piece in pieces)
        caplog.clear()
