"""The plain robot: it plays by the conventions of the whist books and a count of the cards, without a search.

It looks only at the options of its seat, so it can play any game whose calls and cards it knows. It declares
and doubles by a count of tricks: ``expected_tricks`` was fitted to 12,000 deals that plain robots played out,
and prices come from ``robots.payoffs``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from math import fsum
from typing import Final

from robots.calls import bidding
from robots.calls.valuing import HIGHEST
from robots.law.claims import grants
from robots.payoffs import Payoffs, payoffs_of
from robots.play.following import choose_following
from robots.play.leading import conventional, lead, lose
from robots.play.position import Position, read_position
from robots.player import Answer
from rules.calls import (
    PLAYS,
    Bid,
    Call,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
)
from rules.cards import Card, Hand, Rank, Suit
from rules.table.requests import AnswerClaim, CutPack
from rules.view import May, SeatView

PASS_BELOW: Final = 2.0
"""Worth of a declaration, in odd tricks without trumps, below which the dealer passes to their partner."""

DOUBLE_FROM: Final = 7.5
"""Expected tricks of a side that says contre."""

RISE: Final = 0.8
"""Tricks more for each further doubling, so that two robots that both trust their cards come to an end."""

_PLAIN_TRICKS: Final = {Rank.ACE: 1.0, Rank.KING: 0.75, Rank.QUEEN: 0.4, Rank.KNAVE: 0.2, Rank.TEN: 0.1}
_SIDE_TRICKS: Final = {Rank.ACE: 0.75, Rank.KING: 0.55, Rank.QUEEN: 0.22, Rank.KNAVE: 0.1}
_TRUMP_TRICKS: Final = {Rank.ACE: 0.8, Rank.KING: 0.6, Rank.QUEEN: 0.42, Rank.KNAVE: 0.24, Rank.TEN: 0.05}


def choose_declaration(view: SeatView, calls: Sequence[Call]) -> Answer:
    """The call of the view's seat, out of those open to it."""
    assert view.own is not None and view.deal is not None
    hand, payoffs = view.own.dealt, payoffs_of(view.table)
    declarations = [option for option in calls if isinstance(option, Declare)]
    if declarations:
        best = max(declarations, key=lambda option: points_of(hand, option.trumps, payoffs))
        weak = points_of(hand, best.trumps, payoffs) < PASS_BELOW * payoffs.price(None)
        return Answer(Pass() if weak and Pass() in calls else best)
    settled = view.deal.settled
    if Double() in calls and settled is not None and settled.level < HIGHEST:
        enough = DOUBLE_FROM + RISE * settled.level
        if expected_tricks(hand, settled.trumps) >= enough:
            return Answer(Double())
    return Answer(Content() if Content() in calls else calls[0])


def points_of(hand: Hand, trumps: Suit | None, payoffs: Payoffs) -> float:
    """Expected points of a declaration, honours included. Seven tricks gain one price and six lose one, so
    the break-even is at six and a half."""
    odd, honours = expected_tricks(hand, trumps) - 6.5, len(hand & payoffs.honours_of(trumps))
    return payoffs.price(trumps) * odd + payoffs.honours_gain(trumps, honours)


def expected_tricks(hand: Hand, trumps: Suit | None) -> float:
    """Expected tricks of the side that holds this hand, its partner's cards being unknown."""
    if trumps is None:
        return 4.0 + fsum(_PLAIN_TRICKS.get(card.rank, 0) for card in hand)
    mine = hand.suit(trumps)
    length = len(mine)
    expected = 3.2 + 0.4 * length + 0.2 * max(0, length - 4)
    expected += fsum(_TRUMP_TRICKS.get(card.rank, 0) for card in mine)
    expected += fsum(_SIDE_TRICKS.get(card.rank, 0) for card in hand - mine)
    if length >= 3:
        sides = (len(hand.suit(suit)) for suit in Suit if suit is not trumps)
        expected += 0.22 * sum(max(0, 3 - side) for side in sides)  # short suits are for ruffing
    return expected


# Whether to call honours before play (laws 4.2)


WANTED: Final = 3
"""Honours that the two hands need to go out."""

TO_ASK: Final = 2
"""Honours with which a player asks a partner whose cards they do not see."""


