"""The commands of a deal: calls, cards, claims, the cut, and looking at a hand.

While somebody types they are offered the calls and cards that are open to them now, from what they may see
and nothing else. What is sent when one is picked is read alike in every language: a letter means one suit
here and another there, but the sign of a suit does not. Until a claimer has confirmed, the table is not
changed and nobody else is told anything.
"""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import MomentPassed
from bot.messages.drawing import names_at, speech_at
from bot.tables.alone import Wish
from bot.tables.open_table import OpenTable, Point, panel
from cogs.alone import STEPS, in_direct_messages, play, redrawn, shown
from cogs.answers import Asked, answered, chosen, key_of, redraw, show, show_hand, whisper
from cogs.finding import act_here, looked_at, seen_here, seen_or_none, table_here, table_played
from cogs.panels import is_between
from cogs.refusals import worded
from cogs.registry import PressValues, asks, press
from cogs.typed import (
    GAME_CHOICES,
    STRENGTHS,
    begun_list,
    matching,
    typed_bid,
    typed_declaration,
    typed_worth,
)
from ports.records import SlotKey, TableId, UserId
from robots.player import Strength
from rules.calls import (
    PLAYS,
    Bid,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
    parse_action,
)
from rules.cards import PACK, Card, Hand, parse_card
from rules.errors import Refusal
from rules.refusals import Refused, Why
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Request, TakeBack
from rules.tricks import Strain, plain
from rules.view import May, SeatView
from screens.alone import Step
from screens.claims import (
    BACK,
    IS_ASKED,
    IS_BACK,
    SINCE_THEN,
    claimed_screen,
    confirming_screen,
    done,
    how_many_on_panel,
    how_many_screen,
)
from screens.parts import speech_to
from screens.presses import Press
from screens.reading import read_card, read_cards
from screens.screen import Screen
from screens.settling import AskedAfter, Stage, stage, worth_screen
from screens.words.calls import BID_MADE, CALL_NOTES, CALL_OPTIONS, CALLED
from screens.words.commands import COMMAND_TEXTS, card_name, done_note
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.games.all_games import words_of
from screens.words.names import bid_at, declared, sign

Offers = list[app_commands.Choice[str]]


def declaration_offers(view: SeatView, typed: str) -> Offers:
    words = words_of(view.table.game)
    declares = [call for call in view.options if isinstance(call, Declare)]
    offers = [(declared(one.trumps, words), _strain(plain(one.trumps))) for one in declares]
    return matching(offers, typed, lambda text: _strain(plain(typed_declaration(view, text).trumps)))


def bid_offers(view: SeatView, typed: str) -> Offers:
    words = words_of(view.table.game)
    offers = [(bid_at(bid, words), _word(bid)) for bid in view.options if isinstance(bid, Bid)]
    return matching(offers, typed, lambda text: _word(typed_bid(view, text)))


def worth_offers(view: SeatView, typed: str) -> Offers:
    """The bids that were made, the last first, and the bids that are open to the asker."""
    if view.deal is None:
        return []
    words, speech = words_of(view.table.game), speech_to(view)
    made = [
        (CALLED(seat=speech.place(one.seat), call=bid_at(one.call, words)), _word(place))
        for place, one in enumerate(view.deal.calls)
        if isinstance(one.call, Bid)
    ]
    opened = [(bid_at(bid, words), _word(bid)) for bid in view.options if isinstance(bid, Bid)]
    return matching([*reversed(made), *opened], typed, lambda text: _word(typed_worth(view, text)))


def _word(asked: AskedAfter | Pass) -> str:
    """What an offer sends: ``call 3``, ``2♥``, ``3N``."""
    match asked:
        case int(place):
            return f"call {place}"
        case Bid(odd, strain):
            return f"{odd}{_strain(strain)}"
    return str(asked)


def _strain(of: Strain) -> str:
    """``♥``, ``N``; royals, which are spades too, are ``R``."""
    return sign(of.trumps) if of.trumps is not None and of is not Strain.ROYALS else of.letter


def _card(of: Card) -> str:
    """``Q♥``, ``T♠``."""
    return of.rank.letter + sign(of.suit)


def card_offers(view: SeatView, typed: str) -> Offers:
    cards = [option.card for option in view.options if isinstance(option, Play)]
    offers = [(card_name(card), _card(card)) for card in cards]
    return matching(offers, typed, lambda text: _card(read_card(text)))


