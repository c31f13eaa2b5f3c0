"""Second worlds: deals that differ from a first only in cards that one who looks has no right to know.

What everybody knows is read here from the events alone, by the laws: the looker's own cards, the dealer's
partner's once a card has been led, a claimer's, every card played and every void shown. Nothing is asked of
the code whose silence is to be proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from rules.cards import Card, Hand, Suit
from rules.events import CardPlayed, CardsDealt, Claimed, Event, Opened
from rules.seats import BySeat, Seat, by_seat
from rules.table import Table
from rules.variants import game
from tests.tables import Evening

SWAPS = 80


def lying_open(dealer: Seat, events: Iterable[Event]) -> frozenset[Seat]:
    """The hands that everybody sees after these events of a deal (laws 2.3; design, "Knowledge")."""
    happened = tuple(events)
    faced = {event.seat for event in happened if isinstance(event, Claimed)}
    if any(isinstance(event, CardPlayed) for event in happened):
        faced.add(dealer.partner)
    return frozenset(faced)


def shown_voids(played: Sequence[CardPlayed]) -> set[tuple[Seat, Suit]]:
    """Who has failed to follow which suit (laws 1.1)."""
    voids = set()
    for start in range(0, len(played), 4):
        led = played[start].card.suit
        voids |= {(one.seat, led) for one in played[start : start + 4] if one.card.suit is not led}
    return voids


def other_hands(
    hands: BySeat[Hand],
    events: Iterable[Event],
    known: Iterable[Seat],
    chance: Random,
    *,
    swaps: int = SWAPS,
) -> BySeat[Hand] | None:
    """Hands as dealt that could as well be these, as far as he can tell who knows the hands of these seats
    and what has happened; None if they could be no others."""
    played = [event for event in events if isinstance(event, CardPlayed)]
    gone = {event.card for event in played}
    voids = shown_voids(played)
    hidden = [seat for seat in Seat if seat not in set(known)]
    left = {seat: [card for card in hands.of(seat) if card not in gone] for seat in hidden}
    holders = [seat for seat in hidden if left[seat]]
    if len(holders) < 2:
        return None
    for _ in range(swaps):
        one, other = chance.sample(holders, 2)
        here, there = chance.randrange(len(left[one])), chance.randrange(len(left[other]))
        if (one, left[other][there].suit) in voids or (other, left[one][here].suit) in voids:
            continue
        left[one][here], left[other][there] = left[other][there], left[one][here]
    others = by_seat(
        lambda seat: (
            Hand.of([*left[seat], *(card for card in hands.of(seat) if card in gone)])
            if seat in left
            else hands.of(seat)
        )
    )
    return others if others != hands else None


def order_of(hands: BySeat[Hand], dealer: Seat) -> tuple[Card, ...]:
    """The pack from which these hands are dealt, one card at a time from the dealer's left (laws 1.3)."""
    piles = {seat: list(hand) for seat, hand in hands.items()}
    return tuple(piles[seat].pop() for _ in range(13) for seat in dealer.left.onwards())


class Watched:
    """An evening at which the deal in progress can be exchanged for another."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._dealt_at = -1
        self._before = evening.table

    @property
    def events(self) -> tuple[Event, ...]:
        """Those of the deal in progress, from the dealing on."""
        return self.evening.events[self._newest() :]

    def twin(self, viewer: Seat | None, chance: Random) -> Table | None:
        """A table that this viewer cannot tell from ours, or None if it is ours."""
        start = self._newest()
        dealt = self.evening.events[start]
        assert isinstance(dealt, CardsDealt)
        known = lying_open(dealt.dealer, self.events) | ({viewer} if viewer is not None else set())
        hands = other_hands(dealt.hands, self.events, known, chance)
        if hands is None:
            return None
        table = self._before.after(CardsDealt(dealt.deal, dealt.dealer, hands, None))
        for event in self.events[1:]:
            table = table.after(event)
        return table

    def _newest(self) -> int:
        events = self.evening.events
        start = max(place for place, event in enumerate(events) if isinstance(event, CardsDealt))
        if start != self._dealt_at:
            self._dealt_at, self._before = start, replayed(events[:start])
        return start


def replayed(events: Sequence[Event]) -> Table:
    """The table to which these events come."""
    first, *rest = events
    assert isinstance(first, Opened)
    table = Table(first.game, first.options, game(first.game).variant(dict(first.options)))
    for event in rest:
        table = table.after(event)
    return table


def lookers(table: Table) -> Iterator[Seat | None]:
    """Each seat, and the spectator."""
    yield None
    if table.rubber is not None:
        yield from Seat
