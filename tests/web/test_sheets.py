"""Everything but the cloth is a sheet, drawn from the same screens as Discord's messages: nothing of one is
missing, and what stands on it is answered by the same functions."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from aiohttp import ClientSession
from markupsafe import Markup
from simcord.actors import MemberActor

from bot.discord_api.layout import Document
from bot.host.carrying import Carrying
from bot.host.orders import Does
from cogs.pages import HandedOver
from rules.cards import Hand, parse_card
from rules.seats import Seat, by_seat
from rules.table.requests import AgreeToClose
from rules.table.table import Table
from screens.deck import in_letters
from screens.parts import compass
from screens.screen import (
    Boxes,
    Button,
    ChannelSelect,
    Divider,
    Form,
    Line,
    Link,
    Offer,
    Part,
    People,
    Picture,
    Row,
    Screen,
    Select,
    Text,
    Undrawn,
)
from screens.words.languages import spoken
from screens.words.names import ON_PAPER
from storage.ports.patience import StorageAway
from storage.ports.records import UserId
from tests.cogs import evenings as evenings_of_club
from tests.cogs.hosted import ordered
from tests.cogs.test_evening_rooms import forbid
from tests.each import mostly_long
from tests.screens.screens import TABLE, USER, evenings, screens
from tests.screens.test_every_state import lawful, some
from tests.trials.stage.browsers import Browser, Page, browser, link_for
from tests.trials.stage.club import Club
from tests.trials.stage.matches import cards_of
from tests.trials.stage.seen import walk
from tests.web.test_faults import playable
from web.sheet import Called, Sheet, sheet_of

CALLED = Called({UserId(USER): "Anna"}, lambda _: "whist", lambda: {7: "whist", 8: "talk"}, "/t/x/y")
_CODED = re.compile(r"<[@#t][^>]*>|\]\([^)]*\)|https://\S+")


def drawn(*parts: Part) -> Sheet:
    return sheet_of(Screen(parts), CALLED, TABLE)


def words_in(markdown: str) -> list[str]:
    return re.findall(r"\w+", _CODED.sub(" ", in_letters(markdown)).replace("_", " "))


def missing(part: Part) -> Iterator[str]:
    """What a reader of the page would not see, or could not press, of a part."""
    sheet = drawn(part)
    html, told = str(sheet.html), sheet.html.striptags()
    match part:
        case Text(markdown):
            yield from (one for one in words_in(markdown) if one not in told)
        case Row(buttons):
            for one in buttons:
                pressed = f'data-press="{one.id}"' in html, one.id in sheet.offers
                is_own_link = one.id.startswith(f"browse:{TABLE}")
                if not is_own_link and (
                    pressed != (not one.disabled,) * 2 or in_letters(one.label) not in told
                ):
                    yield one.id
        case Select(custom_id, prompt, offers, least, most):
            values = {one.value for one in offers}
            offered = sheet.offers.get(custom_id)
            if offered is None or (offered.values, offered.least, offered.most) != (values, least, most):
                yield custom_id
            yield from (one for one in words_in(prompt) if one not in told)
            yield from (one.label for one in offers if in_letters(one.label) not in told)
            yield from (one.hint for one in offers if one.hint not in told)
        case Link(address, label):
            if f'href="{address}"' not in html or label not in told:
                yield address
        case Divider():
            if "<hr>" not in html:
                yield "a line"
        case Picture(alt=alt) | Undrawn(alt=alt):
            if len(sheet.shown) != 1 or "<img" not in html or 'alt="' not in html:
                yield alt
        case People() | ChannelSelect():
            if part.id not in sheet.offers or part.prompt not in told:
                yield part.id


def walked(steps: int) -> Iterator[Table]:
    """Tables in many states; with more ``steps`` more of each."""
    yield from some(evenings(4, claims=True, steps=3 * steps))
    yield from some(evenings(1, claims=True, game="ruff_and_honours", steps=steps))
    yield from some(evenings(0, claims=False, game="contract", options={"hints": "on"}, steps=steps))
    yield from [*lawful()][: steps // 2 : 2]
    yield from [*lawful("whist_modern-out-of-turn")][:steps:6]


@pytest.mark.parametrize("steps", mostly_long((12, 60), (12,)))
def test_of_no_screen_of_any_state_is_a_part_missing_on_a_page(steps: int) -> None:
    seen = {part for table in walked(steps) for screen in screens(table) for part in screen.parts}
    assert len(seen) > 15 * steps and {type(one) for one in seen} >= {Text, Row, Select, Link}
    assert [(one, lost) for one in seen for lost in missing(one)] == []


OTHERS: tuple[Part, ...] = (
    Divider(),
    People(f"evening-robot:{TABLE}:1", "For whom?"),
    People(f"evening-robot:{TABLE}:1", "For whom?", USER),
    ChannelSelect("server:channels", "Where", (7,), 25),
    Picture("a.png", b"png", 'A "picture" <b>'),
    Undrawn("b.png", lambda _: b"png", "Another"),
    Select(f"replay:{TABLE}:1", "Which trick", (Offer("1", "One"), Offer("2", "Two", chosen=True))),
)


def test_lists_of_people_and_channels_pictures_and_lines_stand_on_a_page_too() -> None:
    assert [(one, lost) for one in OTHERS for lost in missing(one)] == []
    free = drawn(OTHERS[2])
    assert free.offers[f"evening-robot:{TABLE}:1"].takes(()) and "aria-pressed" in free.html
    rooms = drawn(OTHERS[3])
    assert "#talk" in rooms.html and rooms.offers["server:channels"].takes(("7", "8"))
    deleted = drawn(ChannelSelect("server:channels", "Where", (7, 9), 25))
    assert deleted.offers["server:channels"].takes(("7", "9")) and deleted.html.count(" checked") == 2
    elsewhere = sheet_of(
        Screen((OTHERS[3],)), CALLED._replace(channels=dict), TABLE
    )  # of a server that is not known here: else what was chosen would be taken back
    assert elsewhere.html == "" and not elsewhere.offers
    assert "&#34;picture&#34; &lt;b&gt;" in drawn(OTHERS[4]).html


def test_the_hands_of_west_and_east_stand_in_two_columns_on_a_page() -> None:
    """In Discord blanks of its own widths part them, which a browser's letters have not."""
    held = {Seat.WEST: "53.AKT963.A9753.", Seat.EAST: "Q98764.87.J.A72"}
    hands = by_seat(lambda seat: Hand.of(map(parse_card, cards_of(held.get(seat, "AKJ.Q..")).split())))
    html = drawn(Text(compass(ON_PAPER, hands))).html
    inner = '(?:<(?:b|span class="red")>[^<]*</(?:b|span)>|[^<])*'
    columns = re.findall(rf'<p><span class="column">({inner})</span>(.*?)</p>', html)
    told = [[Markup(one).striptags().replace("\ufe0e", "") for one in line] for line in columns]
    assert told == [
        ["W", "E"],
        ["♠ 5 3", "♠ Q 9 8 7 6 4"],
        ["♥ A K 10 9 6 3", "♥ 8 7"],
        ["♦ A 9 7 5 3", "♦ J"],
        ["♣ –", "♣ A 7 2"],
    ]
    assert "column" not in drawn(Text("♥ +8\u2003♦ +6")).html


