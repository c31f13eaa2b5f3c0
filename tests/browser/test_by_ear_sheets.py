"""Those who see nothing read the sheets of a page, and do by them what others do: lessons, the deal of the
day, a claim, a revoke and a card that goes back; and plays whole rubbers."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord.actors import MemberActor

from rules.cards import parse_card
from rules.games.all_games import GAMES
from rules.prepared import is_card
from rules.seats import Seat
from rules.table.requests import AnswerClaim, CutPack, Gather
from rules.view import May
from screens.lessons import LESSONS
from screens.words.page import spoken_card
from storage.ports.records import UserId
from tests.browser.ear import Listener, Node, unnamed
from tests.browser.test_by_ear import NOTHING, TICK, TRIES, WORDS_A_TURN, Chromium, Deal, at_a_table
from tests.browser.test_by_ear import at_once as at_once
from tests.each import mostly_long
from tests.trials.stage.browsers import link_for, with_door
from tests.trials.stage.chromium import PHONE, in_its_loop
from tests.trials.stage.club import Club, club
from tests.trials.stage.ports import free_port
from tests.web.conftest import no_hurry as no_hurry

pytestmark = in_its_loop


class Reader:
    """Somebody who presses what a page offers by its name, and waits for what comes of it."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener

    @property
    def page(self) -> Any:
        return self.listener.page

    async def until(self, true: Callable[[Node], Any]) -> Node:
        for _ in range(TRIES):
            tree = await self.listener.tree()
            if true(tree):
                assert unnamed(tree) == []
                return tree
            await self.page.wait_for_timeout(TICK)
        raise AssertionError(await self.page.locator("body").aria_snapshot())

    async def sheet(self, told: str = "") -> Node:
        """What lies over the table, and has the focus, also where another sheet has taken its place."""
        tree = await self.until(lambda tree: any(told in one.told for one in tree.all("dialog")))
        assert await self.page.evaluate("() => document.activeElement.closest('#sheet') !== null")
        return tree.all("dialog")[0]

    async def sheet_with(self, button: str) -> Node:
        """What lies over the table once it has this button: that before may have others."""
        await self.until(
            lambda tree: any(one.told == button for on in tree.all("dialog") for one in on.all("button"))
        )
        return await self.sheet()

    async def presses(self, name: str) -> None:
        """On the sheet, if one is open."""
        over = self.page.get_by_role("dialog")
        where = over if await over.count() else self.page
        await where.get_by_role("button", name=name, exact=True).first.press("Enter")

    async def opens(self, command: str) -> None:
        """What the list of everything else offers under this name, once no sheet lies over the table."""
        await self.page.locator("#sheet").wait_for(state="detached")
        await self.presses("Everything else")
        await self.page.get_by_role("dialog").get_by_role("button").filter(has_text=command).press("Enter")


async def goes_on(deal: Deal) -> None:
    """From a result to the next deal of the rubber: Anna by what her page offers."""
    house, reader = deal.house, Reader(deal.listener)
    deal.spoken = 0  # a dummy has had no turn, and heard every card
    while (state := house.table.state).rubber is not None and state.deal is None:
        for who in deal.others:
            if May.CUT in house.view(who).may:
                await deal.does(who, CutPack(26, ""))
        if May.CUT in house.view(house.anna).may and house.table.state.deal is None:
            tree = await reader.until(lambda tree: tree.named("button", "Next|Cut the pack"))
            found = tree.named("button", "Next|Cut the pack")
            assert found is not None
            version = house.table.version
            await reader.presses(found.name)
            await reader.until(lambda _, version=version: house.table.version > version)  # type: ignore[misc]


@pytest.mark.parametrize("game", mostly_long(GAMES, ()))
async def test_a_rubber_is_played_by_ear_to_its_end(game: str, tmp_path: Path, chromium: Chromium) -> None:
    async with at_a_table(game, tmp_path, chromium) as deal:
        await deal.until_calls()
        while deal.house.table.state.rubber is not None:
            await deal.plays()
            await goes_on(deal)
        tree = await Reader(deal.listener).until(lambda tree: tree.named("button", "New rubber|Start"))
        assert tree.all("heading")


@pytest.mark.parametrize("lesson", mostly_long((1, 2, 3, 4), ()))
async def test_a_lesson_is_read_and_answered_by_ear(lesson: int, tmp_path: Path, chromium: Chromium) -> None:
    """Each right answer by the name under which it is offered."""
    async with at_a_table("biritch", tmp_path, chromium) as deal:
        reader = Reader(deal.listener)
        await reader.opens("/learn")
        await reader.sheet("Learn to play")
        await reader.page.locator("#sheet summary").first.press("Enter")
        await reader.presses(LESSONS[lesson - 1].name())
        pages = LESSONS[lesson - 1].pages
        for number, (_, step) in enumerate(pages, 1):
            sheet = await reader.sheet()
            learning = deal.house.bot.services.learning
            for _ in range(TRIES):
                progress = await learning.progress_of(UserId(deal.house.anna.id))
                if (progress.lesson, progress.page) == (lesson, number):
                    break
                await reader.page.wait_for_timeout(TICK)
            assert (progress.lesson, progress.page) == (lesson, number), sheet.told
            if number == len(pages):
                return
            press = (
                f"learn:act:{lesson}:{number}:{step.right}"
                if step.right
                else f"learn:page:{lesson}:{number + 1}"
            )
            wanted = reader.page.locator(f'#sheet [data-press^="{press}"]').first
            await wanted.wait_for(state="attached")
            if is_card(step.right):
                name = spoken_card(parse_card(step.right))
                assert await wanted.get_attribute("aria-label") == name
                await (
                    reader.page.get_by_role("dialog")
                    .get_by_role("button", name=name, exact=True)
                    .press("Enter")
                )
            else:
                await wanted.press("Enter")


