"""Fills in what a viewer may see of a table. Only the table service may use this."""

from __future__ import annotations

from collections.abc import Iterator

from rules.calls import Action, Discard, TakeStock
from rules.cards import Card
from rules.counting.reckon import Penalty
from rules.deal import out_of_turn, revoke
from rules.deal.deal import Deal
from rules.deal.dealing import TurnedUp
from rules.deal.play import Playing
from rules.revoke import RevokeClaim, RevokeState
from rules.seats import ROUND, BySeat, BySide, Person, Seat
from rules.table.out_of_turn import why_not_replaced
from rules.table.revoke import open_penalties
from rules.table.table import Table
from rules.table.taking_back import last_card, last_own, why_not
from rules.view import (
    FacedHand,
    May,
    OpenClaim,
    OwnHand,
    Phase,
    PublicDeal,
    PublicRubber,
    PublicTable,
    RefusedClaim,
    SeatView,
)


def seen(
    table: Table, viewer: Seat | None, room: SeatView | None = None, late: frozenset[Seat] = frozenset()
) -> SeatView:
    """The view of this seat or, with None, of a spectator. ``room`` is a spectator's view of the same table,
    if it is known already: most of it is everybody's. ``late`` are the seats that have kept the table waiting
    for too long, of which the rules know nothing."""
    if room is None:
        room = _in_the_room(table, late)
    if viewer is None or table.rubber is None or table.closed:
        return SeatView(viewer, room.table, room.deal)
    deal = table.deal
    own = _own(deal, viewer, room.deal) if deal is not None and room.deal is not None else None
    if room.table.stands_still:
        return SeatView(viewer, room.table, room.deal, own)
    options, may = open_to(table, viewer, room.deal)
    if deal is None or deal.revoke is None or table.claim is not None:
        return SeatView(viewer, room.table, room.deal, own, options, may)
    return SeatView(
        viewer,
        room.table,
        room.deal,
        own,
        options,
        may,
        revoke.claimable(deal, viewer),
        _choosing(table, deal.revoke, viewer),
    )


def open_to(table: Table, seat: Seat, shown: PublicDeal | None) -> tuple[tuple[Action, ...], frozenset[May]]:
    """What this seat may call or play and what else it may do, at a table that does not stand still.
    ``shown`` is what everybody sees of its deal."""
    deal = table.deal
    if deal is None or shown is None:
        if table.pack is not None:
            return (), frozenset((May.CUT,)) if _may_cut(table, table.pack.cutter, seat) else frozenset()
        chooses = table.rubber is not None and table.rubber.seats_open and table.rubber.dealer is seat
        return (), frozenset((May.CHOOSE_SEAT,)) if chooses else frozenset()
    if table.claim is not None:
        return (), frozenset((May.ANSWER_CLAIM,)) if seat in table.waits_for else frozenset()
    may: set[May] = set()
    if _may_take_back(table, deal, seat):
        may.add(May.TAKE_BACK)
    if shown.to_put_out and len(deal.held.of(seat)) > table.variant.dealing.each:
        may.add(May.PUT_OUT)
    claims = table.variant.house.claims and shown.hand_due is not None and not shown.deciding
    dummies = shown.settled.dummies if shown.settled is not None else ()
    if claims and shown.cards_gone and all(dummy is not seat for dummy, _ in dummies):
        may.add(May.CLAIM)
    if deal.out_of_turn is not None:
        may.update(_may_of_penalties(table, deal, seat))
    if deal.revoke is not None:
        may.update(_may_of_revokes(table, deal, seat))
    playing = deal.playing
    waits = playing is not None and playing.terms.calling is None and seat not in shown.may_act
    return () if shown.deciding or waits else deal.options(seat), frozenset(may)


def _may_cut(table: Table, cutter: Seat, seat: Seat) -> bool:
    """Or, while a result stands, go on."""
    assert table.rubber is not None
    sitting = table.rubber.seats.of(seat)
    if table.result_stands and isinstance(sitting, Person):
        return seat in table.rubber.chairs and sitting in table.unready
    return cutter is seat


def _may_take_back(table: Table, deal: Deal, seat: Seat) -> bool:
    if table.alone is not None:
        return table.before is not None and table.own_seat is seat and last_own(table) is not None
    last = last_card(deal)
    return last is not None and last.by is seat and why_not(table, seat) is None


