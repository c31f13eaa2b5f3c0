"""Every statement of the storage, by the place where it stands, and what a planner says of it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from typing import Any

import storage
from storage import cluster, people

_SQL = re.compile(r"\s*(SELECT|UPDATE|DELETE|INSERT)\b")
ENGINES_OWN = ("storage.sqlite", "storage.postgres", "storage.cluster", "storage.copying", "storage.engine")
"""Modules that ask an engine about itself, or copy whole tables, or are of several processes."""


def of_processes() -> Iterator[tuple[str, str]]:
    """Those that several processes on a server ask it."""
    for name, value in vars(cluster).items():
        for part, sql in _texts(value):
            yield f"cluster.{name}{part}", sql


def statements() -> Iterator[tuple[str, str]]:
    """Each with its name, as in ``contests.ADD``."""
    for found in pkgutil.walk_packages(storage.__path__, "storage."):
        if found.name.startswith(ENGINES_OWN):
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            for part, sql in _texts(value):
                yield f"{found.name.removeprefix('storage.')}.{name}{part}", sql
    for timed in (True, False):
        acts = people._ACTS if timed else "NULL, NULL, NULL"
        yield (
            f"people.TABLES[{timed}]",
            people.TABLES.format(acts=acts, events=people._EVENTS if timed else ""),
        )


def _texts(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if _SQL.match(value) and "{" not in value:
            yield place, value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _texts(one, f"{place}[{key}]")
    elif isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from _texts(one, f"{place}[{number}]")


def parameters(sql: str) -> int:
    """How many values a statement takes."""
    return max(map(int, re.findall(r"\?(\d+)", sql)), default=0)
