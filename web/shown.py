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
from screens.screen import CardStyle, Offer, Screen, Select
from screens.words import page as words
from screens.words.commands import COMMAND_TEXTS, command_name
from screens.words.games.all_games import words_of
from screens.words.languages import language_spoken, say, spoken
from storage.ports.records import TableId, UserId
from web.cloth import cloth_of
from web.pressing import Looking
from web.sheet import COMMAND, Called, Offered, Offers, Shown, macro, sheet_of

MENU: Final = "menu"
"""The id of the button that opens the list of everything else."""
CLOSE: Final = "close"
"""The id of the button that closes a sheet."""


class PageContent(NamedTuple):
    """What one page shows now."""

    language: str
    game: str
    table: TableId
    cards: CardStyle
    called: Called
    parts: Mapping[str, Markup]
    offers: Offers
    view: SeatView
    shown: Mapping[str, tuple[Shown, CardStyle]]

    @property
    def html(self) -> str:
        whole = macro("table.whole")
        with spoken(self.language):
            return str(whole(self.parts, self.game, self.table, self.cards.value, MENU)).strip()

    def html_since(self, before: PageContent | None) -> str:
        """What a page that shows ``before`` has to change: the parts that differ or, if others are there, the
        whole."""
        if before is None or self[:4] != before[:4] or self.parts.keys() != before.parts.keys():
            return self.html
        return "\n".join(html for name, html in self.parts.items() if html != before.parts[name])


def draw_page(
    drawing: Drawing, table: OpenTable, user: UserId, looking: Looking, called: Called
) -> PageContent:
    """What one person's page shows of a table, in the language that is set."""
    view, names, language = table.view(user), names_at(table), language_spoken()
    marked = drawing.marks.marked_card(user, table.id, table.state.deals)
    cloth = None
    offers: dict[str, Offered] = {MENU: Offered()}
    if not view.table.stands_still and not table.adjourned:
        cloth = cloth_of(view, table.id, names, called, marked)
    if cloth is not None:
        below = sheet_of(drawing.controls(table, user, looking.level), called, table.id)
        parts = {**cloth.parts, "acts": macro("table.acts")(below.html)}
        offers |= {**cloth.offers, **dict.fromkeys((f"last:{table.id}", f"score:{table.id}"), Offered())}
    else:
        below = sheet_of(_instead_of_cloth(drawing, table, user, view), called, table.id)
        parts = {"below": macro("table.below")(below.html, MENU)}
    over = sheet_of(looking.sheet, called, table.id, over=True)
    parts["over"] = macro("table.over")(over.html, CLOSE)
    offers |= {**below.offers, **over.offers}
    game, shown = words_of(view.table.game).name, {**below.shown, **over.shown}
    return PageContent(language, game, table.id, called.cards, called, parts, offers, view, shown)


def _instead_of_cloth(drawing: Drawing, table: OpenTable, user: UserId, view: SeatView) -> Screen:
    """What Discord would show: the lobby as all see it, else this person's panel, below a result that
    stands."""
    in_lobby = view.table.phase in (Phase.FORMING, Phase.CLOSED) and table.state.alone is None
    if in_lobby and not table.adjourned:
        screen = drawing.table_screen(table)
    else:
        screen = drawing.hand_screen(table, user)
    if view.table.result_stands:
        screen = replace(screen, parts=(*drawing.result_that_stands(table).parts, *screen.parts))
    return screen


def menu_screen(table: OpenTable) -> Screen:
    """What else there is, as commands."""
    offers = [
        Offer(one, f"/{' '.join(map(command_name, one.split()))}", say(COMMAND_TEXTS[one]))
        for one in commands_at(table)
    ]
    return Screen((Select(COMMAND, words.MORE_HERE(), tuple(offers)),))
