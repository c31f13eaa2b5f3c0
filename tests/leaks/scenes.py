"""Scenes: one deal at one table, rehearsed with the rules alone, with looks between the acts.

A scene says who does what, and what is then open to whom; and the hands of another world that the looker
cannot tell from ours. ``stage`` plays a scene with the running bot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from robots.plain import PlainRobot
from robots.player import has_to_act
from rules.calls import PLAYS, Content, Declare, Double, Pass
from rules.cards import PACK, Card, Hand, Suit, parse_card
from rules.errors import RulesError
from rules.seats import BySeat, Person, RobotMember, Seat, by_seat
from rules.table import decide, requests
from rules.table.events import CardsDealt, Event
from rules.table.requests import Request
from tests.leaks.worlds import SWAPS, lying_open, order_of, other_hands
from tests.trials.stage.tables import Dice, Evening

SITTING: Final = {Seat.SOUTH: "anna", Seat.WEST: "boris", Seat.NORTH: "clara", Seat.EAST: "david"}
"""The people in the order of their seats, by the cards that they will draw; Ivan only watches."""
DRAWS: Final = {Seat.SOUTH: "2S", Seat.WEST: "QS", Seat.NORTH: "3S", Seat.EAST: "KS"}
STRANGER: Final = Person("stranger")
TRIES: Final = 80
"""How many exchanges of two cards are tried to find one at which the robots do the same."""

CUT: Final = requests.CutPack(26, "")
CALLS: Final = (
    Declare(Suit.HEARTS),
    Pass(),
    Double(),
    Content(),
    requests.ClaimRest(),
    requests.AnswerClaim(True),
    requests.AnswerClaim(False),
    CUT,
)
TABLE_COMMANDS: Final[tuple[tuple[str, Request], ...]] = (
    ("table join", requests.Join()),
    ("table leave", requests.Leave()),
    ("table start", requests.Start()),
    ("table robot", requests.RemoveRobot()),
    ("table close", requests.AgreeToClose()),
)


@dataclass(frozen=True)
class Act:
    """Somebody does what is open to them."""

    seat: Seat
    ask: Request
    point: int  # how far the calls had come
    level: int  # of doubling
    played: int  # how many cards lay played


@dataclass(frozen=True)
class Look:
    """The looker tries everything that changes nothing. ``closed`` are requests that will be refused."""

    closed: frozenset[Request]
    cards: tuple[Card, ...]  # some that the looker may not play

    @property
    def thorough(self) -> bool:
        return len(self.cards) > 6


@dataclass(frozen=True)
class Restart:
    """The bot is killed and started again."""


Step = Act | Look | Restart


class _Stacked(Dice):
    def __init__(self, draws: Sequence[Card], hands: Callable[[], BySeat[Hand]]) -> None:
        super().__init__(0)
        self._draws, self._hands = draws, hands

    def cards(self, count: int) -> Sequence[Card]:
        return self._draws[:count]

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        return order_of(self._hands(), Seat.SOUTH)


class Scene:
    """One deal at one table, as rehearsed. South deals; each person draws the card that gives them their
    seat."""

    def __init__(
        self, viewer: Seat | None, seed: object, *, robots: Sequence[Seat] = (), game: str = "biritch"
    ) -> None:
        self.viewer, self.robots, self.game = viewer, tuple(robots), game
        self.chance = Random(f"scene {seed} {viewer}")
        pack = self.chance.sample(PACK, 52)
        self.hands = by_seat(lambda seat: Hand.of(pack[13 * seat.index : 13 * seat.index + 13]))
        self.other = self.hands
        self.joined = sorted(SITTING, key=lambda seat: seat in self.robots)
        self.draws = [parse_card(DRAWS[seat]) for seat in self.joined]
        self.steps: list[Step] = []
        self.evening = Evening(0, game)
        self._begin(self.evening, self.hands)

    def _begin(self, evening: Evening, hands: BySeat[Hand]) -> None:
        evening.dice = _Stacked(self.draws, lambda: hands)
        people = [seat for seat in self.joined if seat not in self.robots]
        evening.seat(*(Person(SITTING[seat]) for seat in people)).start()
        self._robots_act(evening)

    # What is rehearsed

    def act(self, seat: Seat, ask: Request) -> Scene:
        deal = self.evening.table.deal
        self.steps.append(
            Act(
                seat,
                ask,
                deal.point if deal is not None else 0,
                deal.terms.level if deal is not None and deal.terms is not None else 0,
                deal.playing.cards_played if deal is not None and deal.playing is not None else 0,
            )
        )
        self.evening.do(seat, ask)
        self._robots_act(self.evening)
        return self

    def cut(self) -> Scene:
        return self.act(Seat.EAST, CUT)

    def declared(self, trumps: Suit | None) -> Scene:
        """The cut, the dealer's declaration, and nobody doubles."""
        self.cut().act(Seat.SOUTH, Declare(trumps))
        return self.act(Seat.WEST, Content()).act(Seat.EAST, Content())

    def play(self, cards: int) -> Scene:
        """Cards from the people's hands, any that may be played."""
        for _ in range(cards):
            seat = self.due
            self.act(seat, self.chance.choice(self.evening.view(seat).options))
        return self

    @property
    def due(self) -> Seat:
        assert self.evening.table.deal is not None
        return next(iter(self.evening.table.deal.may_act))

    def look(self, cards: int = 6) -> Scene:
        asks = (*CALLS, *PLAYS, Declare(None), *(Declare(suit) for suit in Suit))
        closed = frozenset(ask for ask in (*asks, *(ask for _, ask in TABLE_COMMANDS)) if self._closed(ask))  # type: ignore[arg-type]
        refused = [play.card for play in PLAYS if play in closed]
        self.steps.append(Look(closed, tuple(self.chance.sample(refused, cards))))  # type: ignore[arg-type]
        return self

    def restart(self) -> Scene:
        self.steps.append(Restart())
        return self

    def _closed(self, ask: Request) -> bool:
        person = Person(SITTING[self.viewer]) if self.viewer is not None else STRANGER
        try:
            decide.decide(self.evening.table, person, ask, self.evening.dice)
        except RulesError:
            return True
        return False

    # The other world

    def part(self, *, before_the_deal: bool = False) -> Scene:
        """Finds the hands of the other world, which differ wherever the looker cannot see."""
        found: BySeat[Hand] | None
        if before_the_deal:
            found = other_hands(self.hands, (), (), self.chance)
        elif not self.robots:
            found = self._other(self.hands)
        else:
            found = self._other_for_robots()
        assert found is not None, "the looker knows every card"
        self.other = found
        return self

    def _other(self, hands: BySeat[Hand], swaps: int = SWAPS) -> BySeat[Hand] | None:
        events = self._deal()
        known = set(lying_open(Seat.SOUTH, events, self.game)) | (
            {self.viewer} if self.viewer is not None else set()
        )
        return other_hands(hands, events, known, self.chance, swaps=swaps)

    def _other_for_robots(self) -> BySeat[Hand] | None:
        """Hands with which the robots would have done the same, as far as all can see."""
        wanted, hands = _public(self.evening.events), self.hands
        for _ in range(TRIES):
            other = self._other(hands, swaps=1)
            if other is not None and _public(self._performed(other)) == wanted:
                hands = other
        return hands if hands != self.hands else None

    def _performed(self, hands: BySeat[Hand]) -> tuple[Event, ...]:
        evening = Evening(0, self.game)
        self._begin(evening, hands)
        for step in self.steps:
            if isinstance(step, Act):
                try:
                    evening.do(step.seat, step.ask)
                except RulesError:
                    break
                self._robots_act(evening)
        return evening.events

    def _robots_act(self, evening: Evening) -> None:
        """What the robots would do next; where a robot cuts is left to chance, and nobody sees it here."""
        while self.robots and (due := _robot_due(evening)) is not None:
            view = evening.view(due)
            chosen = PlainRobot().choose(view, 1.0, Random(0)).choice
            if evening.table.pack is not None:
                evening.do(due, CUT)
            else:
                evening.do(due, chosen)

    def _deal(self) -> tuple[Event, ...]:
        events = self.evening.events
        start = next(place for place, event in enumerate(events) if isinstance(event, CardsDealt))
        return events[start:]


def _robot_due(evening: Evening) -> Seat | None:
    rubber = evening.table.rubber
    if rubber is None:
        return None
    return next(
        (
            seat
            for seat in rubber.dealer.onwards()
            if isinstance(rubber.seats.of(seat), RobotMember)
            and seat in evening.table.waits_for
            and has_to_act(evening.view(seat))
        ),
        None,
    )


def _public(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, CardsDealt)]
