"""What the runners of all kinds of examples share: the form of docs/laws.md 0.2, seats and sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.seats import BySide, Seat

Vector = Mapping[str, Any]
Found = Mapping[str, Any]


class Malformed(Exception):
    """An example that is not of the form, or contradicts itself."""


def choice(vector: Vector, key: str, default: str, other: str) -> str:
    """The value of an option that has two."""
    chosen = vector["options"].get(key, default)
    if chosen not in (default, other):
        raise Malformed(f"{key} is {chosen}")
    return str(chosen)


def word(value: object) -> str:
    """An option's value as a table would choose it, from JSON's: true, null, 40, [50, 100]."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "-".join(map(word, value))
    return str(value)


_MIRROR = {"E": "W", "W": "E"}


def mirror(value: object) -> object:
    """Counter-clockwise play is clockwise play seen in a mirror (ambiguity 1)."""
    return _MIRROR.get(value, value) if isinstance(value, str) else value


def is_mirrored(vector: Vector) -> bool:
    return choice(vector, "direction", "clockwise", "counterclockwise") == "counterclockwise"


def seat_of(vector: Vector, letter: str) -> Seat:
    """The seat of this letter, as it lies in clockwise play."""
    return Seat(mirror(letter) if is_mirrored(vector) else letter)


def count(value: object, what: str) -> int:
    """A number that is not negative."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Malformed(f"{what}: {value}")
    return value


def sides(pair: Mapping[str, int] | None) -> BySide[int]:
    """A count for each side, 0 if none is given."""
    given = pair or {}
    if set(given) - {"NS", "EW"}:
        raise Malformed("no such side")
    return BySide(count(given.get("NS", 0), "NS"), count(given.get("EW", 0), "EW"))


def named(pair: BySide[int]) -> dict[str, int]:
    return {"NS": pair.ns, "EW": pair.ew}
