"""Every game's page of words is as long as Discord takes it and names the options, and who speaks and leads.
Its figures are compared in ``test_told_figures``."""

from __future__ import annotations

import re

from cogs.typed import GAME_CHOICES, USUAL_GAME
from rules.games.all_games import GAMES
from rules.games.variant import WITH_RUBBERS
from rules.settling.auction import Auction
from screens.reference import robots_screen, rules_screen
from screens.words.games.all_games import PAGES, words_of
from screens.words.names import TEXT_FORM
from screens.words.options import OPTION_WORDS
from tests.each import each
from tests.screens.screens import words

GROUP = "\u202f"


def page(game: str) -> str:
    """The rules of a game as plain words."""
    told = "\n".join(words_of(game).rules)
    return told.replace(TEXT_FORM, "").replace("*", "").replace("\u00a0", " ").replace(GROUP, " ")


def section(game: str, title: str) -> str:
    found = [part for part in page(game).replace("\n\n", "\n").split("\n") if part]
    at = found.index(title)
    rest = found[at + 1 :]
    titles = [one for one in TITLES if one in rest]
    end = min((rest.index(one) for one in titles), default=len(rest))
    return " ".join(rest[:end])


TITLES = {
    match
    for words in map(words_of, PAGES)
    for part in words.rules
    for match in re.findall(r"^\*\*(.+)\*\*$", part.split("\n")[0])
}


@each("key", GAMES)
def test_every_games_words_are_as_long_as_discord_takes(key: str) -> None:
    words = words_of(key)
    assert 1 <= len(words.name) <= 40
    assert 1 <= len(words.pitch) <= 100
    assert 1 <= len(words.prices) <= 120
    assert 1 <= len(words.listed_name) <= 100
    assert words.title and words.hook and not words.hook.endswith(".")
    assert words.pitch.endswith(".") and words.prices.endswith(".")
    assert words.rules[0].startswith("### ")


def test_the_list_of_games_fits_a_command_and_begins_with_the_usual_one() -> None:
    assert len(GAME_CHOICES) <= 25
    assert len({choice.name for choice in GAME_CHOICES}) == len(GAME_CHOICES) == len(GAMES)
    assert USUAL_GAME == GAME_CHOICES[0].value == "biritch"
    offered = {choice.value: choice.name for choice in GAME_CHOICES}
    assert offered["contract"] == "Contract Bridge (1935): bid what you will make; vulnerability and slams"


@each("key", GAMES)
def test_the_rules_of_every_game_name_the_options(key: str) -> None:
    told = "".join(words(rules_screen(key, number=page)) for page in range(1, 9))
    for choice in GAMES[key].offered:
        if choice not in WITH_RUBBERS:
            assert f"“{OPTION_WORDS[choice.key].label()}”" in told


@each("key", GAMES)
def test_how_the_robots_bid_and_play_is_told_under_the_name_of_the_game(key: str) -> None:
    told = words(robots_screen(key))
    assert told.startswith(f"### {words_of(key).name}\n")
    assert "**Leads.**" in told


@each("key", GAMES)
def test_asterisks_come_in_pairs(key: str) -> None:
    for part in words_of(key).rules:
        assert part.count("**") % 2 == 0
        assert part.replace("**", "").count("*") % 2 == 0


@each("key", ["auction", "plafond", "contract", "scaled_contract", "vint"])
def test_who_leads_and_what_ends_an_auction_are_told(key: str) -> None:
    settlement = GAMES[key].variant().settlement
    assert isinstance(settlement, Auction)
    assert settlement.passes_to_end == 3 and "Three passes" in section(key, "The auction")
    assert (settlement.dummy_shown_after is None) is ("There is no dummy" in section(key, "The play"))
    assert not settlement.must_open and GAMES[key].variant().thrown_in_passes


@each(("key", "players"), [("dummy_whist", 3), ("double_dummy", 2)])
def test_whist_with_dummies_is_told_for_as_many_as_sit_down(key: str, players: int) -> None:
    assert GAMES[key].variant().players == players
    assert {3: "Three play", 2: "Two play"}[players] in words_of(key).pitch
