"""How cards look in a message: as small pictures, or as letters.

A screen writes a card as one character of Unicode's block of playing cards (``🂡``), or as letters within a
sentence, whatever its reader prefers. A ``Deck`` turns both, and the signs of the suits, into what the reader
is shown: emoji of the application where they have been uploaded, else ``A♠``. The table on which cards lie is
written in the same way, with characters of that block that no pack of 52 has: places, arrows and seats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from typing import Final, NamedTuple

from rules.cards import PACK, Card, Rank, Suit
from rules.seats import ROUND
from screens.pictures.emoji import (
    BACK_NAME,
    BLANK_NAME,
    DUE_NAME,
    EMPTY_NAME,
    LED_BELOW_NAME,
    LED_BESIDE_NAME,
    SEAT_NAMES,
    Colours,
    arrow_name,
    card_name,
    drawings,
    suit_name,
)
from screens.screen import CardStyle
from screens.words import names
from screens.words.languages import ENGLISH, language_spoken

_FIRST: Final = {Suit.SPADES: 0x1F0A0, Suit.HEARTS: 0x1F0B0, Suit.DIAMONDS: 0x1F0C0, Suit.CLUBS: 0x1F0D0}
"""The character before the ace of each suit. Between knave and queen Unicode has a knight."""

BACK: Final = chr(_FIRST[Suit.SPADES])
"""A card face down."""
_TABLE: Final = 0x1F0E0
"""The first of the tarot's trumps, which stand for what is no card."""
BLANK, EMPTY, DUE = (chr(_TABLE + place) for place in range(3))
"""As much room as a card takes; the place of a card that is not there yet, and of the one for which the table
waits."""
ARROWS: Final = dict(zip(ROUND, map(chr, range(_TABLE + 4, _TABLE + 8)), strict=True))
"""From the middle of the table to the seat whose turn it is."""
BADGES: Final = dict(zip(ROUND, map(chr, range(_TABLE + 8, _TABLE + 12)), strict=True))
"""The seats."""
LED_BESIDE, LED_BELOW = map(chr, range(_TABLE + 12, _TABLE + 14))
"""At a corner of the table: the card to the right of it, or below it, has been led."""


def _character(card: Card) -> str:
    place = 1 if card.rank is Rank.ACE else int(card.rank) + (card.rank > Rank.KNAVE)
    return chr(_FIRST[card.suit] + place)


_FACES: Final = {card: _character(card) for card in PACK}
_CARDS: Final = {character: card for card, character in _FACES.items()}
face: Final = _FACES.__getitem__
"""The character that stands for a card in a screen's text."""
_SUITS: Final[Mapping[str, Suit]] = {names.sign(suit): suit for suit in Suit}

_FACE: Final = f"[{min(BACK, *_CARDS)}-{LED_BELOW}]"
"""A pattern for a range is much faster than a list of characters. A few in it stand for nothing."""
_CARD: Final = re.compile(_FACE)
_CROSS: Final = re.compile(f"^(?:{_FACE}){{2,}}$", re.MULTILINE)
"""A line of the table on which a trick lies: signs with nothing between them."""

_CODE: Final = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Discord shows no emoji within code."""
_DRAWN: Final = re.compile(f"({'|'.join((_FACE, *_SUITS))})")
LINES: Final = 2048
"""Drawn lines that are remembered for each deck and language, of some hundred bytes each."""


_TIED: Final = "\u00a0"  # a blank that Discord keeps within code


_PLACE: Final = 5
"""Letters of a place on the table: a ten with its suit, and one that stays empty at each side."""


def _in_place(letters: str) -> str:
    """In the middle of a place, in letters that all have one width; else further to the right."""
    seen = len(letters.replace(names.TEXT_FORM, ""))
    right = (_PLACE - seen) // 2
    return f"{_TIED * (_PLACE - seen - right)}{letters}{_TIED * right}"


_EMOJI: Final = {
    BACK: BACK_NAME,
    BLANK: BLANK_NAME,
    EMPTY: EMPTY_NAME,
    DUE: DUE_NAME,
    LED_BESIDE: LED_BESIDE_NAME,
    LED_BELOW: LED_BELOW_NAME,
} | {sign: arrow_name(seat) for seat, sign in ARROWS.items()}
"""The emoji of what is no card, but for the seats."""


class _Letters:
    """What stands for cards, and for what lies on a table, in one language: letters, and the emoji of its
    own."""

    def __init__(self, language: str) -> None:
        written = names.written_cards(language)
        signs = {BACK: "▮", BLANK: "\u2003\u2003", DUE: f"`{_TIED}?{_TIED}`"}
        of_seats = dict(zip(ROUND, SEAT_NAMES[language], strict=True))
        signs |= {BADGES[seat]: f"**{letter}**" for seat, (_, letter) in of_seats.items()}
        cards = {face(card): told for card, told in written.items()}
        self.of: Final[Mapping[str, str]] = signs | cards
        placed = {BLANK: "", EMPTY: "···", DUE: "?", LED_BESIDE: "»", LED_BELOW: "v"}
        placed |= {ARROWS[seat]: arrow for seat, arrow in zip(ROUND, "↑→↓←", strict=True)}
        placed |= cards
        self.placed: Final[Mapping[str, str]] = {one: _in_place(told) for one, told in placed.items()}
        self.emoji: Final[Mapping[str, str]] = _EMOJI | {BADGES[seat]: of_seats[seat][0] for seat in ROUND}
        self.cards: Final[Mapping[str, Card]] = {told: card for card, told in written.items()}
        ranks = dict.fromkeys(told.removesuffix(names.sign(card.suit)) for card, told in written.items())
        self.rank: Final = re.compile(rf"\b(?:{'|'.join(ranks)})\Z")
        """The rank of a card that is written ``A♠``, but not of one that ends the line before. It is searched
        for only before the sign of a suit: a pattern of both would search everywhere."""


@cache
def _letters(language: str) -> _Letters:
    return _Letters(language)


@cache
def _emoji_of(language: str, colours: Colours, letter: str) -> Mapping[str, str]:
    """The names of the emoji that stand for what is written in this language. Cards have the letters of the
    packs of the language ``letter``."""
    letters = _letters(language)
    cards = {card: card_name(card, colours, letter) for card in PACK}
    faces = {sign: cards[card] for sign, card in _CARDS.items()}
    told = {told: cards[card] for told, card in letters.cards.items()}
    suits = {sign: suit_name(suit, colours) for sign, suit in _SUITS.items()}
    return {**letters.emoji, **suits, **told, **faces}


def in_letters(markdown: str) -> str:
    """This text with every card in letters of the language that is set: ``A♠``."""
    letters = _letters(language_spoken())
    markdown = _CROSS.sub(lambda line: _cross(letters, line[0]), markdown)
    for sign in set(_CARD.findall(markdown)):
        markdown = markdown.replace(sign, letters.of.get(sign, sign))
    return markdown


def _cross(letters: _Letters, line: str) -> str:
    """A line of the table as code, whose letters all have one width."""
    return f"`{''.join(letters.placed.get(sign, sign) for sign in _CARD.findall(line)).rstrip(_TIED)}`"


def without_sign(label: str, suit: Suit) -> str:
    """``Q♥`` as ``Q``, ``2 ♥ Hearts`` as ``2 Hearts``."""
    return " ".join(label.replace(names.sign(suit), "").split())


class Emoji(NamedTuple):
    """An emoji of the application."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


