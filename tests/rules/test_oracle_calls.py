"""Every sequence of calls to a depth of six, against laws 2.2 written out as plainly as can be."""

from __future__ import annotations

from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import Suit
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.seats import Seat
from tests.each import each
from tests.rules.deals import ORDINARY, begun

SUITS = {"spades", "hearts", "diamonds", "clubs", "biritch"}
CALLS: dict[str, Call] = {
    **{suit.name.lower(): Declare(suit) for suit in Suit},
    "biritch": Declare(None),
    "pass": Pass(),
    "double": Double(),
    "content": Content(),
}
History = tuple[tuple[str, str], ...]
D, P, L, R = "S", "N", "W", "E"
"""Dealer, partner, left, right."""


def open_to_all(history: History) -> set[tuple[str, str]]:
    """Laws 2.2, state by state."""
    if not history:
        return {(D, word) for word in SUITS | {"pass"}}  # DEALER
    if history == ((D, "pass"),):
        return {(P, word) for word in SUITS}  # PARTNER
    said = [call for call in history if call[1] in ("double", "content")]
    doublings = [seat for seat, word in said if word == "double"]
    window: list[str] = []
    for seat, word in said:
        window = [] if word == "double" else [*window, seat]
    side = (L, R) if len(doublings) % 2 == 0 else (D, P)
    if len(window) == 2:
        return set()  # PLAY
    return {(seat, word) for seat in side if seat not in window for word in ("double", "content")}


def open_in_order(history: History) -> set[tuple[str, str]]:
    """The same under the laws of 1904: of the partners who may speak, the first in order."""
    everybody = open_to_all(history)
    if not any(word == "content" for _, word in everybody):
        return everybody
    doublings = [seat for seat, word in history if word == "double"]
    named = next(seat for seat, word in history if word in SUITS)
    if len(doublings) == 0:
        first = L
    elif len(doublings) == 1:
        first = named
    else:
        first = doublings[-2]  # the sides alternate: this one doubled last for the side to speak
    speakers = {seat for seat, _ in everybody}
    speaker = first if first in speakers else next(iter(speakers - {first}))
    return {(seat, word) for seat, word in everybody if seat == speaker}


def accepted(deal: Deal) -> set[tuple[str, str]]:
    found = set()
    for seat in Seat:
        for word, call in CALLS.items():
            try:
                deal.check(seat, call)
            except RulesError:
                continue
            found.add((seat.letter, word))
    return found


def offered(deal: Deal) -> set[tuple[str, str]]:
    words: dict[object, str] = {call: word for word, call in CALLS.items()}
    return {(seat.letter, words[option]) for seat in Seat for option in deal.options(seat) if option in words}


@each("order", ["either", "laws1904"])
def test_every_sequence_of_calls_offers_and_accepts_just_what_the_law_says(order: str) -> None:
    """Positions by hand: from a fresh window with k calls to come F(k) = 1 + 2 F(k-1) + 2 G(k-1), after one
    content G(k) = 2 + F(k-1), F(0) = G(0) = 1, so F(4), F(5) = 137, 377; in all 1 + 5 x 377 + 1 + 5 x 137.
    In the order of 1904 the twos before F and G fall away: F(4), F(5) = 23, 39."""
    law = open_to_all if order == "either" else open_in_order
    seen = 0

    def walk(deal: Deal, history: History) -> None:
        nonlocal seen
        seen += 1
        expected = law(history)
        assert accepted(deal) == expected == offered(deal), history
        assert {seat.letter for seat in deal.may_act} == ({s for s, _ in expected} or {L}), history
        assert (deal.playing is not None) == (not expected), history
        if len(history) < 6:
            for letter, word in sorted(expected):
                walk(deal.after(Seat(letter), CALLS[word]), (*history, (letter, word)))

    walk(begun(ORDINARY, doubling_order=order), ())
    assert seen == {"either": 2572, "laws1904": 312}[order]
