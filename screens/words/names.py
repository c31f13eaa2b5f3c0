"""What things are called: suits, cards, declarations, bids, doublings, seats and sides; and numbers as people
read them. Points have no upper limit, since contre may go on without end.

How one table is spoken of is its ``Speech``: the names of its seats and sides, in the language that is set.
Every function that names a seat or a side takes one, so that no sentence about one table can use the names of
another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, Protocol, assert_never

from rules.calls import Bid, Call, CallHonours, Content, Declare, Discard, Double, Pass, TakeStock
from rules.cards import PACK, Card, Rank, Suit
from rules.frozen import frozen
from rules.games.all_games import variant
from rules.seats import BySeat, BySide, Member, RobotMember, Seat, Side
from rules.tricks import Strain
from rules.view import Settled
from screens.words.gamewords import Doubling, GameWords
from screens.words.languages import (
    Noun,
    Sentence,
    counted,
    kept_by_language,
    language_spoken,
    meant,
    say,
    spoken,
)

GROUP: Final = "\u202f"
"""A thin space that does not break, between groups of three digits."""
MINUS: Final = "\u2212"
GROUPED_FROM: Final = 10_000
EXACT_DIGITS: Final = 15
"""A number with more digits is rounded where it is read at a glance."""
WRITTEN_DIGITS: Final = 100
"""A number with more digits, four lines on a phone, is never written in full: nobody reads it."""
NAMES_KEPT: Final = 1024
"""Players whose names are kept in memory with the forms that sentences ask for."""

_RAISED: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def number(value: int) -> str:
    """Exact up to fifteen digits, else rounded: ``16``, ``12 288``, ``≈ 1.61 × 10⁶⁰``."""
    if 0 <= value < GROUPED_FROM:
        return str(value)
    if abs(value) < 10**EXACT_DIGITS:
        return _grouped(value)
    power = _last_power(abs(value))
    leading = (abs(value) + 5 * 10 ** (power - 3)) // 10 ** (power - 2)
    if leading == 1000:
        leading, power = 100, power + 1
    return f"≈ {_signed(value)}{leading // 100}{_point()}{leading % 100:02} × 10{raised(power)}"


def exact(value: int) -> str:
    """All digits, unless there are too many to read."""
    return number(value) if is_unreadable(value) else _grouped(value)


def is_unreadable(value: int) -> bool:
    """Whether it has so many digits that even ``exact`` rounds it."""
    least: int = 10**WRITTEN_DIGITS
    return abs(value) >= least


def is_rounded(value: int) -> bool:
    """Whether ``number`` gives fewer digits than there are."""
    return abs(value) >= 10**EXACT_DIGITS


def signed(value: int) -> str:
    """With its sign, as a leaderboard shows it: ``+126``, ``−40``, ``0``."""
    return f"+{number(value)}" if value > 0 else number(value)


def power_of_two(exponent: int) -> str:
    """``8``; from 2¹¹ on the power itself: ``2²⁰⁰``."""
    return number(1 << exponent) if exponent <= 10 else f"2{raised(exponent)}"


def raised(value: int) -> str:
    """In small raised figures: ``²⁰⁰``."""
    return str(value).translate(_RAISED)


def quotient(value: int, by: int) -> str:
    """The quotient to one decimal place, halves rounded away from nought: ``42.5``."""
    tenths = (abs(value) * 20 + by) // (2 * by)
    whole, tenth = divmod(tenths, 10)
    sign = "" if tenths == 0 else _signed(value)
    if is_rounded(whole) or tenth == 0:
        return number(-whole if sign else whole)
    return f"{sign}{_grouped(whole)}{_point()}{tenth}"


def _grouped(value: int) -> str:
    """In groups of three from five digits on."""
    digits = f"{abs(value):,}".replace(",", GROUP) if abs(value) >= GROUPED_FROM else str(abs(value))
    return _signed(value) + digits


def _point() -> str:
    return meant("between a whole number and its tenths", ".")


def _signed(value: int) -> str:
    return MINUS if value < 0 else ""


def _last_power(value: int) -> int:
    """The exponent of the greatest power of ten that is not above the value."""
    power = (value.bit_length() - 1) * 30103 // 100000
    while 10 ** (power + 1) <= value:
        power += 1
    while 10**power > value:
        power -= 1
    return power


Names = Callable[[Member], str]
"""Gives the name of a member: ``<@123>`` for a person, ``Hoyle (robot)`` for a robot; never text that a user
typed."""

SOMEBODY: Final = Sentence("somebody")
"""Where a player has no name."""

TEXT_FORM: Final = "\ufe0e"
"""A mark that asks for the letter-like form of the sign before it, instead of a coloured picture."""

_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


@cache
def _suit_names(language: str) -> dict[Suit, str]:
    with spoken(language):
        return {
            Suit.SPADES: say("Spades"),
            Suit.HEARTS: say("Hearts"),
            Suit.DIAMONDS: say("Diamonds"),
            Suit.CLUBS: say("Clubs"),
        }


@cache
def _suits_inside(language: str) -> dict[Suit, Noun]:
    with spoken(language):
        return {
            Suit.SPADES: Noun(say("spades"), {"gen": meant("genitive", "spades")}),
            Suit.HEARTS: Noun(say("hearts"), {"gen": meant("genitive", "hearts")}),
            Suit.DIAMONDS: Noun(say("diamonds"), {"gen": meant("genitive", "diamonds")}),
            Suit.CLUBS: Noun(say("clubs"), {"gen": meant("genitive", "clubs")}),
        }


@cache
def _one_of(language: str) -> dict[Suit, Noun]:
    with spoken(language):
        return {
            Suit.SPADES: Noun(say("a spade"), {"acc": meant("accusative", "a spade")}),
            Suit.HEARTS: Noun(say("a heart"), {"acc": meant("accusative", "a heart")}),
            Suit.DIAMONDS: Noun(say("a diamond"), {"acc": meant("accusative", "a diamond")}),
            Suit.CLUBS: Noun(say("a club"), {"acc": meant("accusative", "a club")}),
        }


def sign(of: Suit) -> str:
    return _SIGNS[of] + TEXT_FORM


def suit_name(of: Suit) -> str:
    """``Hearts``, as a label."""
    return _suit_names(language_spoken())[of]


def suit_inside(of: Suit) -> Noun:
    """``hearts``, within a sentence."""
    return _suits_inside(language_spoken())[of]


def one_of(of: Suit) -> Noun:
    """``a heart``."""
    return _one_of(language_spoken())[of]


@cache
def _rank_names(language: str) -> dict[Rank, str]:
    with spoken(language):
        return {
            **{one: str(int(one)) for one in Rank if one <= Rank.TEN},
            Rank.KNAVE: meant("the letter on a card", "J"),
            Rank.QUEEN: meant("the letter on a card", "Q"),
            Rank.KING: meant("the letter on a card", "K"),
            Rank.ACE: meant("the letter on a card", "A"),
        }


@cache
def written_cards(language: str) -> dict[Card, str]:
    """All cards as they are written in a language: ``Q♥``, ``D♥``."""
    return {one: _rank_names(language)[one.rank] + sign(one.suit) for one in PACK}


def rank(of: Rank) -> str:
    """As on the cards of a country that speaks the language: ``Q``, ``D``, ``Д``."""
    return _rank_names(language_spoken())[of]


def spoken_card(of: Card) -> str:
    """``Q♥``, ``10♠``."""
    return written_cards(language_spoken())[of]


def trumps(of: Suit | None) -> str:
    """``♥ Hearts``, ``Biritch — no trumps``."""
    return say("Biritch — no trumps") if of is None else f"{sign(of)} {suit_name(of)}"


def doubling(level: int, said: Doubling) -> str:
    """``contre ×2``, ``redouble ×4``; empty at level 0."""
    if level == 0:
        return ""
    return f"{said.once if level == 1 else said.again} ×{power_of_two(level)}"


def declared_name(of: Suit | None, said: GameWords) -> str:
    """``♥ Hearts``, ``No trumps``, ``Biritch — no trumps``, in the words of the game."""
    return trumps(of) if of is not None else said.without_trumps


def settled_words(of: Settled, said: GameWords) -> str:
    """What is played: ``♥ Hearts, contre ×2``, ``2 ♥ Hearts, double ×2``, ``3 no trumps``."""
    what = bid_at(of.bid, said) if of.bid is not None else declared_name(of.trumps, said)
    return f"{what}, {doubling(of.level, said.doubling)}" if of.level else what


def spoken_bid(of: Bid) -> str:
    """``2 ♥ Hearts``, ``3 no trumps``."""
    match of.strain:
        case Strain.NO_TRUMPS:
            return counted(of.odd, "{count} no trump", "{count} no trumps")
        case Strain.MISERE:
            return f"{of.odd} {strain_name(of.strain)}"
        case Strain.ROYALS:
            return counted(of.odd, "{count} {sign} Royal", "{count} {sign} Royals", sign=sign(Suit.SPADES))
    assert of.strain.trumps is not None
    return _so_many(of.odd, of.strain.trumps)


def _so_many(odd: int, of: Suit) -> str:
    match of:
        case Suit.SPADES:
            return counted(odd, "{count} {sign} Spade", "{count} {sign} Spades", sign=sign(of))
        case Suit.HEARTS:
            return counted(odd, "{count} {sign} Heart", "{count} {sign} Hearts", sign=sign(of))
        case Suit.DIAMONDS:
            return counted(odd, "{count} {sign} Diamond", "{count} {sign} Diamonds", sign=sign(of))
        case Suit.CLUBS:
            return counted(odd, "{count} {sign} Club", "{count} {sign} Clubs", sign=sign(of))


def bid_at(of: Bid, said: GameWords) -> str:
    """``2 ♥ Hearts``, or the game's own name for the bid: ``Grand``."""
    return said.named(of) or spoken_bid(of)


