"""Tables of robots for tests and measurements: evenings, and duplicate deals with the seats exchanged."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt
from typing import Final, NamedTuple

from robots.plain import PlainRobot
from robots.player import Answer, Player, has_to_act
from rules.calls import Bid, Content, Discard, Double, Pass, Play, action_word, parse_action
from rules.cards import PACK, Card, Hand, parse_card
from rules.counting.reckon import Standing
from rules.frozen import replace
from rules.seats import ROBOT_NAMES, ROUND, BySeat, BySide, Member, Person, RobotMember, Seat, Side
from rules.table.requests import AnswerClaim, CutPack
from rules.view import FinishedDeal, May, SeatView
from tests.trials.stage.tables import Dice, Evening

FOUR = tuple(Person(name) for name in ("anna", "boris", "clara", "david"))


class RandomRobot:
    """Does anything that is open to it, but doubles seldom; of bids it makes one of the lowest, so that its
    auctions are not all at seven."""

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        if May.CUT in view.may:
            return Answer(CutPack(rng.randint(4, 48), ""))
        if May.ANSWER_CLAIM in view.may:
            return Answer(AnswerClaim(rng.random() < 0.5))
        if May.PUT_OUT in view.may:
            assert view.own is not None and view.deal is not None
            return Answer(Discard(Hand.of(rng.sample(list(view.own.left), view.deal.to_put_out))))
        bids = [option for option in view.options if isinstance(option, Bid)]
        if bids:
            rest = [option for option in view.options if option not in bids and option != Double()]
            return Answer(rng.choice([*(rest * 2 or bids[:1]), *bids[:2]]))
        calm = [option for option in view.options if not isinstance(option, Double)]
        return Answer(rng.choice(calm if rng.random() < 0.9 else list(view.options)))


class Rigged(Dice):
    """The south cuts the lowest card and deals a first pack with the cards in this order."""

    def __init__(self, order: Sequence[Card]) -> None:
        super().__init__("rigged")
        self._order = order

    def cards(self, count: int) -> Sequence[Card]:
        return [parse_card(name) for name in ("KS", "QS", "AS", "JS")[:count]]

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        return self._order if deal == 1 else super().pack(deal, at, salt)


def waiting(evening: Evening) -> SeatView:
    """The view of the first seat, from the north on, that has something to answer."""
    deal, free = evening.table.deal, evening.table.claim is None
    may_act = deal.may_act if deal is not None and free else ROUND
    seats = [seat for seat in ROUND if seat in may_act]
    return next(view for seat in seats if has_to_act(view := evening.view(seat)))


def among_robots(view: SeatView) -> SeatView:
    """The view at a table where robots sit in all chairs and call."""
    rubber = view.table.rubber
    assert rubber is not None
    members = BySeat[Member](*(RobotMember(name) for name in ROBOT_NAMES[:4]))
    return replace(view, table=replace(view.table, rubber=replace(rubber, seats=members, owners=members)))


def step(evening: Evening, seated: Callable[[Seat], Player], rng: random.Random, budget: float = 1.0) -> None:
    """One answer of one robot; the table raises if it is not open."""
    view = waiting(evening)
    assert view.viewer is not None
    evening.do(view.viewer, seated(view.viewer).choose(view, budget, rng).choice)


def deal_from(order: Sequence[Card], game: str = "biritch", **options: str) -> Evening:
    """A table at its first deal, these cards dealt by the south, or where nobody sits behind a hand by that
    hand; nothing called."""
    evening = Evening(0, game, seating="fixed", **options)
    evening.dice = Rigged(order)
    evening.seat(*FOUR[: evening.table.variant.players]).start()
    return evening.cut()


def late(order: Sequence[Card], tricks: int, game: str = "biritch") -> SeatView:
    """The next view with a choice after so many tricks of plain robots."""
    evening, rng = deal_from(order, game), random.Random(1)
    while True:
        view = waiting(evening)
        if view.deal is not None and len(view.deal.tricks) >= tricks and len(view.options) > 1:
            return view
        step(evening, lambda seat: PlainRobot(), rng)


def played(
    order: Sequence[Card],
    seated: Callable[[Seat], Player],
    rng: random.Random,
    game: str = "biritch",
    **options: str,
) -> FinishedDeal:
    """The deal of these cards as the robots seated so play it."""
    evening = deal_from(order, game, **options)
    while evening.table.last is None:
        step(evening, seated, rng)
    return evening.table.last


def points(deal: FinishedDeal, side: Side) -> int:
    """What a deal brought to a side, less what it brought to the other."""
    return sum(entry.amount if entry.side is side else -entry.amount for entry in deal.entries)


class Margin(NamedTuple):
    """The mean of paired results and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f}"


def margin(values: Sequence[float]) -> Margin:
    mean = sum(values) / len(values)
    return Margin(mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)))


