"""Decides who sits where, and how a rubber begins and ends.

During a rubber a chair has an owner, whose points it wins, and somebody who sits in it. Where the owner is
absent a robot sits in, and the chair stays theirs; where the owner has left, the robot gives it up to a
substitute to whom the others agree. At its beginning partners, Dummy and the first dealer are found (laws
1.2, 1.4, 4.3); at its end, by its law or early, it is settled for whom the result counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules import refusals
from rules.cards import Card
from rules.chance import Chance
from rules.counting.rubber import End, Share
from rules.refusals import Ending, Forfeit, Price
from rules.seats import ROBOT_NAMES, BySeat, Member, Person, RobotMember, Seat
from rules.table import events
from rules.table.cutting import cut_and_recut, cut_for_deal, cut_for_partners, wait_for_place
from rules.table.events import Event, RubberBegun
from rules.table.rubber import Rubber
from rules.table.table import Table


def cut_for_seats(table: Table, chance: Chance) -> RubberBegun:
    """Cuts for partners, the lowest dealing; or leaves the members in the order in which they joined and cuts
    for the deal alone (laws 1.2, ambiguity 3)."""
    variant, house = table.variant, table.variant.house
    if variant.dummies:
        return _seated_with_dummies(table, chance)
    if table.ended_seats is not None and _partners_stay(table, table.ended_seats):
        seats = table.ended_seats
        first, cuts = cut_and_recut(
            table.members, chance.cards, cut_for_deal, suit_order=house.suit_order_breaks_ties
        )
    elif house.seating_cut:
        partners, cuts = cut_and_recut(
            table.members, chance.cards, cut_for_partners, suit_order=house.suit_order_breaks_ties
        )
        (south, north), (west, east) = partners.low, partners.high
        seats, first = BySeat(north, east, south, west), partners.dealer
    else:
        seats = BySeat(*table.members)
        first, cuts = cut_and_recut(
            table.members, chance.cards, cut_for_deal, suit_order=house.suit_order_breaks_ties
        )
    dealer = next(seat for seat, member in seats.items() if member == first)
    return RubberBegun(table.rubbers + 1, table.game, table.options, seats, dealer, cuts)


def _partners_stay(table: Table, seats: BySeat[Member]) -> bool:
    """Whether the partners of the last rubber play together again (laws 1.4)."""
    return table.partners_may_stay and set(seats) == set(table.members)


def _seated_with_dummies(table: Table, chance: Chance) -> RubberBegun:
    """Who has Dummy: the member who asked for it, else each in turn, or among new people the lowest cut.
    Dummy sits north, opposite its player, and deals first (laws 4.3, 4.4; ambiguity 41)."""
    house, members = table.variant.house, table.members
    cuts: tuple[tuple[tuple[Member, Card], ...], ...] = ()
    if set(table.sat) == set(members):
        stay = table.partners_may_stay and table.variant.dummies == 1  # with two dummies nobody has a partner
        members = table.sat if stay else (*table.sat[1:], table.sat[0])
    elif house.seating_cut and table.dummy_for is None:
        first, cuts = cut_and_recut(
            members, chance.cards, cut_for_deal, suit_order=house.suit_order_breaks_ties
        )
        members = _from(first, members)
    if table.dummy_for is not None:
        members = _from(table.dummy_for, members)
    south, west, *others = members
    seats = BySeat(south, others[0] if others else west, south, west)
    dummies = (Seat.NORTH,) if others else (Seat.NORTH, Seat.EAST)
    return RubberBegun(table.rubbers + 1, table.game, table.options, seats, Seat.NORTH, cuts, dummies)


def _from(first: Member, members: tuple[Member, ...]) -> tuple[Member, ...]:
    """The members in the same order, but beginning with this one."""
    place = members.index(first)
    return (*members[place:], *members[:place])


def rubber_ended(table: Table, rubber: Rubber, end: End) -> Event:
    counting = shares(table, rubber)
    result = end.result(rubber.number, counting, rubber.highest, rubber.beyond)
    return events.RubberReckoned(events.RULES_REVISION, result)


def shares(table: Table, rubber: Rubber) -> tuple[Share, ...]:
    """The people for whom the rubber counts: nobody who plays alone, or deals that were brought. Those who
    have left it for good lose it, and those who sat down when it had begun have no share (reading R6). Those
    for whom a robot sat in have theirs."""
    if table.alone is not None or table.brought is not None:
        return ()
    alone = table.variant.dummies == 1  # dummy's player wins or loses from two adversaries
    return tuple(
        Share(owner, seat.side, 2 if alone and seat.partner in rubber.dummies else 1, seat in rubber.deserted)
        for seat, owner in rubber.owners.items()
        if isinstance(owner, Person) and seat not in rubber.dummies and seat not in rubber.taken_late
    )


def broken_off(table: Table, chance: Chance) -> Sequence[Event]:
    """The events when all agree to end a rubber early: it has no value unless the table's options give it one
    (ambiguity 66)."""
    early = abandoned(table, chance)
    rubber = table.rubber if table.brought is None else None
    end = table.variant.rubber.broken_off(rubber.standing) if rubber is not None else None
    return (*early, rubber_ended(table, rubber, end)) if rubber is not None and end is not None else early


def abandoned(table: Table, chance: Chance) -> Sequence[Event]:
    """The events when a deal is not finished: its seed is revealed too."""
    if table.rubber is not None and (table.pack is not None or table.deal is not None):
        return (events.SeedRevealed(table.deals, chance.reveal(table.deals)),)
    return ()


def join_table(table: Table, who: Member, chair: Seat | None = None) -> Sequence[Event]:
    if who in table.members:
        raise refusals.Refused(refusals.Why.ALREADY_SEATED)
    if table.rubber is not None:
        return _join_rubber(table, table.rubber, who, chair)
    if chair is not None:  # where everybody sits is cut for when a rubber begins
        raise refusals.Refused(refusals.Why.NO_ROBOTS_CHAIR)
    if len(table.members) < table.variant.players:
        return (events.Joined(who),)
    robots = [member for member in table.members if isinstance(member, RobotMember)]
    if not robots:
        return wait_for_place(table, who, refusals.Refused(refusals.Why.TABLE_IS_FULL))
    return (events.Left(robots[-1]), events.Joined(who))  # a robot gives its chair to a person


def _join_rubber(table: Table, rubber: Rubber, who: Member, chair: Seat | None) -> Sequence[Event]:
    """In the middle of a rubber people take their own chair back, or else a chair that a robot has to itself:
    at once, unless they have held a hand of this deal or a hand has been laid open, which may have told them
    something. Dummy lies open by the rules, and tells everybody the same. For the chair of one who left the
    others are asked first. Where there is no such chair they wait."""
    if not isinstance(who, Person):
        raise refusals.Refused(refusals.Why.RUBBER_UNDER_WAY)
    own = rubber.chair_of(who)
    if own is not None:
        return (events.TookBack(own, who),)
    if rubber.promised_to(who) is not None:
        raise refusals.Refused(refusals.Why.CHAIR_IS_PROMISED)
    free = rubber.chairs_of_robots()
    if chair is not None:
        if chair not in free:
            raise refusals.Refused(refusals.Why.NO_ROBOTS_CHAIR)
        free = (chair,)
    if not free:
        return wait_for_place(table, who, refusals.Refused(refusals.Why.RUBBER_UNDER_WAY))
    if free[0] in rubber.deserted:
        return _ask_substitute(table, rubber, free[0], who)
    if _waits_for_next_deal(table, who):
        return (events.ChairReserved(free[0], who),)
    return (events.ChairTaken(free[0], who, in_time(table, rubber)),)


def _ask_substitute(table: Table, rubber: Rubber, seat: Seat, who: Person) -> Sequence[Event]:
    """A substitute waits until all others have agreed (laws 1.4.3)."""
    if rubber.asking is not None and rubber.asking.person == who:
        raise refusals.Refused(refusals.Why.SUBSTITUTE_IS_ASKED)
    waits = (
        ()
        if who in table.waiting
        else wait_for_place(table, who, refusals.Refused(refusals.Why.RUBBER_UNDER_WAY))
    )
    return waits if rubber.asking is not None and waits else (*waits, events.SubstituteAsked(seat, who))


def answer_substitute(table: Table, who: Member, about: Person | None, *, agrees: bool) -> Sequence[Event]:
    seat_in_rubber(table, who)
    asking = table.rubber.asking if table.rubber is not None else None
    if asking is None or not isinstance(who, Person) or about not in (None, asking.person):
        raise refusals.Refused(refusals.Why.NO_SUBSTITUTE)
    if who in asking.agreed:
        raise refusals.Refused(refusals.Why.SUBSTITUTE_IS_ACCEPTED)
    return (events.SubstituteAnswered(who, agrees),)


def substitution(table: Table, rubber: Rubber) -> Sequence[Event]:
    """The event by which a substitute gets the chair, once all persons who sit there have agreed. The rubber
    is theirs then as if they had begun it (reading R12)."""
    asking = rubber.asking
    if asking is None or not asking.agreed or set(table.persons) - asking.agreed:
        return ()
    if _waits_for_next_deal(table, asking.person):
        return (events.ChairReserved(asking.seat, asking.person, substitute=True),)
    return (events.ChairTaken(asking.seat, asking.person, shares=True, substitute=True),)


def taken_as_promised(table: Table, rubber: Rubber) -> Sequence[Event]:
    """The events by which chairs are taken that were promised for this deal."""
    return tuple(
        events.ChairTaken(
            seat, person, seat in rubber.substitutes or in_time(table, rubber), seat in rubber.substitutes
        )
        for seat, person in rubber.reserved
    )


def after_rubber(rubber: Rubber, *, waiting: bool) -> Sequence[Event]:
    """Who sits down and gets up when a rubber is over: people join to whom chairs were promised, as people do
    between rubbers, and substitutes give theirs up if anybody waits."""
    happened: list[Event] = []
    for seat, person in rubber.reserved:
        if seat not in rubber.substitutes:
            happened += [events.Left(rubber.seats.of(seat)), events.Joined(person)]
    for seat in Seat:
        sitting = rubber.seats.of(seat)
        if waiting and seat in rubber.substitutes and isinstance(sitting, Person):
            happened.append(events.SteppedBack(sitting))
    return happened


def _waits_for_next_deal(table: Table, who: Person) -> bool:
    """Whether somebody may know anything hidden of this deal."""
    return table.deal is not None and (bool(table.shown) or who in table.witnesses)


def in_time(table: Table, rubber: Rubber) -> bool:
    """Whether somebody who takes a chair now has as much of the rubber as one who began it: no deal of it is
    over, and nobody has called or played (reading R6)."""
    begun = table.deal is not None and (
        bool(table.deal.calls)
        or (table.deal.playing is not None and table.deal.playing.cards_played > 0)
        or (table.taken_back > 0 and table.variant.house.settled_stays)
    )
    return not rubber.entered and not begun


def leave_table(table: Table, who: Member, confirmed: Price | None, chance: Chance) -> Sequence[Event]:
    ending = _ending(table, who)
    price = ending if ending is not None else _forfeit(table, who)
    if price is not None and price != confirmed:
        raise refusals.LeavingCosts(price)
    if table.rubber is None:
        left: Event = events.Left(who)
    else:
        left = events.RobotTookOver(seat_in_rubber(table, who), new_robot(table))
    if ending is None:
        return (left,)
    if ending.agreed:
        return (left, *broken_off(table.after(left), chance), events.Closed("agreed"))
    return (left, *abandoned(table, chance), events.Closed("empty"))


def _ending(table: Table, who: Member) -> Ending | None:
    """What ends if this member leaves; None where somebody stays who would not close the table. Between
    rubbers those who wait take the chair."""
    staying = {*table.persons, *(table.waiting if table.rubber is None else ())} - {who}
    if staying - table.closing:
        return None
    return Ending(rubber=table.rubber is not None, agreed=bool(staying))


def _forfeit(table: Table, who: Member) -> Forfeit | None:
    """The loss of the rubber, where it would be ranked (``shares``)."""
    if table.rubber is None:
        return None
    counting = shares(table, table.rubber)
    ranked = not table.variant.rubber.ranking.uncounted(counting, table.rubber.highest)
    return Forfeit() if ranked and any(share.person == who for share in counting) else None


def replace_absent(
    table: Table, who: Member | None, seats: frozenset[Seat] | None, chance: Chance
) -> Sequence[Event]:
    """``who`` is None for the bot itself, which may not leave robots alone."""
    if who is not None and who not in table.members:
        raise refusals.Refused(refusals.Why.NOT_SEATED)
    if table.rubber is None:
        raise refusals.Refused(refusals.Why.NO_RUBBER)
    absent = table.waits_for if seats is None else table.waits_for & seats
    replaced: list[Event] = []
    for seat in Seat:
        sitting = table.rubber.seats.of(seat)
        if seat in absent and isinstance(sitting, Person) and sitting != who:
            replaced.append(events.RobotSatIn(seat, new_robot(table)))
            table = table.after(replaced[-1])
            assert table.rubber is not None
    if not replaced:
        raise refusals.Refused(refusals.Why.NOBODY_AWAITED)
    if not table.persons and table.evening is None:
        raise refusals.Refused(refusals.Why.NOBODY_SEATED)
    if table.persons and set(table.persons) <= table.closing:  # all who remain would close it
        return (*replaced, *broken_off(table, chance), events.Closed("agreed"))
    return replaced


def robot_for(table: Table, person: Person) -> Sequence[Event]:
    """A robot sits in for somebody, who may take the chair back."""
    return (events.RobotSatIn(seat_in_rubber(table, person), new_robot(table)),)


def new_robot(table: Table) -> RobotMember:
    taken = set(table.members)
    return next(robot for name in ROBOT_NAMES if (robot := RobotMember(name)) not in taken)


def seat_in_rubber(table: Table, who: Member) -> Seat:
    """Where a member sits in the rubber in progress. Raises Why.NO_RUBBER, Why.NOT_SEATED."""
    if table.rubber is None:
        raise refusals.Refused(refusals.Why.NO_RUBBER)
    seat = table.rubber.seat_of(who)
    if seat is None:
        raise no_chair(table, who)
    return seat


def no_chair(table: Table, who: Member) -> refusals.Refused:
    """Why somebody who does not sit there may not act."""
    if table.rubber is not None and isinstance(who, Person) and table.rubber.chair_of(who) is not None:
        return refusals.Refused(refusals.Why.ROBOT_SITS_IN)
    waits = who in table.waiting
    return refusals.Refused(refusals.Why.WAITS_FOR_CHAIR if waits else refusals.Why.NOT_SEATED)
