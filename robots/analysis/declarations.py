"""Every declaration or contract that was possible in a deal, as the game's own settlement gives it.

Each player in turn makes every call open to them while the others pass. The settlement then says who would
lead and whose the contract would be, in any game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.calls import Bid, Call, Declare, Pass
from rules.cards import Suit
from rules.counting.reckon import Contract
from rules.frozen import frozen
from rules.games.variant import Variant
from rules.seats import Seat
from rules.settling.terms import Dealt, Settling, Terms, ThrownIn
from rules.view import Open


@frozen
class Declared:
    """A declaration, or a bid that becomes the contract."""

    by: Seat
    trumps: Suit | None
    leader: Seat
    contract: Contract | None

    @property
    def bid(self) -> Bid | None:
        return self.contract.bid if self.contract is not None else None


def declarations(deal: Open, variant: Variant) -> Iterator[Declared]:
    """All of them, undoubled, for every player who could have made them; none where a card is turned up for
    trumps."""
    stage: Settling | Terms | ThrownIn = variant.settlement.begin(
        Dealt(deal.dealer, deal.hands, deal.turned), deal.before, ()
    )
    spoken: set[Seat] = set()
    while not isinstance(stage, Terms | ThrownIn) and (waiting := stage.may_act - spoken):
        speaker = next(seat for seat in deal.dealer.onwards() if seat in waiting)
        calls = [call for call in stage.options(speaker) if isinstance(call, Declare | Bid)]
        if not calls:
            return
        for call in calls:
            yield from _settled(stage, speaker, call)
        stage = stage.after(speaker, Pass() if Pass() in stage.options(speaker) else calls[0])
        spoken.add(speaker)


def _settled(stage: Settling, by: Seat, call: Call) -> Iterator[Declared]:
    after = stage.after(by, call)
    terms = after if isinstance(after, Terms | ThrownIn) else after.so_far
    if isinstance(terms, Terms):
        yield Declared(terms.declared_by or by, terms.trumps, terms.leader, terms.contract)
