"""Sentences for what the auditor finds. English."""

from __future__ import annotations

from typing import assert_never

from rules.cards import Suit
from rules.members import Member
from rules.record import audit_rotation as rotation
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


def sentence(finding: Finding) -> str:
    match finding:
        case DealtTwice(card):
            return f"{card} was dealt twice."
        case HandsUneven(seat, cards):
            return f"{seat_name(seat)} held {_of(cards, 'card')}, fewer than another hand."
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
            return f"Trick {trick} has {_of(cards, 'card')}, though nobody was granted the rest there."
        case TricksMissing(turned, due):
            return f"Complete tricks: {turned} instead of {due}, and nobody was granted the rest."
        case WrongShare(kept, rest):
            return f"A claim left {_of(kept, 'trick')} to the other side, but {rest} were still to play."
        case WrongCount(side, told, won):
            return f"{side.value} won {_of(won, 'trick')} and is credited with {told}."
        case WrongJudgement(trick, seat, told):
            judged = "found" if told else "not found"
            return f"Trick {trick}: a revoke by {seat_name(seat)} was {judged}, against the cards."
        case WrongAward(trick, told_to):
            return f"Trick {trick} went to {seat_name(told_to)} for a revoke, without reason."
        case Disobeyed(trick, seat, played):
            return f"Trick {trick}: {seat_name(seat)} played {played} against what was demanded."
    assert_never(finding)


def _of(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _suit(suit: Suit | None) -> str:
    return NO_TRUMPS if suit is None else suit.name.lower()


def rotation_sentence(finding: rotation.Finding) -> str:
    """What is wrong with who went out after a rubber."""
    match finding:
        case rotation.Miscounted(rubber, person, told, played):
            return (
                f"After rubber {rubber} {person} was said to have played {_of(told, 'rubber')} in succession "
                f"and had played {played}."
            )
        case rotation.WronglyOut(rubber, out, due):
            return f"After rubber {rubber} {_all(out)} went out instead of {_all(due)}."
        case rotation.CutByOthers(rubber, cut, due):
            return f"After rubber {rubber} {_all(cut)} cut to go out, which was for {_all(due)}."
        case _:
            assert_never(finding)


def _all(members: frozenset[Member]) -> str:
    return " and ".join(sorted(map(str, members))) or "nobody"