def test_a_call_that_is_written_with_a_sign_is_read_aloud_in_words() -> None:
    row = [("declare:S", "♠︎ +2"), ("bid:2C", "2♣︎"), ("bid:3N", "3NT"), ("pass", "Pass")]
    calls = [Button(f"call:{TABLE}:1:0:{call}", label) for call, label in row]
    level, back = Button(f"level:{TABLE}:1:0:4", "4"), Button(f"level:{TABLE}:1:0:0", "Back")

    def told(*buttons: Button) -> list[str]:
        return re.findall('aria-label="([^"]+)"', drawn(Row(buttons)).html)

    assert told(*calls, level, back) == ["spades +2", "2 Clubs", "3 no trumps", "Bid at level 4"]
    with spoken("fr"):
        assert told(calls[2], level) == ["3 sans-atout", "Annonce au palier de 4"]


def test_a_list_that_is_folded_says_what_is_chosen_in_it() -> None:
    offers = [Offer("ring", "Ring"), Offer("rest", "Rest", chosen=True)]
    for number, summary in ((2, "Alerts: Rest"), (1, "Alerts")):
        html = drawn(Select("me:alerts", "Alerts", tuple(offers[:number]), 1, 1)).html
        assert re.findall("<summary>(.*)</summary>", html) == [summary]


