"""Opening a score sheet: who sits where, chosen from Discord's list of users, with guests added by name."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.discord_api.layout import form
from bot.errors import AppRefused, AppWhy, NotAPlayer, SheetHere, UnknownPress
from bot.preferences import of_sheet
from bot.sheets.service import Player, ScoreSheets
from cogs.answers import Asked, key_of, redraw, show
from cogs.finding import check_permissions
from cogs.refusals import worded
from ports.records import Place, UserId
from rules.errors import Refusal
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.seats import BySeat, Seat
from rules.sheet.errors import SheetError
from screens.reading import read_guest
from screens.scorebook import (
    Seating,
    SeatsPress,
    Sitting,
    guest_form,
    no_seats_screen,
    opened_screen,
    seated,
    seating_of,
    seats_screen,
)
from screens.screen import Screen
from screens.sheets import ScorePress
from screens.words import scorebook as words
from screens.words.games.all_games import words_of
from screens.words.names import ON_PAPER


def guest(typed: str) -> str | None:
    """The name of a guest; None if the field was emptied. Raises AppWhy.NO_NAME, AppWhy.NOT_PICKED."""
    if not typed.strip():
        return None
    name = read_guest(typed)
    if name is None:
        raise AppRefused(AppWhy.NOT_PICKED) if "@" in typed else AppRefused(AppWhy.NO_NAME)
    return name


def players(sitting: BySeat[Sitting], bots: frozenset[int]) -> dict[Seat, Player]:
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


IN_MEMORY: Final = 1000


async def open_seats(interaction: Asked, sheets: ScoreSheets, seating: Seating) -> None:
    """The seats pad; if everybody has been named, the sheet itself. Raises SheetHere, NotAllowed,
    AppWhy.ONLY_IN_SERVERS, TooManyOpen."""
    check_permissions(interaction)
    assert interaction.channel_id is not None
    if await sheets.is_occupied(interaction.channel_id):
        raise SheetHere
    screen = seats_screen(seating)
    if seating.is_full:
        try:
            screen = await _opened(interaction, sheets, seating)
        except (SheetError, NotAPlayer) as refusal:
            screen = seats_screen(seating, worded(refusal, ON_PAPER))
    await show(interaction, screen)


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
                    await interaction.response.send_modal(form(guest_form(seating, press.seat)))
                    return
                case "drop":
                    self._forget(interaction)
                    await redraw(interaction, no_seats_screen())
                    return
                case "open":
                    screen = await _opened(interaction, self._sheets, seating)
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
        kept = self._seatings.get(message.id) or seating_of(_ids(message.components))
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
    data: Mapping[str, object] = interaction.data or {}
    values = data.get("values")
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    match press.verb:
        case "game" if chosen and chosen[0] in GAMES:
            return replace(seating, game=chosen[0])
        case "user" if press.seat is not None:
            if not chosen:
                return seated(seating, press.seat, None)
            if int(chosen[0]) in _bots(interaction):
                raise NotAPlayer
            return seated(seating, press.seat, int(chosen[0]))
        case "name" if press.seat is not None:
            after = seated(seating, press.seat, guest(_written(data)))
            players(after.sitting, frozenset())
            return after
    raise UnknownPress


async def _opened(interaction: Asked, sheets: ScoreSheets, seating: Seating) -> Screen:
    """Opens the sheet; what the opener sees then."""
    check_permissions(interaction)
    assert interaction.guild_id is not None and interaction.channel_id is not None
    sitting = players(seating.sitting, _bots(interaction))
    place, keeper = Place(interaction.guild_id, interaction.channel_id), UserId(interaction.user.id)
    house = await interaction.client.services.preferences.of_server(place.guild)
    sheet = await sheets.open(place, seating.game, of_sheet(house), sitting, keeper, by=key_of(interaction))
    page = sheet.state.view.page
    enter = ScorePress("enter", sheet.id, page.number, page.turn)
    return opened_screen(words.OPENED_NOTE(game=words_of(seating.game).name), str(enter))


def _bots(interaction: Asked) -> frozenset[int]:
    """Those who cannot play: this bot, and others among the users whom Discord names."""
    data: Mapping[str, object] = interaction.data or {}
    resolved = data.get("resolved")
    users = resolved.get("users") if isinstance(resolved, dict) else None
    named = users if isinstance(users, dict) else {}
    bots = {int(key) for key, one in named.items() if isinstance(one, dict) and one.get("bot")}
    own = interaction.client.user
    return frozenset(bots | ({own.id} if own is not None else set()))


def _written(data: Mapping[str, object]) -> str:
    """What stands in the one field of a form."""
    fields = data.get("components")
    for one in fields if isinstance(fields, list) else []:
        field = one.get("component") if isinstance(one, dict) else None
        if isinstance(field, dict):
            return str(field.get("value") or "")
    raise UnknownPress


def _ids(components: Sequence[object]) -> Iterator[str]:
    """The ids of everything on a message that can be pressed."""
    for one in components:
        custom_id = getattr(one, "custom_id", None)
        if isinstance(custom_id, str):
            yield custom_id
        yield from _ids(getattr(one, "children", ()))