@dataclass(frozen=True)
class Deck:
    """What the cards look like for one reader. ``emoji`` are those that have been uploaded; without them, and
    for a reader who wants letters, it is empty."""

    emoji: Mapping[str, Emoji]
    colours: Colours = Colours.FOUR
    _pens: dict[str, Callable[[str], str]] = field(default_factory=dict, repr=False, compare=False)
    """By language, what draws the signs in a line."""

    def styled(self, style: CardStyle) -> Deck:
        """This deck in the style that a reader has chosen."""
        if style is CardStyle.LETTERS:
            return LETTERS
        return self._in_two_colours if style is CardStyle.TWO_COLOURS else self

    @cached_property
    def _in_two_colours(self) -> Deck:
        return Deck(self.emoji, Colours.TWO)

    def card(self, card: Card) -> Emoji | None:
        """With the letter of the packs of the language that is set or, until that has been uploaded, with the
        English one."""
        own = self.emoji.get(card_name(card, self.colours, language_spoken()))
        return own or self.emoji.get(card_name(card, self.colours))

    def suit(self, suit: Suit) -> Emoji | None:
        return self.emoji.get(suit_name(suit, self.colours))

    def markdown(self, text: str) -> str:
        """A screen's text as the reader sees it. Within code there are letters always."""
        if not self.emoji:
            return in_letters(text)
        if "`" not in text:
            return self._drawn(text)
        parts = _CODE.split(text)
        return "".join(
            in_letters(part) if place % 2 else self._drawn(part) for place, part in enumerate(parts)
        )

    def _drawn(self, text: str) -> str:
        language = language_spoken()
        pen = self._pens.get(language)
        if pen is None:
            # the hands of a table, and one card after another, have most of their lines in common
            pen = self._pens[language] = lru_cache(LINES)(
                partial(_drawn, *self._drawings(language), language)
            )
        return "\n".join(map(pen, text.split("\n")))

    def _drawings(self, language: str) -> tuple[Mapping[str, str], bool]:
        """What each sign in a text is replaced by, and whether there is an emoji of all that lies on a
        table: a table of emoji and letters would not be straight."""
        english = _emoji_of(language, self.colours, ENGLISH)
        letters = _letters(language)
        drawings, lacking = dict(letters.of), set[str]()
        for sign, own in _emoji_of(language, self.colours, language).items():
            emoji = self.emoji.get(own) or self.emoji.get(english[sign])
            if emoji is not None:
                drawings[sign] = str(emoji)
            else:
                lacking.add(sign)
        return drawings, lacking.isdisjoint(letters.placed)


def _drawn(drawings: Mapping[str, str], whole: bool, language: str, line: str) -> str:
    if not whole and _CROSS.match(line):
        return _cross(_letters(language), line)
    parts = _DRAWN.split(line)  # what stands between signs, and each sign
    for place in range(1, len(parts), 2):
        sign, before = parts[place], parts[place - 1]
        if sign in _SUITS and (rank := _letters(language).rank.search(before, max(0, len(before) - 2))):
            sign, parts[place - 1] = rank[0] + sign, before[: rank.start()]
        parts[place] = drawings.get(sign, sign)
    return "".join(parts)


@cache
def _full_deck() -> Deck:
    names = drawings()
    return Deck({name: Emoji(name, 10**18) for name in names}, Colours.TWO)


def longest(markdown: str) -> int:
    """How many characters a text has for the reader whose cards take most: emoji with the longest names."""
    return len(_full_deck().markdown(markdown))


LETTERS: Final = Deck({})
"""Cards as letters, for those who prefer them and until the emoji have been uploaded."""
