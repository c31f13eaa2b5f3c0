"""Parts that several screens share: headings, calls, and hands by suit or as a compass.

They are made from what a ``SeatView`` shows and nothing else. Discord's letters are of different widths, and
emoji show only outside code, so the columns of the compass are lined up with blanks of several widths. What
these letters measure is near enough for a phone and for a desktop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import Final

from rules.calls import Bid, Called, Double
from rules.cards import Card, Hand, Rank, Suit
from rules.seats import BySeat, Seat, by_seat
from rules.view import FacedHand, SeatView, Settled
from screens.deck import BADGES, face
from screens.screen import ROW_SIZE, Text
from screens.words import calls as call_words
from screens.words import names as name
from screens.words import table as words
from screens.words.gamewords import GameWords
from screens.words.names import Names, Speech, SpeechAtTurnedTable, SpeechByName, rank, sign

GREY: Final = 0x6B7280
INK: Final = 0x4F5D75
BRASS: Final = 0xB08D3C
BAIZE: Final = 0x2E7D5B
CLARET: Final = 0x8C2F39

TRICKS: Final = 13
"""The tricks of a deal, in every game with bids."""

HANDS_KEPT: Final = 1024
"""How many hands are kept in memory as text."""
LINES_KEPT: Final = 256
"""How many contracts, and how many tricks, are kept in memory as text."""
CALLS_SHOWN: Final = 8
"""The most calls in a line; of a longer chain of contres only the end is shown."""


def text(*lines: str) -> Text:
    """These lines as one part, without the empty ones."""
    return Text("\n".join(line for line in lines if line))


def heading(line: str) -> str:
    return f"### {line}"


def title(line: str) -> str:
    """Larger than a heading: what is played."""
    return f"## {line}"


def small(line: str) -> str:
    return f"-# {line}"


def noted(note: str) -> str:
    """A sentence for the viewer alone, above the rest of the screen."""
    return f"> {note}" if note else ""


# To whom it is told


def speech_to(view: SeatView, names: Names | None = None) -> Speech:
    """How the viewer alone is told of the table: of people by their names or, where none are told of, without
    ``names``; and if they play, from where they sit."""
    rubber, viewer, speech = view.table.rubber, view.viewer, Speech.at_table(view.table)
    if rubber is None or (viewer is None and names is None):
        return speech
    if names is None:
        called: BySeat[str] = by_seat(speech.seat)
    else:
        dummies, sat = rubber.dummies, rubber.seats
        called = by_seat(
            lambda one: name.dummy_of(names(sat.of(one.partner))) if one in dummies else names(sat.of(one))
        )
    if viewer is None:
        return SpeechByName(speech.clockwise, called)
    return SpeechAtTurnedTable(speech.clockwise, called, viewer.side, viewer)


# Calls and tricks


def with_levels(calls: Iterable[Called]) -> Iterator[tuple[Called, int]]:
    """Each call, with the number of doublings of what then stood."""
    level = 0
    for one in calls:
        level = level + 1 if isinstance(one.call, Double) else 0 if isinstance(one.call, Bid) else level
        yield one, level


def calls_line(speech: Speech, calls: Sequence[Called], said: GameWords) -> str:
    """The calls in order in the words of the game; of a long chain only the end."""
    heard = [
        call_words.CALLED(seat=speech.seat(one.seat), call=name.call_name(one.call, level, said))
        for one, level in with_levels(calls)
    ]
    left_out = len(heard) - CALLS_SHOWN
    if left_out > 1:
        heard[:left_out] = [f"*{call_words.CALLS_BEFORE(left_out)}*"]
    return " · ".join(heard)


# Hands

_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_BLACK: Final = (Suit.SPADES, Suit.CLUBS)


def in_order(hand: Hand, trumps: Suit | None) -> tuple[tuple[Card, ...], ...]:
    """The cards suit by suit, each from its highest card down. Trumps are at the left, and as far as can be
    no two suits of one colour stand side by side."""
    held = {suit: tuple(cards) for suit, cards in groupby(hand.cards, attrgetter("suit"))}
    red = [suit for suit in _RED if suit in held and suit is not trumps]
    black = [suit for suit in _BLACK if suit in held and suit is not trumps]
    order = [trumps] if trumps is not None and trumps in held else []
    red_next = order[0] in _BLACK if order else len(red) > len(black)
    while red or black:
        following = red if (red_next and red) or not black else black
        order.append(following.pop(0))
        red_next = following is black
    return tuple(held[suit] for suit in order)


def card_rows(suits: Iterable[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The cards in rows for buttons. A suit is divided only if it is longer than a row."""
    rows: list[tuple[Card, ...]] = []
    row: tuple[Card, ...] = ()
    for suit in suits:
        if row and not _fit_in_row((*row, *suit)):
            rows.append(row)
            row = ()
        for card in suit:
            if not _fit_in_row((*row, card)):
                rows.append(row)
                row = ()
            row = (*row, card)
    return (*rows, row) if row else tuple(rows)


_WIDE: Final = frozenset((Rank.ACE, Rank.KING, Rank.QUEEN))


