"""Moments that are stored: which there are, and that nothing is deleted by a clock that may be wrong."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Final

from storage.engine import Connection
from storage.store import Store
from tests.storage.conformance.test_moments import TOLD
from tests.trials.stage.happenings import inside

COPIED: Final = MappingProxyType(
    {
        "seen.at": "event.at",
        "rubber.ended_at": "event.at",
        "result.ended_at": "event.at",
        "best_deal.ended_at": "event.at",
    }
)
"""Each is that of an event which is stored in the same commit, or counted from one."""


DISCORDS: Final = frozenset({"private_copy.made"})
"""From the id of an interaction, which no clock of a host's makes."""


TERMS: Final = frozenset({"page_key.until"})
"""Ends of terms: one that lies further ahead than any term lasts is over."""


NUMBERS: Final = """
    channel count deal digest follow_up friend goes_on guild hash head key length mark message mu number
    open over partner_id place plays posts refused revision rubbers secret seal seed shown sigma tries
    user_id version wanted won
"""


NO_MOMENTS: Final = frozenset(NUMBERS.split())


async def test_every_column_with_a_number_is_a_moment_that_is_walked_here_or_none(tmp_path: Path) -> None:
    def columns(db: Connection) -> set[str]:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            f"{table}.{column}"
            for table in tables
            for _, column, kind, *_ in db.execute(f"SELECT * FROM pragma_table_info('{table}')")
            if kind.upper() != "TEXT"
        }

    async with Store.open(tmp_path / "b.sqlite3") as store:
        found = await inside(store, columns)
    assert {one for one in found if one.partition(".")[2] not in NO_MOMENTS} == {
        *TOLD,
        *COPIED,
        *DISCORDS,
        *TERMS,
    }
