"""Runs worked examples of the form in docs/laws.md 0.2 against the rules. Only the keys under ``expected``
are compared.

An example that is not of that form, or that contradicts itself, fails and says why; nothing stops a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.cards import Hand, Rank, Suit, parse_card
from rules.counting.points_up import PointsUp
from rules.errors import RulesError
from rules.games.all_games import GAMES
from rules.games.variant import Game, Variant
from rules.refusals import BadOption, OptionsClash
from rules.table.cutting import CutAgain, cut_for_partners, cut_out, cutting_key
from rules.tricks import Trick, playable, winner
from tests.examples import bridge_kinds, evening_kinds, revoke_kinds, table_kinds, whist_kinds
from tests.examples.claims import claim
from tests.examples.out_of_turn import irregularity
from tests.examples.vectors import (
    KINDS,
    Found,
    GoesOn,
    Malformed,
    Vector,
    check_keys,
    choice,
    is_mirrored,
    mirror,
    seat_of,
)


@dataclass(frozen=True)
class Outcome:
    """The outcome of one example: "passed" or "failed", and why."""

    id: str
    status: str
    detail: str = ""


def run(vector: object) -> Outcome:
    """Runs one example. Whatever is wrong with it is an outcome, never an exception."""
    name = str(vector["id"]) if isinstance(vector, Mapping) and "id" in vector else "(no id)"
    try:
        checked = _checked(vector)
        return _compared(checked, _found(checked))
    except Malformed as error:
        return Outcome(name, "failed", f"malformed: {error}")
    except BadOption as error:
        return Outcome(name, "failed", f"no such option: {error.key} = {error.value}")
    except OptionsClash as error:
        return Outcome(name, "failed", f"options that have no meaning together: {error.key}, {error.other}")
    except CutAgain as error:
        return Outcome(name, "failed", f"unsettled: {', '.join(map(str, error.people))} must cut again")
    except RulesError as error:
        return Outcome(name, "failed", f"refused: {error!r}")
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        return Outcome(name, "failed", f"malformed: {error!r}")


def _checked(vector: object) -> Vector:
    """The example, if it has the parts that every example has."""
    if not isinstance(vector, Mapping):
        raise Malformed("not an object")
    sorts = {"id": str, "game": str, "kind": str, "options": Mapping, "input": Mapping, "expected": Mapping}
    for part, sort in sorts.items():
        if not isinstance(vector.get(part), sort):
            raise Malformed(f"no {part}" if part not in vector else f"{part} is of the wrong sort")
    if vector["kind"] not in KINDS:
        raise Malformed(f"no such kind: {vector['kind']}")
    if vector["game"] not in GAMES and vector["game"] not in _OF_NO_VARIANT:
        raise Malformed(f"no such game: {vector['game']}")
    if not vector["expected"]:
        raise Malformed("nothing is expected")
    is_mirrored(vector)
    check_keys(vector["kind"], vector["input"])
    return vector


def _found(vector: Vector) -> Found:
    """The result of the example's input."""
    kind, key = vector["kind"], vector["game"]
    options = {name: one for name, one in vector["options"].items() if (kind, name) != ("imps", "team_score")}
    variant = variant_of(GAMES[key], options, kind) if key in GAMES else None
    if kind in _OF_ANY_GAME:
        if key == ANY:
            house = {"direction", "cut_tie", "revoke_mode", "quit_delay", "period_penalties"}
            house |= {"progressive_score", "rubbers_per_cut"}
            for unknown in set(vector["options"]) - house:
                raise BadOption(unknown, str(vector["options"][unknown]))
        return _OF_ANY_GAME[kind](vector)
    if variant is None:
        raise Malformed(f"no {kind} of {key}")
    try:
        return _OF_A_VARIANT[kind](vector, variant)
    except GoesOn:
        if "match" in options or not any(one.key == "match" for one in GAMES[key].choices):
            raise
        return _OF_A_VARIANT[kind](vector, variant_of(GAMES[key], {**options, "match": "rubber"}, kind))


def variant_of(game: Game, options: Mapping[str, Any], kind: str) -> Variant:
    """The variant with an example's options."""
    if isinstance(game.variant().reckoning, PointsUp):
        return whist_kinds.whist_variant(game, options)
    return bridge_kinds.variant_of(game, options, kind)


