"""What the whole room can tell of a settlement: which calls are open to whoever is to speak.

A settlement by words is the same whatever the cards, so it is gone through again without them.
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
    """The calls that somebody may make now, each once. Which cards are put out after a ruff, and who could
    call honours, is nobody's business."""
    if deal.playing:
        return ()
    if deal.to_put_out:
        return ()
    if deal.stock:  # whose the ruff is hangs on the cards, and he is known (laws 5)
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
