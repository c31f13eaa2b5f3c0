"""The numbered steps of the schema, each in the words of one engine.

A step is a file ``ENGINE_NNNN_what.sql`` in this package. It runs whole, in one transaction, or not at all.
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
