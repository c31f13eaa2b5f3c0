"""Worked examples of biritch, the bridge family and vint (docs/laws.md 0.2): deals, rubbers, declarations and
auctions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, Protocol, runtime_checkable

from rules.calls import MOST_ODD_TRICKS, Bid, Call, Content, Declare, Double, Pass
from rules.cards import PACK
from rules.counting.reckon import Column, Contract, Penalty, Revoked, Standing, Tally
from rules.counting.rubber import gains_in
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.games.auctions import SCHEDULES
from rules.games.variant import Game, Variant
from rules.seats import BySeat, BySide, Seat, Side
from rules.settling.auction import SPADES_HIGH, SPADES_LOW, Auction, Ladder, by_points, by_tricks
from rules.settling.declaration import Declaration
from rules.settling.terms import ThrownIn
from rules.tricks import Strain
from tests.examples.vectors import Found, Malformed, Vector, count, named, seat_of, sides, word

STRAINS: Final = {
    "biritch": Strain.NO_TRUMPS,
    "nt": Strain.NO_TRUMPS,
    "clubs": Strain.CLUBS,
    "diamonds": Strain.DIAMONDS,
    "hearts": Strain.HEARTS,
    "spades": Strain.SPADES,
    "royals": Strain.ROYALS,
    "royal spades": Strain.ROYALS,
    "royal_spades": Strain.ROYALS,
    "misere": Strain.MISERE,
}

_NO_LAWFUL_REVOKES: Final = {"vint", "plafond", "contract", "scaled_contract"}  # ambiguity 5
_OF_NO_CONSEQUENCE: Final = {
    "revoke_mode": ("strict", "lawful"),
    "quit_delay": range(1_000_000),
    "rubber_value": ("difference", "both_totals"),  # what is shown; a result always has both
}
"""Options that no table offers, with the values by which an example is worked here."""


def strain(name: str) -> Strain:
    try:
        return STRAINS[name]
    except KeyError:
        raise Malformed(f"no such strain: {name}") from None


# Options.


def variant_of(game: Game, options: Mapping[str, Any], kind: str) -> Variant:
    """The variant with an example's options, whose values are JSON's."""
    chosen = dict(options)
    for key, allowed in _OF_NO_CONSEQUENCE.items():
        if chosen.get(key, allowed[0]) not in allowed:
            raise Malformed(f"{key} is {chosen[key]}")
        chosen.pop(key, None)
    if game.key in _NO_LAWFUL_REVOKES and options.get("revoke_mode", "strict") != "strict":
        raise Malformed(f"no lawful revokes at {game.key}")
    keys = {one.key for one in game.choices}
    if game.key == "contract" and chosen.pop("honours", "contract") != "contract":
        raise Malformed("honours of contract are those of contract")
    ranking, must_open = chosen.pop("ranking", None), chosen.pop("must_open", None)
    schedule = chosen.pop("schedule") if "schedule" in chosen and "schedule" not in keys else None
    variant = game.variant({key: word(value) for key, value in chosen.items()})
    if ranking is None and must_open is None and schedule is None:
        return variant
    law = _auction(variant)
    ruled = _overruled(law, ranking, must_open, schedule)
    if ruled != law and kind not in {"auction_calls", "overcall"}:
        raise Malformed("another auction than the game's, where nothing is bid")
    return replace(variant, settlement=ruled)


def _overruled(law: Auction, ranking: object, must_open: object, schedule: object) -> Auction:
    """The auction that an example wants, whatever the game's own is (laws 0.2)."""
    if must_open is not None and not isinstance(must_open, bool):
        raise Malformed(f"must_open is {must_open}")
    if schedule is not None and (schedule not in SCHEDULES or ranking != "points"):
        raise Malformed(f"schedule is {schedule}")
    offered = {bid.strain for bid in law.ladder}
    orders = {"tricks": SPADES_HIGH, "vint": SPADES_LOW}
    ladder: Ladder = law.ladder
    if ranking == "points":
        if schedule is not None or not _by_points(ladder):
            ladder = by_points(SCHEDULES[str(schedule or "1920")])
    elif ranking in orders:
        others = (one for one in (Strain.ROYALS, Strain.MISERE) if one in offered)
        ladder = by_tricks((*(one for one in orders[ranking] if one in offered), *others))
    elif ranking is not None:
        raise Malformed(f"ranking is {ranking}")
    return replace(law, ladder=ladder, must_open=law.must_open if must_open is None else must_open)


