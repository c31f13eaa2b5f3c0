"""One deal from the cards to the last trick: settles, then plays. Asks, decides, applies."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.calls import Action, Call, Called, Content, Play
from rules.cards import Card, Hand, Rank
from rules.errors import NothingIsPlayed, NothingToCall
from rules.play import Playing
from rules.reckon import HONOURS, Tally
from rules.seats import Seat, Side, by_seat
from rules.terms import Dealt, Settlement, Settling, Terms


@dataclass(frozen=True, slots=True)
class Deal:
    """The whole truth about one deal, hidden hands and all: the table service and nobody else holds it."""

    dealt: Dealt
    stage: Settling | Playing
    calls: tuple[Called, ...] = ()

    @classmethod
    def begin(cls, settlement: Settlement, dealt: Dealt) -> Deal:
        return cls(dealt, _stage(settlement.begin(dealt)))

    @property
    def playing(self) -> Playing | None:
        return self.stage if isinstance(self.stage, Playing) else None

    @property
    def terms(self) -> Terms | None:
        """The terms, or as far as they stand while the settlement goes on."""
        return self.stage.terms if isinstance(self.stage, Playing) else self.stage.so_far

    @property
    def point(self) -> int:
        """How far the calls have come. Contents do not count: both partners may say theirs at once."""
        return sum(not isinstance(called.call, Content) for called in self.calls)

    @property
    def over(self) -> bool:
        return isinstance(self.stage, Playing) and self.stage.over

    @property
    def may_act(self) -> frozenset[Seat]:
        if isinstance(self.stage, Playing):
            return frozenset() if self.stage.over else frozenset((self.stage.to_act,))
        return self.stage.may_act

    def options(self, seat: Seat) -> tuple[Action, ...]:
        """Everything open to this seat now."""
        return self.stage.options(seat)

    def check(self, seat: Seat, action: Action) -> None:
        """Raises a RulesError if this seat may not do this now."""
        if isinstance(action, Play):
            if not isinstance(self.stage, Playing) or self.stage.over:
                raise NothingIsPlayed
            self.stage.check(seat, action.card)
        elif isinstance(self.stage, Playing):
            raise NothingToCall
        else:
            self.stage.check(seat, action)

    def after(self, seat: Seat, call: Call) -> Deal:
        """The deal once this has been said. No checking: it has been said."""
        assert not isinstance(self.stage, Playing)
        return Deal(self.dealt, _stage(self.stage.after(seat, call)), (*self.calls, Called(seat, call)))

    def played(self, card: Card) -> Deal:
        """The deal once the hand due has played this card."""
        assert isinstance(self.stage, Playing)
        return Deal(self.dealt, self.stage.after(card), self.calls)

    def left(self, seat: Seat) -> Hand:
        """The cards that a seat still holds."""
        return self.stage.hands.of(seat) if isinstance(self.stage, Playing) else self.dealt.hands.of(seat)

    def granted(self, side: Side) -> Deal:
        """The deal once everybody has granted this side all that is left."""
        assert isinstance(self.stage, Playing)
        return replace(self, stage=replace(self.stage, conceded=side))

    def tally(self) -> Tally:
        """What the deal came to; it must be over."""
        assert isinstance(self.stage, Playing)
        return tallied(self.dealt, self.stage)


def _stage(settled: Settling | Terms) -> Settling | Playing:
    return Playing.begin(settled) if isinstance(settled, Terms) else settled


def tallied(dealt: Dealt, playing: Playing) -> Tally:
    """Counts a deal that has been played out. Honours and chicane are reckoned on the hands as dealt,
    whoever captures the cards (laws 2.6)."""
    trumps = playing.terms.trumps

    def honours(seat: Seat) -> int:
        hand = dealt.hands.of(seat)
        if trumps is None:
            return sum(card.rank is Rank.ACE for card in hand)
        return sum(card.rank in HONOURS for card in hand.suit(trumps))

    voids = frozenset(s for s in Seat if trumps is not None and not dealt.hands.of(s).holds(trumps))
    return Tally(trumps, playing.terms.level, playing.won(), by_seat(honours), voids)
