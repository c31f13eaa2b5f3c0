"""What people type for cards and calls."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.calls import BIDS, Bid
from rules.cards import PACK, Card, Rank, Suit, parse_card
from rules.errors import Unreadable
from rules.games.all_games import GAMES
from rules.tricks import Strain
from screens.reading import read_card, read_cards, read_saying
from screens.words import names
from screens.words.games.all_games import words_of
from screens.words.languages import spoken
from screens.words.names import ON_PAPER
from screens.words.refusals import rules_refusal
from screens.words.scorebook import bid_name
from screens.words.typed_words import Ambiguous
from tests.each import each
from tests.rules.steady import CHARACTERS, steady
from tests.screens.screens import in_each_language

CONTRACT = words_of("contract")
LADDER = tuple(Bid(odd, strain) for odd in range(1, 8) for strain in Strain)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(one) for one in text.split())


FRENCH_CARDS = {
    "DC": "QH",
    "RP": "KS",
    "AP": "AS",
    "VK": "JD",
    "10T": "TC",
    "AC": "AH",
    "AK": "AD",
    "DT": "QC",
    "2C": "2H",
    "CD": "QH",
    "R ♦": "KD",
    "A de cœur": "AH",
    "valet de trèfle": "JC",
    "as de carreau": "AD",
    # what means nothing in French is read as English
    "QH": "QH",
    "KC": "KC",
    "TS": "TS",
    "9D": "9D",
    "queen of hearts": "QH",
}
RUSSIAN_CARDS = {
    "ТЧ": "AH",
    "ДП": "QS",
    "КБ": "KD",
    "ВТ": "JC",
    "10Т": "TC",
    "ТТ": "AC",
    "Т♠": "AS",
    "9Ч": "9H",
    "туз пик": "AS",
    "дама червей": "QH",
    "QH": "QH",
}


@each(
    ("typed", "card"),
    [
        ("QH", "QH"),
        ("qh", "QH"),
        ("Q♥", "QH"),
        ("q♥️", "QH"),
        ("Q♥︎", "QH"),
        (" q  h ", "QH"),
        ("♥Q", "QH"),
        ("hq", "QH"),
        ("♡ queen", "QH"),
        ("queen of hearts", "QH"),
        ("The Queen of Heart", "QH"),
        ("10s", "TS"),
        ("10♠", "TS"),
        ("ts", "TS"),
        ("ten of spades", "TS"),
        ("S10", "TS"),
        ("knave of clubs", "JC"),
        ("Jack clubs", "JC"),
        ("as", "AS"),
        ("ace of diamonds", "AD"),
        ("2-c", "2C"),
    ],
)
def test_a_card_is_read_as_people_write_it(typed: str, card: str) -> None:
    assert read_card(typed) == parse_card(card)


@each(
    ("language", "typed", "card"),
    [
        *(("fr", typed, card) for typed, card in FRENCH_CARDS.items()),
        *(("fr", typed.lower(), card) for typed, card in FRENCH_CARDS.items()),
        *(("ru", typed, card) for typed, card in RUSSIAN_CARDS.items()),
        *(("ru", typed.lower(), card) for typed, card in RUSSIAN_CARDS.items()),
    ],
)
def test_a_card_is_read_in_the_letters_of_the_reader(language: str, typed: str, card: str) -> None:
    with spoken(language):
        assert read_card(typed) == parse_card(card)


@each("typed", ["RP", "VK", "AP", "DP", "10K", "AK", "RK"])
def test_the_suits_of_french_are_not_guessed_at_where_nobody_speaks_it(typed: str) -> None:
    for language in ("en", "ru"):
        with spoken(language), pytest.raises(Unreadable):
            read_card(typed)


def test_half_a_card_is_half_of_a_card_of_the_reader() -> None:
    """C is a suit in both languages, and not the same."""
    for language, suit in (("en", "♣"), ("fr", "♥")):
        with spoken(language), pytest.raises(Ambiguous) as found:
            read_card("c")
        assert {one.removesuffix(names.TEXT_FORM)[-1] for one in found.value.readings} == {suit}
        assert len(found.value.readings) == 13


@each("typed", ["", "  ", "11h", "1h", "qx", "queen of herts", "QH KH", "<@1>", "q h s", "hh", "♥♥", "10 10"])
def test_what_is_no_card_is_not_guessed_at(typed: str) -> None:
    with pytest.raises(Unreadable) as said:
        read_card(typed)
    assert not isinstance(said.value, Ambiguous)


def test_half_a_card_is_refused_with_what_it_could_be() -> None:
    with pytest.raises(Ambiguous) as queen:
        read_card("queen")
    assert rules_refusal(ON_PAPER, queen.value).replace(names.TEXT_FORM, "") == (
        "That could be Q♠, Q♥, Q♦ or Q♣: write it in full."
    )
    with pytest.raises(Ambiguous) as hearts:
        read_card("♥")
    assert rules_refusal(ON_PAPER, hearts.value).replace(names.TEXT_FORM, "") == (
        "That could mean 13 things, such as 2♥ or 3♥: write it in full."
    )


@each(
    ("typed", "meant"),
    [
        ("2C 3C 4D 9H", "2C 3C 4D 9H"),
        ("2c3c4d9h", "2C 3C 4D 9H"),
        ("2c, 3c; 4♦️ and 9 of hearts", "2C 3C 4D 9H"),
        ("♣ 3 2 ♦ 4 ♥ 9", "3C 2C 4D 9H"),
        ("H 10 9", "TH 9H"),
        ("10h 9h", "TH 9H"),
        ("♥ 10 ♠ 9", "TH 9S"),
    ],
)
def test_cards_are_read_one_by_one_or_suit_by_suit(typed: str, meant: str) -> None:
    assert read_cards(typed) == cards(meant)


@each("typed", ["2 3 c", "♣ ♥ 2", "♣ 2 ♥", "2c 3"])
def test_a_list_of_cards_with_one_that_lacks_its_suit_is_refused(typed: str) -> None:
    with pytest.raises(Unreadable):
        read_cards(typed)


@steady(60)
@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=13), st.sampled_from(["", " ", ", ", " and "]))
def test_cards_as_they_are_shown_are_read_whatever_stands_between_them(
    dealt: list[Card], between: str
) -> None:
    assert read_cards(between.join(str(card) for card in dealt)) == tuple(dealt)
    for language in in_each_language():
        so = between.replace("and", {"en": "and", "fr": "et", "ru": "и"}[language])
        assert read_cards(so.join(names.spoken_card(card) for card in dealt)) == tuple(dealt)


@each(
    ("typed", "strain"),
    [
        ("hearts", Strain.HEARTS),
        (" Heart ", Strain.HEARTS),
        ("h", Strain.HEARTS),
        ("♥", Strain.HEARTS),
        ("♥️", Strain.HEARTS),
        ("♥︎ Hearts", Strain.HEARTS),
        ("biritch", Strain.NO_TRUMPS),
        ("Biritch — no trumps", Strain.NO_TRUMPS),
        ("No trumps (biritch)", Strain.NO_TRUMPS),
        ("no-trumps", Strain.NO_TRUMPS),
        ("No trump", Strain.NO_TRUMPS),
        ("notrump", Strain.NO_TRUMPS),
        ("nt", Strain.NO_TRUMPS),
        ("N.T.", Strain.NO_TRUMPS),
        ("sa", Strain.NO_TRUMPS),
        ("sans atout", Strain.NO_TRUMPS),
        ("grand", Strain.NO_TRUMPS),
        ("royals", Strain.ROYALS),
        ("royal spades", Strain.ROYALS),
        ("♠ Royals", Strain.ROYALS),
        ("R♠︎", Strain.ROYALS),
        ("lilies", Strain.ROYALS),
        ("misère", Strain.MISERE),
        ("MISERE", Strain.MISERE),
        ("nullo", Strain.MISERE),
    ],
)
def test_a_denomination_is_read_as_people_write_it_with_a_number_before_it_or_after(
    typed: str, strain: Strain
) -> None:
    for words in (CONTRACT, words_of("biritch")):
        assert read_saying(typed, words, tuple(Strain)) == strain
        for bid in (f"3{typed}", f"3 {typed}", f"{typed} 3", f"three {typed}"):
            assert read_saying(bid, words, ()) == Bid(3, strain)


@each(
    "typed",
    [
        "",
        "8 hearts",
        "0 clubs",
        "33 no trumps",
        "3 3 clubs",
        "hertz",
        "<@1>",
        "hearts clubs",
        "nt hearts",
        "3x",
    ],
)
def test_what_is_no_call_is_not_guessed_at(typed: str) -> None:
    with pytest.raises(Unreadable) as said:
        read_saying(typed, CONTRACT, LADDER)
    assert not isinstance(said.value, Ambiguous)


def test_half_a_bid_is_refused_unless_the_game_has_but_one_like_it() -> None:
    three = tuple(bid for bid in LADDER if bid.odd == 3 and bid.strain in (Strain.CLUBS, Strain.HEARTS))
    with pytest.raises(Ambiguous) as number:
        read_saying("3", CONTRACT, three)
    assert rules_refusal(ON_PAPER, number.value).replace(names.TEXT_FORM, "") == (
        "That could be 3 ♣ Clubs or 3 ♥ Hearts: write it in full."
    )
    with pytest.raises(Ambiguous):
        read_saying("hearts", CONTRACT, LADDER)
    assert read_saying("hearts", CONTRACT, three) == Bid(3, Strain.HEARTS)


def test_norwegian_whist_is_typed_in_its_own_words() -> None:
    norwegian = words_of("norwegian_whist")
    assert read_saying("Grand", norwegian, ()) == Bid(1, Strain.NO_TRUMPS)
    assert read_saying("nullo", norwegian, ()) == Bid(1, Strain.MISERE)


@each("key", GAMES)
def test_every_call_is_typed_as_its_game_shows_it(key: str) -> None:
    """In full, as it is written down in an auction, and as the list of a score sheet offers it."""
    for _ in in_each_language():
        words = words_of(key)
        for bid in BIDS:
            for shown in (
                names.bid_at(bid, words),
                names.short_bid(bid, words),
                names.spoken_bid(bid),
                bid_name(bid),
            ):
                assert read_saying(shown, words, LADDER) == bid, shown
        for trumps in (*Suit, None):
            strain = Strain.NO_TRUMPS if trumps is None else Strain(trumps.letter)
            for shown in (names.declared_name(trumps, words), names.trumps(trumps), bid_name(strain)):
                assert _plain(read_saying(shown, words, tuple(Strain))) is strain, shown


def test_a_bid_or_declaration_is_read_in_the_letters_of_the_reader() -> None:
    for language, letters in (("en", "SHDC"), ("fr", "PCKT"), ("ru", "ПЧБТ")):
        with spoken(language):
            for letter, suit in zip(letters, Suit, strict=True):
                strain = Strain(suit.letter)
                assert read_saying(letter, CONTRACT, tuple(Strain)) is strain
                assert read_saying(f"2{letter.lower()}", CONTRACT, LADDER) == Bid(2, strain)


def _plain(saying: Strain | Bid) -> Strain:
    """Where a game has but one bid in a denomination, that bid is how it is declared."""
    return saying.strain if isinstance(saying, Bid) else saying


@each("typed", ["hearts " * 800, "x " * 2000, "♥" * 6000, "3" * 6000, "q" * 6000])
def test_the_longest_text_that_discord_sends_is_refused(typed: str) -> None:
    with pytest.raises(Unreadable):
        read_saying(typed, CONTRACT, LADDER)
    with pytest.raises(Unreadable):
        read_card(typed)


@steady(60)
@given(st.text(CHARACTERS))
def test_any_text_is_read_or_refused(typed: str) -> None:
    for read in (read_card, read_cards, lambda text: read_saying(text, CONTRACT, LADDER)):
        with suppress(Unreadable):
            read(typed)


def test_every_rank_and_suit_has_its_word() -> None:
    for rank in Rank:
        for suit in Suit:
            assert read_card(f"{rank.name.lower()} of {suit.name.lower()}") == Card(rank, suit)


@each(
    ("typed", "card"),
    [
        ("dame de cœur", "QH"),
        ("D♥", "QH"),
        ("valet de trèfle", "JC"),
        ("10 carreau", "TD"),
        ("as de pique", "AS"),
        ("дама червей", "QH"),
        ("дч", "QH"),
        ("туз пик", "AS"),
        ("10б", "TD"),
        ("двойка треф", "2C"),
        ("AC", "AC"),
        ("TD", "TD"),
    ],
)
def test_a_card_is_read_in_french_and_russian_and_the_short_english_form_stays_as_it_is(
    typed: str, card: str
) -> None:
    assert str(read_card(typed)) == card


@each(
    ("typed", "bid"),
    [("3 sans-atout", "3N"), ("deux cœurs", "2H"), ("три без козыря", "3N"), ("2ч", "2H"), ("2C", "2C")],
)
def test_a_bid_is_read_in_french_and_russian(typed: str, bid: str) -> None:
    assert str(read_saying(typed, words_of("contract"), ())) in (bid, f"bid:{bid}")
