"""Layouts of the hidden cards: all that agree with what a seat knows, each as often, and no others."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from robots.plain import PlainRobot
from robots.search.layouts import Layout, Layouts
from rules.cards import PACK, Hand
from rules.seats import Seat
from rules.view import SeatView
from tests.each import each
from tests.trials.stage.matches import deal_from, step, waiting
from tests.trials.stage.tables import Evening

PLAIN = PlainRobot()


def late(game: str, seed: int, tricks: int) -> tuple[Evening, SeatView]:
    """A deal of plain robots after so many tricks, as the hand to lead sees it."""
    rng = random.Random(seed)
    evening = deal_from(rng.sample(PACK, 52), game)
    while True:
        view = waiting(evening)
        if view.deal is not None and len(view.deal.tricks) == tricks:
            return evening, view
        step(evening, lambda seat: PLAIN, rng)


def every_layout(view: SeatView) -> set[Layout]:
    """All layouts that agree with the view, by trying every way to share the unseen cards out."""
    deal = view.deal
    assert deal is not None and view.own is not None and view.viewer is not None
    known = {faced.seat: faced.left for faced in deal.faced} | {view.viewer: view.own.left}
    hidden = [seat for seat in Seat if seat not in known]
    voids = view.shown_voids()

    def share(seats: list[Seat], cards: frozenset[int]) -> list[dict[Seat, int]]:
        if not seats:
            return [{}]
        found = []
        for chosen in combinations(sorted(cards), deal.counts.of(seats[0])):
            if any(PACK[card].suit in voids[seats[0]] for card in chosen):
                continue
            hand = sum(1 << card for card in chosen)
            found += [{seats[0]: hand, **rest} for rest in share(seats[1:], cards - set(chosen))]
        return found

    unseen = frozenset(card.index for card in view.unseen())
    seen = {seat: known.get(seat, Hand()).bits for seat in Seat}
    return {tuple((seen | hands).values()) for hands in share(hidden, unseen)}


@each(
    ("game", "seed", "tricks"),
    [("biritch", 5, 8), ("biritch", 6, 8), ("vint", 3, 10), ("vint", 8, 10), ("ruff_and_honours", 4, 9)],
)
def test_every_layout_that_agrees_comes_as_often_and_no_other(game: str, seed: int, tricks: int) -> None:
    _, view = late(game, seed, tricks)
    expected, layouts, rng = every_layout(view), Layouts(view), random.Random(1)
    each = 15
    met = Counter(layouts.draw_layout(rng) for _ in range(each * len(expected)))
    assert set(met) == expected
    assert 1 < len(expected) < 2000
    # the sum of squares has a mean of n and a spread of about the root of 2n
    square = sum((met[layout] - each) ** 2 / each for layout in expected)
    assert abs(square - len(expected)) < 5 * (2 * len(expected)) ** 0.5


def test_a_shown_void_and_a_turned_card_are_kept_from_the_first() -> None:
    for seed in range(6):
        _, view = late("whist_modern", seed, 4)
        layouts, rng, voids, deal = Layouts(view), random.Random(1), view.shown_voids(), view.deal
        assert deal is not None
        for _ in range(20):
            layout = layouts.draw_layout(rng)
            for seat in Seat:
                assert layout[seat.index].bit_count() == deal.counts.of(seat)
                assert not any(Hand(layout[seat.index]).holds(suit) for suit in voids[seat])
            if deal.turned_with is not None and deal.turned is not None:
                assert layout[deal.turned_with.index] & deal.turned.bit


def test_who_sees_all_but_one_hand_knows_the_only_layout() -> None:
    evening, view = late("double_dummy", 1, 3)
    assert evening.table.deal is not None
    truth = tuple(evening.table.deal.left(seat).bits for seat in Seat)
    assert Layouts(view).only_one
    assert Layouts(view).draw_layout(random.Random(1)) == truth
