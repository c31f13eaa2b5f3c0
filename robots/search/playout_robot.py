"""The good robot: every card tried in layouts of the hidden cards that are played out quickly to the end.

Pure Python, a hundredth of a second a card. The layouts are drawn by their likelihood after what the others
have called and played. What to call, and whatever else is no card, it leaves to the robot that it was given,
whose card it also plays where no other is clearly better.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from robots.payoffs import payoffs_of
from robots.plain import PlainRobot
from robots.player import Answer, Candidate, Player, Reasons
from robots.search.likely import likely_worlds
from robots.search.losing_playouts import lose_out
from robots.search.playouts import beating, play_out
from robots.search.quick_leads import SUITS
from robots.search.worlds import World
from rules.calls import PLAYS, Play
from rules.cards import Card
from rules.seats import Side
from rules.strains import Strain
from rules.tricks import winner
from rules.view import PublicDeal, SeatView, Settled

WORLDS: Final = 30
"""Layouts in which a card is tried, if it is not clearly worse before."""

PER_WORLD: Final = 3
"""Layouts dealt for each that is kept by its likelihood."""

BATCH: Final = 6
"""Layouts between two looks at the clock; after each batch the cards that are clearly worse are left."""

CLEARLY: Final = 2.0
"""By how many standard errors a card must be worse than the best to be left."""

RATHER: Final = 1.0
"""By how many the card that is played by rule must be worse, so that another is played instead."""


class PlayoutRobot:
    """Plays cards by trying them in ``worlds`` layouts, kept out of ``per_world`` times as many."""

    def __init__(self, worlds: int = WORLDS, per_world: int = PER_WORLD, other: Player | None = None) -> None:
        self._worlds = worlds
        self._per_world = per_world
        self._other = other or PlainRobot()

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With no budget (infinite) always after the same number of layouts."""
        until = time.perf_counter() + budget
        by_rule = self._other.choose(view, budget, rng)
        if not isinstance(by_rule.choice, Play):
            return by_rule
        cards = _different(view, by_rule.choice.card)
        if len(cards) < 2:
            return by_rule
        trial = Trial(view, cards)
        # habits were counted where players try to win tricks: they tell nothing of those who try to lose them
        per_world = 1 if _is_lost(view.deal) else self._per_world
        for batch in _batches(Counter(likely_worlds(view, self._worlds, per_world, rng))):
            trial.go_on(batch)
            if trial.settled or time.perf_counter() > until:
                break
        return trial.answer


def _batches(worlds: Mapping[World, int]) -> Iterator[Sequence[tuple[World, int]]]:
    in_order = list(worlds.items())
    return (in_order[begin : begin + BATCH] for begin in range(0, len(in_order), BATCH))


@dataclass(frozen=True, slots=True)
class _Laid:
    """A card as it would lie on the table, and the trick with it."""

    card: int
    led: int
    best: int
    best_by: int


class Trial:
    """The same layouts for every card; ``cards`` begin with the one that is played by rule."""

    def __init__(self, view: SeatView, cards: Sequence[Card]) -> None:
        deal = view.deal
        assert deal is not None and deal.settled is not None and deal.trick is not None
        assert deal.hand_due is not None
        self._cards = cards
        self._turn = deal.hand_due.index
        self._trumps = _trumps(deal.settled)
        self._count = len(deal.trick.cards) + 1
        self._laid = [_with(deal, card) for card in cards]
        self._worth = _worth(view, deal)
        self._out = lose_out if _is_lost(deal) else play_out
        self._found: list[list[float]] = [[] for _ in cards]
        self._different = 0
        self._open = list(range(len(cards)))  # the places of the cards that may yet be the best

    @property
    def settled(self) -> bool:
        return len(self._open) < 2

    @property
    def answer(self) -> Answer:
        """The best so far, after the card to be played. One that was left has been tried in fewer layouts."""
        means = [sum(found) / len(found) for found in self._found]
        best = max(self._open, key=lambda place: means[place])
        by_rule = 0 in self._open and not _worse(self._found[0], self._found[best], RATHER)
        first = 0 if by_rule else best
        ranked = sorted(
            range(len(means)), key=lambda place: (place != first, place not in self._open, -means[place])
        )
        candidates = tuple(Candidate(PLAYS[self._cards[place].index], means[place]) for place in ranked)
        return Answer(candidates[0].choice, Reasons(candidates, self._different))

    def go_on(self, worlds: Sequence[tuple[World, int]]) -> None:
        """Tries the cards that are left in these layouts as well; each counts so many times."""
        for place in self._open:
            found = self._found[place]
            for world, times in worlds:
                found += [self._played_out(self._laid[place], world)] * times
        self._different += len(worlds)
        best = max(self._open, key=lambda place: sum(self._found[place]))
        self._open = [
            place
            for place in self._open
            if place == best or not _worse(self._found[place], self._found[best], CLEARLY)
        ]

    def _played_out(self, laid: _Laid, world: World) -> float:
        """What the card brings in this layout."""
        hands = list(world)
        hands[self._turn] ^= laid.card
        if self._count == 4:
            won = self._out(hands, self._trumps, laid.best_by) + 1 - (laid.best_by & 1)
        else:
            after = self._turn + 1 & 3
            won = self._out(hands, self._trumps, after, laid.led, laid.best, laid.best_by, self._count)
        return self._worth[won]

    def best(self, worlds: Sequence[tuple[World, int]]) -> Card:
        """The card that does best in these layouts; among equals the first."""
        totals = [
            sum(times * self._played_out(laid, world) for world, times in worlds) for laid in self._laid
        ]
        return self._cards[max(range(len(totals)), key=lambda place: (totals[place], -place))]


