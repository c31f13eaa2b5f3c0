"""What has been played out of turn or shown in error in one deal, and the penalties for it, as the whole room
knows them (laws 1.6; readings R14 to R18).

Cards that lie exposed, leads out of turn and demands are seen and heard by everybody. Nothing here knows a
hand. Tricks are counted from one.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from rules.cards import Card, Hand, Suit
from rules.frozen import frozen, replace
from rules.seats import Seat, Side
from rules.tricks import Trick


class Exacted(Enum):
    """What may be demanded of a side that has erred."""

    CARD = "card"  # an exposed card, at its owner's turn
    SUIT = "suit"  # the lead of a suit, when that side leads
    HIGHEST = "highest"  # of the suit led, instead of a card with which a renounce was corrected
    LOWEST = "lowest"
    WIN = "win"  # second hand, after fourth hand has played before it
    LOSE = "lose"


NOTHING_EXACTED: Final[frozenset[Exacted]] = frozenset()
OF_A_LEAD: Final = frozenset((Exacted.CARD, Exacted.SUIT))
OF_FOURTH_HAND: Final = frozenset((Exacted.CARD, Exacted.WIN, Exacted.LOSE))
OF_A_RENOUNCE: Final = frozenset((Exacted.CARD, Exacted.HIGHEST, Exacted.LOWEST))
OF_A_DEALERS_RENOUNCE: Final = frozenset((Exacted.HIGHEST, Exacted.LOWEST))
OF_A_CARD: Final = frozenset((Exacted.CARD,))
OF_THE_WRONG_HAND: Final = frozenset((Exacted.SUIT,))


@frozen
class Offence:
    """A card played out of turn or shown in error, and the penalties for it of which one may be demanded.
    With ``Exacted.CARD`` among them the card lies exposed."""

    trick: int
    seat: Seat  # the hand that it came from
    card: Card
    open_to: frozenset[Exacted]
    eldest: Seat | None = None  # the only adversary who may demand it, if not both may

    def may_be_demanded_by(self, seat: Seat) -> bool:
        return seat.side is not self.seat.side and self.eldest in (None, seat)


@frozen
class Demand:
    """A penalty that was demanded. ``of`` is the hand that pays it; the lead of a suit is paid by whichever
    hand of its side leads."""

    by: Seat
    what: Exacted
    of: Seat
    card: Card | None = None
    suit: Suit | None = None

    def binds(self, hand: Seat, *, leads: bool) -> bool:
        """Whether the demand is for this hand's next card."""
        if self.what is Exacted.SUIT:
            return leads and hand.side is self.of.side
        return hand is self.of

    def meets(self, other: Demand) -> bool:
        """Whether both could bind the same card of a hand."""
        if Exacted.SUIT in (self.what, other.what):
            return self.what is other.what and self.of.side is other.of.side
        return self.of is other.of


@frozen
class Paid:
    """A demand that bound the card which a hand played to this trick, whether or not it could be obeyed."""

    trick: int
    hand: Seat
    demand: Demand


@frozen
class WrongDemand:
    """A demand that the law does not give: the right is lost (laws 1.6)."""

    trick: int
    by: Seat
    what: Exacted


@frozen
class OutOfTurnState:
    """What has come about in a deal with the penalties of the period."""

    wrong_hand_pays: bool = False  # who has a dummy and leads from the wrong hand: at the whists only
    wrong_loses_all: bool = True  # a wrong demand loses every right of its side that lies open
    offences: tuple[Offence, ...] = ()  # for which something may still be demanded
    demands: tuple[Demand, ...] = ()  # not yet paid
    astray: Trick | None = None  # a lead out of turn that lies on the table, and the cards that follow it
    shown: tuple[tuple[Seat, Card], ...] = ()  # cards of hands that everybody has seen, played since or not
    out_of_turn: tuple[tuple[int, Seat], ...] = ()  # tricks, and the hands that played to them so
    early: tuple[tuple[int, Seat], ...] = ()  # of these, those to tricks that had begun
    paid: tuple[Paid, ...] = ()
    wrong: tuple[WrongDemand, ...] = ()

    def exposed(self, seat: Seat) -> Hand:
        """The cards of this hand that lie face up and may be called."""
        return Hand.of(
            one.card for one in self.offences if one.seat is seat and Exacted.CARD in one.open_to
        ) | Hand.of(one.card for one in self.demands if one.of is seat and one.card is not None)

    def seen(self, seat: Seat) -> Hand:
        """The cards of this hand that everybody has seen, played since or not."""
        return Hand.of(card for by, card in self.shown if by is seat)

    def against(self, side: Side) -> tuple[Offence, ...]:
        """The offences of this side for which something may be demanded, the last first."""
        return tuple(one for one in reversed(self.offences) if one.seat.side is side)

    def offence_for(self, by: Seat, what: Exacted, card: Card | None) -> Offence | None:
        """The offence for which this demand is a penalty; None if it is a wrong one."""
        for one in self.against(by.side.other):
            if what not in one.open_to or not one.may_be_demanded_by(by):
                continue
            if what is Exacted.CARD and card is not one.card:
                continue
            return one
        return None

    def is_demanded(self, by: Seat, what: Exacted, card: Card | None, suit: Suit | None) -> bool:
        """Whether the same has been demanded by this side already, or something that could bind the same card
        of a hand."""
        if any(
            one.by.side is by.side and (one.what, one.card, one.suit) == (what, card, suit)
            for one in self.demands
        ):
            return True
        offence = self.offence_for(by, what, card)
        if offence is None:
            return False
        of = offence.seat.partner if what in (Exacted.WIN, Exacted.LOSE) else offence.seat
        return any(one.meets(Demand(by, what, of)) for one in self.demands)

    def lapsed(
        self, what: frozenset[Exacted], *, side: Side | None = None, seat: Seat | None = None
    ) -> OutOfTurnState:
        """The same when these may no longer be demanded: of a side, of a seat, or of anybody."""
        offences = tuple(
            replace(one, open_to=one.open_to - what)
            if side in (None, one.seat.side) and seat in (None, one.seat)
            else one
            for one in self.offences
        )
        return replace(self, offences=tuple(one for one in offences if one.open_to))

    def without(self, offence: Offence) -> OutOfTurnState:
        return replace(self, offences=tuple(one for one in self.offences if one != offence))
