"""Every figure on a page of rules is that of its game's row: one that is changed on the page is noticed, and
a row that changes without its page is noticed too."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from rules.games.all_games import GAMES
from screens.words.games.all_games import words_of
from tests.each import each
from tests.screens.told_figures import FIGURE, WORDS, faults, page


@each("key", GAMES)
def test_every_figure_told_of_a_game_is_that_of_its_row(key: str) -> None:
    found = faults(page(words_of(key)), GAMES[key].variant())
    assert not found, "\n".join(found)


def another(figure: str) -> str:
    """The next number, or the word for it."""
    if figure.isdecimal():
        return str(int(figure) + 1)
    return "eleven" if figure.lower() != "eleven" else "twelve"


@each("key", GAMES)
def test_any_figure_told_wrongly_is_found(key: str) -> None:
    told, variant = page(words_of(key)), GAMES[key].variant()
    figures = list(FIGURE.finditer(told))
    assert figures
    for figure in figures:
        planted = told[: figure.start()] + another(figure.group()) + told[figure.end() :]
        assert faults(planted, variant), told[figure.start() - 30 : figure.end()]


@each("key", GAMES)
def test_two_different_figures_of_a_sentence_may_not_change_places(key: str) -> None:
    told, variant = page(words_of(key)), GAMES[key].variant()
    for line in told.split("\n"):
        figures = [figure for figure in FIGURE.finditer(line) if figure.group().isdecimal()]
        for one, next_one in pairwise(figures):
            if one.group() != next_one.group():
                between = line[one.end() : next_one.start()]
                swapped = next_one.group() + between + one.group()
                planted = told.replace(line, line[: one.start()] + swapped + line[next_one.end() :])
                assert faults(planted, variant), swapped


@each("key", GAMES)
def test_a_row_that_changes_without_its_page_is_found(key: str) -> None:
    variant = GAMES[key].variant()
    dearer = replace(variant, rubber=replace(variant.rubber, game=variant.rubber.game + 1))
    if not hasattr(variant.reckoning, "game"):  # whist's game stands in its reckoning as well
        assert faults(page(words_of(key)), dearer)


def test_a_number_of_which_the_row_knows_nothing_is_found() -> None:
    told = page(words_of("biritch")) + "\nA hand without an honour brings 7."
    (fault,) = faults(told, GAMES["biritch"].variant())
    assert fault.startswith("not of the row") and "an honour brings 7" in fault


def test_words_are_numbers_as_they_are_said() -> None:
    assert (WORDS[9], WORDS[13], WORDS[50]) == ("nine", "thirteen", "fifty")