def short_bid(of: Bid, said: GameWords) -> str:
    """A bid as it is written down: ``2♥``, ``3NT``."""
    return said.named(of) or f"{of.odd}{short_strain(of.strain)}"


def short_strain(of: Strain) -> str:
    """``♥``, ``NT``."""
    match of:
        case Strain.NO_TRUMPS:
            return meant("no trumps, at most three letters", "NT")
        case Strain.MISERE:
            return meant("misère, at most three letters", "mis")
        case Strain.ROYALS:
            return meant("royals, at most two letters", "R") + sign(Suit.SPADES)
    assert of.trumps is not None
    return sign(of.trumps)


def call_name(of: Call, level: int, by: GameWords) -> str:
    """A call as a player of this game says it. ``level`` is the number of doublings once it has been made."""
    named_here = by.named(of)
    if named_here is not None:
        return named_here
    match of:
        case Declare(named):
            return by.no_trumps if named is None else trumps(named)
        case Bid():
            return spoken_bid(of)
        case Pass():
            return meant("a call", "pass")
        case Double():
            return by.doubling.once if level == 1 else by.doubling.again
        case Content():
            return meant("a call", "accept")
        case TakeStock():
            return meant("a call", "takes the stock")
        case Discard():
            return meant("a call", "puts out cards")
        case CallHonours():
            return meant("a call", "can you one?")
    assert_never(of)


