"""A room speaks the language of its server, a person is answered in their own; commands have names in all."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from discord import AppCommandType, Locale, app_commands

from bot.discord_api.commands import CommandWords
from cogs.acts import VERBS
from rules.cards import parse_card
from rules.seats import Seat
from rules.table.requests import Gather
from screens.reading import read_card
from screens.words.calls import CONTENT
from screens.words.commands import COMMAND_NAMES, OPTION_NAMES, VERB_NAMES, command_name
from screens.words.gamewords import contre
from screens.words.languages import ENGLISH, LANGUAGES, spoken
from screens.words.table import AGREE
from storage.ports.records import UserId
from tests.each import each
from tests.trials.stage.club import Club


def contre_once() -> str:
    return contre().once


def contre_again() -> str:
    return contre().again


OTHERS = [language for language in LANGUAGES if language != ENGLISH]
NAME = re.compile(r"[-_\w]{1,32}")

Payload = dict[str, Any]


def named(payload: Payload) -> list[Payload]:
    """A command or option with all that stand within it."""
    found = [payload]
    for option in payload.get("options", ()):
        found += named(option)
    return found


async def payloads(house: Club) -> list[Payload]:
    translator = CommandWords()
    return [
        await one.get_translated_payload(house.bot.tree, translator) for one in house.bot.tree.get_commands()
    ]


def test_no_name_is_listed_twice() -> None:
    assert len({*COMMAND_NAMES, *VERB_NAMES}) == len(COMMAND_NAMES) + len(VERB_NAMES)
    assert len(set(OPTION_NAMES)) == len(OPTION_NAMES)


async def test_every_name_of_a_command_or_option_is_listed_for_translators_and_no_other(house: Club) -> None:
    commands = {part for one in house.bot.tree.walk_commands() for part in one.qualified_name.split()}
    options = {
        option.name
        for one in house.bot.tree.walk_commands()
        if isinstance(one, app_commands.Command)
        for option in one.parameters
    }
    assert set(COMMAND_NAMES) == commands
    assert {*VERB_NAMES} | {*VERBS} & commands == {*VERBS}
    assert set(OPTION_NAMES) == options


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_option_and_choice_leaves_a_tenth_of_discords_limits(
    house: Club, language: str
) -> None:
    for payload in await payloads(house):
        for one in named(payload):
            name = one.get("name_localizations", {}).get(language, one["name"])
            if (
                payload["type"] == AppCommandType.user.value
            ):  # in the menu of a person a command has a name and no more
                assert 1 <= len(name) <= 28 and name == name.strip(), name
                continue
            assert NAME.fullmatch(name) and name == name.lower(), name
            text = one.get("description_localizations", {}).get(language, one["description"])
            assert 1 <= len(text) <= 90, text
            for choice in one.get("choices", ()):
                told = (choice.get("name_localizations") or {}).get(language, choice["name"])
                assert 1 <= len(told) <= 90, told


@pytest.mark.parametrize("language", OTHERS)
async def test_no_two_commands_or_options_at_one_place_have_the_same_name(house: Club, language: str) -> None:
    """Discord refuses the whole list otherwise."""
    whole = await payloads(house)
    for level in [
        whole,
        *(one["options"] for payload in whole for one in named(payload) if one.get("options")),
    ]:
        names = [one.get("name_localizations", {}).get(language, one["name"]) for one in level]
        assert len(set(names)) == len(names), names


async def test_commands_are_sent_with_their_names_in_french_and_russian(house: Club) -> None:
    listed = {one["name"]: one for one in house.env.backend.commands[None].values()}
    assert listed["declare"]["name_localizations"] == {
        Locale.french.value: "déclarer",
        Locale.russian.value: "объявить",
    }
    assert listed["contre"]["name_localizations"][Locale.russian.value] == "контра"


@each(
    ("language", "label", "command", "name"),
    [
        ("fr", CONTENT, "content", "accepter"),
        ("fr", AGREE, "agree", "accord"),
        ("fr", contre_once, "contre", "contre"),
        ("fr", contre_again, "surcontre", "surcontre"),
        ("ru", CONTENT, "content", "принять"),
        ("ru", contre_once, "contre", "контра"),
        ("ru", contre_again, "surcontre", "сюрконтра"),
    ],
)
def test_what_a_button_says_is_typed_by_the_same_word(
    language: str, label: Callable[[], str], command: str, name: str
) -> None:
    """In French Accepter accepts, and does not answer a claim, for which one says d’accord."""
    with spoken(language):
        assert command_name(command) == name
        assert name in label().lower()
        assert [one for one in (*COMMAND_NAMES, *VERB_NAMES) if command_name(one) == name] == [command]


async def test_a_french_room_and_the_panel_of_a_russian_speaker_each_speak_their_own_language(
    house: Club,
) -> None:
    preferences = house.bot.services.preferences
    await preferences.change_server(house.guild.id, lambda chosen: replace(chosen, language="fr"))
    await house.seated()
    south = house.at(Seat.SOUTH) if house.table.state.rubber is not None else house.anna
    await preferences.change_person(UserId(south.id), lambda tastes: replace(tastes, language="ru"))
    await house.types(house.anna, "table start")
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    assert "la déclaration" in house.screen().text and "the declaration" not in house.screen().text
    panels = {who: house.panel(who).text for who in (house.anna, house.boris, house.clara, house.david)}
    assert "Ваш ход" in panels[south] and "Your" not in panels[south]
    for who, text in panels.items():
        if who is not south:
            assert "Ваш" not in text and ("Vos cartes" in text or "Your cards" in text)
    answer = await house.types(south, "deal", show="last")
    assert answer.text == "Ещё не сыграно ни одной взятки."


async def test_a_language_does_not_leak_from_one_drawing_into_the_next(house: Club) -> None:
    """A press by a Russian speaker has everything else drawn as before."""
    preferences = house.bot.services.preferences
    await preferences.change_person(UserId(house.anna.id), lambda tastes: replace(tastes, language="ru"))
    await house.playing()
    pressed = await house.types(house.anna, "help")
    assert "Вист вчетвером" in pressed.text
    assert "Hearts" in house.screen().text and "Червы" not in house.screen().text
    waiting = await house.types(house.ivan, "table join")
    assert waiting.text.startswith("All the chairs are taken, so you wait.")


async def test_what_is_offered_while_somebody_types_is_in_the_language_they_have_chosen(house: Club) -> None:
    await house.types(house.anna, "table open")

    async def offered() -> list[str]:
        found = await house.anna.autocomplete(house.room, "table options", "name", "hints")
        return [one["name"] for one in found]

    english = await offered()
    preferences = house.bot.services.preferences
    await preferences.change_person(UserId(house.anna.id), lambda tastes: replace(tastes, language="ru"))
    russian = await offered()
    assert len(english) == len(russian) == 1
    assert "Hints" in english[0] and "Подсказки" in russian[0]


async def test_who_speaks_french_types_french_letters_and_picks_what_means_the_same_in_every_language(
    house: Club,
) -> None:
    """C is hearts to them, so what is sent when a card is picked names its suit by the sign."""
    await house.playing()
    west = house.at(Seat.WEST)
    preferences = house.bot.services.preferences
    await preferences.change_person(UserId(west.id), lambda tastes: replace(tastes, language="fr"))
    typed = {"S": "P", "H": "C", "D": "K", "C": "T", "A": "A", "K": "R", "Q": "D", "J": "V", "T": "10"}
    for card in house.plays(west):
        french = "".join(typed.get(one, one) for one in card)
        (first, *_) = await west.autocomplete(house.room, "play", "card", french)
        assert read_card(first["value"]) == parse_card(card)
        assert first["name"].startswith(french[:-1])
    await house.types(west, "play", card=french)
    deal = house.table.state.deal
    assert deal is not None and deal.playing is not None
    assert deal.playing.trick.cards == (parse_card(card),)


async def test_an_answer_names_the_buttons_of_the_room_as_they_stand_there(house: Club) -> None:
    """Anna reads French, and the table in the channel is English."""
    preferences = house.bot.services.preferences
    await preferences.change_person(UserId(house.anna.id), lambda tastes: replace(tastes, language="fr"))
    await house.types(house.boris, "table open")
    joined = await house.types(house.anna, "table join")
    assert "Vous avez rejoint la table" in joined.text
    assert "**My hand**" in joined.text and "Ma main" not in joined.text
    labels = {one["label"] for one in house.screen().buttons}
    helped = await house.types(house.anna, "help")
    assert "**Join**" in helped.text
    helped = await house.presses_id(house.anna, helped, "page:help:-:2")
    named = {"Options", "Join", "Play now with robots"}
    assert named <= labels and all(f"**{one}**" in helped.text for one in named)
    in_private = await house.writes(house.anna, "help")
    assert "**Rejoindre**" in in_private.text and "**Join**" not in in_private.text


async def test_a_revoke_is_told_in_the_language_of_the_room(house: Club) -> None:
    preferences = house.bot.services.preferences
    await preferences.change_server(house.guild.id, lambda chosen: replace(chosen, language="ru"))
    await house.renounced()
    await house.acts(None, Gather())
    south = house.at(Seat.SOUTH)
    listed = await house.presses(south, await house.types(south, "hand"), "revokes")
    hand = await house.chooses(south, listed, "1:E")
    await house.presses(south, hand, "penalty", "E:add")
    who, whose = house.called(Seat.SOUTH), house.called(Seat.EAST)
    told = f"{who} заявляет фальшренонс {whose} во взятке 1: **так и было**, очки прибавлены."
    assert told in house.screen().text


async def test_help_names_commands_so_that_they_can_be_clicked(house: Club) -> None:
    answer = await house.types(house.anna, "help")
    ids = {one["name"]: one["id"] for one in house.env.backend.commands[None].values()}
    assert f"</table open:{ids['table']}>" in answer.text
    assert "`/" not in answer.text


async def test_who_comes_with_a_locale_that_there_is_not_is_answered_in_english(house: Club) -> None:
    """A command and a press: nothing, a number, and a language that Discord does not have."""
    await house.playing(cards=1)
    english = (await house.types(house.anna, "deal", show="last")).text
    shown = house.screen()
    private = (await house.presses(house.anna, shown, "hand")).text
    for wrong in (None, 7, {}, "", "xx-YY"):  # type: ignore[var-annotated]
        with house.held_up() as payloads:
            results = [
                await house.anna.slash(house.room, "deal", show="last"),
                await house.anna.click(shown.message, custom_id=shown.button("hand")),
            ]
        for one in payloads:
            one["locale"] = one["guild_locale"] = wrong
        await house.delivers(*payloads)
        last, hand = (house._answer(one) for one in results)
        assert last.text == english and hand.text == private, wrong
    assert house.errors == []