def _in_the_room(table: Table, late: frozenset[Seat]) -> SeatView:
    public = PublicTable(
        game=table.game,
        options=table.options,
        played=table.played,
        phase=phase(table),
        members=table.members,
        rubber=_rubber(table),
        pack=table.pack,
        cut=table.cut if table.deal is not None else None,
        last=table.last,
        ended=table.ended,
        ended_seats=table.ended_seats,
        dummy_for=table.dummy_for,
        players=table.variant.players,
        closing=table.closing,
        deals=table.deals,
        sat=table.sat,
        paused=table.paused,
        abandoned=table.abandoned,
        late=tuple(seat for seat in ROUND if seat in late and seat in table.waits_for) if late else (),
        waiting=table.waiting,
        gone_out=table.gone_out,
        evening=table.evening,
        alone=table.alone,
        brought=table.brought.as_told if table.brought is not None else None,
        result_stands=table.pack is not None and table.result_stands,
        unready=table.unready if table.pack is not None else (),
        rubbers_with_partners=table.rubbers_with_partners,
    )
    return SeatView(None, public, _public_deal(table, table.deal) if table.deal is not None else None)


def _may_of_revokes(table: Table, deal: Deal, viewer: Seat) -> Iterator[May]:
    """What this viewer may do where people can revoke. That they may correct depends on what everybody saw,
    and not on whether they can. A hand that nobody sits behind does nothing."""
    if table.rubber is not None and viewer in table.rubber.dummies:
        return
    if revoke.lying(deal) is not None and deal.winners()[-1].side is viewer.side:
        yield May.GATHER
    if revoke.askable(deal, viewer) is not None:
        yield May.ASK_SUIT
    if revoke.deniable(deal, viewer) is not None:
        yield May.DENY_SUIT
    if revoke.correctable(deal, viewer) is not None:
        yield May.CORRECT
    if viewer in table.undecided:
        yield May.PLAY_OUT
    choosing = deal.revoke is not None and _choosing(table, deal.revoke, viewer)
    if choosing:
        yield May.CHOOSE_PENALTY
    elif deal.claims_open and viewer in table.waits_for:
        yield May.AGREE_SCORE


def _may_of_penalties(table: Table, deal: Deal, viewer: Seat) -> Iterator[May]:
    """What this viewer may do where cards can be played out of turn. A hand that nobody sits behind does
    nothing."""
    if (table.rubber is not None and viewer in table.rubber.dummies) or table.undecided:
        return
    if out_of_turn.may_err(deal, viewer):
        yield May.OUT_OF_TURN
    if out_of_turn.to_follow(deal, viewer) is not None:
        yield May.FOLLOW
    if out_of_turn.may_demand(deal, viewer):
        yield May.DEMAND
    if why_not_replaced(table, viewer) is None:
        yield May.REPLACE


def _choosing(
    table: Table, state: RevokeState, viewer: Seat
) -> tuple[tuple[RevokeClaim, tuple[Penalty, ...]], ...]:
    """The revokes for which the viewer's side is to choose a penalty."""
    return tuple(
        (one, open_penalties(table, one))
        for one in state.claims
        if one.is_open and one.seat.side is not viewer.side
    )


def _own(deal: Deal, viewer: Seat, shown: PublicDeal) -> OwnHand:
    held, left = deal.held.of(viewer), deal.left(viewer)
    if shown.ruffed_by is viewer and any(isinstance(one.call, Discard) for one in deal.calls):
        return OwnHand(held, left, (deal.dealt.hands.of(viewer) | deal.dealt.stock) - held)
    return OwnHand(held, left)


def phase(table: Table) -> Phase:
    if table.closed:
        return Phase.CLOSED
    if table.rubber is None:
        return Phase.FORMING
    if table.rubber.seats_open:
        return Phase.SEATING
    if table.deal is None:
        return Phase.CUTTING
    return Phase.SETTLING if table.deal.playing is None else Phase.PLAYING