def discard_offers(view: SeatView, typed: str) -> Offers:
    """The cards named so far with one more of the asker's own."""
    if view.own is None or view.deal is None or May.PUT_OUT not in view.may:
        return []
    named, begun = begun_list(typed, view.own.left)
    lists = [named]
    if len(named) != view.deal.to_put_out:
        left = [(card_name(card), card.index) for card in view.own.left - Hand.of(named)]
        more = matching(left, begun, lambda text: read_card(text).index)
        lists = [(*named, PACK[one.value]) for one in more]
    return [
        app_commands.Choice(name=" ".join(map(card_name, cards)), value=" ".join(map(_card, cards)))
        for cards in lists
    ]


async def claim_asked(bot: Biritch, interaction: Asked, table_id: TableId, tricks: int | None) -> None:
    """Answers the command: with the list of numbers or, of one that is named, with what it lays open. Raises
    a Refusal."""
    table, user = await bot.services.tables.get(table_id), UserId(interaction.user.id)
    await bot.services.tables.check(table_id, user, ClaimRest(tricks))
    screen = _first(table, user) if tricks is None else _second(table, user, tricks)
    private = table.state.alone is None or not in_direct_messages(interaction)
    await show(interaction, screen, private=private)


async def claim_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers the button on the table and the panels, and then those of the steps. Raises a Refusal at the
    first step; at the others it stands where the step did. Where somebody plays alone all steps stand on the
    one message."""
    tables, table_id, user = bot.services.tables, TableId(pressed.table), UserId(interaction.user.id)
    if pressed.point is None:
        await tables.check(table_id, user, ClaimRest(), Point(pressed.at))
        table = await tables.get(table_id)
        await (show if table.state.alone is None else redraw)(interaction, _first(table, user))
        return
    picked = chosen(interaction)
    tricks = _number(picked[0]) if picked else None
    point = Point(pressed.at, pressed.point)
    try:
        if not picked and pressed.what != BACK:
            sure = _number(pressed.what)
            table = await tables.act(table_id, user, ClaimRest(sure), point=point, key=key_of(interaction))
            await _answered(bot, interaction, table, done(sure))
            return
        await tables.check(table_id, user, ClaimRest(tricks), point)
    except MomentPassed:
        await _again(bot, interaction, table_id, pressed)
    except Refusal as refusal:
        await _refused(bot, interaction, table_id, refusal)
    else:
        table = await tables.get(table_id)
        await redraw(interaction, _first(table, user) if tricks is None else _second(table, user, tricks))


async def _again(bot: Biritch, interaction: Asked, table_id: TableId, pressed: Press) -> None:
    """The list of numbers as it is since a trick has been gathered; a sentence if nothing can be claimed."""
    tables, user = bot.services.tables, UserId(interaction.user.id)
    try:
        await tables.check(table_id, user, ClaimRest(), Point(pressed.at))
    except Refusal as refusal:
        await _refused(bot, interaction, table_id, refusal)
    else:
        await redraw(interaction, _first(await tables.get(table_id), user, SINCE_THEN()))


async def _refused(bot: Biritch, interaction: Asked, table_id: TableId, refusal: Refusal) -> None:
    table = await bot.services.tables.get(table_id)
    sentence = worded(refusal, speech_at(table, UserId(interaction.user.id)))
    await _answered(bot, interaction, table, sentence, sentence)


async def _answered(
    bot: Biritch, interaction: Asked, table: OpenTable, note: str, alone_note: str = ""
) -> None:
    """What becomes of the question once it is answered: a note or, where somebody plays alone, their table
    again."""
    if table.state.alone is None:
        await redraw(interaction, claimed_screen(note))
    else:
        await redrawn(bot, interaction, table, alone_note)


def _first(table: OpenTable, user: UserId, note: str = "") -> Screen:
    if table.state.alone is not None:
        return how_many_on_panel(table.view(user), table.id, note)
    return how_many_screen(table.view(user), table.id, note)


def _second(table: OpenTable, user: UserId, tricks: int) -> Screen:
    return confirming_screen(table.view(user), table.id, tricks, names_at(table))


def _number(text: str) -> int:
    """More than are left, if it is no number: a list of ours has none such."""
    return int(text) if text.isdecimal() and len(text) < 3 else 99


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
    await show(interaction, bot.services.drawing.last_trick(table, UserId(interaction.user.id)))


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
                await shown(self._bot, interaction, table)
                return
            await show_hand(interaction, table, self._drawing.hand(table, user))

    @app_commands.command(description=TEXT["last"])
    async def last(self, interaction: Asked) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_played(interaction))
            await show(interaction, self._drawing.last_trick(table, UserId(interaction.user.id)))

    # Calls

    @app_commands.command(description=TEXT["declare"])
    @app_commands.describe(trumps=OPTION["trumps"])
    async def declare(self, interaction: Asked, trumps: str) -> None:
        async with answered(interaction):
            view = await seen_here(interaction)
            await self._done(interaction, typed_declaration(view, trumps))

    @declare.autocomplete("trumps")
    async def _declarations(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
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
            await self._done(interaction, typed_bid(await seen_here(interaction), bid))

    @bid.autocomplete("bid")
    async def _bids(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
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
        view = await seen_or_none(interaction)
        return discard_offers(view, typed) if view is not None else []

    @app_commands.command(description=TEXT["honours"])
    async def honours(self, interaction: Asked) -> None:
        await self._act(interaction, CallHonours())

    @app_commands.command(description=TEXT["worth"])
    @app_commands.describe(call=CALL_OPTIONS["call"])
    async def worth(self, interaction: Asked, call: str = "") -> None:
        async with answered(interaction):
            view = await seen_here(interaction)
            await show(interaction, worth_screen(view, typed_worth(view, call)))

    @worth.autocomplete("call")
    async def _worths(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
        return worth_offers(view, typed) if view is not None else []

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
                await self._done(interaction, PLAYS[read_card(card).index])
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
            await play(self._bot, interaction, Step(step) if step else Step.GO_ON, wish)

    @play.autocomplete("card")
    async def _cards(self, interaction: Asked, typed: str) -> Offers:
        view = await seen_or_none(interaction)
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

    @app_commands.command(description=TEXT["takeback"])
    async def takeback(self, interaction: Asked) -> None:
        await self._act(interaction, TakeBack())

    @app_commands.command(description=TEXT["cut"])
    @app_commands.describe(at=OPTION["at"])
    async def cut(self, interaction: Asked, at: app_commands.Range[int, 4, 48] = 26) -> None:
        await self._act(interaction, CutPack(at, str(interaction.id)))

    # How

    async def _double(self, interaction: Asked, *, first: bool) -> None:
        """Contre or double for the ``first`` doubling, sur contre or redouble for each further one (laws 2.2,
        7.1)."""
        async with answered(interaction):
            view = (await self._tables.get(await table_here(interaction))).view(None)
            settled = view.deal.settled if view.deal is not None and not view.deal.playing else None
            amiss = settled is not None and (settled.level == 0) != first
            if amiss and not await self._tables.was_done(key_of(interaction)):
                raise Refused(Why.DOUBLED_ALREADY) if first else Refused(Why.NOT_DOUBLED_YET)
            await self._done(interaction, Double())

    async def _act(self, interaction: Asked, ask: Request) -> None:
        async with answered(interaction):
            await self._done(interaction, ask)

    async def _done(self, interaction: Asked, ask: Request) -> None:
        """Acts, and shows the hand again unless the asker plays from the panel in their direct messages."""
        table, user = await act_here(interaction, ask), UserId(interaction.user.id)
        if table.state.alone is not None:
            await shown(self._bot, interaction, table)
            return
        person, posting = table.person(user), interaction.client.services.posting
        if isinstance(ask, CutPack) and is_between(table):  # others may have to go on too
            await show_hand(interaction, table, self._drawing.hand(table, user))
        elif person is not None and await posting.plays_in_private(SlotKey(table.id, panel(person))):
            await whisper(interaction, _note(ask, table.view(None)))
        else:
            screen = self._drawing.hand(table, user, _note(ask, table.view(None)))
            await show_hand(interaction, table, screen)


def _note(ask: Request, after: SeatView) -> str:
    """What has just been done."""
    if isinstance(ask, Bid):
        return BID_MADE(bid=bid_at(ask, words_of(after.table.game)))
    if isinstance(ask, TakeBack):
        return IS_ASKED() if after.deal is not None and after.deal.claim is not None else IS_BACK()
    if stage(after) in (Stage.DECLARING, Stage.DOUBLING):
        return done_note(ask, after.table.game)
    noted = CALL_NOTES.get(type(ask))
    return noted() if noted is not None else done_note(ask, after.table.game)
