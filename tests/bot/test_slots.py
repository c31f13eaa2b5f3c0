"""A slot is its kind and its owner, and as text the name that is stored."""

from __future__ import annotations

from storage.ports.records import Slot, SlotKind
from tests.each import each

STORED = {
    "lobby:0": (SlotKind.LOBBY, "0"),
    "table:12": (SlotKind.DEAL, "12"),
    "hand:a1": (SlotKind.PANEL, "a1"),
    "alert:a1:1700000000": (SlotKind.ALERT, "a1:1700000000"),
    "alert-dm:a1:1700000000": (SlotKind.ALERT_IN_PRIVATE, "a1:1700000000"),
    "sheet:3": (SlotKind.PAGE, "3"),
    "notice:e5": (SlotKind.NOTICE, "e5"),
    "evening:0": (SlotKind.EVENING, ""),
    "evening:4": (SlotKind.BOARD, "4"),
    "evening:final": (SlotKind.FINAL, ""),
    "evening:stopped": (SlotKind.STOPPED, ""),
    "evening:over": (SlotKind.ROUND_OVER, ""),
    "evening-dm:a1": (SlotKind.OWN_END, "a1"),
    "result:1": (SlotKind.UNKNOWN, "result:1"),
    "room": (SlotKind.UNKNOWN, "room"),
}
"""A name of every kind that was ever stored, and two of no kind."""


@each("name", STORED)
def test_a_stored_name_is_read_as_its_slot_and_stored_again_as_it_was(name: str) -> None:
    slot = Slot.of_name(name)
    assert (slot.kind, slot.owner) == STORED[name] and str(slot) == name


def test_every_kind_has_a_name_above() -> None:
    assert {kind for kind, _ in STORED.values()} == set(SlotKind)


def test_what_stands_in_private_and_what_rings_is_known_of_each_kind() -> None:
    private = {SlotKind.PANEL, SlotKind.ALERT_IN_PRIVATE, SlotKind.NOTICE, SlotKind.OWN_END}
    rings = {SlotKind.ALERT, SlotKind.ALERT_IN_PRIVATE, SlotKind.STOPPED, SlotKind.ROUND_OVER}
    assert {kind for kind in SlotKind if kind.private} == private
    assert {kind for kind in SlotKind if kind.rings} == rings
