"""Slots of many streams, of which one stream is forgotten at a time."""

from __future__ import annotations

from bot.messages.slot_keys import SlotKeys
from storage.ports.records import SlotKey, TableId
from tests.bot.counters import SLOTS

ONE, OTHER = [
    frozenset(SlotKey(TableId(stream), slot) for slot in SLOTS) for stream in ("0000000a", "0000000b")
]


def test_they_are_a_set_like_any_other() -> None:
    keys = SlotKeys(ONE)
    assert keys == ONE and len(keys) == 2 and set(keys) == ONE
    keys |= OTHER
    assert keys == ONE | OTHER and len(keys) == 4
    keys -= ONE
    first, second = OTHER
    keys.add(first)
    keys.discard(second)
    keys.discard(second)
    assert keys and keys == {first} and first in keys and second not in keys and "0000000b" not in keys
    keys.clear()
    assert not keys and keys == set()


def test_of_many_streams_those_of_one_are_forgotten_and_no_others_looked_at() -> None:
    keys = SlotKeys(ONE | OTHER)
    held = keys._of[TableId("0000000b")]
    keys.drop(TableId("0000000a"))
    keys.drop(TableId("0000000c"))
    assert keys == OTHER and keys._of == {"0000000b": held}
