"""The words of the trade: the glossary of the documentation and `/rules` say the same."""

from __future__ import annotations

import re
from pathlib import Path

from cogs.reference import abouts, page_about
from screens.reference import Page
from screens.words.glossary import GLOSSARY
from screens.words.languages import LANGUAGES, spoken
from tests.each import each

PAGE = Path(__file__).parents[2] / "docs/reference/glossary.md"


def test_the_glossary_and_the_rules_explain_the_same_words_in_the_same_sentences() -> None:
    table = PAGE.read_text().partition("## The card table")[2].partition("## The machinery")[0]
    written = [
        tuple(" ".join(part.split()) for part in found)
        for found in re.findall(r"^\* \*\*(.+?)\*\*: (.+?)(?=^\* |\Z)", table, re.MULTILINE | re.DOTALL)
    ]
    assert written == [(term.name(), term.meaning()) for term in GLOSSARY.values()]


@each("language", LANGUAGES)
def test_no_two_words_are_offered_by_one_name(language: str) -> None:
    with spoken(language):
        names = [name for name, _ in abouts()]
    assert len(set(names)) == len(names)


@each(
    ("language", "typed", "word"),
    [
        ("en", "Chicane", "chicane"),
        ("en", "trick", "trick"),
        ("fr", "levée", "trick"),
        ("fr", "mort", "dummy"),
        ("ru", "взятка", "trick"),
        ("ru", "болван", "dummy"),
        ("en", "word:ruff", "ruff"),
    ],
)
def test_a_word_is_found_in_ones_own_language(language: str, typed: str, word: str) -> None:
    with spoken(language):
        assert page_about(typed, "biritch") == Page("word", word)