@pytest.mark.long
async def test_the_deal_of_the_day_is_opened_and_played_by_ear(tmp_path: Path, chromium: Chromium) -> None:
    async with at_a_table("biritch", tmp_path, chromium) as deal:
        reader = Reader(deal.listener)
        await reader.opens("/daily")
        await reader.sheet("Open the table")
        await reader.presses("Open the table")
        await reader.until(lambda tree: any(one.name == "Open the table" for one in tree.all("link")))
        await reader.page.get_by_role("link", name="Open the table").press("Enter")
        await reader.page.get_by_role("button", name="Sit down").press("Enter")
        await reader.page.locator("#hand button").first.wait_for()
        await deal.listener.begins()
        played = 0
        while True:
            tree = await reader.until(lambda tree: cards_open(tree) or calls_open(tree) or is_over(tree))
            if is_over(tree):
                break
            if calls := calls_open(tree):
                await reader.presses(calls[-1])
            else:
                await reader.presses(cards_open(tree)[0])
                played += 1
            await reader.until(lambda now, before=tree: now != before)  # type: ignore[misc]
        said = [one for one in await deal.listener.has_heard() if one.strip()]
        assert said and sum(len(one.split()) for one in said) <= WORDS_A_TURN * played
        assert played >= 13 and re.search("The deal is over: your side took [0-9]+ tricks?", tree.told)
        await reader.presses("Result")
        assert "of the matchpoints" in (await reader.sheet_with("Share")).told


def is_over(tree: Node) -> bool:
    """Whether no hand is held any more."""
    return not tree.all("toolbar")


def cards_open(tree: Node) -> list[str]:
    """The names of the cards that may be played now, where it is one's turn."""
    cards = [one.name for bar in tree.all("toolbar") for one in bar.all("button") if one.enabled]
    return cards if re.search("(Your|Dummy's) turn", tree.told) else []


def calls_open(tree: Node) -> list[str]:
    acts = (tree.named("group", "What you can do") or NOTHING).all("button")
    return [one.name for one in acts if one.enabled and one.name not in ("Claim", "Take back", "Hint")]


@asynccontextmanager
async def reading(house: Club, who: MemberActor, chromium: Chromium) -> AsyncIterator[Reader]:
    """Somebody at the page of the table in the room."""
    page = await (await chromium(viewport=PHONE)).new_page()
    await page.goto(f"{house.bot.services.pages.address}/open#{await link_for(house, who)}")
    await page.get_by_role("button", name="Sit down").press("Enter")
    await page.locator("#hand button").first.wait_for()
    listener = Listener(page)
    await listener.begins()
    yield Reader(listener)
    said = [one for one in await listener.has_heard() if one.strip()]
    assert all(len(one.split()) <= WORDS_A_TURN for one in said)
    await page.context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "tables.sqlite3", page=free_port()) as opened, with_door(opened):
        yield opened


async def test_a_claim_is_made_by_ear(house: Club, chromium: Chromium) -> None:
    await house.playing(cards=4)
    async with reading(house, house.at(Seat.SOUTH), chromium) as reader:
        await reader.presses("Claim")
        await reader.sheet()
        await reader.page.locator("#sheet summary").first.press("Enter")
        claims = await reader.until(lambda tree: tree.all("dialog")[0].all("listitem"))
        version = house.table.version
        await reader.presses(claims.all("dialog")[0].all("listitem")[0].all("button")[0].told)
        sure = (await reader.sheet_with("Back")).all("button")[0]
        await reader.presses(sure.told)
        await reader.until(lambda _: house.table.version > version)
    assert house.table.state.claim is not None


@pytest.mark.long
async def test_a_revoke_is_claimed_and_punished_by_ear(house: Club, chromium: Chromium) -> None:
    await house.renounced()
    await house.acts(None, Gather())
    async with reading(house, house.at(Seat.SOUTH), chromium) as reader:
        await reader.presses("Claim a revoke")
        await reader.sheet("A wrong claim costs nothing")
        await reader.page.locator("#sheet summary").first.press("Enter")
        sheet = await reader.until(lambda tree: tree.all("dialog")[0].all("listitem"))
        (named,) = sheet.all("dialog")[0].all("listitem")
        assert named.told.startswith("Trick 1: ")
        await reader.presses(named.all("button")[0].told)
        tree = await reader.until(
            lambda tree: not tree.all("dialog") and "so it was" in tree.told and tree.named("group", "What")
        )
        acts = tree.named("group", "What you can do")
        assert acts is not None
        added = next(one.told for one in acts.all("button") if one.told.endswith("to ours"))
        version = house.table.version
        await reader.presses(added)
        await reader.until(lambda _: house.table.version > version)
    assert house.table.state.deal is not None


@pytest.mark.long
async def test_a_card_goes_back_by_ear(house: Club, chromium: Chromium) -> None:
    await house.playing(cards=2, ranked="none")
    east = house.at(Seat.EAST)
    async with reading(house, east, chromium) as reader:
        card = house.plays(east)[0]
        await reader.presses(spoken_card(parse_card(card)))
        await reader.until(lambda tree: tree.named("button", "Take back"))
        assert house.cards_played == 3
        await reader.presses("Take back")
        await reader.until(lambda _: house.table.state.claim is not None)
        for who in house.four:
            state = house.table.state
            if state.claim is not None and house.seat(who) in state.waits_for:
                await house.acts(who, AnswerClaim(True))
        await reader.until(lambda _: house.cards_played == 2)
        tree = await reader.until(lambda tree: tree.named("button", spoken_card(parse_card(card))))
        assert "took" in tree.told.lower() or "taken back" in tree.told.lower()