def _worse(one: Sequence[float], best: Sequence[float], errors: float) -> bool:
    """Whether a card did worse in the same layouts, by more than so many standard errors."""
    behind = [better - worse for better, worse in zip(best, one, strict=True)]
    mean = sum(behind) / len(behind)
    error = sqrt(sum((by - mean) ** 2 for by in behind)) / len(behind)
    return mean > errors * error


def _is_lost(deal: PublicDeal | None) -> bool:
    """Whether both sides try to lose tricks."""
    bid = deal.settled.bid if deal is not None and deal.settled is not None else None
    return bid is not None and bid.strain is Strain.MISERE


def _trumps(settled: Settled) -> int:
    return SUITS[settled.trumps.index] if settled.trumps is not None else 0


def _with(deal: PublicDeal, card: Card) -> _Laid:
    """The trick on the table with one card more."""
    assert deal.trick is not None and deal.hand_due is not None and deal.settled is not None
    on_table, turn = deal.trick.cards, deal.hand_due.index
    if not on_table:
        return _Laid(card.bit, SUITS[card.suit.index], card.bit, turn)
    led, by = SUITS[on_table[0].suit.index], winner(deal.trick, deal.settled.trumps).index
    best = on_table[(by - deal.trick.leader.index) % 4].bit
    if card.bit & beating(best, led, _trumps(deal.settled)):
        return _Laid(card.bit, led, card.bit, turn)
    return _Laid(card.bit, led, best, by)


def _worth(view: SeatView, deal: PublicDeal) -> Sequence[float]:
    """What the side of the hand that is due gains if north and south win so many of the tricks left."""
    assert deal.settled is not None and deal.hand_due is not None and view.table.rubber is not None
    side, left = deal.hand_due.side, max(deal.counts)
    tricks, settled = deal.won.ns + deal.won.ew + left, deal.settled
    if settled.declared_by is None:
        settled = replace(settled, declared_by=deal.hand_due)  # what both sides undertook, this one did
    brings = payoffs_of(view.table).outcomes(settled, side, view.table.rubber.standing, tricks)
    already = deal.won.of(side)
    ours = brings[already : already + left + 1]
    return ours if side is Side.NS else ours[::-1]


def _different(view: SeatView, first: Card) -> Sequence[Card]:
    """One card of each run of those that are as good as one another, ``first`` for its own and before the
    others."""
    cards = sorted(
        (option.card for option in view.options if isinstance(option, Play)), key=lambda card: card.index
    )
    between = _in_play(view)
    for card in cards:
        between &= ~card.bit
    runs: list[list[Card]] = []
    for card in cards:
        last = runs[-1][-1] if runs else None
        if last and last.suit is card.suit and not between & (card.bit - 1) & -last.bit:
            runs[-1].append(card)
        else:
            runs.append([card])
    chosen = (first if first in run else run[0] for run in runs)
    return sorted(chosen, key=lambda card: (card is not first, card.rank))


def _in_play(view: SeatView) -> int:
    """The cards that may yet matter to a rank: in any hand, in the stock, or on the table."""
    assert view.deal is not None and view.deal.trick is not None and view.own is not None
    bits = view.unseen().bits | view.own.left.bits
    for faced in view.deal.faced:
        bits |= faced.left.bits
    for card in view.deal.trick.cards:
        bits |= card.bit
    if view.deal.turned is not None and view.deal.turned_with is not None:
        bits |= view.deal.turned.bit
    return bits
