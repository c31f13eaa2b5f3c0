"""What the page of a table says of it: every card once, in its place, and nothing that is hidden."""

from __future__ import annotations

import re

import pytest

from bot.preferences import Cards
from rules.calls import Pass
from rules.cards import WHOLE_PACK, Hand, parse_card
from rules.frozen import replace
from rules.seats import Seat
from storage.ports.records import UserId
from tests.trials.stage.browsers import Browser, link_for
from tests.trials.stage.club import Club

RANKS = {
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
    "T": "10",
    **{str(one): str(one) for one in range(2, 10)},
}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
"""How a card is spoken of."""


def cards_on(html: str) -> list[str]:
    """Every card that is drawn, by the name by which the stylesheet knows it."""
    return re.findall(r'data-card="([^"]+)"', html)


async def test_a_page_draws_its_persons_cards_dummy_and_the_trick_and_no_other_card(
    house: Club, desk: Browser
) -> None:
    await house.playing(cards=2)
    view = house.view(house.at(Seat.EAST))
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    async with desk.opens(path) as page:
        await page.hears()
        assert view.own is not None and view.deal is not None and view.deal.trick is not None
        (dummy,) = view.deal.faced
        shown = Hand.of(map(parse_card, cards_on(page.html)))
        assert shown == view.own.left | dummy.left | Hand.of(view.deal.trick.cards)
        assert len(cards_on(page.html)) == len(shown)  # each once
        hidden = WHOLE_PACK - shown
        assert not any(f":{card}" in page.html or f"-{card}" in page.html for card in hidden)


async def test_the_trick_is_told_in_the_order_of_play_and_each_card_by_its_spoken_name(
    house: Club, desk: Browser
) -> None:
    await house.playing(cards=2)
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    async with desk.opens(path) as page:
        await page.hears()
        view = house.view(house.at(Seat.EAST))
        assert view.deal is not None and view.deal.trick is not None
        told = re.findall(r"<li>([^<]+)</li>", page.html)
        for line, (seat, card) in zip(told, view.deal.trick.by_player(), strict=True):
            rank, suit = RANKS[card.rank.letter], SUITS[card.suit.letter]
            assert line == f"{seat.name.title()}: {rank} of {suit}."


async def test_declarer_presses_dummys_cards_where_their_own_lie(house: Club, desk: Browser) -> None:
    await house.playing(cards=1)
    south = house.at(Seat.SOUTH)
    path = await desk.sits(await link_for(house, south))
    async with desk.opens(path) as page:
        await page.hears()
        view = house.view(south)
        assert view.deal is not None and view.own is not None and view.deal.hand_due is Seat.NORTH
        (dummy,) = view.deal.faced
        pressed = {one.rpartition(":")[2] for one in page.offers("play")}
        assert pressed == {str(card) for card in dummy.left}
        assert {str(card) for card in view.own.left} <= set(cards_on(page.html))
        assert len(cards_on(page.html)) == len(set(cards_on(page.html)))


async def test_in_the_lobby_the_page_is_what_discord_shows_and_begins_a_rubber(
    house: Club, desk: Browser
) -> None:
    await house.seated(house.anna, house.boris)
    path = await desk.sits(await link_for(house, house.anna))
    async with desk.opens(path) as page:
        await page.hears()
        assert page.offers("start") and page.offers("leave")
        await page.presses(page.offers("start")[0])
        while page.offers("start"):
            await page.hears()
    assert house.table.state.rubber is not None


@pytest.mark.parametrize("called", [False, True])
async def test_a_plate_says_once_that_its_player_is_waited_for(
    house: Club, desk: Browser, called: bool
) -> None:
    await (house.playing() if called else house.dealt())
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    async with desk.opens(path) as page:
        await page.hears()
        (due,) = re.findall(r'class="seat \w+ due".*?</div>', page.html, re.DOTALL)
        assert re.findall(r'<span class="tag turn">(.*?)</span>', due) == ["to act"]
        assert "to lead" not in due and "to declare" not in due


async def test_what_is_awaited_of_another_stands_once(house: Club, desk: Browser) -> None:
    await house.dealt()
    await house.acts(house.at(Seat.SOUTH), Pass())
    async with desk.opens(await desk.sits(await link_for(house, house.at(Seat.EAST)))) as page:
        await page.hears()
        assert page.html.count("<b>North</b> must name trumps.") == 1


