"""Words of a bidding system: what a call tells about a hand, and what is known of a hand.

Points are four for an ace, three for a king, two for a queen and one for a knave.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from robots.calls.auction import Auction, Setting
from rules.calls import Bid, Call, Double, Pass
from rules.cards import Suit
from rules.frozen import frozen, replace
from rules.seats import BySeat, Seat, Side, by_seat
from rules.tricks import Strain

MOST_POINTS: Final = 37
"""Points of the strongest hand."""

NARROW: Final = 5
"""Points between the weakest and the strongest hand, so few that a partner can choose the contract."""

NEEDED: Final = (14.8, 17.4, 20.0, 22.6, 25.2, 28.7, 33.0, 37.0)
NEEDED_EVEN: Final = (20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 32.5, 35.5)
"""Points of both hands of a side with which it wins this many odd tricks half of the time, with eight trumps
and without trumps. Fitted to deals solved double dummy."""

OPENING: Final = 12
"""Points of an opening bid in a suit."""

NO_TRUMPS: Final = (15, 17)
"""Points of an even hand that opens no trumps."""

WEAK: Final = (5, 9)
"""Points of a long suit that is bid high at once, to take room from the adversaries."""

ANSWER: Final = 6
"""Points of a hand that answers its partner's opening bid."""

FIT: Final = 8
"""Trumps that a side should have in its two hands."""

SLAM: Final = 6
"""Odd tricks of a small slam."""

Lengths = tuple[int, ...]
"""A number of cards in each of the four suits, by the suit's index."""

ANY: Final[Lengths] = (0, 0, 0, 0)
EVEN: Final[Lengths] = (2, 2, 2, 2)


class Forcing(IntEnum):
    """Whether a call asks partner not to pass."""

    NO = 0
    ONCE = 1
    GAME = 2  # nor may either partner pass later, below a game


def needed(strain: Strain, odd: int) -> float:
    """Points of both hands of a side for this many odd tricks; for more than seven, those for seven."""
    return (NEEDED_EVEN if strain.trumps is None else NEEDED)[min(odd, len(NEEDED) - 1)]


@frozen
class Picture:
    """What is known of a hand: bounds on its points, and the least number of cards in each suit."""

    low: int = 0
    high: int = MOST_POINTS
    lengths: Lengths = ANY
    aces: int | None = None  # as told when asked: 0 stands for none or all four

    @property
    def middle(self) -> int:
        return (self.low + self.high) // 2

    def off_by(self, points: int, lengths: Sequence[int]) -> tuple[int, int]:
        """Points and cards by which a hand differs from it."""
        outside = self.low - points if points < self.low else max(0, points - self.high)
        counts = zip(self.lengths, lengths, strict=True)
        return outside, sum([least - length for least, length in counts if length < least])

    @property
    def wide(self) -> bool:
        """Whether little is known of the strength."""
        return self.high - self.low > NARROW


@frozen
class Say:
    """The meaning of a call."""

    call: Call
    low: int = 0
    high: int = MOST_POINTS
    lengths: Lengths = ANY  # the least number of cards
    even: bool = False  # no void or singleton, one doubleton at most, no suit longer than five
    stopped: tuple[Suit, ...] = ()  # suits that the adversaries cannot run
    first: Suit | None = None  # the suit that the hand would bid first
    shaped: int = 0  # the points and the cards of the two longest suits together come to so many
    support: Suit | None = None  # a suit for which short suits and further trumps count as points
    few: tuple[Suit, ...] = ()  # suits of which the hand has three cards at most
    longest: int = 13  # the most cards of any suit
    tricks: float = 0.0  # the fewest that the hand promises with its longest suit as trumps
    forcing: Forcing = Forcing.NO
    final: bool = False  # partner leaves it at this contract
    lowered: bool = False  # a bid of the game, in place of a higher one
    asks_majors: bool = False  # for four hearts or spades
    cue: bool = False  # a bid of the adversaries' suit, which asks partner to describe its hand
    no_suit: bool = False  # a bid that tells nothing of the suit that it names
    names: tuple[Strain, ...] = ()  # the suits that it tells instead of the one that it names
    asks_aces: Strain | None = None  # these being trumps
    aces: int | None = None  # exactly so many; 0 stands for none or all four

    def picture_after(self, before: Picture) -> Picture:
        """What is known of the hand after the call."""
        low, high = max(self.low, before.low), min(self.high, before.high)
        if low > high:  # the call contradicts an earlier one, which is believed
            low = high = before.high if self.low > before.high else before.low
        lengths = tuple(map(max, EVEN if self.even else self.lengths, before.lengths))
        return Picture(low, high, lengths, before.aces if self.aces is None else self.aces)


