"""What is pressed on a page besides what is done at its table, answered by the same functions as in Discord.

They are handed an interaction of the library's, made here from who sits at the page. Its answers go by
``PageAnswers`` instead of the one sender: they open a sheet over the table. What is for everybody is posted
in the table's channel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands

from bot.app import Biritch
from bot.client.asking import NoAnswer, asking_library
from bot.client.places import TIME_OUT
from bot.discord_api.faults import NoPlace, TryLater, Unsent
from bot.discord_api.layout import FIELD, Document, components
from bot.discord_api.sender import EPHEMERAL, NOT_ALLOWED, Shown, Token
from bot.first_answer import hand_over_first_answer
from bot.permissions import Feature
from bot.tables.open_table import OpenTable
from cogs.errors import answered
from cogs.interactions import BY, Asked
from cogs.presses import Presses
from cogs.refusals import answer_refused
from screens.screen import Form, Line, Screen
from screens.words.page import NOT_POSTED
from storage.ports.records import PageKey

COMMANDS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "help": {},
        "rules": {},
        "play": {},
        "daily": {},
        "learn": {},
        "challenge": {},
        "me": {},
        "stats": {},
        "leaderboard": {},
        "settings": {},
        "score open": {},
        "score pad": {},
        "score sheet": {},
        "evening show": {"what": "standings"},
        "evening direct": {},
        "privacy show": {},
    }
)
"""What a page offers besides the table, and what each command is typed with."""
IN_SERVERS: Final = frozenset(
    {"stats", "leaderboard", "settings", "evening show", "evening direct", "challenge"}
    | {"score open", "score pad", "score sheet"}
)
"""Those of them that belong to a server."""
FOR_ONESELF: Final = frozenset({"leaderboard"})
"""Those that everybody sees in Discord, and here who asks."""
RIGHTS: Final = ("settings", "server", "evening")
"""How what asks for a right in the server begins: Discord is asked which its person has."""
COMMAND, COMPONENT, FORM = 2, 3, 5
TEXT_FIELD, BOXES_FIELD, LABELLED = 4, 22, 18
TEXT_CHANNEL: Final = 0
FORBIDDEN: Final = 403
IN_SERVER, WITH_THE_BOT = 0, 1
LONG_SENTENCE: Final = 240
"""Characters of a sentence that is no news any more, but something to read."""


class PagePress(NamedTuple):
    """A press as a page has sent it, with what a list or a form was sent with."""

    custom_id: str
    values: tuple[str, ...] = ()
    fields: tuple[tuple[str, ...], ...] = ()
    form: Form | None = None
    """What has been filled in with the fields."""


class HandedOver(NamedTuple):
    """Files, with what is said of them."""

    sentence: str
    files: Sequence[Document]


@dataclass
class SheetPressed:
    """What stands for the message on which presses are made: some answers are read from it, and what has been
    chosen on it is kept by its number."""

    screen: Screen | None = None
    number: int = 0


class PageInteraction(discord.Interaction[Biritch]):
    """Made now, whatever its number is: that follows from the key of the press, so that a press which is sent
    again is the same."""

    @property
    def created_at(self) -> datetime:
        return datetime.fromtimestamp(self.client.now(), UTC)


class PageAnswers:
    """Fulfils ``AnswersBy`` for one press on one page."""

    def __init__(
        self,
        bot: Biritch,
        session: PageKey,
        table: OpenTable,
        pressed_on: SheetPressed,
        lay: Callable[[Screen | Form | HandedOver], None],
        tell: Callable[[str], None],
    ) -> None:
        """``lay`` opens a sheet, ``tell`` says a sentence."""
        self._bot, self._session, self._table, self.pressed_on = bot, session, table, pressed_on
        self._lay, self.tell = lay, tell
        self.is_for_all = table.place.is_in_discord
        """Whether what everybody would see is posted."""

    async def answer(self, interaction: int, token: Token, screen: Screen | None) -> bool:
        hand_over_first_answer()
        if screen is not None:
            self.pressed_on.screen = screen
            self._lay(screen)
        return True

    async def answer_anew(
        self, interaction: int, token: Token, shown: Shown, *, private: bool = True
    ) -> int | None:
        hand_over_first_answer()
        if isinstance(shown, str):
            self.tell(shown)
        else:
            if not private and self.is_for_all:
                await self._post_for_all(interaction, shown)
            self.pressed_on.screen, self.pressed_on.number = shown, self.pressed_on.number + 1
            self._lay(shown)
        return None

    async def _post_for_all(self, interaction: int, screen: Screen) -> None:
        """For everybody in the table's channel. Raises a fault that is Unsent, of which its person is told;
        NoPlace where they may not write there."""
        where, nonce = self._table.place.channel, f"p{interaction}"[:25]
        try:
            rights = await rights_of(self._bot, self._session, self._table)
            in_thread = isinstance(self._bot.get_channel(where), discord.Thread)
            writes = rights.send_messages_in_threads if in_thread else rights.send_messages
            may_post = rights.view_channel and writes
            if may_post:
                await self._bot.services.posting.messenger.post(None, where, screen, nonce)
        except Unsent as fault:
            self.tell(answer_refused(fault))
            raise
        if not may_post:
            self.tell(NOT_POSTED())
            raise NoPlace("no permission", NOT_ALLOWED, FORBIDDEN)

    async def think(self, interaction: int, token: Token) -> None:
        hand_over_first_answer()

    async def open_form(self, interaction: int, token: Token, form: Form) -> bool:
        hand_over_first_answer()
        self._lay(form)
        return True

    async def follow_up(self, token: Token, shown: Shown, *, private: bool = True) -> int:
        await self.answer_anew(
            int.from_bytes(sha256(repr(shown).encode()).digest()[:7]), token, shown, private=private
        )
        return 0

    async def edit_original(
        self,
        token: Token,
        shown: Shown,
        documents: Sequence[Document] = (),
        *,
        thinks: bool = False,
        laid_out: bool = False,
    ) -> None:
        if documents:
            self._lay(HandedOver(str(shown), documents))
        elif isinstance(shown, str):
            self.tell(shown)
        else:
            await self.answer(0, token, shown)


def commands_at(table: OpenTable) -> tuple[str, ...]:
    """The commands that its page offers."""
    at_home = table.place.is_in_discord
    return tuple(
        one
        for one in COMMANDS
        if (at_home or one not in IN_SERVERS)
        and (table.state.evening is not None or not one.startswith("evening"))
    )


async def answer_as_interaction(
    bot: Biritch, session: PageKey, table: OpenTable, name: str, pressed: PagePress | str, by: PageAnswers
) -> None:
    """Answers a press, or a command by its name. Tells of whatever goes wrong by the same way."""
    words = pressed if isinstance(pressed, str) else pressed.custom_id
    rights = discord.Permissions.none()
    if words.startswith(RIGHTS):
        try:
            rights = await rights_of(bot, session, table)
        except TryLater as fault:
            by.tell(answer_refused(fault))
            return
    interaction = PageInteraction(
        data=_data(bot, session, table, name, pressed, by.pressed_on, rights.value),  # type: ignore[arg-type]  # as Discord sends it
        state=bot._connection,  # type: ignore[arg-type]  # of a bot of ours
    )
    interaction.extras[BY] = by
    by.is_for_all &= words not in FOR_ONESELF
    async with answered(interaction):
        if isinstance(pressed, str):
            await _typed(bot, interaction, pressed, table)
        else:
            presses = bot.get_cog(Presses.__cog_name__)
            assert isinstance(presses, Presses)
            await presses.answer_press(interaction)


def _typed(bot: Biritch, interaction: Asked, name: str, table: OpenTable) -> Awaitable[object]:
    group, _, within = name.partition(" ")
    command: Any = bot.tree.get_command(group)
    if within:
        command = command.get_command(within)
    assert isinstance(command, app_commands.Command)
    callback: Callable[..., Awaitable[object]] = command.callback
    given = {"game": table.state.game} if name == "score open" else COMMANDS[name]
    return callback(command.binding, interaction, **given)


async def rights_of(bot: Biritch, session: PageKey, table: OpenTable) -> discord.Permissions:
    """What somebody may do in the table's channel; nothing in private, or where Discord lets nobody know.
    Raises TryLater where it does not answer."""
    if not table.place.is_in_discord:
        return discord.Permissions.none()
    try:
        with asking_library():
            async with asyncio.timeout(TIME_OUT):
                guild = bot.get_guild(table.place.guild)
                if guild is not None:
                    channel = guild.get_channel_or_thread(table.place.channel)
                else:  # another process serves it
                    guild = await bot.fetch_guild(table.place.guild, with_counts=False)
                    channel = await guild.fetch_channel(table.place.channel)
                told = await bot.http.get_member(guild.id, session.user)
                member = discord.Member(data=told, guild=guild, state=bot._connection)
        return channel.permissions_for(member) if channel is not None else member.guild_permissions
    except (discord.NotFound, discord.Forbidden):
        return discord.Permissions.none()
    except discord.HTTPException as fault:
        raise TryLater(fault.status, fault.code) from fault
    except (discord.DiscordException, NoAnswer) as fault:
        raise TryLater from fault


def _data(
    bot: Biritch,
    session: PageKey,
    table: OpenTable,
    name: str,
    pressed: PagePress | str,
    pressed_on: SheetPressed,
    rights: int,
) -> Mapping[str, object]:
    """The interaction as Discord would send it: on a message that its person alone sees."""
    number = int.from_bytes(sha256(name.encode()).digest()[:8]) >> 1
    sheet = f"sheet {session.handle} {id(pressed_on)} {pressed_on.number}"
    message = int.from_bytes(sha256(sheet.encode()).digest()[:8]) >> 1
    now = datetime.fromtimestamp(bot.now(), UTC).isoformat()
    called = bot.services.readers.last_name(session.user)
    user = {
        "id": str(session.user),
        "username": called,
        "global_name": called,
        "discriminator": "0",
        "avatar": None,
    }
    mine = bot.user
    assert mine is not None
    on: dict[str, object] = {
        "id": str(message),
        "channel_id": str(table.place.channel),
        "type": 0,
        "content": "",
        "flags": EPHEMERAL,
        "timestamp": now,
        "edited_timestamp": None,
        "author": {"id": str(mine.id), "username": mine.name, "discriminator": "0", "avatar": None},
        "components": components(pressed_on.screen) if pressed_on.screen is not None else [],
    }
    data: dict[str, object] = {
        "id": str(number),
        "application_id": str(bot.application_id or mine.id),
        "type": COMMAND,
        "token": "",
        "version": 1,
        "locale": bot.services.preferences.last_read(session.user).locale or "en-US",
        "app_permissions": str(_own_rights(bot, table)),
        "entitlements": [],
        "attachment_size_limit": 0,
        "data": {},
    }
    if not isinstance(pressed, str):
        data |= {"type": FORM if pressed.form is not None else COMPONENT, "message": on}
        data["data"] = _filled(pressed)
    if table.place.is_in_discord:
        member = {"user": user, "roles": [], "joined_at": now, "flags": 0, "permissions": str(rights)}
        return data | {
            "guild_id": str(table.place.guild),
            "channel": {"id": str(table.place.channel), "type": TEXT_CHANNEL, "name": "", "position": 0},
            "authorizing_integration_owners": {"0": str(table.place.guild)},
            "context": IN_SERVER,
            "member": member,
        }
    return data | {
        "channel": {"id": str(message), "type": 1, "recipients": [user]},
        "context": WITH_THE_BOT,
        "user": user,
    }


def _filled(pressed: PagePress) -> Mapping[str, object]:
    if pressed.form is None:
        return {"custom_id": pressed.custom_id, "component_type": 2, "values": list(pressed.values)}
    fields = [
        {"type": TEXT_FIELD, "custom_id": FIELD, "value": "".join(sent)}
        if isinstance(of, Line)
        else {"type": BOXES_FIELD, "custom_id": of.id, "values": list(sent)}
        for of, sent in zip(pressed.form.fields, pressed.fields, strict=True)
    ]
    inner = [{"type": LABELLED, "component": one} for one in fields]
    return {"custom_id": pressed.custom_id, "components": inner}


def _own_rights(bot: Biritch, table: OpenTable) -> int:
    """What the bot may do in the table's channel; a page has room for files everywhere."""
    guild = bot.get_guild(table.place.guild) if table.place.is_in_discord else None
    channel = guild.get_channel_or_thread(table.place.channel) if guild is not None else None
    held = 0
    if channel is not None and guild is not None and guild.me is not None:
        try:
            held = channel.permissions_for(guild.me).value
        except discord.ClientException:  # a thread whose channel is not known
            held = 0
    for need in Feature.FILES.lacking(held):
        held |= need.bit
    return held
