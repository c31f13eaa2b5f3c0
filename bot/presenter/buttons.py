"""Every button, and the slash command that does the same. A public button's id names no hidden card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.presses import Press
from bot.screen import Button, Row, Style, rows
from bot.wordings import names as name
from bot.wordings import table as words
from rules.calls import PLAYS, Action, Declare, Double, Pass, action_word
from rules.cards import Card, Hand
from rules.view import PublicDeal, PublicTable

BUTTON_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "join": ("table join",),
        "leave": ("table leave",),
        "robot": ("table robot",),
        "unrobot": ("table unrobot",),
        "start": ("table start",),
        "close": ("table close",),
        "score": ("table score",),
        "hand": ("hand",),
        "last": ("last",),
        "cut": ("cut",),
        "claim": ("claim",),
        "agree": ("agree",),
        "refuse": ("refuse",),
        "play": ("play",),
        "call:declare": ("declare",),
        "call:pass": ("pass",),
        "call:double": ("contre", "surcontre"),
        "call:content": ("content",),
    }
)
"""Every button that a screen can show, by ``kind``, with the commands for those who would rather type."""


def kind(press: Press) -> str:
    """The verb of a press, with the sort of call if it is one."""
    return f"call:{press.what.partition(':')[0]}" if press.verb == "call" else press.verb


def card_buttons(
    table: str, deal: int, dealt: Hand, left: Hand, options: Sequence[Action]
) -> tuple[Row, ...]:
    """A hand as dealt, in fixed places: played cards stay, disabled, and those open now stand out."""
    return rows(tuple(_card_button(table, deal, card, left, options) for card in dealt))


def _card_button(table: str, deal: int, card: Card, left: Hand, options: Sequence[Action]) -> Button:
    legal = PLAYS[card.index] in options
    return Button(
        str(Press("play", table, deal, what=str(card))),
        name.card(card),
        Style.PRIMARY if legal else Style.SECONDARY,
        disabled=card not in left,
    )


def call_buttons(table: str, deal: PublicDeal, calls: Sequence[Action]) -> tuple[Row, ...]:
    """A button for each call: the declarations in a row, what else may be said in the next."""
    declares = [call for call in calls if isinstance(call, Declare)]
    others = [call for call in calls if not isinstance(call, Declare)]
    return tuple(
        row
        for group in (declares, others)
        for row in rows(tuple(_call_button(table, deal, call) for call in group))
    )


def _call_button(table: str, deal: PublicDeal, call: Action) -> Button:
    press = Press("call", table, deal.number, deal.point, action_word(call))
    match call:
        case Declare(trumps):
            return Button(str(press), name.short_trumps(trumps), Style.PRIMARY)
        case Pass():
            return Button(str(press), words.PASS)
        case Double():
            assert deal.settled is not None
            label = words.contre(deal.settled.level + 1, deal.settled.worth * 2)
            return Button(str(press), label, Style.DANGER)
        case _:
            return Button(str(press), words.CONTENT)


def claim_answers(table: str, deal: PublicDeal) -> tuple[Button, Button]:
    """Agree and refuse, for the claim made when so many cards lay played."""
    played = sum(1 for _ in deal.cards_played())
    return (
        Button(str(Press("agree", table, deal.number, played)), words.AGREE, Style.SUCCESS),
        Button(str(Press("refuse", table, deal.number, played)), words.REFUSE, Style.DANGER),
    )


def cut_button(table: str, deal: int) -> Button:
    return Button(str(Press("cut", table, deal)), words.CUT, Style.PRIMARY)


def hand_button(table: str) -> Button:
    return Button(str(Press("hand", table)), words.MY_HAND, Style.PRIMARY)


def last_button(table: str, *, disabled: bool = False) -> Button:
    return Button(str(Press("last", table)), words.LAST_TRICK, disabled=disabled)


def score_button(table: str) -> Button:
    return Button(str(Press("score", table)), words.SCORE)


def claim_button(table: str, deal: int, *, disabled: bool = False) -> Button:
    return Button(str(Press("claim", table, deal)), words.CLAIM, disabled=disabled)


def close_button(table: str) -> Button:
    return Button(str(Press("close", table)), words.CLOSE)


def join_button(table: str, label: str = words.JOIN, *, disabled: bool = False) -> Button:
    return Button(str(Press("join", table)), label, Style.SUCCESS, disabled)


def lobby_buttons(table: str, at: PublicTable, *, robots: int, rubbers: int, chairs: int) -> tuple[Row, ...]:
    """Taking and leaving chairs in one row, starting in the next."""
    full = len(at.members) >= chairs
    chairs_row = [
        join_button(table, disabled=full and not robots),
        Button(str(Press("leave", table)), words.LEAVE, disabled=not at.members),
        Button(str(Press("robot", table)), words.ADD_ROBOT, disabled=full or not at.members),
    ]
    if robots:
        chairs_row.append(Button(str(Press("unrobot", table)), words.REMOVE_ROBOT))
    start = Button(
        str(Press("start", table, rubbers)), words.START, Style.PRIMARY, disabled=len(at.members) == robots
    )
    more = [score_button(table)] if at.last is not None else []
    if at.closing:
        more.append(close_button(table))
    return Row(tuple(chairs_row)), Row((start, *more))
