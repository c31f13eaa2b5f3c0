"""The reader of the log in the documentation, which shares nothing with ours."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

from rules.table.events import CallMade, CardPlayed, CardsDealt
from storage.store import Store
from tests.trials.stage.played import mid_deal

PAGE = Path("docs/reference/log.md")


def program() -> str:
    (found,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(found)


def lines(path: Path) -> list[str]:
    found: dict[str, Any] = {"__name__": "reader"}
    exec(program(), found)
    return list(found["read"](path))


def test_the_reader_of_the_log_has_fifty_lines_and_imports_nothing_of_ours() -> None:
    assert len(program().splitlines()) <= 50
    imported = re.findall(r"^(?:import|from) (\w+)", program(), re.MULTILINE)
    assert imported == ["json", "sqlite3", "sys", "hashlib"]


async def test_the_reader_of_the_log_tells_every_hand_call_and_card_and_where_a_row_was_changed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.sqlite3"
    async with Store.open(path) as store:
        table = await mid_deal(store, 11)
        stored = [one.event for one in await store.streams.read(table.id)]
    told = lines(path)
    assert told[0] == f"table {table.id}"
    (dealt,) = [one for one in stored if isinstance(one, CardsDealt)]
    assert told[1].startswith(f"deal 1, dealer {dealt.dealer.letter}: N ")
    for _, hand in dealt.hands.items():
        assert all(str(card) in told[1] for card in hand)
    calls = sum(isinstance(one, CallMade) for one in stored)
    cards = [f"  {one.seat.letter} plays {one.card}" for one in stored if isinstance(one, CardPlayed)]
    assert len(cards) == 3
    assert told[2 + calls :] == cards

    with sqlite3.connect(path) as db:
        last = db.execute("SELECT max(version) FROM event").fetchone()[0]
        db.execute("UPDATE event SET body = replace(body, '\"card\"', '\"Card\"') WHERE version = ?", (last,))
    assert lines(path)[-1] == f"table {table.id} is damaged at event {last}"
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM event WHERE version = ?", (last,))
    assert lines(path)[-1] == f"table {table.id} is damaged at event {last}"
