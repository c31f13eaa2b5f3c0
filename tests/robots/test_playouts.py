"""Play-outs: what comes of a few cards when all four hands are known, worked out by hand."""

from __future__ import annotations

import random

from robots.search.playouts import beating, lose_out, play_out
from rules.cards import PACK, SUIT_BITS, Hand, parse_card
from tests.each import each

NO_TRUMPS = 0
SPADES, HEARTS, DIAMONDS, CLUBS = SUIT_BITS
NORTH, EAST, SOUTH, WEST = range(4)


def held(*hands: str) -> list[int]:
    return [Hand.parse(hand).bits for hand in hands]


def bit(card: str) -> int:
    return parse_card(card).bit


@each(
    ("hands", "trumps", "leader", "won"),
    [
        # masters win wherever the small ones are
        (("AS KS QS", "JS TS 9S", "2S 3S 4S", "5S 6S 7S"), NO_TRUMPS, NORTH, 3),
        # the king is caught by a finesse, or lies behind the ace and wins
        (("2S 3S", "KS 4S", "AS QS", "5S 6S"), NO_TRUMPS, NORTH, 2),
        (("2S 3S", "5S 6S", "AS QS", "KS 4S"), NO_TRUMPS, NORTH, 1),
        # north ruffs the ace and then has only a small club
        (("2H 3C", "AS KS", "4S 4C", "5S 5C"), HEARTS, EAST, 1),
        # the same without trumps
        (("2H 3C", "AS KS", "4S 4C", "5S 5C"), NO_TRUMPS, EAST, 0),
        # east overruffs
        (("4H 3C", "5H 6C", "4S 4C", "AS 5C"), HEARTS, WEST, 0),
    ],
)
def test_the_tricks_of_a_few_cards_are_those_that_one_counts_on_the_table(
    hands: tuple[str, ...], trumps: int, leader: int, won: int
) -> None:
    assert play_out(held(*hands), trumps, leader) == won


def test_a_trick_in_progress_is_played_on_from_its_cards() -> None:
    """East has led the king of hearts and south has played low. West has only small ones; north's ace wins,
    and then north's queen."""
    hands = held("AH QH", "TS", "9S", "3H 4S")
    assert play_out(hands, NO_TRUMPS, WEST, HEARTS, bit("KH"), EAST, 2) == 2


def test_all_the_cards_are_played() -> None:
    hands = held("AH QH", "2S TS", "9S 3D", "3H 4S")
    play_out(hands, NO_TRUMPS, NORTH)
    assert hands == [0, 0, 0, 0]


@each("out", [play_out, lose_out])
def test_it_is_nothing_to_the_cards_which_seats_they_are_dealt_to(out: object) -> None:
    """All four hands moved on by one seat: what north and south won east and west win."""
    rng, count = random.Random(3), 7
    for _ in range(50):
        pack = rng.sample(PACK, 4 * count)
        hands = [Hand.of(pack[seat::4]).bits for seat in range(4)]
        moved = hands[-1:] + hands[:-1]
        assert callable(out)
        assert out(list(hands), NO_TRUMPS, NORTH) == count - out(moved, NO_TRUMPS, EAST)


@each(
    ("hands", "leader", "won"),
    [
        # the lowest cards take nothing
        (("2S 3S", "AS KS", "4S 5S", "QS JS"), NORTH, 0),
        # the ace is thrown on a suit that north has not, and only the last card takes a trick
        (("AS 2H", "KD 3H", "4D 4H", "5D 5H"), EAST, 0),
        # nobody can help winning with what is all masters
        (("AS KS", "2S 3S", "4S 5S", "6S 7S"), NORTH, 2),
    ],
)
def test_a_hand_that_is_to_lose_tricks_throws_its_high_cards_away(
    hands: tuple[str, ...], leader: int, won: int
) -> None:
    assert lose_out(held(*hands), NO_TRUMPS, leader) == won


def test_a_card_is_beaten_by_higher_ones_of_its_suit_and_if_it_is_plain_by_trumps() -> None:
    assert beating(bit("QS"), SPADES, HEARTS) == bit("KS") | bit("AS") | HEARTS
    assert beating(bit("KH"), SPADES, HEARTS) == bit("AH")
    assert beating(bit("KD"), DIAMONDS, NO_TRUMPS) == bit("AD")
