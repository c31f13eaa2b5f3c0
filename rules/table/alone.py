"""What is different where one person plays with robots.

Nobody joins, calls and cards are taken back at will (``rules.table.taking_back``), and the person is never
dummy: they play in their partner's place. They may have arranged to deal every time, or to be dealt the best
of several hands; or play a single deal that was shuffled for another table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules import refusals
from rules.cards import Hand, Rank, Suit
from rules.chance import Chance
from rules.deal.deal import Deal
from rules.deal.dealing import TurnedUp
from rules.frozen import replace
from rules.games.variant import Stored
from rules.seats import BySeat, Member, Seat
from rules.table import events
from rules.table.events import Event, RubberBegun
from rules.table.requests import AddRobot, Join, Pause, RemoveRobot, Request, RobotForAbsent
from rules.table.table import Table
from rules.view import HINTS_ON, Alone, GivenDeal

SHUFFLES: Final = 8
"""How many shuffles are tried for a best hand; the person is dealt the best of them."""
OVER: Final = "alone"
"""Why a table was closed at which a single deal has been played."""
_POINTS: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.KNAVE: 1}


def check_company(table: Table, request: Request) -> None:
    """Raises Why.PLAYED_ALONE for what needs others, once somebody sits there."""
    if table.members and isinstance(request, AddRobot | Join | Pause | RemoveRobot | RobotForAbsent):
        raise refusals.Refused(refusals.Why.PLAYED_ALONE)


def seat_alone(table: Table, alone: Alone, begun: RubberBegun) -> RubberBegun:
    """A rubber as it was cut for, but in the seats of a deal that is given, or with the person as dealer."""
    person = table.persons[0]
    if alone.given is not None:
        return _as_given(table, alone.given, begun)
    if not alone.declares or begun.dummies:
        return begun
    dealer = next(seat for seat, member in begun.seats.items() if member == person)
    return replace(begun, dealer=dealer)


def _as_given(table: Table, given: GivenDeal, begun: RubberBegun) -> RubberBegun:
    others = [member for member in table.members if member != table.persons[0]]
    sitting: dict[Seat, Member] = {given.seat: table.persons[0]}
    for seat in Seat:
        if seat is not given.seat and seat not in begun.dummies:
            sitting[seat] = others.pop()
    seats = BySeat(*(sitting[seat.partner if seat in begun.dummies else seat] for seat in Seat))
    return replace(begun, seats=seats, dealer=given.dealer, cuts=())


def salted(table: Table, chance: Chance, at: int, salt: str) -> str:
    """What is mixed into the shuffle. For the best hand several words are tried, and the one is taken that
    deals it: from there on the deal can be checked like any other."""
    rubber, pack, own = table.rubber, table.pack, table.own_seat
    if table.alone is None or not table.alone.best_hand or pack is None or rubber is None or own is None:
        return salt
    dealing = table.variant.dealing

    def strength_with(word: str) -> int:
        order = chance.pack(pack.deal, at, word)
        blind = chance.blind(pack.deal, at, word) if dealing.turned is TurnedUp.BLIND else None
        return _hand_strength(dealing.dealt_out(order, rubber.dealer, blind).hands.of(own))

    return max((f"{salt}.{number}" for number in range(1, SHUFFLES + 1)), key=strength_with)


def _hand_strength(hand: Hand) -> int:
    """High cards and long suits, by which hands are compared and nothing else."""
    high = sum(_POINTS.get(card.rank, 0) for card in hand)
    return high + sum(max(0, len(hand.suit(suit)) - 4) for suit in Suit)


def turned(table: Table, deal: Deal) -> Sequence[Event]:
    """Before the first card, somebody who would be dummy changes places with the partner who would play."""
    own, playing = table.own_seat, deal.playing
    if own is None or playing is None:
        return ()
    would_be_dummy = not playing.cards_played and playing.terms.is_dummy(own)
    return (events.PartnersTurned(own),) if would_be_dummy else ()


def alone_sequel(table: Table, alone: Alone) -> Sequence[Event]:
    """A deal that is given is cut as it was, and after it the table closes."""
    if alone.given is None:
        return ()
    if table.last_number == alone.given.number:
        return (events.Closed(OVER),)
    return (events.PackCut(alone.given.at, alone.given.salt, None),) if table.pack is not None else ()


def arrange_deals(table: Table, alone: Alone) -> Sequence[Event]:
    """Between two deals: a hand is not dealt differently once it is known."""
    if table.alone is None or table.alone.given is not None or alone.given is not None:
        raise refusals.Refused(refusals.Why.PLAYED_ALONE)
    if table.deal is not None:
        raise refusals.Refused(refusals.Why.DEAL_UNDER_WAY)
    return (events.PlayedAlone(alone),)


def opened_to_others(table: Table, who: Member | None, server: Stored = ()) -> Sequence[Event]:
    """With the options that the server has decided, since none did when the game was begun."""
    if who is not None or table.alone is None or table.alone.given is not None:
        raise refusals.Refused(refusals.Why.CANNOT_BE_SHARED)
    if table.deal is not None and table.taken_back:
        raise refusals.Refused(refusals.Why.SEEN_BEFORE)
    options = tuple(sorted({**dict(table.options), **dict(server)}.items()))
    if not table.rules.variant_of(options).house.hints:
        options = tuple(one for one in options if one != HINTS_ON)
    chosen = () if options == table.options else (events.OptionsChosen(options),)
    return (*chosen, events.OpenedToOthers())
