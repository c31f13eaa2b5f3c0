"""Every line of small deals, counted by the engine and by the plainest code that could count them."""

from __future__ import annotations

from collections import Counter

from rules.calls import Play
from rules.deal.deal import Deal
from rules.deal.play import Playing
from rules.seats import BySeat, Seat
from tests.each import each
from tests.rules.deals import NORTH, SOUTH, begun, dealt, held, said

_ORDER = "23456789TJQKA"


def lines(playing: Playing) -> Counter[int]:
    """How many lines of play there are, by the tricks that north and south win."""
    if playing.over:
        return Counter({playing.won().ns: 1})
    found: Counter[int] = Counter()
    for option in playing.options(playing.to_act):
        found += lines(playing.after(option.card))
    return found


def naive_lines(
    hands: tuple[tuple[str, ...], ...], lying: tuple[str, ...], leader: int, trumps: str, won: int
) -> Counter[int]:
    """The same in names of cards: hands in the order N, E, S, W, and ``leader`` a place in it."""
    if len(lying) == 4:
        best = 0
        for place in range(1, 4):
            same_suit = lying[place][1] == lying[best][1]
            higher = _ORDER.index(lying[place][0]) > _ORDER.index(lying[best][0])
            if (same_suit and higher) or (not same_suit and lying[place][1] == trumps):
                best = place
        leader = (leader + best) % 4
        return naive_lines(hands, (), leader, trumps, won + (1 if leader in (0, 2) else 0))
    if not any(hands):
        return Counter({won: 1})
    turn = (leader + len(lying)) % 4
    hand = hands[turn]
    follow = [card for card in hand if lying and card[1] == lying[0][1]]
    found: Counter[int] = Counter()
    for card in follow or hand:
        left = tuple(c for c in hand if c != card)
        after = tuple(left if place == turn else other for place, other in enumerate(hands))
        found += naive_lines(after, (*lying, card), leader, trumps, won)
    return found


def both(deal: Deal) -> tuple[Counter[int], Counter[int]]:
    playing = deal.playing
    assert playing is not None
    trumps = playing.terms.trumps
    named = tuple(tuple(str(card) for card in hand) for hand in deal.dealt.hands)
    leader = "NESW".index(playing.terms.leader.letter)
    return lines(playing), naive_lines(named, (), leader, trumps.letter if trumps else "", 0)


@each("trumps", ["spades", "hearts", "diamonds", "clubs", "biritch"])
@each("seed", range(4))
def test_three_cards_a_seat_have_as_many_lines_as_the_plainest_code_counts(seed: int, trumps: str) -> None:
    dealer = tuple(Seat)[seed % 4]
    left, right = dealer.left.letter, dealer.right.letter
    deal = said(
        begun(dealt(seed, dealer, size=3)),
        f"{dealer.letter} {trumps}, {left} content, {right} content",
    )
    found, expected = both(deal)
    assert found == expected


def test_four_cards_a_seat_agree_too() -> None:
    for seed in range(1):
        deal = said(begun(dealt(f"four {seed}", size=4)), "S hearts, W content, E content")
        found, expected = both(deal)
        assert found == expected


def test_two_cards_a_seat_of_one_suit_each_have_sixteen_lines() -> None:
    """Nobody can follow, so each of the four may play two cards in either order: 2^4."""
    hands = BySeat(*(held(f"{suit} 23") for suit in "SHDC"))
    deal = said(begun(hands), "S biritch, W content, E content")
    found, expected = both(deal)
    assert found == expected == Counter({0: 16})


def test_lines_of_calls_and_play_together_are_the_product() -> None:
    """With at most one doubling there are for each declaration: both content in either order, 2; contre
    before any content, 2 seats, or after the other's content, 2, each followed by two contents in either
    order, 2: 2 + 4 x 2 = 10. The dealer or the partner may declare: 20 ways for each of the five
    declarations."""
    ways: Counter[tuple[str, bool]] = Counter()

    def count(deal: Deal) -> None:
        if deal.playing is not None:
            trumps = deal.playing.terms.trumps
            ways[trumps.letter if trumps else "N", deal.playing.terms.declared_by is NORTH] += 1
            return
        for seat in deal.may_act:
            for option in deal.options(seat):
                assert not isinstance(option, Play)
                count(deal.after(seat, option))

    count(begun(dealt(0, SOUTH, size=1), doubling_limit="1"))
    assert ways == {(strain, partner): 10 for strain in "SHDCN" for partner in (False, True)}