async def test_of_the_seats_ones_own_is_called_so_to_whoever_listens(house: Club, desk: Browser) -> None:
    await house.playing()
    async with desk.opens(await desk.sits(await link_for(house, house.at(Seat.EAST)))) as page:
        await page.hears()
        called = re.findall(r'aria-label="(\w+)">\s*<div class="plate".*?</div>', page.html, re.DOTALL)
        plates = re.findall(r'<div class="plate".*?</div>', page.html, re.DOTALL)
        own = [at for at, plate in zip(called, plates, strict=True) if '<span class="heard">you<' in plate]
        assert own == ["East"]


async def test_a_sheet_has_the_name_of_what_it_shows(house: Club, desk: Browser) -> None:
    await house.playing()
    async with desk.opens(await desk.sits(await link_for(house, house.at(Seat.EAST)))) as page:
        await page.hears()
        await page.presses("menu")
        await page.hears_until('role="dialog" aria-label="Everything else"')
        await page.presses(page.offers("score")[0])
        await page.hears_until('role="dialog" aria-label="The score')


async def test_who_has_chosen_two_colours_sees_no_others_from_the_next_card_on(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    async with desk.opens(await desk.sits(await link_for(house, west))) as page:
        await page.hears()
        assert '<main id="table" class="playing four-colours">' in page.html
        with house.inside():
            await house.bot.services.preferences.change_person(
                UserId(west.id), lambda one: replace(one, cards=Cards.TWO_COLOURS)
            )
        await house.plays_a_card()
        await page.hears_until('<main id="table" class="playing two-colours">')
    _, style = await desk.asks("/static/page.css")
    assert "\n.two-colours { --diamond: var(--red); --club: var(--ink);" in style


async def test_every_seat_that_a_sentence_may_name_stands_by_its_letter_beside_who_sits_there(
    house: Club, desk: Browser
) -> None:
    await house.playing(cards=2)
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    async with desk.opens(path) as page:
        await page.hears()
        plates = re.findall(r'aria-label="(\w+)">\s*<div class="plate".*?<b>(.*?)</b>', page.html, re.DOTALL)
        assert {seat for seat, _ in plates} == {"North", "East", "South", "West"}
        for seat, plate in plates:
            assert plate.startswith(f'<span class="letter" aria-hidden="true">{seat[0]}</span> ')


async def test_the_dealer_is_marked_while_cards_are_called_and_played(house: Club, desk: Browser) -> None:
    await house.declared()
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    async with desk.opens(path) as page:
        await page.hears()
        assert dealers_on(page.html) == ["South"]
        for seat in (Seat.WEST, Seat.EAST):
            await house.types(house.at(seat), "turn", act="content")
        await house.plays_a_card()
        await page.hears_until('id="t-')
        assert dealers_on(page.html) == ["South"]


def dealers_on(html: str) -> list[str]:
    """The seats whose plates say it, to be heard too."""
    plates = re.findall(r'role="group" class="seat[^>]*aria-label="(\w+)">(.*?)</div>', html, re.DOTALL)
    return [seat for seat, plate in plates if '<span class="heard">dealer</span>' in plate]


async def test_a_side_has_a_packet_on_its_plate_for_each_trick_that_it_has_taken(
    house: Club, desk: Browser
) -> None:
    await house.playing(cards=13)
    view = house.view(house.at(Seat.EAST))
    assert view.deal is not None
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    async with desk.opens(path) as page:
        await page.hears()
        packets = re.findall(
            r'id="seat-(me|left)".*?<span class="turned"><i aria-hidden="true">(▮*)</i> (\d+)',
            page.html,
            re.DOTALL,
        )
        own, theirs = view.deal.won.ew, view.deal.won.ns
        assert own + theirs == 3
        assert packets == [("me", "▮" * own, str(own)), ("left", "▮" * theirs, str(theirs))]


async def test_what_was_called_lies_before_who_called_it_until_a_card_does(
    house: Club, desk: Browser
) -> None:
    await house.declared()
    path = await desk.sits(await link_for(house, house.at(Seat.EAST)))
    async with desk.opens(path) as page:
        await page.hears()
        await house.types(house.at(Seat.WEST), "contre")
        await page.hears_until("contre</span>")
        spots = re.findall(r'id="spot-(\w+)"[^>]*>(.*?)</div>', page.html, re.DOTALL)
        called = {at: re.sub(r"<[^>]+>", "", lies).replace("\ufe0e", "").strip() for at, lies in spots}
        assert called == {
            "me": "",
            "left": "♥ Hearts",
            "top": "contre",
            "right": "",
        }  # South sits at the left
        assert re.search('<p id="calls" class="heard">South: .*contre</p>', page.html)
        for seat in (Seat.NORTH, Seat.SOUTH):
            await house.types(house.at(seat), "turn", act="content")
        await house.plays_a_card()
        await page.hears_until('id="t-')
        assert 'class="call"' not in page.html
