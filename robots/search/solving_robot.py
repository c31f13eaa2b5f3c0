"""The best robot: what cards brought in the same layouts, each solved double dummy, compared with each other.
Where no card is clearly better it plays for its partner's sake.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf, sqrt
from typing import Final

from robots.payoffs import gains_by_tricks, worth_of
from robots.play import position as signals
from robots.play import trump_call
from robots.play.following import keeping, lowest
from robots.play.leading import lead_of, suits_led_first, unblocking
from robots.play.position import Position as At
from robots.play.position import read_position
from robots.player import Answer, Candidate, Cause, Choice, Player, Reasons
from robots.search.auction_layouts import lead_layouts
from robots.search.comparing import Comparison, mean_and_error
from robots.search.double_dummy import MOST_BOARDS, Position, Solver
from robots.search.layouts import Layout
from robots.search.likely import TRUST, likely_layouts
from robots.search.playout_robot import A_LITTLE, Trial
from rules.calls import PLAYS, CallHonours, Play
from rules.cards import PACK, Card, Rank
from rules.frozen import frozen
from rules.seats import Seat
from rules.view import SeatView


def wished(position: At) -> Card | None:
    """The card that partner waits for: trumps after its call, or the suit that it opened, unless it has been
    returned or an adversary might ruff it. Only where each plays for itself."""
    if position.commands or position.losing or position.trick.cards:
        return None
    called_for = trump_call.answering_trump(position)
    if called_for is not None:
        return called_for
    partner = position.seat.partner
    suit = suits_led_first(position).get(partner.index)
    if suit is None or not position.hand.holds(suit):
        return None
    if any(trick.led is suit and trick.leader is position.seat for trick in position.tricks):
        return None
    if any(position.may_ruff(seat, suit) for seat in (position.seat.left, position.seat.right)):
        return None
    if not position.may_hold.of(partner).holds(suit) and not position.may_ruff(partner, suit):
        return None
    card = lead_of(position, suit)
    return card if card in position.legal else None


def most_telling(position: At, chosen: Card, equal: Sequence[Card]) -> Card | None:
    """In place of a small card that is not meant to win, one exactly as good that tells partner the truth."""
    if chosen.suit is not position.trick.led:
        return None
    high = len(position.trick.cards) > 1 or chosen.rank > signals.HIGHEST_SPARED
    if high and position.beats(chosen, position.winning_card):
        return None
    low = lowest(position.legal.suit(chosen.suit))
    called = trump_call.calling(position, low)
    telling = signals.signalled(position) if called is low else (called,)
    return next((card for card in telling if card in equal), None)


def by_book_first(position: At, cards: Sequence[Card], by_rule: Choice) -> list[Card]:
    """Cards that are as good as each other, that of the books first, then those that give away the least."""
    return sorted(cards, key=lambda card: (PLAYS[card.index] != by_rule, *_given_away(position, card)))


def instead(position: At, chosen: Card, equal: Sequence[Card]) -> Card:
    """The card of the same suit, and as good, that is played in place of the chosen one: to lead, that of the
    books; else the lowest of those that win the trick as it does, or lose it."""
    like = [card for card in equal if card.suit is chosen.suit]
    if position.trick.cards:
        best, wins = position.winning_card, position.beats(chosen, position.winning_card)
        like = [card for card in like if position.beats(card, best) is wins]
    elif not position.commands and (led := lead_of(position, chosen.suit)) in like:
        return led
    return min((chosen, *like), key=lambda card: card.rank)


def _given_away(position: At, card: Card) -> tuple[int, int]:
    if not position.trick.cards:
        return (0 if not position.commands and lead_of(position, card.suit) is card else 1), card.rank
    if card.suit is position.trick.led:
        return 0, card.rank
    return (1 if card.suit is position.trumps else 0), keeping(position, card)


# The best robot

FIRST_BATCH: Final = 1
"""Layouts solved before the clock is first checked."""

A_PART: Final = 4
"""After that, a batch may take one part in this many of the remaining budget."""

GROWTH: Final = 2
"""A batch is at most so many times as long as the last: quick layouts say little about the next ones."""

TOO_FEW: Final = 6
"""With fewer solved layouts than this, the play-outs of the other robot are the better guide."""

LEFT_OVER: Final = 0.05
"""Seconds that the other robot is given at least: the caller waits for a little longer than the budget."""

BY_THEN: Final = 0.7
"""The part of the budget in which this many must be solved. Otherwise the other robot gets the rest."""

AS_GOOD: Final = 1.0
"""Standard errors by which a card may be behind the best, in the same layouts, and counts as equal. One that
did worse in a single layout and better in none is just beyond."""

LOWER: Final = 2.0
"""Standard errors for a lower card of the best one's suit, played to a trick that another hand has led."""

