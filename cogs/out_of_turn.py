"""Where cards can be played out of turn: the commands, the lists that open on a press, and what the buttons
ask of the table."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import MomentPassed, UnknownPress
from cogs.answers import Asked, answered, key_of, show, show_hand
from cogs.finding import table_here
from cogs.play import Offers
from cogs.registry import asks, press
from cogs.typed import matching, typed_demand
from ports.records import TableId, UserId
from rules.cards import Hand, parse_card
from rules.errors import Refusal, Unreadable
from rules.refusals import Refused, Why
from rules.table.requests import FollowLead, OutOfTurnRequest
from rules.tricks import playable
from rules.view import May, SeatView
from screens import out_of_turn
from screens.out_of_turn import demand_of, demand_screen, demands, follow_screen
from screens.presses import Press
from screens.reading import read_card
from screens.words.commands import card_name
from screens.words.names import Speech


@asks("exact", "follow:")
def requested(pressed: Press, _: Asked) -> OutOfTurnRequest:
    """Raises UnknownPress."""
    try:
        return FollowLead(parse_card(pressed.what)) if pressed.verb == "follow" else demand_of(pressed.what)
    except Unreadable:
        raise UnknownPress from None


@press("demand", "follow")
async def list_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Opens the list of demands, or of the cards with which to follow, for the presser alone. Raises
    MomentPassed, Why.NOTHING_TO_FOLLOW."""
    table = await bot.services.tables.get(TableId(pressed.table))
    view = table.view(UserId(interaction.user.id))
    if table.state.deals != pressed.at or view.deal is None:
        raise MomentPassed
    if pressed.verb == "demand":
        await show(interaction, demand_screen(view, table.id))
    else:
        await show(interaction, follow_screen(view, table.id, following(view)))


def following(view: SeatView) -> Hand:
    """The cards with which the viewer may follow a lead out of turn: from their own hand, or from the open
    one that they play. Raises Why.NOTHING_TO_FOLLOW."""
    deal = view.deal
    if May.FOLLOW not in view.may or deal is None or deal.out_of_turn is None or view.own is None:
        raise Refused(Why.NOTHING_TO_FOLLOW)
    astray = deal.out_of_turn.astray
    assert astray is not None and astray.led is not None
    if astray.due is view.viewer:
        held, free = view.own.left, deal.revoke is not None
    else:
        faced = deal.faced_hand(astray.due)
        held, free = faced.left if faced is not None else Hand(), False
    return held if free else Hand(playable(held.bits, astray.led))


class PenaltyCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._tables = bot.services.tables
        self._drawing = bot.services.drawing

    @app_commands.command(description=out_of_turn.COMMANDS["demand"])
    @app_commands.describe(what=out_of_turn.OPTIONS["what"])
    async def demand(self, interaction: Asked, what: str) -> None:
        async with answered(interaction):
            await self._done(interaction, typed_demand(what), "demand")

    @demand.autocomplete("what")
    async def _demands(self, interaction: Asked, typed: str) -> Offers:
        view = await self._view(interaction)
        if view is None or May.DEMAND not in view.may:
            return []
        told = demands(Speech.at(view.table.options), view)
        offers = [(sentence, word) for word, sentence in told]
        return matching(offers, typed, lambda text: f"card:{read_card(text)}")

    @app_commands.command(description=out_of_turn.COMMANDS["follow"])
    @app_commands.describe(card=out_of_turn.OPTIONS["card"])
    async def follow(self, interaction: Asked, card: str) -> None:
        async with answered(interaction):
            await self._done(interaction, FollowLead(read_card(card)), "follow")

    @follow.autocomplete("card")
    async def _cards(self, interaction: Asked, typed: str) -> Offers:
        view = await self._view(interaction)
        try:
            cards = following(view) if view is not None else Hand()
        except Refusal:
            return []
        return matching([(card_name(one), str(one)) for one in cards], typed)

    async def _view(self, interaction: Asked) -> SeatView | None:
        """For autocomplete: None if there is no table."""
        try:
            table = await self._tables.get(await table_here(interaction))
        except Refusal:
            return None
        return table.view(UserId(interaction.user.id))

    async def _done(self, interaction: Asked, ask: OutOfTurnRequest, note: str) -> None:
        """Acts, and shows the asker's hand with what has been done."""
        user, table_id = UserId(interaction.user.id), await table_here(interaction)
        table = await self._tables.act(table_id, user, ask, key=key_of(interaction))
        await show_hand(interaction, table, self._drawing.hand(table, user, out_of_turn.NOTES[note]()))
