"""Why robots acted as they did: stored with the event or not at all, and never mixed up."""

from __future__ import annotations

from pathlib import Path

from storage.engine import migrations
from storage.ports.records import Append, Reason
from storage.sqlite.database import Database
from storage.store import Store
from tests.trials.stage.happenings import TABLE, inside, opened, played


async def test_a_database_from_before_there_were_reasons_is_brought_up(path: Path) -> None:
    async with Database.open(path, migrations()[:2]) as old:
        await old.alone(lambda db: db.execute("SELECT 1"))
    async with Store.open(path) as store:
        (number,) = await inside(store, lambda db: db.execute("PRAGMA user_version").fetchone())
        assert number == len(migrations())
        await opened(store)
        await store.streams.append(Append(TABLE, 1, [played()], reason=Reason(1, "why")))
        assert await store.streams.reasons(TABLE, 1) == {2: "why"}


def test_a_reason_does_not_show_what_it_says() -> None:
    """A repr may get into a log or an error."""
    assert "QH" not in repr(Reason(1, "QH"))
