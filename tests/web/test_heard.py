"""What is read aloud of a table besides calls and cards: what was claimed, asked and taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.messages.drawing import names_at
from rules.calls import Play
from rules.frozen import replace
from rules.seats import Seat
from rules.table.requests import AnswerClaim, AskSuit, ClaimRest, CutPack, DenySuit, Start, TakeBack
from rules.view import AtEvening, May
from screens.words.page import spoken_card
from storage.ports.records import UserId
from tests.trials.stage.club import Club, club
from web.heard import news_of
from web.sheet import Called
from web.shown import cloth_of

NOBODY = Called({}, lambda _: "")


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "tables.sqlite3") as opened:
        yield opened


async def test_who_is_asked_to_answer_a_claim_hears_what_is_claimed_and_its_claimer_who_refused(
    house: Club,
) -> None:
    await house.playing(cards=4)
    south, east = house.at(Seat.SOUTH), house.at(Seat.EAST)
    asked, claimer = house.view(east), house.view(south)
    await house.acts(south, ClaimRest(10))
    assert news_of(asked, house.view(east), NOBODY, str).news == (
        "South claims 10 of the last 12 tricks; 2 tricks would go to East–West. Your turn: agree or refuse."
    )
    claiming = house.view(south)
    told = news_of(claimer, claiming, NOBODY, str).news
    assert told.startswith("Your hand lies open: everybody sees your cards. South claims 10")
    await house.acts(east, AnswerClaim(agrees=False))
    told = news_of(claiming, house.view(south), NOBODY, str).news
    assert told.startswith("East refused South's claim: play goes on.")


async def test_who_joins_a_table_that_waits_and_who_leaves_it_is_heard(house: Club) -> None:
    await house.seated()
    anna, david = UserId(house.anna.id), UserId(house.david.id)
    called = Called({anna: "Anna", david: "David"}, lambda _: "")
    four = house.table.view(anna)
    await house.types(house.david, "table leave")
    three = house.table.view(anna)
    assert news_of(four, three, called, names_at(house.table)).news == "David has left."
    await house.types(house.anna, "table robot")
    robots = house.table.view(anna)
    assert news_of(three, robots, called, names_at(house.table)).news == "Hoyle (robot) has joined."


async def test_that_a_deal_has_begun_is_heard_before_anybody_has_called_or_played(house: Club) -> None:
    await house.seated(game="whist_modern")
    anna = house.anna
    before = house.view(anna)
    await house.acts(anna, Start())
    while house.table.state.deal is None:
        (cutter,) = [who for who in house.four if May.CUT in house.view(who).may][:1]
        await house.acts(cutter, CutPack(26, ""))
    now = house.view(anna)
    assert now.deal is not None and now.deal.settled is not None and now.deal.settled.trumps is not None
    trumps = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[now.deal.settled.trumps.letter]
    assert news_of(before, now, NOBODY, str).news.startswith(f"Deal 1. Trumps: {trumps}.")


async def test_a_question_about_a_suit_is_heard_by_who_is_asked_and_not_again_with_the_answer(
    house: Club,
) -> None:
    await house.renounced()
    east, west = house.at(Seat.EAST), house.at(Seat.WEST)
    before = house.view(east)
    await house.acts(west, AskSuit())
    asked = house.view(east)
    assert news_of(before, asked, NOBODY, str).news == "West asks East: none of that suit? Your turn: lead."
    before = house.view(west)
    await house.acts(east, DenySuit())
    assert news_of(before, house.view(west), NOBODY, str).news == "East says: none."


async def test_a_card_that_somebody_would_take_back_is_heard_by_its_name_and_so_is_its_going_back(
    house: Club,
) -> None:
    await house.playing(cards=2, ranked="none")
    east, south = house.at(Seat.EAST), house.at(Seat.SOUTH)
    card = house.view(east).options[0]
    assert isinstance(card, Play)
    await house.does(east, card)
    before, name = house.view(south), spoken_card(card.card)
    await house.acts(east, TakeBack())
    asked = house.view(south)
    assert news_of(before, asked, NOBODY, str).news == (
        f"East would like to take back {name}. Your turn: agree or refuse."
    )
    for who in house.four:
        state = house.table.state
        if state.claim is not None and house.seat(who) in state.waits_for:
            await house.acts(who, AnswerClaim(agrees=True))
    assert news_of(asked, house.view(south), NOBODY, str).news == f"Taken back: {name} (East)"


async def test_of_a_deal_that_counts_to_no_game_the_tricks_alone_are_told(house: Club) -> None:
    await house.playing(cards=4)
    view = house.view(house.at(Seat.SOUTH))
    alone = replace(view, table=replace(view.table, evening=AtEvening("e", 1, 1, shared=True)))
    rubber, evening = (cloth_of(one, "table", str, NOBODY) for one in (view, alone))
    assert rubber is not None and evening is not None and view.deal is not None
    assert "of 30" in rubber.parts["say-S"] and "/ 30" in rubber.parts["head"]
    assert "30" not in evening.parts["head"] and "games" not in evening.parts["head"]
    own, theirs = view.deal.won.ns, view.deal.won.ew
    told = {0: "0 tricks", 1: "1 trick"}
    assert f'data-say="North–South: {told[own]}. East–West: {told[theirs]}."' in evening.parts["say-S"]
