"""``/deal``: what can be seen of a deal, and the buttons for what is seen once it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import AppRefused, AppWhy
from bot.messages.drawing import names_at
from bot.tables.contests import DEAL, day_of, hands_seed, is_beforehand, sealed
from bot.tables.open_table import OpenTable
from bot.tables.past_deals import Unanalysed, finished_number, verified
from bot.tables.replay import Finished
from cogs.analyse import hinted, show_analysis, show_report, show_why, why_unanalysed
from cogs.answers import acknowledge, hand_over, redraw, show_message, think
from cogs.brought import not_shuffled_screen
from cogs.errors import answered, whisper
from cogs.finding import looked_at, seen_here, seen_or_none, table_here, table_played
from cogs.interactions import Asked, chosen_values
from cogs.registry import press
from cogs.turns import give, in_turn
from cogs.typed import typed_day, typed_worth, worth_offers
from robots.teaching.reasons import explained
from rules.games.all_games import game
from rules.record.lin import as_lin
from rules.record.writing import Record, as_json, pbn, record_text
from rules.seats import Seat
from screens import after
from screens.after import (
    ANALYSED,
    pictured_screen,
    pictures_of,
    record_screen,
    replay_screen,
    verdict_screen,
    verify_screen,
)
from screens.contests import NOT_YET, checked_day_screen
from screens.more import RESULT, more_screen, way_of, with_back
from screens.presses import Press
from screens.result import points_screen, tricks_screen
from screens.screen import Screen
from screens.settling import worth_screen
from screens.standing import ALL
from screens.words import after as words
from screens.words.calls import CALL_OPTIONS
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.names import Speech
from storage.ports.records import TableId, UserId
from storage.ports.waits import run_in_thread

Deal = app_commands.Range[int, 1, 999_999]
LOOK_CHOICES = [app_commands.Choice(name=name, value=look) for look, name in words.DEAL_LOOKS.items()]


class DealCommand(commands.Cog):
    """What can be seen of a deal: of one in progress, and of one that is over."""

    def __init__(self, bot: Biritch) -> None:
        self._bot = bot
        self._tables = bot.services.tables

    @app_commands.command(description=TEXT["deal"])
    @app_commands.describe(
        show=OPTION["looked"], deal=OPTION["analysed"], call=CALL_OPTIONS["call"], day=OPTION["past_day"]
    )
    @app_commands.choices(show=LOOK_CHOICES)
    async def deal(
        self,
        interaction: Asked,
        show: str | None = None,
        deal: Deal | None = None,
        call: str | None = None,
        day: str | None = None,
    ) -> None:
        """A call that is named without more asks what it is worth, and a day asks for its secret."""
        look = show or ("worth" if call is not None else "verify" if day is not None else "more")
        async with answered(interaction):
            if look == "verify" and day is not None:
                await _show_day(self._bot, interaction, typed_day(day, self._bot.services.contests.today))
            elif look in NOW:
                await self._now(interaction, look, call or "")
            else:
                await self._over(interaction, look, deal)

    @deal.autocomplete("call")
    async def _worths(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        view = await seen_or_none(interaction)
        return worth_offers(view, typed) if view is not None else []

    async def _now(self, interaction: Asked, look: str, call: str) -> None:
        """Of the deal in progress."""
        if look == "worth":
            view = await seen_here(interaction)
            await show_message(interaction, worth_screen(view, typed_worth(view, call)))
        else:
            table = await self._tables.get(await table_here(interaction))
            await whisper(interaction, await hinted(self._bot, table, UserId(interaction.user.id)))

    async def _over(self, interaction: Asked, look: str, deal: int | None) -> None:
        """Of a deal that is over, or of the tricks and the score so far."""
        bot, user = self._bot, UserId(interaction.user.id)
        table = await self._tables.get(await table_played(interaction))
        match look:
            case "last":
                await show_message(interaction, bot.services.drawing.last_trick(table, user))
            case "score":
                await show_message(interaction, bot.services.drawing.score_screen(table, user))
            case "analyse":
                await show_analysis(bot, interaction, table.id, deal)
            case "why":
                if deal is None and table.state.last is None:
                    raise AppRefused(AppWhy.NO_DEAL_YET)
                await show_why(bot, interaction, table, deal or table.state.last_number)
            case "report":
                await show_report(bot, interaction, table, finished_number(table, deal))
            case "record" | "rubber":
                await _send_record(bot, interaction, table, deal, whole=look == "rubber")
            case "verify":
                screen, number = await _verified(bot, table, deal)
                await give(interaction, screen, table, number, in_place=False)
            case "replay":
                await show_replay(bot, interaction, table, finished_number(table, deal))
            case "picture":
                await _pictured(bot, interaction, table, finished_number(table, deal))
            case "points" | "tricks":
                await _counted(bot, interaction, table, finished_number(table, deal), look)
            case _:
                done = await _finished(bot, table, finished_number(table, deal))
                at, names = done.public_table(table), names_at(table)
                await show_message(interaction, more_screen(done.deal, done.seats, table.id, names, at=at))


NOW: Final = ("worth", "hint")
"""What is seen of a deal in progress alone."""


@press("more")
async def more_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """The list of what can be looked at: for the presser alone, or on the message on which the button stands
    if that is theirs. From there also the way back to the result; from one that is folded, the whole."""
    table = await looked_at(bot, interaction, TableId(pressed.table))
    deal, user = finished_number(table, pressed.at), UserId(interaction.user.id)
    alone = table.state.alone if table.belongs(user) else None
    if pressed.what == RESULT and alone is not None:
        screen = bot.services.drawing.hand_screen(table, user)
    elif pressed.what == ALL:
        await show_message(
            interaction, await bot.services.drawing.result(table, await _finished(bot, table, deal))
        )
        return
    else:
        done = await _finished(bot, table, deal)
        at, names = done.public_table(table), names_at(table)
        screen = more_screen(done.deal, done.seats, table.id, names, at=at, alone=alone)
    await (show_message if alone is None and not pressed.what else redraw)(interaction, screen)


@press("replay", "picture", "tricks", "points")
async def after_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers the buttons beneath a result, and those of a replay."""
    table = await looked_at(bot, interaction, TableId(pressed.table))
    deal = finished_number(table, pressed.at)
    in_place, what = way_of(pressed)
    match pressed.verb:
        case "replay" if what:
            await _stepped(bot, interaction, table, deal, pressed)
        case "replay":
            await show_replay(bot, interaction, table, deal, in_place=in_place)
        case "picture":
            await _pictured(bot, interaction, table, deal, in_place=in_place)
        case _:
            await _counted(bot, interaction, table, deal, pressed.verb, in_place=in_place)


