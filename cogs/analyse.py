"""What a deal could have come to, and what robots think."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from bot.app import Biritch
from bot.discord_api.faults import Unsent, may_be_done
from bot.errors import AppRefused, AppWhy
from bot.host.version import VERSION
from bot.messages.drawing import names_at
from bot.tables.open_table import OpenTable
from bot.tables.past_deals import Looked, Unanalysed
from cogs.answers import acknowledge, conclude, hand_over, redraw, show_message, tell_all, think
from cogs.errors import whisper
from cogs.finding import looked_at
from cogs.interactions import Asked, chosen_values
from cogs.registry import press
from cogs.turns import give, in_turn, told_meanwhile
from robots.player import robots_at
from robots.teaching.reasons import explained
from robots.teaching.reported import report_of, report_text
from screens import analysis
from screens.analysis import TO_ALL, analysis_screen, picture_of
from screens.more import way_of
from screens.parts import INK, text
from screens.presses import Press
from screens.screen import Screen
from screens.why import (
    NO_ROBOT,
    REPORT_AS_FILE,
    WITH_FIGURES,
    decisions_on,
    hint_screen,
    hint_text,
    report_screen,
)
from screens.words.languages import spoken
from screens.words.refusals import APOLOGY, NO_DEAL_YET
from storage.ports.records import TableId, UserId
from storage.ports.waits import run_in_thread

REPORT_IN_MESSAGE: Final = 3500
"""Characters of a report that have room in a message with what is said of it."""


@press("analyse")
async def analyse_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers a button that asks for an analysis, for the presser alone or for all."""
    (in_place, what), table = way_of(pressed), TableId(pressed.table)
    await show_analysis(bot, interaction, table, pressed.at, to_all=what == TO_ALL, in_place=in_place)


async def show_analysis(
    bot: Biritch,
    interaction: Asked,
    table_id: TableId,
    deal: int | None,
    *,
    to_all: bool = False,
    in_place: bool = False,
) -> None:
    """Answers with the analysis of a finished deal, the last of the table if ``deal`` is None."""
    table = await looked_at(bot, interaction, table_id)
    done = await bot.services.analyses.analysable(table, deal)
    if isinstance(done, Unanalysed):
        await whisper(interaction, why_unanalysed(done, deal))
        return
    sat = table.person(UserId(interaction.user.id)) in done.seats
    for_all = bot.services.contests.is_open_to_all(table)
    if to_all and not for_all:
        raise AppRefused(AppWhy.STILL_TO_PLAY)
    shown = bot.services.analyses.is_shown(table.id, done.deal.number)
    if to_all and (shown or not sat):
        await whisper(interaction, analysis.SHOWN_ALREADY() if sat else analysis.ONLY_WHO_SAT())
        return
    redraws = to_all or in_place
    await (acknowledge if redraws else think)(interaction)
    user, analyses = UserId(interaction.user.id), bot.services.analyses
    looking = analyses.analyse(table, done, user)
    looked = await told_meanwhile(
        interaction, looking, lambda: analyses.analyses_before(user), redraws=redraws
    )
    if isinstance(looked, Unanalysed):
        await whisper(interaction, why_unanalysed(looked, deal))
    elif to_all:
        await _show_to_all(bot, interaction, table, looked, in_place=in_place)
    else:
        screen = await _screen(
            table, looked, to_show=for_all and sat and not shown and interaction.guild_id is not None
        )
        await give(interaction, screen, table, looked.done.deal.number, in_place=in_place)


async def _show_to_all(
    bot: Biritch, interaction: Asked, table: OpenTable, looked: Looked, *, in_place: bool
) -> None:
    """Once for a deal, unless Discord refuses it; the button then leaves the presser's own message."""
    analyses, deal = bot.services.analyses, looked.done.deal.number
    if not analyses.shown_first(table.id, deal):
        await whisper(interaction, analysis.SHOWN_ALREADY())
        return
    with spoken((await bot.services.readers.room(table.place.guild)).language):
        screen = await _screen(table, looked)
    try:
        await tell_all(interaction, screen)
    except Exception as fault:
        if not may_be_done(fault):
            analyses.not_shown(table.id, deal)
        raise
    screen = await _screen(table, looked)
    with suppress(Unsent):
        await give(interaction, screen, table, deal, in_place=in_place)


