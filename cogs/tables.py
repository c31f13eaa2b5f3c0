"""``/table``: opening, showing and closing a table, its options, taking a chair, and leaving.

Leaving happens at once where that costs nobody anything, else after a question.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import AppRefused, AppWhy, NoThread, SetOfOtherGame, UnknownPress
from bot.evenings.service import NoRoom
from bot.preferences import House, table_choices
from bot.tables.open_table import OpenTable, panel, room
from bot.tables.service import Tables
from cogs.alone import show_table, with_pack_cut
from cogs.answers import redraw, show_message, think
from cogs.brought import brought_deals
from cogs.choices import keys_like, options_of, values_like
from cogs.errors import answered, whisper
from cogs.finding import (
    act_here,
    check_channel,
    check_chosen,
    check_permissions,
    check_threads,
    joining,
    looked_at,
    table_here,
    table_or_none,
    table_played,
    table_to_leave,
    table_to_show,
)
from cogs.interactions import MEANT, Asked, key_of
from cogs.panels import is_own_copy
from cogs.registry import PressValues, asks, press
from cogs.typed import GAME_CHOICES, USUAL_GAME, matching
from rules.deal.brought import BroughtDeal
from rules.errors import Refusal
from rules.games.all_games import GAMES
from rules.refusals import LeavingCosts, Refused, Why
from rules.seats import Person, Seat
from rules.table.requests import (
    AddRobot,
    AdmitBringer,
    AgreeToClose,
    AnswerSubstitute,
    ChooseSeat,
    CloseTable,
    Join,
    Leave,
    Pause,
    RemoveRobot,
    Request,
    Resume,
    RobotForAbsent,
    SetOption,
    Start,
    TakeDummy,
)
from rules.view import HINTS_ON
from screens.brought import ADMITS_BRINGER, opened_with_deals
from screens.chairs import (
    CHAIR_NOTES,
    SEATED_NEXT,
    SEATED_NOW,
    confirmed,
    leaving_screen,
    left_screen,
    link_screen,
)
from screens.choices import SAVED, set_offer, thread_name, thread_opened
from screens.lobby import YOU_ASKED, YOU_WAIT, chair_named, chairs_screen, seated_screen
from screens.newcomers import Begin
from screens.presses import ONCE_MORE, Press
from screens.reading import is_named
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.commands import (
    SHOWN_NOTE,
    STAYS_NOTE,
    closing_note,
    joined_note,
    opened_note,
)
from screens.words.names import Speech
from storage.ports.records import OptionSet, Place, Saving, SlotKey, TableId, UserId
from storage.ports.storage import StorageError

PANEL_WITHIN = 1.2
"""Seconds that the answer to Join waits to hear whether the direct message arrived."""


ASKED: Final[Mapping[str, Request]] = {
    "leave": Leave(),
    "robot": AddRobot(),
    "unrobot": RemoveRobot(),
    "start": Start(),
    "close": AgreeToClose(),
    "replace": RobotForAbsent(),
    "resume": Resume(),
    "dummy": TakeDummy(),
}
"""What the buttons of a table ask that need not say more."""


async def joined(bot: Biritch, table: OpenTable, user: UserId) -> str:
    """What to tell somebody who has joined: whether their direct messages can hold their hands or, of a
    robot's chair taken during a rubber, since when it is theirs; or that they wait for a chair."""
    person, rubber = table.person(user), table.state.rubber
    assert person is not None
    if table.waits(user):
        asked = rubber is not None and rubber.asking is not None and rubber.asking.person == person
        promised = rubber is not None and rubber.promised_to(person) is not None
        if not promised:
            return YOU_ASKED() if asked else YOU_WAIT()
    if rubber is not None and rubber.promised_to(person) is not None:
        return SEATED_NEXT()
    if rubber is not None and table.chair(user) in rubber.taken_late:
        return SEATED_NOW()
    key = SlotKey(table.id, panel(person))
    await bot.services.posting.try_again(key)
    slot = await bot.services.posting.wait_until_shown(key, PANEL_WITHIN)
    if slot is None:
        return joined_note(panel=False, refused=False)
    return joined_note(panel=slot.message is not None, refused=slot.parked is not None)


