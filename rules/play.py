"""The play of the cards: one for every game. Who chooses a card is not always whose hand it comes from.

Knows trumps, dummies and the tricks; knows nothing of calls, prices or games.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.calls import PLAYS, Play
from rules.cards import Card, Hand
from rules.errors import CardNotHeld, DummyMayNotAct, MustFollowSuit, NotYourTurn, OtherHandDue
from rules.seats import BySeat, BySide, Seat, Side
from rules.terms import Terms
from rules.tricks import Trick, playable, winner


@dataclass(frozen=True, slots=True)
class Playing:
    """Tricks in progress."""

    terms: Terms
    hands: BySeat[Hand]
    tricks: tuple[Trick, ...]  # completed
    trick: Trick  # the one on the table; empty between tricks
    conceded: Side | None = None  # the side to which all that is left was granted by a claim

    @classmethod
    def begin(cls, terms: Terms) -> Playing:
        return cls(terms, terms.hands, (), Trick(terms.leader))

    @property
    def hand_due(self) -> Seat:
        """Whose card is next."""
        return self.trick.due

    @property
    def to_act(self) -> Seat:
        """Who chooses that card."""
        return self.terms.chooser(self.hand_due)

    @property
    def over(self) -> bool:
        return self.conceded is not None or not any(self.hands)

    @property
    def cards_played(self) -> int:
        return 4 * len(self.tricks) + len(self.trick.cards)

    @property
    def legal(self) -> Hand:
        """The cards that the hand due may play."""
        return playable(self.hands.of(self.hand_due), self.trick.led)

    def options(self, seat: Seat) -> tuple[Play, ...]:
        if self.over or seat is not self.to_act:
            return ()
        return tuple(PLAYS[card.index] for card in self.legal)

    def check(self, seat: Seat, card: Card) -> None:
        """Raises a RulesError if this seat may not play this card now."""
        due = self.hand_due
        if self.terms.is_dummy(seat):
            raise DummyMayNotAct
        if seat is not self.terms.chooser(due):
            raise NotYourTurn((self.terms.chooser(due),))
        hand = self.hands.of(due)
        if card not in hand:
            others = (other for other in Seat if self.terms.chooser(other) is seat)
            elsewhere = any(card in self.hands.of(other) for other in others)
            raise OtherHandDue(due) if elsewhere else CardNotHeld(card)
        led = self.trick.led
        if led is not None and card.suit is not led and hand.holds(led):
            raise MustFollowSuit(led, card)

    def after(self, card: Card) -> Playing:
        due = self.hand_due
        hands = self.hands.put(due, self.hands.of(due).without(card))
        trick = Trick(self.trick.leader, (*self.trick.cards, card))
        if len(trick.cards) < 4:
            return Playing(self.terms, hands, self.tricks, trick)
        return Playing(self.terms, hands, (*self.tricks, trick), Trick(winner(trick, self.terms.trumps)))

    def faced(self) -> tuple[Seat, ...]:
        """The dummies whose hands lie open now."""
        played = self.cards_played
        return tuple(dummy.seat for dummy in self.terms.dummies if played >= dummy.shown_after)

    def may_claim(self, seat: Seat) -> bool:
        """Whether this seat may claim the rest: anybody but dummy, once the lead is made."""
        return not self.over and self.cards_played > 0 and not self.terms.is_dummy(seat)

    def gone(self) -> Hand:
        """Every card that has been played."""
        return Hand.of(card for trick in self.all_tricks for card in trick.cards)

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """The tricks, with an unfinished one that a claim cut short."""
        return (*self.tricks, self.trick) if self.trick.cards else self.tricks

    def won(self) -> BySide[int]:
        """Tricks won by each side, with those granted by a claim."""
        taken = {Side.NS: 0, Side.EW: 0}
        for trick in self.tricks:
            taken[winner(trick, self.terms.trumps).side] += 1
        if self.conceded is not None:
            taken[self.conceded] += max(len(hand) for hand in self.terms.hands) - len(self.tricks)
        return BySide(taken[Side.NS], taken[Side.EW])
