"""The numbered steps of the schema, each in the words of one engine.

A step is a file ``ENGINE_NNNN_what.sql`` in this package. It runs whole, in one transaction, or not at all.
A new SQLite file is given the whole schema at once, ``schema_NNNN.sql``, and the steps after that number.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.frozen import frozen

APPLICATION_ID = 1114206825
"""In every database of ours: "Biri" in ASCII."""


@frozen
class Migration:
    """One step of the schema, from the number before to its own."""

    number: int
    script: str


@cache
def migrations(engine: str = "sqlite") -> tuple[Migration, ...]:
    """All steps of an engine, in order."""
    scripts = (one for one in files("storage").iterdir() if one.name.endswith(".sql"))
    return tuple(
        Migration(int(script.name.split("_")[1]), script.read_text(encoding="utf-8"))
        for script in sorted(scripts, key=lambda one: one.name)
        if script.name.startswith(f"{engine}_")
    )


@cache
def from_nothing() -> tuple[Migration, ...]:
    """The steps of a new SQLite file: the schema that all up to a number come to, and those after it."""
    (whole,) = (one for one in files("storage").iterdir() if one.name.startswith("schema_"))
    first = Migration(int(whole.name[7:11]), whole.read_text(encoding="utf-8"))
    return first, *(step for step in migrations() if step.number > first.number)
