"""Deals and tables for tests of the rules, written as people say them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rules.calls import PLAYS, Call, Content, Declare, Double, Pass, Play
from rules.cards import PACK, Card, Hand, Suit, parse_card
from rules.counting.reckon import NOTHING_SCORED, Entry, Penalty, Revoked, Standing, Tally
from rules.deal.deal import Deal
from rules.games.all_games import game
from rules.seats import BySeat, BySide, Seat, Side
from rules.settling.terms import Dealt
from rules.table.events import Event, Opened
from rules.table.requests import AnswerClaim, ClaimRest
from rules.table.table import Table
from rules.tricks import Trick
from rules.view import Cut, FinishedDeal, May, Settled
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

NORTH, EAST, SOUTH, WEST = Seat
NS, EW = Side
SPADES, HEARTS, DIAMONDS, CLUBS = Suit


def held(text: str) -> Hand:
    """A hand from suits and ranks: ``S AQ95 H KJ8 D T63 C A84``."""
    words = text.split()
    return Hand.of(parse_card(r + s) for s, ranks in zip(words[::2], words[1::2], strict=True) for r in ranks)


ORDINARY = BySeat(
    north=held("S AQ95 H KJ8 D T63 C A84"),
    east=held("S KJ8 H A972 D Q85 C J75"),
    south=held("S T63 H QT5 D AJ92 C KQ9"),
    west=held("S 742 H 643 D K74 C T632"),
)
"""Hands with nobody void. Honours, NS to EW: spades 3-2, hearts 4-1 (divided), diamonds 3-2, clubs 3-2; aces
3-1."""

SUITS = BySeat(
    north=held("H AKQJT98765432"),
    east=held("S AKQJT98765432"),
    south=held("D AKQJT98765432"),
    west=held("C AKQJT98765432"),
)
"""North has every heart, east every spade, south every diamond, west every club."""


def dealt(seed: object, dealer: Seat = SOUTH, size: int = 13) -> Dealt:
    """Hands of this size from a seed."""
    order = random.Random(repr(seed)).sample(PACK, 4 * size)
    return Dealt(dealer, BySeat(*(Hand.of(order[place::4]) for place in range(4))))


def call(word: str) -> Call:
    match word:
        case "pass":
            return Pass()
        case "content":
            return Content()
        case "contre" | "sur":
            return Double()
        case "biritch":
            return Declare(None)
    return Declare(Suit[word.upper()])


def begun(cards: Dealt | BySeat[Hand], dealer: Seat = SOUTH, **options: str) -> Deal:
    """A deal of Biritch about to be declared."""
    cards = cards if isinstance(cards, Dealt) else Dealt(dealer, cards)
    return Deal.begin(game("biritch").variant(options).settlement, cards)


def said(deal: Deal, words: str) -> Deal:
    """The deal after these calls, each checked: ``S hearts, W contre``."""
    for letter, word in (each.split() for each in words.split(",")):
        deal.check(Seat(letter), call(word))
        deal = deal.after(Seat(letter), call(word))
    return deal


def played(deal: Deal, names: str) -> Deal:
    """The deal after these cards, each checked."""
    for name in names.split():
        (seat,) = deal.may_act
        deal.check(seat, PLAYS[parse_card(name).index])
        deal = deal.after_card(parse_card(name))
    return deal


def settled(hands: BySeat[Hand] = ORDINARY, trumps: str = "hearts", dealer: Seat = SOUTH) -> Deal:
    """A deal in which the dealer has declared and both adversaries are content."""
    left, right = dealer.left.letter, dealer.right.letter
    return said(begun(hands, dealer), f"{dealer.letter} {trumps}, {left} content, {right} content")


def trick(leader: str, names: str) -> Trick:
    return Trick(Seat(leader), tuple(parse_card(name) for name in names.split()))


def tally(
    trumps: str,
    ns: int,
    honours: str = "0000",
    *,
    level: int = 0,
    void: str = "",
    revokes: Iterable[tuple[str, str]] = (),
) -> Tally:
    """A deal in which NS won this many tricks; ``honours`` counts them in N, E, S, W."""
    return Tally(
        trumps=None if trumps == "biritch" else Suit[trumps.upper()],
        level=level,
        tricks=BySide(ns, 13 - ns),
        honours=BySeat(*map(int, honours)),
        voids=frozenset(Seat(letter) for letter in void),
        revokes=tuple(Revoked(Side(side), Penalty(penalty)) for side, penalty in revokes),
    )


def entries(of: Tally, below: tuple[int, int] = (0, 0), **options: str) -> tuple[Entry, ...]:
    """The lines of a deal of Biritch, at this score towards the game."""
    return game("biritch").variant(options).reckon(of, Standing(below=BySide(*below)))


def sums(of: Tally, below: tuple[int, int] = (0, 0), **options: str) -> dict[str, tuple[int, int]]:
    """The sum of each line, NS and EW."""
    found: dict[str, tuple[int, int]] = {}
    for entry in entries(of, below, **options):
        ns, ew = found.get(entry.line.value, (0, 0))
        gain = (entry.amount, 0) if entry.side is NS else (0, entry.amount)
        found[entry.line.value] = (ns + gain[0], ew + gain[1])
    return found


class Rigged(Dice):
    """Chance that draws what the test gives: cards to cut for partners, and hands."""

    def __init__(self, draws: Sequence[str] = (), hands: BySeat[Hand] = ORDINARY) -> None:
        super().__init__(0)
        self.draws = [tuple(parse_card(name) for name in draw.split()) for draw in draws]
        self.hands = hands
        self.drawn: list[int] = []
        self.packs: list[tuple[int, int, str]] = []

    def cards(self, count: int) -> Sequence[Card]:
        self.drawn.append(count)
        return self.draws.pop(0) if self.draws else super().cards(count)

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        """A pack that gives each seat the same hand, with any dealer: south dealt the first."""
        self.packs.append((deal, at, salt))
        eldest = (2 + deal) % 4
        return [
            c for four in zip(*(self.hands[(eldest + n) % 4] for n in range(4)), strict=True) for c in four
        ]


def rigged(*draws: str, hands: BySeat[Hand] = ORDINARY, **options: str) -> Evening:
    """Anna, Boris, Clara and David at a table, waiting for the start. Unless the cuts say otherwise Anna sits
    south and deals, Boris north, Clara west, David east."""
    evening = Evening(0, **options)
    evening.dice = Rigged(draws or ("2S 3S 4S 5S",), hands)
    return evening.seat(ANNA, BORIS, CLARA, DAVID)


def declared(evening: Evening, word: str = "hearts", level: int = 0) -> Evening:
    """The pack is cut, the dealer declares, and the tricks are doubled ``level`` times."""
    evening.cut()
    rubber = evening.table.rubber
    assert rubber is not None
    dealer = rubber.dealer
    evening.do(dealer, call(word))
    for turn in range(level):
        evening.do(dealer.left if turn % 2 == 0 else dealer, Double())
    last = dealer.left if level % 2 == 0 else dealer
    evening.do(last, Content())
    evening.do(last.partner, Content())
    return evening


def lead(evening: Evening) -> Evening:
    """The eldest leads the first card offered."""
    (seat,) = (seat for seat in Seat if evening.view(seat).options)
    evening.do(seat, evening.view(seat).options[0])
    return evening


def claimer(evening: Evening, side: Side) -> Seat:
    return next(seat for seat in side.seats if May.CLAIM in evening.view(seat).may)


def granted(evening: Evening, side: Side, word: str = "hearts", level: int = 0) -> tuple[Event, ...]:
    """A whole deal in which one side claims everything after the lead, and all agree."""
    lead(declared(evening, word, level))
    seat = claimer(evening, side)
    evening.do(seat, ClaimRest())
    happened: tuple[Event, ...] = ()
    for other in seat.left, seat.partner, seat.right:
        happened = evening.do(other, AnswerClaim(agrees=True))
    return happened


def played_out(seed: object, *, doubling: float = 0.3, claims: bool = True) -> Deal:
    """A deal that somebody called and played at random; perhaps a claim gave one side the rest."""
    choose = random.Random(repr(seed))
    deal = begun(dealt(seed, choose.choice(list(Seat))))
    while not deal.over:
        seat = choose.choice([seat for seat in Seat if seat in deal.may_act])
        option = choose.choice(deal.options(seat))
        if isinstance(option, Double) and choose.random() > doubling:
            option = Content()
        deal = deal.after_card(option.card) if isinstance(option, Play) else deal.after(seat, option)
        under_way = deal.playing is not None and deal.playing.cards_played and not deal.over
        if claims and under_way and choose.random() < 0.01:
            deal = deal.granted(choose.choice(list(Side)))
    return deal


def laid_open(deal: Deal, before: Standing = NOTHING_SCORED) -> FinishedDeal:
    """What everybody may see of a finished deal of Biritch."""
    playing = deal.playing
    assert playing is not None
    variant = game("biritch").variant()
    terms, tallied = playing.terms, deal.tally(variant.honours)
    lines = variant.reckon(tallied, before)
    return FinishedDeal(
        number=1,
        dealer=deal.dealt.dealer,
        hands=deal.dealt.hands,
        calls=deal.calls,
        settled=Settled(
            trumps=terms.trumps,
            level=terms.level,
            worth=variant.worth(terms),
            leader=terms.leader,
            declared_by=terms.declared_by,
            dummies=tuple((dummy.seat, dummy.player) for dummy in terms.dummies),
        ),
        tricks=playing.all_tricks,
        won=tallied.tricks,
        conceded=playing.conceded,
        entries=lines,
        before=before,
        after=variant.rubber.standing_after(before, lines),
        commitment="c0ffee",
        cut=Cut(26, "", None),
        seed="seed-1",
    )


def replayed(events: Iterable[Event]) -> Table:
    """The table that follows from these events alone."""
    first, *rest = events
    assert isinstance(first, Opened)
    table = Table.opened(game(first.game), first.options)
    for event in rest:
        table = table.after(event)
    return table