def chair_typed(table: OpenTable, typed: str) -> Seat:
    """The seat of this name, or of this letter, as it is called at the table. Raises Why.NO_ROBOTS_CHAIR."""
    speech = Speech.at_table(table.state)
    for seat in Seat:
        if any(is_named(typed, one) for one in (speech.seat(seat), speech.letter(seat))):
            return seat
    raise Refused(Why.NO_ROBOTS_CHAIR)


def chairs_like(table: OpenTable, typed: str) -> list[app_commands.Choice[str]]:
    """The chairs that robots have and that fit what is typed."""
    public = table.view(None).table
    if public.rubber is None:
        return []
    rubber, speech = public.rubber, Speech.at_table(public)
    offers = [(chair_named(speech, rubber, seat), str(speech.seat(seat))) for seat in rubber.robots]
    return matching(offers, typed)


async def take_back(tables: Tables, interaction: Asked, table_id: TableId) -> OpenTable:
    """Raises Why.NOT_SEATED for somebody who has no chair there, and Why.ALREADY_SEATED."""
    user = UserId(interaction.user.id)
    if (await tables.get(table_id)).chair(user) is None:
        raise Refused(Why.NOT_SEATED)
    return await tables.act(table_id, user, Join(), key=key_of(interaction))


async def answer_leave(interaction: Asked, tables: Tables, table_id: TableId) -> None:
    """Answers the command. Raises a Refusal."""
    try:
        await tables.act(table_id, UserId(interaction.user.id), Leave(), key=key_of(interaction))
    except LeavingCosts as refusal:
        await ask_first(interaction, await tables.get(table_id), refusal)
    else:
        await whisper(interaction, CHAIR_NOTES["leave"]())


async def ask_first(interaction: Asked, table: OpenTable, refusal: LeavingCosts) -> None:
    """Asks whether they want to leave all the same."""
    await show_message(interaction, leaving_screen(table.id, table.state.rubbers, refusal.price))


@press("leave:")
async def leave_confirmed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers the button below the question. If it costs something else by now, asks again. Raises a
    Refusal."""
    tables = bot.services.tables
    table = await tables.get(TableId(pressed.table))
    request = Leave(confirmed(pressed, table.state.rubbers))
    try:
        await tables.act(table.id, UserId(interaction.user.id), request, key=key_of(interaction))
    except LeavingCosts as refusal:
        await redraw(interaction, leaving_screen(table.id, table.state.rubbers, refusal.price))
    else:
        await redraw(interaction, left_screen(CHAIR_NOTES["leave"]()))


@asks("leave", "robot", "unrobot", "start", "close", "replace", "resume", "dummy")
def asked_of_table(pressed: Press, _: PressValues) -> Request:
    return Start(again=True) if pressed.what == ONCE_MORE else ASKED[pressed.verb]


@asks("admit")
def asked_about_substitute(pressed: Press, __: PressValues) -> Request:
    """Buttons of earlier versions do not say who would sit in."""
    if pressed.what == ADMITS_BRINGER:
        return AdmitBringer()
    answer, _, alias = pressed.what.partition(":")
    return AnswerSubstitute(answer == "yes", Person(alias) if alias else None)


@asks("seat")
def asked_for_seat(pressed: Press, _: PressValues) -> Request:
    """Raises UnknownPress."""
    if pressed.what not in {one.letter for one in Seat}:
        raise UnknownPress
    return ChooseSeat(Seat(pressed.what))


@press("join")
async def join_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Joins, and takes the chair that the button names. Where that was one of several, the list of them turns
    into the answer."""
    user, letters = UserId(interaction.user.id), {seat.letter for seat in Seat}
    chair = Seat(pressed.what) if pressed.what in letters else None
    tables = bot.services.tables
    table = await tables.act(TableId(pressed.table), user, Join(chair), key=key_of(interaction))
    note = await joined(bot, table, user)
    if is_own_copy(interaction):
        await redraw(interaction, seated_screen(note))
    else:
        await whisper(interaction, note)


