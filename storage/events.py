"""An event as it is stored: its hash in the chain, and the way back from text. Knows no SQL.

Each event of a table is hashed together with the hash of the event before it; rows beside it have a seal of
their own. That shows that a file has decayed or was edited by hand. It does not stop somebody who can write
the file and knows this module: they can forge a whole chain. Events that these rules cannot read are refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeVar

from ports.records import TableId
from ports.storage import UnknownEvent
from rules.errors import Unreadable
from rules.evening.events import EveningEvent
from rules.record.codec import decode, decode_evening, decode_sheet
from rules.sheet.events import SheetEvent
from rules.table.events import RULES_REVISION, Event

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


T = TypeVar("T")

_parsed: Final = lru_cache(maxsize=1024)(decode)  # few cards from few seats make most of any log


def decoded(table: TableId, version: int, kind: str, body: str, revision: int) -> Event:
    """The event that was stored as this. Raises UnknownEvent."""
    return _checked(_parsed, table, version, kind, body, revision)


def decoded_score(sheet: TableId, version: int, kind: str, body: str, revision: int) -> SheetEvent:
    """The same for a score sheet."""
    return _checked(decode_sheet, sheet, version, kind, body, revision)


def decoded_turn(evening: TableId, version: int, kind: str, body: str, revision: int) -> EveningEvent:
    """The same for an evening."""
    return _checked(decode_evening, evening, version, kind, body, revision)


def _checked(
    parse: Callable[[str, str], T], table: TableId, version: int, kind: str, body: str, revision: int
) -> T:
    if revision > RULES_REVISION:
        raise UnknownEvent(table, version, kind, revision)
    try:
        return parse(kind, body)
    except Unreadable:
        raise UnknownEvent(table, version, kind, revision) from None  # its cause names the cards of a deal
