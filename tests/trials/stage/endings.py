"""The last cards of a deal, at a table: what claims are judged by."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rules.cards import PACK, Card, Hand, Suit
from rules.deal.deal import Deal
from rules.deal.play import Playing
from rules.seats import BySeat, Seat, by_seat
from rules.settling.terms import Dealt, Dummy, Terms
from rules.table.rubber import Claim
from rules.table.table import Table
from rules.tricks import Trick, winner
from tests.trials.stage.matches import deal_from

NORTH, EAST, SOUTH, WEST = Seat


class Ending(NamedTuple):
    """The last cards of a deal in which somebody claims."""

    hands: BySeat[Hand]
    trick: Trick
    trumps: Suit | None
    claimer: Seat
    dummy: bool  # whether the north is dummy to the south

    def ours(self, seat: Seat) -> bool:
        """Whether the claimer plays this hand."""
        return seat is self.claimer or (self.dummy and self.claimer is SOUTH and seat is NORTH)

    def won_by_us(self, trick: Trick) -> bool:
        return winner(trick, self.trumps).side is self.claimer.side


BLANK = deal_from(PACK).table


def table_of(ending: Ending, blank: Table = BLANK, turned: Card | None = None) -> Table:
    """A table at which all other cards have been played, in tricks of no account."""
    held = Hand.of(card for hand in ending.hands for card in hand)
    gone = [card for card in PACK if card not in held and card not in ending.trick.cards]
    tricks = tuple(Trick(NORTH, tuple(gone[at : at + 4])) for at in range(0, len(gone), 4))
    assert len(gone) % 4 == 0
    dealt = {seat: list(ending.hands.of(seat)) for seat in Seat}
    for trick in (*tricks, ending.trick):
        for seat, card in trick.by_player():
            dealt[seat].append(card)
    whole = by_seat(lambda seat: Hand.of(dealt[seat]))
    dummies = (Dummy(NORTH, SOUTH, 1),) if ending.dummy else ()
    terms = Terms(ending.trumps, 0, WEST, whole, dummies, SOUTH)
    left = tuple(hand.bits for hand in ending.hands)
    deal = Deal(
        Dealt(SOUTH, whole, turned), Playing(terms, left, tricks, ending.trick.leader, ending.trick.cards)
    )
    return replace(blank, deal=deal, claim=Claim(ending.claimer), shown=frozenset((ending.claimer,)))
