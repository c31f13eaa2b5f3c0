"""``/help`` and ``/rules``: one page for each question, without a word more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from screens.words.languages import LANGUAGES
from storage.ports.records import UserId
from tests.trials.stage.club import Club


@pytest.mark.parametrize(
    ("about", "begins"),
    [
        ("game", "### Plafond"),
        ("robots", "### Plafond\n### How the robots bid"),
        ("revokes", "### Revokes: Plafond\nAt this game a card that does not follow suit is refused"),
        ("penalties", "### Cards out of turn"),
        ("evenings", "### Evenings of many tables"),
    ],
)
async def test_each_page_of_rules_is_the_whole_answer(house: Club, about: str, begins: str) -> None:
    answer = await house.types(house.anna, "rules", game="plafond", about=about)
    assert answer.text.startswith(begins)
    assert answer.result.response is not None
    assert not answer.result.followups


async def test_help_and_rules_are_turned_page_by_page_in_the_message_in_which_they_stand(house: Club) -> None:
    helped = await house.types(house.anna, "help")
    turned = await house.presses_id(house.anna, helped, "page:help:-:5")
    assert turned.message.id == helped.message.id
    assert "**By command**" in turned.text and "**By command**" not in helped.text
    back = await house.presses_id(house.anna, turned, "page:help:-:1")
    assert back.text == helped.text

    await house.types(house.anna, "table open", game="auction")
    ruled = await house.presses(house.anna, house.screen(), "rules")
    assert ruled.private and "**In a turn**" in ruled.text and "**The leaderboard**" not in ruled.text
    turned = await house.presses_id(house.anna, ruled, "page:game:auction:7")
    assert turned.message.id == ruled.message.id
    assert turned.text.startswith("### Auction Bridge\n") and "**The leaderboard**" in turned.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_has_its_commands_as_mentions_in_every_language(house: Club, language: str) -> None:
    """They are much longer than the names alone: at 19 digits each the French page was once refused."""
    preferences = house.bot.services.preferences
    await preferences.change_person(UserId(house.anna.id), lambda tastes: replace(tastes, language=language))
    answer = await house.types(house.anna, "help")
    table = next(one for one in house.env.backend.commands[None].values() if one["name"] == "table")["id"]
    assert f"</table open:{table}>" in answer.text and "`/" not in answer.text


async def test_pages_of_rules_are_those_of_the_table_in_the_channel(house: Club) -> None:
    """A game need not be named, and what the table has arranged is told; elsewhere what is usual."""
    arranged = {"revoke_mode": "lawful", "honours_to_game": "true", "period_penalties": "on"}
    await house.opens("whist_english", arranged)
    prices = (await house.types(house.anna, "rules", about="revokes")).text
    assert prices.startswith("### Revokes: English Whist") and "I take any card of your own hand" in prices
    rules = (await house.types(house.anna, "rules")).text
    assert rules.startswith("### English Whist")
    page = (await house.types(house.anna, "rules", about="penalties")).text
    assert "**At this table** they can be played" in page
    other = (await house.types(house.anna, "rules", game="whist_modern", about="revokes")).text
    assert other.startswith("### Revokes: Whist, five up") and "is refused, so nobody revokes" in other