@press("chairs")
async def chairs_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Shows the chairs that robots have, if there is a choice. Raises what joining raises."""
    user, tables = UserId(interaction.user.id), bot.services.tables
    await tables.check_request(TableId(pressed.table), user, Join())
    table = await tables.get(TableId(pressed.table))
    view = table.view(None)
    if view.table.rubber is None or len(view.table.rubber.robots) < 2 or table.chair(user) is not None:
        await join_pressed(bot, interaction, pressed)
    else:
        await show_message(interaction, chairs_screen(view, table.id))


@press("lobby")
async def table_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Shows the table to the presser alone: what they may do between rubbers stands there."""
    table = await bot.services.tables.get(TableId(pressed.table))
    await show_message(interaction, bot.services.drawing.table_screen(table))


@press("browse")
async def page_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    await show_link(bot, interaction, TableId(pressed.table))


async def show_link(bot: Biritch, interaction: Asked, table_id: TableId) -> None:
    """Gives the asker a link of their own to the page of a table. Raises AppWhy.NO_PAGE, Why.NOT_SEATED."""
    pages, user = bot.services.pages, UserId(interaction.user.id)
    if not pages.are_offered:
        raise AppRefused(AppWhy.NO_PAGE)
    table = await bot.services.tables.get(table_id)
    if not table.belongs(user):
        raise Refused(Why.NOT_SEATED)
    await show_message(interaction, link_screen(await pages.link_to(table_id, user)))


@press("score")
async def score_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    table = await looked_at(bot, interaction, TableId(pressed.table))
    await show_message(interaction, bot.services.drawing.score_screen(table, UserId(interaction.user.id)))


NAME: Final = re.compile(r"(?=.{1,32}$)[^\W_]+(?:[ '-][^\W_]+)*")
"""The name of a set: nothing that would be read as markup."""


async def open_here(
    bot: Biritch,
    interaction: Asked,
    game: str,
    options: Mapping[str, str],
    deals: tuple[BroughtDeal, ...] = (),
) -> tuple[OpenTable, str]:
    """Opens a table here or, where there is one already and the server wants it so, in a thread; the table,
    and what to tell the asker, who may have brought its ``deals``.

    Raises NotInThisChannel, AppWhy.NO_THREADS_HERE, NotAllowed, NoThread, and what ``Tables.open_table``
    raises.
    """
    assert interaction.guild_id is not None and interaction.channel_id is not None
    house = await bot.services.preferences.of_server(interaction.guild_id)
    check_chosen(house, interaction.channel, interaction.channel_id)
    place = Place(interaction.guild_id, interaction.channel_id)
    options = {**table_choices(house), **options}
    opener, key, tables = UserId(interaction.user.id), key_of(interaction), bot.services.tables

    async def seated(table: OpenTable) -> str:
        return opened_with_deals(len(deals)) if deals else await joined(bot, table, opener)

    if not await _needs_thread(bot, interaction, house):
        table = await tables.open_table(place, game, options, opener=opener, deals=deals, by=key)
        return table, opened_note(game, await seated(table))
    there = Place(place.guild, await _begin_thread(interaction, game))
    try:
        table = await tables.open_table(there, game, options, opener=opener, deals=deals, by=key)
    except (Refusal, StorageError):  # a table that stands in it all the same opens it again
        with suppress(NoRoom):
            await bot.services.threads.archive(there.channel)
        raise
    return table, thread_opened(f"<#{there.channel}>", await seated(table))


