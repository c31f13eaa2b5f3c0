"""Layouts in which the robot of the rules would have called and played what it did.

The very code of the rules is asked for each card that a hidden player has chosen, with what they would have
known.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from robots.play.following import choose_following
from robots.play.leading import lead
from robots.play.position import Position
from robots.search.layouts import Layout, Layouts
from robots.search.likely import heard_calls, resampled
from robots.search.solving_robot import SolvingRobot
from rules.cards import SUIT_BITS, WHOLE_PACK, Card, Hand
from rules.frozen import frozen, replace
from rules.seats import Seat, by_seat
from rules.tricks import Trick
from rules.view import PublicDeal, SeatView, Settled

DEALT: Final = 3000
"""Layouts dealt for a card by ``ExactRobot``."""

ONE_MISFIT: Final = 0.01
"""The weight of a layout for each call or card that would have been another."""

SEVERAL: Final = 3
"""Misfits after which a layout is given up."""


@frozen
class Known:
    """What a player knows who is to choose a card of a hand: their own or dummy's."""

    player: Seat
    hand: Seat
    own: int
    faced: Mapping[Seat, int]  # the hands that lie open
    gone: int
    void: tuple[int, ...]  # the cards that each seat cannot have
    tricks: tuple[Trick, ...]
    trick: Trick


@frozen
class _Moment:
    """A card that a hidden player has chosen. ``known.own`` has only the cards that they have played
    since, this one included."""

    card: Card
    known: Known


def would_play(settled: Settled, known: Known) -> Card:
    """The card that the rules choose."""
    hands = {seat: Hand(bits) for seat, bits in known.faced.items()} | {known.player: Hand(known.own)}
    hand, led = hands[known.hand], known.trick.led
    legal = hand.suit(led) if led is not None and hand.holds(led) else hand
    if len(legal) == 1:
        return next(iter(legal))
    unseen = WHOLE_PACK.bits & ~known.gone
    for cards in hands.values():
        unseen &= ~cards.bits
    partner = known.hand.partner
    position = Position(
        seat=known.hand,
        hand=hand,
        legal=legal,
        trumps=settled.trumps,
        tricks=known.tricks,
        trick=known.trick,
        partner=hands.get(partner),
        commands=settled.player_of(partner) is settled.player_of(known.hand),
        may_hold=by_seat(
            lambda seat: hands[seat] if seat in hands else Hand(unseen & ~known.void[seat.index])
        ),
        dummy=bool(settled.dummies),
    )
    return choose_following(position) if known.trick.cards else lead(position)


class Exact:
    """Counts for hypothetical layouts what the rules would have done otherwise."""

    def __init__(self, view: SeatView) -> None:
        deal = view.deal
        assert deal is not None and deal.settled is not None
        self._settled = deal.settled
        known = {faced.seat for faced in deal.faced} | {view.viewer}
        hidden = frozenset(seat for seat in Seat if seat not in known)
        self._moments = list(_moments(deal, hidden))
        self._heard = heard_calls(view, hidden)
        self._gone = [0, 0, 0, 0]
        for seat, card in deal.cards_played():
            self._gone[seat.index] |= card.bit
        self._wrong: list[Callable[[Layout], bool]] = [
            *(partial(self._call_is_wrong, *one) for one in self._heard),
            *(partial(self._card_is_wrong, one) for one in reversed(self._moments)),
        ]

    def fits(self, layout: Layout) -> bool:
        """Whether every call and card would have been what it was. What rules out most layouts comes to be
        asked first, so this is faster than counting ``misfits``."""
        for place, wrong in enumerate(self._wrong):
            if wrong(layout):
                before = max(place - 1, 0)
                self._wrong[before], self._wrong[place] = wrong, self._wrong[before]
                return False
        return True

    def misfits(self, layout: Layout, most: int = SEVERAL) -> int:
        """How many calls and cards would have been others; counted no further than ``most``."""
        wrong = 0
        for seat, heard in self._heard:
            wrong += self._call_is_wrong(seat, heard, layout)
            if wrong >= most:
                return wrong
        for moment in reversed(self._moments):
            wrong += self._card_is_wrong(moment, layout)
            if wrong >= most:
                return wrong
        return wrong

    def _call_is_wrong(self, seat: int, heard: Callable[[Hand], float], layout: Layout) -> bool:
        return heard(Hand(layout[seat] | self._gone[seat])) < 0

    def _card_is_wrong(self, moment: _Moment, layout: Layout) -> bool:
        known = moment.known
        there = replace(known, own=known.own | layout[known.player.index])
        return would_play(self._settled, there) is not moment.card


def _moments(deal: PublicDeal, hidden: frozenset[Seat]) -> Iterator[_Moment]:
    assert deal.settled is not None
    tricks = (*deal.tricks, *((deal.trick,) if deal.trick is not None else ()))
    dummies = {dummy for dummy, _ in deal.settled.dummies}
    faced = {one.seat: one.left.bits for one in deal.faced if one.seat in dummies}
    later = [0, 0, 0, 0]
    for trick in tricks:
        for seat, card in trick.by_player():
            later[seat.index] |= card.bit
    for seat in faced:
        faced[seat] |= later[seat.index]
    gone, void = 0, [0, 0, 0, 0]
    for number, trick in enumerate(tricks):
        for place, (seat, card) in enumerate(trick.by_player()):
            player = deal.settled.player_of(seat)
            if player in hidden:
                known = Known(
                    player,
                    seat,
                    later[player.index],
                    dict(faced) if gone else {},
                    gone,
                    tuple(void),
                    tricks[:number],
                    Trick(trick.leader, trick.cards[:place]),
                )
                yield _Moment(card, known)
            later[seat.index] &= ~card.bit
            gone |= card.bit
            if seat in faced:
                faced[seat] &= ~card.bit
            if trick.led is not None and card.suit is not trick.led:
                void[seat.index] |= SUIT_BITS[trick.led.index]


class ExactRobot(SolvingRobot):
    """The best robot with layouts weighed by the code of the rules, for matches against it."""

    def layouts(self, view: SeatView, count: int, rng: random.Random, until: float) -> list[Layout]:
        deals, exact = Layouts(view), Exact(view)
        if deals.only_one:
            return [deals.draw_layout(rng)]
        found = [deals.draw_layout(rng) for _ in range(DEALT)]
        return resampled(found, [ONE_MISFIT ** exact.misfits(one) for one in found], count, rng)
