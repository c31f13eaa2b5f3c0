"""Where people can revoke, or play cards out of turn: the commands, the lists that open on a press, and what
the buttons ask of the table."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import MomentPassed, UnknownPress
from bot.messages.drawing import names_at
from cogs.alone import shown
from cogs.answers import Asked, answered, show, show_hand
from cogs.finding import act_here, seen_here, seen_or_none
from cogs.play import Offers
from cogs.registry import PressValues, asks, press
from cogs.typed import matching, typed_demand
from ports.records import TableId, UserId
from rules.cards import Hand, parse_card
from rules.counting.reckon import Penalty
from rules.errors import Refusal, Unreadable
from rules.refusals import NoneOfThatSuit, Refused, Why
from rules.revoke import renounced
from rules.seats import Seat
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ChoosePenalty,
    ClaimRevoke,
    Correct,
    DenySuit,
    FollowLead,
    Gather,
    OutOfTurnRequest,
    PlayOut,
    ReplaceCard,
    Request,
)
from rules.tricks import playable
from rules.view import May, SeatView
from screens import out_of_turn
from screens import revoke as words
from screens.out_of_turn import demand_of, demand_screen, demands, follow_screen, replace_screen
from screens.presses import Press
from screens.reading import read_card
from screens.revoke import claim_screen, correct_screen, renounces
from screens.words.commands import card_name
from screens.words.languages import Sentence
from screens.words.names import Speech


@asks("gather", "ask", "none", "correct:", "accuse", "penalty", "playout", "settle")
def requested(pressed: Press, sent: PressValues) -> Request:
    """Raises UnknownPress."""
    try:
        match pressed.verb:
            case "gather":
                return Gather()
            case "ask":
                return AskSuit()
            case "none":
                return DenySuit()
            case "correct":
                return Correct(parse_card(pressed.what))
            case "accuse":
                return _claim(sent.values[0])
            case "penalty":
                seat, _, penalty = pressed.what.partition(":")
                return ChoosePenalty(pressed.point or 0, Seat(seat), Penalty(penalty))
            case "playout":
                return PlayOut(pressed.what == "yes")
            case "settle":
                return AgreeScore()
    except (ValueError, IndexError, Unreadable):
        pass
    raise UnknownPress


def _claim(which: str) -> ClaimRevoke:
    """A claim as a list writes it: ``4:E``. Raises ValueError."""
    number, _, seat = which.partition(":")
    if not number.isdecimal() or len(number) > 2:
        raise ValueError(which)
    return ClaimRevoke(int(number), Seat(seat))


@press("revokes", "correct")
async def list_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Opens the list of what may be claimed, or of the cards with which to correct, for the presser alone.
    Raises MomentPassed, NothingToCorrect, NoneOfThatSuit."""
    table = await bot.services.tables.get(TableId(pressed.table))
    view = table.view(UserId(interaction.user.id))
    if table.state.deals != pressed.at or view.deal is None:
        raise MomentPassed
    if pressed.verb == "revokes":
        await show(interaction, claim_screen(view, table.id))
    else:
        await show(interaction, correct_screen(view, table.id, corrections(view)))


def corrections(view: SeatView) -> Hand:
    """The cards with which the viewer may follow suit after all: from their own hand and what everybody saw.
    Raises Why.NOTHING_TO_CORRECT, NoneOfThatSuit."""
    deal, own, viewer, led = view.deal, view.own, view.viewer, None
    if May.CORRECT in view.may and deal is not None and viewer is not None:
        tricks = (*deal.tricks, deal.trick) if deal.trick is not None else deal.tricks
        led = next((one.led for one in reversed(tricks) if renounced(one, viewer)), None)
    if led is None or own is None:
        raise Refused(Why.NOTHING_TO_CORRECT)
    if not own.left.holds(led):
        raise NoneOfThatSuit(led)
    return own.left.suit(led)


@asks("exact", "follow:", "instead:")
def demanded(pressed: Press, _: PressValues) -> OutOfTurnRequest:
    """Raises UnknownPress."""
    try:
        match pressed.verb:
            case "follow":
                return FollowLead(parse_card(pressed.what))
            case "instead":
                return ReplaceCard(parse_card(pressed.what))
        return demand_of(pressed.what)
    except Unreadable:
        raise UnknownPress from None


