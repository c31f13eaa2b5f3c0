"""How the honours lay in a deal with real cards: every way that agrees with what was told.

Whether honours, aces or hands without trumps change the score is found by asking the game's reckoning about a
deal in which nothing else can change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from rules.calls import Bid
from rules.counting.reckon import NIL, NOTHING_SCORED, Contract, Counted, Entry, Standing, Tally
from rules.frozen import frozen, replace
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Seat, Side, by_seat, by_side
from rules.sheet.errors import (
    HonoursDoNotAddUp,
    NotNeeded,
    Part,
    SheetRefused,
    SheetWhy,
    StillNeeded,
    TooFewTricks,
    VoidWithHonours,
)
from rules.sheet.page import NONE_HELD, Told
from rules.tricks import Strain

ACES: Final = 4
MOST_VOIDS: Final = 3


@frozen
class Held:
    """Honours or aces as they were told: for single hands, or for both hands of a side."""

    hands: tuple[tuple[Seat, int], ...] = ()
    sides: tuple[tuple[Side, int], ...] = ()


def tally_of(told: Told) -> Tally:
    """The tally for the reckoning. Without trumps the aces are the honours (laws 2.6)."""
    contract = None
    if told.declarers is not None and told.strain is not None:
        contract = Contract(Bid(told.odd, told.strain), told.declarers)
    return Tally(
        trumps=told.strain.trumps if told.strain is not None else None,
        level=told.level,
        tricks=told.tricks,
        honours=told.honours,
        voids=frozenset(told.voids),
        revokes=told.revokes,
        aces=told.aces,
        contract=contract,
        called=told.called,
    )


def lines(variant: Variant, told: Told, standing: Standing) -> tuple[Entry, ...]:
    return variant.reckon(tally_of(told), standing)


def check_voids(variant: Variant, told: Told, voids: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The hands dealt no trump, if that is possible and changes the score. Raises NotNeeded,
    SheetWhy.TOO_MANY_VOIDS."""
    if not voids:
        return ()
    if not void_counts(variant, told):
        raise NotNeeded(Part.CHICANE)
    if len(voids) > MOST_VOIDS:
        raise SheetRefused(SheetWhy.TOO_MANY_VOIDS)
    return voids


def void_counts(variant: Variant, told: Told) -> bool:
    """Whether a hand dealt no trump can change the score of such a deal."""
    held = NONE_HELD.put(Seat.NORTH, honours_in(variant, told.strain))
    plain_deal = replace(calm(variant, told), honours=held)
    void = replace(plain_deal, voids=(Seat.EAST,))
    return lines(variant, plain_deal, NOTHING_SCORED) != lines(variant, void, NOTHING_SCORED)


def could_be(variant: Variant, lies: list[Told]) -> list[Told]:
    """Those of these deals in which each side won the tricks that its trumps must win. Raises TooFewTricks if
    there is none."""
    short: TooFewTricks | None = None
    possible = []
    for told in lies:
        least = least_tricks(variant, told)
        missing = [side for side in Side if told.tricks.of(side) < least.of(side)]
        if not missing:
            possible.append(told)
        elif short is None or least.of(missing[0]) < short.least:
            short = TooFewTricks(missing[0], least.of(missing[0]))
    if short is not None and not possible:
        raise short
    return possible


