"""``docs/reference/terms.md`` against every sentence: what a thing is never called, and how texts are set."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules.evening.plan import Kind
from rules.evening.standings import evening_as_seen
from rules.games.all_games import GAMES
from screens.evening import evening_screen
from screens.pad import pad_screen
from screens.pad_draft import Draft
from screens.screen import Row, Screen
from screens.words.languages import ENGLISH, LANGUAGES, spoken
from tests.each import each
from tests.evenings import Night, plan
from tests.screens.screens import screens
from tests.screens.test_pad import pad_of, pen_of
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening
from tests.words.extraction import OTHERS, catalogue

PAGE = Path(__file__).parents[2] / "docs/reference/terms.md"


class TermRow(NamedTuple):
    english: str
    called: dict[str, tuple[str, ...]]
    meaning: str
    never: tuple[tuple[str, str], ...]
    """Languages, each with a form."""


def rows() -> Iterator[TermRow]:
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith(("| English", "| ---")):
            english, french, russian, meaning, never = (one.strip() for one in line[1:-1].split("|"))
            forbidden = [
                (part.strip()[:2], form)
                for part in never.split(";")
                if part.strip()
                for form in part.strip()[4:].split(", ")
            ]
            called = {"fr": tuple(french.split(", ")), "ru": tuple(russian.split(", "))}
            yield TermRow(english, called, meaning, tuple(forbidden))


def pattern_of(form: str) -> re.Pattern[str]:
    """Of whole words or, before a hyphen, of all that begin so. Blanks may be such as do not break."""
    word = form.removesuffix("-")
    inside = r"\s".join(map(re.escape, word.split()))
    end = "" if form.endswith("-") else r"(?!\w)"
    return re.compile(rf"(?<!\w){inside}{end}", re.IGNORECASE)


@cache
def said(language: str) -> tuple[str, ...]:
    """Every sentence, without the names of its parts."""
    found: list[str] = []
    for one in catalogue(OTHERS[0] if language == ENGLISH else language):
        told = one.id if language == ENGLISH else one.string
        if one.id:
            found += [told] if isinstance(told, str) else list(told or ())
    return tuple(re.sub(r"\{[^}]*\}", "{}", text) for text in found if text)


def test_there_are_sixty_terms_each_with_its_meaning() -> None:
    terms = list(rows())
    assert len(terms) == 60 == len({one.english for one in terms})
    assert all(one.meaning and all(one.called.values()) for one in terms)


@each("language", OTHERS)
def test_what_a_thing_is_called_is_said_and_what_it_is_never_called_is_not(language: str) -> None:
    texts = said(language)
    together = "\n".join(texts).lower().replace("\u00a0", " ")
    unsaid = [one for row in rows() for one in row.called[language] if one.lower() not in together]
    assert unsaid == []
    patterns = [
        pattern_of(re.sub(r"\{[^}]*\}", "{}", form))
        for row in rows()
        for of, form in row.never
        if of == language
    ]
    assert len(patterns) > 30
    assert [(one.pattern, text) for one in patterns for text in texts if one.search(text)] == []


@each(
    ("form", "text", "found"),
    [
        ("chaise-", "deux Chaises vides", True),
        ("chaise-", "enchaîner", False),
        ("rubber", "donne {} du robre {}", False),
        ("3 без козырей", "игра: 3\u00a0без козырей", True),
        ("бойк-", "разбойк", False),
    ],
)
def test_a_form_stands_for_whole_words_or_for_their_beginnings(form: str, text: str, found: bool) -> None:
    assert (pattern_of(form).search(text) is not None) is found


SETTING = {
    "fr": (
        (r"[^\s\u00a0\u202f`*«(\d\"”’…][:;!?](?=\s|$)", "a no-break space before : ; ! ?"),
        (r"«(?!\u00a0)|(?<!\u00a0)»", "no-break spaces within « »"),
        (r"\w'\w", "a typographic apostrophe"),
        (r" - |\w--\w| -- ", "a dash"),
    ),
    "ru": (
        (r"[^\n] - |--", "a dash"),
        (r"\s[–—]\s*$|(?<=[^\s\u00a0\d:;,.!?»)*_`}]) ?—(?=\w)", "blanks beside a dash"),
        (r"\w'\w|\"", "typographic quotes"),
        (r"(?<!\})[ \u00a0][,;:!?](?!\w)", "no blank before a mark"),
    ),
    ENGLISH: ((r" -- ", "a dash"),),
}
"""What is set wrongly in a language, and what it needs. Code between backquotes is not looked at."""


@each("language", LANGUAGES)
def test_marks_dashes_and_apostrophes_are_set_as_the_language_sets_them(language: str) -> None:
    wrong = []
    for text in said(language):
        plain = re.sub(r"`[^`]*`|https?://\S+|<[^>]*>", "x", text)
        if len(plain.split()) > 1:
            wrong += [(needs, text) for bad, needs in SETTING[language] if re.search(bad, plain)]
    assert wrong == []


def alike(screen: Screen) -> list[str]:
    """The labels that two buttons of a screen have."""
    of_label: defaultdict[str, set[str]] = defaultdict(set)
    for part in screen.parts:
        for one in part.buttons if isinstance(part, Row) else ():
            of_label[one.label].add(one.id)
    return [label for label, ids in of_label.items() if len(ids) > 1]


@each("language", LANGUAGES)
def test_no_two_buttons_of_one_screen_have_one_label(language: str) -> None:
    """On every screen of a table before, in and after a deal."""
    for game in ("biritch", "contract", "vint", "dummy_whist", "ruff_and_honours"):
        evening = (
            Evening(5, game, hints="on", revoke_mode="lawful") if game == "biritch" else Evening(5, game)
        )
        people = (ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]
        with spoken(language):
            assert [alike(one) for one in screens(evening.table) if alike(one)] == []
            evening.seat(*people)
            assert [alike(one) for one in screens(evening.table) if alike(one)] == []
            evening.start()
            for step in range(40):
                if step % 8 == 0:
                    assert [alike(one) for one in screens(evening.table) if alike(one)] == [], game
                evening.step()


@each("language", LANGUAGES)
def test_nor_have_two_buttons_of_an_evening_or_of_a_score_pad(language: str) -> None:
    with spoken(language):
        for kind in Kind:
            night = Night(plan(kind, rounds=1, signal=False), seed=3)
            for moment in (lambda: None, night.begin):
                moment()
                seen = evening_as_seen(night.evening)
                assert alike(evening_screen(seen, "0a1b2c3d", ["@host"], str)) == []
        for game in GAMES:
            pen = pen_of(game)
            for draft in (Draft(), Draft(more=True)):
                assert alike(pad_screen(pad_of(pen, draft), str)) == [], game
