"""``python -m tests.trials.soak.damage`` flips bits of a database file and sees whether each is noticed.

Drawn bits of the whole file are flipped one at a time, and the file is opened as at a start, and examined as
behind one. All that tables, their people, packs and messages and the leaderboards come to is read, with
contests, plays and choices, and everything counted again. A flip is missed if something read is not what was
stored, and nothing has said so.
With ``--every`` each bit of the events of a table in mid-deal is flipped besides, in the open file.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.errors import SetAside
from bot.streams.fair_deal import ChanceSource
from bot.tables.counting import deal_counts
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.table.requests import CutPack, Join, Start
from storage.ports.records import Board, Place, TableId, UserId
from storage.ports.storage import StorageError
from storage.store import Store
from tests.trials.stage import sealed_rows
from tests.trials.stage.flipping import Flipped, bytes_of
from tests.trials.stage.played import forgetting, goes_on, mid_deal

ANNA: Final = UserId(101)
GUILD: Final = 1
NOON: Final = 1_700_000_000.0
MEMORY: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None


class Seen(NamedTuple):
    """What came of one flip."""

    told: str
    """Who noticed it: the opening, a table that is set aside, messages posted anew, a count; else empty."""
    changed: str
    """What was read otherwise than it was stored, if anything was."""


async def filled(path: Path) -> tuple[TableId, ...]:
    """A database with a table in mid-deal, one that has played a rubber, and one that waits for the cut."""
    async with Store.open(path) as store:
        playing = await mid_deal(store, 11)
        tables = Tables(store.streams, ChanceSource("damage rubber"))
        over = await tables.open_table(Place(GUILD, 12), "biritch", {})
        await tables.act(over.id, ANNA, Join())
        await tables.act(over.id, ANNA, Start())
        while over.state.rubber is not None:
            await _on(tables, over)
        waiting = await tables.open_table(Place(GUILD, 13), "biritch", {})
        await tables.act(waiting.id, ANNA, Join())
        await tables.act(waiting.id, ANNA, Start())
        await sealed_rows.fill(store, NOON)
        for table in (playing, over, waiting):
            shown = [
                one.as_shown(one.wanted, "digest", 11, 900 + number)
                for number, one in enumerate(await store.slots.of_stream(table.id))
            ]
            await store.slots.note_slots(shown)
        return playing.id, over.id, waiting.id


async def _on(tables: Tables, table: OpenTable) -> None:
    if table.state.pack is not None:
        await tables.act(table.id, None, CutPack(20, ""))
    else:
        await goes_on(tables, table, ANNA)


Kept = dict[str, object]


async def kept(store: Store, ids: tuple[TableId, ...]) -> Kept:
    """All that can be read of these tables and of their server."""
    found: Kept = {}
    for table in ids:
        loaded = await store.streams.load(table, whole=True)
        if loaded is None:
            found[f"table {table}"] = None
            continue
        found[f"events {table}"] = loaded.events
        found[f"people {table}"] = loaded.people
        found[f"seeds {table}"] = loaded.seeds
        found[f"messages {table}"] = tuple(
            one._replace(wanted=0) for one in sorted(loaded.slots, key=lambda one: str(one.key))
        )
        found[f"place {table}"] = loaded.stream.place
    for board in (Board.PERSONS, Board.ALONE):
        found[f"leaderboard {board.name}"] = await store.standings.leaderboard(GUILD, "biritch", board)
    return found


async def looked(path: Path, ids: tuple[TableId, ...], truth: Kept) -> Seen:
    """What is noticed in a file with one bit flipped, and what has changed in it."""
    try:
        async with Store.open(path) as store:
            told = ""
            await store.checks.examine_file()
            tables = Tables(store.streams)
            await tables.find()
            for table in ids:
                try:
                    loaded = await tables.get(table)
                    if loaded.wants:
                        told = told or "messages posted anew"
                except SetAside:
                    return Seen("set aside", "")
                except Exception as fault:  # noqa: BLE001
                    return Seen(f"no such table: {type(fault).__name__}", "")
            found, gone = await sealed_rows.read(store)
            gone |= await sealed_rows.whose_is_lost(store)
            if wrong := sealed_rows.untold(truth, found, gone):
                return Seen("", min(wrong))
            if gone:
                return Seen("left out, and told of", "")
            checked = await store.checks.check_projections(deal_counts, unhurried=False)
            if any(checked.mended.values()) or checked.damaged:
                return Seen("counted again", "")
            if checked.misplaced:
                return Seen("messages put in order", "")
            if checked.decayed:
                return Seen("found by the check", "")
            now = await kept(store, ids)
            changed = next((name for name, what in now.items() if truth.get(name) != what), "")
            return Seen(told, changed)
    except StorageError as fault:
        return Seen(type(fault).__name__, "")


async def at_random(flips: int, seed: int, rows: str = "") -> tuple[Counter[str], list[str]]:
    """Who noticed how many flips, and those that were missed. With ``rows`` only bits are drawn of the rows
    of the three tables that are kept under this name, or of all rows of a table with other things."""
    numbers = Random(seed)
    noticed, missed = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory(dir=MEMORY) as place:
        whole, folder = Path(place) / "whole.sqlite3", Path(place) / "flipped"
        ids = await filled(whole)
        async with Store.open(whole) as store:
            await store.checks.rebuild_projections(deal_counts)
            truth = await kept(store, ids) | (await sealed_rows.read(store))[0]
        content = whole.read_bytes()
        drawn: Sequence[int] = range(len(content))
        if rows:
            owners = ("",) if rows in sealed_rows.TABLES else ids
            drawn = sorted({at for table in owners for at in bytes_of(whole, table, rows)})
        for _ in range(flips):
            at, bit = numbers.choice(drawn), numbers.randrange(8)
            path = flipped(folder, whole, content, at, bit)
            seen = await looked(path, ids, truth)
            noticed[seen.told or ("MISSED" if seen.changed else "nothing changed")] += 1
            if seen.changed and not seen.told:
                missed.append(f"bit {bit} of byte {at}: {seen.changed}")
    return noticed, missed


def flipped(folder: Path, whole: Path, content: bytes, at: int, bit: int) -> Path:
    """A copy of a database in a folder of its own, with one bit flipped."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for one in whole.parent.glob("whole.*"):
        shutil.copy(one, folder / one.name)
    (folder / whole.name).write_bytes(content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :])
    return folder / whole.name


