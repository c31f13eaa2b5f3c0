"""The pads of a score sheet: who sits where when one is opened, from Discord's list of users and with guests
added by name; and what is chosen of a deal, until it is written down.

A pad is a message for the person who opened it alone. All that has been chosen stands in its buttons, so it
goes on after a restart. Taps that come before the pad has been redrawn are added to what was chosen last,
which is kept in memory for that; without it such a tap would undo the one before.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from bot.errors import AppRefused, AppWhy, NotAPlayer, PageTurned, SheetHere, UnknownPress
from bot.messages.drawing import names_at
from bot.preferences import of_sheet
from bot.sheets.service import OpenSheet, Player, ScoreSheets, Turn
from cogs.answers import open_form, redraw, show_message
from cogs.finding import check_permissions
from cogs.interactions import Asked, chosen_values, key_of
from cogs.panels import answer_on_own_copy, pressable_ids
from cogs.refusals import worded
from rules.errors import Refusal
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.seats import BySeat, Seat
from rules.sheet.deals import Given
from rules.sheet.errors import SheetError, SheetRefused, SheetWhy
from rules.sheet.events import Correct, Enter, SheetRequest
from rules.sheet.page import SheetView
from screens.pad import Pad, pad_screen, pick_screen, put_away_screen, rare_form, told_of, written_screen
from screens.pad_draft import Draft, PadPress, draft_after, draft_given, draft_of, reckoned_draft
from screens.reading import read_guest
from screens.scorebook import (
    Seating,
    SeatsPress,
    Sitting,
    guest_form,
    no_seats_screen,
    opened_screen,
    seating_of,
    seats_screen,
    with_sitter,
)
from screens.screen import Screen
from screens.sheets import ScorePress
from screens.words import pad as words
from screens.words.games.all_games import words_of
from screens.words.names import ON_PAPER
from screens.words.scorebook import OPENED_NOTE
from storage.ports.records import Place, TableId, UserId

log = logging.getLogger(__name__)

IN_MEMORY: Final = 1000
"""Pads of each sort whose last choice is kept, the last used."""


def guest(typed: str) -> str | None:
    """The name of a guest; None if the field was emptied. Raises AppWhy.NO_NAME, AppWhy.NOT_PICKED."""
    if not typed.strip():
        return None
    name = read_guest(typed)
    if name is None:
        raise AppRefused(AppWhy.NOT_PICKED) if "@" in typed else AppRefused(AppWhy.NO_NAME)
    return name


def players_by_seat(sitting: BySeat[Sitting], bots: frozenset[int]) -> dict[Seat, Player]:
    """The player of each seat that is taken. Raises NotAPlayer for a bot, and AppWhy.SAME_NAME."""
    guests = [who.casefold() for who in sitting if isinstance(who, str)]
    if len(set(guests)) < len(guests):
        raise AppRefused(AppWhy.SAME_NAME)
    if any(isinstance(who, int) and who in bots for who in sitting):
        raise NotAPlayer
    taken: dict[Seat, Player] = {}
    for seat, who in sitting.items():
        if isinstance(who, int):
            taken[seat] = UserId(who)
        elif who is not None:
            taken[seat] = who
    return taken


async def open_seats(interaction: Asked, sheets: ScoreSheets, seating: Seating) -> None:
    """The seats pad; if everybody has been named, the sheet itself. Raises SheetHere, NotAllowed,
    AppWhy.ONLY_IN_SERVERS, TooManyOpen."""
    check_permissions(interaction)
    assert interaction.channel_id is not None
    if await sheets.is_occupied(interaction.channel_id) and not await sheets.was_done(key_of(interaction)):
        raise SheetHere
    seating, bots = _without_bots(interaction, seating)
    screen = seats_screen(seating, worded(NotAPlayer(), ON_PAPER) if bots else "")
    if seating.is_full:
        try:
            screen = await _open_sheet(interaction, sheets, seating)
        except SheetError as refusal:
            screen = seats_screen(seating, worded(refusal, ON_PAPER))
    await show_message(interaction, screen)


def _without_bots(interaction: Asked, seating: Seating) -> tuple[Seating, bool]:
    """The seating without them, and whether there was one: of those whom a pad names, a press of a button
    does not tell what they are."""
    bots = _bots(interaction)
    seats = [seat for seat, who in seating.sitting.items() if isinstance(who, int) and who in bots]
    for seat in seats:
        seating = with_sitter(seating, seat, None)
    return seating, bool(seats)


class SeatsPads:
    """What is pressed on the seats pads that people have open."""

    def __init__(self, sheets: ScoreSheets) -> None:
        self._sheets = sheets
        self._seatings: OrderedDict[int, Seating] = OrderedDict()  # by message, for taps that cross

    async def pressed(self, interaction: Asked, press: SeatsPress) -> None:
        seating = self._last(interaction)
        try:
            match press.verb:
                case "guest" if press.seat is not None:
                    await open_form(interaction, guest_form(seating, press.seat))
                    return
                case "drop":
                    self._forget(interaction)
                    await redraw(interaction, no_seats_screen())
                    return
                case "open":
                    screen = await _open_sheet(interaction, self._sheets, seating)
                    self._forget(interaction)
                    await redraw(interaction, screen)
                    return
                case _:
                    seating = _chosen(interaction, press, seating)
        except Refusal as refusal:  # what was chosen stays
            await redraw(interaction, seats_screen(seating, worded(refusal, ON_PAPER)))
            return
        self._keep(interaction, seating)
        await redraw(interaction, seats_screen(seating))

    def _last(self, interaction: Asked) -> Seating:
        message = interaction.message
        if message is None:
            raise UnknownPress
        kept = self._seatings.get(message.id) or seating_of(pressable_ids(message.components))
        if kept is None:
            raise UnknownPress
        return kept

    def _keep(self, interaction: Asked, seating: Seating) -> None:
        if interaction.message is not None:
            self._seatings[interaction.message.id] = seating
            self._seatings.move_to_end(interaction.message.id)
            if len(self._seatings) > IN_MEMORY:
                self._seatings.popitem(last=False)

    def _forget(self, interaction: Asked) -> None:
        if interaction.message is not None:
            self._seatings.pop(interaction.message.id, None)


def _chosen(interaction: Asked, press: SeatsPress, seating: Seating) -> Seating:
    """The seating after a choice or a form that was sent. Raises AppWhy.NO_NAME, AppWhy.NOT_PICKED,
    AppWhy.SAME_NAME, NotAPlayer."""
    chosen = chosen_values(interaction)
    match press.verb:
        case "game" if chosen and chosen[0] in GAMES:
            return replace(seating, game=chosen[0])
        case "user" if press.seat is not None:
            if not chosen:
                return with_sitter(seating, press.seat, None)
            if int(chosen[0]) in _bots(interaction):
                raise NotAPlayer
            return with_sitter(seating, press.seat, int(chosen[0]))
        case "name" if press.seat is not None:
            after = with_sitter(seating, press.seat, guest(_typed(interaction.data or {})))
            players_by_seat(after.sitting, frozenset())
            return after
    raise UnknownPress


async def _open_sheet(interaction: Asked, sheets: ScoreSheets, seating: Seating) -> Screen:
    """Opens the sheet; what the opener sees then."""
    check_permissions(interaction)
    assert interaction.guild_id is not None and interaction.channel_id is not None
    sitting = players_by_seat(seating.sitting, _bots(interaction))
    place, keeper = Place(interaction.guild_id, interaction.channel_id), UserId(interaction.user.id)
    house = await interaction.client.services.preferences.of_server(place.guild)
    sheet = await sheets.open_sheet(
        place, seating.game, of_sheet(house), sitting, keeper, by=key_of(interaction)
    )
    page = sheet.state.view.page
    enter = ScorePress("enter", sheet.id, page.number, page.turn)
    return opened_screen(OPENED_NOTE(game=words_of(seating.game).name), str(enter))


def _bots(interaction: Asked) -> frozenset[int]:
    """Those who cannot play: this bot, and others among the users whom Discord names."""
    data: Mapping[str, object] = interaction.data or {}
    resolved = data.get("resolved")
    users = resolved.get("users") if isinstance(resolved, dict) else None
    named = users if isinstance(users, dict) else {}
    bots = {int(key) for key, one in named.items() if isinstance(one, dict) and one.get("bot")}
    own = interaction.client.user
    return frozenset(bots | ({own.id} if own is not None else set()))


def _typed(data: Mapping[str, object]) -> str:
    """What stands in the one field of a form."""
    fields = data.get("components")
    for one in fields if isinstance(fields, list) else []:
        field = one.get("component") if isinstance(one, dict) else None
        if isinstance(field, dict):
            return str(field.get("value") or "")
    raise UnknownPress


async def open_pad(interaction: Asked, sheets: ScoreSheets, sheet_id: TableId) -> None:
    """A pad for the next deal, in place of the private message that was pressed if there is one. Raises a
    SheetError."""
    sheet = await sheets.get(sheet_id)
    _check_may_write(sheet, interaction)
    view = sheet.state.view
    if view.page.ended is not None:
        raise SheetRefused(SheetWhy.RUBBER_IS_OVER)
    pad = Pad.of_draft(view, sheet.id, view.page.number, Draft())
    await answer_on_own_copy(interaction, pad_screen(pad, names_at(sheet)))


async def open_filled(interaction: Asked, sheet: OpenSheet, given: Given, refusal: Refusal) -> None:
    """A pad with a deal that was typed and refused, and the reason. Raises a SheetError where no deal could
    be entered."""
    _check_may_write(sheet, interaction)
    view = sheet.state.view
    if view.page.ended is not None:
        raise SheetRefused(SheetWhy.RUBBER_IS_OVER)
    draft = draft_given(given, sheet.state.variant)
    pad = Pad.of_draft(view, sheet.id, view.page.number, draft)
    await answer_on_own_copy(interaction, pad_screen(pad, names_at(sheet), worded(refusal, ON_PAPER)))


async def choose_deal(
    interaction: Asked, sheets: ScoreSheets, sheet_id: TableId, rubber: int | None = None
) -> None:
    """The deals of a rubber, or of the last one, to choose from. Raises a SheetError."""
    sheet = await sheets.get(sheet_id)
    _check_may_write(sheet, interaction)
    view = sheet.state.view
    number = rubber or view.page.number
    if number > len(view.pages):
        raise SheetRefused(SheetWhy.NO_SUCH_RUBBER)
    if view.pages[number - 1].counted:
        raise SheetRefused(SheetWhy.ALREADY_COUNTED)
    await answer_on_own_copy(interaction, pick_screen(view, sheet.id, number))


class ScorePads:
    """What is pressed on the pads that people have open."""

    def __init__(self, sheets: ScoreSheets) -> None:
        self._sheets = sheets
        self._drafts: OrderedDict[int, tuple[int, Draft]] = OrderedDict()
        """By message: the last press, and what had been chosen with it."""

    def forget_draft(self, interaction: Asked) -> None:
        """A pad ends, or begins anew, in this message."""
        if interaction.message is not None:
            self._drafts.pop(interaction.message.id, None)

    async def pressed(self, interaction: Asked, press: PadPress) -> None:
        """What has been pressed or chosen on a pad."""
        sheet = await self._sheets.get(TableId(press.leaf.sheet))
        view, rubber = sheet.state.view, press.leaf.rubber
        if rubber > len(view.pages):
            raise PageTurned
        match press.verb:
            case "drop":
                self.forget_draft(interaction)
                await redraw(interaction, put_away_screen())
            case "list":
                start = int(press.what) if press.what.isdecimal() else 0
                await redraw(interaction, pick_screen(view, sheet.id, rubber, start))
            case "pick":
                await self._picked(interaction, sheet, rubber)
            case "write":
                await self._write_deal(interaction, sheet, press)
            case "more" if press.what == "1" and await self._in_form(interaction, sheet, press):
                pass
            case verb:
                what = (press.what,) if press.what else _values_sent(interaction)
                draft = self._chosen(interaction, press, verb, what)
                await self._show(interaction, sheet, rubber, draft, _meanwhile(press, view))

    async def _in_form(self, interaction: Asked, sheet: OpenSheet, press: PadPress) -> bool:
        """Opens the form of what is rare. False where there is none, or Discord takes none: then it is not
        tried for a day."""
        draft = self._last(interaction, press)
        if _is_gone(sheet.state.view, press.leaf.rubber, draft):
            return False
        pad = Pad.of_draft(sheet.state.view, sheet.id, press.leaf.rubber, draft)
        asked = rare_form(replace(pad, leaf=press.leaf))
        return asked is not None and await open_form(interaction, asked)

    async def _picked(self, interaction: Asked, sheet: OpenSheet, rubber: int) -> None:
        picked = _values_sent(interaction)
        deals = sheet.state.view.pages[rubber - 1].deals
        number = int(picked[0]) if picked and picked[0].isdecimal() else 0
        if not 1 <= number <= len(deals):
            raise SheetRefused(SheetWhy.NO_SUCH_DEAL)
        draft = draft_of(deals[number - 1].told, sheet.state.variant, number)
        await self._show(interaction, sheet, rubber, draft)

    async def _write_deal(self, interaction: Asked, sheet: OpenSheet, press: PadPress) -> None:
        """Writes the deal down. If that is refused the pad says why, and keeps what was chosen."""
        draft, leaf = self._last(interaction, press), press.leaf
        if _is_gone(sheet.state.view, leaf.rubber, draft):
            await self._show(interaction, sheet, leaf.rubber, draft)
            return
        user, turn = UserId(interaction.user.id), Turn(leaf.rubber, leaf.turn, leaf.arranged)
        pad = Pad.of_draft(sheet.state.view, sheet.id, leaf.rubber, draft)
        try:
            sheet = await self._sheets.act(
                sheet.id, user, _deal_request(pad), turn=turn, key=key_of(interaction)
            )
        except PageTurned:
            await self._sheet_changed(interaction, await self._sheets.get(sheet.id), press, draft)
            return
        except Refusal as refusal:
            await self._show(interaction, sheet, leaf.rubber, draft, worded(refusal, ON_PAPER))
            return
        self.forget_draft(interaction)
        deal = draft.deal or len(sheet.state.view.pages[leaf.rubber - 1].deals)
        said = words.CHANGED(number=deal) if draft.deal else words.WRITTEN(number=deal)
        await redraw(interaction, _written_screen(sheet, leaf.rubber, deal, said))

    async def _sheet_changed(
        self, interaction: Asked, sheet: OpenSheet, press: PadPress, draft: Draft
    ) -> None:
        """The sheet has changed since the pad was drawn. A deal that stands there as it was chosen has been
        written already: by a first tap of two, or by somebody else."""
        view, rubber = sheet.state.view, press.leaf.rubber
        deals = view.pages[rubber - 1].deals
        deal = draft.deal or len(deals)
        if 1 <= deal <= len(deals) and press.leaf.turn < view.pages[rubber - 1].turn:
            before = replace(draft, deal=deal)
            if told_of(Pad.of_draft(view, sheet.id, rubber, before)) == deals[deal - 1].told:
                await redraw(
                    interaction, _written_screen(sheet, rubber, deal, words.WRITTEN_ALREADY(number=deal))
                )
                return
        onto = rubber if draft.deal else view.page.number
        await self._show(interaction, sheet, onto, draft, _meanwhile(press, view))

    async def _show(
        self, interaction: Asked, sheet: OpenSheet, rubber: int, draft: Draft, note: str = ""
    ) -> None:
        """The pad, or the deals that are left where the one which is corrected has been taken back."""
        view = sheet.state.view
        if _is_gone(view, rubber, draft):
            self.forget_draft(interaction)
            left = pick_screen(view, sheet.id, rubber, note=words.TAKEN_BACK(number=draft.deal))
            await answer_on_own_copy(interaction, left)
            return
        pad = Pad.of_draft(view, sheet.id, rubber, draft)
        self._keep(interaction, pad.draft)
        await answer_on_own_copy(interaction, pad_screen(pad, names_at(sheet), note))

    def _chosen(self, interaction: Asked, press: PadPress, verb: str, what: tuple[str, ...]) -> Draft:
        """The draft after this press, which is taken once though it may be delivered twice."""
        draft = self._last(interaction, press)
        known = self._known(interaction)
        return draft if known is not None and known[0] == interaction.id else draft_after(draft, verb, what)

    def _last(self, interaction: Asked, press: PadPress) -> Draft:
        """What was chosen last on this pad, though it may not have been redrawn yet."""
        known = self._known(interaction)
        return known[1] if known is not None and known[1].deal == press.draft.deal else press.draft

    def _known(self, interaction: Asked) -> tuple[int, Draft] | None:
        return self._drafts.get(interaction.message.id) if interaction.message is not None else None

    def _keep(self, interaction: Asked, draft: Draft) -> None:
        """Before the answer is sent, since the next tap may come meanwhile."""
        if interaction.message is None:
            return
        self._drafts[interaction.message.id] = interaction.id, draft
        self._drafts.move_to_end(interaction.message.id)
        if len(self._drafts) > IN_MEMORY:
            self._drafts.popitem(last=False)


def _deal_request(pad: Pad) -> SheetRequest:
    """Raises a SheetError if the deal is not complete."""
    given, _, _ = reckoned_draft(pad.draft, pad.variant, pad.standing)
    if pad.draft.deal:
        return Correct(pad.leaf.rubber, pad.draft.deal, given)
    return Enter(given)


def _is_gone(view: SheetView, rubber: int, draft: Draft) -> bool:
    """Whether the deal that is corrected has been taken back."""
    return draft.deal > len(view.pages[rubber - 1].deals)


def _meanwhile(press: PadPress, view: SheetView) -> str:
    """What has changed on the sheet since the pad was drawn; empty if nothing has."""
    if press.leaf.arranged != view.options_key:
        return words.ARRANGED_MEANWHILE()
    rubber, deal = press.leaf.rubber, press.draft.deal
    turned = press.leaf.turn != view.pages[rubber - 1].turn or (not deal and rubber != view.page.number)
    return words.changed_meanwhile(deal) if turned else ""


def _written_screen(sheet: OpenSheet, rubber: int, deal: int, said: str) -> Screen:
    return written_screen(sheet.state.view, sheet.id, rubber, deal, names_at(sheet), said)


def _check_may_write(sheet: OpenSheet, interaction: Asked) -> None:
    """Raises a SheetError."""
    view: SheetView = sheet.state.view
    if view.closed:
        raise SheetRefused(SheetWhy.SHEET_IS_CLOSED)
    if view.adjourned:
        raise SheetRefused(SheetWhy.SHEET_IS_ADJOURNED)
    person = sheet.person(UserId(interaction.user.id))
    if person is None or not view.may_write(person):
        raise SheetRefused(SheetWhy.NOT_YOUR_SHEET)


def _values_sent(interaction: Asked) -> tuple[str, ...]:
    """What has been chosen in a list, or ticked in a form."""
    data: Mapping[str, object] = interaction.data or {}
    fields = data.get("components")
    if isinstance(fields, list):
        inner = [one.get("component") for one in fields if isinstance(one, dict)]
        return tuple(value for one in inner if isinstance(one, dict) for value in _values_in(one))
    return _values_in(data)


def _values_in(chosen: Mapping[str, object]) -> tuple[str, ...]:
    values = chosen.get("values")
    if not isinstance(values, list):
        raise UnknownPress
    return tuple(str(value) for value in values)
