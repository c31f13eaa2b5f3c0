"""Fills in what a viewer may see of a table. Only the table service may call this (design: knowledge)."""

from __future__ import annotations

from rules.calls import Action
from rules.deal import Deal
from rules.seats import BySide, Seat, by_seat
from rules.table import Table
from rules.view import (
    FacedHand,
    May,
    OpenClaim,
    OwnHand,
    Phase,
    PublicDeal,
    PublicRubber,
    PublicTable,
    SeatView,
)


def seen(table: Table, viewer: Seat | None) -> SeatView:
    """The table as this seat sees it, or with None as anybody does."""
    deal = table.deal
    public = PublicTable(
        game=table.game,
        options=table.options,
        phase=phase(table),
        members=table.members,
        rubber=_rubber(table),
        pack=table.pack,
        cut=table.cut if table.deal is not None else None,
        last=table.last,
        ended=table.ended,
        ended_seats=table.ended_seats,
        closing=table.closing,
        deals=table.deals,
    )
    room = _deal(table, deal) if deal is not None else None
    if viewer is None or table.rubber is None or table.closed:
        return SeatView(viewer, public, room)
    own = OwnHand(deal.dealt.hands.of(viewer), deal.left(viewer)) if deal is not None else None
    return SeatView(viewer, public, room, own, _options(table, viewer), _may(table, viewer))


def phase(table: Table) -> Phase:
    if table.closed:
        return Phase.CLOSED
    if table.rubber is None:
        return Phase.FORMING
    if table.deal is None:
        return Phase.CUTTING
    return Phase.SETTLING if table.deal.playing is None else Phase.PLAYING


def _rubber(table: Table) -> PublicRubber | None:
    rubber = table.rubber
    if rubber is None:
        return None
    return PublicRubber(
        rubber.number, rubber.seats, rubber.owners, rubber.cuts, rubber.standing, rubber.dealer
    )


def _deal(table: Table, deal: Deal) -> PublicDeal:
    playing = deal.playing
    open_to_all = {*table.shown, *(playing.faced() if playing is not None else ())}
    claim = table.claim
    return PublicDeal(
        number=table.deals,
        dealer=deal.dealt.dealer,
        calls=deal.calls,
        point=deal.point,
        settled=table.settled(),
        playing=playing is not None,
        counts=by_seat(lambda seat: len(deal.left(seat))),
        faced=tuple(
            FacedHand(seat, deal.dealt.hands.of(seat), deal.left(seat))
            for seat in Seat
            if seat in open_to_all
        ),
        tricks=playing.tricks if playing is not None else (),
        trick=playing.trick if playing is not None else None,
        won=playing.won() if playing is not None else BySide(0, 0),
        may_act=tuple(seat for seat in deal.dealt.dealer.onwards() if seat in deal.may_act),
        hand_due=playing.hand_due if playing is not None else None,
        claim=OpenClaim(claim.seat, claim.agreed) if claim is not None else None,
    )


def _options(table: Table, viewer: Seat) -> tuple[Action, ...]:
    return table.deal.options(viewer) if table.deal is not None and table.claim is None else ()


def _may(table: Table, viewer: Seat) -> frozenset[May]:
    may = set()
    if table.pack is not None and table.pack.cutter is viewer:
        may.add(May.CUT)
    if table.claim is not None and viewer is not table.claim.seat and viewer not in table.claim.agreed:
        may.add(May.ANSWER_CLAIM)
    playing = table.deal.playing if table.deal is not None else None
    if playing is not None and table.claim is None and table.variant.claims and playing.may_claim(viewer):
        may.add(May.CLAIM)
    return frozenset(may)