def merged(says: Sequence[Say]) -> Say:
    """The meaning to assume if a call has several: the first and most usual one, a little wider. A bid of the
    game that is made in place of a higher one has the points of both."""
    one, *others = says
    for other in others:
        wider = MOST_POINTS if one.lowered or other.lowered else 1
        least = isinstance(one.call, Bid)
        lengths = tuple(map(min, one.lengths, other.lengths)) if least else one.lengths
        low = max(one.low - wider, min(one.low, other.low))
        high = min(one.high + wider, max(one.high, other.high))
        one = replace(one, low=low, high=high, lengths=lengths, even=one.even and other.even)
    return one


def at_least(suit: Suit, count: int) -> Lengths:
    """A meaning of this many cards of one suit."""
    return each([suit], count)


def each(wanted: Sequence[Suit], count: int) -> Lengths:
    """The same of several suits."""
    return tuple(count if suit in wanted else 0 for suit in Suit)


def falls_short(have: Lengths, least: Lengths) -> bool:
    """Whether a hand has fewer cards of a suit than it should."""
    one, two, three, four = have  # written out, since it is asked for every meaning of every layout
    first, second, third, fourth = least
    return one < first or two < second or three < third or four < fourth


# A state of an auction with what everybody has understood so far


class Open(NamedTuple):
    """What calls have left to answer, or undertaken."""

    to_game: frozenset[Side] = frozenset()  # the sides that have undertaken to go on to game
    asked: frozenset[Side] = frozenset()  # the sides that have doubled to ask for a suit
    waits: Seat | None = None  # the seat that must not pass on its turn
    asks: Seat | None = None  # the seat whose double for a suit is not answered yet
    placed: Seat | None = None  # the seat that has chosen the contract, knowing about what its partner has
    punishes: Seat | None = None  # the seat that has doubled, or redoubled, since the contract suits it
    asker: Seat | None = None  # the seat that has asked for aces
    ace_trumps: Strain | None = None  # what is trumps for the asker for aces
    major_asker: Seat | None = None  # the seat that has asked for four hearts or spades
    cued: Seat | None = None  # the seat whose bid of its adversaries' suit is not answered yet
    cries: Seat | None = None  # the seat that has redoubled to be rescued


NOTHING_OPEN: Final = Open()


