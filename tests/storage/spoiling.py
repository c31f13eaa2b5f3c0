"""What is stored is changed behind the back of a store, on any of the engines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from storage.store import Store
from tests.trials.stage.happenings import inside

_REFERENCE: Final = re.compile(
    r"contest = '|DELETE FROM stream|table_id = 'elsewhere'|actor = ''|alias = 'z9'|rubber_share SET number"
    r"|table_id = 'b01d22' AND alias"
)


CHECKS: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'check_%'"


async def change(store: Store, statement: str, values: Sequence[Any] = ()) -> int:
    """How many rows are as this statement makes them, whatever refers to them."""

    def on_server(db: Any) -> int:
        db.execute("SET LOCAL session_replication_role = replica")
        return int(db.execute(statement, values).rowcount)

    def in_file(db: Any) -> int:
        db.execute("PRAGMA foreign_keys = OFF")
        checks = db.execute(CHECKS).fetchall()
        for name, _ in checks:
            db.execute(f"DROP TRIGGER {name}")
        try:
            return int(db.execute(statement, values).rowcount)
        finally:
            db.execute("PRAGMA foreign_keys = ON")
            for _, made in checks:
                db.execute(made)

    return await inside(store, on_server if store._database.has_peers else in_file)


def leads_nowhere(engine: str, change: str) -> bool:
    """Whether a reference is to be broken, which the simulated servers let nobody do."""
    return engine == "simulated" and _REFERENCE.search(change) is not None