def worth_text(points: int, level: int) -> str:
    """What an odd trick scores, and how it is reckoned: ``10``, ``40 (10 × 4)``."""
    if level == 0:
        return f"**{number(points)}**"
    return f"**{number(points)}** ({number(points >> level)} × {power_of_two(level)})"


def strain_name(of: Strain) -> str:
    """``♥ Hearts``, ``no trumps``, ``misère``."""
    match of:
        case Strain.NO_TRUMPS:
            return say("no trumps")
        case Strain.MISERE:
            return say("misère")
        case Strain.ROYALS:
            return say("{spade} Royals", spade=sign(Suit.SPADES))
    assert of.trumps is not None
    return trumps(of.trumps)


def robot_name(robot: RobotMember) -> str:
    """``Hoyle (robot)``. The word is needed, since not every screen can show an icon."""
    return say("{name} (robot)", name=robot.name)


def all_of(things: Sequence[str]) -> str:
    """``North``, ``North and East``, ``North, East and South``."""
    if len(things) == 1:
        return things[0]
    return say("{first} and {last}", first=", ".join(things[:-1]), last=things[-1])


def either_of(things: Sequence[str]) -> str:
    """``North``, ``North or East``, ``North, East or South``."""
    if len(things) == 1:
        return things[0]
    return say("{first} or {last}", first=", ".join(things[:-1]), last=things[-1])


