"""What robots believe that there is to win, against figures worked out by hand from the laws."""

from __future__ import annotations

import pytest

from robots.payoffs import Payoffs, Undertaken, as_ours
from rules.calls import Bid
from rules.cards import Suit
from rules.counting.reckon import NIL, NOTHING_SCORED, Standing
from rules.games.all_games import game
from rules.seats import BySide, Side
from rules.tricks import Strain
from tests.each import each

FOUR_HEARTS = Undertaken(Bid(4, Strain.HEARTS), 0, ours=True)


def payoffs(key: str, **options: str) -> Payoffs:
    return Payoffs(game(key).variant(options))


def hope(of: Payoffs, contract: Undertaken, tricks: int, standing: Standing = NOTHING_SCORED) -> float:
    """What exactly so many tricks of ours bring."""
    return of.hope(contract, standing, tricks, spread=0.1)


@each(
    ("key", "options", "prices"),
    [
        ("biritch", {}, (10, 8, 6, 4, 2)),
        ("bridge", {}, (12, 8, 6, 4, 2)),
        ("bridge", {"nt_trick": "10"}, (10, 8, 6, 4, 2)),
    ],
)
def test_a_robot_learns_the_price_of_an_odd_trick_from_the_game(
    key: str, options: dict[str, str], prices: tuple[int, ...]
) -> None:
    suits = (None, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
    assert tuple(payoffs(key, **options).price(suit) for suit in suits) == prices


def test_five_honours_of_hearts_in_one_hand_bring_nine_tricks_of_eight_at_biritch_and_ten_at_bridge() -> None:
    assert payoffs("biritch").honours_gain(Suit.HEARTS, 5) == 72
    assert payoffs("bridge").honours_gain(Suit.HEARTS, 5) == 80


def test_four_honours_in_hand_bring_eight_tricks_and_nine_if_partner_has_the_fifth() -> None:
    """One time in three partner has it: (8 + 8 + 9) / 3 tricks at 6."""
    assert payoffs("biritch").honours_gain(Suit.DIAMONDS, 4) == pytest.approx(50)


def test_three_aces_bring_three_tricks_and_four_if_partner_has_the_last() -> None:
    assert payoffs("biritch").honours_gain(None, 3) == pytest.approx((30 + 30 + 40) / 3)


def test_a_game_at_contract_is_worth_its_tricks_and_half_of_a_rubber_in_two() -> None:
    """With one game to nothing the rubber is won in two half of the time, and half of the time all is even:
    700 / 2. Ten tricks at hearts are 120."""
    assert hope(payoffs("contract"), FOUR_HEARTS, 10) == pytest.approx(120 + 350)


def test_the_last_game_of_a_rubber_at_contract_is_worth_five_hundred() -> None:
    """It was even, a toss for 500; now it is won."""
    at_game_all = Standing(NIL, BySide(1, 1))
    assert hope(payoffs("contract"), FOUR_HEARTS, 10, at_game_all) == pytest.approx(120 + 500)


def test_a_trick_short_costs_fifty_and_two_short_what_they_cost_doubled() -> None:
    """100 and 200 more; vulnerable 200 and 300 more."""
    assert hope(payoffs("contract"), FOUR_HEARTS, 9) == pytest.approx(-50, abs=0.01)
    assert hope(payoffs("contract"), FOUR_HEARTS, 8) == pytest.approx(-300, abs=0.01)
    assert hope(payoffs("contract"), FOUR_HEARTS, 8, Standing(NIL, BySide(1, 0))) == pytest.approx(
        -500, abs=0.01
    )


def test_a_contract_of_theirs_is_worth_the_contrary() -> None:
    theirs = Undertaken(Bid(4, Strain.HEARTS), 1, ours=False)
    assert hope(payoffs("contract"), theirs, 5) == pytest.approx(300, abs=0.1)  # eight tricks, doubled
    assert hope(payoffs("contract"), theirs, 3) == pytest.approx(-240 - 50 - 350, abs=0.1)  # ten


def test_at_vint_an_undertrick_is_a_hundred_trick_values_and_nothing_is_doubled() -> None:
    """Two odd tricks bid are 20 a trick: six tricks for us and seven for them, and two short at 2,000 each.
    The score moves the chance of this game by 0.2 x 20 / 500. To win it is worth its 1,000, and half of the
    3,000 of the next if we win that too, less half of the 1,000 if we do not; to lose it as much the other
    way."""
    two = Undertaken(Bid(2, Strain.HEARTS), 0, ours=True)
    game_won = 1000 + (3000 - 1000) / 2
    assert hope(payoffs("vint"), two, 6) == pytest.approx(120 - 140 - 4000 - 0.2 * 20 / 500 * 2 * game_won)


def test_a_game_at_vint_brings_its_prize_and_the_better_chance_of_the_rubber() -> None:
    """Five odd tricks bid are 50 a trick: eleven for us and two for them, the game's 1,000 and, of the next
    game, half of 3,000 if we win it less half of 1,000 if they do."""
    five = Undertaken(Bid(5, Strain.HEARTS), 0, ours=True)
    assert hope(payoffs("vint"), five, 11) == pytest.approx(550 - 100 + 1000 + (3000 - 1000) / 2)


def test_misere_is_made_by_tricks_lost() -> None:
    lost_eight = Undertaken(Bid(2, Strain.MISERE), 0, ours=True)
    assert [lost_eight.overtricks(tricks) for tricks in (4, 5, 6)] == [1, 0, -1]
    theirs = Undertaken(Bid(2, Strain.MISERE), 0, ours=False)
    assert [theirs.overtricks(tricks) for tricks in (7, 8, 9)] == [-1, 0, 1]


def test_the_score_is_read_from_ones_own_side() -> None:
    standing = Standing(BySide(20, 8), BySide(1, 0), BySide(300, 40))
    assert as_ours(standing, Side.EW) == Standing(BySide(8, 20), BySide(0, 1))
    assert as_ours(standing, Side.NS) == Standing(BySide(20, 8), BySide(1, 0))