async def every_bit(path: Path, most: int | None = None) -> tuple[int, list[str]]:
    """How many bits of the events of a table in mid-deal were flipped, and those that were missed."""
    async with Store.open(path) as store:
        table = await mid_deal(store, 11)
    file, missed, count = Flipped(path), list[str](), 0
    async with Store.open(path) as store:
        for at in bytes_of(path, table.id)[:most]:
            for bit in range(8):
                count += 1
                with file.at(at, 1 << bit):
                    await forgetting(store)
                    try:
                        await Tables(store.streams).get(table.id)
                    except SetAside:
                        continue
                    missed.append(f"bit {bit} of byte {at}")
    return count, missed


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.trials.soak.damage", description=__doc__)
    asked.add_argument("flips", type=int, nargs="?", default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--every", action="store_true", help="each bit of a table's events besides")
    asked.add_argument("--rows", default="", help="only bits of rows of this name, such as stream or person")
    options = asked.parse_args()
    logging.disable(logging.CRITICAL)
    noticed, missed = asyncio.run(at_random(options.flips, options.seed, options.rows))
    for who, count in noticed.most_common():
        print(f"{who}: {count}")
    if options.every:
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            count, more = asyncio.run(every_bit(Path(folder) / "tables.sqlite3"))
        print(f"each bit of a table's events: {count}")
        missed += more
    for one in missed[:20]:
        print(f"  {one}")
    print(f"flips-missed {len(missed)} goal 0 {'short' if missed else 'ok'}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
