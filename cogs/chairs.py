"""Taking a chair, and taking one's own back from a robot."""

from __future__ import annotations

from discord import app_commands

from bot.app import Biritch
from bot.ports.records import SlotKey, TableId, UserId
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from bot.tables.slots import panel
from cogs.answers import Asked, key_of
from cogs.completion import matching
from rules.refusals import NoRobotsChair, NotSeated
from rules.seats import Seat
from rules.table.requests import Join
from screens.members import chair_named
from screens.reading import is_named
from screens.words.commands import joined_note, seated_note
from screens.words.members import YOU_ASKED, YOU_WAIT
from screens.words.speech import Speech

PANEL_WITHIN = 1.2
"""Seconds that the answer to Join waits to hear whether the direct message arrived."""


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
        return seated_note(at_once=False)
    if rubber is not None and table.chair(user) in rubber.taken_late:
        return seated_note(at_once=True)
    key = SlotKey(table.id, panel(person))
    await bot.services.posting.try_again(key)
    slot = await bot.services.posting.settled(key, PANEL_WITHIN)
    if slot is None:
        return joined_note(panel=False, refused=False)
    return joined_note(panel=slot.message is not None, refused=slot.parked is not None)


def chair_typed(table: OpenTable, typed: str) -> Seat:
    """The seat of this name, or of this letter, as it is called at the table. Raises NoRobotsChair."""
    speech = Speech.at(table.state.options)
    for seat in Seat:
        if any(is_named(typed, one) for one in (speech.seat(seat), speech.letter(seat))):
            return seat
    raise NoRobotsChair


def chairs_like(table: OpenTable, typed: str) -> list[app_commands.Choice[str]]:
    """The chairs that robots have and that fit what is typed."""
    public = table.view(None).table
    if public.rubber is None:
        return []
    rubber, speech = public.rubber, Speech.at(public.options)
    offers = [(chair_named(speech, rubber, seat), str(speech.seat(seat))) for seat in rubber.robots]
    return matching(offers, typed)


async def take_back(tables: Tables, interaction: Asked, table_id: TableId) -> OpenTable:
    """Raises NotSeated for somebody who has no chair there, and AlreadySeated."""
    user = UserId(interaction.user.id)
    if (await tables.get(table_id)).chair(user) is None:
        raise NotSeated
    return await tables.act(table_id, user, Join(), key=key_of(interaction))
