"""Worked examples of claims and concessions (docs/laws.md 1.8, 0.2): what is asked of a table in the middle
of a deal, how it is answered, and the tricks that follow."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rules.cards import PACK, Hand
from rules.deal.deal import Deal
from rules.deal.play import Playing
from rules.errors import RulesError
from rules.seats import Member, Seat, by_seat
from rules.settling.terms import Dealt, Dummy, Terms
from rules.table.decide import decide
from rules.table.requests import AnswerClaim, ClaimRest
from rules.table.table import Table
from rules.tricks import Trick
from tests.examples.vectors import Found, Malformed, Vector, count, named, seat_of, sides, whole
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

DUMMY, PLAYER = Seat.NORTH, Seat.SOUTH
TRICKS = 13


def claim(vector: Vector) -> Found:
    given, dice = vector["input"], Dice("claim")
    table = in_play(vector)
    tricks = None if given["claims"] == "all" else count(given["claims"], "claims")
    try:
        table, _ = decide(table, _who(table, seat_of(vector, given["claimer"])), ClaimRest(tricks), dice)
    except RulesError:
        return {"refused": True}
    found = {
        "refused": False,
        "asked": sorted(seat.letter for seat in table.waits_for),
        "shown": sorted(seat.letter for seat in table.shown | {DUMMY}),
    }
    for letter, agrees in given.get("answers", {}).items():
        table, _ = decide(table, _who(table, seat_of(vector, letter)), AnswerClaim(agrees), dice)
    over = table.deal is None and table.last is not None
    return {
        **found,
        "tricks": named(table.last.won) if over and table.last is not None else None,
        "open": table.claim is not None,
    }


def _who(table: Table, seat: Seat) -> Member:
    assert table.rubber is not None
    return table.rubber.seats.of(seat)


@cache
def _blank() -> Table:
    return Evening("claim").seat(ANNA, BORIS, CLARA, DAVID).start().cut().table


def in_play(vector: Vector) -> Table:
    """A table at which South plays the hand of North, who is dummy, without trumps. Each side has won as many
    tricks as the example says, with spades to which nobody had any to follow."""
    won = sides(vector["input"]["won"])
    if not 0 < sum(won) < TRICKS:
        raise Malformed(f"{sum(won)} tricks are won")
    spades, others = list(PACK[:TRICKS]), list(PACK[TRICKS:])
    tricks: list[Trick] = []
    leader = PLAYER
    for winner in [PLAYER] * won.ns + [PLAYER.left] * won.ew:
        best = spades.pop()
        laid = {
            seat: best if seat is winner else spades.pop(0) if seat is leader else others.pop()
            for seat in leader.onwards()
        }
        tricks.append(Trick(leader, tuple(laid.values())))
        leader = winner
    rest, each = [*spades, *others], TRICKS - len(tricks)
    left = by_seat(lambda seat: Hand.of(rest[seat.index * each : (seat.index + 1) * each]))
    played = [laid for trick in tricks for laid in trick.by_player()]
    hands = by_seat(lambda seat: left.of(seat) | Hand.of(card for by, card in played if by is seat))
    terms = Terms(None, 0, tricks[0].leader, hands, (Dummy(DUMMY, PLAYER, 1),), PLAYER)
    playing = Playing(terms, tuple(hand.bits for hand in left), tuple(tricks), leader)
    return replace(_blank(), deal=Deal(whole(Dealt(PLAYER, hands, None)), playing))
