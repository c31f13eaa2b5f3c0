"""Reads what people type when they enter a deal on a score sheet, besides cards and calls: sides, hands,
honours, revokes and players.

It forgives form, not sense. ``screens.reading`` reads cards and calls.
"""

from __future__ import annotations

import re
from typing import Final

from rules.counting.reckon import Penalty, Revoked
from rules.seats import Seat, Side
from rules.sheet.errors import NotUnderstood, Part
from rules.sheet.honours import Held
from screens.reading import folded, simple
from screens.words.typed_words import EVERY, PENALTIES, SEATS

_PENALTIES: Final = {
    "tricks": Penalty.TAKE_THREE,
    "take": Penalty.TAKE_THREE,
    "take3": Penalty.TAKE_THREE,
    "add": Penalty.ADD,
    "points": Penalty.ADD,
    "deduct": Penalty.DEDUCT,
    "transfer": Penalty.TRANSFER,
}

MOST_REVOKES: Final = 8

_SIDES: Final = {"ns": Side.NS, "sn": Side.NS, "ew": Side.EW, "we": Side.EW}
_HELD: Final = re.compile(r"(north|east|south|west|ns|sn|ew|we|n|e|s|w)[ :=]*(\d{1,2})")
_SEAT: Final = re.compile(r"north|east|south|west|[nesw]")


def _in_english(word: re.Match[str]) -> str:
    """A seat, a side or a penalty by its English name."""
    return SEATS.get(word[0]) or PENALTIES.get(word[0]) or word[0]


def _plain(text: str) -> str:
    """In small letters with single spaces, each side as two letters, without accents and the marks that
    choose the form of a sign."""
    text = " ".join(re.sub(r"[^\W\d_]+", _in_english, folded(text)).split())
    for long, short in (
        ("north–south", "ns"),
        ("north-south", "ns"),
        ("east–west", "ew"),
        ("east-west", "ew"),
    ):
        text = text.replace(long, short)
    return re.sub(r"\b(n|s|e|w)[–/-]\s*(n|s|e|w)\b", r"\1\2", text)


def read_side(text: str, part: Part = Part.BY) -> Side:
    """A side, by its own name or by that of one of its seats. Raises NotUnderstood."""
    plain = _plain(text)
    if plain in _SIDES:
        return _SIDES[plain]
    if _SEAT.fullmatch(plain):
        return Seat(plain[0].upper()).side
    raise NotUnderstood(part)


def read_held(text: str, part: Part) -> Held | None:
    """How many honours lay where: ``N 3 S 1``, ``north 3, south 1``, ``NS 4``; four numbers are north, east,
    south and west; ``easy`` is two on each side. None for ``none``: nobody scores them. Raises
    NotUnderstood."""
    if any(simple(text) in words.no_honours for words in EVERY.values()):
        return None
    if any(simple(text) in words.easy_honours for words in EVERY.values()):
        return Held(sides=tuple((side, 2) for side in Side))
    plain = _plain(text).replace(",", " ").replace(";", " ")
    if re.fullmatch(r" *\d{1,2}( +\d{1,2}){3} *", plain):
        return Held(hands=tuple(zip(Seat, map(int, plain.split()), strict=True)))
    found = _HELD.findall(plain)
    if not found or re.sub(r"\s+", "", _HELD.sub("", plain)):
        raise NotUnderstood(part)
    hands, sides = {}, {}
    for where, count in found:
        if where in _SIDES:
            sides[_SIDES[where]] = int(count)
        else:
            hands[Seat(where[0].upper())] = int(count)
    if len(hands) + len(sides) < len(found) or any(seat.side in sides for seat in hands):
        raise NotUnderstood(part)
    return Held(tuple(hands.items()), tuple(sides.items()))


def read_seats(text: str) -> tuple[Seat, ...]:
    """Several hands: ``E``, ``north and west``. Raises NotUnderstood."""
    plain = re.sub(r"\band\b|[,;+]", " ", _plain(text))
    words = plain.split()
    named = [word for one in words for word in (one if len(one) == 2 and set(one) <= set("nesw") else [one])]
    if not named or not all(_SEAT.fullmatch(word) for word in named):
        raise NotUnderstood(Part.CHICANE)
    seats = {Seat(word[0].upper()) for word in named}
    return tuple(seat for seat in Seat if seat in seats)


def read_revokes(text: str) -> tuple[Revoked, ...]:
    """Which sides revoked, and the penalty chosen for each: ``EW tricks``, ``NS add, EW deduct``. Raises
    NotUnderstood."""
    revoked = []
    for one in re.split(r"[,;]", _plain(text)):
        side, _, penalty = one.strip().partition(" ")
        chosen = _PENALTIES.get(penalty.strip(" :"))
        if chosen is None:
            raise NotUnderstood(Part.REVOKES)
        revoked.append(Revoked(read_side(side.strip(" :"), Part.REVOKES), chosen))
    if len(revoked) > MOST_REVOKES:
        raise NotUnderstood(Part.REVOKES)
    return tuple(revoked)


NAME_LENGTH: Final = 24


def read_guest(text: str) -> str | None:
    """A guest's name, cleaned of all that Discord would read as markup. None if nothing is left of it, or if
    it has an @ or a < and so means somebody on Discord."""
    if "<" in text or "@" in text:
        return None
    letters = (one for one in text if one.isalpha() or one.isdecimal() or one in " .'’-")
    name = " ".join("".join(letters).split())[:NAME_LENGTH].strip(" .'’-")
    return name or None