def least_tricks(variant: Variant, told: Told) -> BySide[int]:
    """The tricks that each side wins however the cards are played.

    Every honour of a hand wins a trick unless an adversary's honour takes it. Where both adversaries are
    without a trump, each trick with a trump in it is the side's, and no trick takes more than two of them; a
    hand with all the trumps wins everything. A side that has revoked may have lost any of them (appendix D,
    D10).
    """
    no_trumps = told.strain is not None and told.strain.trumps is None
    if no_trumps or variant.dealing.leaves_stock or variant.honours.counted is Counted.CAPTURED:
        return NIL
    each = variant.dealing.each

    def least(side: Side) -> int:
        if any(one.side is side for one in told.revokes):
            return 0
        against = sum(told.honours.of(seat) for seat in side.other.seats)
        sure = max(0, *(told.honours.of(seat) - against for seat in side.seats))
        if any(seat not in told.voids for seat in side.other.seats):
            return sure
        return each if any(seat in told.voids for seat in side.seats) else max(sure, (each + 1) // 2)

    return by_side(least)


def calm(variant: Variant, told: Told) -> Told:
    """The same declaration in a deal without doublings, revokes or more tricks than are needed, in which only
    honours can change the score."""
    each = variant.dealing.each
    won = each // 2 + 1
    return replace(told, tricks=BySide(won, each - won), revokes=(), level=0)


def honours_in(variant: Variant, strain: Strain | None) -> int:
    """How many honours there are: trump honours or, without trumps, aces."""
    if strain is not None and strain.trumps is None:
        return ACES
    return len(variant.honours.ranks)


def honours_count(variant: Variant, told: Told, part: Part) -> bool:
    """Whether honours, or the aces besides them, can change the score of such a deal."""
    base = calm(variant, told)
    one = NONE_HELD.put(Seat.NORTH, honours_in(variant, told.strain) if part is Part.HONOURS else ACES)
    more = replace(base, honours=one) if part is Part.HONOURS else replace(base, aces=one)
    if part is Part.HONOURS and told.strain is not None and told.strain.trumps is None:
        more = replace(more, aces=one)
    return lines(variant, base, NOTHING_SCORED) != lines(variant, more, NOTHING_SCORED)


def lies(variant: Variant, told: Told, honours: Held | None, aces: Held | None) -> list[Told]:
    """Every way in which the honours can lie that agrees with what was told. Raises a SheetError if there is
    none."""
    no_trumps = told.strain is Strain.NO_TRUMPS
    beside = not no_trumps and honours_count(variant, told, Part.ACES)
    if no_trumps and honours is None:
        honours, aces = aces, None
    if aces is not None and not beside:
        raise NotNeeded(Part.ACES)
    if honours is not None and not honours_count(variant, told, Part.HONOURS):
        raise NotNeeded(Part.HONOURS)
    total = honours_in(variant, told.strain)
    _check_needed(variant, told, total, honours, aces, beside=beside)
    short = variant.dealing.leaves_stock  # honours may lie in the stock
    part = Part.ACES if honours is None is not aces else Part.HONOURS
    of_honours = list(distributions(honours, total, told.voids, Part.HONOURS, short=short))
    of_aces = list(distributions(aces, ACES, (), Part.ACES, short=False)) if beside else [NONE_HELD]
    if honours is not None and not of_honours:
        raise HonoursDoNotAddUp(Part.HONOURS, total)
    if aces is not None and not of_aces:
        raise HonoursDoNotAddUp(Part.ACES, ACES)
    found = [
        replace(told, honours=one, aces=one if no_trumps else other)
        for one, other in product(of_honours, of_aces)
        if not beside or _ace_of_trumps_in_both(one, other)
    ]
    if not found:
        raise HonoursDoNotAddUp(part, total)
    return found


def _check_needed(
    variant: Variant,
    told: Told,
    total: int,
    honours: Held | None,
    aces: Held | None,
    *,
    beside: bool,
) -> None:
    """Raises StillNeeded if honours were not told but score something even when they are divided as evenly as
    possible. Otherwise, not to tell them means that they score nothing."""
    if honours is not None and (aces is not None or not beside):
        return
    if aces or honours or not may_be_left_out(variant, told, total, beside=beside):
        raise StillNeeded(Part.HONOURS if honours is None else Part.ACES)


def may_be_left_out(variant: Variant, told: Told, total: int, *, beside: bool) -> bool:
    """Whether honours divided as evenly as possible score nothing. Then not to tell them means that."""
    base = replace(calm(variant, told), voids=())
    even = _evenly(total)
    no_trumps = told.strain is Strain.NO_TRUMPS
    spread = replace(base, honours=even, aces=even if no_trumps else _evenly(ACES) if beside else NONE_HELD)
    return lines(variant, base, NOTHING_SCORED) == lines(variant, spread, NOTHING_SCORED)


def _evenly(total: int) -> BySeat[int]:
    return by_seat(lambda seat: total // 4 + (seat.index < total % 4))


def _ace_of_trumps_in_both(honours: BySeat[int], aces: BySeat[int]) -> bool:
    """The ace of trumps is both an honour and an ace, so some hand must have one of each."""
    return any(honours.of(seat) and aces.of(seat) for seat in Seat)


def distributions(
    held: Held | None, total: int, voids: tuple[Seat, ...], part: Part, *, short: bool
) -> Iterator[BySeat[int]]:
    """Every way in which ``total`` honours can lie that agrees with what was told. If one hand of a side was
    told, its partner's number is 0 unless told too; a side that was not mentioned has the rest. If nothing
    was told, no hand has any."""
    if held is None:
        yield NONE_HELD
        return
    named = dict(held.hands)
    for seat in voids:
        if named.get(seat):
            raise VoidWithHonours(seat)
    sides = dict(held.sides)
    choices: dict[Side, list[tuple[int, int]]] = {}
    for side in Side:
        first, second = side.seats
        if first in named or second in named:
            choices[side] = [(named.get(first, 0), named.get(second, 0))]
        elif side in sides:
            choices[side] = _splits_of(sides[side])
        else:
            choices[side] = [pair for some in range(total + 1) for pair in _splits_of(some)]
    if len(choices) == 2 and all(len(choices[side]) == 1 for side in Side):
        _check_sum(choices, total, part, short=short)
    for north, south in choices[Side.NS]:
        for east, west in choices[Side.EW]:
            lie, lying = BySeat(north, east, south, west), north + east + south + west
            fits = lying <= total if short else lying == total
            if fits and not any(lie.of(seat) for seat in voids):
                yield lie


def _check_sum(choices: dict[Side, list[tuple[int, int]]], total: int, part: Part, *, short: bool) -> None:
    lying = sum(sum(choices[side][0]) for side in Side)
    if lying > total or (lying < total and not short):
        raise HonoursDoNotAddUp(part, total)


def _splits_of(count: int) -> list[tuple[int, int]]:
    return [(first, count - first) for first in range(count + 1)]
