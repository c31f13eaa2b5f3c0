"""Every enabled button on a fresh screen does what it says for the person it belongs to: none can only be
refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.messages.drawing import Drawing
from bot.messages.outbox import Outbox
from bot.preferences import Preferences
from bot.readers import Readers
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable, Point
from bot.tables.past_deals import finished_number
from bot.tables.robots import Hints
from bot.tables.service import Tables
from cogs.choices import options_of
from cogs.presses import _too_late_to_bid, verb_of
from cogs.registry import ASKS, PressValues
from rules.calls import Bid, Discard
from rules.cards import Hand
from rules.errors import Refusal
from rules.refusals import LeavingCosts, Refused, Why
from rules.seats import Seat
from rules.table.requests import (
    AgreeToClose,
    AnswerClaim,
    ClaimRest,
    CutPack,
    Join,
    Leave,
    Request,
    SetOption,
    Start,
)
from rules.view import May, SeatView
from screens.claims import confirming_screen, how_many_screen
from screens.hand import hand_screen
from screens.options import option_meant
from screens.posted_options import LATEST
from screens.presses import Press, read_as
from screens.reference import rules_screen
from screens.screen import Row, Screen, Select
from screens.settling import worth_screen
from storage.ports.records import Place, Slot, UserId
from storage.store import Store
from tests.trials.stage.tables import likely

FOUR = tuple(map(UserId, (1, 2, 3, 4)))
STRANGER = UserId(9)
PLAYED = (  # type: ignore[var-annotated]
    ("biritch", {}),
    ("contract", {"hints": "on"}),
    ("ruff_and_honours", {"hints": "on"}),
    ("whist_long", {}),
    ("dummy_whist", {"hints": "on"}),
)
AFTERWARDS = ("more", "why", "analyse", "points", "tricks", "replay", "picture", "verify", "record")


def request_of(press: Press, chosen: tuple[str, ...]) -> Request:
    """What this press asks of the table."""
    ask = ASKS.get(verb_of(press, press.verb))
    assert ask is not None, press
    return ask(press, PressValues(7, chosen))


class Room:
    """A table, and people who press."""

    def __init__(self, store: Store, tables: Tables, table: OpenTable) -> None:
        self.tables, self.table = tables, table
        readers = Readers(Preferences(store.preferences, store.people), lambda guild: None)
        self.drawing, self.hints = Drawing(tables, 14, readers, Outbox(store.slots)), Hints(None, 0.0)
        self.pressed: Counter[str] = Counter()

    async def refusal(self, who: UserId, custom_id: str, chosen: tuple[str, ...]) -> Refusal | None:
        """Why this press of this person would be refused; None if it would not be."""
        press = read_as(Press, custom_id)
        assert press is not None, custom_id
        self.pressed[press.verb] += 1
        try:
            await self._would(who, press, chosen)
        except LeavingCosts:
            return None  # they are asked first
        except Refusal as refusal:
            return refusal
        return None

    async def _would(self, who: UserId, press: Press, chosen: tuple[str, ...]) -> None:
        table, view, point = self.table, self.table.view(who), Point(press.at, press.point, press.what)
        match press.verb:
            case "hand":
                if not table.belongs(who):
                    raise Refused(Why.NOT_SEATED)
            case "last":
                self.drawing.last_trick(table, who)
            case "score":
                self.drawing.score_screen(table, who)
            case "worth":
                assert press.at == table.state.deals
                worth_screen(view, None)
            case "level":
                late = _too_late_to_bid(view, press)
                if late is not None:
                    raise late
            case "rules":
                rules_screen(table.state.game)
            case "hint":
                await self.hints.think_hint(table, who)
            case "back":
                if table.chair(who) is None:
                    raise Refused(Why.NOT_SEATED)
                await self.tables.check_request(table.id, who, Join())
            case "join":
                chair = Seat(press.what) if press.what else None
                await self.tables.check_request(table.id, who, Join(chair))
            case "chairs":
                await self.tables.check_request(table.id, who, Join())
            case "back":
                if table.chair(who) is None:
                    raise Refused(Why.NOT_SEATED)
                await self.tables.check_request(table.id, who, Join())
            case "options" | "option":
                options_of(table, *chosen)
            case "set":
                asked = option_meant(table.view(None).table, press, LATEST)
                assert asked is not None
                await self.tables.check_request(table.id, who, SetOption(*asked))
            case "claim":
                number = chosen[0] if chosen else press.what
                tricks = int(number) if number.isdecimal() else None
                await self.tables.check_request(
                    table.id, who, ClaimRest(tricks), Point(press.at, press.point)
                )
            case verb if verb in AFTERWARDS:
                assert finished_number(table, press.at) == press.at
            case _:
                await self.tables.check_request(table.id, who, request_of(press, chosen), point)

    async def own_screens(self, who: UserId) -> AsyncIterator[Screen]:
        """What one person has before them."""
        view = self.table.view(who)
        yield self.drawing.hand_screen(self.table, who)
        yield await self.drawing.copy_screen(self.table, who, live=False)
        for odd in (1, 4, 7) if any(isinstance(option, Bid) for option in view.options) else ():
            yield hand_screen(view, self.table.id, str, level=odd)
        if May.CLAIM in view.may:
            yield how_many_screen(view, self.table.id)
            for tricks in (0, 1):
                yield confirming_screen(view, self.table.id, tricks, str)


def presses(screen: Screen) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each enabled button, and the first choice that each list takes."""
    for part in screen.parts:
        if isinstance(part, Row):
            yield from ((button.id, ()) for button in part.buttons if not button.disabled)
        elif isinstance(part, Select) and not part.disabled:
            for first in range(len(part.offers) - part.least + 1):
                yield part.id, tuple(offer.value for offer in part.offers[first : first + part.least])


