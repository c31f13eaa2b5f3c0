"""The calls that are open to the seats that may speak, as every spectator can tell.

In a settlement by words they do not depend on the cards, so the settlement is replayed without any.
"""

from __future__ import annotations

from rules.calls import Call, Pass, TakeStock
from rules.cards import Hand
from rules.counting.standing import NOTHING_SCORED
from rules.games.variant import Variant
from rules.seats import by_seat
from rules.settling.terms import Dealt, Settling, Terms, ThrownIn
from rules.view import PublicDeal


def open_calls(variant: Variant, deal: PublicDeal) -> tuple[Call, ...]:
    """The calls that some seat may make now, each once. Discards after a ruff are left out, and calls of
    honours, which depend on hidden cards."""
    if deal.playing:
        return ()
    if deal.to_put_out:
        return ()
    if deal.stock:  # who may ruff depends on the cards, but everybody is told (laws 5)
        return (TakeStock(), Pass())
    no_cards = Dealt(deal.dealer, by_seat(lambda _: Hand()), deal.turned)
    stage: Settling | Terms | ThrownIn = variant.settlement.begin(no_cards, NOTHING_SCORED, ())
    for one in deal.calls:
        if isinstance(stage, Terms | ThrownIn):
            return ()
        stage = stage.after(one.seat, one.call)
    if isinstance(stage, Terms | ThrownIn):
        return ()
    return tuple(dict.fromkeys(call for seat in deal.may_act for call in stage.options(seat)))