@press("demand", "follow", "instead")
async def demands_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Opens the list of demands, or of the cards with which to follow or to replace one, for the presser
    alone. Raises MomentPassed, Why.NOTHING_TO_FOLLOW, Why.NEXT_HAS_PLAYED."""
    table = await bot.services.tables.get(TableId(pressed.table))
    view = table.view(UserId(interaction.user.id))
    if table.state.deals != pressed.at or view.deal is None:
        raise MomentPassed
    if pressed.verb == "demand":
        await show(interaction, demand_screen(view, table.id, names_at(table)))
    elif pressed.verb == "instead":
        await show(interaction, replace_screen(view, table.id, replacing(view)))
    else:
        await show(interaction, follow_screen(view, table.id, following(view), names_at(table)))


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


def replacing(view: SeatView) -> Hand:
    """The cards that the viewer may play instead of the one that they have just played, but for what may be
    demanded of it. Raises Why.NEXT_HAS_PLAYED."""
    deal, own = view.deal, view.own
    if May.REPLACE not in view.may or deal is None or own is None:
        raise Refused(Why.NEXT_HAS_PLAYED)
    trick = deal.trick if deal.trick is not None and deal.trick.cards else deal.tricks[-1]
    if deal.revoke is not None or len(trick.cards) == 1 or trick.cards[-1].suit is not trick.led:
        return own.left
    return own.left.suit(trick.cards[0].suit)


class PenaltyCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot
        self._drawing = bot.services.drawing

    @app_commands.command(description=words.COMMANDS["gather"])
    async def gather(self, interaction: Asked) -> None:
        await self._act(interaction, Gather(), words.NOTES["gather"])

    @app_commands.command(description=words.COMMANDS["ask"])
    async def ask(self, interaction: Asked) -> None:
        await self._act(interaction, AskSuit(), words.NOTES["ask"])

    @app_commands.command(description=words.COMMANDS["none"])
    async def none(self, interaction: Asked) -> None:
        await self._act(interaction, DenySuit(), words.NOTES["none"])

    @app_commands.command(description=words.COMMANDS["correct"])
    @app_commands.describe(card=words.OPTIONS["card"])
    async def correct(self, interaction: Asked, card: str) -> None:
        async with answered(interaction):
            view, changed = await seen_here(interaction), read_card(card)
            if May.REPLACE in view.may:
                await self._done(interaction, ReplaceCard(changed), out_of_turn.NOTES["instead"])
            else:
                await self._done(interaction, Correct(changed), words.NOTES["correct"])

    @correct.autocomplete("card")
    async def _cards(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        try:
            cards = () if view is None else replacing(view) if May.REPLACE in view.may else corrections(view)
        except Refusal:
            cards = ()
        return matching([(card_name(one), str(one)) for one in cards], typed)

    @app_commands.command(description=words.COMMANDS["revoke"])
    @app_commands.describe(which=words.OPTIONS["which"])
    async def revoke(self, interaction: Asked, which: str) -> None:
        async with answered(interaction):
            try:
                claim = _claim(which)
            except ValueError:
                raise Unreadable(which) from None
            await self._done(interaction, claim, words.NOTES["revoke"])

    @revoke.autocomplete("which")
    async def _renounces(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        if view is None:
            return []
        told = renounces(Speech.at(view.table), view)
        return matching([(f"{line} {hint}", value) for value, line, hint in told], typed)

    @app_commands.command(description=words.COMMANDS["penalty"])
    @app_commands.describe(penalty=words.OPTIONS["penalty"])
    async def penalty(self, interaction: Asked, penalty: str) -> None:
        async with answered(interaction):
            view = await seen_here(interaction)
            if not view.choosing:
                raise Refused(Why.NO_PENALTY_OPEN)
            claim, open_to = view.choosing[0]
            chosen = next((one for one in open_to if one.value == penalty), None)
            if chosen is None:
                raise Unreadable(penalty)
            await self._done(
                interaction, ChoosePenalty(claim.trick, claim.seat, chosen), words.NOTES["penalty"]
            )

    @penalty.autocomplete("penalty")
    async def _penalties(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        open_to = view.choosing[0][1] if view is not None and view.choosing else ()
        return matching([(words.PENALTIES[one](), one.value) for one in open_to], typed)

    @app_commands.command(description=words.COMMANDS["playout"])
    @app_commands.describe(on=words.OPTIONS["on"])
    async def playout(self, interaction: Asked, on: bool = True) -> None:
        await self._act(interaction, PlayOut(on), words.NOTES["playout"])

    @app_commands.command(description=words.COMMANDS["settle"])
    async def settle(self, interaction: Asked) -> None:
        await self._act(interaction, AgreeScore(), words.NOTES["settle"])

    @app_commands.command(description=out_of_turn.COMMANDS["demand"])
    @app_commands.describe(what=out_of_turn.OPTIONS["what"])
    async def demand(self, interaction: Asked, what: str) -> None:
        async with answered(interaction):
            await self._done(interaction, typed_demand(what), out_of_turn.NOTES["demand"])

    @demand.autocomplete("what")
    async def _demands(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        if view is None or May.DEMAND not in view.may:
            return []
        told = demands(view)
        offers = [(sentence, word) for word, sentence in told]
        return matching(offers, typed, lambda text: f"card:{read_card(text)}")

    @app_commands.command(description=out_of_turn.COMMANDS["follow"])
    @app_commands.describe(card=out_of_turn.OPTIONS["card"])
    async def follow(self, interaction: Asked, card: str) -> None:
        async with answered(interaction):
            await self._done(interaction, FollowLead(read_card(card)), out_of_turn.NOTES["follow"])

    @follow.autocomplete("card")
    async def _to_follow(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        try:
            cards = following(view) if view is not None else Hand()
        except Refusal:
            return []
        return matching([(card_name(one), str(one)) for one in cards], typed)

    # How

    async def _act(self, interaction: Asked, ask: Request, note: Sentence) -> None:
        async with answered(interaction):
            await self._done(interaction, ask, note)

    async def _done(self, interaction: Asked, ask: Request, note: Sentence) -> None:
        """Acts, and shows the asker's hand with what has been done."""
        table = await act_here(interaction, ask)
        if table.state.alone is not None:
            await shown(self._bot, interaction, table)
        else:
            screen = self._drawing.hand(table, UserId(interaction.user.id), note())
            await show_hand(interaction, table, screen)
