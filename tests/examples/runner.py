"""Runs worked examples of the form in docs/laws.md 0.2 against the rules. Only keys expected are asserted.

An example that is not of that form, or that contradicts itself, fails and says why; nothing stops a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import PACK, Hand, Rank, Suit, parse_card, parse_suit
from rules.cutting import CutAgain, cut_for_partners, cut_out, cutting_key
from rules.deal import Deal
from rules.dealing import dealt_out, next_dealer
from rules.errors import RulesError
from rules.reckon import Column, Penalty, Revoked, Tally
from rules.revoke import RevokeEvent, revoke_liability, revoke_status
from rules.rubber import gained, rubber_value
from rules.seats import BySeat, BySide, Seat, Side
from rules.standing import Standing
from rules.tricks import Trick, playable, winner
from rules.variant import Game, Variant
from rules.variants import GAMES

Vector = Mapping[str, Any]
Found = Mapping[str, Any]

STRAINS = {"biritch": None, "nt": None, **{suit.name.lower(): suit for suit in Suit}}
_NOT_OF_THE_VARIANT = {"revoke_mode", "quit_delay", "direction", "rubbers_per_cut", "rubber_value"}
"""Options that are the table's or the display's, and change nothing that an example can see."""


KINDS = frozenset(
    {
        "deal_score",
        "rubber",
        "declaration",
        "auction_calls",
        "overcall",
        "whist_hand",
        "whist_rubber",
        "whist_rubber_hands",
        "call_honours",
        "legal_plays",
        "trick_winner",
        "cutting",
        "cut_out",
        "misdeal",
        "first_dealer",
        "revoke_status",
        "revoke_liability",
        "ruff_right",
        "progression",
    }
)
"""Every kind of example that the form knows, whether it can be run yet or not."""


class Malformed(Exception):
    """An example that is not of the form, or contradicts itself."""


@dataclass(frozen=True)
class Outcome:
    """What became of one example: "passed", "failed" or "skipped", and why."""

    id: str
    status: str
    detail: str = ""


def run(vector: object) -> Outcome:
    """Runs one example. Whatever is wrong with it is an outcome, never an exception."""
    name = str(vector["id"]) if isinstance(vector, Mapping) and "id" in vector else "(no id)"
    try:
        return _run(name, _checked(vector))
    except Malformed as error:
        return Outcome(name, "failed", f"malformed: {error}")
    except CutAgain as error:
        return Outcome(name, "failed", f"unsettled: {', '.join(map(str, error.people))} must cut again")
    except RulesError as error:
        return Outcome(name, "failed", f"refused: {error!r}")
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        return Outcome(name, "failed", f"malformed: {error!r}")


def _run(name: str, vector: Vector) -> Outcome:
    kind, key = vector["kind"], vector["game"]
    runner = _OF_ANY_GAME.get(kind)
    if runner is not None:
        found = runner(vector)
    elif kind in _OF_A_VARIANT and key in GAMES:
        found = _OF_A_VARIANT[kind](vector, variant_of(GAMES[key], vector["options"]))
    else:
        return Outcome(name, "skipped", f"{kind} of {key}")
    return _compared(vector, found)


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
    if not vector["expected"]:
        raise Malformed("nothing is expected")
    _choice(vector, "direction", "clockwise", "counterclockwise")
    return vector


def _choice(vector: Vector, key: str, default: str, other: str) -> str:
    """The value of an option that has two."""
    chosen = vector["options"].get(key, default)
    if chosen not in (default, other):
        raise Malformed(f"{key} is {chosen}")
    return str(chosen)


def variant_of(game: Game, options: Mapping[str, Any]) -> Variant:
    """The variant with an example's options, whose values are JSON's."""
    words = {True: "true", False: "false", None: "none"}
    chosen = {
        key: words[value] if value is None or isinstance(value, bool) else str(value)
        for key, value in options.items()
        if key not in _NOT_OF_THE_VARIANT
    }
    return game.variant(chosen)


def _compared(vector: Vector, found: Found) -> Outcome:
    mirrored = vector["options"].get("direction") == "counterclockwise"
    if mirrored:
        found = {key: _mirror(value) for key, value in found.items()}
    for key, expected in vector["expected"].items():
        actual = found.get(key, "nothing")
        if key in {"legal", "low", "high", "out"}:
            actual, expected = sorted(actual), sorted(expected)
        if actual != expected:
            return Outcome(vector["id"], "failed", f"{key}: expected {expected}, found {actual}")
    return Outcome(vector["id"], "passed")


_MIRROR = {"E": "W", "W": "E"}


def _mirror(value: object) -> object:
    """Counter-clockwise play is clockwise play seen in a mirror (ambiguity 1)."""
    return _MIRROR.get(value, value) if isinstance(value, str) else value


def _seat(vector: Vector, letter: str) -> Seat:
    mirrored = vector["options"].get("direction") == "counterclockwise"
    return Seat(_mirror(letter) if mirrored else letter)


def _sides(pair: Mapping[str, int] | None) -> BySide[int]:
    given = pair or {}
    return BySide(given.get("NS", 0), given.get("EW", 0))


def _named(pair: BySide[int]) -> dict[str, int]:
    return {"NS": pair.ns, "EW": pair.ew}


def _tally(deal: Mapping[str, Any]) -> Tally:
    trumps, tricks = STRAINS[deal["declaration"]], _sides(deal["tricks"])
    given = deal.get("honours", {})
    honours = BySeat(*(given.get(seat.letter, 0) for seat in Seat))
    voids = frozenset(Seat(letter) for letter in deal.get("void", ()))
    if set(deal["tricks"]) - {"NS", "EW"} or set(given) - {seat.letter for seat in Seat}:
        raise Malformed("no such seat or side")
    if min(tricks) < 0 or sum(tricks) != 13:
        raise Malformed(f"{tricks.ns} and {tricks.ew} are not thirteen tricks")
    if min(honours) < 0 or sum(honours) > (4 if trumps is None else 5):
        raise Malformed(f"{sum(honours)} honours")
    if trumps is not None and any(honours.of(seat) for seat in voids):
        raise Malformed("a void hand with honours")
    return Tally(
        trumps=trumps,
        level=deal.get("contre", 0),
        tricks=tricks,
        honours=honours,
        voids=voids,
        revokes=tuple(Revoked(Side(r["side"]), Penalty(r["penalty"])) for r in deal.get("revokes", ())),
    )


def deal_score(vector: Vector, variant: Variant) -> Found:
    given = vector["input"]
    before = Standing(below=_sides(given.get("prior_below")))
    entries = variant.reckon(_tally(given), before)
    won_by = variant.rubber.game_won_by(before, entries)
    return {
        "below": _named(gained(entries, Column.BELOW)),
        "above": _named(gained(entries, Column.ABOVE)),
        "game_won_by": won_by.value if won_by else None,
        "below_after": _named(variant.rubber.after(before, entries).below),
    }


def rubber(vector: Vector, variant: Variant) -> Found:
    standing = Standing()
    for deal in vector["input"]["deals"]:
        if variant.rubber.winner(standing) is not None:
            raise Malformed("the rubber was over before the last deal")
        standing = variant.rubber.after(standing, variant.reckon(_tally(deal), standing))
    won_by = variant.rubber.winner(standing)
    totals = variant.rubber.grand_totals(standing, won_by) if won_by is not None else standing.totals
    return {
        "totals": _named(totals),
        "games": _named(standing.games),
        "winner": won_by.value if won_by else None,
        "rubber_points": rubber_value(totals, won_by) if won_by else None,
    }


def _call(word: str) -> Call:
    match word:
        case "pass":
            return Pass()
        case "contre" | "sur contre" | "double" | "redouble":
            return Double()
        case "content":
            return Content()
    return Declare(STRAINS[word])


def declaration(vector: Vector, variant: Variant) -> Found:
    given = vector["input"]
    deal = Deal.begin(variant.settlement, dealt_out(PACK, _seat(vector, given["dealer"])))
    for index, (letter, word) in enumerate(given["calls"]):
        doublings = deal.terms.level if deal.terms else 0
        try:
            if (word == "contre" and doublings) or (word == "sur contre" and not doublings):
                raise RulesError  # the first doubling is contre, every further one sur contre (laws 2.2)
            deal.check(_seat(vector, letter), _call(word))
        except RulesError:
            return {"illegal_at": index}
        deal = deal.after(_seat(vector, letter), _call(word))
    if deal.terms is None:
        return {"state": "PARTNER" if deal.calls else "DEALER"}
    terms = deal.terms
    found = {
        "declaration": terms.trumps.name.lower() if terms.trumps else "biritch",
        "level": terms.level,
        "multiplier": terms.multiplier,
        "declared_by": terms.declared_by.letter if terms.declared_by else None,
    }
    if deal.playing is None:
        speaking = next(iter(deal.may_act)).side
        return {**found, "state": "DOUBLING", "to_speak": speaking.value}
    return {**found, "state": "PLAY", "dummy": terms.dummies[0].seat.letter, "leader": terms.leader.letter}


def misdeal(vector: Vector, variant: Variant) -> Found:
    dealer = _seat(vector, vector["input"]["dealer"])
    following = next_dealer(dealer, misdealt=True, misdeal_passes=variant.misdeal_passes)
    return {"redeal_same_dealer": following is dealer, "next_dealer": following.letter}


def revokes(vector: Vector, variant: Variant) -> Found:
    status = revoke_status(RevokeEvent(word) for word in vector["input"]["events"])
    return {"established": status.established, "penalty_due": status.penalty_due}


def liability(vector: Vector, variant: Variant) -> Found:
    found = revoke_liability(exposed_hand=vector["input"]["revoker"] == "dummy")
    return {"penalty": "due" if found.penalty else None, "trick_stands": found.trick_stands}


def legal_plays(vector: Vector) -> Found:
    given = vector["input"]
    led = parse_suit(given["led_suit"]) if given["led_suit"] else None
    hand = Hand.of(parse_card(name) for name in given["hand"])
    return {"legal": [str(card) for card in playable(hand, led)]}


def trick_winner(vector: Vector) -> Found:
    given = vector["input"]
    cards = [(_seat(vector, letter), parse_card(name)) for letter, name in given["cards"]]
    trump = parse_suit(given["trump"]) if given["trump"] else None
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
    suit_order = _choice(vector, "cut_tie", "recut", "suit_order") == "suit_order"
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
    cuts = {who: _cutting(name, suit_order=False)[0] for who, name in given["cuts"].items()}
    return {"out": list(cut_out(given["consecutive"], given["entrants"], cuts))}


_OF_A_VARIANT: Mapping[str, Callable[[Vector, Variant], Found]] = {
    "deal_score": deal_score,
    "rubber": rubber,
    "declaration": declaration,
    "misdeal": misdeal,
    "revoke_status": revokes,
    "revoke_liability": liability,
}
_OF_ANY_GAME: Mapping[str, Callable[[Vector], Found]] = {
    "legal_plays": legal_plays,
    "trick_winner": trick_winner,
    "cutting": cutting,
    "cut_out": cutting_out,
}
