"""Events as stored text, and back. The stored names of events are our own words, never the path of a class.

An event is written as its kind and a JSON object of its fields. Integers beyond 2^53 are written as decimal
text, since other readers of JSON would round them; both forms are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Final, Union, get_args, get_origin, get_type_hints

from rules.calls import Called, action_word, parse_call
from rules.cards import Card, Hand, parse_card
from rules.errors import Unreadable
from rules.evening import events as evening_events
from rules.evening.events import EveningEvent
from rules.games.variant import Game
from rules.refusals import BadOption, OptionsClash
from rules.seats import BySeat, BySide, Person, RobotMember, Seat, parse_member
from rules.sheet import events as sheet_events
from rules.sheet.events import SheetEvent
from rules.table import events
from rules.table.events import RULES_REVISION, Event
from rules.table.table import Table
from rules.tricks import Trick

KINDS: Final[dict[str, type]] = {
    "opened": events.Opened,
    "opened_for_evening": events.OpenedForEvening,
    "deals_brought": events.DealsBrought,
    "bringer_admitted": events.BringerAdmitted,
    "played_alone": events.PlayedAlone,
    "opened_to_others": events.OpenedToOthers,
    "options_chosen": events.OptionsChosen,
    "joined": events.Joined,
    "left": events.Left,
    "waited": events.Waited,
    "went_out": events.WentOut,
    "stood_out": events.StoodOut,
    "dummy_taken": events.DummyTaken,
    "rubber_begun": events.RubberBegun,
    "acquainted": events.Acquainted,
    "seats_chosen": events.SeatsChosen,
    "pack_ready": events.PackReady,
    "pack_cut": events.PackCut,
    "result_seen": events.ResultSeen,
    "cards_dealt": events.CardsDealt,
    "call_made": events.CallMade,
    "card_played": events.CardPlayed,
    "take_back_asked": events.TakeBackAsked,
    "taken_back": events.TakenBack,
    "partners_turned": events.PartnersTurned,
    "claimed": events.Claimed,
    "claim_answered": events.ClaimAnswered,
    "robot_took_over": events.RobotTookOver,
    "robot_sat_in": events.RobotSatIn,
    "took_back": events.TookBack,
    "chair_taken": events.ChairTaken,
    "chair_reserved": events.ChairReserved,
    "chair_freed": events.ChairFreed,
    "substitute_asked": events.SubstituteAsked,
    "substitute_answered": events.SubstituteAnswered,
    "stepped_back": events.SteppedBack,
    "seed_revealed": events.SeedRevealed,
    "deal_reckoned": events.DealReckoned,
    "rubber_reckoned": events.RubberReckoned,
    "close_agreed": events.CloseAgreed,
    "closed": events.Closed,
    "adjourned": events.Adjourned,
    "abandoned": events.Abandoned,
    "paused": events.Paused,
    "resumed": events.Resumed,
    "trick_quitted": events.TrickQuitted,
    "suit_asked": events.SuitAsked,
    "suit_denied": events.SuitDenied,
    "card_corrected": events.CardCorrected,
    "revoke_claimed": events.RevokeClaimed,
    "penalty_chosen": events.PenaltyChosen,
    "play_out_wished": events.PlayOutWished,
    "play_stopped": events.PlayStopped,
    "score_agreed": events.ScoreAgreed,
    "claims_closed": events.ClaimsClosed,
    "played_out_of_turn": events.PlayedOutOfTurn,
    "lead_followed": events.LeadFollowed,
    "card_replaced": events.CardReplaced,
    "penalty_demanded": events.PenaltyDemanded,
}
SHEET_KINDS: Final[dict[str, type]] = {
    "sheet_opened": sheet_events.SheetOpened,
    "options_chosen": events.OptionsChosen,
    "sheet_rubber_begun": sheet_events.SheetRubberBegun,
    "deal_entered": sheet_events.DealEntered,
    "deal_corrected": sheet_events.DealCorrected,
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
EVENING_KINDS: Final[dict[str, type]] = {
    "evening_opened": evening_events.EveningOpened,
    "deals_brought": events.DealsBrought,
    "entered": evening_events.Entered,
    "withdrew": evening_events.Withdrew,
    "lots_drawn": evening_events.LotsDrawn,
    "round_begun": evening_events.RoundBegun,
    "board_scored": evening_events.BoardScored,
    "place_taken": evening_events.PlaceTaken,
    "time_called": evening_events.TimeCalled,
    "prizes_cut": evening_events.PrizesCut,
    "evening_reckoned": evening_events.EveningReckoned,
    "seed_revealed": events.SeedRevealed,
    "closed": events.Closed,
    "adjourned": events.Adjourned,
    "resumed": events.Resumed,
}
"""The kinds of an evening's events."""
_KIND_OF: Final = {cls: kind for kinds in (KINDS, SHEET_KINDS, EVENING_KINDS) for kind, cls in kinds.items()}
_EXACT: Final = 2**53

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def encode(event: Event | SheetEvent | EveningEvent) -> tuple[str, str]:
    """The kind and the body of an event."""
    return _KIND_OF[type(event)], json.dumps(to_json(event), separators=(",", ":"), sort_keys=True)


