"""How an answer of ours is given to Discord: with its picture or without, drawn for whom, and by which token.

Each is one screen that a command of the test's own shows.
"""

from __future__ import annotations

import logging

import pytest
from discord import app_commands

from bot.discord_api.faults import Form, TryLater
from bot.discord_api.sender import Pressed
from bot.errors import AppRefused, AppWhy
from bot.preferences import Cards
from cogs.answers import conclude, redraw, show_message, think
from cogs.errors import _asked_to_wait, answered, whisper
from cogs.interactions import Asked
from cogs.refusals import SENTENCES
from rules.cards import parse_card
from rules.frozen import replace
from screens.deck import face
from screens.screen import Button, CardStyle, Picture, Row, Screen, Text
from storage.ports.records import UserId
from tests.cogs.test_card_styles import upload
from tests.trials.stage.club import Club
from tests.trials.stage.seen import walk

PNG = b"\x89PNG\r\n\x1a\n"
SCREEN = Screen((Text("Above"), Picture("deal.png", PNG, "A deal", "The deal in words"), Text("Below")))
IN_WORDS = "Above\nThe deal in words\nBelow"
TIED = Screen((Text("A question"), Row((Button("page:help:-:1", "Help"),))))


def shows(house: Club, *screens: Screen, later: bool = False, private: bool = True) -> None:
    """From now on ``/hand`` answers with these, after Discord has shown that the bot thinks if it is to."""

    @app_commands.command(description="Shows what the test shows.")
    async def hand(interaction: Asked) -> None:
        async with answered(interaction):
            if later:
                await think(interaction)
                await conclude(interaction, *screens)
            else:
                await show_message(interaction, *screens, private=private)

    house.bot.tree.add_command(hand, override=True)


