"""Whole tables for tests, from a seed: chance, and members who do anything that is open to them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence, Set
from hashlib import sha256

from rules.calls import Action, Bid, CallHonours, Discard, Double, Pass
from rules.cards import PACK, Card, Hand
from rules.games.all_games import game
from rules.games.variant import Game
from rules.refusals import OptionsClash
from rules.seats import Member, Person, Seat
from rules.table.decide import decide
from rules.table.events import Event, Opened
from rules.table.requests import (
    AgreeScore,
    AnswerClaim,
    AskSuit,
    ChoosePenalty,
    ChooseSeat,
    ClaimRest,
    CutPack,
    DenySuit,
    Gather,
    Join,
    PlayOut,
    Request,
    Start,
)
from rules.table.seen import open_to, seen
from rules.table.table import Table
from rules.view import May, SeatView


class Dice:
    """Chance from a random generator; its commitments and seeds are readable stand-ins."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(repr(seed))

    def cards(self, count: int) -> Sequence[Card]:
        return self.random.sample(PACK, count)

    def commit(self, deal: int) -> str:
        return sha256(f"deal {deal}".encode()).hexdigest()

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        return self.random.sample(PACK, 52)

    def blind(self, deal: int, at: int, salt: str) -> Card:
        return self.random.choice(PACK)

    def reveal(self, deal: int) -> str:
        return f"seed-{deal}"


UNASKED = frozenset((May.CORRECT, May.OUT_OF_TURN, May.FOLLOW, May.DEMAND, May.TAKE_BACK, May.REPLACE))
"""What nobody does here by chance."""

ANNA, BORIS, CLARA, DAVID = (Person(name) for name in ("anna", "boris", "clara", "david"))


def opened(of: str = "biritch", **options: str) -> tuple[Table, tuple[Event, ...]]:
    """A table of a game, opened today unless the options name an earlier edition of the laws."""
    event = Opened(of, game(of).opening(options))
    return Table.opened(game(of), event.options), (event,)


class Evening:
    """A table with all that has happened at it."""

    def __init__(self, seed: object = 0, of: str = "biritch", **options: str) -> None:
        self.dice = Dice(seed)
        self.table, self.events = opened(of, **options)
        self._room: tuple[Table, SeatView] | None = None

    def ask(self, who: Member | None, ask: Request) -> tuple[Event, ...]:
        """Raises whatever the rules refuse."""
        self.table, happened = decide(self.table, who, ask, self.dice)
        self.events += happened
        return happened

    def seat(self, *people: Person) -> Evening:
        for person in people:
            self.ask(person, Join())
        return self

    def start(self) -> Evening:
        self.ask(self.table.persons[0], Start())
        return self

    def member(self, seat: Seat) -> Member:
        assert self.table.rubber is not None
        return self.table.rubber.seats.of(seat)

    def do(self, seat: Seat, ask: Request) -> tuple[Event, ...]:
        return self.ask(self.member(seat), ask)

    def view(self, seat: Seat | None) -> SeatView:
        """What this seat sees. What the room sees is worked out once for all of them."""
        if self._room is None or self._room[0] is not self.table:
            self._room = self.table, seen(self.table, None)
        return seen(self.table, seat, self._room[1])

    def cut(self) -> Evening:
        """The neighbour cuts, and the cards are dealt; all sit where they are."""
        if self.table.rubber is not None and self.table.rubber.seats_open:
            self.ask(None, ChooseSeat())
        assert self.table.pack is not None
        self.do(self.table.pack.cutter, CutPack(26, ""))
        return self

    def step(self, *, claims: bool = False) -> Seat:
        """Somebody who may act does something that is open to them; who."""
        seats = self.chairs if claims else [seat for seat in self.chairs if self._awaited(seat)]
        able = [(seat, *open_to(self.table, seat, self.view(None).deal)) for seat in seats]
        able = [one for one in able if (one[1] or one[2] - UNASKED) and self._asks(*one)]
        seat, options, may = self.dice.random.choice(able)
        self.do(seat, self._anything(seat, options, may, claims=claims))
        return seat

    @property
    def chairs(self) -> tuple[Seat, ...]:
        """The seats at which somebody sits."""
        return self.table.rubber.chairs if self.table.rubber is not None else ()

    def _awaited(self, seat: Seat) -> bool:
        """Whether it is for this seat to do something, or to call honours before its turn."""
        deal, pack = self.table.deal, self.table.pack
        if pack is not None:
            return pack.cutter is seat
        return seat in self.table.waits_for or (deal is not None and CallHonours() in deal.options(seat))

    def _asks(self, seat: Seat, options: Sequence[Action], may: Set[May]) -> bool:
        """Whether one who might call honours before their turn, or go on from a result, does not wait for it;
        and anybody else."""
        early = options == (CallHonours(),) or May.CUT in may
        waits = early and not self._awaited(seat)
        return not waits or self.dice.random.random() < 0.2

    def _anything(self, seat: Seat, options: Sequence[Action], may: Set[May], *, claims: bool) -> Request:
        choose = self.dice.random
        if May.CHOOSE_SEAT in may:
            return ChooseSeat(choose.choice(list(Seat)))
        if May.CUT in may:
            return CutPack(choose.randrange(4, 49), "")
        if May.ANSWER_CLAIM in may:
            return AnswerClaim(choose.random() < 0.7)
        if May.CHOOSE_PENALTY in may:
            claim, penalties = self.view(seat).choosing[0]
            return ChoosePenalty(claim.trick, claim.seat, choose.choice(penalties))
        if May.AGREE_SCORE in may:
            return AgreeScore()
        if May.PLAY_OUT in may:
            return PlayOut(choose.random() < 0.5)
        if May.PUT_OUT in may:
            view = self.view(seat)
            assert view.own is not None and view.deal is not None
            return Discard(Hand.of(choose.sample(list(view.own.left), view.deal.to_put_out)))
        if claims and May.CLAIM in may and (not options or choose.random() < 0.02):
            deal = self.view(seat).deal
            return ClaimRest(_some(deal.tricks_left) if deal is not None else None)
        if not options:
            of_revokes: dict[May, Request] = {
                May.DENY_SUIT: DenySuit(),
                May.ASK_SUIT: AskSuit(),
                May.GATHER: Gather(),
            }
            return next(ask for one, ask in of_revokes.items() if one in may)
        return likely(choose, options)

    def play_deal(self) -> Evening:
        """To the end of the deal in progress."""
        deal = self.table.deals
        while self.table.last_number < deal:
            self.step()
        return self

    def play_rubber(self, *, claims: bool = False) -> Evening:
        while self.table.rubber is not None:
            self.step(claims=claims)
        return self


