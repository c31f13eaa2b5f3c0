"""How a rubber begins: who plays with whom, who has Dummy, and who deals first (laws 1.2, 1.4, 4.3)."""

from __future__ import annotations

from rules.cards import Card
from rules.chance import Chance
from rules.members import Member
from rules.seats import BySeat, Seat
from rules.table.cutting import cut_and_recut, cut_for_deal, cut_for_partners
from rules.table.events import RubberBegun
from rules.table.table import Table


def seated(table: Table, chance: Chance) -> RubberBegun:
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
