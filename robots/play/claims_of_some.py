"""Whether a claim of some of the remaining tricks must be granted: a proof as in ``robots.play.claims``, with
tricks to spare.

A trick that is not surely won is tried both as won and as lost. Once it is lost, the others may lead any suit
that they may hold, and go on leading until the claimer wins a trick. A trick won by the claimer's partner
counts as lost. Such a proof is a tree and not a line: what the claimer plays depends on what has happened.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from robots.play.claims import OF_SUIT, OutOfSteps, Proof, State, ends, surely_wins_all
from rules.cards import Card, Suit
from rules.tricks import winner
from rules.view import PublicDeal, SeatView

STEPS: Final = 800
"""Tricks that a search may try: it has as long as the search for a claim of all tricks."""

Hands = tuple[int, ...]
"""What the hands that the claimer plays still hold: one, or two with a dummy."""


class _Ours(NamedTuple):
    """The best card of a trick, and which of the claimer's hands has played it."""

    card: Card
    place: int


def surely_wins(view: SeatView) -> bool:
    """Whether the claimer wins as many tricks as the open claim says, wherever the cards that the viewer does
    not know lie and however the others play. It may miss that, but is never wrong."""
    deal = view.deal
    if deal is None or deal.claim is None or deal.settled is None or deal.trick is None:
        return False
    return _Tree(view, deal).holds(deal.tricks_left - deal.claim.tricks)


class _Tree:
    """One search."""

    def __init__(self, view: SeatView, deal: PublicDeal) -> None:
        self._of = Proof(view, deal, STEPS)
        self._seats = tuple(self._of.mine)
        self._vain: set[tuple[State, int]] = set()

    def holds(self, spare: int) -> bool:
        """Whether all remaining tricks but ``spare`` are won."""
        try:
            return self._of.proved and self._begins(spare)
        except OutOfSteps:
            return False

    def _begins(self, spare: int) -> bool:
        trick, groups = self._of.trick, self._of.groups
        bounds = tuple(group.cards for group in groups)
        if trick.led is not None:
            return self._goes_on_now(trick.led, bounds, spare)
        if trick.leader in self._seats:
            return self._leads(tuple(self._of.mine.values()), self._seats.index(trick.leader), bounds, spare)
        leader = next(group.cards for group in groups if trick.leader in group.seats)
        return all(self._goes_on_now(suit, bounds, spare) for suit in Suit if leader & OF_SUIT[suit])

    def _goes_on_now(self, led: Suit, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds from the trick in progress on, to which this suit is led by another."""
        trick, of = self._of.trick, self._of
        played = dict(trick.by_player())
        due = [seat for seat in trick.leader.onwards() if seat not in played]
        threat, after = 0, list[int]()
        for group, bound in zip(of.groups, bounds, strict=True):
            threat |= bound if any(seat in due for seat in group.seats) else 0
            after.append(of.less(bound, led) if all(seat in due for seat in group.seats) else bound)
        best = winner(trick, of.trump_suit) if played else None
        mine = [seat for seat in due if seat in of.mine]
        for cards in of.answers(mine, led):
            top = played[best] if best is not None else None
            ours = _Ours(played[best], self._seats.index(best)) if best in self._seats and best else None
            left = list(of.mine.values())
            for seat, card in zip(mine, cards, strict=True):
                place = self._seats.index(seat)
                left[place] &= ~card.bit
                if top is None or of.beats(card, top, led):
                    top, ours = card, _Ours(card, place)
            if self._holds_after(tuple(left), ours, led, threat, tuple(after), spare):
                return True
        return False

    def _holds_after(
        self, left: Hands, ours: _Ours | None, led: Suit, threat: int, after: tuple[int, ...], spare: int
    ) -> bool:
        """Whether the claim holds after a trick of which ``ours`` is the best card, unless one of those in
        ``threat`` beats it; None if another's card is the best."""
        won = ours is not None and self._leads(left, ours.place, after, spare)
        if ours is not None and (not won or self._of.safe(ours.card, led, threat)):
            return won
        return spare > 0 and self._follows(left, after, spare - 1)

    def _leads(self, hands: Hands, place: int, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds when this one of the claimer's hands leads."""
        lead, other = hands[place], hands[1 - place] if len(hands) > 1 else 0
        state = State(lead, other, bounds)
        if lead.bit_count() <= spare:
            return True
        if (state, spare) in self._vain:
            return False
        out = _together(bounds)
        for card in self._of.leads(state):
            after = tuple(self._of.less(bound, card.suit) for bound in bounds)
            for second in _choices(other, card.suit):
                self._of.step()
                left = (lead & ~card.bit, other & ~second.bit) if second is not None else (lead & ~card.bit,)
                over = second is not None and self._of.beats(second, card, card.suit)
                ours = _Ours(second, 1) if over and second is not None else _Ours(card, 0)
                if self._holds_after(left, ours, card.suit, out, after, spare):
                    return True
        self._vain.add((state, spare))
        return False

    def _follows(self, hands: Hands, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds if others lead, whatever they lead."""
        if hands[0].bit_count() <= spare:
            return True
        out = _together(bounds)
        return all(self._answered(hands, bounds, suit, out, spare) for suit in Suit if out & OF_SUIT[suit])

    def _answered(self, hands: Hands, bounds: tuple[int, ...], led: Suit, out: int, spare: int) -> bool:
        """Whether the claim holds when others lead this suit."""
        after = tuple(self._of.less(bound, led) for bound in bounds)
        ways: list[tuple[Card, ...]] = [()]
        for hand in hands:
            ways = [(*way, card) for way in ways for card in _choices(hand, led) if card is not None]
        for way in ways:
            self._of.step()
            ours: _Ours | None = None
            for place, card in enumerate(way):
                wins = card.suit is led or bool(card.bit & self._of.trumps)
                if wins and (ours is None or self._of.beats(card, ours.card, led)):
                    ours = _Ours(card, place)
            left = tuple(hand & ~card.bit for hand, card in zip(hands, way, strict=True))
            if self._holds_after(left, ours, led, out, after, spare):
                return True
        return False


def _together(bounds: tuple[int, ...]) -> int:
    out = 0
    for bound in bounds:
        out |= bound
    return out


def _choices(hand: int, led: Suit) -> list[Card | None]:
    """The cards worth trying from a hand to which this suit is led: the ends of each suit. None stands for a
    hand without cards."""
    legal = hand & OF_SUIT[led] or hand
    return [end for suit in Suit for end in ends(legal & OF_SUIT[suit])] or [None]


# How a robot answers a claim or a concession: from its own view and what has been laid open


def grants(view: SeatView) -> bool:
    """Whether the viewer agrees. A claim is granted if it is surely good. A partner who would give tricks up
    is trusted, unless the viewer's own trumps win more than that. Anybody may take back a card."""
    deal = view.deal
    if deal is None or deal.claim is None:
        return False
    if deal.claim.back is not None:
        return True
    if deal.claim.tricks == deal.tricks_left:
        return surely_wins_all(view)
    if view.viewer is deal.claim.seat.partner:
        return sure_trumps(view) <= deal.claim.tricks
    return surely_wins(view)


def sure_trumps(view: SeatView) -> int:
    """The tricks that the viewer wins whatever happens: with the highest of all trumps that are not yet
    gathered in."""
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
