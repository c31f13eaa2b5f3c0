"""Finished deals as LIN, the notation of Bridge Base Online.

LIN knows contracts and nothing else, so only deals fit that fit PBN. Where trumps were declared without a
number of tricks, as at Biritch, the calls are written as an auction that comes to one odd trick, and what was
said after the declaration stays: contre is a double. A third doubling is not written. Seats are those of the
engine, at which play always goes clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.calls import Bid, Call, Declare, Double, Pass
from rules.cards import Hand, Suit
from rules.record.boards import LIN_SEATS
from rules.record.writing import Record, calls_and_levels, fits_pbn
from rules.seats import BySide, Seat
from rules.tricks import Strain, plain_strain
from rules.view import FinishedDeal

_LETTERS: Final = {
    Strain.CLUBS: "C",
    Strain.DIAMONDS: "D",
    Strain.HEARTS: "H",
    Strain.SPADES: "S",
    Strain.NO_TRUMPS: "N",
}
_PASS: Final = "p"
_DOUBLES: Final = ("d", "r")
_VULNERABLE: Final = {(False, False): "o", (True, False): "n", (False, True): "e", (True, True): "b"}


def as_lin(records: Sequence[Record]) -> str:
    """These deals, one a line, without those that do not fit. Empty if none does."""
    return "".join(f"{_line(one.deal)}\n" for one in records if fits_lin(one.deal))


def fits_lin(deal: FinishedDeal) -> bool:
    """Whether LIN has words for it: an auction in turn, or trumps that dealer's side declared."""
    return fits_pbn(deal) and _auction(deal) is not None


def _line(deal: FinishedDeal) -> str:
    words = [("qx", f"o{deal.number}"), ("pn", ",,,"), ("st", "")]
    words += [("md", _hands(deal)), ("ah", f"Board {deal.number}"), ("sv", _vulnerable(deal.before.games))]
    words += [("mb", call) for call in _auction(deal) or ()]
    words.append(("pg", ""))
    for trick in deal.tricks:
        words += [("pc", f"{card.suit.letter}{card.rank.letter}") for card in trick.cards]
        words.append(("pg", ""))
    settled = deal.settled
    if deal.conceded is not None and settled is not None and settled.declared_by is not None:
        words.append(("mc", str(deal.won.of(settled.declared_by.side))))
    return "".join(f"{name}|{value}|" for name, value in words)


def _hands(deal: FinishedDeal) -> str:
    """From the south on, each with its suits from spades down and the lowest card first, as BBO has them."""
    hands = ",".join(_hand(deal.hands.of(seat)) for seat in LIN_SEATS)
    return f"{LIN_SEATS.index(deal.dealer) + 1}{hands}"


def _hand(hand: Hand) -> str:
    return "".join(
        suit.letter + "".join(card.rank.letter for card in sorted(hand.suit(suit), key=lambda one: one.rank))
        for suit in Suit
    )


def _vulnerable(games: BySide[int]) -> str:
    return _VULNERABLE[bool(games.ns), bool(games.ew)]


def _auction(deal: FinishedDeal) -> tuple[str, ...] | None:
    """The calls from the dealer on; None if LIN has none for what was said."""
    if deal.settled is None:
        return (_PASS,) * len(deal.calls)
    if deal.settled.bid is None:
        return _declaration(deal, deal.settled.declared_by)
    due = deal.dealer
    said = []
    for one, level in calls_and_levels(deal):
        if one.seat is not due or (word := _word(one.call, level)) is None:
            return None
        said.append(word)
        due = due.left
    return tuple(said)


def _declaration(deal: FinishedDeal, by: Seat | None) -> tuple[str, ...] | None:
    """A bid of one by whoever declared, and the doublings after it."""
    declared = next((one.call for one in deal.calls if isinstance(one.call, Declare)), None)
    if declared is None or by is None:
        return None
    said = [_PASS] * ((by.index - deal.dealer.index) % 4)
    said.append(f"1{_LETTERS[plain_strain(declared.trumps)]}")
    doubled = [one.seat for one in deal.calls if isinstance(one.call, Double)][: len(_DOUBLES)]
    due = by.left
    for seat, word in zip(doubled, _DOUBLES, strict=False):
        said += [_PASS] * ((seat.index - due.index) % 4) + [word]
        due = seat.left
    return (*said, *(_PASS,) * 3)


def _word(call: Call, level: int) -> str | None:
    match call:
        case Pass():
            return _PASS
        case Double():
            return _DOUBLES[level - 1] if level <= len(_DOUBLES) else None
        case Bid(odd, strain) if strain in _LETTERS:
            return f"{odd}{_LETTERS[strain]}"
    return None
