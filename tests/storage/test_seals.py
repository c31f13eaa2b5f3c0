"""Who is behind a pseudonym, where a stream stands, and which messages: what has decayed is noticed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from storage.engine import migrations
from storage.ports.records import Place, ServerUrl
from storage.postgres.database import Postgres
from storage.sqlite.database import Database
from storage.store import Store
from tests.trials.stage import postgres
from tests.trials.stage.happenings import TABLE

BEFORE = 11
"""The schema before there were seals."""


def unsealed(db: Any) -> None:
    """Rows as the release before would have written them."""
    stream = "INSERT INTO stream (table_id, guild, channel, version, head, open) VALUES (?1, 1, ?3, 0, ?2, 1)"
    db.execute(stream, (TABLE, bytes(32), 2**62 + 3))
    db.executemany(
        "INSERT INTO person (table_id, alias, user_id) VALUES (?1, ?2, ?3)",
        [(TABLE, "a1", 2**62 + 1), (TABLE, "b2", None)],
    )
    db.executemany(
        "INSERT INTO slot (table_id, name, wanted, shown, digest, channel, message, posts, tries, "
        "not_before, parked) VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6, 1, 0, 1700000000500, ?7)",
        [(TABLE, "table:1", None, None, None, None, None), (TABLE, "hand:a1", 1, "é", 200, 2**61, "gone")],
    )


async def sealed(where: Path | ServerUrl) -> None:
    async with Store.open(where) as store:
        assert len(await store.streams.users_of(TABLE)) == 1
        assert len(await store.slots.of_stream(TABLE)) == 2
        kept = await store.streams.load(TABLE)
        assert kept is not None and kept.stream.place == Place(1, 2**62 + 3)


async def test_the_rows_of_a_file_from_before_are_sealed_as_they_are(path: Path) -> None:
    async with Database.open(path, migrations()[:BEFORE]) as old:
        await old.write(unsealed)
    await sealed(path)


async def test_the_rows_of_a_server_from_before_are_sealed_as_they_are(server: postgres.Server) -> None:
    name = f"unsealed_{os.getpid()}"
    server.new_database(name)
    url = ServerUrl(server.url(name))
    steps = [step for step in migrations("postgres") if step.number <= BEFORE]
    async with Postgres.open(url, steps) as old:
        await old.write(unsealed)
    await sealed(url)
    server.execute(f"DROP DATABASE {name}")
