"""The table that a slash command means, and whether a press may reach the stream that its id names; and what
the bot may do in a channel before it opens something there.

It is this channel's table. Where none stands, it is the one at which the asker plays alone, be it the deal of
a day, if they have used it later than those in channels; or else, in direct messages, the one that waits for
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import discord

from bot.app import Biritch
from bot.errors import (
    AppError,
    AppRefused,
    AppWhy,
    NoSuchTable,
    NotAllowed,
    NotInThisChannel,
    SeveralTables,
    YoursIsAdjourned,
    YoursIsElsewhere,
)
from bot.permissions import Feature
from bot.preferences import House
from bot.sheets.service import OpenSheet
from bot.streams.open_stream import OpenStream
from bot.streams.service import Streams
from bot.tables.contests import is_contest
from bot.tables.open_table import OpenTable
from cogs.interactions import MEANT, Asked, key_of
from rules.challenges import is_challenge
from rules.errors import Refusal
from rules.table.requests import Request
from rules.view import SeatView
from screens.alone import Anew
from screens.evening import EveningPress
from screens.pad_draft import Leaf, PadPress
from screens.presses import Press
from screens.sheets import ScorePress
from storage.ports.records import TableId, UserId
from storage.ports.storage import StorageError


async def table_here(interaction: Asked, *, leaving: bool = False) -> TableId:
    """The table that is meant, found once: what is read for one is not done at another. ``leaving``, that of
    the deal of a day or of a challenge is not: it waits for its person until that is over, and cannot be
    played twice. Raises NoSuchTable, AppWhy.NO_TABLE_OF_YOURS, SeveralTables; AppWhy.DAY_WAITS and
    AppWhy.CHALLENGE_WAITS if nothing but such a deal is theirs."""
    found: TableId | None = interaction.extras.get(MEANT) or _in_channel(interaction)
    if found is None:
        try:
            found = await _found_elsewhere(interaction, leaving=leaving)
        except Refusal:  # unless it is there no longer since this was done, and is delivered again
            found = await interaction.client.services.tables.done_on(key_of(interaction))
            if found is None:
                raise
    interaction.extras[MEANT] = found
    return found


async def _found_elsewhere(interaction: Asked, *, leaving: bool) -> TableId:
    alone_tables, user = interaction.client.services.alone, UserId(interaction.user.id)
    mine = await _of_asker(interaction)
    alone = await (alone_tables.table_of(user) if leaving else alone_tables.in_hand(user))
    if alone is not None and all(table.at <= alone.at for table in mine):
        return alone.id
    if leaving and not mine and (waits := await alone_tables.in_hand(user)) is not None:
        challenged = is_challenge(waits.shuffled_as)
        raise AppRefused(AppWhy.CHALLENGE_WAITS if challenged else AppWhy.DAY_WAITS)
    if interaction.guild_id is not None:
        raise _none_here(interaction, mine)
    return _table_meant(interaction, mine)


async def act_here(interaction: Asked, request: Request) -> OpenTable:
    """What is typed, done at the table that is meant. Raises what ``table_here`` and ``Tables.act`` raise."""
    table_id, user = await table_here(interaction), UserId(interaction.user.id)
    return await interaction.client.services.tables.act(table_id, user, request, key=key_of(interaction))


async def table_played(interaction: Asked) -> TableId:
    """As ``table_here``, for what can be looked at once a deal is over: it may also be the closed table of a
    deal that many play, if the asker has used no other since they ended it."""
    services, user = interaction.client.services, UserId(interaction.user.id)
    over, alone = await services.contests.last_over(user), await services.alone.in_hand(user)
    others = [*await _of_asker(interaction), *((alone,) if alone is not None else ())]
    if over is None or _in_channel(interaction) is not None or any(one.at > over.at for one in others):
        return await table_here(interaction)
    interaction.extras[MEANT] = over.id
    return over.id


LOOKS: Final = frozenset(
    {"analyse", "last", "more", "picture", "points", "record", "replay", "report", "score", "tricks"}
    | {"verify", "why"}
)
"""The verbs that ask how a deal of a table was played; ``looked_at`` finds whether that may be seen yet."""


async def check_reach(interaction: Asked, pressed: object) -> None:
    """Holds a press against where the table, sheet or evening stands that its id names: an id can be forged,
    and a right in one server is none in another. From its own server everybody reaches it; from direct
    messages and groups, those who play there, and who sat at a deal that they look at; a table at which one
    person plays alone, that person from anywhere. An evening has no buttons outside its server. Raises
    AppWhy.STANDS_ELSEWHERE, AppWhy.SERVER_BLOCKED, and NoSuchTable or the like."""
    services, guild = interaction.client.services, interaction.guild_id
    streams: Streams[Any, Any, Any]
    match pressed:
        case Press(verb="alone", what=""):  # takes up the presser's own game, whatever table it names
            return
        case Press(table=named) | Anew(table=named):
            streams = services.tables
        case ScorePress(sheet=named) | PadPress(leaf=Leaf(sheet=named)):
            streams = services.sheets
        case EveningPress(evening=named):
            streams = services.evenings
        case _:
            return
    place = streams.places.get(TableId(named))
    if place is None or place.guild != guild:
        opened = await streams.get(TableId(named))
        services.blocks.check_answered(UserId(interaction.user.id), opened.place.guild)
        at_home = opened.place.guild == guild and opened.place.is_in_discord
        if not at_home and not await _reaches(interaction, opened, pressed):
            raise AppRefused(AppWhy.STANDS_ELSEWHERE)


async def _reaches(interaction: Asked, opened: OpenStream, pressed: object) -> bool:
    """Whether this user's press reaches a stream that does not stand in the server of the press."""
    user = UserId(interaction.user.id)
    person = opened.person(user)
    looks = isinstance(pressed, Press) and pressed.verb in LOOKS
    match opened:
        case OpenTable() if not opened.place.is_in_discord:
            return person is not None or (looks and is_contest(opened.shuffled_as))
        case OpenTable() if interaction.guild_id is None and person is not None:
            if opened.belongs(user) or opened.chair(user) is not None:
                return True
            deal = pressed.at if looks and isinstance(pressed, Press) else None
            sat = await interaction.client.services.tables.dealt_to(opened.id, deal) if deal else None
            return sat is not None and person in sat
        case OpenSheet():
            return interaction.guild_id is None and person is not None
    return False


