"""Faults in rules/deal/revoke.py and rules/deal/out_of_turn.py, each of which the umpire must notice:
``python -m tests.rules.planted`` says of each at which table it was found.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from rules.cards import Hand
from rules.deal import out_of_turn
from rules.deal.deal import Deal
from rules.deal.play import LEADS, Playing, without_lead
from rules.frozen import replace
from rules.out_of_turn import OF_A_CARD, OF_A_DEALERS_RENOUNCE, OutOfTurnState
from rules.settling.terms import Terms
from tests.rules.fuzz import KINDS, run_one
from tests.rules.planted_revokes import OF_REVOKES, as_before, changed, is_false, same, unknown
from tests.trials.stage.seams import Function, Seam, after, constant, during, given


def demanded_again(result: OutOfTurnState, state: OutOfTurnState, _: Any, number: int, seat: Any) -> Any:
    own = tuple(one.demand for one in state.paid if (one.trick, one.hand) == (number, seat))
    return replace(result, demands=(*result.demands, *own))


def with_eldest(result: Deal, deal: Deal, *_: Any) -> dict[str, Any]:
    new = [
        one for one in out_of_turn.state_of(result).offences if one not in out_of_turn.state_of(deal).offences
    ]
    offences = out_of_turn.state_of(result).offences
    return {"offences": tuple(replace(one, eldest=None) if one in new else one for one in offences)}


def leads_stay(lapsed: Function) -> Function:
    return lambda state, what, **of: state if what == LEADS else lapsed(state, what, **of)


def paid_for_again(does: Function) -> Function:
    def doing(deal: Deal, by: Any, what: Any, card: Any, suit: Any) -> Any:
        state = without_lead(out_of_turn.state_of(deal))
        right = state.offence_for(by, what, card)

        def kept(without: Function) -> Function:
            return lambda self, offence: self if offence is right else without(self, offence)

        return during(OutOfTurnState, without=kept)(does)(deal, by, what, card, suit)

    return doing


def card_gone(result: Deal, deal: Deal, offence: Any) -> dict[str, Any]:
    return {"left": out_of_turn.playing_of(deal).left}


def partners_faced(does: Function) -> Function:
    def doing(deal: Deal, seat: Any, card: Any) -> Any:
        return during(Playing, faced=constant(lambda _: (seat.partner,)))(does)(deal, seat, card)

    return doing


OF_CARDS_OUT_OF_TURN: Final[dict[str, Seam]] = {
    "the hand that has a dummy is called": Seam(
        out_of_turn,
        "is_exempt",
        constant(lambda terms, hand: any(hand is dummy.seat for dummy in terms.dummies)),
    ),
    "a dummy's player may err": Seam(out_of_turn, "may_err", during(out_of_turn, is_exempt=is_false)),
    "a dummy's player plays early": Seam(out_of_turn, "hand_astray", during(out_of_turn, is_exempt=is_false)),
    "nobody leads from dummy out of turn": Seam(
        out_of_turn, "hand_astray", during(Playing, faced=constant(lambda _: ()))
    ),
    "anybody leads for their partner": Seam(out_of_turn, "hand_astray", partners_faced),
    "only the own hand follows": Seam(
        out_of_turn, "to_follow", after(lambda hand, _, seat: hand if hand is seat else None)
    ),
    "a dummy demands": Seam(out_of_turn, "may_demand", during(Terms, is_dummy=is_false)),
    "nobody may revoke to a lead out of turn": Seam(
        out_of_turn, "cards_to_follow", given(lambda deal: (deal._replace(revoke=None),))
    ),
    "the wrong hand always pays": Seam(
        out_of_turn, "played_out_of_turn", unknown("out_of_turn", wrong_hand_pays=True)
    ),
    "no suit is called for a lead": Seam(
        out_of_turn, "played_out_of_turn", during(out_of_turn, OF_A_LEAD=constant(OF_A_CARD))
    ),
    "an exposed card is called for twice": Seam(
        out_of_turn, "played_out_of_turn", during(OutOfTurnState, exposed=constant(lambda *_: Hand()))
    ),
    "no card comes early": Seam(out_of_turn, "played_out_of_turn", as_before("out_of_turn", "early")),
    "fourth hand is always before second": Seam(
        out_of_turn,
        "_early",
        given(lambda playing, *others: (playing._replace(laid=playing.laid[:1]), *others)),
    ),
    "fourth hand pays though third was early": Seam(
        out_of_turn,
        "_early",
        given(lambda playing, state, *others: (playing, replace(state, early=()), *others)),
    ),
    "a lead out of turn quits nothing": Seam(out_of_turn, "_quitting", same),
    "a dummy's lead waits for all": Seam(out_of_turn, "followed", during(out_of_turn, is_exempt=is_false)),
    "who led out of turn has the trick": Seam(
        out_of_turn, "followed", during(out_of_turn, winner=constant(lambda trick, _: trick.leader))
    ),
    "nothing stands that was led out of turn": Seam(out_of_turn, "followed", as_before("stage", "stood")),
    "a card that was played still lies exposed": Seam(
        out_of_turn, "followed", during(out_of_turn, without_card=same)
    ),
    "a lead is called though one stands": Seam(
        out_of_turn, "followed", during(OutOfTurnState, lapsed=leads_stay)
    ),
    "neither highest nor lowest is required": Seam(
        out_of_turn, "after_renounce_corrected", during(out_of_turn, OF_A_RENOUNCE=constant(OF_A_CARD))
    ),
    "it is required though one alone has played": Seam(
        out_of_turn,
        "after_renounce_corrected",
        during(out_of_turn, NOTHING_EXACTED=constant(OF_A_DEALERS_RENOUNCE)),
    ),
    "either adversary requires it": Seam(
        out_of_turn, "after_renounce_corrected", changed("out_of_turn", with_eldest)
    ),
    "two corrections may be paid for": Seam(
        out_of_turn, "after_renounce_corrected", during(OutOfTurnState, lapsed=same)
    ),
    "the card that corrects lies exposed": Seam(
        out_of_turn, "after_renounce_corrected", during(out_of_turn, without_card=same)
    ),
    "what the wrong card paid is due again": Seam(out_of_turn, "_undone", after(demanded_again)),
    "what went back had paid": Seam(
        out_of_turn, "_undone", after(lambda result, state, *_: replace(result, demands=state.demands))
    ),
    "what went back was not seen": Seam(
        out_of_turn, "_undone", after(lambda result, state, *_: replace(result, shown=state.shown))
    ),
    "a claim leaves the correction to be paid for": Seam(
        out_of_turn, "judged", during(OutOfTurnState, lapsed=same)
    ),
    "a claim leaves the lead to be called": Seam(
        out_of_turn, "judged", during(out_of_turn, without_lead=same)
    ),
    "a demand leaves the lead to be called": Seam(
        out_of_turn, "after_demand", during(out_of_turn, without_lead=same)
    ),
    "a wrong demand loses one right": Seam(
        out_of_turn, "after_demand", unknown("out_of_turn", wrong_loses_all=False)
    ),
    "who erred wins or loses, not their partner": Seam(
        out_of_turn, "after_demand", during(out_of_turn, SECOND=constant(frozenset()))
    ),
    "an error is paid for twice": Seam(out_of_turn, "after_demand", paid_for_again),
    "nothing is played again": Seam(out_of_turn, "_played_again", same),
    "the corrected card goes nowhere": Seam(out_of_turn, "_played_again", changed("stage", card_gone)),
    "the corrected card was not seen": Seam(out_of_turn, "_played_again", as_before("out_of_turn", "shown")),
    "what is played again is quitted": Seam(out_of_turn, "_played_again", as_before("revoke", "quitted")),
}
FAULTS: Final = OF_REVOKES | OF_CARDS_OUT_OF_TURN


def found(name: str, deals: int, seed: int) -> str | None:
    """The first kind of table at which the fault is found in so many deals."""
    kinds = ("both", "revokes" if name in OF_REVOKES else "out of turn")
    with FAULTS[name].planted():
        for number in range(deals):
            for kind in kinds:
                try:
                    run_one(kind, number, seed)
                except AssertionError as error:
                    return str(error).partition(": ")[0]
    return None


def main(deals: int = 200, seed: int = 1, first: int = 0) -> int:
    missed = 0
    for name in [*FAULTS][first:]:
        where = found(name, deals, seed)
        missed += where is None
        sys.stdout.write(f"{where or 'MISSED'}\t{name}\n")
    sys.stdout.write(f"{len(FAULTS)} faults, {missed} missed, deals of {', '.join(KINDS)}\n")
    return missed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
