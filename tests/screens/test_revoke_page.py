"""``/rules about: revokes``: the price at this table, with figures, the windows of this game, and whether
there is a choice (appendix D, D11); and what pages of rules say of a table that has arranged something."""

from __future__ import annotations

import pytest

from screens.reference import penalties_screen, rules_screen
from screens.revoke_page import revoke_sections
from screens.words.languages import LANGUAGES, spoken
from tests.each import each
from tests.screens.screens import words

LAWFUL = {"revoke_mode": "lawful"}


def told(key: str, **options: str) -> str:
    return "\n".join(revoke_sections(key, {**LAWFUL, **options})).replace("\ufe0e", "")


@pytest.mark.parametrize(
    ("key", "options", "says"),
    [
        ("whist_modern", {}, "Added to the other side's score: 3 points"),
        ("whist_modern", {}, "The side that revoked cannot come above 4 in that hand"),
        ("whist_modern", {}, "The other side chooses which"),
        ("whist_modern", {"both_revoke": "cancel"}, "If both sides revoke, nothing is due"),
        ("whist_american", {}, "given to the other: 2 points"),
        ("whist_american", {}, "There is no choice"),
        ("whist_american", {}, "The trick itself goes to the other side"),
        ("whist_english", {}, "is forgotten, and the points are added"),
        ("whist_long", {"game_at": "9"}, "cannot come above 8"),
        ("biritch", {}, "as it was doubled (♠ 6, ♣ 12, ♦ 18, ♥ 24, Biritch 30)"),
        ("biritch", {"revoke_unit_doubled": "false"}, "undoubled (♠ 6, ♣ 12, ♦ 18, ♥ 24, Biritch 30)"),
        ("biritch", {"revoke_unit": "three_points"}, "Added to the other side's score: 3 points"),
        ("biritch", {"revoke_unit": "three_points"}, "cannot come above 29"),
        ("bridge", {"nt_trick": "10"}, "♥ 24, No trumps 30)"),
        ("bridge", {"revoke_choice": "take_only"}, "There is no choice"),
        ("auction", {}, "Declarer's revoke: the adversaries score 150 points. There is no choice."),
        ("auction", {}, "Every further one of the same side: 100 points"),
        ("whist_modern", {"quit_delay": "20"}, "or, after 20 seconds, by me"),
        ("whist_modern", {}, "From then until the score is agreed the other side may claim"),
        ("whist_english", {}, "after as many seconds as for the cut, by me. From then until the next lead"),
        ("whist_english", {"edition": "2"}, "From its fourth card until the next lead"),
        ("whist_english", {"claim_window": "until_cut"}, "until the score is agreed"),
        ("whist_modern", {"edition": "4"}, "it does not help to take the lead back"),
    ],
)
def test_the_page_on_revokes_has_the_figures_and_the_windows_of_this_table(
    key: str, options: dict[str, str], says: str
) -> None:
    assert says in told(key, **options)


def test_the_page_says_whether_people_can_revoke_at_this_table() -> None:
    assert "I take any card of your own hand" in told("biritch")
    refused = "\n".join(revoke_sections("biritch", {}))
    assert "is refused, so nobody revokes" in refused and "then it is as follows" in refused
    assert "**What it costs**" in refused
    never = "\n".join(revoke_sections("vint", {}))
    assert "At this game" in never and "costs" not in never


def test_a_table_of_an_earlier_edition_is_not_told_that_what_is_settled_stays() -> None:
    assert "take the lead back" not in told("whist_modern", edition="3")


def test_where_three_can_be_taken_alone_or_no_slam_is_told_only_of_games_that_have_them() -> None:
    assert "slam" in told("biritch") and "slam" not in told("whist_modern")
    assert "Three tricks are taken" not in told("whist_english")


def test_a_page_of_rules_says_what_is_otherwise_at_this_table_and_nothing_where_all_is_usual() -> None:
    def whole(**options: str) -> str:
        return "".join(words(rules_screen("whist_english", options, number)) for number in range(1, 9))

    assert "At this table instead" not in whole()
    arranged = whole(honours_to_game="true", rubber_points="added")
    assert "At this table instead" in arranged and "Honours may win a game: yes" in arranged
    assert "each game is worth its points" in arranged
    assert "earlier edition" in whole(edition="2") and "earlier edition" not in arranged


def test_the_page_on_cards_out_of_turn_says_whether_this_table_has_them() -> None:
    assert "At this table" not in words(penalties_screen())
    assert "they can be played" in words(penalties_screen({"period_penalties": "on"}))
    assert "they are refused" in words(penalties_screen({"period_penalties": "off"}))


@each("language", LANGUAGES)
def test_every_price_is_told_in_every_language(language: str) -> None:
    with spoken(language):
        assert "150" in told("auction") and "♥ 24" in told("biritch") and "28" in told("biritch")


def test_only_a_game_with_a_dummy_is_told_that_a_dummy_cannot_revoke() -> None:
    with_dummy = ("biritch", "dummy_whist", "auction")
    assert all("A dummy cannot revoke" in told(key) for key in with_dummy)
    assert "dummy" not in told("whist_modern") and "dummy" not in told("auction", dummy="false")
