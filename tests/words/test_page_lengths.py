"""Every page about the bot and its games leaves a tenth of Discord's limits, as people get it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rules.games.all_games import GAMES
from rules.refusals import Ending
from screens.leaving import leaving_screen
from screens.reference import Page, page_screen, parse_page
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS
from screens.words.languages import LANGUAGES, spoken
from tests.each import each
from tests.screens.screens import TABLE, USER, evenings, fits, fits_as_emoji, ids, screens, words

COMMAND_IDS = {name: USER for name in COMMAND_TEXTS if " " not in name}
"""As Discord gives them once the bot has logged in."""
LONGEST_RULE = {"ranked": "full", "ranked_doublings": "100"}


def shown(page: Page) -> Screen:
    return page_screen(page, LONGEST_RULE, COMMAND_IDS)


def turned(page: Page) -> Iterator[Screen]:
    """The page, and those that its buttons turn to."""
    asked, seen = [page], set()
    while asked:
        at = asked.pop()
        if at not in seen:
            seen.add(at)
            yield shown(at)
            for one in ids(shown(at)):
                turns_to = parse_page(one)
                assert turns_to is not None and str(turns_to) == one
                asked.append(turns_to)


PAGES = (
    Page("help"),
    Page("penalties"),
    *(Page(about, game) for game in GAMES for about in ("game", "robots")),
)


@each("language", LANGUAGES)
def test_the_pages_about_the_bot_and_its_games_leave_a_tenth_of_a_message(language: str) -> None:
    with spoken(language):
        for page in PAGES:
            for screen in turned(page):
                fits_as_emoji(screen)
        fits(leaving_screen(TABLE, 999, Ending(rubber=True, agreed=False)))


@each("language", LANGUAGES)
def test_a_text_on_several_pages_is_told_whole_and_once(language: str) -> None:
    with spoken(language):
        for page in PAGES:
            told = [words(one).splitlines() for one in turned(page)]
            assert all(len(one) > 3 for one in told)
            assert len({line for one in told for line in one if line}) == sum(
                len({line for line in one if line}) for one in told
            ) - (len(told) - 1 if page.about != "help" else 0)


@each("game", ("biritch", "auction", "double_dummy", "ruff_and_honours"))
def test_the_screens_of_a_table_leave_a_tenth_of_a_message_in_every_language(game: str) -> None:
    """English and the other games are in ``tests/screens/test_every_state.py``."""
    for table in islice(evenings(1, claims=True, game=game, steps=70), 0, None, 9):
        for language in LANGUAGES:
            with spoken(language):
                for screen in screens(table):
                    fits(screen)


def test_a_page_that_there_is_not_is_not_read() -> None:
    assert parse_page("page:game:whist_of_mars:1") is None
    assert parse_page("page:game:-:1") is None
    assert parse_page("page:riddles:-:1") is None
    assert parse_page("page:help:-:1") == Page("help")
