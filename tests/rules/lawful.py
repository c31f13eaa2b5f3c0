"""A deal in which east revokes to the first trick, at any table where people can revoke.

South deals, west leads a heart, and east, who holds three, throws off a diamond or ruffs with a club. Clubs
are trumps. North is dummy where there is one.
"""

from __future__ import annotations

from typing import Any

from rules.calls import PLAYS, Bid, Call, Content, Declare, Pass, Play
from rules.cards import Hand, Suit, parse_card
from rules.games.all_games import game
from rules.games.variant import LAWFUL
from rules.seats import BySeat, Seat
from rules.table.events import Event
from rules.tricks import Strain
from tests.rules.deals import Rigged, held, rigged
from tests.trials.stage.tables import ANNA, BORIS, CLARA, Evening

HANDS = BySeat(
    north=held("S 9876 H QJ7 D JT9 C JT9"),
    east=held("S A H 654 D 5432 C 65432"),
    south=held("S KQJT H KT3 D AKQ C AKQ"),
    west=held("S 5432 H A982 D 876 C 87"),
)
FIRST_TRICK = {Seat.SOUTH: "2H 7H 2D KH", Seat.WEST: "AH 7H 2D 3H", Seat.EAST: "2H 7H 2C 3H"}
"""The cards of the first trick, by the seat that wins it."""

_SAID: tuple[Call, ...] = (Declare(Suit.CLUBS), Bid(1, Strain.CLUBS), Content(), Pass())


def begun(of: str = "whist_modern", hands: BySeat[Hand] = HANDS, **options: str) -> Evening:
    """The table when west is to lead."""
    if any(choice.key == LAWFUL[0] for choice in game(of).choices):
        options = {LAWFUL[0]: LAWFUL[1], **options}
    return clubs_declared(rigged(hands=hands, of=of, **options).start().cut())


def clubs_declared(evening: Evening) -> Evening:
    """The table when west is to lead: clubs are declared where anything is."""
    while evening.table.deal is not None and evening.table.deal.playing is None:
        seat = min(evening.table.waits_for, key=lambda one: one.index)
        open_calls = evening.table.deal.options(seat)
        evening.do(seat, next(call for call in _SAID if call in open_calls))
    return evening


def play(evening: Evening, names: str) -> Evening:
    """These cards, each by the seat whose turn it is."""
    for name in names.split():
        (seat,) = evening.table.waits_for
        evening.do(seat, PLAYS[parse_card(name).index])
    return evening


def revoked(of: str = "whist_modern", winner: Seat = Seat.SOUTH, **options: Any) -> Evening:
    """The table after the first trick."""
    return play(begun(of, **options), FIRST_TRICK[winner])


def played_out(evening: Evening) -> tuple[Event, ...]:
    """The rest of the deal, with each hand's first card that follows suit."""
    before = len(evening.events)
    while evening.table.deal is not None and not evening.table.deal.over:
        (seat,) = evening.table.waits_for
        playing = evening.table.deal.playing
        assert playing is not None
        evening.do(seat, Play(playing.legal.cards[0]))
    return evening.events[before:]


def with_dummies(of: str, players: int, **options: str) -> Evening:
    """A table with a dummy or two, when the eldest hand is to lead, and can be followed by all."""
    evening = Evening(0, of, **{"revoke_mode": "lawful", **options})
    evening.dice = Rigged(hands=HANDS)
    return evening.seat(*(ANNA, BORIS, CLARA)[:players]).start().cut()
