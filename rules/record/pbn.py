"""Writes finished deals in Portable Bridge Notation, version 2.1, which programs for bridge read.

PBN knows contracts, so only deals of the bridge family fit: thirteen cards a hand, and a declarer. Where
trumps were declared without a number of tricks, as at Biritch, the contract is written as one for a single
odd trick, and a comment says so. Seats are those of the engine, at which play always goes clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.calls import Bid, Call, Declare, Double, Pass
from rules.cards import Card, Hand, Suit
from rules.record.writing import Record
from rules.seats import BySide, Seat
from rules.tricks import Strain, Trick, plain
from rules.view import FinishedDeal, Settled

VERSION: Final = "% PBN 2.1"
_STRAINS: Final = {
    Strain.CLUBS: "C",
    Strain.DIAMONDS: "D",
    Strain.HEARTS: "H",
    Strain.SPADES: "S",
    Strain.NO_TRUMPS: "NT",
}
"""Royals and misère have no sign in PBN."""
_UNKNOWN: Final = "?"


def pbn(records: Sequence[Record]) -> str:
    """These deals as PBN, without those that do not fit. Empty if none does."""
    games = ["\n".join(_lines(one)) for one in records if fits(one.deal)]
    return VERSION + "\n" + "".join(f"{one}\n\n" for one in games) if games else ""


def fits(deal: FinishedDeal) -> bool:
    """Whether PBN has words for what was declared or bid, and for how it was played."""
    if any(len(hand) != 13 for hand in deal.hands) or deal.held is not None:
        return False
    settled = deal.settled
    if settled is None:
        return all(isinstance(one.call, Pass) for one in deal.calls)
    declared = any(isinstance(one.call, Bid | Declare) for one in deal.calls)
    by = settled.declared_by
    return declared and by is not None and settled.leader is by.left and _strain(settled) in _STRAINS


def _strain(settled: Settled) -> Strain:
    return settled.bid.strain if settled.bid is not None else plain(settled.trumps)


def _lines(record: Record) -> Iterator[str]:
    deal, settled = record.deal, record.deal.settled
    yield _tag("Event", record.game)
    yield _tag("Site", _UNKNOWN)
    yield _tag("Date", "????.??.??")
    yield _tag("Board", str(deal.number))
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH):
        yield _tag(seat.name.capitalize(), _UNKNOWN)
    yield _tag("Dealer", deal.dealer.letter)
    yield _tag("Vulnerable", _won_a_game(deal.before.games))
    yield _tag("Deal", f"N:{' '.join(_held(hand) for hand in deal.hands)}")
    yield _tag("Scoring", "Rubber")
    by = settled.declared_by if settled is not None else None
    yield _tag("Declarer", by.letter if by is not None else "")
    yield _tag("Contract", _contract(settled))
    yield _tag("Result", str(deal.won.of(by.side)) if by is not None else "")
    yield from _comments(settled)
    if deal.calls and all(_in_turn(deal)):
        yield _tag("Auction", deal.calls[0].seat.letter)
        said = [_said(call, level) for call, level in _with_levels(deal)]
        yield from (" ".join(said[start : start + 4]) for start in range(0, len(said), 4))
    if settled is not None:
        yield _tag("Play", settled.leader.letter)
        yield from (_played(trick, settled.leader) for trick in deal.tricks if trick.cards)
        if deal.conceded is not None:
            yield "*"


def _tag(name: str, value: str) -> str:
    return f'[{name} "{value}"]'


def _won_a_game(games: BySide[int]) -> str:
    """The sides that have won a game of the rubber. Games without vulnerability reckon nothing by it."""
    match bool(games.ns), bool(games.ew):
        case True, True:
            return "All"
        case True, False:
            return "NS"
        case False, True:
            return "EW"
    return "None"


def _held(hand: Hand) -> str:
    return ".".join("".join(card.rank.letter for card in hand.suit(suit)) for suit in Suit)


def _contract(settled: Settled | None) -> str:
    if settled is None:
        return "Pass"
    odd = settled.bid.odd if settled.bid is not None else 1
    return f"{odd}{_STRAINS[_strain(settled)]}{'X' * min(settled.level, 2)}"


def _comments(settled: Settled | None) -> Iterator[str]:
    """What a contract cannot say."""
    if settled is not None and settled.bid is None:
        yield "{Trumps were declared without a number of tricks; the contract stands for one odd trick.}"
    if settled is not None and settled.level > 2:
        yield f"{{Doubled {settled.level} times.}}"


def _in_turn(deal: FinishedDeal) -> Iterator[bool]:
    """For each call, whether PBN has it and its seat was next."""
    first = deal.calls[0].seat.index
    for place, one in enumerate(deal.calls):
        known = isinstance(one.call, Pass | Double) or (
            isinstance(one.call, Bid) and one.call.strain in _STRAINS
        )
        yield known and one.seat.index == (first + place) % 4


def _with_levels(deal: FinishedDeal) -> Iterator[tuple[Call, int]]:
    """The calls, each with the number of doublings since the last bid."""
    level = 0
    for one in deal.calls:
        level = level + 1 if isinstance(one.call, Double) else 0 if isinstance(one.call, Bid) else level
        yield one.call, level


def _said(call: Call, level: int) -> str:
    match call:
        case Bid(odd, strain):
            return f"{odd}{_STRAINS[strain]}"
        case Double():
            return "X" * min(level, 2)
    return "Pass"


def _played(trick: Trick, first: Seat) -> str:
    """The cards of a trick in columns by seat, beginning with the opening leader's."""
    cards = dict(trick.by_player())
    return " ".join(_card(cards.get(seat)) for seat in first.onwards())


def _card(card: Card | None) -> str:
    return f"{card.suit.letter}{card.rank.letter}" if card is not None else "-"
