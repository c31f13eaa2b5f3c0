"""The grammar of what people type: cards and calls, and what else is entered on a score sheet.

It is the same for every command. It forgives form: case, spaces, accents, signs or words, the suit before the
rank, the suit before the number. It does not guess: text that could mean several things is refused with their
names. It knows no table: what a game offers, and what it calls its calls, are arguments.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeVar

from rules.calls import MOST_ODD_TRICKS, Bid
from rules.cards import PACK, Card, Rank, Suit
from rules.counting.reckon import Penalty, Revoked
from rules.errors import Unreadable
from rules.frozen import replace
from rules.seats import Seat, Side
from rules.sheet.errors import NotUnderstood, Part
from rules.sheet.honours import Held
from rules.tricks import Strain, plain_strain
from screens.words import names
from screens.words.gamewords import GameWords
from screens.words.languages import language_spoken
from screens.words.typed_words import EVERY, PENALTIES, SEATS, SIGNS, Ambiguous, TypedWords

Saying = Strain | Bid
"""A declaration, or a bid."""

_TOKEN: Final = re.compile(rf"\d+|[^\W\d_]+|[{''.join(SIGNS)}]")
_DROPPED: Final = str.maketrans("", "", ".'’")  # n.t., s.a.
_SPACES: Final = re.compile(r"[\s,;:()/+&\u2010-\u2015-]+")
_MARKS: Final = ("Mn", "Cf")  # Unicode's categories of what changes the form of the sign before it
_MOST_WORDS: Final = 5
"""The most words of a denomination, counting both where two names stand together."""


def folded(typed: str) -> str:
    """The text in small letters, without accents or the marks that choose the form of a sign."""
    apart = unicodedata.normalize("NFKD", typed).casefold()
    return "".join(one for one in apart if unicodedata.category(one) not in _MARKS)


@lru_cache(maxsize=1024)
def simple(typed: str) -> str:
    """The text folded, with single spaces, and without dots, commas and dashes. Kept for a while, since the
    names of cards and calls are compared with each letter that somebody types."""
    return _SPACES.sub(" ", folded(typed).translate(_DROPPED)).strip()


def _tokens(typed: str, words: TypedWords, also: Container[str] = ()) -> list[str]:
    """The words, numbers and signs of a text, without the fillers that are not ``also`` something else.
    Raises Unreadable."""
    text = simple(typed)
    found = _TOKEN.findall(text)
    if "".join(found) != text.replace(" ", ""):
        raise Unreadable(typed)
    return [token for token in found if token not in words.fillers or token in also]


Read = TypeVar("Read")


def _in_any_language(read: Callable[[TypedWords], Read]) -> Read:
    """What the text means in the first language in which all of it means something: that of the reader, and
    then the others, English before them. Raises Unreadable, Ambiguous."""
    *others, last = _languages_tried(language_spoken())
    for words in others:
        try:
            return read(words)
        except Ambiguous:
            raise
        except Unreadable:
            continue
    return read(last)


@cache
def _languages_tried(language: str) -> tuple[TypedWords, ...]:
    own = EVERY[language]
    others = (words for code, words in EVERY.items() if code != language)
    return (replace(own, suits={**own.suits, **own.letters}), *others)


# Cards


def read_card(typed: str) -> Card:
    """One card: ``QH``, ``q♥``, ``10s``, ``♥ queen``, ``queen of hearts``, ``dame de cœur``; to who
    speaks French ``DC``. Raises
    Unreadable, Ambiguous."""
    return _in_any_language(lambda words: _read_card(typed, words))


def _read_card(typed: str, words: TypedWords) -> Card:
    parts = _card_parts(typed, words)
    if len(parts) == 1:
        could_be = [card for card in PACK if {card.rank, card.suit} & {*parts[0]}]
        raise Ambiguous(typed, [names.spoken_card(card) for card in could_be])
    cards = _read_cards(typed, words)
    if len(cards) != 1:
        raise Unreadable(typed)
    return cards[0]


def read_cards(typed: str) -> tuple[Card, ...]:
    """Cards one after the other, with or without anything between them: ``2c 3c, 9 of hearts``; or suit by
    suit: ``♣ 3 2 ♥ 9``. Raises Unreadable."""
    return _in_any_language(lambda words: _read_cards(typed, words))


def _read_cards(typed: str, words: TypedWords) -> tuple[Card, ...]:
    parts = _card_parts(typed, words)
    pairs = [_card_of_pair(one, other) for one, other in zip(parts[::2], parts[1::2], strict=False)]
    if len(parts) % 2 == 0 and None not in pairs:
        return tuple(card for card in pairs if card is not None)
    return tuple(_by_suit(typed, parts))


class _Part(NamedTuple):
    """What a word names: a rank, a suit or, where it stands alone, either."""

    rank: Rank | None
    suit: Suit | None


def _card_parts(typed: str, words: TypedWords) -> list[_Part]:
    tokens = _tokens(typed, words, words.ranks)
    return [part for token in tokens for part in _ranks_and_suits(typed, token, words)]


def _ranks_and_suits(typed: str, token: str, words: TypedWords) -> list[_Part]:
    """What a token names: a rank or a suit, or several letters written together as in ``qh``."""
    suits = {**SIGNS, **words.suits}
    known = words.ranks.keys() | suits.keys()
    names = (token,) if token in known else token
    if (token.isdecimal() and token not in known) or not all(name in known for name in names):
        raise Unreadable(typed)
    return [_Part(words.ranks.get(name), suits.get(name)) for name in names]


def _card_of_pair(one: _Part, other: _Part) -> Card | None:
    """The card that two words name: the suit after the rank, or else before it."""
    for rank, suit in ((one.rank, other.suit), (other.rank, one.suit)):
        if rank is not None and suit is not None:
            return Card(rank, suit)
    return None


def _by_suit(typed: str, parts: Sequence[_Part]) -> Iterable[Card]:
    """The cards of ranks that stand after their suit."""
    suit: Suit | None = None
    for place, part in enumerate(parts):
        if part.rank is not None and suit is not None:
            yield Card(part.rank, suit)
        elif part.suit is None or not any(after.rank is not None for after in parts[place + 1 : place + 2]):
            raise Unreadable(typed)
        else:
            suit = part.suit


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
    numbers = {place: _odd_tricks(tokens[place], words) for place in places}
    found = [(place, number) for place, number in sorted(numbers.items()) if number is not None]
    if len(found) > 1 or not tokens:
        raise Unreadable(typed)
    rest = [token for place, token in enumerate(tokens) if not found or place != found[0][0]]
    strain = _read_strain(rest, said, words) if rest else None
    if rest and strain is None:
        raise Unreadable(typed)
    return (found[0][1] if found else None), strain


def _odd_tricks(token: str, words: TypedWords) -> int | None:
    """The number of odd tricks that a token means, if it means one."""
    if len(token) == 1 and token.isdecimal() and 1 <= int(token) <= MOST_ODD_TRICKS:
        return int(token)
    return words.numbers.get(token)


def _read_strain(tokens: Sequence[str], said: GameWords, words: TypedWords) -> Strain | None:
    """The denomination that these words mean, if they mean one. Two names of it may stand together: ``♥
    hearts``, ``royal spades``, ``Biritch — no trumps``."""
    phrase = " ".join(tokens)
    suits = {**SIGNS, **words.suits}
    if phrase in suits:
        return plain_strain(suits[phrase])
    if phrase in words.strains:
        return words.strains[phrase]
    if phrase == simple(said.no_trumps):
        return Strain.NO_TRUMPS
    for place in range(1, len(tokens)) if len(tokens) <= _MOST_WORDS else ():
        first, second = (_read_strain(part, said, words) for part in (tokens[:place], tokens[place:]))
        if first is not None and second is not None:
            return _joined_strain(first, second)
    return None


def _joined_strain(one: Strain, other: Strain) -> Strain | None:
    """The one denomination that two names mean together: royals for a suit and royals, None if they do not
    agree."""
    if one is other:
        return one
    if one.trumps is None or one.trumps is not other.trumps:
        return None
    return Strain.ROYALS


# On a score sheet: sides, hands, honours, revokes and guests

_PENALTIES: Final = {
    "tricks": Penalty.TAKE_THREE,
    "take": Penalty.TAKE_THREE,
    "take3": Penalty.TAKE_THREE,
    "add": Penalty.ADD,
    "points": Penalty.ADD,
    "deduct": Penalty.DEDUCT,
    "transfer": Penalty.TRANSFER,
}

MOST_REVOKES: Final = 8

_SIDES: Final = {"ns": Side.NS, "sn": Side.NS, "ew": Side.EW, "we": Side.EW}
_HELD: Final = re.compile(r"(north|east|south|west|ns|sn|ew|we|n|e|s|w)[ :=]*(\d{1,2})")
_SEAT: Final = re.compile(r"north|east|south|west|[nesw]")


def _in_english(word: re.Match[str]) -> str:
    """A seat, a side or a penalty by its English name."""
    return SEATS.get(word[0]) or PENALTIES.get(word[0]) or word[0]


def _normalised(text: str) -> str:
    """In small letters with single spaces, each side as two letters, without accents and the marks that
    choose the form of a sign."""
    text = " ".join(re.sub(r"[^\W\d_]+", _in_english, folded(text)).split())
    for long, short in (
        ("north–south", "ns"),
        ("north-south", "ns"),
        ("east–west", "ew"),
        ("east-west", "ew"),
    ):
        text = text.replace(long, short)
    return re.sub(r"\b(n|s|e|w)[–/-]\s*(n|s|e|w)\b", r"\1\2", text)


def read_side(text: str, part: Part = Part.BY) -> Side:
    """A side, by its own name or by that of one of its seats. Raises NotUnderstood."""
    plain = _normalised(text)
    if plain in _SIDES:
        return _SIDES[plain]
    if _SEAT.fullmatch(plain):
        return Seat(plain[0].upper()).side
    raise NotUnderstood(part)


def read_held(text: str, part: Part) -> Held | None:
    """How many honours lay where: ``N 3 S 1``, ``north 3, south 1``, ``NS 4``; four numbers are north, east,
    south and west; ``easy`` is two on each side. None for ``none``: nobody scores them. Raises
    NotUnderstood."""
    if any(simple(text) in words.no_honours for words in EVERY.values()):
        return None
    if any(simple(text) in words.easy_honours for words in EVERY.values()):
        return Held(sides=tuple((side, 2) for side in Side))
    plain = _normalised(text).replace(",", " ").replace(";", " ")
    if re.fullmatch(r" *\d{1,2}( +\d{1,2}){3} *", plain):
        return Held(hands=tuple(zip(Seat, map(int, plain.split()), strict=True)))
    found = _HELD.findall(plain)
    if not found or re.sub(r"\s+", "", _HELD.sub("", plain)):
        raise NotUnderstood(part)
    hands, sides = {}, {}
    for where, count in found:
        if where in _SIDES:
            sides[_SIDES[where]] = int(count)
        else:
            hands[Seat(where[0].upper())] = int(count)
    if len(hands) + len(sides) < len(found) or any(seat.side in sides for seat in hands):
        raise NotUnderstood(part)
    return Held(tuple(hands.items()), tuple(sides.items()))


def read_seats(text: str) -> tuple[Seat, ...]:
    """Several hands: ``E``, ``north and west``. Raises NotUnderstood."""
    plain = re.sub(r"\band\b|[,;+]", " ", _normalised(text))
    words = plain.split()
    named = [word for one in words for word in (one if len(one) == 2 and set(one) <= set("nesw") else [one])]
    if not named or not all(_SEAT.fullmatch(word) for word in named):
        raise NotUnderstood(Part.CHICANE)
    seats = {Seat(word[0].upper()) for word in named}
    return tuple(seat for seat in Seat if seat in seats)


def read_revokes(text: str) -> tuple[Revoked, ...]:
    """Which sides revoked, and the penalty chosen for each: ``EW tricks``, ``NS add, EW deduct``. Raises
    NotUnderstood."""
    revoked = []
    for one in re.split(r"[,;]", _normalised(text)):
        side, _, penalty = one.strip().partition(" ")
        chosen = _PENALTIES.get(penalty.strip(" :"))
        if chosen is None:
            raise NotUnderstood(Part.REVOKES)
        revoked.append(Revoked(read_side(side.strip(" :"), Part.REVOKES), chosen))
    if len(revoked) > MOST_REVOKES:
        raise NotUnderstood(Part.REVOKES)
    return tuple(revoked)


NAME_LENGTH: Final = 24
_MOST_SIGNS: Final = 5
"""Of a letter with its marks: no script needs more, and a heap of them covers the lines above."""
_JOINERS: Final = "\u200c\u200d"  # Persian and the scripts of India spell with them
_BETWEEN: Final = " .&'’-·・་׳״"
"""Signs within a name, in some script, that are no letters."""
_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Unicode's letters and marks that nobody sees."""


def read_guest(text: str) -> str | None:
    """A guest's name in letters of any script with their marks, without what Discord would
    read as markup. None if nothing is left of it, or if
    it has an @ or a < and so means somebody on Discord."""
    if "<" in text or "@" in text:
        return None
    signs = list[str]()
    for one in unicodedata.normalize("NFC", _INVISIBLE.sub("", text)):
        if unicodedata.category(one)[0] == "M" or one in _JOINERS:
            if signs and signs[-1][0].isalpha() and len(signs[-1]) < _MOST_SIGNS:
                signs[-1] += one
        elif one.isalpha() or one.isdecimal() or one in _BETWEEN:
            signs.append(one)
    name = ""
    for sign in signs:
        if len(name) + len(sign) > NAME_LENGTH:
            break
        if sign != " " or not name.endswith(" "):
            name += sign
    name = name.strip(_BETWEEN + _JOINERS)
    return name or None
