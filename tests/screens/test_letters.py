"""The letters of words in pictures."""

from __future__ import annotations

from screens.pictures.letters import BOX, FONT, fitted, font, has_letter, legible, width
from screens.words.languages import LANGUAGES
from tests.words.extraction import OTHERS, catalogue

INVISIBLE = {"\n", "\ufe0e"}
"""Ends of lines, and the mark that asks for the letter-like form of a suit's sign."""


def test_the_font_has_every_letter_of_every_catalogue_and_of_the_english_sentences() -> None:
    missing: dict[str, str] = {}
    for language in OTHERS:
        for one in catalogue(language):
            told = (one.id, one.string)
            words = [word for each in told for word in ((each,) if isinstance(each, str) else each)]  # type: ignore[union-attr]
            missing |= {letter: word for word in words for letter in word if not has_letter(letter)}
    assert {letter: word for letter, word in missing.items() if letter not in INVISIBLE} == {}
    assert all(legible(name) == name for name in LANGUAGES.values())


def test_a_letter_that_the_font_has_is_drawn_and_no_other_looks_like_a_box() -> None:
    assert all(map(has_letter, "AZazéœÿŐşțŁёЖяґЇΩ0⁰⁹−–×≈♠♥♦♣\u202f " + BOX))
    assert not any(map(has_letter, "李あا\u0530✨👩\ufe0e\u200d\uffff"))
    assert bytes(font(24).getmask("é")) != bytes(font(24).getmask("e"))


def test_names_keep_their_accents_and_lose_their_emoji() -> None:
    written = {
        "Zoë 🎉": "Zoë",
        "👩\u200d👩\u200d👧 Ольга": "Ольга",
        "Ze\u0301lie": "Zélie",  # an accent apart from its letter
        "1\ufe0f\u20e3 Ștefan 🇷🇴": "1 Ștefan",
        "♥\ufe0e Червы": "♥ Червы",
        "Ṣalāḥ": "Salāh",  # the font has no dot below
        "日本": BOX * 2,
        "مرحبا": BOX * 5,
        "\ud800x\x00": "x",
        "": "",
        "🎉": "",
    }
    assert {word: legible(word) for word in written} == written


def test_a_word_that_is_too_wide_is_drawn_smaller_and_one_that_is_not_keeps_its_size() -> None:
    word = "Поражение"
    assert fitted(word, 46, width(word, 46)).size == 46
    smaller = fitted(word, 46, 100)
    assert smaller.size < 46 and smaller.getlength(word) <= 100
    assert fitted("♥\ufe0e" * 9, 46, 1).size == 12  # never too small to be drawn


def test_the_font_is_small_and_its_licence_stands_beside_it() -> None:
    assert FONT.stat().st_size < 100_000
    licence = (FONT.parent / "DejaVu-licence.txt").read_text("utf-8")
    assert "Bitstream Vera Fonts Copyright" in licence and "Arev Fonts Copyright" in licence
