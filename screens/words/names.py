"""What things are called: suits, cards, declarations, bids, doublings. English.

The names of seats and sides are in ``screens.words.speech``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, assert_never

from rules.calls import Bid, Call, CallHonours, Content, Declare, Discard, Double, Pass, TakeStock
from rules.cards import Card, Rank, Suit
from rules.members import Member, RobotMember
from rules.strains import Strain
from rules.view import Settled
from screens.words.gamewords import Doubling, GameWords
from screens.words.numbers import number, power_of_two

Names = Callable[[Member], str]
"""Gives the name of a member: ``<@123>`` for a person, ``Hoyle (robot)`` for a robot; never text that a user
typed."""

TEXT_FORM: Final = "\ufe0e"
"""A mark that asks for the letter-like form of the sign before it, instead of a coloured picture."""

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
_SHORT_STRAINS: Final = {
    Strain.CLUBS: "♣" + TEXT_FORM,
    Strain.DIAMONDS: "♦" + TEXT_FORM,
    Strain.HEARTS: "♥" + TEXT_FORM,
    Strain.SPADES: "♠" + TEXT_FORM,
    Strain.ROYALS: "R♠" + TEXT_FORM,
    Strain.NO_TRUMPS: "NT",
    Strain.MISERE: "mis",
}


def all_of(things: Sequence[str]) -> str:
    """``North``, ``North and East``, ``North, East and South``."""
    return listed(things, "and")


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


def doubling(level: int, said: Doubling) -> str:
    """``contre ×2``, ``redouble ×4``; empty at level 0."""
    if level == 0:
        return ""
    return f"{said.once if level == 1 else said.again} ×{power_of_two(level)}"


def declared(of: Suit | None, said: GameWords) -> str:
    """``♥ Hearts``, ``No trumps``, ``Biritch — no trumps``, in the words of the game."""
    if of is not None:
        return trumps(of)
    return said.no_trumps if "trumps" in said.no_trumps.lower() else f"{said.no_trumps} — no trumps"


def settled(of: Settled, said: GameWords) -> str:
    """What is played: ``♥ Hearts, contre ×2``, ``2 ♥ Hearts, double ×2``, ``3 no trumps``."""
    what = bid_at(of.bid, said) if of.bid is not None else declared(of.trumps, said)
    return f"{what}, {doubling(of.level, said.doubling)}" if of.level else what


def bid(of: Bid) -> str:
    """``2 ♥ Hearts``, ``3 no trumps``."""
    return f"{of.odd} {strain_name(of.strain)}"


def bid_at(of: Bid, said: GameWords) -> str:
    """``2 ♥ Hearts``, or the game's own name for the bid: ``Grand``."""
    return said.named(of) or bid(of)


def short_bid(of: Bid, said: GameWords) -> str:
    """A bid as it is written down: ``2♥``, ``3NT``."""
    return said.named(of) or f"{of.odd}{_SHORT_STRAINS[of.strain]}"


def said(of: Call, level: int, by: GameWords) -> str:
    """A call as a player of this game says it. ``level`` is the number of doublings once it has been made."""
    named_here = by.named(of)
    if named_here is not None:
        return named_here
    match of:
        case Declare(named):
            return by.no_trumps if named is None else trumps(named)
        case Bid():
            return bid(of)
        case Pass():
            return "pass"
        case Double():
            return by.doubling.once if level == 1 else by.doubling.again
        case Content():
            return "content"
        case TakeStock():
            return "ruffs"
        case Discard():
            return "puts out"
        case CallHonours():
            return "can you one?"
    assert_never(of)


def worth(points: int, level: int) -> str:
    """The worth of an odd trick, and how it is reckoned: ``10``, ``40 (10 × 4)``."""
    if level == 0:
        return f"**{number(points)}**"
    return f"**{number(points)}** ({number(points >> level)} × {power_of_two(level)})"


def strain_name(of: Strain) -> str:
    """``♥ Hearts``, ``no trumps``, ``misère``."""
    match of:
        case Strain.NO_TRUMPS:
            return "no trumps"
        case Strain.MISERE:
            return "misère"
        case Strain.ROYALS:
            return f"{sign(Suit.SPADES)} Royals"
    assert of.trumps is not None
    return trumps(of.trumps)


def robot_name(robot: RobotMember) -> str:
    """``Hoyle (robot)``. The word is needed, since not every screen can show an icon."""
    return f"{robot.name} (robot)"


def listed(things: Sequence[str], last: str) -> str:
    """``A``, ``A or B``, ``A, B or C``, where ``last`` is *or*."""
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} {last} {things[-1]}"
