"""The score of a finished deal at any number of tricks, by the game's own scoring.

All hands are open here. Who played which card is not used.
"""

from __future__ import annotations

from rules.cards import SUIT_BITS, Hand, Suit
from rules.counting.reckon import ACES, Column, Contract, Counted, Entry, HonourCards, Tally
from rules.counting.standing import Standing
from rules.frozen import frozen
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Seat, Side, by_seat
from rules.view import Open

NOT_COUNTED = BySeat(Hand(), Hand(), Hand(), Hand())


@frozen
class Terms:
    """The terms of play as far as they matter to the score."""

    trumps: Suit | None
    level: int = 0  # doublings
    contract: Contract | None = None


@frozen
class Price:
    """The points of one deal on these terms, by its tricks. Points for games and the rubber are included
    where they are points of the same kind; where a rubber counts only games, the deal's own points are
    counted alone."""

    variant: Variant
    standing: Standing
    dealt: BySeat[Hand]
    owned: BySeat[Hand]  # the hands whose honours count
    terms: Terms
    all_tricks: int = 13

    def of(self, side: Side, tricks: int) -> int:
        """The lead, in points, of a side that wins so many tricks."""
        counted = counted_columns(self.variant)
        lines = (entry for entry in self._entries(side, tricks) if entry.column in counted)
        return sum(entry.amount if entry.side is side else -entry.amount for entry in lines)

    def to_game(self, side: Side, tricks: int) -> int:
        """What counts of that towards the side's game."""
        lines = (entry for entry in self._entries(side, tricks) if entry.column is Column.BELOW)
        return sum(entry.amount for entry in lines if entry.side is side)

    def _entries(self, side: Side, tricks: int) -> tuple[Entry, ...]:
        won = BySide(tricks, tricks).put(side.other, self.all_tricks - tricks)
        return self.variant.reckon(self._tally(won), self.standing)

    @property
    def by_winning(self) -> bool:
        """Whether tricks are to be won here, and not to be lost."""
        return self.of(Side.NS, self.all_tricks) > self.of(Side.NS, 0)

    def _tally(self, won: BySide[int]) -> Tally:
        trumps, owned = self.terms.trumps, self.owned
        honours = honour_cards(self.variant.honours, trumps)
        suit = SUIT_BITS[trumps.index] if trumps is not None else 0
        return Tally(
            trumps=trumps,
            level=self.terms.level,
            tricks=won,
            honours=by_seat(lambda seat: len(owned.of(seat) & honours)),
            voids=frozenset(seat for seat in Seat if suit and not self.dealt.of(seat).bits & suit),
            aces=by_seat(lambda seat: len(owned.of(seat) & ACES)),
            contract=self.terms.contract,
        )


def counted_columns(variant: Variant) -> frozenset[Column]:
    """The columns whose points may be added up."""
    columns = variant.rubber.columns
    return columns if Column.BELOW in columns else frozenset((Column.BELOW, Column.ABOVE))


def honour_cards(honours: HonourCards, trumps: Suit | None) -> Hand:
    return honours.of(trumps) if trumps is not None else ACES


def price(variant: Variant, deal: Open, terms: Terms) -> Price:
    """The points of this deal on these terms, at the score before it. Honours that are taken in tricks count
    for nobody here, since they lie otherwise after every play."""
    match variant.honours.counted:
        case Counted.DEALT:
            owned = deal.hands
        case Counted.PLAYED:
            owned = deal.held or deal.hands
        case Counted.CAPTURED:
            owned = NOT_COUNTED
    return Price(variant, deal.before, deal.hands, owned, terms, variant.dealing.each)


def played_for(deal: Open) -> Terms | None:
    """What this deal was played for; None if it was thrown in."""
    settled = deal.settled
    if settled is None:
        return None
    # Where all have undertaken the same without a declarer, it is entered to the eldest's side, who leads.
    by = settled.declared_by or settled.leader
    contract = Contract(settled.bid, by.side) if settled.bid is not None else None
    return Terms(settled.trumps, settled.level, contract)
