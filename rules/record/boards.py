"""Reads deals that other programs have written: hands, dealers and vulnerability, as PBN or as LIN.

Whatever else a file says (names, auctions, plays, results) is passed over. PBN is read in its import form
(version 2.1): tags stand anywhere, comments go to the end of a line or lie in braces, a line with ``%`` in
front is for programs, and ``#`` repeats the value of the game before. LIN is what Bridge Base Online writes:
words and texts in turn between bars. Where a file does not say who deals and who is vulnerable, the number of
the board does, as on the boards of clubs; where it says so and cannot be read, it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

from rules.cards import WHOLE_PACK, Card, Hand, Rank, Suit
from rules.deal.brought import MOST_BROUGHT, BroughtDeal, usual_dealer, usual_vulnerability
from rules.errors import Refusal
from rules.record.reading import decoded
from rules.seats import BySeat, BySide, Seat


class Flaw(Enum):
    """What is wrong in a file of deals."""

    NO_DEALS = auto()  # it is neither PBN nor LIN, or has none
    TOO_MANY = auto()
    NO_HANDS = auto()  # a board without its hands
    HANDS = auto()  # they are not written as hands are
    COUNT = auto()  # some hand has not thirteen cards
    TWICE = auto()  # a card is in two hands, or twice in one
    DEALER = auto()
    VULNERABLE = auto()
    NUMBER = auto()
    MISSPELT = auto()  # a tag reads almost like one that its game lacks
    TAG = auto()  # a tag that is not closed, so that nothing can be told of what follows
    REMARK = auto()  # the same of a comment
    BAR = auto()  # a bar of LIN is missing or too many: what is read as a word is a text


class BadDeals(Refusal):
    """A file of deals that cannot be read: of which board and which tag, where that is known. The tag is a
    name of ours, and nothing that stands in the file."""

    def __init__(self, flaw: Flaw, line: int, board: int = 0, tag: str = "") -> None:
        super().__init__(flaw, line, board, tag)
        self.flaw, self.line, self.board, self.tag = flaw, line, board, tag


def boards_of_file(data: bytes) -> tuple[BroughtDeal, ...]:
    """The deals of a file: UTF-8 or UTF-16, or Latin 1, in which older programs write. Raises BadDeals."""
    try:
        text = decoded(data)
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return read_boards(text)


def read_boards(text: str, most: int = MOST_BROUGHT) -> tuple[BroughtDeal, ...]:
    """The deals in this text, in its order. One that follows itself, as in the results of two rooms, is taken
    once. Raises BadDeals."""
    text = plain_lines(text)
    is_lin = re.search(r"(?:^|\|)\s*md\s*\|", text, re.IGNORECASE) and not _PBN_DEAL.search(text)
    found = list[BroughtDeal]()
    for line, deal in _of_lin(text) if is_lin else _of_pbn(text):
        if found and deal == found[-1]:
            continue
        if len(found) == most:
            raise BadDeals(Flaw.TOO_MANY, line)
        found.append(deal)
    if not found:
        raise BadDeals(Flaw.NO_DEALS, 1)
    return tuple(found)


def plain_lines(text: str) -> str:
    """The text without byte order marks, its lines ended as here."""
    return text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")


class _Said(NamedTuple):
    """A value, and where it stands."""

    value: str
    line: int
    tag: str
    board: int = 0

    def bad(self, flaw: Flaw) -> BadDeals:
        return BadDeals(flaw, self.line, self.board, self.tag)


# Portable Bridge Notation

_PBN_DEAL: Final = re.compile(r'\[\s*Deal\s*"', re.IGNORECASE)
_PBN: Final = re.compile(
    r"""
      (?P<escaped> ^%[^\n]* )
    | (?P<remark> ;[^\n]* | \{[^}]*\}? )
    | \[ \s* (?P<name> \w+ ) \s* "(?P<value> (?:[^"\\\n]|\\.)* )" \s* \]
    | (?P<between> ^[ \t]*\n )
    | (?P<text> [^\[{;%\n]+ | . | \n )
    """,
    re.VERBOSE | re.MULTILINE,
)
_PBN_GAME: Final = ("event", "board", "deal")
"""Tags of which a game has one, so that a second one begins another game."""
_PBN_DEALER: Final = ("Dealer", "Auction")
"""Tags that name who deals: who speaks first does."""
_PBN_READ: Final = {one.lower(): one for one in ("Event", "Board", "Deal", *_PBN_DEALER, "Vulnerable")}
"""The others say nothing of a deal, and a file may have any number of them."""
_MISSPELT: Final = "?"
"""Before a name: a tag that reads almost like it."""
_SAME: Final = ("#", "##")
_UNKNOWN: Final = ("", "?", "-")


def _of_pbn(text: str) -> Iterator[tuple[int, BroughtDeal]]:
    count, before = 0, dict[str, _Said]()
    for tags in _pbn_games(text):
        said = {name: _repeated(name, one, before) for name, one in tags.items()}
        before = {**before, **said}
        said = {name: one._replace(board=count + 1) for name, one in said.items()}
        number = _number(said["board"], count + 1) if "board" in said else count + 1
        said = {name: one._replace(board=number) for name, one in said.items()}
        if "deal" not in said:
            _check_spelt(said, "deal")
            if "board" in said:
                raise said["board"].bad(Flaw.NO_HANDS)
            continue
        count += 1
        yield said["deal"].line, _pbn_board(said, number)


def _pbn_games(text: str) -> Iterator[dict[str, _Said]]:
    """The tags of each game that tell of its deal, by their names in small letters."""
    tags, line = dict[str, _Said](), 1
    for found in _PBN.finditer(text):
        if found["between"] is not None and "deal" in tags:
            yield tags
            tags = {}
        elif found["name"] is not None:
            name = found["name"].lower()
            if name in _PBN_GAME and name in tags:
                yield tags
                tags = {}
            if name in _PBN_READ:
                tags.setdefault(name, _Said(found["value"].strip(), line, _PBN_READ[name]))
            else:
                for meant in _tags_meant(name):
                    tags.setdefault(_MISSPELT + meant, _Said("", line, _PBN_READ[meant]))
        elif found[0] == "[":
            raise BadDeals(Flaw.TAG, line)
        elif found[0].startswith("{") and not found[0].endswith("}"):
            raise BadDeals(Flaw.REMARK, line)
        line += found[0].count("\n")
    if tags:
        yield tags


def _tags_meant(name: str) -> Iterator[str]:
    """The tags that this name misspells by one letter, or shortens."""
    if name == "dlr":
        yield "dealer"
    elif name.startswith("vul"):
        yield "vulnerable"
    else:
        yield from (one for one in _PBN_READ if _is_slip(name, one))


def _is_slip(written: str, meant: str) -> bool:
    """Whether one letter is missing, too many or another, or two have changed places."""
    for _ in range(2):  # what both begin with goes, then what both end with
        same = next(
            (at for at, (one, other) in enumerate(zip(written, meant, strict=False)) if one != other), None
        )
        same = min(len(written), len(meant)) if same is None else same
        written, meant = written[same:][::-1], meant[same:][::-1]
    return max(len(written), len(meant)) == 1 or (len(written) == 2 and written == meant[::-1])


def _check_spelt(tags: Mapping[str, _Said], *names: str) -> None:
    for name in names:
        if name not in tags and _MISSPELT + name in tags:
            raise tags[_MISSPELT + name].bad(Flaw.MISSPELT)


def _repeated(name: str, said: _Said, before: Mapping[str, _Said]) -> _Said:
    """What repeats nothing stays as it is, which no tag can be."""
    return said._replace(value=before[name].value) if said.value in _SAME and name in before else said


def _pbn_board(tags: Mapping[str, _Said], number: int) -> BroughtDeal:
    _check_spelt(tags, "board", "dealer", "vulnerable")
    dealers = [tags[name.lower()] for name in _PBN_DEALER if name.lower() in tags]
    dealer = next((one for one in dealers if one.value not in _UNKNOWN), None)
    if dealer is None:
        _check_spelt(tags, *map(str.lower, _PBN_DEALER))
    vulnerable = tags.get("vulnerable")
    return BroughtDeal(
        number,
        usual_dealer(number) if dealer is None else _pbn_seat(dealer),
        usual_vulnerability(number)
        if vulnerable is None or vulnerable.value in ("", "?")
        else _vulnerability(vulnerable, _PBN_VULNERABLE),
        _pbn_hands(tags["deal"]),
    )


def _number(said: _Said, count: int) -> int:
    """The number of a board; some files have names for them, of which the digits count."""
    if said.value in _UNKNOWN:
        return count
    number = _number_in(said.value)
    if number is None:
        raise said.bad(Flaw.NUMBER)
    return number


def _number_in(text: str) -> int | None:
    digits = re.search(r"[0-9]+", text)
    return None if digits is None or len(digits[0]) > 6 else int(digits[0]) or None


_PBN_SEATS: Final = {name: seat for seat in Seat for name in (seat.letter, seat.name)}


def _pbn_seat(said: _Said) -> Seat:
    seat = _PBN_SEATS.get(said.value.upper())
    if seat is None:
        raise said.bad(Flaw.DEALER)
    return seat


_PBN_VULNERABLE: Final = {
    **dict.fromkeys(("none", "love", "-"), BySide(False, False)),
    **dict.fromkeys(("ns", "n-s"), BySide(True, False)),
    **dict.fromkeys(("ew", "e-w"), BySide(False, True)),
    **dict.fromkeys(("all", "both"), BySide(True, True)),
}


def _vulnerability(said: _Said, names: Mapping[str, BySide[bool]]) -> BySide[bool]:
    found = names.get(said.value.lower())
    if found is None:
        raise said.bad(Flaw.VULNERABLE)
    return found


def _pbn_hands(said: _Said) -> BySeat[Hand]:
    """``N:AKQ.JT9.876.5432 ...``: clockwise from a seat, spades first. One hand that is not told, ``-``, has
    the cards that are left."""
    found = re.fullmatch(r"([NESWnesw])\s*:\s*(.+)", said.value)
    hands = found[2].split() if found is not None else []
    if found is None or len(hands) != len(Seat):
        raise said.bad(Flaw.HANDS)
    seats = Seat(found[1].upper()).onwards()
    return _checked({seat: _pbn_hand(text, said) for seat, text in zip(seats, hands, strict=True)}, said)


def _pbn_hand(text: str, said: _Said) -> list[Card] | None:
    if text == "-":
        return None
    suits = text.split(".")
    if len(suits) != len(Suit):
        raise said.bad(Flaw.HANDS)
    return [card for suit, ranks in zip(Suit, suits, strict=True) for card in _suit_cards(suit, ranks, said)]


_RANKS: Final = {rank.letter: rank for rank in Rank}


def _suit_cards(suit: Suit, ranks: str, said: _Said) -> Iterator[Card]:
    """The cards of a suit. A void may be a dash, and a ten may be written with two digits."""
    for letter in ranks.upper().replace("10", "T").replace("-", ""):
        if letter not in _RANKS:
            raise said.bad(Flaw.HANDS)
        yield Card(_RANKS[letter], suit)


def _checked(held: Mapping[Seat, list[Card] | None], said: _Said) -> BySeat[Hand]:
    """Four hands of thirteen different cards. One that is not told has the rest of the pack."""
    told = [card for cards in held.values() for card in cards or ()]
    if len(set(told)) < len(told):
        raise said.bad(Flaw.TWICE)
    counts = [len(cards) for cards in held.values() if cards is not None]
    if any(count != 13 for count in counts) or len(counts) < 3:
        raise said.bad(Flaw.COUNT)
    rest = WHOLE_PACK - Hand.of(told)
    return BySeat(*(rest if (cards := held[seat]) is None else Hand.of(cards) for seat in Seat))


# LIN


def _of_lin(text: str) -> Iterator[tuple[int, BroughtDeal]]:
    for deal, words in lin_boards(text):
        yield next(one.line for one in words if one.name == "md"), deal


LIN_SEATS: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""In which order LIN names hands and players, and counts dealers from one."""
_LIN_VULNERABLE: Final = {
    **dict.fromkeys(("", "o", "0", "-"), BySide(False, False)),
    "n": BySide(True, False),
    "e": BySide(False, True),
    "b": BySide(True, True),
}


_LIN_READ: Final = frozenset(("md", "sv", "ah", "qx", "pn"))
"""Words that tell of a deal. No text is one of them."""
_LIN_NAME: Final = re.compile(r"[a-z0-9]{2}")


class LinWord(NamedTuple):
    """A word of LIN in small letters, with its value and its line."""

    name: str
    value: str
    line: int


def _lin_words(text: str) -> Iterator[LinWord]:
    """The words of a text, in which lines are broken anywhere."""
    pieces, line = text.split("|"), 1
    for name, value in zip(pieces[::2], pieces[1::2], strict=False):
        before = len(name) - len(name.lstrip())
        line += name.count("\n", 0, before)
        yield LinWord(name.replace("\n", "").strip().lower(), value.replace("\n", "").strip(), line)
        line += name.count("\n", before) + value.count("\n")
    rest = pieces[-1]
    if len(pieces) % 2 and _LIN_NAME.fullmatch(rest.replace("\n", "").strip().lower()):
        line += rest.count("\n", 0, len(rest) - len(rest.lstrip()))
        raise BadDeals(Flaw.BAR, line)  # a word without its text


def lin_boards(text: str) -> Iterator[tuple[BroughtDeal, tuple[LinWord, ...]]]:
    """The deals, each with all that is said of it. One begins with its hands, or with a label or the players
    before them. Raises BadDeals."""
    count, about, before, of_board = 0, list[LinWord](), list[LinWord](), False
    for word in (*_lin_words(text), LinWord("md", "", 0)):
        if word.value.lower() in _LIN_READ or (of_board and not _LIN_NAME.fullmatch(word.name)):
            raise BadDeals(Flaw.BAR, word.line)
        if word.name == "dm" and "," in word.value:  # the board would be left out
            raise BadDeals(Flaw.MISSPELT, word.line, count + 1 + of_board, "md")
        if word.name == "md":
            if of_board:
                count += 1
                yield _lin_board(about, count), tuple(about)
            about, before, of_board = [*before, word], [], True
        elif before or word.name in ("qx", "pn"):
            before.append(word)
        else:
            about.append(word)


def _lin_board(about: Sequence[LinWord], count: int) -> BroughtDeal:
    said = {one.name: _Said(one.value, one.line, one.name, count) for one in about}
    label = next((said[name] for name in ("ah", "qx") if name in said and said[name].value), None)
    number = _number_in(label.value) if label is not None else count
    said = {name: one._replace(board=number or count) for name, one in said.items()}
    dealer, hands = _lin_hands(said["md"])
    vulnerable = said.get("sv")
    if vulnerable is None and "vs" in said:
        raise said["vs"]._replace(tag="sv").bad(Flaw.MISSPELT)
    if number is None:  # a label may be a name, where nothing depends on it
        if label is not None and (dealer is None or vulnerable is None):
            raise label.bad(Flaw.NUMBER)
        number = count
    return BroughtDeal(
        number,
        usual_dealer(number) if dealer is None else dealer,
        usual_vulnerability(number) if vulnerable is None else _vulnerability(vulnerable, _LIN_VULNERABLE),
        hands,
    )


def _lin_hands(said: _Said) -> tuple[Seat | None, BySeat[Hand]]:
    """``3SAKQHJT9D876C5432,...``: the number of the dealer, and hands from the south on. East's may be left
    out."""
    found = re.fullmatch(r"([0-4]?)(.*)", said.value)
    assert found is not None  # anything fits
    hands = [one.strip() for one in found[2].split(",")]
    if not len(Seat) - 1 <= len(hands) <= len(Seat):
        raise said.bad(Flaw.HANDS)
    hands += [""] * (len(Seat) - len(hands))
    held = {seat: _lin_hand(one, said) for seat, one in zip(LIN_SEATS, hands, strict=True)}
    dealer = LIN_SEATS[int(found[1]) - 1] if found[1] not in ("", "0") else None
    return dealer, _checked(held, said)


def _lin_hand(text: str, said: _Said) -> list[Card] | None:
    if not text:
        return None
    parts = re.split(r"([SHDC])", text.upper())
    if parts[0]:
        raise said.bad(Flaw.HANDS)
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return [card for letter, ranks in pairs for card in _suit_cards(Suit(letter), ranks, said)]