def calls_honours(view: SeatView) -> bool:
    """Whether the view's seat, who may call honours, asks its partner now."""
    assert view.deal is not None and view.own is not None and view.viewer is not None
    settled, faced = view.deal.settled, view.deal.faced_hand(view.viewer.partner)
    assert settled is not None and settled.trumps is not None
    honours = payoffs_of(view.table).honours_of(settled.trumps)
    held = len(view.own.dealt & honours)
    return held >= TO_ASK if faced is None else held + len(faced.dealt & honours) >= WANTED


# The ruff: taking the stock in, and what to put out for it


A_PIP: Final = 0.01
"""The value of a rank in tricks if nothing else decides, so that of two small cards the lower is put out."""


def put_out(view: SeatView) -> Discard:
    """The cards to put out: low ones of plain suits; trumps only if there is nothing else."""
    assert view.own is not None and view.deal is not None and view.deal.turned is not None
    hand, count, trumps = view.own.left, view.deal.to_put_out, view.deal.turned.suit
    plain = hand - hand.suit(trumps)
    small = [card for card in plain if card.rank is not Rank.ACE]
    dearer = sorted((card for card in hand if card not in small), key=lambda card: card.rank)
    choice = small if len(small) >= count else [*small, *dearer][:count]

    def worth_without(out: Hand) -> float:
        return expected_tricks(hand - out, trumps) + A_PIP * sum(card.rank for card in hand - out)

    return Discard(max(map(Hand.of, combinations(choice, count)), key=worth_without))


DEEPEST_CUT: Final = 48
SHALLOWEST_CUT: Final = 4


class PlainRobot:
    """Plays by rule. ``declares`` replaces the way in which it declares trumps and doubles where there is no
    auction; ``by_the_book`` has it keep conventions of the whist books that lean to losing too."""

    def __init__(
        self,
        declares: Callable[[SeatView, Sequence[Call]], Answer] = choose_declaration,
        *,
        by_the_book: bool = False,
    ) -> None:
        self._declares = declares
        self._by_the_book = by_the_book

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """The answer by rule; the budget is not used."""
        if TakeStock() in view.options:
            return Answer(TakeStock())
        if May.CUT in view.may:
            return Answer(CutPack(rng.randint(SHALLOWEST_CUT, DEEPEST_CUT), salt=""))
        if May.ANSWER_CLAIM in view.may:
            return Answer(AnswerClaim(grants(view)))
        if May.PUT_OUT in view.may:
            return Answer(put_out(view))
        calls = [option for option in view.options if not isinstance(option, Play)]
        if any(isinstance(option, Declare | Content) for option in calls):
            return self._declares(view, calls)
        if any(isinstance(option, Bid | Pass | Double) for option in calls):
            return bidding.choose_bid(view)
        if len(calls) == len(view.options):
            raise ValueError(view.options)  # nothing that a robot does
        if CallHonours() in calls and calls_honours(view):
            return Answer(CallHonours())
        return Answer(PLAYS[card_to_play(view, by_the_book=self._by_the_book).index])


def _keeping_turned(position: Position, card: Card) -> Card:
    """In place of the trump that was turned up another that is worth the same: partner knows that it is there
    (Britannica 1911, "General Maxims")."""
    if card is not position.turned:
        return card
    equal, lowest_first = position.cheapest_equal, reversed(list(position.legal.suit(card.suit)))
    return next((one for one in lowest_first if one is not card and equal(one) is equal(card)), card)


def card_to_play(view: SeatView, *, by_the_book: bool) -> Card:
    """The card for the hand that is due, chosen by the view's seat."""
    position = read_position(view, by_the_book=by_the_book)
    if len(position.legal) == 1:
        return next(iter(position.legal))
    assert view.deal is not None and view.deal.settled is not None
    if view.deal.settled.at_misere:
        card = lose(position)
    elif position.trick.cards:
        card = choose_following(position)
    else:
        called = position.legal != position.hand  # the lead of a suit
        card = conventional(position.legal) if called else lead(position)
    if card in position.legal:
        return _keeping_turned(position, card)
    return min(position.legal, key=lambda one: one.rank)  # a demand leaves no other
