"""``/score``: keeping the score of rubbers played with real cards, at any game.

One command enters a deal of every game. All its parts are optional: the game of the sheet refuses what it
does not need and asks for what is missing. A command for each kind of deal would be more to learn, and could
be used on the wrong sheet. Autocomplete offers what the game of the sheet takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import NoSuchSheet, UnknownPress, YourSheetIsAdjourned
from bot.sheets.service import OpenSheet, Turn, page_slot
from bot.streams.open_stream import Recent
from cogs.answers import show_message
from cogs.choices import values_of
from cogs.errors import answered, whisper
from cogs.finding import check_permissions
from cogs.interactions import Asked, key_of
from cogs.registry import press
from cogs.score_pad import ScorePads, SeatsPads, choose_deal, open_filled, open_pad, open_seats
from cogs.typed import ScoreCardEntry, matching, score_card_entry, typed_on_sheet
from rules.errors import Refusal
from rules.games.all_games import GAMES
from rules.games.variant import Choice, penalties
from rules.seats import BySeat, Seat, Side
from rules.sheet.deals import Given, form_of, matter_on_a_sheet
from rules.sheet.errors import NotUnderstood, Part, SheetError, SheetRefused, SheetWhy
from rules.sheet.events import CloseSheet, Confirm, Enter, Next, Reject, SheetRequest, TakeBack
from rules.sheet.sheet import Sheet
from rules.table.requests import SetOption
from screens.pad_draft import PAD_VERBS, PadPress
from screens.reading import read_held, read_revokes, read_seats, read_side
from screens.scorebook import SEATS_VERBS, Seating, SeatsPress, Sitting, undone
from screens.sheets import SCORE_BUTTONS, ScorePress
from screens.words import scorebook as words
from screens.words.commands import STAYS_NOTE
from screens.words.games.all_games import words_of
from screens.words.names import ON_PAPER
from screens.words.options import label
from storage.ports.records import SlotKey, TableId, UserId
from storage.ports.storage import StorageError

SHOWN_DOUBLINGS: Final = range(7)
MOST_DOUBLINGS: Final = 1000
"""No evening hears a longer chain of contres."""

SIDE_CHOICES: Final = [app_commands.Choice(name=ON_PAPER.side(side), value=side.value) for side in Side]
BY_CHOICES: Final = [
    *SIDE_CHOICES,
    *(app_commands.Choice(name=ON_PAPER.seat(seat), value=seat.letter) for seat in Seat),
]

Offered = list[app_commands.Choice[str]]
Value = TypeVar("Value")


@dataclass
class Reading:
    """Reads fields one by one. ``refusal`` is the first that met one; that field is left out."""

    refusal: Refusal | None = None

    def read_text(self, text: str | None, reader: Callable[[str], Value]) -> Value | None:
        if not text:
            return None
        try:
            return reader(text)
        except Refusal as refusal:
            self.refusal = self.refusal or refusal
            return None

    def agreed(self, written: Value | None, told: Value | None) -> Value | None:
        """What stood beside the declaration or in an option of its own, and where in both, alike."""
        if written is not None and told is not None and written != told:
            self.refusal = self.refusal or NotUnderstood(Part.DECLARED)
        return told if told is not None else written


def typed_deal(
    of: Sheet,
    *,
    declared: str | None,
    by: str | None,
    tricks: int | None,
    doublings: int | None,
    honours: str | None,
    aces: str | None,
    chicane: str | None,
    revokes: str | None,
    called: str | None,
) -> tuple[Given, Refusal | None]:
    """What was typed of a deal, and why a part of it could not be read."""
    reading = Reading()
    entry = reading.read_text(declared, lambda text: score_card_entry(of.variant, of.view.game, text))
    entry = entry or ScoreCardEntry()
    given = Given(
        declared=entry.saying,
        by=reading.agreed(entry.side, reading.read_text(by, read_side)),
        tricks=reading.agreed(entry.tricks, tricks),
        doublings=reading.agreed(entry.doublings, doublings),
        honours=reading.read_text(honours, lambda text: read_held(text, Part.HONOURS)),
        aces=reading.read_text(aces, lambda text: read_held(text, Part.ACES)),
        voids=reading.read_text(chicane, read_seats) or (),
        revokes=reading.read_text(revokes, read_revokes) or (),
        called=reading.read_text(called, lambda text: read_side(text, Part.CALLED)),
    )
    return given, reading.refusal


# While somebody types


def declarations_like(of: Sheet, typed: str) -> Offered:
    variant, game = of.variant, of.view.game
    form = form_of(variant)
    names = {form.meant(one): words.bid_name(one) for one in form.sayings}

    def meaning(text: str) -> str:
        return names.get(form.meant(typed_on_sheet(variant, game, text)), "")

    return matching([(name, name) for name in names.values()], typed, meaning)


def doublings_like(of: Sheet, typed: str) -> list[app_commands.Choice[int]]:
    """The first few numbers, and whatever number is typed. Pressing Tab takes the first that is offered."""
    if not form_of(of.variant).doublings:
        return []
    said, number = words_of(of.view.game), typed.strip()
    longer = [int(number)] if re.fullmatch("[0-9]{1,4}", number) else []
    levels = [one for one in dict.fromkeys((*SHOWN_DOUBLINGS, *longer)) if one <= MOST_DOUBLINGS]
    return matching([(words.doublings_name(one, said), one) for one in levels], number)


def revokes_like(of: Sheet, typed: str) -> Offered:
    offered = [
        (words.revoke_name(ON_PAPER, side, one), f"{side.value} {words.PENALTY_WORDS[one]}")
        for side in Side
        for one in penalties(of.variant, side, None)
    ]
    return matching(offered, typed)


def echoed(typed: str, part: Part) -> Offered:
    """How the text typed so far is understood; empty while it is not."""
    try:
        held = read_held(typed, part)
    except SheetError:
        return []
    if held is None:
        return [app_commands.Choice(name=words.NONE_HELD(), value=typed.strip()[:100])]
    named: list[tuple[str, int]] = [(ON_PAPER.seat(seat), count) for seat, count in held.hands]
    named += [(ON_PAPER.side(side), count) for side, count in held.sides]
    return [app_commands.Choice(name=words.held_name(named), value=typed.strip()[:100])]


TEXT, OPTION = words.SCORE_COMMANDS, words.SCORE_OPTIONS

GAME_CHOICES = [app_commands.Choice(name=words_of(key).name, value=key) for key in GAMES]


class ScoreCommands(commands.GroupCog, group_name="score", group_description=TEXT["score"]):
    def __init__(self, bot: Biritch) -> None:
        self._sheets = bot.services.sheets
        self._adjourning = bot.services.adjourning
        self._posting = bot.services.posting
        self._drawing = bot.services.drawing
        self._pads = ScorePads(bot.services.sheets)
        self._seats = SeatsPads(bot.services.sheets)
        self._undone = Recent[int, str]()  # by interaction: it may be delivered again, and is answered alike

    @app_commands.command(name="open", description=TEXT["score open"])
    @app_commands.describe(**{key: OPTION[key] for key in ("game", "north", "east", "south", "west")})
    @app_commands.choices(game=GAME_CHOICES)
    async def open_sheet(
        self,
        interaction: Asked,
        game: str,
        north: discord.User | None = None,
        east: discord.User | None = None,
        south: discord.User | None = None,
        west: discord.User | None = None,
    ) -> None:
        """Where people are still to be named, the seats pad asks for them."""
        async with answered(interaction):
            users = (north, east, south, west)
            named = BySeat[Sitting](*(one.id if one is not None else None for one in users))
            await open_seats(interaction, self._sheets, Seating(game, named))

    @app_commands.command(name="option", description=TEXT["score option"])
    @app_commands.describe(name=OPTION["name"], value=OPTION["value"])
    async def option(self, interaction: Asked, name: str, value: str) -> None:
        await self._write_on_sheet(interaction, SetOption(name, value), words.OPTION_SET())

    @option.autocomplete("name")
    async def _options(self, interaction: Asked, typed: str) -> Offered:
        return matching([(label(one.key), one.key) for one in await self._choices(interaction)], typed)

    @option.autocomplete("value")
    async def _values(self, interaction: Asked, typed: str) -> Offered:
        named = getattr(interaction.namespace, "name", None)
        choice = next((one for one in await self._choices(interaction) if one.key == named), None)
        if choice is None:
            return []
        return values_of(choice, typed)

    async def _choices(self, interaction: Asked) -> tuple[Choice, ...]:
        """The options that may be chosen on this channel's sheet."""
        sheet = await self._quietly(interaction)
        return matter_on_a_sheet(sheet.state.rules) if sheet is not None else ()

    @app_commands.command(name="deal", description=TEXT["score deal"])
    @app_commands.describe(**{part.value: OPTION[part.value] for part in Part})
    @app_commands.choices(by=BY_CHOICES, called=SIDE_CHOICES)
    async def enter_deal(
        self,
        interaction: Asked,
        declared: str | None = None,
        by: str | None = None,
        tricks: app_commands.Range[int, 0, 99] | None = None,
        doublings: app_commands.Range[int, 0, MOST_DOUBLINGS] | None = None,
        honours: str | None = None,
        aces: str | None = None,
        chicane: str | None = None,
        revokes: str | None = None,
        called: str | None = None,
    ) -> None:
        """A deal that is refused comes back on a pad, with everything that could be read."""
        async with answered(interaction):
            sheet = await self._sheets.get(await self._here(interaction))
            given, refusal = typed_deal(
                sheet.state,
                declared=declared,
                by=by,
                tricks=tricks,
                doublings=doublings,
                honours=honours,
                aces=aces,
                chicane=chicane,
                revokes=revokes,
                called=called,
            )
            if refusal is None:
                try:
                    sheet = await self._ask_sheet(interaction, Enter(given))
                except SheetError as error:
                    refusal = error
            if refusal is not None:
                await open_filled(interaction, sheet, given, refusal)
            else:
                await whisper(interaction, words.ENTERED_NOTE(number=len(sheet.state.view.page.deals)))

    @enter_deal.autocomplete("declared")
    async def _declarations(self, interaction: Asked, typed: str) -> Offered:
        sheet = await self._quietly(interaction)
        return declarations_like(sheet.state, typed) if sheet is not None else []

    @enter_deal.autocomplete("doublings")
    async def _doublings(self, interaction: Asked, typed: int | str) -> list[app_commands.Choice[int]]:
        sheet = await self._quietly(interaction)
        return doublings_like(sheet.state, str(typed)) if sheet is not None else []

    @enter_deal.autocomplete("honours")
    async def _honours_offered(self, interaction: Asked, typed: str) -> Offered:
        return echoed(typed, Part.HONOURS)

    @enter_deal.autocomplete("aces")
    async def _aces(self, interaction: Asked, typed: str) -> Offered:
        return echoed(typed, Part.ACES)

    @enter_deal.autocomplete("revokes")
    async def _revokes_offered(self, interaction: Asked, typed: str) -> Offered:
        sheet = await self._quietly(interaction)
        return revokes_like(sheet.state, typed) if sheet is not None else []

    @app_commands.command(name="pad", description=TEXT["score pad"])
    @app_commands.describe(correct=OPTION["correct"], rubber=OPTION["rubber"])
    async def pad(
        self,
        interaction: Asked,
        correct: bool = False,
        rubber: app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        """A pad for the next deal or, to ``correct``, the choice of an earlier one. A rubber is named for
        that alone."""
        async with answered(interaction):
            if correct or rubber is not None:
                await choose_deal(interaction, self._sheets, await self._here(interaction), rubber)
            else:
                await open_pad(interaction, self._sheets, await self._here(interaction))

    @app_commands.command(name="undo", description=TEXT["score undo"])
    async def undo(self, interaction: Asked) -> None:
        async with answered(interaction):
            sheet_id, user = await self._here(interaction), UserId(interaction.user.id)
            before = (await self._sheets.get(sheet_id)).state.view
            as_seen = Turn(before.page.number, before.page.turn)  # else another deal might be taken back
            sheet = await self._sheets.act(sheet_id, user, TakeBack(), turn=as_seen, key=key_of(interaction))
            note = self._undone.setdefault(interaction.id, undone(before, sheet.state.view))
            await whisper(interaction, note)

    @app_commands.command(name="sheet", description=TEXT["score sheet"])
    @app_commands.describe(rubber=OPTION["rubber"], deal=OPTION["deal"], below=OPTION["below"])
    async def sheet(
        self,
        interaction: Asked,
        rubber: app_commands.Range[int, 1, 9999] | None = None,
        deal: app_commands.Range[int, 1, 9999] | None = None,
        below: bool = False,
    ) -> None:
        async with answered(interaction):
            sheet = await self._sheets.get(await self._brought(interaction))
            pages = len(sheet.state.view.pages)
            number = rubber or pages
            if number > pages:
                raise SheetRefused(SheetWhy.NO_SUCH_RUBBER)
            await show_message(interaction, await self._drawing.full_page(sheet, number, first=deal))
            if below and not await self._posting.post_again(SlotKey(sheet.id, page_slot(number))):
                await whisper(interaction, STAYS_NOTE())

    @app_commands.command(name="confirm", description=TEXT["score confirm"])
    @app_commands.describe(rubber=OPTION["rubber"], reject=OPTION["reject"])
    async def confirm(
        self,
        interaction: Asked,
        rubber: app_commands.Range[int, 1, 9999] | None = None,
        reject: bool = False,
    ) -> None:
        if reject:
            await self._write_on_sheet(interaction, Reject(rubber), words.REJECTED())
        else:
            await self._write_on_sheet(interaction, Confirm(rubber), words.CONFIRMED())

    @app_commands.command(name="next", description=TEXT["score next"])
    async def next(self, interaction: Asked) -> None:
        await self._write_on_sheet(interaction, Next(), words.NEXT_PAGE())

    @app_commands.command(name="close", description=TEXT["score close"])
    async def close_sheet(self, interaction: Asked) -> None:
        """May be used by those who may write on the sheet, and by moderators."""
        async with answered(interaction):
            moderator = interaction.guild_id is not None and interaction.permissions.manage_messages
            who = None if moderator else UserId(interaction.user.id)
            sheet_id = await self._to_close(interaction)
            sheet = await self._sheets.act(sheet_id, who, CloseSheet(), key=key_of(interaction))
            await whisper(interaction, words.closing_note(closed=sheet.closed))

    async def _write_on_sheet(self, interaction: Asked, ask: SheetRequest, note: str) -> None:
        async with answered(interaction):
            await self._ask_sheet(interaction, ask)
            await whisper(interaction, note)

    async def _ask_sheet(self, interaction: Asked, ask: SheetRequest) -> OpenSheet:
        who = UserId(interaction.user.id)
        return await self._sheets.act(await self._here(interaction), who, ask, key=key_of(interaction))

    async def _brought(self, interaction: Asked) -> TableId:
        """This channel's sheet; where it has none, the asker's in this server that has been adjourned longest
        is brought here. Raises NoSuchSheet, NotAllowed."""
        assert interaction.channel_id is not None
        sheet_id = self._sheets.stream_in(interaction.channel_id)
        if sheet_id is None:
            lost = await self._lost(interaction)
            if not lost:
                raise NoSuchSheet
            sheet_id = lost[0]
            check_permissions(interaction)
            await self._sheets.bring(sheet_id, interaction.channel_id)
        await self._adjourning.go_on(sheet_id)
        return sheet_id

    async def _to_close(self, interaction: Asked) -> TableId:
        """This channel's sheet; in direct messages the asker's that has been adjourned longest. Raises
        NoSuchSheet."""
        if interaction.guild_id is None:
            theirs = await self._sheets.adjourned_of(UserId(interaction.user.id))
            if theirs:
                return theirs[0].id
        return await self._here(interaction)

    async def _here(self, interaction: Asked) -> TableId:
        """This channel's sheet. Raises NoSuchSheet."""
        assert interaction.channel_id is not None
        sheet_id = self._sheets.stream_in(interaction.channel_id)
        if sheet_id is None:  # unless this has closed it, and is delivered again
            sheet_id = await self._sheets.done_on(key_of(interaction))
        if sheet_id is None:
            raise YourSheetIsAdjourned if await self._lost(interaction) else NoSuchSheet
        return sheet_id

    async def _lost(self, interaction: Asked) -> list[TableId]:
        """The asker's sheets in this server that are adjourned, the longest first."""
        theirs = await self._sheets.adjourned_of(UserId(interaction.user.id))
        return [one.id for one in theirs if one.place.guild == interaction.guild_id]

    async def _quietly(self, interaction: Asked) -> OpenSheet | None:
        """This channel's sheet if it has one, for autocomplete, which refuses nothing."""
        assert interaction.channel_id is not None
        sheet_id = self._sheets.stream_in(interaction.channel_id)
        with suppress(Refusal, StorageError):
            return await self._sheets.get(sheet_id) if sheet_id is not None else None
        return None

    @press(*(f"sheet-{verb}" for verb in SCORE_BUTTONS))
    async def on_sheet(self, interaction: Asked, pressed: ScorePress) -> None:
        """Shows the whole page or a pad, or does what the button says if the page is as it was drawn."""
        sheet_id = TableId(pressed.sheet)
        match pressed.verb:
            case "show":
                sheet = await self._sheets.get(sheet_id)
                await show_message(interaction, await self._drawing.full_page(sheet, pressed.rubber))
            case "enter":
                self._pads.forget_draft(interaction)
                await open_pad(interaction, self._sheets, sheet_id)
            case "correct":
                await choose_deal(interaction, self._sheets, sheet_id, pressed.rubber)
            case _:
                request, note = _score_request(pressed)
                turn = Turn(pressed.rubber, pressed.turn)
                user, key = UserId(interaction.user.id), key_of(interaction)
                before = (await self._sheets.get(sheet_id)).state.view
                sheet = await self._sheets.act(sheet_id, user, request, turn=turn, key=key)
                if request == TakeBack():
                    note = self._undone.setdefault(interaction.id, undone(before, sheet.state.view))
                await whisper(interaction, note or words.closing_note(closed=sheet.closed))

    @press(*(f"pad-{verb}" for verb in PAD_VERBS))
    async def on_pad(self, interaction: Asked, pressed: PadPress) -> None:
        await self._pads.pressed(interaction, pressed)

    @press(*(f"seats-{verb}" for verb in SEATS_VERBS))
    async def on_seats(self, interaction: Asked, pressed: SeatsPress) -> None:
        await self._seats.pressed(interaction, pressed)


def _score_request(press: ScorePress) -> tuple[SheetRequest, str]:
    """With what is said of it; nothing of what is seen only afterwards."""
    match press.verb:
        case "undo":
            return TakeBack(), ""
        case "confirm":
            return Confirm(press.rubber), words.CONFIRMED()
        case "next":
            return Next(), words.NEXT_PAGE()
        case "reject":
            return Reject(press.rubber), words.REJECTED()
        case "close":
            return CloseSheet(), ""
    raise UnknownPress
