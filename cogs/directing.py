"""The buttons of an evening's director, on a message that only they see."""

from __future__ import annotations

from bot.app import Biritch
from bot.errors import MomentPassed, UnknownPress
from bot.evenings.service import OpenEvening
from cogs.answers import redraw, show_message
from cogs.evening import NOBODY, act_on_evening, directs, stand_lowest
from cogs.interactions import Asked, chosen_values
from cogs.registry import press
from rules.errors import Refusal
from rules.evening.errors import EveningRefused, EveningWhy
from rules.evening.events import Adjust, CallRound, CloseEvening, EveningRequest, Remove
from rules.evening.page import Outcome
from rules.evening.standings import evening_as_seen
from rules.seats import BySide
from screens.evening import (
    AVERAGE,
    DIRECTOR_BUTTONS,
    SURE,
    EveningPress,
    director_screen,
    result_screen,
    sure_screen,
)
from screens.words import evenings as words
from screens.words.languages import Sentence
from storage.ports.records import TableId, UserId


@press("evening-direct")
async def direct_pressed(bot: Biritch, interaction: Asked, pressed: EveningPress) -> None:
    """Shows a director what they may do. Raises EveningWhy.NOT_THE_DIRECTOR."""
    evening = await _directed(bot, interaction, pressed)
    await show_message(interaction, director_screen(evening_as_seen(evening.state), evening.id))


@press(*(f"evening-{verb}" for verb in DIRECTOR_BUTTONS))
async def director_pressed(bot: Biritch, interaction: Asked, pressed: EveningPress) -> None:
    """Does what is pressed, or asks once more. What was drawn for an earlier round does nothing. Raises
    EveningWhy.NOT_THE_DIRECTOR, MomentPassed, UnknownPress."""
    evening = await _directed(bot, interaction, pressed)
    page, picked = evening_as_seen(evening.state), chosen_values(interaction)
    match pressed.verb:
        case "back":
            await redraw(interaction, director_screen(page, evening.id))
        case "show":
            await redraw(interaction, director_screen(page, evening.id, words.SHOWN()))
            await stand_lowest(bot, evening)
        case _ if page.round != pressed.round or page.closed:
            raise MomentPassed
        case "call" | "close" if pressed.what != SURE:
            await redraw(interaction, sure_screen(page, evening.id, pressed.verb))
        case "adjust" if picked and picked[0].isdecimal():
            await redraw(interaction, result_screen(page, evening.id, int(picked[0])))
        case _:
            asked = await _director_request(bot, evening, pressed, picked)
            await _director_done(bot, interaction, evening, *asked)


async def _directed(bot: Biritch, interaction: Asked, pressed: EveningPress) -> OpenEvening:
    evening = await bot.services.evenings.get(TableId(pressed.evening))
    if not directs(interaction, evening):
        raise EveningRefused(EveningWhy.NOT_THE_DIRECTOR)
    return evening


async def _director_done(
    bot: Biritch, interaction: Asked, evening: OpenEvening, request: EveningRequest, note: Sentence
) -> None:
    """The director's message with what was done; if it was refused, with the reason."""
    try:
        evening = await act_on_evening(bot, interaction, evening.id, request)
        told = note()
    except Refusal as refusal:
        told = words.evening_refusal(refusal)
    await redraw(interaction, director_screen(evening_as_seen(evening.state), evening.id, told))


async def _director_request(
    bot: Biritch, evening: OpenEvening, pressed: EveningPress, picked: tuple[str, ...]
) -> tuple[EveningRequest, Sentence]:
    match pressed.verb:
        case "call":
            return CallRound(await bot.services.steward.tricks_so_far(evening)), words.CALLED
        case "close":
            return CloseEvening(), words.CLOSED
        case "robot" if picked:
            return Remove(evening.person(UserId(int(picked[0]))) or NOBODY), words.ROBOT_PLAYS
        case "result" if picked and pressed.what.isdecimal():
            return Adjust(int(pressed.what), None, _outcome_picked(picked[0])), words.ADJUSTED
    raise UnknownPress


def _outcome_picked(picked: str) -> Outcome | None:
    """A result as the list has it; None for an average. Raises UnknownPress."""
    if picked == AVERAGE:
        return None
    if not picked.isdecimal() or int(picked) > 13:
        raise UnknownPress
    return Outcome(BySide(int(picked), 13 - int(picked)), 0, adjusted=True)
