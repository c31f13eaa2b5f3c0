"""Cards that are taken back: by somebody who plays alone as often as they like, at other tables until the
next hand has played, if the other side lets them (reading R20).

No look at a hidden card may come of it: a card stays once anything was shown that was not before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules import refusals
from rules.cards import Card
from rules.deal import revoke
from rules.deal.deal import Deal
from rules.deal.play import Playing
from rules.refusals import Why
from rules.seats import Seat
from rules.table import events
from rules.table.chairs import shares
from rules.table.events import Event
from rules.table.table import Table


class Last(NamedTuple):
    """The card that was played last in a deal, and who chose it: for a dummy's another seat."""

    hand: Seat
    card: Card
    by: Seat


def last_card(deal: Deal) -> Last | None:
    playing = deal.playing
    if playing is None or not (playing.laid or playing.tricks):
        return None
    leader, cards = (playing.leader, playing.laid) if playing.laid else playing.tricks[-1]
    hand = leader.onwards()[len(cards) - 1]
    return Last(hand, cards[-1], playing.terms.chooser(hand))


def chose_any(playing: Playing, seat: Seat) -> bool:
    """Whether this seat has chosen a card of this deal."""
    return any(
        playing.terms.chooser(hand) is seat for trick in playing.all_tricks for hand, _ in trick.by_player()
    )


def why_not(table: Table, seat: Seat) -> Why | None:
    """Why this seat may not ask to take back its last card; None if it may. It depends on nothing but what
    everybody has seen."""
    deal, rubber, house = table.deal, table.rubber, table.variant.house
    if not house.take_back:
        return Why.TAKE_BACK_IS_OFF
    if table.evening is not None:
        return Why.CARDS_STAY_AT_EVENING
    if deal is None or rubber is None or deal.playing is None or deal.over:
        return Why.NOTHING_TO_TAKE_BACK
    playing, last = deal.playing, last_card(deal)
    if last is None or last.by is not seat:
        return Why.NEXT_HAS_PLAYED if chose_any(playing, seat) else Why.NOTHING_TO_TAKE_BACK
    if playing.followed:
        return Why.NEXT_HAS_PLAYED
    if among_strangers(table):
        return Why.CARDS_STAY_AMONG_STRANGERS
    before = playing.before_last()
    if before.faced() != playing.faced():
        return Why.SHOWN_SINCE
    refused = table.refused if table.refused and table.refused[1] == playing.cards_played else None
    if refused is not None and refused[0].back in (None, last.card):
        return Why.TAKE_BACK_REFUSED if refused[0].back is not None else Why.SHOWN_SINCE
    state = deal.revoke
    if state is not None and not playing.laid and revoke.is_quitted(deal, len(playing.tricks)):
        return Why.TRICK_IS_TURNED
    return Why.REVOKERS_DECIDE if table.undecided else None


def among_strangers(table: Table) -> bool:
    """Whether the rubber would be ranked, and not all who play it have ended one together before. Where only
    robots play against people, or the server ranks no rubber, nobody's place is at stake."""
    rubber = table.rubber
    if rubber is None or rubber.acquainted:
        return False
    return not table.variant.rubber.ranking.uncounted(shares(table, rubber), rubber.highest)


def decide_taking_back(table: Table, seat: Seat) -> Sequence[Event]:
    """What follows when this seat would take back its last card. Raises Refused, ClaimIsOpen."""
    if table.alone is not None:
        return _take_back_alone(table, seat)
    table.check_claim_answered()
    if (why := why_not(table, seat)) is not None:
        raise refusals.Refused(why)
    last = last_card(table.deal) if table.deal is not None else None
    assert last is not None
    return (events.TakeBackAsked(seat, last.card),)


def take_back_agreed(table: Table) -> Sequence[Event]:
    """Once all who are asked have agreed, the card goes back."""
    claim, deal = table.claim, table.deal
    if claim is None or claim.back is None or deal is None or table.unanswered:
        return ()
    calls, cards = table.played_so_far
    return (events.TakenBack(claim.seat, calls, cards - 1),)


# Alone


def last_own(table: Table) -> Table | None:
    """The table as it stood before the last call or card of the person who plays alone, in this deal; None
    if there is none, or what is played is compared with others."""
    return None if table.one_try is not None else _before_last_own(table)


def has_acted(table: Table) -> bool:
    """Whether the person who plays alone has called or played in the deal that goes on."""
    return table.deal is not None and _before_last_own(table) is not None


def _before_last_own(table: Table) -> Table | None:
    later, earlier = table, table.before
    while earlier is not None:
        if _acted(earlier, later) == earlier.own_seat:
            return earlier
        later, earlier = earlier, earlier.before
    return None


def _acted(earlier: Table, later: Table) -> Seat | None:
    """The seat that called or played between the two."""
    assert earlier.deal is not None and later.deal is not None
    if len(later.deal.calls) > len(earlier.deal.calls):
        return later.deal.calls[-1].seat
    return earlier.deal.playing.to_act if earlier.deal.playing is not None else None


def _take_back_alone(table: Table, by: Seat) -> Sequence[Event]:
    if table.one_try is not None:
        raise refusals.Refused(Why.ONE_TRY)
    earlier = last_own(table)
    if table.deal is None or earlier is None:
        raise refusals.Refused(Why.NOTHING_TO_TAKE_BACK)
    calls, cards = earlier.played_so_far
    return (events.TakenBack(by, calls, cards),)
