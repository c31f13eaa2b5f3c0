"""While those who play see their pages, what stands in Discord rests; it goes on when one does not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from rules.seats import ROUND, Seat
from storage.ports.records import UserId
from tests.cogs.test_copies import shows_the_trick
from tests.trials.stage.browsers import Browser, Page, link_for
from tests.trials.stage.club import Club
from tests.trials.stage.guard import until

RESTS = "so this message does not change"
ON_PAGE = "open in your browser"


@asynccontextmanager
async def all_see_pages(house: Club, desk: Browser) -> AsyncIterator[dict[Seat, Page]]:
    links = {seat: await link_for(house, house.at(seat)) for seat in ROUND}
    async with AsyncExitStack() as stack:
        pages = {}
        for seat, link in links.items():
            path = await desk.sits(link)
            page = pages[seat] = await stack.enter_async_context(desk.opens(path))
            await page.hears()
            await page.sends({"seen": True})
        await until(lambda: RESTS in house.screen().text)
        await until(lambda: all(ON_PAGE in house.panel(who).text for who in house.four))
        yield pages


async def all_is_shown(house: Club) -> None:
    """Waits until nothing is to be sent."""
    posting, table = house.bot.services.posting, house.table
    await until(lambda: not posting._is_wanted(posting._boards.known[table.id]))


def standing(house: Club) -> list[object]:
    """All that stands in Discord."""
    return [(one.id, one.components, one.edited_timestamp) for one in house.messages()]


async def cards_on_pages(house: Club, pages: dict[Seat, Page], count: int) -> None:
    for _ in range(count):
        who = house.to_act()
        page, card = pages[house.seat(who)], house.plays(who)[0]
        press = f"play:{house.table.id}:1:{house.cards_played}:{card}"
        while press not in page.offers("play"):
            await page.hears()
        await page.presses(press)
        while f'id="c-{card}"' in page.html:
            await page.hears()
    await all_is_shown(house)


async def test_cards_that_are_played_on_four_pages_change_nothing_in_discord(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    async with all_see_pages(house, desk) as pages:
        before = standing(house)
        await cards_on_pages(house, pages, 9)
        assert house.cards_played == 9 and standing(house) == before


async def test_the_message_goes_on_at_once_when_one_page_is_hidden_or_closed(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    async with all_see_pages(house, desk) as pages:
        await pages[Seat.SOUTH].sends({"seen": False})
        await until(lambda: RESTS not in house.screen().text)
        await until(lambda: ON_PAGE not in house.panel(house.at(Seat.SOUTH)).text)
        assert ON_PAGE in house.panel(house.at(Seat.NORTH)).text
        await pages[Seat.SOUTH].sends({"seen": True})
        await until(lambda: RESTS in house.screen().text)
        await pages[Seat.SOUTH].socket.close()
        await until(lambda: RESTS not in house.screen().text)


async def test_a_panel_goes_on_for_its_owner_who_presses_it_though_they_see_a_page(house: Club) -> None:
    await house.playing()
    with house.inside():
        for page, who in enumerate(house.four):
            house.bot.services.on_pages.page_seen(page, house.table.id, UserId(who.id), house.bot.now())
    await house.env.advance_time(1.0)
    who = house.to_act()
    assert ON_PAGE in house.panel(who).text
    await house.presses(who, house.panel(who), "hand")
    for _ in range(4):
        assert ON_PAGE not in house.panel(who).text
        await house.plays_a_card()
    assert ON_PAGE in house.panel(next(one for one in house.four if one is not who)).text


async def test_what_rested_beside_pages_goes_on_at_the_next_start_which_knows_of_no_page(house: Club) -> None:
    await house.playing()
    with house.inside():
        await house.bot.services.outbox.flush()
        for page, who in enumerate(house.four):
            house.bot.services.on_pages.page_seen(page, house.table.id, UserId(who.id), house.bot.now())
    await house.this_moment()
    assert RESTS in house.screen().text and all(ON_PAGE in house.panel(who).text for who in house.four)
    await house.restart()  # nothing is noted any more
    await house.env.advance_time(1.0)
    assert RESTS not in house.screen().text
    assert not [who.name for who in house.four if ON_PAGE in house.panel(who).text]


async def test_a_hand_shown_in_the_channel_rests_beside_its_owners_page_and_follows_when_it_is_closed(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    asks = house.at(Seat.NORTH)
    answer = await house.presses(asks, house.screen(), "hand")
    assert answer.private and ON_PAGE not in answer.text
    async with all_see_pages(house, desk) as pages:
        await until(lambda: ON_PAGE in house.seen(answer.message).text)
        before = len(house.env.backend.http_requests)
        await cards_on_pages(house, pages, 9)
        assert len(house.env.backend.http_requests) == before
        assert ON_PAGE in house.seen(answer.message).text
        await pages[Seat.NORTH].socket.close()
        await until(lambda: shows_the_trick(house, house.seen(answer.message)))


async def test_the_result_of_a_deal_is_posted_though_all_see_pages(house: Club, desk: Browser) -> None:
    await house.playing(cards=48)
    async with all_see_pages(house, desk) as pages:
        await cards_on_pages(house, pages, 4)
        await until(lambda: RESTS not in house.screen().text)
        assert house.screen().button("more")