def _by_points(ladder: Ladder) -> bool:
    """Whether bids of more tricks may be lower."""
    return any(first.odd > second.odd for first, second in pairwise(ladder))


def _auction(variant: Variant) -> Auction:
    if not isinstance(variant.settlement, Auction):
        raise Malformed(f"nothing is outbid at {variant.key}")
    return variant.settlement


@runtime_checkable
class Bids(Protocol):
    """A settlement that ends in a contract: the bids that may become one, and how often they are doubled."""

    @property
    def ladder(self) -> Ladder: ...
    @property
    def max_doublings(self) -> int: ...


def _bids(variant: Variant) -> Bids:
    if not isinstance(variant.settlement, Bids):
        raise Malformed(f"nothing is bid at {variant.key}")
    return variant.settlement


# Deals and rubbers.


def _by_seat(given: Mapping[str, int]) -> BySeat[int]:
    """Counts by hand; those of a side are put on one of its hands (laws 0.2: vint)."""
    counts = BySeat(0, 0, 0, 0)
    for name, held in given.items():
        seat = Side(name).seats[0] if len(name) == 2 else Seat(name)
        counts = counts.put(seat, counts.of(seat) + count(held, name))
    return counts


def _contract(deal: Mapping[str, Any], law: Bids) -> Contract:
    given = deal["contract"]
    bid = Bid(count(given["level"], "level"), strain(given["strain"]))
    if bid not in law.ladder:
        raise Malformed(f"no such bid: {bid}")
    if count(given.get("doubled", 0), "doubled") > law.max_doublings:
        raise Malformed(f"doubled {given['doubled']} times")
    return Contract(bid, Side(deal["declarer_side"]))


def _revokes(deal: Mapping[str, Any], variant: Variant) -> tuple[Revoked, ...]:
    """The revokes that are punished: the exposed hand cannot revoke (laws 2.3)."""
    law = getattr(variant.reckoning, "revokes", None)
    found = []
    for given in deal.get("revokes") or ():
        one, hand = Revoked(Side(given["side"]), Penalty(given["penalty"])), given.get("hand")
        if one.penalty is not Penalty.NONE and one.penalty not in getattr(law, "choice", ()):
            raise Malformed(f"no such penalty at {variant.key}: {one.penalty.value}")
        if hand not in (None, "dummy") and Seat(hand).side is not one.side:
            raise Malformed(f"{hand} is not of {one.side.value}")
        if hand != "dummy":
            found.append(one)
    return tuple(found)


def tally_of(deal: Mapping[str, Any], variant: Variant) -> Tally:
    """What a deal came to, if that is possible."""
    law, contract, level = variant.settlement, None, 0
    if isinstance(law, Bids):
        if "declaration" in deal:
            raise Malformed(f"nothing is declared at {variant.key}")
        contract, level = _contract(deal, law), deal["contract"].get("doubled", 0)
        trumps = contract.bid.strain.trumps
    else:
        if "contract" in deal:
            raise Malformed(f"nothing is bid at {variant.key}")
        declared, level = strain(deal["declaration"]), count(deal.get("contre", 0), "contre")
        if declared in (Strain.ROYALS, Strain.MISERE):
            raise Malformed(f"{deal['declaration']} is not declared at {variant.key}")
        trumps = declared.trumps
    tricks, aces = sides(deal["tricks"]), _by_seat(deal.get("aces") or {})
    honours = _by_seat(deal.get("honours") or {})
    if trumps is None and not any(honours):
        honours = aces
    voids = frozenset(Seat(letter) for letter in deal.get("void") or ())
    if sum(tricks) != variant.dealing.each:
        raise Malformed(f"{tricks.ns} and {tricks.ew} are not thirteen tricks")
    if sum(honours) > (4 if trumps is None else len(variant.honours.ranks)) or sum(aces) > 4:
        raise Malformed(f"{sum(honours)} honours, {sum(aces)} aces")
    if trumps is not None and (any(honours.of(seat) for seat in voids) or len(voids) == 4):
        raise Malformed("a void hand with honours, or no hand with a trump")
    return Tally(
        trumps=trumps,
        level=level,
        tricks=tricks,
        honours=honours,
        voids=voids,
        revokes=_revokes(deal, variant),
        aces=aces,
        contract=contract,
    )


