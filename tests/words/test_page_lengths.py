"""Every page about the bot and its games leaves a tenth of Discord's limits, as people get it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from rules.evening.plan import Kind
from rules.games.all_games import GAMES
from rules.refusals import Ending
from screens.chairs import leaving_screen
from screens.choices import NOT_IN_THIS_CHANNEL, thread_name
from screens.presses import read_as
from screens.reference import CHAPTERS, Page, help_screen, page_screen
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS
from screens.words.evenings import thread
from screens.words.games.all_games import words_of
from screens.words.glossary import GLOSSARY
from screens.words.host_checks import Overview
from screens.words.host_checks import overview_text as admin_told
from screens.words.languages import LANGUAGES, spoken
from screens.words.refusals import several_tables, yours_elsewhere
from tests.each import each
from tests.screens.screens import TABLE, USER, evenings, fits, fits_as_emoji, ids, labels, screens, words

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
                turns_to = read_as(Page, one)
                assert turns_to is not None and str(turns_to) == one
                asked.append(turns_to)


PAGES = (
    Page("help"),
    Page("penalties"),
    Page("evenings"),
    *(Page("word", word) for word in GLOSSARY),
    *(Page(about, game) for game in GAMES for about in ("game", "robots", "revokes")),
)


@each("language", LANGUAGES)
def test_the_pages_about_the_bot_and_its_games_leave_a_tenth_of_a_message(language: str) -> None:
    with spoken(language):
        for page in PAGES:
            for screen in turned(page):
                fits_as_emoji(screen)
        fits(leaving_screen(TABLE, 999, Ending(rubber=True, agreed=False)))


@each("language", LANGUAGES)
def test_help_is_one_screen_of_at_most_ninety_words(language: str) -> None:
    with spoken(language):
        told = re.sub(r"</([^:]+):\d+>", r"/\1", words(help_screen(COMMAND_IDS)))
    assert len(re.findall(r"[\w’/-]*\w", told)) <= 90


@each("language", LANGUAGES)
def test_a_chapter_of_rules_is_one_screen_whose_button_says_what_is_in_it(language: str) -> None:
    with spoken(language):
        for page in PAGES:
            for screen in turned(page):
                named = labels(screen)
                assert len(set(named)) == len(named)
                assert all(1 <= len(one) <= 38 for one in named), named
                if page.about == "game":
                    assert len(words(screen)) <= 1400


@each("language", LANGUAGES)
def test_a_text_on_several_pages_is_told_whole_and_once_under_its_title(language: str) -> None:
    with spoken(language):
        several = 0
        for game in GAMES:
            title, *sections = words_of(game).rules
            told = [words(one) for one in turned(Page("game", game))]
            assert all(one.startswith(title) for one in told)
            for section in sections:
                assert sum(section.replace("\ufe0e", "") in one for one in told) == 1
            several += len(told) > 1
        assert several  # else this asks nothing
        told = [words(one) for one in turned(Page("help"))]
        for part in (part for chapter in CHAPTERS for part in chapter.told):
            assert sum(part().partition("\n")[0] in one for one in told) == 1


@each("game", ("biritch", "auction", "double_dummy", "ruff_and_honours"))
def test_the_screens_of_a_table_leave_a_tenth_of_a_message_in_every_language(game: str) -> None:
    """English and the other games are in ``tests/screens/test_every_state.py``."""
    for table in islice(evenings(1, claims=True, game=game, steps=70), 0, None, 9):
        for language in LANGUAGES:
            with spoken(language):
                for screen in screens(table):
                    fits(screen)


@each("language", LANGUAGES)
def test_a_sentence_with_many_channels_or_tables_leaves_a_tenth_of_an_answer(language: str) -> None:
    """An answer that is no screen has 2,000 characters."""
    channels = [f"<#{USER}>"] * 25
    stuck = [("7f3a0b1c", USER, 100_000)] * 30
    hidden, aside = [("7f3a0b1c", "x" * 200)] * 30, ["7f3a0b1c"] * 30
    host = Overview("x" * 60, 10**6, 10**6, 10**6, 10**6, stuck, hidden, aside)
    with spoken(language):
        told = (
            NOT_IN_THIS_CHANNEL(channels=", ".join(channels)),
            several_tables((USER,) * 25),
            yours_elsewhere((USER,) * 25),
            admin_told(host),
        )
    assert max(map(len, told)) <= 1800
    assert "15" in told[1] and "15" in told[2], "ten are named, and of the others it is said how many"


@each("language", LANGUAGES)
def test_the_names_of_threads_leave_a_tenth_of_a_hundred_letters(language: str) -> None:
    with spoken(language):
        names = [*(thread(100, 99, kind) for kind in Kind), *map(thread_name, GAMES)]
    assert max(map(len, names)) <= 90


def test_a_page_that_there_is_not_is_not_read() -> None:
    assert read_as(Page, "page:game:whist_of_mars:1") is None
    assert read_as(Page, "page:game:-:1") is None
    assert read_as(Page, "page:riddles:-:1") is None
    assert read_as(Page, "page:help:-:1") == Page("help")
