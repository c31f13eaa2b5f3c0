"""``/daily``, and the buttons about deals that many play alone."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.discord_api.faults import may_be_done
from bot.discord_api.sender import DONE_BEFORE
from bot.errors import AppRefused, AppWhy, UnknownPress
from bot.messages.reminders import last_call
from bot.streams.open_stream import Recent
from bot.tables.contests import sealed
from cogs.after import show_replay
from cogs.alone import alone_screen, compared, completed, own_play, show_table, wait_for_table
from cogs.answers import redraw, show_message
from cogs.errors import answered, whisper
from cogs.interactions import Asked, key_of
from cogs.registry import press
from cogs.typed import typed_day
from rules.contests import is_daily
from rules.frozen import replace
from screens.contests import (
    MOST_RANKED,
    REMIND_OFF,
    REMIND_ON,
    WILL_REMIND,
    WONT_REMIND,
    ContestPress,
    DailyStep,
    seal_screen,
    share_screen,
    standings_note,
    standings_screen,
)
from screens.leaderboard import names_beside
from screens.presses import Press
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from storage.ports.records import Regulars, TableId, UserId

STEPS: Final = [app_commands.Choice(name=one.offer, value=one.value) for one in DailyStep]


class ContestCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot
        self._wanted = Recent[int, bool]()  # by interaction, which may be delivered again

    @app_commands.command(description=TEXT["daily"])
    @app_commands.describe(what=OPTION["daily"], person=OPTION["whose"], day=OPTION["day"])
    @app_commands.choices(what=STEPS)
    async def daily(
        self,
        interaction: Asked,
        what: str | None = None,
        person: discord.User | None = None,
        day: str | None = None,
    ) -> None:
        async with answered(interaction):
            contests, user = self._bot.services.contests, UserId(interaction.user.id)
            await contests.came(interaction.guild_id, user)
            contest = typed_day(day, contests.today)
            match DailyStep(what or DailyStep.PLAY.value):
                case DailyStep.PLAY if contest == contests.today:
                    table = await contests.play_day(user, key_of(interaction))
                    await show_table(self._bot, interaction, table)
                case DailyStep.PLAY:
                    await contests.check_day(user, contest)
                    await show_table(self._bot, interaction, await contests.table_of(user, contest))
                case DailyStep.REPLAY:
                    of = UserId(person.id) if person is not None else user
                    await contests.check_day(user, contest)
                    here = interaction.guild_id is not None and isinstance(person, discord.Member)
                    await contests.check_acquainted(user, of, here=here)
                    attempt = await contests.attempt_to_see(user, contest, of)
                    table = await self._bot.services.tables.get(attempt.table)
                    await show_replay(self._bot, interaction, table, 1)
                case DailyStep.SEAL:
                    await _seal(self._bot, interaction, contest)
                case DailyStep.REMIND:
                    await self._remind(interaction, None)
                case standings:
                    await _send_standings(self._bot, interaction, standings.value, new=True)

    @press("contest")
    async def contest_pressed(self, interaction: Asked, pressed: ContestPress) -> None:
        bot, contests, user = self._bot, self._bot.services.contests, UserId(interaction.user.id)
        match pressed.what:
            case "deal":
                table = await contests.table_of(user, pressed.contest)
                await redraw(interaction, bot.services.drawing.hand_screen(table, user))
            case "play":
                table = await contests.play_day(user, key_of(interaction))
                await show_table(bot, interaction, table)
            case "next":
                before = await contests.contest_by_id(pressed.contest)
                game = before.game if before is not None else (await bot.services.alone.last_wish(user)).game
                await _deal_contest(bot, interaction, game)
            case "share":
                await _share(bot, interaction, pressed.contest)
            case "remind":
                await self._remind(interaction, None)
            case what if what in (REMIND_ON, REMIND_OFF):
                await self._remind(interaction, what == REMIND_ON)
            case what if what in {step.value for step in DailyStep}:
                await contests.came(interaction.guild_id, user)
                await _send_standings(bot, interaction, what, new=what == "week")
            case _:
                raise UnknownPress

    async def _remind(self, interaction: Asked, wanted: bool | None) -> None:
        """``wanted`` is None where what is asked is the other than now."""
        user, preferences = UserId(interaction.user.id), self._bot.services.preferences
        if wanted is None:
            other = not (await preferences.of_person(user)).daily
            wanted = self._wanted.setdefault(interaction.id, other)
        wished = wanted
        await preferences.change_person(user, lambda tastes: replace(tastes, daily=wished))
        latest = int(last_call(self._bot.services.contests.today))
        await whisper(interaction, WILL_REMIND(time=f"<t:{latest}:t>") if wished else WONT_REMIND())


@press("compare")
async def compare_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """What a deal that is compared came to; at another table where one plays alone, such a deal is dealt."""
    table, user = await bot.services.tables.get(TableId(pressed.table)), UserId(interaction.user.id)
    if compared(table) is None:
        await _deal_contest(bot, interaction, table.state.game)
        return
    await bot.services.contests.check_seen(user, table)
    await redraw(interaction, await alone_screen(bot, table, user))
    await completed(bot, interaction, table)


async def _deal_contest(bot: Biritch, interaction: Asked, game: str) -> None:
    user = UserId(interaction.user.id)
    table = await bot.services.contests.play_compared(user, game, key_of(interaction))
    await wait_for_table(bot, interaction, table)
    await redraw(interaction, await alone_screen(bot, table, user))


async def _send_standings(bot: Biritch, interaction: Asked, what: str, *, new: bool) -> None:
    contests, user = bot.services.contests, UserId(interaction.user.id)
    month, friends = what.endswith("month"), what.startswith("f") or interaction.guild_id is None
    among = (
        await contests.among_friends(user)
        if friends or interaction.guild_id is None
        else await contests.in_server(interaction.guild_id)
    )
    lines = await contests.user_standings(user, contests.days(month=month), among)
    at_server = interaction.guild_id is not None
    whole = not isinstance(among, Regulars) or among.whole
    note = standings_note(sorted(lines.lacking), whole=whole)
    shown = [UserId(one.who) for one in lines[:MOST_RANKED]]
    with names_beside(await bot.services.names_beside.names_of(shown, interaction.guild_id)):
        screen = standings_screen(
            user, lines, contests.today, month=month, friends=friends, at_server=at_server, note=note
        )
    await (show_message(interaction, screen) if new else redraw(interaction, screen))


async def _share(bot: Biritch, interaction: Asked, contest: str) -> None:
    """A message for everybody there, which tells nothing of the cards: once a play and channel. Where nobody
    knows whether it stands there it is not sent again."""
    contests, user = bot.services.contests, UserId(interaction.user.id)
    came, table = await contests.compared(user, contest), await contests.table_of(user, contest)
    deal = table.state.last
    if came.percent is None or deal is None or not is_daily(contest):
        raise AppRefused(AppWhy.PLAY_FIRST)
    own = own_play(bot, table, user, deal)
    screen = share_screen(user, contest, came.percent, await contests.streak(user), own)
    await show_card_once(bot, interaction, table.id, screen)


async def show_card_once(bot: Biritch, interaction: Asked, table: TableId, card: Screen) -> None:
    """What the play of a table came to, for everybody in the channel: again only where it was not sent, or
    Discord has refused it. Raises AppWhy.SHARED_ALREADY."""
    contests, channel = bot.services.contests, interaction.channel_id or 0
    await contests.shared(table, channel, key_of(interaction))
    try:
        await show_message(interaction, card, private=False)
    except Exception as fault:
        if was_not_sent(fault):
            await contests.not_shared(table, channel)
        raise


def was_not_sent(fault: Exception) -> bool:
    """Whether an answer that failed stands nowhere, nor that to another delivery of the same press."""
    return not may_be_done(fault) and getattr(fault, "code", 0) != DONE_BEFORE


async def _seal(bot: Biritch, interaction: Asked, day: str) -> None:
    """What was committed to, and the secret once its day is over."""
    contests = bot.services.contests
    contest = await (contests.of_day(day) if day == contests.today else contests.contest_by_id(day))
    if contest is None:
        raise AppRefused(AppWhy.NO_SUCH_DAY)
    secret = contest.secret.hex() if contests.is_over(day) else None
    try:
        following = sealed(await contests.of_day(contests.tomorrow))
    except AppRefused:
        following = None
    await show_message(interaction, seal_screen(day, sealed(contest), secret, contests.tomorrow, following))
