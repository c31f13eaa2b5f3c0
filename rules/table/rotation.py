"""Who comes in and who goes out between two rubbers, where more people belong to a table than can play
(laws 1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from rules import refusals
from rules.cards import Card
from rules.chance import Chance
from rules.errors import RulesError
from rules.members import Member, Person, RobotMember
from rules.table import events
from rules.table.cutting import CutAgain, cut_and_recut, cut_out
from rules.table.events import Event
from rules.table.table import Table
from rules.view import MEMBERS, GoneOut


def wait(table: Table, who: Member, otherwise: type[RulesError]) -> Sequence[Event]:
    """The event by which somebody becomes a member who waits. Raises AlreadyWaiting, and ``otherwise`` for a
    robot; SixBelong where no more can."""
    if not isinstance(who, Person):
        raise otherwise
    if who in table.waiting:
        raise refusals.AlreadyWaiting
    if len(table.members) + len(table.waiting) >= MEMBERS:
        raise refusals.SixBelong
    return (events.Waited(who),)


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
