"""From a screen to Discord's components. No other module builds a view of Discord's library.

The library keeps no view that is made here. Presses are answered from the stored state, so that a button
works after a restart, and a table of many deals leaves nothing behind in memory.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

import discord
from discord import ui

from screens.screen import Button, Divider, Picture, Row, Screen, Select, Style, Text

MOST_CHARACTERS: Final = 4000

_STYLES: Final = {
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SECONDARY: discord.ButtonStyle.secondary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}


class _Forgotten(ui.LayoutView):
    """A view that the library sends and does not keep. The library keeps the views that are not finished and
    in which something can be pressed."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False


def laid_out(screen: Screen) -> ui.LayoutView:
    """The screen as one container in its accent colour. Raises ValueError if it exceeds Discord's limits."""
    container: ui.Container[_Forgotten] = ui.Container(accent_colour=screen.accent)
    for part in screen.parts:
        match part:
            case Text(markdown):
                container.add_item(ui.TextDisplay(markdown))
            case Divider():
                container.add_item(ui.Separator())
            case Row(buttons):
                row: ui.ActionRow[_Forgotten] = ui.ActionRow()
                for button in buttons:
                    row.add_item(_button(button))
                container.add_item(row)
            case Select():
                list_row: ui.ActionRow[_Forgotten] = ui.ActionRow()
                list_row.add_item(_select(part))
                container.add_item(list_row)
            case Picture(name, _, alt):
                item = discord.MediaGalleryItem(f"attachment://{name}", description=alt)
                container.add_item(ui.MediaGallery(item))
    view = _Forgotten()
    view.add_item(container)
    if view.content_length() > MOST_CHARACTERS:
        raise ValueError(f"{view.content_length()} characters")
    return view


def pictures(screen: Screen) -> list[discord.File]:
    """The files that must be sent with the view of ``laid_out``. Each can be sent only once."""
    return [
        discord.File(BytesIO(part.png), part.name, description=part.alt)
        for part in screen.parts
        if isinstance(part, Picture)
    ]


def plain(screen: Screen) -> ui.LayoutView:
    """The screen in a form that Discord cannot refuse, for one that it has refused: one text, cut off if it
    is too long, and as many of the buttons as surely fit."""
    view = _Forgotten()
    text = "\n\n".join(part.markdown for part in screen.parts if isinstance(part, Text)).strip()
    view.add_item(ui.TextDisplay(text[: MOST_CHARACTERS - 1] or "…"))
    seen: dict[str, Button] = {}
    for part in screen.parts:
        if isinstance(part, Row):
            for button in part.buttons:
                if 0 < len(button.id) <= 100:
                    seen.setdefault(button.id, button)
    buttons = list(seen.values())[:30]  # with six rows and the text: 37 components
    for start in range(0, len(buttons), 5):
        row: ui.ActionRow[_Forgotten] = ui.ActionRow()
        for button in buttons[start : start + 5]:
            label = button.label.strip()[:80] or "…"
            row.add_item(_button(Button(button.id, label, disabled=button.disabled)))
        view.add_item(row)
    return view


def _select(select: Select) -> ui.Select[_Forgotten]:
    return ui.Select(
        custom_id=select.id,
        placeholder=select.prompt,
        min_values=select.least,
        max_values=select.most,
        disabled=select.disabled,
        options=[
            discord.SelectOption(
                label=one.label, value=one.value, description=one.hint or None, default=one.chosen
            )
            for one in select.offers
        ],
    )


def _button(button: Button) -> ui.Button[_Forgotten]:
    return ui.Button(
        custom_id=button.id,
        label=button.label,
        style=_STYLES[button.style],
        disabled=button.disabled,
    )
