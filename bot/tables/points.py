"""The moment of the game to which a press belongs, and the refusal of one whose moment is over."""

from __future__ import annotations

from typing import Final

from bot import errors
from bot.tables.open_table import OpenTable
from rules.calls import Play
from rules.cards import Card
from rules.frozen import frozen
from rules.table.exacting import is_timely
from rules.table.penalty_requests import DemandPenalty, FollowLead
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Request, SetOption, Start, TakeDummy
from rules.table.revoke_requests import (
    AgreeScore,
    AskSuit,
    ChoosePenalty,
    ClaimRevoke,
    Correct,
    DenySuit,
    Gather,
    PlayOut,
)
from rules.table.table import Table


@frozen
class Point:
    """The moment of the game to which a press belongs: the deal (for a start the number of rubbers), and how
    far the calls had come (for a claim how many tricks; for a card, and an answer to a claim, how many cards
    had been played). None where the press does not say."""

    at: int | None = None
    point: int | None = None
    what: str = ""
    """Of an answer, whose claim and of how many tricks: ``S5``."""


ANYTIME: Final = Point()


def check_point(table: OpenTable, request: Request, point: Point) -> None:
    """Raises PointPassed, or one of its kinds, if the moment of a press is over or has not come."""
    if point.at is None:
        return
    state, deal = table.state, table.state.deal
    playing = deal.playing if deal is not None else None
    match request:
        case Start() | SetOption() | TakeDummy():
            stands = point.at == state.rubbers and state.rubber is None
        case _ if point.at > state.deals:
            raise errors.UnknownPress
        case Play(card):
            _check_card(state, point, card)
            return
        case _ if point.at < state.deals:
            stands = False
        case CutPack():
            stands = state.pack is not None
        case ClaimRest():
            stands = playing is not None and point.point in (None, len(playing.tricks))
        case AnswerClaim():
            stands = playing is not None and point.point == playing.cards_played and _answers(state, point)
        case Gather() | AskSuit() | DenySuit() | Correct():
            stands = playing is not None and len(playing.all_tricks) - (point.point or 0) in (0, 1)
        case DemandPenalty() | FollowLead():
            stands = deal is not None and is_timely(deal, request, point.point)
        case ClaimRevoke() | ChoosePenalty() | PlayOut() | AgreeScore():
            stands = playing is not None
        case _:
            stands = deal is not None and point.point == deal.point
    if not stands:
        raise errors.MomentPassed


def _answers(state: Table, point: Point) -> bool:
    """Whether the open claim is the one that is answered. Buttons in old messages do not say."""
    claim, playing = state.claim, state.deal.playing if state.deal is not None else None
    if claim is None or playing is None:
        return False
    tricks = playing.tricks_left if claim.tricks is None else claim.tricks
    return point.what in ("", f"{claim.seat.letter}{tricks}")


def _check_card(state: Table, point: Point, card: Card) -> None:
    """Raises PointPassed if the deal of a card is over, CardsComeLater while its calls go on, CardPlayed if
    it lies on the table already, and MomentPassed if it was meant for an earlier turn."""
    if (point.at or 0) < state.deals or state.rubber is None:
        raise errors.PointPassed
    if state.deal is None:
        return
    playing = state.deal.playing
    if playing is None:
        raise errors.CardsComeLater
    if card in playing.gone():
        raise errors.CardPlayed
    if point.point not in (None, playing.cards_played):
        raise errors.MomentPassed