def duplicate(
    one: Player, other: Player, deals: int, seed: int, game: str = "biritch", **options: str
) -> tuple[Margin, Margin]:
    """Points and tricks a deal by which ``one`` beats ``other``, each deal played twice with the seats
    exchanged."""
    rng = random.Random(seed)
    won: list[float] = []
    tricks: list[float] = []
    for _ in range(deals):
        order = rng.sample(PACK, 52)
        here = played(order, lambda seat: one if seat.side is Side.NS else other, rng, game, **options)
        there = played(order, lambda seat: one if seat.side is Side.EW else other, rng, game, **options)
        won.append((points(here, Side.NS) + points(there, Side.EW)) / 2)
        tricks.append((here.won.ns - here.won.ew + there.won.ew - there.won.ns) / 4)
    return margin(won), margin(tricks)


def rubbers(robot: Player, game: str, deals: int, seed: int, **options: str) -> Iterator[FinishedDeal]:
    """Play this many deals, rubber after rubber, with one robot in every chair. The table raises at anything
    that is not open, and the test fails if nobody has anything to do."""
    rng, begun, played_out = random.Random(seed), 0, 0
    evening: Evening | None = None
    while played_out < deals:
        if evening is None or evening.table.rubber is None:
            evening = Evening((seed, begun), game, **options)
            evening.seat(*FOUR[: evening.table.variant.players]).start()
            begun += 1
        last = evening.table.last
        step(evening, lambda seat: robot, rng)
        if evening.table.last is not last and evening.table.last is not None:
            played_out += 1
            yield evening.table.last


def hands_dealt(hands: dict[Seat, str], seed: int = 0) -> Sequence[Card]:
    """A pack that gives each seat the cards named for it, and the rest at random."""
    named = {seat: [parse_card(word) for word in text.split()] for seat, text in hands.items()}
    rest = [card for card in PACK if not any(card in cards for cards in named.values())]
    random.Random(seed).shuffle(rest)
    full = {}
    for seat in Seat:
        cards = named.get(seat, [])
        full[seat] = cards + [rest.pop() for _ in range(13 - len(cards))]
    order = [full[seat][place] for place in range(13) for seat in Seat.WEST.onwards()]
    assert len({*order}) == 52, "a card is named twice"
    return order


def dealt(hands: dict[Seat, str], game: str = "biritch", **options: str) -> Evening:
    """The south's deal of these cards, nothing called."""
    return deal_from(hands_dealt(hands), game, **options)


def after(
    hands: dict[Seat, str], words: str, seed: int = 0, game: str = "biritch", **options: str
) -> Evening:
    """The south's deal of these cards after these calls and cards, each by the seat that was due. The first
    card closes the calls."""
    evening = deal_from(hands_dealt(hands, seed), game, **options)
    for word in words.split():
        action = parse_action(f"play:{word}" if len(word) == 2 and word[0] in "AKQJT98765432" else word)
        if isinstance(action, Play):
            be_content(evening)
        deal = evening.table.deal
        assert deal is not None
        evening.do(next(seat for seat in Seat if seat in deal.may_act), action)
    return evening


SPEAKERS: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""In the order of a bidding diagram."""


def cards_of(hand: str) -> str:
    """The cards of a hand in a diagram, spades first: ``AQ42.K8.KQ72.K86``."""
    suits = zip("SHDC", hand.split("."), strict=True)
    return " ".join(f"{rank}{suit}" for suit, ranks in suits for rank in ranks)


def words_of_calls(calls: str) -> str:
    """The calls of a diagram, ``1H X P``, as words of the rules."""
    said = {"P": "pass", "X": "double", "XX": "double"}
    return " ".join(said.get(word, f"bid:{word}") for word in calls.split())


def speaks(
    hand: str,
    calls: str,
    game: str = "contract",
    below: tuple[int, int] = (0, 0),
    games: tuple[int, int] = (0, 0),
    **options: str,
) -> SeatView:
    """What the player sees who has this hand and speaks after these calls, the south dealing; ``below`` and
    ``games`` are the score, north and south first."""
    seat = SPEAKERS[len(calls.split()) % 4]
    view = after({seat: cards_of(hand)}, words_of_calls(calls), 0, game, **options).view(seat)
    return at_score(view, below, games)


def at_score(view: SeatView, below: tuple[int, int], games: tuple[int, int] = (0, 0)) -> SeatView:
    """The same view at this score, north and south first."""
    assert view.table.rubber is not None
    standing = Standing(BySide(*below), BySide(*games))
    return replace(view, table=replace(view.table, rubber=replace(view.table.rubber, standing=standing)))


def said_by(robot: Player, view: SeatView, seed: int = 0) -> str:
    """The word of the robot's call: ``2H``, ``pass`` or ``double``."""
    choice = robot.choose(view, inf, random.Random(seed)).choice
    assert isinstance(choice, Bid | Double | Pass)
    return action_word(choice).removeprefix("bid:")


def is_one_of(word: str, wants: str) -> bool:
    """Whether a call or a card is wanted: one of these, or after ``not`` none of them."""
    return (word in wants.removeprefix("not ").split()) is not wants.startswith("not ")


def be_content(evening: Evening) -> None:
    """Everybody lets the value of the tricks stand, if it is still spoken of."""
    while (deal := evening.table.deal) is not None and deal.playing is None and deal.terms is not None:
        seat = next(seat for seat in Seat if seat in deal.may_act)
        evening.do(seat, Content() if Content() in evening.view(seat).options else Pass())
