"""What a deal came to for one person who played it, trick by trick.

A card belongs to whoever chose it: those of a dummy to the player behind them, wherever that player sat when
the cards were dealt. The tricks that a claim gave count like all others. The page of a play that is compared
and the card that is shared are made from this one value, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import count
from typing import Final, NamedTuple

from robots.teaching.analysis import Course, Loss
from rules.cards import Card
from rules.frozen import frozen
from rules.seats import BySeat, Member, Seat, Side
from rules.tricks import Trick, winner
from rules.view import FinishedDeal
from screens.deck import face
from screens.parts import small
from screens.words.languages import Plural, Sentence, counted
from screens.words.names import Names, number


class TrickMark(Enum):
    """What one trick was to the person, as a sign of a row."""

    GOOD = "🟩"  # without a loss of theirs or, where nobody has worked that out, won by their side
    DEAR = "🟧"  # a card of theirs, or a claim of their side, gave it away
    LOST = "⬜"


class CostlyCard(NamedTuple):
    """A card that gave tricks away."""

    trick: int  # from 1
    card: Card
    by: Member  # who chose it
    loss: Loss

    @property
    def dearness(self) -> tuple[int, int]:
        return self.loss.points, self.loss.tricks


@frozen
class OwnTricks:
    """``marks`` is empty where no trick counts: in a deal that was thrown in, or that honours ended."""

    marks: tuple[TrickMark, ...]
    side_won: int  # by the side of the person
    possible: int | None  # with all hands open; None where nobody has worked it out
    dearest: CostlyCard | None  # of the cards that the person chose
    dearest_of_others: CostlyCard | None
    claimed_away: int  # tricks that a claim gave the other side above best play

    @property
    def good(self) -> int:
        return self.marks.count(TrickMark.GOOD)


def own_tricks(deal: FinishedDeal, seats: BySeat[Member], person: Member, course: Course | None) -> OwnTricks:
    """``seats`` are those at the end of the deal, of which the person has one."""
    side = next(seat.side for seat, member in seats.items() if member == person)
    whole = [trick for trick in deal.tricks if len(trick.cards) == len(Seat)]
    counts = len(whole) <= deal.tricks_decided
    if course is None or not counts:
        marks = _by_winners(deal, whole, side) if counts else ()
        return OwnTricks(marks, deal.won.of(side) if counts else 0, None, None, None, 0)
    ours = course.side is side
    costly = [one for one in _costly(deal, seats, course) if one.loss.tricks > 0]
    own, others = ([one for one in costly if (one.by == person) is wanted] for wanted in (True, False))
    away = max(0, -course.granted if ours else course.granted)
    dear = {one.trick for one in own}
    claimed = deal.tricks_decided - len(whole)
    lost = away + sum(at > len(whole) for at in dear)  # of these, among them a trick that was begun
    played = (TrickMark.DEAR if at in dear else TrickMark.GOOD for at, _ in enumerate(whole, 1))
    return OwnTricks(
        (*played, *(TrickMark.DEAR,) * lost, *(TrickMark.GOOD,) * (claimed - lost)),
        course.made if ours else deal.tricks_decided - course.made,
        course.possible if ours else deal.tricks_decided - course.possible,
        max(own, key=lambda one: one.dearness, default=None),
        max(others, key=lambda one: one.dearness, default=None),
        away,
    )


def _by_winners(deal: FinishedDeal, whole: list[Trick], side: Side) -> tuple[TrickMark, ...]:
    """Of the tricks that a claim gave, those of the person's side come first."""
    trumps, awarded = deal.settled.trumps if deal.settled is not None else None, dict(deal.awarded)
    took = [(awarded.get(at) or winner(trick, trumps)).side for at, trick in enumerate(whole, 1)]
    by_claim = (one for one in (side, side.other) for _ in range(deal.won.of(one) - took.count(one)))
    return tuple(TrickMark.GOOD if one is side else TrickMark.LOST for one in (*took, *by_claim))


def _costly(deal: FinishedDeal, seats: BySeat[Member], course: Course) -> Iterator[CostlyCard]:
    """Every card with what it cost."""
    assert deal.settled is not None
    place = count()
    for at, trick in enumerate(deal.tricks, 1):
        for hand, card in trick.by_player():
            chose = seats.of(deal.settled.player_of(hand))
            yield CostlyCard(at, card, chose, course.costs[next(place)])


# In words

MADE: Final = Sentence("Tricks of your side: {made} of {all}.")
POSSIBLE: Final = Sentence("Tricks of your side: {made}; with all hands open: {possible}.")
DEAREST: Final = Sentence("The card that cost most: {card} in trick {trick}. Points that it cost: {points}.")
DEAREST_WITHOUT_POINTS: Final = Plural(
    "The card that cost most: {card} in trick {trick}. It cost {count} trick, and no points.",
    "The card that cost most: {card} in trick {trick}. It cost {count} tricks, and no points.",
)
NONE_COST: Final = Sentence("No card of yours cost a trick.")
CLAIMED_AWAY: Final = Plural(
    "A claim gave the other side {count} trick more than best play would.",
    "A claim gave the other side {count} tricks more than best play would.",
)
DEAREST_OF_ROBOTS: Final = Sentence(
    "Of the robots, {player} gave most away: {card} in trick {trick} ({lost})."
)


def course_lines(own: OwnTricks, names: Names) -> Iterator[str]:
    """What the side of the person made, and what it cost whom; nothing where no trick counts."""
    if own.possible is None:
        if own.marks:
            yield MADE(made=own.side_won, all=len(own.marks))
        return
    yield POSSIBLE(possible=own.possible, made=own.side_won)
    yield _dearest(own.dearest) if own.dearest is not None else NONE_COST()
    if own.claimed_away:
        yield CLAIMED_AWAY(own.claimed_away)
    if (other := own.dearest_of_others) is not None:
        what = {"card": face(other.card), "trick": other.trick, "lost": _lost(other.loss)}
        yield small(DEAREST_OF_ROBOTS(player=names(other.by), **what))


def _dearest(own: CostlyCard) -> str:
    card, points = face(own.card), own.loss.points
    if points:
        return DEAREST(card=card, trick=own.trick, points=number(points))
    return DEAREST_WITHOUT_POINTS(own.loss.tricks, card=card, trick=own.trick)


def _lost(loss: Loss) -> str:
    if loss.points:
        return counted(loss.points, "{count} point", "{count} points", count=number(loss.points))
    return counted(loss.tricks, "{count} trick", "{count} tricks")


MARKS_TOLD: Final = Sentence("Tricks without a loss: {good} of {all}")
MARKS_WON: Final = Sentence("Tricks won: {good} of {all}")


def marks_told(own: OwnTricks) -> str:
    """The row of marks in words."""
    return (MARKS_WON if own.possible is None else MARKS_TOLD)(good=own.good, all=len(own.marks))
