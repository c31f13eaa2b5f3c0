"""What somebody wants to play alone, as it is kept."""

from __future__ import annotations

from bot.tables.alone import Wish
from robots.player import Strength
from tests.each import each

KEPT = {
    "vint easy": Wish("vint", Strength.EASY),
    "biritch best declares": Wish("biritch", Strength.BEST, declares=True),
    "bridge good best-hand": Wish("bridge", Strength.GOOD, best_hand=True),
    "auction easy declares best-hand": Wish("auction", Strength.EASY, declares=True, best_hand=True),
}


@each("kept", KEPT)
def test_a_wish_is_read_as_it_was_kept(kept: str) -> None:
    assert Wish.from_kept(kept) == KEPT[kept] and str(KEPT[kept]) == kept


@each("kept", ["", "a_game_that_is_gone easy", "vint a_strength_that_is_gone"])
def test_what_can_no_longer_be_read_is_the_usual_wish(kept: str) -> None:
    assert Wish.from_kept(kept) == Wish("biritch", Strength.BEST, declares=False, best_hand=False)


def test_a_wish_that_names_a_game_alone_is_for_the_best_robots() -> None:
    assert Wish.from_kept("vint") == Wish("vint", Strength.BEST)
