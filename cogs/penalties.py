"""Where people can revoke, or play cards out of turn: the lists that open on a press, what the buttons ask of
the table, and the cards that are open to somebody."""

from __future__ import annotations

from bot.app import Biritch
from bot.errors import MomentPassed, UnknownPress
from bot.messages.drawing import names_at
from bot.tables.open_table import OpenTable
from cogs.answers import show_message
from cogs.interactions import Asked
from cogs.registry import PressValues, asks, press
from rules.cards import Hand, parse_card
from rules.counting.reckon import Penalty
from rules.errors import Unreadable
from rules.refusals import NoneOfThatSuit, Refused, Why
from rules.revoke import renounced
from rules.seats import Seat
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ChoosePenalty,
    ClaimRevoke,
    Correct,
    DenySuit,
    FollowLead,
    Gather,
    OutOfTurnRequest,
    PlayOut,
    ReplaceCard,
    Request,
)
from rules.tricks import playable
from rules.view import May, SeatView
from screens.out_of_turn import demand_of, demand_screen, follow_screen, replace_screen
from screens.presses import Press
from screens.revoke import claim_screen, correct_screen
from storage.ports.records import TableId, UserId


@asks("gather", "ask", "none", "correct:", "accuse", "penalty", "playout", "settle")
def requested(pressed: Press, sent: PressValues) -> Request:
    """Raises UnknownPress."""
    try:
        match pressed.verb:
            case "gather":
                return Gather()
            case "ask":
                return AskSuit()
            case "none":
                return DenySuit()
            case "correct":
                return Correct(parse_card(pressed.what))
            case "accuse":
                return read_claim(sent.values[0])
            case "penalty":
                seat, _, penalty = pressed.what.partition(":")
                return ChoosePenalty(pressed.point or 0, Seat(seat), Penalty(penalty))
            case "playout":
                return PlayOut(pressed.what == "yes")
            case "settle":
                return AgreeScore()
    except (ValueError, IndexError, Unreadable):
        pass
    raise UnknownPress


def read_claim(which: str) -> ClaimRevoke:
    """A claim as a list writes it: ``4:E``. Raises ValueError."""
    number, _, seat = which.partition(":")
    if not number.isdecimal() or len(number) > 2:
        raise ValueError(which)
    return ClaimRevoke(int(number), Seat(seat))


@press("revokes", "correct")
async def list_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Opens the list of what may be claimed, or of the cards with which to correct, for the presser alone.
    Raises MomentPassed, NothingToCorrect, NoneOfThatSuit."""
    table, view = await _of_this_deal(bot, interaction, pressed)
    if pressed.verb == "revokes":
        await show_message(interaction, claim_screen(view, table.id))
    else:
        await show_message(interaction, correct_screen(view, table.id, corrections(view)))


async def _of_this_deal(bot: Biritch, interaction: Asked, pressed: Press) -> tuple[OpenTable, SeatView]:
    """The table, and what the presser may see of the deal that the button names. Raises MomentPassed."""
    table = await bot.services.tables.get(TableId(pressed.table))
    view = table.view(UserId(interaction.user.id))
    if table.state.deals != pressed.at or view.deal is None:
        raise MomentPassed
    return table, view


def corrections(view: SeatView) -> Hand:
    """The cards with which the viewer may follow suit after all: from their own hand and what everybody saw.
    Raises Why.NOTHING_TO_CORRECT, NoneOfThatSuit."""
    deal, own, viewer, led = view.deal, view.own, view.viewer, None
    if May.CORRECT in view.may and deal is not None and viewer is not None:
        tricks = (*deal.tricks, deal.trick) if deal.trick is not None else deal.tricks
        led = next((one.led for one in reversed(tricks) if renounced(one, viewer)), None)
    if led is None or own is None:
        raise Refused(Why.NOTHING_TO_CORRECT)
    if not own.left.holds(led):
        raise NoneOfThatSuit(led)
    return own.left.suit(led)


@asks("exact", "follow:", "instead:")
def demanded(pressed: Press, _: PressValues) -> OutOfTurnRequest:
    """Raises UnknownPress."""
    try:
        match pressed.verb:
            case "follow":
                return FollowLead(parse_card(pressed.what))
            case "instead":
                return ReplaceCard(parse_card(pressed.what))
        return demand_of(pressed.what)
    except Unreadable:
        raise UnknownPress from None


@press("demand", "follow", "instead")
async def demands_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Opens the list of demands, or of the cards with which to follow or to replace one, for the presser
    alone. Raises MomentPassed, Why.NOTHING_TO_FOLLOW, Why.NEXT_HAS_PLAYED."""
    table, view = await _of_this_deal(bot, interaction, pressed)
    if pressed.verb == "demand":
        await show_message(interaction, demand_screen(view, table.id, names_at(table)))
    elif pressed.verb == "instead":
        await show_message(interaction, replace_screen(view, table.id, replacing(view)))
    else:
        await show_message(interaction, follow_screen(view, table.id, following(view), names_at(table)))


def following(view: SeatView) -> Hand:
    """The cards with which the viewer may follow a lead out of turn: from their own hand, or from the open
    one that they play. Raises Why.NOTHING_TO_FOLLOW."""
    deal = view.deal
    if May.FOLLOW not in view.may or deal is None or deal.out_of_turn is None or view.own is None:
        raise Refused(Why.NOTHING_TO_FOLLOW)
    astray = deal.out_of_turn.astray
    assert astray is not None and astray.led is not None
    if astray.due is view.viewer:
        held, free = view.own.left, deal.revoke is not None
    else:
        faced = deal.faced_hand(astray.due)
        held, free = faced.left if faced is not None else Hand(), False
    return held if free else Hand(playable(held.bits, astray.led))


def replacing(view: SeatView) -> Hand:
    """The cards that the viewer may play instead of the one that they have just played, but for what may be
    demanded of it. Raises Why.NEXT_HAS_PLAYED."""
    deal, own = view.deal, view.own
    if May.REPLACE not in view.may or deal is None or own is None:
        raise Refused(Why.NEXT_HAS_PLAYED)
    trick = deal.trick if deal.trick is not None and deal.trick.cards else deal.tricks[-1]
    if deal.revoke is not None or len(trick.cards) == 1 or trick.cards[-1].suit is not trick.led:
        return own.left
    return own.left.suit(trick.cards[0].suit)
