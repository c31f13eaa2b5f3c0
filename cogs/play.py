"""The commands of a deal: calls, cards, whatever else one does at a turn, and looking at a hand.

While somebody types they are offered the calls and cards that are open to them now, from what they may see
and nothing else. What is sent when one is picked is read alike in every language: a letter means one suit
here and another there, but the sign of a suit does not. Until a claimer has confirmed, the table is not
changed and nobody else is told anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import ActRefused, MomentPassed
from bot.messages.drawing import names_at, speech_at
from bot.tables.alone import Wish
from bot.tables.open_table import OpenTable, Point, panel
from cogs.acts import act_offers, acts_of, check_doubling, names_told, typed_act, typed_before
from cogs.alone import STEPS, answer_play, in_direct_messages, redrawn, show_table
from cogs.answers import redraw, show_hand, show_message
from cogs.errors import answered, whisper
from cogs.finding import (
    act_here,
    looked_at,
    seen_here,
    seen_or_none,
    table_here,
    table_or_none,
    table_played,
)
from cogs.interactions import Asked, chosen_values, key_of
from cogs.panels import is_between
from cogs.refusals import worded
from cogs.registry import PressValues, asks, press
from cogs.typed import (
    GAME_CHOICES,
    STRENGTHS,
    bid_word,
    card_word,
    matching,
    strain_word,
    typed_bid,
    typed_declaration,
)
from robots.player import Strength
from rules.calls import (
    PLAYS,
    Bid,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    parse_action,
)
from rules.cards import Hand, parse_card
from rules.errors import Refusal
from rules.refusals import Refused, Why
from rules.table.requests import (
    AdmitBringer,
    AgreeScore,
    AnswerClaim,
    AnswerSubstitute,
    AskSuit,
    ChoosePenalty,
    ChooseSeat,
    ClaimRest,
    ClaimRevoke,
    Correct,
    CutPack,
    DemandPenalty,
    DenySuit,
    FollowLead,
    Gather,
    PlayOut,
    ReplaceCard,
    Request,
    Resume,
    Start,
    TakeBack,
    TakeDummy,
)
from rules.tricks import plain_strain
from rules.view import SeatView
from screens import out_of_turn, revoke
from screens.alone import Step
from screens.chairs import CHAIR_NOTES
from screens.claims import (
    BACK,
    IS_ASKED,
    IS_BACK,
    SINCE_THEN,
    claim_done,
    claimed_screen,
    confirming_screen,
    how_many_on_panel,
    how_many_screen,
    tricks_claimed,
)
from screens.presses import Press
from screens.reading import read_card
from screens.screen import Screen
from screens.settling import Stage, stage
from screens.words.calls import BID_MADE, CALL_NOTES, CALL_OPTIONS
from screens.words.commands import COMMAND_TEXTS, DONE, card_name, done_note
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.games.all_games import words_of
from screens.words.languages import Sentence
from screens.words.names import bid_at, declared_name
from storage.ports.records import SlotKey, TableId, UserId

Offers = list[app_commands.Choice[str]]


def declaration_offers(view: SeatView, typed: str) -> Offers:
    words = words_of(view.table.game)
    declares = [call for call in view.options if isinstance(call, Declare)]
    offers = [(declared_name(one.trumps, words), strain_word(plain_strain(one.trumps))) for one in declares]
    return matching(
        offers, typed, lambda text: strain_word(plain_strain(typed_declaration(view, text).trumps))
    )


def bid_offers(view: SeatView, typed: str) -> Offers:
    words = words_of(view.table.game)
    offers = [(bid_at(bid, words), _call_word(bid)) for bid in view.options if isinstance(bid, Bid)]
    return matching(offers, typed, lambda text: _call_word(typed_bid(view, text)))


def _call_word(call: Bid | Pass) -> str:
    return bid_word(call) if isinstance(call, Bid) else str(call)


def card_offers(view: SeatView, typed: str) -> Offers:
    cards = [option.card for option in view.options if isinstance(option, Play)]
    offers = [(card_name(card), card_word(card)) for card in cards]
    return matching(offers, typed, lambda text: card_word(read_card(text)))


async def claim_asked(bot: Biritch, interaction: Asked, table_id: TableId, tricks: int | None) -> None:
    """Answers the command: with the list of numbers or, of one that is named, with what it lays open. Raises
    a Refusal."""
    table, user = await bot.services.tables.get(table_id), UserId(interaction.user.id)
    await bot.services.tables.check_request(table_id, user, ClaimRest(tricks))
    screen = _first_panel(table, user) if tricks is None else _second(table, user, tricks)
    private = table.state.alone is None or not in_direct_messages(interaction)
    await show_message(interaction, screen, private=private)


async def claim_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers the button on the table and the panels, and then those of the steps. Raises a Refusal at the
    first step; at the others it stands where the step did. Where somebody plays alone all steps stand on the
    one message."""
    tables, table_id, user = bot.services.tables, TableId(pressed.table), UserId(interaction.user.id)
    if pressed.point is None:
        await tables.check_request(table_id, user, ClaimRest(), Point(pressed.at))
        table = await tables.get(table_id)
        await (show_message if table.state.alone is None else redraw)(interaction, _first_panel(table, user))
        return
    picked = chosen_values(interaction)
    tricks = tricks_claimed(picked[0]) if picked else None
    point = Point(pressed.at, pressed.point)
    try:
        if not picked and pressed.what != BACK:
            sure = tricks_claimed(pressed.what)
            table = await tables.act(table_id, user, ClaimRest(sure), point=point, key=key_of(interaction))
            await _close_question(
                bot, interaction, table, claim_done(sure, asked=table.state.claim is not None)
            )
            return
        await tables.check_request(table_id, user, ClaimRest(tricks), point)
    except MomentPassed:
        await _again(bot, interaction, table_id, pressed)
    except Refusal as refusal:
        await _answer_refusal(bot, interaction, table_id, refusal)
    else:
        table = await tables.get(table_id)
        await redraw(
            interaction, _first_panel(table, user) if tricks is None else _second(table, user, tricks)
        )


