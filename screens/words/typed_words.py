"""The words that people type for ranks, suits and calls. English: another language has a table of its own.

They are in small letters and without accents. ``screens.reading`` has the grammar that puts them together. A
name that only one game has for a call is in that game's page of words, and may be typed too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards import Rank, Suit
from rules.strains import Strain


@dataclass(frozen=True, slots=True)
class TypedWords:
    """The words of one language, each with what it means."""

    ranks: Mapping[str, Rank]
    suits: Mapping[str, Suit]
    strains: Mapping[str, Strain]  # besides the suits; a phrase has single spaces
    numbers: Mapping[str, int]  # of odd tricks, spelt out
    fillers: frozenset[str]  # words that say nothing: queen *of* hearts
    no_honours: frozenset[str]  # honours that nobody scores
    easy_honours: frozenset[str]  # two honours, or aces, on each side
    call: str  # before the place of a call that has been made: ``call 3``


SIGNS: Final[Mapping[str, Suit]] = {
    **dict(zip("♠♥♦♣", Suit, strict=True)),
    **dict(zip("♤♡♢♧", Suit, strict=True)),
}
"""They are the same in every language."""


ENGLISH: Final = TypedWords(
    ranks={
        **{rank.letter.lower(): rank for rank in Rank},
        **{str(int(rank)): rank for rank in Rank if rank <= Rank.TEN},
        "ace": Rank.ACE,
        "king": Rank.KING,
        "queen": Rank.QUEEN,
        "knave": Rank.KNAVE,
        "jack": Rank.KNAVE,
        "kn": Rank.KNAVE,
        "ten": Rank.TEN,
        "nine": Rank.NINE,
        "eight": Rank.EIGHT,
        "seven": Rank.SEVEN,
        "six": Rank.SIX,
        "five": Rank.FIVE,
        "four": Rank.FOUR,
        "three": Rank.THREE,
        "two": Rank.TWO,
        "deuce": Rank.TWO,
    },
    suits={
        word: suit
        for suit in Suit
        for name in (suit.name.lower(),)
        for word in (suit.letter.lower(), name, name.removesuffix("s"))
    },
    strains={
        "r": Strain.ROYALS,
        "royal": Strain.ROYALS,
        "royals": Strain.ROYALS,
        "lily": Strain.ROYALS,
        "lilies": Strain.ROYALS,
        "n": Strain.NO_TRUMPS,
        "nt": Strain.NO_TRUMPS,
        "notrump": Strain.NO_TRUMPS,
        "notrumps": Strain.NO_TRUMPS,
        "no trump": Strain.NO_TRUMPS,
        "no trumps": Strain.NO_TRUMPS,
        "without trumps": Strain.NO_TRUMPS,
        "sa": Strain.NO_TRUMPS,
        "sans": Strain.NO_TRUMPS,
        "sans atout": Strain.NO_TRUMPS,
        "sans atouts": Strain.NO_TRUMPS,
        "grand": Strain.NO_TRUMPS,
        "biritch": Strain.NO_TRUMPS,
        "m": Strain.MISERE,
        "mis": Strain.MISERE,
        "misere": Strain.MISERE,
        "nullo": Strain.MISERE,
    },
    numbers={"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7},
    fillers=frozenset(("of", "the", "in", "and")),
    no_honours=frozenset(("none", "no", "nil", "nobody", "nothing", "no honours", "no aces")),
    easy_honours=frozenset(
        ("easy", "even", "divided", "split", "honours easy", "honours divided", "two each")
    ),
    call="call",
)
