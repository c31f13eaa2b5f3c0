"""No statement reads through a table that grows with the years, but for those that are named here: a planner
is asked, with the figures of a full file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import psycopg

from storage.copying import TABLES
from storage.ports.records import ServerUrl
from storage.store import Store
from tests.storage.statements import of_processes, parameters, statements
from tests.trials.stage.happenings import inside

SMALL: Final = ("counted", "private_copy", "page_key", "uptime", "option_set", "sqlite_master")
"""Tables that do not grow: what is in them has a term, or is one row, or a few for a server."""
OF_PROCESSES: Final = ("process", "lease", "errand", "turn", "lease_pkey", "errand_pkey")
"""The same of a server's: what is in them is of what goes on."""
FOUND: Final = ("theirs", "next")
"""What parts of a statement have found by an index, by its name in the statement."""
PARTIAL: Final = {"stream_open": 400, "slot_due": 50, "attempt_mark": 20_000, "contest_marked": 20}
"""Rows of indices that hold what goes on, at a large host: these do not grow with the years."""

AHEAD = ("event", "slot", "attempt", "contest", "challenge", "challenged")
DAILY = "the check of a day, which reads everything piece by piece or beside, and nobody waits for it"
PART = "not asked by itself: a condition follows"
MAY_SCAN: Final = {
    **dict.fromkeys(("contests._CONTESTS", "contests._ATTEMPTS", "log._LINKED", "log._ANYWHERE"), PART),
    **dict.fromkeys(("log.FROM_BOTH_ENDS[0]", "log.FROM_BOTH_ENDS[1]"), "where the log is damaged"),
    **dict.fromkeys(("recounting.GUILDS", "recounting.HOW_MANY", "recounting.PLACES"), DAILY),
    **dict.fromkeys((*(f"seals.LISTS[{place}][1]" for place in range(4)), "seals.TALLIES"), DAILY),
    **dict.fromkeys(("slots.MISPLACED", *(f"streams.AHEAD[{one}][0]" for one in AHEAD)), DAILY),
    "preferences.CHOICES_BY_NAME": "once in minutes: 10 ms where 50,000 people have made four choices each",
    "seals.ASTRAY": "once, at the update that brings what it counts",
    **dict.fromkeys(("slots.EVERY", "slots.STREAMS"), "messages that have left their places are put back"),
}
"""The statements that may, and why."""
SKIPS: Final = re.compile(r"SEARCH (\w+) USING .*\(ANY\(")
"""A search by the second column of an index alone: quick by the figures of these tests, by which few rows
differ in the first, and as slow as a scan where nearly all do. On a server it is what an index serves."""


def asked() -> Iterator[tuple[str, str]]:
    found = [*statements()]
    assert len(found) > 150 and MAY_SCAN.keys() <= {name for name, _ in found}
    return iter(found)


def full(db: Any) -> None:
    """As if every table had a million rows: each column of an index leaves a tenth of what is left."""
    db.execute("ANALYZE")
    db.execute("DELETE FROM sqlite_stat1")
    for table in TABLES:
        for _, index, *_ in db.execute(f"PRAGMA index_list({table})").fetchall():
            columns = len(db.execute(f"PRAGMA index_info({index})").fetchall())
            rows = 10 if table in SMALL else PARTIAL.get(index, 1_000_000)
            left = [max(1, rows // 500 // 10**place) for place in range(columns)]
            figures = " ".join(map(str, (rows, *left)))
            db.execute("INSERT INTO sqlite_stat1 VALUES (?1, ?2, ?3)", (table, index, figures))
    db.execute("ANALYZE sqlite_schema")


def scans_of_file(db: Any) -> dict[str, list[str]]:
    found = {}
    for name, sql in asked():
        steps = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", [1] * parameters(sql)).fetchall()]
        tables = [
            match[1]
            for step in steps
            if (match := re.match(r"SCAN (?!CONSTANT)(\w+)", step) or re.match(SKIPS, step))
            and not step.endswith(tuple(PARTIAL))
        ]
        if through := [table for table in tables if table not in SMALL + FOUND]:
            found[name] = through
    return found


async def test_of_a_full_file_no_statement_reads_through_a_table_that_is_not_named(store: Store) -> None:
    await inside(store, full)
    assert {
        name: table for name, table in (await inside(store, scans_of_file)).items() if name not in MAY_SCAN
    } == {}


async def test_a_statement_that_no_index_serves_would_have_been_found(store: Store) -> None:
    await inside(store, lambda db: db.execute("DROP INDEX standing_user"))
    await inside(store, full)
    assert "people.COUNTED[standings]" in await inside(store, scans_of_file)


def through(plan: dict[str, Any]) -> Iterator[str]:
    """The tables that a plan of a server reads through: also by an index, where it asks nothing of it."""
    kind, table = plan["Node Type"], plan.get("Relation Name")
    by_index = kind in ("Index Scan", "Index Only Scan", "Bitmap Index Scan") and "Index Cond" not in plan
    if kind == "Seq Scan" or (by_index and plan["Index Name"] not in PARTIAL):
        yield table or plan["Index Name"]
    for part in plan.get("Plans", ()):
        yield from through(part)


async def test_on_a_server_an_index_serves_every_statement_that_is_not_named(url: ServerUrl) -> None:
    """Whatever it costs, a table is read through only where there is no index to ask: the server knows
    nothing of its size."""
    async with Store.open(url):
        pass
    found = {}
    with psycopg.connect(url.url_with_password(), autocommit=True) as raw:
        raw.execute("SET enable_seqscan = off")
        raw.execute("SET enable_hashjoin = off")
        raw.execute("SET enable_mergejoin = off")
        raw.execute("SET plan_cache_mode = force_generic_plan")
        for name, sql in (*asked(), *of_processes()):
            text = re.sub(r"\?(\d+)", r"$\1", sql)
            text = text.replace("INDEXED BY standing_partner", "")
            if "sqlite_master" in text:
                continue
            raw.execute(f"PREPARE asked AS {text}")
            values = ", ".join(["NULL"] * parameters(sql))
            row = raw.execute(
                f"EXPLAIN (FORMAT JSON) EXECUTE asked{f' ({values})' if values else ''}"
            ).fetchone()
            raw.execute("DEALLOCATE asked")
            assert row is not None
            tables = [table for table in through(row[0][0]["Plan"]) if table not in SMALL + OF_PROCESSES]
            if tables:
                found[name] = tables
    assert {name: tables for name, tables in found.items() if name not in MAY_SCAN} == {}