async def _again(bot: Biritch, interaction: Asked, table_id: TableId, pressed: Press) -> None:
    """The list of numbers as it is since a trick has been gathered; a sentence if nothing can be claimed."""
    tables, user = bot.services.tables, UserId(interaction.user.id)
    try:
        await tables.check_request(table_id, user, ClaimRest(), Point(pressed.at))
    except Refusal as refusal:
        await _answer_refusal(bot, interaction, table_id, refusal)
    else:
        await redraw(interaction, _first_panel(await tables.get(table_id), user, SINCE_THEN()))


async def _answer_refusal(bot: Biritch, interaction: Asked, table_id: TableId, refusal: Refusal) -> None:
    table = await bot.services.tables.get(table_id)
    sentence = worded(refusal, speech_at(table, UserId(interaction.user.id)))
    await _close_question(bot, interaction, table, sentence, sentence)


async def _close_question(
    bot: Biritch, interaction: Asked, table: OpenTable, note: str, alone_note: str = ""
) -> None:
    """What becomes of the question once it is answered: a note or, where somebody plays alone, their table
    again."""
    if table.state.alone is None:
        await redraw(interaction, claimed_screen(note))
    else:
        await redrawn(bot, interaction, table, alone_note)


def _first_panel(table: OpenTable, user: UserId, note: str = "") -> Screen:
    if table.state.alone is not None:
        return how_many_on_panel(table.view(user), table.id, note)
    return how_many_screen(table.view(user), table.id, note)


def _second(table: OpenTable, user: UserId, tricks: int) -> Screen:
    return confirming_screen(table.view(user), table.id, tricks, names_at(table))


TEXT = COMMAND_TEXTS


@asks("play", "call")
def played(pressed: Press, _: PressValues) -> Request:
    """Raises Unreadable."""
    if pressed.verb == "play":
        return PLAYS[parse_card(pressed.what).index]
    return parse_action(pressed.what)


@asks("discard")
def discarded(_: Press, sent: PressValues) -> Request:
    """Raises Unreadable."""
    return Discard(Hand.of(parse_card(one) for one in sent.values))


@asks("cut")
def cut(_: Press, sent: PressValues) -> Request:
    return CutPack(4 + sent.number % 45, str(sent.number))


@asks("agree", "refuse")
def answered_claim(pressed: Press, _: PressValues) -> Request:
    return AnswerClaim(pressed.verb == "agree")


@press("last")
async def last_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    table = await looked_at(bot, interaction, TableId(pressed.table))
    await show_message(interaction, bot.services.drawing.last_trick(table, UserId(interaction.user.id)))


class PlayCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot
        self._tables = bot.services.tables
        self._drawing = bot.services.drawing

    @app_commands.command(description=TEXT["hand"])
    async def hand(self, interaction: Asked) -> None:
        async with answered(interaction):
            user = UserId(interaction.user.id)
            table = await self._tables.get(await table_played(interaction))
            if not table.belongs(user):
                raise Refused(Why.NOT_SEATED)
            if table.state.alone is not None:
                await show_table(self._bot, interaction, table)
                return
            await show_hand(interaction, table, self._drawing.hand_screen(table, user))

    # Calls

    @app_commands.command(description=TEXT["declare"])
    @app_commands.describe(trumps=OPTION["trumps"])
    async def declare(self, interaction: Asked, trumps: str) -> None:
        async with answered(interaction):
            view = await seen_here(interaction)
            await self._act_and_show(interaction, typed_declaration(view, trumps))

    @declare.autocomplete("trumps")
    async def _declarations(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        return declaration_offers(view, typed) if view is not None else []

    @app_commands.command(name="pass", description=TEXT["pass"])
    async def pass_(self, interaction: Asked) -> None:
        await self._ask_table(interaction, Pass())

    @app_commands.command(description=TEXT["contre"])
    async def contre(self, interaction: Asked) -> None:
        await self._double(interaction, first=True)

    @app_commands.command(description=TEXT["surcontre"])
    async def surcontre(self, interaction: Asked) -> None:
        await self._double(interaction, first=False)

    @app_commands.command(description=TEXT["bid"])
    @app_commands.describe(bid=CALL_OPTIONS["bid"])
    async def bid(self, interaction: Asked, bid: str) -> None:
        async with answered(interaction):
            await self._act_and_show(interaction, typed_bid(await seen_here(interaction), bid))

    @bid.autocomplete("bid")
    async def _bids(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        return bid_offers(view, typed) if view is not None else []

    # Cards

    @app_commands.command(description=TEXT["play"])
    @app_commands.describe(
        game=OPTION["game"],
        strength=OPTION["strength"],
        step=OPTION["step"],
        declare=OPTION["declare"],
        best_hand=OPTION["best_hand"],
        card=OPTION["card"],
    )
    @app_commands.choices(step=STEPS, game=GAME_CHOICES, strength=STRENGTHS)
    async def play(
        self,
        interaction: Asked,
        game: str | None = None,
        strength: str | None = None,
        step: str | None = None,
        declare: bool | None = None,
        best_hand: bool | None = None,
        card: str | None = None,
    ) -> None:
        """A card at the table that is meant; without one, what the asker plays alone."""
        async with answered(interaction):
            if card is not None:
                await self._act_and_show(interaction, PLAYS[read_card(card).index])
                return
            wish = None
            if (game, strength, declare, best_hand) != (None,) * 4:
                last = await self._bot.services.alone.last_wish(UserId(interaction.user.id))
                wish = Wish(
                    game or last.game,
                    Strength(strength) if strength else last.robots,
                    last.declares if declare is None else declare,
                    last.best_hand if best_hand is None else best_hand,
                )
            await answer_play(self._bot, interaction, Step(step) if step else Step.GO_ON, wish)

    @play.autocomplete("card")
    async def _card_offers(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        return card_offers(view, typed) if view is not None else []

    # Whatever is theirs to do

    @app_commands.command(description=TEXT["turn"])
    @app_commands.describe(act=OPTION["act"])
    async def turn(self, interaction: Asked, act: str) -> None:
        """Who is refused is told what they may do instead. What was done before is answered once more, though
        its text may mean something else by now."""
        async with answered(interaction):
            table_id, user = await table_here(interaction), UserId(interaction.user.id)
            table = await self._tables.get(table_id)
            if await self._tables.was_done(key_of(interaction)):
                await self._told(interaction, table, typed_before(table.view(user), act))
                return
            acts = acts_of(table, user)
            try:
                await self._asked(interaction, table_id, typed_act(table.view(user), acts, act))
            except Refusal as refusal:
                acts = acts_of(await self._tables.get(table_id), user)
                raise ActRefused(refusal, names_told(acts)) from refusal

    @turn.autocomplete("act")
    async def _acts(self, interaction: Asked, typed: str) -> Offers:
        table, user = await table_or_none(interaction), UserId(interaction.user.id)
        return act_offers(table.view(user), acts_of(table, user), typed) if table is not None else []

    # How

    async def _asked(self, interaction: Asked, table_id: TableId, ask: Request) -> None:
        match ask:
            case ClaimRest(tricks):
                await claim_asked(self._bot, interaction, table_id, tricks)
            case CutPack(at):
                await self._act_and_show(interaction, CutPack(at, str(interaction.id)))
            case _:
                await self._act_and_show(interaction, ask)

    async def _double(self, interaction: Asked, *, first: bool) -> None:
        """Raises what ``check_doubling`` raises."""
        async with answered(interaction):
            if not await self._tables.was_done(key_of(interaction)):
                table = await self._tables.get(await table_here(interaction))
                check_doubling(table.view(None).deal, first=first)
            await self._act_and_show(interaction, Double())

    async def _ask_table(self, interaction: Asked, ask: Request) -> None:
        async with answered(interaction):
            await self._act_and_show(interaction, ask)

    async def _act_and_show(self, interaction: Asked, ask: Request) -> None:
        await self._told(interaction, await act_here(interaction, ask), ask)

    async def _told(self, interaction: Asked, table: OpenTable, ask: Request | None) -> None:
        """What has been done. The hand is shown again, unless the asker plays from the panel in their direct
        messages and has called or played, or what was done concerns chairs."""
        user = UserId(interaction.user.id)
        if table.state.alone is not None:
            await show_table(self._bot, interaction, table)
            return
        if note := _chair_note(ask, table.state.variant.players):
            await whisper(interaction, note)
            return
        if isinstance(ask, CutPack) and is_between(table):  # others may have to go on too
            await show_hand(interaction, table, self._drawing.hand_screen(table, user))
            return
        note, person = _note_after(ask, table.view(None)), table.person(user)
        posting, kept = interaction.client.services.posting, False
        if person is not None and type(ask) not in PENALTY_NOTES:
            kept = await posting.plays_in_private(SlotKey(table.id, panel(person)))
        if kept:
            await whisper(interaction, note)
        else:
            await show_hand(interaction, table, self._drawing.hand_screen(table, user, note))


PENALTY_NOTES: Final[Mapping[type, Sentence]] = {
    Gather: revoke.NOTES["gather"],
    AskSuit: revoke.NOTES["ask"],
    DenySuit: revoke.NOTES["none"],
    Correct: revoke.NOTES["correct"],
    ClaimRevoke: revoke.NOTES["revoke"],
    ChoosePenalty: revoke.NOTES["penalty"],
    PlayOut: revoke.NOTES["playout"],
    AgreeScore: revoke.NOTES["settle"],
    DemandPenalty: out_of_turn.NOTES["demand"],
    FollowLead: out_of_turn.NOTES["follow"],
    ReplaceCard: out_of_turn.NOTES["instead"],
}
"""What has been done where people can revoke, or play cards out of turn."""


def _chair_note(ask: Request | None, players: int) -> str:
    """Of what concerns chairs, and no hand."""
    match ask:
        case Resume():
            return CHAIR_NOTES["resume"]()
        case TakeDummy():
            return CHAIR_NOTES["dummy" if players > 2 else "first"]()
        case ChooseSeat():
            return CHAIR_NOTES["seat"]()
        case Start():
            return CHAIR_NOTES["start"]()
        case AdmitBringer():
            return CHAIR_NOTES["bringer"]()
        case AnswerSubstitute(agrees):
            return CHAIR_NOTES["admitted" if agrees else "unadmitted"]()
    return ""


def _note_after(ask: Request | None, after: SeatView) -> str:
    """What has just been done."""
    if ask is None:
        return DONE()
    if type(ask) in PENALTY_NOTES:
        return PENALTY_NOTES[type(ask)]()
    if isinstance(ask, Bid):
        return BID_MADE(bid=bid_at(ask, words_of(after.table.game)))
    if isinstance(ask, TakeBack):
        return IS_ASKED() if after.deal is not None and after.deal.claim is not None else IS_BACK()
    if stage(after) in (Stage.DECLARING, Stage.DOUBLING):
        return done_note(ask, after.table.game)
    noted = CALL_NOTES.get(type(ask))
    return noted() if noted is not None else done_note(ask, after.table.game)