@press("begin")
async def begin_pressed(bot: Biritch, interaction: Asked, begin: Begin) -> None:
    """Opens a table for the presser, and begins with robots in the other chairs. Who has never played gets
    hints, where the server has them."""
    if interaction.guild_id is None:
        raise AppRefused(AppWhy.ONLY_IN_SERVERS)
    check_permissions(interaction)
    user, tables = UserId(interaction.user.id), bot.services.tables
    house = await bot.services.preferences.of_server(interaction.guild_id)
    hints = house.hints and await tables.is_newcomer(user)
    table, told = await open_here(bot, interaction, begin.game, dict([HINTS_ON]) if hints else {})
    if table.state.rubber is None:
        await tables.act(table.id, user, Start())
    await whisper(interaction, told)


async def _needs_thread(bot: Biritch, interaction: Asked, house: House) -> bool:
    """Whether a table stands here already, and this interaction has not opened it."""
    assert interaction.channel_id is not None
    tables = bot.services.tables
    if not house.threads or tables.stream_in(interaction.channel_id) is None:
        return False
    return not await tables.was_done(key_of(interaction))


async def _begin_thread(interaction: Asked, game: str) -> int:
    """A new public thread of this channel, or of the channel of this thread. Raises AppWhy.NO_THREADS_HERE,
    NotAllowed, NoThread."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    channel = check_threads(channel, interaction.app_permissions, private=False)
    await think(interaction)
    services, place = interaction.client.services, Place(channel.guild.id, channel.id)
    try:
        return await services.threads.begin_thread(
            place,
            thread_name(game),
            private=False,
            is_free=lambda room: services.tables.stream_in(room) is None,
        )
    except NoRoom as no:
        raise NoThread(no.hindrance.status, no.hindrance.code) from no


# Named sets of options


async def set_named(
    bot: Biritch, interaction: Asked, name: str, game: str | None
) -> tuple[str, Mapping[str, str]]:
    """The game and the options of a set of this server; ``game`` is what the asker has chosen besides.
    Raises AppWhy.ONLY_IN_SERVERS, AppWhy.NO_SUCH_SET, SetOfOtherGame."""
    meant, sets = name.strip(), await _sets(bot, interaction)
    exact = (one for one in sets if one.name == meant)  # some were kept when case made two of them
    found = next(exact, None) or next((one for one in sets if one.name.casefold() == meant.casefold()), None)
    if found is None:
        raise AppRefused(AppWhy.NO_SUCH_SET)
    if game not in (None, found.game):
        raise SetOfOtherGame(found.game)
    return found.game, dict(found.options)


async def sets_like(bot: Biritch, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """The sets of this server that fit what is typed."""
    if interaction.guild_id is None:
        return []
    try:
        sets = await _sets(bot, interaction)
    except StorageError:
        return []
    return matching([(set_offer(one.name, one.game), one.name) for one in sets], typed)


async def save_set(bot: Biritch, interaction: Asked, table: OpenTable, name: str) -> None:
    """Keeps the options of a table under a name. Raises Why.NOT_SEATED to somebody who has no chair there,
    AppWhy.ONLY_IN_SERVERS, AppWhy.NO_MEMBER_HERE, AppWhy.BAD_SET_NAME, AppWhy.SET_EXISTS,
    AppWhy.TOO_MANY_SETS."""
    if interaction.guild_id is None:
        raise AppRefused(AppWhy.ONLY_IN_SERVERS)
    if bot.get_guild(interaction.guild_id) is None:
        raise AppRefused(AppWhy.NO_MEMBER_HERE)
    if not table.belongs(UserId(interaction.user.id)) and not interaction.permissions.manage_guild:
        raise Refused(Why.NOT_SEATED)
    name = name.strip()
    if NAME.fullmatch(name) is None:
        raise AppRefused(AppWhy.BAD_SET_NAME)
    options = table.state.rules.differing(dict(table.state.options))
    match await bot.services.sets.save_set(interaction.guild_id, OptionSet(name, table.state.game, options)):
        case Saving.TAKEN:
            raise AppRefused(AppWhy.SET_EXISTS)
        case Saving.FULL:
            raise AppRefused(AppWhy.TOO_MANY_SETS)
        case _:
            pass


async def _sets(bot: Biritch, interaction: Asked) -> list[OptionSet]:
    """Those of games that are in the list."""
    if interaction.guild_id is None:
        raise AppRefused(AppWhy.ONLY_IN_SERVERS)
    return [one for one in await bot.services.sets.option_sets(interaction.guild_id) if one.game in GAMES]


class TableCommands(commands.GroupCog, group_name="table", group_description=TEXT["table"]):
    def __init__(self, bot: Biritch) -> None:
        self.bot = bot
        self._tables = bot.services.tables
        self._posting = bot.services.posting
        self._drawing = bot.services.drawing
        self._adjourning = bot.services.adjourning

    @app_commands.command(name="open", description=TEXT["table open"])
    @app_commands.describe(game=OPTION["game"], set=OPTION["set"], deals=OPTION["deals"])
    @app_commands.choices(game=GAME_CHOICES)
    async def open_table(
        self,
        interaction: Asked,
        game: str | None = None,
        set: str | None = None,
        deals: discord.Attachment | None = None,
    ) -> None:
        """Opens a table for a game, or with a set of options, which says its game itself; and with deals
        of a file, which their bringer does not play."""
        async with answered(interaction):
            check_permissions(interaction)
            options: Mapping[str, str] = {}
            if set is not None:
                game, options = await set_named(self.bot, interaction, set, game)
            brought = await brought_deals(interaction, deals)
            _, told = await open_here(self.bot, interaction, game or USUAL_GAME, options, brought)
            await whisper(interaction, told)

    @open_table.autocomplete("set")
    async def _sets(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await sets_like(self.bot, interaction, typed)

    @app_commands.command(name="show", description=TEXT["table show"])
    async def show(self, interaction: Asked) -> None:
        async with answered(interaction):
            check_permissions(interaction)
            assert interaction.channel_id is not None
            table_id = await table_to_show(interaction)
            table = await self.bot.services.alone.finish_opening(await self._tables.get(table_id))
            stood = table.place.channel
            if stood != interaction.channel_id:
                await check_channel(interaction)
            table = await self._tables.show_again(table_id, interaction.channel_id)
            await self._adjourning.go_on(table_id)
            await whisper(interaction, SHOWN_NOTE())  # first: to post may take longer than Discord waits
            if stood == interaction.channel_id:
                if not await self._posting.post_again(SlotKey(table.id, room(table.state))):
                    await whisper(interaction, STAYS_NOTE())
            else:
                self._posting.changed(table)

    @app_commands.command(name="close", description=TEXT["table close"])
    async def close_table(self, interaction: Asked) -> None:
        """Closes the table at once for a moderator; else once all people who sit there agree."""
        async with answered(interaction):
            moderator = interaction.guild_id is not None and interaction.permissions.manage_messages
            ask = CloseTable() if moderator else AgreeToClose()
            table_id = await table_to_leave(interaction)
            who = None if moderator else UserId(interaction.user.id)
            table = await self._tables.act(table_id, who, ask, key=key_of(interaction))
            await whisper(interaction, closing_note(closed=table.state.closed))

    @app_commands.command(name="join", description=TEXT["table join"])
    @app_commands.describe(chair=OPTION["chair"])
    async def join_table(self, interaction: Asked, chair: str | None = None) -> None:
        async with answered(interaction):
            with joining(interaction):
                if chair is None and await self._takes_back(interaction):
                    await whisper(interaction, CHAIR_NOTES["back"]())
                    return
                table = await self._tables.get(await table_here(interaction, leaving=True))
            table = await act_here(interaction, Join(chair_typed(table, chair) if chair else None))
            await whisper(interaction, await joined(self.bot, table, UserId(interaction.user.id)))

    async def _takes_back(self, interaction: Asked) -> bool:
        """Whether the asker has taken their own chair back, in which a robot sat in for them; in direct
        messages, where the table may be one that is adjourned, also one that they had left."""
        user = UserId(interaction.user.id)
        table_id = await table_to_leave(interaction)
        table = await self._tables.get(table_id)
        own, rubber = table.chair(user), table.state.rubber
        if table.belongs(user) or own is None or rubber is None:
            return False
        if interaction.guild_id is not None and own in rubber.chairs_of_robots():  # they had left it
            return False
        interaction.extras[MEANT] = table_id
        await take_back(self._tables, interaction, table_id)
        return True

    @join_table.autocomplete("chair")
    async def _chairs(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """The chairs that robots have at this channel's table."""
        table = await table_or_none(interaction)
        return chairs_like(table, typed) if table is not None else []

    @app_commands.command(name="pause", description=TEXT["table pause"])
    async def pause(self, interaction: Asked) -> None:
        await self._chair(interaction, Pause(), "pause")

    @app_commands.command(name="leave", description=TEXT["table leave"])
    async def leave_table(self, interaction: Asked) -> None:
        async with answered(interaction):
            await answer_leave(interaction, self._tables, await table_to_leave(interaction))

    @app_commands.command(name="robot", description=TEXT["table robot"])
    @app_commands.describe(away=OPTION["away"])
    async def robot(self, interaction: Asked, away: bool = False) -> None:
        """Seats a robot between rubbers, or sends the last one ``away``. During a rubber, has a robot play on
        for a person who keeps the table waiting."""
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            under_way = table.state.rubber is not None
            ask: Request = RemoveRobot() if away else RobotForAbsent() if under_way else AddRobot()
            await act_here(interaction, ask)
            done = "unrobot" if away else "replaced" if under_way else "robot"
            await whisper(interaction, CHAIR_NOTES[done]())

    @app_commands.command(name="start", description=TEXT["table start"])
    async def start_rubber(self, interaction: Asked) -> None:
        await self._chair(interaction, Start(), "start")

    @app_commands.command(name="page", description=TEXT["table page"])
    async def web_page(self, interaction: Asked) -> None:
        async with answered(interaction):
            await show_link(self.bot, interaction, await table_played(interaction))

    @app_commands.command(name="options", description=TEXT["table options"])
    @app_commands.describe(name=OPTION["name"], value=OPTION["value"], save=OPTION["save"])
    async def choose_options(
        self,
        interaction: Asked,
        name: str | None = None,
        value: str | None = None,
        save: str | None = None,
    ) -> None:
        """Shows them; sets one that is named with its value, and keeps them all under a name."""
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            if name is None and value is not None:
                raise AppRefused(AppWhy.NO_OPTION_NAMED)
            if name is not None and value is not None:
                table = await act_here(interaction, SetOption(name, value.strip()))
            if save is not None:
                await save_set(self.bot, interaction, table, save)
                await whisper(interaction, SAVED(name=save.strip()))
                return
            await show_message(interaction, options_of(table, name))

    @choose_options.autocomplete("name")
    async def _names(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """The options of the game of this channel's table."""
        table = await table_or_none(interaction)
        return keys_like(table, typed) if table is not None else []

    @choose_options.autocomplete("value")
    async def _values(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """The values of the option that has been named."""
        table = await table_or_none(interaction)
        name = str(getattr(interaction.namespace, "name", ""))
        return values_like(table, name, typed) if table is not None else []

    async def _chair(self, interaction: Asked, ask: Request, done: str) -> None:
        async with answered(interaction):
            table = await act_here(interaction, ask)
            if table.state.alone is not None:
                await show_table(
                    self.bot, interaction, await with_pack_cut(self.bot, interaction, table, ask)
                )
                return
            await whisper(interaction, CHAIR_NOTES[done]())