def _rubber(table: Table) -> PublicRubber | None:
    rubber = table.rubber
    if rubber is None:
        return None
    return PublicRubber(
        rubber.number,
        rubber.seats,
        rubber.owners,
        rubber.cuts,
        rubber.standing,
        rubber.dealer,
        rubber.dummies,
        rubber.entered,
        rubber.reserved,
        rubber.chairs_of_robots() if table.evening is None else (),
        rubber.highest,
        rubber.asking,
    )


def _public_deal(table: Table, deal: Deal) -> PublicDeal:
    playing = deal.playing
    may_act, choosing = deal.may_act, table.undecided
    open_to_all = {*table.shown, *(playing.faced() if playing is not None else ())}
    stock = deal.dealt.stock
    calls = deal.calls if stock else ()  # without one nobody ruffs, and a chain of contres may be long
    ruffed_by = next((one.seat for one in calls if isinstance(one.call, TakeStock)), None)
    too_many = max(map(len, deal.held)) - table.variant.dealing.each if stock else 0
    return PublicDeal(
        number=table.deals,
        dealer=deal.dealt.dealer,
        calls=deal.calls,
        point=deal.point,
        settled=table.settled(),
        playing=playing is not None,
        counts=playing.cards_left if playing is not None else BySeat(*map(len, deal.held)),
        faced=tuple(
            [FacedHand(seat, deal.held.of(seat), deal.left(seat)) for seat in ROUND if seat in open_to_all]
        ),
        tricks=playing.tricks if playing is not None else (),
        trick=playing.trick if playing is not None else None,
        won=deal.won() if playing is not None else BySide(0, 0),
        may_act=tuple([seat for seat in deal.dealt.dealer.onwards() if seat in may_act]),
        hand_due=playing.hand_due if playing is not None and not deal.over else None,
        claim=_open_claim(table) if table.claim is not None else None,
        turned=deal.dealt.turned,
        turned_with=_turned_with(table, deal, deal.dealt.turned, ruffed_by) if deal.dealt.turned else None,
        stock=0 if ruffed_by is not None else len(stock),
        ruffed_by=ruffed_by,
        out=deal.dealt.out,
        revoke=deal.revoke,
        deciding=tuple([seat for seat in ROUND if seat in choosing]),
        out_of_turn=deal.out_of_turn,
        to_put_out=max(0, too_many),
        refused=_last_refused_claim(table) if table.refused is not None else None,
        taken_back=table.taken_back,
        back=_card_back(table.back, playing) if table.back is not None and playing is not None else None,
        places_changed=playing is not None and _places_changed(table),
    )


def _places_changed(table: Table) -> bool | None:
    """Whether the person who plays alone sat opposite when this deal was called. None where a chair was taken
    since the rubber began, or others were let in."""
    if table.alone is None and table.rubber is not None and table.rubber.taken_late:
        return None
    first = table
    while first.before is not None:
        first = first.before
    return first.own_seat is not table.own_seat


def _card_back(back: tuple[Seat, Card, int], playing: Playing) -> tuple[Seat, Card] | None:
    """The card that went back last, until everybody has played a card since."""
    hand, card, before = back
    return (hand, card) if playing.cards_played < before + len(Seat) else None


def _open_claim(table: Table) -> OpenClaim | None:
    claim, playing = table.claim, table.deal.playing if table.deal is not None else None
    if claim is None or playing is None:
        return None
    tricks = playing.tricks_left if claim.tricks is None else claim.tricks
    unanswered = tuple(seat for seat in Seat if seat in table.unanswered)
    return OpenClaim(claim.seat, tricks, claim.agreed, unanswered, claim.back)


def _last_refused_claim(table: Table) -> RefusedClaim | None:
    """The last claim, until everybody has played a card since it was refused."""
    playing = table.deal.playing if table.deal is not None else None
    if table.refused is None or playing is None:
        return None
    refused, before = table.refused
    return refused if playing.cards_played < before + len(Seat) else None


def _turned_with(table: Table, deal: Deal, turned: Card, ruffed_by: Seat | None) -> Seat | None:
    """The seat that is known to hold the turned card: the dealer, whose last card it was, or a ruffer who has
    taken the stock and not yet put out."""
    dealer = deal.dealt.dealer
    match table.variant.dealing.turned:
        case TurnedUp.LAST:
            return dealer if turned in deal.left(dealer) else None
        case TurnedUp.STOCK:
            return ruffed_by if deal.playing is None else None
        case _:
            return None
