"""``/score``, typed in a channel, and the buttons of its sheet."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.sheets.service import OpenSheet, ScoreSheets
from rules.seats import Side
from rules.sheet.deals import Given
from rules.sheet.errors import Part
from rules.sheet.events import Enter, TakeBack
from rules.tricks import Strain
from screens.presses import read_as
from screens.reading import read_held
from screens.sheets import SCORE_BUTTONS, ScorePress
from screens.words.scorebook import PAGE_TURNED, SCORE_COMMANDS
from storage.ports.records import UserId
from tests.cogs.test_evening_rooms import forbid
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen

CONTRACT: dict[str, Any] = {"declared": "3 no trumps", "by": "NS", "tricks": 9}
GAME: dict[str, Any] = {"declared": "hearts", "by": "NS", "tricks": 11, "honours": "N 2 E 1 S 1 W 1"}
"""Forty to game and sixteen for simple honours."""


def at(who: MemberActor) -> str:
    return f"<@{who.id}>"


SEATS = ("north", "east", "south", "west")


async def opened(house: Club, game: str = "biritch", **seats: MemberActor | str) -> Answer:
    """The four, or these people; a guest, who is given by name, is added on the seats pad."""
    named = seats or dict(zip(SEATS, house.four, strict=True))
    users: dict[str, Any] = {seat: who for seat, who in named.items() if not isinstance(who, str)}
    answer = await house.types(house.anna, "score open", game=game, **users)
    for seat, name in named.items():
        if isinstance(name, str):
            answer = await add_guest(house, answer, seat, name)
    return await seats_press(house, answer, "open") if len(users) < len(named) else answer


async def add_guest(house: Club, seen: Screen, seat: str, name: str) -> Answer:
    form = await house.anna.click(seen.message, custom_id=f"seats-guest:{seat[0].upper()}:")
    return house._answer(await house.anna.submit_modal(form, {"text": name}))


async def seats_press(house: Club, seen: Screen, verb: str) -> Answer:
    return await house.presses_id(house.anna, seen, f"seats-{verb}::")


async def won(house: Club) -> None:
    for _ in range(2):
        await house.types(house.anna, "score deal", **GAME)


async def sheet(house: Club) -> OpenSheet:
    sheet_id = house.bot.services.sheets.stream_in(house.room.id)
    assert sheet_id is not None
    return await house.bot.services.sheets.get(sheet_id)


async def presses(house: Club, who: MemberActor, seen: Screen, verb: str) -> Answer:
    (custom_id,) = [one["custom_id"] for one in seen.buttons if _verb(one["custom_id"]) == verb]
    return await house.presses_id(who, seen, custom_id)


def _verb(custom_id: str) -> str:
    press = read_as(ScorePress, custom_id)
    return press.verb if press is not None else ""


def verbs(seen: Screen) -> set[str]:
    return {_verb(one["custom_id"]) for one in seen.buttons}


async def offered(house: Club, command: str, option: str, typed: str, **given: str) -> list[str]:
    found = await house.anna.autocomplete(house.room, command, option, typed, **given)
    return [str(choice["name"]) for choice in found]


# Opening


async def test_a_sheet_is_opened_with_a_word_to_the_asker_and_lies_open_to_all(house: Club) -> None:
    answer = await opened(house)
    assert answer.private
    assert answer.text == "Score sheet opened: Biritch. Enter each deal with **Enter a deal**."
    assert not house.screen().private
    for who in house.four:
        assert at(who) in house.screen().text


async def test_a_channel_may_hold_a_table_and_a_sheet_but_not_two_sheets(house: Club) -> None:
    await house.open()
    await opened(house)
    assert len(house.room.history()) == 2
    answer = await opened(house)
    assert answer.text == "This channel has a score sheet already: `/score close` closes it."
    assert (await house.types(house.boris, "table join")).private
    await house.types(house.boris, "score deal", **GAME)
    assert "Deal 1" in house.screen().text


async def test_no_sheet_is_opened_where_the_bot_may_not_write(house: Club) -> None:
    quiet = discord.PermissionOverwrite(send_messages=False)
    study = house.guild.create_text_channel("study", overwrites={house.guild.default_role: quiet})
    four = dict(zip(SEATS, house.four, strict=True))
    answer = await house.types(house.ivan, "score open", channel=study, game="biritch", **four)
    assert answer.text == "I need these permissions here: Send Messages."


async def test_without_a_sheet_every_command_says_so(house: Club) -> None:
    for command in ("score deal", "score undo", "score sheet", "score confirm", "score next"):
        answer = await house.types(house.anna, command)
        assert answer.text == "There is no open score sheet here: `/score open` opens one."
    assert (await house.types(house.anna, "score close")).private


# Deals


async def test_a_deal_is_entered_and_the_sheet_redrawn_in_its_place(house: Club) -> None:
    await opened(house)
    before = house.screen()
    answer = await house.types(house.boris, "score deal", **GAME)
    assert answer.private and answer.text == "Deal 1 is entered; `/score undo` takes it back."
    assert house.screen().message.id == before.message.id
    assert "N–S 5 tricks over six × 8 = **40** · to game" in house.screen().text


async def test_the_score_is_a_picture_in_the_channel_and_in_the_whole_sheet_with_words_for_it(
    house: Club,
) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    whole = await house.types(house.ivan, "score sheet")
    for seen in (house.screen(), whole):
        (picture,) = house.stored(seen).attachments
        assert picture["filename"].endswith(".png") and "Total: North–South 56" in picture["description"]


async def test_where_the_bot_may_send_no_files_the_whole_sheet_comes_in_words_alone(house: Club) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    forbid(house, "attach_files")
    whole = await house.types(house.ivan, "score sheet")
    assert not house.stored(whole).attachments
    assert "Rubber    56    0" in whole.text


async def test_what_is_missing_is_asked_for_and_what_is_not_needed_is_refused(house: Club) -> None:
    await opened(house)
    for given, said in (
        ({"by": "NS", "tricks": 9}, "Say what was declared or bid, in `declared`."),
        ({"declared": "hearts", "by": "NS"}, "Say how many tricks they won, in `tricks`."),
        ({"declared": "hearts", "tricks": 9}, "Say whose tricks they were, or who played the bid, in `by`."),
        (
            {"declared": "hearts", "by": "NS", "tricks": 9},
            "Say how the honours lay, in `honours`: N 3 S 1, or the scoring side's alone.",
        ),
        ({**GAME, "aces": "N 2"}, "Aces do not count beside honours in such a deal: leave out `aces`."),
        (
            {**GAME, "honours": "six"},
            "I do not understand `honours`: write how many each hand held, as in N 3 S 1.",
        ),
        ({**GAME, "honours": "N 4 E 2"}, "There are 5 honours or aces, and they cannot lie like that."),
        ({**GAME, "chicane": "N"}, "North cannot have honours in trumps without a trump."),
        ({**GAME, "called": "NS"}, "At this score, or at this game, that side could not call honours."),
        ({**GAME, "declared": "2 hearts"}, "This game has no such declaration or bid."),
    ):
        answer = await house.types(house.anna, "score deal", **given)
        assert answer.private and answer.text.startswith(f"> {said}\n"), said
    assert "No deal has been entered yet" in house.screen().text


@pytest.mark.parametrize(
    ("game", "typed", "strain"),
    [
        ("biritch", "♥\ufe0f", "HEARTS"),
        ("biritch", "no-trumps", "NO_TRUMPS"),
        ("contract", "4♠\ufe0f", "SPADES"),
        ("contract", "3 no-trump", "NO_TRUMPS"),
        ("contract", "3 No Trumps", "NO_TRUMPS"),
    ],
)
async def test_what_people_type_and_paste_of_a_declaration_is_read(
    house: Club, game: str, typed: str, strain: str
) -> None:
    await opened(house, game)
    honours: dict[str, Any] = {"honours": "N 3 S 1 E 1"} if strain == "HEARTS" else {}
    await house.types(house.anna, "score deal", declared=typed, by="NS", tricks=9, **honours)
    (deal,) = (await sheet(house)).state.view.page.deals
    assert deal.told.strain is not None and deal.told.strain.name == strain


async def test_a_deal_is_entered_by_what_stands_on_a_score_card(house: Club) -> None:
    """Three no trumps are 100, doubled 200; the trick above them, doubled and not vulnerable, is 100, and
    50 are for the insult."""
    await opened(house, "contract")
    card: dict[str, Any] = {"declared": "3NTX+1 by South", "honours": "none"}
    for told in ({"doublings": 2}, {"tricks": 9}, {"by": "EW"}):
        answer = await house.types(house.anna, "score deal", **card, **told)
        assert answer.private and answer.text.startswith(
            "> I do not understand `declared`: write hearts, no trumps, 3 spades or 3NTX+1, "
            "or use `doublings`."
        )
    await house.types(house.anna, "score deal", **card, doublings=1)
    page = (await sheet(house)).state.view.page
    assert page.standing.below == (0, 0)  # the game has ended
    assert page.standing.totals == (350, 0)


async def test_lilies_are_royal_spades_where_the_schedule_has_them(house: Club) -> None:
    await opened(house, "auction")
    await house.types(house.anna, "score option", name="schedule", value="1913")
    await house.types(
        house.anna, "score deal", declared="2 lilies", by="NS", tricks=8, honours="N 2 S 1 E 1 W 1"
    )
    (deal,) = (await sheet(house)).state.view.page.deals
    assert deal.told.strain is Strain.ROYALS


@pytest.mark.parametrize("typed", ["none", "easy", "Honours easy", "no honours", "divided"])
async def test_honours_that_nobody_scores_are_told_in_a_word(house: Club, typed: str) -> None:
    """At whist nine tricks are three points, whoever the honours are divided between."""
    await opened(house, "whist_modern")
    await house.types(house.anna, "score deal", by="NS", tricks=9, honours=typed)
    assert (await sheet(house)).state.view.page.standing.below == (3, 0)


async def test_hands_that_cannot_exist_are_refused(house: Club) -> None:
    """Three void hands leave thirteen trumps in the fourth, which take every trick."""
    await opened(house)
    alone: dict[str, Any] = {"declared": "hearts", "honours": "N 5", "chicane": "E S W", "by": "NS"}
    answer = await house.types(house.anna, "score deal", tricks=6, **alone)
    assert "With those hands North–South must have won at least 13 tricks." in answer.text
    await house.types(house.anna, "score deal", tricks=13, **alone)
    assert len((await sheet(house)).state.view.page.deals) == 1


async def test_a_stranger_enters_nothing(house: Club) -> None:
    await opened(house)
    answer = await house.types(house.ivan, "score deal", **GAME)
    assert answer.text == "Only the players and the person who opened the sheet can write on it."


async def test_the_declarations_offered_are_those_of_the_sheets_game(house: Club) -> None:
    assert await offered(house, "score deal", "declared", "") == []
    await opened(house)
    suits = await offered(house, "score deal", "declared", "")
    assert set(suits) == {"spades", "hearts", "diamonds", "clubs", "no trumps"}
    await house.types(house.anna, "score close")
    await opened(house, "contract")
    bids = await offered(house, "score deal", "declared", "3 n")
    assert bids == ["3 no trumps"]


async def test_what_is_typed_of_honours_is_told_back_as_it_is_understood(house: Club) -> None:
    await opened(house)
    assert await offered(house, "score deal", "honours", "n3 s1") == ["North 3, South 1"]
    assert await offered(house, "score deal", "honours", "n3 s") == []
    assert await offered(house, "score deal", "aces", "NS 3") == ["North–South 3"]


async def test_the_penalties_offered_are_those_of_the_sheets_game(house: Club) -> None:
    await opened(house)
    assert len(await offered(house, "score deal", "revokes", "")) == 6
    await house.types(house.anna, "score close")
    await opened(house, "contract")
    assert await offered(house, "score deal", "revokes", "") == []


async def test_an_option_is_found_by_its_words_and_set_before_the_first_deal(house: Club) -> None:
    await opened(house)
    names = await offered(house, "score option", "name", "contre")
    assert names == ["Contre doubles slams too"]
    assert "Contre doubles slams too" in await offered(house, "score option", "name", "")
    for of_every_table in ("Robots play", "Direction of play", "Partners stay together"):
        assert await offered(house, "score option", "name", of_every_table) == []
    values = await offered(house, "score option", "value", "", name="slam_doubled")
    assert set(values) == {"yes", "no"}
    answer = await house.types(house.anna, "score option", name="slam_doubled", value="true")
    assert answer.private and "Contre doubles slams too: yes" in house.screen().text
    await house.types(house.anna, "score deal", **GAME)
    answer = await house.types(house.anna, "score option", name="slam_doubled", value="false")
    assert answer.text == "A deal has been entered, so the options stand as they are."


async def test_tab_after_a_number_of_doublings_writes_that_number(house: Club) -> None:
    await opened(house)
    for typed, name in (
        ("1", "contre ×2"),
        ("2", "sur contre ×4"),
        ("0", "not doubled"),
        ("11", "sur contre ×2¹¹"),
    ):
        first = (await house.anna.autocomplete(house.room, "score deal", "doublings", typed))[0]
        assert (first["name"], first["value"]) == (name, int(typed))
    everything = await offered(house, "score deal", "doublings", "")
    assert everything[:3] == ["not doubled", "contre ×2", "sur contre ×4"] and len(everything) == 7
    assert await offered(house, "score deal", "doublings", "99999") == []


async def test_an_option_that_the_game_has_not_is_refused(house: Club) -> None:
    await opened(house)
    answer = await house.types(house.anna, "score option", name="slams", value="flat")
    assert (
        answer.private
        and answer.text.endswith(".")
        and dict((await sheet(house)).state.view.options) == {"edition": "4"}
    )


# Undoing, looking, the end


async def test_undo_takes_back_deal_after_deal(house: Club) -> None:
    await opened(house)
    await won(house)
    for expected, title in ((1, "Deal 2: "), (0, "Deal 1: ")):
        told = (await house.types(house.david, "score undo")).text
        assert told.startswith(f"Taken back: {title}"), told
        assert len((await sheet(house)).state.view.page.deals) == expected
    assert (await house.types(house.david, "score undo")).text == "There is nothing to take back."


async def test_the_whole_sheet_is_for_the_asker_and_can_be_brought_to_the_bottom(house: Club) -> None:
    await opened(house)
    await won(house)
    answer = await house.types(house.ivan, "score sheet")
    assert answer.private and "**Deal 1:" in answer.text and "**Deal 2:" in answer.text
    first = house.screen()
    await house.boris.send(house.room, "Has anybody seen my hat?")
    await house.types(house.ivan, "score sheet", below=True)
    assert house.screen().message.id != first.message.id and house.screen().text == first.text
    assert len([one for one in house.room.history() if house.seen(one).buttons]) == 1


async def test_a_rubber_counts_once_all_four_have_pressed_or_typed(house: Club) -> None:
    await opened(house)
    await won(house)
    message = house.room.last_message
    assert message is not None
    await presses(house, house.anna, house.seen(message), "confirm")
    await presses(house, house.boris, house.seen(message), "confirm")
    await house.types(house.clara, "score confirm")
    assert at(house.anna) not in (await house.types(house.ivan, "leaderboard", game="biritch")).text
    answer = await presses(house, house.david, house.seen(message), "confirm")
    assert answer.private and answer.text == "You have confirmed the score."
    board = (await house.types(house.anna, "leaderboard", game="biritch")).text
    assert f"{at(house.anna)} **+152**" in board and f"{at(house.david)} **−152**" in board
    assert (
        await house.types(house.anna, "score undo")
    ).text == "Everybody has confirmed this rubber, so it stands."


async def test_one_who_rejects_keeps_it_off_the_leaderboard(house: Club) -> None:
    await opened(house)
    await won(house)
    for who in (house.anna, house.boris, house.clara):
        await house.types(who, "score confirm")
    answer = await presses(house, house.david, house.screen(), "reject")
    assert answer.text.startswith("You have rejected the score")
    assert f"{at(house.david)} rejected the score" in house.screen().text
    assert at(house.anna) not in (await house.types(house.ivan, "leaderboard", game="biritch")).text


async def test_a_press_on_a_sheet_that_has_changed_does_nothing(house: Club) -> None:
    await opened(house)
    await won(house)
    books = house.bot.services.sheets
    followers, books.followers = books.followers, []  # the message stays as it was
    await house.types(house.anna, "score undo")
    await house.types(house.anna, "score deal", **GAME)
    for verb in ("undo", "confirm", "reject"):
        answer = await presses(house, house.boris, house.screen(), verb)
        assert answer.text == "The sheet has changed since: look at it again before you press."
    page = (await sheet(house)).state.view.page
    assert len(page.deals) == 2 and not page.confirmed
    books.followers = followers


async def test_the_sheet_button_shows_it_in_full_to_anybody(house: Club) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    answer = await presses(house, house.ivan, house.screen(), "show")
    assert answer.private and "**Deal 1:" in answer.text


async def test_a_new_rubber_has_a_message_of_its_own(house: Club) -> None:
    await opened(house)
    assert (await house.types(house.anna, "score next")).text == "The rubber is not over yet."
    await won(house)
    first = house.screen()
    await house.types(house.anna, "score next")
    assert house.screen().message.id != first.message.id and "rubber 2" in house.screen().text
    assert verbs(house.seen(first.message)) == {"show", "confirm", "reject", "correct"}


async def test_the_players_and_a_moderator_close_it_and_nobody_else(house: Club) -> None:
    await opened(house, "biritch", north=house.anna, east="b", south="c", west="d")
    assert (await house.types(house.boris, "score close")).text.startswith("Only the players and the person")
    assert (await house.types(house.ivan, "score close")).text == "The sheet is closed."
    assert house.bot.services.sheets.stream_in(house.room.id) is None
    assert verbs(house.screen()) == {"show"}
    answer = await house.types(house.anna, "score deal", **GAME)
    assert answer.text == "There is no open score sheet here: `/score open` opens one."


async def test_a_rubber_that_is_worth_something_unfinished_is_broken_off_before_the_close(
    house: Club,
) -> None:
    await opened(house, "contract")
    await house.types(house.anna, "score option", name="unfinished_rubber", value="laws")
    await house.types(house.anna, "score deal", **CONTRACT)
    answer = await house.types(house.anna, "score close")
    assert answer.text.startswith("The rubber ends unfinished") and "unfinished" in house.screen().text
    assert (await house.types(house.anna, "score close")).text == "The sheet is closed."


# What outlasts a restart


async def test_a_sheet_and_its_buttons_work_after_a_restart(house: Club) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    before = house.screen()
    await house.restart()
    await house.types(house.boris, "score deal", **GAME)
    assert house.screen().message.id == before.message.id
    await presses(house, house.clara, house.screen(), "confirm")
    assert (await sheet(house)).state.view.page.confirmed


async def test_a_sheet_that_was_not_drawn_is_drawn_at_the_next_start(house: Club) -> None:
    await opened(house)
    books = house.bot.services.sheets
    followers, books.followers = books.followers, []
    await house.types(house.anna, "score deal", **GAME)
    assert "No deal has been entered yet" in house.screen().text
    books.followers = followers
    await house.restart()
    await house.types(house.ivan, "help")
    assert "Deal 1" in house.screen().text


async def test_after_a_thousand_doublings_no_message_is_a_wall_of_digits(house: Club) -> None:
    """Forty times two to the thousandth is a number of 303 digits. Sixty-two are still written in full."""
    await opened(house)
    for doublings, in_full in ((1000, []), (200, [62])):
        await house.types(house.anna, "score deal", **(GAME | {"doublings": doublings}))
        for seen in (house.screen(), await house.types(house.boris, "score sheet")):
            digits = [len(re.sub(r"\D", "", one)) for one in re.findall(r"[0-9\u202f]{30,}", seen.text)]
            assert digits in ([], in_full) and len(seen.text) < 1500
            assert ("10³⁰²" in seen.text) is (doublings == 1000)
        await house.types(house.anna, "score undo")


# What it is to Discord


async def test_every_command_of_the_sheet_is_there_with_its_description(house: Club) -> None:
    group = house.bot.tree.get_command("score")
    assert isinstance(group, discord.app_commands.Group)
    there = {f"score {one.name}": one.description for one in group.commands}
    assert {"score": group.description, **there} == SCORE_COMMANDS
    assert {name for names in SCORE_BUTTONS.values() for name in names} <= set(there)


async def test_every_message_of_a_sheet_is_sent_without_leave_to_ping(house: Club) -> None:
    await opened(house)
    await won(house)
    await presses(house, house.anna, house.screen(), "confirm")
    bodies = [
        request.json
        for request in house.env.http_requests
        if request.method in ("POST", "PATCH") and isinstance(request.json, dict)
    ]
    said = [body.get("data", body) for body in bodies]
    drawn = [one for one in said if isinstance(one, dict) and ("components" in one or "content" in one)]
    assert len(drawn) > 5 and all(one.get("allowed_mentions") == {"parse": []} for one in drawn)


async def test_undo_takes_back_the_deal_that_was_seen_and_none_that_was_entered_meanwhile(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boris enters a deal between what Anna's command reads and what it does."""
    await opened(house)
    await house.types(house.anna, "score deal", **{**GAME, "tricks": 7})
    act, boris = ScoreSheets.act, UserId(house.boris.id)
    honours = read_held("N 2 E 1 S 1 W 1", Part.HONOURS)
    entered = Enter(Given(declared=Strain.HEARTS, by=Side.NS, tricks=8, honours=honours))
    given = (await sheet(house)).state.view.page.deals

    async def later(self: ScoreSheets, sheet_id: Any, user: Any, ask: Any, **named: Any) -> OpenSheet:
        if isinstance(ask, TakeBack):
            await act(self, sheet_id, boris, entered)
        return await act(self, sheet_id, user, ask, **named)

    with monkeypatch.context() as between:
        between.setattr(ScoreSheets, "act", later)
        told = await house.types(house.anna, "score undo")
    assert told.text == PAGE_TURNED()
    deals = (await sheet(house)).state.view.page.deals
    assert deals[:1] == given and len(deals) == 2
    assert (await house.types(house.anna, "score undo")).text == "Taken back: Deal 2: ♥︎ Hearts."


async def test_a_rubber_that_is_not_on_the_sheet_is_told_so(house: Club) -> None:
    await opened(house)
    for command in ("score sheet", "score confirm"):
        assert (
            await house.types(house.anna, command, rubber=9)
        ).text == "There is no such rubber on the sheet."
    told = await house.types(house.anna, "score pad", rubber=9)
    assert told.text == "There is no such rubber on the sheet."
    assert (await house.types(house.anna, "score confirm", rubber=1)).text == "The rubber is not over yet."