async def looked_at(bot: Biritch, interaction: Asked, table_id: TableId) -> OpenTable:
    """The table of a press that asks how a deal was played. Raises NoSuchTable, and AppWhy.PLAY_FIRST if
    others play that deal and the asker has not."""
    table = await bot.services.tables.get(table_id)
    await bot.services.contests.check_seen(UserId(interaction.user.id), table)
    return table


async def table_to_show(interaction: Asked) -> TableId:
    """As ``table_here``, but it may be a table of the asker's in another channel of the server: first one
    that is adjourned, which can be shown in no other way. Raises NoSuchTable, SeveralTables."""
    here = _in_channel(interaction)
    if here is not None:
        return here
    mine = await _of_asker(interaction)
    return _longest_adjourned(mine) or _table_meant(interaction, mine)


async def table_to_leave(interaction: Asked) -> TableId:
    """As ``table_here``, but in direct messages first a table of the asker's that is adjourned, which can be
    left nowhere else. Raises NoSuchTable, AppWhy.NO_TABLE_OF_YOURS, SeveralTables."""
    if interaction.guild_id is None:
        adjourned = _longest_adjourned(await _of_asker(interaction), UserId(interaction.user.id))
        if adjourned is not None:
            return adjourned
    return await table_here(interaction, leaving=True)


@contextmanager
def joining(interaction: Asked) -> Iterator[None]:
    """To somebody who has nothing but a deal that waits for them there is no table. Raises NoSuchTable,
    AppWhy.NO_TABLE_OF_YOURS."""
    try:
        yield
    except AppRefused as refusal:
        if refusal.why not in (AppWhy.DAY_WAITS, AppWhy.CHALLENGE_WAITS):
            raise
        if interaction.guild_id is not None:
            raise _none_here(interaction, ()) from None
        raise AppRefused(AppWhy.NO_TABLE_OF_YOURS) from None


async def seen_here(interaction: Asked) -> SeatView:
    """What the asker may see of the table that is meant. Raises what ``table_here`` does, and SetAside."""
    table = await interaction.client.services.tables.get(await table_here(interaction))
    return table.view(UserId(interaction.user.id))


async def seen_or_none(interaction: Asked) -> SeatView | None:
    """As ``seen_here``, or None: while somebody types, nothing is refused."""
    table = await table_or_none(interaction)
    return table.view(UserId(interaction.user.id)) if table is not None else None


async def table_or_none(interaction: Asked) -> OpenTable | None:
    """The table that is meant, or None: while somebody types, and where a page of the rules is asked for,
    nothing is refused, and no fault is told."""
    try:
        return await interaction.client.services.tables.get(await table_here(interaction))
    except (Refusal, StorageError):
        return None