async def _counted(
    bot: Biritch, interaction: Asked, table: OpenTable, deal: int, look: str, *, in_place: bool = False
) -> None:
    """Its tricks or its points."""
    done = await _finished(bot, table, deal)
    at, names = done.public_table(table), names_at(table)
    screen = (
        tricks_screen(done.deal, at=at)
        if look == "tricks"
        else points_screen(done.deal, done.seats, names, at=at, ended=done.ended)
    )
    await give(interaction, screen, table, deal, in_place=in_place)


async def _finished(bot: Biritch, table: OpenTable, deal: int) -> Finished:
    """Raises AppWhy.NO_SUCH_DEAL."""
    done = await bot.services.tables.finished(table.id, deal)
    if done is None:
        raise AppRefused(AppWhy.NO_SUCH_DEAL)
    return done


async def _stepped(bot: Biritch, interaction: Asked, table: OpenTable, deal: int, pressed: Press) -> None:
    """Redraws the replay on which the button stands, at another trick or with an analysis."""
    asked = next(iter(chosen_values(interaction)), "")
    step = int(asked) if asked.isdecimal() and len(asked) < 4 else pressed.point or 0
    in_place, what = way_of(pressed)
    if what != ANALYSED:
        async with in_turn(interaction, redraws=True):
            screen = await _replayed(bot, table, deal, step)
        await redraw(interaction, with_back(screen, table.id, deal) if in_place else screen)
        return
    await acknowledge(interaction)
    done, user = await bot.services.analyses.analysable(table, deal), UserId(interaction.user.id)
    looked = await bot.services.analyses.analyse(table, done, user) if isinstance(done, Finished) else done
    note = why_unanalysed(looked, deal) if isinstance(looked, Unanalysed) else ""
    screen = await _replayed(bot, table, deal, step, note)
    await give(interaction, screen, table, deal, in_place=in_place)


async def show_replay(
    bot: Biritch, interaction: Asked, table: OpenTable, deal: int, *, in_place: bool = False
) -> None:
    """Before the lead, for the asker alone. Raises NoSuchTable, AppWhy.NO_SUCH_DEAL, AppWhy.ASKED_ENOUGH."""
    async with in_turn(interaction, redraws=in_place):
        screen = await _replayed(bot, table, deal)
    await give(interaction, screen, table, deal, in_place=in_place)


