"""What things are called: seats, sides, suits, cards, declarations, doublings. English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.wordings.numbers import number, power_of_two
from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import Card, Rank, Suit
from rules.members import Member, Robot
from rules.seats import Seat, Side

Names = Callable[[Member], str]
"""How a member is written: ``<@123>`` for a person, ``Hoyle (robot)`` for a robot; never text of a user's."""

TEXT_FORM: Final = "\ufe0e"
"""Asks for the letter-like form of the sign before it instead of a coloured picture."""

_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SUITS: Final = {
    Suit.SPADES: "Spades",
    Suit.HEARTS: "Hearts",
    Suit.DIAMONDS: "Diamonds",
    Suit.CLUBS: "Clubs",
}
_ONE_OF: Final = {
    Suit.SPADES: "a spade",
    Suit.HEARTS: "a heart",
    Suit.DIAMONDS: "a diamond",
    Suit.CLUBS: "a club",
}
_SEATS: Final = {Seat.NORTH: "North", Seat.EAST: "East", Seat.SOUTH: "South", Seat.WEST: "West"}
_GAMES: Final = {"biritch": "Biritch"}
_SHORT_SIDES: Final = {Side.NS: "N–S", Side.EW: "E–W"}
_SIDES: Final = {Side.NS: "North–South", Side.EW: "East–West"}


def seat(of: Seat) -> str:
    return _SEATS[of]


def side(of: Side) -> str:
    return _SIDES[of]


def short_side(of: Side) -> str:
    return _SHORT_SIDES[of]


def either_of(seats: Sequence[Seat]) -> str:
    """``West``, ``East or West``."""
    return _listed([seat(one) for one in seats], "or")


def all_of(things: Sequence[str]) -> str:
    """``North``, ``North and East``, ``North, East and South``."""
    return _listed(things, "and")


def sign(of: Suit) -> str:
    return _SIGNS[of] + TEXT_FORM


def suit(of: Suit) -> str:
    return _SUITS[of]


def one_of(of: Suit) -> str:
    """``a heart``."""
    return _ONE_OF[of]


def rank(of: Rank) -> str:
    return "10" if of is Rank.TEN else of.letter


def card(of: Card) -> str:
    """``Q♥``, ``10♠``."""
    return rank(of.rank) + sign(of.suit)


def suit_line(of: Suit, cards: Iterable[Card]) -> str:
    """The cards of one suit: ``♥ K 10 7``, ``♦ –``."""
    return f"{sign(of)} {' '.join(rank(one.rank) for one in cards) or '–'}"


def trumps(of: Suit | None) -> str:
    """``♥ Hearts``, ``Biritch — no trumps``."""
    return "Biritch — no trumps" if of is None else f"{sign(of)} {suit(of)}"


def short_trumps(of: Suit | None) -> str:
    """``♥ Hearts``, ``Biritch``."""
    return "Biritch" if of is None else trumps(of)


def doubling(level: int) -> str:
    """``contre ×2``, ``sur contre ×8``; nothing where nobody has doubled."""
    if level == 0:
        return ""
    return f"{'contre' if level == 1 else 'sur contre'} ×{power_of_two(level)}"


def declaration(of: Suit | None, level: int) -> str:
    """``♥ Hearts, contre ×2``."""
    return f"{trumps(of)}, {doubling(level)}" if level else trumps(of)


def worth(points: int, level: int) -> str:
    """What an odd trick is worth, and where that comes from: ``10``, ``40 (10 × 4)``."""
    if level == 0:
        return f"**{number(points)}**"
    return f"**{number(points)}** ({number(points >> level)} × {power_of_two(level)})"


def call(of: Call, level: int) -> str:
    """What a player said; ``level`` is how often the tricks had been doubled when he had said it."""
    match of:
        case Declare(named):
            return short_trumps(named)
        case Pass():
            return "pass"
        case Double():
            return "contre" if level == 1 else "sur contre"
        case Content():
            return "content"


def game(key: str) -> str:
    return _GAMES[key]


def robot_name(robot: Robot) -> str:
    """``Hoyle (robot)``: in words, since a picture is not on every screen."""
    return f"{robot.name} (robot)"


def _listed(things: Sequence[str], last: str) -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} {last} {things[-1]}"
