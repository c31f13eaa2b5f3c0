"""What the runners of all kinds of examples share: the form of docs/laws.md 0.2, seats and sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.seats import BySide, Seat
from rules.settling.terms import Dealt

Vector = Mapping[str, Any]
Found = Mapping[str, Any]


class Malformed(Exception):
    """An example that is not of the form, or contradicts itself."""


class GoesOn(Malformed):
    """An example in which games are played after the end of the match. Where a game is a match only unless a
    rubber is arranged, that is what its writer meant."""


_DEAL: Final = frozenset(
    {
        *("declaration", "contre", "contract", "declarer_side", "tricks", "honours", "aces", "void"),
        *("prior_below", "vulnerable", "revokes"),
    }
)
_HAND: Final = frozenset({"score", "tricks", "honours", "call", "revokes"})
_PARTS: Final[Mapping[str, frozenset[str]]] = {
    "contract": frozenset({"level", "strain", "doubled"}),
    "revokes": frozenset({"side", "hand", "penalty"}),
    "deals": _DEAL,
    "hands": _HAND - {"score"},
    "games": frozenset({"winner", "loser_score"}),
    "tables": frozenset({"NS", "EW", "tricks"}),
}
"""What the objects inside an input are made of, by the key under which they stand."""
_INPUTS: Final[Mapping[str, frozenset[str]]] = {
    "deal_score": _DEAL,
    "rubber": frozenset({"deals"}),
    "declaration": frozenset({"dealer", "calls"}),
    "auction_calls": frozenset({"dealer", "calls"}),
    "overcall": frozenset({"new", "over"}),
    "whist_hand": _HAND,
    "whist_rubber": frozenset({"games"}),
    "whist_rubber_hands": frozenset({"hands"}),
    "call_honours": frozenset({"score", "asker", "partner"}),
    "legal_plays": frozenset({"hand", "led_suit", "trump"}),
    "trick_winner": frozenset({"cards", "trump"}),
    "cutting": frozenset({"rounds"}),
    "cut_out": frozenset({"consecutive", "entrants", "cuts"}),
    "claim": frozenset({"won", "claimer", "claims", "answers"}),
    "irregularity": frozenset({"hands", "acts"}),
    "take_back": frozenset({"hands", "acts", "robots", "acquainted"}),
    "rotation": frozenset({"people", "first_cut", "rubbers"}),
    "couples": frozenset({"couples", "hands"}),
    "imps": frozenset({"deals", "differences"}),
    "movement": frozenset({"movement", "tables", "arrow", "rounds", "pair"}),
    "misdeal": frozenset({"dealer"}),
    "first_dealer": frozenset({"players", "dummy_with"}),
    "revoke_status": frozenset({"events"}),
    "revoke_liability": frozenset({"revoker"}),
    "ruff_right": frozenset({"turn_up", "dealer", "ace_holder"}),
    "progression": frozenset({"tables"}),
}
KINDS: Final = frozenset(_INPUTS)
"""Every kind of example that the form knows."""


def check_keys(kind: str, given: Mapping[str, Any]) -> None:
    """Raises Malformed for a key that an input of this kind, or an object in it, does not have: whoever wrote
    it meant something that would not be looked at."""
    _check(given, _INPUTS[kind], kind)
    of_letters = kind in ("irregularity", "take_back", "couples", "imps")  # their parts are of other forms
    for key, value in given.items():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Mapping) and key in _PARTS and not of_letters:
                _check(part, _PARTS[key], key)
                for inner in part.get("revokes") or ():
                    if isinstance(inner, Mapping):
                        _check(inner, _PARTS["revokes"], "revokes")
                if isinstance(part.get("contract"), Mapping):
                    _check(part["contract"], _PARTS["contract"], "contract")


def _check(given: Mapping[str, Any], known: frozenset[str], where: str) -> None:
    unknown = sorted(set(given) - known)
    if unknown:
        raise Malformed(f"no such key in {where}: {', '.join(unknown)}")


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


def whole(dealt: Dealt, each: int = 13) -> Dealt:
    """The same cards. Raises Malformed unless every hand has so many of them and no card is in two: what is
    left of the pack is the stock."""
    if {len(hand) for hand in dealt.hands} != {each}:
        raise Malformed(f"hands of {', '.join(str(len(hand)) for hand in dealt.hands)} cards")
    if len({card for hand in dealt.hands for card in hand}) != len(Seat) * each:
        raise Malformed("a card is in two hands")
    return dealt


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
