"""The contract at par, in deals whose tricks were chosen so that it can be seen at once."""

from __future__ import annotations

import pytest

from lab.robots.auction_table import Scored, payoffs_at
from lab.robots.par import ALL_PASS, at_par
from lab.robots.solved import SolvedDeal
from robots.calls.trick_outlook import STRAINS
from rules.calls import Bid
from rules.cards import Hand, Suit
from rules.seats import Seat, Side
from rules.tricks import Strain

NORTH, EAST, SOUTH, WEST = (Hand(sum(1 << card for card in range(seat, 52, 4))) for seat in range(4))
"""Every fourth card each, so that nobody holds honours that count."""


def deal(game: str, spades: int, diamonds: int) -> Scored:
    """The north's side wins so many tricks at spades, the other so many at diamonds; all else wins four."""
    row = dict.fromkeys(STRAINS, (4, 4, 4, 4))
    row[Suit.SPADES] = (spades, 4, spades, 4)
    row[Suit.DIAMONDS] = (4, diamonds, 4, diamonds)
    return Scored(
        SolvedDeal((NORTH, EAST, SOUTH, WEST), tuple(row[strain] for strain in STRAINS)), payoffs_at(game)
    )


def test_a_game_is_left_alone_if_a_bid_over_it_costs_more() -> None:
    """Five diamonds doubled would be five short, 900 in 1935; a game is worth about half as much."""
    reached = at_par(deal("contract", spades=10, diamonds=6))
    assert (reached.bid, reached.level, reached.declarer.side) == (Bid(4, Strain.SPADES), 0, Side.NS)


def test_a_bid_that_fails_by_less_than_a_game_brings_is_made_over_it_and_doubled() -> None:
    """Five diamonds are one short, 100 doubled. The side could have had four diamonds alone, so it has lost
    that and the 100, though it has done its best."""
    scored = deal("contract", spades=10, diamonds=10)
    reached = at_par(scored)
    assert (reached.bid, reached.level, reached.declarer.side) == (Bid(5, Strain.DIAMONDS), 1, Side.EW)
    alone = scored.gain(Bid(4, Strain.DIAMONDS), 0, Seat.EAST)
    assert scored.lost(reached) == pytest.approx(100 + alone) and alone >= 80


def test_in_vint_which_has_no_doubles_nobody_bids_over_what_cannot_be_made() -> None:
    reached = at_par(deal("vint", spades=10, diamonds=4))
    assert (reached.bid, reached.level, reached.declarer.side) == (Bid(4, Strain.SPADES), 0, Side.NS)


def test_everybody_passes_where_no_side_can_win_seven_tricks() -> None:
    assert at_par(deal("contract", spades=4, diamonds=4)) == ALL_PASS