async def _replayed(bot: Biritch, table: OpenTable, deal: int, step: int = 0, note: str = "") -> Screen:
    """Raises NoSuchTable, AppWhy.NO_SUCH_DEAL."""
    done, made = await bot.services.tables.thoughts(table.id, deal)
    return replay_screen(
        done.deal,
        done.seats,
        [explained(decision, view) for decision, view in made if decision.place // len(Seat) == step - 1],
        bot.services.analyses.kept(table.id, deal),
        table.id,
        names_at(table),
        at=done.public_table(table),
        step=step,
        note=note,
    )


async def _pictured(
    bot: Biritch, interaction: Asked, table: OpenTable, deal: int, *, in_place: bool = False
) -> None:
    """Both pictures, for the asker alone."""
    await (acknowledge if in_place else think)(interaction)
    async with in_turn(interaction, redraws=in_place):
        done = await _finished(bot, table, deal)
        at = done.public_table(table)
        drawn = await run_in_thread(pictures_of, done.deal, at, done.ended)
    screen = pictured_screen(done.deal, at, done.ended, drawn)
    await give(interaction, screen, table, deal, in_place=in_place)


@press("verify", "record")
async def record_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers **Record** and **Verify deal** beneath a deal that is over, and what lies behind these answers:
    the figures, and the files."""
    table = await looked_at(bot, interaction, TableId(pressed.table))
    in_place, what = way_of(pressed)
    match pressed.verb, what:
        case "verify", after.FIGURES:
            screen, deal = await _verified(bot, table, pressed.at, figures=True)
            await redraw(interaction, with_back(screen, table.id, deal) if in_place else screen)
        case "verify", _:
            screen, deal = await _verified(bot, table, pressed.at)
            await give(interaction, screen, table, deal, in_place=in_place)
        case _, after.FILES | after.RUBBER:
            await _files_given(bot, interaction, table, pressed.at, whole=what == after.RUBBER)
        case _:
            await _send_record(bot, interaction, table, pressed.at, whole=False, in_place=in_place)


async def _show_day(bot: Biritch, interaction: Asked, day: str) -> None:
    """Whether the secret of a day is what was sealed, and gives the hands that were dealt. Raises
    AppWhy.NO_SUCH_DAY."""
    contests = bot.services.contests
    contest = await contests.contest_by_id(day)
    if contest is None:
        raise AppRefused(AppWhy.NO_SUCH_DAY)
    if not contests.is_over(day):
        await whisper(interaction, NOT_YET(day=day, seal=sealed(contest)))
        return
    attempt = await contests.attempt_to_check(UserId(interaction.user.id), day)
    dealt: bool | None = None
    if attempt is not None:
        record = await bot.services.finished.finished_record(
            await bot.services.tables.get(attempt.table), DEAL
        )
        verdict = verified(TableId(day), record)
        dealt = verdict.sealed and verdict.dealt and record.deal.seed == hands_seed(contest).hex()
    secret, drawn = contest.secret.hex(), day_of(contest.made).isoformat()
    seal, beforehand = sealed(contest), is_beforehand(contest)
    await show_message(
        interaction, checked_day_screen(day, seal, secret, drawn, beforehand=beforehand, dealt=dealt)
    )


async def _verified(
    bot: Biritch, table: OpenTable, deal: int | None, *, figures: bool = False
) -> tuple[Screen, int]:
    """What was found of a deal, and its number."""
    record = await bot.services.finished.finished_record(table, deal)
    verdict = verified(table.shuffled_as, record)
    number = record.deal.number
    if record.deal.brought:
        return not_shuffled_screen(table, number), number
    if not figures:
        return verdict_screen(number, table.id, sealed=verdict.sealed, dealt=verdict.dealt), number
    variant = game(record.game).variant_of(record.options)
    screen = verify_screen(
        Speech.at_table(record),
        record.deal,
        table.shuffled_as,
        variant,
        sealed=verdict.sealed,
        dealt=verdict.dealt,
    )
    return screen, number


async def _send_record(
    bot: Biritch,
    interaction: Asked,
    table: OpenTable,
    deal: int | None,
    *,
    whole: bool,
    in_place: bool = False,
) -> None:
    """What the record holds, for the asker alone."""
    await (acknowledge if in_place else think)(interaction)
    records, files = await _recorded(bot, interaction, table, deal, whole=whole)
    numbers, told = [one.deal.number for one in records], next(iter(files.values()))
    has_pbn = any(name.endswith(".pbn") for name in files)
    clockwise = Speech.at_table(records[0]).clockwise
    screen = record_screen(numbers, told, table.id, has_pbn=has_pbn, whole=whole, clockwise=clockwise)
    await give(interaction, screen, table, numbers[-1], in_place=in_place)


async def _files_given(
    bot: Biritch, interaction: Asked, table: OpenTable, deal: int | None, *, whole: bool
) -> None:
    """The files of a record, for the asker alone."""
    await think(interaction)
    records, files = await _recorded(bot, interaction, table, deal, whole=whole)
    await hand_over(interaction, words.record_of([one.deal.number for one in records]), files)


async def _recorded(
    bot: Biritch, interaction: Asked, table: OpenTable, deal: int | None, *, whole: bool
) -> tuple[Sequence[Record], Mapping[str, str]]:
    """The deals of a record, and its files by their names."""
    finished = bot.services.finished
    async with in_turn(interaction):
        records = (
            await finished.rubber_of(table, deal) if whole else (await finished.finished_record(table, deal),)
        )
        return records, await run_in_thread(_files, records)


def _files(records: Sequence[Record]) -> dict[str, str]:
    """The text of each file by its name; PBN and LIN if they have words for any of the deals."""
    numbers = [one.deal.number for one in records]
    name = f"deal-{numbers[0]}" if len(numbers) == 1 else f"deals-{numbers[0]}-{numbers[-1]}"
    files = {f"{name}.txt": "\n".join(map(record_text, records)), f"{name}.json": as_json(records)}
    for ending, notation in (("pbn", pbn(records)), ("lin", as_lin(records))):
        if notation:
            files[f"{name}.{ending}"] = notation
    return files
