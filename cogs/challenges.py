"""``/challenge`` and *Apps › Challenge* on a person, and the buttons of challenges.

What is answered here shows a hand on a message that only its person sees, and on no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.client.places import DiscordMembers
from bot.errors import AppRefused, AppWhy, UnknownPress
from cogs.alone import in_direct_messages, lacks_external_apps, show_table
from cogs.answers import redraw, show_beside, show_message, speaking_to_all
from cogs.contests import show_card_once, was_not_sent
from cogs.errors import answered, whisper
from cogs.interactions import Asked, key_of
from cogs.registry import press
from cogs.typed import GAME_CHOICES, USUAL_GAME
from rules.challenges import Challenge
from rules.errors import Refusal
from screens.challenges import (
    ChallengePress,
    ChallengeStep,
    challenge_card,
    challenge_screen,
    invitation_screen,
    my_challenges_screen,
)
from screens.screen import Screen
from screens.words.challenges import DECLINED
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import ON_A_PERSON
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.languages import spoken
from storage.ports.records import Place, UserId
from storage.ports.storage import StorageError

ANSWERS_WITHIN: Final = 1.0
"""Seconds in which Discord is to say whether a friend is still there."""
STEPS: Final = [app_commands.Choice(name=one.choice_name, value=one.value) for one in ChallengeStep]


class ChallengeCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot
        bot.tree.add_command(app_commands.ContextMenu(name=ON_A_PERSON, callback=self.challenge_person))

    @app_commands.command(description=TEXT["challenge"])
    @app_commands.describe(friend=OPTION["friend"], game=OPTION["game"], what=OPTION["challenges"])
    @app_commands.choices(game=GAME_CHOICES, what=STEPS)
    async def challenge(
        self,
        interaction: Asked,
        friend: discord.User | None = None,
        game: str = USUAL_GAME,
        what: str | None = None,
    ) -> None:
        """Without a friend it is for everybody in the channel; with the bot alone theirs are listed."""
        async with answered(interaction):
            alone = friend is None and in_direct_messages(interaction)
            if what == ChallengeStep.MINE.value or (what is None and alone):
                await _show_mine(self._bot, interaction)
            else:
                await _begin(self._bot, interaction, friend, game)

    async def challenge_person(self, interaction: Asked, person: discord.User) -> None:
        async with answered(interaction):
            await _begin(self._bot, interaction, person, USUAL_GAME)


def _asked_at(interaction: Asked) -> Place:
    return Place(interaction.guild_id or 0, interaction.channel_id or 0)


def _check_seen(interaction: Asked, friend: discord.User | None) -> None:
    """Raises AppWhy.NOT_SEEN_HERE where the friend who is meant, or anybody, would not see a challenge."""
    stranger = (
        friend is not None and interaction.guild_id is not None and not _reads_here(interaction, friend)
    )
    if stranger or in_direct_messages(interaction) or lacks_external_apps(interaction):
        raise AppRefused(AppWhy.NOT_SEEN_HERE)


def _reads_here(interaction: Asked, friend: discord.User) -> bool:
    """Whether they are in this server and see this channel, as Discord tells with the command."""
    data: Mapping[str, Any] = interaction.data or {}
    member = data.get("resolved", {}).get("members", {}).get(str(friend.id))
    rights = member.get("permissions") if member is not None else "0"
    return rights is None or discord.Permissions(int(rights)).view_channel


async def _begin(bot: Biritch, interaction: Asked, friend: discord.User | None, game: str) -> None:
    if friend is not None and (friend.bot or friend.id == interaction.user.id):
        raise AppRefused(AppWhy.NO_OPPONENT)
    _check_seen(interaction, friend)
    await _challenge(bot, interaction, UserId(friend.id) if friend is not None else None, game)


async def _challenge(bot: Biritch, interaction: Asked, friend: UserId | None, game: str) -> None:
    if friend is not None and bot.services.blocks.is_person_blocked(friend):
        raise AppRefused(AppWhy.TAKES_NO_CHALLENGES)  # only they are told that they are blocked
    user, key = UserId(interaction.user.id), key_of(interaction)
    made = await bot.services.challenges.make_challenge(user, friend, game, _asked_at(interaction), key)
    try:
        await show_message(interaction, await _invitation(interaction, made, new=True), private=False)
    except Exception as fault:
        if was_not_sent(fault):
            bot.services.challenges.note_told(made, told=False)
        raise
    bot.services.challenges.note_told(made, told=True)


async def _invitation(interaction: Asked, challenge: Challenge, *, new: bool) -> Screen:
    with spoken(await speaking_to_all(interaction)):
        return invitation_screen(challenge, new=new)


async def _show_mine(bot: Biritch, interaction: Asked) -> None:
    found = await bot.services.challenges.list_for(UserId(interaction.user.id))
    await show_message(interaction, my_challenges_screen(found), private=not in_direct_messages(interaction))


def _is_own(interaction: Asked) -> bool:
    """Whether nobody but the asker sees the message on which the button stands."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or in_direct_messages(interaction))


