"""The reckoning against a separate arithmetic, and honours against a plain count of cards."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from rules.cards import PACK, Hand, Suit
from rules.counting.reckon import NOTHING_SCORED, Column, Line
from rules.counting.rubber import gains_in
from rules.deal.deal import tallied
from rules.deal.play import Playing
from rules.games.all_games import game
from rules.seats import BySeat, Seat
from rules.settling.terms import Dealt, Terms
from tests.each import each
from tests.rules.deals import SOUTH, WEST, dealt, tally

PRICE = {"biritch": 10, "hearts": 8, "diamonds": 6, "clubs": 4, "spades": 2}
VARIANT = game("biritch").variant()


def spread(total: int) -> list[tuple[int, ...]]:
    return [held for held in product(range(total + 1), repeat=4) if sum(held) == total]


def honour_tricks(trumps: str, mine: tuple[int, int]) -> int:
    """Collinson's two tables, read line by line."""
    held = sum(mine)
    if trumps == "biritch":
        if held == 4:
            return 8 if 4 in mine else 4
        return 3 if held == 3 else 0
    if held < 3:
        return 0
    if held == 3:
        return 2
    four = 8 if max(mine) >= 4 else 4
    return four + 1 if held == 5 else four


def arithmetic(
    trumps: str, level: int, ns: int, held: tuple[int, ...], void: str
) -> tuple[tuple[int, int], tuple[int, int]]:
    """(below, above), each NS and EW."""
    price = PRICE[trumps]
    below = [0, 0]
    above = [0, 0]
    won = [ns, 13 - ns]
    for side in (0, 1):
        if won[side] >= 7:
            below[side] = (won[side] - 6) * price * 2**level
        above[side] += {13: 40, 12: 20}.get(won[side], 0)
        tricks = honour_tricks(trumps, (held[side], held[side + 2]))
        if tricks and trumps != "biritch":
            friends = sum("NESW"[place] in void for place in (side, side + 2))
            foes = len(void) - friends
            tricks += 2 * friends - 2 * foes
        above[side] += tricks * price
    return (below[0], below[1]), (above[0], above[1])


@each("trumps", PRICE)
def test_every_sum_agrees_with_a_separate_arithmetic(trumps: str) -> None:
    """All ways to hold the honours and all hands that may then be void, each with every second number of
    tricks, the doublings to three in turn.

    Four aces lie in 35 ways. Five honours lie in 4, 24, 24 and 4 ways with none, one, two and three hands
    empty, so that with the choices of void hands there are 4 + 48 + 96 + 32 = 180.
    """
    tried = 0
    for held in spread(4 if trumps == "biritch" else 5):
        empty = [place for place in range(4) if held[place] == 0]
        subsets = [()] if trumps == "biritch" else _subsets(empty)
        for void, ns in product(subsets, range(tried // 7 % 2, 14, 2)):
            level, voids = (tried + tried // 7) % 4, "".join("NESW"[place] for place in void)
            lines = VARIANT.reckon(
                tally(trumps, ns, "".join(map(str, held)), level=level, void=voids), NOTHING_SCORED
            )
            below, above = arithmetic(trumps, level, ns, held, voids)
            assert tuple(gains_in(lines, Column.BELOW)) == below
            assert tuple(gains_in(lines, Column.ABOVE)) == above
            assert min(above) >= 0
            tried += 1
    assert tried == (35 if trumps == "biritch" else 180) * 7


def _subsets(places: list[int]) -> list[tuple[int, ...]]:
    return [
        tuple(p for p, chosen in zip(places, bits, strict=True) if chosen)
        for bits in product((0, 1), repeat=len(places))
    ]


def test_with_trumps_one_side_and_only_one_scores_honours() -> None:
    for held in spread(5):
        lines = VARIANT.reckon(tally("clubs", 7, "".join(map(str, held))), NOTHING_SCORED)
        assert sum(line.line is Line.HONOURS for line in lines) == 1


@each("trumps", [*Suit, None])
def test_honours_and_void_hands_are_counted_as_the_cards_were_dealt(trumps: Suit | None) -> None:
    """The plain count works on the names of the cards, before and after some of them are played."""
    for seed in range(60):
        cards = dealt((trumps, seed))
        if seed % 3 == 0:
            cards = lopsided(seed)
        playing = Playing.begin(Terms(trumps, 0, WEST, cards.hands))
        choose = random.Random(seed)
        for _ in range(choose.choice((0, 5, 52))):
            playing = playing.after(choose.choice(list(playing.legal)))
        found = tallied(cards, playing, VARIANT.honours)
        for seat in Seat:
            names = cards.hands.of(seat).text.split()
            if trumps is None:
                assert found.honours.of(seat) == sum(name[0] == "A" for name in names)
                assert seat not in found.voids
            else:
                mine = [name for name in names if name[1] == trumps.letter]
                assert found.honours.of(seat) == sum(name[0] in "AKQJT" for name in mine)
                assert (seat in found.voids) == (mine == [])


@cache
def lopsided(seed: int) -> Dealt:
    """A deal with long suits, where somebody is often void."""
    order = sorted(PACK, key=lambda card: card.suit.index + random.Random(f"{seed} {card}").random() * 2)
    hands = [order[place * 13 : place * 13 + 13] for place in range(4)]
    return Dealt(SOUTH, BySeat(*(Hand.of(hand) for hand in hands)))


def test_the_lopsided_deals_really_have_void_hands() -> None:
    void = sum(
        not lopsided(seed).hands.of(s).holds(suit) for seed in range(50) for s in Seat for suit in Suit
    )
    assert void > 50