def _some(left: int) -> int | None:
    """A number of the tricks that are left, all and none among them."""
    return (None, left // 2, 0, left - 1)[left % 4]


def likely(choose: random.Random, options: Sequence[Action]) -> Action:
    """Any option, but doubling seldom, so that rubbers end at readable figures; in an auction mostly a pass
    or a cheap bid, so that contracts are sometimes made."""
    bids = [option for option in options if isinstance(option, Bid)]
    if CallHonours() in options and choose.random() < 0.3:
        return CallHonours()
    if bids or (Pass() in options and Double() in options):
        return _auction_call(choose, options, bids)
    calm = [option for option in options if not isinstance(option, Double)]
    return choose.choice(calm if choose.random() < 0.8 else list(options))


def _auction_call(choose: random.Random, options: Sequence[Action], bids: Sequence[Bid]) -> Action:
    if Double() in options and choose.random() < 0.2:
        return Double()
    if Pass() in options and choose.random() < 0.6:
        return Pass()
    return choose.choice(bids[:4]) if bids else Pass()


def arrangements(key: str) -> Iterator[dict[str, str]]:
    """Some tables of a game, five at least, in which every value of every option is met: none chosen, then of
    each choice a value that has not been met, or any, together with the rest, but for those that have no
    meaning together."""
    rules, choose = game(key), random.Random(key)
    every = sorted((choice.key, value) for choice in rules.choices for value in choice.values)
    wanted, tables = set(every) - set(rules.options({}).items()), 1
    yield {}
    for _ in range(5_000):
        if not wanted and tables >= 5:
            break
        options = dict([choose.choice(sorted(wanted) or every)])
        for choice in choose.sample(rules.choices, len(rules.choices)):
            new = [value for value in choice.values if (choice.key, value) in wanted]
            more = {choice.key: choose.choice(new or choice.values), **options}
            if (new or choose.random() < 0.5) and _meant(rules, more):
                options = more
        if _meant(rules, options) and (not wanted or wanted & options.items()):
            wanted, tables = wanted - options.items(), tables + 1
            yield options


def _meant(rules: Game, options: dict[str, str]) -> bool:
    try:
        rules.variant(options)
    except OptionsClash:
        return False
    return True
