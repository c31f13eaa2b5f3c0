"""The good robot: it tries every card in layouts of the hidden cards, each simulated to the end of the deal.

It is pure Python and takes a fiftieth of a second for a card. Layouts are drawn by their likelihood, given
what the others have called and played. Calls and everything else that is not a card are left to another
robot, whose card is also played if no other is clearly better.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Final

from robots.payoffs import gains_by_tricks, worth_of
from robots.play.leading import opening_leads, unblocking
from robots.play.position import best_of, read_position
from robots.player import Answer, Candidate, Player, Reasons
from robots.search.comparing import Comparison
from robots.search.layouts import Layout
from robots.search.likely import likely_layouts
from robots.search.playouts import cards_of, lose_out, play_out
from rules.calls import PLAYS, Play
from rules.cards import SUIT_BITS, Card
from rules.frozen import frozen
from rules.seats import Side
from rules.tricks import Trick, winner
from rules.view import PublicDeal, SeatView

LAYOUTS: Final = 30
"""Layouts in which a card is tried, unless it is given up earlier as clearly worse."""

PER_KEPT: Final = 3
"""Layouts that are dealt for each one that is kept by its likelihood."""

BATCH: Final = 6
"""Layouts between two checks of the clock; after each batch cards that are clearly worse are given up."""

CLEARLY: Final = 2.0
"""Standard errors by which a card must be worse than the best to be given up."""

RATHER: Final = 1.0
"""Standard errors by which the card of the rules must be worse for another to be played instead; for the
first lead after an auction ``CLEARLY``."""

A_LITTLE: Final = 0.1
"""Tricks by which cards are about the same at most."""


class PlayoutRobot:
    """Plays cards by trying them in ``layouts`` layouts, resampled from ``per_kept`` times as many; ``other``
    does the rest."""

    def __init__(self, other: Player, layouts: int = LAYOUTS, per_kept: int = PER_KEPT) -> None:
        self._other = other
        self._layouts = layouts
        self._per_kept = per_kept

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With an infinite budget the number of layouts does not depend on the clock."""
        until = time.perf_counter() + budget
        by_rule = self._other.choose(view, budget, rng)
        if not isinstance(by_rule.choice, Play):
            return by_rule
        position = read_position(view)
        if unblocking(position) is not None:
            return by_rule
        opens = _leads_after_auction(view.deal)
        cards = opening_leads(position) if opens else _different(view, by_rule.choice.card)
        if len(cards) < 2:
            return by_rule
        trial = Trial(view, cards, rather=CLEARLY if opens else RATHER)
        # habits were counted where players try to win tricks and say nothing where they try to lose them
        per_kept = 1 if position.losing else self._per_kept
        layouts = list(Counter(likely_layouts(view, self._layouts, per_kept, rng)).items())
        for begin in range(0, len(layouts), BATCH):
            trial.go_on(layouts[begin : begin + BATCH])
            if trial.is_decided or time.perf_counter() > until:
                break
        return trial.ranked_cards


def _leads_after_auction(deal: PublicDeal | None) -> bool:
    """Whether the first card of a contract that was bid is to be led."""
    if deal is None or deal.settled is None or deal.settled.bid is None:
        return False
    return deal.cards_gone == 0 and not deal.settled.at_misere


@frozen
class _Laid:
    """A card on the table, and the state of the trick with it."""

    card: int
    led: int
    best: int
    best_by: int