async def looked_at(room: Room) -> None:
    """Presses everything that stands anywhere."""
    seated = [user for user in FOUR if room.table.belongs(user)]
    for who in seated:
        async for screen in room.own_screens(who):
            for custom_id, chosen in presses(screen):
                refused = await room.refusal(who, custom_id, chosen)
                assert refused is None, (custom_id, chosen, who, repr(refused))
    state = room.table.state
    slots = [f"table:{deal}" for deal in (state.deals - 1, state.deals) if deal > 0]
    for slot in map(Slot.of_name, (*slots, f"lobby:{state.rubbers}")):
        drawn = await room.drawing.draw(room.table, slot)
        for custom_id, chosen in presses(drawn) if drawn is not None else ():
            answers = [await room.refusal(who, custom_id, chosen) for who in (*FOUR, STRANGER)]
            assert None in answers, (custom_id, chosen, list(map(repr, answers)))


def anything(chance: Random, view: SeatView) -> Request:
    if May.CUT in view.may:
        return CutPack(26, "")
    if May.ANSWER_CLAIM in view.may:
        return AnswerClaim(chance.random() < 0.4)
    if May.CLAIM in view.may and chance.random() < 0.03:
        return ClaimRest(chance.choice((None, 0, 1)))
    return likely(chance, view.options)


@pytest.mark.parametrize(("game", "options"), PLAYED, ids=[game for game, _ in PLAYED])
async def test_no_enabled_button_is_refused_to_the_person_it_belongs_to(
    tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    chance = Random(game)
    async with Store.open(tmp_path / "tables.sqlite3") as store:
        tables = Tables(store.streams, ChanceSource(game))
        table = await tables.open_table(Place(1, 2), game, options, opener=FOUR[0])
        room = Room(store, tables, table)
        await looked_at(room)
        for who in FOUR[: table.state.variant.players]:
            if not table.belongs(who):
                await tables.act(table.id, who, Join())
                await looked_at(room)
        await tables.act(table.id, FOUR[0], Start())
        acts = 0
        while table.state.deals < 3 and acts < 110 and table.state.rubber is not None:
            if acts % 9 == 0 or table.state.deal is None or table.state.claim is not None:
                await looked_at(room)
            due = [who for who in FOUR if table.belongs(who) and table.seat(who) in table.state.waits_for]
            if table.state.result_stands:
                due = [user for person, user in table.people.items() if person in table.state.unready]
            who = chance.choice(due)
            view = table.view(who)
            if May.PUT_OUT in view.may:
                assert view.own is not None and view.deal is not None
                await tables.act(table.id, who, Discard(Hand.of(list(view.own.left)[: view.deal.to_put_out])))
            else:
                await tables.act(table.id, who, anything(chance, view))
            acts += 1
        await tables.act(table.id, FOUR[2], AgreeToClose())
        await looked_at(room)
        with pytest.raises(LeavingCosts) as asked:
            await tables.act(table.id, FOUR[0], Leave())
        await tables.act(table.id, FOUR[0], Leave(asked.value.price))
        await looked_at(room)
    assert room.pressed["play"] > 20 and room.pressed["claim"] > 10
