"""An event as it is stored: its hash in the chain, and how it is read back from text. Knows no SQL.

Each event of a table is hashed together with the hash of the event before it; rows beside it have a seal of
their own. This reveals a file that has decayed or was edited by hand. It does not stop somebody who can write
the file and knows this module: they can forge a whole chain. Events that these rules cannot read are refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeVar

from rules.errors import Unreadable
from rules.evening.events import EveningEvent
from rules.record.codec import decode, decode_evening, decode_sheet
from rules.sheet.events import SheetEvent
from rules.table.events import RULES_REVISION, Event
from storage.ports.records import TableId
from storage.ports.storage import UnknownEvent

START: Final = bytes(32)
"""The hash before the first event of a table."""


def link(
    previous: bytes, table: str, version: int, kind: str, body: str, revision: int, actor: str | None, at: int
) -> bytes:
    """SHA-256 of the previous hash and a JSON array of the event's columns in this order."""
    return sha256(previous + columns(table, version, kind, body, revision, actor, at)).digest()


def columns(*values: str | int | None) -> bytes:
    """The columns of a row as the bytes of a JSON array, so that their borders are part of what is hashed."""
    return json.dumps(values, separators=(",", ":")).encode()


def seal(*values: str | int | bytes | None) -> bytes:
    """The seal of columns that no event covers. It is written in SQL too, in the step of the schema that
    sealed the rows of that time."""
    texts = [
        "" if one is None else one.hex() if isinstance(one, bytes) else str(one)  # a list is made sooner
        for one in values
    ]
    text = "|".join(texts)
    return sha256(text.encode()).digest()[:16]


T = TypeVar("T")

# few cards from few seats make up most of a log
_parsed: Final = lru_cache(maxsize=1024)(decode)


def decoded(table: TableId, version: int, kind: str, body: str, revision: int) -> Event:
    """The event of a table that was stored as this text. Raises UnknownEvent."""
    return _checked(_parsed, table, version, kind, body, revision)


def decoded_score(sheet: TableId, version: int, kind: str, body: str, revision: int) -> SheetEvent:
    """The event of a score sheet that was stored as this text. Raises UnknownEvent."""
    return _checked(decode_sheet, sheet, version, kind, body, revision)


def decoded_turn(evening: TableId, version: int, kind: str, body: str, revision: int) -> EveningEvent:
    """The event of an evening that was stored as this text. Raises UnknownEvent."""
    return _checked(decode_evening, evening, version, kind, body, revision)


def _checked(
    parse: Callable[[str, str], T], table: TableId, version: int, kind: str, body: str, revision: int
) -> T:
    if revision > RULES_REVISION:
        raise UnknownEvent(table, version, kind, revision)
    try:
        return parse(kind, body)
    except Unreadable:
        raise UnknownEvent(
            table, version, kind, revision
        ) from None  # the cause is dropped: it names the cards of a deal