def test_a_form_takes_what_its_fields_may_hold_and_nothing_else() -> None:
    voids = Boxes("voids", "No spades", (Offer("N", "North"), Offer("E", "East")), 1)
    form = Form("seats-name:N:", "Who sits here", (Line("Name", "Ann", 10), voids))
    sheet = sheet_of(form, CALLED, TABLE)
    (offered,) = sheet.offers.values()
    assert all(one in sheet.html for one in ("Who sits here", "Name", "Ann", "No spades", "North", "East"))
    assert offered.takes((), (("Berta",), ("N",))) and offered.takes((), (("",), ()))
    for values, fields in (
        ((), ()),
        (("N",), (("Berta",), ())),
        ((), (("Berta",),)),
        ((), (("B" * 11,), ())),
        ((), (("Berta", "Clara"), ())),
        ((), (("Berta",), ("S",))),
        ((), (("Berta",), ("N", "E"))),
    ):
        assert not offered.takes(values, fields), (values, fields)


# What is pressed


async def sits_down(house: Club, desk: Browser) -> str:
    return await desk.sits(await link_for(house, house.anna))


async def pressed(page: Page, verb: str, *values: str) -> str:
    """The sheet after one button of this verb has been pressed."""
    await page.presses(page.offers(verb)[0], *values)
    await page.is_answered()
    return sheet_on(page)


async def types(page: Page, command: str) -> None:
    """Chooses it in the list of everything else."""
    await page.presses("menu")
    await page.is_answered()
    await page.presses("command", command)
    await page.is_answered()


def sheet_on(page: Page) -> str:
    return page.html.partition('id="sheet"')[2]


def told_on(page: Page) -> str:
    """What the sheet says."""
    return Markup(f"<p {sheet_on(page)}").striptags()


async def test_all_that_can_be_looked_at_after_a_deal_opens_on_a_page(house: Club, desk: Browser) -> None:
    await house.playing(cards=52)
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        for verb, told in (
            ("points", "the score"),
            ("tricks", "calls and tricks"),
            ("verify", "just as it was sealed"),
            ("replay", "before the lead"),
            ("record", "The record of deal 1"),
            ("picture", "<img"),
        ):
            await pressed(page, "more")
            await pressed(page, verb)
            while told not in told_on(page) and told not in sheet_on(page):
                await page.hears()
            assert page.told["note"] == ""
            assert page.offers("more"), verb  # the way back
        await pressed(page, "more")
        await pressed(page, "analyse")
        assert "not analysed here" in page.told["note"]


@pytest.mark.long
async def test_each_command_of_the_menu_is_answered_on_the_page(house: Club, desk: Browser) -> None:
    await house.playing()
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        for command, told in (
            ("help", "With friends: /table open"),
            ("rules", "Biritch"),
            ("learn", "Learn to play"),
            ("me", "Your settings"),
            ("play", "Hoyle (robot)"),  # in each deal, declarer or not
            ("daily", "One try, the same for everybody"),
            ("challenge", "challenges everybody here"),
            ("stats", "anna at Biritch"),
            ("leaderboard", "the leaderboard"),
            ("privacy show", "What I keep of you"),
        ):
            await types(page, command)
            while told not in told_on(page):
                await page.hears()
            assert page.told["note"] == "", command
        await types(page, "settings")
        assert page.told["note"] == "Only those who may manage the server can change its settings."


