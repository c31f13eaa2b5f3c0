"""Whole transactions as one call on a connection's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from rules.frozen import frozen
from storage.errors import UNDECODED, DatabaseFailed, code_of, meaning

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

EMPTY_LOG: Final = "PRAGMA wal_checkpoint(TRUNCATE)"


@frozen
class Failed:
    """What stands for the result of work that raised this error. It is one of ours: SQLite's own may quote
    what is stored, and asyncio logs an error that nobody takes."""

    error: Exception


def transaction(db: sqlite3.Connection, work: Work[T]) -> T:
    """Run the work in a transaction; its result, once that is committed. If the work raises, all is undone.

    IMMEDIATE: a transaction that began by reading could be refused when it comes to write.
    """
    return _decoding(db, lambda: _transaction(db, work))


def _transaction(db: sqlite3.Connection, work: Work[T]) -> T:
    try:
        db.execute("BEGIN IMMEDIATE")
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        _undo(db)
        raise
    return result


def _decoding(db: sqlite3.Connection, run: Callable[[], T]) -> T:
    """What this comes to. Where it meets text that is no UTF-8 any more, it is run again with marks in the
    place of what cannot be read: lists go on, and a chain of hashes shows which row it was."""
    try:
        return run()
    except sqlite3.OperationalError as error:
        if code_of(error) != UNDECODED:
            raise
    db.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        return run()
    finally:
        db.text_factory = str


def together(db: sqlite3.Connection, works: Sequence[Work[object]]) -> list[object]:
    """Run several pieces of work that share one commit; the result of each, or Failed.

    Each is undone alone if it raises an error of ours. If the database fails at one, nothing of the others is
    lost by that: they are run again, each in a transaction of its own. If the commit fails, all have failed.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        results = [_kept_apart(db, work) for work in works]
    except sqlite3.Error:
        _undo(db)
        return [attempt(lambda work=work: transaction(db, work)) for work in works]  # type: ignore[misc]
    except BaseException:
        _undo(db)
        raise
    try:
        db.execute("COMMIT")
    except sqlite3.Error as error:
        _undo(db)
        return [Failed(ours(error))] * len(works)
    return results


def emptied(db: sqlite3.Connection) -> bool:
    """Have the write-ahead log forget what has been deleted: until it is overwritten it still holds it. False
    if somebody is reading from it, who is not waited for."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0").fetchone()
    try:
        (busy, *_) = db.execute(EMPTY_LOG).fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}").fetchone()
    return not busy


def reading(db: sqlite3.Connection, work: Work[T]) -> T:
    """Run work that only reads; all its statements see the same moment."""
    return _decoding(db, lambda: _reading(db, work))


def _reading(db: sqlite3.Connection, work: Work[T]) -> T:
    db.execute("BEGIN")
    try:
        return work(db)
    finally:
        _undo(db)


def attempt(work: Callable[[], T]) -> T | Failed:
    """The result of this work, or Failed: the error is raised where the work was asked for."""
    try:
        return work()
    except sqlite3.Error as error:
        return Failed(ours(error))
    except Exception as error:  # noqa: BLE001
        return Failed(error)


def ours(error: sqlite3.Error) -> DatabaseFailed:
    """SQLite's error as one of ours, without its text."""
    code = code_of(error) or type(error).__name__
    return DatabaseFailed(code, meaning(code))


def _kept_apart(db: sqlite3.Connection, work: Work[object]) -> object:
    """The result of one of several pieces, or Failed if it has been undone. Raises sqlite3.Error."""
    db.execute("SAVEPOINT one")
    try:
        result = work(db)
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001
        db.execute("ROLLBACK TO one")
        result = Failed(error)
    db.execute("RELEASE one")
    return result


def _undo(db: sqlite3.Connection) -> None:
    if db.in_transaction:  # after some failures SQLite has rolled back by itself
        db.execute("ROLLBACK")
