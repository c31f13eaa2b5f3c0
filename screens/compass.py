"""The four hands as a small compass: North above, West and East side by side, South below.

Discord's letters are of different widths, and emoji show only outside code, so the columns are lined up with
blanks of several widths. What these letters measure is near enough for a phone and for a desktop.
"""

from __future__ import annotations

from typing import Final

from rules.cards import Card, Hand, Rank, Suit
from rules.seats import BySeat, Seat
from screens.words.names import rank, sign
from screens.words.speech import Speech

_TIED: Final = "\u00a0"  # a blank at which no line breaks
_BLANKS: Final = ((1000, "\u2003"), (500, "\u2002"), (250, "\u2005"), (167, "\u2006"))
"""Blanks by their widths, in thousandths of the letters' size. A screen keeps them at a line's start."""

_WIDTHS: Final = {Rank.ACE: 680, Rank.KING: 650, Rank.QUEEN: 760, Rank.KNAVE: 450, Rank.TEN: 1120}
_FIGURE: Final = 560
_GAP: Final = 270
_NONE: Final = "–"
_COLUMN: Final = 7200
"""From the sign of West's suit to that of East's, without the signs: six cards and a blank."""
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
    """Of the ranks of a suit as they are written."""
    widths = [_WIDTHS.get(one.rank, _FIGURE) for one in hand.suit(suit)] or [_FIGURE]
    return sum(widths) + _GAP * (len(widths) - 1)


def _blank(width: int) -> str:
    """Blanks of about this width: at least one."""
    found = ""
    for of, blank in _BLANKS:
        while width >= of:
            found, width = found + blank, width - of
    return found or _BLANKS[-1][1]
