"""How likely a layout of the hidden cards is, given what the others have called and played.

The result is a weight that is never zero: players differ, and any hand may lawfully have called or played
anything that was open to it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import Final, NamedTuple

from robots.search import habit_counts as counted
from robots.search.habits import LOWEST, OF_HOLDING, OTHER, Played, holding_marks, played
from robots.search.heard_calls import heard_calls
from robots.search.layouts import Layout, Layouts
from robots.search.signs import Sign, signs
from rules.cards import Hand
from rules.seats import Seat
from rules.view import SeatView

TRUST: Final = 0.8
"""How far the others are assumed to play like the players that were counted: the exponent of the likelihood
of their cards."""

RARELY: Final = 0.05
"""The least probability of any kind of play."""

RARELY_LED: Final = 0.01
"""The least probability of leading any suit."""

STRANGE: Final = 0.3
"""The probability of a kind of play in a case that was never counted."""

TELLING: Final = 0.5
"""How often players are assumed to play the card by which the conventions tell something."""

SMALL_IN_SECOND_HAND: Final = 0.6
"""How often the second hand plays a small card, whatever it holds."""

PARTNER: Final = 2
"""In ``Played.opened_by``."""

OF_TWO: Final = 2
"""Cards left, of which the higher is returned."""


class Evidence(NamedTuple):
    """Log-likelihoods of what has been seen, if a layout is the true one."""

    calls: float
    leads: float
    followed: float


class Likely:
    """Weighs layouts for one view of a deal in play."""

    def __init__(self, view: SeatView, *, trust: float = TRUST, sharply: bool = True) -> None:
        deal = view.deal
        assert deal is not None and deal.settled is not None
        known = {faced.seat for faced in deal.faced} | {view.viewer}
        hidden = frozenset(seat for seat in Seat if seat not in known)
        tricks = (*deal.tricks, *((deal.trick,) if deal.trick is not None else ()))
        self._trust = trust
        cards = played(tricks, hidden, deal.settled.trumps) if trust else ()
        free = deal.course is not None  # then a card of another suit than the one led proves nothing
        self._cards = tuple(one for one in cards if not free or one.follows)
        self._signs = tuple(signs(tricks, self._cards, deal.settled))
        self._heard = heard_calls(view, hidden, sharply=sharply)
        self._gone = [0, 0, 0, 0]
        for seat, card in deal.cards_played():
            self._gone[seat.index] |= card.bit

    def weights(self, layouts: Sequence[Layout]) -> list[float]:
        """The likelihood of each, relative to the largest."""
        logs = [self._log(layout) for layout in layouts]
        most = max(logs)
        return [exp(one - most) for one in logs]

    def evidence(self, layout: Layout) -> Evidence:
        """The log-likelihood of this layout, by kind of evidence."""
        calls = sum(heard(Hand(layout[seat] | self._gone[seat])) for seat, heard in self._heard)
        leads = followed = 0.0
        for card, sign in zip(self._cards, self._signs, strict=True):
            if card.place:
                followed += _followed(card, layout[card.seat], sign)
            else:
                leads += _led(card, layout[card.seat])
        return Evidence(calls, self._trust * leads, self._trust * followed)

    def _log(self, layout: Layout) -> float:
        return sum(self.evidence(layout))


def likely_layouts(
    view: SeatView,
    count: int,
    per_kept: int,
    rng: random.Random,
    *,
    trust: float = TRUST,
    sharply: bool = True,
) -> list[Layout]:
    """``count`` layouts in random order, resampled by their weights from ``per_kept`` times as many that are
    dealt; with 1 they are taken as dealt. If only one layout is possible it is returned once."""
    layouts = Layouts(view)
    if layouts.only_one:
        return [layouts.deal(rng)]
    dealt = [layouts.deal(rng) for _ in range(count * per_kept)]
    if per_kept == 1:
        return dealt
    return drawn(dealt, Likely(view, trust=trust, sharply=sharply).weights(dealt), count, rng)


def drawn(
    layouts: Sequence[Layout], weights: Sequence[float], count: int, rng: random.Random
) -> list[Layout]:
    """``count`` of these by systematic resampling: each comes as often as its weight says, to within one."""
    step = sum(weights) / count
    mark, met = rng.random() * step, 0.0
    chosen: list[Layout] = []
    for layout, weight in zip(layouts, weights, strict=True):
        met += weight
        while mark < met and len(chosen) < count:
            chosen.append(layout)
            mark += step
    rng.shuffle(chosen)
    return chosen


# Cards


def _followed(card: Played, left: int, sign: Sign | None) -> float:
    case, kind, count = card.kind(left)
    if not case[-1] & (case[-1] - 1):  # no other kind was open
        share, small = 1.0, 1.0
    else:
        shares = counted.FOLLOWED.get(case)
        share = max(RARELY, shares[kind] if shares is not None else STRANGE)
        small = shares[LOWEST] + shares[OTHER] if shares is not None else STRANGE
    if sign is None:
        return log(share / count)
    if card.place == 1:
        small = SMALL_IN_SECOND_HAND
    told = max(RARELY, small) if sign.agrees(left) else 0.0
    return log(TELLING * told + (1 - TELLING) * share / count)


def _led(card: Played, left: int) -> float:
    """The log-probability of a lead: that of its suit among those held, plus that of the card in the suit."""
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
    share = max(RARELY, shares[higher] if higher < len(shares) else 0.0)
    if card.opened_by[led] == PARTNER:
        share = TELLING * (higher == _returned(card, left, led)) + (1 - TELLING) * share
    return log(max(RARELY_LED, chosen / every) * share)


def _returned(card: Played, left: int, suit: int) -> int:
    """The number of higher cards in the hand beside the one with which a player would return partner's suit:
    the highest of two, or a card that no other hand can beat; else the lowest."""
    held = card.held(left, suit)
    if held.bit_count() <= OF_TWO or held > card.out(held, suit):
        return 0
    return held.bit_count() - 1


_OF_TABLE: Final = (counted.LATER[OF_HOLDING:], counted.OPENING[OF_HOLDING:])


@lru_cache(maxsize=1 << 15)
def _liked(first: bool, held: int, is_trumps: bool, with_trumps: bool) -> float:
    weights = counted.OPENING if first else counted.LATER
    marks = holding_marks(held, is_trumps, with_trumps)
    return sum(weight * mark for weight, mark in zip(weights, marks, strict=False))
