"""The hash chain: each event of a table is hashed together with the hash of the event before it. Rows beside
it have a seal of their own. Knows no SQL.

It shows that a file has decayed or was edited by hand. It does not stop somebody who can write the file and
knows this module: they can forge a whole chain.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final

START: Final = bytes(32)
"""What the first event of a table is chained to."""


def link(
    previous: bytes, table: str, version: int, kind: str, body: str, revision: int, actor: str | None, at: int
) -> bytes:
    """SHA-256 of the previous hash and a JSON array of the event's columns in this order."""
    return sha256(previous + columns(table, version, kind, body, revision, actor, at)).digest()


def columns(*values: str | int | None) -> bytes:
    """The columns of a row as the bytes of a JSON array, in which it shows where each of them ends."""
    return json.dumps(values, separators=(",", ":")).encode()


def seal(*values: str | int | None) -> bytes:
    """What is stored beside columns of which no event tells. Written in SQL too, where a step of the schema
    sealed the rows that were there."""
    text = "|".join("" if value is None else str(value) for value in values)
    return sha256(text.encode()).digest()[:16]