def decode(kind: str, body: str) -> Event:
    """The event of this kind and body. Raises Unreadable if these rules do not know them."""
    return _decoded(KINDS, kind, body)  # type: ignore[return-value]  # KINDS holds nothing but events


def decode_sheet(kind: str, body: str) -> SheetEvent:
    """The event of a score sheet of this kind and body. Raises Unreadable."""
    return _decoded(SHEET_KINDS, kind, body)  # type: ignore[return-value]  # likewise


def decode_evening(kind: str, body: str) -> EveningEvent:
    """The event of an evening of this kind and body. Raises Unreadable."""
    return _decoded(EVENING_KINDS, kind, body)  # type: ignore[return-value]  # likewise


def _decoded(kinds: Mapping[str, type], kind: str, body: str) -> object:
    try:
        return read_value(kinds[kind], json.loads(body))
    except (KeyError, ValueError, TypeError, AssertionError) as error:
        raise Unreadable(f"{kind} {body}") from error


def to_json(value: object) -> Json:
    """A value as JSON can hold it."""
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
            return [to_json(item) for item in value]
        case frozenset():
            return sorted((to_json(item) for item in value), key=str)
        case _ if is_dataclass(value):
            return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(type(value))


def _read_called(text: str) -> Called:
    seat, _, word = text.partition(" ")
    return Called(Seat(seat), parse_call(word))


_FROM_TEXT: Final[dict[object, Callable[[str], object]]] = {
    Card: parse_card,
    Hand: Hand.parse,
    Called: _read_called,
}


def read_value(hint: object, written: Json) -> object:
    """The value of the type in a field's annotation, from what ``to_json`` made of it. Raises Unreadable,
    KeyError, ValueError, TypeError, AssertionError."""
    return _reader(hint)(written)


_Reader = Callable[[Json], object]


