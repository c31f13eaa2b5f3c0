"""A state of an auction with what everybody has understood so far."""

from __future__ import annotations

from robots.calls.auction import Auction, Setting
from robots.calls.meaning import ANY, Forcing, Picture, Say
from rules.calls import Bid, Call, Double, Pass
from rules.seats import BySeat, Seat, Side, by_seat
from rules.strains import Strain


class Heard:
    """The state before a call. ``says``, ``meanings`` and ``further`` are kept by ``robots.calls.reading``:
    a search that goes through the same auction with many hands works out its meaning once."""

    __slots__ = (
        "ace_trumps",
        "asked",
        "asker",
        "asks",
        "auction",
        "forced",
        "further",
        "meanings",
        "named",
        "pictures",
        "placed",
        "punishes",
        "says",
        "seat",
        "their_suits",
        "theirs",
        "to_game",
        "waits",
    )

    def __init__(
        self,
        auction: Auction,
        pictures: BySeat[Picture],
        named: BySeat[tuple[Strain, ...]],
        *,
        to_game: frozenset[Side] = frozenset(),
        asked: frozenset[Side] = frozenset(),
        waits: Seat | None = None,
        asks: Seat | None = None,
        placed: Seat | None = None,
        punishes: Seat | None = None,
        asker: Seat | None = None,
        ace_trumps: Strain | None = None,
    ) -> None:
        self.auction = auction
        self.seat = seat = auction.speaker
        self.pictures = pictures
        self.named = named  # the strains that each seat has bid, in turn
        self.to_game = to_game  # the sides that have undertaken to go on to game
        self.asked = asked  # the sides that have doubled to ask for a suit
        self.waits = waits  # the seat that must not pass on its turn
        self.asks = asks  # the seat whose double for a suit is not answered yet
        self.placed = placed  # the seat that has chosen the contract, knowing about what its partner has
        self.punishes = punishes  # the seat that has doubled, or redoubled, the contract because it suits it
        self.asker = asker  # the seat that has asked for aces
        self.ace_trumps = ace_trumps  # what is then trumps
        self.forced = waits is seat
        self.theirs = self.bid_by(seat.left, seat.right)  # what the speaker's adversaries have bid
        self.their_suits = tuple(strain.trumps for strain in self.theirs if strain.trumps is not None)
        self.says: tuple[Say, ...] | None = None
        self.meanings: dict[Call, Say] = {}
        self.further: dict[Call, Heard] = {}

    @classmethod
    def beginning(cls, setting: Setting) -> Heard:
        return cls(Auction(setting), by_seat(lambda seat: Picture()), by_seat(lambda seat: ()))

    def bid_by(self, *seats: Seat) -> tuple[Strain, ...]:
        return tuple(strain for seat in seats for strain in self.named.of(seat))

    def has_doubled(self, seat: Seat) -> bool:
        """Whether a seat has doubled or redoubled."""
        first = self.auction.setting.dealer.index
        calls = self.auction.calls[(seat.index - first) % 4 :: 4]
        return any(isinstance(call, Double) for call in calls)

    def is_game(self, bid: Bid) -> bool:
        """Whether this bid would win a game for the speaker's side."""
        return bid.odd >= self.auction.setting.game(self.seat.side, bid.strain)

    def after(self, call: Call, say: Say) -> Heard:
        """The state after a call of this meaning."""
        seat, auction, named, to_game = self.seat, self.auction.after(call), self.named, self.to_game
        asked, waits, asks, placed, punishes = self.asked, self.waits, self.asks, self.placed, self.punishes
        asker, ace_trumps = self.asker, self.ace_trumps
        if say.forcing is Forcing.GAME:
            to_game |= {seat.side}
        match call:
            case Bid():
                if call.strain not in named.of(seat):
                    named = named.put(seat, (*named.of(seat), call.strain))
                knows = self.named.of(seat.partner) and not self.pictures.of(seat.partner).wide
                chosen = knows and self.is_game(call) and not say.forcing and say.aces is None
                placed, punishes, asks = seat if chosen else None, None, None
                goes_on = say.forcing or (seat.side in to_game and not self.is_game(call))
                waits = seat.partner if goes_on else None
                if say.asks_aces and auction.bids[-2:-1]:
                    asker, ace_trumps = seat, auction.bids[-2].bid.strain
                elif asker is seat:
                    placed, waits = seat, None
                elif say.aces is None:  # bid in between, or otherwise than by steps
                    asker = None
            case Double() if say.lengths != ANY:
                asked |= {seat.side}
                waits, asks, punishes = seat.partner, seat, None
            case Double() if self.auction.level % 2:  # redoubled: who was asked for a suit still answers
                punishes = seat
            case Double():
                waits, asks, punishes = None, None, seat
            case Pass():
                waits = None if waits is seat else waits
            case _:
                pass
        return Heard(
            auction,
            self.pictures.put(seat, say.told(self.pictures.of(seat))),
            named,
            to_game=to_game,
            asked=asked,
            waits=waits,
            asks=asks,
            placed=placed,
            punishes=punishes,
            asker=asker,
            ace_trumps=ace_trumps,
        )
