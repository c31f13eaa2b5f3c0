"""What has a term goes after it, slice by slice, and nothing else goes with it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from screens.words.languages import Plural
from screens.words.privacy import TERMS
from storage.checks import DETAILS_KEPT
from storage.errors import DatabaseFailed
from storage.ports.records import TableId
from storage.store import Store
from tests.storage.conformance.test_terms import DAY, reasoned
from tests.storage.conftest import Clock
from tests.trials.stage.flipping import rows_of
from tests.trials.stage.happenings import OTHER, TABLE, opened

PRIVACY = Path(__file__).parents[2] / "docs" / "privacy.md"


def damage(path: Path, table: TableId) -> None:
    """One page of the events of a table, on which no other's lie, is none any more."""
    content, size = bytearray(path.read_bytes()), 4096
    pages = Counter(row.start // size for row in rows_of(path, ""))
    of_table = Counter(row.start // size for row in rows_of(path, table))
    page = next(one for one in sorted(of_table) if of_table[one] == pages[one] > 5)
    content[page * size] = 0xFF
    path.write_bytes(content)


async def test_a_table_whose_rows_cannot_be_read_keeps_no_other_from_their_term(
    path: Path, clock: Clock
) -> None:
    """Bots go on with such a file: it concerns that table alone."""
    async with Store.open(path, now=clock) as store:
        await opened(store, OTHER)
        await opened(store, TABLE)
        await reasoned(store, TABLE, 1, *range(1, 101))
        await opened(store, (last := TableId("the last")))
        for table in (OTHER, last):
            await reasoned(store, table, 1, 1)
    damage(path, TABLE)
    clock.time += (DETAILS_KEPT + 1) * DAY
    async with Store.open(path, now=clock) as store:
        with pytest.raises(DatabaseFailed) as failed:
            await store.checks.drop_details(DETAILS_KEPT)
        assert failed.value.unreadable
        assert [await store.streams.reasons(table, 1) for table in (OTHER, last)] == [{}, {}]


def test_the_terms_in_the_document_are_those_that_the_bot_tells() -> None:
    table = re.findall(r"^\| (.+) \| (.+) \|$", PRIVACY.read_text(encoding="utf-8"), re.MULTILINE)
    document = {what: term for what, term in table if set(what) != {"-"} and what != "What"}
    told = {
        what.english: term.more.format(count=DETAILS_KEPT) if isinstance(term, Plural) else term.english
        for what, term in TERMS
    }
    assert document == told and len(told) > 10
