"""The grammar of what people type for cards and calls, the same for every command that takes one.

It forgives form: case, spaces, accents, signs or words, the suit before the rank, the suit before the number.
It does not guess: text that could mean several things is refused with their names. It knows no table: what a
game offers, and what it calls its calls, are arguments.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from rules.calls import MOST_ODD_TRICKS, Bid
from rules.cards import PACK, Card, Rank, Suit
from rules.errors import Unreadable
from rules.strains import Strain, plain
from screens.words import names
from screens.words.gamewords import GameWords
from screens.words.typed_words import EVERY, SIGNS, TypedWords

Saying = Strain | Bid
"""A declaration, or a bid."""

_TOKEN: Final = re.compile(rf"\d+|[^\W\d_]+|[{''.join(SIGNS)}]")
_DROPPED: Final = str.maketrans("", "", ".'’")  # n.t., s.a.
_SPACES: Final = re.compile(r"[\s,;:()/+&\u2010-\u2015-]+")
_MARKS: Final = ("Mn", "Cf")  # Unicode's categories of what changes the form of the sign before it
_MOST_WORDS: Final = 5
"""The most words of a denomination, counting both where two names stand together."""


class Ambiguous(Unreadable):
    """Text that could mean several things; ``readings`` are their names."""

    def __init__(self, text: str, readings: Sequence[str]) -> None:
        super().__init__(text)
        self.readings = tuple(readings)


def folded(typed: str) -> str:
    """The text in small letters, without accents or the marks that choose the form of a sign."""
    apart = unicodedata.normalize("NFKD", typed).casefold()
    return "".join(one for one in apart if unicodedata.category(one) not in _MARKS)


@lru_cache(maxsize=1024)
def simple(typed: str) -> str:
    """The same with single spaces, and without dots, commas and dashes. Kept for a while, since the names of
    cards and calls are compared with each letter that somebody types."""
    return _SPACES.sub(" ", folded(typed).translate(_DROPPED)).strip()


def _tokens(typed: str, words: TypedWords) -> list[str]:
    """The words, numbers and signs of a text, without fillers. Raises Unreadable."""
    text = simple(typed)
    found = _TOKEN.findall(text)
    if "".join(found) != text.replace(" ", ""):
        raise Unreadable(typed)
    return [token for token in found if token not in words.fillers]


Read = TypeVar("Read")


def _in_any_language(read: Callable[[TypedWords], Read]) -> Read:
    """What the text means in the first language in which it means something. Raises Unreadable, Ambiguous."""
    *others, last = EVERY
    for words in others:
        try:
            return read(words)
        except Ambiguous:
            raise
        except Unreadable:
            continue
    return read(last)


# Cards


def read_card(typed: str) -> Card:
    """One card: ``QH``, ``q♥``, ``10s``, ``♥ queen``, ``queen of hearts``, ``dame de cœur``. Raises
    Unreadable, Ambiguous."""
    return _in_any_language(lambda words: _card(typed, words))


def _card(typed: str, words: TypedWords) -> Card:
    parts = _card_parts(typed, words)
    if len(parts) == 1:
        could_be = [card for card in PACK if parts[0] in (card.rank, card.suit)]
        raise Ambiguous(typed, [names.card(card) for card in could_be])
    cards = _cards(typed, words)
    if len(cards) != 1:
        raise Unreadable(typed)
    return cards[0]


def read_cards(typed: str) -> tuple[Card, ...]:
    """Cards one after the other, with or without anything between them: ``2c 3c, 9 of hearts``; or suit by
    suit: ``♣ 3 2 ♥ 9``. Raises Unreadable."""
    return _in_any_language(lambda words: _cards(typed, words))


def _cards(typed: str, words: TypedWords) -> tuple[Card, ...]:
    parts = _card_parts(typed, words)
    pairs = [_pair(one, other) for one, other in zip(parts[::2], parts[1::2], strict=False)]
    if len(parts) % 2 == 0 and None not in pairs:
        return tuple(card for card in pairs if card is not None)
    return tuple(_by_suit(typed, parts))


def _card_parts(typed: str, words: TypedWords) -> list[Rank | Suit]:
    return [part for token in _tokens(typed, words) for part in _ranks_and_suits(typed, token, words)]


def _ranks_and_suits(typed: str, token: str, words: TypedWords) -> list[Rank | Suit]:
    """What a token names: a rank or a suit, or several letters written together as in ``qh``."""
    known: dict[str, Rank | Suit] = {**SIGNS, **words.suits, **words.ranks}
    if token in known:
        return [known[token]]
    if token.isdecimal() or not all(letter in known for letter in token):
        raise Unreadable(typed)
    return [known[letter] for letter in token]


def _pair(one: Rank | Suit, other: Rank | Suit) -> Card | None:
    match one, other:
        case (Rank() as rank, Suit() as suit) | (Suit() as suit, Rank() as rank):
            return Card(rank, suit)
    return None


def _by_suit(typed: str, parts: Sequence[Rank | Suit]) -> Iterable[Card]:
    """The cards of ranks that stand after their suit."""
    suit: Suit | None = None
    for place, part in enumerate(parts):
        if isinstance(part, Suit):
            if not isinstance(next(iter(parts[place + 1 :]), None), Rank):
                raise Unreadable(typed)
            suit = part
        elif suit is None:
            raise Unreadable(typed)
        else:
            yield Card(part, suit)


# Calls


def is_named(typed: str, name: str | None) -> bool:
    """Whether the text is this name."""
    return name is not None and simple(typed) == simple(name)


def read_saying(typed: str, said: GameWords, offered: Sequence[Saying]) -> Saying:
    """A declaration or a bid: ``hearts``, ``♥ Hearts``, ``3nt``, ``1 sans atout``, ``two royal spades``, or a
    name that only this game has for a call.

    Where the number or the denomination is missing, ``offered`` decides whether the rest is enough. A call
    that is complete but not offered is returned all the same: to refuse it is for the game. Raises
    Unreadable, Ambiguous.
    """
    for call, name in said.calls:
        if isinstance(call, Bid) and is_named(typed, name):
            return call
    return _in_any_language(lambda words: _saying(typed, said, offered, words))


def _saying(typed: str, said: GameWords, offered: Sequence[Saying], words: TypedWords) -> Saying:
    odd, strain = _number_and_strain(typed, said, words)
    if odd is not None and strain is not None:
        return Bid(odd, strain)
    if strain is not None and strain in offered:
        return strain
    bids = [one for one in offered if isinstance(one, Bid) and (one.strain is strain or one.odd == odd)]
    if len(bids) == 1:
        return bids[0]
    if bids:
        raise Ambiguous(typed, [names.bid_at(bid, said) for bid in bids])
    if strain is None:
        raise Unreadable(typed)
    return strain


def _number_and_strain(typed: str, said: GameWords, words: TypedWords) -> tuple[int | None, Strain | None]:
    """The number and the denomination of a bid, None for what is missing. The number may come first or last.
    Raises Unreadable."""
    tokens = _tokens(typed, words)
    places = {0, len(tokens) - 1} if tokens else set()
    numbers = {place: _number(tokens[place], words) for place in places}
    found = [(place, number) for place, number in sorted(numbers.items()) if number is not None]
    if len(found) > 1 or not tokens:
        raise Unreadable(typed)
    rest = [token for place, token in enumerate(tokens) if not found or place != found[0][0]]
    strain = _strain(rest, said, words) if rest else None
    if rest and strain is None:
        raise Unreadable(typed)
    return (found[0][1] if found else None), strain


def _number(token: str, words: TypedWords) -> int | None:
    """The number of odd tricks that a token means, if it means one."""
    if len(token) == 1 and token.isdecimal() and 1 <= int(token) <= MOST_ODD_TRICKS:
        return int(token)
    return words.numbers.get(token)


def _strain(tokens: Sequence[str], said: GameWords, words: TypedWords) -> Strain | None:
    """The denomination that these words mean, if they mean one. Two names of it may stand together: ``♥
    hearts``, ``royal spades``, ``Biritch — no trumps``."""
    phrase = " ".join(tokens)
    suits = {**SIGNS, **words.suits}
    if phrase in suits:
        return plain(suits[phrase])
    if phrase in words.strains:
        return words.strains[phrase]
    if phrase == simple(said.no_trumps):
        return Strain.NO_TRUMPS
    for place in range(1, len(tokens)) if len(tokens) <= _MOST_WORDS else ():
        first, second = (_strain(part, said, words) for part in (tokens[:place], tokens[place:]))
        if first is not None and second is not None:
            return _together(first, second)
    return None


def _together(one: Strain, other: Strain) -> Strain | None:
    """The one denomination that two names mean together: royals for a suit and royals, None if they do not
    agree."""
    if one is other:
        return one
    if one.trumps is None or one.trumps is not other.trumps:
        return None
    return Strain.ROYALS