class Heard:
    """The state before a call.

    ``says``, ``meanings`` and ``further`` are kept by ``robots.calls.system``: a search that goes through
    the same auction with many hands works out its meaning once.
    """

    def __init__(
        self,
        auction: Auction,
        pictures: BySeat[Picture],
        named: BySeat[tuple[Strain, ...]],
        left: Open = NOTHING_OPEN,
    ) -> None:
        self.auction, self.pictures = auction, pictures
        self.seat = seat = auction.speaker
        self.named = named  # the strains that each seat has bid, in turn
        self.left = left
        self.to_game, self.asked, self.waits, self.asks, self.placed, self.punishes = left[:6]
        self.asker, self.ace_trumps, self.major_asker, self.cued, self.cries = left[6:]
        self.forced = self.waits is seat
        self.theirs = self.bid_by(seat.left, seat.right)  # what the speaker's adversaries have bid
        self.their_suits = tuple(strain.trumps for strain in self.theirs if strain.trumps is not None)
        self.says: tuple[Say, ...] | None = None
        self.meanings: dict[Call, Say] = {}
        self.further: dict[Call, Heard] = {}

    @classmethod
    def beginning(cls, setting: Setting) -> Heard:
        return cls(Auction(setting), by_seat(lambda seat: Picture()), by_seat(lambda seat: ()))

    def suits_of(self, seat: Seat) -> tuple[Strain, ...]:
        """The suits that a seat has bid as its own, in turn."""
        return tuple(strain for strain in self.named.of(seat) if strain.trumps is not None)

    def bid_by(self, *seats: Seat) -> tuple[Strain, ...]:
        return tuple(strain for seat in seats for strain in self.named.of(seat))

    def has_doubled(self, seat: Seat) -> bool:
        """Whether a seat has doubled or redoubled."""
        first = self.auction.setting.dealer.index
        calls = self.auction.calls[(seat.index - first) % 4 :: 4]
        return any(isinstance(call, Double) for call in calls)

    def lowest(self, strain: Strain, jump: int = 0) -> Bid:
        """The lowest bid of a strain, or one that is higher by so many odd tricks."""
        return Bid(self.auction.cheapest(strain) + jump, strain)

    def is_game(self, bid: Bid) -> bool:
        """Whether this bid would win a game for the speaker's side."""
        return bid.odd >= self.auction.setting.tricks_for_game(self.seat.side, bid.strain)

    def after(self, call: Call, say: Say) -> Heard:
        """The state after a call of this meaning."""
        seat, named, left = self.seat, self.named, self.left
        if say.asks_majors:
            left = left._replace(major_asker=seat)
        if say.forcing is Forcing.GAME:
            left = left._replace(to_game=left.to_game | {seat.side})
        match call:
            case Bid():
                told = say.names or (() if say.no_suit else (call.strain,))
                fresh = [strain for strain in told if strain not in named.of(seat)]
                named = named.put(seat, (*named.of(seat), *fresh))
                knows = self.named.of(seat.partner) and not self.pictures.of(seat.partner).wide
                chosen = knows and self.is_game(call) and not say.forcing and say.aces is None
                placed, cued = seat if chosen or say.final else None, seat if say.cue else None
                goes_on = say.forcing or (seat.side in left.to_game and not self.is_game(call))
                waits = seat.partner if goes_on else None
                left = left._replace(
                    placed=placed, cued=cued, waits=waits, asks=None, punishes=None, cries=None
                )
                if say.asks_aces is not None:
                    left = left._replace(asker=seat, ace_trumps=say.asks_aces)
                elif self.asker is seat and not say.cue:
                    left = left._replace(placed=seat, waits=None)
                elif say.aces is None:  # bid in between, or otherwise than by steps
                    left = left._replace(asker=None)
            case Double() if say.forcing:
                left = left._replace(waits=seat.partner, cries=seat, asks=None, punishes=None)
            case Double() if say.lengths != ANY:
                asked = left.asked | {seat.side}
                left = left._replace(asked=asked, waits=seat.partner, asks=seat, punishes=None)
            case Double() if self.auction.level % 2:  # redoubled: who was asked for a suit still answers
                left = left._replace(punishes=seat)
            case Double():
                left = left._replace(waits=None, asks=None, punishes=seat)
            case Pass() if self.forced:
                left = left._replace(waits=None)
            case _:
                pass
        pictures = self.pictures.put(seat, say.picture_after(self.pictures.of(seat)))
        return Heard(self.auction.after(call), pictures, named, left)


# What the parts of the system share


def suits(heard: Heard, but: Collection[Strain] = ()) -> list[tuple[Strain, Suit]]:
    """The strains with trumps but these, the cheapest first."""
    setting = heard.auction.setting
    named = [(one, one.trumps) for one in setting.strains if one.trumps is not None and one not in but]
    return sorted(named, key=lambda one: setting.rungs.get(heard.lowest(one[0]), 1000))


def within_game(heard: Heard, every: Iterable[Say]) -> Iterator[Say]:
    """These meanings, but that a bid between the game of the side and a slam is made at the game. Raises that
    try for a slam are left: they count short suits."""
    auction, side = heard.auction, heard.seat.side
    for say in every:
        bid = say.call
        if not isinstance(bid, Bid) or say.support is not None or bid.odd >= SLAM:
            yield say
            continue
        most = max(auction.setting.tricks_for_game(side, bid.strain), auction.cheapest(bid.strain))
        if bid.odd > most:
            say = replace(say, call=Bid(most, bid.strain), forcing=Forcing.NO, lowered=True)
        yield say
