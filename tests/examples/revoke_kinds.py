"""Worked examples of revokes (docs/laws.md 0.2), played at a table where people can revoke.

East, whose partner west leads, revokes to the first trick. The seat that the events let lead next wins it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from rules.calls import PLAYS, Play
from rules.cards import parse_card
from rules.deal.deal import Deal
from rules.deal.revoke import is_established
from rules.errors import RulesError
from rules.games.all_games import GAMES
from rules.games.variant import LAWFUL, Variant
from rules.revoke import renounced
from rules.seats import Seat
from rules.table.decide import decide
from rules.table.requests import AgreeScore, AskSuit, ClaimRevoke, Correct, DenySuit, Gather, Request
from tests.examples.vectors import Found, Malformed, Vector, word
from tests.rules import lawful
from tests.trials.stage.tables import Evening

REVOKER, PARTNER, ADVERSARY = Seat.EAST, Seat.WEST, Seat.SOUTH

_PLAYS: Final = {
    "revoker_plays_to_next": REVOKER,
    "revoker_partner_plays_to_next": PARTNER,
    "adversary_leads_to_next": ADVERSARY,
}
_ASKS: Final[Mapping[str, tuple[Seat, Request]]] = {
    "partner_asks": (PARTNER, AskSuit()),
    "answers_no": (REVOKER, DenySuit()),
    "corrects": (REVOKER, Correct(parse_card("4H"))),
    "claim": (ADVERSARY, ClaimRevoke(1, REVOKER)),
}
CUT: Final = "cut_for_next_deal"
TURNED: Final = "trick_turned_and_quitted"


def status(key: str, options: Mapping[str, str], events: Iterable[str]) -> tuple[bool, bool]:
    """Whether the revoke is established after these events, and whether a penalty is due. What the table
    refuses has not happened."""
    events = tuple(events)
    unknown = set(events) - {*_PLAYS, *_ASKS, CUT, TURNED}
    if unknown:
        raise Malformed(f"no such events: {', '.join(sorted(unknown))}")
    winner = next((_PLAYS[event] for event in events if event in _PLAYS), ADVERSARY)
    chosen = {name: value for name, value in options.items() if name != LAWFUL[0]}
    evening = lawful.revoked(key, winner, **chosen)
    established = due = False
    for event in events:
        if event in _PLAYS:
            _play_until(evening, _PLAYS[event])
        elif event == TURNED:
            _try(evening, None, Gather())
        elif event == CUT:
            lawful.played_out(evening)
            evening.ask(None, AgreeScore())
        else:
            _try(evening, *_ASKS[event])
        deal = evening.table.deal
        if deal is not None and deal.playing is not None and deal.revoke is not None:
            tricks = deal.playing.all_tricks
            established = renounced(tricks[0], REVOKER) and is_established(deal, 1, REVOKER)
            due = any(claim.right for claim in deal.revoke.claims)
    return established, due


def _try(evening: Evening, seat: Seat | None, asked: Request) -> None:
    try:
        evening.ask(evening.member(seat) if seat is not None else None, asked)
    except RulesError:
        return


def _play_until(evening: Evening, seat: Seat) -> None:
    """Cards to the next trick until this seat has played one."""
    for _ in Seat:
        deal = evening.table.deal
        assert deal is not None and deal.playing is not None
        hand = deal.playing.hand_due
        evening.do(deal.playing.to_act, Play(deal.playing.legal.cards[-1]))
        if hand is seat:
            return


def revoke_status(vector: Vector, variant: Variant) -> Found:
    options = {key: word(value) for key, value in vector["options"].items()}
    established, due = status(vector["game"], options, vector["input"]["events"])
    return {"established": established, "penalty_due": due}


def revoke_liability(vector: Vector, variant: Variant) -> Found:
    """Of a dummy, or of the player who plays dummy's cards besides their own. The table refuses a wrong card
    of dummy's (reading R7), so it is laid there without asking; its adversary then claims a revoke."""
    revoker = vector["input"]["revoker"]
    if revoker not in ("dummy", "dummys_player"):
        raise Malformed(f"no such hand: {revoker}")
    key = vector["game"]
    players = GAMES[key].variant().players
    evening = lawful.begun(key) if players == 4 else lawful.with_dummies(key, players)
    deal = evening.table.deal
    assert deal is not None and deal.playing is not None
    dummy = deal.playing.terms.dummies[0]
    hand = dummy.seat if revoker == "dummy" else dummy.player
    deal = _with_a_revoke(deal, hand)
    won_by = deal.playing.winners()[-1] if deal.playing is not None else None
    evening.table = replace(evening.table, deal=deal)
    lawful.played_out(evening)
    number = 1
    try:
        claimed, _ = decide(evening.table, evening.member(hand.left), ClaimRevoke(number, hand), evening.dice)
    except RulesError:
        due = False
    else:
        due = (
            claimed.deal is not None
            and claimed.deal.revoke is not None
            and claimed.deal.revoke.claims[0].right
        )
    stands = not due and evening.table.deal is not None and evening.table.deal.playing is not None
    assert won_by is not None
    return {"penalty": "due" if due else None, "trick_stands": stands}


def _with_a_revoke(deal: Deal, revoker: Seat) -> Deal:
    """The deal after a first trick to which this hand threw off though it could follow."""
    for _ in Seat:
        playing = deal.playing
        assert playing is not None
        legal = playing.legal
        if playing.hand_due is revoker:
            assert playing.laid, "the revoker leads"
            other = [card for card in deal.left(revoker) if card.suit is not playing.laid[0].suit]
            deal = deal.after_card(other[-1])
        else:
            deal = deal.after_card(PLAYS[legal.cards[-1].index].card)
    return deal


OF_A_VARIANT: Final[Mapping[str, Callable[[Vector, Variant], Found]]] = {
    "revoke_status": revoke_status,
    "revoke_liability": revoke_liability,
}