class _Arranged(Protocol):
    """What is played by a game's law with options."""

    @property
    def game(self) -> str: ...

    @property
    def options(self) -> tuple[tuple[str, str], ...]: ...


@frozen
class Speech:
    """``clockwise`` tells which way play goes at the table. The engine always plays clockwise: where a table
    plays the other way, East and West change places in everything that is said and drawn (ambiguity 1)."""

    clockwise: bool

    @classmethod
    def at_table(cls, table: _Arranged) -> Speech:
        """The speech of a table, or of what was recorded at one."""
        return cls(clockwise=variant(table.game, table.options).house.clockwise)

    def seats(self) -> Mapping[Seat, Noun]:
        """The name of each seat."""
        return (_seat_names if self.clockwise else _mirrored_seats)(language_spoken())

    def seat(self, of: Seat) -> Noun:
        return (_seat_names if self.clockwise else _mirrored_seats)(language_spoken())[of]

    def place(self, of: Seat) -> str:
        """Where somebody sits, as a list or a heading says it, which shows no mentions."""
        return self.seat(of)

    def called(self, of: Seat) -> Seat:
        """The seat after which this one is named."""
        return of if self.clockwise or of.side is Side.NS else of.partner

    @property
    def below(self) -> Seat:
        """Who is drawn at the bottom of the table."""
        return Seat.SOUTH

    def around(self) -> tuple[Seat, Seat, Seat, Seat]:
        """Who is drawn at the top of the table, at the left, at the right and at the bottom."""
        left, right = (self.below.left, self.below.right)[:: 1 if self.clockwise else -1]
        return self.below.partner, left, right, self.below

    def letter(self, of: Seat) -> str:
        """The first letter of a seat: ``N``."""
        return self.seat(of)[:1]

    def side(self, of: Side) -> str:
        return _side_names(language_spoken())[of]

    def short_side(self, of: Side) -> str:
        return _short_sides(language_spoken())[of]

    def either_of(self, seats: Sequence[Seat]) -> str:
        """``West``, ``East or West``."""
        return either_of([self.seat(one) for one in seats])

    def all_of(self, seats: Sequence[Seat]) -> str:
        """``West``, ``East, South and West``."""
        return all_of([self.seat(one) for one in seats])


@kept_by_language(NAMES_KEPT)
def player_noun(name: str) -> Noun:
    """A player by name, which no language declines."""
    return Noun(
        name,
        {
            "gen": meant("genitive", "{player}", player=name),
            "dat": meant("dative", "{player}", player=name),
            "ins": meant("instrumental", "{player}", player=name),
            "acc": meant("accusative", "{player}", player=name),
        },
    )


