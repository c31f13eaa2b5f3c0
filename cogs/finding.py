"""The table that a slash command means: this channel's or, in direct messages, the one that waits for the
asker."""

from __future__ import annotations

from bot.errors import AppError, NoSuchTable, NoTableOfYours, SeveralTables
from bot.ports.records import TableId, UserId
from bot.tables.slots import is_due
from cogs.answers import Asked


async def table_here(interaction: Asked, *, elsewhere: bool = False) -> TableId:
    """The table that is meant. With ``elsewhere`` it may also be the asker's only table in this server, in
    another channel. Raises NoSuchTable, NoTableOfYours, SeveralTables."""
    tables = interaction.client.services.tables
    assert interaction.channel_id is not None
    here = tables.in_channel(interaction.channel_id)
    if here is not None:
        return here
    if interaction.guild_id is not None and not elsewhere:
        raise NoSuchTable
    user = UserId(interaction.user.id)
    mine = await tables.of_user(user)
    if interaction.guild_id is not None:
        mine = [table for table in mine if table.place.guild == interaction.guild_id]
    waiting = [table for table in mine if (person := table.person(user)) and is_due(table.state, person)]
    meant = waiting if len(waiting) == 1 else mine
    if not meant:
        raise NoSuchTable if interaction.guild_id is not None else NoTableOfYours
    if len(meant) > 1:
        raise SeveralTables(tuple(table.place.channel for table in meant))
    return meant[0].id


async def table_or_none(interaction: Asked) -> TableId | None:
    """The table that is meant, or None: while somebody types, nothing is refused."""
    try:
        return await table_here(interaction)
    except AppError:
        return None
