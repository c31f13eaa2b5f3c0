"""``make mutants``: the faults that it plants in SQL, and what it makes of the verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trials.mutants.copies import ROOT
from tests.trials.mutants.counts import Count, Verdict
from tests.trials.mutants.functions import means_the_same
from tests.trials.mutants.packages import PACKAGES, ROOMS
from tests.trials.mutants.sql import FAULTS, sql_mutants


def planted(text: str) -> set[str]:
    return {" ".join(changed.split()) for fault in FAULTS for _, changed in fault.planted(text)}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("DELETE FROM dm WHERE user_id = ?1", {"DELETE FROM dm", "DELETE FROM dm WHERE user_id <> ?1"}),
        (
            "SELECT a FROM t WHERE b = ?1 AND c IS NULL ORDER BY a",
            {
                "SELECT a FROM t WHERE c IS NULL ORDER BY a",
                "SELECT a FROM t WHERE b = ?1 ORDER BY a",
                "SELECT a FROM t WHERE b = ?1 OR c IS NULL ORDER BY a",
                "SELECT a FROM t WHERE b <> ?1 AND c IS NULL ORDER BY a",
                "SELECT a FROM t WHERE b = ?1 AND c IS NOT NULL ORDER BY a",
                "SELECT a FROM t WHERE b = ?1 AND c IS NULL",
                "SELECT a FROM t WHERE b = ?1 AND c IS NULL ORDER BY a DESC",
            },
        ),
        (
            "INSERT INTO t (a) VALUES (?9) ON CONFLICT (a) DO UPDATE SET a = a + 1",
            {
                "INSERT INTO t (a) VALUES (?9)",
                "INSERT INTO t (a) VALUES (?9) ON CONFLICT (a) DO NOTHING",
                "INSERT INTO t (a) VALUES (?9) ON CONFLICT (a) DO UPDATE SET a = a",
            },
        ),
    ],
)
def test_each_part_of_a_statement_is_left_out_or_turned_round(text: str, faults: set[str]) -> None:
    assert faults <= planted(text)


def test_faults_are_planted_in_sql_alone_and_one_at_a_time(tmp_path: Path) -> None:
    sound = 'PLACE = "WHERE a = 1"\nONE = "SELECT a FROM t WHERE a = 7"\n'
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "rows.py").write_text(sound)
    found = sql_mutants(tmp_path, "package")
    assert sorted((mutant.line, mutant.source.splitlines()[1]) for mutant in found) == [
        (2, 'ONE = "SELECT a FROM t WHERE a <> 7"'),
        (2, 'ONE = "SELECT a FROM t"'),
    ]
    assert all(mutant.source.startswith('PLACE = "WHERE a = 1"\n') for mutant in found)
    assert (tmp_path / "package" / "rows.py").read_text() == sound


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, d, strict=False):", True),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, d, strict=None):", True),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, d, ):", True),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, None, strict=True):", False),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(c, strict=True):", False),
        ("for a, b in zip(c, d, strict=True):", "for a, b in zip(d, strict=True):", False),
        ('text = path.read_text("utf-8")', 'text = path.read_text("UTF-8")', True),
        ('text = path.read_text("utf-8")', 'text = path.read_text("XXutf-8XX")', False),
        ('text = path.read_text("utf-8")', "text = path.read_text(None)", False),
        ('db.execute("PRAGMA user_version")', 'db.execute("pragma user_version")', True),
        ('db.execute("ROLLBACK TO one")', 'db.execute("ROLLBACK TO ONE")', True),
        ('db.execute("BEGIN IMMEDIATE")', 'db.execute("begin immediate")', True),
        ('press = "begin"', 'press = "BEGIN"', False),
        ('db.execute("SELECT 1")', 'db.execute("select 1")', False),
        ('kind = "table"', 'kind = "TABLE"', False),
        ('kind = ("rollback", "table")', 'kind = ("rollback", "TABLE")', False),
        ("if a < b:", "if a <= b:", False),
    ],
)
def test_only_the_strictness_of_a_zip_and_capitals_that_mean_the_same_are_left_out_of_a_sample(
    before: str, after: str, same: bool
) -> None:
    assert means_the_same([before], [after]) is same
    assert not means_the_same([before], [before]) and not means_the_same([before], [])


def test_mutants_that_no_test_reaches_count_as_alive_and_those_not_tried_not_at_all() -> None:
    """Ninety of a hundred: by Wilson's formula between 82.6 and 94.5 per cent."""
    count = Count.of(
        [Verdict.KILLED] * 90 + [Verdict.SURVIVED] * 7 + [Verdict.NO_TEST] * 3 + [Verdict.NOT_TRIED] * 50
    )
    assert count.tried == 100 and count.share == 90
    assert [round(bound, 1) for bound in count.bounds] == [82.6, 94.5]


def test_every_package_names_modules_that_there_are() -> None:
    """A pattern that matches nothing would leave its part of the code out, unseen."""
    for package in PACKAGES.values():
        found = {file for pattern in package.modules for file in ROOT.glob(pattern)}
        assert found, package.name
        assert {file.relative_to(ROOT).parts[0] for file in found} <= set(ROOMS)


def test_the_parts_that_people_meet_are_asked_too_and_most_is_asked_of_the_law_and_of_what_is_kept() -> None:
    assert {name: package.goal for name, package in PACKAGES.items()} == {
        "rules": 92,
        "storage": 92,
        "conformance": 90,
        **dict.fromkeys(("messages", "discord", "contests", "cogs", "web"), 87),
        **dict.fromkeys(("bot", "host", "evenings", "leases", "screens"), 85),
    }