def _fit_in_row(cards: Sequence[Card]) -> bool:
    """On a telephone 390 pixels wide, where four buttons with a ten and one of the widest letters would need
    a second line."""
    if len(cards) < ROW_SIZE:
        return True
    ranks = {card.rank for card in cards}
    return len(cards) == ROW_SIZE and not (Rank.TEN in ranks and ranks & _WIDE)


def in_line(hand: Hand, trumps: Suit | None) -> str:
    """The cards of a hand, trumps first."""
    return _cards_in_line(hand.bits, trumps)


@lru_cache(HANDS_KEPT)
def _cards_in_line(bits: int, trumps: Suit | None) -> str:
    """Kept for a while: of four hands on as many panels one changes at each card."""
    return faces(chain.from_iterable(in_order(Hand(bits), trumps)))


def faces(cards: Iterable[Card]) -> str:
    return " ".join(map(face, cards))


def faced_text(speech: Speech, faced: FacedHand, settled: Settled | None, left: Hand | None = None) -> str:
    """A hand that lies open, after the badge of its seat or, to a player, its place; of its cards only those
    ``left``, if these are given."""
    trumps = settled.trumps if settled is not None else None
    cards = in_line(left if left is not None else faced.left, trumps)
    if not isinstance(speech, SpeechAtTurnedTable):
        return f"{BADGES[speech.called(faced.seat)]} {cards}"
    return f"{speech.place(faced.seat)} {cards}"


def hand_title(speech: Speech, faced: FacedHand, settled: Settled | None) -> str:
    """Whose hand lies open: ``Dummy (North)``, ``North's hand, face up``."""
    is_dummy = settled is not None and any(dummy is faced.seat for dummy, _ in settled.dummies)
    return (words.DUMMY_HAND if is_dummy else words.FACED_HAND)(seat=speech.seat(faced.seat))


# The four hands as a compass

_TIED: Final = "\u00a0"  # a blank at which no line breaks
_BLANKS: Final = ((1000, "\u2003"), (500, "\u2002"), (250, "\u2005"), (167, "\u2006"))
"""Blanks by their widths, in thousandths of the letters' size. A screen keeps them at a line's start."""

_WIDTHS: Final = {Rank.ACE: 680, Rank.KING: 650, Rank.QUEEN: 760, Rank.KNAVE: 450, Rank.TEN: 1120}
_FIGURE: Final = 560
_GAP: Final = 270
_NONE: Final = "–"
_COLUMN: Final = 7200
"""The width from the sign of West's suit to that of East's, without the signs: six cards and a blank."""
_MIDDLE: Final = 3500
_LETTER: Final = 1000


def compass(speech: Speech, hands: BySeat[Hand], *, marked: frozenset[Card] = frozenset()) -> str:
    """The hands under the letters of their seats. The cards that are ``marked`` are underlined."""
    left, right = (Seat.WEST, Seat.EAST) if speech.clockwise else (Seat.EAST, Seat.WEST)
    west, east = hands.of(left), hands.of(right)
    lines = [*_across(speech.letter(Seat.NORTH), hands.of(Seat.NORTH), marked)]
    lines.append(f"**{speech.letter(left)}**{_blank(_COLUMN + 400)}**{speech.letter(right)}**")
    for suit in Suit:
        lines.append(
            f"{_suit(west, suit, marked)}{_blank(_COLUMN - _width(west, suit))}{_suit(east, suit, marked)}"
        )
    lines += _across(speech.letter(Seat.SOUTH), hands.of(Seat.SOUTH), marked)
    return "\n".join(lines)


def seats_line(speech: Speech, who: BySeat[str]) -> str:
    """Who sits where, in one line that may break between players."""
    order = tuple(Seat) if speech.clockwise else (Seat.NORTH, Seat.WEST, Seat.SOUTH, Seat.EAST)
    return " · ".join(f"**{speech.letter(one)}** {who.of(one)}" for one in order)


def _across(letter: str, hand: Hand, marked: frozenset[Card]) -> tuple[str, str]:
    """A hand in two lines, in the middle."""
    spades, hearts, diamonds, clubs = (_suit(hand, suit, marked) for suit in Suit)
    indent = _blank(_MIDDLE)
    return (
        f"{indent}**{letter}**{_blank(_LETTER - 700)}{spades}\u2003{hearts}",
        f"{indent}{_blank(_LETTER)}{diamonds}\u2003{clubs}",
    )


def _suit(hand: Hand, suit: Suit, marked: frozenset[Card]) -> str:
    cards = (f"__{rank(one.rank)}__" if one in marked else rank(one.rank) for one in hand.suit(suit))
    return f"{sign(suit)}{_TIED}{_TIED.join(cards) or _NONE}"


def _width(hand: Hand, suit: Suit) -> int:
    """The width of the ranks of a suit, as they are written."""
    widths = [_WIDTHS.get(one.rank, _FIGURE) for one in hand.suit(suit)] or [_FIGURE]
    return sum(widths) + _GAP * (len(widths) - 1)


def _blank(width: int) -> str:
    """Blanks of about this width: at least one."""
    found = ""
    for of, blank in _BLANKS:
        while width >= of:
            found, width = found + blank, width - of
    return found or _BLANKS[-1][1]
