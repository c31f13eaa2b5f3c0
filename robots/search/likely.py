"""How likely a layout of the hidden cards is, given what the others have called and played.

The result is a weight that is never zero: players differ, and any hand may lawfully have called or played
anything that was open to it. A robot's call is read sharply: with a hand with which the same code would have
called otherwise it is unlikely. Anybody else's is read softly, by how good the call looks to a player with
that hand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from math import exp, fsum, inf, log
from typing import Final, NamedTuple

from robots.calls.meaning import Picture
from robots.calls.system import heard_by
from robots.calls.valuing import HIGHEST, Declarer, hope, softly, threshold
from robots.payoffs import MOST_WEIGHED, Payoffs, payoffs_of
from robots.player import Strength, robots_at, strength_at
from robots.search import habits as counted
from robots.search.habits import (
    LOWEST,
    OF_HOLDING,
    OTHER,
    Played,
    Tells,
    agrees,
    holding_marks,
    plays_by,
    signs,
)
from robots.search.layouts import Layout, Layouts
from rules.calls import Call, Called, Content, Declare, Double, Pass
from rules.cards import PACK, SUIT_BITS, Hand, Rank
from rules.counting.reckon import Standing
from rules.frozen import replace
from rules.seats import Seat
from rules.settling.declaration import Declaration
from rules.view import PublicDeal, SeatView, Settled

OTHERWISE: Final = 0.05
"""The chance of a robot's call from a hand with which its code would have called otherwise: it may have been
another code, where a robot did not answer in time."""

A_POINT: Final = 0.35
A_CARD: Final = 0.8
"""The loss of log-likelihood for each point, or card, by which a hand differs from what was bid."""

HeardOf = Callable[[Hand], float]
"""The log-likelihood of calls of a seat, as a function of its hand of thirteen."""


def heard_calls(
    view: SeatView, hidden: frozenset[Seat], *, sharply: bool = True
) -> list[tuple[int, HeardOf]]:
    """The calls of these seats, each with its seat's index. Easy robots call by figures not known here."""
    sharp = sharply and strength_at(view.table) is not Strength.EASY
    robots = robots_at(view.table) if sharp else frozenset[Seat]()
    return [*_declarations_heard(view, hidden, robots), *_bids_heard(view, hidden)]


# Declarations


def _declarations_heard(
    view: SeatView, hidden: frozenset[Seat], robots: frozenset[Seat]
) -> Iterator[tuple[int, HeardOf]]:
    """The calls where dealer or dealer's partner names trumps: declarations, passes and doublings. That a
    robot let a value stand tells as much as that it doubled it."""
    deal, rubber, payoffs = view.deal, view.table.rubber, payoffs_of(view.table)
    assert deal is not None and rubber is not None and deal.settled is not None
    if not any(isinstance(called.call, Declare) for called in deal.calls):
        return
    level = 0
    for called in deal.calls:
        seat, call = called
        if seat in hidden and isinstance(call, Declare | Pass):
            declarer = Declarer(payoffs, seat.side, rubber.standing)
            may_pass, sharply = seat is deal.dealer, seat in robots
            yield seat.index, partial(_naming_heard, declarer, call, may_pass=may_pass, sharply=sharply)
        elif seat in hidden and isinstance(call, Double | Content):
            settled = replace(deal.settled, level=level)
            sharply, told = seat in robots, isinstance(call, Double) and level < MOST_WEIGHED
            if _could_double(payoffs, settled) if sharply else told:
                about = called, deal, settled, payoffs, rubber.standing
                yield seat.index, _doubling_heard(*about, sharply=sharply)
        level += isinstance(call, Double)


def _naming_heard(declarer: Declarer, call: Call, hand: Hand, *, may_pass: bool, sharply: bool) -> float:
    worth = declarer.calls(hand, may_pass=may_pass)
    if sharply:
        return _likeness(max(worth, key=lambda one: worth[one]), call)
    return log(softly(worth, call))


