"""The fair deal: what is committed to is what is dealt, and nobody could have chosen it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import SystemRandom
from typing import Any

import pytest

from bot.streams.fair_deal import FairChance, blind_trump, commitment, shuffled
from rules.cards import PACK
from rules.deal.dealing import WHOLE_PACK_DEALT, Dealing, TurnedUp
from rules.seats import Seat

SEED = bytes(range(32))
GOLDEN_ORDER = "JD TC QS KD 4S QH 9C 2H"
GOLDEN_COMMITMENT = "2d9c467e124a0497"


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    """The program in docs/how-to/check-a-deal.md, which shares nothing with ours."""
    found: dict[str, Any] = {}
    page = Path("docs/how-to/check-a-deal.md").read_text("utf-8")
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], found)
    return found


@pytest.mark.parametrize(
    "dealing",
    [WHOLE_PACK_DEALT, Dealing(turned=TurnedUp.LAST), Dealing(each=12, turned=TurnedUp.STOCK)],
    ids=lambda dealing: dealing.turned.value,
)
def test_the_recipe_in_the_documentation_deals_the_same_hands(
    dealing: Dealing, recipe: dict[str, Any]
) -> None:
    for deal, dealer in enumerate(Seat, 1):
        committed = commitment("7f3a9c01", deal, SEED)
        hands = recipe["check"](
            "7f3a9c01", deal, dealer.letter, committed, SEED.hex(), 17, "12345", dealing.each
        )
        dealt = dealing.dealt_out(shuffled("7f3a9c01", deal, SEED, 17, "12345"), dealer)
        for seat in Seat:
            assert set(hands[seat.letter]) == {str(card) for card in dealt.hands.of(seat)}
        assert set(hands["stock"]) == {str(card) for card in dealt.stock}
        turned = {TurnedUp.LAST: hands[dealer.letter][-1:], TurnedUp.STOCK: hands["stock"][:1]}
        assert turned.get(dealing.turned, []) == ([str(dealt.turned)] if dealt.turned else [])


def test_the_recipe_finds_the_card_that_was_cut_for_trumps(recipe: dict[str, Any]) -> None:
    found = [str(blind_trump("7f3a9c01", deal, SEED, 17, "12345")) for deal in range(1, 40)]
    assert found == [
        recipe["blind_trump"]("7f3a9c01", deal, SEED.hex(), 17, "12345") for deal in range(1, 40)
    ]
    assert len(set(found)) > 20


def test_the_recipe_refuses_another_seed_than_the_one_committed_to(recipe: dict[str, Any]) -> None:
    other = commitment("7f3a9c01", 3, bytes(32))
    with pytest.raises(AssertionError, match="another seed"):
        recipe["check"]("7f3a9c01", 3, "S", other, SEED.hex(), 17, "12345")


def test_the_card_cut_for_trumps_is_drawn_by_itself() -> None:
    """Or the first numbers of the shuffle would tell it."""
    deals = range(2000)
    agree = sum(
        blind_trump("t", deal, SEED, 26, "") is shuffled("t", deal, SEED, 26, "")[-1] for deal in deals
    )
    assert agree < 80  # about one in fifty-two; six standard deviations more are 76


def test_a_stored_seed_deals_the_same_cards_for_ever() -> None:
    """Worked out once with the recipe in docs/how-to/check-a-deal.md; a change would falsify old results."""
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
    fortune = FairChance("7f3a9c01", {}, SystemRandom())
    committed = fortune.commit(5)
    assert commitment("7f3a9c01", 5, bytes.fromhex(fortune.reveal(5))) == committed
    assert set(fortune.made) == {5}


def test_a_blind_trump_is_drawn_under_the_seed_of_its_deal_and_the_cut() -> None:
    fortune = FairChance("7f3a9c01", {4: bytes(32), 5: SEED}, SystemRandom())
    assert fortune.blind(5, 17, "12345") is blind_trump("7f3a9c01", 5, SEED, 17, "12345")
    assert tuple(fortune.pack(5, 17, "12345")) == shuffled("7f3a9c01", 5, SEED, 17, "12345")
