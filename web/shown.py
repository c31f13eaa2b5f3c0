"""What one page shows of a table, drawn for its person: the cloth while there are cards, else the screen that
Discord would show; and over it a sheet. It is drawn in parts, of which those are sent that have changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from markupsafe import Markup

from bot.messages.drawing import Drawing, names_at
from bot.tables.open_table import OpenTable
from cogs.pages import commands_at
from rules.frozen import replace
from rules.view import Phase, SeatView
from screens.screen import CardStyle, Form, Offer, Screen, Select
from screens.words import page as words
from screens.words.commands import COMMAND_TEXTS, command_name
from screens.words.games.all_games import words_of
from screens.words.languages import language_spoken, say, spoken
from storage.ports.records import TableId, UserId
from web.cloth import cloth_of
from web.pressing import HandedOver, Looking, is_shown
from web.sheet import (
    COMMAND,
    Called,
    Offered,
    Offers,
    Sheet,
    Shown,
    files_sheet,
    form_sheet,
    kept,
    macro,
    sheet_of,
)

MENU: Final = "menu"
"""The id of the button that opens the list of everything else."""
CLOSE: Final = "close"
"""The id of the button that closes a sheet."""

Drawn = dict[str, tuple[object, Markup]]
"""The parts of one page as they were drawn last, each with what it shows."""


class PageContent(NamedTuple):
    """What one page shows now."""

    language: str
    game: str
    table: TableId
    called: Called
    parts: Mapping[str, Markup]
    offers: Offers
    view: SeatView
    shown: Mapping[str, tuple[Shown, CardStyle]]

    @property
    def html(self) -> str:
        with spoken(self.language):
            return str(macro("table.whole")(self.parts, self.game, self.table, MENU)).strip()

    def html_since(self, before: PageContent | None) -> str:
        """What a page that shows ``before`` has to change: the parts that differ or, if others are there, the
        whole."""
        if before is None or self[:3] != before[:3] or self.parts.keys() != before.parts.keys():
            return self.html
        return "\n".join(html for name, html in self.parts.items() if html != before.parts[name])


def draw_page(
    drawn: Drawn, drawing: Drawing, table: OpenTable, user: UserId, looking: Looking, called: Called
) -> PageContent:
    """What one person's page shows of a table, in the language that is set: the cloth while there are cards,
    else the screen that Discord would show; and over it a sheet."""
    view, names = table.view(user), names_at(table)
    marked = drawing.marks.marked_card(user, table.id, table.state.deals)
    cloth, parts, language = None, dict[str, Markup](), language_spoken()
    offers: dict[str, Offered] = {MENU: Offered()}
    shown: dict[str, tuple[Shown, CardStyle]] = {}

    def is_here(press: object) -> bool:
        return is_shown(press, table.id)

    def keep(sheet: Sheet | None) -> Markup | None:
        if sheet is None:
            return None
        offers.update(sheet.offers)
        shown.update(sheet.shown)
        return sheet.html

    if not view.table.stands_still and not table.adjourned:
        cloth = cloth_of(view, table.id, names, called, marked)
    if cloth is not None:
        panel = drawing.controls(table, user, looking.level)
        controls = keep(sheet_of(panel, called, is_here) if panel.parts else None) or ""
        for name, part in {**cloth.parts, "acts": ("acts", controls)}.items():
            if isinstance(part, Markup):
                parts[name] = part
                continue
            was = drawn.get(name)
            if was is None or was[0] != (language, part):
                what, *shows = part
                was = drawn[name] = (language, part), kept(macro(f"table.{what}"), *shows)
            parts[name] = was[1]
        offers |= {**cloth.offers, **dict.fromkeys((f"last:{table.id}", f"score:{table.id}"), Offered())}
    else:
        lobby = view.table.phase in (Phase.FORMING, Phase.CLOSED) and table.state.alone is None
        screen = (
            drawing.table_screen(table) if lobby and not table.adjourned else drawing.hand_screen(table, user)
        )
        if view.table.result_stands:
            screen = replace(screen, parts=(*drawing.result_that_stands(table).parts, *screen.parts))
        parts["below"] = macro("table.below")(keep(sheet_of(screen, called, is_here)), MENU)
    sheet = None
    match looking.sheet:
        case Screen():
            sheet = sheet_of(looking.sheet, called, is_here, over=True)
        case Form():
            sheet = form_sheet(looking.sheet)
        case HandedOver(sentence, files):
            sheet = files_sheet(sentence, files, called)
    over = macro("table.over")
    parts["over"] = over(keep(sheet), CLOSE) if sheet is not None else kept(over, None, CLOSE)
    game = words_of(view.table.game).name
    return PageContent(language, game, table.id, called, parts, offers, view, shown)


def menu_screen(table: OpenTable) -> Screen:
    """What else there is, as commands."""
    offers = [
        Offer(one, f"/{' '.join(map(command_name, one.split()))}", say(COMMAND_TEXTS[one]))
        for one in commands_at(table)
    ]
    return Screen((Select(COMMAND, words.MORE_HERE(), tuple(offers)),))
