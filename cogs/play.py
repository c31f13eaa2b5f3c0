"""The commands of a deal: calls, cards, claims, the cut, and looking at a hand."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.ports.records import SlotKey, UserId
from bot.tables.slots import panel
from cogs.answers import Asked, answered, key_of, show, show_hand, whisper
from cogs.call_offers import (
    Offers,
    bid_offers,
    card_offers,
    declaration_offers,
    discard_offers,
    worth_offers,
)
from cogs.claiming import claim_asked
from cogs.finding import table_here
from cogs.typed import typed_bid, typed_declaration, typed_worth
from rules.calls import (
    PLAYS,
    Bid,
    CallHonours,
    Content,
    Discard,
    Double,
    Pass,
    TakeStock,
)
from rules.cards import Hand
from rules.errors import Refusal
from rules.refusals import DoubledAlready, NotDoubledYet, NotSeated
from rules.table.requests import AnswerClaim, CutPack, Request
from rules.view import SeatView
from screens.bidding import Stage, stage
from screens.reading import read_card, read_cards
from screens.words.calls import CALL_NOTES, CALL_OPTIONS, bid_made
from screens.words.commands import COMMAND_TEXTS, done_note
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.gamebook import words_of
from screens.words.names import bid_at
from screens.worth import worth_screen

TEXT = COMMAND_TEXTS


class PlayCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot
        self._tables = bot.services.tables
        self._drawing = bot.services.drawing

    @app_commands.command(description=TEXT["hand"])
    async def hand(self, interaction: Asked) -> None:
        async with answered(interaction):
            user = UserId(interaction.user.id)
            table = await self._tables.get(await table_here(interaction))
            if not table.belongs(user):
                raise NotSeated
            await show_hand(interaction, table, self._drawing.hand(table, user))

    @app_commands.command(description=TEXT["last"])
    async def last(self, interaction: Asked) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            await show(interaction, self._drawing.look(table, UserId(interaction.user.id), "last"))

    # Calls

    @app_commands.command(description=TEXT["declare"])
    @app_commands.describe(trumps=OPTION["trumps"])
    async def declare(self, interaction: Asked, trumps: str) -> None:
        async with answered(interaction):
            view = await self._seen(interaction)
            await self._done(interaction, typed_declaration(view, trumps))

    @declare.autocomplete("trumps")
    async def _declarations(self, interaction: Asked, typed: str) -> Offers:
        view = await self._view(interaction)
        return declaration_offers(view, typed) if view is not None else []

    @app_commands.command(name="pass", description=TEXT["pass"])
    async def pass_(self, interaction: Asked) -> None:
        await self._act(interaction, Pass())

    @app_commands.command(description=TEXT["contre"])
    async def contre(self, interaction: Asked) -> None:
        await self._double(interaction, first=True)

    @app_commands.command(description=TEXT["surcontre"])
    async def surcontre(self, interaction: Asked) -> None:
        await self._double(interaction, first=False)

    @app_commands.command(description=TEXT["double"])
    async def double(self, interaction: Asked) -> None:
        await self._double(interaction, first=True)

    @app_commands.command(description=TEXT["redouble"])
    async def redouble(self, interaction: Asked) -> None:
        await self._double(interaction, first=False)

    @app_commands.command(description=TEXT["content"])
    async def content(self, interaction: Asked) -> None:
        await self._act(interaction, Content())

    @app_commands.command(description=TEXT["bid"])
    @app_commands.describe(bid=CALL_OPTIONS["bid"])
    async def bid(self, interaction: Asked, bid: str) -> None:
        async with answered(interaction):
            await self._done(interaction, typed_bid(await self._seen(interaction), bid))

    @bid.autocomplete("bid")
    async def _bids(self, interaction: Asked, typed: str) -> Offers:
        view = await self._view(interaction)
        return bid_offers(view, typed) if view is not None else []

    @app_commands.command(description=TEXT["ruff"])
    async def ruff(self, interaction: Asked) -> None:
        await self._act(interaction, TakeStock())

    @app_commands.command(description=TEXT["discard"])
    @app_commands.describe(cards=CALL_OPTIONS["cards"])
    async def discard(self, interaction: Asked, cards: str) -> None:
        async with answered(interaction):
            await self._done(interaction, Discard(Hand.of(read_cards(cards))))

    @discard.autocomplete("cards")
    async def _discards(self, interaction: Asked, typed: str) -> Offers:
        view = await self._view(interaction)
        return discard_offers(view, typed) if view is not None else []

    @app_commands.command(description=TEXT["honours"])
    async def honours(self, interaction: Asked) -> None:
        await self._act(interaction, CallHonours())

    @app_commands.command(description=TEXT["worth"])
    @app_commands.describe(call=CALL_OPTIONS["call"])
    async def worth(self, interaction: Asked, call: str = "") -> None:
        async with answered(interaction):
            view = await self._seen(interaction)
            await show(interaction, worth_screen(view, typed_worth(view, call)))

    @worth.autocomplete("call")
    async def _worths(self, interaction: Asked, typed: str) -> Offers:
        view = await self._view(interaction)
        return worth_offers(view, typed) if view is not None else []

    # Cards

    @app_commands.command(description=TEXT["play"])
    @app_commands.describe(card=OPTION["card"])
    async def play(self, interaction: Asked, card: str) -> None:
        async with answered(interaction):
            await self._done(interaction, PLAYS[read_card(card).index])

    @play.autocomplete("card")
    async def _cards(self, interaction: Asked, typed: str) -> Offers:
        view = await self._view(interaction)
        return card_offers(view, typed) if view is not None else []

    @app_commands.command(description=TEXT["claim"])
    @app_commands.describe(tricks=OPTION["tricks"])
    async def claim(self, interaction: Asked, tricks: app_commands.Range[int, 0, 13] | None = None) -> None:
        async with answered(interaction):
            await claim_asked(self._bot, interaction, await table_here(interaction), tricks)

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

    # How

    async def _seen(self, interaction: Asked) -> SeatView:
        """What the asker may see of the table that they mean. Raises a Refusal if there is none."""
        table = await self._tables.get(await table_here(interaction))
        return table.view(UserId(interaction.user.id))

    async def _view(self, interaction: Asked) -> SeatView | None:
        """The same for autocomplete: None if there is no table."""
        try:
            return await self._seen(interaction)
        except Refusal:
            return None

    async def _double(self, interaction: Asked, *, first: bool) -> None:
        """Contre or double for the ``first`` doubling, sur contre or redouble for each further one (laws 2.2,
        7.1)."""
        async with answered(interaction):
            view = (await self._tables.get(await table_here(interaction))).view(None)
            settled = view.deal.settled if view.deal is not None and not view.deal.playing else None
            if settled is not None and (settled.level == 0) != first:
                raise DoubledAlready if first else NotDoubledYet
            await self._done(interaction, Double())

    async def _act(self, interaction: Asked, ask: Request) -> None:
        async with answered(interaction):
            await self._done(interaction, ask)

    async def _done(self, interaction: Asked, ask: Request) -> None:
        """Acts, and shows the hand again unless the asker plays from the panel in their direct messages."""
        user = UserId(interaction.user.id)
        table_id = await table_here(interaction)
        table = await self._tables.act(table_id, user, ask, key=key_of(interaction))
        person, posting = table.person(user), interaction.client.services.posting
        if person is not None and await posting.plays_in_private(SlotKey(table_id, panel(person))):
            await whisper(interaction, _note(ask, table.view(None)))
        else:
            screen = self._drawing.hand(table, user, _note(ask, table.view(None)))
            await show_hand(interaction, table, screen)


def _note(ask: Request, after: SeatView) -> str:
    """What has just been done."""
    if isinstance(ask, Bid):
        return bid_made(bid_at(ask, words_of(after.table.game)))
    if stage(after) in (Stage.DECLARING, Stage.DOUBLING):
        return done_note(ask, after.table.game)
    noted = CALL_NOTES.get(type(ask))
    return noted() if noted is not None else done_note(ask, after.table.game)


async def setup(bot: Biritch) -> None:
    await bot.add_cog(PlayCommands(bot))
