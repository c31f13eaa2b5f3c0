from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.ports.records import DatabaseAddress, ServerUrl
from storage.copying import TABLES
from storage.store import Store
from tests import postgres

EMPTY = "".join(f"DELETE FROM {name};" for name in reversed(TABLES) if name != "counted")


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


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
    server.execute(f"CREATE DATABASE {name}")
    with psycopg.connect(server.url(name), autocommit=True) as raw:
        yield raw


def empty(database: psycopg.Connection[Any]) -> None:
    """Delete every row, which takes a hundredth of the time that a new database would."""
    if database.execute("SELECT to_regclass('biritch')").fetchone() != (None,):
        database.execute(EMPTY + "UPDATE counted SET revision = 0")


@pytest.fixture
def url(server: postgres.Server, own_database: psycopg.Connection[Any]) -> ServerUrl:
    """A database of ours without a row."""
    empty(own_database)
    return ServerUrl(server.url(own_database.info.dbname))


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """SQLite, if the test does not say otherwise."""
    return str(getattr(request, "param", os.environ.get("ENGINE", "sqlite")))


both = pytest.mark.parametrize("engine", ["sqlite", "postgres"], indirect=True)
"""For a test that runs on both engines."""


@pytest.fixture
def where(engine: str, request: pytest.FixtureRequest) -> DatabaseAddress:
    found: DatabaseAddress = request.getfixturevalue({"sqlite": "path", "postgres": "url"}[engine])
    return found


@pytest.fixture
async def store(where: DatabaseAddress, clock: Clock) -> AsyncIterator[Store]:
    async with Store.open(where, now=clock) as store:
        yield store
