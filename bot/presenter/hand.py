"""A player's own panel: his cards as buttons in fixed places, the trick, and what he may do now.

Declarer's has dummy's cards too. It is made for the seat that looks, and shown to nobody else.
"""

from __future__ import annotations

from typing import Final

from bot.presenter import buttons
from bot.presenter.parts import (
    BAIZE,
    BRASS,
    CLARET,
    GREY,
    INK,
    by_suit,
    calls_line,
    chairs,
    declared_lines,
    faced_text,
    heading,
    last_trick_line,
    noted,
    small,
    text,
    tricks_left,
    unanswered,
)
from bot.screen import Button, Part, Row, Screen, rows
from bot.wordings import table as words
from bot.wordings.names import Names
from rules.calls import Double, Pass, Play
from rules.seats import Seat
from rules.view import FacedHand, May, OwnHand, Phase, PublicDeal, SeatView, Settled

OWN_TURN: Final = {Phase.CUTTING: BRASS, Phase.SETTLING: INK, Phase.PLAYING: BAIZE}


def hand_screen(view: SeatView, table_id: str, names: Names, *, note: str = "", room: str = "") -> Screen:
    """The panel of the viewer, in whatever phase the table is. ``room`` mentions the table's channel."""
    above = "\n".join(line for line in (noted(note), small(words.table_in(room)) if room else "") if line)
    viewer, deal, own = view.viewer, view.deal, view.own
    if viewer is None or deal is None or own is None:
        return _waiting(view, table_id, names, above)
    parts: list[Part] = [_head(view, deal, viewer, names, above)]
    parts += _cards(view, table_id, deal, viewer, own)
    parts += _acts(view, table_id, deal)
    return Screen(tuple(parts), _accent(view, deal))


def _accent(view: SeatView, deal: PublicDeal) -> int:
    """Grey unless something is to be done; never the only sign of it."""
    if deal.claim is not None:
        return CLARET
    return OWN_TURN[view.table.phase] if view.options else GREY


def _waiting(view: SeatView, table_id: str, names: Names, above: str) -> Screen:
    """No cards are in hand."""
    table, viewer = view.table, view.viewer
    if table.phase is Phase.CLOSED:
        return Screen((text(above, words.PANEL_CLOSED),), GREY)
    if table.rubber is None:
        return Screen((text(above, words.NO_RUBBER),), GREY)
    if viewer is None or table.pack is None:
        return Screen((text(above, words.NOT_SEATED),), GREY)
    yours = May.CUT in view.may
    body = text(
        above,
        heading(words.own_hand(viewer)),
        chairs(view, names),
        words.cut_yours() if yours else words.waiting_for_cut(table.pack.cutter),
        small(words.sealed(table.pack.commitment) if yours else words.BETWEEN_DEALS),
    )
    acts = rows((buttons.cut_button(table_id, table.pack.deal),)) if yours else ()
    return Screen((body, *acts), BRASS if yours else GREY)


# What is on the panel


def _head(view: SeatView, deal: PublicDeal, viewer: Seat, names: Names, above: str) -> Part:
    """The declaration, who sits where with the trick before them, and what is to be done."""
    last = last_trick_line(deal)
    title = (heading(words.declaring(deal.number)),) if deal.settled is None else declared_lines(deal)
    return text(
        above,
        *title,
        small(calls_line(deal.calls)) if deal.calls and not deal.playing else "",
        chairs(view, names),
        small(last) if last else "",
        _task(view, deal, viewer),
    )


def _task(view: SeatView, deal: PublicDeal, viewer: Seat) -> str:
    """What the viewer may do, or for whom the table waits."""
    if deal.claim is not None:
        return _claim_task(view, deal)
    if not deal.playing:
        return _call_task(view, deal, viewer)
    player = deal.settled.player_of(viewer) if deal.settled is not None else viewer
    if player is not viewer:
        return words.you_are_dummy(player)
    hand = deal.hand_due
    assert hand is not None and deal.trick is not None
    led = deal.trick.led
    if not view.options:
        to_act = deal.may_act[0] if deal.may_act else hand
        if to_act is not hand:
            return words.to_play_from(to_act, hand)
        return words.to_play(hand) if led is not None else words.to_lead(hand)
    if led is None:
        return words.you_lead() if hand is viewer else words.you_lead_from(hand)
    follows = all(isinstance(play, Play) and play.card.suit is led for play in view.options)
    if hand is viewer:
        return words.you_follow(led) if follows else words.you_are_void(led)
    return words.you_follow_from(hand, led) if follows else words.dummy_is_void(hand, led)


def _claim_task(view: SeatView, deal: PublicDeal) -> str:
    assert deal.claim is not None
    claim = words.claims_rest(deal.claim.seat, tricks_left(deal))
    if May.ANSWER_CLAIM in view.may:
        return f"{claim}\n{words.claim_yours()}"
    return f"{claim}\n{words.claim_waits_for(unanswered(deal))}"


def _call_task(view: SeatView, deal: PublicDeal, viewer: Seat) -> str:
    if view.options:
        if deal.settled is None:
            task = words.your_declaration(may_pass=Pass() in view.options)
            return f"{task}\n{small(words.PRICES[view.table.game])}"
        return words.your_doubling(deal.settled.level, may_double=Double() in view.options)
    if deal.settled is not None:
        return words.may_double(deal.may_act, deal.settled.level)
    if not deal.calls:
        return words.dealer_speaks(deal.dealer)
    return words.partner_must_declare(deal.dealer.partner)


def _cards(view: SeatView, table_id: str, deal: PublicDeal, viewer: Seat, own: OwnHand) -> tuple[Part, ...]:
    """His own cards, and what lies open: dummy's as buttons for him who plays them, the rest as text."""
    settled = deal.settled
    played_by = settled.player_of(viewer) if settled is not None and deal.playing else viewer
    parts: list[Part] = []
    if played_by is viewer:
        parts += buttons.card_buttons(table_id, deal.number, own.dealt, own.left, view.options)
    elif own.left:
        parts.append(text(f"**{words.own_cards(viewer)}**", by_suit(own.left)))
    dummy = next((one for one in deal.faced if settled is not None and _plays(settled, viewer, one)), None)
    others = [one for one in deal.faced if one.seat is not viewer and one is not dummy and one.left]
    lying = [faced_text(one, settled) for one in others]
    if dummy is None:
        return (*parts, text(*lying)) if lying else tuple(parts)
    lying.append(f"**{words.dummy_hand(dummy.seat)}**")
    return (
        *parts,
        text(*lying),
        *buttons.card_buttons(table_id, deal.number, dummy.dealt, dummy.left, view.options),
    )


def _plays(settled: Settled, viewer: Seat, faced: FacedHand) -> bool:
    """Whether the viewer plays this hand besides his own."""
    return faced.seat is not viewer and settled.player_of(faced.seat) is viewer


def _acts(view: SeatView, table_id: str, deal: PublicDeal) -> tuple[Row, ...]:
    if not deal.playing:
        return buttons.call_buttons(table_id, deal, view.options)
    acts: list[Button] = []
    if May.ANSWER_CLAIM in view.may:
        acts += buttons.claim_answers(table_id, deal)
    if May.CLAIM in view.may:
        acts.append(buttons.claim_button(table_id, deal.number))
    if deal.tricks:
        acts.append(buttons.last_button(table_id))
    return rows(tuple(acts))
