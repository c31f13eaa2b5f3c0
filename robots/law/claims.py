"""Whether a claim of the remaining tricks, or of some of them, must be granted: a proof from one seat's view,
or a refusal.

A proof is a plan for the hands that the claimer plays, which wins so many tricks whatever the others hold
and do. The search is over the claimer's cards only; the others are bounded from above by these rules, each of
which holds for every lie of the cards and every play:

* **Groups.** The cards that the claimer does not play are divided into groups: each hand that the viewer
  knows, and all the cards whose place the viewer does not know. When a suit is led to a trick and a hand of
  the group holds it, that hand must follow, so at least one card of the suit leaves the group.
* **Bounds.** For each group and suit the search keeps cards that bound those really left there: at least as
  many, and the highest no higher than the bound's highest, the second than the second, and so on. Taking the
  lowest of the suit out of the bound in each round of it keeps this true: the group either has none left
  (any bound holds), or loses at least one, and losing any one of them leaves the rest under the bound
  less its lowest. Cards thrown on other suits are never taken out of the bound.
* **Winning.** A trump of the claimer's wins the trick if it is above every trump of the bounds; a card of the
  suit led, if it is above every card of that suit there and no bound holds a trump. A void is never relied
  upon, nor that anybody must follow instead of ruffing.

A trick that is not surely won is tried both as won and as lost. Once one is lost, the others may lead any
suit that they may hold, and go on leading until the claimer wins a trick. The claimer's partner, if not
dummy, is taken to play as badly as possible: a trick that they win counts as lost, but for the last.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from rules.cards import PACK, SUIT_BITS, Card, Suit
from rules.seats import Seat
from rules.tricks import winner
from rules.view import PublicDeal, SeatView

STEPS: Final = 2500
STEPS_OF_SOME: Final = 800
"""Tricks that a search for all, or for some, may try before the claim is refused: tens of milliseconds."""

OF_SUIT: Final = dict(zip(Suit, SUIT_BITS, strict=True))

Hands = tuple[int, ...]
"""What the hands that the claimer plays still hold: one, or two with a dummy."""


def surely_wins(view: SeatView) -> bool:
    """Whether the claimer wins as many tricks as the open claim says, wherever the cards that the viewer does
    not know lie and however the others play. It may miss that, but is never wrong."""
    deal = view.deal
    if deal is None or deal.claim is None or deal.settled is None or deal.trick is None:
        return False
    return _Proof(view, deal).is_proved(deal.tricks_left - deal.claim.tricks)


class Group(NamedTuple):
    """Cards that the claimer does not play, and the seats that hold them."""

    cards: int
    seats: tuple[Seat, ...]


def shared_out(view: SeatView, deal: PublicDeal, player: Seat) -> tuple[dict[Seat, int], list[Group]]:
    """The hands of this player that the viewer sees, and in groups what others may hold: each hand that the
    viewer sees, then all the rest."""
    assert deal.settled is not None
    mine, groups, elsewhere = dict[Seat, int](), list[Group](), list[Seat]()
    for seat in deal.dealer.partner.onwards():  # a turned table is searched in a turned order
        known = view.own if seat is view.viewer else deal.faced_hand(seat)
        if known is None:
            elsewhere.append(seat)
        elif deal.settled.player_of(seat) is player:
            mine[seat] = known.left.bits
        else:
            groups.append(Group(known.left.bits, (seat,)))
    hidden = view.unseen().bits
    if deal.turned is not None and deal.turned_with in elsewhere:
        hidden |= deal.turned.bit
    return mine, [*groups, Group(hidden, tuple(elsewhere))]


class _Ours(NamedTuple):
    """The best card of a trick, and which of the claimer's hands has played it."""

    card: Card
    place: int


class _OutOfSteps(Exception):
    """The search has used up its steps."""


