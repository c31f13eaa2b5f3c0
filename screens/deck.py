"""How cards look in a message: as small pictures, or as letters.

A screen writes a card as one character of Unicode's block of playing cards (``🂡``), or as letters within a
sentence, whatever its reader prefers. A ``Deck`` turns both, and the signs of the suits, into what the reader
is shown: emoji of the application where they have been uploaded, else ``A♠``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.cards import PACK, Card, Rank, Suit
from screens.pictures.emoji import BACK_NAME, Colours, card_name, suit_name
from screens.screen import CardStyle
from screens.words import names

_FIRST: Final = {Suit.SPADES: 0x1F0A0, Suit.HEARTS: 0x1F0B0, Suit.DIAMONDS: 0x1F0C0, Suit.CLUBS: 0x1F0D0}
"""The character before the ace of each suit. Between knave and queen Unicode has a knight."""

BACK: Final = chr(_FIRST[Suit.SPADES])
"""A card face down."""


def face(card: Card) -> str:
    """The character that stands for a card in a screen's text."""
    return _FACES[card.index]


def _character(card: Card) -> str:
    place = 1 if card.rank is Rank.ACE else int(card.rank) + (card.rank > Rank.KNAVE)
    return chr(_FIRST[card.suit] + place)


_FACES: Final = tuple(_character(card) for card in PACK)
_CARDS: Final[Mapping[str, Card]] = {character: PACK[place] for place, character in enumerate(_FACES)}
_SUITS: Final[Mapping[str, Suit]] = {names.sign(suit): suit for suit in Suit}
_LETTERS: Final[Mapping[str, str]] = {BACK: "▮"} | {one: names.card(card) for one, card in _CARDS.items()}

_IN_LETTERS: Final = str.maketrans(dict(_LETTERS))

_CODE: Final = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Discord shows no emoji within code."""
_WRITTEN: Final[Mapping[str, Card]] = {names.card(card): card for card in PACK}
_ANY_SUIT: Final = "|".join(_SUITS)
_DRAWN: Final = re.compile(rf"[{BACK}{''.join(_FACES)}]|\b(?:10|[2-9AKQJ])(?:{_ANY_SUIT})|{_ANY_SUIT}")


def in_letters(markdown: str) -> str:
    """The same text with every card in letters: ``A♠``."""
    return markdown.translate(_IN_LETTERS)


def without_sign(label: str, suit: Suit) -> str:
    """``Q♥`` as ``Q``, ``2 ♥ Hearts`` as ``2 Hearts``."""
    return " ".join(label.replace(names.sign(suit), "").split())


class Emoji(NamedTuple):
    """An emoji of the application."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


@dataclass(frozen=True, slots=True)
class Deck:
    """What the cards look like for one reader. ``emoji`` are those that have been uploaded; without them, and
    for a reader who wants letters, it is empty."""

    emoji: Mapping[str, Emoji]
    colours: Colours = Colours.FOUR

    def styled(self, style: CardStyle) -> Deck:
        """The same cards as a reader wants them."""
        if style is CardStyle.LETTERS:
            return LETTERS
        return Deck(self.emoji, Colours.TWO) if style is CardStyle.TWO_COLOURS else self

    def card(self, card: Card) -> Emoji | None:
        return self.emoji.get(card_name(card, self.colours))

    def suit(self, suit: Suit) -> Emoji | None:
        return self.emoji.get(suit_name(suit, self.colours))

    def markdown(self, text: str) -> str:
        """A screen's text as the reader sees it. Within code there are letters always."""
        if not self.emoji:
            return in_letters(text)
        parts = _CODE.split(text)
        return "".join(
            in_letters(part) if place % 2 else _DRAWN.sub(self._drawn, part)
            for place, part in enumerate(parts)
        )

    def _drawn(self, found: re.Match[str]) -> str:
        sign = found[0]
        if sign in _CARDS or sign in _WRITTEN:
            emoji = self.card(_CARDS.get(sign) or _WRITTEN[sign])
        elif sign in _SUITS:
            emoji = self.suit(_SUITS[sign])
        else:
            emoji = self.emoji.get(BACK_NAME)
        return str(emoji) if emoji is not None else _LETTERS.get(sign, sign)


LETTERS: Final = Deck({})
"""Cards as letters, for those who prefer them and until the emoji have been uploaded."""