WISHED: Final = 2.0
"""Standard errors for the card that partner waits for."""

FOR_PARTNER: Final = 0.5
"""Tricks by which the card that partner waits for may be behind the best, as other cards that count as equal
by ``A_LITTLE``: more is not forgiven, however few layouts there were to tell by."""

UNDECIDED: Final = 2.0
"""Standard errors by which a card must be behind the best that is not tried any longer."""

PLAYED_OUT: Final = 80
"""The layouts in which equal cards are played out to choose between them."""

BY_THE_BOOKS: Final = 3
"""First tricks in which a card of the books is chosen among equal ones: few layouts do not prove that."""

BY_TRICK: Final = (20, 24, 40, 80, 120, 160)
"""The number of layouts for each trick; the last figure is for all later ones. A layout of the first trick
costs as much as a hundred of the sixth."""

HALF: Final = 0.5
"""Tricks by which a card must be better where an honour lies so for that to be told as the cause."""

PLAINLY: Final = 2.5
"""Standard errors by which it must be better there than elsewhere."""

ENOUGH: Final = 3
"""Layouts in which an honour must lie so, and otherwise."""

TOLD: Final = 0.05
"""Points below which people are told that a card is equal."""

HONOURS: Final = tuple(card for card in PACK if card.rank >= Rank.TEN)


@frozen
class Method:
    layouts: tuple[int, ...] = BY_TRICK
    per_kept: int = 5  # layouts dealt for each one kept; 1: all are kept, unweighted
    trust: float = TRUST  # see ``robots.search.likely``
    sharply: bool = True  # whether robots' calls are read sharply
    longer: int = 1  # times as many at most, where it cannot yet be told which card is best

    def layouts_at(self, trick: int) -> int:
        """The number of layouts for a card of this trick, the first being 0."""
        return self.layouts[min(trick, len(self.layouts) - 1)]


USUAL: Final = Method(longer=3)


