"""What can be told of the honours of a deal, as a short list to choose from instead of four numbers.

Ways in which honours can lie that score alike are one offer: at biritch three in one hand or two are both
simple honours. Which score alike is found by asking the game's reckoning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.counting.reckon import NIL, NOTHING_SCORED, Entry
from rules.frozen import frozen, replace
from rules.games.variant import Variant
from rules.seats import BySeat, Seat, Side
from rules.sheet.deals import form_of
from rules.sheet.errors import Part
from rules.sheet.honours import ACES, Held, calm, counts, honours_in, lines, may_be_left_out, void_counts
from rules.sheet.page import NONE_HELD, Told
from rules.tricks import Strain

Hands = tuple[int, int]
"""The honours in the richer hand of a side, and in the poorer."""


@frozen
class Lie:
    """Honours, or aces, as one side holds them, with every way in which its hands can divide them so that the
    score is the same; the other side has the rest."""

    side: Side
    ways: tuple[Hands, ...]
    number_only: bool  # whether every division of this number is among the ways

    @property
    def count(self) -> int:
        return sum(self.ways[0])

    def held(self) -> Iterator[Held]:
        """Everything that may be told of hands that lie so."""
        if self.number_only:
            yield Held(sides=((self.side, self.count),))
            return
        first, second = self.side.seats
        for richer, poorer in self.ways:
            yield Held(hands=((first, richer), (second, poorer)))
            if richer != poorer:
                yield Held(hands=((first, poorer), (second, richer)))

    def fits(self, lie: BySeat[int]) -> bool:
        """Whether honours that lie so are meant by this."""
        first, second = sorted((lie.of(seat) for seat in self.side.seats), reverse=True)
        return (first, second) in self.ways


@frozen
class Lies:
    """The offers, best first for each side. ``none`` tells whether nothing need be said if nobody scores."""

    offers: tuple[Lie, ...] = ()
    none: bool = True

    def of(self, lie: BySeat[int]) -> Lie | None:
        """The offer that means honours that lie so; None if they score nothing."""
        return next((one for one in self.offers if one.fits(lie)), None)


NO_LIES: Final = Lies()


def honours_offered(variant: Variant, strain: Strain | None) -> Lies:
    """What can be told of the honours, or without trumps of the aces, in a deal of this strain. Where the
    strain is not known yet, as if a suit were trumps."""
    told = _imagined(variant, strain)
    if not counts(variant, told, Part.HONOURS):
        return NO_LIES
    total = honours_in(variant, told.strain)
    if _aces_count_beside(variant, told):
        return _by_number(total)
    return Lies(tuple(_by_score(variant, told, total)), may_be_left_out(variant, told, total, beside=False))


def aces_offered(variant: Variant, strain: Strain | None) -> Lies:
    """What can be told of the aces where they count beside honours."""
    told = _imagined(variant, strain)
    return _by_number(ACES) if _aces_count_beside(variant, told) else NO_LIES


def voids_offered(variant: Variant, strain: Strain | None) -> bool:
    """Whether hands dealt no trump can change the score of such a deal."""
    return void_counts(variant, _imagined(variant, strain))


def _imagined(variant: Variant, strain: Strain | None) -> Told:
    """A deal of this strain, or of any with trumps."""
    form = form_of(variant)
    if form.trumps_turned:
        return Told(NIL, strain=strain)
    suits = [one for one in Strain if one.trumps is not None]
    known = {bid.strain: bid for bid in reversed(form.bids)}
    if strain is None:
        strain = next((one for one in suits if one in known or one in form.declarations), None)
    bid = known.get(strain) if strain is not None else next(iter(known.values()), None)
    if bid is None:
        return Told(NIL, strain=strain)
    return Told(NIL, strain=bid.strain, odd=bid.odd, declarers=Side.NS)


def _aces_count_beside(variant: Variant, told: Told) -> bool:
    return told.strain is not Strain.NO_TRUMPS and counts(variant, told, Part.ACES)


def _by_number(total: int) -> Lies:
    """Where a side is told by number alone, and the two kinds of honours are weighed together."""
    numbers = range(total, -1, -1)
    return Lies(tuple(Lie(Side.NS, _divisions(number), True) for number in numbers), none=False)


def _by_score(variant: Variant, told: Told, total: int) -> Iterator[Lie]:
    """The offers in a game where only the side with more honours scores them."""
    base = calm(variant, told)
    nothing = lines(variant, base, NOTHING_SCORED)
    for side in Side:
        found: dict[tuple[Entry, ...], list[Hands]] = {}
        for number in range(total // 2 + 1, total + 1):
            for way in _divisions(number):
                entries = lines(variant, _lying(base, side, way, total), NOTHING_SCORED)
                if entries != nothing:
                    found.setdefault(entries, []).append(way)
        for ways in sorted(found.values(), key=lambda one: (sum(one[0]), one[0])):
            number = sum(ways[0])
            yield Lie(side, tuple(ways), number_only=tuple(ways) == _divisions(number))


def _divisions(number: int) -> tuple[Hands, ...]:
    return tuple((number - poorer, poorer) for poorer in range(number // 2 + 1))


def _lying(base: Told, side: Side, way: Hands, total: int) -> Told:
    """A deal in which this side holds honours so, and its adversaries the rest as evenly as may be."""
    rest = total - sum(way)
    held: dict[Seat, int] = dict(zip(side.seats, way, strict=True))
    held |= zip(side.other.seats, (rest - rest // 2, rest // 2), strict=True)
    lie = BySeat(*(held[seat] for seat in Seat))
    without_trumps = base.strain is not None and base.strain.trumps is None
    return replace(base, honours=lie, aces=lie if without_trumps else NONE_HELD)
