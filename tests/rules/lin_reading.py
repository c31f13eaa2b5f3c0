"""Reads LIN back with the auction and the play, for tests; of what people bring only hands are read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.calls import Bid, Call, Called, Double, Pass
from rules.cards import Card, parse_card
from rules.deal.brought import BroughtDeal
from rules.errors import Unreadable
from rules.frozen import frozen
from rules.record.boards import LinWord, lin_boards, plain_lines
from rules.record.lin import _LETTERS

_STRAINS = {letter: strain for strain, letter in _LETTERS.items()}


@frozen
class LinDeal:
    """What a file in LIN says of a deal that was played."""

    dealt: BroughtDeal
    calls: tuple[Called, ...]
    cards: tuple[Card, ...]  # in the order in which they were played
    claimed: int | None = None  # the tricks of declarer's side, where the play ended with a claim


def read_lin(text: str) -> tuple[LinDeal, ...]:
    """The deals of a file in LIN, with their auctions and plays. Raises BadDeals for what is said of hands,
    dealer and vulnerability, and Unreadable, naming the line, for a call or a card."""
    return tuple(_played(*one) for one in lin_boards(plain_lines(text)))


def _played(dealt: BroughtDeal, words: Sequence[LinWord]) -> LinDeal:
    calls, cards, claimed, due = list[Called](), list[Card](), None, dealt.dealer
    for one in words:
        try:
            if one.name == "mb":
                calls.append(Called(due, _call(one.value)))
                due = due.left
            elif one.name == "pc":
                cards.append(parse_card(one.value[::-1].upper()))
            elif one.name == "mc":
                claimed = int(one.value)
        except (Unreadable, ValueError, KeyError):
            raise Unreadable(f"line {one.line}: {one.name}") from None
    return LinDeal(dealt, tuple(calls), tuple(cards), claimed)


def _call(word: str) -> Call:
    """Alerts are passed over: ``2C!``."""
    said = word.rstrip("!").lower()
    match said:
        case "p" | "pass":
            return Pass()
        case "d" | "x" | "dbl" | "r" | "xx" | "rdbl":
            return Double()
    found = re.fullmatch(r"([1-7])([cdhsn])t?", said)
    if found is None:
        raise Unreadable(word)
    return Bid(int(found[1]), _STRAINS[found[2].upper()])
