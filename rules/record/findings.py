"""What an auditor finds in the log of a table about who went out (laws 1.2, 1.4, ambiguity 4, R12), and
sentences for this and for what it finds in deals. English."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, assert_never

from rules.cards import Card, Suit
from rules.frozen import frozen
from rules.record.audit import (
    THREE,
    ChangedUnasked,
    CutShort,
    DealtTwice,
    Disobeyed,
    Finding,
    FromNowhere,
    HandsUneven,
    HonoursNotShown,
    NotHeld,
    PlayedTwice,
    Revoke,
    TricksMissing,
    TurnedOutOfStock,
    WrongAward,
    WrongCount,
    WrongJudgement,
    WrongLeader,
    WrongShare,
    WrongTrumps,
    WrongWinner,
)
from rules.record.writing import NO_TRUMPS, seat_name
from rules.seats import Member, Person, RobotMember, Seat
from rules.table import events
from rules.table.events import Event
from rules.view import GoneOut


def sentence(finding: Finding) -> str:
    match finding:
        case DealtTwice(card):
            return f"{card} was dealt twice."
        case HandsUneven(seat, cards):
            return f"{seat_name(seat)} held {_counted(cards, 'card')}, fewer than another hand."
        case ChangedUnasked(seat):
            return f"{seat_name(seat)} did not play the hand that was dealt, but put nothing out."
        case FromNowhere(seat, card):
            return f"{seat_name(seat)} took in {card}, which was not in the stock."
        case TurnedOutOfStock(card):
            return f"{card} was turned up, but it is not in the stock."
        case WrongTrumps(told, turned):
            return f"{turned} was turned up, but trumps are said to be {_suit(told)}."
        case HonoursNotShown(side, held):
            if held < THREE:
                return f"{side.value} ended the deal by calling honours, but held {held} of them."
            return f"{side.value} ended the deal by honours for which neither of them had asked."
        case Revoke(trick, seat, led, played, held):
            could = " ".join(map(str, held))
            return f"Trick {trick}: {seat_name(seat)} revoked with {played}, holding {could} in {_suit(led)}."
        case NotHeld(trick, seat, card):
            return f"Trick {trick}: {seat_name(seat)} did not hold {card}."
        case PlayedTwice(trick, seat, card):
            return f"Trick {trick}: {seat_name(seat)} played {card}, which had been played."
        case WrongLeader(trick, led, due):
            return f"Trick {trick}: {seat_name(led)} led, but the lead was {seat_name(due)}'s."
        case WrongWinner(trick, told, won):
            return f"Trick {trick}: {seat_name(told)} took it, but {seat_name(won)} had won it."
        case CutShort(trick, cards):
            return f"Trick {trick} has {_counted(cards, 'card')}, though nobody was granted the rest there."
        case TricksMissing(turned, due):
            return f"Complete tricks: {turned} instead of {due}, and nobody was granted the rest."
        case WrongShare(kept, rest):
            return f"A claim left {_counted(kept, 'trick')} to the other side, but {rest} were still to play."
        case WrongCount(side, told, won):
            return f"{side.value} won {_counted(won, 'trick')} and is credited with {told}."
        case WrongJudgement(trick, seat, told):
            judged = "found" if told else "not found"
            return f"Trick {trick}: a revoke by {seat_name(seat)} was {judged}, against the cards."
        case WrongAward(trick, told_to):
            return f"Trick {trick} went to {seat_name(told_to)} for a revoke, without reason."
        case Disobeyed(trick, seat, played):
            return f"Trick {trick}: {seat_name(seat)} played {played} against what was demanded."
    assert_never(finding)


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _suit(suit: Suit | None) -> str:
    return NO_TRUMPS if suit is None else suit.name.lower()


def rotation_sentence(finding: RotationFinding) -> str:
    """What is wrong with who went out after a rubber."""
    match finding:
        case Miscounted(rubber, person, told, played):
            return (
                f"After rubber {rubber} {person} was said to have played {_counted(told, 'rubber')} "
                f"in succession and had played {played}."
            )
        case WronglyOut(rubber, out, due):
            return f"After rubber {rubber} {_people(out)} went out instead of {_people(due)}."
        case CutByOthers(rubber, cut, due):
            return f"After rubber {rubber} {_people(cut)} cut to go out, which was for {_people(due)}."
        case _:
            assert_never(finding)


def _people(members: frozenset[Member]) -> str:
    return " and ".join(sorted(map(str, members))) or "nobody"


FROM_THE_LOWEST: Final = "A23456789TJQK"
AMERICAN: Final = "HCDS"
"""The suits from the lowest, where they decide between equal cards (ambiguity 2b)."""
MOST_COMING_IN: Final = 2
"""Not more may come in after one rubber."""


@frozen
class Miscounted:
    """Somebody went out who had played another number of rubbers in succession than was told."""

    rubber: int
    person: Person
    told: int
    played: int


@frozen
class WronglyOut:
    """Others went out than those who had played most rubbers in succession or, among equals, cut highest."""

    rubber: int
    out: frozenset[Member]
    due: frozenset[Member]


@frozen
class CutByOthers:
    """Cards were drawn by others than those between whom they had to decide."""

    rubber: int
    cut: frozenset[Member]
    due: frozenset[Member]


RotationFinding = Miscounted | WronglyOut | CutByOthers


class Rotation:
    """Who sits at a table, who waits, and how many rubbers each has played in succession."""

    def __init__(self) -> None:
        self.rubber = 0
        self.chairs: dict[Seat, Member] = {}  # of the rubber that goes on
        self.dummies: tuple[Seat, ...] = ()
        self.table: set[Member] = set()
        self.waiting: set[Member] = set()
        self.played: dict[Member, int] = {}

    def note_event(self, event: Event, *, suits_decide: bool) -> Iterator[RotationFinding]:
        """What is wrong with an event, if people went out by it. Each event of the log is noted, in turn.
        ``suits_decide`` between equal cards, where the table has chosen that."""
        match event:
            case events.Joined(member):
                self._comes(member)
            case events.Left(member):
                self.table.discard(member)
                self.waiting.discard(member)
            case events.Waited(person) | events.SteppedBack(person):
                self._waits(person)
            case events.RubberBegun():
                self.rubber, self.dummies = event.number, event.dummies
                self.chairs = {seat: event.seats.of(seat) for seat in Seat}
            case events.RobotTookOver(seat, robot) | events.RobotSatIn(seat, robot):
                self._sits(seat, robot)
            case events.TookBack(seat, person) | events.ChairTaken(seat, person):
                self._sits(seat, person)
            case events.RubberReckoned():
                sat = set(self.chairs.values())
                self.played = {one: self.played.get(one, 0) + 1 for one in sat}
                self.table = sat
            case events.StoodOut(gone):
                yield from self._judged_first(gone, AMERICAN if suits_decide else "")
                everybody = self.table | self.waiting
                self.waiting = {person for person, _ in gone.out}
                self.table = everybody - self.waiting
            case events.WentOut(gone):
                yield from self._judge_rotation(gone, AMERICAN if suits_decide else "")
                for person, _ in gone.out:
                    self._waits(person)

    def _comes(self, member: Member) -> None:
        self.waiting.discard(member)
        self.table.add(member)

    def _waits(self, person: Person) -> None:
        self.table.discard(person)
        self.waiting.add(person)

    def _sits(self, seat: Seat, member: Member) -> None:
        self.waiting.discard(member)
        self.chairs[seat] = member
        if seat.partner in self.dummies:
            self.chairs[seat.partner] = member

    def _judge_rotation(self, gone: GoneOut, suits: str) -> Iterator[RotationFinding]:
        for person, told in gone.out:
            if told != self.played.get(person, 0):
                yield Miscounted(self.rubber, person, told, self.played.get(person, 0))
        due, equals, places = self._sent()
        cut = {person for drawn in gone.cuts for person, _ in drawn}
        if cut != equals:
            yield CutByOthers(self.rubber, frozenset(cut), equals)
            return
        if equals:
            due |= _highest(gone, places, suits)
        out = frozenset(person for person, _ in gone.out)
        if out != due:
            yield WronglyOut(self.rubber, out, due)

    def _judged_first(self, gone: GoneOut, suits: str) -> Iterator[RotationFinding]:
        """Before the first rubber everybody cuts, and the lowest play (laws 1.2.1)."""
        everybody = frozenset(self.table | self.waiting)
        cut = frozenset(person for person, _ in gone.cuts[0]) if gone.cuts else frozenset()
        if self.rubber or cut != everybody:
            yield CutByOthers(self.rubber, cut, everybody)
            return
        drew = _drew(gone, suits)
        told = [person for person, _ in gone.out]
        high = sorted(drew, key=lambda one: drew[one])[len(drew) - len(told) :]
        if told != high or any(rubbers for _, rubbers in gone.out):
            yield WronglyOut(self.rubber, frozenset(told), frozenset(high))

    def _sent(self) -> tuple[frozenset[Member], frozenset[Member], int]:
        """Those who go out without a cut, those who cut, and how many of these go. Robots go first."""
        places = min(len(self.waiting), MOST_COMING_IN)
        due: frozenset[Member] = frozenset()

        def rubbers(one: Member) -> float:
            return float("inf") if isinstance(one, RobotMember) else self.played.get(one, 0)

        for _, group in groupby(sorted(self.table, key=rubbers, reverse=True), key=rubbers):
            equals = frozenset(group)
            if len(equals) > places:
                return due, equals if places else frozenset(), places
            due |= equals
            places -= len(equals)
        return due, frozenset(), 0


def _highest(gone: GoneOut, places: int, suits: str) -> frozenset[Member]:
    """Of those who cut: so many with the highest cards, and fewer where the cut decided nothing."""
    drew = _drew(gone, suits)
    cards = sorted(drew.values(), reverse=True)
    return frozenset(
        one for one, height in drew.items() if cards.index(height) + cards.count(height) <= places
    )


def _drew(gone: GoneOut, suits: str) -> dict[Member, tuple[tuple[int, int], ...]]:
    """What each of those who cut drew, in turn."""
    drew: dict[Member, tuple[tuple[int, int], ...]] = {}
    for drawn in gone.cuts:
        for person, card in drawn:
            drew[person] = (*drew.get(person, ()), _height(card, suits))
    return drew


def _height(card: Card, suits: str) -> tuple[int, int]:
    name = str(card)
    return FROM_THE_LOWEST.index(name[0]), suits.find(name[1])
