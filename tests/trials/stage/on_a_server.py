"""Fixtures for tests on a real PostgreSQL server: one database for each process of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from storage.copying import TABLES
from storage.ports.records import ServerUrl
from tests.trials.stage import postgres

EMPTY = "".join(f"DELETE FROM {name};" for name in reversed(TABLES) if name != "counted")


@pytest.fixture(scope="session")
def server() -> postgres.Server:
    """A PostgreSQL server for all tests of this run."""
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    return postgres.shared()


@pytest.fixture(scope="session")
def own_database(server: postgres.Server) -> Iterator[psycopg.Connection[Any]]:
    """A database that only this process's tests use, one after the other."""
    name = f"tests_{os.getpid()}"
    server.new_database(name)
    with psycopg.connect(server.url(name), autocommit=True) as raw:
        yield raw


def empty(database: psycopg.Connection[Any]) -> None:
    """Delete every row, which takes a hundredth of the time that a new database would."""
    if database.execute("SELECT to_regclass('biritch')").fetchone() != (None,):
        database.execute(EMPTY + "UPDATE counted SET revision = 0")
    if database.execute("SELECT to_regclass('turn')").fetchone() != (None,):
        database.execute("DELETE FROM lease; DELETE FROM process; DELETE FROM errand; DELETE FROM turn")


@pytest.fixture
def url(server: postgres.Server, own_database: psycopg.Connection[Any]) -> ServerUrl:
    """A database of ours without a row."""
    empty(own_database)
    return ServerUrl(server.url(own_database.info.dbname))
