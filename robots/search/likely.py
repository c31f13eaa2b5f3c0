"""How likely a layout of the hidden cards is, after what the others have called and played.

A weight and no verdict: players differ, and nothing that a hand may lawfully have called or played has no
weight at all. Knows no prices but those that the calls were chosen by.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import exp, log
from typing import Final

from robots.calls.reading import Picture, pictures
from robots.calls.valuing import Declarer, asked, hope, softly
from robots.payoffs import Payoffs, payoffs_of
from robots.search import habit_counts as counted
from robots.search.habits import OF_HOLDING, Played, holding_marks, played
from robots.search.worlds import World, Worlds
from rules.calls import Called, Content, Declare, Double, Pass
from rules.cards import PACK, Hand, Rank
from rules.counting.standing import Standing
from rules.seats import Seat
from rules.view import PublicDeal, SeatView, Settled

TRUST: Final = 0.8
"""How far the others are taken to play as those who were counted: the exponent of what their cards tell."""

RARELY: Final = 0.05
"""The least share that any kind of play is taken to have."""

RARELY_LED: Final = 0.01
"""The same of a suit to lead."""

STRANGE: Final = 0.3
"""The share of a kind in a case that was never counted."""

A_POINT: Final = 0.35
A_CARD: Final = 0.8
"""How much less likely a hand is, as a logarithm, for each point or card by which it is not what was bid."""

HeardOf = Callable[[Hand], float]
"""The logarithm of how likely a hand of thirteen is to have called so."""


class Likely:
    """The weight of each layout at one view of a deal in play."""

    def __init__(self, view: SeatView, *, trust: float = TRUST) -> None:
        deal = view.deal
        assert deal is not None and deal.settled is not None
        known = {faced.seat for faced in deal.faced} | {view.viewer}
        hidden = frozenset(seat for seat in Seat if seat not in known)
        tricks = (*deal.tricks, *((deal.trick,) if deal.trick is not None else ()))
        self._trust = trust
        self._cards = tuple(played(tricks, hidden, deal.settled.trumps)) if trust else ()
        self._heard = (*_declared(view, deal, hidden), *_bid(view, deal, hidden))
        self._gone = [0, 0, 0, 0]
        for seat, card in deal.cards_played():
            self._gone[seat.index] |= card.bit

    def weights(self, worlds: Sequence[World]) -> list[float]:
        """How likely each is beside the likeliest of them."""
        logs = [self._log(world) for world in worlds]
        most = max(logs)
        return [exp(one - most) for one in logs]

    def _log(self, world: World) -> float:
        told = sum(heard(Hand(world[seat] | self._gone[seat])) for seat, heard in self._heard)
        shown = sum(
            _followed(card, world[card.seat]) if card.place else _led(card, world[card.seat])
            for card in self._cards
        )
        return told + self._trust * shown


def likely_worlds(
    view: SeatView, count: int, per_world: int, rng: random.Random, *, trust: float = TRUST
) -> list[World]:
    """So many layouts in random order, each as often as it is likely, out of ``per_world`` times as many that
    are dealt; with 1 all as they are dealt. The only one there is comes once."""
    worlds = Worlds(view)
    if worlds.only_one:
        return [worlds.deal(rng)]
    dealt = [worlds.deal(rng) for _ in range(count * per_world)]
    if per_world == 1:
        return dealt
    return drawn(dealt, Likely(view, trust=trust).weights(dealt), count, rng)


def drawn(worlds: Sequence[World], weights: Sequence[float], count: int, rng: random.Random) -> list[World]:
    """So many of these by their weights, at equal steps: each as often as it should be, to within one."""
    step = sum(weights) / count
    mark, met = rng.random() * step, 0.0
    chosen: list[World] = []
    for world, weight in zip(worlds, weights, strict=True):
        met += weight
        while mark < met and len(chosen) < count:
            chosen.append(world)
            mark += step
    rng.shuffle(chosen)
    return chosen


# Cards


def _followed(card: Played, left: int) -> float:
    case, kind, count = card.kind(left)
    if not case[-1] & (case[-1] - 1):  # nothing else was open
        return -log(count)
    shares = counted.FOLLOWED.get(case)
    share = shares[kind] if shares is not None else STRANGE
    return log(max(RARELY, share) / count)


def _led(card: Played, left: int) -> float:
    """The chance of the suit, by how well each suit is liked, times that of the card of it."""
    of_table, led = _OF_TABLE[card.first], (card.card.bit_length() - 1) // 13
    chosen = every = 0.0
    for suit in range(4):
        held = card.held(left, suit)
        if not held:
            continue
        liked = _liked(card.first, held, suit == card.trumps, card.trumps >= 0)
        by, out = card.opened_by[suit], card.out(held, suit)
        if by:
            liked += of_table[by - 1]
        if held > out:
            liked += of_table[3] + of_table[4] * (suit == card.trumps)
        if not out:
            liked += of_table[5]
        weight = exp(liked)
        every += weight
        if suit == led:
            chosen = weight
    shape, higher = card.shape(card.held(left, led), led)
    shares = counted.LED.get(shape, ())
    share = shares[higher] if higher < len(shares) else 0.0
    return log(max(RARELY_LED, chosen / every) * max(RARELY, share))


_OF_TABLE: Final = (counted.LATER[OF_HOLDING:], counted.OPENING[OF_HOLDING:])


@lru_cache(maxsize=1 << 15)
def _liked(first: bool, held: int, is_trumps: bool, with_trumps: bool) -> float:
    weights = counted.OPENING if first else counted.LATER
    marks = holding_marks(held, is_trumps, with_trumps)
    return sum(weight * mark for weight, mark in zip(weights, marks, strict=False))


# Calls


def _declared(view: SeatView, deal: PublicDeal, hidden: frozenset[Seat]) -> Iterator[tuple[int, HeardOf]]:
    """Where the dealer or his partner names trumps: what he named or left to his partner, and who doubled."""
    rubber, payoffs = view.table.rubber, payoffs_of(view.table)
    assert rubber is not None and deal.settled is not None
    if not any(isinstance(called.call, Declare) for called in deal.calls):
        return
    level = 0
    for called in deal.calls:
        if isinstance(called.call, Declare | Pass) and called.seat in hidden:
            declarer = Declarer(payoffs, called.seat.side, rubber.standing)
            yield called.seat.index, _named(declarer, called, may_pass=called.seat is deal.dealer)
        elif isinstance(called.call, Double):
            if called.seat in hidden:
                settled = replace(deal.settled, level=level)
                yield called.seat.index, _doubled(called.seat, deal.dealer, settled, payoffs, rubber.standing)
            level += 1


def _named(declarer: Declarer, called: Called, *, may_pass: bool) -> HeardOf:
    return lambda hand: log(declarer.chance(hand, called.call, may_pass=may_pass))


def _doubled(seat: Seat, dealer: Seat, settled: Settled, payoffs: Payoffs, standing: Standing) -> HeardOf:
    def heard(hand: Hand) -> float:
        gain = hope(hand, seat, dealer, settled, payoffs, standing) - asked(settled.level)
        return log(softly({Content(): 0.0, Double(): gain}, Double()))

    return heard


def _bid(view: SeatView, deal: PublicDeal, hidden: frozenset[Seat]) -> Iterator[tuple[int, HeardOf]]:
    """In an auction: how far a hand is from what its calls have told."""
    law = payoffs_of(view.table).bids
    if law is None:
        return
    known = pictures(deal.calls, law)
    for seat in Seat:  # a set has an order of its own in every process
        if seat in hidden:
            yield seat.index, _like(known.of(seat))


def _like(picture: Picture) -> HeardOf:
    def told(hand: Hand) -> float:
        bits = hand.bits
        points = sum((bits & honours).bit_count() for honours in _POINTS)
        outside = max(0, picture.low - points, points - picture.high)
        short = sum(
            max(0, least - (bits >> 13 * suit & 0x1FFF).bit_count())
            for suit, least in enumerate(picture.lengths)
        )
        return -A_POINT * outside - A_CARD * short

    return told


_POINTS: Final = tuple(
    sum(card.bit for card in PACK if card.rank >= rank)
    for rank in (Rank.KNAVE, Rank.QUEEN, Rank.KING, Rank.ACE)
)
"""A point for every card in each: four for an ace, one for a knave."""
