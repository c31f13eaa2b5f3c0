"""What an open page is sent, and what it may press."""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiohttp import WSMsgType

from bot.readers import Reader, Readers
from rules.calls import Play
from rules.cards import PACK, WHOLE_PACK, Hand, parse_card
from rules.counting.reckon import Entry, Line
from rules.frozen import replace
from rules.seats import BySide, Seat, Side, plus
from rules.view import SeatView
from screens.deck import face
from screens.presses import TABLE_VERBS
from screens.words.refusals import MOMENT_PASSED
from storage.ports.patience import StorageAway
from storage.ports.records import UserId
from tests.cogs.test_two_taps import choosing
from tests.trials.stage.browsers import Browser, Page, browser, link_for, merged, with_door
from tests.trials.stage.club import Club
from tests.trials.stage.guard import HANGS_AFTER, until
from tests.web.test_cloth import RANKS, SUITS
from web.heard import news_of
from web.pressing import PressAnswer
from web.sheet import Called


async def test_no_verb_acts_that_the_page_did_not_offer(house: Club, desk: Browser) -> None:
    """The registry of verbs, forged over the socket; and what another's page offers."""
    await house.playing()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    of_west = await desk.sits(await link_for(house, west))
    of_east = await desk.sits(await link_for(house, east))
    version = house.table.version
    async with desk.opens(of_west) as page, desk.opens(of_east) as other:
        await other.hears()
        await page.hears()
        table = house.table.id
        looks = {f"last:{table}", f"score:{table}"}
        forged = [f"{verb}:{table}{rest}" for verb in TABLE_VERBS for rest in ("", ":1", ":1:0", ":1:0:yes")]
        forged += [f"play:{table}:1:0:{card}" for card in PACK]
        forged += [f"option:{table}:1:robots", f"set:{table}:0:robots:hard", "nothing", ""]
        forged += [page.offers("play")[0].replace(table, "00000000")]
        for number, custom_id in enumerate(one for one in forged if one not in looks):
            await other.presses(custom_id, *(("yes",) if number % 5 == 0 else ()))
            await other.is_answered()
            assert other.told["note"], custom_id
        await page.presses(f"last:{table}", "13")  # a choice where there is none
        await page.is_answered()
        assert page.told["note"]
    assert house.table.version == version


async def test_the_same_press_sent_again_plays_one_card(house: Club, desk: Browser) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    path = await desk.sits(await link_for(house, west))
    async with desk.opens(path) as page:
        await page.hears()
        card = house.plays(west)[0]
        press = next(one for one in page.offers("play") if one.endswith(card))
        await page.presses(press, key="the-same-key")
        await page.hears_until(f"t-{card}")
    async with desk.opens(path) as again:
        await again.hears()
        await again.presses(press, key="the-same-key")
        await again.is_answered()
        assert again.told["done"] == ["the-same-key"] and again.told["note"] == ""
    assert house.cards_played == 1