def _compared(vector: Vector, found: Found) -> Outcome:
    if is_mirrored(vector):
        found = {key: mirror(value) for key, value in found.items()}
    for key, expected in vector["expected"].items():
        actual = found.get(key, "nothing")
        if key in _UNORDERED:
            actual, expected = _sorted(actual), _sorted(expected)
        if actual != expected:
            return Outcome(vector["id"], "failed", f"{key}: expected {expected}, found {actual}")
    return Outcome(vector["id"], "passed")


_UNORDERED = {"legal", "low", "high", "out", "in", "plays", "asked"}
"""What comes in any order, at each point of time."""


def _sorted(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return sorted(value) if all(isinstance(one, str) for one in value) else list(map(_sorted, value))


def misdeal(vector: Vector, variant: Variant) -> Found:
    dealer = seat_of(vector, vector["input"]["dealer"])
    following = variant.next_dealer(dealer, misdealt=True)
    return {"redeal_same_dealer": following is dealer, "next_dealer": following.letter}


def legal_plays(vector: Vector) -> Found:
    given = vector["input"]
    led = Suit(given["led_suit"]) if given["led_suit"] else None
    hand = Hand.of(parse_card(name) for name in given["hand"])
    return {"legal": [str(card) for card in (Hand(playable(hand.bits, led)) if led is not None else hand)]}


def trick_winner(vector: Vector) -> Found:
    given = vector["input"]
    cards = [(seat_of(vector, letter), parse_card(name)) for letter, name in given["cards"]]
    trump = Suit(given["trump"]) if given["trump"] else None
    trick = Trick(cards[0][0], tuple(card for _, card in cards))
    if list(trick.by_player()) != cards or len(set(trick.cards)) != len(cards):
        raise Malformed("these cards are not in rotation, or one lies there twice")
    return {"winner": winner(trick, trump).letter}


def _cutting(name: str, *, suit_order: bool) -> tuple[int, int]:
    """A card's cutting order from a rank, or a rank with a suit."""
    if len(name.replace("10", "T")) == 1:
        return Rank("23456789TJQKA".index(name.replace("10", "T")) + 2).in_cutting, 0
    return cutting_key(parse_card(name), suit_order=suit_order)


def _who_must_cut_again(rounds: list[dict[str, tuple[int, int]]]) -> set[str]:
    try:
        cut_for_partners(rounds)
    except CutAgain as unsettled:
        return set(map(str, unsettled.people))
    return set()


def cutting(vector: Vector) -> Found:
    suit_order = choice(vector, "cut_tie", "recut", "suit_order") == "suit_order"
    rounds = [
        {who: _cutting(name, suit_order=suit_order) for who, name in cut.items()}
        for cut in vector["input"]["rounds"]
    ]
    if len(rounds[0]) != 4:
        raise Malformed(f"{len(rounds[0])} people cut")
    for number in range(1, len(rounds)):
        again = _who_must_cut_again(rounds[:number])
        if again != set(rounds[number]):
            raise Malformed(f"{', '.join(sorted(again)) or 'nobody'} must cut again")
    partners = cut_for_partners(rounds)
    return {"dealer": partners.dealer, "low": list(partners.low), "high": list(partners.high)}


def cutting_out(vector: Vector) -> Found:
    given = vector["input"]
    suit_order = choice(vector, "cut_tie", "recut", "suit_order") == "suit_order"
    keys = {who: _cutting(name, suit_order=suit_order) for who, name in given["cuts"].items()}
    return {"out": list(cut_out(given["consecutive"], given["entrants"], [keys] if keys else []))}


ANY = "any"
_OF_NO_VARIANT = {ANY, "progressive_whist"}
"""Games that have examples though no table plays one deal of them after another."""

_OF_A_VARIANT: Mapping[str, Callable[[Vector, Variant], Found]] = {
    "misdeal": misdeal,
    "irregularity": irregularity,
    **revoke_kinds.OF_A_VARIANT,
    **evening_kinds.OF_A_VARIANT,
    **table_kinds.OF_A_VARIANT,
    **bridge_kinds.OF_A_VARIANT,
    **whist_kinds.OF_A_VARIANT,
}
_OF_ANY_GAME: Mapping[str, Callable[[Vector], Found]] = {
    "legal_plays": legal_plays,
    "trick_winner": trick_winner,
    "cutting": cutting,
    "cut_out": cutting_out,
    "claim": claim,
    **evening_kinds.OF_ANY_GAME,
    **table_kinds.OF_ANY_GAME,
    **whist_kinds.OF_ANY_GAME,
}
