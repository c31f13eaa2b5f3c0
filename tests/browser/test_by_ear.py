"""Whoever sees nothing plays at the page of a table: one deal of each game, by the tree of roles and names
and by what is said aloud. After every call and card both say what the person's view of the table holds."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rules.calls import Bid, Discard, Double, Pass, Play
from rules.cards import PACK
from rules.games.all_games import GAMES, variant_of
from rules.seats import Seat
from rules.table.requests import ChooseSeat, CutPack, Join, Request, Start
from rules.view import May, SeatView
from screens.trick import due_seats, lying
from screens.words.names import Speech
from storage.ports.records import UserId
from tests.browser.ear import Heard, Listener, Node, card_called, heard, unnamed
from tests.each import mostly_long
from tests.trials.stage.browsers import link_for, with_door
from tests.trials.stage.chromium import PHONE, in_its_loop
from tests.trials.stage.club import Club, club
from tests.trials.stage.ports import free_port
from tests.web.conftest import no_hurry as no_hurry
from tests.web.test_cloth import SUITS

pytestmark = in_its_loop

Chromium = Callable[..., Awaitable[Any]]
TICK, TRIES = 5, 1000  # milliseconds between two looks at the page, and how often one looks
WORDS_OF_ONE, WORDS_OF_MANY, WORDS_A_TURN = 12, 25, 45
NOTHING = Node("group", "", "", "", ())
SHORT = ("whist_american",)


def as_seen(view: SeatView) -> Heard:
    """What somebody who sees the table knows of it."""
    deal, own, rubber = view.deal, view.own, view.table.rubber
    assert deal is not None and own is not None and rubber is not None and view.viewer is not None
    speech = Speech.at_table(view.table)
    settled, trick = deal.settled, lying(deal) if deal.playing else None
    trumps = settled.trumps if settled is not None else None
    declarer = settled.declared_by if settled is not None else None
    sides = {"NS": "North–South", "EW": "East–West"}
    return Heard(
        SUITS[trumps.letter] if trumps is not None else "none" if settled is not None else "",
        named(declarer, speech) if declarer is not None else "",
        settled.level if settled is not None else 0,
        tuple((named(seat, speech), str(card)) for seat, card in trick.by_player())
        if trick is not None
        else (),
        frozenset(map(str, own.left)),
        {
            named(one.seat, speech): frozenset(map(str, one.left))
            for one in deal.faced
            if one.seat is not view.viewer
        },
        tuple(
            (
                sides[side.name],
                str(rubber.standing.below.of(side)),
                str(variant_of(view.table).rubber.game),
                rubber.standing.games.of(side),
                deal.won.of(side),
            )
            for side in (view.viewer.side, view.viewer.side.other)
        ),
        frozenset(named(seat, speech) for seat in due_seats(view)),
    )


def named(seat: Seat, speech: Speech) -> str:
    """Where play goes against the clock, East sits at the left of South."""
    mirrored = {Seat.EAST: Seat.WEST, Seat.WEST: Seat.EAST}
    return (seat if speech.clockwise else mirrored.get(seat, seat)).name.title()


class Deal:
    """A deal at a table of a game. Anna is at the page; what the others do is asked of the table."""

    def __init__(self, house: Club, game: str, listener: Listener) -> None:
        self.house, self.listener, self.dice = house, listener, random.Random(game)
        self.spoken = 0  # words, since Anna's last turn
        self.pressed = 0

    async def until_calls(self) -> None:
        """Seats are chosen and the pack is cut, by whoever is asked to."""
        while self.house.table.state.deal is None:
            for who in self.house.four:
                if self.house.table.seat(UserId(who.id)) is None:
                    continue
                may = self.house.view(who).may
                if May.CHOOSE_SEAT in may:
                    await self.does(who, ChooseSeat())
                elif May.CUT in may:
                    await self.does(who, CutPack(26, ""))

    async def does(self, who: Any, request: Request) -> None:
        with self.house.inside():
            await self.house.bot.services.tables.act(self.house.table.id, UserId(who.id), request)

    def chosen(self, who: Any) -> Request:
        """Any call or card, but neither many bids nor nothing but passes."""
        view = self.house.view(who)
        assert view.deal is not None
        options = list(view.options)
        if May.PUT_OUT in view.may and view.own is not None:
            cards = list(view.own.left)
            return Discard(type(view.own.left).of(self.dice.sample(cards, view.deal.to_put_out)))
        if isinstance(options[0], Play):
            return self.dice.choice([one for one in options if isinstance(one, Play)])
        some = [one for one in options if not isinstance(one, Pass | Double)]
        if len(view.deal.calls) > 5:
            some = [one for one in options if isinstance(one, Pass)] or some  # type: ignore[misc]
        elif any(isinstance(one, Bid) for one in some):
            some = some[:3]
        if self.dice.random() < 0.3:
            some += [one for one in options if isinstance(one, Double)]  # type: ignore[misc]
        return self.dice.choice(some or options)

    async def check(self) -> Node:
        """The page has come to say what the view holds, and all on it has a name."""
        seen = as_seen(self.house.view(self.house.anna))
        for _ in range(TRIES):
            tree = await self.listener.tree()
            if tree.all("toolbar") and heard(tree) == seen:
                break
            await self.listener.page.wait_for_timeout(TICK)
        assert heard(tree) == seen
        assert unnamed(tree) == []
        return tree

    async def check_said(self, happened: int, *, at_turn: bool) -> None:
        """News is short, and so is all that is said from one turn of hers to the next."""
        said = [one for one in await self.listener.has_heard() if one.strip()]
        for one in said:
            most = WORDS_OF_ONE if happened == 1 else WORDS_OF_MANY
            assert len(one.split()) <= most, one
        self.spoken += sum(len(one.split()) for one in said)
        if at_turn:
            assert self.spoken <= WORDS_A_TURN, said
            self.spoken = 0

    async def answers_keys(self) -> None:
        """What the five keys say is what the view holds too."""
        seen = as_seen(self.house.view(self.house.anna))
        hand = await self.listener.asks("H")
        assert {card_called(f"{rank} of {suit}") for suit, rank in by_suit(hand)} == seen.hand
        dummy = await self.listener.asks("D")
        opened = {card_called(f"{rank} of {suit}") for suit, rank in by_suit(dummy.partition(": ")[2])}
        assert opened == frozenset().union(*seen.open_hands.values())
        score = await self.listener.asks("S")
        assert all(f"{side}: {points} of {total}" in score for side, points, total, _, _ in seen.scores)
        view = self.house.view(self.house.anna)
        deal, speech = view.deal, Speech.at_table(view.table)
        assert deal is not None
        for letter, trick in (("T", deal.trick), ("L", deal.tricks[-1] if deal.tricks else None)):
            told = re.findall(r"(\w+): (\w+ of \w+)\.", await self.listener.asks(letter))
            laid = trick.by_player() if trick is not None else ()
            assert [(seat, card_called(card)) for seat, card in told] == [
                (named(seat, speech), str(card)) for seat, card in laid
            ]

    async def acts_of_anna(self, tree: Node) -> None:
        """By what the tree offers alone."""
        enabled = [one for one in tree.all("toolbar")[0].all("button") if one.enabled]
        acts = tree.named("group", "What you can do") or NOTHING
        if enabled and self.house.view(self.house.anna).deal.playing:  # type: ignore[union-attr]
            await self.listener.plays(card_called(self.dice.choice(enabled).name))
        elif boxes := acts.all("checkbox"):
            many = next(int(found[1]) for found in re.finditer(r"ut out (\d+) ", tree.told))
            for box in self.dice.sample(boxes, many):
                await self.listener.page.get_by_role("checkbox", name=box.told, exact=True).check()
            await (
                self.listener.page.get_by_role("group", name="What you can do")
                .get_by_role("button")
                .last.click()
            )
        else:
            calls = [one.name for one in acts.all("button") if one.enabled]
            ends = [one for one in calls if one in ("Pass", "Accept")]
            calls = [one for one in calls if one not in ("Claim", "Take back", "Back")]
            await self.listener.presses(self.dice.choice(ends if ends and self.pressed > 6 else calls))

    async def plays(self, cards: int = 52) -> None:
        """Until so many cards lie, or the deal is over. Whoever is at the page acts there."""
        house, gone = self.house, -1
        await self.until_calls()
        number, tree = house.table.state.deals, await self.check()
        await self.listener.page.locator("#hand button").first.focus()
        await self.listener.begins()
        while house.table.state.deal is not None and house.table.state.deals == number:
            view = house.view(house.anna)
            assert view.deal is not None
            if view.deal.playing and view.deal.cards_gone >= cards:
                return
            ends_trick = view.deal.playing and view.deal.cards_gone % 4 == 0
            await self.check_said(2 if ends_trick else 1, at_turn=bool(view.options))
            if view.options or May.PUT_OUT in view.may:
                if view.deal.playing and view.deal.cards_gone // 8 != gone:
                    gone = view.deal.cards_gone // 8
                    await self.answers_keys()
                version, self.pressed = house.table.version, self.pressed + 1
                await self.acts_of_anna(tree)
                tree = await self.until_changed(tree, version)
                if house.table.version == version:
                    continue  # it has opened a level of the bids
            else:
                who = next(
                    one
                    for one in self.others
                    if house.view(one).options or May.PUT_OUT in house.view(one).may
                )
                await self.does(who, self.chosen(who))
            if house.table.state.deal is not None and house.table.state.deals == number:
                tree = await self.check()
                if view.deal.playing:
                    assert await self.listener.focus() in {"hand", *(f"c-{one}" for one in PACK)}
        await self.listener.page.locator("#below").wait_for()

    async def until_changed(self, tree: Node, version: int) -> Node:
        """Something on the page has, or at the table."""
        for _ in range(TRIES):
            now = await self.listener.tree()
            if self.house.table.version > version or now.all("main") != tree.all("main"):
                return now
            await self.listener.page.wait_for_timeout(TICK)
        raise AssertionError(await self.listener.page.locator("#errors").inner_text())

    @property
    def others(self) -> list[Any]:
        seated = [one for one in self.house.four if self.house.table.seat(UserId(one.id)) is not None]
        return [one for one in seated if one is not self.house.anna]


def by_suit(said: str) -> list[tuple[str, str]]:
    """``hearts: ace, 10; clubs: 2.`` as pairs."""
    found = re.findall(r"(spades|hearts|diamonds|clubs): ([^;.]*)", said)
    return [(suit, rank) for suit, ranks in found for rank in ranks.split(", ")]


@asynccontextmanager
async def at_a_table(game: str, folder: Path, chromium: Chromium, **options: str) -> AsyncIterator[Deal]:
    """Anna at the page of a table of this game, whose rubber has begun."""
    async with club(folder / "tables.sqlite3", page=free_port()) as house, with_door(house):
        table = await house.opens(game, options)
        deal = Deal(house, game, Listener(None))
        for who in house.four[: variant_of(table.view(None).table).players]:
            await deal.does(who, Join())
        await deal.does(house.anna, Start())
        page = await (await chromium(viewport=PHONE)).new_page()
        await page.goto(f"{house.bot.services.pages.address}/open#{await link_for(house, house.anna)}")
        await page.get_by_role("button", name="Sit down").click()
        await page.locator("#table").wait_for()
        deal.listener = Listener(page)
        yield deal
        await page.context.close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pages.PUSHED_EVERY", 0.0)


@pytest.mark.parametrize("game", mostly_long(GAMES, SHORT))
async def test_a_deal_is_played_by_ear_and_the_tree_says_at_every_turn_what_the_view_holds(
    game: str, tmp_path: Path, chromium: Chromium
) -> None:
    async with at_a_table(game, tmp_path, chromium) as deal:
        await deal.plays(cards=5 if game in SHORT else 52)


async def test_who_has_chosen_a_level_is_among_its_bids_and_after_the_bid_at_their_hand(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with at_a_table("contract", tmp_path, chromium) as deal:
        await deal.until_calls()
        while not (options := deal.house.view(deal.house.anna).options):
            who = next(one for one in deal.others if deal.house.view(one).options)
            await deal.does(who, Pass())
        assert Pass() in options
        page = deal.listener.page
        await page.get_by_role("button", name="Bid at level 3", exact=True).press("Enter")
        await page.get_by_role("button", name="3 Clubs", exact=True).wait_for()
        assert (await deal.listener.focus()).startswith("b-call:")
        await page.keyboard.press("Enter")
        await page.locator("#acts [data-press^='call:']").first.wait_for(state="detached")
        assert (await deal.listener.focus()).startswith("c-")


TAKEN_OUT = {
    "trumps, declarer, contre": "#contract => one.removeAttribute('aria-label')",
    "the trick": "#trick => one.remove()",
    "the order of the trick": "#trick => one.prepend(one.lastElementChild)",
    "dummy": ".suits .heard => one.remove()",
    "the names of cards": "#hand button => one.removeAttribute('aria-label')",
    "a card of the hand": "#hand button:last-child => one.remove()",
    "the score and the tricks": "#scores .heard => one.remove()",
    "whose turn it is": ".turn => one.remove()",
}


@pytest.mark.long
async def test_whatever_is_taken_out_of_the_markup_is_missed_by_the_gate(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with at_a_table("biritch", tmp_path, chromium) as deal:
        await deal.plays(cards=6)
        await deal.check()
        page, seen = deal.listener.page, as_seen(deal.house.view(deal.house.anna))
        assert seen.trick and seen.open_hands and seen.due
        whole = await page.evaluate("() => document.querySelector('main').innerHTML")
        for what, change in TAKEN_OUT.items():
            where, _, does = change.partition(" => ")
            await page.evaluate(f"() => document.querySelectorAll({where!r}).forEach((one) => {does})")
            assert not is_heard(await deal.listener.tree(), seen), what
            await page.evaluate("html => { document.querySelector('main').innerHTML = html; }", whole)
            assert is_heard(await deal.listener.tree(), seen), what
        await page.evaluate("() => document.getElementById('look-score').replaceChildren()")
        assert unnamed(await deal.listener.tree()) != []


def is_heard(tree: Node, seen: Heard) -> bool:
    """Whether somebody who listens knows all that somebody who sees does."""
    try:
        return heard(tree) == seen
    except (AssertionError, LookupError, StopIteration):  # of what it looks for there is nothing
        return False
