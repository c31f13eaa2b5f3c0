"""The fair deal: what is committed to is what is dealt, and nobody could have chosen it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import SystemRandom

from bot.fairness import Fortune, commitment, shuffled
from rules.cards import PACK
from rules.dealing import dealt_out
from rules.seats import Seat

SEED = bytes(range(32))
GOLDEN_ORDER = "JD TC QS KD 4S QH 9C 2H"
GOLDEN_COMMITMENT = "2d9c467e124a0497"


def test_the_recipe_in_the_documentation_deals_the_same_hands() -> None:
    text = Path("docs/fair-deal.md").read_text("utf-8")
    recipe: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], recipe)  # type: ignore[index]
    check = recipe["check"]
    committed = commitment("7f3a9c01", 3, SEED)
    hands = check("7f3a9c01", 3, "S", committed, SEED.hex(), 17, "12345")  # type: ignore[operator]
    dealt = dealt_out(shuffled("7f3a9c01", 3, SEED, 17, "12345"), Seat.SOUTH)
    for seat in Seat:
        assert set(hands[seat.letter]) == {str(card) for card in dealt.hands.of(seat)}


def test_a_stored_seed_deals_the_same_cards_for_ever() -> None:
    """Worked out once with the recipe in docs/fair-deal.md; a change here would falsify old results."""
    order = shuffled("7f3a9c01", 3, SEED, 17, "12345")
    assert " ".join(map(str, order[:8])) == GOLDEN_ORDER
    assert commitment("7f3a9c01", 3, SEED)[:16] == GOLDEN_COMMITMENT


def test_another_cut_another_salt_another_deal_or_table_is_another_shuffle() -> None:
    orders = {
        shuffled("t", 1, SEED, 17, "1"),
        shuffled("t", 1, SEED, 18, "1"),
        shuffled("t", 1, SEED, 17, "2"),
        shuffled("t", 2, SEED, 17, "1"),
        shuffled("u", 1, SEED, 17, "1"),
    }
    assert len(orders) == 5
    assert all(set(order) == set(PACK) for order in orders)


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square over 52 x 52 places of 4,000 shuffles: 2,601 degrees of freedom, so with a standard
    deviation of 72 a fair shuffle stays below 2,960 but once in a million times."""
    shuffles = 4000
    seen = Counter(
        (place, card.index)
        for number in range(shuffles)
        for place, card in enumerate(shuffled("t", number, SEED, 26, ""))
    )
    expected = shuffles / 52
    chi_square = (
        sum((seen[place, card] - expected) ** 2 for place in range(52) for card in range(52)) / expected
    )
    assert chi_square < 2960


def test_a_fortune_reveals_only_the_seed_it_committed_to() -> None:
    fortune = Fortune("7f3a9c01", {}, SystemRandom())
    committed = fortune.commit(5)
    assert commitment("7f3a9c01", 5, bytes.fromhex(fortune.reveal(5))) == committed
    assert set(fortune.made) == {5}