def why_unanalysed(why: Unanalysed, deal: int | None) -> str:
    match why:
        case Unanalysed.NO_SOLVER:
            return analysis.NO_SOLVER()
        case Unanalysed.NO_WORKERS:
            return analysis.NO_WORKERS()
        case Unanalysed.NOT_OVER:
            return NO_DEAL_YET() if deal is None else analysis.NOT_OVER(number=deal)
        case Unanalysed.NOT_DONE:
            return analysis.NOT_DONE()
        case Unanalysed.FAULT:
            return APOLOGY()


async def _screen(table: OpenTable, looked: Looked, *, to_show: bool = False) -> Screen:
    """In the language that is set, its picture too. With ``to_show`` it has a button that shows it to all."""
    done, at = looked.done, looked.done.public_table(table)
    return analysis_screen(
        done.deal,
        done.seats,
        looked.found,
        await run_in_thread(picture_of, done.deal, looked.found, at),
        names_at(table),
        at=at,
        table_id=table.id if to_show else "",
    )


@press("why")
async def why_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """What robots thought, as a new message; a choice in the list of that message redraws it."""
    page, (in_place, _) = next(iter(chosen_values(interaction)), ""), way_of(pressed)
    table = await looked_at(bot, interaction, TableId(pressed.table))
    await show_why(bot, interaction, table, pressed.at or 0, page, in_place=in_place)


async def show_why(
    bot: Biritch, interaction: Asked, table: OpenTable, deal: int, page: str = "", *, in_place: bool = False
) -> None:
    redraws = in_place or bool(page)
    async with in_turn(interaction, redraws=redraws):
        screen = await bot.services.drawing.why_screen(table.id, deal, page)
    if page and not in_place:
        await redraw(interaction, screen)
    else:
        await give(interaction, screen, table, deal, in_place=in_place)


@press("report")
async def report_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """What robots did in the part of the deal that is named, as a text for those who maintain them."""
    table = await looked_at(bot, interaction, TableId(pressed.table))
    await show_report(bot, interaction, table, pressed.at or 0, way_of(pressed)[1])


async def show_report(bot: Biritch, interaction: Asked, table: OpenTable, deal: int, page: str = "") -> None:
    """For the asker alone, as a message or, if it is too long for one, as a file. Raises NoSuchTable,
    AppWhy.NO_SUCH_DEAL, AppWhy.DEAL_NOT_OVER."""
    await think(interaction)
    async with in_turn(interaction):
        done, made = await bot.services.tables.thoughts(table.id, deal)
        decisions = [explained(decision, view) for decision, view in made]
    doubted = decisions_on(done.deal, decisions, page)
    if not doubted:
        await whisper(interaction, NO_ROBOT())
        return
    robots = robots_at(made[decisions.index(doubted[-1])][1].table)
    told = report_text(report_of(VERSION, table.state.game, done.options, done.deal, robots, doubted))
    if len(told) > REPORT_IN_MESSAGE:
        await hand_over(interaction, REPORT_AS_FILE(), {f"robots-{deal}.txt": told})
    else:
        await conclude(interaction, report_screen(told))


async def show_hint(bot: Biritch, interaction: Asked, pressed: Press, table: OpenTable) -> None:
    """The hint on a message of its own, of which newcomers see the figures once they press for them. Raises a
    Refusal if there is none."""
    user = UserId(interaction.user.id)
    view, answer = await bot.services.hints.think_hint(table, user)
    names = names_at(table)
    if pressed.what == WITH_FIGURES:
        await redraw(interaction, Screen((text(hint_text(view, answer, names)),), INK))
    elif user in bot.services.tables.newcomers:
        await show_message(interaction, hint_screen(view, answer, table.id, names))
    else:
        await whisper(interaction, hint_text(view, answer, names))


async def hinted(bot: Biritch, table: OpenTable, user: UserId) -> str:
    """The hint. Raises a Refusal if there is none."""
    view, answer = await bot.services.hints.think_hint(table, user)
    return hint_text(view, answer, names_at(table))
