"""What the code of an error means, on either engine."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest

from storage.errors import DatabaseFailed, code_meaning, code_of, is_unreadable
from storage.sqlite.connections import ours


@pytest.mark.parametrize(
    ("code", "told", "outside", "unreadable"),
    [
        ("SQLITE_FULL", "the disk is full", True, False),
        ("SQLITE_IOERR_FSYNC", "the disk cannot be read or written", True, False),
        ("SQLITE_IOERR_READ", "the disk cannot be read or written", True, True),
        ("SQLITE_READONLY_DIRECTORY", "the file may not be written", True, False),
        ("SQLITE_CORRUPT", "the file is damaged", False, True),
        ("SQLITE_CONSTRAINT_UNIQUE", "the database refuses such a row", False, False),
        ("SQLITE_MISUSE", "an error of the database", False, False),
        ("08006", "the connection to the server is lost", True, False),
        ("53100", "the server has no room left", True, False),
        ("22021", "something stored cannot be read", False, True),
        ("25006", "the server takes no writes", True, False),
        ("25P02", "an error of the database", False, True),
        ("42501", "the role of the database may not do that", False, False),
    ],
)
def test_a_failure_tells_what_its_code_means_whose_fault_it_is_and_whether_trying_again_would_help(
    code: str, told: str, outside: bool, unreadable: bool
) -> None:
    assert code_meaning(code) == told
    failed = DatabaseFailed(code, told)
    assert (failed.outside, failed.unreadable) == (outside, unreadable)


def of_sqlite(name: str | None, number: int = 1) -> sqlite3.Error:
    """An error as the module of the standard library raises it: its own has no code."""
    error = sqlite3.OperationalError("it may quote a row")
    if name is not None:
        error.sqlite_errorname, error.sqlite_errorcode = name, number
    return error


def test_an_error_is_known_by_the_name_that_its_engine_gives_it() -> None:
    assert code_of(of_sqlite("SQLITE_FULL", 13)) == "SQLITE_FULL"
    assert code_of(of_sqlite("unknown", 10 | 34 << 8)) == "SQLITE_IOERR"
    assert code_of(of_sqlite("unknown", 11 | 9 << 8)) == "SQLITE_CORRUPT"
    assert code_of(of_sqlite("unknown", 19 | 99 << 8)) == "SQLITE_CONSTRAINT"
    assert code_of(of_sqlite("unknown", 1 | 99 << 8)) == "SQLITE_ERROR"
    assert code_of(of_sqlite(None)) == "22021"  # text that is not valid UTF-8
    assert code_of(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid")) == "22021"
    assert code_of(psycopg.errors.DiskFull()) == "53100"
    assert code_of(psycopg.errors.PipelineAborted()) == "25P02"
    assert code_of(ValueError()) is None and code_of(None) is None


def test_only_an_engine_in_this_process_reads_on_after_a_row_that_it_cannot_read() -> None:
    assert is_unreadable(of_sqlite("SQLITE_CORRUPT_INDEX", 11 | 3 << 8)) and is_unreadable(of_sqlite(None))
    assert is_unreadable(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"))
    assert not is_unreadable(of_sqlite("SQLITE_BUSY", 5)) and not is_unreadable(ValueError())
    assert not is_unreadable(psycopg.errors.DataCorrupted())


def test_an_error_of_sqlite_becomes_one_without_its_text() -> None:
    failed = ours(of_sqlite("SQLITE_IOERR_WRITE", 10 | 3 << 8))
    assert failed.args == ("SQLITE_IOERR_WRITE", "the disk cannot be read or written")
    assert ours(of_sqlite(None)).args == ("22021", "something stored cannot be read")