def _vulnerable(deal: Mapping[str, Any]) -> BySide[int]:
    """A side is vulnerable that has won a game of this rubber (laws 9)."""
    given = deal.get("vulnerable") or {}
    if set(given) - {"NS", "EW"} or not all(isinstance(one, bool) for one in given.values()):
        raise Malformed(f"vulnerable: {given}")
    return BySide(int(given.get("NS", False)), int(given.get("EW", False)))


def deal_score(vector: Vector, variant: Variant) -> Found:
    given = vector["input"]
    before = Standing(below=sides(given.get("prior_below")), games=_vulnerable(given))
    if max(before.below) >= variant.rubber.game:
        raise Malformed("the game was won before the deal")
    entries = variant.reckon(tally_of(given, variant), before)
    won_by = variant.rubber.game_won_by(before, entries)
    return {
        "below": named(gains_in(entries, Column.BELOW)),
        "above": named(gains_in(entries, Column.ABOVE)),
        "game_won_by": won_by.value if won_by else None,
        "below_after": named(variant.rubber.standing_after(before, entries).below),
    }


def rubber(vector: Vector, variant: Variant) -> Found:
    """The deals of a rubber in turn. One that is not over is broken off, which has a value with some options
    (ambiguity 66)."""
    law, standing = variant.rubber, Standing()
    for deal in vector["input"]["deals"]:
        if law.winner(standing) is not None:
            raise Malformed("the rubber was over before the last deal")
        if "vulnerable" in deal and _vulnerable(deal) != BySide(*(int(won > 0) for won in standing.games)):
            raise Malformed("vulnerable without a game, or not vulnerable with one")
        standing = law.standing_after(standing, variant.reckon(tally_of(deal, variant), standing))
    end = law.end(standing) or law.broken_off(standing)
    return {
        "totals": named(end.totals if end is not None else standing.totals),
        "games": named(standing.games),
        "winner": end.winner.value if end is not None else None,
        "rubber_points": end.result(1, (), 0).value if end is not None else None,
    }


# Declarations and auctions.

_SAID: Final[dict[str, Call]] = {
    "pass": Pass(),
    "contre": Double(),
    "sur contre": Double(),
    "double": Double(),
    "redouble": Double(),
    "content": Content(),
}
_FIRST, _FURTHER = ("contre", "double"), ("sur contre", "redouble")
_A_BID: Final = re.compile(r"(\d+)\s*([a-z_ ]+)")


def _says(deal: Deal, seat: Seat, said: str, call: Call) -> Deal | None:
    """The deal after this call; None if the call is not allowed. The first doubling has one word, every
    further one another (laws 2.2, 7.1)."""
    doubled = deal.terms is not None and deal.terms.level > 0
    if (said in _FIRST and doubled) or (said in _FURTHER and not doubled):
        return None
    try:
        deal.check(seat, call)
    except RulesError:
        return None
    return deal.after(seat, call)


def _begun(vector: Vector, variant: Variant) -> Deal:
    dealer = seat_of(vector, vector["input"]["dealer"])
    return Deal.begin(variant.settlement, variant.dealing.dealt_out(PACK, dealer))


