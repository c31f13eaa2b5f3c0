"""Cutting for partners, for the deal, and for who comes in and goes out between two rubbers (laws 1.2, 1.4).

The ace is lowest in cutting. More people may belong to a table than can play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Generic, TypeVar

from rules import refusals
from rules.cards import Card, Suit
from rules.chance import Chance
from rules.errors import RulesError
from rules.frozen import frozen
from rules.seats import Member, Person, RobotMember
from rules.table import events
from rules.table.events import Event
from rules.table.table import Table
from rules.view import MEMBERS, GoneOut

Who = TypeVar("Who")
Answer = TypeVar("Answer")

_AMERICAN_ORDER = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
"""The suits from the lowest, where they decide between equal cards and nobody cuts again (ambiguity 2b)."""


@frozen
class Partners(Generic[Who]):
    """The result of a cut: the lower two play against the higher two, and the lowest deals."""

    dealer: Who
    low: tuple[Who, Who]  # the dealer and the dealer's partner
    high: tuple[Who, Who]


class CutAgain(Exception):
    """The cut has settled nothing yet: these people must cut again."""

    def __init__(self, people: Sequence[object]) -> None:
        super().__init__(people)
        self.people = tuple(people)


def cutting_key(card: Card, *, suit_order: bool) -> tuple[int, int]:
    """A key that sorts cards in cutting order. Equal ranks are equal unless suits decide."""
    return card.rank.in_cutting, _AMERICAN_ORDER.index(card.suit) if suit_order else 0


Round = Mapping[Who, tuple[int, int]]
"""One round of a cut: each person's card as its key in cutting order."""

_DEAL, _PARTNERSHIP = 1, 2
"""Places, counted from the lowest, between which a tie matters: the first dealer and the rest, and the lower
and the higher pair."""


def cut_for_partners(rounds: Iterable[Round[Who]]) -> Partners[Who]:
    """The partners and the dealer, from the first cut and each recut.

    A recut decides only the question that is open, so the original lowest never loses the deal to a lower
    card in a recut (laws 1.2.3; Cavendish, note to law 18). Raises CutAgain with those who must cut next.
    """
    a, b, c, d = _settle_ties(iter(rounds), None, {_DEAL, _PARTNERSHIP})
    return Partners(a, (a, b), (c, d))


def cut_for_deal(rounds: Iterable[Round[Who]]) -> Who:
    """Who deals first if the partners are settled already: the lowest. Raises CutAgain."""
    return _settle_ties(iter(rounds), None, {_DEAL})[0]


def _settle_ties(rounds: Iterator[Round[Who]], cutting: list[Who] | None, doubts: set[int]) -> list[Who]:
    """The people, lowest first. Those who tie at a place that matters cut again among themselves; other ties
    are left as they are."""
    cut = next(rounds, None)
    if cut is None:
        raise CutAgain(cutting or ())
    people = sorted(cut, key=lambda who: cut[who])
    start = 0
    while start < len(people):
        end = start + sum(cut[who] == cut[people[start]] for who in people)
        inside = {doubt - start for doubt in doubts if start < doubt < end}
        if inside:
            people[start:end] = _settle_ties(rounds, people[start:end], inside)
        start = end
    return people


def cut_and_recut(
    people: Sequence[Who],
    draw: Callable[[int], Sequence[Card]],
    settle: Callable[[Iterable[Round[Who]]], Answer],
    *,
    suit_order: bool,
) -> tuple[Answer, tuple[tuple[tuple[Who, Card], ...], ...]]:
    """Cuts until ``settle`` has a result. ``draw(n)`` gives n different cards of a fresh pack. Returns the
    result and the cards of every round."""
    shown: list[tuple[tuple[Who, Card], ...]] = []
    due: Sequence[Who] = people
    while True:
        shown.append(tuple(zip(due, draw(len(due)), strict=True)))
        rounds = [{who: cutting_key(card, suit_order=suit_order) for who, card in cut} for cut in shown]
        try:
            return settle(rounds), tuple(shown)
        except CutAgain as again:
            due = [who for who in people if who in again.people]


