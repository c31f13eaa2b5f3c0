"""Hands and sums of whist for the tests of its laws."""

from __future__ import annotations

from rules.cards import parse_card
from rules.counting.reckon import NOTHING_SCORED, Entry, Penalty, Revoked, Standing, Tally
from rules.deal.deal import Deal
from rules.games.all_games import game
from rules.seats import BySeat, BySide, Seat, Side
from rules.settling.terms import Dealt, Dummy
from tests.rules.deals import ORDINARY, SOUTH, SPADES

SEVEN = (
    "whist_modern",
    "whist_long",
    "whist_short_001",
    "whist_english",
    "whist_american",
    "whist_honors",
    "whist_british",
)
ALL_WHIST = (*SEVEN, "dummy_whist", "double_dummy")


def at(ns: int, ew: int) -> Standing:
    return Standing(below=BySide(ns, ew))


def hand(
    ns: int,
    honours: tuple[int, int] = (2, 2),
    revokes: tuple[tuple[Side, Penalty], ...] = (),
    called: Side | None = None,
) -> Tally:
    """A hand in which NS won this many tricks; the honours are north's and east's."""
    return Tally(
        trumps=SPADES,
        level=0,
        tricks=BySide(ns, 13 - ns),
        honours=BySeat(honours[0], honours[1], 0, 0),
        revokes=tuple(Revoked(side, penalty) for side, penalty in revokes),
        called=called,
    )


def reckoned(
    key: str, tally: Tally, standing: Standing = NOTHING_SCORED, **options: str
) -> tuple[Entry, ...]:
    return game(key).variant(options).reckon(tally, standing)


def lines(entries: tuple[Entry, ...]) -> list[tuple[str, str, int]]:
    """Each line's name, side and amount."""
    return [(entry.line.value, entry.side.value, entry.amount) for entry in entries]


def turned(name: str, dealer: Seat = SOUTH) -> Dealt:
    """The ordinary hands with this card turned up, which must be the dealer's."""
    card = parse_card(name)
    assert card in ORDINARY.of(dealer)
    return Dealt(dealer, ORDINARY, card)


def begun(
    key: str,
    dealt: Dealt,
    standing: Standing = NOTHING_SCORED,
    dummies: tuple[Dummy, ...] = (),
    **options: str,
) -> Deal:
    return Deal.begin(game(key).variant(options).settlement, dealt, standing, dummies)