@cache
def _reader(hint: object) -> _Reader:
    """What reads values of a type: made once for each, since looking at types takes most of the time."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _reader_of_one(arguments)
    if origin is tuple and arguments[-1] is not Ellipsis:
        readers = [_reader(one) for one in arguments]
        return lambda written: tuple([r(one) for r, one in zip(readers, _listed(written), strict=True)])
    if origin in (tuple, frozenset):
        item, gathered = _reader(arguments[0]), tuple if origin is tuple else frozenset
        return lambda written: gathered([item(one) for one in _listed(written)])
    if origin in (BySeat, BySide):
        item, made = _reader(arguments[0]), BySeat if origin is BySeat else BySide
        return lambda written: made(*[item(one) for one in _listed(written)])
    assert isinstance(hint, type)
    if hint is Trick:
        leader, cards = (_reader(of) for of in get_type_hints(Trick).values())
        return lambda written: _trick(leader, cards, *_listed(written))
    if is_dataclass(hint) and hint not in _FROM_TEXT and hint not in (Person, RobotMember):
        return _reader_of_fields(hint)
    return lambda written: _single(hint, written)


def _single(hint: type, written: Json) -> object:
    """A value that is written as one word or number."""
    if hint in _FROM_TEXT and isinstance(written, str):
        return _FROM_TEXT[hint](written)
    if hint is int and isinstance(written, int | str) and not isinstance(written, bool):
        return int(written)  # a number or its decimal text
    if hint in (str, bool) and isinstance(written, hint):
        return written
    if hint in (Person, RobotMember) and isinstance(member := parse_member(str(written)), hint):
        return member
    if issubclass(hint, Enum):
        return hint(written)
    raise Unreadable(repr(written))


def _reader_of_one(hints: tuple[object, ...]) -> _Reader:
    """Reads a union: None and another type, or a member of either kind."""
    if Person in hints and RobotMember in hints:
        of: _Reader = lambda written: parse_member(str(written))  # noqa: E731
    else:
        of = _reader(next(one for one in hints if one is not NoneType))
    if NoneType in hints:
        return lambda written: None if written is None else of(written)
    return of


def _reader_of_fields(cls: type) -> _Reader:
    readers = {name: _reader(of) for name, of in get_type_hints(cls).items()}
    optional = {field.name for field in fields(cls) if field.default is not MISSING}

    def made(written: Json) -> object:
        if not isinstance(written, dict):
            raise Unreadable(repr(written))
        return cls(
            **{
                name: of(written[name])
                for name, of in readers.items()
                if name in written or name not in optional  # a field that was added later
            }
        )

    return made


def _trick(leader: _Reader, cards: _Reader, by: Json, played: Json) -> Trick:
    return Trick(leader(by), cards(played))  # type: ignore[arg-type]  # as the hints of a trick say


def _listed(written: Json) -> list[Json]:
    if not isinstance(written, list):
        raise Unreadable(repr(written))
    return written


FORM: Final = f"12.{RULES_REVISION}"
"""What wrote a snapshot: raise the first number when a table has other fields, or ``Table.after`` comes to
something else. A snapshot of another form is not read."""

_MADE: Final = ("rules", "variant")
"""Made from the name of the game and the options."""
_OF_A_DEAL: Final = ("deal", "claim", "refused", "shown", "witnesses", "before", "taken_back", "back")
_NEVER: Final = ("evening",)
"""Of a table that plays a single deal."""
_HINTS: Final = {
    name: hint
    for name, hint in get_type_hints(Table).items()
    if name in {field.name for field in fields(Table)} - {*_MADE, *_OF_A_DEAL, *_NEVER}
}


def can_be_kept(table: Table) -> bool:
    """Whether a snapshot can be made of this table: none while a deal is played, or at an evening."""
    return table.deal is None and table.claim is None and table.evening is None


def encode_table(table: Table) -> str:
    """The snapshot of a table that can be kept."""
    if not can_be_kept(table):
        raise ValueError("a deal is being played, or the only one of its table is over")
    kept = {"form": FORM, **{name: to_json(getattr(table, name)) for name in _HINTS}}
    return json.dumps(kept, separators=(",", ":"), sort_keys=True)


def decode_table(body: str, game: Callable[[str], Game]) -> Table:
    """The table of which this is a snapshot; ``game`` finds a game by its key. Raises Unreadable."""
    try:
        kept = json.loads(body)
        if kept["form"] != FORM:
            raise Unreadable(str(kept["form"]))
        values = {name: read_value(hint, kept[name]) for name, hint in _HINTS.items()}
        rules = game(str(values["game"]))
        options = values["options"]
        variant = rules.variant_of(options)  # type: ignore[arg-type]  # pairs of strings, by its hint
        return Table(rules=rules, variant=variant, **values)  # type: ignore[arg-type]  # as the hints say
    except (KeyError, ValueError, TypeError, AssertionError, BadOption, OptionsClash) as error:
        raise Unreadable("a snapshot") from error