@press("challenge")
async def challenge_pressed(bot: Biritch, interaction: Asked, pressed: ChallengePress) -> None:
    challenges, user, name = bot.services.challenges, UserId(interaction.user.id), pressed.challenge
    match pressed.what:
        case "play":
            await _take_up(bot, interaction, name)
        case "decline":
            await challenges.turn_down(user, name)
            if _is_own(interaction):
                await _show_page(bot, interaction, name, DECLINED())
            else:
                await whisper(interaction, DECLINED())
        case "deal":
            table = await challenges.play_next(user, name, key_of(interaction))
            await show_table(bot, interaction, table, anew=not _is_own(interaction))
        case "see":
            await _show_page(bot, interaction, name)
        case "share":
            await _show_card(bot, interaction, name)
        case "again":
            await _again(bot, interaction, name)
        case _:
            raise UnknownPress


async def _show_page(bot: Biritch, interaction: Asked, name: str, note: str = "") -> None:
    """How a challenge stands, for the asker alone."""
    seen = await bot.services.challenges.seen_by(UserId(interaction.user.id), name)
    screen = challenge_screen(seen, note=note)
    await (redraw(interaction, screen) if _is_own(interaction) else show_message(interaction, screen))


async def _take_up(bot: Biritch, interaction: Asked, name: str) -> None:
    """The message in the channel then names them too, and their own is another one."""
    challenges, user = bot.services.challenges, UserId(interaction.user.id)
    taken_up = await challenges.find(name)
    own = taken_up.own_place(user)
    if own is None or not own.plays:
        taken_up = await challenges.let_in(user, name, _asked_at(interaction))
    elif not taken_up.to_friend or len(taken_up.known_players) < 2:  # else the friend is not named there yet
        await _show_page(bot, interaction, name)
        return
    if _is_own(interaction):
        await _show_page(bot, interaction, name)
        return
    shown = await _invitation(interaction, taken_up, new=False)
    await redraw(interaction, shown)
    await show_beside(interaction, challenge_screen(await challenges.seen_by(user, name)))
    # Of two who press at once, the answer to the first may arrive last, and names one.
    with suppress(Refusal, StorageError):  # they have been answered
        while (now := await _invitation(interaction, await challenges.find(name), new=False)) != shown:
            shown = now
            await redraw(interaction, shown)


async def _show_card(bot: Biritch, interaction: Asked, name: str) -> None:
    """What it came to, for everybody there: once in a channel."""
    await bot.services.challenges.seen_by(UserId(interaction.user.id), name)
    found, scores, table = await bot.services.challenges.end_for_all(name)
    with spoken(await speaking_to_all(interaction)):
        card = challenge_card(found, scores)
    try:
        await show_card_once(bot, interaction, table, card)
    except AppRefused:
        raise AppRefused(AppWhy.CARD_STANDS) from None


async def _again(bot: Biritch, interaction: Asked, name: str) -> None:
    """Another challenge to the same friend, or to everybody here."""
    user = UserId(interaction.user.id)
    one = (await bot.services.challenges.seen_by(user, name)).challenge
    here, there = _asked_at(interaction), Place(one.guild, one.channel)
    friend_sees = here.guild == there.guild if there.guild else here == there
    if (
        (one.to_friend and not friend_sees)
        or in_direct_messages(interaction)
        or lacks_external_apps(interaction)
    ):
        raise AppRefused(AppWhy.NOT_SEEN_HERE)
    friend = next((UserId(other) for other in _others(one, user)), None) if one.to_friend else None
    if one.to_friend and friend is None:  # they were forgotten
        raise AppRefused(AppWhy.NO_CHALLENGE)
    if friend is not None and await _has_left(bot, interaction, friend):
        raise AppRefused(AppWhy.NOT_SEEN_HERE)
    await _challenge(bot, interaction, friend, one.game)


async def _has_left(bot: Biritch, interaction: Asked, friend: UserId) -> bool:
    """Whether Discord says in time that they are not in this server: with a press it tells nothing of them.
    Where the bot is no member it cannot be asked."""
    guild = interaction.guild_id
    if guild is None or bot.get_guild(guild) is None:
        return False
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWERS_WITHIN):
            return await DiscordMembers(bot).display_name(friend, guild) is None
    return False


def _others(one: Challenge, user: UserId) -> list[int]:
    return [place.user for place in one.places if place.user is not None and place.user != user]
