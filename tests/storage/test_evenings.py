"""Evenings in the storage: a third kind of stream, and the leaderboards of each kind of evening."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from rules.record.codec import decode_evening, encode
from storage.engine import migrations
from storage.sqlite.connections import migrate

RECORDS = Path(__file__).parent.parent / "records" / "evening-events.txt"


BEFORE = RECORDS.parent / "before" / RECORDS.name
"""The same events, as they were stored before teams could score international match points."""


def test_streams_of_a_file_from_before_evenings_keep_their_kinds() -> None:
    steps = migrations()
    db = sqlite3.connect(":memory:", isolation_level=None)
    migrate(db, 0, [step for step in steps if step.number < 10])
    for name, kind in (("t", "table"), ("s", "sheet")):
        db.execute(
            "INSERT INTO stream (table_id, guild, channel, version, head, open, kind, goes_on)"
            " VALUES (?1, 1, 2, 0, zeroblob(32), 1, ?2, 0)",
            (name, kind),
        )
    migrate(db, 9, [step for step in steps if step.number >= 10])
    assert db.execute("SELECT table_id, kind FROM stream ORDER BY 1").fetchall() == [
        ("s", "sheet"),
        ("t", "table"),
    ]


def test_the_words_of_evenings_are_those_that_were_always_stored() -> None:
    lines = _lines(RECORDS)
    events = [decode_evening(kind, body) for kind, body in lines]
    assert [encode(event) for event in events] == lines


def test_an_evening_stored_before_teams_could_score_match_points_is_read_as_it_was() -> None:
    assert [decode_evening(*line) for line in _lines(BEFORE)] == [
        decode_evening(*line) for line in _lines(RECORDS)
    ]


def _lines(file: Path) -> list[tuple[str, str]]:
    return [
        (kind, body)
        for kind, _, body in (line.partition(" ") for line in file.read_text("utf-8").splitlines())
    ]
