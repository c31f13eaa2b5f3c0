"""What people type, made into calls and cards: ``q♥``, ``10s``, ``2h``, ``3 no trumps``, ``2c 3c 4d 9h``."""

from __future__ import annotations

import re
from typing import Final

from rules.calls import MOST_ODD_TRICKS, Bid, Declare
from rules.cards import Card, Hand, parse_card
from rules.errors import Unreadable
from rules.strains import Strain

_WORDS: Final = {
    Strain.CLUBS: ("C", "CLUB", "CLUBS"),
    Strain.DIAMONDS: ("D", "DIAMOND", "DIAMONDS"),
    Strain.HEARTS: ("H", "HEART", "HEARTS"),
    Strain.SPADES: ("S", "SPADE", "SPADES"),
    Strain.ROYALS: ("R", "ROYAL", "ROYALS", "S ROYALS"),
    Strain.NO_TRUMPS: ("N", "NT", "NO TRUMP", "NO TRUMPS", "NOTRUMP", "NOTRUMPS", "BIRITCH"),
    Strain.MISERE: ("M", "MIS", "MISERE", "MISÈRE"),
}
_STRAINS: Final = {word: strain for strain, words in _WORDS.items() for word in words}
_SUITS: Final = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES)
_NAMED: Final = {f"{suit.letter} {word}": suit for suit in _SUITS for word in _WORDS[suit]}
"""A suit by its sign and its name, as a choice writes it."""


def plain(typed: str) -> str:
    """As people write it, in letters: ``q♥`` is ``QH``, ``10s`` is ``TS``."""
    for suit, sign in zip("SHDC", "♠♥♦♣", strict=True):
        typed = typed.replace(sign, suit)
    return typed.replace("\ufe0e", "").strip().upper().replace("10", "T")


def parse_typed_card(typed: str) -> Card:
    """Raises Unreadable."""
    return parse_card(plain(typed))


def parse_cards(typed: str) -> Hand:
    """Cards with spaces or commas between them. Raises Unreadable."""
    return Hand.of(parse_card(one) for one in re.split(r"[\s,]+", plain(typed)) if one)


def parse_bid(typed: str) -> Bid:
    """A level and a denomination. Raises Unreadable."""
    read = re.fullmatch(r"([1-9])\s*(.+)", plain(typed))
    if read is None or int(read[1]) > MOST_ODD_TRICKS:
        raise Unreadable(typed)
    return Bid(int(read[1]), _strain(read[2]))


def parse_worth(typed: str) -> int | Bid | Declare | None:
    """A call to ask after: the place of one that was made (``call 3``), a bid, a declaration; or what stands.
    Raises Unreadable."""
    read = plain(typed)
    if not read:
        return None
    made = re.fullmatch(r"CALL (\d{1,4})", read)
    if made is not None:
        return int(made[1])
    if read[0].isdecimal():
        return parse_bid(typed)
    strain = _strain(read)
    if strain in (Strain.ROYALS, Strain.MISERE):
        raise Unreadable(typed)
    return Declare(strain.trumps)


def _strain(word: str) -> Strain:
    word = " ".join(word.split())
    found = _STRAINS.get(word) or _NAMED.get(word)
    if found is None:
        raise Unreadable(word)
    return found