async def test_a_card_that_is_tapped_twice_at_once_is_played_once_and_nothing_is_refused(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    path = await desk.sits(await link_for(house, west))
    async with desk.opens(path) as page:
        await page.hears()
        press = page.offers("play", playable=True)[0]
        await page.presses(press)
        await page.presses(press)
        notes = []
        for _ in range(2):
            await page.is_answered()
            notes.append(page.told["note"])
        assert notes == ["", ""] and house.cards_played == 1
        await page.presses(next(one for one in page.offers("play") if one != press))
        await page.is_answered()
        assert page.told["note"]  # it is not West's turn any more, and another card is no second tap


async def note_on(page: Page, press: str) -> str:
    """What is said of it."""
    await page.presses(press)
    await page.is_answered()
    return str(page.told["note"])


async def test_a_card_that_went_back_is_played_anew_and_why_it_cannot_be_is_told(
    house: Club, desk: Browser
) -> None:
    """It is no second tap of what was done before."""
    await house.playing(cards=1, ranked="none")
    south, west, east = (house.at(seat) for seat in (Seat.SOUTH, Seat.WEST, Seat.EAST))
    async with desk.opens(await desk.sits(await link_for(house, south))) as page:
        await page.hears()
        press = page.offers("play", playable=True)[0]
        assert await note_on(page, press) == "" and house.cards_played == 2
        await house.types(south, "turn", act="takeback")
        await house.types(west, "turn", act="agree")
        await house.types(east, "turn", act="agree")
        while press not in page.offers("play", playable=True):
            await page.hears()
        await house.claims(west)
        assert await note_on(page, press) and house.cards_played == 1


async def test_a_card_that_was_marked_by_a_first_tap_and_cannot_be_played_any_more_is_refused_aloud(
    house: Club, desk: Browser
) -> None:
    await house.playing(cards=1)
    south = house.at(Seat.SOUTH)
    await choosing(house, south)
    async with desk.opens(await desk.sits(await link_for(house, south))) as page:
        await page.hears()
        press = page.offers("play", playable=True)[0]
        assert await note_on(page, press) == ""
        await house.claims(house.at(Seat.WEST))
        assert await note_on(page, press) and house.cards_played == 1


async def test_of_a_page_only_the_parts_are_sent_that_a_card_has_changed(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.at(Seat.SOUTH)))
    async with desk.opens(path) as page:
        await page.hears()
        assert page.pushed.startswith('<main id="table"') and page.size < 8000
        await page.hears_until("boris")  # the names are known
        card = house.plays(house.at(Seat.WEST))[0]
        await house.plays_a_card()
        before = page.html
        await page.hears_until(f't-{card}"')
        sent = re.findall(r'^<\w+ id="([\w-]+)"', page.pushed, re.MULTILINE)
        assert {"spot-left", "seat-left", "seat-top", "trick", "say-T", "task"} <= set(sent)
        assert not {"table", "contract", "head", "seat-right", "spot-right", "say-L"} & set(sent)
        assert before != page.html == merged(before, page.pushed)


