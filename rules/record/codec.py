"""Events as stored text, and back. The stored names of events are our own words, never the path of a class.

An event is written as its kind and a JSON object of its fields. Integers beyond 2^53 are written as decimal
text, since other readers of JSON would round them; both forms are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Final, Union, get_args, get_origin, get_type_hints

from rules.calls import Called, action_word, parse_call
from rules.cards import Card, Hand, parse_card
from rules.errors import Unreadable
from rules.members import Person, RobotMember, parse_member
from rules.seats import BySeat, BySide, Seat
from rules.sheet import events as sheet_events
from rules.sheet.events import SheetEvent
from rules.table import events
from rules.table.events import Event

KINDS: Final[dict[str, type]] = {
    "opened": events.Opened,
    "options_chosen": events.OptionsChosen,
    "joined": events.Joined,
    "left": events.Left,
    "dummy_taken": events.DummyTaken,
    "rubber_begun": events.RubberBegun,
    "pack_ready": events.PackReady,
    "pack_cut": events.PackCut,
    "cards_dealt": events.CardsDealt,
    "call_made": events.CallMade,
    "card_played": events.CardPlayed,
    "claimed": events.Claimed,
    "claim_answered": events.ClaimAnswered,
    "robot_took_over": events.RobotTookOver,
    "took_back": events.TookBack,
    "seed_revealed": events.SeedRevealed,
    "deal_reckoned": events.DealReckoned,
    "rubber_reckoned": events.RubberReckoned,
    "close_agreed": events.CloseAgreed,
    "closed": events.Closed,
    "adjourned": events.Adjourned,
    "resumed": events.Resumed,
}
SHEET_KINDS: Final[dict[str, type]] = {
    "sheet_opened": sheet_events.SheetOpened,
    "options_chosen": events.OptionsChosen,
    "sheet_rubber_begun": sheet_events.SheetRubberBegun,
    "deal_entered": sheet_events.DealEntered,
    "deal_taken_back": sheet_events.DealTakenBack,
    "sheet_rubber_ended": sheet_events.SheetRubberEnded,
    "end_taken_back": sheet_events.EndTakenBack,
    "next_begun": sheet_events.NextBegun,
    "next_taken_back": sheet_events.NextTakenBack,
    "score_confirmed": sheet_events.ScoreConfirmed,
    "score_rejected": sheet_events.ScoreRejected,
    "rubber_reckoned": events.RubberReckoned,
    "closed": events.Closed,
    "adjourned": events.Adjourned,
    "resumed": events.Resumed,
}
"""The kinds of a score sheet's events."""
_KIND_OF: Final = {cls: kind for kinds in (KINDS, SHEET_KINDS) for kind, cls in kinds.items()}
_EXACT: Final = 2**53

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def encode(event: Event | SheetEvent) -> tuple[str, str]:
    """The kind and the body of an event."""
    body = _plain(event)
    return _KIND_OF[type(event)], json.dumps(body, separators=(",", ":"), sort_keys=True)


def decode(kind: str, body: str) -> Event:
    """The event of this kind and body. Raises Unreadable if these rules do not know them."""
    return _decoded(KINDS, kind, body)  # type: ignore[return-value]  # KINDS holds nothing but events


def decode_sheet(kind: str, body: str) -> SheetEvent:
    """The event of a score sheet of this kind and body. Raises Unreadable."""
    return _decoded(SHEET_KINDS, kind, body)  # type: ignore[return-value]  # likewise


def _decoded(kinds: Mapping[str, type], kind: str, body: str) -> object:
    try:
        return _read(kinds[kind], json.loads(body))
    except (KeyError, ValueError, TypeError, AssertionError) as error:
        raise Unreadable(f"{kind} {body}") from error


def _plain(value: object) -> Json:
    match value:
        case None | bool() | str():
            return value
        case Enum():
            return str(value.value)
        case int():
            return value if abs(value) < _EXACT else str(value)
        case Card() | Person() | RobotMember():
            return str(value)
        case Hand():
            return value.text
        case Called():
            return f"{value.seat.letter} {action_word(value.call)}"
        case tuple():
            return [_plain(item) for item in value]
        case _ if is_dataclass(value):
            return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(type(value))


def _called(text: str) -> Called:
    seat, _, word = text.partition(" ")
    return Called(Seat(seat), parse_call(word))


_FROM_TEXT: Final[dict[object, Callable[[str], object]]] = {
    Card: parse_card,
    Hand: Hand.parse,
    Called: _called,
}


def _read(hint: object, plain: Json) -> object:
    """The value of the type in a field's annotation."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _read_one_of(arguments, plain)
    if origin in (tuple, BySeat, BySide) and not isinstance(plain, list):
        raise Unreadable(repr(plain))
    if origin is tuple:
        assert isinstance(plain, list)
        if arguments[-1] is Ellipsis:
            return tuple(_read(arguments[0], item) for item in plain)
        return tuple(_read(one, item) for one, item in zip(arguments, plain, strict=True))
    if origin in (BySeat, BySide):
        assert isinstance(plain, list)
        return origin(*(_read(arguments[0], item) for item in plain))
    if hint in _FROM_TEXT and isinstance(plain, str):
        return _FROM_TEXT[hint](plain)
    if hint is int and isinstance(plain, int | str) and not isinstance(plain, bool):
        return int(plain)  # a number or its decimal text
    assert isinstance(hint, type)
    if hint in (str, bool) and isinstance(plain, hint):
        return plain
    if hint in (Person, RobotMember) and isinstance(member := parse_member(str(plain)), hint):
        return member
    if issubclass(hint, Enum):
        return hint(plain)
    if not is_dataclass(hint) or not isinstance(plain, dict):
        raise Unreadable(repr(plain))
    optional = {field.name for field in fields(hint) if field.default is not MISSING}
    return hint(
        **{
            name: _read(of, plain[name])
            for name, of in _hints(hint).items()
            if name in plain or name not in optional  # a field that was added later
        }
    )


def _read_one_of(hints: tuple[object, ...], plain: Json) -> object:
    """A value of a union: None and another type, or a member of either kind."""
    if plain is None and NoneType in hints:
        return None
    if Person in hints and RobotMember in hints:
        return parse_member(str(plain))
    return _read(next(one for one in hints if one is not NoneType), plain)


_HINTS: Final[dict[type, dict[str, object]]] = {}


def _hints(cls: type) -> dict[str, object]:
    if cls not in _HINTS:
        _HINTS[cls] = dict(get_type_hints(cls))
    return _HINTS[cls]
