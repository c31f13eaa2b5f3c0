"""Random layouts of the hidden cards that agree with all that a seat knows for certain.

Cards seen, the number of cards in each hand, shown voids and a turned card are respected exactly, and every
layout that agrees with them is equally likely. Nothing is rejected. ``robots.search.likely`` weighs layouts
by calls and plays. Nothing here knows a game or a strategy.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import factorial
from typing import Final

from robots.law.revoke import voids
from rules.cards import Hand, Suit
from rules.seats import Seat
from rules.view import SeatView

Layout = tuple[int, ...]
"""The cards left in each hand, north first, as bits: one way in which the hidden cards may lie."""

SUITS: Final = range(4)


@dataclass(slots=True)
class _Place:
    """A place for hidden cards: a hand, or the stock (``seat`` is None)."""

    seat: int | None
    room: int
    barred: frozenset[int]  # indices of the suits that it is known not to have


class Layouts:
    """The layouts that agree with one view of a deal in play."""

    def __init__(self, view: SeatView) -> None:
        deal = view.deal
        assert deal is not None and view.own is not None and view.viewer is not None
        known = {faced.seat: faced.left for faced in deal.faced} | {view.viewer: view.own.left}
        void = voids(view)
        self._known = [known.get(seat, Hand()).bits for seat in Seat]
        places = []
        for seat in deal.dealer.partner.onwards():  # a turned table has turned layouts
            if seat in known:
                continue
            placed = view.placed(seat)
            self._known[seat.index] |= placed.bits
            room = deal.counts.of(seat) - len(placed)
            if room:
                places.append(_Place(seat.index, room, frozenset(suit.index for suit in void[seat])))
        unseen = view.unseen()
        aside = len(unseen) - sum(place.room for place in places)
        if aside:
            places.append(_Place(None, aside, frozenset()))
        self._hidden = [[card.index for card in reversed(list(unseen.suit(suit)))] for suit in Suit]
        # hands with a known void are filled suit by suit, the others by one shuffle of the rest
        here = [suit for suit in SUITS if self._hidden[suit]]
        self._barred = [place for place in places if any(suit in place.barred for suit in here)]
        self._free = [place for place in places if place not in self._barred]
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}
        self._split: dict[tuple[int, tuple[int, ...]], tuple[list[tuple[int, ...]], list[int]]] = {}

    @property
    def only_one(self) -> bool:
        """Whether the viewer knows where every card lies."""
        return not self._barred and len(self._free) < 2

    def draw_layout(self, rng: random.Random) -> Layout:
        """One layout, each equally often."""
        hands = list(self._known)
        pool: list[int] = []
        state = tuple(place.room for place in self._barred)
        for suit in SUITS:
            cards = self._hidden[suit]
            if not self._barred:
                pool += cards
                continue
            splits, weights = self._ways_to_split(suit, state)
            split = splits[0] if len(splits) == 1 else rng.choices(splits, cum_weights=weights)[0]
            mixed = rng.sample(cards, len(cards)) if any(split) else cards
            begin = 0
            for place, count in zip(self._barred, split, strict=True):
                if place.seat is not None:
                    for card in mixed[begin : begin + count]:
                        hands[place.seat] |= 1 << card
                begin += count
            pool += mixed[begin:]
            state = tuple(room - count for room, count in zip(state, split, strict=True))
        if len(self._free) > 1:
            rng.shuffle(pool)
        begin = 0
        for place in self._free:
            if place.seat is not None:
                for card in pool[begin : begin + place.room]:
                    hands[place.seat] |= 1 << card
            begin += place.room
        return tuple(hands)

    def _ways_to_split(self, suit: int, rooms: tuple[int, ...]) -> tuple[list[tuple[int, ...]], list[int]]:
        """The splits of a suit among the barred hands, with the cumulative number of ways."""
        key = suit, rooms
        if key not in self._split:
            found = [(split, ways) for split, ways in self._weighed(suit, rooms) if ways]
            self._split[key] = [split for split, _ in found], list(accumulate(ways for _, ways in found))
        return self._split[key]

    def _weighed(self, suit: int, rooms: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        count = len(self._hidden[suit])
        for split in self._splits(suit, count, rooms):
            ways = factorial(count) // factorial(count - sum(split))
            for part in split:
                ways //= factorial(part)
            left = tuple(room - part for room, part in zip(rooms, split, strict=True))
            yield split, ways * self._count_ways(suit + 1, left)

    def _splits(self, suit: int, count: int, rooms: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every number of the suit's cards for each barred hand; the free places take the rest."""
        if not rooms:
            if count == 0 or self._free:
                yield ()
            return
        place = self._barred[len(self._barred) - len(rooms)]
        most = 0 if suit in place.barred else min(count, rooms[0])
        for part in range(most + 1):
            for rest in self._splits(suit, count - part, rooms[1:]):
                yield part, *rest

    def _count_ways(self, suit: int, rooms: tuple[int, ...]) -> int:
        """The number of ways in which the suits from this one on fill the remaining room."""
        if suit == 4:
            return not any(rooms)
        key = suit, rooms
        if key not in self._ways:
            self._ways[key] = sum(ways for _, ways in self._weighed(suit, rooms))
        return self._ways[key]