class _Proof:
    def __init__(self, view: SeatView, deal: PublicDeal) -> None:
        assert deal.settled is not None and deal.trick is not None and deal.claim is not None
        claimer = deal.claim.seat
        self._trick, self._side = deal.trick, claimer.side
        self._trump_suit = deal.settled.trumps
        self._trumps = OF_SUIT[self._trump_suit] if self._trump_suit is not None else 0
        mine, self._groups = shared_out(view, deal, claimer)
        self._seats, self._hands = tuple(mine), tuple(mine.values())
        plays_unseen = any(deal.settled.player_of(seat) is claimer for seat in self._groups[-1].seats)
        self._can_prove = claimer in mine and not plays_unseen
        self._steps = STEPS if deal.claim.tricks == deal.tricks_left else STEPS_OF_SOME
        self._vain: set[tuple[int, int, tuple[int, ...], int]] = set()  # leads from which nothing holds

    def is_proved(self, spare: int) -> bool:
        """Whether all remaining tricks but ``spare`` are won."""
        try:
            return self._can_prove and self._begins(spare)
        except _OutOfSteps:
            return False

    def _begins(self, spare: int) -> bool:
        trick, bounds = self._trick, tuple(group.cards for group in self._groups)
        if trick.led is not None:
            return self._goes_on_now(trick.led, bounds, spare)
        if trick.leader in self._seats:
            return self._leads(self._hands, self._seats.index(trick.leader), bounds, spare)
        leader = next(group.cards for group in self._groups if trick.leader in group.seats)
        return all(self._goes_on_now(suit, bounds, spare) for suit in Suit if leader & OF_SUIT[suit])

    def _goes_on_now(self, led: Suit, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds from the trick in progress on, to which this suit is led by another."""
        played = dict(self._trick.by_player())
        due = [seat for seat in self._trick.leader.onwards() if seat not in played]
        mine = [seat for seat in due if seat in self._seats]
        last = all(
            cards.bit_count() == (seat in mine) for seat, cards in zip(self._seats, self._hands, strict=True)
        )
        threat, after = 0, list[int]()
        for group, bound in zip(self._groups, bounds, strict=True):
            if any(seat in due for seat in group.seats) and not (last and self._is_friendly(group)):
                threat |= bound
            after.append(_less(bound, led) if all(seat in due for seat in group.seats) else bound)
        best = winner(self._trick, self._trump_suit) if played else None
        for cards in self._plays_to_lead(mine, led):
            top, ours = None, None
            if best is not None:
                top = played[best]
                if best in self._seats or (last and best.side is self._side):
                    ours = _Ours(top, self._seats.index(best) if best in self._seats else 0)
            left = list(self._hands)
            for seat, card in zip(mine, cards, strict=True):
                place = self._seats.index(seat)
                left[place] &= ~card.bit
                if top is None or self._beats(card, top):
                    top, ours = card, _Ours(card, place)
            if self._holds_after(tuple(left), ours, led, threat, tuple(after), spare):
                return True
        return False

    def _plays_to_lead(self, mine: list[Seat], led: Suit) -> list[list[Card]]:
        """Every way in which the claimer's hands may play to a trick that another has led."""
        ways: list[list[Card]] = [[]]
        for seat in mine:
            hand = self._hands[self._seats.index(seat)]
            legal = hand & OF_SUIT[led] or hand
            ways = [[*way, card] for way in ways for card in PACK if legal & card.bit]
        return ways

    def _holds_after(
        self, left: Hands, ours: _Ours | None, led: Suit, threat: int, after: tuple[int, ...], spare: int
    ) -> bool:
        """Whether the claim holds after a trick of which ``ours`` is the best card, unless one of those in
        ``threat`` beats it; None if another's card is the best."""
        won = ours is not None and self._leads(left, ours.place, after, spare)
        if ours is not None and (not won or self._is_safe(ours.card, led, threat)):
            return won
        return spare > 0 and self._follows(left, after, spare - 1)

    def _leads(self, hands: Hands, place: int, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds when this one of the claimer's hands leads."""
        lead, other = hands[place], hands[1 - place] if len(hands) > 1 else 0
        state = lead, other, bounds, spare
        if lead.bit_count() <= spare:
            return True
        if state in self._vain:
            return False
        out, last = together(bounds), lead.bit_count() == 1
        threat = together(
            bound
            for bound, group in zip(bounds, self._groups, strict=True)
            if not (last and self._is_friendly(group))
        )
        for card in self._worth_leading(lead, out):
            after = tuple(_less(bound, card.suit) for bound in bounds)
            for second in _tries(other, card.suit):
                self._step()
                left = (lead & ~card.bit, other & ~second.bit) if second is not None else (lead & ~card.bit,)
                over = second is not None and self._beats(second, card)
                ours = _Ours(second, 1) if over and second is not None else _Ours(card, 0)
                if self._holds_after(left, ours, card.suit, threat, after, spare):
                    return True
        self._vain.add(state)
        return False

    def _worth_leading(self, lead: int, out: int) -> list[Card]:
        """The highest and the lowest of each suit, trumps first while others may hold any."""
        suits = [suit for suit in Suit if lead & OF_SUIT[suit]]
        suits.sort(key=lambda suit: (suit is self._trump_suit) != bool(out & self._trumps))
        return [card for suit in suits for card in _ends(lead & OF_SUIT[suit])]

    def _follows(self, hands: Hands, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds if others lead, whatever they lead."""
        if hands[0].bit_count() <= spare:
            return True
        out = together(bounds)
        return all(
            self._holds_against(hands, bounds, suit, out, spare) for suit in Suit if out & OF_SUIT[suit]
        )

    def _holds_against(self, hands: Hands, bounds: tuple[int, ...], led: Suit, out: int, spare: int) -> bool:
        """Whether the claim holds when others lead this suit."""
        after = tuple(_less(bound, led) for bound in bounds)
        ways: list[tuple[Card, ...]] = [()]
        for hand in hands:
            ways = [(*way, card) for way in ways for card in _tries(hand, led) if card is not None]
        for way in ways:
            self._step()
            ours: _Ours | None = None
            for place, card in enumerate(way):
                wins = card.suit is led or bool(card.bit & self._trumps)
                if wins and (ours is None or self._beats(card, ours.card)):
                    ours = _Ours(card, place)
            left = tuple(hand & ~card.bit for hand, card in zip(hands, way, strict=True))
            if self._holds_after(left, ours, led, out, after, spare):
                return True
        return False

    def _is_friendly(self, group: Group) -> bool:
        return all(seat.side is self._side for seat in group.seats)

    def _step(self) -> None:
        """Counts a trick that is tried. Raises _OutOfSteps."""
        self._steps -= 1
        if self._steps < 0:
            raise _OutOfSteps

    def _is_safe(self, card: Card, led: Suit, threat: int) -> bool:
        """Whether nothing in ``threat`` beats this card, the best so far."""
        if card.bit & self._trumps:
            return threat & self._trumps < card.bit
        return card.suit is led and not threat & self._trumps and threat & OF_SUIT[led] < card.bit

    def _beats(self, card: Card, best: Card) -> bool:
        return card.index > best.index if card.suit is best.suit else card.suit is self._trump_suit


def _less(bound: int, led: Suit) -> int:
    """The bound once a round of this suit has been played."""
    of_suit = bound & OF_SUIT[led]
    return bound ^ (of_suit & -of_suit)


def together(cards: Iterable[int]) -> int:
    return reduce(or_, cards, 0)


def _ends(bits: int) -> list[Card]:
    """The highest and the lowest card of these, without repetition."""
    if not bits:
        return []
    top, bottom = PACK[bits.bit_length() - 1], PACK[(bits & -bits).bit_length() - 1]
    return [top] if top is bottom else [top, bottom]


def _tries(hand: int, led: Suit) -> list[Card | None]:
    """The cards worth trying from a hand to which this suit is led: the ends of each suit. None stands for a
    hand without cards."""
    legal = hand & OF_SUIT[led] or hand
    return [end for suit in Suit for end in _ends(legal & OF_SUIT[suit])] or [None]


# How a robot answers a claim or a concession: from its own view and what has been laid open


def grants(view: SeatView) -> bool:
    """Whether the viewer agrees. A claim is granted if it is surely good. A partner who would give tricks up
    is trusted, unless the viewer's own trumps win more than that. Anybody may take back a card."""
    deal = view.deal
    if deal is None or deal.claim is None:
        return False
    if deal.claim.back is not None:
        return True
    if view.viewer is deal.claim.seat.partner and deal.claim.tricks < deal.tricks_left:
        return sure_trumps(view) <= deal.claim.tricks
    return surely_wins(view)


def sure_trumps(view: SeatView) -> int:
    """The tricks that the viewer surely wins, with the highest of all trumps not yet gathered in."""
    deal, own = view.deal, view.own
    if deal is None or own is None or deal.settled is None or deal.settled.trumps is None:
        return 0
    others = view.unseen().bits
    for faced in deal.faced:
        others |= faced.left.bits if faced.seat is not view.viewer else 0
    for card in deal.trick.cards if deal.trick is not None else ():
        others |= card.bit
    others &= OF_SUIT[deal.settled.trumps]
    return sum(card.suit is deal.settled.trumps and card.bit > others for card in own.left)