def calls(house: Club) -> list[str]:
    """What Discord was asked since this was asked last, at once or later by the token of an interaction."""
    found = [one.path.rpartition("/")[2] for one in house.env.backend.http_requests if one.method != "GET"]
    house.env.backend.http_requests.clear()
    return found


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize(
    ("status", "code", "message"),
    [(403, 50013, "Missing Permissions"), (400, 50035, "Invalid Form Body\nIn attachments: no")],
)
async def test_where_discord_refuses_a_picture_its_words_come_to_the_same_people(
    house: Club, status: int, code: int, message: str, private: bool
) -> None:
    shows(house, SCREEN, private=private)
    with_picture = await house.types(house.anna, "hand")
    assert with_picture.text == "Above\nBelow" and with_picture.private is private
    house.env.inject_error("POST", "/interactions/*", status=status, code=code, message=message)
    in_words = await house.types(house.anna, "hand")
    assert in_words.text == IN_WORDS and in_words.private is private
    # a fault of the form is one of all files, which are not tried again; a permission is one of a place
    assert house.bot.refused.lately(Form.FILES) is (status == 400)
    assert ((await house.types(house.anna, "hand")).text == IN_WORDS) is (status == 400)


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        (400, 30033, "Invalid Form Body\nIn data.attachments: no"),
        (404, 10062, "Unknown interaction"),
    ],
)
async def test_what_is_refused_for_another_reason_than_its_form_is_not_tried_in_words(
    house: Club, status: int, code: int, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cogs.interactions")
    shows(house, SCREEN)
    house.env.inject_error("POST", "/interactions/*", status=status, code=code, message=message)
    with pytest.raises(AssertionError, match="left without an answer"):
        await house.types(house.anna, "hand")
    (told,) = caplog.messages
    assert told.endswith(f"could not be answered: HTTPException {status} ({code})")
    assert not house.bot.refused.lately(Form.FILES)


async def test_an_answer_whose_form_discord_refuses_again_and_again_comes_as_plain_text(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever Discord complains of: without its picture, and then with nothing that it could refuse."""
    shows(frail, Screen((*SCREEN.parts, *TIED.parts)))
    refusal = {"status": 400, "code": 50035, "message": "Invalid Form Body\nIn data.components.0: no"}
    for times, buttons in ((1, ["Help"]), (2, ["Help"])):
        calls(frail)
        frail.env.inject_error("POST", "/interactions/*", times=times, **refusal)  # type: ignore[arg-type]
        told = await frail.types(frail.anna, "hand")
        assert told.private and told.text.replace("\n\n", "\n") == f"{IN_WORDS}\nA question"
        assert [one["label"] for one in told.buttons] == buttons
        assert calls(frail) == ["callback"] * (times + 1)
    assert caplog.messages.count("a message had to be sent plainly: _BadForm") == 1
    assert not frail.bot.refused.lately(Form.FILES)


async def test_what_is_shown_to_one_has_their_cards_and_what_is_shown_to_all_has_those_of_the_server(
    house: Club,
) -> None:
    upload(house)
    await house.bot.services.preferences.change_person(
        UserId(house.anna.id), lambda tastes: replace(tastes, cards=Cards.TEXT)
    )
    card = Screen((Text(face(parse_card("QD"))),), cards=CardStyle.TWO_COLOURS)
    told = {}
    for private in (True, False):
        shows(house, card, private=private)
        told[private] = (await house.types(house.anna, "hand")).text.replace("\ufe0e", "")
    assert "Q♦" in told[True] and "<:" not in told[True]
    assert "<:queen_of_diamonds:7>" in told[False]


async def test_an_answer_that_comes_later_is_tried_with_less_and_with_less_until_discord_takes_it(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    shows(house, SCREEN, later=True)
    calls(house)
    assert (await house.types(house.anna, "hand")).text == "Above\nBelow"
    assert calls(house) == ["callback", "@original"]
    house.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, message="In attachments: no")
    assert (await house.types(house.anna, "hand")).text == IN_WORDS
    assert calls(house) == ["callback", "@original", "@original"]
    assert house.bot.refused.lately(Form.FILES) and not house.bot.refused.lately(Form.LAYOUT)
    (refused, told) = caplog.messages
    assert refused == "Discord refused the form of a message: In attachments: no"
    assert told == "Discord does not take files by the token of an interaction: not tried for a day"
    # for a day none are sent
    assert (await house.types(house.anna, "hand")).text == IN_WORDS
    assert calls(house) == ["callback", "@original"]


async def test_where_discord_takes_no_layout_in_place_of_its_sign_it_is_plain_text_for_a_day(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    shows(house, TIED, later=True)
    calls(house)
    house.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, message="In flags: no")
    plain = await house.types(house.anna, "hand")
    assert (plain.text, [one["label"] for one in plain.buttons]) == ("A question", ["Help"])
    stored = house.stored(plain)
    assert stored.content == "A question" and calls(house) == ["callback", "@original", "@original"]
    (refused, told) = caplog.messages
    assert refused == "Discord refused the form of a message: In flags: no"
    assert told == "Discord does not take a layout in an answer that was deferred: not tried for a day"
    again = await house.types(house.anna, "hand")
    assert again.text == "A question" and calls(house) == ["callback", "@original"]
    assert house.bot.refused.lately(Form.LAYOUT) and not house.bot.refused.lately(Form.FILES)
    await house.env.advance_time(24 * 3600 + 1)
    laid = await house.types(house.anna, "hand")
    assert not house.stored(laid).content
    assert any(one["type"] == 10 for one in walk(laid.message.components))  # type: ignore[arg-type]


async def test_an_answer_that_was_deferred_is_given_in_its_place_also_where_a_message_would_be_redrawn(
    house: Club,
) -> None:
    @app_commands.command(description="Thinks, and redraws.")
    async def hand(interaction: Asked) -> None:
        async with answered(interaction):
            await think(interaction)
            await redraw(interaction, SCREEN)

    house.bot.tree.add_command(hand, override=True)
    calls(house)
    told = await house.types(house.anna, "hand")
    assert told.text == "Above\nBelow" and calls(house) == ["callback", "@original"]


async def test_a_refusal_that_discord_does_not_take_in_place_of_its_sign_follows_it(house: Club) -> None:
    @app_commands.command(description="Thinks, and refuses.")
    async def hand(interaction: Asked) -> None:
        async with answered(interaction):
            await think(interaction)
            raise AppRefused(AppWhy.RESTARTING)

    house.bot.tree.add_command(hand, override=True)
    house.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, message="In content: no")
    calls(house)
    told = await house.types(house.anna, "hand")
    assert told.private and told.text == SENTENCES[AppWhy.RESTARTING]()
    kept = calls(house)
    assert kept[:2] == ["callback", "@original"] and len(kept) == 3


def test_discord_is_not_asked_again_before_it_says_and_after_ten_minutes_it_is() -> None:
    for told, seconds in ((7.0, 7.0), (0.5, 0.5), (599.0, 599.0), (601.0, 600.0)):
        assert _asked_to_wait(TryLater(503, 0, told)) == seconds
    assert _asked_to_wait(TryLater(503, 0)) == 0.0
    assert _asked_to_wait(TimeoutError()) == 0.0


async def test_cards_in_a_sentence_are_those_of_the_server_for_who_has_chosen_none(house: Club) -> None:
    upload(house)

    @app_commands.command(description="Refuses with a card.")
    async def hand(interaction: Asked) -> None:
        async with answered(interaction):
            await whisper(interaction, f"It is {face(parse_card('QD'))}.")

    house.bot.tree.add_command(hand, override=True)
    told = []
    for cards in (Cards.TWO_COLOURS, Cards.TEXT):
        await house.bot.services.preferences.change_server(
            house.guild.id,
            lambda one, cards=cards: replace(one, cards=cards),  # type: ignore[misc]
        )
        told.append((await house.types(house.anna, "hand")).text.replace("\ufe0e", ""))
    assert told == ["It is <:queen_of_diamonds_in_red:7>.", "It is Q♦."]


async def test_what_follows_a_press_on_the_table_is_reached_by_its_own_number(house: Club) -> None:
    """The answer itself is in place of none of them: Discord calls it the original."""
    await house.open()
    tokens = house.bot.services.posting.tokens
    tokens._grips.clear()  # so that the press is acknowledged first
    followed = await house.presses(house.anna, house.screen(), "rules")
    answer = await house.presses(house.anna, house.screen(), "rules")
    grips = [tokens._grips[one.message.id] for one in (followed, answer)]
    assert [one.follow_up for one in grips] == [followed.message.id, None]
    assert [one.pressed for one in grips] == [None, None]
    assert tokens._grips[house.screen().message.id].pressed is Pressed.IN_CHANNEL
    page = await house.presses_id(house.anna, answer, "page:game:biritch:7")
    assert tokens._grips[page.message.id].pressed is Pressed.ALONE
    assert followed.private and followed.text == answer.text