class Tried(Comparison[int]):
    """What cards brought in points, and in tricks. ``brings`` are the points for each number of the side's
    tricks, of which it has ``won`` some."""

    def __init__(self, cards: Iterable[int], brings: Sequence[float], won: int) -> None:
        cards = list(cards)
        super().__init__(cards)
        self._brings, self._won = brings, won
        self._tricks = Comparison(cards)
        self._hands: list[Layout] = []

    def add_solved(self, tricks: dict[int, int], times: int, hands: Layout = (0, 0, 0, 0)) -> None:
        """One more layout, with the further tricks that each card wins, which counts so many times."""
        self._hands.append(hands)
        self.add({card: self._brings[self._won + more] for card, more in tricks.items()}, times)
        self._tricks.add({card: float(more) for card, more in tricks.items()}, times)

    def is_equal(self, card: int, best: int, errors: float, tricks: float = A_LITTLE) -> bool:
        """Whether a card may be played in place of the best: it is not worse by more than this many standard
        errors, nor by more than these tricks and what so many are worth on average."""
        little = worth_of(tricks, self._brings)
        within = self._tricks.behind(card, best)[0] <= tricks and self.behind(card, best)[0] <= little
        return within and self.as_good(card, best, errors)

    def cause(self, card: Card, other: Card, hidden: Iterable[Seat]) -> Cause | None:
        """The honour of their suits in a hidden hand on which it depends most that one card is better than
        another; None if it depends on none, or is no trick."""
        by = self._tricks.differences(card.index, other.index)
        found: list[tuple[float, Cause]] = []
        for seat in hidden:
            for held in (one for one in HONOURS if one.suit in (card.suit, other.suit)):
                here, there = list[float](), list[float]()
                for hands, one in zip(self._hands, by, strict=True):
                    (here if hands[seat.index] & held.bit else there).append(one)
                if min(len(here), len(there)) < ENOUGH:
                    continue
                (tricks, error), (otherwise, other_error) = mean_and_error(here), mean_and_error(there)
                error = sqrt(error**2 + other_error**2)
                if tricks >= HALF and tricks - otherwise >= max(HALF, PLAINLY * error):
                    found.append((tricks - otherwise, Cause(seat, held, other, max(1, round(tricks)))))
        return max(found, key=lambda one: one[0])[1] if found else None

    @property
    def little(self) -> float:
        """Points by which cards are about the same at most."""
        return worth_of(A_LITTLE, self._brings)

    @property
    def undecided(self) -> bool:
        """Whether a card might be better than the best so far, or worse than one that is now as good."""
        means = self.means
        best, little = max(means, key=lambda card: means[card]), self.little
        margins = [self.behind(card, best) for card in means if card != best]
        return any(by <= UNDECIDED * error and by + error > little for by, error in margins)