class Trial:
    """A comparison of cards in the same layouts; the rules would play the first of ``cards``."""

    def __init__(self, view: SeatView, cards: Sequence[Card], rather: float = RATHER) -> None:
        self._rather = rather
        deal = view.deal
        assert deal is not None and deal.settled is not None and deal.trick is not None
        assert deal.hand_due is not None
        self._first = cards[0]
        self._turn = deal.hand_due.index
        self._trumps = cards_of(deal.settled.trumps)
        self._count = len(deal.trick.cards) + 1
        self._laid = {card: _with_card(deal, card) for card in cards}
        self._worth = _gain_by_tricks(view, deal)
        self._out = lose_out if deal.settled.at_misere else play_out
        self._found = Comparison[Card](cards)
        self._layouts = 0
        self._open = list(cards)  # those not yet given up

    @property
    def is_decided(self) -> bool:
        return len(self._open) < 2

    @property
    def best_card(self) -> Card:
        """The card to be played: the first, unless another is clearly better."""
        best, first = self._best_open, self._first
        by_rule = first in self._open and self._found.as_good(first, best, self._rather)
        return first if by_rule else best

    @property
    def _best_open(self) -> Card:
        means = self._found.means
        return max(self._open, key=lambda card: means[card])

    @property
    def ranked_cards(self) -> Answer:
        """The card to be played, with all candidates, that card first and then the best. A card that was
        given up has been tried in fewer layouts."""
        means, first = self._found.means, self.best_card
        ranked = sorted(means, key=lambda card: (card is not first, card not in self._open, -means[card]))
        candidates = tuple(
            Candidate(PLAYS[card.index], means[card], self._found.behind(card, first)[1]) for card in ranked
        )
        little = worth_of(A_LITTLE, self._worth)
        return Answer(candidates[0].choice, Reasons(candidates, self._layouts, little=little))

    def go_on(self, layouts: Sequence[tuple[Layout, int]], until: float = inf) -> None:
        """Tries the remaining cards in these layouts too, or in as many of them as there is time for; each
        layout comes with its multiplicity. Then those that are clearly worse are given up."""
        for begin in range(0, len(layouts), BATCH):
            self._play_out(layouts[begin : begin + BATCH])
            if time.perf_counter() > until:
                break
        best = self._best_open
        self._open = [card for card in self._open if self._found.as_good(card, best, CLEARLY)]

    def _play_out(self, layouts: Sequence[tuple[Layout, int]]) -> None:
        for card in self._open:
            for layout, times in layouts:
                self._found.gains[card] += [self._played_out(self._laid[card], layout)] * times
        self._layouts += len(layouts)

    def _played_out(self, laid: _Laid, layout: Layout) -> float:
        """The gain from the card in this layout."""
        hands = list(layout)
        hands[self._turn] ^= laid.card
        if self._count == 4:
            won = self._out(hands, self._trumps, laid.best_by) + 1 - (laid.best_by & 1)
        else:
            after = self._turn + 1 & 3
            won = self._out(hands, self._trumps, after, laid.led, laid.best, laid.best_by, self._count)
        return self._worth[won]


def _with_card(deal: PublicDeal, card: Card) -> _Laid:
    """The trick on the table with this card added."""
    assert deal.trick is not None
    trick = Trick(deal.trick.leader, (*deal.trick.cards, card))
    best = best_of(trick, deal.trumps)
    return _Laid(card.bit, SUIT_BITS[trick.cards[0].suit.index], best.bit, winner(trick, deal.trumps).index)


def _gain_by_tricks(view: SeatView, deal: PublicDeal) -> Sequence[float]:
    """The gain of the side whose hand is due, by how many of the remaining tricks north and south win."""
    assert deal.hand_due is not None
    side, already = deal.hand_due.side, deal.won.of(deal.hand_due.side)
    ours = gains_by_tricks(view)[already : already + max(deal.counts) + 1]
    return ours if side is Side.NS else ours[::-1]


def _different(view: SeatView, first: Card) -> Sequence[Card]:
    """One card of each run of equal cards, with ``first`` at the head and standing for its own run."""
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
    """The cards not yet played to a finished trick: in any hand, in the stock, or on the table."""
    assert view.deal is not None and view.deal.trick is not None and view.own is not None
    bits = view.unseen().bits | view.own.left.bits
    for faced in view.deal.faced:
        bits |= faced.left.bits
    for card in view.deal.trick.cards:
        bits |= card.bit
    if view.deal.turned is not None and view.deal.turned_with is not None:
        bits |= view.deal.turned.bit
    return bits
