"""Cutting for partners, for the deal, and cutting out (laws 1.2, 1.4). The ace is low in cutting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.cards import Card, Suit

Who = TypeVar("Who")
Settled = TypeVar("Settled")

_AMERICAN_ORDER = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
"""Lowest first, where equal cards rank by suit instead of being cut again (ambiguity 2b)."""


@dataclass(frozen=True, slots=True)
class Partners(Generic[Who]):
    """What a cut has settled: the lower two against the higher two, and who deals first."""

    dealer: Who
    low: tuple[Who, Who]  # the dealer and his partner
    high: tuple[Who, Who]


class CutAgain(Exception):
    """Not settled: these people must cut again."""

    def __init__(self, people: Sequence[object]) -> None:
        super().__init__(people)
        self.people = tuple(people)


def cutting_key(card: Card, *, suit_order: bool) -> tuple[int, int]:
    """Cards in cutting order; equal cards are equal unless the suits break ties."""
    return card.rank.in_cutting, _AMERICAN_ORDER.index(card.suit) if suit_order else 0


Cut = Mapping[Who, tuple[int, int]]
"""One round: each person's card in cutting order."""

_DEAL, _PARTNERSHIP = 1, 2
"""Where a tie matters, counted from the lowest: between the first dealer and the rest, and between the lower
and the higher pair."""


def cut_for_partners(rounds: Iterable[Cut[Who]]) -> Partners[Who]:
    """Settles partners and deal from the first cut and each recut.

    A recut fixes only the question in doubt, so the original lowest never loses the deal to a lower card
    in a recut (laws 1.2.3; Cavendish, note to law 18). Raises CutAgain naming who must cut next.
    """
    a, b, c, d = _settled(iter(rounds), None, {_DEAL, _PARTNERSHIP})
    return Partners(a, (a, b), (c, d))


def cut_for_deal(rounds: Iterable[Cut[Who]]) -> Who:
    """Who deals first where the partners are settled already: the lowest. Raises CutAgain."""
    return _settled(iter(rounds), None, {_DEAL})[0]


def _settled(rounds: Iterator[Cut[Who]], cutting: list[Who] | None, doubts: set[int]) -> list[Who]:
    """These people (at first everybody) lowest first. Those who tie across a doubt cut again among
    themselves; other ties settle nothing and stay."""
    cut = next(rounds, None)
    if cut is None:
        raise CutAgain(cutting or ())
    people = sorted(cut, key=lambda who: cut[who])
    start = 0
    while start < len(people):
        end = start + sum(cut[who] == cut[people[start]] for who in people)
        inside = {doubt - start for doubt in doubts if start < doubt < end}
        if inside:
            people[start:end] = _settled(rounds, people[start:end], inside)
        start = end
    return people


def cut_and_recut(
    people: Sequence[Who],
    draw: Callable[[int], Sequence[Card]],
    settle: Callable[[Iterable[Cut[Who]]], Settled],
    *,
    suit_order: bool,
) -> tuple[Settled, tuple[tuple[tuple[Who, Card], ...], ...]]:
    """Cuts until ``settle`` is content; ``draw(n)`` gives n different cards of a fresh pack. Also every
    round's cards, to be shown."""
    shown: list[tuple[tuple[Who, Card], ...]] = []
    due: Sequence[Who] = people
    while True:
        shown.append(tuple(zip(due, draw(len(due)), strict=True)))
        rounds = [{who: cutting_key(card, suit_order=suit_order) for who, card in cut} for cut in shown]
        try:
            return settle(rounds), tuple(shown)
        except CutAgain as again:
            due = [who for who in people if who in again.people]


def cut_out(consecutive: Mapping[Who, int], entrants: int, cuts: Mapping[Who, int]) -> tuple[Who, ...]:
    """Who goes out for so many entrants, not more than two: those who have played most rubbers running; among
    equals the highest cut, ace low (laws 1.4, ambiguity 4). ``cuts`` holds the cutting orders of those
    equals, or nothing where nobody need cut. Raises CutAgain naming those whose cuts tie across the question.
    """
    going: list[Who] = []
    for _ in range(min(entrants, 2)):
        staying = [who for who in consecutive if who not in going]
        longest = max(consecutive[who] for who in staying)
        equals = [who for who in staying if consecutive[who] == longest]
        highest = [who for who in equals if cuts.get(who, 0) == max(cuts.get(one, 0) for one in equals)]
        if len(highest) > min(entrants, 2) - len(going):
            raise CutAgain(highest)
        going.append(highest[0])
    return tuple(going)