def _doubling_heard(
    called: Called, deal: PublicDeal, settled: Settled, payoffs: Payoffs, standing: Standing, *, sharply: bool
) -> HeardOf:
    def heard(hand: Hand) -> float:
        gain = hope(hand, called.seat, deal.dealer, settled, payoffs, standing) - threshold(settled.level)
        if sharply:
            return _likeness(Double() if gain > 0 else Content(), called.call)
        return log(softly({Content(): 0.0, Double(): gain}, Double()))

    return heard


def _could_double(payoffs: Payoffs, settled: Settled) -> bool:
    law = payoffs.law.settlement
    return (
        settled.level < HIGHEST
        and isinstance(law, Declaration)
        and law.may_double(settled.trumps, settled.level)
    )


def _likeness(would: Call, call: Call) -> float:
    return 0.0 if would == call else log(OTHERWISE)


# Auctions


def _bids_heard(view: SeatView, hidden: frozenset[Seat]) -> Iterator[tuple[int, HeardOf]]:
    """How far each hand is from what its calls have told."""
    if payoffs_of(view.table).auction_law is None:
        return
    known = heard_by(view).pictures
    for seat in Seat:  # in a fixed order; that of a set differs between processes
        if seat in hidden:
            yield seat.index, partial(_bids_like, known.of(seat))


def _bids_like(picture: Picture, hand: Hand) -> float:
    points = sum([(hand.bits & honours).bit_count() for honours in _POINTS])
    outside, short = picture.off_by(points, [(hand.bits & suit).bit_count() for suit in SUIT_BITS])
    return -A_POINT * outside - A_CARD * short


_POINTS: Final = tuple(
    sum(card.bit for card in PACK if card.rank >= rank)
    for rank in (Rank.KNAVE, Rank.QUEEN, Rank.KING, Rank.ACE)
)
"""Sets of cards; a card counts one point for each set it is in, four for an ace and one for a knave."""

LAYOUTS_A_LOOK: Final = 40
"""Layouts weighed between two looks at the clock: a few milliseconds."""

TRUST: Final = 0.8
"""How far others are assumed to play like those counted: the exponent of the likelihood of their cards."""

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
"""Partner's value in ``Played.opened_by``."""

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
        self._trust = trust
        self._cards = _chosen_cards(deal, hidden) if trust else []
        self._heard = heard_calls(view, hidden, sharply=sharply)
        self._gone = [0, 0, 0, 0]
        for seat, card in deal.cards_played():
            self._gone[seat.index] |= card.bit

    def evidence(self, layout: Layout) -> Evidence:
        """The log-likelihood of this layout, by kind of evidence."""
        calls = fsum(heard(Hand(layout[seat] | self._gone[seat])) for seat, heard in self._heard)
        leads = followed = 0.0
        for card in self._cards:
            if card.leads:
                leads += card.log(layout[card.seat])
            else:
                followed += card.log(layout[card.seat])
        return Evidence(calls, self._trust * leads, self._trust * followed)

    def log(self, layout: Layout) -> float:
        return fsum(self.evidence(layout))


def relative(logs: Sequence[float]) -> list[float]:
    """Likelihoods relative to the largest, from their logarithms."""
    most = max(logs)
    return [exp(one - most) for one in logs]


