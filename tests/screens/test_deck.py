"""Cards in a message, as emoji or as letters."""

from __future__ import annotations

from bot.discord_api.layout import components, plain_components
from rules.cards import PACK, parse_card
from screens.deck import BACK, LETTERS, Deck, Emoji, face, in_letters
from screens.pictures.emoji import Colours, drawings
from screens.screen import Screen, Text, without_pictures
from screens.words import names
from screens.words.languages import spoken
from tests.each import each

DRAWN = {name: Emoji(name, 10 + place) for place, name in enumerate(drawings())}


@each(("language", "ranks"), [("en", "A K Q J 10 9"), ("fr", "A R D V 10 9"), ("ru", "Т К Д В 10 9")])
def test_a_card_has_the_letters_of_the_packs_where_the_language_is_spoken(language: str, ranks: str) -> None:
    """In a text for the reader, in a sentence, and as emoji in place of what a sentence writes."""
    cards = [parse_card(f"{rank}H") for rank in "AKQJT9"]
    hearts = [f"{rank}♥\ufe0e" for rank in ranks.split()]
    with spoken(language):
        assert [names.spoken_card(card) for card in cards] == hearts
        assert in_letters(" ".join(map(face, cards))).split() == hearts
        told = Deck(DRAWN).markdown(" ".join(f"{one}." for one in hearts))
    other = {"fr": ("king", "queen", "knave"), "ru": ("ace", "queen", "knave")}.get(language, ())
    emoji = [
        f"{one}_of_hearts_{language}" if one in other else f"{one}_of_hearts"
        for one in ("ace", "king", "queen", "knave", "ten", "nine")
    ]
    assert told == " ".join(f"{DRAWN[one]}." for one in emoji)


def test_until_the_card_of_a_language_is_uploaded_the_english_one_stands_there() -> None:
    english = {name: one for name, one in DRAWN.items() if not name.endswith(("_fr", "_ru"))}
    queen = parse_card("QD")
    with spoken("ru"):
        assert Deck(english).card(queen) == DRAWN["queen_of_diamonds"]
        assert Deck(DRAWN).card(queen) == DRAWN["queen_of_diamonds_ru"]
        assert Deck(DRAWN, Colours.TWO).card(queen) == DRAWN["queen_of_diamonds_in_red_ru"]


def test_a_screen_is_sent_in_the_letters_of_the_language_in_which_it_was_drawn() -> None:
    """It is sent by a task that speaks to nobody."""

    def text_of(screen: Screen) -> object:
        (container,) = components(screen)
        return container["components"][0]["content"]  # type: ignore[index]

    with spoken("fr"):
        french = Screen((Text(face(parse_card("QH"))),))
    english = Screen((Text(face(parse_card("QH"))),))
    assert (text_of(french), text_of(english)) == ("D♥\ufe0e", "Q♥\ufe0e")
    assert text_of(without_pictures(french)) == "D♥\ufe0e"
    assert plain_components(french)[0]["content"] == "D♥\ufe0e"
    assert french.digest != english.digest


def test_each_card_is_the_character_that_unicode_has_for_it() -> None:
    assert [face(parse_card(card)) for card in ("AS", "TH", "JD", "QD", "KC", "2C")] == list("🂡🂺🃋🃍🃞🃒")
    assert BACK == "🂠"


def test_no_two_cards_have_one_character_and_each_comes_back_as_its_letters() -> None:
    faces = [face(card) for card in PACK]
    assert len({*faces, BACK}) == 53
    assert in_letters(" ".join(faces)).split() == [names.spoken_card(card) for card in PACK]


def test_emoji_stand_in_text_and_letters_in_code() -> None:
    text = "🂡 `🂡` ```♥\ufe0e 🂱``` ♥\ufe0e"
    ace, heart = DRAWN["ace_of_spades"], DRAWN["suit_of_hearts"]
    assert Deck(DRAWN).markdown(text) == (
        f"<:ace_of_spades:{ace.id}> `A♠\ufe0e` ```♥\ufe0e A♥\ufe0e``` <:suit_of_hearts:{heart.id}>"
    )
    assert LETTERS.markdown(text) == "A♠\ufe0e `A♠\ufe0e` ```♥\ufe0e A♥\ufe0e``` ♥\ufe0e"


def test_diamonds_and_clubs_are_other_emoji_in_two_colours() -> None:
    four, two = Deck(DRAWN), Deck(DRAWN, Colours.TWO)
    assert four.card(parse_card("QD")) == DRAWN["queen_of_diamonds"]
    assert two.card(parse_card("QD")) == DRAWN["queen_of_diamonds_in_red"]
    assert four.card(parse_card("QH")) == two.card(parse_card("QH")) == DRAWN["queen_of_hearts"]


def test_a_card_that_a_sentence_writes_in_letters_is_an_emoji_and_a_declaration_is_its_suit() -> None:
    told = Deck(DRAWN).markdown("You played 10♥\ufe0e. 2 ♥\ufe0e Hearts")
    ten, heart = DRAWN["ten_of_hearts"], DRAWN["suit_of_hearts"]
    assert told == f"You played {ten}. 2 {heart} Hearts"


def test_a_rank_at_the_end_of_a_line_and_the_suit_at_the_head_of_the_next_are_not_a_card() -> None:
    told = Deck(DRAWN).markdown("♠\ufe0e A K 5\n♥\ufe0e 8 10\n♦\ufe0e –")
    spade, heart, diamond = (DRAWN[one] for one in ("suit_of_spades", "suit_of_hearts", "suit_of_diamonds"))
    assert told == f"{spade} A K 5\n{heart} 8 10\n{diamond} –"
