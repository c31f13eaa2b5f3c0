"""Worked examples of cards out of turn (docs/laws.md 0.2), played at a table.

South deals, west is to lead, and clubs are trumps. Every act is asked of the table as a person asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.calls import PLAYS, Play
from rules.cards import Card, Hand, Suit, parse_card
from rules.errors import RulesError
from rules.games.all_games import GAMES
from rules.games.variant import LAWFUL, Variant
from rules.out_of_turn import Exacted
from rules.seats import BySeat, Seat
from rules.settling.terms import Dealt
from rules.table.requests import Correct, DemandPenalty, FollowLead, Request
from tests.examples.vectors import Found, Malformed, Vector, whole, word
from tests.rules import lawful
from tests.rules.deals import held

_OF_A_CARD: Final[Mapping[str, Callable[[Card], Request]]] = {
    "plays": lambda card: PLAYS[card.index],
    "follows": FollowLead,
    "corrects": Correct,
    "calls": lambda card: DemandPenalty(Exacted.CARD, card=card),
}


def _asked(does: str, what: str) -> Request:
    if does == "requires":
        return DemandPenalty(Exacted(what))
    if does == "calls" and len(what) == 1:
        return DemandPenalty(Exacted.SUIT, suit=Suit(what))
    if does not in _OF_A_CARD:
        raise Malformed(f"nobody {does} here")
    return _OF_A_CARD[does](parse_card(what))


def hands_of(vector: Vector) -> BySeat[Hand]:
    """The hands of an example in which south deals. Raises Malformed unless they are a whole pack."""
    hands = BySeat(*(held(vector["input"]["hands"][seat.letter]) for seat in Seat))
    return whole(Dealt(Seat.SOUTH, hands, None)).hands


def irregularity(vector: Vector, variant: Variant) -> Found:
    """What a deal has come to after some acts, of which one at most is refused, the last."""
    given = vector["input"]
    hands = hands_of(vector)
    options = {key: word(value) for key, value in vector["options"].items()}
    if any(choice.key == LAWFUL[0] for choice in GAMES[vector["game"]].choices):
        options.setdefault(LAWFUL[0], "strict")
    evening = lawful.begun(vector["game"], hands, **options)
    refused = None
    for place, (letter, does, what) in enumerate(given["acts"]):
        try:
            evening.do(Seat(letter), _asked(does, what))
        except RulesError:
            refused = place
            break
    deal = evening.table.deal
    if deal is None or deal.playing is None:
        raise Malformed("the deal is over")
    state, due = deal.out_of_turn, deal.playing.to_act
    lying = [(seat, card) for seat in Seat for card in (state.exposed(seat) if state else ())]
    return {
        "exposed": [[seat.letter, str(card)] for seat, card in lying],
        "due": deal.playing.hand_due.letter,
        "open": [str(one.card) for one in deal.options(due) if isinstance(one, Play)],
        "tricks": {"NS": deal.won().ns, "EW": deal.won().ew},
        "wrong": len(state.wrong) if state is not None else 0,
        "refused": refused,
    }
