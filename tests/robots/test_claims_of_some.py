"""Claims of some of the tricks left, and concessions: what a robot agrees to, checked against every lie of
the cards and every play."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from robots.law.claims import grants, sure_trumps, surely_wins
from rules.cards import Hand, Suit, parse_card
from rules.seats import BySeat, Seat
from rules.table.rubber import Claim
from rules.table.seen import seen
from rules.tricks import Trick
from rules.view import SeatView
from tests.each import each
from tests.robots.test_claims import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    following,
    legal_cards,
    lies,
    lost,
    random_ending,
)
from tests.trials.stage.endings import Ending, table_of


@cache
def takes(ending: Ending, spare: int) -> bool:
    """Whether the claimer, who sees everything, takes the rest but ``spare`` tricks, whatever the others
    do."""
    if spare < 0:
        return False
    due = ending.trick.due
    if not ending.hands.of(due):
        return True
    chances = (takes(following(ending, card), spare - lost(ending, card)) for card in legal_cards(ending))
    return any(chances) if ending.ours(due) else all(chances)


def claimed(ending: Ending, tricks: int, viewer: Seat) -> SeatView:
    return seen(replace(table_of(ending), claim=Claim(ending.claimer, tricks)), viewer)


def left_in(ending: Ending) -> int:
    return max(map(len, ending.hands))


def test_nothing_is_granted_that_some_lie_of_the_cards_and_some_play_would_defeat() -> None:
    rng = random.Random(1886)
    granted = good = after_a_loss = with_unknown = 0
    for _ in range(60):
        ending = random_ending(rng)
        left = left_in(ending)
        for viewer in (ending.claimer.left, ending.claimer.right):
            for tricks in range(1, left):
                view = claimed(ending, tricks, viewer)
                hidden = len(view.unseen())
                if hidden > left and hidden > 6:  # too many lies to go through
                    continue
                spare = left - tricks
                holds = surely_wins(view)
                good += takes(ending, spare)
                granted += holds
                if not holds:
                    continue
                assert grants(view)
                every = list(lies(view, ending))
                with_unknown += len(every) > 1
                for lie in every:
                    assert takes(lie, spare), (lie, viewer, tricks)
                after_a_loss += not takes(ending, spare - 1)
    assert granted > 0.7 * good
    assert min(after_a_loss, with_unknown) > 5


def view_of(
    hands: list[str], tricks: int, *, trumps: Suit | None, claimer: Seat, leader: Seat, viewer: Seat
) -> SeatView:
    """The hands north, east, south, west; north is dummy to the south."""
    held = BySeat(*(Hand.parse(text) for text in hands))
    return claimed(Ending(held, Trick(leader), trumps, claimer, dummy=True), tricks, viewer)


@each(("tricks", "agrees"), [(3, True), (2, True), (1, True)])
def test_all_but_the_ace_of_trumps_are_granted(tricks: int, agrees: bool) -> None:
    """South leads, spades trumps: K Q J of spades and A H, against the bare ace of spades. Whatever east
    does with the ace, south takes three: two trumps and the heart, or the heart ruffed and won back."""
    hands = ["2C 3C 4C 5C", "AS 2H 3H 4H", "KS QS JS AH", "6C 7C 8C 9C"]
    assert (
        grants(view_of(hands, tricks, trumps=Suit.SPADES, claimer=SOUTH, leader=SOUTH, viewer=WEST)) is agrees
    )


def test_four_are_not_granted_where_the_ace_of_trumps_is_out() -> None:
    hands = ["2C 3C 4C 5C", "AS 2H 3H 4H", "KS QS JS AH", "6C 7C 8C 9C"]
    for viewer in EAST, WEST:
        assert not grants(view_of(hands, 4, trumps=Suit.SPADES, claimer=SOUTH, leader=SOUTH, viewer=viewer))


def test_two_of_three_without_trumps_hang_on_who_leads() -> None:
    """On lead, south takes the two top spades, or the one. Where west leads three hearts instead, south wins
    none of them, and the king of diamonds falls on the second: the claim of two is refused."""
    two = ["2C 3C 4C", "AH KH QH", "AS KS 2H", "6C 7C 8C"]
    one = ["2C 3C 4C", "6C 7C 8C", "AS 2H 3H", "AH KH QH"]
    assert grants(view_of(two, 2, trumps=None, claimer=SOUTH, leader=SOUTH, viewer=WEST))
    assert grants(view_of(one, 1, trumps=None, claimer=SOUTH, leader=SOUTH, viewer=WEST))
    squeezed = ["2C 3C 4C", "6C 7C 8C", "AS KD 2H", "AH KH QH"]
    assert not grants(view_of(squeezed, 2, trumps=None, claimer=SOUTH, leader=WEST, viewer=EAST))


@each(
    ("own", "trumps", "sure"),
    [
        ("AS KS 2S", Suit.SPADES, 2),
        ("KS 2S 3S", Suit.SPADES, 0),
        ("AS KS 2S", None, 0),
        ("AH", Suit.SPADES, 0),
    ],
)
def test_the_highest_trumps_are_sure_tricks(own: str, trumps: Suit | None, sure: int) -> None:
    """West's hand. Of trumps, the rest lie with others: the ace where west has not it, the three or four."""
    rest = [card for card in Hand.parse("AS KS QS 2S 3S 4S AH KH QH JH TH 9H") if card not in Hand.parse(own)]
    each = len(Hand.parse(own))
    hands = BySeat(*(Hand.of(rest[at * each : (at + 1) * each]) for at in range(3)), Hand.parse(own))  # type: ignore[call-arg]
    ending = Ending(hands, Trick(SOUTH), trumps, EAST, dummy=False)
    assert sure_trumps(claimed(ending, 0, WEST)) == sure


def test_a_partner_consents_to_a_concession_unless_their_own_trumps_win_a_trick() -> None:
    low = ["2C 3C", "4C 5C", "AS KS", "6C 7C"]
    assert grants(view_of(low, 0, trumps=Suit.SPADES, claimer=EAST, leader=SOUTH, viewer=WEST))
    high = ["2C 3C", "4C 5C", "KS QS", "AS 7C"]
    assert not grants(view_of(high, 0, trumps=Suit.SPADES, claimer=EAST, leader=SOUTH, viewer=WEST))
    assert grants(view_of(high, 1, trumps=Suit.SPADES, claimer=EAST, leader=SOUTH, viewer=WEST))


def test_nothing_is_granted_without_a_claim() -> None:
    ending = Ending(BySeat(*(Hand.of([parse_card(name)]) for name in ("2C", "3C", "4C", "5C"))), Trick(NORTH),
                    None, SOUTH, dummy=False)  # fmt: skip
    view = seen(replace(table_of(ending), claim=None), WEST)
    assert not grants(view) and not surely_wins(view)