def cut_for_chairs(rounds: Iterable[Round[Who]], chairs: int) -> tuple[Who, ...]:
    """Who stands out of the first rubber: the lowest play, and the others wait in the order of their cards
    (laws 1.2.1; appendix D, D4). Raises CutAgain."""
    rounds = iter(rounds)
    first = next(rounds)
    order = _settle_ties(chain((first,), rounds), None, set(range(chairs, len(first))))
    return tuple(order[chairs:])


def cut_out(consecutive: Mapping[Who, int], entrants: int, rounds: Iterable[Round[Who]]) -> tuple[Who, ...]:
    """Who goes out for the entrants, two at most: those who have played most rubbers in succession; among
    equals those who cut highest, ace low (laws 1.4, ambiguity 4).

    ``rounds`` are the cut of those equals and each recut, and empty if nobody needs to cut. Raises CutAgain
    with those who must cut next.
    """
    cuts: dict[Who, list[tuple[int, int]]] = {who: [] for who in consecutive}
    for cut in rounds:
        for who, key in cut.items():
            cuts[who].append(key)
    going: list[Who] = []
    for _ in range(min(entrants, 2)):
        staying = [who for who in consecutive if who not in going]
        longest = max(consecutive[who] for who in staying)
        equals = [who for who in staying if consecutive[who] == longest]
        highest = [who for who in equals if cuts[who] == max(cuts[one] for one in equals)]
        if len(highest) > min(entrants, 2) - len(going):
            raise CutAgain(highest)
        going.append(highest[0])
    return tuple(going)


def wait_for_place(table: Table, who: Member, otherwise: RulesError) -> Sequence[Event]:
    """The event by which somebody becomes a member who waits. Raises Refused if they wait already,
    ``otherwise`` for a robot, and Why.SIX_BELONG where no more can."""
    if not isinstance(who, Person):
        raise otherwise
    if who in table.waiting:
        raise refusals.Refused(refusals.Why.ALREADY_WAITING)
    if len(table.members) + len(table.waiting) >= MEMBERS:
        raise refusals.Refused(refusals.Why.SIX_BELONG)
    return (events.Waited(who),)


def standing_out(table: Table, chance: Chance) -> Sequence[Event]:
    """The event by which all cut for the chairs before the first rubber, where there are too few of them;
    empty if there are enough, or by the earlier editions, when the first to join sat down."""
    people = [*table.persons, *table.waiting]
    if table.rubbers or len(people) <= table.variant.players or not table.variant.house.third_edition:
        return ()
    out, cuts = cut_and_recut(
        people,
        chance.cards,
        lambda rounds: cut_for_chairs(rounds, table.variant.players),
        suit_order=table.variant.house.suit_order_breaks_ties,
    )
    return (events.StoodOut(GoneOut(tuple((person, 0) for person in out), cuts)),)


def coming_in(table: Table, chance: Chance) -> Sequence[Event]:
    """The next step by which those who wait come in, between rubbers: into an empty chair, or a robot's, or
    else after a rubber into that of somebody who goes out. Empty if nobody can come in."""
    if not table.waiting:
        return ()
    first = table.waiting[0]
    if len(table.members) < table.variant.players:
        return (events.Joined(first),)
    robots = [member for member in table.members if isinstance(member, RobotMember)]
    if robots:
        return (events.Left(robots[-1]), events.Joined(first))
    due = table.ended is not None and table.gone_out is None and not table.partners_may_stay
    return (events.WentOut(gone_out(table, chance)),) if due else ()


def gone_out(table: Table, chance: Chance) -> GoneOut:
    """Who goes out for those who wait, all chairs being people's."""
    played = dict(table.running)
    running = {person: played.get(person, 0) for person in table.persons}
    entrants = len(table.waiting)
    cuts: tuple[tuple[tuple[Person, Card], ...], ...] = ()
    try:
        going = cut_out(running, entrants, ())
    except CutAgain as tied:
        going, cuts = cut_and_recut(
            [person for person in table.persons if person in tied.people],
            chance.cards,
            lambda rounds: cut_out(running, entrants, rounds),
            suit_order=table.variant.house.suit_order_breaks_ties,
        )
    return GoneOut(tuple((person, running[person]) for person in going), cuts)