class SolvingRobot:
    """Plays cards by solving. Everything else is left to ``other``, and so are cards for which there was too
    little time. ``plain`` chooses between equal cards by the books."""

    def __init__(self, solver: Solver, other: Player, plain: Player, method: Method = USUAL) -> None:
        self._solver = solver
        self._other, self._plain = other, plain
        self._method = method

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """With an infinite budget the number of layouts does not depend on the clock."""
        if not searchable(view):
            return self._other.choose(view, budget, rng)
        until = time.perf_counter() + budget
        assert view.deal is not None
        if CallHonours() in view.options:
            by_rule = self._plain.choose(view, inf, rng)
            if by_rule.choice == CallHonours():
                return by_rule
        runs = unblocking(read_position(view))
        if runs is not None:
            return Answer(PLAYS[runs.index])
        cards = [option.card.index for option in view.options if isinstance(option, Play)]
        assert view.deal.hand_due is not None
        found = Tried(cards, gains_by_tricks(view), view.deal.won.of(view.deal.hand_due.side))
        layouts = Counter[Layout]()
        for _ in range(self._method.longer):
            now = time.perf_counter()
            weighed = now + (until - now) / 2
            more = Counter(self.layouts(view, self._method.layouts_at(len(view.deal.tricks)), rng, weighed))
            layouts += more
            self._try(view, found, more, until)
            if found.layouts < min(TOO_FEW, len(layouts)):
                return self._other.choose(view, max(LEFT_OVER, until - time.perf_counter()), rng)
            if not found.undecided or time.perf_counter() > until - LEFT_OVER:
                break
        first = self._among_equals(view, found, layouts, until, rng)
        worth = found.means
        ranked = sorted(worth, key=lambda card: (PLAYS[card] != first, -worth[card]))
        best, *others = ranked
        candidates = tuple(
            Candidate(PLAYS[card], worth[card], found.behind(card, best)[1]) for card in ranked
        )
        behind = next((card for card in others if worth[best] - worth[card] >= TOLD), None)
        hidden = [seat for seat in Seat if seat is not view.viewer and not view.deal.faced_hand(seat)]
        cause = found.cause(PACK[best], PACK[behind], hidden) if behind is not None else None
        return Answer(
            candidates[0].choice, Reasons(candidates, found.layouts, cause=cause, little=found.little)
        )

    def layouts(self, view: SeatView, count: int, rng: random.Random, until: float) -> list[Layout]:
        """This many layouts in which cards are tried, or fewer if there is no time to weigh them all."""
        trust, sharply = self._method.trust, self._method.sharply
        if sharply and (found := lead_layouts(view, count, rng, until)):
            return found
        return likely_layouts(
            view, count, self._method.per_kept, rng, trust=trust, sharply=sharply, until=until
        )

    def _among_equals(
        self, view: SeatView, found: Tried, layouts: Counter[Layout], until: float, rng: random.Random
    ) -> Choice:
        """The card that partner waits for, unless it is clearly worse. Else, of cards that are as good as the
        best, that of the books; where another does clearly better in play-outs, in which players make
        mistakes, that one. In early tricks, and without time, nothing is played out."""
        assert view.deal is not None
        position, means = read_position(view), found.means
        best = PACK[max(means, key=lambda card: means[card])]
        wish = wished(position)
        if wish is not None and found.is_equal(wish.index, best.index, WISHED, FOR_PARTNER):
            return PLAYS[wish.index]
        equal = [
            card
            for card in map(PACK.__getitem__, means)
            if found.is_equal(card.index, best.index, LOWER if _is_lower(position, card, best) else AS_GOOD)
        ]
        if len(equal) == 1:
            return PLAYS[equal[0].index]
        by_rule = self._plain.choose(view, inf, rng).choice
        equal = by_book_first(position, equal, by_rule)
        chosen = equal[0]
        if len(view.deal.tricks) >= BY_THE_BOOKS and time.perf_counter() <= until:
            trial = Trial(view, equal)
            trial.go_on(list(layouts.items())[:PLAYED_OUT], until)
            chosen = trial.best_card
        if PLAYS[chosen.index] != by_rule:
            chosen = instead(position, chosen, equal)
        same = [card for card in equal if found.behind(card.index, chosen.index)[0] == 0]
        return PLAYS[(most_telling(position, chosen, same) or chosen).index]

    def _try(self, view: SeatView, found: Tried, layouts: Counter[Layout], until: float) -> None:
        """Tries each card in as many of these layouts as there is time for."""
        deal = view.deal
        assert deal is not None and deal.settled is not None and deal.trick is not None
        laid = tuple(card.index for card in deal.trick.cards)
        leader, trumps = deal.trick.leader.index, deal.settled.trumps
        left, batch, began = list(layouts.items()), FIRST_BATCH, time.perf_counter()
        while left:
            chosen, left = left[:batch], left[batch:]
            boards = [Position(layout, trumps, leader, laid) for layout, _ in chosen]
            enough = found.layouts >= TOO_FEW or until == inf
            rows = self._solver.solve_by(until if enough else began + BY_THEN * (until - began), boards)
            if rows is None:
                break
            for (layout, times), solved in zip(chosen, rows, strict=True):
                found.add_solved(solved, times, layout)
            now = time.perf_counter()
            each = (now - began) / (len(layouts) - len(left))
            if now + 2 * each > until:
                break
            fits = MOST_BOARDS if until == inf else int((until - now) / A_PART / each)
            batch = max(1, min(fits, GROWTH * batch))


def _is_lower(position: At, card: Card, best: Card) -> bool:
    """Whether this is a lower card of the same suit, played to a trick that another hand has led."""
    return bool(position.trick.cards) and card.suit is best.suit and card.rank < best.rank


def searchable(view: SeatView) -> bool:
    """Whether there is a choice of cards in a deal that is played to win tricks."""
    plays = sum(isinstance(option, Play) for option in view.options)
    settled = view.deal.settled if view.deal is not None else None
    return plays > 1 and settled is not None and not settled.at_misere