def dummy_of(player: str) -> Noun:
    """A hand that has no player, by the name of who plays it. There may be two at a table."""
    return Noun(
        say("the dummy of {player}", player=player),
        {
            "gen": meant("genitive", "the dummy of {player}", player=player),
            "dat": meant("dative", "the dummy of {player}", player=player),
            "ins": meant("instrumental", "the dummy of {player}", player=player),
            "acc": meant("accusative", "the dummy of {player}", player=player),
        },
    )


@frozen
class SpeechByName(Speech):
    """How people are told of a table: a seat is called by who plays from it, but for lists and headings of
    columns."""

    sat: BySeat[str]

    def seat(self, of: Seat) -> Noun:
        called = self.sat.of(of)
        return called if isinstance(called, Noun) else player_noun(called)  # a dummy's is one already

    def place(self, of: Seat) -> str:
        return self.seats()[of]

    def letter(self, of: Seat) -> str:
        return self.seats()[of][:1]


@frozen
class SpeechOfPlayers(SpeechByName):
    """How everybody is told of a deal that is over: a side too is called by who played it."""

    sides: BySide[str]

    def side(self, of: Side) -> str:
        return self.sides.of(of)


def with_dummy(player: str) -> str:
    """A side of which one player has both hands."""
    return say("{player} and dummy", player=player)


@frozen
class SpeechToPlayer(SpeechByName):
    """How one who has played a deal is told of it: a side is theirs, or the other."""

    own: Side

    def side(self, of: Side) -> str:
        return say("your side") if of is self.own else say("the other side")


@frozen
class SpeechAtTurnedTable(SpeechToPlayer):
    """How one who plays is told of the table: they sit at the bottom of it."""

    reader: Seat

    @property
    def below(self) -> Seat:
        return self.reader

    def place(self, of: Seat) -> str:
        top, left, right, _ = self.around()
        if of is top:
            return meant("a place at the table", "Partner")
        if of is left:
            return meant("a place at the table", "Left")
        return meant("a place at the table", "Right") if of is right else meant("a place at the table", "You")

    def short_side(self, of: Side) -> str:
        return meant("a side, of oneself", "We") if of is self.own else meant("a side, of the others", "They")


@cache
def _seat_names(language: str) -> dict[Seat, Noun]:
    with spoken(language):
        return {
            Seat.NORTH: Noun(
                say("North"),
                {
                    "gen": meant("genitive", "North"),
                    "dat": meant("dative", "North"),
                    "ins": meant("instrumental", "North"),
                    "acc": meant("accusative", "North"),
                },
            ),
            Seat.EAST: Noun(
                say("East"),
                {
                    "gen": meant("genitive", "East"),
                    "dat": meant("dative", "East"),
                    "ins": meant("instrumental", "East"),
                    "acc": meant("accusative", "East"),
                },
            ),
            Seat.SOUTH: Noun(
                say("South"),
                {
                    "gen": meant("genitive", "South"),
                    "dat": meant("dative", "South"),
                    "ins": meant("instrumental", "South"),
                    "acc": meant("accusative", "South"),
                },
            ),
            Seat.WEST: Noun(
                say("West"),
                {
                    "gen": meant("genitive", "West"),
                    "dat": meant("dative", "West"),
                    "ins": meant("instrumental", "West"),
                    "acc": meant("accusative", "West"),
                },
            ),
        }


@cache
def _mirrored_seats(language: str) -> dict[Seat, Noun]:
    """The names of the seats where play goes the other way."""
    seats = _seat_names(language)
    return {**seats, Seat.EAST: seats[Seat.WEST], Seat.WEST: seats[Seat.EAST]}


@cache
def _side_names(language: str) -> dict[Side, str]:
    with spoken(language):
        return {Side.NS: say("North–South"), Side.EW: say("East–West")}


@cache
def _short_sides(language: str) -> dict[Side, str]:
    with spoken(language):
        return {Side.NS: say("N–S"), Side.EW: say("E–W")}


ON_PAPER: Final = Speech(clockwise=True)
"""For what belongs to no table. Score sheets name the seats as the command does that opens one."""
