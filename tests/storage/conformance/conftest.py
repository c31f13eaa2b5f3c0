"""What any storage must do, in the words of those who ask it: each test is tried on SQLite, on PostgreSQL,
and on the servers of the simulation.

What decays is spoiled by SQL, whatever notices it; nothing else here knows how a storage keeps what it keeps.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.each import mostly_long

STORAGES: Final = ("sqlite", "postgres", "simulated")

of_many_cases = pytest.mark.parametrize("engine", mostly_long(STORAGES, short=("sqlite",)), indirect=True)
"""For a chapter of many cases, which in a hurry are tried on one storage."""


@pytest.fixture(params=mostly_long(STORAGES, short=("sqlite", "postgres")))
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)