def _none_here(interaction: Asked, mine: Sequence[OpenTable]) -> AppError:
    """To somebody with these tables in the server, in a channel that has none."""
    if not mine and interaction.client.get_guild(interaction.guild_id or 0) is None:  # it can open none there
        return AppRefused(AppWhy.NO_TABLE_OF_YOURS)
    if any(table.adjourned for table in mine):
        return YoursIsAdjourned()
    return YoursIsElsewhere(tuple(table.place.channel for table in mine)) if mine else NoSuchTable()


def _in_channel(interaction: Asked) -> TableId | None:
    assert interaction.channel_id is not None
    return interaction.client.services.tables.stream_in(interaction.channel_id)


async def _of_asker(interaction: Asked) -> list[OpenTable]:
    """The tables at which the asker has a chair: in a server, those of that server; of none that the host has
    blocked."""
    services = interaction.client.services
    mine = await services.tables.tables_of(UserId(interaction.user.id))
    mine = [table for table in mine if table.place.is_in_discord]
    mine = [table for table in mine if not services.blocks.is_server_blocked(table.place.guild)]
    return [table for table in mine if interaction.guild_id in (None, table.place.guild)]


def _table_meant(interaction: Asked, mine: Sequence[OpenTable]) -> TableId:
    """The one that waits for the asker, or the only one; one that is adjourned only where there is no other.
    Raises NoSuchTable, AppWhy.NO_TABLE_OF_YOURS, SeveralTables."""
    user = UserId(interaction.user.id)
    going_on = [table for table in mine if not table.adjourned] or mine
    waiting = [table for table in going_on if (person := table.person(user)) and person in table.moment.due]
    meant = waiting if len(waiting) == 1 else going_on
    if not meant:
        raise NoSuchTable if interaction.guild_id is not None else AppRefused(AppWhy.NO_TABLE_OF_YOURS)
    if len(meant) > 1:
        raise SeveralTables(tuple(table.place.channel for table in meant))
    return meant[0].id


def _longest_adjourned(mine: Sequence[OpenTable], user: UserId | None = None) -> TableId | None:
    """Of several, those that this user would close already come last."""
    adjourned = [table for table in mine if table.adjourned]
    adjourned.sort(
        key=lambda table: (user is not None and table.person(user) in table.state.closing, table.at)
    )
    return adjourned[0].id if adjourned else None


def check_permissions(interaction: Asked) -> None:
    """Raises NotAllowed with the permissions that the bot lacks to keep a table or sheet in this channel, and
    AppWhy.ONLY_IN_SERVERS in direct messages, AppWhy.NO_MEMBER_HERE in servers that it does not belong to."""
    if interaction.guild_id is None:
        raise AppRefused(AppWhy.ONLY_IN_SERVERS)
    if interaction.client.get_guild(interaction.guild_id) is None:
        raise AppRefused(AppWhy.NO_MEMBER_HERE)
    in_thread = isinstance(interaction.channel, discord.Thread)
    _check_feature(interaction.app_permissions, Feature.TABLES_IN_A_THREAD if in_thread else Feature.TABLES)


async def check_channel(interaction: Asked) -> None:
    """Raises NotInThisChannel where the server has chosen other channels for its tables."""
    assert interaction.guild_id is not None and interaction.channel_id is not None
    house = await interaction.client.services.preferences.of_server(interaction.guild_id)
    check_chosen(house, interaction.channel, interaction.channel_id)


def check_chosen(house: House, channel: object, number: int) -> None:
    """Raises NotInThisChannel if a server has its tables in other channels than this. A thread belongs to its
    channel."""
    belongs = channel.parent_id if isinstance(channel, discord.Thread) else number
    if house.channels and belongs not in house.channels:
        raise NotInThisChannel(house.channels)


def check_threads(channel: object, mine: discord.Permissions, *, private: bool) -> discord.TextChannel:
    """The channel, in which the bot may open threads for tables, and write in them. Raises
    AppWhy.NO_THREADS_HERE, NotAllowed."""
    if not isinstance(channel, discord.TextChannel) or channel.is_news():  # whose threads are of another kind
        raise AppRefused(AppWhy.NO_THREADS_HERE)
    _check_feature(mine, Feature.DUPLICATE if private else Feature.THREADS)
    return channel


def _check_feature(mine: discord.Permissions, feature: Feature) -> None:
    lacking = tuple(one.code for one in feature.lacking(mine.value))
    if lacking:
        raise NotAllowed(lacking)
