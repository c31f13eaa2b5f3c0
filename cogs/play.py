"""The commands of a deal: declaring, contre, cards, claims and looking at one's hand."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import TableError
from bot.wording import COMMAND_TEXTS as TEXT
from bot.wording import OPTION_TEXTS as OPTION
from bot.wording import card_name, declaration_name, done_note
from cogs.answers import Asked, answered, key_of, show, whisper
from cogs.finding import table_here
from rules.calls import PLAYS, Content, Declare, Double, Pass, Play
from rules.cards import Suit, parse_card, parse_suit
from rules.deciding import AnswerClaim, Ask, ClaimRest, CutPack
from rules.errors import CallNotOpen, NotSeated, RulesError
from storage.records import UserId

DECLARATIONS = [
    *(app_commands.Choice(name=declaration_name(suit), value=suit.letter) for suit in Suit),
    app_commands.Choice(name=declaration_name(None), value="N"),
]


class PlayCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._tables = bot.services.tables
        self._showing = bot.services.showing

    @app_commands.command(description=TEXT["hand"])
    async def hand(self, interaction: Asked) -> None:
        async with answered(interaction):
            user = UserId(interaction.user.id)
            live = await self._tables.get(await table_here(interaction))
            if not live.belongs(user):
                raise NotSeated
            if interaction.guild_id is not None:
                self._tables.uses_dm(live, user, by_dm=False)
            await show(interaction, self._showing.hand(live, user))

    @app_commands.command(description=TEXT["last"])
    async def last(self, interaction: Asked) -> None:
        async with answered(interaction):
            live = await self._tables.get(await table_here(interaction))
            await show(interaction, self._showing.look(live, UserId(interaction.user.id), "last"))

    @app_commands.command(description=TEXT["declare"])
    @app_commands.describe(trumps=OPTION["trumps"])
    @app_commands.choices(trumps=DECLARATIONS)
    async def declare(self, interaction: Asked, trumps: str) -> None:
        await self._act(interaction, Declare(None if trumps == "N" else parse_suit(trumps)))

    @app_commands.command(name="pass", description=TEXT["pass"])
    async def pass_(self, interaction: Asked) -> None:
        await self._act(interaction, Pass())

    @app_commands.command(description=TEXT["contre"])
    async def contre(self, interaction: Asked) -> None:
        await self._double(interaction, first=True)

    @app_commands.command(description=TEXT["surcontre"])
    async def surcontre(self, interaction: Asked) -> None:
        await self._double(interaction, first=False)

    @app_commands.command(description=TEXT["content"])
    async def content(self, interaction: Asked) -> None:
        await self._act(interaction, Content())

    @app_commands.command(description=TEXT["play"])
    @app_commands.describe(card=OPTION["card"])
    async def play(self, interaction: Asked, card: str) -> None:
        async with answered(interaction):
            await self._done(interaction, PLAYS[parse_card(_plain(card)).index])

    @play.autocomplete("card")
    async def _cards(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """Only the cards that this person may play now; nobody else is told anything."""
        try:
            live = await self._tables.get(await table_here(interaction))
        except (RulesError, TableError):
            return []
        view = live.view(UserId(interaction.user.id))
        cards = [option.card for option in view.options if isinstance(option, Play)]
        return [
            app_commands.Choice(name=card_name(card), value=str(card))
            for card in cards
            if _plain(typed) in str(card) or card_name(card).startswith(typed.strip())
        ]

    @app_commands.command(description=TEXT["claim"])
    async def claim(self, interaction: Asked) -> None:
        await self._act(interaction, ClaimRest())

    @app_commands.command(description=TEXT["agree"])
    async def agree(self, interaction: Asked) -> None:
        await self._act(interaction, AnswerClaim(True))

    @app_commands.command(description=TEXT["refuse"])
    async def refuse(self, interaction: Asked) -> None:
        await self._act(interaction, AnswerClaim(False))

    @app_commands.command(description=TEXT["cut"])
    @app_commands.describe(at=OPTION["at"])
    async def cut(self, interaction: Asked, at: app_commands.Range[int, 4, 48] = 26) -> None:
        await self._act(interaction, CutPack(at, str(interaction.id)))

    async def _double(self, interaction: Asked, *, first: bool) -> None:
        """The first doubling is contre, every further one sur contre (laws 2.2)."""
        async with answered(interaction):
            live = await self._tables.get(await table_here(interaction))
            deal = live.view(None).deal
            if deal is None or deal.settled is None or (deal.settled.level == 0) != first:
                raise CallNotOpen
            await self._done(interaction, Double())

    async def _act(self, interaction: Asked, ask: Ask) -> None:
        async with answered(interaction):
            await self._done(interaction, ask)

    async def _done(self, interaction: Asked, ask: Ask) -> None:
        """Acts, and shows the hand again unless its copy in the direct messages is the one in use."""
        user = UserId(interaction.user.id)
        live = await self._tables.act(await table_here(interaction), user, ask, key=key_of(interaction))
        if live.person(user) in live.by_dm:
            await whisper(interaction, done_note(ask))
        else:
            await show(interaction, self._showing.hand(live, user, done_note(ask)))


def _plain(typed: str) -> str:
    """A card as people write it, in letters: ``q♥`` is ``QH``, ``10s`` is ``TS``."""
    for suit, sign in zip("SHDC", "♠♥♦♣", strict=True):
        typed = typed.replace(sign, suit)
    return typed.replace("\ufe0e", "").strip().upper().replace("10", "T")


async def setup(bot: Biritch) -> None:
    await bot.add_cog(PlayCommands(bot))
