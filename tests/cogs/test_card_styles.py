"""The style of the cards: a panel in its owner's, the table in the server's."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from bot.discord_api.emoji import CardEmoji
from bot.discord_api.layout import components
from bot.discord_api.scheduler import Scheduler
from bot.preferences import Cards, House, Tastes
from bot.tables.open_table import panel, room
from cogs.answers import show_message, tell_all
from cogs.errors import answered
from cogs.interactions import Asked
from rules.cards import PACK, parse_card
from rules.seats import Seat
from screens.deck import Deck, Emoji, face
from screens.pictures.emoji import drawings
from screens.screen import Button, CardStyle, Row, Screen, Text
from storage.ports.records import Slot, SlotKey, SlotKind, UserId
from tests.cogs.test_score import opened as sheet_opened
from tests.trials.stage.club import Club

EMOJI = {name: Emoji(name, 7) for name in drawings()}


def upload(house: Club) -> CardEmoji:
    """From now on the cards are shown as emoji."""
    uploaded = CardEmoji(house.bot.services.rest, Scheduler(), drawings())
    uploaded.deck = Deck(EMOJI)
    house.bot.services.card_emoji = house.bot.services.posting.messenger._cards = uploaded
    return uploaded


CARD = parse_card("QD")


def in_letters(tastes: Tastes) -> Tastes:
    return replace(tastes, cards=Cards.TEXT)


def in_two(house: House) -> House:
    return replace(house, cards=Cards.TWO_COLOURS)


def test_a_screen_is_laid_out_with_the_cards_that_its_reader_wants() -> None:
    screen = Screen((Text(f"{face(CARD)} ♦"), Row((Button("play:1", "Q♦", sign=CARD.suit),))))
    laid = {
        style: str(components(replace(screen, cards=style), Deck(EMOJI))).replace("\ufe0e", "")
        for style in CardStyle
    }
    assert "<:queen_of_diamonds:7> " in laid[CardStyle.FOUR_COLOURS]
    assert "'suit_of_diamonds_in_red'" in laid[CardStyle.TWO_COLOURS]
    assert "<:queen_of_diamonds_in_red:7> " in laid[CardStyle.TWO_COLOURS]
    assert "<:" not in laid[CardStyle.LETTERS] and laid[CardStyle.LETTERS].count("Q♦") == 2


def test_a_message_is_drawn_anew_when_its_reader_wants_other_cards() -> None:
    for screen in (Screen((Text("A"),)), Screen((Text("A"),), identity="as before")):
        assert len({replace(screen, cards=style).digest for style in CardStyle}) == 3


async def test_a_panel_is_drawn_as_its_owner_wants_and_the_table_as_the_server_does(house: Club) -> None:
    await house.playing()
    services, table = house.bot.services, house.table
    west, north = house.at(Seat.WEST), house.at(Seat.NORTH)
    board = await services.boards.board_with(SlotKey(table.id, Slot(SlotKind.DEAL, 1)))

    async def styles() -> list[CardStyle]:
        slots = [room(table.state), panel(house._person(west)), panel(house._person(north))]
        screens = [await board.draw(slot, live=True) for slot in slots]  # type: ignore[union-attr]
        return [screen.cards for screen in screens if screen is not None]

    four, two, letters = CardStyle.FOUR_COLOURS, CardStyle.TWO_COLOURS, CardStyle.LETTERS
    assert await styles() == [four, four, four]
    await services.preferences.change_person(UserId(west.id), in_letters)
    assert await styles() == [four, letters, four]
    await services.preferences.change_server(house.guild.id, in_two)
    assert await styles() == [two, letters, two]


async def test_a_choice_of_cards_or_language_is_seen_on_the_panel_at_once(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    asked = await house.types(west, "me")
    await west.select(asked.message, custom_id="me:language", values=["fr"])
    await house.env.advance_time(1)
    assert "**À vous" in house.panel(west).text


async def test_a_language_chosen_in_mid_deal_reaches_a_hand_that_rests(house: Club) -> None:
    await house.playing(cards=6)
    rests = next(who for who in house.four if not house.view(who).options)
    before = house.panel(rests).text
    assert "press **My hand**" in before
    asked = await house.types(rests, "me")
    await rests.select(asked.message, custom_id="me:language", values=["fr"])
    await house.env.advance_time(1)
    assert "**Vos cartes" in house.panel(rests).text
    await rests.select(asked.message, custom_id="me:language", values=["en"])
    await house.env.advance_time(1)
    assert house.panel(rests).text == before


async def test_a_score_sheet_is_drawn_as_the_server_wants(house: Club) -> None:
    await sheet_opened(house)
    services = house.bot.services
    await services.preferences.change_server(house.guild.id, in_two)
    (sheet,) = services.sheets.places
    board = await services.boards.board_with(SlotKey(sheet, Slot(SlotKind.PAGE, 1)))
    page = await board.draw(Slot(SlotKind.PAGE, 1), live=True)  # type: ignore[union-attr]
    assert page is not None and page.cards is CardStyle.TWO_COLOURS


async def test_once_the_cards_are_uploaded_no_suit_is_left_as_a_grey_letter(house: Club) -> None:
    """On the table, on the panel of the player who is to play, on the buttons, and in the result."""
    upload(house)
    await house.playing(cards=1)
    west, leader = house.panel(house.at(Seat.WEST)), house.panel(house.to_act())
    await house.plays_out_the_deal_quietly()
    for screen in (west, leader, house.screen(), *map(house.seen, house.room.history())):
        labels = [str(button.get("label", "")) for button in screen.buttons]
        assert not set("♠♥♦♣") & set("".join((screen.text, *labels))), screen.text


async def test_a_sentence_in_answer_has_the_cards_that_its_reader_wants(house: Club) -> None:
    upload(house)
    await house.playing()
    west = house.at(Seat.WEST)
    lacked = next(card for card in map(str, PACK) if card not in house.plays(west))
    assert "<:" in (await house.types(west, "play", card=lacked)).text
    await house.bot.services.preferences.change_person(UserId(west.id), in_letters)
    refused = (await house.types(west, "play", card=lacked)).text
    assert "<:" not in refused and set("♠♥♦♣") & set(refused)


async def test_what_everybody_sees_in_answer_has_the_cards_that_the_server_wants(house: Club) -> None:
    upload(house)
    await house.playing(cards=51)
    await house.plays_a_card()
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda chosen: replace(chosen, cards=Cards.TEXT)
    )

    @app_commands.command(description="Shows cards to all, and then again.")
    async def hand(interaction: Asked) -> None:
        async with answered(interaction):
            screen = house.bot.services.drawing.last_trick(house.table, UserId(house.anna.id))
            await show_message(interaction, screen, private=False)
            await tell_all(interaction, screen)

    house.bot.tree.add_command(hand, override=True)
    await house.types(house.anna, "hand")
    *_, first, second = [house.seen(one) for one in house.room.history()]
    for told in (first, second):
        assert not told.private and "<:" not in told.text and set("♠♥♦♣") & set(told.text)