def likely_layouts(
    view: SeatView,
    count: int,
    per_kept: int,
    rng: random.Random,
    *,
    trust: float = TRUST,
    sharply: bool = True,
    until: float = inf,
) -> list[Layout]:
    """``count`` layouts in random order, resampled by their weights from ``per_kept`` times as many that are
    dealt; with 1 they are taken as dealt. If only one layout is possible it is returned once. After the time
    ``until`` of ``time.perf_counter`` no more are weighed, and fewer are returned, in proportion."""
    layouts = Layouts(view)
    if layouts.only_one:
        return [layouts.draw_layout(rng)]
    if per_kept == 1:
        return [layouts.draw_layout(rng) for _ in range(count)]
    likely, dealt, logs = Likely(view, trust=trust, sharply=sharply), list[Layout](), list[float]()
    while len(dealt) < count * per_kept and (not dealt or time.perf_counter() < until):
        some = [layouts.draw_layout(rng) for _ in range(min(LAYOUTS_A_LOOK, count * per_kept - len(dealt)))]
        dealt += some
        logs += [likely.log(layout) for layout in some]
    return resampled(dealt, relative(logs), max(1, len(dealt) // per_kept), rng)


def resampled(
    layouts: Sequence[Layout], weights: Sequence[float], count: int, rng: random.Random
) -> list[Layout]:
    """``count`` of these by systematic resampling: each comes as often as its weight says, to within one."""
    step = fsum(weights) / count
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


class _Card:
    """The log-likelihood of a card by habit and convention. For a hand that followed it depends on few of its
    cards, and is kept."""

    def __init__(self, card: Played, tells: Tells | None) -> None:
        self.seat, self.leads = card.seat, not card.place
        self._card, self._tells = card, tells
        self._led = SUIT_BITS[card.led] if card.place else 0
        self._matters = self._led | card.trump_cards
        self._kept: dict[int, float] = {}

    def log(self, left: int) -> float:
        card = self._card
        hand = left | card.later
        if not hand & self._led:
            return _follow_chance(card, left, self._tells) if card.place else _lead_chance(card, left)
        key = hand & self._matters
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = _follow_chance(card, left, self._tells)
        return found


def _chosen_cards(deal: PublicDeal, hidden: frozenset[Seat]) -> list[_Card]:
    """The cards that hidden players have chosen from their own hands. At a table where people can revoke, a
    card of another suit than the one led proves nothing."""
    settled, free = deal.settled, deal.revoke is not None
    assert settled is not None
    tricks = (*deal.tricks, *((deal.trick,) if deal.trick is not None else ()))
    cards = [one for one in plays_by(tricks, hidden, settled.trumps) if one.follows or not free]
    return [_Card(card, tells) for card, tells in zip(cards, signs(tricks, cards, settled), strict=True)]


def _follow_chance(card: Played, left: int, tells: Tells | None) -> float:
    case, kind, count = card.follow_case(left)
    if not case[-1] & (case[-1] - 1):  # no other kind was open
        share, small = 1.0, 1.0
    else:
        shares = counted.FOLLOWED.get(case)
        share = max(RARELY, shares[kind] if shares is not None else STRANGE)
        small = shares[LOWEST] + shares[OTHER] if shares is not None else STRANGE
    if tells is None:
        return log(share / count)
    if card.place == 1:
        small = SMALL_IN_SECOND_HAND
    told = max(RARELY, small) if agrees(card, tells, left) else 0.0
    return log(TELLING * told + (1 - TELLING) * share / count)


def _lead_chance(card: Played, left: int) -> float:
    """The log-probability of a lead: that of its suit among those held, plus that of the card in the suit."""
    of_table, led = _OF_TABLE[card.first], (card.card.bit_length() - 1) // 13
    chosen = every = 0.0
    for suit in range(4):
        held = card.suit_then(left, suit)
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
    shape, higher = card.shape(card.suit_then(left, led), led)
    shares = counted.LED.get(shape, ())
    share = max(RARELY, shares[higher] if higher < len(shares) else 0.0)
    if card.opened_by[led] == PARTNER:
        share = TELLING * (higher == _returned(card, left, led)) + (1 - TELLING) * share
    return log(max(RARELY_LED, chosen / every) * share)


def _returned(card: Played, left: int, suit: int) -> int:
    """The number of higher cards in the hand beside the one with which a player would return partner's suit:
    the highest of two, or a card that no other hand can beat; else the lowest."""
    held = card.suit_then(left, suit)
    if held.bit_count() <= OF_TWO or held > card.out(held, suit):
        return 0
    return held.bit_count() - 1


_OF_TABLE: Final = (counted.LATER[OF_HOLDING:], counted.OPENING[OF_HOLDING:])


@lru_cache(maxsize=1 << 15)
def _liked(first: bool, held: int, is_trumps: bool, with_trumps: bool) -> float:
    weights = counted.OPENING if first else counted.LATER
    marks = holding_marks(held, is_trumps, with_trumps)
    return fsum(weight * mark for weight, mark in zip(weights, marks, strict=False))
