"""The words that people type for ranks, suits and calls: one table for each language, tried in turn.

They are in small letters and without accents. ``screens.reading`` has the grammar that puts them together. A
name that only one game has for a call is in that game's page of words, and may be typed too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from rules.cards import Rank, Suit
from rules.errors import Unreadable
from rules.frozen import frozen
from rules.tricks import Strain


class Ambiguous(Unreadable):
    """Text that could mean several things; ``readings`` are their names."""

    def __init__(self, text: str, readings: Sequence[str]) -> None:
        super().__init__(text)
        self.readings = tuple(readings)


@frozen
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
    letters: Mapping[str, Suit] = field(default_factory=dict)  # of suits, where this language is spoken alone


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


FRENCH: Final = TypedWords(
    ranks={
        **{str(int(rank)): rank for rank in Rank if rank <= Rank.TEN},
        "as": Rank.ACE,
        "a": Rank.ACE,
        "r": Rank.KING,
        "roi": Rank.KING,
        "d": Rank.QUEEN,
        "dame": Rank.QUEEN,
        "v": Rank.KNAVE,
        "valet": Rank.KNAVE,
        "dix": Rank.TEN,
        "neuf": Rank.NINE,
        "huit": Rank.EIGHT,
        "sept": Rank.SEVEN,
        "six": Rank.SIX,
        "cinq": Rank.FIVE,
        "quatre": Rank.FOUR,
        "trois": Rank.THREE,
        "deux": Rank.TWO,
    },
    suits={
        "pique": Suit.SPADES,
        "piques": Suit.SPADES,
        "coeur": Suit.HEARTS,
        "coeurs": Suit.HEARTS,
        "cœur": Suit.HEARTS,
        "cœurs": Suit.HEARTS,
        "carreau": Suit.DIAMONDS,
        "carreaux": Suit.DIAMONDS,
        "trefle": Suit.CLUBS,
        "trefles": Suit.CLUBS,
    },
    strains={
        "sa": Strain.NO_TRUMPS,
        "sans atout": Strain.NO_TRUMPS,
        "sans atouts": Strain.NO_TRUMPS,
        "ro": Strain.ROYALS,
        "royal": Strain.ROYALS,
        "royaux": Strain.ROYALS,
        "piques royaux": Strain.ROYALS,
        "misere": Strain.MISERE,
    },
    numbers={
        "un": 1,
        "une": 1,
        "deux": 2,
        "trois": 3,
        "quatre": 4,
        "cinq": 5,
        "six": 6,
        "sept": 7,
    },
    fillers=frozenset(("de", "du", "le", "la", "les", "a", "en", "et")),
    no_honours=frozenset(("aucun", "rien", "personne", "pas d honneurs")),
    easy_honours=frozenset(("egal", "egaux", "partages", "honneurs partages", "deux chacun")),
    call="annonce",
    letters={"p": Suit.SPADES, "c": Suit.HEARTS, "k": Suit.DIAMONDS, "t": Suit.CLUBS},
)
"""To who speaks English, C is clubs, K the king and T the ten."""

RUSSIAN: Final = TypedWords(
    ranks={
        **{str(int(rank)): rank for rank in Rank if rank <= Rank.TEN},
        "т": Rank.ACE,
        "туз": Rank.ACE,
        "к": Rank.KING,
        "король": Rank.KING,
        "д": Rank.QUEEN,
        "дама": Rank.QUEEN,
        "в": Rank.KNAVE,
        "валет": Rank.KNAVE,
        "десятка": Rank.TEN,
        "десять": Rank.TEN,
        "девятка": Rank.NINE,
        "девять": Rank.NINE,
        "восьмерка": Rank.EIGHT,
        "восемь": Rank.EIGHT,
        "семерка": Rank.SEVEN,
        "семь": Rank.SEVEN,
        "шестерка": Rank.SIX,
        "шесть": Rank.SIX,
        "пятерка": Rank.FIVE,
        "пять": Rank.FIVE,
        "четверка": Rank.FOUR,
        "четыре": Rank.FOUR,
        "троика": Rank.THREE,
        "три": Rank.THREE,
        "двоика": Rank.TWO,
        "два": Rank.TWO,
    },
    suits={
        **dict.fromkeys(("п", "пика", "пики", "пик"), Suit.SPADES),
        **dict.fromkeys(("ч", "черва", "червы", "черви", "червеи", "черв"), Suit.HEARTS),
        **dict.fromkeys(("б", "бубна", "бубны", "бубен", "буби"), Suit.DIAMONDS),
        **dict.fromkeys(("т", "тр", "трефа", "трефы", "треф"), Suit.CLUBS),
    },
    strains={
        "бк": Strain.NO_TRUMPS,
        "без козыря": Strain.NO_TRUMPS,
        "без козыреи": Strain.NO_TRUMPS,
        "бирич": Strain.NO_TRUMPS,
        **dict.fromkeys(("ко", "королевская", "королевские", "королевских"), Strain.ROYALS),
        "королевские пики": Strain.ROYALS,
        **dict.fromkeys(("мис", "миз"), Strain.MISERE),
        "мизер": Strain.MISERE,
    },
    numbers={
        "одна": 1,
        "одну": 1,
        "один": 1,
        "две": 2,
        "два": 2,
        "три": 3,
        "четыре": 4,
        "пять": 5,
        "шесть": 6,
        "семь": 7,
    },
    fillers=frozenset(("и",)),
    no_honours=frozenset(("нет", "никто", "ничего")),
    easy_honours=frozenset(("поровну", "врозь", "по два")),
    call="объявление",
)
"""Without accents, й is и. A т is the ace, and clubs after a rank: тт is the ace of clubs."""

EVERY: Final[Mapping[str, TypedWords]] = {"en": ENGLISH, "fr": FRENCH, "ru": RUSSIAN}
"""By the codes of the languages."""

DOUBLINGS: Final[Mapping[str, int]] = {
    **dict.fromkeys(
        ("redoubled", "redouble", "rdbl", "sur contre", "surcontre", "sur contree", "surcontree"), 2
    ),
    **dict.fromkeys(("doubled", "double", "dbl", "contre", "contree", "contres"), 1),
    **dict.fromkeys(("реконтра", "реконтре", "реконтрои", "сюрконтра"), 2),
    **dict.fromkeys(("контра", "контре", "контрои", "дубль"), 1),
}
"""After a bid on a score card, in every language; a longer word comes before one that it ends with."""

SEATS: Final[Mapping[str, str]] = {
    "nord": "north",
    "est": "east",
    "sud": "south",
    "ouest": "west",
    "o": "w",
    "eo": "ew",
    "oe": "we",
    "север": "north",
    "восток": "east",
    "юг": "south",
    "запад": "west",
    "с": "n",
    "в": "e",
    "ю": "s",
    "з": "w",
    "сю": "ns",
    "юс": "sn",
    "вз": "ew",
    "зв": "we",
    "et": "and",
    "и": "and",
}
"""The seats and sides of other languages by their English names."""

PENALTIES: Final[Mapping[str, str]] = {
    "levees": "tricks",
    "ajouter": "add",
    "retrancher": "deduct",
    "transferer": "transfer",
    "взятки": "tricks",
    "прибавить": "add",
    "вычесть": "deduct",
    "передать": "transfer",
}
"""The penalties for a revoke of other languages by their English names."""