@pytest.mark.long
async def test_a_lesson_is_read_and_answered_on_the_page(house: Club, desk: Browser) -> None:
    await house.playing()
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        await types(page, "learn")
        await page.presses(page.offers("learn")[0], "1")
        await page.is_answered()
        before = sheet_on(page)
        await page.presses(next(one for one in page.offers("learn") if ":page:" in one))
        await page.is_answered()
        assert sheet_on(page) not in ("", before)


@pytest.mark.long
async def test_the_options_of_a_table_are_set_on_the_page(house: Club, desk: Browser) -> None:
    await house.seated(house.anna, house.boris)
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        before = dict(house.table.state.options)
        await pressed(page, "options")
        (listed,) = re.findall(r'data-press="([^"]+)" value="hints"', page.html)
        await page.presses(listed, "hints")
        await page.is_answered()
        await page.presses(next(one for one in page.offers("set") if one.endswith(":hints:on")))
        await page.is_answered()
        assert "Hints" in told_on(page)
    assert {**before, "hints": "on"} == dict(house.table.state.options)


async def test_a_guest_is_named_in_a_form_on_the_page_and_a_player_chosen_in_a_list(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        await types(page, "score open")
        await pressed(page, "seats-guest")
        (form,) = page.offers("seats-name")
        await page.sends({"press": form, "values": [], "fields": [["Berta"]], "key": "a-guest-of-ours"})
        await page.is_answered()
        assert "Berta" in told_on(page)
        people = page.offers("seats-user")
        await page.presses(people[-1], str(house.boris.id))
        await page.is_answered()
        assert 'aria-pressed="true"' in sheet_on(page)


async def test_a_picture_is_drawn_for_the_session_that_it_is_shown_to_and_for_nobody_else(
    house: Club, desk: Browser
) -> None:
    await house.playing(cards=52)
    async with desk.opens(await sits_down(house, desk)) as page, browser(house) as other:
        await page.hears()
        await pressed(page, "more")
        shown = await pressed(page, "picture")
        while "<img" not in shown:
            await page.hears()
            shown = sheet_on(page)
        address = re.search(r'<img[^>]*src="([^"]+)"', shown)
        assert address is not None
        async with desk.session.get(desk.address + address[1]) as answer:
            assert answer.status == 200 and answer.content_type == "image/png"
            assert (await answer.read()).startswith(b"\x89PNG") and answer.headers[
                "Cache-Control"
            ] == "no-store"
        of_boris = await other.sits(await link_for(house, house.boris))
        name = address[1].rpartition("/")[2]
        assert (await other.asks(address[1]))[0] == 403
        assert (await other.asks(f"{of_boris}/shown/{name}"))[0] == 404
        async with ClientSession() as stranger:
            answer = await stranger.get(desk.address + address[1])
            assert answer.status == 403


@pytest.mark.long
async def test_the_files_of_a_record_are_handed_over_as_files(house: Club, desk: Browser) -> None:
    await house.playing(cards=52)
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        await pressed(page, "more")
        await pressed(page, "record")
        while not (files := [one for one in page.offers("record") if one.endswith("files")]):
            await page.hears()
        await page.presses(files[0])
        while "download=" not in page.html:
            await page.hears()
        address = re.search(r'download="deal-1.txt" href="([^"]+)"', page.html)
        assert address is not None
        async with desk.session.get(desk.address + address[1]) as answer:
            assert answer.status == 200 and "attachment" in answer.headers["Content-Disposition"]
            assert "North" in await answer.text()


def test_a_file_and_a_picture_of_the_same_session_have_names_of_their_own() -> None:
    one, other = Document("a.txt", "text"), Document("a.txt", "other")
    names = set()
    for file in (one, other):
        names |= set(sheet_of(HandedOver("Files", [file]), CALLED, TABLE).shown)
    assert len(names) == 2


@pytest.mark.long
async def test_what_is_said_to_everybody_stands_in_the_tables_channel(house: Club, desk: Browser) -> None:
    await house.playing()
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        before = len([*house.messages()])
        await types(page, "leaderboard")
        assert len([*house.messages()]) == before  # shown to who asks
        await types(page, "challenge")
        assert len([*house.messages()]) == before + 1
        assert "challenges everybody here" in house.screen().text


@pytest.mark.long
async def test_nobody_says_by_their_page_what_they_may_not_say_in_the_channel(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        before = len([*house.messages()])
        forbid(house, "send_messages")
        await types(page, "challenge")
        assert "may not write in the table" in page.told["note"]
        assert len([*house.messages()]) == before


async def test_who_is_not_answered_by_discord_is_told_so_and_not_that_they_have_no_right(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        house.env.inject_error("GET", "/guilds/*/members/*", status=500, times=None)
        for command in ("settings", "challenge"):
            await types(page, command)
            assert page.told["note"].startswith("Discord did not take my answer."), command
        house.env.backend.faults.clear()
        house.wire.loses = f"/channels/{house.room.id}/messages"
        await types(page, "challenge")
        assert page.told["note"].startswith("Discord did not take my answer.")


async def test_a_page_has_its_answer_however_long_it_takes_to_post_it_for_all(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord waits for three seconds, a page does not."""
    await house.playing()
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        monkeypatch.setattr("cogs.interactions.ANSWER_WITHIN", 0.01)
        house.wire.lags = f"/channels/{house.room.id}/messages"
        await types(page, "challenge")
        assert "challenges everybody here" in told_on(page) and page.told["note"] == ""


@pytest.mark.long
async def test_another_seats_lists_and_forms_are_no_way_in(house: Club, desk: Browser) -> None:
    """A forged id of a sheet that is open on another's page."""
    await house.playing(cards=52)
    async with browser(house) as other, desk.opens(await sits_down(house, desk)) as page:
        path = await other.sits(await link_for(house, house.boris))
        async with other.opens(path) as stranger:
            await page.hears()
            await stranger.hears()
            await pressed(page, "more")
            for forged in (
                *page.offers("replay"),
                "seats-name:N:",
                "server:language",
                f"evening-robot:{TABLE}:1",
            ):
                await stranger.sends(
                    {"press": forged, "values": [], "fields": [["x"]], "key": "forged-forged"}
                )
                await stranger.is_answered()
                assert stranger.told["note"] and not sheet_on(stranger), forged


@pytest.mark.long
async def test_nobody_waits_with_a_card_for_what_they_have_asked_to_see(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something to be drawn takes long: they are told so, and play on."""
    monkeypatch.setattr("web.pages.LOOK_WITHIN", 0.0)
    monkeypatch.setattr("cogs.turns.PROMPTLY", 0.0)
    await house.playing(cards=52)
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        await pressed(page, "more")
        async with house.bot.services.asked.queue.turn(1), house.bot.services.asked.queue.turn(2):
            await page.presses(page.offers("replay")[0], key="a-look-that-waits")
            while "before" not in told_on(page):  # how many come before them
                await page.hears()
            await page.presses(page.offers("cut")[0], key="an-act-meanwhile")
            while "an-act-meanwhile" not in page.told["done"]:
                await page.hears()
            assert page.told["note"] == "" and "a-look-that-waits" not in page.told["done"]
        while "a-look-that-waits" not in page.told["done"]:
            await page.hears()
        assert "before the lead" in told_on(page)


async def test_before_the_name_of_who_is_waited_for_stands_an_arrow_that_is_not_read_aloud(
    house: Club, desk: Browser
) -> None:
    await house.begun()
    assert house.table.state.pack is not None
    cutter = house.table.state.pack.cutter
    other = house.at(cutter.left)
    async with desk.opens(await desk.sits(await link_for(house, other))) as page:
        await page.hears_until(house.at(cutter).name)
        arrow = '<span aria-hidden="true">▸</span>'
        (line,) = re.findall(rf"<p>{arrow}(.*?)</p>", page.html)
        assert house.at(cutter).name in line and "?" not in told_on(page)


@asynccontextmanager
async def a_look_that_waits(house: Club, page: Page) -> AsyncIterator[None]:
    """Somebody has asked for it, and is told that others are before them until the block ends."""
    async with house.bot.services.asked.queue.turn(1), house.bot.services.asked.queue.turn(2):
        await page.presses(page.offers("replay")[0], key="a-look-that-waits")
        while "before" not in told_on(page):
            await page.hears()
        yield


async def test_a_sheet_that_was_closed_is_not_opened_again_by_an_answer_that_comes_late(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it stay open until that has come."""
    monkeypatch.setattr("cogs.turns.PROMPTLY", 0.0)
    await house.playing(cards=52)
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        await pressed(page, "more")
        async with a_look_that_waits(house, page):
            await page.presses("close", key="it-is-closed")
            while "it-is-closed" not in page.told["done"]:
                await page.hears()
            assert "a-look-that-waits" not in page.told["done"] and 'id="sheet"' not in page.html
        while "a-look-that-waits" not in page.told["done"]:
            await page.hears()
        assert 'id="sheet"' not in page.html


async def test_a_late_answer_does_not_take_the_place_of_a_sheet_that_was_asked_for_after_it(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.LOOK_WITHIN", 0.0)
    monkeypatch.setattr("cogs.turns.PROMPTLY", 0.0)
    await house.playing(cards=52)
    async with desk.opens(await sits_down(house, desk)) as page:
        await page.hears()
        await pressed(page, "more")
        async with a_look_that_waits(house, page):
            await page.presses("menu", key="the-menu-meanwhile")
            while "the-menu-meanwhile" not in page.told["done"]:
                await page.hears()
            assert "/rules" in told_on(page)
        while "a-look-that-waits" not in page.told["done"]:
            await page.hears()
        assert "/rules" in told_on(page)


async def test_at_an_evening_its_standings_and_what_its_director_may_do_open_on_a_page(
    house: Club, desk: Browser
) -> None:
    await house.types(house.anna, "evening open", rounds=2)
    lobby = house.screen()
    for who in house.four:
        await evenings_of_club.presses(house, who, lobby, "join")
    await evenings_of_club.presses(house, house.anna, lobby, "begin")
    await house.env.settle()
    async with browser(house) as other:
        of_boris = await other.sits(await link_at_evening(house, house.boris))
        path = await desk.sits(await link_at_evening(house, house.anna))
        async with desk.opens(path) as page, other.opens(of_boris) as beside:
            await page.hears()
            await beside.hears()
            await types(page, "evening show")
            assert "Nothing has been scored yet" in told_on(page)
            await types(page, "evening direct")
            listed = page.offers("evening-robot")
            assert listed and f'value="{house.david.id}"' in page.html
            await types(beside, "evening direct")
            assert "Only the director" in beside.told["note"]


async def link_at_evening(house: Club, who: MemberActor) -> str:
    """The token of a link to the page of the table at which somebody plays."""
    (table,) = [one for one in evenings_of_club.tables(house) if who.id in one.people.values()]
    with house.inside():
        return (await house.bot.services.pages.link_to(table.id, UserId(who.id))).partition("#")[2]


async def test_who_plays_on_a_page_at_a_table_in_a_channel_reads_there_of_a_maintenance_and_no_news(
    house: Club, desk: Browser
) -> None:
    """The news stands in a channel of servers that want it, and this one does not."""
    await house.playing()
    west = house.at(Seat.WEST)
    path = await desk.sits(await link_for(house, west))
    await ordered(house, Does.MAINTENANCE, text="10")
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    async with desk.opens(path) as page:
        await page.hears()
        await page.presses(playable(page)[0])
        await page.is_answered()
        assert "I will be away" in page.html and "Whist on Friday" not in page.html
    assert house.bot.services.carrying.maintenance_for(UserId(west.id)) == []


async def at_a_table_alone(house: Club, desk: Browser) -> str:
    """The path of Anna's page of a deal without other people."""
    game = await house.writes(house.anna, "play")
    answer = await house.presses(house.anna, game, "browse")
    shown: Any = answer.message.components
    (address,) = (one["url"] for one in walk(shown) if "url" in one)
    return await desk.sits(str(address).partition("#")[2])


async def test_who_plays_alone_on_a_page_reads_there_what_the_host_has_people_told(
    house: Club, desk: Browser
) -> None:
    """Once, over the table, and not before they do something."""
    path = await at_a_table_alone(house, desk)
    await ordered(house, Does.MAINTENANCE, text="10")
    async with desk.opens(path) as page:
        await page.hears()
        while not playable(page):
            await page.hears()
        assert "I will be away" not in page.html
        await page.presses(playable(page)[0])
        await page.hears_until("I will be away")
    assert await house.bot.services.carrying.news_for(UserId(house.anna.id)) == []


async def test_what_the_host_has_people_told_covers_nothing_that_somebody_asks_for_on_a_page(
    house: Club, desk: Browser
) -> None:
    """All of it comes with the next card."""
    path = await at_a_table_alone(house, desk)
    await ordered(house, Does.MAINTENANCE, text="10")
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    async with desk.opens(path) as page:
        await page.hears()
        while not playable(page):
            await page.hears()
        await page.presses("menu")
        await page.is_answered()
        await page.presses("command", "daily")
        await page.is_answered()
        assert "Deal of the day" in page.html
        assert "I will be away" not in page.html and "Whist on Friday" not in page.html
        await page.presses(playable(page)[0])
        await page.hears_until("Whist on Friday")
        assert "I will be away" in page.html


async def test_a_card_that_is_played_is_not_said_to_be_lost_because_the_news_cannot_be_read(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await at_a_table_alone(house, desk)

    async def away(self: Carrying, user: UserId) -> list[Screen]:
        raise StorageAway

    monkeypatch.setattr(Carrying, "news_for", away)
    async with desk.opens(path) as page:
        await page.hears()
        while not playable(page):
            await page.hears()
        card = playable(page)[0]
        await page.presses(card)
        await page.is_answered()
        assert page.told["note"] == "" and f'id="c-{card.rpartition(":")[2]}"' not in page.html


async def test_people_who_sit_elsewhere_have_their_names_on_a_page_too(house: Club, desk: Browser) -> None:
    """None of those who have played sits at this table."""
    await house.playing()
    await house.plays_out_the_rubber()
    await house.types(house.ivan, "table open", channel=house.parlour)
    await house.types(house.ivan, "table join", channel=house.parlour)
    answer = await house.types(house.ivan, "table page", channel=house.parlour)
    shown: Any = answer.message.components
    (address,) = (one["url"] for one in walk(shown) if "url" in one)
    async with desk.opens(await desk.sits(str(address).partition("#")[2])) as page:
        await page.hears()
        await types(page, "leaderboard")
        for who in house.four:
            while who.name not in told_on(page):
                await page.hears()
        assert "somebody" not in told_on(page)


async def test_on_the_cloth_it_is_said_who_would_close_the_table_and_who_is_away(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    async with desk.opens(await desk.sits(await link_for(house, house.boris))) as page:
        await page.hears()
        await house.acts(house.anna, AgreeToClose())
        said = await page.hears_until("Close the table?")
        assert "anna" in Markup(said.partition("Close the table?")[2].partition("</p>")[0]).striptags()
        assert page.offers("close")
        west = house.table.seat(UserId(house.at(Seat.WEST).id))
        assert west is not None
        if house.at(Seat.WEST) is not house.boris:
            house.table.late = frozenset((west,))
            await house.acts(house.clara, AgreeToClose())
            await page.hears_until("has been away for a while")


@pytest.mark.long
async def test_who_manages_a_server_that_another_process_serves_sets_it_on_the_page_too(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = house.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    walter = house.guild.add_member(house.env.create_user("walter"), roles=[role])
    await house.seated(house.boris, walter)
    path = await desk.sits(await link_for(house, walter))
    monkeypatch.setattr(house.bot, "get_guild", lambda _: None)
    async with desk.opens(path) as page:
        await page.hears()
        await types(page, "settings")
        assert page.told["note"] == "" and 'id="sheet"' in page.html