async def test_no_push_in_a_whole_deal_names_a_card_that_its_person_may_not_see(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    async with AsyncExitStack() as stack:
        pages = {}
        for seat in Seat:
            path = await desk.sits(await link_for(house, house.at(seat)))
            pages[seat] = await stack.enter_async_context(desk.opens(path))
            await pages[seat].hears()
        for number in range(51):
            who = house.to_act()
            card = house.plays(who)[0]
            press = f"play:{house.table.id}:1:{number}:{card}"
            page = pages[house.seat(who)]
            while press not in page.offers("play"):
                await page.hears()
            await page.presses(press)
            for seat, one in pages.items():
                while f'id="t-{card}"' not in one.html:
                    await one.hears()
                view = house.view(house.at(seat))
                assert view.own is not None and view.deal is not None
                gone = Hand.of(played for _, played in view.deal.cards_played())
                seen = view.own.left | gone | Hand.of(c for faced in view.deal.faced for c in faced.left)
                hidden = [str(one) for one in WHOLE_PACK - seen]
                named = f"{one.told} {one.pushed}"
                assert hidden or number > 30
                assert not [c for c in hidden if re.search(rf'"{c}"|-{c}\b|:{c}\b', named)], seat
                spoken = [f"{RANKS[c[0]]} of {SUITS[c[1]]}" for c in hidden]
                assert not [c for c in spoken if re.search(rf"\b{c}", named)], seat


async def test_what_is_done_in_discord_is_shown_on_every_page_and_spoken(house: Club, desk: Browser) -> None:
    await house.playing()
    north = house.at(Seat.NORTH)
    path = await desk.sits(await link_for(house, north))
    async with desk.opens(path) as page:
        await page.hears()
        card = house.view(house.at(Seat.WEST)).options[0]
        assert isinstance(card, Play)
        await house.plays_a_card()
        await page.hears_until(f't-{card.card}"')
        assert page.told["news"].startswith("West: ")
        assert page.told["news"].endswith(".")


async def test_a_contre_has_a_moment_of_its_own_on_every_page_and_is_spoken_once(
    house: Club, desk: Browser
) -> None:
    await house.declared()
    paths = {seat: await desk.sits(await link_for(house, house.at(seat))) for seat in (Seat.WEST, Seat.NORTH)}
    async with desk.opens(paths[Seat.WEST]) as own, desk.opens(paths[Seat.NORTH]) as page:
        assert (await own.hears())["moments"] == (await page.hears())["moments"] == []
        await house.types(house.at(Seat.WEST), "contre")
        for one in (own, page):
            while not one.told["moments"]:
                await one.hears()
            assert one.told["moments"] == ["West: contre ×2"]
        assert page.told["news"].count("West: contre.") == 1 and "contre" not in own.told["news"]
        await house.types(house.at(Seat.SOUTH), "surcontre")
        while page.told["moments"] != ["South: sur contre ×4"]:
            await page.hears()
    async with desk.opens(paths[Seat.NORTH]) as late:
        assert (await late.hears())["moments"] == []  # it was over before they came


async def test_a_moment_passes_by_once_though_the_page_is_late_to_say_that_it_has_it(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read aloud is told again: it may have been talked over. So is a turn that has come by ear."""
    monkeypatch.setattr("web.pages.HEARD_WITHIN", 0.0)
    await house.declared()
    south = await desk.sits(await link_for(house, house.at(Seat.SOUTH)))
    async with desk.opens(south) as page:
        await page.hears()
        await house.types(house.at(Seat.WEST), "contre")
        told = list[dict[str, Any]]()
        for press in ("", "menu"):
            await page.sends({"press": press, "values": [], "key": f"the-{press}-key"})
            while f"the-{press}-key" not in (told[-1]["done"] if told else ()):
                told.append(await page.hears(acknowledges=False))
        assert [one for push in told for one in push["moments"]] == ["West: contre ×2"]
        assert sum(push["turn"] for push in told) == 1
        assert all("West: contre." in push["news"] for push in told[-2:])


async def test_nothing_that_a_page_is_refused_is_lost_where_two_refusals_are_told_together(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.HEARD_WITHIN", HANGS_AFTER)
    await house.playing()
    async with AsyncExitStack() as stack:
        door = await stack.enter_async_context(with_door(house))
        desk = await stack.enter_async_context(browser(house))
        path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
        page = await stack.enter_async_context(desk.opens(path))
        first = await page.hears(acknowledges=False)
        (served,) = door.pages.open_pages
        await page.presses(page.offers("play")[0])
        await page.presses("nothing")
        await page.presses("nothing")
        await until(lambda: len(served._answered) == 3)
        await page.sends({"heard": first["number"]})
        await page.is_answered()
        assert page.told["note"] == f"It is West's turn. {MOMENT_PASSED()}"


async def test_a_slam_and_a_game_have_a_moment_when_their_deal_is_over(house: Club) -> None:
    await house.playing()
    west, nobody = house.at(Seat.WEST), Called({}, lambda _: "")
    before = house.view(west)
    await house.plays_out_the_deal_quietly()
    now = house.view(west)
    last = now.table.last
    assert last is not None

    def with_games(more: BySide[int], *lines: Entry) -> SeatView:
        after = replace(last.after, games=plus(last.before.games, more))
        return replace(now, table=replace(now.table, last=replace(last, entries=lines, after=after)))

    assert news_of(before, with_games(BySide(0, 0), *last.entries), nobody, str).moments == ()
    slam = replace(last.entries[0], line=Line.GRAND_SLAM, side=Side.EW)
    news = news_of(before, with_games(BySide(0, 1), slam), nobody, str)
    assert news.moments == ("East–West: Grand Slamm", "East–West win the game")
    assert news.news.endswith("tricks. East–West: Grand Slamm. East–West win the game.")
    assert news_of(None, now, nobody, str).moments == ()  # to who was not there it is no news


async def test_a_rubber_that_is_won_has_a_moment_and_is_spoken_though_nobody_has_a_seat_any_more(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.plays_all_but_the_last_card()
    async with desk.opens(await desk.sits(await link_for(house, west))) as page:
        await page.hears()
        await house.plays_a_card()
        while not page.told["moments"]:
            await page.hears()
        ended = house.table.state.ended
        assert ended is not None
        side = "North–South" if ended.winner is Side.NS else "East–West"
        lost = min(ended.games.ns, ended.games.ew)
        moment = page.told["moments"][-1]
        assert moment == f"{side} win the rubber, 2 games to {lost}"
        assert page.told["news"].startswith("The deal is over: your side took ")
        assert page.told["news"].endswith(f"{moment}.")


async def test_a_turn_that_comes_is_told_of_and_not_again_while_it_lasts(house: Club, desk: Browser) -> None:
    await house.playing()
    async with desk.opens(await desk.sits(await link_for(house, house.at(Seat.SOUTH)))) as page:
        assert (await page.hears())["turn"] is False
        await house.plays_a_card()
        turns = 0
        while "Dummy's turn" not in page.told["news"]:
            turns += (await page.hears())["turn"]
        assert turns == 1
        await page.presses("menu")
        await page.is_answered()
        assert page.told["turn"] is False


async def test_a_card_that_may_not_be_played_says_why(house: Club, desk: Browser) -> None:
    await house.playing(cards=1)
    north = house.to_act()
    path = await desk.sits(await link_for(house, north))
    async with desk.opens(path) as page:
        await page.hears()
        may = set(house.plays(north))
        bad = [one for one in page.offers("play") if one.rpartition(":")[2] not in may]
        if bad:
            await page.presses(bad[0])
            await page.is_answered()
            assert "must follow" in page.told["note"]
    assert house.cards_played == 1


async def test_a_page_that_sends_nonsense_is_closed(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    for nonsense in ("{", json.dumps({"press": 3}), json.dumps([1]), "x" * 5000):
        async with desk.opens(path) as page:
            await page.hears()
            await page.socket.send_str(nonsense)
            assert await page.is_closed() in (1008, 1009)


async def test_a_press_is_answered_though_the_storage_fails_as_its_person_is_looked_up(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Perhaps after the page has come back, as ours does by itself."""
    await house.playing()
    path = await desk.sits(await link_for(house, house.at(Seat.WEST)))
    person, failed = Readers.person, list[UserId]()

    async def away_once(self: Readers, user: UserId, guild: int | None = None) -> Reader:
        if not failed:
            failed.append(user)
            raise StorageAway
        return await person(self, user, guild)

    async with desk.opens(path) as page:
        await page.hears()
        for who in house.four:  # else it is drawn anew once they are known
            await page.hears_until(who.name)
        press = page.offers("play", playable=True)[0]
        monkeypatch.setattr(Readers, "person", away_once)
        await page.presses(press, key="the-same-key")
        while not page.socket.closed and "the-same-key" not in page.told["done"]:
            message = await page.socket.receive()
            if message.type is WSMsgType.TEXT:
                page.told = json.loads(message.data.partition("\n")[0])
    async with desk.opens(path) as again:
        await again.hears()
        await again.presses(press, key="the-same-key")
        await again.is_answered()
        assert again.told["note"] == "" and failed
    assert house.cards_played == 1


async def test_a_card_in_a_sentence_has_the_letters_of_its_readers_language(house: Club) -> None:
    await house.playing()
    west = UserId(house.at(Seat.WEST).id)
    with house.inside():
        await house.bot.services.preferences.change_person(west, lambda one: replace(one, language="fr"))
    async with with_door(house) as door, browser(house) as desk:
        path = await desk.sits(await link_for(house, house.at(Seat.WEST)))
        async with desk.opens(path) as page:
            await page.hears()
            (served,) = door.pages.open_pages
            served._note_sentence(PressAnswer(served._looking), face(parse_card("QH")))
            await page.presses("menu")
            await page.is_answered()
            assert page.told["note"] == "D♥\ufe0e"
