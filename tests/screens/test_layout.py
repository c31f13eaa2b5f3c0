"""Screens as Discord takes them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from bot.discord_api.layout import components, plain_components
from rules.cards import Suit
from screens.deck import LETTERS, Deck, Emoji
from screens.hand import hand_screen
from screens.screen import Button, Divider, Offer, Picture, Row, Screen, Select, Style, Text
from tests.screens.screens import TABLE, USER, all_of, names
from tests.trials.stage.tables import ANNA, Evening


def test_a_screen_is_one_container_with_its_accent() -> None:
    evening = Evening().seat(ANNA).start().cut()
    screen = hand_screen(evening.view(evening.table.deal.dealt.dealer), TABLE, names)  # type: ignore[union-attr]
    container: Any
    (container,) = components(screen)
    assert container["accent_color"] == screen.accent
    first, *_, last = container["components"]
    assert first["content"].startswith("### Deal 1")
    asked = [button["custom_id"] for button in last["components"]]
    assert asked == [f"call:{TABLE}:1:0:pass"]


def test_components_are_what_the_library_would_send() -> None:
    """The library's own objects, built by hand, say what each part must come to."""
    screen = Screen(
        (
            Text("**Deal 1**"),
            Divider(),
            Row((Button("play:1", "Q♥", Style.PRIMARY), Button("claim:1", "Claim", disabled=True))),
            Select("level:1", "Bid", (Offer("1", "One", "tricks", chosen=True), Offer("2", "Two"))),
            Picture("deal.png", b"", "four hands"),
        ),
        0x2D6A4F,
    )
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(custom_id="play:1", label="Q♥", style=discord.ButtonStyle.primary))
    row.add_item(ui.Button(custom_id="claim:1", label="Claim", disabled=True))
    options = [
        discord.SelectOption(label="One", value="1", description="tricks", default=True),
        discord.SelectOption(label="Two", value="2"),
    ]
    choosing: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    choosing.add_item(ui.Select(custom_id="level:1", placeholder="Bid", options=options))
    gallery = ui.MediaGallery[ui.LayoutView](
        discord.MediaGalleryItem("attachment://deal.png", description="four hands")
    )
    texts = (ui.TextDisplay[ui.LayoutView]("**Deal 1**"), ui.Separator[ui.LayoutView]())
    container = ui.Container[ui.LayoutView](*texts, row, choosing, gallery, accent_colour=0x2D6A4F)
    library = ui.LayoutView()
    library.add_item(container)
    assert components(screen) == without_defaults(library.to_components())


def without_defaults(written: Any) -> Any:
    """What Discord takes for granted where it is left out."""
    if isinstance(written, list):
        return [without_defaults(one) for one in written]
    if isinstance(written, dict):
        return {
            key: without_defaults(value)
            for key, value in written.items()
            if key not in ("spoiler", "required")
        }
    return written


def test_a_screen_over_the_limits_is_refused_before_it_is_sent() -> None:
    with pytest.raises(ValueError):
        components(Screen((Text("x" * 4001),)))
    with pytest.raises(ValueError):
        components(Screen(tuple(Text("x") for _ in range(40))))


def test_where_emoji_would_leave_less_than_a_tenth_of_a_message_its_cards_are_letters() -> None:
    deck = Deck({"suit_of_hearts": Emoji("suit_of_hearts", USER)})

    def shown(length: int) -> str:
        container: Any = components(Screen((Text("♥\ufe0e" + "x" * length),)), deck)[0]
        return str(container["components"][0]["content"])

    mention = f"<:suit_of_hearts:{USER}>"
    assert shown(3600 - len(mention)).startswith(mention)
    assert shown(3601 - len(mention)).startswith("♥\ufe0ex")


def test_a_plain_screen_takes_whatever_it_is_given() -> None:
    row = Row(tuple(Button("same", "") for _ in range(5)))
    other = Row(tuple(Button(f"id{place}" * 40, "x" * 100) for place in range(5)))
    parts: Any = plain_components(Screen((Text("x" * 5000), row, other)))
    text, buttons = parts
    assert len(text["content"]) < 4000
    assert [button["custom_id"] for button in buttons["components"]] == ["same"]
    assert [button["label"] for button in buttons["components"]] == ["…"]
    assert [one["content"] for one in plain_components(Screen(()))] == ["…"]


def test_the_suit_of_a_label_is_an_emoji_where_there_are_some_and_its_sign_where_not() -> None:
    screen = Screen((Row((Button("play:1", "10♥\ufe0e", sign=Suit.HEARTS),)),))
    assert _first_button(screen, LETTERS)["label"] == "10♥\ufe0e"
    shown = _first_button(screen, Deck({"suit_of_hearts": Emoji("suit_of_hearts", 7)}))
    assert (shown["label"], shown["emoji"]) == ("10", {"name": "suit_of_hearts", "id": "7"})


def _first_button(screen: Screen, deck: Deck) -> dict[str, Any]:
    container: Any = components(screen, deck)[0]
    button: dict[str, Any] = container["components"][0]["components"][0]
    return button


def test_a_plain_screen_keeps_to_thirty_six_components() -> None:
    many = tuple(Row(tuple(Button(f"{row}:{place}", "x") for place in range(5))) for row in range(8))
    parts: Any = plain_components(Screen((Text("x"), *many)))
    assert len(list(all_of({"components": parts}))) - 1 == 36
    last = parts[-1]
    assert [button["custom_id"] for button in last["components"]] == ["5:0", "5:1", "5:2", "5:3"]