def declaration(vector: Vector, variant: Variant) -> Found:
    if not isinstance(variant.settlement, Declaration):
        raise Malformed(f"nothing is declared at {variant.key}")
    deal, declared = _begun(vector, variant), ""
    for index, (letter, said) in enumerate(vector["input"]["calls"]):
        call = _SAID.get(said) or Declare(strain(said).trumps)
        following = _says(deal, seat_of(vector, letter), said, call)
        if following is None:
            return {"illegal_at": index}
        deal, declared = following, said if said in STRAINS else declared
    if deal.terms is None:
        return {"state": "PARTNER" if deal.calls else "DEALER"}
    terms = deal.terms
    found = {
        "declaration": declared,
        "level": terms.level,
        "multiplier": terms.multiplier,
        "declared_by": terms.declared_by.letter if terms.declared_by else None,
    }
    if deal.playing is None:
        return {**found, "state": "DOUBLING", "to_speak": next(iter(deal.may_act)).side.value}
    return {**found, "state": "PLAY", "dummy": terms.dummies[0].seat.letter, "leader": terms.leader.letter}


def _bid(said: str, law: Bids) -> Call | None:
    """The call of these words; None for a bid that is not on the ladder."""
    if said in _SAID:
        return _SAID[said]
    found = _A_BID.fullmatch(said.strip())
    if found is None:
        raise Malformed(f"no such call: {said}")
    return bid_of(int(found[1]), found[2], law)


def bid_of(odd: int, name: str, law: Bids) -> Bid | None:
    bid = Bid(count(odd, "level"), strain(name.strip()))
    return bid if 1 <= odd <= MOST_ODD_TRICKS and bid in law.ladder else None


def _open(deal: Deal) -> bool:
    """Whether the auction goes on."""
    return deal.playing is None and not deal.over


def auction_calls(vector: Vector, variant: Variant) -> Found:
    law, deal, spoken = _bids(variant), _begun(vector, variant), ""
    for index, said in enumerate(vector["input"]["calls"]):
        call = _bid(said, law)
        seat = next(iter(deal.may_act)) if _open(deal) else deal.dealt.dealer
        following = _says(deal, seat, said, call) if call is not None else None
        if following is None:
            return {"illegal_at": index}
        deal, spoken = following, said if isinstance(call, Bid) else spoken
    found: dict[str, object] = {
        "open": _open(deal),
        "passed_out": isinstance(deal.stage, ThrownIn),
        "illegal_at": None,
    }
    if deal.terms is None:
        return {**found, "contract": None, "declarer": None, "dummy": None, "leader": None}
    terms = deal.terms
    assert terms.contract is not None
    bid = terms.contract.bid
    name = spoken.strip("1234567 ") or next(word for word in STRAINS if STRAINS[word] is bid.strain)
    return {
        **found,
        "contract": {"level": bid.odd, "strain": name, "doubled": terms.level},
        "declarer": terms.declared_by.letter if terms.declared_by is not None else None,
        "dummy": terms.dummies[0].seat.letter if terms.dummies else None,
        "leader": terms.leader.letter,
    }


def overcall(vector: Vector, variant: Variant) -> Found:
    """Whether the next player may bid the one over the other; without a bid to go over, any bid will do."""
    law, given = _auction(variant), vector["input"]
    new, over = (bid_of(*given[key], law) if given[key] is not None else None for key in ("new", "over"))  # type: ignore[call-arg]
    if given["over"] is not None and over is None:
        raise Malformed(f"no such bid: {given['over']}")
    return {"legal": new is not None and (over is None or law.outbids(new, over))}


OF_A_VARIANT: Final[Mapping[str, Callable[[Vector, Variant], Found]]] = {
    "deal_score": deal_score,
    "rubber": rubber,
    "declaration": declaration,
    "auction_calls": auction_calls,
    "overcall": overcall,
}
