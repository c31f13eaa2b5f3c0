"""``/help`` and ``/rules``: one page for each question, without a word more."""

from __future__ import annotations

import pytest

from tests.cogs.club import Club


@pytest.mark.parametrize(
    ("about", "begins"),
    [
        ("game", "### Plafond"),
        ("robots", "### Plafond\n### How the robots bid"),
        ("penalties", "### Cards out of turn"),
    ],
)
async def test_each_page_of_rules_is_the_whole_answer(house: Club, about: str, begins: str) -> None:
    answer = await house.types(house.anna, "rules", game="plafond", about=about)
    assert answer.text.startswith(begins)
    assert answer.result.response is not None
    assert not answer.result.followups
